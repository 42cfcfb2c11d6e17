#include "waurie/solver/solve_tables.h"

#include "common/size.h"
#include "db/lock.h"
#include "waurie/layer_file.h"
#include "waurie/solver/block_cache.h"
#include "waurie/solver/leftovers.h"
#include "waurie/solver/solve_blocks.h"
#include "waurie/solver/solve_layer.h"
#include "waurie/solver/sowing.h"

#include <stdlib.h>

enum {
    // For reading and writing tables, each with one thread; measured with zstd 1.4 to 1.5. Small
    // layers take less.
    FILE_BYTES = 24 << 20,
    FILE_BYTES_LEAST = 1 << 20,
    FILE_TIMES = 16, // times the bytes of the layer
};

struct solving {
    const struct waurie_solve_request *request;
    struct waurie_layer layer[WAURIE_SEEDS_MAX + 1];
    uint64_t *bits[WAURIE_SEEDS_MAX + 1]; // of the layers that are held
};

static uint64_t file_bytes(unsigned pits, unsigned seeds, unsigned threads)
{
    struct waurie_layer layer;
    waurie_layer_make(pits, seeds, &layer);
    const uint64_t bytes = layer.words * sizeof(uint64_t) * FILE_TIMES + FILE_BYTES_LEAST;
    return (bytes < FILE_BYTES ? bytes : FILE_BYTES) * (threads + 1);
}

uint64_t waurie_solve_memory(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                             unsigned threads)
{
    const unsigned below = waurie_stored_most(rules, pits, seeds);
    const uint64_t scratch = waurie_layer_scratch(rules, pits, seeds, threads);
    const uint64_t file = file_bytes(pits, seeds, threads);
    uint64_t bytes = 0;
    for (unsigned n = seeds - below; n <= seeds; n++) {
        struct waurie_layer layer;
        waurie_layer_make(pits, n, &layer);
        bytes += layer.words * sizeof(uint64_t);
    }
    // Scratch memory is given back before the table is written.
    return bytes + (scratch > file ? scratch : file);
}

uint64_t waurie_solve_memory_blocks(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                                    unsigned threads)
{
    return waurie_blocks_scratch(rules, pits, seeds, threads) + file_bytes(pits, seeds, threads);
}

uint64_t waurie_solve_memory_least(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                                   unsigned threads)
{
    const uint64_t blocks = waurie_solve_memory_blocks(rules, pits, seeds, threads) +
                            waurie_block_cache_least(rules, pits, seeds);
    const uint64_t whole = waurie_solve_memory(rules, pits, seeds, threads);
    return blocks < whole ? blocks : whole;
}

static enum kauri_status allocate(struct solving *solving, unsigned seeds,
                                  struct kauri_error *error)
{
    solving->bits[seeds] = malloc(solving->layer[seeds].words * sizeof(uint64_t));
    return solving->bits[seeds] != NULL
               ? KAURI_OK
               : kauri_fail(error, KAURI_RESOURCE, "out of memory for layer %u", seeds);
}

// Frees the layers that layer `seeds` does not need, and reads those that it does.
static enum kauri_status hold_lower(struct solving *solving, unsigned seeds, unsigned threads,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct waurie_solve_request *request = solving->request;
    struct kauri_reader *reader = NULL;
    const unsigned first = seeds - waurie_stored_most(&request->rules, request->pits, seeds);
    for (unsigned n = 0; n < first; n++) {
        free(solving->bits[n]);
        solving->bits[n] = NULL;
    }
    for (unsigned n = first; n < seeds; n++) {
        if (solving->bits[n] != NULL) {
            continue;
        }
        KAURI_TRY(
            waurie_file_open(request->folder, &request->rules, &solving->layer[n], &reader, error));
        KAURI_TRY(allocate(solving, n, error));
        KAURI_TRY(waurie_file_read(reader, &solving->layer[n], threads, request->progress,
                                   solving->bits[n], error));
        kauri_reader_close(reader);
        reader = NULL;
    }
cleanup:
    kauri_reader_close(reader);
    return status;
}

static void drop_all(struct solving *solving)
{
    for (unsigned n = 0; n <= WAURIE_SEEDS_MAX; n++) {
        free(solving->bits[n]);
        solving->bits[n] = NULL;
    }
}

static const struct waurie_lines *lines_of(const struct waurie_solve_request *request)
{
    return request->portable ? waurie_lines_portable() : waurie_lines_best();
}

