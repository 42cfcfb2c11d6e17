#include "waurie/solver/measure_layer.h"

#include "waurie/solver/layer_ticks.h"

struct measuring {
    const struct waurie_measure_work *work;
    const struct waurie_layer *layer; // the one that is made
    struct waurie_layer_ticks ticks;
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

// The pair {own, seeds - own}: each row of `own` seeds with those of the other number; with equal
// numbers, with the rows that did not come before it. A position with the rows x and y depends on
// positions of the pair in which either x or y is smaller, so the rows may be taken in any order in
// which both grow. A few rows x at a time make use of whole lines of the cache: otherwise most
// reads of the blocks in which y's player moves would miss it.
static void measure_pair(struct measuring *measuring, unsigned worker, unsigned own)
{
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
        if (waurie_ticks_tick(&measuring->ticks, worker, done)) {
            return;
        }
    }
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
static void measure_index(void *context, unsigned worker, uint64_t index)
{
    struct measuring *measuring = context;
    if (!atomic_load(&measuring->ticks.stop)) {
        measure_pair(measuring, worker, measuring->work->seeds / 2 - (unsigned)index);
    }
}

enum kauri_status waurie_measure_layer(const struct waurie_measure_work *work, unsigned threads,
                                       struct kauri_error *error)
{
    struct measuring measuring = {.work = work, .layer = &work->layer[work->seeds]};
    waurie_ticks_begin(&measuring.ticks, work->progress, work->seeds, measuring.layer->places);
    measuring.ticks.report.stage = "distances";
    measure_empty(&measuring);
    kauri_loop_for(threads, work->seeds / 2, 1, measure_index, &measuring);
    return atomic_load(&measuring.ticks.stop) ? kauri_fail(error, KAURI_INTERRUPTED, "interrupted")
                                              : KAURI_OK;
}
