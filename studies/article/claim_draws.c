#include "studies/article/claim_draws.h"

#include "tablebase/value_counts.h"

// Counts of the positions with r = 0, and of all positions whose cowrie phase nobody wins: those
// whose r is a multiple of three.
struct draws {
    uint64_t zero;
    uint64_t endless;
};

static struct draws count_draws(const struct kauri_value_counts *counts)
{
    struct draws draws = {0};
    for (size_t i = 0; i < counts->count; i++) {
        const struct kauri_value_count *value = &counts->values[i];
        draws.zero += value->r == 0 ? value->count : 0;
        draws.endless += kauri_value_tiebreak(value->r) == 0 ? value->count : 0;
    }
    return draws;
}

static enum kauri_status count_layer(const struct kauri_claims_request *request, unsigned seeds,
                                     struct kauri_claim_draws *evidence, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_value_counts read = {0};
    struct kauri_value_counts written = {0};
    KAURI_TRY(kauri_value_counts_read(request->tables, seeds, request->threads,
                                      request->effort->progress, &read, error));
    KAURI_TRY(kauri_value_counts_certified(request->tables, seeds, &written, error));
    const struct draws draws = count_draws(&read);
    evidence->layer[evidence->count++] = (struct kauri_claim_layer){
        .seeds = seeds,
        .positions = read.positions,
        .zero_read = draws.zero,
        .zero_certified = count_draws(&written).zero,
        .other_multiples_of_3 = draws.endless - draws.zero,
    };
    evidence->draws += draws.endless;
cleanup:
    kauri_value_counts_clear(&read);
    kauri_value_counts_clear(&written);
    return status;
}

enum kauri_status kauri_claim_no_draws(struct kauri_claim_case *set, struct kauri_claim *claim,
                                       struct kauri_error *error)
{
    struct kauri_claim_draws *evidence = &claim->draws;
    evidence->layers = kauri_claim_case_layers(set);
    claim->basis.layers = evidence->layers;
    if (evidence->layers == 0) {
        claim->basis.rules = true;
        return KAURI_OK;
    }
    for (unsigned seeds = 0; seeds < evidence->layers && !evidence->interrupted; seeds++) {
        const enum kauri_status status = count_layer(set->request, seeds, evidence, error);
        if (status == KAURI_INTERRUPTED) {
            set->request->effort->interrupted = true;
            set->request->effort->seconds = 0;
            evidence->interrupted = true;
        } else if (status != KAURI_OK) {
            return status;
        }
    }
    claim->verdict = evidence->draws > 0     ? KAURI_VERDICT_REFUTED
                     : evidence->interrupted ? KAURI_VERDICT_UNDECIDED
                                             : KAURI_VERDICT_CONFIRMED;
    return KAURI_OK;
}
