// How long play through the steps of a proof can last (docs/reference/PROOF.md, section 7).
//
// The prover plays the moves of the steps, and the opponent any moves. The steps are nodes of a
// graph, with an edge from each step to those that follow its moves. If the graph has no circle,
// play through it ends, whatever the opponent does.
#ifndef KAURI_VERIFY_PROOF_PLIES_H
#define KAURI_VERIFY_PROOF_PLIES_H

#include "common/loop.h"
#include "common/status.h"
#include "verify/proof.h"

#include <stdbool.h>
#include <stdint.h>

// Play can go round in a circle.
#define KAURI_PLIES_ENDLESS UINT32_MAX
// The number is not known, and may be endless. It is the greatest number but endless, so that the
// greatest of several numbers is right.
#define KAURI_PLIES_UNKNOWN (UINT32_MAX - 1)

// Where plies end to be counted.
enum kauri_plies_until {
    // Until a seed is captured, by either player.
    KAURI_PLIES_UNTIL_CAPTURE,
    // Until the number of seeds or a table makes the prover sure of the value, or the opponent has
    // no move and no seed is left.
    KAURI_PLIES_UNTIL_END,
};

// Sets plies[i] to the greatest number of plies that play from step i can take in a proof that was
// read and accepted, or to KAURI_PLIES_ENDLESS. The ply that captures counts, and so does the one
// after which no step follows. `plies` has room for one number for each step.
//
// `cited` has one number for each citation, in their order: the plies that play takes from there.
// If it is NULL, they are 0.
//
// Takes time proportional to the steps and their moves, and besides `plies` 12 bytes for each step
// of the longest play. KAURI_WRONG: the proof does not say what follows a move. KAURI_RESOURCE.
// KAURI_INTERRUPTED: by the task, which may be NULL, and receives no progress.
enum kauri_status kauri_proof_plies(const struct kauri_proof *proof, enum kauri_plies_until until,
                                    const uint32_t *cited, uint32_t *plies, struct kauri_task *task,
                                    struct kauri_error *error);

// The longest plays from the root of a proof. A zeroed struct says nothing, as if no plays had been
// counted; kauri_proof_plays_clear accepts it.
struct kauri_proof_plays {
    bool counted;
    // Plies of the longest play that ends in this proof, or KAURI_PLIES_ENDLESS.
    uint32_t end;
    // For each citation, the plies of the longest play that gets there, or KAURI_PLIES_NEVER; NULL
    // if play is endless.
    uint32_t *cited;
};

// No play gets there.
#define KAURI_PLIES_NEVER UINT32_MAX

// Counts the plies from the root, for both bounds, in a proof that was read and accepted: until the
// end as above, or until a citation. With the plays of the proofs that it cites, whether they are
// counted before or after, that gives the plies of the proof (verify/proof_folder.h).
//
// Takes the time of two calls of kauri_proof_plies, 8 bytes for each step, and 12 for each step of
// the longest play. Errors as above. The task goes on from KAURI_PROOF_PLAYS_SHARE to its end.
#define KAURI_PROOF_PLAYS_SHARE 0.5
enum kauri_status kauri_proof_plays_count(const struct kauri_proof *proof,
                                          struct kauri_proof_plays *plays, struct kauri_task *task,
                                          struct kauri_error *error);
void kauri_proof_plays_clear(struct kauri_proof_plays *plays);

// The sum of two numbers of plies. If one is endless or unknown, so is the sum.
uint32_t kauri_plies_add(uint32_t one, uint32_t other);

#endif
