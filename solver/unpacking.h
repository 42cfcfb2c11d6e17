// Takes the messages of a round (solver/exchange.h) into lists of positions.
#ifndef KAURI_SOLVER_UNPACKING_H
#define KAURI_SOLVER_UNPACKING_H

#include "common/loop.h"
#include "solver/outbox.h"
#include "solver/share.h"
#include "solver/storage/frontier.h"

#include <stdint.h>

// The form of the messages: parcels of items.

enum { KAURI_PARCEL_BYTES = 64 << 10 }; // a parcel that is longer gets no more items

// The beginning of a parcel.
struct kauri_parcel_head {
    uint32_t bytes; // of its items
    uint32_t reserved;
};

// The beginning of an item, which is followed by a record.
struct kauri_item_head {
    uint32_t number; // of the block
    uint32_t size;   // of the record, and the sign in the highest bit
};
#define KAURI_ITEM_WON 0x80000000U

struct kauri_unpacking;

// For workers 0 .. threads - 1. The arguments, of which `share` is connected, must outlive it.
// KAURI_RESOURCE.
enum kauri_status kauri_unpacking_new(const struct kauri_share *share,
                                      const struct kauri_geometry *geometry,
                                      const struct kauri_kernel *kernel, unsigned threads,
                                      struct kauri_unpacking **unpacking,
                                      struct kauri_error *error);
// Accepts NULL.
void kauri_unpacking_free(struct kauri_unpacking *unpacking);

// Puts what the messages contain, one from each rank, into the lists of blocks of other ranks,
// which must be empty. KAURI_RESOURCE, KAURI_CORRUPT for a message that no rank sends,
// KAURI_INTERRUPTED.
enum kauri_status kauri_unpacking_run(struct kauri_unpacking *unpacking,
                                      const struct kauri_message *received,
                                      struct kauri_frontier *into, struct kauri_pace *pace,
                                      struct kauri_error *error);

// Seconds of processor time so far, summed over the threads.
double kauri_unpacking_seconds(const struct kauri_unpacking *unpacking);
// Bytes of memory held.
uint64_t kauri_unpacking_memory(const struct kauri_unpacking *unpacking);

#endif
