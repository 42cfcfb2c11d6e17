// The messages of a round: each rank sends the positions that it decided to the ranks whose blocks
// have moves to them.
//
// It would be simplest to send whole lists. But moves from another rank's blocks reach only some of
// a block's positions; without the rest, records (solver/kernels/kernel.h) shrink to about a
// quarter of their bytes. The receiver turns the records into a list, which it then uses like one
// of its own.
//
// A message is a sequence of *parcels* of some tens of kilobytes, so that several threads can pack
// and unpack them; a parcel is a sequence of items, one for each block and sign.
#ifndef KAURI_SOLVER_EXCHANGE_H
#define KAURI_SOLVER_EXCHANGE_H

#include "solver/outbox.h"
#include "solver/pace.h"
#include "solver/share.h"
#include "solver/storage/frontier.h"

#include <stdint.h>

struct kauri_exchange;

// Figures of a layer, for one rank.
struct kauri_exchange_figures {
    struct kauri_sent sent;
    // Seconds of processor time, summed over the threads.
    double packing;
    double unpacking;
};

// Makes an exchange for workers 0 .. threads - 1. `share` must be connected (kauri_share_connect);
// it and the other arguments must outlive the exchange. *exchange is NULL without a team.
// KAURI_RESOURCE.
enum kauri_status kauri_exchange_new(const struct kauri_share *share,
                                     const struct kauri_geometry *geometry,
                                     const struct kauri_masks *masks,
                                     const struct kauri_kernel *kernel, unsigned threads,
                                     struct kauri_exchange **exchange, struct kauri_error *error);
// Accepts NULL.
void kauri_exchange_free(struct kauri_exchange *exchange);

// Packs the positions that the worker's last collect found in the own block of `slot`, for all
// ranks that have moves to them. Several workers may do so at once. Does nothing for NULL.
// KAURI_RESOURCE.
enum kauri_status kauri_exchange_pack(struct kauri_exchange *exchange, unsigned worker,
                                      uint64_t slot, enum kauri_sign sign,
                                      const struct kauri_work *work,
                                      const struct kauri_harvest *harvest,
                                      struct kauri_error *error);

// Sends the packed positions, and puts those that arrive into the lists of blocks of other ranks,
// which must be empty. Collective. A failure concerns this rank only, and the others do not know of
// it yet: KAURI_RESOURCE, KAURI_CORRUPT for a malformed message, KAURI_INTERRUPTED. Does nothing
// for NULL.
enum kauri_status kauri_exchange_run(struct kauri_exchange *exchange, struct kauri_frontier *into,
                                     struct kauri_pace *pace, struct kauri_error *error);

// Figures so far; zero for NULL. May be called between two rounds.
struct kauri_exchange_figures kauri_exchange_figures(const struct kauri_exchange *exchange);

// Bytes of memory held.
uint64_t kauri_exchange_memory(const struct kauri_exchange *exchange);

#endif
