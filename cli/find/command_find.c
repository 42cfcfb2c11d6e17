// kauri find: the positions of a layer that meet conditions.
#include "cli/command.h"
#include "cli/find/find_choice.h"
#include "cli/find/find_view.h"
#include "cli/memory_share.h"
#include "cli/options.h"
#include "cli/print_text.h"
#include "cli/progress_view.h"
#include "cli/tables/missing_layer.h"
#include "cli/tables/open_tables.h"
#include "cli/terminal_columns.h"
#include "cli/threads.h"
#include "common/loop.h"
#include "queries/analysis/found_best.h"
#include "tablebase/tablebase.h"

#include <stdio.h>

// For looking up successors.
#define CACHE_BYTES (256ULL << 20)

enum { PART_LINES = 512, PARTS = KAURI_FOUND_MAX / PART_LINES };

static const char *const help =
    "Lists the positions of a layer that meet all conditions given, as their mover sees them: "
    "South\n"
    "is to move. RANGE is a number or 2..5, 2.. or ..-1. Values are those of the player to move\n"
    "(kauri probe --help).\n\n"
    "--keeping counts the moves that keep the value r; a pass does not count. --line finds "
    "positions\n"
    "from which K moves follow one another, by both sides, each of which is the only one that "
    "keeps\n"
    "the value; the only legal move counts, and passes in between do not.\n\n"
    "With --rules, the line must solve a problem: the player to move wins or draws under these\n"
    "rules at an equal score, and each of that player's moves in the line is the only one that\n"
    "keeps this result.\n\n"
    "--zugzwang finds mutual zugzwangs, where both sides would rather not be the one to move. With "
    "r\n"
    "the value for the player to move and other r the value for the opponent if it were the\n"
    "opponent's turn, the player has r with the move and -(other r) without it, and the opponent\n"
    "other r with the move and -r without it. So both would rather not move exactly if r + other "
    "r\n"
    "is below 0. A position in which one side has no move is no mutual zugzwang: with seeds on "
    "the\n"
    "board its pass makes the sum 0, and without seeds nobody is made to move.\n\n"
    "The conditions take little more than reading the layer. Where --line finds many positions, "
    "it\n"
    "also reads the layers below, and keeps half a byte of memory for each position of all these\n"
    "layers; with less memory than that, lines take many times as long. Otherwise --memory\n"
    "bounds the decoded blocks that half of the positions are derived "
    "from.\n" KAURI_OPEN_TABLES_TEXT;

struct find {
    const char *folder;
    uint64_t seeds, threads, memory;
    bool json, lines, quiet;
    int columns; // of the terminal; 0: no limit
    struct kauri_find_words words;
    struct kauri_find_choice choice;
    struct kauri_progress_view view;
    struct kauri_tablebase *tables;
    const struct kauri_layer *layer;
    struct kauri_found_best best;
    bool begun; // the header was printed
    uint64_t listed;
    // Positions that are being printed, in parts.
    const struct kauri_found *printing;
    size_t printing_count;
    struct kauri_string parts[PARTS];
};

