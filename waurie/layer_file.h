// The layers of Waurie as table files (docs/FORMAT.md, section 11; db/table.h).
#ifndef KAURI_WAURIE_LAYER_FILE_H
#define KAURI_WAURIE_LAYER_FILE_H

#include "common/parallel.h"
#include "common/progress.h"
#include "db/reader.h"
#include "waurie/bit_layer.h"

#define WAURIE_FILE_NAME_BYTES 64

// Writes the file name of a layer and returns `name`: "waurie-2x6-at-once-into-03.table".
const char *waurie_file_name(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                             char name[WAURIE_FILE_NAME_BYTES]);
// "<folder>/<name>"; the caller frees it. NULL when out of memory.
char *waurie_file_path(const char *folder, const struct waurie_rules *rules, unsigned pits,
                       unsigned seeds);

// Opens the table of a layer and checks that it is the right one. The caller closes *reader.
// Errors: those of kauri_reader_open; KAURI_CORRUPT for a table of another layer or other rules.
enum kauri_status waurie_file_open(const char *folder, const struct waurie_rules *rules,
                                   const struct waurie_layer *layer, struct kauri_reader **reader,
                                   struct kauri_error *error);

// Reads all words of an open table into `bits`, layer->words words. `progress` may be NULL. Errors:
// KAURI_CORRUPT, KAURI_RESOURCE, KAURI_INTERRUPTED.
enum kauri_status waurie_file_read(const struct kauri_reader *reader,
                                   const struct waurie_layer *layer, unsigned threads,
                                   const struct kauri_progress *progress, uint64_t *bits,
                                   struct kauri_error *error);

// Writes the table of a layer, which replaces an existing one when it is complete. `progress` may
// be NULL. Errors: KAURI_RESOURCE, KAURI_INTERRUPTED.
enum kauri_status waurie_file_write(const char *folder, const struct waurie_rules *rules,
                                    const struct waurie_layer *layer, unsigned threads,
                                    const struct kauri_progress *progress, const uint64_t *bits,
                                    struct kauri_error *error);

#endif
