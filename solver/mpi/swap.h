// A swap of messages by MPI (solver/team.h); only for this folder.
//
// Everyone says how much it sends to everyone, and begins to send it at once. Receivers learn the
// sizes when they finish, and the bytes then go directly to their place.
#ifndef KAURI_SOLVER_MPI_SWAP_H
#define KAURI_SOLVER_MPI_SWAP_H

#include "solver/mpi/connection.h"
#include "solver/team.h"

#include <stddef.h>

// Pieces on their way.
struct kauri_swap_requests {
    MPI_Request *requests;
    MPI_Status *statuses;
    size_t count;
    size_t room; // of both
};

enum { KAURI_SWAP_TOLD_MAX = 2 };

struct kauri_swap {
    const struct kauri_connection *connection;
    uint64_t piece; // most bytes that are sent at once
    uint8_t *inbox;
    uint64_t inbox_room;
    const struct kauri_message *messages;  // of the swap that has begun
    uint64_t *sizes[2];                    // to and from each rank
    MPI_Request told[KAURI_SWAP_TOLD_MAX]; // the numbers, if any, and the sizes
    unsigned told_count;
    struct kauri_swap_requests sending;
    struct kauri_swap_requests receiving;
    // The numbers of the messages, sorted by receiver: those for a rank are
    // order[first[rank]] .. order[first[rank + 1] - 1].
    unsigned *first;
    unsigned *order;
    // The messages of one piece: their lengths and addresses.
    int *lengths;
    MPI_Aint *addresses;
    size_t part_room; // of these two and of `order`
};

// Every failure ends the run. `connection` must outlive *swap.
void kauri_swap_init(struct kauri_swap *swap, const struct kauri_connection *connection,
                     uint64_t piece);
// Accepts a zeroed struct.
void kauri_swap_clear(struct kauri_swap *swap);

// `begin` and `finish` of a team.
void kauri_swap_begin(struct kauri_swap *swap, const struct kauri_message *messages,
                      unsigned message_count, uint64_t *numbers, unsigned number_count);
void kauri_swap_finish(struct kauri_swap *swap, struct kauri_message *received);

#endif
