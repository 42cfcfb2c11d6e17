// The history of a layer: which positions of its stored blocks (indexer/stored_blocks.h) each round
// decided. `block` is the number of a block among the stored ones everywhere in this file.
//
// The simplest way to keep the result is to store r and dtc for each position, which costs a random
// write per position. But a position is decided only once, so the lists of all rounds, one after
// the other, are the whole result. They take about 1.2 bytes per position that the table stores,
// are written in order, and are read once at the end (solver/store.h).
//
// Each block collects its records in its own buffer, the *tail*, which goes to a spool when it is
// full. A chunk of the spool refers to the previous chunk of its block, so the records of a block
// are read backwards; their order does not matter.
//
// A *step* is a round together with a sign: all its positions have the same r and dtc. Steps are
// numbered from 1; 0 stands for positions that are never decided.
#ifndef KAURI_SOLVER_STORAGE_HISTORY_H
#define KAURI_SOLVER_STORAGE_HISTORY_H

#include "solver/storage/spool.h"

#include <stdbool.h>
#include <stdint.h>

struct kauri_step {
    int16_t r;
    uint16_t dtc; // plies
};

// The tail of one block.
struct kauri_tail {
    uint8_t *bytes;
    uint32_t used;
    uint32_t capacity;
    struct kauri_chunk last; // the block's last chunk in the spool
};

struct kauri_history {
    struct kauri_spool *spool; // owned
    struct kauri_tail *tails;  // tail of each block
    uint64_t block_count;
    struct kauri_step *steps; // by number; [0] is r = 0
    uint32_t step_count;
    size_t step_room;
};

// Makes an empty history whose spool keeps `memory` bytes in memory. KAURI_RESOURCE.
enum kauri_status kauri_history_new(struct kauri_history *history, uint64_t block_count,
                                    const struct kauri_workplace *place, unsigned threads,
                                    uint64_t memory, struct kauri_error *error);
// Accepts a zeroed struct.
void kauri_history_clear(struct kauri_history *history);

// Adds a step; *step is its number. KAURI_RESOURCE.
enum kauri_status kauri_history_step(struct kauri_history *history, int r, unsigned dtc,
                                     uint32_t *step, struct kauri_error *error);

// Adds a record of words (solver/kernels/kernel.h) of a block. Several workers may do so at once
// for different blocks. KAURI_RESOURCE.
enum kauri_status kauri_history_add(struct kauri_history *history, unsigned worker, uint64_t block,
                                    uint32_t step, const uint8_t *record, uint32_t bytes,
                                    struct kauri_error *error);

// Restores the tail of a block from a checkpoint, after the spool: makes room for `used` bytes,
// which the caller writes to *bytes. KAURI_CORRUPT for numbers that no tail has, KAURI_RESOURCE.
enum kauri_status kauri_history_restore(struct kauri_history *history, uint64_t block,
                                        struct kauri_chunk last, uint32_t used, uint8_t **bytes,
                                        struct kauri_error *error);

// Reads the records of a block, in no particular order.
struct kauri_history_reader {
    const struct kauri_history *history;
    const uint8_t *at;
    const uint8_t *end;
    struct kauri_chunk next;
    uint64_t left; // bytes of chunks that can remain; stops at a cycle in the chain of chunks
};

// Begins to read a block.
void kauri_history_begin(const struct kauri_history *history, uint64_t block,
                         struct kauri_history_reader *reader);
// Finds the next record; *record is NULL after the last one. It is valid until the next call.
// KAURI_RESOURCE, KAURI_CORRUPT.
enum kauri_status kauri_history_next(struct kauri_history_reader *reader,
                                     struct kauri_spool_buffer *buffer, uint32_t *step,
                                     const uint8_t **record, const uint8_t **end,
                                     struct kauri_error *error);

// Bytes of the tails and the steps, without the spool.
uint64_t kauri_history_memory(const struct kauri_history *history);
// Returns the greatest possible result of kauri_history_memory for `block_count` blocks.
uint64_t kauri_history_memory_most(uint64_t block_count);

#endif
