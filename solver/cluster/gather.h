// Brings the columns of stored blocks from the ranks of a team to rank 0, which writes the table.
//
// Each rank compresses the pages of its own blocks, which is most of the work, and rank 0 puts them
// into the file in their order. On small boards a page holds several blocks, which may belong to
// different ranks: there the ranks send the columns as they are, and rank 0 compresses them.
//
// Whatever the number of ranks, rank 0 receives only as much at a time as one rank replays at a
// time: the batch of all ranks is sent in as many steps as there are ranks.
#ifndef KAURI_SOLVER_CLUSTER_GATHER_H
#define KAURI_SOLVER_CLUSTER_GATHER_H

#include "common/loop.h"
#include "db/writer.h"
#include "solver/team.h"

#include <stdint.h>

struct kauri_gather;

// Prepares gathering for workers 0 .. threads - 1 of a rank, and batches with at most `maximum`
// blocks of this rank. *info describes the table and must outlive *gather, as the part must.
// `writer` is that of the table on rank 0, and NULL on the others. The caller frees *gather.
// KAURI_RESOURCE.
enum kauri_status kauri_gather_new(const struct kauri_part *part,
                                   const struct kauri_table_info *info, int level, unsigned threads,
                                   uint64_t maximum, struct kauri_writer *writer,
                                   struct kauri_gather **gather, struct kauri_error *error);
// Accepts NULL.
void kauri_gather_free(struct kauri_gather *gather);

// Appends a batch, which begins where the last one ended, to the table. Collective: all ranks
// return the same status. KAURI_RESOURCE, KAURI_CORRUPT for a message that no rank sends,
// KAURI_INTERRUPTED.
enum kauri_status kauri_gather_batch(struct kauri_gather *gather,
                                     const struct kauri_table_batch *batch, struct kauri_pace *pace,
                                     struct kauri_error *error);

// Gives the writer the counts of all ranks after the last batch, so that the table can be
// committed. Collective. Fails only if the connection does.
enum kauri_status kauri_gather_end(struct kauri_gather *gather, struct kauri_error *error);

#endif
