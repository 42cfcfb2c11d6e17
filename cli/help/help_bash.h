// The completion of commands, options and their values for bash: a function, beginning and end
// around one case for each command. It needs nothing but bash 4.
#ifndef KAURI_CLI_HELP_HELP_BASH_H
#define KAURI_CLI_HELP_HELP_BASH_H

#include "cli/usage.h"

void kauri_help_bash_begin(void);
void kauri_help_bash_command(const struct kauri_usage *usage);
void kauri_help_bash_end(void);

#endif
