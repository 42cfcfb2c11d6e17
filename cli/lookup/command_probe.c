// kauri probe, best and line: the three look-ups.
#include "cli/commands.h"
#include "cli/lookup/line_source.h"
#include "cli/memory_share.h"
#include "cli/position_argument.h"
#include "cli/search/search_progress.h"
#include "cli/tables/open_book.h"
#include "cli/tables/open_tables.h"
#include "cli/terminal_text.h"
#include "cli/threads.h"
#include "common/loop.h"
#include "common/memory.h"
#include "queries/answers/probe_view.h"
#include "queries/answers/search_view.h"
#include "queries/search/search.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    SECONDS_DEFAULT = 5, // seconds for a search
    SECONDS_MAX = 86400,
    WINDOW = 1 << 18,  // positions that are looked up together
    CHUNK = 1 << 12,   // answers that are put together before they are printed
    READ_GRAIN = 256,  // lines that a thread reads at a time
    ANSWER_GRAIN = 64, // answers that a thread puts together at a time, if they are short
};

static const uint64_t search_memory_most = UINT64_C(512) << 20;

struct look_up_options {
    enum kauri_answer_part part; // part of the answer that the command prints
    uint64_t memory;             // memory for decoded pages; 0: a quarter of the free memory
    uint64_t seconds;            // time for each search; UINT64_MAX: not given
    unsigned rules;              // enum kauri_ruleset; KAURI_NO_CHOICE: the value
    bool no_search, value;
    struct kauri_start_choice start;
};

// A command at work.
struct look_up_work {
    struct kauri_command_run *run;
    const struct look_up_options *options;
    struct kauri_tablebase *tables;
    unsigned threads;
    int columns;    // width of the terminal; 0: no limit
    bool lines;     // positions are lines of standard input, and not arguments
    bool searches;  // positions that the tables do not hold are searched
    bool separated; // answers begin with an empty line, except the first one
    bool printed;   // an answer has been printed
    int argument;   // number of the next argument
    struct kauri_line_source source;
    // The window: positions that are looked up together.
    size_t count;
    struct asked_position *questions;
    struct kauri_position *positions;
    enum kauri_status *statuses;
    struct kauri_probe_result *results; // either these or `values`
    struct kauri_value *values;
    // The chunk of the window that is being answered. A *piece* is the text of `grain` answers; its
    // memory is reused.
    size_t grain;
    size_t chunk, chunk_count; // first position of the chunk, and number of positions
    struct kauri_string pieces[CHUNK];
    size_t ends[CHUNK]; // end of each answer in its piece
};

// A position as it was given: a line, or an argument. Numbers begin at 1.
struct asked_position {
    const char *text;
    uint64_t number;
};

// --------------------------------------------------------------------- positions above the tables

// Searches for the value of a position that does not need to be in the tables and adds the answer.
// KAURI_INTERRUPTED if a signal ended the search; the answer with the bounds so far has been added
// then.
static enum kauri_status search_above(const struct look_up_work *work,
                                      const struct kauri_position *position,
                                      struct kauri_string *out, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_tablebase *tables = work->tables;
    const enum kauri_goal goal = work->options->rules == KAURI_NO_CHOICE
                                     ? KAURI_GOAL_VALUE
                                     : (enum kauri_goal)work->options->rules;
    struct kauri_search_answer *search = NULL;
    struct kauri_search_memory *memory = NULL;
    struct kauri_progress_view view;
    struct kauri_search_ticker ticker = {.line.shown = false};
    const uint64_t available = kauri_memory_usable();
    const uint64_t seconds =
        work->options->seconds == UINT64_MAX ? SECONDS_DEFAULT : work->options->seconds;
    kauri_progress_view_begin(&view, true); // only signals, no output
    kauri_search_ticker_begin(&ticker, &view);
    KAURI_PASS(kauri_open_book(work->run, error));
    struct kauri_search_limits limits = {.every_move = work->options->part == KAURI_ANSWER_MOVES,
                                         .book = work->run->book};
    kauri_search_ticker_follow(&ticker, &limits);
    KAURI_TRY(kauri_threads_start(work->threads, error));
    KAURI_TRY(kauri_search_memory_new(
        tables, position, available < search_memory_most ? available : search_memory_most,
        work->threads, &memory, error));
    limits.shared = memory;
    limits.seconds = (double)seconds;
    KAURI_TRY(kauri_search_answer_find(tables, position, goal, &limits, &search, error));
    if (work->run->json) {
        kauri_json_search(out, search, work->options->part, NULL);
    } else {
        kauri_text_search(out, search, work->options->part, work->columns);
    }
    if (search->stop == KAURI_SEARCH_STOP_REQUEST) {
        status = kauri_fail(error, KAURI_INTERRUPTED, "interrupted; the bounds hold");
    }
cleanup:
    kauri_progress_view_end();
    kauri_status_line_clear(&ticker.line);
    kauri_search_answer_free(search);
    kauri_search_memory_free(memory);
    return status;
}

