// Problems as text.
#ifndef KAURI_CLI_PROBLEM_PROBLEM_VIEW_H
#define KAURI_CLI_PROBLEM_PROBLEM_VIEW_H

#include "common/string_buffer.h"
#include "queries/problem/problem.h"

// Adds the line above the diagram: what is asked for.
void kauri_text_problem_task(struct kauri_string *out, const struct kauri_problem *problem,
                             uint64_t number);

// Adds what stands below the diagram: position, themes, and unless `hidden`, difficulty and
// solution. Lines are broken at `columns` (0: nowhere).
void kauri_text_problem(struct kauri_string *out, const struct kauri_problem *problem, bool hidden,
                        int columns);

#endif
