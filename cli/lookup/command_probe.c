// kauri probe, best and line: the three look-ups.
#include "cli/command.h"
#include "cli/lookup/above_tables.h"
#include "cli/lookup/answer_json.h"
#include "cli/lookup/answer_text.h"
#include "cli/lookup/position_argument.h"
#include "cli/lookup/position_reader.h"
#include "cli/options.h"
#include "cli/start_board.h"
#include "cli/tables/open_tables.h"
#include "common/loop.h"
#include "kauri/kauri.h"
#include "queries/lookup/line.h"

#include <limits.h>

#define POSITION_TEXT                                                                              \
    KAURI_POSITION_ARGUMENT_TEXT                                                                   \
    "\n" KAURI_START_CHOICE_TEXT "Without POSITION, standard input is read, one\n"                 \
    "position per line; a line that cannot be answered is named on standard error, and the next\n" \
    "one is tried. Lines that are there at the same time are looked up together, page by page,\n"  \
    "and are answered in their order.\n" KAURI_ABOVE_TABLES_TEXT KAURI_OPEN_TABLES_TEXT

#define VALUE_TEXT                                                                                 \
    "\n\nWith --value, only r and dtc are printed (\"r -4 dtc 1\", a dash for dtc if r is 0), "    \
    "one line\nfor each position, and a question mark for one that cannot be answered. Nothing "   \
    "is "                                                                                          \
    "searched.\n\n"

static enum kauri_status answer_probe(struct kauri_tablebase *tables,
                                      const struct kauri_probe_result *result, bool json,
                                      int columns, struct kauri_string *out,
                                      struct kauri_error *error)
{
    (void)tables;
    (void)error;
    if (json) {
        kauri_json_probe(out, result, false);
    } else {
        kauri_text_probe(out, result, columns);
    }
    return KAURI_OK;
}

static enum kauri_status answer_best(struct kauri_tablebase *tables,
                                     const struct kauri_probe_result *result, bool json,
                                     int columns, struct kauri_string *out,
                                     struct kauri_error *error)
{
    (void)tables;
    (void)error;
    if (json) {
        kauri_json_probe(out, result, true);
    } else {
        kauri_text_best(out, result, columns);
    }
    return KAURI_OK;
}

static enum kauri_status answer_line(struct kauri_tablebase *tables,
                                     const struct kauri_probe_result *result, bool json,
                                     int columns, struct kauri_string *out,
                                     struct kauri_error *error)
{
    struct kauri_best_line line = {.steps = NULL};
    const enum kauri_status status = kauri_line(tables, &result->position, &line, error);
    if (status == KAURI_OK && json) {
        kauri_json_line(out, result, &line);
    } else if (status == KAURI_OK) {
        kauri_text_line(out, result, &line, columns);
    }
    kauri_line_clear(&line);
    return status;
}

static int run(int argc, char **argv, struct kauri_position_reader reader, const char *text)
{
    struct kauri_error error;
    struct kauri_arguments arguments;
    uint64_t threads = 0;
    struct kauri_start_choice start = KAURI_START_CHOICE_NONE;
    const char *position = NULL;
    reader.above.seconds = UINT64_MAX;
    const struct kauri_option options[] = {
        KAURI_OPTION_OPEN_TABLES(&reader.folder),
        {.name = "memory",
         .argument = "SIZE",
         .help = "cache of pages (default a quarter of the free memory)",
         .size = &reader.memory},
        KAURI_OPTION_ABOVE_TABLES(&reader.above.seconds, &reader.above.no_search),
        KAURI_OPTION_THREADS(&threads),
        KAURI_OPTIONS_START(start),
        KAURI_OPTION_JSON(&reader.form.json),
        {.name = "value",
         .help = "print only the value, one line for each position",
         .flag = &reader.form.value},
    };
    const struct kauri_usage usage = {
        .name = argv[0],
        .arguments = "[POSITION...]",
        .text = text,
        .options = options,
        // line has no --value.
        .option_count = sizeof options / sizeof options[0] - (reader.form.slow ? 1 : 0),
        .arguments_max = INT_MAX,
    };
    if (kauri_options_parse(&usage, argc, argv, &arguments, &error) != KAURI_OK) {
        return kauri_report_error(&error);
    }
    if (reader.form.value && reader.above.seconds != UINT64_MAX) {
        (void)kauri_fail(&error, KAURI_USAGE, "--value and --time exclude each other");
        return kauri_report_error(&error);
    }
    if (reader.above.no_search && reader.above.seconds != UINT64_MAX) {
        (void)kauri_fail(&error, KAURI_USAGE, "--time and --no-search exclude each other");
        return kauri_report_error(&error);
    }
    reader.threads = threads == 0 ? kauri_loop_threads() : (unsigned)threads;
    reader.above.threads = reader.threads;
    if (arguments.help) {
        return KAURI_OK;
    }
    if (kauri_start_choice_read(&start, arguments.count, &position, &error) != KAURI_OK) {
        return kauri_report_error(&error);
    }
    char *texts[] = {start.text};
    const struct kauri_arguments only = {.count = 1, .values = texts};
    return kauri_position_reader_run(&reader, position != NULL ? &only : &arguments);
}

int kauri_command_probe(int argc, char **argv)
{
    return run(argc, argv,
               (struct kauri_position_reader){.form.answer = answer_probe,
                                              .above.part = KAURI_SEARCH_MOVES},
               "Shows the winner, the margin and the value of every move: net, the seeds that the\n"
               "player to move captures from here on minus those of the opponent; cowries, the\n"
               "outcome of the phase without seeds; r = 3 x net + 1, 0 or -1 for that outcome;\n"
               "dtc, the plies to the next capture, or to the end if no seeds are "
               "left." VALUE_TEXT POSITION_TEXT);
}

int kauri_command_best(int argc, char **argv)
{
    return run(
        argc, argv,
        (struct kauri_position_reader){.form.answer = answer_best, .above.part = KAURI_SEARCH_BEST},
        "Shows the winner and the best moves: those that keep the value, and then\n"
        "capture soonest (r > 0) or latest (r < 0)." VALUE_TEXT POSITION_TEXT);
}

int kauri_command_line(int argc, char **argv)
{
    return run(argc, argv,
               (struct kauri_position_reader){.form = {.answer = answer_line, .slow = true},
                                              .above.part = KAURI_SEARCH_LINE},
               "Plays best moves for both sides to the end of the game.\n\n" POSITION_TEXT);
}
