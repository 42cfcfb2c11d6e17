// kauri show: positions drawn in the terminal, into an SVG file, or as JSON.
#include "cli/commands.h"
#include "cli/draw.h"
#include "cli/output_file.h"
#include "cli/position_argument.h"
#include "cli/print_text.h"
#include "cli/tables/open_tables.h"
#include "common/svg.h"
#include "kauri/kauri.h"
#include "queries/answers/probe_view.h"
#include "queries/answers/value_words.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

enum { CACHE_BYTES = 16 << 20 };

struct show_settings {
    const char *svg; // NULL: not given; so are the other texts
    const char *move;
    const char *caption;
    enum kauri_language language;
    bool values;
};

struct shown {
    struct kauri_position position;
    bool moved; // a move was made before
    struct kauri_position before;
    int move;
    struct kauri_capture captured;
    struct kauri_tablebase *tables; // tables for the values of moves; NULL if they are not wanted
    const char *caption;            // NULL: the usual one
    enum kauri_language language;   // language of the drawing
};

enum { LABEL_BYTES = KAURI_DRAWING_LABEL_MAX + 1 };

// The final score of a move and, if the captures are equal, the outcome of the cowrie phase for the
// player who moves.
static void add_label(char text[LABEL_BYTES], const struct shown *view, int r)
{
    uint8_t score[2];
    if (!kauri_final_score(&view->position, r, score)) {
        (void)snprintf(text, LABEL_BYTES, "%s %+d",
                       kauri_drawing_word(view->language, KAURI_WORD_NET), kauri_value_net(r));
        return;
    }
    const int phase = KAURI_WORD_PHASE_DRAWN + kauri_value_tiebreak(r);
    const bool equal = score[0] == score[1];
    (void)snprintf(text, LABEL_BYTES, "%u:%u%s%s", score[KAURI_SOUTH], score[KAURI_NORTH],
                   equal ? " " : "",
                   equal ? kauri_drawing_word(view->language, (enum kauri_drawing_word)phase) : "");
}

// Draws the position as `kauri_position_svg` does, with the last move if there is one and, if
// view->tables is not NULL, beside each hole the final score that its move leads to, and the seal
// of what is proven. The caller releases *svg with kauri_svg_free. Errors: those of
// kauri_position_svg and kauri_probe_root.
static enum kauri_status draw_svg(const struct shown *view, char **svg, struct kauri_error *error)
{
    struct kauri_drawing drawing = {
        .struct_bytes = sizeof drawing, .caption = view->caption, .language = view->language};
    char labels[KAURI_HOLES_MAX][LABEL_BYTES];
    const struct kauri_position *position = &view->position;
    *svg = NULL;
    if (view->moved) {
        drawing.before = &view->before;
        drawing.move = view->move;
    }
    if (view->tables != NULL) {
        struct kauri_probe_result result;
        KAURI_PASS(kauri_probe_root(view->tables, position, &result, error));
        unsigned shown = 0;
        for (unsigned i = 0; i < result.move_count; i++) {
            const struct kauri_probe_move *move = &result.moves[i];
            if (move->hole == KAURI_MOVE_PASS) {
                continue;
            }
            const unsigned place = kauri_own_hole(position, (unsigned)move->hole);
            add_label(labels[i], view, move->value.r);
            drawing.labels[place] = labels[i];
            drawing.marked |= move->best ? 1U << place : 0;
            shown++;
        }
        if (shown > 0) {
            drawing.seal = kauri_drawing_word(view->language, KAURI_WORD_PROVEN);
        }
        if (view->caption == NULL && shown > 0) {
            drawing.caption =
                kauri_drawing_word(view->language, KAURI_WORD_SOUTH_SCORES + position->side);
        }
    }
    return kauri_position_svg(position, &drawing, svg, error);
}

