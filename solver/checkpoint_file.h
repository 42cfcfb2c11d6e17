// The layout of a checkpoint file, for solver/checkpoint.c, which writes it, and
// solver/checkpoint_load.c, which reads it.
//
// In this order: head; place; numbers of decided positions by value; slabs of captures and of the
// history; chunks of captures by block and value; steps; tails by stored block, each followed by
// its bytes; lists by sign and block, each followed by its bytes; planes by block, each as the
// number of bytes (uint32_t) and a record of the words that are not zero, or the words themselves
// if that is not longer; digest of everything before it. Once all rounds are done only the history
// is needed: slabs and chunks of captures, lists and planes are left out.
#ifndef KAURI_SOLVER_CHECKPOINT_FILE_H
#define KAURI_SOLVER_CHECKPOINT_FILE_H

#include "indexer/layer.h"
#include "solver/storage/frontier.h"
#include "solver/storage/history.h"
#include "solver/storage/spool.h"
#include "solver/storage/workplace.h"

#include <stdint.h>

// Version of this layout. The version of the records and lists inside is KAURI_SOLVER_FORMAT.
enum { KAURI_CHECKPOINT_FORMAT = 6 };

// The beginning of the file. Everything is in the byte order of the machine. A rank of a team
// stores what belongs to its part (solver/part.h): blocks are slots, and there are lists of blocks
// of other ranks, too.
struct kauri_checkpoint_head {
    char magic[8];
    uint32_t format;
    uint32_t head_bytes;
    char program[64];
    char rules[64];
    uint32_t holes, cowries, seeds;
    uint32_t solver_format;
    // Rank and number of ranks whose part of the layer this is; 0 and 0 without a team.
    uint32_t rank, ranks;
    uint64_t lower[KAURI_SEEDS_MAX];
};

// The round to continue with, which follows the head.
struct kauri_checkpoint_place {
    int32_t value;
    uint32_t distance;
    uint64_t decided;
    uint64_t decided_stored;
    uint32_t max_dtc;
    uint32_t rounds;
    uint32_t step_count;
    uint32_t capture_slabs;
    uint32_t history_slabs;
    uint32_t rounds_done; // 0 or 1
    uint64_t capture_moves;
    uint64_t capture_positions;
};

// The tail of a block as stored in the file, without its bytes.
struct kauri_checkpoint_tail {
    struct kauri_chunk last;
    uint32_t used;
    uint32_t reserved;
};

// Fills in the head of a checkpoint that a run in this place makes, which is also the only one that
// it accepts. `lower` are the digests of the tables of layers 0 .. seeds - 1.
void kauri_checkpoint_head_fill(const struct kauri_layer *layer,
                                const struct kauri_workplace *place, const uint64_t *lower,
                                struct kauri_checkpoint_head *head);

#endif
