// waurie probe and line: positions are played to the end of the game, or looked up in tables.
#include "waurie/cli/waurie_commands.h"

#include "cli/print_text.h"
#include "cli/terminal_text.h"
#include "common/memory.h"
#include "common/size.h"
#include "queries/answers/fitted_text.h"
#include "waurie/cli/answering.h"

#include <limits.h>
#include <stdlib.h>

enum { MEMORY_DEFAULT = 512 << 20 };

struct probing {
    struct waurie_answering answering;
    bool json;
    bool plays; // the answer is a line to the end of the game
};

// Best play from a position to the end of the game: the answers to all positions of the line, in
// each of which the first move is played.
struct played_line {
    size_t count;
    size_t capacity;
    struct waurie_answer *steps;
};

// ------------------------------------------------------------------------------------------ lines

// Finds best play. Where distances are not known, all moves that keep the win are best; play ends
// nevertheless (W10 of docs/guide/WAURIE.md).
static enum kauri_status find_line(struct probing *probing, const struct waurie_answer *answer,
                                   struct played_line *line, struct kauri_error *error)
{
    struct waurie_answer step = *answer;
    enum kauri_status status = KAURI_OK;
    while (status == KAURI_OK && step.count > 0) {
        if (!KAURI_FITS(line->steps, line->count + 1, line->capacity)) {
            return kauri_fail(error, KAURI_RESOURCE, "out of memory for a line of %zu sowings",
                              line->count + 1);
        }
        line->steps[line->count++] = step;
        if (step.moves[0].ends) {
            break;
        }
        const struct waurie_position after = step.moves[0].after;
        status = waurie_answering_find(&probing->answering, &after, &step, error);
    }
    return status;
}

// ------------------------------------------------------------------------------------------- text

// Adds a line about the position: who wins, or has won, and how soon if that is known.
static void add_headline(const struct waurie_answer *answer, struct kauri_string *out)
{
    const char *winner = waurie_side_name(answer->position.north == (answer->result == WAURIE_WIN));
    char text[WAURIE_POSITION_TEXT_BYTES];
    const size_t from = out->length;
    kauri_string_add(out, "%s   ", waurie_position_format(&answer->position, text));
    if (answer->count == 0) {
        kauri_string_add(out, "%s has won\n", winner);
    } else if (!answer->distances) {
        kauri_string_add(out, "%s wins\n", winner);
    } else {
        kauri_string_add(out, "%s wins in %u turn%s, %u sowing%s\n", winner, answer->turns,
                         kauri_plural(answer->turns), answer->sowings,
                         kauri_plural(answer->sowings));
    }
    kauri_string_fit(out, from, kauri_text_columns());
}

// Adds the moves in the order in which they are sorted.
static void add_moves(const struct waurie_answer *answer, struct kauri_string *out)
{
    struct kauri_string rows = {.bytes = NULL};
    kauri_string_add(&rows, "move\tresult\t%safter\n", answer->distances ? "turns\tsowings\t" : "");
    for (unsigned i = 0; i < answer->count; i++) {
        const struct waurie_answer_move *move = &answer->moves[i];
        char text[WAURIE_POSITION_TEXT_BYTES];
        kauri_string_add(&rows, "%u%s\t%s\t", move->pit + 1U, move->again ? "-" : "",
                         move->result == WAURIE_WIN ? "win" : "loss");
        if (answer->distances) {
            kauri_string_add(&rows, "%u\t%u\t", move->turns, move->sowings);
        }
        kauri_string_add(&rows, "%s\n",
                         move->ends ? "the game is over"
                                    : waurie_position_format(&move->after, text));
    }
    kauri_string_add_table(out, &rows, 2, kauri_text_columns());
}

// Adds the moves in the notation of the article, "5/3/1/6-1".
static void add_notation(const struct played_line *line, struct kauri_string *out)
{
    for (size_t i = 0; i < line->count; i++) {
        const bool last = i + 1 == line->count;
        kauri_string_add(out, "%u%s", line->steps[i].moves[0].pit + 1U,
                         last                            ? ""
                         : line->steps[i].moves[0].again ? "-"
                                                         : "/");
    }
}

static void add_line(const struct played_line *line, struct kauri_string *out)
{
    struct kauri_string rows = {.bytes = NULL};
    // Where the distance of the position is known, all later ones are known.
    const bool partly = !line->steps[0].distances && line->steps[line->count - 1].distances;
    kauri_string_add_text(out, "  ");
    add_notation(line, out);
    kauri_string_add_text(out, "\n");
    kauri_string_add(&rows, "turn\tmover\tpits\tbefore%s\n", partly ? "\tturns left" : "");
    unsigned turn = 0;
    for (size_t i = 0; i < line->count; i++) {
        const struct waurie_answer *first = &line->steps[i];
        char text[WAURIE_POSITION_TEXT_BYTES];
        kauri_string_add(&rows, "%u\t%s\t%u", ++turn, waurie_side_name(first->position.north),
                         first->moves[0].pit + 1U);
        while (line->steps[i].moves[0].again && i + 1 < line->count) {
            kauri_string_add(&rows, "-%u", line->steps[++i].moves[0].pit + 1U);
        }
        kauri_string_add(&rows, "\t%s", waurie_position_format(&first->position, text));
        if (partly && first->distances) {
            kauri_string_add(&rows, "\t%u", first->turns);
        } else if (partly) {
            kauri_string_add_text(&rows, "\t");
        }
        kauri_string_add_text(&rows, "\n");
    }
    kauri_string_add_table(out, &rows, 2, kauri_text_columns());
}

