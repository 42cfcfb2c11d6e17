#include "waurie/cli/waurie_answer.h"

#include "cli/fitted_text.h"
#include "cli/text_table.h"

#include <stdlib.h>

static void sort(struct waurie_answer_move *moves, unsigned count)
{
    for (unsigned i = 1; i < count; i++) {
        const struct waurie_answer_move move = moves[i];
        unsigned at = i;
        for (; at > 0 && waurie_value_compare(move.value, moves[at - 1].value) < 0; at--) {
            moves[at] = moves[at - 1];
        }
        moves[at] = move;
    }
}

// The value of a position: with `distances` by playing to the end of the game, otherwise from
// tables, which tell only who wins.
static enum kauri_status value_of(const struct waurie_sources *sources, bool distances,
                                  const struct waurie_board *board, struct waurie_value *value,
                                  struct kauri_error *error)
{
    *value = (struct waurie_value){.win = false};
    return distances ? waurie_decide(sources->decider, board, value, error)
                     : waurie_tables_look_up(sources->tables, board, &value->win, error);
}

// The value of a move for the mover; its distances include the sowing.
static enum kauri_status value_of_move(const struct waurie_sources *sources, bool distances,
                                       const struct waurie_board *board, unsigned pit,
                                       struct waurie_answer_move *move, struct kauri_error *error)
{
    if (distances) {
        return waurie_decide_move(sources->decider, board, pit, &move->value, error);
    }
    if (move->ends) {
        move->value = (struct waurie_value){.win = true};
        return KAURI_OK;
    }
    const enum kauri_status status =
        value_of(sources, distances, &move->after.board, &move->value, error);
    move->value.win = move->value.win == move->again;
    return status;
}

enum kauri_status waurie_answer_make(const struct waurie_sources *sources,
                                     const struct waurie_position *position,
                                     struct waurie_answer *answer, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct waurie_rules *rules = waurie_decider_rules(sources->decider);
    const struct waurie_board *board = &position->board;
    const bool over = waurie_is_over(rules, board);
    const bool distances =
        over || sources->tables == NULL || waurie_seeds(board) <= WAURIE_SEARCHED_SEEDS;
    *answer = (struct waurie_answer){.position = *position, .distances = distances};
    KAURI_TRY(value_of(sources, distances, board, &answer->value, error));
    for (unsigned pit = 0; pit < board->pits && !over; pit++) {
        if (board->own[pit] == 0) {
            continue;
        }
        const struct waurie_move played = waurie_play(rules, board, pit);
        struct waurie_answer_move *move = &answer->moves[answer->count++];
        *move = (struct waurie_answer_move){
            .pit = (uint8_t)pit,
            .again = played.again,
            .ends = played.won,
            .after = {.board = played.board, .north = position->north != !played.again},
        };
        KAURI_TRY(value_of_move(sources, distances, board, pit, move, error));
        move->best =
            move->value.win == answer->value.win && move->value.turns == answer->value.turns;
    }
    sort(answer->moves, answer->count);
cleanup:
    return status;
}

static void add_result(const struct waurie_answer *answer, int columns, struct kauri_string *out)
{
    const struct waurie_value value = answer->value;
    const char *winner = waurie_side_name(answer->position.north != !value.win);
    char text[WAURIE_POSITION_TEXT_BYTES];
    const size_t from = out->length;
    kauri_string_add(out, "%s   ", waurie_position_format(&answer->position, text));
    if (answer->count == 0) {
        kauri_string_add(out, "%s has won\n", winner);
    } else if (!answer->distances) {
        kauri_string_add(out, "%s wins\n", winner);
    } else {
        kauri_string_add(out, "%s wins in %u turn%s, %u sowing%s\n", winner, value.turns,
                         value.turns == 1 ? "" : "s", value.sowings, value.sowings == 1 ? "" : "s");
    }
    kauri_string_fit(out, from, columns);
}

