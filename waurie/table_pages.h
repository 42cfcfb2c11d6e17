// Look-ups of single positions in the table files of a folder. Only the pages that a look-up needs
// are read, checked and decoded (db/reader.h), and they are kept while there is room
// (db/page_cache.h), so a look-up in a layer of gigabytes takes milliseconds. To look up many
// positions, load whole layers with waurie/tables.h.
#ifndef KAURI_WAURIE_TABLE_PAGES_H
#define KAURI_WAURIE_TABLE_PAGES_H

#include "common/status.h"
#include "waurie/pits.h"

// The tables of all boards and one set of rules. Used by one thread at a time.
struct waurie_pages;

enum {
    // The least memory for waurie_pages_open: one page, and the buffers for reading it.
    WAURIE_PAGES_LEAST = 4 << 20,
};

// Opens a folder; a table in it is opened when a position of its layer is first looked up. Takes at
// most `memory` bytes, in which the list of the pages of an open table takes a quarter of a MiB for
// each GiB of decoded pages. Errors: KAURI_MISSING if the folder does not exist, KAURI_RESOURCE if
// the memory is less than WAURIE_PAGES_LEAST. The caller closes *pages.
enum kauri_status waurie_pages_open(const char *folder, const struct waurie_rules *rules,
                                    uint64_t memory, struct waurie_pages **pages,
                                    struct kauri_error *error);
// Accepts NULL.
void waurie_pages_close(struct waurie_pages *pages);

// Finds out whether the player to move wins; with an empty row as in waurie_tables_wins. Errors:
// KAURI_MISSING if the folder has no table of the layer; KAURI_CORRUPT for a table of other rules,
// or one that is damaged in a page that was read; KAURI_RESOURCE, also if
// the list of the table's pages does not fit.
enum kauri_status waurie_pages_wins(struct waurie_pages *pages, const struct waurie_board *board,
                                    bool *wins, struct kauri_error *error);

#endif
