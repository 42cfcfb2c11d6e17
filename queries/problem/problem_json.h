// Problems, and answers to "is it the only move?", as JSON (docs/reference/JSON.md).
#ifndef KAURI_QUERIES_PROBLEM_PROBLEM_JSON_H
#define KAURI_QUERIES_PROBLEM_PROBLEM_JSON_H

#include "common/string_buffer.h"
#include "queries/problem/only_move.h"

// Each adds one object and a newline.
void kauri_json_problem(struct kauri_string *out, const struct kauri_problem *problem);
void kauri_json_only_move(struct kauri_string *out, const struct kauri_only_move *answer);

#endif
