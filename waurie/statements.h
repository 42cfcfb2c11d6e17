// Checks every statement of the printed solution against a position, by exact play.
#ifndef KAURI_WAURIE_STATEMENTS_H
#define KAURI_WAURIE_STATEMENTS_H

#include "common/status.h"
#include "waurie/decide.h"
#include "waurie/printed.h"

#include <stdbool.h>

enum waurie_statement_kind {
    WAURIE_STATED,   // printed in the article
    WAURIE_STRICTER, // a stricter reading of something printed, which other printed words exclude
    WAURIE_FACT,     // not printed, but answers an obvious question
};

enum { WAURIE_STATEMENTS_MAX = 24, WAURIE_REASON_BYTES = 200 };

struct waurie_statement {
    enum waurie_statement_kind kind;
    const char *source; // the words or signs of the article; static storage
    const char *text;   // what is checked; static storage
    bool holds;         // not for facts
    char reason[WAURIE_REASON_BYTES];
};

struct waurie_statements {
    unsigned count;
    unsigned failed; // of kind WAURIE_STATED
    struct waurie_statement items[WAURIE_STATEMENTS_MAX];
};

// Checks the statements against a board of six pits in a row, South to move.
enum kauri_status
waurie_statements_check(struct waurie_decider *decider,
                        const struct waurie_printed_line lines[WAURIE_PRINTED_LINES],
                        const struct waurie_board *board, struct waurie_statements *statements,
                        struct kauri_error *error);

#endif
