// The completion for fish: lines of `complete`.
#ifndef KAURI_CLI_HELP_HELP_FISH_H
#define KAURI_CLI_HELP_HELP_FISH_H

#include "cli/usage.h"

void kauri_help_fish_begin(void);
void kauri_help_fish_command(const struct kauri_usage *usage);

#endif