// `result`, `turns` and `sowings`; the latter are null without distances.
//
// The object WaurieValue:
//     position: text
//     seeds: int
//     result: "win" | "loss"
//     turns: int | null
//     sowings: int | null
static void add_value(struct kauri_json *json, enum waurie_result result, bool distances,
                      unsigned turns, unsigned sowings)
{
    waurie_json_result(json, result);
    kauri_json_add_known_int(json, "turns", distances, turns);
    kauri_json_add_known_int(json, "sowings", distances, sowings);
}

// The object WaurieMove:
//     move: int
//     bonus: bool
//     result: "win" | "loss"
//     turns, sowings: int | null
//     best: bool - the move keeps the `result` and the `turns` of the position
//     position: text | null - null if the move ends the game
static void add_moves_json(const struct waurie_answer *answer, struct kauri_json *json)
{
    kauri_json_begin_array(json, "moves");
    for (unsigned i = 0; i < answer->count; i++) {
        const struct waurie_answer_move *move = &answer->moves[i];
        kauri_json_begin_object(json, NULL);
        kauri_json_add_uint(json, "move", move->pit + 1U);
        kauri_json_add_bool(json, "bonus", move->again);
        add_value(json, move->result, answer->distances, move->turns, move->sowings);
        kauri_json_add_bool(json, "best", move->best);
        if (move->ends) {
            kauri_json_add_null(json, "position");
        } else {
            waurie_json_position(json, "position", &move->after);
        }
        kauri_json_end(json);
    }
    kauri_json_end(json);
}

// The object WaurieLine:
//     ...: WaurieValue
//     moves: text - the line as the article writes it, `1/3/6-1`
//     line: WaurieStep[] - its sowings
//
// The object WaurieStep:
//     position: text - before the sowing
//     move: int
//     bonus: bool
//     result: "win" | "loss" - of that position
//     turns, sowings: int | null
static void add_line_json(const struct played_line *line, struct kauri_json *json)
{
    struct kauri_string moves = {.bytes = NULL};
    add_notation(line, &moves);
    kauri_json_add_text(json, "moves", kauri_string_text(&moves));
    kauri_string_clear(&moves);
    kauri_json_begin_array(json, "line");
    for (size_t i = 0; i < line->count; i++) {
        const struct waurie_answer *step = &line->steps[i];
        kauri_json_begin_object(json, NULL);
        waurie_json_position(json, "position", &step->position);
        kauri_json_add_uint(json, "move", step->moves[0].pit + 1U);
        kauri_json_add_bool(json, "bonus", step->moves[0].again);
        add_value(json, step->result, step->distances, step->turns, step->sowings);
        kauri_json_end(json);
    }
    kauri_json_end(json);
}

// The object WaurieProbe:
//     ...: WaurieValue
//     moves: WaurieMove[] - every legal move, best first; empty when the game is over
static void add_json(const struct probing *probing, const struct waurie_answer *answer,
                     const struct played_line *line, struct kauri_string *out)
{
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    waurie_json_position(&json, "position", &answer->position);
    kauri_json_add_uint(&json, "seeds", waurie_seeds(&answer->position.board));
    add_value(&json, answer->result, answer->distances, answer->turns, answer->sowings);
    if (probing->plays) {
        add_line_json(line, &json);
    } else {
        add_moves_json(answer, &json);
    }
    kauri_json_end(&json);
}

static void add_error_json(const char *input, const struct kauri_error *error,
                           struct kauri_string *out)
{
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_foreign(&json, "input", input);
    kauri_json_add_foreign(&json, "error", error->message);
    kauri_json_add_int(&json, "status", (int)error->status);
    kauri_json_end(&json);
}

// --------------------------------------------------------------------------------------- commands

static enum kauri_status answer(struct probing *probing, const char *text, struct kauri_string *out,
                                struct kauri_error *error)
{
    struct waurie_position position;
    struct waurie_answer answer;
    struct played_line line = {.steps = NULL};
    enum kauri_status status = KAURI_OK;
    KAURI_TRY(waurie_position_parse(text, &position, error));
    KAURI_TRY(waurie_answering_find(&probing->answering, &position, &answer, error));
    if (probing->plays) {
        KAURI_TRY(find_line(probing, &answer, &line, error));
    }
    if (probing->json) {
        add_json(probing, &answer, &line, out);
        goto cleanup;
    }
    add_headline(&answer, out);
    if (line.count > 0) {
        add_line(&line, out);
    } else if (answer.count > 0) {
        add_moves(&answer, out);
    }
cleanup:
    if (status == KAURI_MISSING) {
        waurie_tables_advise(probing->answering.folder, &probing->answering.rules,
                             position.board.pits, waurie_seeds(&position.board), error);
    } else if (status == KAURI_RESOURCE) {
        kauri_error_append(error,
                           probing->answering.folder != NULL
                               ? " (--memory SIZE allows more)"
                               : " (--memory SIZE allows more, and tables help: --tables DIR)");
    }
    free(line.steps);
    return status;
}

