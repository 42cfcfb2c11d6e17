// The commands of the kauri program. Each has its own file; commands that differ little share one.
//
// Implemented in cli/*/command_*.c.
#ifndef KAURI_CLI_COMMANDS_H
#define KAURI_CLI_COMMANDS_H

#include "cli/run.h"

// For their examples: a position in the tables of two seeds, and one with four seeds.
#define KAURI_EXAMPLE_POSITION "'0+1,0,0,0+1,0+3,1+3/0,0+1,0,1,0+3,0 S 28:30'"
#define KAURI_EXAMPLE_ABOVE    "'0+1,0,1,0+1,0+3,1+2/0,0+1,0,2,0+3,0+1 S 28:28'"

// All commands, in the order of the help.
// clang-format off
#define KAURI_COMMANDS(X)                                                                          \
    X(probe) X(best) X(line) X(search) X(campaign) X(opening) X(analyse)                           \
    X(find) X(problem) X(play) X(rules) X(serve) X(replay) X(annotate) X(show)                                \
    X(solve) X(plan) X(info) X(stats) X(pack) X(bench) X(verify)                                   \
    X(check_proof) X(claims) X(engine) X(export)
// clang-format on

#define KAURI_DECLARE_COMMAND(name) extern const struct kauri_command kauri_command_##name;
KAURI_COMMANDS(KAURI_DECLARE_COMMAND)

#endif
