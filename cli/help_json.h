// The description of a program and its commands for other programs (docs/JSON.md).
#ifndef KAURI_CLI_HELP_JSON_H
#define KAURI_CLI_HELP_JSON_H

#include "cli/command.h"

// Prints an object about the command on a line; if it is NULL, one about the program, and then one
// about each of its commands.
void kauri_help_print_json(const struct kauri_command *command);

#endif
