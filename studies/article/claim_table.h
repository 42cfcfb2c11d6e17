// The details of a claim as a table of typed cells, made from its values.
//
// Claims 4, 5, 7 and 8 have one. All functions are thread-safe.
#ifndef KAURI_STUDIES_ARTICLE_CLAIM_TABLE_H
#define KAURI_STUDIES_ARTICLE_CLAIM_TABLE_H

#include "common/status.h"
#include "common/string_buffer.h"
#include "studies/article/claim.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { KAURI_CELL_TEXT_BYTES = 256 };

enum kauri_cell_kind {
    KAURI_CELL_TEXT,
    KAURI_CELL_NUMBER, // as text "1,352,078"
    KAURI_CELL_ANSWER, // as text "yes", "no" or "undecided"
    KAURI_CELL_BOUNDS, // as text "154" or "-4 to 154"
    KAURI_CELL_MOVES,  // as text "d f"
};

struct kauri_cell {
    enum kauri_cell_kind kind; // tells which of the others is given
    uint64_t number;
    enum kauri_claim_answer answer;
    struct kauri_bounds bounds;
    char text[KAURI_CELL_TEXT_BYTES]; // for MOVES one letter each
};

struct kauri_claim_column {
    const char *head; // for people
    const char *name; // snake_case, unique in the table
    bool breaks;      // begins a new line where a row takes several
};

// The columns of the claim's table, in static storage; returns their number, 0 without a table.
size_t kauri_claim_columns(const struct kauri_claim *claim,
                           const struct kauri_claim_column **columns);
size_t kauri_claim_rows(const struct kauri_claim *claim);

// Fills *cell. `row` and `column` must be less than the numbers above. KAURI_RESOURCE when memory
// runs out.
enum kauri_status kauri_claim_cell(const struct kauri_claim *claim, size_t row, size_t column,
                                   struct kauri_cell *cell, struct kauri_error *error);

// Adds the cell as text, without tabs or line ends. The owner of `text` checks it for memory.
void kauri_cell_add(struct kauri_string *text, const struct kauri_cell *cell);

#endif
