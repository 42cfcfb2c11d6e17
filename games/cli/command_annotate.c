// kauri annotate: values every position and move of game records.
#include "cli/commands.h"
#include "cli/memory_share.h"
#include "cli/output_file.h"
#include "cli/print_text.h"
#include "cli/tables/open_book.h"
#include "cli/tables/open_tables.h"
#include "cli/terminal_text.h"
#include "cli/threads.h"
#include "common/string_buffer.h"
#include "games/analysis/annotate.h"
#include "games/analysis/game_estimates.h"
#include "games/answers/annotate_json.h"
#include "games/cli/annotate_drawing.h"
#include "games/cli/annotate_text.h"
#include "games/records/record_reader.h"
#include "queries/answers/text_table.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SECONDS = 60,
    SECONDS_MAX = 86400,
    ESTIMATE_NODES = 200000,
    ESTIMATE_SHARE = 4, // estimates take a quarter of --time in addition, by default
};

struct settings {
    const char *svg;
    enum kauri_language language; // language of the review and the drawing
    enum kauri_ruleset rules;     // rules that the review follows
    double estimate_seconds;      // seconds for estimates; 0: a share of `seconds`
    uint64_t memory;
    uint64_t seconds;
    uint64_t nodes;
    uint64_t estimate_nodes;
    uint64_t game; // number in the header; 0: all
    bool markdown;
    bool table;
};

// The state of one run. The text is read twice: first the games that can be played are counted and
// the others reported, then each game is annotated, printed and freed.
struct work {
    struct kauri_command_run *run;
    const struct settings *settings;
    const char *path; // file of the text, "-" for standard input
    const char *name; // name of the text in messages
    const char *text;
    size_t playable;         // games that can be played
    size_t printed;          // games printed so far
    bool estimated;          // some position of a game was estimated
    bool interrupted;        // a signal has come: the rest is annotated without searching
    double seconds;          // time left for all searches
    double estimate_seconds; // time left for all estimates
    struct kauri_annotated_drawing drawing;
};

// Reads the next game that is asked for, and replays it; *found is false at the end of the text.
// The caller clears record and replay, also on failure. KAURI_BAD_INPUT when the game cannot be
// played.
static enum kauri_status next_game(const struct work *work, struct kauri_record_reader *reader,
                                   bool *found, struct kauri_record *record,
                                   struct kauri_replay *replay, struct kauri_error *error)
{
    *replay = (struct kauri_replay){0};
    KAURI_PASS(kauri_record_next_game(reader, work->settings->game, record, found, error));
    return *found ? kauri_replay_record(record, replay, error) : KAURI_OK;
}

// Counts the games and reports those that cannot be played.
static enum kauri_status survey(struct work *work, struct kauri_error *error)
{
    struct kauri_record_reader reader = kauri_record_reader_begin(work->text);
    bool any = false;
    for (bool found = true; found;) {
        struct kauri_record record;
        struct kauri_replay replay;
        struct kauri_error reason;
        const enum kauri_status status =
            next_game(work, &reader, &found, &record, &replay, &reason);
        kauri_replay_clear(&replay);
        kauri_record_clear(&record);
        any = any || found;
        work->playable += found && status == KAURI_OK ? 1 : 0;
        if (status == KAURI_OK) {
            continue;
        }
        (void)kauri_fail(error, status, "%s: %s", work->name, reason.message);
        if (status != KAURI_BAD_INPUT) {
            return status;
        }
        kauri_run_report(work->run, error);
    }
    if (!any && work->settings->game != 0) {
        return kauri_fail(error, KAURI_BAD_INPUT, "%s has no game (%llu)", work->name,
                          (unsigned long long)work->settings->game);
    }
    if (!any) {
        struct kauri_error none;
        (void)kauri_record_none(work->text, &none);
        return kauri_fail(error, KAURI_BAD_INPUT, "%s: %s", work->name, none.message);
    }
    return KAURI_OK;
}

static enum kauri_status print_game(struct work *work, const struct kauri_annotated_view *view,
                                    struct kauri_error *error)
{
    struct kauri_string *out = &work->run->out;
    if (work->run->json) {
        kauri_json_annotated(out, view);
    } else if (work->settings->markdown) {
        kauri_annotated_markdown(out, view);
    } else {
        kauri_string_add_text(out, work->printed > 0 ? "\n" : "");
        kauri_annotated_text(out, view);
    }
    if (work->settings->table) {
        kauri_annotated_table(out, view);
    }
    work->printed++;
    KAURI_PASS(kauri_print_text(out, error));
    (void)fflush(stdout); // the next game may take long; main says if output failed
    return KAURI_OK;
}

