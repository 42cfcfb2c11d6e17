#include "queries/search/search_memory.h"

#include "common/memory.h"
#include "queries/known/known.h"

#include <stdlib.h>

struct kauri_search_memory {
    struct kauri_shape shape;
    unsigned seeds;
    unsigned threads;
    struct kauri_prover *prover; // NULL: too little memory
};

uint64_t kauri_search_least(struct kauri_shape shape, unsigned seeds, unsigned threads)
{
    return kauri_prover_overhead(threads) + kauri_prover_least(shape, seeds);
}

unsigned kauri_search_threads(struct kauri_shape shape, unsigned seeds, uint64_t memory,
                              unsigned threads)
{
    const uint64_t least = kauri_prover_least(shape, seeds);
    const uint64_t maximum =
        memory / 4 < least ? memory - (memory < least ? memory : least) : memory - memory / 4 * 3;
    while (threads > 1 && kauri_prover_overhead(threads) > maximum) {
        threads--;
    }
    return threads > 0 ? threads : 1;
}

// Makes the prover; *prover stays NULL when there is too little memory.
static enum kauri_status make_prover(struct kauri_tablebase *tables, struct kauri_shape shape,
                                     unsigned seeds, uint64_t memory, unsigned threads,
                                     uint64_t seed, struct kauri_prover **prover,
                                     struct kauri_error *error)
{
    *prover = NULL;
    if (memory < kauri_search_least(shape, seeds, threads)) {
        return KAURI_OK;
    }
    const struct kauri_prover_options options = {
        .shape = shape,
        .seeds = seeds,
        .memory = memory - kauri_prover_overhead(threads),
        .threads = threads,
        .seed = seed,
        .tables = tables,
    };
    return kauri_prover_new(&options, prover, error);
}

enum kauri_status kauri_search_memory_new(struct kauri_tablebase *tables,
                                          const struct kauri_position *position, uint64_t bytes,
                                          unsigned threads, struct kauri_search_memory **memory,
                                          struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *memory = NULL;
    struct kauri_search_memory *made = NULL;
    KAURI_PASS(KAURI_NEW(made, 1, error, "the search"));
    made->seeds = kauri_seeds(position);
    made->shape = kauri_shape_of(position);
    made->threads = kauri_search_threads(made->shape, made->seeds, bytes, threads);
    if (tables != NULL) {
        KAURI_TRY(kauri_tablebase_fits(tables, position, error));
    }
    KAURI_TRY(make_prover(tables, made->shape, made->seeds, bytes, made->threads, 0, &made->prover,
                          error));
    *memory = made;
    made = NULL;
cleanup:
    kauri_search_memory_free(made);
    return status;
}

void kauri_search_memory_free(struct kauri_search_memory *memory)
{
    if (memory != NULL) {
        kauri_prover_free(memory->prover);
        free(memory);
    }
}

static enum kauri_status take_facts(struct kauri_prover *prover, struct kauri_shape shape,
                                    unsigned seeds, const struct kauri_search_limits *limits,
                                    struct kauri_error *error)
{
    for (size_t i = 0; i < limits->fact_count; i++) {
        const struct kauri_search_fact *fact = &limits->facts[i];
        const struct kauri_shape of = kauri_shape_of(&fact->position);
        if (of.holes == shape.holes && of.cowries == shape.cowries &&
            kauri_seeds(&fact->position) <= seeds) {
            KAURI_PASS(kauri_prover_cite(prover, &fact->position, fact->r, fact->digest, error));
            kauri_prover_rest_on(prover, fact->tables);
        }
    }
    return KAURI_OK;
}

enum kauri_status kauri_search_prover_open(struct kauri_tablebase *tables,
                                           const struct kauri_position *position,
                                           const struct kauri_search_limits *limits,
                                           struct kauri_search_prover *opened,
                                           struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_search_memory *shared = limits->shared;
    const struct kauri_shape shape = kauri_shape_of(position);
    const unsigned seeds = kauri_seeds(position);
    *opened = (struct kauri_search_prover){.threads = limits->threads > 0 ? limits->threads : 1};
    if (shared == NULL) {
        KAURI_TRY(make_prover(tables, shape, seeds, limits->memory, opened->threads, limits->seed,
                              &opened->prover, error));
    } else if (seeds > shared->seeds || !kauri_shape_equal(shape, shared->shape)) {
        return kauri_fail(error, KAURI_BAD_INPUT, "the memory of the search is for another board");
    } else {
        *opened = (struct kauri_search_prover){
            .prover = shared->prover, .shared = true, .threads = shared->threads};
    }
    if (opened->prover != NULL) {
        opened->in_book = kauri_known_teach(opened->prover, limits->book, position);
        KAURI_TRY(take_facts(opened->prover, shape, seeds, limits, error));
    }
cleanup:
    if (status != KAURI_OK) {
        kauri_search_prover_close(opened);
    }
    return status;
}

void kauri_search_prover_close(struct kauri_search_prover *opened)
{
    if (!opened->shared) {
        kauri_prover_free(opened->prover);
    }
    opened->prover = NULL;
}
