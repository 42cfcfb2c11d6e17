// kauri analyse: estimates and principal lines.
#include "cli/commands.h"
#include "cli/engine/analyse_view.h"
#include "cli/engine/analysis_line.h"
#include "cli/engine/engine_pair.h"
#include "cli/fitted_text.h"
#include "cli/lookup/position_argument.h"
#include "cli/memory_share.h"
#include "cli/options.h"
#include "cli/print_text.h"
#include "cli/progress_view.h"
#include "cli/rules_option.h"
#include "cli/status_line.h"
#include "cli/tables/open_tables.h"
#include "cli/terminal_columns.h"
#include "common/size.h"
#include "rules/notation.h"

enum { SECONDS_DEFAULT = 5, SECONDS_MAX = 100000000 };

#define SECONDS_BETWEEN 0.25 // two prints of the ticker

static const char analyse_help[] =
    "Looks for the best moves of a position by looking ahead, as an opponent would, and says how\n"
    "far that is proven: the lead at the end of the game that it expects, the line of play, the\n"
    "plies searched in full, and the proven result. An estimate is a guess and may be wrong, but\n"
    "never lies outside the proven bounds; kauri search spends all its time on proofs.\n"
    "Ctrl-C ends it like a limit.\n\n" KAURI_POSITION_ARGUMENT_TEXT "\n" KAURI_OPEN_TABLES_TEXT;

struct analyse_options {
    const char *folder, *rules, *time;
    uint64_t memory, nodes, depth, lines;
    bool no_tables, json;
};

static void tick(void *context, const struct kauri_engine_report *report)
{
    struct kauri_status_line *ticker = context;
    if (!kauri_status_line_is_due(ticker)) {
        return;
    }
    char count[KAURI_SIZE_TEXT_BYTES];
    struct kauri_string line = {.bytes = NULL};
    kauri_string_add(&line, "%.0f s, %s positions, depth %u, lead ", report->seconds,
                     kauri_format_count(report->nodes, count), report->depth);
    kauri_text_estimate(&line, &report->lines[0], kauri_lead(&report->position));
    kauri_string_add(&line, ": ");
    kauri_text_engine_line(&line, report->position.side, &report->lines[0]);
    kauri_status_line_show(ticker, kauri_string_text(&line));
    kauri_string_clear(&line);
}

// --time and the other limits.
static enum kauri_status read_limits(const struct analyse_options *options,
                                     struct kauri_engine_limits *limits, struct kauri_error *error)
{
    limits->nodes = options->nodes;
    limits->depth = (unsigned)options->depth;
    limits->lines = (unsigned)options->lines;
    if (options->time != NULL) {
        if (!kauri_parse_seconds(options->time, SECONDS_MAX, &limits->seconds)) {
            return kauri_fail(error, KAURI_USAGE, "--time takes seconds, 0.001 to %d, not '%.80s'",
                              SECONDS_MAX, options->time);
        }
    } else if (options->nodes == 0 && options->depth == 0) {
        limits->seconds = SECONDS_DEFAULT;
    }
    return kauri_rules_parse(options->rules, &limits->rules, error);
}

static enum kauri_status answer(const struct analyse_options *options, const char *text,
                                struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_position position;
    struct kauri_tablebase *tables = NULL;
    struct kauri_engine_pair pair = {.engine = NULL};
    struct kauri_progress_view view;
    struct kauri_engine_report report;
    struct kauri_status_line ticker;
    struct kauri_engine_limits limits = {.tell = tick, .context = &ticker};
    struct kauri_string out = {.bytes = NULL};
    const uint64_t cache = kauri_memory_for_tables(options->memory);
    kauri_status_line_begin(&ticker, SECONDS_BETWEEN);
    KAURI_TRY(read_limits(options, &limits, error));
    if (kauri_position_parse(text, &position, error) != KAURI_OK) {
        kauri_position_argument_advise(text, error);
        status = error->status;
        goto cleanup;
    }
    KAURI_TRY(kauri_open_tables_if_any(options->folder, options->no_tables, cache, &tables, error));
    if (tables != NULL && kauri_tablebase_fits(tables, &position, error) != KAURI_OK) {
        kauri_open_tables_advise(options->folder, tables, &position, error);
        status = error->status;
        goto cleanup;
    }
    KAURI_TRY(kauri_engine_pair_make(
        &pair, &position, options->memory - (tables != NULL ? cache : 0), tables, true, error));
    kauri_progress_view_begin(&view, true); // signals only
    limits.progress = &view.progress;
    KAURI_TRY(kauri_engine_think(pair.engine, &position, &limits, &report, error));
    kauri_status_line_clear(&ticker);
    for (unsigned i = 0; i < report.line_count; i++) {
        KAURI_TRY(kauri_analysis_line_extend(tables, &position, &report.lines[i], error));
    }
    if (options->json) {
        kauri_json_analysis(&out, &report);
    } else {
        kauri_text_analysis(&out, &report, kauri_terminal_columns(stdout));
    }
    KAURI_TRY(kauri_print_text(&out, error));
    if (report.stopped) {
        status =
            kauri_fail(error, KAURI_INTERRUPTED, "interrupted; the lines are those found so far");
    }
cleanup:
    kauri_status_line_clear(&ticker);
    kauri_engine_pair_free(&pair);
    kauri_tablebase_close(tables);
    return status;
}

int kauri_command_analyse(int argc, char **argv)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_error error;
    struct kauri_arguments arguments;
    struct analyse_options analyse = {.rules = "standard", .memory = 256U << 20, .lines = 1};
    const struct kauri_option options[] = {
        KAURI_OPTION_OPEN_TABLES(&analyse.folder),
        KAURI_OPTION_NO_TABLES(&analyse.no_tables),
        {.name = "time",
         .argument = "SECONDS",
         .help = "stop after so long, fractions allowed (default 5)",
         .text = &analyse.time},
        {.name = "nodes",
         .argument = "N",
         .help = "stop after N positions",
         .number = &analyse.nodes,
         .low = 1,
         .high = UINT64_MAX / 2},
        {.name = "depth",
         .argument = "PLIES",
         .help = "stop when so many plies are searched in full, 1 to 100",
         .number = &analyse.depth,
         .low = 1,
         .high = KAURI_ENGINE_DEPTH_MAX},
        {.name = "lines",
         .argument = "N",
         .help = "find the N best moves, 1 (default) to 6",
         .number = &analyse.lines,
         .low = 1,
         .high = KAURI_HOLES_MAX},
        {.name = "rules",
         .argument = "RULES",
         .help = "rules of the result: standard (default) or tie-breaker",
         .choices = "standard tie-breaker",
         .text = &analyse.rules},
        {.name = "memory",
         .argument = "SIZE",
         .help = "memory of search and tables (default 256M)",
         .size = &analyse.memory},
        KAURI_OPTION_JSON(&analyse.json),
    };
    const struct kauri_usage usage = {
        .name = argv[0],
        .arguments = "POSITION",
        .text = analyse_help,
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .arguments_min = 1,
        .arguments_max = 1,
    };
    KAURI_TRY(kauri_options_parse(&usage, argc, argv, &arguments, &error));
    if (!arguments.help) {
        KAURI_TRY(answer(&analyse, arguments.values[0], &error));
    }
cleanup:
    return status == KAURI_OK ? KAURI_OK : kauri_report_error(&error);
}
