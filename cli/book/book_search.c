#include "cli/book/book_search.h"

#include "queries/prover/proof_write.h"
#include "queries/prover/prover.h"

enum {
    ENTRIES_PER_POSITION = 8, // room of the table of the search, so that nothing is replaced
    ENTRY_BYTES = 16,
};

#define SECONDS_ANY 1e9

static enum kauri_status prove(void *context, unsigned worker,
                               const struct kauri_position *position, int value,
                               struct kauri_string *proof, bool *found, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_book_search *search = context;
    const unsigned seeds = kauri_seeds(position);
    const struct kauri_shape shape = kauri_shape_of(position);
    const uint64_t least = kauri_prover_least(shape, seeds);
    const uint64_t wanted = (uint64_t)ENTRIES_PER_POSITION * ENTRY_BYTES * search->positions;
    const struct kauri_prover_options options = {
        .shape = shape,
        .seeds = seeds,
        .memory = wanted > least ? wanted : least,
        .threads = 1,
    };
    const struct kauri_prover_limits limits = {.seconds = SECONDS_ANY, .nodes = search->positions};
    bool too_large = false;
    const struct kauri_walk_limits walk = {
        .seconds = SECONDS_ANY, .nodes = search->positions, .too_large = &too_large};
    struct kauri_bounds r = kauri_bounds_trivial(seeds);
    struct kauri_prover_report report;
    struct kauri_prover *prover = NULL;
    (void)worker;
    *found = false;
    KAURI_TRY(kauri_prover_new(&options, &prover, error));
    KAURI_TRY(kauri_prover_ask(prover, position, value, &limits, &report, error));
    if (report.answer == KAURI_PROVER_YES) {
        r.low = value > r.low ? value : r.low;
        status = kauri_prover_make_proof(prover, position, r, &walk, proof, NULL, error);
        *found = status == KAURI_OK;
        status = too_large ? KAURI_OK : status;
    }
cleanup:
    kauri_prover_free(prover);
    return status;
}

struct kauri_book_prover kauri_book_search_prover(const struct kauri_book_search *search)
{
    return (struct kauri_book_prover){.prove = prove, .context = (void *)(uintptr_t)search};
}
