#include "waurie/decide.h"

#include "common/checked.h"
#include "common/memory.h"
#include "waurie/layer_file.h"

#include <stdlib.h>

enum { LEAST_BYTES = 1 << 16 };

// Every position has a place: layer after layer, in each by the seeds of the mover, the rank of the
// waiting row and that of the mover's. Places take memory only when they are used.
struct waurie_decider {
    struct waurie_rules rules;
    uint64_t bytes;              // bytes for values
    struct waurie_value *values; // values of positions; sowings 0: nothing is known
    uint64_t places;
    unsigned pits;       // pits in a row of the board
    unsigned seeds_most; // most seeds of a position that has a place
    uint64_t first[WAURIE_SEEDS_MAX + 1][WAURIE_SEEDS_MAX + 1]; // first place, by seeds on the
                                                                // board and in the mover's row
};

enum kauri_status waurie_decider_new(const struct waurie_rules *rules, uint64_t bytes,
                                     struct waurie_decider **decider, struct kauri_error *error)
{
    *decider = NULL;
    if (bytes < LEAST_BYTES) {
        return kauri_fail(error, KAURI_RESOURCE, "too little memory for positions: %llu bytes",
                          (unsigned long long)bytes);
    }
    *decider = calloc(1, sizeof **decider);
    if (*decider == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for positions");
    }
    (*decider)->rules = *rules;
    (*decider)->bytes = bytes - sizeof **decider;
    return KAURI_OK;
}

static void forget(struct waurie_decider *decider)
{
    kauri_large_free(decider->values, (size_t)decider->places * sizeof *decider->values);
    decider->values = NULL;
    decider->pits = 0;
}

void waurie_decider_free(struct waurie_decider *decider)
{
    if (decider != NULL) {
        forget(decider);
        free(decider);
    }
}

// Makes the places for a board: as many layers as there is memory for.
static enum kauri_status use_board(struct waurie_decider *decider, unsigned pits,
                                   struct kauri_error *error)
{
    const uint64_t capacity = decider->bytes / sizeof *decider->values;
    uint64_t place = 0;
    forget(decider);
    for (unsigned seeds = 0; seeds <= WAURIE_SEEDS_MAX && place <= capacity; seeds++) {
        for (unsigned own = 0; own <= seeds; own++) {
            decider->first[seeds][own] = place;
            place += (uint64_t)waurie_row_count(pits, own) * waurie_row_count(pits, seeds - own);
        }
        if (place <= capacity) {
            decider->places = place;
            decider->seeds_most = seeds;
        }
    }
    decider->values =
        kauri_large_zeros(kauri_size_to_ask(decider->places * sizeof *decider->values));
    if (decider->values == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for positions");
    }
    decider->pits = pits;
    return KAURI_OK;
}

static struct waurie_value *place_of(const struct waurie_decider *decider,
                                     const struct waurie_board *board)
{
    const unsigned own = waurie_row_seeds(board->own);
    const unsigned other = waurie_row_seeds(board->other);
    const uint64_t line = waurie_row_rank(board->pits, other, board->other);
    return &decider->values[decider->first[own + other][own] +
                            line * waurie_row_count(board->pits, own) +
                            waurie_row_rank(board->pits, own, board->own)];
}

// Joins the value of a move to that of the moves before it, each distance separately.
static void join(struct waurie_value *best, struct waurie_value move)
{
    if (move.win != best->win) {
        *best = move.win ? move : *best;
        return;
    }
    if (move.win ? move.turns < best->turns : move.turns > best->turns) {
        best->turns = move.turns;
    }
    if (move.win ? move.sowings < best->sowings : move.sowings > best->sowings) {
        best->sowings = move.sowings;
    }
}

// The recursion is as deep as the game is long, which W10 bounds.
// NOLINTNEXTLINE(misc-no-recursion)
static struct waurie_value decide(struct waurie_decider *decider, const struct waurie_board *board)
{
    struct waurie_value best = {.win = false}; // worse than any move
    if (waurie_is_over(&decider->rules, board)) {
        best.win = waurie_row_seeds(board->own) == 0;
        return best;
    }
    struct waurie_value *known = place_of(decider, board);
    if (known->sowings == 0) {
        for (unsigned pit = 0; pit < board->pits; pit++) {
            if (board->own[pit] != 0) {
                join(&best, waurie_decide_move(decider, board, pit));
            }
        }
        *known = best;
    }
    return *known;
}

enum kauri_status waurie_decide(struct waurie_decider *decider, const struct waurie_board *board,
                                struct waurie_value *value, struct kauri_error *error)
{
    if (board->pits != decider->pits) {
        KAURI_PASS(use_board(decider, board->pits, error));
    }
    if (!waurie_is_over(&decider->rules, board) && waurie_seeds(board) > decider->seeds_most) {
        return kauri_fail(error, KAURI_RESOURCE,
                          "the position leads to too many others: there is memory for those of "
                          "%u seeds",
                          decider->seeds_most);
    }
    *value = decide(decider, board);
    return KAURI_OK;
}

// NOLINTNEXTLINE(misc-no-recursion)
struct waurie_value waurie_decide_move(struct waurie_decider *decider,
                                       const struct waurie_board *board, unsigned pit)
{
    const struct waurie_move move = waurie_play(&decider->rules, board, pit);
    if (move.won) {
        return (struct waurie_value){.win = true, .turns = 1, .sowings = 1};
    }
    struct waurie_value value = decide(decider, &move.board);
    if (!move.again) {
        value.win = !value.win;
        value.turns++;
    }
    value.sowings++;
    return value;
}

int waurie_value_compare(struct waurie_value a, struct waurie_value b)
{
    if (a.win != b.win) {
        return a.win ? -1 : 1;
    }
    if (a.turns != b.turns) {
        return (a.turns < b.turns) == a.win ? -1 : 1;
    }
    if (a.sowings != b.sowings) {
        return (a.sowings < b.sowings) == a.win ? -1 : 1;
    }
    return 0;
}
