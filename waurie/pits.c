#include "waurie/pits.h"

#include <string.h>

unsigned waurie_row_seeds(const uint8_t row[WAURIE_PITS_MAX])
{
    unsigned seeds = 0;
    for (unsigned i = 0; i < WAURIE_PITS_MAX; i++) {
        seeds += row[i];
    }
    return seeds;
}

unsigned waurie_seeds(const struct waurie_board *board)
{
    return waurie_row_seeds(board->own) + waurie_row_seeds(board->other);
}

bool waurie_is_over(const struct waurie_rules *rules, const struct waurie_board *board)
{
    return waurie_row_seeds(board->own) == 0 ||
           (!rules->at_turn && waurie_row_seeds(board->other) == 0);
}

struct waurie_move waurie_play(const struct waurie_rules *rules, const struct waurie_board *board,
                               unsigned pit)
{
    const unsigned store = board->pits; // stops after the own row
    // Own row, own store, the opponent's row and, if seeds fall into it, the opponent's store.
    const unsigned foreign = 2U * board->pits + 1;
    const unsigned stops = rules->both ? foreign + 1 : foreign;
    struct waurie_move move = {.board = *board};
    struct waurie_board *now = &move.board;
    unsigned seeds = board->own[pit];
    unsigned stop = pit;
    now->own[pit] = 0;
    while (seeds > 0) {
        stop = (stop + 1) % stops;
        if (stop == pit && rules->skip) {
            continue;
        }
        if (stop < store) {
            now->own[stop]++;
        } else if (stop == store || stop == foreign) {
            move.stored++;
        } else {
            now->other[stop - store - 1]++;
        }
        seeds--;
    }
    const bool empty = waurie_row_seeds(now->own) == 0;
    move.again = stop == store;
    // After a bonus it is the mover's turn again, so that an empty row wins in both cases.
    move.won = empty && (!rules->at_turn || move.again);
    if (!move.again) {
        uint8_t row[WAURIE_PITS_MAX];
        memcpy(row, now->own, sizeof row);
        memcpy(now->own, now->other, sizeof row);
        memcpy(now->other, row, sizeof row);
    }
    return move;
}
