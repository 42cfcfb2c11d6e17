#include "verify/proof_place.h"

#include "common/memory.h"
#include "indexer/layer.h"

#include <stdlib.h>

static enum kauri_step_kind other_kind(enum kauri_step_kind kind)
{
    return kind == KAURI_STEP_OWN ? KAURI_STEP_OPPONENT : KAURI_STEP_OWN;
}

// ------------------------------------------------------------------------------------- counting

// The steps that were reached, in the order in which they were.
struct reached {
    const struct kauri_proof *proof;
    uint8_t *marks; // a bit for each step
    uint32_t *list;
    size_t count;
};

static void reach(struct reached *reached, const struct kauri_proof_step *step)
{
    const size_t number = (size_t)(step - reached->proof->steps.step);
    const uint8_t bit = (uint8_t)(1U << number % 8);
    if ((reached->marks[number / 8] & bit) == 0 && reached->count < KAURI_PROOF_COUNTED) {
        reached->marks[number / 8] |= bit;
        reached->list[reached->count++] = (uint32_t)number;
    }
}

// Counts the steps that play can reach from a step, with it, as far as KAURI_PROOF_COUNTED.
static enum kauri_status count_steps(const struct kauri_proof *proof,
                                     const struct kauri_proof_step *from, uint64_t *count,
                                     struct kauri_error *error)
{
    struct reached reached = {
        .proof = proof,
        .marks = calloc(proof->steps.count / 8 + 1, 1),
        .list = malloc(KAURI_PROOF_COUNTED * sizeof *reached.list),
    };
    if (reached.marks == NULL || reached.list == NULL) {
        free(reached.marks);
        free(reached.list);
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for counting steps");
    }
    reach(&reached, from);
    for (size_t i = 0; i < reached.count && reached.count < KAURI_PROOF_COUNTED; i++) {
        const struct kauri_proof_step *step = &proof->steps.step[reached.list[i]];
        const struct kauri_position position = kauri_step_key_position(step->key, proof->holes);
        int holes[KAURI_HOLES_MAX];
        const unsigned moves = kauri_proof_step_moves(step, &position, holes);
        for (unsigned k = 0; k < moves; k++) {
            struct kauri_position after = position;
            (void)kauri_play(&after, holes[k]);
            const struct kauri_step_key key =
                kauri_step_key_of(&after, other_kind(kauri_step_key_kind(step->key)));
            const struct kauri_proof_step *next = kauri_steps_find(&proof->steps, key);
            if (next != NULL) {
                reach(&reached, next);
            }
        }
    }
    *count = reached.count;
    free(reached.marks);
    free(reached.list);
    return KAURI_OK;
}

// ---------------------------------------------------------------------------------------- moves

// Plays a move of a step. *found is the step after it, if that is what makes sure of the value that
// is then needed.
static enum kauri_status play(const struct kauri_proof *proof, const struct kauri_proof_step *step,
                              int hole, const struct kauri_position *position,
                              struct kauri_proof_next *next, struct kauri_capture *captured,
                              const struct kauri_proof_step **found, struct kauri_error *error)
{
    struct kauri_proof_follower follower;
    KAURI_PASS(kauri_proof_follow(proof, step, position, hole, &follower, error));
    *captured = follower.captured;
    *next = (struct kauri_proof_next){
        .position = follower.position, .value = follower.value, .ground = follower.ground};
    next->digest = follower.cited != NULL ? follower.cited->digest : 0;
    *found = follower.step;
    return KAURI_OK;
}

// Fills in a move of a step about a position.
static enum kauri_status take_turn(const struct kauri_proof *proof,
                                   const struct kauri_proof_step *step, int hole,
                                   const struct kauri_position *position,
                                   struct kauri_proof_turn *turn, struct kauri_error *error)
{
    const struct kauri_proof_step *after = NULL;
    turn->hole = hole;
    KAURI_PASS(play(proof, step, hole, position, &turn->after, &turn->captured, &after, error));
    if (after != NULL) {
        KAURI_PASS(count_steps(proof, after, &turn->steps, error));
    }
    if (kauri_step_key_kind(step->key) == KAURI_STEP_OWN) {
        return KAURI_OK;
    }
    const unsigned moves = kauri_legal_moves(&turn->after.position).count;
    turn->replies = moves == 0 && kauri_seeds(&turn->after.position) > 0 ? 1 : moves;
    if (after != NULL) {
        struct kauri_capture captured;
        const struct kauri_proof_step *last = NULL;
        turn->has_reply = true;
        turn->reply = after->hole;
        return play(proof, after, after->hole, &turn->after.position, &turn->after_reply, &captured,
                    &last, error);
    }
    return KAURI_OK;
}

enum kauri_status kauri_proof_place_find(const struct kauri_proof *proof,
                                         const struct kauri_position *position, unsigned prover,
                                         struct kauri_proof_place *place, struct kauri_error *error)
{
    const enum kauri_step_kind kind =
        position->side == prover ? KAURI_STEP_OWN : KAURI_STEP_OPPONENT;
    int holes[KAURI_HOLES_MAX];
    *place = (struct kauri_proof_place){.count = 0};
    if (!kauri_shape_equal(kauri_shape_of(position), kauri_shape_of(&proof->root))) {
        return kauri_fail(error, KAURI_BAD_INPUT, "the proof is about another board");
    }
    const struct kauri_proof_step *step =
        kauri_steps_find(&proof->steps, kauri_step_key_of(position, kind));
    if (step == NULL) {
        return kauri_fail(error, KAURI_NOT_COVERED, "the proof has no step about this position");
    }
    place->value = step->value;
    place->count = kauri_proof_step_moves(step, position, holes);
    for (unsigned i = 0; i < place->count; i++) {
        KAURI_PASS(take_turn(proof, step, holes[i], position, &place->turn[i], error));
    }
    return KAURI_OK;
}
