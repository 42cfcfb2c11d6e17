#include "queries/problem/problem_list.h"

#include "common/loop.h"
#include "common/memory.h"

#include <stdlib.h>

// Positions that are examined together.
struct batch {
    struct kauri_tablebase *tables;
    const struct kauri_problem_conditions *conditions;
    const struct kauri_position *positions;
    uint64_t number; // number of the first position
    const uint32_t *promising;
    // An entry for each promising position; `worth` 0: no problem.
    struct kauri_problem_entry *entries;
};

static enum kauri_status compose(void *context, unsigned worker, uint64_t i,
                                 struct kauri_error *error)
{
    (void)worker;
    const struct batch *batch = context;
    const struct kauri_problem_conditions *conditions = batch->conditions;
    const uint32_t at = batch->promising[i];
    struct kauri_problem problem;
    KAURI_PASS(kauri_problem_compose(batch->tables, &batch->positions[at], &conditions->wish,
                                     &problem, error));
    const bool wanted = problem.choices > 0 && problem.choices >= conditions->choices &&
                        (problem.themes & conditions->themes) == conditions->themes;
    batch->entries[i] = (struct kauri_problem_entry){
        .position = problem.position,
        .rules = problem.rules,
        .worth = wanted ? problem.wrong + 2 * problem.tempting : 0,
        .last = problem.last,
        .moves = problem.moves,
        .number = batch->number + at,
    };
    return KAURI_OK;
}

static enum kauri_status append(struct kauri_problem_list *list,
                                const struct kauri_problem_entry *entry, struct kauri_error *error)
{
    if (!KAURI_FITS(list->entries, list->count + 1, list->capacity)) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory after %zu problems", list->count);
    }
    list->entries[list->count++] = *entry;
    return KAURI_OK;
}

enum kauri_status kauri_problem_list_add(struct kauri_tablebase *tables,
                                         const struct kauri_position *positions, size_t count,
                                         const struct kauri_problem_conditions *conditions,
                                         unsigned threads, const struct kauri_progress *progress,
                                         struct kauri_problem_list *list, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_probe_result *probes = malloc(count * sizeof *probes);
    enum kauri_status *statuses = malloc(count * sizeof *statuses);
    uint32_t *promising = malloc(count * sizeof *promising);
    struct kauri_problem_entry *entries = malloc(count * sizeof *entries);
    size_t found = 0;
    if (probes == NULL || statuses == NULL || promising == NULL || entries == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for %zu positions", count);
        goto cleanup;
    }
    KAURI_TRY(kauri_probe_roots(tables, positions, count, probes, statuses, threads, error));
    for (size_t i = 0; i < count; i++) {
        // A position that could not be looked up is composed, too, which names the reason.
        if (statuses[i] != KAURI_OK || kauri_problem_promises(&probes[i])) {
            promising[found++] = (uint32_t)i;
        }
    }
    struct batch batch = {tables, conditions, positions, list->looked_at, promising, entries};
    const struct kauri_progress silent = kauri_progress_silent(progress);
    struct kauri_pace pace = {.threads = threads, .progress = &silent, .subject = "problems"};
    const struct kauri_loop loop = {.pace = &pace, .count = found};
    KAURI_TRY(kauri_loop(&loop, compose, &batch, error));
    for (size_t i = 0; i < found; i++) {
        if (entries[i].worth > 0) {
            KAURI_TRY(append(list, &entries[i], error));
        }
    }
    list->looked_at += count;
cleanup:
    free(probes);
    free(statuses);
    free(promising);
    free(entries);
    return status;
}

// -------------------------------------------------------------------------------------- families

static int compare(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

// Orders problems by key, the worthiest of each key first, and equal ones by their place.
static int by_key(const void *a, const void *b)
{
    const struct kauri_problem_entry *one = a;
    const struct kauri_problem_entry *other = b;
    return one->key != other->key       ? compare(one->key, other->key)
           : one->worth != other->worth ? compare(other->worth, one->worth)
                                        : compare(one->number, other->number);
}

static void keep_first_of_each_key(struct kauri_problem_list *list)
{
    struct kauri_problem_entry *entries = list->entries;
    size_t kept = 0;
    qsort(entries, list->count, sizeof *entries, by_key);
    for (size_t i = 0; i < list->count; i++) {
        if (kept == 0 || entries[i].key != entries[kept - 1].key) {
            entries[kept++] = entries[i];
        }
    }
    list->count = kept;
}

void kauri_problem_list_reduce(struct kauri_problem_list *list)
{
    enum { LAST, MOVES, NUMBER, KEYS };
    for (unsigned key = LAST; key < KEYS && list->count > 0; key++) {
        for (size_t i = 0; i < list->count; i++) {
            struct kauri_problem_entry *entry = &list->entries[i];
            entry->key = key == LAST ? entry->last : key == MOVES ? entry->moves : entry->number;
        }
        keep_first_of_each_key(list);
    }
}

void kauri_problem_list_clear(struct kauri_problem_list *list)
{
    free(list->entries);
    *list = (struct kauri_problem_list){.count = 0};
}
