#include "studies/article/claim_draws.h"

#include "tablebase/value_counts.h"

// Reading ends when its share of the time for all claims is used up.
struct draws_watch {
    const struct kauri_progress *outer;
    double end; // on the clock of kauri_clock_seconds
    bool late;  // that was the reason
};

static bool must_end(void *context)
{
    struct draws_watch *watch = context;
    if (kauri_progress_cancelled(watch->outer)) {
        return true;
    }
    watch->late = kauri_clock_seconds() >= watch->end;
    return watch->late;
}

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
                                     const struct kauri_progress *progress,
                                     struct kauri_claim_draws *evidence, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_value_counts read = {0};
    struct kauri_value_counts written = {0};
    KAURI_TRY(
        kauri_value_counts_read(request->tables, seeds, request->threads, progress, &read, error));
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

// Reads all layers from layer 0 on, in at most half of the time that is left: the searches of other
// claims may need the rest.
static enum kauri_status count_layers(const struct kauri_claims_request *request,
                                      struct kauri_claim_draws *evidence, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_effort *effort = request->effort;
    const double begun = kauri_clock_seconds();
    struct draws_watch watch = {.outer = effort->progress, .end = begun + effort->seconds / 2};
    const struct kauri_progress progress = {.cancelled = must_end, .context = &watch};
    while (status == KAURI_OK && evidence->count < evidence->layers) {
        status = count_layer(request, evidence->count, &progress, evidence, error);
    }
    const double left = effort->seconds - (kauri_clock_seconds() - begun);
    effort->seconds = left > 0 ? left : 0;
    if (status == KAURI_INTERRUPTED) {
        evidence->out_of_time = watch.late;
        evidence->interrupted = !watch.late;
        status = KAURI_OK;
    }
    if (evidence->interrupted) {
        effort->interrupted = true;
        effort->seconds = 0;
    }
    return status;
}

enum kauri_status kauri_claim_no_draws(struct kauri_claim_case *set, struct kauri_claim *claim,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_claim_draws *evidence = &claim->draws;
    evidence->layers = kauri_claim_case_layers(set);
    claim->basis.layers = evidence->layers;
    if (evidence->layers == 0) {
        claim->basis.rules = true;
        return KAURI_OK;
    }
    KAURI_TRY(count_layers(set->request, evidence, error));
    claim->basis.layers = evidence->count;
    claim->verdict = evidence->draws > 0                  ? KAURI_VERDICT_REFUTED
                     : evidence->count < evidence->layers ? KAURI_VERDICT_UNDECIDED
                                                          : KAURI_VERDICT_CONFIRMED;
cleanup:
    return status;
}
