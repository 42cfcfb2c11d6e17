// Makes the tables of distances of layers, one after another.
#ifndef KAURI_WAURIE_SOLVER_SOLVE_DISTANCES_H
#define KAURI_WAURIE_SOLVER_SOLVE_DISTANCES_H

#include "common/progress.h"
#include "common/status.h"
#include "waurie/pits.h"

// A layer whose distances were found and written.
struct waurie_measured {
    unsigned seeds;
    uint64_t positions; // with both rows not empty
    double solve_seconds;
    double write_seconds;
    uint64_t held; // bytes held for the layer
};

struct waurie_distances_request {
    const char *folder; // has the tables of bits of the layers 0 to seeds_most
    struct waurie_rules rules;
    unsigned pits;
    unsigned seeds_most;
    unsigned threads;
    uint64_t memory;                       // in bytes; never exceeded
    bool *exceeds;                         // set to true if a layer takes more; may be NULL
    const struct kauri_progress *progress; // may be NULL
    // Called after each layer; may be NULL.
    void (*measured)(void *context, const struct waurie_measured *measured);
    void *context;
};

// Makes the distances of the layers 0 to request->seeds_most that the folder does not have,
// beginning with the first that is missing, and compares who wins with the tables of bits. A layer
// is held in memory with the layers below it that its moves lead to; with all threads or, if that
// does not fit, fewer. Holds the folder's lock (db/lock.h), and removes what a killed run left.
// Errors: KAURI_RESOURCE, and before any work on a layer that does not fit; KAURI_MISSING for a
// layer without bits; KAURI_WRONG if the bits of a layer are wrong; KAURI_LOCKED; KAURI_CORRUPT;
// KAURI_INTERRUPTED.
enum kauri_status waurie_solve_distances(const struct waurie_distances_request *request,
                                         struct kauri_error *error);

// Bytes that the distances of a layer take while they are made. Thread-safe.
uint64_t waurie_distances_memory(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                                 unsigned threads);

#endif
