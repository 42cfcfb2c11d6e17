#include "cli/lookup/position_reader.h"

#include "cli/lookup/answer_json.h"
#include "cli/lookup/line_source.h"
#include "cli/print_text.h"
#include "cli/tables/open_tables.h"
#include "common/parallel.h"
#include "rules/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Far more than the few dozen pages that a line of play needs.
#define CACHE_BYTES (64U << 20)

enum {
    WINDOW = 1 << 16, // lines that are looked up together
    CHUNK = 1 << 12,  // answers that are put together before they are printed
    GRAIN = 16,       // answers that a thread puts together at a time
};

struct run {
    const struct kauri_position_reader *reader;
    struct kauri_tablebase *tables;
    bool several;     // arguments
    bool search;      // for values that are not in the tables
    uint64_t printed; // answers
    enum kauri_status first_fault;
};

// Prints an answer, with an empty line after the one before, and clears it.
static enum kauri_status print_answer(struct run *run, struct kauri_string *out,
                                      struct kauri_error *error)
{
    if (!run->reader->json && run->printed > 0) {
        printf("\n");
    }
    run->printed++;
    return kauri_print_text(out, error);
}

static enum kauri_status probe_and_print(struct run *run, const struct kauri_position *position,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_string out = {.bytes = NULL};
    struct kauri_probe_result result;
    KAURI_TRY(kauri_probe_root(run->tables, position, &result, error));
    KAURI_TRY(run->reader->answer(run->tables, &result, run->reader->json, &out, error));
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
        &run->reader->above, run->tables, position, run->reader->json, &out, error);
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
    enum kauri_status status = kauri_position_parse(text, &position, &error);
    if (status == KAURI_OK) {
        status = probe_and_print(run, &position, &error);
        if (is_missing(status) && run->search) {
            status = search_and_print(run, &position, &error);
        }
    }
    if (status == KAURI_OK) {
        return true;
    }
    if (status == KAURI_BAD_INPUT && run->several && number == 1 && strchr(text, ' ') == NULL) {
        kauri_error_append(&error, " (a position is one argument: put it in quotes)");
    }
    if (is_missing(status)) {
        status = kauri_above_tables_advise(&run->reader->above, run->search, run->tables,
                                           kauri_seeds(&position), &error);
    }
    // Other positions may need other layers.
    const bool go_on =
        status == KAURI_BAD_INPUT || status == KAURI_MISSING || status == KAURI_CORRUPT;
    if (run->reader->json && go_on) {
        struct kauri_string out = {.bytes = NULL};
        kauri_json_fault(&out, text, &error);
        (void)kauri_print_text(&out, NULL);
    }
    if (is_line || run->several) {
        struct kauri_error numbered;
        (void)kauri_fail(&numbered, status, "%s %llu: %.480s", is_line ? "line" : "position",
                         (unsigned long long)number, error.message);
        error = numbered;
    }
    (void)kauri_report_error(&error);
    if (run->first_fault == KAURI_OK) {
        run->first_fault = status;
    }
    return go_on;
}

// Lines that are looked up together.
struct line_window {
    struct run *run;
    const struct kauri_input_line *lines;
    size_t count;
    struct kauri_position *positions;
    enum kauri_status *statuses;
    struct kauri_probe_result *results;
    struct kauri_string *texts; // of CHUNK answers
    size_t chunk;               // the line of the first of them
};

// Lines that cannot be read get an invalid position, which has no answer either.
static void read_line(void *context, unsigned worker, uint64_t i)
{
    (void)worker;
    struct line_window *window = context;
    if (kauri_position_parse(window->lines[i].text, &window->positions[i], NULL) != KAURI_OK) {
        memset(&window->positions[i], 0, sizeof window->positions[i]);
    }
}

static void answer_line(void *context, unsigned worker, uint64_t i)
{
    (void)worker;
    struct line_window *window = context;
    const struct run *run = window->run;
    const size_t line = window->chunk + i;
    enum kauri_status *status = &window->statuses[line];
    if (*status == KAURI_OK) {
        *status = run->reader->answer(run->tables, &window->results[line], run->reader->json,
                                      &window->texts[i], NULL);
    }
}

