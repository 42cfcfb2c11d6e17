#include "queries/analysis/find.h"

#include "queries/analysis/keeping_moves.h"
#include "queries/analysis/layer_scan.h"
#include "rules/value.h"
#include "tablebase/opposite_r.h"

#include <stdlib.h>

// In a block with fewer positions left than this, moves are looked up one by one.
enum { COUNT_BLOCK_LEAST = 2048 };

struct find_run {
    struct kauri_tablebase *tables;
    const struct kauri_find_conditions *conditions;
    const struct kauri_find_options *options;
    const struct kauri_layer *layer;
    bool by_dtc;
    bool by_moves; // conditions that need the moves
    // Whether a value or a cowrie configuration meets the conditions that depend on it alone.
    uint8_t *good_r;       // by r + most
    uint8_t *good_cowries; // by cowrie rank
    uint8_t *moves;        // by cowrie rank: number of legal moves
    int32_t most;          // the greatest r
    // Cowrie ranks of the positions of a block that meet the conditions so far, and r of their
    // opposites, from place slot * cowrie_count on; and how many there are in each slot.
    uint32_t *ranks;
    int16_t *opposite;
    uint32_t *counts;
    // If by_moves: the moves that keep r of all positions of a block, with the same places, and
    // whether they were counted.
    uint8_t *keeping_counts;
    bool *counted;
    struct kauri_keeping_counts *counter;
    struct kauri_keeping_moves *keeping;
    struct kauri_found *found; // room for KAURI_FOUND_MAX
    uint64_t total;
};

struct kauri_find_conditions kauri_find_conditions_none(void)
{
    return (struct kauri_find_conditions){
        .r = KAURI_SPAN_ALL,
        .net = KAURI_SPAN_ALL,
        .dtc = KAURI_SPAN_ALL,
        .mover_seeds = KAURI_SPAN_ALL,
        .opponent_seeds = KAURI_SPAN_ALL,
        .mover_cowries = KAURI_SPAN_ALL,
        .opponent_cowries = KAURI_SPAN_ALL,
        .moves = KAURI_SPAN_ALL,
        .keeping = KAURI_SPAN_ALL,
    };
}

bool kauri_find_counts_keeping(const struct kauri_find_conditions *conditions)
{
    return conditions->line.moves > 0 || !kauri_span_is_all(conditions->keeping);
}

static bool seeds_wanted(void *context, const uint8_t *seeds)
{
    const struct find_run *search = context;
    int32_t own = 0;
    for (unsigned hole = 0; hole < search->layer->shape.holes; hole++) {
        own += seeds[hole];
    }
    return kauri_span_has(search->conditions->mover_seeds, own) &&
           kauri_span_has(search->conditions->opponent_seeds, search->layer->seeds - own);
}

static void judge_r(struct find_run *search)
{
    const struct kauri_find_conditions *conditions = search->conditions;
    const struct kauri_line_condition *line = &conditions->line;
    for (int32_t r = -search->most; r <= search->most; r++) {
        const int net = kauri_value_net(r);
        search->good_r[r + search->most] =
            kauri_span_has(conditions->r, r) && kauri_span_has(conditions->net, net) &&
            (r != 0 || !search->by_dtc) &&
            (!line->by_result || (line->rules == KAURI_STANDARD ? net : r) >= 0);
    }
}

static void judge_cowries(struct find_run *search)
{
    const struct kauri_find_conditions *conditions = search->conditions;
    const struct kauri_layer *layer = search->layer;
    uint8_t cowries[KAURI_BOARD_HOLES_MAX];
    for (uint32_t rank = 0; rank < layer->cowrie_count; rank++) {
        int32_t own = 0;
        uint8_t moves = 0;
        kauri_cowrie_unrank(layer, rank, cowries);
        for (unsigned hole = 0; hole < layer->shape.holes; hole++) {
            own += cowries[hole];
            moves = (uint8_t)(moves + (cowries[hole] > 0));
        }
        const int32_t other = layer->shape.cowries - own;
        search->moves[rank] = moves;
        search->good_cowries[rank] = kauri_span_has(conditions->mover_cowries, own) &&
                                     kauri_span_has(conditions->opponent_cowries, other) &&
                                     kauri_span_has(conditions->moves, moves) &&
                                     (!conditions->zugzwang || (own > 0 && other > 0));
    }
}

