#include "cli/lookup/position_reader.h"

#include "cli/lookup/answer_json.h"
#include "cli/lookup/line_source.h"
#include "cli/lookup/line_window.h"
#include "cli/position_argument.h"
#include "cli/print_text.h"
#include "cli/search/search_ticker.h"
#include "cli/tables/open_tables.h"
#include "cli/terminal_columns.h"
#include "cli/threads.h"
#include "common/memory.h"
#include "queries/search/search.h"
#include "rules/notation.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

struct run {
    const struct kauri_position_reader *reader;
    struct kauri_command_run *command;
    struct kauri_tablebase *tables;
    bool several;   // arguments
    bool search;    // for values that are not in the tables
    bool separated; // answers, by empty lines
    bool printed;   // an answer
};

// Prints an answer, with an empty line after the one before, and clears it.
static enum kauri_status print_answer(struct run *run, struct kauri_string *out,
                                      struct kauri_error *error)
{
    if (run->separated && run->printed) {
        printf("\n");
    }
    run->printed = true;
    return kauri_print_text(out, error);
}

static enum kauri_status probe_and_print(struct run *run, const struct kauri_position *position,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_answer_form *form = &run->reader->form;
    struct kauri_string out = {.bytes = NULL};
    struct kauri_probe_result result;
    struct kauri_value value = {0};
    if (form->value) {
        KAURI_TRY(kauri_probe_value(run->tables, position, &value, error));
        kauri_answer_add_value(form, position, value, &out);
    } else {
        KAURI_TRY(kauri_probe_root(run->tables, position, &result, error));
        KAURI_TRY(kauri_answer_add(form, run->tables, &result, &out, error));
    }
    status = print_answer(run, &out, error);
cleanup:
    kauri_string_clear(&out);
    return status;
}

static enum kauri_status search_and_print(struct run *run, const struct kauri_position *position,
                                          struct kauri_error *error)
{
    struct kauri_string out = {.bytes = NULL};
    const enum kauri_status status = kauri_above_tables_answer(
        &run->reader->above, run->tables, position, run->reader->form.json, &out, error);
    if (status == KAURI_INTERRUPTED) {
        (void)print_answer(run, &out, NULL);
        return status;
    }
    const enum kauri_status printed =
        status == KAURI_OK ? print_answer(run, &out, error) : KAURI_OK;
    kauri_string_clear(&out);
    return status == KAURI_OK ? printed : status;
}

static bool is_missing(enum kauri_status status)
{
    return status == KAURI_MISSING || status == KAURI_NOT_COVERED;
}

// Answers one text: line `number` of standard input, or argument `number`, which errors name if
// there are several. Returns false if the next one need not be tried.
static bool answer(struct run *run, const char *text, bool is_line, uint64_t number)
{
    struct kauri_error error;
    struct kauri_position position;
    enum kauri_status status = is_line ? kauri_position_parse(text, &position, &error)
                                       : kauri_position_argument_read(text, &position, &error);
    if (status == KAURI_OK) {
        status = probe_and_print(run, &position, &error);
        if (is_missing(status) && run->search) {
            status = search_and_print(run, &position, &error);
        }
    }
    if (status == KAURI_OK) {
        return true;
    }
    if (is_missing(status)) {
        const bool value = run->reader->form.value;
        status = kauri_above_tables_advise(&run->reader->above, run->search || value, run->tables,
                                           kauri_seeds(&position), &error);
        kauri_error_append(&error, value ? "; kauri search works without it" : "");
    }
    // Other positions may need other layers.
    const bool go_on =
        status == KAURI_BAD_INPUT || status == KAURI_MISSING || status == KAURI_CORRUPT;
    if (run->reader->form.json && go_on) {
        struct kauri_string out = {.bytes = NULL};
        kauri_json_fault(&out, text, &error);
        (void)kauri_print_text(&out, NULL);
    } else if (run->reader->form.value && go_on) {
        printf("?\n"); // so that output has a line for each position
    }
    if (is_line || run->several) {
        struct kauri_error numbered;
        (void)kauri_fail(&numbered, status, "%s %llu: %.480s", is_line ? "line" : "position",
                         (unsigned long long)number, error.message);
        error = numbered;
    }
    kauri_run_report(run->command, &error);
    return go_on;
}

