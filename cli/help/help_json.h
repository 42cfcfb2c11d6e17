// The description of a program and its commands for other programs (docs/JSON.md), from which
// packaging/make-help makes manual pages and the completion for shells.
#ifndef KAURI_CLI_HELP_HELP_JSON_H
#define KAURI_CLI_HELP_HELP_JSON_H

#include "cli/command.h"

// Print an object on a line.
void kauri_help_json_program(void);
void kauri_help_json_command(const struct kauri_command *command);

#endif
