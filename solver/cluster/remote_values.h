// The values of lower blocks, from the ranks of a team that decode them.
//
// The captures of a block lead to many blocks of lower layers: 18.5 on average in layer 7. If each
// rank decoded those of its blocks, 64 ranks together would read and decode the lower tables many
// times (docs/reference/SCALING.md); sending whole blocks would cost as much. But most captures
// lead to only a few positions of a block. So the lower blocks are dealt to the ranks, and each is
// decoded once, by its rank. The other ranks request the values of capture groups
// (solver/cluster/capture_groups.h) and get a byte for each move that captures, compressed.
//
// The replies stay compressed in a spool until their block is solved.
#ifndef KAURI_SOLVER_CLUSTER_REMOTE_VALUES_H
#define KAURI_SOLVER_CLUSTER_REMOTE_VALUES_H

#include "solver/team.h"

#include <stdint.h>

struct kauri_remote_values;

// Requests from the other ranks all values to which the captures of the part's blocks lead, and
// serves their requests. The part, the source and what that contains must outlive *remote. `status`
// tells whether this rank has succeeded so far. Collective: all ranks return the same status. The
// caller frees *remote. KAURI_RESOURCE; KAURI_CORRUPT for a damaged table of a lower layer or a
// malformed message; KAURI_INTERRUPTED.
enum kauri_status kauri_remote_values_new(const struct kauri_part *part,
                                          const struct kauri_values_source *source,
                                          struct kauri_pace *pace, enum kauri_status status,
                                          struct kauri_remote_values **remote,
                                          struct kauri_error *error);
// Accepts NULL.
void kauri_remote_values_free(struct kauri_remote_values *remote);

// The requests and replies that this rank has sent.
struct kauri_sent kauri_remote_values_sent(const struct kauri_remote_values *remote);
// The greatest number of bytes held until all requests had been served. It leaves out the list of
// requests that this rank served, which is part of the message memory (solver/part.h).
uint64_t kauri_remote_values_memory(const struct kauri_remote_values *remote);

// Loads the values for the block in a slot, whose captures have these outcomes.
// values[h][k][class] is filled in for classes that are not quiet. It is a handle of a capture
// group's values for kauri_remote_values_row and must not be dereferenced. Valid until the worker
// loads another block. Thread-safe for different workers. KAURI_RESOURCE, KAURI_CORRUPT.
enum kauri_status kauri_remote_values_load(struct kauri_remote_values *remote, unsigned worker,
                                           uint64_t slot, const struct kauri_outcomes *outcomes,
                                           kauri_capture_values values, struct kauri_error *error);

// Returns a copy of the runs of one move against the rows with equally many cowries, with the
// values of the next mover's row: to be called for all mover's rows in order. The values are those
// of place 0. The copy is valid until the worker's next call.
const struct kauri_capture_run *kauri_remote_values_row(struct kauri_remote_values *remote,
                                                        unsigned worker,
                                                        const struct kauri_capture_run *runs,
                                                        uint32_t count);

#endif
