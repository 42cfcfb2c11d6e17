// The history of a layer: who was decided when, as it happened.
//
// A position is decided once, so the lists of all rounds, kept one after the other, are the whole
// result: about 1.2 bytes a position, written in order and read once at the end (solver/store.h).
// Each block's records gather in a buffer of its own and go to a spool when that is full; a chunk
// names the one before it, so that a block is read backwards, which does no harm.
//
// A *step* is a round with a sign: its positions all get the same r and dtc. Steps are numbered
// from 1; 0 stands for positions that are never decided.
#ifndef KAURI_SOLVER_STORAGE_HISTORY_H
#define KAURI_SOLVER_STORAGE_HISTORY_H

#include "solver/storage/spool.h"

#include <stdint.h>

struct kauri_step {
    int16_t r;
    uint16_t dtc; // plies
};

// One block's tail.
struct kauri_tail {
    uint8_t *bytes;
    uint32_t used;
    uint32_t room;
    struct kauri_chunk last; // in the spool
};

struct kauri_history {
    struct kauri_spool *spool; // owned
    struct kauri_tail *tails;  // by block
    uint64_t block_count;
    struct kauri_step *steps; // [0] is r = 0
    uint32_t step_count;
    uint32_t step_room;
};

// A history whose spool keeps `memory` bytes in memory. KAURI_RESOURCE.
enum kauri_status kauri_history_new(struct kauri_history *history, uint64_t block_count,
                                    const struct kauri_workplace *place, unsigned threads,
                                    uint64_t memory, struct kauri_error *error);
// Safe on a zeroed one.
void kauri_history_clear(struct kauri_history *history);

// A new step. KAURI_RESOURCE.
enum kauri_status kauri_history_step(struct kauri_history *history, int r, unsigned dtc,
                                     uint32_t *step, struct kauri_error *error);

// Adds a record of words (solver/kernels/kernel.h) of a block. Different blocks may be added to at
// once. KAURI_RESOURCE.
enum kauri_status kauri_history_add(struct kauri_history *history, unsigned worker, uint64_t block,
                                    uint32_t step, const uint8_t *record, uint32_t bytes,
                                    struct kauri_error *error);

// Takes up a block's tail of `used` bytes from a checkpoint, once the spool is restored; the caller
// fills *bytes. KAURI_CORRUPT for numbers that no tail has, KAURI_RESOURCE.
enum kauri_status kauri_history_restore(struct kauri_history *history, uint64_t block,
                                        struct kauri_chunk last, uint32_t used, uint8_t **bytes,
                                        struct kauri_error *error);

// Goes through the records of a block, in no particular order.
struct kauri_history_reader {
    const struct kauri_history *history;
    const uint8_t *at;
    const uint8_t *end;
    struct kauri_chunk next;
    uint64_t left; // bytes of chunks that there can still be
};

void kauri_history_begin(const struct kauri_history *history, uint64_t block,
                         struct kauri_history_reader *reader);
// The next record; *record is NULL after the last. It stays where it is until the next call.
// KAURI_RESOURCE, KAURI_CORRUPT.
enum kauri_status kauri_history_next(struct kauri_history_reader *reader,
                                     struct kauri_spool_buffer *buffer, uint32_t *step,
                                     const uint8_t **record, const uint8_t **end,
                                     struct kauri_error *error);

// Bytes of the tails and the steps (not of the spool).
uint64_t kauri_history_memory(const struct kauri_history *history);
// Most bytes that kauri_history_memory comes to for so many blocks.
uint64_t kauri_history_memory_most(uint64_t block_count);

#endif
