#include "waurie/waurie_replay.h"

#include "common/memory.h"

#include <stdlib.h>

static enum kauri_status fail_at(const struct waurie_written_sowing *at, const char *what,
                                 struct kauri_error *error)
{
    return kauri_fail(error, KAURI_BAD_INPUT, "line %u, column %u: pit %u %s", at->line, at->column,
                      at->pit, what);
}

// Finds the turn with a letter, in the latest line that has it: the position before the turn, and
// its number.
static bool find_letter(const struct waurie_replay *replay, char letter,
                        struct waurie_position *start, unsigned *turn)
{
    for (size_t l = replay->count; l-- > 0;) {
        const struct waurie_played_line *line = &replay->lines[l];
        for (size_t i = 0; i < line->count; i++) {
            if (line->written.sowings[i].letter == letter) {
                *start = line->played[line->played[i].turn_from].before;
                *turn = line->played[i].turn;
                return true;
            }
        }
    }
    return false;
}

// Finds out whether the game is over at the end of the line.
static void look_at_end(const struct waurie_rules *rules, struct waurie_played_line *line)
{
    const struct waurie_board *board = &line->end.board;
    line->over = waurie_is_over(rules, board);
    line->north_won = line->end.north == (waurie_row_seeds(board->own) == 0);
}

// Plays sowing number `i`, after those before it.
static enum kauri_status play(const struct waurie_rules *rules, struct waurie_played_line *line,
                              size_t i, struct kauri_error *error)
{
    const struct waurie_written_sowing *sowing = &line->written.sowings[i];
    const struct waurie_board *board = &line->end.board;
    const bool north = line->end.north;
    const bool goes_on = i > 0 && line->played[i - 1].again; // the same turn continues
    if (line->over) {
        return fail_at(sowing,
                       line->north_won ? "comes too late: North has won"
                                       : "comes too late: South has won",
                       error);
    }
    if (sowing->pit > board->pits) {
        return fail_at(sowing, "is not on the board", error);
    }
    if (board->own[sowing->pit - 1] == 0) {
        return fail_at(sowing, north ? "of North is empty" : "of South is empty", error);
    }
    const struct waurie_move move = waurie_play(rules, board, sowing->pit - 1U);
    line->played[i] = (struct waurie_played_sowing){
        .before = line->end,
        .turn = i == 0 ? line->first_turn : line->played[i - 1].turn + (goes_on ? 0 : 1),
        .turn_from = goes_on ? line->played[i - 1].turn_from : (unsigned)i,
        .again = move.again};
    line->count = i + 1;
    if (move.won) {
        line->over = true;
        line->north_won = north;
    } else {
        line->end = (struct waurie_position){.board = move.board, .north = north != !move.again};
        look_at_end(rules, line);
    }
    if (i + 1 < line->written.count && !line->over && move.again != sowing->joined) {
        return fail_at(sowing,
                       move.again ? "earns a bonus move: a hyphen must follow it, not a slash"
                                  : "earns no bonus move: a slash must follow it, not a hyphen",
                       error);
    }
    return KAURI_OK;
}

static void clear_line(struct waurie_played_line *line)
{
    waurie_written_line_clear(&line->written);
    free(line->played);
}

enum kauri_status waurie_replay_add(struct waurie_replay *replay, const struct waurie_rules *rules,
                                    const struct waurie_position *start,
                                    struct waurie_written_line *written, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct waurie_played_line line = {.written = *written, .first_turn = 1, .end = *start};
    *written = (struct waurie_written_line){.letter = 0};
    if (line.written.letter == 0) {
        waurie_replay_clear(replay);
    } else if (!find_letter(replay, line.written.letter, &line.end, &line.first_turn)) {
        status =
            kauri_fail(error, KAURI_BAD_INPUT,
                       "line %u, column %u: no turn that was played before (%c) has this letter",
                       line.written.line, line.written.column, line.written.letter);
    }
    line.played = calloc(line.written.count + 1, sizeof *line.played);
    if (line.played == NULL || !KAURI_FITS(replay->lines, replay->count + 1, replay->capacity)) {
        clear_line(&line);
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for lines of play");
    }
    look_at_end(rules, &line);
    for (size_t i = 0; i < line.written.count && status == KAURI_OK; i++) {
        status = play(rules, &line, i, error);
    }
    replay->lines[replay->count++] = line;
    return status;
}

void waurie_replay_clear(struct waurie_replay *replay)
{
    for (size_t i = 0; i < replay->count; i++) {
        clear_line(&replay->lines[i]);
    }
    free(replay->lines);
    *replay = (struct waurie_replay){.lines = NULL};
}
