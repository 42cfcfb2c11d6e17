// kauri find: the positions of a layer that meet conditions.
#include "cli/commands.h"
#include "cli/memory_share.h"
#include "cli/print_text.h"
#include "cli/tables/open_tables.h"
#include "cli/terminal_text.h"
#include "common/loop.h"
#include "db/tables/tablebase.h"
#include "queries/analysis/find.h"
#include "queries/answers/find_choice.h"

#include <stdio.h>

// Cache for looking up successors.
#define CACHE_BYTES (256ULL << 20)

enum { PART_LINES = 512, PARTS = KAURI_FOUND_MAX / PART_LINES };

struct find {
    uint64_t seeds, memory;
    bool lines;
    struct kauri_find_words words;
    // Members for the work.
    struct kauri_command_run *run;
    int columns; // width of the terminal; 0: no limit
    struct kauri_find_choice choice;
    const struct kauri_layer *layer;
    struct kauri_found_best best;
    bool begun; // the header has been printed
    uint64_t listed;
    // The positions that are being printed, in parts.
    const struct kauri_found *printing;
    size_t printing_count;
    struct kauri_string parts[PARTS];
};

static void format_part(void *context, unsigned worker, uint64_t part)
{
    (void)worker;
    struct find *find = context;
    const size_t begin = (size_t)part * PART_LINES;
    const size_t rest = find->printing_count - begin;
    const size_t end = begin + (rest < PART_LINES ? rest : PART_LINES);
    for (size_t i = begin; i < end; i++) {
        const struct kauri_found *found = &find->printing[i];
        struct kauri_string *out = &find->parts[part];
        if (find->run->json) {
            struct kauri_json json = {.out = out};
            kauri_json_add_found(&json, find->layer, &find->choice, found);
        } else if (find->lines) {
            kauri_text_found_line(out, find->layer, &find->choice, found);
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
    kauri_loop_for(find->run->threads, parts, 1, format_part, find);
    kauri_progress_view_clear(&find->run->view);
    if (!find->begun && !find->run->json && !find->lines) {
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
    kauri_found_best_sort(&find->best);
    for (size_t at = 0; at < find->best.count; at += KAURI_FOUND_MAX) {
        const size_t rest = find->best.count - at;
        KAURI_PASS(print_found(find, find->best.items + at,
                               rest < KAURI_FOUND_MAX ? rest : KAURI_FOUND_MAX, error));
    }
    return KAURI_OK;
}

static void add_end(struct find *find, uint64_t count)
{
    struct kauri_string *out = &find->run->out;
    if (find->run->json && find->choice.order == KAURI_FIND_COUNT) {
        kauri_json_find_count(out, find->layer, count);
    } else if (!find->run->json && !find->lines) {
        kauri_text_find_end(out, find->layer, &find->choice, count, find->listed, find->columns);
    }
}

static enum kauri_status list_found(struct find *find, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint64_t count = 0;
    struct kauri_command_run *run = find->run;
    const unsigned seeds = (unsigned)find->seeds;
    const struct kauri_tablebase_layer *layer = NULL;
    KAURI_TRY(kauri_tablebase_layer(run->tables, seeds, &layer, error));
    find->layer = &layer->index;
    KAURI_TRY(kauri_find_choose(&find->words, find->layer, &find->choice, error));
    if (find->words.longest > 0 || find->words.shortest > 0) {
        KAURI_TRY(kauri_tablebase_need_distances(run->tables, seeds, error));
    } else if (layer->dtc_reader == NULL && find->choice.order == KAURI_FIND_LONGEST) {
        find->choice.order = KAURI_FIND_SOME;
    }
    const bool lists = find->choice.order != KAURI_FIND_COUNT;
    const bool best = lists && find->choice.order != KAURI_FIND_ALL;
    if (best) {
        KAURI_TRY(kauri_found_best_init(&find->best, find->choice.order == KAURI_FIND_SHORTEST,
                                        (size_t)find->choice.limit, error));
    }
    const struct kauri_find_options options = {
        .threads = run->threads,
        .with_dtc = lists && (best || !find->lines),
        .memory = find->memory == 0 ? kauri_memory_for_look_ups() : find->memory,
        .progress = &run->view.progress,
        .found = lists ? take_found : NULL,
        .context = find,
    };
    KAURI_TRY(kauri_find(run->tables, seeds, &find->choice.conditions, &options, &count, error));
    kauri_progress_view_clear(&run->view);
    if (best) {
        KAURI_TRY(print_best(find, error));
    }
    add_end(find, count);
cleanup:
    kauri_found_best_clear(&find->best);
    return status;
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    struct find *find = run->settings;
    find->run = run;
    find->columns = kauri_terminal_columns(stdout);
    return list_found(find, error) == KAURI_OK
               ? KAURI_OK
               : kauri_missing_layer_advise(run->tables, (unsigned)find->seeds, error);
}

#define RANGE(option, text_help, member)                                                           \
    {                                                                                              \
        .name = (option), .argument = "RANGE", .help = (text_help),                                \
        KAURI_STORED(struct find, member)                                                          \
    }

const struct kauri_command kauri_command_find = {
    .name = "find",
    .group = "Ask about positions",
    .summary = "list the positions of a layer that meet conditions",
    .text =
        "Lists the positions of a layer that meet all given conditions, as seen by the player to "
        "move, who is always South. RANGE is a number or 2..5, 2.. or ..-1. Values are those of "
        "the player to move (kauri probe --help).\n\n"
        "--keeping counts the moves that keep the value r; a pass does not count. --line finds "
        "positions in which the next K moves, by both sides, are each the only one that keeps the "
        "value; a move that is the only legal one counts, passes in between do not.\n\n"
        "With --rules, conditions are by result, at the score of --score: --result and --holding "
        "ask for the mover's result and the number of moves that keep it; the line must solve a "
        "problem, in which the player to move wins or draws, and each of that player's moves is "
        "the only one that keeps this result; and in a mutual zugzwang both sides would get more "
        "if the other one were to move (kauri problem composes whole problems).\n\n"
        "--zugzwang finds mutual zugzwangs, where both sides would rather not be the one to move. "
        "With r the value for the player to move and other r the value for the opponent if it "
        "were the opponent's turn, the player has r with the move and -(other r) without it, and "
        "the opponent other r with the move and -r without it. So both would rather not move "
        "exactly if r + other r is below 0. A position in which one side has no move is not a "
        "mutual zugzwang: with seeds on the board its pass makes the sum 0, and without seeds "
        "nobody is forced to move.\n\n"
        "The conditions take little longer than reading the layer; --line also looks up the moves "
        "along each line that may be long enough, so combine it with --dtc. --memory limits the "
        "decoded blocks that half of the positions are derived from. In tables of r alone (kauri "
        "pack --columns r), --dtc, --longest and --shortest have nothing to go by and are "
        "refused; without them, positions are listed in the order of the "
        "table." KAURI_OPEN_TABLES_TEXT,
    .options =
        (const struct kauri_option[]){
            KAURI_TABLES_OPTION,
            KAURI_LAYER_OPTION(struct find, seeds),
            RANGE("r", "value r = 3 x net + outcome of the cowrie phase", words.r),
            RANGE("net", "future captures of the mover minus the opponent's", words.net),
            RANGE("dtc", "plies to the next capture, or to the end", words.dtc),
            RANGE("mover-seeds", "seeds in the mover's row", words.mover_seeds),
            RANGE("opponent-seeds", "seeds in the opponent's row", words.opponent_seeds),
            RANGE("mover-cowries", "cowries in the mover's row", words.mover_cowries),
            RANGE("opponent-cowries", "cowries in the opponent's row", words.opponent_cowries),
            RANGE("moves", "number of legal moves", words.moves),
            RANGE("keeping", "number of moves that keep r", words.keeping),
            KAURI_OPTION("zugzwang", NULL, "mutual zugzwang",
                         KAURI_STORED(struct find, words.zugzwang)),
            KAURI_OPTION("line", "K", "only moves of both sides for K moves",
                         KAURI_STORED(struct find, words.line), .low = 1,
                         .high = KAURI_FIND_LINE_MAX),
            KAURI_OPTION("rules", "RULES", "what --line and --zugzwang ask for is the result",
                         KAURI_STORED(struct find, words.rules), .choices = "standard tie-breaker",
                         .needs = "line zugzwang result holding"),
            KAURI_OPTION("score", "S:N", "at this score, with South to move (default 0:0)",
                         KAURI_STORED(struct find, words.score), .needs = "rules"),
            KAURI_OPTION("result", "RESULT", "of the mover under these rules",
                         KAURI_STORED(struct find, words.result), .choices = "win draw loss",
                         .needs = "rules"),
            {
                .name = "holding",
                .argument = "RANGE",
                .help = "number of moves that keep this result",
                KAURI_STORED(struct find, words.holding),
                .needs = "rules",
            },
            KAURI_OPTION("longest", "K", "list the K with the greatest dtc (default 10)",
                         KAURI_STORED(struct find, words.longest), .excludes = "shortest all count",
                         .low = 1, .high = KAURI_FIND_LIMIT_MAX),
            KAURI_OPTION("shortest", "K", "list the K with the least dtc",
                         KAURI_STORED(struct find, words.shortest), .excludes = "all count",
                         .low = 1, .high = KAURI_FIND_LIMIT_MAX),
            KAURI_OPTION("all", NULL, "list all, in the order of the table",
                         KAURI_STORED(struct find, words.all), .excludes = "count"),
            KAURI_OPTION("count", NULL, "only count them", KAURI_STORED(struct find, words.count)),
            KAURI_OPTION("lines", NULL, "print only positions, as kauri probe reads them",
                         KAURI_STORED(struct find, lines), .excludes = "json count"),
            KAURI_THREADS_OPTION,
            KAURI_OPTION("memory", "SIZE", "for decoded blocks (default: 1/4 of free memory)",
                         KAURI_STORED(struct find, memory), .is_size = true),
            KAURI_JSON_OPTION,
            KAURI_QUIET_OPTION,
            KAURI_OPTIONS_END,
        },
    .examples = {{"mutual zugzwangs that take longest to the next capture",
                  "kauri find --tables tables --seeds 1 --zugzwang"},
                 {"long wins by only moves, three or more moves to choose from",
                  "kauri find --tables tables --seeds 1 --dtc 80.. --moves 3.. --line 8"},
                 {"look up what was found",
                  "kauri find --tables tables --seeds 2 --dtc 130.. --lines | \\\n"
                  "kauri best --tables tables"}},
    .related = "problem stats export probe",
    .documents = "guide/FIND.md reference/JSON.md",
    .flags = KAURI_RUN_TABLES | KAURI_RUN_THREADS | KAURI_RUN_PROGRESS,
    .cache_bytes = CACHE_BYTES,
    KAURI_SETTINGS(struct find,
                   .words = {.prefix = "--", .rules = KAURI_FIND_ANY, .result = KAURI_FIND_ANY}),
    .run = run,
};
