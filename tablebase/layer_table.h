// The table of a layer as the solver writes it and the verifier expects it.
#ifndef KAURI_TABLEBASE_LAYER_TABLE_H
#define KAURI_TABLEBASE_LAYER_TABLE_H

#include "db/reader.h"
#include "indexer/layer.h"

// Describes the table of `layer` when its greatest distance is max_dtc plies. Blocks of the table
// never straddle two seed configurations when one has more than 64 Ki positions.
void kauri_layer_table_info(const struct kauri_layer *layer, uint32_t max_dtc,
                            struct kauri_table_info *info);

// Opens a table and makes sure it is layer `seeds` of the shape, with the columns and rules of this
// program. KAURI_MISSING (the message names the layer and the command that makes it), KAURI_CORRUPT
// for another shape, layer, or rules.
enum kauri_status kauri_layer_reader_open(const char *path, struct kauri_shape shape,
                                          unsigned seeds, struct kauri_reader **reader,
                                          struct kauri_error *error);

#endif