static enum kauri_status estimate_game(struct work *work, const struct kauri_annotated_game *game,
                                       uint64_t memory, struct kauri_game_estimates *estimates,
                                       struct kauri_error *error)
{
    const double share = work->estimate_seconds / (double)(work->playable - work->printed);
    struct kauri_estimates_limits limits = {
        .memory = memory < KAURI_ESTIMATES_LEAST_MEMORY ? KAURI_ESTIMATES_LEAST_MEMORY : memory,
        .nodes = work->settings->estimate_nodes,
        .seconds = work->interrupted ? 0 : share,
        .progress = &work->run->view.progress,
    };
    const enum kauri_status status =
        kauri_estimate_game(work->run->tables, game, &limits, estimates, error);
    work->interrupted = work->interrupted || limits.interrupted;
    work->estimate_seconds -= share - limits.seconds;
    return status;
}

// Annotates and prints a game, in an equal share of the time that is left.
static enum kauri_status annotate_game(struct work *work, const struct kauri_record *record,
                                       const struct kauri_replay *replay, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_annotated_game game = {.count = 0};
    struct kauri_game_estimates estimates = {.count = 0};
    const uint64_t memory = work->settings->memory;
    const double share = work->seconds / (double)(work->playable - work->printed);
    KAURI_PASS(kauri_open_book(work->run, error));
    struct kauri_effort effort = {
        .book = work->run->book,
        .memory = memory - (work->run->tables != NULL ? kauri_memory_for_tables(memory) : 0),
        .seconds = share,
        .threads = kauri_threads_for_search(work->settings->nodes),
        .nodes = work->settings->nodes,
        .progress = &work->run->view.progress,
    };
    if (work->settings->seconds > 0) {
        KAURI_TRY(
            kauri_memory_try_search(memory, work->run->tables != NULL, &record->start, error));
    }
    status = kauri_annotate(work->run->tables, replay, &effort, &game, error);
    if (status != KAURI_OK) {
        kauri_open_tables_advise(work->run->folder, work->run->tables, &record->start, error);
        goto cleanup;
    }
    work->interrupted = work->interrupted || effort.interrupted;
    KAURI_TRY(estimate_game(work, &game, effort.memory, &estimates, error));
    work->seconds = work->interrupted ? 0 : work->seconds - (share - effort.seconds);
    const struct kauri_annotated_view view = {
        record, replay, &game, &estimates, work->settings->language, work->settings->rules};
    work->estimated = work->estimated || estimates.estimated > 0;
    KAURI_TRY(print_game(work, &view, error));
    if (work->settings->svg != NULL) {
        kauri_annotated_draw(&work->drawing, &view);
    }
cleanup:
    kauri_game_estimates_clear(&estimates);
    kauri_annotated_game_clear(&game);
    return status;
}

static enum kauri_status annotate_games(struct work *work, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_record_reader reader = kauri_record_reader_begin(work->text);
    for (bool found = true; found && status == KAURI_OK;) {
        struct kauri_record record;
        struct kauri_replay replay;
        status = next_game(work, &reader, &found, &record, &replay, error);
        if (status == KAURI_BAD_INPUT) {
            status = KAURI_OK; // the error has been reported
        } else if (status == KAURI_OK && found) {
            status = annotate_game(work, &record, &replay, error);
        }
        kauri_replay_clear(&replay);
        kauri_record_clear(&record);
    }
    return status;
}

static void add_legend(struct kauri_string *out, bool expected)
{
    kauri_string_add_text(out, "\n");
    kauri_string_add_words(
        out,
        "final: South's captures minus North's at the end with best play, within the proven "
        "bounds, followed by S if South wins the cowrie phase, N if North does, and = if it never "
        "ends. played, best other: the same after these moves. gives away: seeds that the move "
        "loses for its player. standard, tie-breaker: the winner with best play, before -> after "
        "the move. sign: ! the only move that keeps the result, ? loses seeds (tie-breaker: or the "
        "cowrie phase), ?? loses the result; open: undecided.",
        0, 0, kauri_text_columns());
    if (expected) {
        kauri_string_add_text(out, "\n");
        kauri_string_add_words(
            out,
            "~ marks estimates of the engine, which are not proven and may be wrong. "
            "expected: South's final captures minus North's. likely loss: the seeds "
            "that the move gives away, ? if they are many, ?? if the expected winner "
            "changes, too. better: a move that is expected to keep them.",
            0, 0, kauri_text_columns());
    }
}

