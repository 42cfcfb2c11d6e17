// kauri_probe_root and kauri_probe_roots of the public interface: positions with the values of all
// their moves.
#include "kauri/kauri.h"

#include "common/loop.h"
#include "common/status.h"
#include "db/tables/batch.h"
#include "db/tables/derived.h"
#include "db/tables/tablebase.h"
#include "queries/lookup/bounds.h"
#include "rules/notation.h"
#include "rules/value.h"

#include <stdlib.h>

enum {
    WINDOW = 1 << 18, // positions that are probed together
    GRAIN = 256,      // positions that a thread takes at a time
};

// ------------------------------------------------------------------------------- conclusions

// Sorts the moves, whose values are set, and puts them into the result.
static void take_moves(struct kauri_probe_result *result, struct kauri_valued_move *moves,
                       unsigned count)
{
    kauri_moves_sort(moves, count);
    for (unsigned i = 0; i < count; i++) {
        result->moves[i] =
            (struct kauri_probe_move){.hole = moves[i].hole,
                                      .captured = moves[i].captured,
                                      .value = {.r = moves[i].r.low, .dtc = moves[i].dtc},
                                      .successor = moves[i].successor};
    }
    result->move_count = count;
}

// Marks the best moves. Returns whether they have the value of the position.
static bool mark_best(struct kauri_probe_result *result)
{
    const struct kauri_value value = result->value;
    // Without distances, the moves that are as good as the first one are best.
    const uint32_t dtc = value.dtc != KAURI_DTC_UNKNOWN ? value.dtc : result->moves[0].value.dtc;
    for (unsigned i = 0; i < result->move_count; i++) {
        struct kauri_probe_move *move = &result->moves[i];
        move->best = move->value.r == value.r && (value.r == 0 || move->value.dtc == dtc);
    }
    return result->move_count > 0
               ? result->moves[0].best
               : value.r == -1 && (value.dtc == 0 || value.dtc == KAURI_DTC_UNKNOWN);
}

// Completes a result whose moves are set. *stored is the value of the position; NULL if the
// position is derived, so that its value is that of the best move, without its distance if the
// table of the layer has none. Returns false if the moves contradict the stored value. This reveals
// a table that was replaced by another, or altered together with its checksums, before a line of
// play could repeat positions for ever.
static bool conclude(struct kauri_probe_result *result, const struct kauri_value *stored,
                     bool distances)
{
    const struct kauri_value best = result->moves[0].value;
    result->value = (struct kauri_value){.r = best.r,
                                         .dtc = best.r == 0 ? 0
                                                : distances ? best.dtc
                                                            : KAURI_DTC_UNKNOWN};
    if (stored != NULL) {
        result->value = *stored;
    }
    const int r = result->value.r;
    result->standard = kauri_standard_result(&result->position, r);
    result->tiebreaker = kauri_tiebreak_result(&result->position, r);
    result->score_known = kauri_final_score(&result->position, r, result->score);
    return mark_best(result);
}

static struct kauri_probe_result begin(const struct kauri_position *position)
{
    return (struct kauri_probe_result){.position = *position, .seeds = kauri_seeds(position)};
}

// ------------------------------------------------------------------------------ one position

// Finds the values of all moves of the result's position, best first. If one cannot be read, the
// others are read nevertheless, as in a look-up (db/tables/look_up.c).
static enum kauri_status probe_moves(struct kauri_tablebase *tables,
                                     struct kauri_probe_result *result, struct kauri_error *error)
{
    struct kauri_valued_move moves[KAURI_HOLES_MAX];
    const unsigned count = kauri_moves_list(&result->position, moves);
    enum kauri_status failure = KAURI_OK;
    for (unsigned i = 0; i < count; i++) {
        struct kauri_value after = {0};
        // The distance after a capture does not matter.
        const enum kauri_status status =
            kauri_move_captures(&moves[i])
                ? kauri_probe_r(tables, &moves[i].successor, &after.r, error)
                : kauri_probe_value(tables, &moves[i].successor, &after, error);
        if (status != KAURI_OK && status != KAURI_RESOURCE) {
            return status;
        }
        failure = status == KAURI_OK ? failure : status;
        kauri_move_set_value(&moves[i], after);
    }
    take_moves(result, moves, count);
    return failure;
}

enum kauri_status kauri_probe_root(struct kauri_tablebase *tables,
                                   const struct kauri_position *position,
                                   struct kauri_probe_result *result, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_tablebase_layer *layer = NULL;
    struct kauri_value stored = {0};
    KAURI_PASS(kauri_tablebase_open_for(tables, position, &layer, error));
    struct kauri_probe_result found = begin(position);
    const bool derived = !kauri_entry_place(layer, position).stored;
    if (!derived) {
        status = kauri_probe_value(tables, position, &stored, error);
    }
    if (status == KAURI_OK || status == KAURI_RESOURCE) {
        const enum kauri_status moved = probe_moves(tables, &found, error);
        status = moved == KAURI_OK ? status : moved;
    }
    KAURI_PASS(status);
    if (!conclude(&found, derived ? NULL : &stored, layer->dtc_reader != NULL)) {
        return kauri_fail(error, KAURI_CORRUPT,
                          "the tables%s contradict themselves at %s; verify them",
                          kauri_tablebase_where(tables), KAURI_POSITION_TEXT(position));
    }
    *result = found;
    return KAURI_OK;
}

