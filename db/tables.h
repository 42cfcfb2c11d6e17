// A folder of tables: which layers are there, and single rows through a bounded cache of blocks.
#ifndef KAURI_DB_TABLES_H
#define KAURI_DB_TABLES_H

#include "db/reader.h"

struct kauri_tables;

// Longest file name of a table (without its folder), with the final zero.
#define KAURI_TABLE_NAME_BYTES 64

// File name of a layer: "kauri-6x12-03.kauri" is layer 3 for 6 holes in a row and 12 cowries.
const char *kauri_table_name(unsigned holes, unsigned cowries, unsigned seeds,
                             char name[KAURI_TABLE_NAME_BYTES]);

// "<folder>/<name of the layer>"; the caller frees it. NULL when out of memory.
char *kauri_table_path(const char *folder, unsigned holes, unsigned cowries, unsigned seeds);

// Opens every table of the folder. All must have the same shape, rules and column names
// (KAURI_CORRUPT otherwise: "tables of another shape"), and say the same as their file names; a
// folder with none, or none there, gives KAURI_MISSING. Temporary and other files are left alone.
// One file handle a layer is held. `cache_bytes` bounds the decoded blocks kept in memory (at least
// one block is kept).
enum kauri_status kauri_tables_open(const char *folder, uint64_t cache_bytes,
                                    struct kauri_tables **tables, struct kauri_error *error);
// Accepts NULL.
void kauri_tables_close(struct kauri_tables *tables);

// Number of layers 0, 1, 2, ... that are there without a gap.
unsigned kauri_tables_layer_count(const struct kauri_tables *tables);
// The reader of a layer, owned by the tables; NULL when the layer is not there.
const struct kauri_reader *kauri_tables_reader(const struct kauri_tables *tables, unsigned seeds);
const char *kauri_tables_folder(const struct kauri_tables *tables);

// Reads one row of a layer: values[c] for each column. Reads and decodes only the block it lies in,
// or takes it from the cache. KAURI_MISSING names a layer that is not there; KAURI_CORRUPT for a
// damaged block or a row beyond the end of the table; KAURI_RESOURCE. Thread-safe: threads that
// miss the cache decode at the same time, each holding one block beyond the cache's bound.
enum kauri_status kauri_tables_get(struct kauri_tables *tables, unsigned seeds, uint64_t row,
                                   int32_t values[KAURI_COLUMNS_MAX], struct kauri_error *error);

// The same without touching any file: *found tells whether the block was in the cache; when it was
// not, `values` are left as they were and the status is KAURI_OK. Thread-safe.
enum kauri_status kauri_tables_get_cached(struct kauri_tables *tables, unsigned seeds, uint64_t row,
                                          int32_t values[KAURI_COLUMNS_MAX], bool *found,
                                          struct kauri_error *error);

#endif
