#include "tests/waurie/plain.h"

#include <stdlib.h>
#include <string.h>

enum { CELLS_MAX = 2 * WAURIE_PITS_MAX };

// One byte a position: 0 unknown, 1 lost, 2 won, by number among the ways to put at most `seeds`
// seeds into the cells, which is the number of ways to put exactly `seeds` into one cell more.
struct plain {
    struct waurie_rules rules;
    unsigned pits;
    unsigned seeds;
    uint64_t ways[CELLS_MAX + 2][WAURIE_SEEDS_MAX + 1]; // ways to put x seeds into k cells
    uint8_t *known;
};

static uint64_t number_of(const struct plain *plain, const uint8_t *cells)
{
    uint64_t number = 0;
    unsigned left = plain->seeds;
    for (unsigned i = 0; i < 2 * plain->pits; i++) {
        for (unsigned c = 0; c < cells[i]; c++) {
            number += plain->ways[2 * plain->pits - i][left - c];
        }
        left -= cells[i];
    }
    return number;
}

static bool empty(const uint8_t *row, unsigned pits)
{
    for (unsigned i = 0; i < pits; i++) {
        if (row[i] != 0) {
            return false;
        }
    }
    return true;
}

static bool wins(struct plain *plain, const uint8_t *cells);

// Whether the mover wins by sowing this pit.
static bool move_wins(struct plain *plain, const uint8_t *cells, unsigned pit)
{
    const unsigned m = plain->pits;
    // The mover's pits, the store, the opponent's pits, and the store that is skipped or not.
    uint8_t after[CELLS_MAX + 2];
    const unsigned last = plain->rules.both ? 2 * m + 1 : 2 * m;
    uint8_t turned[CELLS_MAX];
    unsigned at = pit;
    memcpy(after, cells, m);
    after[m] = 0;
    memcpy(after + m + 1, cells + m, m);
    after[2 * m + 1] = 0;
    after[pit] = 0;
    for (unsigned hand = cells[pit]; hand > 0;) {
        at = at == last ? 0 : at + 1;
        if (at != pit || !plain->rules.skip) {
            after[at]++;
            hand--;
        }
    }
    if (empty(after, m) && (!plain->rules.at_turn || at == m)) {
        return true;
    }
    if (at == m) {
        memcpy(turned, after, m);
        memcpy(turned + m, after + m + 1, m);
        return wins(plain, turned);
    }
    memcpy(turned, after + m + 1, m);
    memcpy(turned + m, after, m);
    return !wins(plain, turned);
}

static bool wins(struct plain *plain, const uint8_t *cells)
{
    uint8_t *known = &plain->known[number_of(plain, cells)];
    if (*known == 0) {
        bool won = empty(cells, plain->pits);
        const bool lost = !plain->rules.at_turn && empty(cells + plain->pits, plain->pits);
        for (unsigned pit = 0; pit < plain->pits && !won && !lost; pit++) {
            won = cells[pit] > 0 && move_wins(plain, cells, pit);
        }
        *known = won ? 2 : 1;
    }
    return *known == 2;
}

// Decides all positions that begin with the cells before `cell`, with at most `left` seeds more.
static void decide(struct plain *plain, uint8_t *cells, unsigned cell, unsigned left)
{
    if (cell == 2 * plain->pits) {
        (void)wins(plain, cells);
        return;
    }
    for (unsigned c = 0; c <= left; c++) {
        cells[cell] = (uint8_t)c;
        decide(plain, cells, cell + 1, left - c);
    }
    cells[cell] = 0;
}

struct plain *plain_solve(const struct waurie_rules *rules, unsigned pits, unsigned seeds)
{
    uint8_t cells[CELLS_MAX] = {0};
    struct plain *plain = calloc(1, sizeof *plain);
    if (plain == NULL) {
        return NULL;
    }
    plain->rules = *rules;
    plain->pits = pits;
    plain->seeds = seeds;
    for (unsigned x = 0; x <= seeds; x++) {
        plain->ways[1][x] = 1;
        for (unsigned k = 2; k <= 2 * pits + 1; k++) {
            plain->ways[k][x] = plain->ways[k - 1][x] + (x > 0 ? plain->ways[k][x - 1] : 0);
        }
    }
    plain->known = calloc(plain->ways[2 * pits + 1][seeds], 1);
    if (plain->known == NULL) {
        free(plain);
        return NULL;
    }
    decide(plain, cells, 0, seeds);
    return plain;
}

void plain_free(struct plain *plain)
{
    if (plain != NULL) {
        free(plain->known);
        free(plain);
    }
}

bool plain_wins(const struct plain *plain, const uint8_t *cells)
{
    return plain->known[number_of(plain, cells)] == 2;
}

bool plain_wins_board(const struct plain *plain, const struct waurie_board *board)
{
    uint8_t cells[2 * WAURIE_PITS_MAX];
    memcpy(cells, board->own, board->pits);
    memcpy(cells + board->pits, board->other, board->pits);
    return plain_wins(plain, cells);
}
