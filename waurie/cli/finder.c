#include "waurie/cli/finder.h"

#include "common/loop.h"

enum waurie_result waurie_finder_decide(const struct waurie_finder *finder,
                                        const struct waurie_board *board, bool recall)
{
    const double left = finder->end - kauri_clock_seconds();
    if (recall || (finder->end > 0 && left <= 0)) {
        return waurie_search_recall(finder->search, board);
    }
    return waurie_search_decide(finder->search, board, finder->end > 0 ? left : 0,
                                finder->progress);
}

enum waurie_result waurie_finder_decide_move(const struct waurie_finder *finder,
                                             const struct waurie_answer_move *move, bool recall)
{
    return move->ends ? WAURIE_WIN
                      : waurie_result_before(
                            move, waurie_finder_decide(finder, &move->after.board, recall));
}

bool waurie_finder_answer(const struct waurie_finder *finder,
                          const struct waurie_position *position, struct waurie_answer *answer)
{
    waurie_answer_begin(finder->rules, position, answer);
    answer->result = waurie_finder_decide(finder, &position->board, false);
    for (unsigned i = 0; i < answer->count; i++) {
        struct waurie_answer_move *move = &answer->moves[i];
        move->result = answer->result == WAURIE_LOSS
                           ? WAURIE_LOSS
                           : waurie_finder_decide_move(finder, move, true);
    }
    bool open = answer->result == WAURIE_OPEN;
    for (unsigned i = 0; i < answer->count; i++) {
        struct waurie_answer_move *move = &answer->moves[i];
        if (move->result == WAURIE_OPEN) {
            move->result = waurie_finder_decide_move(finder, move, false);
        }
        if (move->result == WAURIE_WIN) {
            answer->result = WAURIE_WIN; // this holds even if the time had ended before
        }
        open = open || move->result == WAURIE_OPEN;
    }
    return open;
}