static enum kauri_status begin(void *context, const struct kauri_layer *layer, unsigned slots,
                               struct kauri_opposite_r *opposite, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct find_run *search = context;
    const size_t room = (size_t)slots * layer->cowrie_count;
    search->layer = layer;
    search->most = 3 * layer->seeds + 1;
    search->good_r = malloc(2 * (size_t)search->most + 1);
    search->good_cowries = malloc(layer->cowrie_count);
    search->moves = malloc(layer->cowrie_count);
    search->ranks = malloc(room * sizeof *search->ranks);
    search->counts = malloc(slots * sizeof *search->counts);
    search->found = malloc(KAURI_FOUND_MAX * sizeof *search->found);
    const bool zugzwang = search->conditions->zugzwang;
    search->opposite = zugzwang ? malloc(room * sizeof *search->opposite) : NULL;
    if (search->good_r == NULL || search->good_cowries == NULL || search->moves == NULL ||
        search->ranks == NULL || search->counts == NULL || search->found == NULL ||
        (zugzwang && search->opposite == NULL)) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for finding positions");
        goto cleanup;
    }
    judge_r(search);
    judge_cowries(search);
    if (search->by_moves) {
        search->keeping_counts = malloc(room);
        search->counted = calloc(slots, sizeof *search->counted);
        if (search->keeping_counts == NULL || search->counted == NULL) {
            status = kauri_fail(error, KAURI_RESOURCE, "out of memory for finding positions");
            goto cleanup;
        }
        KAURI_TRY(
            kauri_keeping_counts_new(opposite, search->options->threads, &search->counter, error));
        const struct kauri_keeping_options options = {.threads = search->options->threads,
                                                      .memory = search->options->memory,
                                                      .progress = search->options->progress};
        KAURI_TRY(
            kauri_keeping_moves_new(search->tables, layer, &options, &search->keeping, error));
    }
cleanup:
    return status;
}

// Lists the cowrie ranks of a block that meet the conditions on values and cowries. Returns their
// number. Each rank is written, and the next one over it unless it is good: there are no branches.
static uint32_t list_good(const struct find_run *search, const struct kauri_scanned_block *block,
                          uint32_t *ranks)
{
    const uint32_t positions = search->layer->cowrie_count;
    const uint8_t *good_r = search->good_r + search->most;
    const struct kauri_span dtc = search->conditions->dtc;
    uint32_t count = 0;
    if (!search->by_dtc) {
        for (uint32_t rank = 0; rank < positions; rank++) {
            ranks[count] = rank;
            count += good_r[block->r[rank]] & search->good_cowries[rank];
        }
        return count;
    }
    for (uint32_t rank = 0; rank < positions; rank++) {
        ranks[count] = rank;
        count += good_r[block->r[rank]] & search->good_cowries[rank] &
                 (block->dtc[rank] >= dtc.low) & (block->dtc[rank] <= dtc.high);
    }
    return count;
}

// Keeps those of the listed positions that are mutual zugzwangs.
static enum kauri_status test_zugzwang(const struct find_run *search, unsigned worker,
                                       const struct kauri_scanned_block *block,
                                       struct kauri_opposite_r *opposite, uint32_t *count,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const size_t at = (size_t)block->slot * search->layer->cowrie_count;
    const uint64_t number = block->first / search->layer->cowrie_count;
    uint32_t *ranks = search->ranks + at;
    struct kauri_opposite_values values;
    uint32_t kept = 0;
    KAURI_TRY(kauri_opposite_r_acquire(opposite, worker, number, &values, error));
    for (uint32_t i = 0; i < *count; i++) {
        const uint32_t rank = ranks[i];
        const int r = kauri_opposite_value(&values, rank);
        ranks[kept] = rank;
        search->opposite[at + kept] = (int16_t)r;
        kept += block->r[rank] + r < 0;
    }
    kauri_opposite_r_release(opposite, number);
    *count = kept;
cleanup:
    return status;
}

// Counts the moves of a whole block that keep r, and keeps the listed positions with a number that
// fits: one if a line of only moves begins there, unless the first move is a pass.
static enum kauri_status test_keeping(const struct find_run *search, unsigned worker,
                                      const struct kauri_scanned_block *block, uint32_t *count,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const size_t at = (size_t)block->slot * search->layer->cowrie_count;
    const bool line = search->conditions->line.moves > 0;
    uint32_t *ranks = search->ranks + at;
    uint8_t *keeping = search->keeping_counts + at;
    uint32_t kept = 0;
    KAURI_TRY(kauri_keeping_counts_block(search->counter, worker,
                                         block->first / search->layer->cowrie_count, block->r,
                                         keeping, error));
    for (uint32_t i = 0; i < *count; i++) {
        const uint32_t rank = ranks[i];
        const uint8_t moves = search->moves[rank];
        if (moves > 0 && keeping[rank] == 0) {
            status =
                kauri_fail(error, KAURI_CORRUPT,
                           "no move of position %llu of layer %u has the value of the position",
                           (unsigned long long)(block->first + rank), search->layer->seeds);
            goto cleanup;
        }
        ranks[kept] = rank;
        if (search->opposite != NULL) {
            search->opposite[at + kept] = search->opposite[at + i];
        }
        kept += kauri_span_has(search->conditions->keeping, keeping[rank]) &&
                (!line || moves == 0 || keeping[rank] == 1);
    }
    *count = kept;
cleanup:
    return status;
}

