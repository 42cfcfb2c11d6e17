#include "verify/proof_follow.h"

#include <stddef.h>

unsigned kauri_proof_step_moves(const struct kauri_proof_step *step,
                                const struct kauri_position *position, int holes[KAURI_HOLES_MAX])
{
    if (kauri_step_key_kind(step->key) == KAURI_STEP_OWN) {
        holes[0] = step->hole;
        return 1;
    }
    const struct kauri_moves moves = kauri_legal_moves(position);
    if (moves.count == 0) {
        holes[0] = KAURI_MOVE_PASS;
        return kauri_seeds(position) > 0 ? 1 : 0;
    }
    for (unsigned i = 0; i < moves.count; i++) {
        holes[i] = moves.hole[i];
    }
    return moves.count;
}

enum kauri_status kauri_proof_find_ground(const struct kauri_proof *proof,
                                          enum kauri_step_kind kind,
                                          struct kauri_proof_follower *follower,
                                          struct kauri_error *error)
{
    const unsigned seeds = kauri_seeds(&follower->position);
    follower->step = NULL;
    follower->cited = NULL;
    if (follower->value <= -(3 * (int)seeds + 1)) {
        follower->ground = KAURI_PROOF_GROUND_SEEDS;
        return KAURI_OK;
    }
    if (seeds < proof->tables) {
        follower->ground = KAURI_PROOF_GROUND_TABLE;
        return KAURI_OK;
    }
    const struct kauri_step_key key = kauri_step_key_of(&follower->position, kind);
    const struct kauri_cited_statement *cited = kauri_citations_find(&proof->citations, key);
    if (cited != NULL && cited->value >= follower->value) {
        follower->ground = KAURI_PROOF_GROUND_CITATION;
        follower->cited = cited;
        return KAURI_OK;
    }
    const struct kauri_proof_step *step = kauri_steps_find(&proof->steps, key);
    if (step != NULL && step->value >= follower->value) {
        follower->ground = KAURI_PROOF_GROUND_STEP;
        follower->step = step;
        return KAURI_OK;
    }
    return kauri_fail(error, KAURI_WRONG, "the proof does not say what follows a move");
}

enum kauri_status kauri_proof_follow(const struct kauri_proof *proof,
                                     const struct kauri_proof_step *step,
                                     const struct kauri_position *position, int hole,
                                     struct kauri_proof_follower *follower,
                                     struct kauri_error *error)
{
    const bool own = kauri_step_key_kind(step->key) == KAURI_STEP_OWN;
    follower->position = *position;
    follower->captured = kauri_play(&follower->position, hole);
    const int gain = 3 * ((int)follower->captured.own - (int)follower->captured.opponent);
    follower->value = own ? step->value - gain : step->value + gain;
    return kauri_proof_find_ground(proof, own ? KAURI_STEP_OPPONENT : KAURI_STEP_OWN, follower,
                                   error);
}
