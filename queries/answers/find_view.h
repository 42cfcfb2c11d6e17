// Positions that were found by conditions, as text and as JSON (docs/reference/JSON.md).
#ifndef KAURI_QUERIES_ANSWERS_FIND_VIEW_H
#define KAURI_QUERIES_ANSWERS_FIND_VIEW_H

#include "common/json.h"
#include "common/string_buffer.h"
#include "indexer/layer.h"
#include "queries/analysis/find.h"

#include <stdint.h>

enum kauri_find_order {
    KAURI_FIND_ALL,      // all positions in the order of the index
    KAURI_FIND_LONGEST,  // the positions of the greatest dtc
    KAURI_FIND_SHORTEST, // the positions of the least dtc
    KAURI_FIND_SOME,     // some positions, where tables have no distances to choose by
    KAURI_FIND_COUNT,    // no positions, only their number
};

struct kauri_find_choice {
    struct kauri_find_conditions conditions;
    enum kauri_find_order order;
    uint64_t limit; // how many positions are listed, unless all are
};

// Add the header of the list, one line for a position, and the sentence at the end. `listed` is the
// number of lines. Where the lines would be wider than `columns` (0: any width), each position
// stands on a line of its own.
void kauri_text_find_header(struct kauri_string *out, const struct kauri_layer *layer,
                            const struct kauri_find_choice *choice, int columns);
void kauri_text_found(struct kauri_string *out, const struct kauri_layer *layer,
                      const struct kauri_find_choice *choice, const struct kauri_found *found,
                      int columns);
void kauri_text_find_end(struct kauri_string *out, const struct kauri_layer *layer,
                         const struct kauri_find_choice *choice, uint64_t count, uint64_t listed,
                         int columns);

// Adds a position as `kauri probe` reads it, on a line.
void kauri_text_found_line(struct kauri_string *out, const struct kauri_layer *layer,
                           const struct kauri_find_choice *choice, const struct kauri_found *found);

// An object for a position, and the one of --count.
void kauri_json_add_found(struct kauri_json *json, const struct kauri_layer *layer,
                          const struct kauri_find_choice *choice, const struct kauri_found *found);
void kauri_json_find_count(struct kauri_string *out, const struct kauri_layer *layer,
                           uint64_t count);

#endif
