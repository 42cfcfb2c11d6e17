// waurie starts: who wins the start positions of small boards.
#include "waurie/cli/waurie_commands.h"

#include "cli/fitted_text.h"
#include "cli/options.h"
#include "cli/print_text.h"
#include "cli/progress_view.h"
#include "cli/text_table.h"
#include "cli/threads.h"
#include "common/loop.h"
#include "waurie/cli/rules_words.h"
#include "waurie/cli/starts.h"
#include "waurie/cli/tabled_search.h"
#include "waurie/waurie_notation.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { SECONDS_DEFAULT = 60, SECONDS_MAX = 100000000 };

static const char help[] =
    "Finds out who wins the start of each board with A to B pits in a row and A to B seeds in\n"
    "each pit, and which first moves win. South moves first. Starts that the tables of --tables\n"
    "hold are looked up; the others are searched, above the tables of their board if there are\n"
    "any: the greatest layers that fit into four fifths of --memory, as far down as a sowing can\n"
    "lead. The rest remembers positions. Where the time runs out, the start or some of its moves\n"
    "stay open, and the exit status is 0. Ctrl-C prints what was found, with exit status 8.\n";

struct starts_options {
    struct waurie_rules_words words;
    const char *pits;
    const char *seeds;
    const char *folder;
    uint64_t layers; // greatest layer to use
    uint64_t memory;
    uint64_t threads;
    uint64_t seconds;
    bool markdown;
    bool json;
    bool quiet;
};

struct starts_run {
    const struct starts_options *options;
    unsigned threads;
    struct kauri_progress_view view;
    struct kauri_progress progress; // only asks whether to stop
    struct waurie_starts starts;
};

static bool cancelled(void *context)
{
    const struct starts_run *run = context;
    return kauri_progress_cancelled(&run->view.progress);
}

static struct waurie_position position_of(const struct waurie_start *start)
{
    struct waurie_position position = {.board = {.pits = (uint8_t)start->pits}};
    memset(position.board.own, (int)start->seeds, start->pits);
    memset(position.board.other, (int)start->seeds, start->pits);
    return position;
}

// Fills in the starts of the ranges.
static enum kauri_status list_starts(const struct starts_options *options,
                                     struct waurie_starts *starts, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    unsigned pits[2];
    unsigned seeds[2];
    KAURI_TRY(waurie_rules_parse(options->words, &starts->rules, error));
    KAURI_TRY(
        kauri_options_range("pits", options->pits, 1, WAURIE_PITS_MAX, &pits[0], &pits[1], error));
    KAURI_TRY(kauri_options_range("seeds", options->seeds, 1, WAURIE_START_SEEDS_MAX, &seeds[0],
                                  &seeds[1], error));
    if (options->json && options->markdown) {
        return kauri_fail(error, KAURI_USAGE, "--json and --markdown exclude each other");
    }
    starts->seconds = (double)options->seconds;
    for (unsigned p = pits[0]; p <= pits[1]; p++) {
        for (unsigned s = seeds[0]; s <= seeds[1]; s++) {
            starts->list[starts->count++] = (struct waurie_start){.pits = p, .seeds = s};
        }
    }
cleanup:
    return status;
}

// Decides the starts from `first` up to the one before `end`, which have the same board. What is
// remembered of one start helps the next.
static enum kauri_status run_board(struct starts_run *run, size_t first, size_t end,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct waurie_starts *starts = &run->starts;
    const unsigned pits = starts->list[first].pits;
    struct waurie_tabled_search tabled = {.search = NULL};
    struct kauri_string said = {.bytes = NULL};
    uint64_t nodes = 0;
    const struct waurie_tabled_options opened = {
        .folder = run->options->folder,
        .rules = starts->rules,
        .pits = pits,
        .layers = (unsigned)run->options->layers,
        .seeds_most = 2 * pits * starts->list[end - 1].seeds,
        .memory = run->options->memory,
        .threads = run->threads,
        .progress = &run->progress,
    };
    KAURI_TRY(waurie_tabled_search_open(&opened, &tabled, error));
    for (size_t i = first; i < end && !cancelled(run); i++) {
        struct waurie_start *start = &starts->list[i];
        const struct waurie_position position = position_of(start);
        waurie_find_moves(tabled.search, &starts->rules, &position, starts->seconds, &run->progress,
                          &start->found);
        start->tried = true;
        start->found.known_seeds =
            waurie_tabled_search_depth(&tabled, waurie_seeds(&position.board));
        KAURI_TRY(waurie_tabled_search_failure(&tabled, error));
        const uint64_t nodes_before = nodes;
        nodes = start->found.counts.nodes;
        start->found.counts.nodes -= nodes_before;
        waurie_start_say(starts, start, &said);
        kauri_progress_view_say(&run->view, "%s", kauri_string_text(&said));
        kauri_string_clear(&said);
    }
    if (cancelled(run)) {
        status = kauri_fail(error, KAURI_INTERRUPTED,
                            "interrupted: starts that needed more time are open or not tried");
    }
cleanup:
    kauri_string_clear(&said);
    waurie_tabled_search_close(&tabled);
    return status;
}

// Writes a size as --memory takes it, "512M", and returns `text`.
static const char *size_word(uint64_t bytes, char text[24])
{
    static const char units[] = {0, 'K', 'M', 'G'};
    unsigned unit = 0;
    while (unit + 1 < sizeof units && bytes % 1024 == 0) {
        bytes /= 1024;
        unit++;
    }
    (void)snprintf(text, 24, "%" PRIu64 "%.1s", bytes, &units[unit]);
    return text;
}

