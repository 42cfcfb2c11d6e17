#include "waurie/solver/storing_moves.h"

enum { ROWS = 32 }; // rows that a thread takes at a time

struct storing_work {
    struct waurie_pair *pair;
    unsigned own;
    unsigned waiting;
    const struct waurie_matrix *to;
    const struct waurie_matrix *bonus; // the block of the bonus moves, transposed
    // Rows of the waiting player after a move, by seeds received.
    struct waurie_mask sown[WAURIE_SEEDS_MAX + 1];
    bool takes[WAURIE_PITS_MAX][WAURIE_SEEDS_MAX + 1]; // moves of this pass, by pit and seeds
};

static struct waurie_matrix lower_block(const struct storing_work *storing, unsigned stored,
                                        unsigned own)
{
    const struct waurie_layer_work *work = storing->pair->work;
    const struct waurie_layer *layer = &work->layer[work->seeds - stored];
    return (struct waurie_matrix){.lines = layer->lines[own],
                                  .bits = layer->line_bits[own],
                                  .words = layer->line_words[own],
                                  .at =
                                      waurie_tables_block(work->tables, work->seeds - stored, own)};
}

// A bonus move after a whole round changes the waiting row too: its bits are in one column of the
// block. Such moves are rare, since they take 2 x pits + 1 seeds or more.
static void or_column(const struct waurie_matrix *block, const struct waurie_mask *sown,
                      uint32_t column, uint64_t *to)
{
    uint32_t number = 0; // number of the waiting row among those in `sown`
    for (uint32_t i = 0; i < sown->words; i++) {
        for (uint64_t bits = sown->bits[i]; bits != 0; bits &= bits - 1) {
            const uint32_t line = 64 * sown->index[i] + (uint32_t)__builtin_ctzll(bits);
            const uint64_t bit = waurie_matrix_line(block, line)[column / 64] >> column % 64 & 1;
            to[number / 64] |= bit << number % 64;
            number++;
        }
    }
}

// ORs the results of one move from a row of the mover, for all waiting rows.
static void or_move(const struct storing_work *storing, const uint8_t row[WAURIE_PITS_MAX],
                    unsigned pit, uint64_t *line, uint64_t *to)
{
    const struct waurie_pair *pair = storing->pair;
    const struct waurie_lines *lines = pair->work->lines;
    const struct waurie_sown *sowing = &pair->sowing[pit][row[pit]];
    const unsigned own_after = storing->own - row[pit] + sowing->own_sum;
    const uint32_t rank = waurie_pair_rank_after(pair, row, pit, sowing, own_after);
    if (waurie_is_plain_bonus(sowing)) {
        lines->or_words(waurie_matrix_line(storing->bonus, rank), storing->to->words, to);
        return;
    }
    const struct waurie_mask *sown = &storing->sown[sowing->other_sum];
    const struct waurie_matrix block =
        lower_block(storing, sowing->stored,
                    waurie_mover_after(sowing, storing->own, row[pit], storing->waiting));
    if (sowing->again) {
        or_column(&block, sown, rank, to);
    } else {
        lines->gather_not(sown, waurie_matrix_line(&block, rank), line);
        lines->or_words(line, storing->to->words, to);
    }
}

static enum kauri_status sow_rows(void *context, unsigned worker, uint64_t index,
                                  struct kauri_error *error)
{
    const struct storing_work *storing = context;
    const struct waurie_pair *pair = storing->pair;
    const unsigned pits = pair->work->pits;
    const uint32_t rest = storing->to->lines - (uint32_t)index * ROWS;
    uint32_t rank = (uint32_t)index * ROWS;
    const uint32_t end = rank + (rest < ROWS ? rest : ROWS);
    uint8_t row[WAURIE_PITS_MAX];
    (void)error;
    for (waurie_row_at(pits, storing->own, rank, row); rank < end; rank++) {
        for (unsigned pit = 0; pit < pits; pit++) {
            if (storing->takes[pit][row[pit]]) {
                or_move(storing, row, pit, pair->line[worker],
                        waurie_matrix_line(storing->to, rank));
            }
        }
        (void)waurie_row_next(pits, row);
    }
    return KAURI_OK;
}