enum kauri_status kauri_best_move(struct kauri_tablebase *tables,
                                  const struct kauri_position *position, int *hole,
                                  struct kauri_error *error)
{
    struct kauri_probe_result result;
    KAURI_PASS(kauri_probe_root(tables, position, &result, error));
    if (result.move_count == 0) {
        return kauri_fail(error, KAURI_BAD_INPUT, "there is no move: the game is over");
    }
    *hole = result.moves[0].hole;
    return KAURI_OK;
}

// ---------------------------------------------------------------------------- many positions

// The look-ups of position i are items[first[i]], the position itself, and after that its moves.
struct root_window {
    struct kauri_tablebase *tables;
    const struct kauri_position *positions;
    struct kauri_probe_result *results;
    enum kauri_status *statuses;
    size_t count;
    size_t *first; // count + 1 elements
    struct kauri_batch_item *items;
};

// Counts the look-ups of a position.
static void count_items(void *context, unsigned worker, uint64_t i)
{
    (void)worker;
    struct root_window *window = context;
    struct kauri_valued_move moves[KAURI_HOLES_MAX];
    const struct kauri_position *position = &window->positions[i];
    const bool fits = kauri_tablebase_fits(window->tables, position, NULL) == KAURI_OK;
    window->first[i + 1] = 1 + (fits ? kauri_moves_list(position, moves) : 0);
}

static void fill_items(void *context, unsigned worker, uint64_t i)
{
    (void)worker;
    struct root_window *window = context;
    struct kauri_valued_move moves[KAURI_HOLES_MAX];
    const struct kauri_position *position = &window->positions[i];
    struct kauri_batch_item *item = &window->items[window->first[i]];
    const size_t moved = window->first[i + 1] - window->first[i] - 1;
    *item = (struct kauri_batch_item){.position = *position, .want = KAURI_BATCH_STORED_VALUE};
    if (moved > 0) {
        (void)kauri_moves_list(position, moves);
    }
    for (size_t m = 0; m < moved; m++) {
        item[1 + m] = (struct kauri_batch_item){
            .position = moves[m].successor,
            .want = kauri_move_captures(&moves[m]) ? KAURI_BATCH_R : KAURI_BATCH_VALUE,
        };
    }
}

static void conclude_root(void *context, unsigned worker, uint64_t i)
{
    (void)worker;
    struct root_window *window = context;
    struct kauri_valued_move moves[KAURI_HOLES_MAX];
    const struct kauri_batch_item *item = &window->items[window->first[i]];
    const unsigned count = (unsigned)(window->first[i + 1] - window->first[i] - 1);
    enum kauri_status status = item->status;
    for (unsigned m = 0; m < count && status == KAURI_OK; m++) {
        status = item[1 + m].status;
    }
    if (status == KAURI_OK) {
        struct kauri_probe_result found = begin(&item->position);
        (void)kauri_moves_list(&item->position, moves);
        for (unsigned m = 0; m < count; m++) {
            kauri_move_set_value(&moves[m], item[1 + m].value);
        }
        take_moves(&found, moves, count);
        const struct kauri_tablebase_layer *layer =
            kauri_tablebase_opened_for(window->tables, &item->position);
        if (conclude(&found, item->derived ? NULL : &item->value, layer->dtc_reader != NULL)) {
            window->results[i] = found;
        } else {
            status = KAURI_CORRUPT;
        }
    }
    window->statuses[i] = status;
}

static enum kauri_status probe_window(struct root_window *window, unsigned threads,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const size_t count = window->count;
    window->items = NULL;
    window->first = calloc(count + 1, sizeof *window->first);
    if (window->first != NULL) {
        kauri_loop_for(threads, count, GRAIN, count_items, window);
        for (size_t i = 0; i < count; i++) {
            window->first[i + 1] += window->first[i];
        }
        window->items = malloc(window->first[count] * sizeof *window->items);
    }
    if (window->items == NULL) {
        KAURI_TRY(kauri_fail(error, KAURI_RESOURCE, "out of memory for %zu positions", count));
    }
    kauri_loop_for(threads, count, GRAIN, fill_items, window);
    KAURI_TRY(
        kauri_batch_look_up(window->tables, window->items, window->first[count], threads, error));
    kauri_loop_for(threads, count, GRAIN, conclude_root, window);
cleanup:
    free(window->first);
    free(window->items);
    return status;
}

enum kauri_status kauri_probe_roots(struct kauri_tablebase *tables,
                                    const struct kauri_position *positions, size_t count,
                                    struct kauri_probe_result *results, enum kauri_status *statuses,
                                    unsigned threads, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    threads = kauri_tablebase_threads(tables, threads);
    for (size_t done = 0; done < count && status == KAURI_OK; done += WINDOW) {
        const size_t rest = count - done;
        struct root_window window = {
            .tables = tables,
            .positions = positions + done,
            .results = results + done,
            .statuses = statuses + done,
            .count = rest < WINDOW ? rest : WINDOW,
        };
        status = probe_window(&window, threads, error);
    }
    for (size_t i = 0; status != KAURI_OK && i < count; i++) {
        statuses[i] = KAURI_RESOURCE;
    }
    return status;
}
