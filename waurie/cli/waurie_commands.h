// The commands of the waurie program; waurie_main.c has the table of them.
//
// Implemented in waurie/cli/*_command.c.
#ifndef KAURI_WAURIE_CLI_WAURIE_COMMANDS_H
#define KAURI_WAURIE_CLI_WAURIE_COMMANDS_H

#include "cli/run.h"

extern const struct kauri_command waurie_command_solve;
extern const struct kauri_command waurie_command_verify;
extern const struct kauri_command waurie_command_stats;
extern const struct kauri_command waurie_command_probe;
extern const struct kauri_command waurie_command_best;
extern const struct kauri_command waurie_command_line;
extern const struct kauri_command waurie_command_search;
extern const struct kauri_command waurie_command_starts;

#endif