static enum kauri_status read_options(int argc, char **argv, struct find *find, bool *help_given,
                                      struct kauri_error *error)
{
    struct kauri_arguments arguments;
    struct kauri_find_words *words = &find->words;
    find->seeds = UINT64_MAX;
#define RANGE(option, text_help, target)                                                           \
    {                                                                                              \
        .name = (option), .argument = "RANGE", .help = (text_help), .text = (target)               \
    }
    const struct kauri_option options[] = {
        KAURI_OPTION_OPEN_TABLES(&find->folder),
        KAURI_OPTION_LAYER(&find->seeds),
        RANGE("r", "value r = 3 x net + outcome of the cowrie phase", &words->r),
        RANGE("net", "future captures of the mover less the opponent's", &words->net),
        RANGE("dtc", "plies to the next capture, or to the end", &words->dtc),
        RANGE("mover-seeds", "seeds in the mover's row", &words->mover_seeds),
        RANGE("opponent-seeds", "seeds in the opponent's row", &words->opponent_seeds),
        RANGE("mover-cowries", "cowries in the mover's row", &words->mover_cowries),
        RANGE("opponent-cowries", "cowries in the opponent's row", &words->opponent_cowries),
        RANGE("moves", "number of legal moves", &words->moves),
        RANGE("keeping", "number of moves that keep r", &words->keeping),
        {.name = "zugzwang", .help = "mutual zugzwang", .flag = &words->zugzwang},
        {.name = "line",
         .argument = "K",
         .help = "only moves of both sides for K moves",
         .number = &words->line,
         .low = 1,
         .high = KAURI_FIND_LINE_MAX},
        {.name = "rules",
         .argument = "RULES",
         .help = "with --line: require a solution under these rules",
         .choices = "standard tie-breaker",
         .text = &words->rules},
        {.name = "longest",
         .argument = "K",
         .help = "list the K of the greatest dtc (default 10)",
         .number = &words->longest,
         .low = 1,
         .high = KAURI_FIND_LIMIT_MAX},
        {.name = "shortest",
         .argument = "K",
         .help = "list the K of the least dtc",
         .number = &words->shortest,
         .low = 1,
         .high = KAURI_FIND_LIMIT_MAX},
        {.name = "all", .help = "list all, in the order of the table", .flag = &words->all},
        {.name = "count", .help = "only count them", .flag = &words->count},
        {.name = "lines",
         .help = "print positions alone, as kauri probe reads them",
         .flag = &find->lines},
        KAURI_OPTION_THREADS(&find->threads),
        {.name = "memory",
         .argument = "SIZE",
         .help = "for decoded blocks (default: 1/4 of free memory)",
         .size = &find->memory},
        KAURI_OPTION_JSON(&find->json),
        KAURI_OPTION_QUIET(&find->quiet),
    };
#undef RANGE
    const struct kauri_usage usage = {
        .name = argv[0],
        .arguments = "",
        .text = help,
        .options = options,
        .option_count = sizeof options / sizeof options[0],
    };
    const enum kauri_status status = kauri_options_parse(&usage, argc, argv, &arguments, error);
    *help_given = status == KAURI_OK && arguments.help;
    if (status == KAURI_OK && find->lines && (find->json || words->count)) {
        return kauri_fail(error, KAURI_USAGE, "find takes one of --lines, --json and --count");
    }
    return status;
}

static void format_part(void *context, unsigned worker, uint64_t part)
{
    (void)worker;
    struct find *find = context;
    const size_t begin = part * PART_LINES;
    const size_t rest = find->printing_count - begin;
    const size_t end = begin + (rest < PART_LINES ? rest : PART_LINES);
    for (size_t i = begin; i < end; i++) {
        const struct kauri_found *found = &find->printing[i];
        struct kauri_string *out = &find->parts[part];
        if (find->json) {
            kauri_json_found(out, find->layer, &find->choice, found);
        } else if (find->lines) {
            kauri_text_found_line(out, find->layer, found);
        } else {
            kauri_text_found(out, find->layer, &find->choice, found, find->columns);
        }
    }
}

// Prints at most KAURI_FOUND_MAX positions.
static enum kauri_status print_found(struct find *find, const struct kauri_found *found,
                                     size_t count, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const size_t parts = (count + PART_LINES - 1) / PART_LINES;
    find->printing = found;
    find->printing_count = count;
    kauri_loop_for((unsigned)find->threads, parts, 1, format_part, find);
    kauri_progress_view_clear(&find->view);
    if (!find->begun && !find->json && !find->lines) {
        struct kauri_string header = {.bytes = NULL};
        kauri_text_find_header(&header, find->layer, &find->choice, find->columns);
        KAURI_TRY(kauri_print_text(&header, error));
    }
    find->begun = true;
    find->listed += count;
    for (size_t part = 0; part < parts; part++) {
        KAURI_TRY(kauri_print_text(&find->parts[part], error));
    }
cleanup:
    for (size_t part = 0; part < parts; part++) {
        kauri_string_clear(&find->parts[part]);
    }
    return status;
}

