// Manual pages in roff with the macros of man(7), one for the program and one for each command.
#ifndef KAURI_CLI_HELP_HELP_MAN_H
#define KAURI_CLI_HELP_HELP_MAN_H

#include "cli/usage.h"

void kauri_help_man_program(void);
void kauri_help_man_command(const struct kauri_usage *usage);

#endif