static void print_answers(void *context, const char *bytes, size_t length)
{
    struct run *run = context;
    if (length == 0) {
        return;
    }
    const size_t skipped = run->separated && !run->printed ? 1 : 0;
    run->printed = true;
    (void)fwrite(bytes + skipped, 1, length - skipped, stdout);
}

static bool print_alone(void *context, const struct kauri_input_line *line)
{
    return answer(context, line->text, true, line->number);
}

static void answer_lines(struct run *run)
{
    enum kauri_status status = KAURI_OK;
    enum kauri_status reading = KAURI_OK;
    struct kauri_error error;
    struct kauri_error reading_error;
    struct kauri_line_source source = kauri_line_source_of(STDIN_FILENO);
    const struct kauri_line_printer printer = {.print = print_answers,
                                               .print_alone = print_alone,
                                               .separated = run->separated,
                                               .context = run};
    struct kauri_line_window *window = NULL;
    size_t count = 0;
    bool go_on = true;
    KAURI_TRY(kauri_line_window_new(&run->reader->form, run->tables, run->reader->threads, &printer,
                                    &window, &error));
    do {
        reading = kauri_line_source_next(&source, KAURI_WINDOW_LINES, &count, &reading_error);
        KAURI_TRY(kauri_line_window_answer(window, source.lines, count, &go_on, &error));
    } while (go_on && reading == KAURI_OK && count > 0);
    if (go_on && reading != KAURI_OK) {
        status = reading;
        error = reading_error;
    }
cleanup:
    if (status != KAURI_OK) {
        kauri_run_report(run->command, &error);
    }
    kauri_line_window_free(window);
    kauri_line_source_clear(&source);
}

void kauri_position_reader_run(const struct kauri_position_reader *reader,
                               struct kauri_command_run *command)
{
    const bool typed = isatty(STDIN_FILENO) == 1;
    const int count = command->argument_count;
    struct run run = {
        .reader = reader,
        .command = command,
        .tables = command->tables,
        .several = count > 1,
        .search =
            !reader->form.value && kauri_above_tables_wanted(&reader->above, count > 0 || typed),
        .separated = !reader->form.json && !reader->form.value,
    };
    if (count == 0) {
        if (typed && isatty(STDERR_FILENO) == 1) {
            (void)fprintf(stderr, "Type positions, one per line (Ctrl-D ends):\n");
        }
        answer_lines(&run);
    }
    for (int i = 0; i < count; i++) {
        if (!answer(&run, command->arguments[i], false, (uint64_t)i + 1)) {
            break;
        }
    }
}

static const uint64_t memory_most = UINT64_C(512) << 20;

bool kauri_above_tables_wanted(const struct kauri_above_tables *above, bool typed)
{
    return !above->no_search && (typed || above->seconds != UINT64_MAX);
}

// Adds what another search of the same position found.
static void add_search(struct kauri_search_answer *search, const struct kauri_search_answer *other)
{
    search->nodes += other->nodes;
    search->seconds += other->seconds;
    search->r.low = other->r.low > search->r.low ? other->r.low : search->r.low;
    search->r.high = other->r.high < search->r.high ? other->r.high : search->r.high;
    search->stop = search->stop == KAURI_SEARCH_STOP_NONE && !kauri_bounds_exact(search->r)
                       ? other->stop
                       : search->stop;
}

// Whether a search with this goal would find more, given the time.
static bool is_open(const struct kauri_search_answer *search, enum kauri_goal goal)
{
    enum kauri_result result = KAURI_DRAW;
    return search->stop != KAURI_SEARCH_STOP_MEMORY && search->stop != KAURI_SEARCH_STOP_REQUEST &&
           !kauri_bounds_decide(&search->position, search->r, goal, &result);
}

