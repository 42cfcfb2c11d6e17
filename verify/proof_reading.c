// kauri_proof_* of the public interface: the steps of a proof that was read.
#include "kauri/analysis.h"

#include "common/memory.h"
#include "common/status.h"
#include "verify/proof.h"

#include <stdlib.h>

struct kauri_proof_reading {
    struct kauri_proof proof;
};

enum kauri_status kauri_proof_read_steps(const char *path, struct kauri_proof_reading **reading,
                                         struct kauri_checked_proof *root,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_proof_reading *made = NULL;
    *reading = NULL;
    KAURI_PASS(KAURI_NEW(made, 1, error, "the steps of a proof"));
    struct kauri_proof *proof = &made->proof;
    KAURI_TRY(kauri_proof_read(path, proof, NULL, error));
    if (root != NULL) {
        *root = (struct kauri_checked_proof){.path = path,
                                             .position = proof->root,
                                             .r = {proof->low, proof->high},
                                             .steps = proof->steps.count,
                                             .citations = proof->citations.count,
                                             .digest = proof->stated,
                                             .tables = proof->tables};
    }
    *reading = made;
    made = NULL;
cleanup:
    kauri_proof_reading_free(made);
    return status;
}

void kauri_proof_reading_free(struct kauri_proof_reading *reading)
{
    if (reading != NULL) {
        kauri_proof_clear(&reading->proof);
        free(reading);
    }
}

static void take_step(const struct kauri_proof *proof, const struct kauri_proof_step *step,
                      struct kauri_proof_statement *statement)
{
    const bool own = kauri_step_key_kind(step->key) == KAURI_STEP_OWN;
    *statement = (struct kauri_proof_statement){
        .position = kauri_step_key_position(step->key, proof->holes),
        .prover_moves = own,
        .value = step->value,
        .hole = own ? step->hole : 0,
        .rank = step->rank,
    };
}

enum kauri_status kauri_proof_find(const struct kauri_proof_reading *reading,
                                   const struct kauri_position *position, bool prover_moves,
                                   struct kauri_proof_statement *statement,
                                   struct kauri_error *error)
{
    const struct kauri_proof *proof = &reading->proof;
    KAURI_PASS(kauri_position_check(position, error));
    if (position->holes != proof->holes || kauri_cowries(position) != proof->cowries) {
        return kauri_fail(error, KAURI_BAD_INPUT, "the proof is about another board");
    }
    const struct kauri_step_key key =
        kauri_step_key_of(position, prover_moves ? KAURI_STEP_OWN : KAURI_STEP_OPPONENT);
    const struct kauri_proof_step *step = kauri_steps_find(&proof->steps, key);
    const struct kauri_cited_statement *cited = kauri_citations_find(&proof->citations, key);
    if (step != NULL) {
        take_step(proof, step, statement);
    } else if (cited != NULL) {
        *statement = (struct kauri_proof_statement){
            .position = kauri_step_key_position(key, proof->holes),
            .prover_moves = prover_moves,
            .value = cited->value,
            .cited = true,
            .digest = cited->digest,
        };
    } else {
        return kauri_fail(error, KAURI_MISSING, "the proof has no step about this position");
    }
    return KAURI_OK;
}

enum kauri_status kauri_proof_step_at(const struct kauri_proof_reading *reading, uint64_t index,
                                      struct kauri_proof_statement *statement,
                                      struct kauri_error *error)
{
    const struct kauri_proof *proof = &reading->proof;
    if (index >= proof->steps.count) {
        return kauri_fail(error, KAURI_USAGE, "step %llu of a proof with %zu steps",
                          (unsigned long long)index, proof->steps.count);
    }
    take_step(proof, &proof->steps.step[index], statement);
    return KAURI_OK;
}
