// Checks the values of the first moves of a position without relying on the search that found them:
//
//     check_waurie_start DIR [LAYERS [MEMORY [POSITION]]]
//
// For each first move, the search above layers 0 to LAYERS (default 39) of DIR only proposes the
// winner's moves. They are followed by a second implementation of the rules (strategy.h), against
// all answers, down to positions with at most LAYERS seeds, and all of these are looked up in the
// tables page by page. MEMORY (default 10G) is for the search. POSITION is by default the usual
// start. The rules are --win at-once and --lap into. The exit status is 1 if anything is wrong.
#include "common/size.h"
#include "tests/waurie/strategy.h"
#include "waurie/waurie_position.h"
#include "waurie/winner_search.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE_MEMORY = 64 << 20 };

static const struct waurie_rules article = {.at_turn = false};

// The board as the player to move sees it.
static struct waurie_board board_of(const struct oracle_game *game)
{
    struct waurie_board board = {.pits = (uint8_t)game->pits};
    const int second = game->pits + 1;
    for (int i = 0; i < game->pits; i++) {
        board.own[i] = (uint8_t)game->ring[(game->side == 0 ? 0 : second) + i];
        board.other[i] = (uint8_t)game->ring[(game->side == 0 ? second : 0) + i];
    }
    return board;
}

static struct oracle_game game_of(const struct waurie_position *position)
{
    struct oracle_game game = {.pits = position->board.pits, .side = position->north ? 1 : 0};
    const int second = game.pits + 1;
    for (int i = 0; i < game.pits; i++) {
        game.ring[(game.side == 0 ? 0 : second) + i] = position->board.own[i];
        game.ring[(game.side == 0 ? second : 0) + i] = position->board.other[i];
    }
    oracle_look(&game);
    return game;
}

// Whether the move wins for the player who makes it: 1 or 0, -1 if that is not known.
static int wins(struct waurie_search *search, const struct oracle_game *game, int pit, bool decide)
{
    struct oracle_game after = *game;
    if (!oracle_play(&after, pit)) {
        return 0;
    }
    if (after.winner >= 0) {
        return after.winner == game->side;
    }
    const struct waurie_board board = board_of(&after);
    const enum waurie_result result = decide ? waurie_search_decide(search, &board, 0, NULL)
                                             : waurie_search_recall(search, &board);
    if (result == WAURIE_OPEN) {
        return -1;
    }
    return (result == WAURIE_WIN) == (after.side == game->side);
}

// A move that is known to win, if there is one: finding out about others takes time.
static int choose(void *context, const struct oracle_game *game)
{
    for (int decide = 0; decide <= 1; decide++) {
        for (int pit = game->pits; pit >= 1; pit--) {
            if (wins(context, game, pit, decide == 1) == 1) {
                return pit;
            }
        }
    }
    return 0;
}

// The order of the table, so that each page is decoded once: layers, blocks, lines.
static int compare(const void *left, const void *right)
{
    const struct waurie_board *a = left;
    const struct waurie_board *b = right;
    const int layers = (int)waurie_seeds(a) - (int)waurie_seeds(b);
    const int blocks = (int)waurie_row_seeds(a->own) - (int)waurie_row_seeds(b->own);
    const int lines = memcmp(a->other, b->other, sizeof a->other);
    if (layers != 0 || blocks != 0) {
        return layers != 0 ? layers : blocks;
    }
    return lines != 0 ? lines : memcmp(a->own, b->own, sizeof a->own);
}

// Counts the leaves that the tables do not give to the winner, who is or is not to move there.
static enum kauri_status look_up(struct waurie_tables *tables, struct waurie_board *boards,
                                 size_t count, bool to_move, size_t *wrong,
                                 struct kauri_error *error)
{
    qsort(boards, count, sizeof *boards, compare);
    for (size_t i = 0; i < count; i++) {
        bool won = false;
        const enum kauri_status status = waurie_tables_look_up(tables, &boards[i], &won, error);
        if (status != KAURI_OK) {
            return status;
        }
        *wrong += won == to_move ? 0 : 1;
    }
    return KAURI_OK;
}