// The mask for `index` seeds received, if a move needs it.
static enum kauri_status make_mask(void *context, unsigned worker, uint64_t index,
                                   struct kauri_error *error)
{
    struct storing_work *storing = context;
    const struct waurie_pair *pair = storing->pair;
    bool wanted = false;
    (void)worker;
    for (unsigned pit = 0; pit < pair->work->pits; pit++) {
        for (unsigned count = 1; count <= storing->own; count++) {
            const struct waurie_sown *sowing = &pair->sowing[pit][count];
            wanted = wanted || (sowing->stored != 0 && !waurie_is_plain_bonus(sowing) &&
                                sowing->other_sum == index);
        }
    }
    return wanted ? waurie_mask_sown(pair->work->pits, storing->waiting + (unsigned)index,
                                     (unsigned)index, &storing->sown[index], error)
                  : KAURI_OK;
}

// Chooses the moves whose blocks are held, and takes the blocks out of *wanted. The bonus moves
// need only the transposed block, and belong to the first pass.
static void choose_moves(struct storing_work *storing, bool first, struct waurie_block_set *wanted)
{
    const struct waurie_pair *pair = storing->pair;
    const struct waurie_layer_work *work = pair->work;
    struct waurie_block_set left = *wanted;
    for (unsigned pit = 0; pit < pair->work->pits; pit++) {
        for (unsigned count = 1; count <= storing->own; count++) {
            const struct waurie_sown *sowing = &pair->sowing[pit][count];
            const unsigned after =
                waurie_mover_after(sowing, storing->own, count, storing->waiting);
            bool *takes = &storing->takes[pit][count];
            *takes = false;
            if (sowing->stored != 0 && waurie_is_plain_bonus(sowing)) {
                *takes = first;
            } else if (sowing->stored != 0 && wanted->has[sowing->stored][after] &&
                       waurie_tables_block(work->tables, work->seeds - sowing->stored, after) !=
                           NULL) {
                *takes = true;
                left.has[sowing->stored][after] = false;
            }
        }
    }
    *wanted = left;
}

static bool is_empty(const struct waurie_block_set *set)
{
    for (unsigned stored = 0; stored <= WAURIE_SEEDS_MAX; stored++) {
        for (unsigned own = 0; own <= WAURIE_SEEDS_MAX; own++) {
            if (set->has[stored][own]) {
                return false;
            }
        }
    }
    return true;
}

// Passes over all rows, each time with the moves into the blocks that are held; one pass is enough
// if all blocks are.
static enum kauri_status run_passes(struct storing_work *storing, struct waurie_block_set *wanted,
                                    struct kauri_error *error)
{
    bool first = true;
    do {
        if (!is_empty(wanted)) {
            KAURI_PASS(waurie_lower_hold(storing->pair->work->lower, wanted, error));
        }
        choose_moves(storing, first, wanted);
        // Adds half of the work on these positions; the other half is that of the quiet moves.
        const uint64_t worth = (uint64_t)storing->to->lines * storing->to->bits / 2;
        const struct kauri_loop loop = {.pace = storing->pair->pace,
                                        .count = (storing->to->lines + ROWS - 1) / ROWS,
                                        .done = first ? worth : 0};
        KAURI_PASS(kauri_loop(&loop, sow_rows, storing, error));
        first = false;
    } while (!is_empty(wanted));
    return KAURI_OK;
}

enum kauri_status waurie_storing_moves(struct waurie_pair *pair, unsigned own,
                                       const struct waurie_matrix *to, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct waurie_layer_work *work = pair->work;
    struct waurie_matrix bonus = {.lines = 0};
    struct storing_work storing = {
        .pair = pair, .own = own, .waiting = work->seeds - own, .to = to, .bonus = &bonus};
    struct waurie_block_set plain = {.has = {{false}}};
    struct waurie_block_set wanted = {.has = {{false}}};
    plain.has[1][own - 1] = true;
    KAURI_TRY(waurie_lower_hold(work->lower, &plain, error));
    const struct waurie_matrix below = lower_block(&storing, 1, own - 1);
    KAURI_TRY(waurie_matrix_new(below.bits, below.lines, &bonus, error));
    waurie_matrix_transpose(work->lines, pair->pace->threads, &below, &bonus);
    const struct kauri_loop masks = {.pace = pair->pace, .count = WAURIE_SEEDS_MAX + 1};
    KAURI_TRY(kauri_loop(&masks, make_mask, &storing, error));
    waurie_block_set_add(&work->rules, work->pits, work->seeds, own, false, &wanted);
    KAURI_TRY(run_passes(&storing, &wanted, error));
cleanup:
    waurie_matrix_free(&bonus);
    for (unsigned added = 0; added <= WAURIE_SEEDS_MAX; added++) {
        waurie_mask_clear(&storing.sown[added]);
    }
    return status;
}
