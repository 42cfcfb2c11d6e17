// kauri show: positions drawn in the terminal, into an SVG file, or as JSON.
#include "cli/commands.h"
#include "cli/draw.h"
#include "cli/lookup/answer_json.h"
#include "cli/lookup/show_json.h"
#include "cli/lookup/show_view.h"
#include "cli/output_file.h"
#include "cli/position_argument.h"
#include "cli/tables/missing_layer.h"
#include "cli/tables/open_tables.h"
#include "rules/notation.h"

#include <limits.h>
#include <string.h>

enum { CACHE_BYTES = 16 << 20 };

struct show_settings {
    const char *svg; // NULL: not given; so are the other texts
    const char *move;
    const char *caption;
    enum kauri_language language;
    bool values;
};

static enum kauri_status read_position(const struct kauri_command_run *run, const char *text,
                                       struct kauri_show_view *view, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct show_settings *settings = run->settings;
    *view = (struct kauri_show_view){
        .tables = run->tables, .caption = settings->caption, .language = settings->language};
    KAURI_TRY(kauri_position_argument_read(text, &view->position, error));
    if (settings->move != NULL) {
        view->before = view->position;
        view->moved = true;
        KAURI_TRY(kauri_move_parse(&view->before, settings->move, &view->move, error));
        KAURI_TRY(kauri_position_play(&view->position, view->move, &view->captured, error));
    }
cleanup:
    return status;
}

// `drawn` tells whether a board stands above, in text.
static enum kauri_status show_position(struct kauri_command_run *run, const char *text, bool *drawn,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct show_settings *settings = run->settings;
    struct kauri_show_view view;
    char *svg = NULL;
    KAURI_TRY(read_position(run, text, &view, error));
    if (settings->svg != NULL || run->json) {
        status = kauri_show_svg(&view, &svg, error);
    }
    if (status == KAURI_MISSING || status == KAURI_NOT_COVERED) {
        status =
            kauri_missing_layer_advise_position(run->tables, kauri_seeds(&view.position), error);
        kauri_error_append(error, "; without --values, the position is drawn alone");
    }
    if (status != KAURI_OK) {
        goto cleanup;
    }
    if (settings->svg != NULL) {
        KAURI_TRY(kauri_output_file_write(settings->svg, run->force, svg, strlen(svg), error));
    }
    if (run->json) {
        kauri_show_print_json(&view, svg);
    } else if (settings->svg == NULL) {
        printf("%s", *drawn ? "\n" : "");
        *drawn = true;
        kauri_draw(stdout, &view.position, kauri_draw_style_for(stdout));
    }
cleanup:
    kauri_svg_free(svg);
    return status;
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct show_settings *settings = run->settings;
    bool drawn = false;
    if (settings->svg != NULL && run->argument_count > 1) {
        return kauri_fail(error, KAURI_USAGE, "--svg draws one position, not %d",
                          run->argument_count);
    }
    if (settings->svg != NULL) {
        KAURI_TRY(kauri_output_file_check(settings->svg, run->force, NULL, error));
    }
    if (settings->values) {
        KAURI_TRY(kauri_run_open_tables(run, CACHE_BYTES, error));
    }
    for (int i = 0; i < run->argument_count; i++) {
        const char *text = run->arguments[i];
        struct kauri_error fault;
        if (show_position(run, text, &drawn, &fault) == KAURI_OK) {
            continue;
        }
        if (run->json) {
            struct kauri_string out = {.bytes = NULL};
            kauri_json_fault(&out, text, &fault);
            (void)fputs(kauri_string_text(&out), stdout);
            kauri_string_clear(&out);
        }
        kauri_run_report(run, &fault);
    }
cleanup:
    return status;
}

const struct kauri_command kauri_command_show = {
    .name = "show",
    .group = "Play, and look at games",
    .summary = "draw positions in the terminal or as diagrams",
    .text =
        "Draws the board, North's row above, as South sees it. Uses colour on a terminal unless "
        "NO_COLOR is set, and box characters in a UTF-8 locale.\n\n" KAURI_POSITION_ARGUMENT_TEXT
        "\n\n"
        "Only --values needs tables." KAURI_OPEN_TABLES_TEXT,
    .arguments = "POSITION...",
    .arguments_min = 1,
    .arguments_max = INT_MAX,
    .options =
        (const struct kauri_option[]){
            {.name = "svg",
             .argument = "FILE",
             .help = "draw one position into a file, to be printed",
             KAURI_STORED(struct show_settings, svg)},
            KAURI_FORCE_OPTION("--svg"),
            {.name = "move",
             .argument = "MOVE",
             .help = "make this move first; drawings show it as an arrow",
             KAURI_STORED(struct show_settings, move)},
            {.name = "values",
             .help = "drawings show the final score of each move, best in bold",
             .needs = "svg json",
             KAURI_STORED(struct show_settings, values)},
            {.name = "tables",
             .argument = "DIR",
             .help = "folder of the tables",
             .needs = "values",
             KAURI_STORED_IN_RUN(folder)},
            {.name = "caption",
             .argument = "TEXT",
             .help = "line below the drawing (default: who is to move)",
             .needs = "svg json",
             KAURI_STORED(struct show_settings, caption)},
            KAURI_LANG_OPTION("svg json", struct show_settings, language),
            KAURI_JSON_OPTION,
            {.name = NULL},
        },
    .examples = {{"draw the board", "kauri show " KAURI_EXAMPLE_POSITION},
                 {"a diagram of the position after a move, with the final score of each answer",
                  "kauri show --svg diagram.svg --move a --values --tables tables "
                  "\\\n" KAURI_EXAMPLE_POSITION}},
    .related = "probe play",
    .documents = "RULES.md",
    .flags = KAURI_RUN_TABLES,
    .settings_bytes = sizeof(struct show_settings),
    .run = run,
};
