// The blocks of lower layers that the moves of a layer lead to, in a given amount of memory. Pairs
// of blocks are solved in the order first = 0, 1, ..., so it is known when each lower block is
// needed, and the one that is needed last is dropped first.
#ifndef KAURI_WAURIE_SOLVER_LOWER_BLOCKS_H
#define KAURI_WAURIE_SOLVER_LOWER_BLOCKS_H

#include "waurie/tables.h"

// A set of blocks of lower layers: has[s][own] is the one with s seeds fewer than the layer to be
// solved, s from 1 to waurie_stored_most (waurie/solver/sowing.h), and `own` of its seeds in the
// mover's row.
struct waurie_block_set {
    bool has[WAURIE_SEEDS_MAX + 1][WAURIE_SEEDS_MAX + 1];
};

// Adds the blocks that storing moves lead to, in the layer with `seeds` seeds, for the player with
// `own` seeds (at least 1) in the row. With `plain`, adds also the blocks of the plain bonus moves,
// which change nothing in the other row. Thread-safe.
void waurie_block_set_add(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                          unsigned own, bool plain, struct waurie_block_set *set);

// Set the first three members; the rest begins with zeros.
struct waurie_lower {
    // Tables, which must not be used to hold other blocks in the meantime.
    struct waurie_tables *tables;
    unsigned seeds;                 // seeds of the layer to be solved
    uint64_t memory;                // memory for blocks, at least waurie_lower_least
    unsigned pair;                  // number of the next pair, set by the caller
    struct waurie_block_set *wants; // blocks that each pair needs
    // Bytes read so far, and the greatest number of bytes that the blocks took at a time.
    uint64_t read_bytes;
    uint64_t maximum;
    double seconds;
};

// Finds the tables below the layer. The caller closes *lower, also on failure. Errors: those of
// waurie_tables_find.
enum kauri_status waurie_lower_open(struct waurie_lower *lower, struct kauri_error *error);
// Drops all blocks.
void waurie_lower_close(struct waurie_lower *lower);

// Holds at least one of *wanted, which is not empty, and as many of them as fit; other blocks may
// be dropped. Errors: those of waurie_tables_hold_block.
enum kauri_status waurie_lower_hold(struct waurie_lower *lower,
                                    const struct waurie_block_set *wanted,
                                    struct kauri_error *error);

// Bytes of the largest block that the layer with `seeds` seeds needs. Thread-safe.
uint64_t waurie_lower_least(const struct waurie_rules *rules, unsigned pits, unsigned seeds);

#endif
