// The memory of searches: a separate prover, or one that several searches share.
#ifndef KAURI_QUERIES_SEARCH_SEARCH_MEMORY_H
#define KAURI_QUERIES_SEARCH_SEARCH_MEMORY_H

#include "common/status.h"
#include "db/tables/tablebase.h"
#include "indexer/layer.h"
#include "queries/prover/prover.h"
#include "queries/search/search_limits.h"

#include <stdbool.h>
#include <stdint.h>

// The least memory that a search works with, for positions of the shape with at most `seeds` seeds.
uint64_t kauri_search_least(struct kauri_shape shape, unsigned seeds, unsigned threads);
// Returns the number of threads, at most `threads` and at least 1, that leave three quarters of the
// memory, or the least that works, for what the search finds out.
unsigned kauri_search_threads(struct kauri_shape shape, unsigned seeds, uint64_t memory,
                              unsigned threads);

// Makes memory that searches of several positions share: each begins with the results of the
// earlier ones. When it is full, the entries that took least effort are replaced. One search at a
// time.
//
// It takes positions of one shape with at most as many seeds as `position`, within `bytes` bytes,
// for searches with at most `threads` threads (kauri_search_threads; 0: one). `tables` (may be
// NULL) must stay open. KAURI_BAD_INPUT, KAURI_CORRUPT and KAURI_RESOURCE as from
// kauri_search_answer_find.
enum kauri_status kauri_search_memory_new(struct kauri_tablebase *tables,
                                          const struct kauri_position *position, uint64_t bytes,
                                          unsigned threads, struct kauri_search_memory **memory,
                                          struct kauri_error *error);
// Accepts NULL. Must not be called before the searches that use the memory are freed.
void kauri_search_memory_free(struct kauri_search_memory *memory);

// The prover that a search uses.
struct kauri_search_prover {
    struct kauri_prover *prover; // NULL: there is too little memory
    bool shared;                 // the prover belongs to shared memory
    unsigned threads;
    bool in_book; // the book of the limits says something of the position or what follows it
};

// Opens the prover for a search of the position within limits: that of the shared memory, or a new
// one. The caller closes it, unless this fails. KAURI_BAD_INPUT if the shared memory is for another
// board; KAURI_RESOURCE.
enum kauri_status kauri_search_prover_open(struct kauri_tablebase *tables,
                                           const struct kauri_position *position,
                                           const struct kauri_search_limits *limits,
                                           struct kauri_search_prover *opened,
                                           struct kauri_error *error);
// Accepts a zeroed struct.
void kauri_search_prover_close(struct kauri_search_prover *opened);

#endif
