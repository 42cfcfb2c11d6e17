// Describes the table of a layer, as every reader of values expects it.
#ifndef KAURI_TABLEBASE_LAYER_TABLE_H
#define KAURI_TABLEBASE_LAYER_TABLE_H

#include "db/reader.h"
#include "indexer/layer.h"

// The end of a message about a table that cannot be read. It is never replaced automatically: a
// damaged table may be all that is left of long work.
#define KAURI_TABLE_REMEDY "; move it away and solve the layer again"

// Describes the table of `layer` with the entries of its stored blocks, whose greatest distance is
// max_dtc plies. A page has at most 64 Ki entries: several whole blocks (seed configurations), or
// an equal part of one block if a block has more positions than that.
void kauri_layer_table_info(const struct kauri_layer *layer, uint32_t max_dtc,
                            struct kauri_table_info *info);
// The same for a table in which every position is an entry.
void kauri_layer_table_info_full(const struct kauri_layer *layer, uint32_t max_dtc,
                                 struct kauri_table_info *info);

// KAURI_OK if the table is that of the layer, with the columns and rules of this program; otherwise
// KAURI_CORRUPT, with a message that names the difference. The table may hold all positions or
// those of the stored blocks only (its derivation). Thread-safe.
enum kauri_status kauri_layer_table_check(const struct kauri_reader *reader,
                                          const struct kauri_layer *layer,
                                          struct kauri_error *error);

// Opens the table of layer `seeds` in a folder and checks it, for code that reads whole layers
// itself; look-ups go through struct kauri_tablebase. The caller closes *reader, which is NULL on
// failure. Errors: KAURI_MISSING (the message names the layer); KAURI_CORRUPT for a damaged table,
// or one of another shape, layer or rules; KAURI_USAGE for a shape or layer out of range;
// KAURI_RESOURCE.
enum kauri_status kauri_layer_table_open(const char *folder, struct kauri_shape shape,
                                         unsigned seeds, struct kauri_reader **reader,
                                         struct kauri_error *error);

#endif
