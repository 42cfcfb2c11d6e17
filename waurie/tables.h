// One-bit tables of Waurie in memory: "does the player to move win?", for all positions with few
// enough seeds in the pits.
#ifndef KAURI_WAURIE_TABLES_H
#define KAURI_WAURIE_TABLES_H

#include "common/progress.h"
#include "common/status.h"
#include "waurie/pits.h"

// The tables of one board and one set of rules. They do not change, so several threads may use them
// at once.
struct waurie_tables;

// Loads layers 0, 1, 2, ... of `folder` into memory, decoded, up to the first that is missing, has
// more than `seeds_most` seeds, or would take the tables above `memory` bytes. There may be none.
// Tables of other boards and rules in the folder are ignored. Layer n of the 2x6 board takes about
// (n + 11 over 11) / 8 bytes: layers 0 to 20 take 31 MiB, to 30 1.3 GiB, to 34 4.6 GiB. `progress`
// may be NULL; its reports count the positions of the layer. Errors: KAURI_MISSING if the folder
// does not exist, KAURI_CORRUPT for a damaged table or one of other rules, KAURI_RESOURCE,
// KAURI_INTERRUPTED. The caller closes *tables.
enum kauri_status waurie_tables_open(const char *folder, const struct waurie_rules *rules,
                                     unsigned pits, unsigned seeds_most, uint64_t memory,
                                     unsigned threads, const struct kauri_progress *progress,
                                     struct waurie_tables **tables, struct kauri_error *error);
// Accepts NULL.
void waurie_tables_close(struct waurie_tables *tables);

// The greatest number of seeds in the pits that the tables cover, or -1 if there are none. All
// smaller numbers are covered too.
int waurie_tables_seeds(const struct waurie_tables *tables);

// Bytes of the tables in memory.
uint64_t waurie_tables_bytes(const struct waurie_tables *tables);

// Whether the player to move wins. The board must have the pits of the tables, and at most
// waurie_tables_seeds seeds. With one row empty the answer is that of the rules: the player of the
// empty row has won, except that with `at_turn` a mover with seeds still moves. Costs two ranks and
// one read from memory; cannot fail.
bool waurie_tables_wins(const struct waurie_tables *tables, const struct waurie_board *board);

// Prefetches the bit of the board, so that the look-up does not wait for memory.
void waurie_tables_prefetch(const struct waurie_tables *tables, const struct waurie_board *board);

#endif
