#include "waurie/solver/pair.h"

#include "waurie/rows.h"
#include "waurie/solver/row_masks.h"
#include "waurie/solver/sowing.h"

#include <stdlib.h>
#include <string.h>

enum {
    QUIET_MAX = WAURIE_PITS_MAX * (WAURIE_PITS_MAX - 1) / 2, // pits and seeds of a quiet move
    TICK_WORDS = 1 << 16,                                    // between two ticks
};

// A matrix of bits: lines of whole words.
struct matrix {
    uint32_t lines;
    uint32_t bits; // of a line
    uint32_t words;
    uint64_t *at;
};

// Quiet moves of the second player with a certain number of seeds from a certain pit.
struct quiet_sowing {
    struct waurie_mask before; // the rows that can make the move
    struct waurie_mask after;  // what they become, in the same order
};

struct pair {
    const struct waurie_layer_work *work;
    struct waurie_sown sowing[WAURIE_PITS_MAX][WAURIE_SEEDS_MAX + 1];
    struct waurie_mask sown[WAURIE_SEEDS_MAX + 1]; // of the waiting row, by seeds received; on use
    struct quiet_sowing quiet[QUIET_MAX];
    unsigned quiets;
    uint64_t *line; // the result of a move for a whole line, and a word more
    waurie_pair_tick *tick;
    void *context;
    uint64_t treated; // positions since the last tick, twice over
};

static enum kauri_status matrix_new(uint32_t lines, uint32_t bits, struct matrix *matrix,
                                    struct kauri_error *error)
{
    *matrix = (struct matrix){.lines = lines, .bits = bits, .words = waurie_line_words(bits)};
    matrix->at = calloc((uint64_t)lines * matrix->words, sizeof *matrix->at);
    return matrix->at != NULL ? KAURI_OK : kauri_fail(error, KAURI_RESOURCE, "out of memory");
}

static void matrix_free(struct matrix *matrix)
{
    free(matrix->at);
    matrix->at = NULL;
}

static uint64_t *line_of(const struct matrix *matrix, uint32_t line)
{
    return matrix->at + (uint64_t)line * matrix->words;
}

// The block of layer `seeds` with `own` seeds in the mover's row.
static struct matrix block_of(const struct waurie_layer_work *work, unsigned seeds, unsigned own)
{
    const struct waurie_layer *layer = &work->layer[seeds];
    uint64_t *bits = seeds == work->seeds ? work->bits : work->below[work->seeds - seeds];
    return (struct matrix){.lines = layer->lines[own],
                           .bits = layer->line_bits[own],
                           .words = layer->line_words[own],
                           .at = bits + layer->block[own]};
}

static void transpose(const struct pair *pair, const struct matrix *from, const struct matrix *to)
{
    pair->work->lines->transpose(from->at, from->lines, from->bits, from->words, to->at, to->words);
}

// Counts `words` words of half the positions' work; KAURI_INTERRUPTED if the work is to stop.
static enum kauri_status treat(struct pair *pair, uint64_t positions, struct kauri_error *error)
{
    pair->treated += positions;
    if (pair->treated < TICK_WORDS * 64ULL) {
        return KAURI_OK;
    }
    const uint64_t treated = pair->treated / 2;
    pair->treated = 0;
    return pair->tick(pair->context, treated) ? kauri_fail(error, KAURI_INTERRUPTED, "interrupted")
                                              : KAURI_OK;
}

// The rank of the row after the mover's part of a sowing.
static uint32_t rank_after(const struct pair *pair, const uint8_t row[WAURIE_PITS_MAX],
                           unsigned pit, const struct waurie_sown *sowing, unsigned seeds)
{
    uint8_t after[WAURIE_PITS_MAX];
    for (unsigned i = 0; i < WAURIE_PITS_MAX; i++) {
        after[i] = (uint8_t)((i == pit ? 0 : row[i]) + sowing->own[i]);
    }
    return waurie_row_rank(pair->work->pits, seeds, after);
}

// A bonus move after a whole round changes the waiting row too: its bits are in one column of the
// block. Such moves are rare, since they take 2 x pits + 1 seeds or more.
static void or_column(const struct matrix *block, const struct waurie_mask *sown, uint32_t column,
                      uint64_t *to)
{
    uint32_t number = 0; // of the waiting row
    for (uint32_t i = 0; i < sown->words; i++) {
        for (uint64_t bits = sown->bits[i]; bits != 0; bits &= bits - 1) {
            const uint32_t line = 64 * sown->index[i] + (uint32_t)__builtin_ctzll(bits);
            const uint64_t bit = line_of(block, line)[column / 64] >> column % 64 & 1;
            to[number / 64] |= bit << number % 64;
            number++;
        }
    }
}

static enum kauri_status use_sown(struct pair *pair, unsigned waiting, unsigned added,
                                  const struct waurie_mask **mask, struct kauri_error *error)
{
    struct waurie_mask *sown = &pair->sown[added];
    *mask = sown;
    return sown->bits != NULL
               ? KAURI_OK
               : waurie_mask_sown(pair->work->pits, waiting + added, added, sown, error);
}

