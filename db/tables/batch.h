// Values of many positions, page by page.
//
// The simplest way is one look-up after the other, which may decode a page again for each of its
// positions, and several for a derived position. Here the positions are first expanded into the
// stored numbers that they need, which are sorted by page, so that each page is decoded once for
// all positions that are processed together, whatever their order and the size of the cache.
#ifndef KAURI_DB_TABLES_BATCH_H
#define KAURI_DB_TABLES_BATCH_H

#include "db/tables/tablebase.h"

#include <stddef.h>

enum kauri_batch_want {
    KAURI_BATCH_VALUE,
    KAURI_BATCH_R,            // r alone; dtc is 0
    KAURI_BATCH_STORED_VALUE, // nothing if the position is derived
};

// A position to look up, and the outcome.
struct kauri_batch_item {
    struct kauri_position position;
    uint8_t want;             // enum kauri_batch_want
    bool derived;             // out: the position has no entry
    enum kauri_status status; // out
    struct kauri_value value; // out: if status is KAURI_OK
};

// Looks up `count` items together with at most `threads` threads (at least 1), including the
// caller. Random positions take about 250 bytes of memory each, besides their items, and those that
// have to be derived more. Returns KAURI_OK even if single items fail; their status is that of
// kauri_probe_value. Errors: KAURI_RESOURCE if there is no memory for the work; then the items are
// unspecified. Thread-safe.
enum kauri_status kauri_batch_look_up(struct kauri_tablebase *tablebase,
                                      struct kauri_batch_item *items, size_t count,
                                      unsigned threads, struct kauri_error *error);

#endif