// Prints the answers of a chunk of lines in order. A line without an answer is tried again alone,
// for its error. Returns false if the next lines need not be tried.
static bool print_chunk(struct line_window *window, size_t count)
{
    bool go_on = true;
    for (size_t i = 0; i < count; i++) {
        struct kauri_string *text = &window->texts[i];
        const struct kauri_input_line *line = &window->lines[window->chunk + i];
        if (go_on && (window->statuses[window->chunk + i] != KAURI_OK ||
                      print_answer(window->run, text, NULL) != KAURI_OK)) {
            go_on = answer(window->run, line->text, true, line->number);
        }
        kauri_string_clear(text);
    }
    // A program at the other end of the pipe may wait for the answers before the next line. If it
    // has gone, main reports it.
    return go_on && fflush(stdout) == 0;
}

static bool answer_window(struct line_window *window)
{
    bool go_on = true;
    const struct run *run = window->run;
    const unsigned threads = window->count < CHUNK / 64 ? 1 : run->reader->threads;
    kauri_parallel_for(threads, window->count, GRAIN, read_line, window);
    // Without memory, every line is tried alone, which says so.
    (void)kauri_probe_roots(run->tables, window->positions, window->count, window->results,
                            window->statuses, threads, NULL);
    for (window->chunk = 0; go_on && window->chunk < window->count; window->chunk += CHUNK) {
        const size_t rest = window->count - window->chunk;
        const size_t count = rest < CHUNK ? rest : CHUNK;
        kauri_parallel_for(threads, count, GRAIN, answer_line, window);
        go_on = print_chunk(window, count);
    }
    return go_on;
}

// Makes room for the work on `count` lines.
static bool make_room(struct line_window *window, size_t count, size_t *room)
{
    if (count <= *room) {
        return true;
    }
    free(window->positions);
    free(window->statuses);
    free(window->results);
    window->positions = calloc(count, sizeof *window->positions);
    window->statuses = calloc(count, sizeof *window->statuses);
    window->results = calloc(count, sizeof *window->results);
    *room = window->positions != NULL && window->statuses != NULL && window->results != NULL ? count
                                                                                             : 0;
    return *room > 0;
}

static void answer_lines(struct run *run)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_error error;
    struct kauri_line_source source = {.descriptor = STDIN_FILENO};
    struct line_window window = {.run = run};
    size_t room = 0;
    bool go_on = true;
    window.texts = calloc(CHUNK, sizeof *window.texts);
    do {
        status = kauri_line_source_next(&source, WINDOW, &window.count, &error);
        window.lines = source.lines;
        if (window.texts != NULL && make_room(&window, window.count, &room)) {
            go_on = answer_window(&window);
        } else {
            go_on = false;
            status =
                kauri_fail(&error, KAURI_RESOURCE, "out of memory for %zu positions", window.count);
        }
    } while (go_on && status == KAURI_OK && window.count > 0);
    if (status != KAURI_OK) {
        run->first_fault = status;
        (void)kauri_report_error(&error);
    }
    kauri_line_source_clear(&source);
    free(window.positions);
    free(window.statuses);
    free(window.results);
    free(window.texts);
}

int kauri_position_reader_run(const struct kauri_position_reader *reader,
                              const struct kauri_arguments *arguments)
{
    struct kauri_error error;
    struct run run = {.reader = reader, .several = arguments->count > 1};
    if (kauri_open_tables(reader->folder, CACHE_BYTES, &run.tables, &error) != KAURI_OK) {
        return kauri_report_error(&error);
    }
    run.search = kauri_above_tables_wanted(&reader->above,
                                           arguments->count > 0 || isatty(STDIN_FILENO) == 1);
    if (arguments->count == 0) {
        if (isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1) {
            (void)fprintf(stderr, "Type positions, one per line (Ctrl-D ends):\n");
        }
        answer_lines(&run);
    }
    for (int i = 0; i < arguments->count; i++) {
        if (!answer(&run, arguments->values[i], false, (uint64_t)i + 1)) {
            break;
        }
    }
    kauri_tablebase_close(run.tables);
    return (int)run.first_fault;
}
