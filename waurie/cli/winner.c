#include "waurie/cli/winner.h"

struct winner_finder {
    struct waurie_search *search;
    const struct waurie_rules *rules;
    double end; // 0: no limit
    const struct kauri_progress *progress;
};

static bool is_over(const struct waurie_rules *rules, const struct waurie_board *board)
{
    return waurie_row_seeds(board->own) == 0 ||
           (!rules->at_turn && waurie_row_seeds(board->other) == 0);
}

static enum waurie_result decide(const struct winner_finder *finder,
                                 const struct waurie_board *board)
{
    const double left = finder->end - kauri_clock_seconds();
    if (finder->end > 0 && left <= 0) {
        return waurie_search_recall(finder->search, board);
    }
    return waurie_search_decide(finder->search, board, finder->end > 0 ? left : 0,
                                finder->progress);
}

// The result of a move for the mover.
static enum waurie_result decide_move(const struct winner_finder *finder,
                                      const struct waurie_move *move)
{
    const enum waurie_result result = move->won ? WAURIE_WIN : decide(finder, &move->board);
    if (move->won || move->again || result == WAURIE_OPEN) {
        return result;
    }
    return result == WAURIE_WIN ? WAURIE_LOSS : WAURIE_WIN;
}

// The winner's first winning move, the loser's first move.
static bool choose(const struct winner_finder *finder, const struct waurie_board *board,
                   enum waurie_result result, unsigned *pit)
{
    for (*pit = 0; *pit < board->pits; ++*pit) {
        if (board->own[*pit] == 0) {
            continue;
        }
        const struct waurie_move move = waurie_play(finder->rules, board, *pit);
        if (result == WAURIE_LOSS || decide_move(finder, &move) == WAURIE_WIN) {
            return true;
        }
    }
    return false;
}

static void find_line(const struct winner_finder *finder, struct waurie_board board,
                      struct waurie_line *line)
{
    unsigned pit = 0;
    while (line->count < WAURIE_SOWINGS_MAX && !is_over(finder->rules, &board)) {
        const enum waurie_result result = decide(finder, &board);
        if (result == WAURIE_OPEN || !choose(finder, &board, result, &pit)) {
            break;
        }
        const struct waurie_move move = waurie_play(finder->rules, &board, pit);
        line->sowings[line->count++] =
            (struct waurie_sowing){.pit = (uint8_t)pit, .joined = move.again && !move.won};
        if (move.won) {
            break;
        }
        board = move.board;
    }
    if (line->count > 0) {
        line->sowings[line->count - 1].joined = false;
    }
}

static void find(const struct winner_finder *finder, const struct waurie_position *position,
                 bool with_line, struct waurie_found *found)
{
    const double began = kauri_clock_seconds();
    const struct waurie_board *board = &position->board;
    *found = (struct waurie_found){.position = *position, .known_seeds = -1};
    found->result = decide(finder, board);
    found->stopped = found->result == WAURIE_OPEN;
    for (unsigned pit = 0; pit < board->pits && !is_over(finder->rules, board); pit++) {
        if (board->own[pit] == 0) {
            continue;
        }
        const struct waurie_move move = waurie_play(finder->rules, board, pit);
        const enum waurie_result result =
            found->result == WAURIE_LOSS ? WAURIE_LOSS : decide_move(finder, &move);
        found->moves[found->count++] = (struct waurie_found_move){
            .pit = (uint8_t)pit, .again = move.again, .ends = move.won, .result = result};
        if (result == WAURIE_WIN) {
            found->result = WAURIE_WIN; // also if the time was over before
        }
        found->stopped = found->stopped || result == WAURIE_OPEN;
    }
    if (with_line && found->result != WAURIE_OPEN) {
        find_line(finder, *board, &found->line);
    }
    found->seconds = kauri_clock_seconds() - began;
    found->counts = waurie_search_counts(finder->search);
}

static struct winner_finder begin(struct waurie_search *search, const struct waurie_rules *rules,
                                  double seconds, const struct kauri_progress *progress)
{
    return (struct winner_finder){.search = search,
                                  .rules = rules,
                                  .end = seconds > 0 ? kauri_clock_seconds() + seconds : 0,
                                  .progress = progress};
}

void waurie_find(struct waurie_search *search, const struct waurie_rules *rules,
                 const struct waurie_position *position, double seconds,
                 const struct kauri_progress *progress, struct waurie_found *found)
{
    const struct winner_finder finder = begin(search, rules, seconds, progress);
    find(&finder, position, true, found);
}

void waurie_find_moves(struct waurie_search *search, const struct waurie_rules *rules,
                       const struct waurie_position *position, double seconds,
                       const struct kauri_progress *progress, struct waurie_found *found)
{
    const struct winner_finder finder = begin(search, rules, seconds, progress);
    find(&finder, position, false, found);
}
