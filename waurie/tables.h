// The tables of one board under one set of rules: does the player to move win?
//
// Blocks of layers (waurie/layer_file.h) are held in memory, decoded, where the user asks for that.
// All other positions are looked up in the files: only the page that has the position is read,
// checked and decoded (db/reader.h), and pages are kept while there is room (db/page_cache.h), so a
// look-up in a layer of gigabytes takes milliseconds.
#ifndef KAURI_WAURIE_TABLES_H
#define KAURI_WAURIE_TABLES_H

#include "common/progress.h"
#include "common/status.h"
#include "waurie/layer_file.h"

// Several threads may look positions up at the same time. No other function may run meanwhile.
struct waurie_tables;

enum {
    // The least memory for pages: one page, and the buffers for reading it.
    WAURIE_PAGES_LEAST = 4 << 20,
};

struct waurie_tables_options {
    const char *folder; // must outlive the tables
    struct waurie_rules rules;
    unsigned pits;        // pits in a row, 1..6
    unsigned threads;     // number of threads that read blocks, at least 1
    uint64_t page_memory; // bytes for look-ups in files: 0, or at least WAURIE_PAGES_LEAST
    const struct kauri_progress *progress; // may be NULL; reports count positions of the layer
};

// Opens a folder; a table in it is opened when it is first needed. The list of the pages of a table
// is a part of page_memory: a quarter of a MiB for each GiB of the layer. Errors: KAURI_MISSING if
// the folder does not exist; KAURI_RESOURCE, also if page_memory is too little. The caller closes
// *tables.
enum kauri_status waurie_tables_open(const struct waurie_tables_options *options,
                                     struct waurie_tables **tables, struct kauri_error *error);
// Accepts NULL.
void waurie_tables_close(struct waurie_tables *tables);

// Changes the number of threads that read blocks.
void waurie_tables_use_threads(struct waurie_tables *tables, unsigned threads);

const struct waurie_tables_options *waurie_tables_options(const struct waurie_tables *tables);

// The layout of a layer; an array by seeds, 0..WAURIE_SEEDS_MAX.
const struct waurie_layer *waurie_tables_layers(const struct waurie_tables *tables);

// Opens the table of a layer, if it is not open yet. Errors: those of waurie_file_open.
enum kauri_status waurie_tables_find(struct waurie_tables *tables, unsigned seeds,
                                     struct kauri_error *error);

// Holds the block of layer `seeds` with `own` seeds in the mover's row, unless it is held; the
// progress is only asked whether to stop. Errors: those of waurie_tables_find and waurie_file_read.
enum kauri_status waurie_tables_hold_block(struct waurie_tables *tables, unsigned seeds,
                                           unsigned own, struct kauri_error *error);
void waurie_tables_drop_block(struct waurie_tables *tables, unsigned seeds, unsigned own);

// Holds all blocks of a layer, of which all or none must be held before. Layer n of the 2x6 board
// takes about (n + 11 over 11) / 8 bytes: layers 0 to 20 take 31 MiB, to 30 1.3 GiB, to 34 4.6 GiB.
enum kauri_status waurie_tables_hold_layer(struct waurie_tables *tables, unsigned seeds,
                                           struct kauri_error *error);
void waurie_tables_drop_layer(struct waurie_tables *tables, unsigned seeds);

// The words of a block; NULL if it is not held.
uint64_t *waurie_tables_block(const struct waurie_tables *tables, unsigned seeds, unsigned own);

// Bytes of all blocks that are held.
uint64_t waurie_tables_bytes(const struct waurie_tables *tables);

// Finds out whether the player to move wins. The board must have the pits of the tables. With one
// row empty the answer is that of the rules: the player of the empty row has won, except that with
// `at_turn` a mover with seeds still moves. Where the block is held, it costs two ranks and one
// read from memory, and cannot fail. Errors: KAURI_MISSING if there is no table of the layer;
// KAURI_CORRUPT for a table of other rules, or one that is damaged in the page that was read;
// KAURI_RESOURCE, also without page_memory, or if the list of the table's pages does not fit.
enum kauri_status waurie_tables_look_up(struct waurie_tables *tables,
                                        const struct waurie_board *board, bool *wins,
                                        struct kauri_error *error);

// Prefetches the bit of the board if its block is held, so that the look-up does not wait.
void waurie_tables_prefetch(const struct waurie_tables *tables, const struct waurie_board *board);

// The layers that a search above the tables looks up. A sowing stores few seeds, from a position
// with n seeds at most waurie_stored_most (waurie/solver/sowing.h). A search that stops at the
// first position with at most L seeds therefore looks up layer L, the few layers below it, and
// hardly ever a lower one, since that takes enough seeds in one pit for two rounds of the board.
struct waurie_window {
    int greatest; // greatest layer in the folder, at most layers_most; -1: none
    int top;      // the greatest layer in memory; -1: none
    int least;    // the lowest layer in memory; -1: none
};

// The lowest layer that sowings lead to from positions with more than `top` and at most `seeds`
// seeds in which the game is not over; `top` itself if there are none. Thread-safe.
unsigned waurie_window_least(const struct waurie_rules *rules, unsigned pits, unsigned top,
                             unsigned seeds);

// Holds layers for a search of positions with at most `seeds_most` seeds, in `memory` bytes: the
// greatest layer that fits together with the one below it, and then as many of the layers below
// these as the search can need, as far as they exist and fit. Holds nothing if the greatest table
// covers these positions itself. Nothing may be held before. Errors: KAURI_CORRUPT for a damaged
// table or one of other rules; KAURI_INTERRUPTED; KAURI_RESOURCE.
enum kauri_status waurie_tables_hold_window(struct waurie_tables *tables, unsigned layers_most,
                                            unsigned seeds_most, uint64_t memory,
                                            struct waurie_window *window,
                                            struct kauri_error *error);

#endif
