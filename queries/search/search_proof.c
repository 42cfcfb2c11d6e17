#include "queries/search/search_proof.h"

#include "kauri/kauri.h"
#include "queries/prover/proof_walk.h"
#include "queries/prover/question.h"

enum {
    STEP_BYTES = 120, // at most, of memory
    SECONDS_ANY = 1000000000,
};

// The walk asks a prover even if the tables hold the position, and there was nothing to search.
static enum kauri_status make_small_prover(const struct kauri_search *search,
                                           struct kauri_prover **prover, struct kauri_error *error)
{
    const struct kauri_shape shape = {.holes = search->position.holes,
                                      .cowries = (uint8_t)kauri_cowries(&search->position)};
    const unsigned seeds = kauri_seeds(&search->position);
    const struct kauri_prover_options options = {
        .shape = shape,
        .seeds = seeds,
        .memory = kauri_prover_least(shape, seeds),
        .threads = 1,
        .tables = search->tables,
    };
    return kauri_prover_new(&options, prover, error);
}

// The bounds to be proven.
static struct kauri_bounds bounds_of(const struct kauri_search *search)
{
    const struct kauri_search_question *question = &search->question;
    const unsigned seeds = kauri_seeds(&search->position);
    struct kauri_bounds r = kauri_bounds_trivial(seeds);
    if (!question->asked) {
        return search->r;
    }
    // The nearest values that r can have: the search knows nothing of those in between.
    const int least = kauri_question_least(question->x, seeds);
    const int most = -kauri_question_least(1 - question->x, seeds);
    if (question->answer == KAURI_PROVER_YES) {
        r.low = least > r.low ? least : r.low;
    } else {
        r.high = most < r.high ? most : r.high;
    }
    return r;
}

enum kauri_status kauri_search_write_proof(const struct kauri_search *search,
                                           const struct kauri_search_proof_limits *limits,
                                           const char *path, enum kauri_output_mode mode,
                                           struct kauri_written_proof *written,
                                           struct kauri_error *error)
{
    static const struct kauri_search_proof_limits none;
    const struct kauri_search_proof_limits *given = limits != NULL ? limits : &none;
    const uint64_t most = given->memory / STEP_BYTES;
    const struct kauri_walk_limits within = {
        .seconds = given->seconds > 0 ? given->seconds : SECONDS_ANY,
        .progress = given->progress,
        .steps = given->memory == 0  ? 0
                 : most > UINT32_MAX ? UINT32_MAX
                 : most > 0          ? (uint32_t)most
                                     : 1,
    };
    struct kauri_prover *small = NULL;
    if (search->question.asked && search->question.answer == KAURI_PROVER_OPEN) {
        return kauri_fail(error, KAURI_USAGE, "an open question has no proof");
    }
    enum kauri_status status =
        search->asked.prover == NULL ? make_small_prover(search, &small, error) : KAURI_OK;
    if (status == KAURI_OK) {
        status = kauri_prover_write_proof(small != NULL ? small : search->asked.prover,
                                          &search->position, bounds_of(search), &within, path, mode,
                                          written, error);
    }
    kauri_prover_free(small);
    return status;
}
