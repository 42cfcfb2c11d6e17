#include "waurie/solver/measure_layer.h"

#include <stdatomic.h>

struct measuring {
    const struct waurie_measure_work *work;
    const struct waurie_layer *layer; // the one that is made
    struct kauri_pace pace;
    atomic_ullong done; // positions
    atomic_bool stop;
};

// What a move that does not end the game is worth to the mover. The player to move after it has the
// row `to` and the opponent the row `fed`, or with a bonus move the other way round. There is no
// branch: the kinds of the moves follow no order that a processor could foresee.
static struct waurie_scores score_of(const struct waurie_measure_work *work,
                                     const struct waurie_row_move *move, unsigned waiting,
                                     uint32_t fed)
{
    const struct waurie_layer *layer = &work->layer[work->seeds - move->stored];
    const uint32_t bonus = -(uint32_t)(move->kind == WAURIE_ROW_BONUS); // all bits, or none
    const uint32_t swap = (fed ^ move->to) & bonus;
    const unsigned own = (bonus & move->own) | (~bonus & waiting);
    const struct waurie_scores after =
        work->scores[move->stored][waurie_place(layer, own, move->to ^ swap, fed ^ swap)];
    // Another turn, and another player, unless it is a bonus move.
    const int turned = (int)~bonus;
    const int turns = after.turns ^ turned;
    const int sowings = after.sowings ^ turned;
    return (struct waurie_scores){
        .turns = (int16_t)(turns + (waurie_score_step((int16_t)turns) & turned)),
        .sowings = (int16_t)(sowings + waurie_score_step((int16_t)sowings)),
    };
}

// The scores of a position whose mover has the row with these moves: the greatest of the moves.
static struct waurie_scores best_of(const struct waurie_measure_work *work,
                                    const struct waurie_row_move *moves, unsigned waiting,
                                    uint32_t waiting_rank)
{
    const uint32_t rows = work->layer[work->seeds].line_bits[waiting];
    struct waurie_scores best = {WAURIE_SCORE_LOSS, WAURIE_SCORE_LOSS};
    for (unsigned i = 0; i < work->rows->pits && moves[i].kind != WAURIE_ROW_NO_MOVE; i++) {
        const struct waurie_row_move *move = &moves[i];
        if (move->kind == WAURIE_ROW_WINS) {
            return (struct waurie_scores){waurie_score(true, 1), waurie_score(true, 1)};
        }
        const uint32_t fed = waurie_row_fed(work->rows, waiting, move->fed, rows)[waiting_rank];
        const struct waurie_scores scores = score_of(work, move, waiting + move->fed, fed);
        best.turns = scores.turns > best.turns ? scores.turns : best.turns;
        best.sowings = scores.sowings > best.sowings ? scores.sowings : best.sowings;
    }
    return best;
}

static void measure(const struct measuring *measuring, unsigned own, uint32_t mover,
                    uint32_t waiting)
{
    const struct waurie_measure_work *work = measuring->work;
    const unsigned pits = work->rows->pits;
    work->scores[0][waurie_place(measuring->layer, own, waiting, mover)] =
        best_of(work, &work->rows->moves[own][(uint64_t)mover * pits], work->seeds - own, waiting);
}

// Notes what a thread has done of a pair, which can take long; the caller's thread reports.
// KAURI_INTERRUPTED if all are to stop.
static enum kauri_status note_done(struct measuring *measuring, unsigned worker, uint64_t done,
                                   struct kauri_error *error)
{
    struct kauri_pace *pace = &measuring->pace;
    const uint64_t all = atomic_fetch_add(&measuring->done, done) + done;
    if (worker == 0 && kauri_pace_due(pace)) {
        pace->report.done = all < pace->report.total ? all : pace->report.total;
        atomic_store(&measuring->stop, kauri_pace_look(pace, error) != KAURI_OK);
    }
    return !atomic_load(&measuring->stop)
               ? KAURI_OK
               : kauri_fail(error, KAURI_INTERRUPTED, "stopped in layer %u", pace->report.layer);
}

// The pair {own, seeds - own}: each row of `own` seeds with those of the other number; with equal
// numbers, with the rows that did not come before it. A position with the rows x and y depends on
// positions of the pair in which either x or y is smaller, so the rows may be taken in any order in
// which both grow. A few rows x at a time make use of whole lines of the cache: otherwise most
// reads of the blocks in which y's player moves would miss it.
static enum kauri_status measure_pair(struct measuring *measuring, unsigned worker, unsigned own,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    enum { TILE = 64 / sizeof(struct waurie_scores) };
    const unsigned other = measuring->work->seeds - own;
    const uint32_t rows = measuring->layer->line_bits[own];
    const uint32_t others = measuring->layer->line_bits[other];
    for (uint32_t first = 0; first < rows; first += TILE) {
        const uint32_t end = first + TILE < rows ? first + TILE : rows;
        uint64_t done = 0;
        for (uint32_t y = own == other ? first : 0; y < others; y++) {
            for (uint32_t x = first; x < end && (own != other || x <= y); x++, done += 2) {
                measure(measuring, own, x, y);
                if (own != other || x < y) {
                    measure(measuring, other, y, x);
                }
            }
        }
        KAURI_TRY(note_done(measuring, worker, done, error));
    }
cleanup:
    return status;
}

static void fill(struct measuring *measuring, unsigned own, bool win)
{
    const struct waurie_layer *layer = measuring->layer;
    const uint64_t count = (uint64_t)layer->lines[own] * layer->line_bits[own];
    for (uint64_t i = 0; i < count; i++) {
        measuring->work->scores[0][layer->place[own] + i] =
            (struct waurie_scores){waurie_score(win, 0), waurie_score(win, 0)};
    }
}

// The blocks with an empty row. Its owner has won, but with `at_turn` only when he is to move:
// otherwise the other player sows first.
static void measure_empty(struct measuring *measuring)
{
    const unsigned seeds = measuring->work->seeds;
    fill(measuring, 0, true);
    if (seeds > 0 && !measuring->work->rules.at_turn) {
        fill(measuring, seeds, false);
    }
    for (uint32_t row = 0;
         seeds > 0 && measuring->work->rules.at_turn && row < measuring->layer->line_bits[seeds];
         row++) {
        measure(measuring, seeds, row, 0);
    }
}

// The largest pair comes first.
static enum kauri_status measure_index(void *context, unsigned worker, uint64_t index,
                                       struct kauri_error *error)
{
    struct measuring *measuring = context;
    return measure_pair(measuring, worker, measuring->work->seeds / 2 - (unsigned)index, error);
}

enum kauri_status waurie_measure_layer(const struct waurie_measure_work *work, unsigned threads,
                                       struct kauri_error *error)
{
    struct measuring measuring = {
        .work = work,
        .layer = &work->layer[work->seeds],
        .pace = {.threads = threads,
                 .progress = work->progress,
                 .report = {.stage = "distances", .layer = work->seeds},
                 .began = kauri_clock_seconds()},
    };
    const struct kauri_loop loop = {.pace = &measuring.pace, .count = work->seeds / 2};
    measuring.pace.report.total = measuring.layer->places;
    measure_empty(&measuring);
    return kauri_loop(&loop, measure_index, &measuring, error);
}
