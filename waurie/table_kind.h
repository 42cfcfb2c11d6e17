// The tables of Waurie (docs/FORMAT.md, section 11): their file names and headers.
#ifndef KAURI_WAURIE_TABLE_KIND_H
#define KAURI_WAURIE_TABLE_KIND_H

#include "db/reader.h"
#include "waurie/bit_layer.h"

enum { WAURIE_TABLE_NAME_BYTES = 64 }; // of the longest name, with its NUL

// Writes the file name of the table of a layer and returns `name`:
// "waurie-2x6-at-once-into-03.table". Thread-safe.
const char *waurie_table_name(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                              char name[WAURIE_TABLE_NAME_BYTES]);
// "<folder>/<name>"; the caller frees it. NULL when out of memory. Thread-safe.
char *waurie_table_path(const char *folder, const struct waurie_rules *rules, unsigned pits,
                        unsigned seeds);

// The header of a table with `entries` entries, without its columns.
struct kauri_table_info waurie_table_info(const struct waurie_rules *rules,
                                          const struct waurie_layer *layer, uint64_t entries);

// Opens the table of a layer and compares it with *expected. The caller closes *reader. Errors:
// those of kauri_reader_open; KAURI_CORRUPT for a table of another layer, kind or other rules.
enum kauri_status waurie_table_open(const char *folder, const struct waurie_rules *rules,
                                    const struct waurie_layer *layer,
                                    const struct kauri_table_info *expected,
                                    struct kauri_reader **reader, struct kauri_error *error);

#endif
