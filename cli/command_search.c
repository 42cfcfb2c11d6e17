// kauri search: exact values above the tables.
#include "cli/command.h"
#include "cli/options.h"
#include "cli/progress_view.h"
#include "cli/search_view.h"
#include "cli/text_file.h"
#include "common/size.h"
#include "db/header.h"
#include "queries/search.h"
#include "rules/notation.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum {
    SECONDS_DEFAULT = 60,
    SECONDS_MAX = 100000000,
};

struct search {
    const char *folder;
    const char *rules;
    const char *proof;
    uint64_t memory;
    uint64_t seconds;
    uint64_t nodes; // 0: no limit
    bool json;
};

// A line on a terminal that says how far a search is; nothing elsewhere.
struct ticker {
    bool terminal;
    bool shown;
    double printed; // kauri_clock_seconds
};

static void tick(void *context, const struct kauri_progress_report *report)
{
    struct ticker *ticker = context;
    const double now = kauri_clock_seconds();
    char count[KAURI_SIZE_TEXT_BYTES];
    if (ticker->terminal && now - ticker->printed >= 0.25) {
        (void)fprintf(stderr, "\rsearched %s positions in %.0f s\033[K",
                      kauri_format_count(report->done, count), report->seconds);
        (void)fflush(stderr);
        ticker->printed = now;
        ticker->shown = true;
    }
}

static void clear_ticker(struct ticker *ticker)
{
    if (ticker->shown) {
        (void)fprintf(stderr, "\r\033[K");
        ticker->shown = false;
    }
}

static const char search_help[] =
    "Finds the exact value of a position with more seeds than the tables hold, or bounds\n"
    "that are proven when a limit ends the search. With --rules it stops as soon as the\n"
    "result for the score in POSITION is decided under these rules.\n"
    "Without --tables it searches down to the last cowrie. Ctrl-C ends it like a limit: the\n"
    "bounds found so far are printed, and --proof is written.\n\n"
    "POSITION is \"SOUTH/NORTH SIDE SCORE\" in one argument (put it in quotes), e.g.\n"
    "  '7,0,0,0,0,0+1/0,0,0+2,0+1,0+1,5+7 S 30:18'\n";

static enum kauri_status read_goal(const char *rules, enum kauri_search_goal *goal,
                                   struct kauri_error *error)
{
    bool tiebreaker = false;
    *goal = KAURI_SEARCH_VALUE;
    if (rules == NULL) {
        return KAURI_OK;
    }
    const enum kauri_status status = kauri_rules_parse(rules, &tiebreaker, error);
    *goal = tiebreaker ? KAURI_SEARCH_TIEBREAKER : KAURI_SEARCH_STANDARD;
    return status;
}

// Tables and search share the memory: decoded blocks get half of it, or what all of them need.
static uint64_t memory_left(const struct kauri_tables *tables, uint64_t memory, unsigned *layers)
{
    uint64_t blocks = 0;
    *layers = 0;
    for (unsigned n = 0; tables != NULL && n <= KAURI_SEEDS_MAX; n++) {
        const struct kauri_reader *reader = kauri_tables_reader(tables, n);
        if (reader != NULL) {
            const struct kauri_table_info *info = kauri_reader_info(reader);
            blocks += info->positions * kauri_table_row_bytes(info);
            *layers += 1;
        }
    }
    return memory - (blocks < memory / 2 ? blocks : memory / 2);
}

static enum kauri_status answer(const struct search *options, const char *text,
                                struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_position position;
    enum kauri_search_goal goal = KAURI_SEARCH_VALUE;
    struct kauri_tables *tables = NULL;
    struct kauri_search *search = NULL;
    struct kauri_progress_view view;
    struct ticker ticker = {.terminal = isatty(STDERR_FILENO) == 1,
                            .printed = kauri_clock_seconds()};
    uint64_t claims = 0;
    unsigned layers = 0;
    KAURI_TRY(read_goal(options->rules, &goal, error));
    KAURI_TRY(kauri_position_parse(text, &position, error));
    if (options->proof != NULL) { // not after an hour of searching
        KAURI_TRY(kauri_text_file_try(options->proof, error));
    }
    if (options->folder != NULL) {
        KAURI_TRY(kauri_tables_open(options->folder, options->memory / 2, &tables, error));
    }
    kauri_progress_view_begin(&view, true); // signals only
    const struct kauri_progress progress = {
        .report = tick, .cancelled = view.progress.cancelled, .context = &ticker};
    const struct kauri_search_limits limits = {
        .memory = memory_left(tables, options->memory, &layers),
        .seconds = (double)options->seconds,
        .nodes = options->nodes,
        .progress = &progress,
    };
    KAURI_TRY(kauri_search_run(tables, &position, goal, &limits, &search, error));
    clear_ticker(&ticker);
    if (options->json) {
        kauri_json_search(search);
    } else {
        kauri_print_search(search, layers);
    }
    if (options->proof != NULL) {
        KAURI_TRY(kauri_search_write_proof(search, options->proof, &claims, error));
    }
    if (options->proof != NULL && !options->json) {
        char count[KAURI_SIZE_TEXT_BYTES];
        printf("\nCertificate: %s, %s claims (kauri check-proof checks it)\n", options->proof,
               kauri_format_count(claims, count));
    }
    if (search->stop == KAURI_SEARCH_STOP_REQUEST) {
        char count[KAURI_SIZE_TEXT_BYTES];
        status =
            kauri_fail(error, KAURI_INTERRUPTED,
                       "interrupted after %s position%s; the bounds hold, and nothing else "
                       "is kept for another run",
                       kauri_format_count(search->nodes, count), search->nodes == 1 ? "" : "s");
    }
cleanup:
    clear_ticker(&ticker);
    kauri_search_free(search);
    kauri_tables_close(tables);
    return status;
}

int kauri_command_search(int argc, char **argv)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_error error;
    struct kauri_arguments arguments;
    struct search search = {.memory = UINT64_C(1) << 30, .seconds = SECONDS_DEFAULT};
    const struct kauri_option options[] = {
        {.name = "tables",
         .argument = "DIR",
         .help = "folder of the tables",
         .text = &search.folder},
        {.name = "rules",
         .argument = "RULES",
         .help = "standard or tie-breaker: decide the result only",
         .text = &search.rules},
        {.name = "memory",
         .argument = "SIZE",
         .help = "for the search and decoded tables (default: 1G)",
         .size = &search.memory},
        {.name = "time",
         .argument = "SECONDS",
         .help = "stop after so many seconds (default: 60)",
         .number = &search.seconds,
         .high = SECONDS_MAX},
        {.name = "nodes",
         .argument = "N",
         .help = "stop after so many positions (default: no limit)",
         .number = &search.nodes,
         .low = 1,
         .high = UINT64_MAX},
        {.name = "proof",
         .argument = "FILE",
         .help = "write a certificate (docs/PROOF.md)",
         .text = &search.proof},
        KAURI_OPTION_JSON(&search.json),
    };
    const struct kauri_usage usage = {
        .name = argv[0],
        .arguments = "POSITION",
        .text = search_help,
        .options = options,
        .option_count = sizeof options / sizeof options[0],
        .arguments_min = 1,
        .arguments_max = 1,
    };
    KAURI_TRY(kauri_options_parse(&usage, argc, argv, &arguments, &error));
    if (!arguments.help) {
        KAURI_TRY(answer(&search, arguments.values[0], &error));
    }
cleanup:
    return status == KAURI_OK ? KAURI_OK : kauri_complain(&error);
}