// Solves a layer in memory, and keeps it for the next ones.
static enum kauri_status solve_whole(struct solving *solving, unsigned seeds, unsigned threads,
                                     struct waurie_solved *solved, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct waurie_solve_request *request = solving->request;
    KAURI_TRY(hold_lower(solving, seeds, threads, error));
    KAURI_TRY(allocate(solving, seeds, error));
    struct waurie_layer_work work = {
        .rules = request->rules,
        .pits = request->pits,
        .seeds = seeds,
        .threads = threads,
        .lines = lines_of(request),
        .layer = solving->layer,
        .bits = solving->bits[seeds],
        .progress = request->progress,
    };
    for (unsigned s = 1; s <= waurie_stored_most(&request->rules, request->pits, seeds); s++) {
        work.below[s] = solving->bits[seeds - s];
    }
    const double begin = kauri_clock_seconds();
    KAURI_TRY(waurie_layer_solve(&work, error));
    const double end = kauri_clock_seconds();
    KAURI_TRY(waurie_file_write(request->folder, &request->rules, &solving->layer[seeds], threads,
                                request->progress, solving->bits[seeds], error));
    solved->solve_seconds = end - begin;
    solved->write_seconds = kauri_clock_seconds() - end;
    solved->held = waurie_solve_memory(&request->rules, request->pits, seeds, threads);
cleanup:
    return status;
}

static enum kauri_status solve_by_blocks(struct solving *solving, unsigned seeds, unsigned threads,
                                         struct waurie_solved *solved, struct kauri_error *error)
{
    const struct waurie_solve_request *request = solving->request;
    const uint64_t taken =
        waurie_solve_memory_blocks(&request->rules, request->pits, seeds, threads);
    const struct waurie_blocks_request blocks = {
        .folder = request->folder,
        .rules = request->rules,
        .pits = request->pits,
        .seeds = seeds,
        .layer = solving->layer,
        .lines = lines_of(request),
        .threads = threads,
        .lower_memory = request->memory - taken,
        .progress = request->progress,
    };
    struct waurie_blocks_solved result = {.solve_seconds = 0};
    drop_all(solving);
    const enum kauri_status status = waurie_solve_blocks(&blocks, &result, error);
    solved->by_blocks = true;
    solved->solve_seconds = result.solve_seconds;
    solved->write_seconds = result.write_seconds;
    solved->read_seconds = result.read_seconds;
    solved->read_bytes = result.read_bytes;
    solved->held = taken + result.lower_most;
    return status;
}

static enum kauri_status solve_one(struct solving *solving, unsigned seeds,
                                   struct kauri_error *error)
{
    const struct waurie_solve_request *request = solving->request;
    const struct waurie_rules *rules = &request->rules;
    struct waurie_solved solved = {.seeds = seeds,
                                   .positions = waurie_layer_positions(&solving->layer[seeds])};
    enum kauri_status status = KAURI_OK;
    unsigned threads = request->threads;
    while (threads > 1 &&
           waurie_solve_memory_least(rules, request->pits, seeds, threads) > request->memory) {
        threads--;
    }
    if (waurie_solve_memory(rules, request->pits, seeds, threads) <= request->memory) {
        status = solve_whole(solving, seeds, threads, &solved, error);
    } else if (waurie_solve_memory_least(rules, request->pits, seeds, threads) <= request->memory) {
        status = solve_by_blocks(solving, seeds, threads, &solved, error);
    } else {
        char needed[KAURI_SIZE_TEXT_BYTES];
        char given[KAURI_SIZE_TEXT_BYTES];
        if (request->exceeds != NULL) {
            *request->exceeds = true;
        }
        return kauri_fail(
            error, KAURI_RESOURCE, "layer %u takes %s of memory; it may have %s", seeds,
            kauri_format_size(waurie_solve_memory_least(rules, request->pits, seeds, threads),
                              needed),
            kauri_format_size(request->memory, given));
    }
    if (status == KAURI_OK && request->solved != NULL) {
        request->solved(request->context, &solved);
    }
    return status;
}

// The first layer that the folder does not have.
static enum kauri_status find_first(const struct solving *solving, unsigned *first,
                                    struct kauri_error *error)
{
    const struct waurie_solve_request *request = solving->request;
    for (*first = 0; *first <= request->seeds_most; (*first)++) {
        struct kauri_reader *reader = NULL;
        const enum kauri_status status = waurie_file_open(request->folder, &request->rules,
                                                          &solving->layer[*first], &reader, error);
        kauri_reader_close(reader);
        if (status != KAURI_OK) {
            return status == KAURI_MISSING ? KAURI_OK : status;
        }
    }
    return KAURI_OK;
}

enum kauri_status waurie_solve_tables(const struct waurie_solve_request *request,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_folder_lock *lock = NULL;
    unsigned first = 0;
    struct solving *solving = calloc(1, sizeof *solving);
    if (solving == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory");
    }
    solving->request = request;
    for (unsigned n = 0; n <= request->seeds_most; n++) {
        waurie_layer_make(request->pits, n, &solving->layer[n]);
    }
    KAURI_TRY(kauri_folder_lock(request->folder, &lock, error));
    waurie_leftovers_remove(request->folder, &request->rules, request->pits);
    KAURI_TRY(find_first(solving, &first, error));
    for (unsigned n = first; n <= request->seeds_most; n++) {
        KAURI_TRY(solve_one(solving, n, error));
    }
cleanup:
    kauri_folder_unlock(lock);
    drop_all(solving);
    free(solving);
    return status;
}