static enum kauri_status visit(void *context, unsigned worker,
                               const struct kauri_scanned_block *block,
                               struct kauri_opposite_r *opposite, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct find_run *search = context;
    const size_t at = (size_t)block->slot * search->layer->cowrie_count;
    uint32_t count = list_good(search, block, search->ranks + at);
    if (search->conditions->zugzwang && count > 0) {
        KAURI_TRY(test_zugzwang(search, worker, block, opposite, &count, error));
    }
    if (search->by_moves) {
        // On small boards, one position in ten.
        const uint32_t tenth = search->layer->cowrie_count / 10;
        const uint32_t least = tenth < COUNT_BLOCK_LEAST ? tenth : COUNT_BLOCK_LEAST;
        search->counted[block->slot] = count > least;
        if (count > least) {
            KAURI_TRY(test_keeping(search, worker, block, &count, error));
        }
    }
    search->counts[block->slot] = count;
cleanup:
    return status;
}

// Hands over the first `count` positions of search->found, or those of them that meet the last
// conditions, if successors must be looked up for them.
static enum kauri_status finish(struct find_run *search, size_t count, bool look_up,
                                struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_find_options *options = search->options;
    if (look_up) {
        if (kauri_progress_cancelled(options->progress)) {
            status = kauri_fail(error, KAURI_INTERRUPTED, "stopped while reading layer %u",
                                search->layer->seeds);
            goto cleanup;
        }
        KAURI_TRY(kauri_keeping_moves_filter(search->keeping, search->conditions->keeping,
                                             search->conditions->line, search->found, &count,
                                             error));
    }
    search->total += count;
    if (options->found != NULL && count > 0) {
        KAURI_TRY(options->found(options->context, search->found, count, error));
    }
cleanup:
    return status;
}

static struct kauri_found found_at(const struct find_run *search,
                                   const struct kauri_scanned_block *block, uint32_t number)
{
    const size_t at = (size_t)block->slot * search->layer->cowrie_count;
    const uint32_t rank = search->ranks[at + number];
    return (struct kauri_found){
        .index = block->first + rank,
        .r = block->r[rank],
        .dtc = block->dtc == NULL ? 0 : block->dtc[rank],
        .opposite_r = search->opposite == NULL ? 0 : search->opposite[at + number],
        .moves = search->moves[rank],
        .keeping = search->by_moves && search->counted[block->slot]
                       ? search->keeping_counts[at + rank]
                       : 0,
    };
}

static enum kauri_status collect(void *context, const struct kauri_scanned_block *blocks,
                                 size_t count, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct find_run *search = context;
    size_t used = 0;
    bool used_look_up = false; // of the positions in search->found
    for (size_t b = 0; b < count; b++) {
        const struct kauri_scanned_block *block = &blocks[b];
        const uint32_t good = search->counts[block->slot];
        const bool look_up = search->by_moves &&
                             (!search->counted[block->slot] || search->conditions->line.moves > 0);
        if (!look_up && search->options->found == NULL) {
            search->total += good;
            continue;
        }
        if (used > 0 && look_up != used_look_up) {
            KAURI_TRY(finish(search, used, used_look_up, error));
            used = 0;
        }
        used_look_up = look_up;
        for (uint32_t i = 0; i < good; i++) {
            search->found[used++] = found_at(search, block, i);
            if (used == KAURI_FOUND_MAX) {
                KAURI_TRY(finish(search, used, look_up, error));
                used = 0;
            }
        }
    }
    if (used > 0) {
        KAURI_TRY(finish(search, used, used_look_up, error));
    }
cleanup:
    return status;
}

enum kauri_status kauri_find(struct kauri_tablebase *tables, unsigned seeds,
                             const struct kauri_find_conditions *conditions,
                             const struct kauri_find_options *options, uint64_t *count,
                             struct kauri_error *error)
{
    struct find_run search = {
        .tables = tables,
        .conditions = conditions,
        .options = options,
        .by_dtc = !kauri_span_is_all(conditions->dtc),
        .by_moves = kauri_find_counts_keeping(conditions),
    };
    const struct kauri_layer_scan scan = {
        .tables = tables,
        .seeds = seeds,
        .threads = options->threads,
        .with_dtc = search.by_dtc || options->with_dtc,
        .with_opposite = conditions->zugzwang || search.by_moves,
        .memory = conditions->line.moves == 0 ? options->memory : 0,
        .progress = options->progress,
        .stage = "find",
        .context = &search,
        .wanted = seeds_wanted,
        .begin = begin,
        .visit = visit,
        .collect = collect,
    };
    const enum kauri_status status = kauri_layer_scan_run(&scan, error);
    *count = status == KAURI_OK ? search.total : 0;
    kauri_keeping_counts_free(search.counter);
    kauri_keeping_moves_free(search.keeping);
    free(search.keeping_counts);
    free(search.counted);
    free(search.good_r);
    free(search.good_cowries);
    free(search.moves);
    free(search.ranks);
    free(search.opposite);
    free(search.counts);
    free(search.found);
    return status;
}
