#include "waurie/answer.h"

void waurie_answer_begin(const struct waurie_rules *rules, const struct waurie_position *position,
                         struct waurie_answer *answer)
{
    const struct waurie_board *board = &position->board;
    *answer = (struct waurie_answer){.position = *position};
    if (waurie_is_over(rules, board)) {
        return;
    }
    for (unsigned pit = 0; pit < board->pits; pit++) {
        if (board->own[pit] != 0) {
            const struct waurie_move move = waurie_play(rules, board, pit);
            answer->moves[answer->count++] = (struct waurie_answer_move){
                .pit = (uint8_t)pit,
                .again = move.again,
                .ends = move.won,
                .result = move.won ? WAURIE_WIN : WAURIE_OPEN,
                .after = {.board = move.board, .north = position->north != !move.again},
            };
        }
    }
}

enum waurie_result waurie_result_before(const struct waurie_answer_move *move,
                                        enum waurie_result next)
{
    if (move->again || next == WAURIE_OPEN) {
        return next;
    }
    return next == WAURIE_WIN ? WAURIE_LOSS : WAURIE_WIN;
}
