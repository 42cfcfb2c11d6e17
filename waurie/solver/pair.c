#include "waurie/solver/pair.h"

#include "common/memory.h"
#include "waurie/layer_file.h"
#include "waurie/solver/matrix.h"
#include "waurie/solver/quiet_moves.h"
#include "waurie/solver/storing_moves.h"

#include <stdlib.h>

static size_t block_bytes(const struct waurie_layer *layer, unsigned own)
{
    return (size_t)waurie_block_words(layer, own) * sizeof(uint64_t);
}

// Describes the block with `own` seeds in the mover's row at *bits, which is allocated.
static enum kauri_status place(const struct waurie_pair *pair, unsigned own, uint64_t **bits,
                               struct waurie_matrix *block, struct kauri_error *error)
{
    const struct waurie_layer *layer = &pair->work->layer[pair->work->seeds];
    *block = (struct waurie_matrix){
        .lines = layer->lines[own], .bits = layer->line_bits[own], .words = layer->line_words[own]};
    *bits = kauri_large_new(block_bytes(layer, own));
    block->at = *bits;
    return *bits != NULL ? KAURI_OK : kauri_fail(error, KAURI_RESOURCE, "out of memory");
}

static void transpose(const struct waurie_pair *pair, const struct waurie_matrix *from,
                      const struct waurie_matrix *to)
{
    waurie_matrix_transpose(pair->work->lines, pair->pace->threads, from, to);
}

// Solves the pair in which one row is empty. If the owner of that row is to move, the owner has
// won. If the other player is to move, that player has lost or, with at_turn, may still move:
// storing moves decide, and after a quiet move the owner of the empty row is to move.
static enum kauri_status solve_empty(struct waurie_pair *pair, struct waurie_pair_blocks *blocks,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const unsigned seeds = pair->work->seeds;
    struct waurie_matrix won;
    struct waurie_matrix other;
    struct waurie_matrix moves = {.lines = 0};
    KAURI_TRY(place(pair, 0, &blocks->bits[0], &won, error));
    waurie_matrix_fill(&won, true);
    if (seeds > 0) {
        KAURI_TRY(place(pair, seeds, &blocks->bits[1], &other, error));
        waurie_matrix_fill(&other, false);
    }
    if (seeds > 0 && pair->work->rules.at_turn) {
        KAURI_TRY(waurie_matrix_new(other.bits, other.lines, &moves, error));
        KAURI_TRY(waurie_storing_moves(pair, seeds, &moves, error));
        transpose(pair, &moves, &other);
    }
cleanup:
    waurie_matrix_free(&moves);
    return status;
}

static enum kauri_status solve_blocks(struct waurie_pair *pair, struct waurie_pair_blocks *blocks,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct waurie_layer *layer = &pair->work->layer[pair->work->seeds];
    const unsigned first = blocks->first;
    const unsigned second = pair->work->seeds - first;
    struct waurie_matrix own = {.lines = 0};
    struct waurie_matrix moves = {.lines = 0};
    struct waurie_matrix of_first;
    struct waurie_matrix of_second;
    KAURI_TRY(waurie_matrix_new(layer->line_bits[first], layer->lines[first], &own, error));
    KAURI_TRY(waurie_storing_moves(pair, first, &own, error));
    if (first == second) {
        KAURI_TRY(place(pair, second, &blocks->bits[0], &of_second, error));
        transpose(pair, &own, &of_second);
    } else {
        KAURI_TRY(waurie_matrix_new(layer->line_bits[second], layer->lines[second], &moves, error));
        KAURI_TRY(waurie_storing_moves(pair, second, &moves, error));
        KAURI_TRY(place(pair, second, &blocks->bits[1], &of_second, error));
        transpose(pair, &moves, &of_second);
        waurie_matrix_free(&moves);
    }
    KAURI_TRY(waurie_quiet_moves(pair, first, &own, &of_second, error));
    if (first != second) {
        KAURI_TRY(place(pair, first, &blocks->bits[0], &of_first, error));
        transpose(pair, &own, &of_first);
    }
cleanup:
    waurie_matrix_free(&own);
    waurie_matrix_free(&moves);
    return status;
}

static uint32_t longest_line(unsigned pits, unsigned seeds)
{
    return waurie_line_words(waurie_row_count(pits, seeds)) + 1;
}

enum kauri_status waurie_pair_solve(const struct waurie_layer_work *work, struct kauri_pace *pace,
                                    struct waurie_pair_blocks *blocks, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct waurie_pair pair = {
        .work = work, .pace = pace, .line = calloc(pace->threads, sizeof(uint64_t *))};
    for (unsigned t = 0; t < pace->threads; t++) {
        if (pair.line == NULL || (pair.line[t] = calloc(longest_line(work->pits, work->seeds),
                                                        sizeof(uint64_t))) == NULL) {
            status = kauri_fail(error, KAURI_RESOURCE, "out of memory");
            goto cleanup;
        }
    }
    for (unsigned pit = 0; pit < work->pits; pit++) {
        for (unsigned seeds = 1; seeds <= work->seeds; seeds++) {
            pair.sowing[pit][seeds] = waurie_sow(&work->rules, work->pits, pit, seeds);
        }
    }
    status =
        blocks->first == 0 ? solve_empty(&pair, blocks, error) : solve_blocks(&pair, blocks, error);
cleanup:
    for (unsigned t = 0; pair.line != NULL && t < pace->threads; t++) {
        free(pair.line[t]);
    }
    free(pair.line);
    return status;
}

void waurie_pair_blocks_free(const struct waurie_layer *layer, struct waurie_pair_blocks *blocks)
{
    kauri_large_free(blocks->bits[0], block_bytes(layer, blocks->first));
    kauri_large_free(blocks->bits[1], block_bytes(layer, layer->seeds - blocks->first));
    blocks->bits[0] = NULL;
    blocks->bits[1] = NULL;
}

static uint64_t matrix_bytes(unsigned pits, unsigned line_seeds, unsigned bit_seeds)
{
    return (uint64_t)waurie_row_count(pits, line_seeds) *
           waurie_line_words(waurie_row_count(pits, bit_seeds)) * sizeof(uint64_t);
}

static uint64_t greater(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

uint64_t waurie_pair_scratch(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                             unsigned first, unsigned threads)
{
    const unsigned second = seeds - first;
    // Lines for the rows of the first player, and for those of the second.
    const uint64_t own = matrix_bytes(pits, first, second);
    const uint64_t moves = matrix_bytes(pits, second, first);
    const uint64_t bonus = greater(first == 0 ? 0 : matrix_bytes(pits, first - 1, second),
                                   second == 0 ? 0 : matrix_bytes(pits, second - 1, first));
    // Each thread has a line. In addition there are masks of longer rows, or two of each quiet
    // move, with 16 bytes for a word; and ranks.
    const uint64_t line = longest_line(pits, seeds) * sizeof(uint64_t);
    const uint64_t sown = (uint64_t)waurie_stored_most(rules, pits, seeds) * 2 * pits + 1;
    const uint64_t masks = greater(sown, (uint64_t)pits * pits) * 2 * line;
    const uint64_t small = threads * (line + sizeof(uint64_t *)) + masks +
                           waurie_row_count(pits, first) * sizeof(uint32_t) + (64 << 10);
    // The blocks are allocated when the bonus moves have been freed: first of_second, which is as
    // large as own, together with moves; then of_first, which is as large as moves.
    return own + moves + greater(bonus, own) + small;
}