// ORs the results of one storing move from a row of the mover, for all waiting rows.
static enum kauri_status or_move(struct pair *pair, unsigned own, unsigned waiting,
                                 const uint8_t row[WAURIE_PITS_MAX], unsigned pit,
                                 const struct matrix *bonus, uint64_t *to,
                                 struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct waurie_layer_work *work = pair->work;
    const struct waurie_sown *sowing = &pair->sowing[pit][row[pit]];
    const uint32_t words = waurie_line_words(waurie_row_count(work->pits, waiting));
    const unsigned own_after = own - row[pit] + sowing->own_sum;
    const unsigned waiting_after = waiting + sowing->other_sum;
    const uint32_t rank = rank_after(pair, row, pit, sowing, own_after);
    const struct waurie_mask *sown = NULL;
    if (sowing->again && sowing->other_sum == 0) {
        work->lines->or_words(line_of(bonus, rank), words, to);
        return KAURI_OK;
    }
    KAURI_TRY(use_sown(pair, waiting, sowing->other_sum, &sown, error));
    if (sowing->again) {
        const struct matrix block = block_of(work, work->seeds - sowing->stored, own_after);
        or_column(&block, sown, rank, to);
    } else {
        const struct matrix block = block_of(work, work->seeds - sowing->stored, waiting_after);
        work->lines->gather_not(sown, line_of(&block, rank), pair->line);
        work->lines->or_words(pair->line, words, to);
    }
cleanup:
    return status;
}

// Step 1 for the player with `own` seeds: a line for each row of the mover, a bit for each row of
// the player who waits.
static enum kauri_status storing_moves(struct pair *pair, unsigned own, const struct matrix *to,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct waurie_layer_work *work = pair->work;
    const unsigned waiting = work->seeds - own;
    const struct matrix below = block_of(work, work->seeds - 1, own - 1);
    struct matrix bonus = {.lines = 0};
    uint8_t row[WAURIE_PITS_MAX];
    uint32_t rank = 0;
    KAURI_TRY(matrix_new(below.bits, below.lines, &bonus, error));
    transpose(pair, &below, &bonus);
    waurie_row_first(work->pits, own, row);
    do {
        for (unsigned pit = 0; pit < work->pits; pit++) {
            if (row[pit] != 0 && pair->sowing[pit][row[pit]].stored != 0) {
                KAURI_TRY(or_move(pair, own, waiting, row, pit, &bonus, line_of(to, rank), error));
            }
        }
        rank++;
        KAURI_TRY(treat(pair, to->bits, error));
    } while (waurie_row_next(work->pits, row));
cleanup:
    matrix_free(&bonus);
    for (unsigned added = 0; added <= WAURIE_SEEDS_MAX; added++) {
        waurie_mask_clear(&pair->sown[added]);
    }
    return status;
}

// The masks of the quiet moves of the player with `seeds` seeds.
static enum kauri_status make_quiet(struct pair *pair, unsigned seeds, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const unsigned pits = pair->work->pits;
    for (unsigned pit = 0; pit + 1 < pits; pit++) {
        for (unsigned count = 1; count <= seeds && pit + count < pits; count++) {
            struct quiet_sowing *quiet = &pair->quiet[pair->quiets++];
            uint8_t least[WAURIE_PITS_MAX] = {0};
            uint8_t most[WAURIE_PITS_MAX];
            memset(most, WAURIE_SEEDS_MAX, sizeof most);
            least[pit] = (uint8_t)count;
            most[pit] = (uint8_t)count;
            KAURI_TRY(waurie_mask_make(pits, seeds, least, most, &quiet->before, error));
            memset(least, 0, sizeof least);
            memset(least + pit + 1, 1, count);
            most[pit] = 0;
            KAURI_TRY(waurie_mask_make(pits, seeds, least, most, &quiet->after, error));
        }
    }
cleanup:
    return status;
}

// Steps 2 and 3. own: the first player to move, a line for each row of the first player; other: the
// second player to move, lines and bits for the same rows.
static enum kauri_status quiet_moves(struct pair *pair, unsigned seeds, const struct matrix *own,
                                     const struct matrix *other, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct waurie_layer_work *work = pair->work;
    const uint64_t last =
        own->bits % 64 == 0 ? UINT64_MAX : ((uint64_t)1 << own->bits % 64) - 1; // bits in use
    uint8_t row[WAURIE_PITS_MAX];
    uint32_t rank = 0;
    KAURI_TRY(make_quiet(pair, work->seeds - seeds, error));
    waurie_row_first(work->pits, seeds, row);
    do {
        uint64_t *line = line_of(own, rank);
        for (unsigned pit = 0; pit < work->pits; pit++) {
            const struct waurie_sown *sowing = &pair->sowing[pit][row[pit]];
            if (row[pit] != 0 && sowing->stored == 0) {
                const uint32_t after = rank_after(pair, row, pit, sowing, seeds);
                work->lines->or_not_words(line_of(other, after), own->words, line);
            }
        }
        line[own->words - 1] &= last;
        for (unsigned q = 0; q < pair->quiets; q++) {
            work->lines->gather_not(&pair->quiet[q].after, line, pair->line);
            work->lines->scatter_or(&pair->quiet[q].before, pair->line, line_of(other, rank));
        }
        rank++;
        KAURI_TRY(treat(pair, 2ULL * own->bits, error));
    } while (waurie_row_next(work->pits, row));
cleanup:
    return status;
}

