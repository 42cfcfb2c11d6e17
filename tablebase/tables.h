// A folder of tables: which layers are there, and single rows through a bounded cache of blocks.
//
// A layer's file is opened when it is first needed, so that a look-up reads what it needs and no
// more, and a damaged table stands in the way of its own layer only.
#ifndef KAURI_TABLEBASE_TABLES_H
#define KAURI_TABLEBASE_TABLES_H

#include "db/reader.h"

struct kauri_tables;

// Finds the tables of the folder by their file names; no table is opened yet. Names of different
// shapes give KAURI_CORRUPT ("tables of another shape"); a folder with no tables, or no folder,
// KAURI_MISSING. Temporary and other files are left alone. `cache_bytes` bounds the decoded blocks
// kept in memory (at least one block is kept).
enum kauri_status kauri_tables_open(const char *folder, uint64_t cache_bytes,
                                    struct kauri_tables **tables, struct kauri_error *error);
// Accepts NULL.
void kauri_tables_close(struct kauri_tables *tables);

const char *kauri_tables_folder(const struct kauri_tables *tables);
// Holes in a row and cowries on the board, by the file names: the same for all tables.
unsigned kauri_tables_holes(const struct kauri_tables *tables);
unsigned kauri_tables_cowries(const struct kauri_tables *tables);
// Whether there is a file for the layer; it may be damaged.
bool kauri_tables_has(const struct kauri_tables *tables, unsigned seeds);
// Number of layers 0, 1, 2, ... that there are files for without a gap.
unsigned kauri_tables_layer_count(const struct kauri_tables *tables);

// The reader of a layer, owned by the tables; its file is opened and checked the first time (and
// one handle is held for it from then on). KAURI_MISSING names a layer that is not there;
// KAURI_CORRUPT for a damaged or foreign file and one that is not what its name says (whether it is
// of the caller's rules and columns, db/expect.h tells); KAURI_RESOURCE. *reader is NULL on
// failure. Thread-safe.
enum kauri_status kauri_tables_layer(struct kauri_tables *tables, unsigned seeds,
                                     const struct kauri_reader **reader, struct kauri_error *error);
// The reader of a layer that kauri_tables_layer gave before; NULL for others. Thread-safe.
const struct kauri_reader *kauri_tables_reader(const struct kauri_tables *tables, unsigned seeds);

// Reads one row of a layer: values[c] for each column. Reads and decodes only the block it lies in,
// or takes it from the cache. As kauri_tables_layer, and KAURI_CORRUPT for a damaged block or a row
// beyond the end of the table. Thread-safe: threads that miss the cache decode at the same time,
// each holding one block beyond the cache's bound.
enum kauri_status kauri_tables_get(struct kauri_tables *tables, unsigned seeds, uint64_t row,
                                   int32_t values[KAURI_COLUMNS_MAX], struct kauri_error *error);

// The same without decoding: *found tells whether the block was in the cache; when it was not,
// `values` are left as they were and the status is KAURI_OK. Thread-safe.
enum kauri_status kauri_tables_get_cached(struct kauri_tables *tables, unsigned seeds, uint64_t row,
                                          int32_t values[KAURI_COLUMNS_MAX], bool *found,
                                          struct kauri_error *error);

#endif
