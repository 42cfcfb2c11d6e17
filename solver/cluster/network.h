// The network between the ranks of a cluster: a team (solver/team.h) that can also exchange
// messages. A program implements it with MPI (solver/cluster/mpi/), and a test with threads and
// memory.
#ifndef KAURI_SOLVER_CLUSTER_NETWORK_H
#define KAURI_SOLVER_CLUSTER_NETWORK_H

#include "solver/team.h"

#include <stdint.h>

// Bytes on their way to a rank, or from one.
struct kauri_message {
    unsigned rank;
    const void *bytes; // may be NULL if size is 0
    uint64_t size;     // any size: the network splits messages that are too large for it
};

// The rules for the functions of struct kauri_team hold for `begin` and `finish` as well, and their
// context is that of the team.
struct kauri_network {
    struct kauri_team team; // comes first: kauri_network_of relies on it
    // Begins an *exchange* of messages, all-to-all: starts to send `message_count` messages, to any
    // ranks, this one included, in ascending order of these ranks; and to add up `number_count`
    // numbers (at most KAURI_TEAM_NUMBERS_MAX) over all ranks, modulo 2^64. Does not wait for the
    // other ranks. Until `finish`, the messages and their bytes must stay as they are, `numbers`
    // must not be used, and no other function of the network may be called.
    enum kauri_status (*begin)(void *context, const struct kauri_message *messages,
                               unsigned message_count, uint64_t *numbers, unsigned number_count,
                               struct kauri_error *error);
    // Waits until the exchange is done. The numbers are the sums. received[i], for each rank i,
    // becomes the messages that rank i sent to this rank, one directly after the other, in their
    // order. They belong to the network, are aligned to 8 bytes and stay until its next `finish`.
    enum kauri_status (*finish)(void *context, struct kauri_message *received,
                                struct kauri_error *error);
};

// Returns the network that a team belongs to.
static inline const struct kauri_network *kauri_network_of(const struct kauri_team *team)
{
    return (const struct kauri_network *)team;
}

#endif
