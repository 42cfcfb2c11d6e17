#include "waurie/cli/line_view.h"

#include "cli/terminal_text.h"
#include "common/size.h"
#include "queries/answers/fitted_text.h"
#include "queries/answers/text_table.h"
#include "waurie/cli/answer_json.h"

#include <string.h>

const struct waurie_answer_move *waurie_judged_move(const struct waurie_judged_line *judged,
                                                    size_t i)
{
    const struct waurie_answer *answer = &judged->answers[i];
    const struct waurie_answer_move *move = answer->moves;
    while (move->pit + 1U != judged->line->written.sowings[i].pit) {
        move++;
    }
    return move;
}

bool waurie_judged_loses(const struct waurie_judged_line *judged, size_t i)
{
    return judged->answers[i].result == WAURIE_WIN &&
           waurie_judged_move(judged, i)->result == WAURIE_LOSS;
}

unsigned waurie_judged_turns(const struct waurie_judged_line *judged)
{
    const struct waurie_played_line *line = judged->line;
    return line->count == 0 ? 0 : line->played[line->count - 1].turn - line->first_turn + 1;
}

// ---------------------------------------------------------------------------------------- remarks

// The other moves with a certain result, as bits by pit.
static unsigned others_with(const struct waurie_answer *answer,
                            const struct waurie_answer_move *move, enum waurie_result result)
{
    unsigned pits = 0;
    for (unsigned i = 0; i < answer->count; i++) {
        if (&answer->moves[i] != move && answer->moves[i].result == result) {
            pits |= 1U << answer->moves[i].pit;
        }
    }
    return pits;
}

// Adds "1", "1 and 5" or "1, 4 and 5", and the verb in the right form.
static void add_pits(unsigned pits, const char *one, const char *several, struct kauri_string *out)
{
    const bool single = (pits & (pits - 1)) == 0;
    while (pits != 0) {
        const unsigned rest = pits & (pits - 1);
        kauri_string_add(out, "%u%s", (unsigned)__builtin_ctz(pits) + 1,
                         rest == 0                  ? ""
                         : (rest & (rest - 1)) == 0 ? " and "
                                                    : ", ");
        pits = rest;
    }
    kauri_string_add(out, " %s", single ? one : several);
}

// Adds what is remarkable about a sowing: whether it loses or is the only one that wins, what its
// marks are worth, and a move that wins faster or loses more slowly.
static void add_remark(const struct waurie_judged_line *judged, size_t i, struct kauri_string *out)
{
    const struct waurie_answer *answer = &judged->answers[i];
    const struct waurie_answer_move *move = waurie_judged_move(judged, i);
    const struct waurie_answer_move *best = &answer->moves[0];
    const char *marks = judged->line->written.sowings[i].marks;
    const unsigned wins = others_with(answer, move, WAURIE_WIN);
    const unsigned open = others_with(answer, move, WAURIE_OPEN);
    if (waurie_judged_loses(judged, i)) {
        kauri_string_add(out, "%u loses; ", move->pit + 1U);
        add_pits(wins, "wins", "win", out);
    } else if (answer->count == 1) {
        kauri_string_add_text(out, marks[0] != '\0' ? "the only move" : "");
    } else if (move->result == WAURIE_WIN && wins == 0 && open == 0) {
        kauri_string_add_text(out, "the only winning move");
    } else if (move->result == WAURIE_WIN && marks[0] != '\0') {
        add_pits(wins != 0 ? wins : open, wins != 0 ? "wins as well" : "is open",
                 wins != 0 ? "win as well" : "are open", out);
    } else if (answer->result == WAURIE_LOSS && marks[0] != '\0') {
        kauri_string_add_text(out, "every move loses");
    }
    if (answer->distances && move->result == answer->result && move->turns != answer->turns) {
        kauri_string_add(out, "%s%u %s in %u", out->length > 0 ? "; " : "", best->pit + 1U,
                         best->result == WAURIE_WIN ? "wins" : "loses", best->turns);
    }
}

// ------------------------------------------------------------------------------------------- text

// Adds who wins for the player to move with this result, and in how many turns if that is known.
static void add_worth(enum waurie_result result, bool distances, unsigned turns,
                      struct kauri_string *out)
{
    static const char *const words[] = {
        [WAURIE_OPEN] = "open", [WAURIE_LOSS] = "loses", [WAURIE_WIN] = "wins"};
    kauri_string_add_text(out, words[result]);
    if (distances && result != WAURIE_OPEN) {
        kauri_string_add(out, " in %u", turns);
    }
}

