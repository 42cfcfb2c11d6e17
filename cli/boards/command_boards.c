// kauri boards: the values of the start positions of small boards.
#include "cli/commands.h"

#include "cli/boards/boards_run.h"
#include "cli/boards/boards_view.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "cli/threads.h"
#include "common/memory.h"
#include "common/parallel.h"
#include "common/size.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    SECONDS_DEFAULT = 60,
    SECONDS_MAX = 100000000,
    NODES_LEAST = 1000,
    MEBIBYTE = 1 << 20,
    POSITIONS_DEFAULT = 100000000, // without a limit of time
};

static const uint64_t memory_default = UINT64_C(2) << 30;

struct boards_settings {
    const char *rows, *seeds, *cowries;
    uint64_t threads, memory, seconds;
    bool markdown;
    struct kauri_boards boards;
};

static enum kauri_status read_range(const char *option, const char *given, unsigned low,
                                    unsigned high, struct kauri_boards_range *range,
                                    struct kauri_error *error)
{
    return kauri_options_range(option, given, low, high, &range->first, &range->last, error);
}

static enum kauri_status read_options(struct boards_settings *settings, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_board_limits *limits = &settings->boards.limits;
    KAURI_TRY(
        read_range("rows", settings->rows, 1, KAURI_HOLES_MAX, &settings->boards.rows, error));
    KAURI_TRY(read_range("seeds", settings->seeds, 1, KAURI_START_SEEDS_MAX,
                         &settings->boards.seeds, error));
    KAURI_TRY(read_range("cowries-per-hole", settings->cowries, 1, KAURI_START_COWRIES_MAX,
                         &settings->boards.cowries, error));
    const uint64_t available = kauri_memory_available();
    const uint64_t most = available - available / 10;
    limits->memory = settings->memory != 0   ? settings->memory
                     : most < memory_default ? most
                                             : memory_default;
    limits->threads =
        settings->threads != 0 ? (unsigned)settings->threads : kauri_parallel_processors();
    limits->counted = limits->nodes != 0 && settings->seconds == 0;
    if (settings->seconds == 0) {
        settings->seconds = limits->counted ? SECONDS_MAX : SECONDS_DEFAULT;
    }
    if (limits->positions == 0) {
        limits->positions = limits->counted ? POSITIONS_DEFAULT : UINT64_MAX;
    }
    limits->seconds = (double)settings->seconds;
cleanup:
    return status;
}

// The command line that the document states.
static void add_command(struct kauri_string *out, const struct boards_settings *settings)
{
    const struct kauri_board_limits *limits = &settings->boards.limits;
    kauri_string_add(out, "kauri boards --rows %s --seeds %s --cowries-per-hole %s", settings->rows,
                     settings->seeds, settings->cowries);
    if (limits->nodes != 0) {
        kauri_string_add(out, " --nodes %" PRIu64, limits->nodes);
    }
    if (!limits->counted) {
        kauri_string_add(out, " --time %" PRIu64, settings->seconds);
    }
    if (limits->positions != UINT64_MAX && !limits->no_tables) {
        kauri_string_add(out, " --positions %" PRIu64, limits->positions);
    }
    if (settings->threads != 0) {
        kauri_string_add(out, " --threads %" PRIu64, settings->threads);
    }
    if (settings->memory != 0 && settings->memory % MEBIBYTE == 0) {
        kauri_string_add(out, " --memory %" PRIu64 "M", settings->memory / MEBIBYTE);
    } else if (settings->memory != 0) {
        kauri_string_add(out, " --memory %" PRIu64, settings->memory);
    }
    kauri_string_add(out, limits->no_tables ? " --no-tables" : "");
    kauri_string_add(out, limits->folder != NULL ? " --tables tables-small" : "");
    if (limits->proofs != NULL) {
        kauri_string_add(out, " --proofs %s", limits->proofs);
    }
    kauri_string_add(out, limits->force ? " --force --markdown" : " --markdown");
}

static enum kauri_status print(const struct boards_settings *settings, bool json,
                               struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_string command = {.bytes = NULL};
    if (json) {
        kauri_boards_print_json(&settings->boards);
    } else if (settings->markdown) {
        add_command(&command, settings);
        KAURI_TRY(kauri_string_check(&command, error));
        status = kauri_boards_print_markdown(&settings->boards, kauri_string_text(&command), error);
    } else {
        status = kauri_boards_print(&settings->boards, error);
    }
cleanup:
    kauri_string_clear(&command);
    return status;
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct boards_settings *settings = run->settings;
    settings->threads = run->threads_given;
    KAURI_TRY(read_options(settings, error));
    KAURI_TRY(kauri_boards_list(&settings->boards, error));
    KAURI_TRY(kauri_threads_try(settings->boards.limits.threads, error));
    status = kauri_boards_run(&settings->boards, &run->view, error);
    kauri_progress_view_clear(&run->view);
    if (status == KAURI_OK || status == KAURI_INTERRUPTED) {
        struct kauri_error failed;
        if (print(settings, run->json, &failed) != KAURI_OK) {
            status = failed.status;
            *error = failed;
        } else if (status == KAURI_INTERRUPTED) {
            status = kauri_fail(error, KAURI_INTERRUPTED,
                                "interrupted: boards that needed more time are open or not tried");
        }
    }
cleanup:
    kauri_boards_clear(&settings->boards);
    return status;
}

