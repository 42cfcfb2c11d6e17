#include "waurie/cli/waurie_look_up.h"

#include "common/folder.h"

#include <stdlib.h>

enum { PLAYED_SEEDS = 10 }; // positions with more are looked up, if there are tables

enum kauri_status waurie_look_up_open(struct waurie_look_up *look_up, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const uint64_t pages = look_up->folder != NULL ? look_up->memory / 4 : 0;
    if (look_up->folder != NULL) {
        if (pages < WAURIE_PAGES_LEAST) {
            return kauri_fail(error, KAURI_RESOURCE,
                              "too little memory: looking positions up needs at least %u MiB",
                              4U * (unsigned)WAURIE_PAGES_LEAST >> 20);
        }
        KAURI_TRY(kauri_folder_check(look_up->folder, error));
    }
    status = waurie_decider_new(&look_up->rules, look_up->memory - pages, &look_up->decider, error);
cleanup:
    return status;
}

void waurie_look_up_close(struct waurie_look_up *look_up)
{
    waurie_tables_close(look_up->tables);
    waurie_decider_free(look_up->decider);
}

// Opens the tables of a board, in place of those of another one.
static enum kauri_status open_tables(struct waurie_look_up *look_up, unsigned pits,
                                     struct kauri_error *error)
{
    const struct waurie_tables_options options = {.folder = look_up->folder,
                                                  .rules = look_up->rules,
                                                  .pits = pits,
                                                  .threads = 1,
                                                  .page_memory = look_up->memory / 4};
    if (look_up->folder == NULL ||
        (look_up->tables != NULL && waurie_tables_options(look_up->tables)->pits == pits)) {
        return KAURI_OK;
    }
    waurie_tables_close(look_up->tables);
    return waurie_tables_open(&options, &look_up->tables, error);
}

static enum waurie_result result_of(bool win)
{
    return win ? WAURIE_WIN : WAURIE_LOSS;
}

// Decides the position and its moves by playing to the end of the game.
static enum kauri_status play(const struct waurie_look_up *look_up, struct waurie_answer *answer,
                              struct kauri_error *error)
{
    const struct waurie_board *board = &answer->position.board;
    struct waurie_value value = {.win = false};
    enum kauri_status status = waurie_decide(look_up->decider, board, &value, error);
    answer->distances = true;
    answer->result = result_of(value.win);
    answer->turns = value.turns;
    answer->sowings = value.sowings;
    for (unsigned i = 0; i < answer->count && status == KAURI_OK; i++) {
        struct waurie_answer_move *move = &answer->moves[i];
        status = waurie_decide_move(look_up->decider, board, move->pit, &value, error);
        move->result = result_of(value.win);
        move->turns = value.turns;
        move->sowings = value.sowings;
    }
    return status;
}

// Looks up who wins.
static enum kauri_status look_up_winner(const struct waurie_look_up *look_up,
                                        struct waurie_answer *answer, struct kauri_error *error)
{
    bool wins = false;
    enum kauri_status status =
        waurie_tables_look_up(look_up->tables, &answer->position.board, &wins, error);
    answer->result = result_of(wins);
    for (unsigned i = 0; i < answer->count && status == KAURI_OK; i++) {
        struct waurie_answer_move *move = &answer->moves[i];
        if (!move->ends) {
            status = waurie_tables_look_up(look_up->tables, &move->after.board, &wins, error);
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

enum kauri_status waurie_look_up_answer(struct waurie_look_up *look_up,
                                        const struct waurie_position *position,
                                        struct waurie_answer *answer, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    waurie_answer_begin(&look_up->rules, position, answer);
    const bool plays = answer->count == 0 || look_up->folder == NULL ||
                       waurie_seeds(&position->board) <= PLAYED_SEEDS;
    if (plays) {
        KAURI_TRY(play(look_up, answer, error));
    } else {
        KAURI_TRY(open_tables(look_up, position->board.pits, error));
        KAURI_TRY(look_up_winner(look_up, answer, error));
    }
    for (unsigned i = 0; i < answer->count; i++) {
        struct waurie_answer_move *move = &answer->moves[i];
        move->best = move->result == answer->result && move->turns == answer->turns;
    }
    sort(answer->moves, answer->count);
cleanup:
    return status;
}

enum kauri_status waurie_look_up_line(struct waurie_look_up *look_up,
                                      const struct waurie_position *position,
                                      struct waurie_line *line, struct kauri_error *error)
{
    struct waurie_position at = *position;
    for (bool over = false; !over;) {
        if (line->count == line->room) {
            const size_t room = line->room == 0 ? 64 : 2 * line->room;
            struct waurie_answer *steps = realloc(line->steps, room * sizeof *steps);
            if (steps == NULL) {
                return kauri_fail(error, KAURI_RESOURCE, "out of memory for a line of %zu sowings",
                                  room);
            }
            line->steps = steps;
            line->room = room;
        }
        struct waurie_answer *answer = &line->steps[line->count];
        const enum kauri_status status = waurie_look_up_answer(look_up, &at, answer, error);
        if (status != KAURI_OK) {
            return status;
        }
        line->count += answer->count > 0 ? 1 : 0;
        over = answer->count == 0 || answer->moves[0].ends;
        at = answer->moves[0].after;
    }
    return KAURI_OK;
}