// Adds one turn, from sowing number `from` to the one before `to`, as a row.
static void add_turn(const struct waurie_judged_line *judged, size_t from, size_t to,
                     struct kauri_string *rows)
{
    const struct waurie_played_line *line = judged->line;
    const struct waurie_played_sowing *first = &line->played[from];
    const struct waurie_answer_move *last = waurie_judged_move(judged, to - 1);
    char text[WAURIE_POSITION_TEXT_BYTES];
    kauri_string_add(rows, "%u\t%s\t", first->turn, waurie_side_name(first->before.north));
    for (size_t i = from; i < to; i++) {
        const struct waurie_written_sowing *sowing = &line->written.sowings[i];
        kauri_string_add(rows, "%s%u%s", i > from ? "-" : "", sowing->pit, sowing->marks);
        if (sowing->letter != 0) {
            kauri_string_add(rows, " %c", sowing->letter);
        }
    }
    kauri_string_add(rows, "\t%s\t", waurie_position_format(&first->before, text));
    add_worth(last->result, judged->answers[to - 1].distances, last->turns, rows);
    kauri_string_add_text(rows, "\t");
    bool any = false;
    for (size_t i = from; i < to; i++) {
        struct kauri_string remark = {.bytes = NULL};
        add_remark(judged, i, &remark);
        if (remark.length > 0 && to - from > 1 && !waurie_judged_loses(judged, i)) {
            kauri_string_add(rows, "%s%u: %s", any ? "; " : "", line->written.sowings[i].pit,
                             kauri_string_text(&remark));
        } else if (remark.length > 0) {
            kauri_string_add(rows, "%s%s", any ? "; " : "", kauri_string_text(&remark));
        }
        any = any || remark.length > 0;
        rows->failed = rows->failed || remark.failed;
        kauri_string_clear(&remark);
    }
    kauri_string_add_text(rows, "\n");
}

static void add_head(const struct waurie_judged_line *judged, struct kauri_string *out)
{
    const struct waurie_played_line *line = judged->line;
    char text[WAURIE_POSITION_TEXT_BYTES];
    if (line->written.letter != 0) {
        kauri_string_add(out, "Variation (%c)", line->written.letter);
        if (line->count > 0) {
            kauri_string_add(out, ", in place of turn %u", line->first_turn);
        }
    } else {
        kauri_string_add_text(out, "Main line");
    }
    if (line->count == 0) {
        kauri_string_add_text(out, "\n");
        return;
    }
    const struct waurie_answer *first = &judged->answers[0];
    kauri_string_add(out, ", from %s", waurie_position_format(&line->played[0].before, text));
    if (first->result != WAURIE_OPEN) {
        const bool north = line->played[0].before.north == (first->result == WAURIE_WIN);
        kauri_string_add(out, ": %s wins", waurie_side_name(north));
    }
    kauri_string_add_text(out, "\n");
}

// Adds where the line ends, and what is written about it.
static void add_end(const struct waurie_judged_line *judged, struct kauri_string *out)
{
    static const char *const words[] = {[WAURIE_NOT_WRITTEN] = ".",
                                        [WAURIE_NOT_CHECKED] = "; written, not checked: ",
                                        [WAURIE_AGREES] = ", as written: ",
                                        [WAURIE_DIFFERS] = ", but * written: "};
    const struct waurie_played_line *line = judged->line;
    const unsigned turns = waurie_judged_turns(judged);
    const size_t from = out->length;
    if (line->over) {
        kauri_string_add(out, "%s has won after %u turn%s", waurie_side_name(line->north_won),
                         turns, kauri_plural(turns));
    } else {
        kauri_string_add(out, "The line ends after %u turn%s with %s to move", turns,
                         kauri_plural(turns), waurie_side_name(line->end.north));
        if (judged->end.result == WAURIE_OPEN) {
            kauri_string_add_text(out, "; who wins is open");
        } else {
            kauri_string_add_text(out, ", who ");
            add_worth(judged->end.result, judged->end.distances, judged->end.turns, out);
        }
    }
    kauri_string_add(out, "%s%s\n", words[judged->verdict], line->written.result.text);
    kauri_string_fit(out, from, kauri_text_columns());
}

void waurie_add_line_text(const struct waurie_judged_line *judged, struct kauri_string *out)
{
    const struct waurie_played_line *line = judged->line;
    struct kauri_string rows = {.bytes = NULL};
    add_head(judged, out);
    kauri_string_add_text(&rows, "turn\tmover\tpits\tbefore\tworth\tremark\n");
    for (size_t from = 0; from < line->count;) {
        size_t to = from + 1;
        while (to < line->count && line->played[to].turn == line->played[from].turn) {
            to++;
        }
        add_turn(judged, from, to, &rows);
        from = to;
    }
    if (line->count > 0) {
        kauri_string_add_table(out, &rows, 2, kauri_text_columns());
    }
    kauri_string_clear(&rows);
    if (judged->fault == NULL) {
        add_end(judged, out);
    } else {
        kauri_string_add_text(out, "Breaks here.\n");
    }
    kauri_pieces_add_text(&line->written.pieces, out);
}

