// The value of one position, straight from the tables.
#ifndef KAURI_TABLEBASE_LOOKUP_H
#define KAURI_TABLEBASE_LOOKUP_H

#include "common/status.h"
#include "indexer/layer.h"
#include "rules/board.h"
#include "tablebase/tables.h"

// KAURI_OK when the tables are for boards like this one and hold what these queries understand.
// KAURI_BAD_INPUT: other holes or cowries than the tables (both numbers are named).
enum kauri_status kauri_lookup_fits(const struct kauri_tables *tables,
                                    const struct kauri_position *position,
                                    struct kauri_error *error);

// KAURI_MISSING, with a message that names the layer and the command that makes it. `tables` must
// not hold the layer. Thread-safe.
enum kauri_status kauri_lookup_missing(const struct kauri_tables *tables, unsigned seeds,
                                       struct kauri_error *error);

// The layer `seeds` of the tables and its reader, sure to hold r and dtc by the rules of this
// program. As kauri_lookup_missing when it is not there; KAURI_CORRUPT when it is damaged or
// another table than this program writes; KAURI_USAGE for a shape that it cannot handle.
// Thread-safe.
enum kauri_status kauri_lookup_layer(struct kauri_tables *tables, unsigned seeds,
                                     struct kauri_layer *layer, const struct kauri_reader **reader,
                                     struct kauri_error *error);

// Reads the value of a position that fits; side and score do not matter to it. Decodes one block
// at most. KAURI_MISSING names the layer that is needed and how to solve it; KAURI_CORRUPT for
// tables of other rules or columns and for values that no position can have. Thread-safe.
enum kauri_status kauri_lookup(struct kauri_tables *tables, const struct kauri_position *position,
                               struct kauri_value *stored, struct kauri_error *error);

#endif
