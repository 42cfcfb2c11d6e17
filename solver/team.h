// A team: the processes that solve a layer together, each of them a *rank*.
//
// The solver is independent of any network. It communicates only through the four functions of this
// struct, which a program implements with MPI, and a test with threads and memory. A process that
// solves a layer alone is the only rank of its team (kauri_team_alone).
//
// All functions are *collective*: every rank calls the same functions in the same order, from one
// thread at a time. Except for `begin`, each call returns when the rank has what it needs from the
// others. A rank that has to stop early must inform the others first, with kauri_team_status or the
// numbers of an exchange; otherwise they would wait for it forever.
//
// All ranks run the same program on machines of the same kind, so numbers and structs are sent in
// their memory representation.
#ifndef KAURI_SOLVER_TEAM_H
#define KAURI_SOLVER_TEAM_H

#include "common/status.h"

#include <stdbool.h>
#include <stdint.h>

// Numbers that are added up at once.
enum { KAURI_TEAM_NUMBERS_MAX = 15 };

// Bytes on their way to a rank, or from one.
struct kauri_message {
    unsigned rank;
    const void *bytes; // may be NULL if size is 0
    uint64_t size;     // any size: the team splits messages that are too large for its network
};

// The caller of the solver owns the struct. Its functions return KAURI_OK, or a failure of the
// connection itself; after that no rank can continue, and no function of the team may be called
// again.
struct kauri_team {
    unsigned rank;  // of this process, below `ranks`
    unsigned ranks; // at least 1
    void *context;  // for the functions
    // Begins an *exchange* of messages, all-to-all: starts to send `message_count` messages, to any
    // ranks, this one included, in ascending order of these ranks; and to add up `number_count`
    // numbers (at most KAURI_TEAM_NUMBERS_MAX) over all ranks, modulo 2^64. Does not wait for the
    // other ranks. Until `finish`, the messages and their bytes must stay as they are, `numbers`
    // must not be used, and no other function of the team may be called.
    enum kauri_status (*begin)(void *context, const struct kauri_message *messages,
                               unsigned message_count, uint64_t *numbers, unsigned number_count,
                               struct kauri_error *error);
    // Waits until the exchange is done. The numbers are the sums. received[i], for each rank i,
    // becomes the messages that rank i sent to this rank, one directly after the other, in their
    // order. They belong to the team, are aligned to 8 bytes and stay until its next `finish`.
    enum kauri_status (*finish)(void *context, struct kauri_message *received,
                                struct kauri_error *error);
    // Replaces each of the `count` numbers by the sum over all ranks, modulo 2^64.
    enum kauri_status (*sum)(void *context, uint64_t *numbers, unsigned count,
                             struct kauri_error *error);
    // Replaces each of the numbers by the greatest one over all ranks.
    enum kauri_status (*greatest)(void *context, uint64_t *numbers, unsigned count,
                                  struct kauri_error *error);
};

// The team of a process that works alone: one rank, whose sums are its own numbers, and which has
// no one to exchange messages with: `begin` and `finish` are NULL. Static storage.
const struct kauri_team *kauri_team_alone(void);

// Begins an exchange and waits for its end. Collective. Fails only if the connection does.
enum kauri_status kauri_team_all_to_all(const struct kauri_team *team,
                                        const struct kauri_message *messages, unsigned count,
                                        struct kauri_message *received, struct kauri_error *error);

// Informs all ranks whether each of them has succeeded so far (an all-reduce of the status):
// `status` and the message in *error are those of this rank. Returns KAURI_OK if all ranks passed
// KAURI_OK. Otherwise all ranks return the same failure with the same message: that of the lowest
// rank with a failure other than KAURI_INTERRUPTED, if there is one. Collective.
enum kauri_status kauri_team_status(const struct kauri_team *team, enum kauri_status status,
                                    struct kauri_error *error);

// The same, and replaces each of the `count` numbers (at most KAURI_TEAM_NUMBERS_MAX) by the sum
// over all ranks. Takes a single exchange if no rank fails. Collective.
enum kauri_status kauri_team_sum(const struct kauri_team *team, uint64_t *numbers, unsigned count,
                                 enum kauri_status status, struct kauri_error *error);

// Returns what kauri_team_status returns on all ranks if one of them has failed. To be called by
// all of them as soon as they know that. Collective.
enum kauri_status kauri_team_failure(const struct kauri_team *team, enum kauri_status status,
                                     struct kauri_error *error);

// Broadcasts `size` bytes from rank 0, the only one that need have filled them in, to all ranks.
// Collective.
enum kauri_status kauri_team_broadcast(const struct kauri_team *team, void *bytes, uint64_t size,
                                       struct kauri_error *error);

#endif