// Searches for the value during half of the time; then, if it is still open, for the standard
// result, because that is what most people ask for; and then for the value again.
static enum kauri_status search_in_turn(struct kauri_tablebase *tables,
                                        const struct kauri_position *position, double seconds,
                                        struct kauri_search_limits *limits,
                                        struct kauri_search_answer **search,
                                        struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    static const enum kauri_goal goals[] = {KAURI_GOAL_VALUE, KAURI_GOAL_STANDARD,
                                            KAURI_GOAL_VALUE};
    struct kauri_search_answer *next = NULL;
    struct kauri_search_answer *best = NULL;
    *search = NULL;
    for (size_t i = 0; i < sizeof goals / sizeof goals[0]; i++) {
        limits->seconds = i == 0 ? seconds / 2 : seconds - best->seconds;
        if (i > 0 && (limits->seconds <= 0 || !is_open(best, goals[i]))) {
            continue;
        }
        KAURI_TRY(kauri_search_answer_find(tables, position, goals[i], limits, &next, error));
        // Moves and line of a search for the result say more than those of a search for the value
        // that was not found.
        if (best == NULL || best->goal == KAURI_GOAL_VALUE || kauri_bounds_exact(next->r)) {
            struct kauri_search_answer *other = best;
            best = next;
            next = other;
        }
        if (next != NULL) {
            add_search(best, next);
            kauri_search_answer_free(next);
            next = NULL;
        }
    }
    if (best->status == KAURI_SEARCH_EXACT && !kauri_bounds_exact(best->r)) {
        best->status = KAURI_SEARCH_BOUNDS; // only the result is known
        best->stop = best->stop == KAURI_SEARCH_STOP_NONE ? KAURI_SEARCH_STOP_TIME : best->stop;
    }
    *search = best;
    best = NULL;
cleanup:
    kauri_search_answer_free(next);
    kauri_search_answer_free(best);
    return status;
}

static unsigned layers_in_use(const struct kauri_tablebase *tables, unsigned seeds)
{
    unsigned layers = 0;
    for (unsigned n = 0; n <= seeds; n++) {
        layers += kauri_tablebase_has(tables, n);
    }
    return layers;
}

enum kauri_status kauri_above_tables_answer(const struct kauri_above_tables *above,
                                            struct kauri_tablebase *tables,
                                            const struct kauri_position *position, bool json,
                                            struct kauri_string *out, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_search_answer *search = NULL;
    struct kauri_search_memory *memory = NULL;
    struct kauri_progress_view view;
    struct kauri_search_ticker ticker = {.line.shown = false};
    const uint64_t available = kauri_memory_available() / 10 * 9;
    const uint64_t seconds =
        above->seconds == UINT64_MAX ? KAURI_ABOVE_TABLES_SECONDS : above->seconds;
    kauri_progress_view_begin(&view, true); // signals only
    kauri_search_ticker_begin(&ticker, &view);
    struct kauri_search_limits limits = {.shared = NULL};
    kauri_search_ticker_follow(&ticker, &limits);
    KAURI_TRY(kauri_threads_start(above->threads, error));
    KAURI_TRY(kauri_search_memory_new(tables, position,
                                      available < memory_most ? available : memory_most,
                                      above->threads, &memory, error));
    limits.shared = memory;
    KAURI_TRY(search_in_turn(tables, position, (double)seconds, &limits, &search, error));
    if (json) {
        kauri_json_search(out, search, above->part, NULL);
    } else {
        kauri_text_search(out, search, layers_in_use(tables, kauri_seeds(position)), above->part,
                          kauri_terminal_columns(stdout));
    }
    if (search->stop == KAURI_SEARCH_STOP_REQUEST) {
        status = kauri_fail(error, KAURI_INTERRUPTED, "interrupted; the bounds hold");
    }
cleanup:
    kauri_progress_view_end();
    kauri_search_ticker_clear(&ticker);
    kauri_search_answer_free(search);
    kauri_search_memory_free(memory);
    return status;
}

enum kauri_status kauri_above_tables_advise(const struct kauri_above_tables *above, bool searched,
                                            const struct kauri_tablebase *tables, unsigned seeds,
                                            struct kauri_error *error)
{
    if (error->status != KAURI_MISSING && error->status != KAURI_NOT_COVERED) {
        return error->status;
    }
    (void)kauri_missing_layer_advise_position(tables, seeds, error);
    if (!searched) {
        kauri_error_append(error, above->no_search
                                      ? "; without --no-search, the value is searched for"
                                      : "; with --time SECONDS, the value is searched for");
    }
    return error->status;
}
