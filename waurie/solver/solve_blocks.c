#include "waurie/solver/solve_blocks.h"

#include "waurie/layer_file.h"
#include "waurie/solver/block_cache.h"
#include "waurie/solver/block_spool.h"
#include "waurie/solver/pair.h"

#include <stdlib.h>

enum { COPY_WORDS = 1 << 18 }; // from the temporary file into the table, at a time

struct block_solving {
    const struct waurie_blocks_request *request;
    const struct waurie_layer *layer; // the one that is solved
    struct waurie_block_cache *cache;
    struct waurie_pair_work work;
    struct kauri_pace pace;
    struct waurie_file_writer *writer;
    struct waurie_spool *spool;
    uint64_t offset[WAURIE_SEEDS_MAX + 1]; // in the temporary file, by the mover's seeds
    double write_seconds;
};

static uint64_t block_words(const struct waurie_layer *layer, unsigned own)
{
    return (uint64_t)layer->lines[own] * layer->line_words[own];
}

static enum kauri_status keep(struct block_solving *solving,
                              const struct waurie_pair_blocks *blocks, struct kauri_error *error)
{
    const struct waurie_layer *layer = solving->layer;
    const unsigned second = layer->seeds - blocks->first;
    const double begin = kauri_clock_seconds();
    enum kauri_status status = waurie_file_append(solving->writer, blocks->bits[0],
                                                  block_words(layer, blocks->first), error);
    if (status == KAURI_OK && blocks->bits[1] != NULL) {
        status = waurie_spool_append(solving->spool, blocks->bits[1], block_words(layer, second),
                                     &solving->offset[second], error);
    }
    solving->write_seconds += kauri_clock_seconds() - begin;
    return status;
}

static enum kauri_status solve_pairs(struct block_solving *solving, struct kauri_error *error)
{
    for (unsigned first = 0; first <= solving->layer->seeds / 2; first++) {
        struct waurie_pair_blocks blocks = {.first = first, .bits = {NULL}};
        waurie_block_cache_turn(solving->cache, first);
        enum kauri_status status =
            waurie_pair_solve(&solving->work, &solving->pace, &blocks, error);
        if (status == KAURI_OK) {
            status = keep(solving, &blocks, error);
        }
        waurie_pair_blocks_free(solving->layer, &blocks);
        if (status != KAURI_OK) {
            return status;
        }
    }
    return KAURI_OK;
}

// Appends the blocks in the temporary file to the table.
static enum kauri_status copy_kept(struct block_solving *solving, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct waurie_layer *layer = solving->layer;
    uint64_t *words = malloc(COPY_WORDS * sizeof *words);
    if (words == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory");
    }
    for (unsigned own = layer->seeds / 2 + 1; own <= layer->seeds; own++) {
        const uint64_t all = block_words(layer, own);
        for (uint64_t first = 0; first < all; first += COPY_WORDS) {
            const uint64_t count = all - first < COPY_WORDS ? all - first : COPY_WORDS;
            KAURI_TRY(waurie_spool_read(
                solving->spool, solving->offset[own] + first * sizeof *words, words, count, error));
            KAURI_TRY(waurie_file_append(solving->writer, words, count, error));
        }
    }
cleanup:
    free(words);
    return status;
}

static enum kauri_status run(struct block_solving *solving, struct waurie_blocks_solved *solved,
                             struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const double begin = kauri_clock_seconds();
    KAURI_TRY(solve_pairs(solving, error));
    const double end = kauri_clock_seconds();
    const struct waurie_block_cache_counts counts = waurie_block_cache_counts(solving->cache);
    solved->solve_seconds = end - begin - solving->write_seconds;
    solved->read_seconds = counts.seconds;
    solved->read_bytes = counts.bytes;
    solved->lower_most = counts.most;
    waurie_block_cache_free(solving->cache);
    solving->cache = NULL;
    KAURI_TRY(copy_kept(solving, error));
    KAURI_TRY(waurie_file_commit(solving->writer, error));
    solved->write_seconds = solving->write_seconds + kauri_clock_seconds() - end;
cleanup:
    return status;
}

// What does not depend on what becomes of the blocks.
static enum kauri_status begin(const struct waurie_blocks_request *request,
                               const struct waurie_block_cache_request *lower, uint64_t positions,
                               struct block_solving *solving, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    solving->request = request;
    solving->layer = &request->layer[request->seeds];
    solving->pace = (struct kauri_pace){
        .threads = request->threads,
        .progress = request->progress,
        .report = {.stage = "solve", .layer = request->seeds, .total = positions},
        .began = kauri_clock_seconds(),
    };
    KAURI_TRY(waurie_block_cache_new(lower, &solving->cache, error));
    solving->work = (struct waurie_pair_work){
        .rules = request->rules,
        .pits = request->pits,
        .seeds = request->seeds,
        .lines = request->lines,
        .layer = request->layer,
        .lower = waurie_block_cache_lower(solving->cache),
    };
cleanup:
    return status;
}

static struct waurie_block_cache_request lower_of(const struct waurie_blocks_request *request)
{
    return (struct waurie_block_cache_request){
        .folder = request->folder,
        .rules = request->rules,
        .pits = request->pits,
        .seeds = request->seeds,
        .layer = request->layer,
        .memory = request->lower_memory,
        .threads = request->threads,
        .progress = request->progress,
    };
}

static void end(struct block_solving *solving)
{
    waurie_file_writer_free(solving->writer);
    waurie_spool_free(solving->spool);
    waurie_block_cache_free(solving->cache);
    free(solving);
}

enum kauri_status waurie_solve_blocks(const struct waurie_blocks_request *request,
                                      struct waurie_blocks_solved *solved,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct waurie_layer *layer = &request->layer[request->seeds];
    const struct waurie_block_cache_request lower = lower_of(request);
    struct block_solving *solving = calloc(1, sizeof *solving);
    if (solving == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory");
    }
    KAURI_TRY(begin(request, &lower, waurie_layer_positions(layer), solving, error));
    KAURI_TRY(waurie_spool_new(request->folder, &solving->spool, error));
    KAURI_TRY(waurie_file_writer_new(request->folder, &request->rules, layer, request->threads,
                                     request->progress, &solving->writer, error));
    status = run(solving, solved, error);
cleanup:
    end(solving);
    return status;
}

enum kauri_status waurie_solve_pair(const struct waurie_blocks_request *request,
                                    struct waurie_pair_blocks *blocks, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct waurie_layer *layer = &request->layer[request->seeds];
    const unsigned second = request->seeds - blocks->first;
    const uint64_t positions = (uint64_t)layer->lines[second] * layer->line_bits[second];
    const struct waurie_block_cache_request lower = lower_of(request);
    struct block_solving *solving = calloc(1, sizeof *solving);
    if (solving == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory");
    }
    KAURI_TRY(begin(request, &lower, blocks->first == second ? positions : 2 * positions, solving,
                    error));
    waurie_block_cache_turn(solving->cache, blocks->first);
    status = waurie_pair_solve(&solving->work, &solving->pace, blocks, error);
cleanup:
    end(solving);
    return status;
}

uint64_t waurie_blocks_scratch(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                               unsigned threads)
{
    uint64_t most = 0;
    for (unsigned first = 0; first <= seeds / 2; first++) {
        const uint64_t bytes = waurie_pair_scratch(rules, pits, seeds, first, threads, true);
        most = bytes > most ? bytes : most;
    }
    return most + COPY_WORDS * sizeof(uint64_t);
}
