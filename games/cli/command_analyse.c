// kauri analyse: estimates and principal lines.
#include "cli/commands.h"
#include "cli/memory_share.h"
#include "cli/position_argument.h"
#include "cli/progress_view.h"
#include "cli/tables/open_book.h"
#include "cli/tables/open_tables.h"
#include "cli/terminal_text.h"
#include "common/size.h"
#include "games/analysis/game_estimates.h"
#include "games/answers/analyse_view.h"
#include "rules/notation.h"

enum { SECONDS_DEFAULT = 5, SECONDS_MAX = 100000000 };

#define SECONDS_BETWEEN 0.25 // least time between two prints of the ticker

struct analyse_options {
    enum kauri_ruleset rules;
    double seconds; // seconds; 0: not given
    uint64_t memory, nodes, depth, lines;
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
    kauri_string_add_signed(&line, kauri_lead(&report->position) +
                                       kauri_expected_seeds(kauri_analysis_units(report)));
    kauri_string_add(&line, ": ");
    kauri_text_engine_line(&line, report->position.side, &report->lines[0]);
    kauri_status_line_show(ticker, kauri_string_text(&line));
    kauri_string_clear(&line);
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct analyse_options *options = run->settings;
    const bool limited = options->seconds > 0 || options->nodes > 0 || options->depth > 0;
    const uint64_t cache = kauri_memory_for_tables(options->memory);
    struct kauri_position position;
    struct kauri_engine *engine = NULL;
    struct kauri_engine_report report;
    struct kauri_status_line ticker;
    const struct kauri_engine_limits limits = {
        .seconds = limited ? options->seconds : SECONDS_DEFAULT,
        .nodes = options->nodes,
        .depth = (unsigned)options->depth,
        .lines = (unsigned)options->lines,
        .rules = options->rules,
        .progress = &run->view.progress,
        .tell = tick,
        .context = &ticker,
    };
    kauri_status_line_begin(&ticker, SECONDS_BETWEEN);
    KAURI_TRY(kauri_position_argument_read(run->arguments[0], &position, error));
    KAURI_TRY(kauri_open_tables_for(run, &position, cache, error));
    KAURI_TRY(kauri_open_book(run, error));
    const struct kauri_engine_parts parts = {
        .shape = kauri_shape_of(&position),
        .memory = options->memory - (run->tables != NULL ? cache : 0),
        .tables = run->tables,
        .book = run->book,
        .proving = true,
    };
    KAURI_TRY(kauri_engine_make(&parts, &engine, error));
    KAURI_TRY(kauri_engine_think(engine, &position, &limits, &report, error));
    for (unsigned i = 0; i < report.line_count; i++) {
        KAURI_TRY(kauri_analysis_line_extend(run->tables, &position, &report.lines[i], error));
    }
    if (run->json) {
        kauri_json_analysis(&run->out, &report);
    } else {
        kauri_text_analysis(&run->out, &report, kauri_terminal_columns(stdout));
    }
    if (report.stopped) {
        status =
            kauri_fail(error, KAURI_INTERRUPTED, "interrupted; the lines are those found so far");
    }
cleanup:
    kauri_status_line_clear(&ticker);
    kauri_engine_free(engine);
    return status;
}

const struct kauri_command kauri_command_analyse = {
    .name = "analyse",
    .group = "Ask about positions",
    .summary = "estimate a position and find the best lines of play",
    .text =
        "Looks for the best moves of a position by looking ahead, as an opponent would, and says "
        "how far that is proven: the lead at the end of the game that it expects, the line of "
        "play, the plies searched in full, and the proven result. An estimate is a guess and may "
        "be wrong, but never lies outside the proven bounds; kauri search spends all its time on "
        "proofs. Ctrl-C ends it like a limit.\n\n" KAURI_POSITION_ARGUMENT_TEXT
            KAURI_OPEN_TABLES_TEXT,
    .arguments = "POSITION",
    .arguments_min = 1,
    .arguments_max = 1,
    .options =
        (const struct kauri_option[]){
            KAURI_TABLES_OPTION,
            KAURI_NO_TABLES_OPTION,
            KAURI_OPTION("time", "SECONDS", "stop after this time, fractions allowed (default 5)",
                         KAURI_STORED(struct analyse_options, seconds), .high = SECONDS_MAX),
            KAURI_OPTION("nodes", "N", "stop after N positions",
                         KAURI_STORED(struct analyse_options, nodes), .low = 1,
                         .high = UINT64_MAX / 2),
            KAURI_OPTION("depth", "PLIES",
                         "stop when this many plies are searched in full, 1 to "
                         "100",
                         KAURI_STORED(struct analyse_options, depth), .low = 1,
                         .high = KAURI_ENGINE_DEPTH_MAX),
            KAURI_OPTION("lines", "N", "find the N best moves, 1 (default) to 6",
                         KAURI_STORED(struct analyse_options, lines), .low = 1,
                         .high = KAURI_HOLES_MAX),
            KAURI_OPTION("rules", "RULES", "rules of the result: standard (default) or tie-breaker",
                         KAURI_STORED(struct analyse_options, rules),
                         .choices = "standard tie-breaker"),
            KAURI_ENGINE_MEMORY_OPTION(struct analyse_options, memory),
            KAURI_JSON_OPTION,
            KAURI_OPTIONS_END,
        },
    .examples = {{"the three best moves at the start, after a second",
                  "kauri analyse --time 1 --lines 3 \\\n"
                  "'5+1,5+1,5+1,5+1,5+1,5+1/5+1,5+1,5+1,5+1,5+1,5+1 S'"}},
    .related = "search play engine",
    .documents = "reference/ENGINE.md reference/JSON.md",
    .flags = KAURI_RUN_TABLES_IF_ANY | KAURI_RUN_SIGNALS,
    KAURI_SETTINGS(struct analyse_options, .memory = KAURI_ENGINE_MEMORY_DEFAULT, .lines = 1),
    .run = run,
};