// Completes the error of a look-up that a missing layer prevented: the message says how to get the
// value.
static enum kauri_status advise(const struct look_up_work *work,
                                const struct kauri_position *position, struct kauri_error *error)
{
    (void)kauri_missing_layer_advise_position(work->tables, kauri_seeds(position), error);
    kauri_error_append(error, work->options->value ? "; kauri search works without it"
                              : work->searches     ? ""
                              : work->options->no_search
                                  ? "; without --no-search, the value is searched for"
                                  : "; with --time SECONDS, the value is searched for");
    return error->status;
}

// ---------------------------------------------------------------------------------------- answers

// Adds the answer to position i of the window, which was looked up.
static enum kauri_status add_answer(const struct look_up_work *work, size_t i,
                                    struct kauri_string *out, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_best_line line = {.steps = NULL};
    const bool json = work->run->json;
    if (work->options->value && json) {
        kauri_json_value(out, &work->positions[i], work->values[i]);
        return KAURI_OK;
    }
    if (work->options->value) {
        kauri_text_value(out, work->values[i]);
        return KAURI_OK;
    }
    if (work->options->part == KAURI_ANSWER_LINE) {
        KAURI_TRY(kauri_line(work->tables, &work->positions[i], &line, error));
    }
    if (json) {
        kauri_json_probe(out, &work->results[i], work->options->part, &line);
    } else {
        kauri_text_probe(out, &work->results[i], work->options->part, &line, work->columns);
    }
cleanup:
    kauri_line_clear(&line);
    return status;
}

static void begin_answer(const struct look_up_work *work, struct kauri_string *out)
{
    if (work->separated) {
        kauri_string_add_text(out, "\n");
    }
}

static void print(struct look_up_work *work, const char *bytes, size_t length)
{
    const size_t skipped = length > 0 && work->separated && !work->printed ? 1 : 0;
    work->printed = work->printed || length > 0;
    (void)fwrite(bytes + skipped, 1, length - skipped, stdout); // main checks standard output
}

// Looks position i of the window up again, alone, for the reason why it has no answer.
static enum kauri_status look_up_alone(struct look_up_work *work, size_t i,
                                       struct kauri_string *out, struct kauri_error *error)
{
    struct kauri_tablebase *tables = work->tables;
    const char *text = work->questions[i].text;
    struct kauri_position *position = &work->positions[i];
    enum kauri_status status = work->lines ? kauri_position_parse(text, position, error)
                                           : kauri_position_argument_read(text, position, error);
    KAURI_PASS(status);
    status = work->options->value ? kauri_probe_value(tables, position, &work->values[i], error)
                                  : kauri_probe_root(tables, position, &work->results[i], error);
    if (status == KAURI_OK) {
        status = add_answer(work, i, out, error);
    }
    if (status != KAURI_MISSING && status != KAURI_NOT_COVERED) {
        return status;
    }
    if (work->searches) {
        kauri_string_cut(out, 0);
        begin_answer(work, out);
        status = search_above(work, position, out, error);
    }
    if (status == KAURI_MISSING || status == KAURI_NOT_COVERED) {
        status = advise(work, position, error);
    }
    return status;
}

