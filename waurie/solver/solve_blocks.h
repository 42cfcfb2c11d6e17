// Solves a layer in bounded memory and writes its table: one pair of blocks after the other, the
// lower blocks that it needs read from their tables (waurie/solver/block_cache.h).
//
// The pairs are solved in the order first = 0, 1, ..., so that their smaller blocks come in the
// order of the table and go into it at once. The others, about half of the layer, come the other
// way round; they are kept in a temporary file in the folder until all pairs are solved.
#ifndef KAURI_WAURIE_SOLVER_SOLVE_BLOCKS_H
#define KAURI_WAURIE_SOLVER_SOLVE_BLOCKS_H

#include "common/progress.h"
#include "common/status.h"
#include "waurie/bit_layer.h"
#include "waurie/solver/lines.h"
#include "waurie/solver/pair.h"

struct waurie_blocks_request {
    const char *folder; // has all layers below; the caller holds its lock (db/lock.h)
    struct waurie_rules rules;
    unsigned pits;
    unsigned seeds;
    const struct waurie_layer *layer; // array by seeds, as far as `seeds`
    const struct waurie_lines *lines;
    unsigned threads;
    uint64_t lower_memory;                 // for lower blocks: at least waurie_block_cache_least
    const struct kauri_progress *progress; // may be NULL
};

struct waurie_blocks_solved {
    double solve_seconds; // with reading
    double write_seconds;
    double read_seconds;
    uint64_t read_bytes; // of lower blocks, decoded
    uint64_t lower_most; // greatest number of bytes of lower blocks held at a time
};

// The table has the same bytes as that of a layer solved in memory. Errors: KAURI_RESOURCE;
// KAURI_CORRUPT if a lower layer is damaged; KAURI_INTERRUPTED. After any, nothing is left of the
// layer in the folder.
enum kauri_status waurie_solve_blocks(const struct waurie_blocks_request *request,
                                      struct waurie_blocks_solved *solved,
                                      struct kauri_error *error);

// Solves one pair, of which *blocks says the first number, and writes nothing; the folder need not
// be locked. The caller frees the blocks with waurie_pair_blocks_free,
// also on failure. Errors: those of
// waurie_solve_blocks.
enum kauri_status waurie_solve_pair(const struct waurie_blocks_request *request,
                                    struct waurie_pair_blocks *blocks, struct kauri_error *error);

// Bytes that it takes besides the lower blocks and what reading and writing tables takes.
// Thread-safe.
uint64_t waurie_blocks_scratch(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                               unsigned threads);

#endif
