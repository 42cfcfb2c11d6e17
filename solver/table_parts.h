// The table of a layer, written by all ranks of a team into one file.
//
// Each rank compresses pages of its own blocks. A group of pages is put together by the rank that
// has its first page; the others send theirs, already compressed. After a batch of blocks, all
// ranks learn the sizes of the groups that are complete, and so where each group belongs; each rank
// writes its groups there. Rank 0 notes where they are, and ends the file. For file systems where
// two machines must not write to one file, rank 0 collects all groups instead.
//
// Nothing is kept for longer than a batch, except for the directory on rank 0.
#ifndef KAURI_SOLVER_TABLE_PARTS_H
#define KAURI_SOLVER_TABLE_PARTS_H

#include "common/loop.h"
#include "db/table.h"
#include "solver/outbox.h"
#include "solver/storage/workplace.h"
#include "solver/store_columns.h"

#include <stdint.h>

struct kauri_table_parts;

// Stored blocks in a unit: those of a run of the digest, which has whole pages
// (solver/store_columns.h).
uint64_t kauri_table_unit(const struct kauri_table_info *info, const struct kauri_layer *layer);

// Begins the table of place->table on all ranks. With `one`, rank 0 alone writes, and the others do
// not open the file. `status` and the message in *error tell whether this rank has succeeded so
// far; all ranks return the same status. Collective. The caller frees *parts. KAURI_RESOURCE.
enum kauri_status kauri_table_parts_new(const struct kauri_share *share,
                                        const struct kauri_workplace *place,
                                        const struct kauri_table_info *info, int level,
                                        unsigned threads, bool one, enum kauri_status status,
                                        struct kauri_table_parts **parts,
                                        struct kauri_error *error);

// Adds a batch, which begins where the last one ended. columns[c] holds the share's blocks of the
// batch if a unit is one block, otherwise the blocks that this rank takes (kauri_store_collect).
// Collective; all ranks return the same status. KAURI_RESOURCE, KAURI_CORRUPT for a message that no
// rank sends, KAURI_INTERRUPTED.
enum kauri_status kauri_table_parts_add(struct kauri_table_parts *parts,
                                        const struct kauri_store_batch *batch,
                                        uint8_t *const columns[], struct kauri_pace *pace,
                                        struct kauri_error *error);

// Ends the table. *certificate is filled on rank 0. Collective; all ranks return the same status.
// KAURI_RESOURCE, KAURI_INTERNAL.
enum kauri_status kauri_table_parts_commit(struct kauri_table_parts *parts,
                                           const struct kauri_totals *totals,
                                           struct kauri_certificate *certificate,
                                           struct kauri_error *error);

// What this rank sent.
struct kauri_sent kauri_table_parts_sent(const struct kauri_table_parts *parts);

// Accepts NULL. Without a commit, no table is left.
void kauri_table_parts_free(struct kauri_table_parts *parts);

#endif
