// Reads the options of a command, all of them long, into its settings.
#ifndef KAURI_CLI_OPTIONS_H
#define KAURI_CLI_OPTIONS_H

#include "cli/command.h"
#include "common/status.h"

// Reads argv[1..] into run->settings, the shared members of the run, and run->arguments; or prints
// the help and sets run->help_given.
//
// Arguments that are not options are moved to the front, in order. "--" ends the options, and a
// dash followed by a digit begins an argument. No option may be given twice. KAURI_USAGE names the
// option or argument that is wrong, missing, or excluded by another one.
enum kauri_status kauri_options_read(struct kauri_command_run *run, int argc, char **argv,
                                     struct kauri_error *error);

#endif