const struct kauri_command kauri_command_boards = {
    .name = "boards",
    .group = "Prove",
    .summary = "values of the start positions of small boards",
    .text =
        "Finds the value of the start position of small boards: 2 x M holes with S seeds and C "
        "cowries in each. A board is solved in full, and the tables are verified, if that is "
        "likely to be done in half of the time. If not, the value is searched for, at first "
        "without tables, then above the layers that were solved and verified in the meantime, and "
        "it counts only if the checker accepts the proof. Where a limit ends the search, the board "
        "stays open, with proven bounds; writing and checking a proof is not counted. With --nodes "
        "and without --time, time is not limited, and --positions is 100000000 unless it is given. "
        "With --threads 1 and the same --memory, such a run finds the same on any machine. Ctrl-C "
        "prints what was found. Starts with more than 60 seeds or 12 cowries are left out.",
    .options =
        (const struct kauri_option[]){
            {.name = "rows",
             .argument = "A-B",
             .help = "boards with A to B holes in a row, 1 to 6 (default 1-5)",
             KAURI_STORED(struct boards_settings, rows)},
            {.name = "seeds",
             .argument = "A-B",
             .help = "A to B seeds in each hole, 1 to 30 (default 1-6)",
             KAURI_STORED(struct boards_settings, seeds)},
            {.name = "cowries-per-hole",
             .argument = "A-B",
             .help = "A to B cowries in each hole, 1 to 6 (default 1-2)",
             KAURI_STORED(struct boards_settings, cowries)},
            {.name = "time",
             .argument = "SECONDS",
             .help = "for each board, at most 100000000 (default 60)",
             .unit = "seconds",
             KAURI_STORED(struct boards_settings, seconds),
             .low = 1,
             .high = SECONDS_MAX},
            {.name = "nodes",
             .argument = "N",
             .help = "search at most N positions for each board",
             KAURI_STORED(struct boards_settings, boards.limits.nodes),
             .low = NODES_LEAST,
             .high = UINT64_MAX},
            {.name = "positions",
             .argument = "N",
             .help = "solve only layers with at most N positions together",
             KAURI_STORED(struct boards_settings, boards.limits.positions),
             .low = 1,
             .high = UINT64_MAX},
            {.name = "tables",
             .argument = "DIR",
             .help = "keep the tables in folders 3x6 and so on",
             KAURI_STORED(struct boards_settings, boards.limits.folder)},
            {.name = "no-tables",
             .help = "search only: proofs rest on the rules alone",
             .excludes = "tables",
             KAURI_STORED(struct boards_settings, boards.limits.no_tables)},
            {.name = "proofs",
             .argument = "DIR",
             .help = "keep the proofs of the searches",
             KAURI_STORED(struct boards_settings, boards.limits.proofs)},
            {.name = "force",
             .help = "--proofs may replace an existing file",
             .needs = "proofs",
             KAURI_STORED(struct boards_settings, boards.limits.force)},
            KAURI_THREADS_OPTION,
            {.name = "memory",
             .argument = "SIZE",
             .help = "memory limit (default: 2G or the free memory)",
             .is_size = true,
             KAURI_STORED(struct boards_settings, memory)},
            KAURI_JSON_OPTION,
            {.name = "markdown",
             .help = "print a section of docs/BOARDS.md",
             .excludes = "json",
             KAURI_STORED(struct boards_settings, markdown)},
            KAURI_QUIET_OPTION,
            {.name = NULL},
        },
    .examples = {{"boards with one or two holes in a row, five seconds for each",
                  "kauri boards --rows 1-2 --seeds 1-2 --time 5"},
                 {"one board, with its proof from the rules alone",
                  "kauri boards --rows 3 --seeds 2 --cowries-per-hole 1 \\\n"
                  "--no-tables --proofs proofs"}},
    .related = "solve verify search check-proof",
    .documents = "BOARDS.md RULES.md",
    .flags = KAURI_RUN_PROGRESS,
    KAURI_SETTINGS(struct boards_settings, .rows = "1-5", .seeds = "1-6", .cowries = "1-2"),
    .run = run,
};