// Answers position i of the window, which has no answer yet, or reports why it has none. Returns
// false if the next one need not be tried.
static bool answer_alone(struct look_up_work *work, size_t i)
{
    struct kauri_error error;
    struct kauri_string out = {.bytes = NULL};
    const struct asked_position *question = &work->questions[i];
    begin_answer(work, &out);
    enum kauri_status status = look_up_alone(work, i, &out, &error);
    if (status == KAURI_OK) {
        status = kauri_string_check(&out, &error);
    }
    if (status == KAURI_OK || status == KAURI_INTERRUPTED) {
        print(work, kauri_string_text(&out), out.length);
    }
    // Other positions may need other layers.
    const bool go_on =
        status == KAURI_BAD_INPUT || status == KAURI_MISSING || status == KAURI_CORRUPT;
    kauri_string_cut(&out, 0);
    if (go_on && work->run->json) {
        kauri_json_fault(&out, question->text, &error);
    } else if (go_on && work->options->value) {
        kauri_string_add_text(&out, "?\n"); // output has a line for each position
    }
    print(work, kauri_string_text(&out), out.length);
    kauri_string_clear(&out);
    if (status == KAURI_OK) {
        return true;
    }
    if (work->lines || work->run->argument_count > 1) {
        struct kauri_error numbered;
        (void)kauri_fail(&numbered, status, "%s %llu: %.480s", work->lines ? "line" : "position",
                         (unsigned long long)question->number, error.message);
        error = numbered;
    }
    kauri_run_report(work->run, &error);
    return go_on;
}

static void answer_piece(void *context, unsigned worker, uint64_t number)
{
    (void)worker;
    struct look_up_work *work = context;
    struct kauri_string *piece = &work->pieces[number];
    const size_t first = (size_t)number * work->grain;
    const size_t rest = work->chunk_count - first;
    const size_t last = first + (rest < work->grain ? rest : work->grain);
    kauri_string_cut(piece, 0);
    for (size_t i = first; i < last; i++) {
        enum kauri_status *status = &work->statuses[work->chunk + i];
        const size_t begin = piece->length;
        begin_answer(work, piece);
        if (*status == KAURI_OK) {
            *status = add_answer(work, work->chunk + i, piece, NULL);
        }
        if (*status != KAURI_OK) {
            kauri_string_cut(piece, begin);
        }
        work->ends[i] = piece->length;
    }
    if (kauri_string_check(piece, NULL) != KAURI_OK) {
        for (size_t i = first; i < last; i++) {
            work->statuses[work->chunk + i] = KAURI_RESOURCE;
            work->ends[i] = 0;
        }
        kauri_string_clear(piece);
    }
}

// Prints the answers of a piece: all at once, up to the next position that is without an answer.
// Returns false if the next positions need not be tried.
static bool print_piece(struct look_up_work *work, size_t number)
{
    const char *bytes = kauri_string_text(&work->pieces[number]);
    const size_t first = (size_t)number * work->grain;
    size_t printed = 0;
    size_t end = 0;
    bool go_on = true;
    for (size_t i = first; go_on && i < first + work->grain && i < work->chunk_count; i++) {
        if (work->statuses[work->chunk + i] != KAURI_OK) {
            print(work, bytes + printed, end - printed);
            printed = end;
            go_on = answer_alone(work, work->chunk + i);
        }
        end = work->ends[i];
    }
    print(work, bytes + printed, go_on ? end - printed : 0);
    return go_on;
}

static bool answer_chunk(struct look_up_work *work)
{
    bool go_on = true;
    const size_t pieces = (work->chunk_count - 1) / work->grain + 1;
    kauri_loop_for(work->threads, pieces, 1, answer_piece, work);
    for (size_t p = 0; go_on && p < pieces; p++) {
        go_on = print_piece(work, p);
    }
    // A program at the other end of the pipe may wait for the answers before the next line. If it
    // has gone, main reports it.
    return go_on && (!work->lines || (fflush(stdout) == 0 && ferror(stdout) == 0));
}

// --------------------------------------------------------------------------------------- windows

// Positions that cannot be read become invalid, and are looked up in vain.
static void read_position(void *context, unsigned worker, uint64_t i)
{
    (void)worker;
    struct look_up_work *work = context;
    if (kauri_position_parse(work->questions[i].text, &work->positions[i], NULL) != KAURI_OK) {
        memset(&work->positions[i], 0, sizeof work->positions[i]);
    }
}

// Takes the next arguments or lines, waiting for at least one. Returns false at the end.
static bool take_questions(struct look_up_work *work)
{
    work->count = 0;
    while (!work->lines && work->argument < work->run->argument_count && work->count < WINDOW) {
        const char *text = work->run->arguments[work->argument++];
        work->questions[work->count++] = (struct asked_position){text, (uint64_t)work->argument};
    }
    while (work->lines && work->count == 0) {
        kauri_line_source_read(&work->source);
        char *line = NULL;
        while (work->count < WINDOW && (line = kauri_line_source_take(&work->source)) != NULL) {
            work->questions[work->count++] = (struct asked_position){line, work->source.number};
        }
        if (work->source.ended) {
            break;
        }
    }
    return work->count > 0;
}