// Prints the answer, or with --json what went wrong.
static enum kauri_status answer_and_print(struct probing *probing, const char *text,
                                          struct kauri_error *error)
{
    struct kauri_string out = {.bytes = NULL};
    enum kauri_status status = answer(probing, text, &out, error);
    if (status != KAURI_OK && probing->json) {
        kauri_string_cut(&out, 0);
        add_error_json(text, error, &out);
    }
    struct kauri_error print_error;
    if ((status == KAURI_OK || probing->json) && kauri_print_text(&out, &print_error) != KAURI_OK) {
        status = print_error.status;
        *error = print_error;
    }
    kauri_string_clear(&out);
    return status;
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct probing *probing = run->settings;
    probing->answering.folder = run->folder;
    probing->json = run->json;
    probing->plays = run->command == &waurie_command_line;
    KAURI_TRY(waurie_answering_begin(&probing->answering, error));
    for (int i = 0; i < run->argument_count; i++) {
        struct kauri_error fault;
        if (answer_and_print(probing, run->arguments[i], &fault) != KAURI_OK) {
            kauri_run_report(run, &fault);
        }
    }
cleanup:
    waurie_answering_end(&probing->answering);
    return status;
}

#define LOOK_UP_OPTIONS                                                                            \
    WAURIE_RULES_OPTIONS(struct probing, answering.rules),                                         \
        KAURI_OPTION("memory", "SIZE",                                                             \
                     "at most this much memory, for positions and pages of tables (default 512M)", \
                     KAURI_STORED(struct probing, answering.memory), .is_size = true),             \
        KAURI_JSON_OPTION,                                                                         \
        KAURI_OPTION("tables", "DIR", "look positions up in these tables",                         \
                     KAURI_STORED_IN_RUN(folder))

#define EXAMPLE "'1,0,0,0,1,1/0,0,1,0,0,0 S'"

#define REST                                                                                       \
    "\n\n"                                                                                         \
    "A position is SOUTH/NORTH SIDE: the seeds in each pit of both rows, each from its "           \
    "owner's left, and S or N, the player to move. A turn is a sowing with the bonus "             \
    "moves after it; the winner needs as few turns as possible and the loser as many, and "        \
    "the same is counted for sowings by themselves. The position is searched to the end "          \
    "of the game, which --memory limits; with the default, positions of up to 17 seeds "           \
    "are answered. With --tables, positions of more than 10 seeds are looked up, which "           \
    "tells who wins, without distances. A position that cannot be answered is named on "           \
    "standard error, and the next one is tried.\n"

const struct kauri_command waurie_command_probe = {
    .name = "probe",
    .summary = "decide positions and all their moves",
    .text = "Decides positions of Waurie: the winner, the distance to the end of the game, and the "
            "same for every move, the best ones first. A hyphen after a pit number means a bonus "
            "move." REST,
    .arguments = "POSITION...",
    .arguments_min = 1,
    .arguments_max = INT_MAX,
    .options =
        (const struct kauri_option[]){
            LOOK_UP_OPTIONS,
            KAURI_OPTIONS_END,
        },
    .examples = {{"the value of a position", "waurie probe " EXAMPLE},
                 {"the same if an empty row wins on its owner's turn only",
                  "waurie probe --win at-turn " EXAMPLE}},
    .related = "line",
    .documents = "guide/WAURIE.md reference/JSON.md",
    KAURI_SETTINGS(struct probing, .answering.memory = MEMORY_DEFAULT),
    .run = run,
};

const struct kauri_command waurie_command_line = {
    .name = "line",
    .summary = "show best play to the end of the game",
    .text =
        "Plays best moves for both sides to the end of the game. The line is written as in the "
        "article on the game: pit numbers, turns separated by slashes, sowings of one turn joined "
        "by hyphens. Where tables say only who wins, the winner plays the first move that keeps "
        "the win and the loser the first move; with 10 seeds or fewer, play is best in turns." REST,
    .arguments = "POSITION...",
    .arguments_min = 1,
    .arguments_max = INT_MAX,
    .options =
        (const struct kauri_option[]){
            LOOK_UP_OPTIONS,
            KAURI_OPTIONS_END,
        },
    .examples = {{"the end of a game", "waurie line " EXAMPLE}},
    .related = "probe",
    .documents = "guide/WAURIE.md reference/JSON.md",
    KAURI_SETTINGS(struct probing, .answering.memory = MEMORY_DEFAULT),
    .run = run,
};
