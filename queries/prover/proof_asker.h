// Asks the prover again for what its memory has lost of a proof, within the limits of the walk
// through that proof (queries/prover/proof_walk.h).
//
// One thread at a time, and no other question to the prover at the same time.
#ifndef KAURI_QUERIES_PROVER_PROOF_ASKER_H
#define KAURI_QUERIES_PROVER_PROOF_ASKER_H

#include "common/progress.h"
#include "common/status.h"
#include "queries/prover/proof_statement.h"
#include "queries/prover/prover.h"

#include <stdbool.h>
#include <stdint.h>

struct kauri_walk_limits {
    double seconds; // of elapsed time
    uint64_t nodes; // positions that the prover expands for what is missing; 0: no limit
    // Positions that the walk may visit; 0: no limit. They take at most 120 bytes each, besides the
    // memory of the prover.
    uint32_t steps;
    // NULL, or becomes true if the walk fails because it visits more positions, or because too much
    // of the proof was overwritten.
    bool *too_large;
    // NULL, or called now and then, with stage "proof", `done` the steps so far and `round` the
    // statements that were searched again.
    const struct kauri_progress *progress;
};

struct kauri_proof_asker {
    struct kauri_prover *prover;
    struct kauri_walk_limits limits;
    double started;                 // kauri_clock_seconds
    struct kauri_progress progress; // of the questions
    uint32_t steps;                 // proven so far
    uint64_t polls;
    uint64_t searched; // positions expanded
    uint64_t asked;    // statements
};

// Begins; the time of the limits runs from now on. The asker must stay where it is.
void kauri_proof_asker_begin(struct kauri_proof_asker *asker, struct kauri_prover *prover,
                             const struct kauri_walk_limits *limits);

// Looks at the limits and reports progress, in one of many calls. `steps`: proven so far.
// KAURI_RESOURCE: the time is over. KAURI_INTERRUPTED: cancelled.
enum kauri_status kauri_proof_asker_poll(struct kauri_proof_asker *asker, uint32_t steps,
                                         struct kauri_error *error);

// Has the prover prove a statement, which the rules alone do not. `again`: although its memory may
// say that it is true; *branch (may be NULL otherwise) then receives the number of the move that
// proves an own statement. KAURI_RESOURCE, KAURI_INTERRUPTED as above; KAURI_INTERNAL: the
// statement is false.
enum kauri_status kauri_proof_asker_ask(struct kauri_proof_asker *asker,
                                        const struct kauri_statement *statement, bool again,
                                        uint32_t steps, unsigned *branch,
                                        struct kauri_error *error);

#endif