static void add_numbers(struct kauri_json *json, const char *name, const uint8_t *values,
                        unsigned count)
{
    kauri_json_begin_array(json, name);
    for (unsigned i = 0; i < count; i++) {
        kauri_json_add_uint(json, NULL, values[i]);
    }
    kauri_json_end(json);
}

// The object ShownRow:
//     captured: int - seeds captured
//     seeds, cowries: int[] - those in each hole, from the owner's left
static void add_row(struct kauri_json *json, const char *name,
                    const struct kauri_position *position, unsigned side)
{
    const unsigned first = side == KAURI_SOUTH ? 0 : position->holes;
    kauri_json_begin_object(json, name);
    kauri_json_add_uint(json, "captured", position->score[side]);
    add_numbers(json, "seeds", position->seeds + first, position->holes);
    add_numbers(json, "cowries", position->cowries + first, position->holes);
    kauri_json_end(json);
}

// Adds the object of docs/reference/JSON.md, "show". `svg` is the drawing.
//
// The object Show:
//     position: position - the one that is shown
//     seeds: int
//     holes: int
//     side: "S" | "N"
//     south, north: ShownRow - the players
//     moves: move[] - the legal moves, or `-` when the player must pass; empty when the game is
//         over
//     last_move: LastMove | null - with `--move`
//     svg: text - the drawing that `--svg` writes, a complete SVG file
//
// The object LastMove:
//     move: move
//     captured: pair
//     before: position - the position before it
static void add_json(struct kauri_string *out, const struct shown *view, const char *svg)
{
    struct kauri_json json = {.out = out};
    const struct kauri_position *position = &view->position;
    const struct kauri_moves moves = kauri_legal_moves(position);
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_position(&json, "position", position);
    kauri_json_add_uint(&json, "seeds", kauri_seeds(position));
    kauri_json_add_uint(&json, "holes", position->holes);
    kauri_json_add_text(&json, "side", position->side == KAURI_SOUTH ? "S" : "N");
    add_row(&json, "south", position, KAURI_SOUTH);
    add_row(&json, "north", position, KAURI_NORTH);
    kauri_json_begin_array(&json, "moves");
    for (unsigned i = 0; i < moves.count; i++) {
        kauri_json_add_hole(&json, NULL, position->side, moves.hole[i]);
    }
    if (moves.count == 0 && kauri_seeds(position) > 0) {
        kauri_json_add_text(&json, NULL, "-");
    }
    kauri_json_end(&json);
    if (view->moved) {
        kauri_json_begin_object(&json, "last_move");
        kauri_json_add_move(&json, view->before.side, view->move, &view->captured);
        kauri_json_add_position(&json, "before", &view->before);
        kauri_json_end(&json);
    } else {
        kauri_json_add_null(&json, "last_move");
    }
    kauri_json_add_text(&json, "svg", svg);
    kauri_json_end(&json);
}

static enum kauri_status read_position(const struct kauri_command_run *run, const char *text,
                                       struct shown *view, struct kauri_error *error)
{
    const struct show_settings *settings = run->settings;
    *view = (struct shown){
        .tables = run->tables, .caption = settings->caption, .language = settings->language};
    KAURI_PASS(kauri_position_argument_read(text, &view->position, error));
    if (settings->move != NULL) {
        view->before = view->position;
        view->moved = true;
        KAURI_PASS(kauri_move_parse(&view->before, settings->move, &view->move, error));
        KAURI_PASS(kauri_position_play(&view->position, view->move, &view->captured, error));
    }
    return KAURI_OK;
}

