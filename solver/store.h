// Writes a solved layer as a table: the history of each stored block becomes its columns r and dtc.
// The team writes these (struct kauri_teamwork in solver/team.h); a process that works alone does
// so by db/writer.h (solver/team_of_one.c).
#ifndef KAURI_SOLVER_STORE_H
#define KAURI_SOLVER_STORE_H

#include "common/loop.h"
#include "db/table.h"
#include "solver/retrograde.h"
#include "solver/storage/workplace.h"

#include <stdint.h>

// Seconds of wall clock.
struct kauri_store_seconds {
    double replay;   // making columns from the history
    double compress; // compressing and writing the columns
};

// Bytes of memory that kauri_store_layer takes in addition to the history if r and dtc take one
// byte each. On tiny boards they may take two, but there are few of them.
uint64_t kauri_store_memory(const struct kauri_layer *layer, unsigned threads);

// Replays the blocks of the part in parallel, a batch at a time, and writes the table, compressed
// at `level` of zstd. The times are added to *seconds; *certificate is filled
// as by kauri_writer_commit, in the process that writes the table. Collective: all ranks return the
// same status. On failure no table is left behind: KAURI_RESOURCE, KAURI_CORRUPT (a work file was
// altered), KAURI_INTERRUPTED, KAURI_INTERNAL.
enum kauri_status kauri_store_layer(const struct kauri_retrograde *solved, struct kauri_part *part,
                                    int level, const struct kauri_workplace *place,
                                    struct kauri_pace *pace, struct kauri_store_seconds *seconds,
                                    struct kauri_certificate *certificate,
                                    struct kauri_error *error);

#endif
