// Help for the terminal, at most 80 columns wide.
#ifndef KAURI_CLI_HELP_HELP_TEXT_H
#define KAURI_CLI_HELP_HELP_TEXT_H

#include "cli/usage.h"

void kauri_help_text_program(void);
void kauri_help_text_command(const struct kauri_usage *usage);

#endif
