// The handle on a set of tables. The public functions on it are in kauri/kauri.h; these serve the
// rooms of this tree, which also need the tables themselves.
//
// Nothing is opened before it is needed: look-ups read what they need and no more, and a damaged
// table stands only in the way of its own layer. A layer is checked once, when it is opened: file,
// name, rules, columns and size. The shape of a position is checked in every look-up.
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

// The folder, for messages; when there are several, all of them, with commas between.
const char *kauri_tablebase_folder(const struct kauri_tablebase *tablebase);

// KAURI_OK when the position is valid and the tables are for boards like its own; else
// KAURI_BAD_INPUT. Every look-up asks this.
enum kauri_status kauri_tablebase_fits(const struct kauri_tablebase *tablebase,
                                       const struct kauri_position *position,
                                       struct kauri_error *error);

// The layer with `seeds` seeds; opens it the first time. Errors: KAURI_NOT_COVERED (above all
// layers), KAURI_MISSING (a gap), KAURI_CORRUPT for a damaged or foreign table, KAURI_RESOURCE.
// *layer is NULL on failure.
enum kauri_status kauri_tablebase_layer(struct kauri_tablebase *tablebase, unsigned seeds,
                                        const struct kauri_tablebase_layer **layer,
                                        struct kauri_error *error);

// The reader of a layer that is open already; NULL for others.
const struct kauri_reader *kauri_tablebase_reader(const struct kauri_tablebase *tablebase,
                                                  unsigned seeds);

// An entry as it is stored: the value may be one that no position has. Errors: those of
// kauri_tablebase_layer, KAURI_CORRUPT for a damaged page, KAURI_INTERNAL for an index beyond the
// layer's end.
enum kauri_status kauri_tablebase_stored(struct kauri_tablebase *tablebase, unsigned seeds,
                                         uint64_t index, struct kauri_value *value,
                                         struct kauri_error *error);

// The same for an open layer of the tablebase, with an index that is in range and with the value
// checked: KAURI_CORRUPT for one that no position of the layer can have.
enum kauri_status kauri_tablebase_value(struct kauri_tablebase *tablebase,
                                        const struct kauri_tablebase_layer *layer, uint64_t index,
                                        struct kauri_value *value, struct kauri_error *error);

// Finds the layer of a position, which is opened if need be, and its index there. Errors: those of
// kauri_tablebase_fits and kauri_tablebase_layer.
enum kauri_status kauri_tablebase_locate(struct kauri_tablebase *tablebase,
                                         const struct kauri_position *position,
                                         const struct kauri_tablebase_layer **layer,
                                         uint64_t *index, struct kauri_error *error);

// A decoded page that stays in memory until it is unpinned, for taking many values out of it.
struct kauri_tablebase_page {
    const struct kauri_tablebase_layer *layer;
    uint64_t number;
    const void *payload;
};

// Pins page `number` (in range) of an open layer. Errors: KAURI_CORRUPT for a damaged page,
// KAURI_RESOURCE; nothing is pinned then.
enum kauri_status kauri_tablebase_pin(struct kauri_tablebase *tablebase,
                                      const struct kauri_tablebase_layer *layer, uint64_t number,
                                      struct kauri_tablebase_page *page, struct kauri_error *error);
void kauri_tablebase_unpin(struct kauri_tablebase *tablebase,
                           const struct kauri_tablebase_page *page);

// The value with an index that is in this page. KAURI_CORRUPT as kauri_tablebase_value.
enum kauri_status kauri_tablebase_page_value(const struct kauri_tablebase_page *page,
                                             uint64_t index, struct kauri_value *value,
                                             struct kauri_error *error);

// Threads for work on many positions, where the caller does not say (`threads` is 0).
unsigned kauri_tablebase_threads(const struct kauri_tablebase *tablebase, unsigned threads);

#endif
