// kauri probe, best and line: the three look-ups.
#include "cli/commands.h"
#include "cli/lookup/position_reader.h"
#include "cli/memory_share.h"
#include "cli/position_argument.h"
#include "cli/tables/open_tables.h"
#include "cli/terminal_columns.h"

#include <limits.h>
#include <stdio.h>

struct look_up_settings {
    uint64_t memory;  // for decoded pages of tables; 0: a quarter of what is free
    uint64_t seconds; // for each search; UINT64_MAX: not given
    bool no_search, value;
    struct kauri_start_choice start;
};

static enum kauri_status look_up(struct kauri_command_run *run, enum kauri_look_up kind,
                                 enum kauri_search_part part, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct look_up_settings *options = run->settings;
    const unsigned threads = kauri_run_threads(run);
    const struct kauri_position_reader reader = {
        .form = {.kind = kind,
                 .value = options->value,
                 .json = run->json,
                 .columns = kauri_terminal_columns(stdout)},
        .above = {.seconds = options->seconds,
                  .no_search = options->no_search,
                  .threads = threads,
                  .part = part},
        .threads = threads,
    };
    KAURI_TRY(kauri_start_choice_read(&options->start, run, error));
    KAURI_TRY(kauri_run_open_tables(
        run, options->memory != 0 ? options->memory : kauri_memory_for_look_ups(), error));
    kauri_position_reader_run(&reader, run);
cleanup:
    return status;
}

static enum kauri_status run_probe(struct kauri_command_run *run, struct kauri_error *error)
{
    return look_up(run, KAURI_LOOK_UP_PROBE, KAURI_SEARCH_MOVES, error);
}

static enum kauri_status run_best(struct kauri_command_run *run, struct kauri_error *error)
{
    return look_up(run, KAURI_LOOK_UP_BEST, KAURI_SEARCH_BEST, error);
}

static enum kauri_status run_line(struct kauri_command_run *run, struct kauri_error *error)
{
    return look_up(run, KAURI_LOOK_UP_LINE, KAURI_SEARCH_LINE, error);
}

#define LOOK_UP_OPTIONS                                                                            \
    KAURI_TABLES_OPTION,                                                                           \
        KAURI_OPTION("memory", "SIZE", "cache of pages (default a quarter of the free memory)",    \
                     KAURI_STORED(struct look_up_settings, memory), .is_size = true),              \
        KAURI_OPTION("time", "SECONDS", "search for each position above the tables (default 5)",   \
                     KAURI_STORED(struct look_up_settings, seconds), .excludes = "no-search",      \
                     .unit = "seconds", .high = KAURI_ABOVE_TABLES_SECONDS_MAX),                   \
        KAURI_OPTION("no-search", NULL, "only look up what is in the tables",                      \
                     KAURI_STORED(struct look_up_settings, no_search)),                            \
        KAURI_THREADS_OPTION, KAURI_START_OPTIONS(struct look_up_settings, start),                 \
        KAURI_JSON_OPTION
#define VALUE_OPTION                                                                               \
    KAURI_OPTION("value", NULL, "print only the value, one line for each position",                \
                 KAURI_STORED(struct look_up_settings, value), .excludes = "time")
#define LOOK_UP_SETTINGS                                                                           \
    KAURI_SETTINGS(struct look_up_settings, .seconds = UINT64_MAX, .start = KAURI_START_CHOICE_NONE)

#define POSITION_TEXT                                                                              \
    KAURI_POSITION_ARGUMENT_TEXT                                                                   \
    " " KAURI_START_CHOICE_TEXT " Without POSITION, standard input is read, one position per "     \
    "line; a line that cannot be answered is named on standard error, and the next one is tried. " \
    "Lines that are there at the same time are looked up together, page by page, and are "         \
    "answered in their order.\n\n"                                                                 \
    "A position that the tables do not hold is searched for --time seconds (default 5): its "      \
    "value is then exact by search, or proven bounds. Positions from standard input are only "     \
    "searched if --time is given, or if they are typed." KAURI_OPEN_TABLES_TEXT

#define VALUE_TEXT                                                                                 \
    "\n\nWith --value, only r and dtc are printed (\"r -4 dtc 1\", a dash for dtc if r is 0), "    \
    "one line for each position, and a question mark for one that cannot be answered. Nothing "    \
    "is searched.\n\n"

const struct kauri_command kauri_command_probe = {
    .name = "probe",
    .group = "Ask about positions",
    .summary = "result and value of a position and of all its moves",
    .text =
        "Shows the winner, the margin and the value of every move: net, the seeds that the player "
        "to move captures from here on minus those of the opponent; cowries, the outcome of the "
        "phase without seeds; r = 3 x net + 1, 0 or -1 for that outcome; dtc, the plies to the "
        "next capture, or to the end if no seeds are left." VALUE_TEXT POSITION_TEXT,
    .arguments = "[POSITION...]",
    .arguments_max = INT_MAX,
    .options =
        (const struct kauri_option[]){
            LOOK_UP_OPTIONS,
            VALUE_OPTION,
            KAURI_OPTIONS_END,
        },
    .examples = {{"the value of every move",
                  "kauri probe --tables tables \\\n" KAURI_EXAMPLE_POSITION},
                 {"the same for a program",
                  "kauri probe --tables tables --json \\\n" KAURI_EXAMPLE_POSITION}},
    .related = "best line search show",
    .documents = "RULES.md JSON.md",
    .flags = KAURI_RUN_TABLES,
    LOOK_UP_SETTINGS,
    .run = run_probe,
};

const struct kauri_command kauri_command_best = {
    .name = "best",
    .group = "Ask about positions",
    .summary = "the best moves",
    .text =
        "Shows the winner and the best moves: those that keep the value, and then capture soonest "
        "(r > 0) or latest (r < 0)." VALUE_TEXT POSITION_TEXT,
    .arguments = "[POSITION...]",
    .arguments_max = INT_MAX,
    .options =
        (const struct kauri_option[]){
            LOOK_UP_OPTIONS,
            VALUE_OPTION,
            KAURI_OPTIONS_END,
        },
    .examples = {{"the best moves in a position",
                  "kauri best --tables tables \\\n" KAURI_EXAMPLE_POSITION}},
    .related = "probe line search",
    .documents = "RULES.md",
    .flags = KAURI_RUN_TABLES,
    LOOK_UP_SETTINGS,
    .run = run_best,
};

const struct kauri_command kauri_command_line = {
    .name = "line",
    .group = "Ask about positions",
    .summary = "perfect play to the end of the game",
    .text = "Plays best moves for both sides to the end of the game.\n\n" POSITION_TEXT,
    .arguments = "[POSITION...]",
    .arguments_max = INT_MAX,
    .options =
        (const struct kauri_option[]){
            LOOK_UP_OPTIONS,
            KAURI_OPTIONS_END,
        },
    .examples = {{"how the game ends if neither side errs",
                  "kauri line --tables tables \\\n" KAURI_EXAMPLE_POSITION}},
    .related = "probe best search",
    .documents = "RULES.md",
    .flags = KAURI_RUN_TABLES,
    LOOK_UP_SETTINGS,
    .run = run_line,
};