// Answers the positions of the window. Returns false if the next ones need not be tried.
static bool answer_window(struct look_up_work *work)
{
    bool go_on = true;
    const unsigned threads = work->threads;
    struct kauri_tablebase *tables = work->tables;
    work->columns = kauri_terminal_columns(stdout); // people resize terminals
    kauri_loop_for(threads, work->count, READ_GRAIN, read_position, work);
    // If memory runs out, every position is tried alone, which reports the reason.
    if (work->options->value) {
        (void)kauri_probe_many(tables, work->positions, work->count, work->values, work->statuses,
                               threads, NULL);
    } else {
        (void)kauri_probe_roots(tables, work->positions, work->count, work->results, work->statuses,
                                threads, NULL);
    }
    for (work->chunk = 0; go_on && work->chunk < work->count; work->chunk += CHUNK) {
        const size_t rest = work->count - work->chunk;
        work->chunk_count = rest < CHUNK ? rest : CHUNK;
        go_on = answer_chunk(work);
    }
    return go_on;
}

static enum kauri_status make_window(struct look_up_work *work, struct kauri_error *error)
{
    const size_t capacity = work->lines ? WINDOW : (size_t)work->run->argument_count;
    KAURI_PASS(KAURI_NEW(work->questions, capacity, error, "%zu positions", capacity));
    KAURI_PASS(KAURI_NEW(work->positions, capacity, error, "%zu positions", capacity));
    KAURI_PASS(KAURI_NEW(work->statuses, capacity, error, "%zu positions", capacity));
    return work->options->value
               ? KAURI_NEW(work->values, capacity, error, "%zu positions", capacity)
               : KAURI_NEW(work->results, capacity, error, "%zu positions", capacity);
}

static void free_look_up(struct look_up_work *work)
{
    for (size_t p = 0; p < CHUNK; p++) {
        kauri_string_clear(&work->pieces[p]);
    }
    free(work->questions);
    free(work->positions);
    free(work->statuses);
    free(work->results);
    free(work->values);
    kauri_line_source_clear(&work->source);
    free(work);
}

// Prints the answers to all positions. Positions that are available at the same time are looked up
// together. A position that cannot be read, or whose layer is missing or damaged, is reported and
// the next one is tried. Any other fault is reported, too, and ends the work.
static enum kauri_status answer_all(struct look_up_work *work, struct kauri_error *error)
{
    const struct look_up_options *options = work->options;
    const bool typed = isatty(STDIN_FILENO) == 1;
    work->tables = work->run->tables;
    work->threads = kauri_run_threads(work->run);
    work->lines = work->run->argument_count == 0;
    work->searches = !options->value && !options->no_search &&
                     (!work->lines || typed || options->seconds != UINT64_MAX);
    work->separated = !work->run->json && !options->value;
    work->grain = work->options->part == KAURI_ANSWER_LINE ? 1 : ANSWER_GRAIN;
    KAURI_PASS(make_window(work, error));
    if (work->lines) {
        KAURI_PASS(kauri_threads_start(work->threads, error));
        work->source = kauri_line_source_of(STDIN_FILENO);
    }
    if (work->lines && typed && isatty(STDERR_FILENO) == 1) {
        (void)fprintf(stderr, "Type positions, one per line (Ctrl-D ends):\n");
    }
    while (take_questions(work) && answer_window(work)) {
    }
    if (work->count == 0 && work->source.error.status != KAURI_OK) {
        *error = work->source.error;
        return error->status;
    }
    return KAURI_OK;
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct look_up_options *options = run->settings;
    struct look_up_work *work = NULL;
    KAURI_PASS(KAURI_NEW(work, 1, error, "answers"));
    work->run = run;
    work->options = options;
    KAURI_TRY(kauri_start_choice_read(&options->start, run, error));
    KAURI_TRY(kauri_run_open_tables(
        run, options->memory != 0 ? options->memory : kauri_memory_for_look_ups(), error));
    status = answer_all(work, error);
cleanup:
    free_look_up(work);
    return status;
}

