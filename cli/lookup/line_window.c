#include "cli/lookup/line_window.h"

#include "cli/terminal_columns.h"
#include "cli/threads.h"
#include "common/loop.h"
#include "rules/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CHUNK = 1 << 12,   // answers that are put together before they are printed
    READ_GRAIN = 256,  // lines that a thread reads at a time
    ANSWER_GRAIN = 64, // answers that a thread puts together at a time, if they are short
};

struct kauri_line_window {
    struct kauri_answer_form form;
    unsigned threads;
    const struct kauri_line_printer *printer;
    struct kauri_tablebase *tables;
    const struct kauri_input_line *lines;
    size_t count;
    size_t room; // of these arrays
    struct kauri_position *positions;
    enum kauri_status *statuses;
    struct kauri_probe_result *results; // or
    struct kauri_value *values;
    // The chunk that is being answered. A *piece* is the text of `grain` answers; its memory is
    // reused.
    size_t grain;
    size_t chunk, chunk_count;   // the first line, and how many
    struct kauri_string *pieces; // CHUNK / grain of them
    size_t ends[CHUNK];          // of each answer in its piece
};

// Lines that cannot be read get an invalid position, which has no answer either.
static void read_line(void *context, unsigned worker, uint64_t i)
{
    (void)worker;
    struct kauri_line_window *window = context;
    if (kauri_position_parse(window->lines[i].text, &window->positions[i], NULL) != KAURI_OK) {
        memset(&window->positions[i], 0, sizeof window->positions[i]);
    }
}

static enum kauri_status add_answer(const struct kauri_line_window *window, size_t line,
                                    struct kauri_string *text)
{
    const struct kauri_answer_form *form = &window->form;
    if (window->printer->separated) {
        kauri_string_add_text(text, "\n");
    }
    if (form->value) {
        kauri_answer_add_value(form, &window->positions[line], window->values[line], text);
        return KAURI_OK;
    }
    return kauri_answer_add(form, window->tables, &window->results[line], text, NULL);
}

static void answer_piece(void *context, unsigned worker, uint64_t number)
{
    (void)worker;
    struct kauri_line_window *window = context;
    struct kauri_string *piece = &window->pieces[number];
    const size_t first = number * window->grain;
    const size_t rest = window->chunk_count - first;
    const size_t last = first + (rest < window->grain ? rest : window->grain);
    kauri_string_cut(piece, 0);
    for (size_t i = first; i < last; i++) {
        enum kauri_status *status = &window->statuses[window->chunk + i];
        const size_t begin = piece->length;
        if (*status == KAURI_OK) {
            *status = add_answer(window, window->chunk + i, piece);
        }
        if (*status != KAURI_OK) {
            kauri_string_cut(piece, begin);
        }
        window->ends[i] = piece->length;
    }
    if (kauri_string_check(piece, NULL) != KAURI_OK) {
        for (size_t i = first; i < last; i++) {
            window->statuses[window->chunk + i] = KAURI_RESOURCE;
            window->ends[i] = 0;
        }
        kauri_string_clear(piece);
    }
}

// Prints the answers of a piece: all at once, up to the next line that is without an answer.
// Returns false if the next lines need not be tried.
static bool print_piece(const struct kauri_line_window *window, size_t number)
{
    const struct kauri_line_printer *printer = window->printer;
    const char *bytes = kauri_string_text(&window->pieces[number]);
    const size_t first = number * window->grain;
    size_t printed = 0;
    size_t end = 0;
    bool go_on = true;
    for (size_t i = first; go_on && i < first + window->grain && i < window->chunk_count; i++) {
        if (window->statuses[window->chunk + i] != KAURI_OK) {
            printer->print(printer->context, bytes + printed, end - printed);
            printed = end;
            go_on = printer->print_alone(printer->context, &window->lines[window->chunk + i]);
        }
        end = window->ends[i];
    }
    if (go_on) {
        printer->print(printer->context, bytes + printed, end - printed);
    }
    return go_on;
}