void waurie_answer_text(const struct waurie_answer *answer, bool best_only, int columns,
                        struct kauri_string *out)
{
    add_result(answer, columns, out);
    if (answer->count == 0) {
        return;
    }
    struct kauri_string rows = {.bytes = NULL};
    kauri_string_add(&rows, "move\tresult\t%safter\n", answer->distances ? "turns\tsowings\t" : "");
    for (unsigned i = 0; i < answer->count; i++) {
        const struct waurie_answer_move *move = &answer->moves[i];
        char text[WAURIE_POSITION_TEXT_BYTES];
        if (best_only && !move->best) {
            continue;
        }
        kauri_string_add(&rows, "%u%s\t%s\t", move->pit + 1U, move->again ? "-" : "",
                         move->value.win ? "win" : "loss");
        if (answer->distances) {
            kauri_string_add(&rows, "%u\t%u\t", move->value.turns, move->value.sowings);
        }
        kauri_string_add(&rows, "%s\n",
                         move->ends ? "the game is over"
                                    : waurie_position_format(&move->after, text));
    }
    out->failed = out->failed || rows.failed;
    kauri_string_add_table(out, kauri_string_text(&rows), 2, columns);
    kauri_string_clear(&rows);
}

static enum kauri_status add_step(struct waurie_play_out *line, struct waurie_step step,
                                  struct kauri_error *error)
{
    if (line->count == line->room) {
        const size_t room = line->room == 0 ? 64 : 2 * line->room;
        struct waurie_step *steps = realloc(line->steps, room * sizeof *steps);
        if (steps == NULL) {
            return kauri_fail(error, KAURI_RESOURCE, "out of memory for a line of %zu sowings",
                              room);
        }
        line->steps = steps;
        line->room = room;
    }
    line->steps[line->count++] = step;
    return KAURI_OK;
}

enum kauri_status waurie_play_out_make(const struct waurie_sources *sources,
                                       const struct waurie_position *position,
                                       struct waurie_play_out *line, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct waurie_position at = *position;
    for (bool over = false; !over;) {
        struct waurie_answer answer;
        KAURI_TRY(waurie_answer_make(sources, &at, &answer, error));
        if (answer.count > 0) {
            const struct waurie_step step = {.before = at,
                                             .value = answer.value,
                                             .distances = answer.distances,
                                             .pit = answer.moves[0].pit,
                                             .again = answer.moves[0].again};
            KAURI_TRY(add_step(line, step, error));
        }
        over = answer.count == 0 || answer.moves[0].ends;
        at = answer.moves[0].after;
    }
cleanup:
    return status;
}

void waurie_play_out_clear(struct waurie_play_out *line)
{
    free(line->steps);
    *line = (struct waurie_play_out){.steps = NULL};
}

void waurie_play_out_moves(const struct waurie_play_out *line, struct kauri_string *out)
{
    for (size_t i = 0; i < line->count; i++) {
        const bool last = i + 1 == line->count;
        kauri_string_add(out, "%u%s", line->steps[i].pit + 1U,
                         last                   ? ""
                         : line->steps[i].again ? "-"
                                                : "/");
    }
}

void waurie_play_out_text(const struct waurie_answer *answer, const struct waurie_play_out *line,
                          int columns, struct kauri_string *out)
{
    add_result(answer, columns, out);
    if (line->count == 0) {
        return;
    }
    struct kauri_string moves = {.bytes = NULL};
    waurie_play_out_moves(line, &moves);
    kauri_string_add(out, "  %s\n", kauri_string_text(&moves));
    kauri_string_clear(&moves);
    struct kauri_string rows = {.bytes = NULL};
    // Where the distance of the position is known, so are all that follow.
    const bool partly = !answer->distances && line->steps[line->count - 1].distances;
    kauri_string_add(&rows, "turn\tmover\tpits\tbefore%s\n", partly ? "\tturns left" : "");
    unsigned turn = 0;
    for (size_t i = 0; i < line->count; i++) {
        const struct waurie_step *first = &line->steps[i];
        char text[WAURIE_POSITION_TEXT_BYTES];
        kauri_string_add(&rows, "%u\t%s\t%u", ++turn, waurie_side_name(first->before.north),
                         first->pit + 1U);
        while (line->steps[i].again && i + 1 < line->count) {
            kauri_string_add(&rows, "-%u", line->steps[++i].pit + 1U);
        }
        kauri_string_add(&rows, "\t%s", waurie_position_format(&first->before, text));
        if (partly && first->distances) {
            kauri_string_add(&rows, "\t%u", first->value.turns);
        } else if (partly) {
            kauri_string_add_text(&rows, "\t");
        }
        kauri_string_add_text(&rows, "\n");
    }
    out->failed = out->failed || rows.failed;
    kauri_string_add_table(out, kauri_string_text(&rows), 2, columns);
    kauri_string_clear(&rows);
}
