// The completion for zsh: a file for a folder of $fpath.
#ifndef KAURI_CLI_HELP_HELP_ZSH_H
#define KAURI_CLI_HELP_HELP_ZSH_H

#include "cli/usage.h"

void kauri_help_zsh_begin(void);
void kauri_help_zsh_command(const struct kauri_usage *usage);
void kauri_help_zsh_end(void);

#endif