// ------------------------------------------------------------------------------------------- JSON

// The object WaurieSowing:
//     turn: int - number of the turn; a variation goes on from the turn that it replaces
//     position: text - before the sowing
//     move: int
//     bonus: bool
//     marks: text | null - `!`, `?` or two of them
//     letter: text | null - of variations in place of this turn
//     result: "win" | "loss" | null
//     turns: int | null
//     loses: bool - the sowing loses a position that is won
//     winning: int[] - the pits that are known to win
static void add_sowing_json(const struct waurie_judged_line *judged, size_t i,
                            struct kauri_json *json)
{
    const struct waurie_played_sowing *played = &judged->line->played[i];
    const struct waurie_written_sowing *sowing = &judged->line->written.sowings[i];
    const struct waurie_answer *answer = &judged->answers[i];
    const struct waurie_answer_move *move = waurie_judged_move(judged, i);
    kauri_json_begin_object(json, NULL);
    kauri_json_add_uint(json, "turn", played->turn);
    waurie_json_position(json, "position", &played->before);
    kauri_json_add_uint(json, "move", sowing->pit);
    kauri_json_add_bool(json, "bonus", played->again);
    kauri_json_add_text(json, "marks", sowing->marks[0] != '\0' ? sowing->marks : NULL);
    kauri_json_add_letter(json, "letter", sowing->letter);
    waurie_json_result(json, move->result);
    kauri_json_add_known_int(json, "turns", answer->distances, move->turns);
    kauri_json_add_bool(json, "loses", waurie_judged_loses(judged, i));
    kauri_json_begin_array(json, "winning");
    for (unsigned pit = 0; pit < WAURIE_PITS_MAX; pit++) {
        for (unsigned m = 0; m < answer->count; m++) {
            if (answer->moves[m].pit == pit && answer->moves[m].result == WAURIE_WIN) {
                kauri_json_add_uint(json, NULL, pit + 1);
            }
        }
    }
    kauri_json_end(json);
    kauri_json_end(json);
}

// Adds the winner: of the game if it is over, or else with best play from the end of the line.
static void add_winner_json(const struct waurie_judged_line *judged, struct kauri_json *json)
{
    const struct waurie_played_line *line = judged->line;
    if (line->over) {
        kauri_json_add_text(json, "winner", line->north_won ? "N" : "S");
    } else if (judged->fault != NULL || judged->end.result == WAURIE_OPEN) {
        kauri_json_add_null(json, "winner");
    } else {
        const bool north = line->end.north == (judged->end.result == WAURIE_WIN);
        kauri_json_add_text(json, "winner", north ? "N" : "S");
    }
}

// The object WaurieReplay:
//     variation: text | null - its letter; null for a main line
//     sowings: WaurieSowing[] - the sowings that can be played
//     turns: int - turns of the line
//     end: text | null - the position after the last sowing; null if the game is over
//     over: bool - the game is over
//     winner: "S" | "N" | null - who has won, or wins by best play from `end`
//     written: WaurieWritten - the words after the line
//     fault: text | null - why the line breaks off
//     pieces: Piece[] - what became of each byte of the text, as for `kauri replay`; `ply` is an
//         index in `sowings`
//
// The object WaurieWritten:
//     text: text | null - the words
//     agrees: bool | null - the result that they name is right
void waurie_add_line_json(const struct waurie_judged_line *judged, struct kauri_string *out)
{
    const struct waurie_played_line *line = judged->line;
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_letter(&json, "variation", line->written.letter);
    kauri_json_begin_array(&json, "sowings");
    for (size_t i = 0; i < line->count; i++) {
        add_sowing_json(judged, i, &json);
    }
    kauri_json_end(&json);
    kauri_json_add_uint(&json, "turns", waurie_judged_turns(judged));
    if (line->over || line->count == 0) {
        kauri_json_add_null(&json, "end");
    } else {
        waurie_json_position(&json, "end", &line->end);
    }
    kauri_json_add_bool(&json, "over", line->over);
    add_winner_json(judged, &json);
    kauri_json_begin_object(&json, "written");
    kauri_json_add_text(&json, "text",
                        line->written.result.text[0] != '\0' ? line->written.result.text : NULL);
    if (judged->verdict == WAURIE_AGREES || judged->verdict == WAURIE_DIFFERS) {
        kauri_json_add_bool(&json, "agrees", judged->verdict == WAURIE_AGREES);
    } else {
        kauri_json_add_null(&json, "agrees");
    }
    kauri_json_end(&json);
    kauri_json_add_text(&json, "fault", judged->fault != NULL ? judged->fault->message : NULL);
    kauri_pieces_add_json(&line->written.pieces, judged->text, &json);
    kauri_json_end(&json);
}
