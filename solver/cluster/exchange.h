// The messages of a round: each rank sends the positions that it decided to the ranks whose blocks
// have moves to them.
//
// It would be simplest to send whole lists. But moves from another rank's blocks reach only some of
// a block's positions; without the others, records (solver/kernels/kernel.h) shrink to about a
// quarter of their size. The receiver turns the records into a list, which it then uses like one of
// its own.
//
// A message is a sequence of *packets* of some tens of kilobytes, so that several threads can pack
// and unpack them; a packet is a sequence of items, one for each block and sign.
#ifndef KAURI_SOLVER_CLUSTER_EXCHANGE_H
#define KAURI_SOLVER_CLUSTER_EXCHANGE_H

#include "common/loop.h"
#include "solver/cluster/send_buffers.h"
#include "solver/cluster/share.h"

#include <stdint.h>

struct kauri_exchange;

// Makes an exchange for workers 0 .. threads - 1. The share must be connected; it and the part must
// outlive the exchange. KAURI_RESOURCE.
enum kauri_status kauri_exchange_new(const struct kauri_part *part, const struct kauri_share *share,
                                     unsigned threads, struct kauri_exchange **exchange,
                                     struct kauri_error *error);
// Accepts NULL.
void kauri_exchange_free(struct kauri_exchange *exchange);

// Packs the positions that the worker's last collect found in the block of `slot`, for all ranks
// that have moves to them. Several workers may do so at once. KAURI_RESOURCE.
enum kauri_status kauri_exchange_pack(struct kauri_exchange *exchange, unsigned worker,
                                      uint64_t slot, enum kauri_sign sign,
                                      const struct kauri_work *work,
                                      const struct kauri_collected *collected,
                                      struct kauri_error *error);

// Begins to send the packed positions, and to add up `count` numbers over all ranks. `status` tells
// whether this rank has succeeded so far. More positions can be packed at once, for the next call.
// Collective. Fails only if the connection does.
enum kauri_status kauri_exchange_begin(struct kauri_exchange *exchange, const uint64_t *numbers,
                                       unsigned count, enum kauri_status status,
                                       struct kauri_error *error);

// Waits for the end of what kauri_exchange_begin began. `numbers` receives the sums, unless it is
// NULL. Returns `status`, which must be that of kauri_exchange_begin, or, if some rank began with a
// failure, the same failure on all ranks. Collective.
enum kauri_status kauri_exchange_finish(struct kauri_exchange *exchange, uint64_t *numbers,
                                        enum kauri_status status, struct kauri_error *error);

// Puts the positions that have arrived into the lists of blocks of other ranks, which must be
// empty. A failure concerns this rank only, and the others do not know of it yet: KAURI_RESOURCE,
// KAURI_CORRUPT for a malformed message, KAURI_INTERRUPTED.
enum kauri_status kauri_exchange_unpack(struct kauri_exchange *exchange,
                                        struct kauri_frontier *into, struct kauri_pace *pace,
                                        struct kauri_error *error);

// Bytes of memory held. May be called between two rounds.
uint64_t kauri_exchange_memory(const struct kauri_exchange *exchange);

#endif