static enum kauri_status check_leaves(struct waurie_tables *tables, const struct oracle_game *start,
                                      const struct strategy *found, int winner, size_t *wrong,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct waurie_board *boards = malloc((found->leaf_count + 1) * sizeof *boards);
    if (boards == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory");
    }
    for (int side = 0; side <= 1; side++) {
        size_t count = 0;
        for (size_t i = 0; i < found->leaf_count; i++) {
            const struct oracle_game game = strategy_game(start, &found->leaves[i]);
            if (game.side == side) {
                boards[count++] = board_of(&game);
            }
        }
        KAURI_TRY(look_up(tables, boards, count, side == winner, wrong, error));
    }
cleanup:
    free(boards);
    return status;
}

// Checks the first move with that pit, if it can be played.
static enum kauri_status check_move(struct waurie_search *search, struct waurie_tables *tables,
                                    const struct oracle_game *start, int pit, int layers,
                                    bool *right, struct kauri_error *error)
{
    struct oracle_game after = *start;
    if (!oracle_play(&after, pit)) {
        return KAURI_OK;
    }
    size_t wrong = 0;
    struct strategy found;
    const int mover_wins = wins(search, start, pit, true);
    const int winner = mover_wins == 1 ? start->side : 1 - start->side;
    const struct strategy_request request = {
        .winner = winner, .seeds = layers, .choose = choose, .context = search};
    strategy_follow(&request, &after, &found);
    const enum kauri_status status = check_leaves(tables, &after, &found, winner, &wrong, error);
    if (status == KAURI_OK) {
        const bool good = found.fault == NULL && wrong == 0;
        printf("%d %-5s %s: %zu positions, %zu games ended, %zu look-ups, %zu wrong%s%s\n", pit,
               mover_wins == 1 ? "wins" : "loses", good ? "checked" : "WRONG", found.positions,
               found.ends, found.leaf_count, wrong, found.fault != NULL ? "; " : "",
               found.fault != NULL ? found.fault : "");
        (void)fflush(stdout);
        *right = *right && good;
    }
    strategy_clear(&found);
    return status;
}

static enum kauri_status run(int argc, char **argv, bool *right, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct waurie_position position;
    struct waurie_search *search = NULL;
    struct waurie_tables *tables = NULL;
    struct waurie_tables_options pages = {
        .folder = argv[1], .rules = article, .threads = 1, .page_memory = PAGE_MEMORY};
    struct waurie_search_options options = {.folder = argv[1],
                                            .rules = article,
                                            .layers_most = argc > 2 ? (unsigned)atoi(argv[2]) : 39,
                                            .threads = 2};
    KAURI_TRY(
        waurie_position_parse(argc > 4 ? argv[4] : "4,4,4,4,4,4/4,4,4,4,4,4 S", &position, error));
    options.pits = position.board.pits;
    options.seeds_most = waurie_seeds(&position.board);
    if (!kauri_parse_size(argc > 3 ? argv[3] : "10G", &options.memory)) {
        status = kauri_fail(error, KAURI_USAGE, "'%s' is not a size", argv[3]);
        goto cleanup;
    }
    KAURI_TRY(waurie_search_new(&options, &search, error));
    pages.pits = options.pits;
    KAURI_TRY(waurie_tables_open(&pages, &tables, error));
    const struct oracle_game start = game_of(&position);
    for (int pit = 1; pit <= start.pits; pit++) {
        KAURI_TRY(check_move(search, tables, &start, pit, waurie_search_window(search)->top, right,
                             error));
    }
    status = waurie_search_failure(search, error);
cleanup:
    waurie_tables_close(tables);
    waurie_search_free(search);
    return status;
}

int main(int argc, char **argv)
{
    struct kauri_error error;
    bool right = true;
    if (argc < 2 || argc > 5) {
        fprintf(stderr, "usage: check_waurie_start DIR [LAYERS [MEMORY [POSITION]]]\n");
        return 2;
    }
    if (run(argc, argv, &right, &error) != KAURI_OK) {
        fprintf(stderr, "check_waurie_start: %s\n", error.message);
        return 2;
    }
    return right ? 0 : 1;
}
