// kauri boards: the values of the start positions of small boards.
#include "cli/command.h"

#include "cli/boards/boards_run.h"
#include "cli/boards/boards_view.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "cli/threads.h"
#include "common/loop.h"
#include "common/memory.h"
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

static const char *const help =
    "Finds the value of the start position of small boards: 2 x M holes with S seeds and\n"
    "C cowries in each. A board is solved in full, and the tables are verified, if that is\n"
    "likely to be done in half of the time. If not, the value is searched for, at first\n"
    "without tables, then above the layers that were solved and verified in the meantime,\n"
    "and it counts only if the checker accepts the proof. Where a limit ends the search, the\n"
    "board stays open, with proven bounds; writing and checking a proof is not counted.\n"
    "With --nodes and without --time, time is not limited, and --positions is 100000000\n"
    "unless it is given. With --threads 1 and the same --memory, such a run finds the same\n"
    "on any machine.\n"
    "Ctrl-C prints what was found. Starts with more than 60 seeds or 12 cowries are left out.\n";

struct boards_settings {
    const char *rows, *seeds, *cowries;
    uint64_t threads, memory, seconds;
    bool json, markdown, quiet;
    struct kauri_boards boards;
};

static enum kauri_status read_range(const char *option, const char *given, unsigned low,
                                    unsigned high, struct kauri_boards_range *range,
                                    struct kauri_error *error)
{
    return kauri_options_range(option, given, low, high, &range->first, &range->last, error);
}

static enum kauri_status read_options(int argc, char **argv, struct boards_settings *settings,
                                      bool *help_given, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_arguments arguments;
    struct kauri_board_limits *limits = &settings->boards.limits;
    const struct kauri_option options[] = {
        {.name = "rows",
         .argument = "A-B",
         .help = "boards with A to B holes in a row, 1 to 6 (default 1-5)",
         .text = &settings->rows},
        {.name = "seeds",
         .argument = "A-B",
         .help = "A to B seeds in each hole, 1 to 30 (default 1-6)",
         .text = &settings->seeds},
        {.name = "cowries-per-hole",
         .argument = "A-B",
         .help = "A to B cowries in each hole, 1 to 6 (default 1-2)",
         .text = &settings->cowries},
        {.name = "time",
         .argument = "SECONDS",
         .help = "for each board, at most 100000000 (default 60)",
         .unit = "seconds",
         .number = &settings->seconds,
         .low = 1,
         .high = SECONDS_MAX},
        {.name = "nodes",
         .argument = "N",
         .help = "search at most N positions for each board",
         .number = &limits->nodes,
         .low = NODES_LEAST,
         .high = UINT64_MAX},
        {.name = "positions",
         .argument = "N",
         .help = "solve only layers with at most N positions together",
         .number = &limits->positions,
         .low = 1,
         .high = UINT64_MAX},
        {.name = "tables",
         .argument = "DIR",
         .help = "keep the tables in folders 3x6 and so on",
         .text = &limits->folder},
        {.name = "no-tables",
         .help = "search only: proofs rest on the rules alone",
         .flag = &limits->no_tables},
        {.name = "proofs",
         .argument = "DIR",
         .help = "keep the proofs of the searches",
         .text = &limits->proofs},
        KAURI_OPTION_FORCE("--proofs", &limits->force),
        KAURI_OPTION_THREADS(&settings->threads),
        {.name = "memory",
         .argument = "SIZE",
         .help = "memory limit (default: 2G or the free memory)",
         .size = &settings->memory},
        KAURI_OPTION_JSON(&settings->json),
        {.name = "markdown",
         .help = "print a section of docs/BOARDS.md",
         .flag = &settings->markdown},
        KAURI_OPTION_QUIET(&settings->quiet),
    };
    const struct kauri_usage usage = {
        .name = argv[0],
        .arguments = "",
        .text = help,
        .options = options,
        .option_count = sizeof options / sizeof options[0],
    };
    KAURI_TRY(kauri_options_parse(&usage, argc, argv, &arguments, error));
    *help_given = arguments.help;
    KAURI_TRY(
        read_range("rows", settings->rows, 1, KAURI_HOLES_MAX, &settings->boards.rows, error));
    KAURI_TRY(read_range("seeds", settings->seeds, 1, KAURI_START_SEEDS_MAX,
                         &settings->boards.seeds, error));
    KAURI_TRY(read_range("cowries-per-hole", settings->cowries, 1, KAURI_START_COWRIES_MAX,
                         &settings->boards.cowries, error));
    if (settings->json && settings->markdown) {
        return kauri_fail(error, KAURI_USAGE, "--json and --markdown exclude each other");
    }
    if (limits->no_tables && limits->folder != NULL) {
        return kauri_fail(error, KAURI_USAGE, "--tables and --no-tables exclude each other");
    }
    if (limits->force && limits->proofs == NULL) {
        return kauri_fail(error, KAURI_USAGE, "--force needs --proofs");
    }
    const uint64_t available = kauri_memory_available();
    const uint64_t most = available - available / 10;
    limits->memory = settings->memory != 0   ? settings->memory
                     : most < memory_default ? most
                                             : memory_default;
    limits->threads = settings->threads != 0 ? (unsigned)settings->threads : kauri_loop_threads();
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

static enum kauri_status print(const struct boards_settings *settings, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_string command = {.bytes = NULL};
    if (settings->json) {
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

int kauri_command_boards(int argc, char **argv)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_error error;
    struct kauri_progress_view view = {.quiet = true};
    struct boards_settings settings = {.rows = "1-5", .seeds = "1-6", .cowries = "1-2"};
    bool help_given = false;
    KAURI_TRY(read_options(argc, argv, &settings, &help_given, &error));
    if (help_given) {
        goto cleanup;
    }
    KAURI_TRY(kauri_boards_list(&settings.boards, &error));
    KAURI_TRY(kauri_threads_start(settings.boards.limits.threads, &error));
    kauri_progress_view_begin(&view, settings.quiet);
    status = kauri_boards_run(&settings.boards, &view, &error);
    kauri_progress_view_clear(&view);
    if (status == KAURI_OK || status == KAURI_INTERRUPTED) {
        struct kauri_error failed;
        if (print(&settings, &failed) != KAURI_OK) {
            status = failed.status;
            error = failed;
        } else if (status == KAURI_INTERRUPTED) {
            status = kauri_fail(&error, KAURI_INTERRUPTED,
                                "interrupted: boards that needed more time are open or not tried");
        }
    }
cleanup:
    kauri_boards_clear(&settings.boards);
    return status == KAURI_OK ? KAURI_OK : kauri_report_error(&error);
}
