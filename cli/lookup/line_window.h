// Looks up lines of standard input together and puts their answers together in parallel.
#ifndef KAURI_CLI_LOOKUP_LINE_WINDOW_H
#define KAURI_CLI_LOOKUP_LINE_WINDOW_H

#include "cli/lookup/answer_form.h"
#include "cli/lookup/line_source.h"
#include "common/status.h"
#include "tablebase/tablebase.h"

#include <stdbool.h>
#include <stddef.h>

enum { KAURI_WINDOW_LINES = 1 << 16 }; // that are looked up together, at most

struct kauri_line_window;

// Prints the answers. Called by the thread that called kauri_line_window_answer, in the order
// of the lines.
struct kauri_line_printer {
    // Prints answers to consecutive lines. With `separated` answers, a newline is before each.
    void (*print)(void *context, const char *bytes, size_t length);
    // Answers a line alone that has no answer yet, or says why it has none. Returns false if the
    // next ones need not be tried.
    bool (*print_alone)(void *context, const struct kauri_input_line *line);
    bool separated;
    void *context;
};

// Tables and printer must outlive the window. Errors: KAURI_RESOURCE.
enum kauri_status kauri_line_window_new(const struct kauri_answer_form *form,
                                        struct kauri_tablebase *tables, unsigned threads,
                                        const struct kauri_line_printer *printer,
                                        struct kauri_line_window **window,
                                        struct kauri_error *error);

// Answers `count` lines, at most KAURI_WINDOW_LINES, and flushes standard output. *go_on receives
// whether further lines should be tried: not after print_alone returned false, nor if standard
// output cannot be written. Errors: KAURI_RESOURCE, before anything was printed.
enum kauri_status kauri_line_window_answer(struct kauri_line_window *window,
                                           const struct kauri_input_line *lines, size_t count,
                                           bool *go_on, struct kauri_error *error);

// Accepts NULL.
void kauri_line_window_free(struct kauri_line_window *window);

#endif
