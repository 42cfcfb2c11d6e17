// The form of the messages of solver/exchange.h: parcels of items.
#ifndef KAURI_SOLVER_PARCEL_H
#define KAURI_SOLVER_PARCEL_H

#include "solver/outbox.h"

#include <stdint.h>

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

#endif