static bool answer_chunk(struct kauri_line_window *window)
{
    bool go_on = true;
    const size_t pieces = (window->chunk_count - 1) / window->grain + 1;
    kauri_loop_for(window->threads, pieces, 1, answer_piece, window);
    for (size_t p = 0; go_on && p < pieces; p++) {
        go_on = print_piece(window, p);
    }
    // A program at the other end of the pipe may wait for the answers before the next line. If it
    // has gone, main reports it.
    return fflush(stdout) == 0 && ferror(stdout) == 0 && go_on;
}

// Makes room for the work on `count` lines.
static enum kauri_status make_room(struct kauri_line_window *window, size_t count,
                                   struct kauri_error *error)
{
    if (count <= window->room) {
        return KAURI_OK;
    }
    const bool value = window->form.value;
    free(window->positions);
    free(window->statuses);
    free(window->results);
    free(window->values);
    window->positions = calloc(count, sizeof *window->positions);
    window->statuses = calloc(count, sizeof *window->statuses);
    window->results = value ? NULL : calloc(count, sizeof *window->results);
    window->values = value ? calloc(count, sizeof *window->values) : NULL;
    const bool made = window->positions != NULL && window->statuses != NULL &&
                      (window->results != NULL || window->values != NULL);
    window->room = made ? count : 0;
    return made ? KAURI_OK
                : kauri_fail(error, KAURI_RESOURCE, "out of memory for %zu positions", count);
}

static void look_up(struct kauri_line_window *window)
{
    // Without memory, every line is tried alone, which says so.
    const unsigned threads = window->threads;
    if (window->form.value) {
        (void)kauri_probe_many(window->tables, window->positions, window->count, window->values,
                               window->statuses, threads, NULL);
    } else {
        (void)kauri_probe_roots(window->tables, window->positions, window->count, window->results,
                                window->statuses, threads, NULL);
    }
}

enum kauri_status kauri_line_window_answer(struct kauri_line_window *window,
                                           const struct kauri_input_line *lines, size_t count,
                                           bool *go_on, struct kauri_error *error)
{
    *go_on = true;
    window->lines = lines;
    window->form.columns = kauri_terminal_columns(stdout); // which people change
    window->count = count;
    const enum kauri_status status = make_room(window, count, error);
    if (status != KAURI_OK || count == 0) {
        return status;
    }
    kauri_loop_for(window->threads, count, READ_GRAIN, read_line, window);
    look_up(window);
    for (window->chunk = 0; *go_on && window->chunk < count; window->chunk += CHUNK) {
        const size_t rest = count - window->chunk;
        window->chunk_count = rest < CHUNK ? rest : CHUNK;
        *go_on = answer_chunk(window);
    }
    return KAURI_OK;
}

enum kauri_status kauri_line_window_new(const struct kauri_answer_form *form,
                                        struct kauri_tablebase *tables, unsigned threads,
                                        const struct kauri_line_printer *printer,
                                        struct kauri_line_window **window,
                                        struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *window = NULL;
    struct kauri_line_window *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for positions");
    }
    made->form = *form;
    made->threads = threads;
    made->tables = tables;
    made->printer = printer;
    made->grain = form->kind == KAURI_LOOK_UP_LINE && !form->value ? 1 : ANSWER_GRAIN;
    made->pieces = calloc(CHUNK / made->grain, sizeof *made->pieces);
    if (made->pieces == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for answers");
        goto cleanup;
    }
    KAURI_TRY(kauri_threads_start(threads, error));
    *window = made;
    made = NULL;
cleanup:
    kauri_line_window_free(made);
    return status;
}

void kauri_line_window_free(struct kauri_line_window *window)
{
    if (window == NULL) {
        return;
    }
    for (size_t p = 0; window->pieces != NULL && p < CHUNK / window->grain; p++) {
        kauri_string_clear(&window->pieces[p]);
    }
    free(window->pieces);
    free(window->positions);
    free(window->statuses);
    free(window->results);
    free(window->values);
    free(window);
}