#define LOOK_UP_OPTIONS                                                                            \
    KAURI_TABLES_OPTION,                                                                           \
        KAURI_OPTION("memory", "SIZE", "cache of pages (default a quarter of the free memory)",    \
                     KAURI_STORED(struct look_up_options, memory), .is_size = true),               \
        KAURI_OPTION("time", "SECONDS", "search for each position above the tables (default 5)",   \
                     KAURI_STORED(struct look_up_options, seconds), .excludes = "no-search",       \
                     .unit = "seconds", .high = SECONDS_MAX),                                      \
        KAURI_OPTION("rules", "RULES", "only the result above the tables: standard, tie-breaker",  \
                     KAURI_STORED(struct look_up_options, rules),                                  \
                     .choices = "standard tie-breaker", .excludes = "no-search"),                  \
        KAURI_OPTION("no-search", NULL, "only look up what is in the tables",                      \
                     KAURI_STORED(struct look_up_options, no_search)),                             \
        KAURI_THREADS_OPTION, KAURI_START_OPTIONS(struct look_up_options, start),                  \
        KAURI_JSON_OPTION
#define VALUE_OPTION                                                                               \
    KAURI_OPTION("value", NULL, "print only the value, one line for each position",                \
                 KAURI_STORED(struct look_up_options, value), .excludes = "time")
// What the three commands have in common.
#define LOOK_UP(answer_part)                                                                       \
    .group = "Ask about positions", .arguments = "[POSITION...]", .arguments_max = INT_MAX,        \
    .flags = KAURI_RUN_TABLES,                                                                     \
    KAURI_SETTINGS(struct look_up_options, .part = (answer_part), .seconds = UINT64_MAX,           \
                   .rules = KAURI_NO_CHOICE, .start = KAURI_START_CHOICE_NONE),                    \
    .run = run

#define POSITION_TEXT                                                                              \
    KAURI_POSITION_ARGUMENT_TEXT                                                                   \
    " " KAURI_START_CHOICE_TEXT " Without POSITION, standard input is read, one position per "     \
    "line; a line that cannot be answered is reported on standard error, and the next one is "     \
    "tried. Lines that are available at the same time are looked up together, page by page, and "  \
    "answered in order.\n\n"                                                                       \
    "A position that the tables do not hold is searched for --time seconds (default 5): its "      \
    "value is then exact by search, or proven bounds. Positions from standard input are searched " \
    "only if --time is given, or if they are typed." KAURI_OPEN_TABLES_TEXT

#define VALUE_TEXT                                                                                 \
    "\n\nWith --value, only r and dtc are printed (\"r -4 dtc 1\", a dash for dtc if r is 0), "    \
    "one line for each position, and a question mark for one that cannot be answered. Nothing "    \
    "is searched.\n\n"

const struct kauri_command kauri_command_probe = {
    .name = "probe",
    LOOK_UP(KAURI_ANSWER_MOVES),
    .summary = "result and value of a position and of all its moves",
    .text =
        "Shows the winner, the margin and the value of every move: net, the seeds that the player "
        "to move captures from here on minus those of the opponent; cowries, the outcome of the "
        "phase without seeds; r = 3 x net + 1, 0 or -1 for that outcome; dtc, the plies to the "
        "next capture, or to the end if no seeds are left." VALUE_TEXT POSITION_TEXT,
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
    .documents = "guide/RULES.md reference/JSON.md",
};

const struct kauri_command kauri_command_best = {
    .name = "best",
    LOOK_UP(KAURI_ANSWER_BEST),
    .summary = "the best moves",
    .text =
        "Shows the winner and the best moves: those that keep the value, and then capture soonest "
        "(r > 0) or latest (r < 0)." VALUE_TEXT POSITION_TEXT,
    .options =
        (const struct kauri_option[]){
            LOOK_UP_OPTIONS,
            VALUE_OPTION,
            KAURI_OPTIONS_END,
        },
    .examples = {{"the best moves in a position",
                  "kauri best --tables tables \\\n" KAURI_EXAMPLE_POSITION}},
    .related = "probe line search",
    .documents = "guide/RULES.md",
};

const struct kauri_command kauri_command_line = {
    .name = "line",
    LOOK_UP(KAURI_ANSWER_LINE),
    .summary = "perfect play to the end of the game",
    .text = "Plays best moves for both sides to the end of the game.\n\n" POSITION_TEXT,
    .options =
        (const struct kauri_option[]){
            LOOK_UP_OPTIONS,
            KAURI_OPTIONS_END,
        },
    .examples = {{"how the game ends if neither side errs",
                  "kauri line --tables tables \\\n" KAURI_EXAMPLE_POSITION}},
    .related = "probe best search",
    .documents = "guide/RULES.md",
};
