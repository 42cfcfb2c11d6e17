// The handle on a set of tables. Its public functions are declared in kauri/kauri.h; the functions
// here are for other folders of this source tree, which also need the tables themselves.
//
// A table is opened and checked once, when it is first needed: file, name, rules, columns and size.
// So a damaged table affects its own layer only. Every look-up checks the shape of its position.
//
// A look-up passes through these layers, from top to bottom: kauri_probe_value finds layer and
// index (tablebase.c); the page cache has the page or calls load_page (db/page_cache.h);
// kauri_reader_page reads and decodes it (db/reader.h); kauri_table_file_read opens the file again
// if it was closed (db/table_files.h); and the source reads the bytes, by default with pread
// (db/folder_source.h).
//
// All functions are thread-safe.
//
// Implemented in tablebase.c, probe_many.c and layer_read.c.
#ifndef KAURI_TABLEBASE_TABLEBASE_H
#define KAURI_TABLEBASE_TABLEBASE_H

#include "common/status.h"
#include "db/reader.h"
#include "indexer/layer.h"

// A layer that is open and checked; owned by the tablebase.
struct kauri_tablebase_layer {
    struct kauri_layer index;
    struct kauri_reader *reader;
};

// kauri_tablebase_open for one folder and default options, except that at most `cache_bytes` bytes
// of decoded pages are kept (one page at least).
enum kauri_status kauri_tablebase_open_folder(const char *folder, uint64_t cache_bytes,
                                              struct kauri_tablebase **tablebase,
                                              struct kauri_error *error);

// The folder, for messages; if there are several, all of them, separated by commas. Owned by the
// tablebase.
const char *kauri_tablebase_folder(const struct kauri_tablebase *tablebase);

// KAURI_OK if the position is valid and has the shape of the tables; otherwise KAURI_BAD_INPUT.
// Every look-up checks this.
enum kauri_status kauri_tablebase_fits(const struct kauri_tablebase *tablebase,
                                       const struct kauri_position *position,
                                       struct kauri_error *error);

// Finds the layer with `seeds` seeds and opens it if it is not open yet. It stays open until the
// tablebase is closed. Errors: KAURI_NOT_COVERED (above all layers), KAURI_MISSING (a gap),
// KAURI_CORRUPT for a damaged or foreign table, KAURI_RESOURCE. *layer is NULL on failure.
enum kauri_status kauri_tablebase_layer(struct kauri_tablebase *tablebase, unsigned seeds,
                                        const struct kauri_tablebase_layer **layer,
                                        struct kauri_error *error);

// The reader of an open layer; NULL if the layer is not open.
const struct kauri_reader *kauri_tablebase_reader(const struct kauri_tablebase *tablebase,
                                                  unsigned seeds);

// Reads an entry as it is stored, which may be a value that no position can have. Errors: those of
// kauri_tablebase_layer, KAURI_CORRUPT for a damaged page, KAURI_INTERNAL for an index beyond the
// end of the layer.
enum kauri_status kauri_tablebase_stored(struct kauri_tablebase *tablebase, unsigned seeds,
                                         uint64_t index, struct kauri_value *value,
                                         struct kauri_error *error);

// Reads an entry of an open layer of the tablebase and checks its value. `index` must be in range.
// Errors: KAURI_CORRUPT for a damaged page or a value that no position of the layer can have,
// KAURI_RESOURCE.
enum kauri_status kauri_tablebase_value(struct kauri_tablebase *tablebase,
                                        const struct kauri_tablebase_layer *layer, uint64_t index,
                                        struct kauri_value *value, struct kauri_error *error);

// Finds the layer of a position, opening it if need be, and the index of the position in it.
// Errors: those of kauri_tablebase_fits and kauri_tablebase_layer.
enum kauri_status kauri_tablebase_locate(struct kauri_tablebase *tablebase,
                                         const struct kauri_position *position,
                                         const struct kauri_tablebase_layer **layer,
                                         uint64_t *index, struct kauri_error *error);

// A decoded page that stays in memory until it is released, for reading many of its values.
struct kauri_tablebase_page {
    const struct kauri_tablebase_layer *layer;
    uint64_t number;
    const void *payload;
};

// Acquires page `number` of an open layer, which must be in range. The caller releases it. Errors:
// KAURI_CORRUPT for a damaged page, KAURI_RESOURCE; nothing is acquired then.
enum kauri_status kauri_tablebase_page_acquire(struct kauri_tablebase *tablebase,
                                               const struct kauri_tablebase_layer *layer,
                                               uint64_t number, struct kauri_tablebase_page *page,
                                               struct kauri_error *error);
void kauri_tablebase_page_release(struct kauri_tablebase *tablebase,
                                  const struct kauri_tablebase_page *page);

// The value of the entry with this index, which must be in the page. KAURI_CORRUPT for a value that
// no position of the layer can have.
enum kauri_status kauri_tablebase_page_value(const struct kauri_tablebase_page *page,
                                             uint64_t index, struct kauri_value *value,
                                             struct kauri_error *error);

// The number of threads for work on many positions: `threads`, or if that is 0 the number in the
// options of the tablebase, or one per processor. At most 4096.
unsigned kauri_tablebase_threads(const struct kauri_tablebase *tablebase, unsigned threads);

#endif
