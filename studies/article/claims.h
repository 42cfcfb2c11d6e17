// The claims of the article on Kauri, checked (docs/CLAIMS.md).
//
// Every verdict is computed from the article's text, the rules, the tables and the search.
#ifndef KAURI_STUDIES_ARTICLE_CLAIMS_H
#define KAURI_STUDIES_ARTICLE_CLAIMS_H

#include "common/status.h"
#include "common/string_buffer.h"
#include "queries/analysis/evaluate.h"
#include "rules/board.h"
#include "tablebase/tables.h"

#include <stdbool.h>
#include <stddef.h>

enum { KAURI_CLAIM_COUNT = 8 };

enum kauri_verdict { KAURI_VERDICT_UNDECIDED, KAURI_VERDICT_CONFIRMED, KAURI_VERDICT_REFUTED };

// "undecided", "confirmed", "refuted"; static storage.
const char *kauri_verdict_name(enum kauri_verdict verdict);

// How a cell of a table is written, so that it can be read back.
enum kauri_cell {
    KAURI_CELL_TEXT,
    KAURI_CELL_NUMBER, // "1,352,078"
    KAURI_CELL_YES_NO, // "yes", "no", or "undecided"
    KAURI_CELL_BOUNDS, // "154" or "-4 to 154"
    KAURI_CELL_WORDS,  // "d f"
};

struct kauri_claim_column {
    const char *head; // for people
    const char *name; // snake_case, unique in the table
    enum kauri_cell cell;
    bool breaks; // begins a new line where a row takes several
};

// One claim. Texts are plain ASCII without line ends, but for `notes` and `table`.
struct kauri_claim {
    const char *id;              // "1".."8", static storage
    const char *claim;           // a short sentence, static storage
    struct kauri_string reading; // how it is understood
    enum kauri_verdict verdict;
    bool position_given; // the position that decides it
    struct kauri_position position;
    bool r_given; // r of that position, for its player to move
    struct kauri_bounds r;
    struct kauri_string line;                 // moves from that position; "" = none
    struct kauri_string notes;                // one statement a line
    size_t column_count;                      // of the table; 0 = none
    const struct kauri_claim_column *columns; // static storage
    struct kauri_string table;                // rows end with a newline, cells are divided by tabs
    struct kauri_string used; // "rules", "tables of 0 to 2 seeds", "search (12,345 nodes)"
};

struct kauri_claims {
    struct kauri_claim claim[KAURI_CLAIM_COUNT]; // in the article's order
};

// What to work with. `tables` hold layers of the article's board, at least layer 0; NULL leaves
// what needs them undecided.
struct kauri_claims_request {
    struct kauri_tables *tables;
    struct kauri_effort *effort; // shared by all searches
    unsigned threads;            // for reading whole tables, at least 1
};

// Checks all claims. KAURI_MISSING when layer 0 is not there, KAURI_BAD_INPUT for tables of another
// board, KAURI_CORRUPT and KAURI_RESOURCE as they come. When the effort's progress says so, what is
// not decided by then stays undecided, and request->effort->interrupted is set. The caller frees
// *claims with kauri_claims_clear in every case.
enum kauri_status kauri_claims_check(const struct kauri_claims_request *request,
                                     struct kauri_claims *claims, struct kauri_error *error);

// Frees what the claims own.
void kauri_claims_clear(struct kauri_claims *claims);

#endif