// Shows a position. In text, an empty line precedes all boards but the first.
static enum kauri_status show_position(struct kauri_command_run *run, const char *text, bool *drawn,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct show_settings *settings = run->settings;
    struct shown view;
    char *svg = NULL;
    KAURI_TRY(read_position(run, text, &view, error));
    if (settings->svg != NULL || run->json) {
        status = draw_svg(&view, &svg, error);
    }
    if (status == KAURI_MISSING || status == KAURI_NOT_COVERED) {
        status =
            kauri_missing_layer_advise_position(run->tables, kauri_seeds(&view.position), error);
        kauri_error_append(error, "; without --values, the position is drawn alone");
    }
    KAURI_TRY(status);
    if (settings->svg != NULL) {
        KAURI_TRY(kauri_output_file_write(settings->svg, run->force, svg, strlen(svg), error));
    }
    if (run->json) {
        add_json(&run->out, &view, svg);
    } else if (settings->svg == NULL) {
        kauri_string_add_text(&run->out, *drawn ? "\n" : "");
        *drawn = true;
        kauri_draw(&run->out, &view.position);
    }
cleanup:
    kauri_svg_free(svg);
    return status;
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    const struct show_settings *settings = run->settings;
    bool drawn = false;
    if (settings->svg != NULL && run->argument_count > 1) {
        return kauri_fail(error, KAURI_USAGE, "--svg draws one position, not %d",
                          run->argument_count);
    }
    if (settings->svg != NULL) {
        KAURI_PASS(kauri_output_file_check(settings->svg, run->force, NULL, error));
    }
    if (settings->values) {
        KAURI_PASS(kauri_run_open_tables(run, CACHE_BYTES, error));
    }
    for (int i = 0; i < run->argument_count; i++) {
        const char *text = run->arguments[i];
        struct kauri_error fault;
        const enum kauri_status shown = show_position(run, text, &drawn, &fault);
        if (shown != KAURI_OK && run->json) {
            kauri_json_fault(&run->out, text, &fault);
        }
        KAURI_PASS(kauri_print_text(&run->out, error));
        if (shown != KAURI_OK) {
            kauri_run_report(run, &fault);
        }
    }
    return KAURI_OK;
}

const struct kauri_command kauri_command_show = {
    .name = "show",
    .group = "Play, and look at games",
    .summary = "draw positions in the terminal or as diagrams",
    .text = "Draws the board as South sees it, with North's row above. Uses colour on a terminal "
            "unless NO_COLOR is set, and box characters in a UTF-8 "
            "locale.\n\n" KAURI_POSITION_ARGUMENT_TEXT "\n\n"
            "Only --values needs tables." KAURI_OPEN_TABLES_TEXT,
    .arguments = "POSITION...",
    .arguments_min = 1,
    .arguments_max = INT_MAX,
    .options =
        (const struct kauri_option[]){
            KAURI_OPTION("svg", "FILE", "draw one position into a file, to be printed",
                         KAURI_STORED(struct show_settings, svg)),
            KAURI_FORCE_OPTION("--svg"),
            KAURI_OPTION("move", "MOVE", "make this move first; drawings show it as an arrow",
                         KAURI_STORED(struct show_settings, move)),
            KAURI_OPTION("values", NULL, "drawings show the final score of each move, best in bold",
                         KAURI_STORED(struct show_settings, values), .needs = "svg json"),
            KAURI_OPTION("tables", "DIR", "folder of the tables", KAURI_STORED_IN_RUN(folder),
                         .needs = "values"),
            KAURI_OPTION("caption", "TEXT", "line below the drawing (default: who is to move)",
                         KAURI_STORED(struct show_settings, caption), .needs = "svg json"),
            KAURI_LANG_OPTION("svg json", struct show_settings, language),
            KAURI_JSON_OPTION,
            KAURI_OPTIONS_END,
        },
    .examples = {{"draw the board", "kauri show " KAURI_EXAMPLE_POSITION},
                 {"a diagram of the position after a move, with the final score of each answer",
                  "kauri show --svg diagram.svg --move a --values --tables tables "
                  "\\\n" KAURI_EXAMPLE_POSITION}},
    .related = "probe play",
    .documents = "guide/RULES.md",
    .flags = KAURI_RUN_TABLES,
    .settings_bytes = sizeof(struct show_settings),
    .run = run,
};