// The section of docs/WAURIE.md, with the command that makes it.
static enum kauri_status print_markdown(const struct starts_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct starts_options *options = run->options;
    const struct waurie_starts *starts = &run->starts;
    struct kauri_string rows = {.bytes = NULL};
    char memory[24];
    size_t sources[WAURIE_START_TABLE + 1] = {0};
    for (size_t i = 0; i < starts->count; i++) {
        sources[waurie_start_source(&starts->list[i])]++;
    }
    waurie_starts_rows(starts, &rows);
    KAURI_TRY(kauri_string_check(&rows, error));
    printf("    waurie starts --pits %s --seeds %s --win %s --lap %s", options->pits,
           options->seeds, waurie_win_word(&starts->rules), waurie_lap_word(&starts->rules));
    printf("%s --memory %s --time %" PRIu64 " --threads %u --markdown\n\n",
           options->folder != NULL ? " --tables DIR" : "", size_word(options->memory, memory),
           options->seconds, run->threads);
    printf("Starts: %zu. From tables: %zu; by search: %zu; open: %zu. A hyphen means a bonus "
           "move.\n\n",
           starts->count, sources[WAURIE_START_TABLE], sources[WAURIE_START_SEARCH],
           sources[WAURIE_START_OPEN] + sources[WAURIE_START_NOT_TRIED]);
    kauri_print_table_markdown(kauri_string_text(&rows));
cleanup:
    kauri_string_clear(&rows);
    return status;
}

static enum kauri_status print(const struct starts_run *run, struct kauri_error *error)
{
    struct kauri_string out = {.bytes = NULL};
    if (run->options->markdown) {
        return print_markdown(run, error);
    }
    if (run->options->json) {
        waurie_starts_json(&run->starts, &out);
    } else {
        waurie_starts_text(&run->starts, kauri_text_columns(), &out);
    }
    const enum kauri_status status = kauri_print_text(&out, error);
    kauri_string_clear(&out);
    return status;
}

static enum kauri_status answer(struct starts_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_error failed;
    struct waurie_starts *starts = &run->starts;
    KAURI_TRY(list_starts(run->options, starts, error));
    KAURI_TRY(kauri_threads_start(run->threads, error));
    kauri_progress_view_begin(&run->view, run->options->quiet);
    for (size_t first = 0; first < starts->count && status == KAURI_OK;) {
        size_t end = first + 1;
        while (end < starts->count && starts->list[end].pits == starts->list[first].pits) {
            end++;
        }
        status = run_board(run, first, end, error);
        first = end;
    }
    kauri_progress_view_clear(&run->view);
    if ((status == KAURI_OK || status == KAURI_INTERRUPTED) && print(run, &failed) != KAURI_OK) {
        *error = failed;
        status = failed.status;
    }
cleanup:
    return status;
}

int waurie_command_starts(int argc, char **argv)
{
    struct kauri_error error;
    struct kauri_arguments arguments;
    struct starts_options given = {.pits = "1-6",
                                   .seeds = "1-6",
                                   .layers = WAURIE_SEEDS_MAX,
                                   .memory = UINT64_C(1) << 30,
                                   .seconds = SECONDS_DEFAULT};
    const struct kauri_option options[] = {
        {.name = "pits",
         .argument = "A-B",
         .help = "boards with A to B pits in a row, 1 to 6 (default 1-6)",
         .text = &given.pits},
        {.name = "seeds",
         .argument = "A-B",
         .help = "A to B seeds in each pit, 1 to 6 (default 1-6)",
         .text = &given.seeds},
        WAURIE_OPTION_WIN(&given.words.win),
        WAURIE_OPTION_LAP(&given.words.lap),
        {.name = "tables",
         .argument = "DIR",
         .help = "folder of the tables (default: none)",
         .text = &given.folder},
        {.name = "layers",
         .argument = "N",
         .help = "use tables of at most N seeds (default: all that fit)",
         .number = &given.layers,
         .high = WAURIE_SEEDS_MAX},
        {.name = "memory",
         .argument = "SIZE",
         .help = "for search and tables (default 1G)",
         .size = &given.memory},
        {.name = "time",
         .argument = "SECONDS",
         .help = "for each start, 1 to 100000000 (default 60)",
         .unit = "seconds",
         .number = &given.seconds,
         .low = 1,
         .high = SECONDS_MAX},
        KAURI_OPTION_THREADS(&given.threads),
        KAURI_OPTION_JSON(&given.json),
        {.name = "markdown", .help = "print a section of docs/WAURIE.md", .flag = &given.markdown},
        KAURI_OPTION_QUIET(&given.quiet),
    };
    const struct kauri_usage usage = {
        .name = argv[0],
        .arguments = "",
        .text = help,
        .options = options,
        .option_count = sizeof options / sizeof options[0],
    };
    struct starts_run run = {.options = &given, .progress = {.cancelled = cancelled}};
    run.progress.context = &run;
    if (kauri_options_parse(&usage, argc, argv, &arguments, &error) != KAURI_OK) {
        return kauri_report_error(&error);
    }
    run.threads = given.threads == 0 ? kauri_loop_threads() : (unsigned)given.threads;
    if (!arguments.help && answer(&run, &error) != KAURI_OK) {
        return kauri_report_error(&error);
    }
    return KAURI_OK;
}