static void fill(const struct matrix *matrix, bool value)
{
    for (uint32_t line = 0; line < matrix->lines; line++) {
        uint64_t *words = line_of(matrix, line);
        memset(words, value ? 0xFF : 0, matrix->words * sizeof *words);
        if (value && matrix->bits % 64 != 0) {
            words[matrix->words - 1] = ((uint64_t)1 << matrix->bits % 64) - 1;
        }
    }
}

// The pair in which one row is empty. Its owner has won when to move. The other player to move has
// lost, or with at_turn has the moves that store; after a quiet one the owner of the empty row is
// to move.
static enum kauri_status solve_empty(struct pair *pair, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct waurie_layer_work *work = pair->work;
    const struct matrix won = block_of(work, work->seeds, 0);
    const struct matrix other = block_of(work, work->seeds, work->seeds);
    struct matrix moves = {.lines = 0};
    if (work->seeds > 0) {
        fill(&other, false);
    }
    fill(&won, true);
    if (work->seeds > 0 && work->rules.at_turn) {
        KAURI_TRY(matrix_new(other.bits, other.lines, &moves, error));
        KAURI_TRY(storing_moves(pair, work->seeds, &moves, error));
        transpose(pair, &moves, &other);
    }
cleanup:
    matrix_free(&moves);
    return status;
}

static enum kauri_status solve_blocks(struct pair *pair, unsigned first, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct waurie_layer_work *work = pair->work;
    const unsigned second = work->seeds - first;
    const struct matrix of_first = block_of(work, work->seeds, first);
    const struct matrix of_second = block_of(work, work->seeds, second);
    struct matrix own = {.lines = 0};
    struct matrix moves = {.lines = 0};
    KAURI_TRY(matrix_new(of_first.bits, of_first.lines, &own, error));
    KAURI_TRY(storing_moves(pair, first, &own, error));
    if (first == second) {
        transpose(pair, &own, &of_second);
    } else {
        KAURI_TRY(matrix_new(of_second.bits, of_second.lines, &moves, error));
        KAURI_TRY(storing_moves(pair, second, &moves, error));
        transpose(pair, &moves, &of_second);
    }
    matrix_free(&moves);
    KAURI_TRY(quiet_moves(pair, first, &own, &of_second, error));
    if (first != second) {
        transpose(pair, &own, &of_first);
    }
cleanup:
    matrix_free(&own);
    matrix_free(&moves);
    return status;
}

enum kauri_status waurie_pair_solve(const struct waurie_layer_work *work, unsigned first,
                                    waurie_pair_tick *tick, void *context,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const uint32_t longest = waurie_row_count(work->pits, work->seeds);
    struct pair *pair = calloc(1, sizeof *pair);
    if (pair == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory");
    }
    pair->work = work;
    pair->tick = tick;
    pair->context = context;
    pair->line = calloc(waurie_line_words(longest) + 1, sizeof *pair->line);
    if (pair->line == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory");
        goto cleanup;
    }
    for (unsigned pit = 0; pit < work->pits; pit++) {
        for (unsigned seeds = 1; seeds <= work->seeds; seeds++) {
            pair->sowing[pit][seeds] = waurie_sow(&work->rules, work->pits, pit, seeds);
        }
    }
    KAURI_TRY(first == 0 ? solve_empty(pair, error) : solve_blocks(pair, first, error));
cleanup:
    for (unsigned q = 0; q < pair->quiets; q++) {
        waurie_mask_clear(&pair->quiet[q].before);
        waurie_mask_clear(&pair->quiet[q].after);
    }
    free(pair->line);
    free(pair);
    return status;
}

static uint64_t matrix_bytes(unsigned pits, unsigned line_seeds, unsigned bit_seeds)
{
    return (uint64_t)waurie_row_count(pits, line_seeds) *
           waurie_line_words(waurie_row_count(pits, bit_seeds)) * sizeof(uint64_t);
}

uint64_t waurie_pair_scratch(unsigned pits, unsigned seeds, unsigned first)
{
    const unsigned second = seeds - first;
    const uint64_t mask = // of a row with a whole round more, or of a quiet move
        waurie_line_words(waurie_row_count(pits, second + pits)) * 2 * sizeof(uint64_t);
    uint64_t bytes = matrix_bytes(pits, first, second);
    if (first == 0) {
        bytes += matrix_bytes(pits, second, 0);
    }
    if (second > first) {
        bytes += matrix_bytes(pits, second, first);
        bytes += matrix_bytes(pits, second - 1, first);
    } else if (first > 0) {
        bytes += matrix_bytes(pits, first - 1, second);
    }
    return bytes + sizeof(struct pair) + (2 * QUIET_MAX + 2 * pits + 1) * mask;
}
