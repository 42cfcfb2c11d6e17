#include "waurie/cli/answering.h"

#include "common/folder.h"
#include "waurie/decide.h"
#include "waurie/tables.h"

// Most seeds of positions that are played; the others are looked up, if there are tables.
enum { PLAYED_SEEDS = 10 };

enum kauri_status waurie_answering_begin(struct waurie_answering *answering,
                                         struct kauri_error *error)
{
    const uint64_t pages = answering->folder != NULL ? answering->memory / 4 : 0;
    if (answering->folder != NULL) {
        if (pages < WAURIE_PAGES_LEAST) {
            return kauri_fail(error, KAURI_RESOURCE,
                              "too little memory: looking positions up needs at least %u MiB",
                              4U * (unsigned)WAURIE_PAGES_LEAST >> 20);
        }
        KAURI_PASS(kauri_folder_check(answering->folder, error));
    }
    return waurie_decider_new(&answering->rules, answering->memory - pages, &answering->decider,
                              error);
}

// Opens the tables of a board, in place of those of another one.
static enum kauri_status open_tables(struct waurie_answering *answering, unsigned pits,
                                     struct kauri_error *error)
{
    const struct waurie_tables_options options = {.folder = answering->folder,
                                                  .rules = answering->rules,
                                                  .pits = pits,
                                                  .threads = 1,
                                                  .page_memory = answering->memory / 4};
    if (answering->tables != NULL && waurie_tables_options(answering->tables)->pits == pits) {
        return KAURI_OK;
    }
    waurie_tables_close(answering->tables);
    return waurie_tables_open(&options, &answering->tables, error);
}

static enum waurie_result result_of(bool win)
{
    return win ? WAURIE_WIN : WAURIE_LOSS;
}

// Decides the position and its moves by playing to the end of the game.
static enum kauri_status play(const struct waurie_answering *answering,
                              struct waurie_answer *answer, struct kauri_error *error)
{
    const struct waurie_board *board = &answer->position.board;
    struct waurie_value value;
    KAURI_PASS(waurie_decide(answering->decider, board, &value, error));
    answer->distances = true;
    answer->result = result_of(value.win);
    answer->turns = value.turns;
    answer->sowings = value.sowings;
    for (unsigned i = 0; i < answer->count; i++) {
        struct waurie_answer_move *move = &answer->moves[i];
        value = waurie_decide_move(answering->decider, board, move->pit);
        move->result = result_of(value.win);
        move->turns = value.turns;
        move->sowings = value.sowings;
    }
    return KAURI_OK;
}

// Looks up who wins.
static enum kauri_status look_up_winner(const struct waurie_answering *answering,
                                        struct waurie_answer *answer, struct kauri_error *error)
{
    bool wins = false;
    enum kauri_status status =
        waurie_tables_look_up(answering->tables, &answer->position.board, &wins, error);
    answer->result = result_of(wins);
    for (unsigned i = 0; i < answer->count && status == KAURI_OK; i++) {
        struct waurie_answer_move *move = &answer->moves[i];
        if (!move->ends) {
            status = waurie_tables_look_up(answering->tables, &move->after.board, &wins, error);
            move->result = waurie_result_before(move, result_of(wins));
        }
    }
    return status;
}

static void sort(struct waurie_answer_move *moves, unsigned count)
{
    for (unsigned i = 1; i < count; i++) {
        const struct waurie_answer_move move = moves[i];
        const struct waurie_value value = {move.result == WAURIE_WIN, move.turns, move.sowings};
        unsigned at = i;
        for (; at > 0; at--) {
            const struct waurie_answer_move *before = &moves[at - 1];
            const struct waurie_value other = {before->result == WAURIE_WIN, before->turns,
                                               before->sowings};
            if (waurie_value_compare(value, other) >= 0) {
                break;
            }
            moves[at] = *before;
        }
        moves[at] = move;
    }
}

enum kauri_status waurie_answering_find(struct waurie_answering *answering,
                                        const struct waurie_position *position,
                                        struct waurie_answer *answer, struct kauri_error *error)
{
    waurie_answer_begin(&answering->rules, position, answer);
    if (answer->count == 0 || answering->folder == NULL ||
        waurie_seeds(&position->board) <= PLAYED_SEEDS) {
        KAURI_PASS(play(answering, answer, error));
    } else {
        KAURI_PASS(open_tables(answering, position->board.pits, error));
        KAURI_PASS(look_up_winner(answering, answer, error));
    }
    for (unsigned i = 0; i < answer->count; i++) {
        struct waurie_answer_move *move = &answer->moves[i];
        move->best = move->result == answer->result && move->turns == answer->turns;
    }
    sort(answer->moves, answer->count);
    return KAURI_OK;
}

void waurie_answering_end(struct waurie_answering *answering)
{
    waurie_tables_close(answering->tables);
    waurie_decider_free(answering->decider);
}
