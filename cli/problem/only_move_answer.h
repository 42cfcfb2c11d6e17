// "Is it the only move?": the answer about a position, as text or as JSON.
#ifndef KAURI_CLI_PROBLEM_ONLY_MOVE_ANSWER_H
#define KAURI_CLI_PROBLEM_ONLY_MOVE_ANSWER_H

#include "cli/command.h"
#include "queries/problem/only_move.h"

// Examines a position and prints which moves get its result, what keeps it from being a problem,
// and the problem that it is. `number` counts the positions before it. Errors: those of
// kauri_only_move_find; KAURI_USAGE if the tables are for another board; KAURI_INTERRUPTED after
// the answer, which has the bounds so far.
enum kauri_status kauri_print_only_move(struct kauri_command_run *run,
                                        const struct kauri_position *position,
                                        enum kauri_ruleset rules,
                                        const struct kauri_only_move_limits *limits,
                                        uint64_t number, struct kauri_error *error);

#endif