static enum kauri_status work_on(struct work *work, struct kauri_error *error)
{
    const struct settings *settings = work->settings;
    KAURI_PASS(survey(work, error));
    if (settings->svg != NULL) { // not only after all the searching
        KAURI_PASS(kauri_output_file_check(settings->svg, work->run->force, work->path, error));
    }
    KAURI_PASS(kauri_run_open_tables(work->run, kauri_memory_for_tables(settings->memory), error));
    if (settings->seconds > 0) {
        KAURI_PASS(kauri_threads_start(kauri_threads_for_search(settings->nodes), error));
    }
    KAURI_PASS(annotate_games(work, error));
    if (settings->table && work->printed > 0) {
        add_legend(&work->run->out, work->estimated);
    }
    if (settings->svg != NULL && work->printed > 0) {
        KAURI_PASS(
            kauri_annotated_drawing_write(&work->drawing, settings->svg, work->run->force, error));
    }
    return !work->interrupted
               ? KAURI_OK
               : kauri_fail(error, KAURI_INTERRUPTED,
                            "interrupted: the results so far are kept, the rest is not searched");
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    const struct settings *settings = run->settings;
    const char *path = run->arguments[0];
    char *text = NULL;
    enum kauri_status status = kauri_text_file_read(path, &text, error);
    if (status == KAURI_OK) {
        struct work work = {
            .run = run,
            .settings = settings,
            .path = path,
            .name = strcmp(path, "-") == 0 ? "standard input" : path,
            .text = text,
            .seconds = (double)settings->seconds,
            .estimate_seconds = settings->estimate_seconds > 0
                                    ? settings->estimate_seconds
                                    : (double)settings->seconds / ESTIMATE_SHARE,
        };
        status = work_on(&work, error);
        kauri_string_clear(&work.drawing.games);
    }
    free(text);
    return status;
}

const struct kauri_command kauri_command_annotate = {
    .name = "annotate",
    .group = "Play, and look at games",
    .summary = "find the mistakes and turning points of a game",
    .text =
        "Reviews the games in a text (\"-\": standard input) as the explorer does: the mistakes, "
        "?? if they lose the result, ? if they lose seeds, ?! if they are only likely; and the "
        "turning points with diagrams. What is proven comes from tables, and from search above "
        "them; where the proofs leave something open, the engine estimates, which may be wrong. "
        "With --nodes and enough time, the output is the same each time. After Ctrl-C, the rest is "
        "neither searched nor estimated." KAURI_OPEN_TABLES_TEXT,
    .arguments = "FILE",
    .arguments_min = 1,
    .arguments_max = 1,
    .options =
        (const struct kauri_option[]){
            KAURI_TABLES_OPTION,
            KAURI_NO_TABLES_OPTION,
            KAURI_JSON_OPTION,
            KAURI_OPTION("svg", "FILE", "draw the games into a file",
                         KAURI_STORED(struct settings, svg)),
            KAURI_OPTION("lang", "LANG", "language of review and drawing: en or de (default en)",
                         KAURI_STORED(struct settings, language), .choices = "en de"),
            KAURI_OPTION("rules", "RULES", "review under standard (default) or tie-breaker rules",
                         KAURI_STORED(struct settings, rules), .choices = "standard tie-breaker",
                         .excludes = "json markdown"),
            KAURI_OPTION("table", NULL, "also print a table of all moves, in English",
                         KAURI_STORED(struct settings, table), .excludes = "json markdown"),
            KAURI_FORCE_OPTION("--svg"),
            KAURI_OPTION("markdown", NULL, "print sections of docs/results/GAMES.md",
                         KAURI_STORED(struct settings, markdown), .excludes = "json"),
            KAURI_OPTION("game", "N", "only the game with the header (N)",
                         KAURI_STORED(struct settings, game), .low = 1,
                         .high = KAURI_RECORD_NUMBER_MAX),
            KAURI_SEARCH_MEMORY_OPTION(struct settings, memory),
            KAURI_OPTION("time", "SECONDS", "seconds for all searches together (default 60)",
                         KAURI_STORED(struct settings, seconds), .high = SECONDS_MAX),
            KAURI_SEARCH_NODES_OPTION(struct settings, nodes),
            KAURI_OPTION("estimate-nodes", "N",
                         "positions for each estimate (default 200000; 0: none)",
                         KAURI_STORED(struct settings, estimate_nodes), .high = UINT64_MAX / 2),
            KAURI_OPTION("estimate-time", "SECONDS",
                         "seconds for all estimates (default: --time / 4)",
                         KAURI_STORED(struct settings, estimate_seconds), .high = SECONDS_MAX),
            KAURI_OPTIONS_END,
        },
    .examples = {{"find the mistakes of a game, searching for five seconds",
                  "kauri annotate --tables tables --game 4 --time 5 games.txt"},
                 {"the same in German, with every move and its value",
                  "kauri annotate --tables tables --game 4 --time 5 --lang de \\\n"
                  "--table games.txt"},
                 {"also draw it", "kauri annotate --tables tables --game 4 --time 5 \\\n"
                                  "--svg game-4.svg games.txt"}},
    .related = "replay play search",
    .documents = "results/GAMES.md guide/RULES.md",
    .flags = KAURI_RUN_TABLES_IF_ANY | KAURI_RUN_SIGNALS,
    KAURI_SETTINGS(struct settings, .memory = 512U << 20, .seconds = SECONDS,
                   .estimate_nodes = ESTIMATE_NODES),
    .run = run,
};
