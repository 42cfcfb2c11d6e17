#include "waurie/cli/tabled_search.h"

enum {
    SEARCH_SHARE = 8, // an eighth of the memory at least is for the search
    PAGES_SHARE = 16, // a sixteenth is for pages of layers that are not loaded
};

enum kauri_status waurie_tabled_search_open(const struct waurie_tabled_options *options,
                                            struct waurie_tabled_search *tabled,
                                            struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint64_t memory = options->memory;
    *tabled = (struct waurie_tabled_search){.window = {.greatest = -1, .top = -1}};
    struct waurie_search_options search = {
        .rules = options->rules,
        .pits = options->pits,
        .threads = options->threads,
    };
    if (options->folder != NULL) {
        uint64_t pages = memory / PAGES_SHARE;
        pages = pages > WAURIE_PAGES_LEAST ? pages : WAURIE_PAGES_LEAST;
        if (memory < 2 * pages) {
            return kauri_fail(error, KAURI_RESOURCE,
                              "too little memory: a search above tables needs at least %uM "
                              "(--memory)",
                              2U * (unsigned)WAURIE_PAGES_LEAST >> 20);
        }
        const struct waurie_window_options window = {
            .tables = {.folder = options->folder,
                       .rules = options->rules,
                       .pits = options->pits,
                       .threads = options->threads,
                       .page_memory = pages,
                       .progress = options->progress},
            .layers_most = options->layers,
            .seeds_most = options->seeds_most,
            .memory = memory - memory / SEARCH_SHARE - pages,
        };
        KAURI_TRY(waurie_window_open(&window, &tabled->window, error));
        memory -= pages + waurie_tables_bytes(tabled->window.tables);
        search.window = tabled->window;
    }
    search.memory = memory;
    status = waurie_search_new(&search, &tabled->search, error);
    if (status != KAURI_OK) {
        kauri_error_append(error, " (--memory)");
    }
cleanup:
    return status;
}

void waurie_tabled_search_close(struct waurie_tabled_search *tabled)
{
    waurie_search_free(tabled->search);
    tabled->search = NULL;
    waurie_window_close(&tabled->window);
}

int waurie_tabled_search_depth(const struct waurie_tabled_search *tabled, unsigned seeds)
{
    const struct waurie_window *window = &tabled->window;
    return (int)seeds <= window->greatest ? window->greatest : window->top;
}

// ------------------------------------------------------------------------------------- who wins

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
                                    const struct waurie_answer_move *move, winner_question *ask)
{
    return move->ends ? WAURIE_WIN : waurie_result_before(move, ask(finder, &move->after.board));
}

// The first move that wins, of those that `ask` can tell; NULL if there is none.
static const struct waurie_answer_move *choose_win(const struct winner_finder *finder,
                                                   const struct waurie_answer *answer,
                                                   winner_question *ask)
{
    for (unsigned i = 0; i < answer->count; i++) {
        if (result_of(finder, &answer->moves[i], ask) == WAURIE_WIN) {
            return &answer->moves[i];
        }
    }
    return NULL;
}

// A winning move for the winner, the first move for the loser; NULL if the time is over before a
// winning move is found.
static const struct waurie_answer_move *choose(const struct winner_finder *finder,
                                               const struct waurie_answer *answer,
                                               enum waurie_result result)
{
    if (result != WAURIE_WIN) {
        return &answer->moves[0];
    }
    const struct waurie_answer_move *move = choose_win(finder, answer, recall);
    return move != NULL ? move : choose_win(finder, answer, decide);
}

// Play is finite (W10 of docs/WAURIE.md), and the winner's moves keep the win.
static void find_line(const struct winner_finder *finder, const struct waurie_position *position,
                      struct kauri_string *line)
{
    const char *separator = "";
    struct waurie_answer at;
    waurie_answer_begin(finder->rules, position, &at);
    while (at.count > 0) {
        const enum waurie_result result = decide(finder, &at.position.board);
        const struct waurie_answer_move *move =
            result != WAURIE_OPEN ? choose(finder, &at, result) : NULL;
        if (move == NULL) {
            return;
        }
        kauri_string_add(line, "%s%u", separator, move->pit + 1U);
        if (move->ends) {
            return;
        }
        separator = move->again ? "-" : "/";
        const struct waurie_position after = move->after;
        waurie_answer_begin(finder->rules, &after, &at);
    }
}

enum kauri_status waurie_find(const struct waurie_tabled_search *tabled,
                              const struct waurie_rules *rules,
                              const struct waurie_position *position, bool with_line,
                              double seconds, const struct kauri_progress *progress,
                              struct waurie_found *found, struct kauri_error *error)
{
    const double began = kauri_clock_seconds();
    const uint64_t nodes = waurie_search_nodes(tabled->search);
    const struct winner_finder finder = {.search = tabled->search,
                                         .rules = rules,
                                         .end = seconds > 0 ? began + seconds : 0,
                                         .progress = progress};
    struct waurie_answer *answer = &found->answer;
    *found = (struct waurie_found){
        .table_seeds = waurie_tabled_search_depth(tabled, waurie_seeds(&position->board))};
    waurie_answer_begin(rules, position, answer);
    answer->result = decide(&finder, &position->board);
    for (unsigned i = 0; i < answer->count; i++) {
        struct waurie_answer_move *move = &answer->moves[i];
        move->result =
            answer->result == WAURIE_LOSS ? WAURIE_LOSS : result_of(&finder, move, recall);
    }
    found->stopped = answer->result == WAURIE_OPEN;
    for (unsigned i = 0; i < answer->count; i++) {
        struct waurie_answer_move *move = &answer->moves[i];
        if (move->result == WAURIE_OPEN) {
            move->result = result_of(&finder, move, decide);
        }
        if (move->result == WAURIE_WIN) {
            answer->result = WAURIE_WIN; // also if the time was over before
        }
        found->stopped = found->stopped || move->result == WAURIE_OPEN;
    }
    if (with_line && answer->result != WAURIE_OPEN) {
        find_line(&finder, position, &found->line);
    }
    found->seconds = kauri_clock_seconds() - began;
    found->nodes = waurie_search_nodes(tabled->search) - nodes;
    return waurie_search_failure(tabled->search, error);
}