static enum kauri_status take_found(void *context, const struct kauri_found *found, size_t count,
                                    struct kauri_error *error)
{
    struct find *find = context;
    if (find->choice.order == KAURI_FIND_ALL) {
        return print_found(find, found, count, error);
    }
    kauri_found_best_add(&find->best, found, count);
    return KAURI_OK;
}

static enum kauri_status print_best(struct find *find, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    kauri_found_best_sort(&find->best);
    for (size_t at = 0; at < find->best.count; at += KAURI_FOUND_MAX) {
        const size_t rest = find->best.count - at;
        KAURI_TRY(print_found(find, find->best.items + at,
                              rest < KAURI_FOUND_MAX ? rest : KAURI_FOUND_MAX, error));
    }
cleanup:
    return status;
}

static enum kauri_status print_end(struct find *find, uint64_t count, struct kauri_error *error)
{
    struct kauri_string out = {.bytes = NULL};
    if (find->json && find->choice.order == KAURI_FIND_COUNT) {
        kauri_json_find_count(&out, find->layer, count);
    } else if (!find->json && !find->lines) {
        kauri_text_find_end(&out, find->layer, &find->choice, count, find->listed, find->columns);
    }
    return kauri_print_text(&out, error);
}

static enum kauri_status run(struct find *find, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint64_t count = 0;
    const struct kauri_tablebase_layer *layer = NULL;
    KAURI_TRY(kauri_open_tables(find->folder, CACHE_BYTES, &find->tables, error));
    KAURI_TRY(kauri_tablebase_layer(find->tables, (unsigned)find->seeds, &layer, error));
    find->layer = &layer->index;
    KAURI_TRY(kauri_find_choose(&find->words, find->layer, &find->choice, error));
    KAURI_TRY(kauri_threads_start((unsigned)find->threads, error));
    kauri_progress_view_begin(&find->view, find->quiet);
    const bool lists = find->choice.order != KAURI_FIND_COUNT;
    const bool best = lists && find->choice.order != KAURI_FIND_ALL;
    if (best) {
        KAURI_TRY(kauri_found_best_init(&find->best, find->choice.order == KAURI_FIND_SHORTEST,
                                        (size_t)find->choice.limit, error));
    }
    const struct kauri_find_options options = {
        .threads = (unsigned)find->threads,
        .with_dtc = lists && (best || !find->lines),
        .memory = find->memory,
        .progress = &find->view.progress,
        .found = lists ? take_found : NULL,
        .context = find,
    };
    KAURI_TRY(kauri_find(find->tables, (unsigned)find->seeds, &find->choice.conditions, &options,
                         &count, error));
    kauri_progress_view_clear(&find->view);
    if (best) {
        KAURI_TRY(print_best(find, error));
    }
    KAURI_TRY(print_end(find, count, error));
cleanup:
    return status;
}

int kauri_command_find(int argc, char **argv)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_error error;
    struct find find = {.view = {.quiet = true}};
    bool help_given = false;
    KAURI_TRY(read_options(argc, argv, &find, &help_given, &error));
    if (help_given) {
        goto cleanup;
    }
    find.columns = kauri_terminal_columns(stdout);
    find.memory = find.memory == 0 ? kauri_memory_for_look_ups() : find.memory;
    find.threads = find.threads == 0 ? kauri_loop_threads() : find.threads;
    status = run(&find, &error);
    if (find.tables != NULL && status != KAURI_OK) {
        status = kauri_missing_layer_advise(find.tables, (unsigned)find.seeds, &error);
    }
cleanup:
    kauri_progress_view_clear(&find.view);
    kauri_found_best_clear(&find.best);
    kauri_tablebase_close(find.tables);
    return status == KAURI_OK ? KAURI_OK : kauri_report_error(&error);
}
