// What `waurie problem` and `waurie claims` found, as text and as JSON (docs/JSON.md).
//
// Implemented in waurie/cli/problem_text.c, and waurie/cli/problem_json.c.
#ifndef KAURI_WAURIE_CLI_PROBLEM_VIEW_H
#define KAURI_WAURIE_CLI_PROBLEM_VIEW_H

#include "common/string_buffer.h"
#include "waurie/problem.h"
#include "waurie/statements.h"

#include <stdbool.h>

// A position that fits the lines, with the statements checked against it.
struct waurie_checked {
    struct waurie_board board;
    struct waurie_value value;
    struct waurie_statements statements;
    bool reconstructed; // it conflicts with nothing but what all other positions conflict with, too
};

struct waurie_problem_view {
    const struct waurie_rules *rules;
    const struct waurie_printed_line *lines; // WAURIE_PRINTED_LINES of them
    enum waurie_letters letters;
    unsigned seeds; // greatest number
    uint64_t tried;
    size_t count;
    const struct waurie_checked *positions;
    bool common[WAURIE_STATEMENTS_MAX]; // statements that conflict with every position
};

void waurie_text_problem(const struct waurie_problem_view *view, int columns,
                         struct kauri_string *out);
void waurie_json_problem(const struct waurie_problem_view *view, struct kauri_string *out);

// One position. The statements of `waurie claims`.
void waurie_text_claims(const struct waurie_rules *rules, const struct waurie_checked *checked,
                        int columns, struct kauri_string *out);
void waurie_json_claims(const struct waurie_rules *rules, const struct waurie_checked *checked,
                        struct kauri_string *out);

#endif
