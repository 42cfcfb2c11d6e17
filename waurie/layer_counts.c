#include "waurie/layer_counts.h"

#include "waurie/decide.h"
#include "waurie/layer_file.h"
#include "waurie/rows.h"

#include <inttypes.h>
#include <stdatomic.h>

struct win_counting {
    const struct waurie_layer *layer;
    atomic_ullong wins;
};

// Counts the wins in a part of a layer, but for the blocks with an empty row: the first and the
// last one.
static void count_wins(void *context, uint64_t first, uint64_t count, const uint64_t *words)
{
    struct win_counting *counting = context;
    const struct waurie_layer *layer = counting->layer;
    uint64_t wins = 0;
    if (layer->seeds > 1) {
        const uint64_t from = layer->block[1];
        const uint64_t to = layer->block[layer->seeds];
        const uint64_t end = first + count < to ? first + count : to;
        for (uint64_t w = first > from ? first : from; w < end; w++) {
            wins += (uint64_t)__builtin_popcountll(words[w - first]);
        }
    }
    atomic_fetch_add(&counting->wins, wins);
}

enum kauri_status waurie_layer_count(const char *folder, const struct waurie_rules *rules,
                                     unsigned pits, unsigned seeds, unsigned threads,
                                     const struct kauri_progress *progress,
                                     struct waurie_layer_counts *counts, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct waurie_layer layer;
    struct win_counting counting = {.layer = &layer};
    struct kauri_reader *reader = NULL;
    waurie_layer_make(pits, seeds, &layer);
    *counts = (struct waurie_layer_counts){.seeds = seeds,
                                           .positions = waurie_layer_positions(&layer),
                                           .turns_most = UINT64_MAX,
                                           .sowings_most = UINT64_MAX};
    KAURI_TRY(waurie_file_open(folder, rules, &layer, &reader, error));
    KAURI_TRY(waurie_file_read(reader, &layer, 0, layer.words, threads, progress, count_wins,
                               &counting, error));
    counts->wins = atomic_load(&counting.wins);
    counts->losses = counts->positions - counts->wins;
cleanup:
    kauri_reader_close(reader);
    return status;
}

// Measures the positions with one row of the player who waits.
static enum kauri_status measure_line(struct waurie_decider *decider, struct waurie_board *board,
                                      unsigned own, struct waurie_layer_counts *counts,
                                      uint64_t *wins, struct kauri_error *error)
{
    waurie_row_first(board->pits, own, board->own);
    do {
        struct waurie_value value;
        const enum kauri_status status = waurie_decide(decider, board, &value, error);
        if (status != KAURI_OK) {
            return status;
        }
        *wins += value.win ? 1 : 0;
        counts->turns_most = value.turns > counts->turns_most ? value.turns : counts->turns_most;
        counts->sowings_most =
            value.sowings > counts->sowings_most ? value.sowings : counts->sowings_most;
    } while (waurie_row_next(board->pits, board->own));
    return KAURI_OK;
}

enum kauri_status waurie_layer_measure(struct waurie_decider *decider, unsigned pits,
                                       const struct kauri_progress *progress,
                                       struct waurie_layer_counts *counts,
                                       struct kauri_error *error)
{
    struct waurie_board board = {.pits = (uint8_t)pits};
    uint64_t wins = 0;
    counts->turns_most = 0;
    counts->sowings_most = 0;
    for (unsigned own = 1; own < counts->seeds; own++) {
        waurie_row_first(pits, counts->seeds - own, board.other);
        do {
            const enum kauri_status status =
                measure_line(decider, &board, own, counts, &wins, error);
            if (status != KAURI_OK) {
                return status;
            }
            if (kauri_progress_cancelled(progress)) {
                return kauri_fail(error, KAURI_INTERRUPTED, "interrupted");
            }
        } while (waurie_row_next(pits, board.other));
    }
    if (wins != counts->wins) {
        return kauri_fail(error, KAURI_WRONG,
                          "the table of layer %u has %" PRIu64 " wins; there are %" PRIu64,
                          counts->seeds, counts->wins, wins);
    }
    return KAURI_OK;
}
