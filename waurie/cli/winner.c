#include "waurie/cli/winner.h"

struct winner_finder {
    struct waurie_search *search;
    const struct waurie_rules *rules;
    double end; // 0: no limit
    const struct kauri_progress *progress;
};

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

typedef enum waurie_result winner_question(const struct winner_finder *finder,
                                           const struct waurie_board *board);

static enum waurie_result recall(const struct winner_finder *finder,
                                 const struct waurie_board *board)
{
    return waurie_search_recall(finder->search, board);
}

// The result of a move for the mover, as `ask` tells it of the position after the move.
static enum waurie_result result_of(const struct winner_finder *finder,
                                    const struct waurie_move *move, winner_question *ask)
{
    const enum waurie_result result = move->won ? WAURIE_WIN : ask(finder, &move->board);
    if (move->won || move->again || result == WAURIE_OPEN) {
        return result;
    }
    return result == WAURIE_WIN ? WAURIE_LOSS : WAURIE_WIN;
}

// The first move that wins, of those that `ask` can tell.
static bool choose_win(const struct winner_finder *finder, const struct waurie_board *board,
                       winner_question *ask, unsigned *pit)
{
    for (*pit = 0; *pit < board->pits; ++*pit) {
        if (board->own[*pit] != 0) {
            const struct waurie_move move = waurie_play(finder->rules, board, *pit);
            if (result_of(finder, &move, ask) == WAURIE_WIN) {
                return true;
            }
        }
    }
    return false;
}

// A winning move for the winner, the first move for the loser. Returns false if the time is over
// before a winning move is found.
static bool choose(const struct winner_finder *finder, const struct waurie_board *board,
                   enum waurie_result result, unsigned *pit)
{
    if (result == WAURIE_WIN) {
        return choose_win(finder, board, recall, pit) || choose_win(finder, board, decide, pit);
    }
    for (*pit = 0; board->own[*pit] == 0; ++*pit) {
    }
    return true;
}

// Play is finite (W10 of docs/WAURIE.md), and the winner's moves keep the win.
static void find_line(const struct winner_finder *finder, struct waurie_board board,
                      struct kauri_string *line)
{
    const char *separator = "";
    while (!waurie_is_over(finder->rules, &board)) {
        unsigned pit = 0;
        const enum waurie_result result = decide(finder, &board);
        if (result == WAURIE_OPEN || !choose(finder, &board, result, &pit)) {
            return;
        }
        const struct waurie_move move = waurie_play(finder->rules, &board, pit);
        kauri_string_add(line, "%s%u", separator, pit + 1);
        if (move.won) {
            return;
        }
        separator = move.again ? "-" : "/";
        board = move.board;
    }
}

static void find(const struct winner_finder *finder, const struct waurie_position *position,
                 bool with_line, struct waurie_found *found)
{
    const double began = kauri_clock_seconds();
    const struct waurie_board *board = &position->board;
    struct waurie_move moves[WAURIE_PITS_MAX];
    *found = (struct waurie_found){.position = *position, .known_seeds = -1};
    found->result = decide(finder, board);
    for (unsigned pit = 0; pit < board->pits && !waurie_is_over(finder->rules, board); pit++) {
        if (board->own[pit] == 0) {
            continue;
        }
        struct waurie_move *move = &moves[found->count];
        *move = waurie_play(finder->rules, board, pit);
        found->moves[found->count++] = (struct waurie_found_move){
            .pit = (uint8_t)pit,
            .again = move->again,
            .ends = move->won,
            .result = found->result == WAURIE_LOSS ? WAURIE_LOSS : result_of(finder, move, recall),
        };
    }
    found->stopped = found->result == WAURIE_OPEN;
    for (unsigned i = 0; i < found->count; i++) {
        struct waurie_found_move *move = &found->moves[i];
        if (move->result == WAURIE_OPEN) {
            move->result = result_of(finder, &moves[i], decide);
        }
        if (move->result == WAURIE_WIN) {
            found->result = WAURIE_WIN; // also if the time was over before
        }
        found->stopped = found->stopped || move->result == WAURIE_OPEN;
    }
    if (with_line && found->result != WAURIE_OPEN) {
        find_line(finder, *board, &found->line);
    }
    found->seconds = kauri_clock_seconds() - began;
    found->counts = waurie_search_counts(finder->search);
}

void waurie_found_clear(struct waurie_found *found)
{
    kauri_string_clear(&found->line);
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
