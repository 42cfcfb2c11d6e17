// The commands of the kauri program. Each has a file of its own; commands that differ little share
// one. cli/main.c lists them in the order of the help.
//
// Implemented in cli/*/command_*.c.
#ifndef KAURI_CLI_COMMANDS_H
#define KAURI_CLI_COMMANDS_H

#include "cli/run.h"

// For their examples: a position in the tables of two seeds, and one with four seeds.
#define KAURI_EXAMPLE_POSITION "'0+1,0,0,0+1,0+3,1+3/0,0+1,0,1,0+3,0 S 28:30'"
#define KAURI_EXAMPLE_ABOVE    "'0+1,0,1,0+1,0+3,1+2/0,0+1,0,2,0+3,0+1 S 28:28'"

extern const struct kauri_command kauri_command_solve;
extern const struct kauri_command kauri_command_verify;
extern const struct kauri_command kauri_command_pack;
extern const struct kauri_command kauri_command_info;
extern const struct kauri_command kauri_command_stats;
extern const struct kauri_command kauri_command_find;
extern const struct kauri_command kauri_command_export;
extern const struct kauri_command kauri_command_probe;
extern const struct kauri_command kauri_command_best;
extern const struct kauri_command kauri_command_line;
extern const struct kauri_command kauri_command_play;
extern const struct kauri_command kauri_command_engine;
extern const struct kauri_command kauri_command_analyse;
extern const struct kauri_command kauri_command_replay;
extern const struct kauri_command kauri_command_rules;
extern const struct kauri_command kauri_command_show;
extern const struct kauri_command kauri_command_search;
extern const struct kauri_command kauri_command_check_proof;
extern const struct kauri_command kauri_command_campaign;
extern const struct kauri_command kauri_command_opening;
extern const struct kauri_command kauri_command_claims;
extern const struct kauri_command kauri_command_annotate;
extern const struct kauri_command kauri_command_bench;
extern const struct kauri_command kauri_command_plan;
extern const struct kauri_command kauri_command_serve;

#endif
