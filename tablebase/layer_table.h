// The table of a layer, as the solver writes it and every reader of values expects it.
#ifndef KAURI_TABLEBASE_LAYER_TABLE_H
#define KAURI_TABLEBASE_LAYER_TABLE_H

#include "db/reader.h"
#include "indexer/layer.h"

// Describes the table of `layer` if its greatest distance is max_dtc plies. A page never straddles
// two blocks (seed configurations) where a block has more than 64 Ki positions.
void kauri_layer_table_info(const struct kauri_layer *layer, uint32_t max_dtc,
                            struct kauri_table_info *info);

// KAURI_OK when the table is that of the layer, with the columns and rules of this program; else
// KAURI_CORRUPT, with a message that names the difference. Thread-safe.
enum kauri_status kauri_layer_table_check(const struct kauri_reader *reader,
                                          const struct kauri_layer *layer,
                                          struct kauri_error *error);

// Opens layer `seeds` of a folder and checks it, for users that read whole layers on their own;
// look-ups go through struct kauri_tablebase. Errors: KAURI_MISSING (the message names the layer),
// KAURI_CORRUPT for a damaged table and one of another shape, layer or rules, KAURI_RESOURCE.
enum kauri_status kauri_layer_table_open(const char *folder, struct kauri_shape shape,
                                         unsigned seeds, struct kauri_reader **reader,
                                         struct kauri_error *error);

#endif
