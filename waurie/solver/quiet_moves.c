#include "waurie/solver/quiet_moves.h"

#include <stdlib.h>
#include <string.h>

// If each seed is given the number of its pit, a quiet move makes the sum of the numbers greater.
// Rows with the same sum do not lead to one another, so several threads can process them at once,
// the greatest sum first.
enum {
    // Pairs of a pit and a number of seeds with a quiet move.
    SOWINGS_MAX = WAURIE_PITS_MAX * (WAURIE_PITS_MAX - 1) / 2,
    SUM_MAX = WAURIE_PITS_MAX * WAURIE_SEEDS_MAX,
};

// Quiet moves of the second player with a certain number of seeds from a certain pit.
struct quiet_sowing {
    unsigned pit;
    unsigned count;
    struct waurie_mask before; // the rows that can make the move
    struct waurie_mask after;  // the rows after the move, in the same order
};

struct quiet_work {
    struct waurie_pair *pair;
    unsigned seeds; // seeds of the first player
    const struct waurie_matrix *own;
    const struct waurie_matrix *other;
    uint64_t last; // bits in use of the last word of a line
    struct quiet_sowing sowing[SOWINGS_MAX];
    unsigned sowings;
    uint32_t *rank;              // ranks of the first player's rows, by falling sum
    uint32_t begin[SUM_MAX + 2]; // where the rows with the sum SUM_MAX - i begin in `rank`
    uint32_t first;              // first row of this loop, in `rank`
};

static unsigned sum_of(const uint8_t row[WAURIE_PITS_MAX])
{
    unsigned sum = 0;
    for (unsigned i = 0; i < WAURIE_PITS_MAX; i++) {
        sum += (i + 1) * row[i];
    }
    return sum;
}

// Sorts the rows by counting.
static enum kauri_status sort_rows(struct quiet_work *quiet, struct kauri_error *error)
{
    const unsigned pits = quiet->pair->work->pits;
    uint8_t row[WAURIE_PITS_MAX];
    uint32_t next[SUM_MAX + 1];
    uint32_t rank = 0;
    quiet->rank = malloc(quiet->own->lines * sizeof *quiet->rank);
    if (quiet->rank == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory");
    }
    waurie_row_first(pits, quiet->seeds, row);
    do {
        quiet->begin[SUM_MAX - sum_of(row) + 1]++;
    } while (waurie_row_next(pits, row));
    for (unsigned i = 0; i <= SUM_MAX; i++) {
        quiet->begin[i + 1] += quiet->begin[i];
        next[i] = quiet->begin[i];
    }
    waurie_row_first(pits, quiet->seeds, row);
    do {
        quiet->rank[next[SUM_MAX - sum_of(row)]++] = rank++;
    } while (waurie_row_next(pits, row));
    return KAURI_OK;
}

static enum kauri_status make_masks(void *context, unsigned worker, uint64_t index,
                                    struct kauri_error *error)
{
    struct quiet_work *quiet = context;
    struct quiet_sowing *sowing = &quiet->sowing[index];
    const struct waurie_layer_work *work = quiet->pair->work;
    const unsigned seeds = work->seeds - quiet->seeds;
    uint8_t least[WAURIE_PITS_MAX] = {0};
    uint8_t maximum[WAURIE_PITS_MAX];
    (void)worker;
    memset(maximum, WAURIE_SEEDS_MAX, sizeof maximum);
    least[sowing->pit] = (uint8_t)sowing->count;
    maximum[sowing->pit] = (uint8_t)sowing->count;
    enum kauri_status status =
        waurie_mask_make(work->pits, seeds, least, maximum, &sowing->before, error);
    memset(least, 0, sizeof least);
    memset(least + sowing->pit + 1, 1, sowing->count);
    maximum[sowing->pit] = 0;
    if (status == KAURI_OK) {
        status = waurie_mask_make(work->pits, seeds, least, maximum, &sowing->after, error);
    }
    return status;
}

// Lists the quiet moves of the second player.
static enum kauri_status make_sowings(struct quiet_work *quiet, struct kauri_error *error)
{
    const struct waurie_layer_work *work = quiet->pair->work;
    const unsigned seeds = work->seeds - quiet->seeds;
    for (unsigned pit = 0; pit + 1 < work->pits; pit++) {
        for (unsigned count = 1; count <= seeds && pit + count < work->pits; count++) {
            quiet->sowing[quiet->sowings++] = (struct quiet_sowing){.pit = pit, .count = count};
        }
    }
    const struct kauri_loop loop = {.pace = quiet->pair->pace, .count = quiet->sowings};
    return kauri_loop(&loop, make_masks, quiet, error);
}

// Does steps 2 and 3 for one row of the first player.
static enum kauri_status treat_row(void *context, unsigned worker, uint64_t index,
                                   struct kauri_error *error)
{
    const struct quiet_work *quiet = context;
    const struct waurie_pair *pair = quiet->pair;
    const struct waurie_layer_work *work = pair->work;
    const struct waurie_matrix *own = quiet->own;
    const struct waurie_matrix *other = quiet->other;
    const uint32_t rank = quiet->rank[quiet->first + index];
    uint64_t *line = waurie_matrix_line(own, rank);
    uint64_t *moved = pair->line[worker];
    uint8_t row[WAURIE_PITS_MAX];
    (void)error;
    waurie_row_at(work->pits, quiet->seeds, rank, row);
    for (unsigned pit = 0; pit < work->pits; pit++) {
        const struct waurie_sown *sowing = &pair->sowing[pit][row[pit]];
        if (row[pit] != 0 && sowing->stored == 0) {
            const uint32_t after = waurie_pair_rank_after(pair, row, pit, sowing, quiet->seeds);
            work->lines->or_not_words(waurie_matrix_line(other, after), own->words, line);
        }
    }
    line[own->words - 1] &= quiet->last;
    for (unsigned s = 0; s < quiet->sowings; s++) {
        work->lines->gather_not(&quiet->sowing[s].after, line, moved);
        work->lines->scatter_or(&quiet->sowing[s].before, moved, waurie_matrix_line(other, rank));
    }
    return KAURI_OK;
}

enum kauri_status waurie_quiet_moves(struct waurie_pair *pair, unsigned seeds,
                                     const struct waurie_matrix *own,
                                     const struct waurie_matrix *other, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct quiet_work quiet = {
        .pair = pair,
        .seeds = seeds,
        .own = own,
        .other = other,
        .last = own->bits % 64 == 0 ? UINT64_MAX : ((uint64_t)1 << own->bits % 64) - 1,
    };
    KAURI_TRY(sort_rows(&quiet, error));
    KAURI_TRY(make_sowings(&quiet, error));
    for (unsigned i = 0; i <= SUM_MAX; i++) {
        // Adds half of the work on the positions of both blocks.
        const uint64_t rows = quiet.begin[i + 1] - quiet.begin[i];
        const bool same = 2 * seeds == pair->work->seeds;
        const struct kauri_loop loop = {.pace = pair->pace,
                                        .count = rows,
                                        // 64 positions take as long as one.
                                        .positions = rows * own->words + 1,
                                        .done = rows * own->bits / (same ? 2 : 1)};
        quiet.first = quiet.begin[i];
        KAURI_TRY(kauri_loop(&loop, treat_row, &quiet, error));
    }
cleanup:
    for (unsigned s = 0; s < quiet.sowings; s++) {
        waurie_mask_clear(&quiet.sowing[s].before);
        waurie_mask_clear(&quiet.sowing[s].after);
    }
    free(quiet.rank);
    return status;
}
