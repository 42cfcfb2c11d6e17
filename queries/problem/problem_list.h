// Looks for problems in many positions, and keeps one of each family. Used by one thread at a time.
#ifndef KAURI_QUERIES_PROBLEM_PROBLEM_LIST_H
#define KAURI_QUERIES_PROBLEM_PROBLEM_LIST_H

#include "common/progress.h"
#include "queries/problem/problem.h"

#include <stddef.h>

struct kauri_problem_conditions {
    struct kauri_problem_wish wish;
    unsigned choices; // least number of choices
    unsigned themes;  // themes that the problem must have, as bits
};

// A problem that was found: kauri_problem_compose makes it again from its position, which has its
// score, and its rules.
struct kauri_problem_entry {
    struct kauri_position position;
    enum kauri_ruleset rules;
    unsigned worth; // worth within its family
    uint64_t last, moves;
    uint64_t number; // number of the position in the order of adding
    uint64_t key;    // `last`, `moves` or `number`, by which the list is being sorted
};

// The caller zeroes it and clears it.
struct kauri_problem_list {
    struct kauri_problem_entry *entries;
    size_t count, capacity;
    uint64_t looked_at; // positions examined so far
};

// Adds the problems found in these positions, with at most `threads` threads (at least 1). The list
// does not depend on their number. Takes about 2000 bytes of memory for each position. Errors:
// those of kauri_probe_root, KAURI_RESOURCE, KAURI_INTERRUPTED when the progress, which may be
// NULL, asked to stop. Reports nothing.
enum kauri_status kauri_problem_list_add(struct kauri_tablebase *tables,
                                         const struct kauri_position *positions, size_t count,
                                         const struct kauri_problem_conditions *conditions,
                                         unsigned threads, const struct kauri_progress *progress,
                                         struct kauri_problem_list *list,
                                         struct kauri_error *error);

// Keeps one problem of each family, the one with the most wrong and tempting moves, in the order
// in which they were added.
void kauri_problem_list_reduce(struct kauri_problem_list *list);

// Accepts zeroed ones.
void kauri_problem_list_clear(struct kauri_problem_list *list);

#endif
