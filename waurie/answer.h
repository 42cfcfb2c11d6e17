// What is known about a position and its moves, whatever found it out.
#ifndef KAURI_WAURIE_ANSWER_H
#define KAURI_WAURIE_ANSWER_H

#include "waurie/waurie_notation.h"

struct waurie_answer_move {
    uint8_t pit;                  // 0..5
    bool again;                   // a bonus move
    bool ends;                    // the mover has won
    bool best;                    // wins as soon, or loses as late, as any move does, in turns
    enum waurie_result result;    // for the mover
    uint16_t turns;               // to the end of the game, this sowing included
    uint16_t sowings;             // the same in sowings (waurie/decide.h)
    struct waurie_position after; // unless it ends
};

struct waurie_answer {
    struct waurie_position position;
    enum waurie_result result; // for the player to move
    bool distances;            // the turns and sowings are known, here and of all moves
    uint16_t turns;
    uint16_t sowings;
    unsigned count; // of moves; 0 when the game is over
    struct waurie_answer_move moves[WAURIE_PITS_MAX];
};

// Lists the moves by pit. Their results are open, and so is that of the position, but for moves
// that end the game. Thread-safe.
void waurie_answer_begin(const struct waurie_rules *rules, const struct waurie_position *position,
                         struct waurie_answer *answer);

// The result of a move for the mover, given that for the player who moves next. Thread-safe.
enum waurie_result waurie_result_before(const struct waurie_answer_move *move,
                                        enum waurie_result next);

#endif
