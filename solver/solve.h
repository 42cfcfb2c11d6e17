// Solves a layer: exact r and dtc of all its positions, written as a table.
//
// A layer consists of *blocks*, one for each way to put the seeds into the holes; a block contains
// a position for each way to put the cowries. A quiet move leads to a block of the same layer, the
// same one whatever the cowries; a capture leads to a lower layer, whose table is there. Four
// phases follow one another (kauri_solve_layer in solve.c):
//
// 1. The tables by which moves are made and taken back for 64 positions at a time
//    (solver/kernels/geometry.h, solver/block.h), and a plan for the memory
//    (solver/memory_plan.h).
// 2. Two passes over all positions. The first finds what the best capture of each is worth, from
//    the values of lower layers (solver/captures.h); these are closed then. The second counts the
//    open moves of each (solver/open_moves.h). A run that continues from a checkpoint loads both.
// 3. The rounds of retrograde analysis (solver/retrograde.h, solver/round.h). Each decides the
//    positions of one r and dtc, and appends them to the history (solver/storage/history.h).
// 4. The history is replayed, block by block, into the columns of the table (solver/store.h), which
//    db/writer.h compresses and writes. The table holds about half of the blocks; the values of the
//    others follow from these (docs/guide/RULES.md, "Half of a layer follows from the other half").
//
// Every phase is a loop over blocks in which one thread works on a block, so that threads need no
// locks, and the table does not depend on their number. The ranks of a team divide the blocks
// (solver/part.h, solver/team.h). Whatever does not fit into the memory goes to work files
// (solver/storage/).
#ifndef KAURI_SOLVER_SOLVE_H
#define KAURI_SOLVER_SOLVE_H

#include "common/progress.h"
#include "common/status.h"
#include "db/table.h"
#include "indexer/layer.h"
#include "solver/kernels/kernel.h"
#include "solver/team.h"

#include <stdbool.h>

struct kauri_solve_options {
    unsigned threads;                      // at least 1; the result does not depend on it
    int level;                             // level of zstd, 1..19
    const struct kauri_progress *progress; // may be NULL
    // Bytes that the process may have resident, including tables that it reads; 0: nine
    // tenths of the free memory. If the layer needs more, the rest goes to work files.
    uint64_t memory;
    // Seconds from one checkpoint to the next; 0: none are made. If there is a checkpoint when the
    // layer begins, the run always continues from it.
    double checkpoint_seconds;
    // Folder of work files and checkpoints; NULL: the folder of the tables. A run goes on only from
    // a checkpoint in this folder.
    const char *work;
    // Instructions for the inner loops; the result does not depend on them.
    enum kauri_kernel_choice kernel;
    // The processes that solve the layer together; NULL: this one does it alone. Every rank calls
    // kauri_solve_layer with the same folder, layer and options, but with its own rank, and may
    // have its own `threads`, `memory`, `work` and `progress`. The folder must be the same one for
    // all; rank 0 writes the table, which has the same bytes as that of one process.
    const struct kauri_team *team;
};

// Wall-clock seconds of each phase.
struct kauri_solve_phases {
    double tables;   // half-board tables and masks
    double captures; // the passes before the rounds: captures, then open moves
    double rounds;   // the retrograde rounds
    double write;    // everything after the rounds, including the next two
    double replay;   // making columns from the history
    double compress; // compressing and writing the columns
    // In the rounds, summed over the threads; the rest of their time they wait for one another.
    double expanding; // going back over moves, and updating open moves
    double gathering; // putting decided positions into lists and the history
};

// Figures of a solved layer; in a team, those of this rank, except for positions, max_dtc and
// rounds, and certificate and file_bytes, which only rank 0 has.
struct kauri_solve_result {
    uint64_t positions;
    uint32_t max_dtc;                     // greatest dtc in plies; 0 if every position has r = 0
    double seconds;                       // wall-clock time for solving and writing
    uint64_t memory;                      // greatest number of bytes held at a time
    uint64_t file_bytes;                  // size of the table
    struct kauri_certificate certificate; // counts per r; free with kauri_solve_result_clear
    struct kauri_solve_phases phases;
    uint32_t rounds;           // rounds of all values
    uint64_t loops;            // loops over blocks, in all phases
    uint64_t shared_loops;     // loops over blocks that were offered to all threads
    uint64_t capture_moves;    // moves that capture
    uint64_t capture_bytes;    // records of best captures
    uint64_t history_bytes;    // the history, before it became columns
    bool resumed;              // the run continued from a checkpoint
    double checkpoint_seconds; // time spent making checkpoints
    const char *kernel;        // name of the kernel, static storage
};

// Solves the layer with `seeds` seeds from the lower layers in `folder`, all of which must be there
// (KAURI_MISSING names the first that is not), and writes its table to `folder`.
// KAURI_INTERRUPTED when options->progress says so; KAURI_RESOURCE when options->memory is too
// little, before anything is done; KAURI_CORRUPT for damaged tables, or a checkpoint that is
// damaged or of another run.
//
// No table is changed on failure. While it works, there are work files ("<table>.work-...") and a
// checkpoint ("<table>.checkpoint") in the work folder. On failure they stay when there is a
// checkpoint, and the next call goes on from it to the same table. Without one they are removed: at
// once, or after KAURI_INTERRUPTED by the next call, since that takes seconds. The next call also
// removes what a killed run left, in both folders, of this layer and of lower ones. The caller sees
// to it that no other run works in the folders (db/lock.h).
enum kauri_status kauri_solve_layer(const char *folder, struct kauri_shape shape, unsigned seeds,
                                    const struct kauri_solve_options *options,
                                    struct kauri_solve_result *result, struct kauri_error *error);

// Removes the work files, the checkpoint and the unfinished files of a layer that a killed run left
// in a folder. The table itself stays. As above, no other run may be at work.
void kauri_solve_clean(const char *folder, struct kauri_shape shape, unsigned seeds);

// Frees what *result owns. Accepts a zeroed struct.
void kauri_solve_result_clear(struct kauri_solve_result *result);

#endif
