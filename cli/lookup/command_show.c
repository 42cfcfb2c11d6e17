// kauri show: positions drawn in the terminal, into an SVG file, or as JSON.
#include "cli/commands.h"
#include "cli/draw.h"
#include "cli/language_option.h"
#include "cli/lookup/answer_json.h"
#include "cli/lookup/position_argument.h"
#include "cli/lookup/show_json.h"
#include "cli/lookup/show_view.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "cli/tables/missing_layer.h"
#include "cli/tables/open_tables.h"
#include "rules/notation.h"

#include <limits.h>
#include <string.h>

enum { CACHE_BYTES = 16 << 20 };

// The command line.
struct show_settings {
    const char *svg; // NULL: not given; so are the other texts
    const char *move;
    const char *folder;
    const char *caption;
    const char *lang;
    enum kauri_language language;
    bool force;
    bool values;
    bool json;
};

struct show_work {
    const struct show_settings *settings;
    struct kauri_tablebase *tables; // NULL without --values
    bool drawn;                     // a board before, in text
};

static enum kauri_status read_position(const struct show_work *work, const char *text,
                                       struct kauri_show_view *view, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct show_settings *settings = work->settings;
    *view = (struct kauri_show_view){
        .tables = work->tables, .caption = settings->caption, .language = settings->language};
    KAURI_TRY(kauri_position_parse(text, &view->position, error));
    if (settings->move != NULL) {
        view->before = view->position;
        view->moved = true;
        KAURI_TRY(kauri_move_parse(&view->before, settings->move, &view->move, error));
        KAURI_TRY(kauri_position_play(&view->position, view->move, &view->captured, error));
    }
cleanup:
    return status;
}

static enum kauri_status show_position(struct show_work *work, const char *text,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct show_settings *settings = work->settings;
    struct kauri_show_view view;
    char *svg = NULL;
    KAURI_TRY(read_position(work, text, &view, error));
    if (settings->svg != NULL || settings->json) {
        status = kauri_show_svg(&view, &svg, error);
    }
    if (status == KAURI_MISSING || status == KAURI_NOT_COVERED) {
        status =
            kauri_missing_layer_advise_position(work->tables, kauri_seeds(&view.position), error);
        kauri_error_append(error, "; without --values, the position is drawn alone");
    }
    if (status != KAURI_OK) {
        goto cleanup;
    }
    if (settings->svg != NULL) {
        KAURI_TRY(kauri_output_file_write(settings->svg, settings->force, svg, strlen(svg), error));
    }
    if (settings->json) {
        kauri_show_print_json(&view, svg);
    } else if (settings->svg == NULL) {
        printf("%s", work->drawn ? "\n" : "");
        work->drawn = true;
        kauri_draw(stdout, &view.position, kauri_draw_style_for(stdout));
    }
cleanup:
    kauri_svg_free(svg);
    return status;
}

static enum kauri_status check_settings(const struct show_settings *settings, int positions,
                                        struct kauri_error *error)
{
    if (settings->svg != NULL && positions > 1) {
        return kauri_fail(error, KAURI_USAGE, "--svg draws one position, not %d", positions);
    }
    const bool draws = settings->svg != NULL || settings->json;
    const char *for_drawings = settings->values            ? "--values"
                               : settings->caption != NULL ? "--caption"
                               : settings->lang != NULL    ? "--lang"
                                                           : NULL;
    if (for_drawings != NULL && !draws) {
        return kauri_fail(error, KAURI_USAGE, "%s is for drawings: it needs --svg FILE or --json",
                          for_drawings);
    }
    if (!settings->values && settings->folder != NULL) {
        return kauri_fail(error, KAURI_USAGE, "--tables is for --values, which is not given");
    }
    return settings->svg == NULL
               ? KAURI_OK
               : kauri_output_file_check(settings->svg, settings->force, NULL, error);
}

static int run(const struct show_settings *settings, const struct kauri_arguments *arguments)
{
    struct kauri_error error;
    struct show_work work = {.settings = settings};
    int fault = KAURI_OK;
    if (check_settings(settings, arguments->count, &error) != KAURI_OK ||
        (settings->values &&
         kauri_open_tables(settings->folder, CACHE_BYTES, &work.tables, &error) != KAURI_OK)) {
        return kauri_report_error(&error);
    }
    for (int i = 0; i < arguments->count; i++) {
        const char *text = arguments->values[i];
        if (show_position(&work, text, &error) == KAURI_OK) {
            continue;
        }
        kauri_position_argument_advise(text, &error);
        if (settings->json) {
            struct kauri_string out = {.bytes = NULL};
            kauri_json_fault(&out, text, &error);
            (void)fputs(kauri_string_text(&out), stdout);
            kauri_string_clear(&out);
        }
        const int status = kauri_report_error(&error);
        fault = fault == KAURI_OK ? status : fault;
    }
    kauri_tablebase_close(work.tables);
    return fault;
}

int kauri_command_show(int argc, char **argv)
{
    struct show_settings settings = {.svg = NULL};
    struct kauri_error error;
    struct kauri_arguments arguments;
    const struct kauri_option options[] = {
        {.name = "svg",
         .argument = "FILE",
         .help = "draw one position into a file, to be printed",
         .text = &settings.svg},
        KAURI_OPTION_FORCE("--svg", &settings.force),
        {.name = "move",
         .argument = "MOVE",
         .help = "make this move first; drawings show it as an arrow",
         .text = &settings.move},
        {.name = "values",
         .help = "drawings show the final score of each move, best in bold",
         .flag = &settings.values},
        KAURI_OPTION_OPEN_TABLES(&settings.folder),
        {.name = "caption",
         .argument = "TEXT",
         .help = "line below the drawing (default: who is to move)",
         .text = &settings.caption},
        KAURI_OPTION_LANG(&settings.lang),
        KAURI_OPTION_JSON(&settings.json),
    };
    const struct kauri_usage usage = {
        .name = argv[0],
        .arguments = "POSITION...",
        .text = "Draws the board, North's row above, as South sees it. Uses colour on a "
                "terminal\nunless NO_COLOR is set, and box characters in a UTF-8 "
                "locale.\n\n" KAURI_POSITION_ARGUMENT_TEXT
                "\n\nOnly --values needs tables.\n" KAURI_OPEN_TABLES_TEXT,
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .arguments_min = 1,
        .arguments_max = INT_MAX,
    };
    if (kauri_options_parse(&usage, argc, argv, &arguments, &error) != KAURI_OK) {
        return kauri_report_error(&error);
    }
    if (arguments.help) {
        return KAURI_OK;
    }
    return kauri_language_parse(settings.lang, &settings.language, &error) == KAURI_OK
               ? run(&settings, &arguments)
               : kauri_report_error(&error);
}
