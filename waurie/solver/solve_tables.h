// Solves layers one after another and writes their tables; decides single positions above them.
#ifndef KAURI_WAURIE_SOLVER_SOLVE_TABLES_H
#define KAURI_WAURIE_SOLVER_SOLVE_TABLES_H

#include "common/progress.h"
#include "common/status.h"
#include "waurie/answer.h"

// A layer that was solved and written.
struct waurie_solved {
    unsigned seeds;
    uint64_t positions; // with both rows not empty
    uint64_t speed;     // of them a second
    bool by_blocks;     // waurie/solver/solve_layer.h
    double solve_seconds;
    double write_seconds;
    double read_seconds; // of solve_seconds, by blocks: reading lower blocks
    uint64_t read_bytes; // of them, decoded
    uint64_t held;       // bytes held for the layer: bits, lower blocks and scratch memory
};

struct waurie_solve_request {
    const char *folder; // exists
    struct waurie_rules rules;
    unsigned pits;
    unsigned seeds_most;
    unsigned threads;
    uint64_t memory; // in bytes; never exceeded
    bool *exceeds;   // set to true if a layer takes more; may be NULL
    bool portable;   // do without the instructions that not every processor has
    const struct kauri_progress *progress; // may be NULL
    // Called after each layer; may be NULL.
    void (*solved)(void *context, const struct waurie_solved *solved);
    void *context;
};

// Solves the layers 0 to request->seeds_most that the folder does not have, beginning with the
// first that is missing, so that a run that was stopped is continued with the layer at which it
// was. Holds the folder's lock (db/lock.h), and removes what a killed run left. A layer is solved
// in memory, with the layers below it, if they fit; otherwise by blocks, and with fewer threads if
// even that does not fit with all. Errors: KAURI_RESOURCE, and before any work on a layer that does
// not fit with one thread; KAURI_LOCKED; KAURI_CORRUPT if a lower layer is damaged;
// KAURI_INTERRUPTED.
enum kauri_status waurie_solve_tables(const struct waurie_solve_request *request,
                                      struct kauri_error *error);

// Finds out who wins a position that has a seed more than the tables: solves the pair of blocks
// that it is in by blocks (waurie/solver/solve_layer.h), and writes nothing. Neither row of the
// position may be empty. Only the folder, rules, threads, memory and progress of the request are
// used. *solved receives the number of positions in the pair. The moves are evaluated by the rules
// and looked up one by one; KAURI_WRONG if they contradict the pair. Other errors: KAURI_RESOURCE,
// KAURI_MISSING, KAURI_CORRUPT, KAURI_INTERRUPTED.
enum kauri_status waurie_solve_position(const struct waurie_solve_request *request,
                                        const struct waurie_position *position,
                                        struct waurie_answer *answer, uint64_t *solved,
                                        struct kauri_error *error);

// Bytes that a layer takes while it is solved in memory: its bits, those of the layers below that
// its moves lead to, and the scratch memory of the threads. Thread-safe.
uint64_t waurie_solve_memory(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                             unsigned threads);

// What a layer takes if it is solved by blocks, without the blocks of lower layers. Thread-safe.
uint64_t waurie_solve_memory_blocks(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                                    unsigned threads);

// The least memory with which waurie_solve_tables solves a layer. Thread-safe.
uint64_t waurie_solve_memory_least(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                                   unsigned threads);

#endif
