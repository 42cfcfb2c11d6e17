// waurie probe, best and line: the look-ups.
#include "waurie/cli/waurie_commands.h"

#include "cli/fitted_text.h"
#include "cli/print_text.h"
#include "cli/text_table.h"
#include "waurie/cli/waurie_answer.h"
#include "waurie/cli/waurie_look_up.h"

#include <limits.h>
#include <stdlib.h>

enum form { PROBE, BEST, LINE };

enum { MEMORY_DEFAULT = 512 << 20 };

struct look_up_run {
    struct waurie_look_up look_up;
    bool json;
    enum form form;
};

// Adds the moves in the notation of the article, "5/3/1/6-1".
static void add_moves(const struct waurie_line *line, struct kauri_string *out)
{
    for (size_t i = 0; i < line->count; i++) {
        const bool last = i + 1 == line->count;
        kauri_string_add(out, "%u%s", line->steps[i].moves[0].pit + 1U,
                         last                            ? ""
                         : line->steps[i].moves[0].again ? "-"
                                                         : "/");
    }
}

static void add_line_text(const struct waurie_answer *answer, const struct waurie_line *line,
                          int columns, struct kauri_string *out)
{
    waurie_answer_headline(answer, columns, out);
    if (line->count == 0) {
        return;
    }
    struct kauri_string moves = {.bytes = NULL};
    add_moves(line, &moves);
    kauri_string_add(out, "  %s\n", kauri_string_text(&moves));
    kauri_string_clear(&moves);
    struct kauri_string rows = {.bytes = NULL};
    // Where the distance of the position is known, so are all that follow.
    const bool partly = !answer->distances && line->steps[line->count - 1].distances;
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
    out->failed = out->failed || rows.failed;
    kauri_string_add_table(out, kauri_string_text(&rows), 2, columns);
    kauri_string_clear(&rows);
}

// Begins the object of an answer.
static void begin_json(struct kauri_json *json, const struct waurie_answer *answer)
{
    kauri_json_begin_object(json, NULL);
    waurie_json_position(json, "position", &answer->position);
    kauri_json_add_uint(json, "seeds", waurie_seeds(&answer->position.board));
    waurie_json_value(json, answer->result, answer->distances, answer->turns, answer->sowings);
}

static void add_answer_json(const struct waurie_answer *answer, bool best_only,
                            struct kauri_string *out)
{
    struct kauri_json json = {.out = out};
    begin_json(&json, answer);
    kauri_json_begin_array(&json, "moves");
    for (unsigned i = 0; i < answer->count; i++) {
        const struct waurie_answer_move *move = &answer->moves[i];
        if (best_only && !move->best) {
            continue;
        }
        kauri_json_begin_object(&json, NULL);
        kauri_json_add_uint(&json, "move", move->pit + 1U);
        kauri_json_add_bool(&json, "bonus", move->again);
        waurie_json_value(&json, move->result, answer->distances, move->turns, move->sowings);
        kauri_json_add_bool(&json, "best", move->best);
        if (move->ends) {
            kauri_json_add_null(&json, "position");
        } else {
            waurie_json_position(&json, "position", &move->after);
        }
        kauri_json_end(&json);
    }
    kauri_json_end(&json);
    kauri_json_end(&json);
}

