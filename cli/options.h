// Reads the options of a command, all of them long, into its settings.
#ifndef KAURI_CLI_OPTIONS_H
#define KAURI_CLI_OPTIONS_H

#include "cli/command.h"
#include "common/status.h"

#include <stddef.h>

// Reads argv[1..] into run->settings, the shared members of the run, and run->arguments; or prints
// the help and sets run->help_given.
//
// Arguments that are not options are moved to the front, in order. "--" ends the options, and a
// dash followed by a digit begins an argument. No option may be given twice. KAURI_USAGE names the
// option or argument that is wrong, missing, or excluded by another one.
enum kauri_status kauri_options_read(struct kauri_command_run *run, int argc, char **argv,
                                     struct kauri_error *error);

// The name that a mistyped word may stand for: "did you mean 'probe'?".
struct kauri_suggestion {
    const char *word; // what was typed; need not end with a zero
    size_t bytes;
    const char *name;  // the best name so far, or NULL if none is similar enough
    unsigned distance; // between the two
};

// Considers a name. It is similar if the word is a beginning of it (at least three letters), or
// differs by at most a third of its letters (at least one, never all): wrong, missing, extra, or
// swapped with the next one. Among equals, the first name wins.
void kauri_suggestion_consider(struct kauri_suggestion *suggestion, const char *name);

// Appends "; did you mean 'PREFIXname'?" to the message if there is a name.
void kauri_suggestion_append(const struct kauri_suggestion *suggestion, const char *prefix,
                             struct kauri_error *error);

#endif
