// Tables of a small board with made-up values, for the tests of db/tables/. A function that cannot
// do its work fails the running test.
#ifndef KAURI_TESTS_DB_TABLES_SMALL_TABLES_H
#define KAURI_TESTS_DB_TABLES_SMALL_TABLES_H

#include "indexer/layer.h"
#include "kauri/kauri.h"
#include "tests/temporary.h"

enum {
    SMALL_HOLES = 2,
    SMALL_COWRIES = 2,
    SMALL_PAGE_ENTRIES = 16,
    SMALL_IMPOSSIBLE = 1000, // a variant whose values no position can have
};

// A cache with room for so many pages of both columns, a cell each, and for the keys.
#define SMALL_CACHE_BYTES(pages) (4096 * (2 * (uint64_t)(pages) + 1))

// Writes layer `seeds` into the folder. Tables of different variants hold different values.
void small_layer(const char *folder, unsigned seeds, unsigned variant);
// The same with more entries in a page of dtc than in one of r.
void small_uneven_layer(const char *folder, unsigned seeds);
// The same for the rules of another game.
void small_foreign_layer(const char *folder, unsigned seeds);

uint64_t small_positions(unsigned seeds);
struct kauri_position small_position(unsigned seeds, uint64_t index);
// The value that small_layer made up.
struct kauri_value small_value(unsigned seeds, uint64_t index, unsigned variant);

// Writes a table of stored blocks with made-up values: nothing here asks whether they are right.
// All derived positions count as r = 1 - 3 * seeds.
void stored_table(const char *folder, const struct kauri_layer *layer, uint32_t max_dtc,
                  uint32_t page_entries);

#endif