static void add_line_json(const struct waurie_answer *answer, const struct waurie_line *line,
                          struct kauri_string *out)
{
    struct kauri_json json = {.out = out};
    struct kauri_string moves = {.bytes = NULL};
    begin_json(&json, answer);
    add_moves(line, &moves);
    kauri_json_add_text(&json, "moves", kauri_string_text(&moves));
    kauri_string_clear(&moves);
    kauri_json_begin_array(&json, "line");
    for (size_t i = 0; i < line->count; i++) {
        const struct waurie_answer *step = &line->steps[i];
        kauri_json_begin_object(&json, NULL);
        waurie_json_position(&json, "position", &step->position);
        kauri_json_add_uint(&json, "move", step->moves[0].pit + 1U);
        kauri_json_add_bool(&json, "bonus", step->moves[0].again);
        waurie_json_value(&json, step->result, step->distances, step->turns, step->sowings);
        kauri_json_end(&json);
    }
    kauri_json_end(&json);
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

static enum kauri_status answer(struct look_up_run *asked, const char *text,
                                struct kauri_string *out, struct kauri_error *error)
{
    struct waurie_look_up *look_up = &asked->look_up;
    struct waurie_position position;
    struct waurie_answer answer;
    struct waurie_line line = {.steps = NULL};
    const enum form form = asked->form;
    enum kauri_status status = KAURI_OK;
    KAURI_TRY(waurie_position_parse(text, &position, error));
    KAURI_TRY(waurie_look_up_answer(look_up, &position, &answer, error));
    if (form == LINE) {
        KAURI_TRY(waurie_look_up_line(look_up, &position, &line, error));
    }
    if (asked->json && form == LINE) {
        add_line_json(&answer, &line, out);
    } else if (asked->json) {
        add_answer_json(&answer, form == BEST, out);
    } else if (form == LINE) {
        add_line_text(&answer, &line, kauri_text_columns(), out);
    } else {
        waurie_answer_table(&answer, form == BEST, kauri_text_columns(), out);
    }
cleanup:
    if (status == KAURI_MISSING) {
        waurie_tables_advise(look_up->folder, &look_up->rules, position.board.pits,
                             waurie_seeds(&position.board), error);
    } else if (status == KAURI_RESOURCE) {
        kauri_error_append(error,
                           look_up->folder != NULL
                               ? " (--memory SIZE allows more)"
                               : " (--memory SIZE allows more, and tables help: --tables DIR)");
    }
    free(line.steps);
    return status;
}

// Prints the answer, or with --json what went wrong.
static enum kauri_status answer_and_print(struct look_up_run *asked, const char *text,
                                          struct kauri_error *error)
{
    struct kauri_string out = {.bytes = NULL};
    enum kauri_status status = answer(asked, text, &out, error);
    if (status != KAURI_OK && asked->json) {
        kauri_string_cut(&out, 0);
        add_error_json(text, error, &out);
    }
    struct kauri_error print_error;
    if ((status == KAURI_OK || asked->json) && kauri_print_text(&out, &print_error) != KAURI_OK) {
        status = print_error.status;
        *error = print_error;
    }
    kauri_string_clear(&out);
    return status;
}

static enum kauri_status look_up(struct kauri_command_run *run, enum form form,
                                 struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct look_up_run *asked = run->settings;
    asked->look_up.folder = run->folder;
    asked->json = run->json;
    asked->form = form;
    KAURI_TRY(waurie_look_up_open(&asked->look_up, error));
    for (int i = 0; i < run->argument_count; i++) {
        struct kauri_error fault;
        if (answer_and_print(asked, run->arguments[i], &fault) != KAURI_OK) {
            kauri_run_report(run, &fault);
        }
    }
cleanup:
    waurie_look_up_close(&asked->look_up);
    return status;
}

static enum kauri_status run_probe(struct kauri_command_run *run, struct kauri_error *error)
{
    return look_up(run, PROBE, error);
}

static enum kauri_status run_best(struct kauri_command_run *run, struct kauri_error *error)
{
    return look_up(run, BEST, error);
}

static enum kauri_status run_line(struct kauri_command_run *run, struct kauri_error *error)
{
    return look_up(run, LINE, error);
}

#define LOOK_UP_OPTIONS                                                                            \
    WAURIE_RULES_OPTIONS(struct look_up_run, look_up.rules),                                       \
        KAURI_OPTION("memory", "SIZE",                                                             \
                     "at most this much memory, for positions and pages of tables (default 512M)", \
                     KAURI_STORED(struct look_up_run, look_up.memory), .is_size = true),           \
        KAURI_JSON_OPTION,                                                                         \
        KAURI_OPTION("tables", "DIR", "look positions up in these tables",                         \
                     KAURI_STORED_IN_RUN(folder))

#define EXAMPLE "'1,0,0,0,1,1/0,0,1,0,0,0 S'"

#define REST                                                                                       \
    "\n\n"                                                                                         \
    "A position is SOUTH/NORTH SIDE: the seeds in each pit of both rows, each from its owner's "   \
    "left, and S or N, the player to move. A turn is a sowing with the bonus moves after it; "     \
    "the winner needs as few turns as possible and the loser as many, and the same is counted "    \
    "for sowings by themselves. The position is searched to the end of the game, which "           \
    "--memory limits; with the default, positions of up to about a dozen seeds are answered. "     \
    "With --tables, positions of more than 10 seeds are looked up, which tells who wins, without " \
    "distances. A position that cannot be answered is named on standard error, and the next one "  \
    "is "                                                                                          \
    "tried.\n"

const struct kauri_command waurie_command_probe = {
    .name = "probe",
    .summary = "decide positions and all their moves",
    .text = "Decides positions of Waurie: the winner, the distance to the end of the game, and the "
            "same for every move. A hyphen after a pit number means a bonus move." REST,
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
    .related = "best line",
    .documents = "WAURIE.md JSON.md",
    KAURI_SETTINGS(struct look_up_run, .look_up = {.memory = MEMORY_DEFAULT}),
    .run = run_probe,
};

const struct kauri_command waurie_command_best = {
    .name = "best",
    .summary = "show the best moves of positions",
    .text =
        "Decides positions of Waurie and shows the best moves: those that win in the fewest turns, "
        "or lose in the most." REST,
    .arguments = "POSITION...",
    .arguments_min = 1,
    .arguments_max = INT_MAX,
    .options =
        (const struct kauri_option[]){
            LOOK_UP_OPTIONS,
            KAURI_OPTIONS_END,
        },
    .examples = {{"the best moves of a position", "waurie best " EXAMPLE}},
    .related = "probe line",
    .documents = "WAURIE.md JSON.md",
    KAURI_SETTINGS(struct look_up_run, .look_up = {.memory = MEMORY_DEFAULT}),
    .run = run_best,
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
    .related = "probe best",
    .documents = "WAURIE.md JSON.md",
    KAURI_SETTINGS(struct look_up_run, .look_up = {.memory = MEMORY_DEFAULT}),
    .run = run_line,
};
