#include "verify/verify.h"

#include "common/loop.h"
#include "common/memory.h"
#include "common/size.h"
#include "db/checksums.h"
#include "indexer/convention.h"
#include "verify/equations.h"
#include "verify/verify_basis.h"
#include "verify/verify_blocks.h"
#include "verify/verify_memory.h"
#include "verify/verify_summary.h"

#include <stdlib.h>
#include <string.h>

// Positions that a thread takes at a time, of blocks (or one block if it has more) or single ones.
enum { GRAIN_BLOCKWISE = 1 << 14, GRAIN_SINGLE = 1 << 8 };

// The findings of one thread.
struct verify_worker {
    uint64_t checked;
    uint64_t wrong;
    uint64_t first_wrong; // lowest index of these
};

struct verification {
    struct kauri_tablebase *tables;
    struct kauri_layer layer;
    struct kauri_verify_blocks *blocks; // NULL: evaluate position by position
    uint64_t samples;                   // positions of the layer to evaluate one by one
    uint64_t begin, end;                // numbers of blocks or samples: all, or those of a part
    unsigned threads;
    struct verify_worker *workers;
    struct kauri_verify_tally *tallies; // one per thread
};

// For the program itself.
#define FIXED_BYTES (8ULL << 20)

static void note_wrong(struct verify_worker *worker, uint64_t index, uint64_t wrong)
{
    worker->first_wrong =
        worker->wrong == 0 || index < worker->first_wrong ? index : worker->first_wrong;
    worker->wrong += wrong;
}

// Checks the blocks of the unit whose first block comes as this number.
static enum kauri_status verify_unit(void *context, unsigned worker_number, uint64_t number,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct verification *verification = context;
    const struct kauri_verify_units *units = kauri_verify_blocks_units(verification->blocks);
    struct verify_worker *worker = &verification->workers[worker_number];
    uint64_t unit = 0;
    if (!kauri_verify_units_at(units, verification->begin + number, &unit)) {
        return KAURI_OK;
    }
    for (uint64_t place = 0; place < kauri_verify_units_blocks(units, unit); place++) {
        const uint64_t block = kauri_verify_units_block(units, unit, place);
        struct kauri_block_check check;
        KAURI_TRY(
            kauri_verify_blocks_check(verification->blocks, worker_number, block, &check, error));
        worker->checked += verification->layer.cowrie_count;
        if (check.wrong > 0) {
            note_wrong(worker, block * verification->layer.cowrie_count + check.first_wrong,
                       check.wrong);
        }
    }
cleanup:
    return status;
}

// The index of sample i of n: one position in each of n parts of the layer, chosen within its part
// by a fixed multiplicative hash.
static uint64_t sample_index(const struct verification *verification, uint64_t i)
{
    const uint64_t n = verification->samples;
    const uint64_t first = kauri_verify_part_first(verification->layer.positions, i, n);
    const uint64_t last = kauri_verify_part_first(verification->layer.positions, i + 1, n);
    const uint64_t hash = (i + 1) * UINT64_C(0x9e3779b97f4a7c15);
    return first + (hash >> 11) % (last - first);
}

static enum kauri_status verify_sample(void *context, unsigned worker_number, uint64_t number,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct verification *verification = context;
    const struct kauri_layer *layer = &verification->layer;
    struct verify_worker *worker = &verification->workers[worker_number];
    const uint64_t index = sample_index(verification, verification->begin + number);
    bool stored = false;
    struct kauri_value value = {0};
    struct kauri_value correct;
    KAURI_TRY(kauri_stored_value(verification->tables, layer, index, &stored, &value, error));
    KAURI_TRY(kauri_equation_at(verification->tables, layer, index, &correct, error));
    value = stored ? value : correct;
    (void)kauri_verify_tally_one(&verification->tallies[worker_number], stored,
                                 value.r + 3 * layer->seeds + 1, (int32_t)value.dtc,
                                 6U * layer->seeds + 2);
    worker->checked++;
    if (!kauri_value_equal(value, correct)) {
        note_wrong(worker, index, 1);
    }
cleanup:
    return status;
}

// Evaluates the equations, and adds up the findings of the threads.
static enum kauri_status evaluate(struct verification *verification,
                                  const struct kauri_verify_options *options, double began,
                                  struct kauri_verify_result *result, uint64_t *first_wrong,
                                  struct kauri_error *error)
{
    const struct kauri_layer *layer = &verification->layer;
    const bool single = verification->blocks == NULL;
    const uint64_t size = single ? 1 : layer->cowrie_count; // of one item of work
    const uint64_t count = verification->end - verification->begin;
    struct kauri_pace pace = {
        .threads = options->threads,
        .progress = options->progress,
        .report = {.stage = "verify", .layer = layer->seeds, .total = count * size},
        .began = began,
    };
    const struct kauri_loop loop = {
        .pace = &pace,
        .count = count,
        .grain = single                   ? GRAIN_SINGLE
                 : size < GRAIN_BLOCKWISE ? GRAIN_BLOCKWISE / size
                                          : 1,
        .done = count * size,
    };
    const enum kauri_status status =
        kauri_loop(&loop, single ? verify_sample : verify_unit, verification, error);
    for (unsigned i = 0; i < verification->threads; i++) {
        const struct verify_worker *worker = &verification->workers[i];
        if (worker->wrong > 0 && (result->wrong == 0 || worker->first_wrong < *first_wrong)) {
            *first_wrong = worker->first_wrong;
        }
        result->checked += worker->checked;
        result->wrong += worker->wrong;
    }
    return status == KAURI_OK ? kauri_pace_look(&pace, error) : status;
}

// Whether the equations are evaluated block by block, which is fast, rather than position by
// position.
static bool is_blockwise(const struct kauri_tablebase *tables, unsigned seeds,
                         const struct kauri_verify_options *options)
{
    return options->sample == 0 && kauri_verify_blocks_narrow(tables, seeds);
}

// *bytes receives the memory for the worths of successors.
static enum kauri_status find_memory(const struct kauri_tablebase *tables,
                                     const struct kauri_layer *layer,
                                     const struct kauri_verify_options *options, uint64_t *bytes,
                                     struct kauri_error *error)
{
    const uint64_t least = FIXED_BYTES + kauri_verify_memory_least(tables, layer, options->threads);
    const uint64_t available = kauri_memory_available() - kauri_memory_available() / 10;
    const uint64_t memory = options->memory != 0 ? options->memory : available;
    char needed[KAURI_SIZE_TEXT_BYTES];
    char given[KAURI_SIZE_TEXT_BYTES];
    char missing[KAURI_SIZE_TEXT_BYTES];
    if (memory < least) {
        return kauri_fail(
            error, KAURI_RESOURCE,
            "verifying layer %u on %u threads needs at least %s of memory, not %s: %s "
            "are missing; fewer threads need less",
            layer->seeds, options->threads, kauri_format_size(least, needed),
            kauri_format_size(memory, given), kauri_format_size(least - memory, missing));
    }
    *bytes = memory - FIXED_BYTES;
    return KAURI_OK;
}

enum kauri_status kauri_verify_check_memory(struct kauri_tablebase *tables, unsigned seeds,
                                            const struct kauri_verify_options *options,
                                            struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_layer layer;
    uint64_t bytes = 0;
    KAURI_TRY(kauri_verify_open(tables, seeds, &layer, error));
    if (is_blockwise(tables, seeds, options)) {
        KAURI_TRY(find_memory(tables, &layer, options, &bytes, error));
    }
cleanup:
    return status;
}

static enum kauri_status prepare(struct verification *verification, unsigned seeds,
                                 const struct kauri_verify_options *options,
                                 struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_layer *layer = &verification->layer;
    uint64_t bytes = 0;
    KAURI_TRY(kauri_verify_open(verification->tables, seeds, &verification->layer, error));
    verification->workers = calloc(options->threads, sizeof *verification->workers);
    verification->tallies = calloc(options->threads, sizeof *verification->tallies);
    if (verification->workers == NULL || verification->tallies == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for verifying");
        goto cleanup;
    }
    if (!is_blockwise(verification->tables, seeds, options)) {
        const bool all = options->sample == 0 || options->sample >= layer->positions;
        verification->samples = all ? layer->positions : options->sample;
        verification->end = verification->samples;
        goto cleanup;
    }
    KAURI_TRY(find_memory(verification->tables, layer, options, &bytes, error));
    KAURI_TRY(kauri_verify_blocks_new(verification->tables, layer, options->threads, bytes,
                                      &verification->blocks, error));
    verification->end = layer->block_count;
cleanup:
    return status;
}

static void clear(struct verification *verification)
{
    free(verification->workers);
    free(verification->tallies);
    kauri_verify_blocks_free(verification->blocks);
}

// The counts of the threads, which evaluated positions one by one.
static struct kauri_verify_tally add_tallies(const struct verification *verification)
{
    struct kauri_verify_tally all = {.max_dtc = {0, 0}};
    for (unsigned i = 0; i < verification->threads; i++) {
        kauri_verify_tally_add(&all, &verification->tallies[i]);
    }
    return all;
}

// Compares the counts of the threads, which evaluated all positions one by one, with the
// certificate, and the digests of the entries.
static enum kauri_status check_samples(const struct verification *verification,
                                       const struct kauri_verify_options *options,
                                       struct kauri_error *error)
{
    const struct kauri_reader *reader =
        kauri_tablebase_reader(verification->tables, verification->layer.seeds);
    const struct kauri_verify_tally all = add_tallies(verification);
    const enum kauri_status status = kauri_verify_tally_check(&all, reader, error);
    return status == KAURI_OK && options->sample == 0
               ? kauri_table_digest_check(reader, options->threads, options->progress, error)
               : status;
}

enum kauri_status kauri_verify_layer(struct kauri_tablebase *tables, unsigned seeds,
                                     const struct kauri_verify_options *options,
                                     struct kauri_verify_result *result, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const double began = kauri_clock_seconds();
    uint64_t first_wrong = 0;
    struct verification verification = {.tables = tables, .threads = options->threads};
    memset(result, 0, sizeof *result);
    KAURI_TRY(prepare(&verification, seeds, options, error));
    KAURI_TRY(evaluate(&verification, options, began, result, &first_wrong, error));
    if (result->wrong > 0) {
        KAURI_TRY(kauri_verify_tell_wrong(tables, &verification.layer, first_wrong, result, error));
    }
    // The certificate can be compared only if every position was read.
    if (result->checked == verification.layer.positions) {
        KAURI_TRY(verification.blocks != NULL
                      ? kauri_verify_summary_certificate(
                            kauri_verify_blocks_summary(verification.blocks), error)
                      : check_samples(&verification, options, error));
    }
    if (verification.blocks != NULL) {
        result->work = kauri_verify_blocks_work(verification.blocks);
        result->has_digest = kauri_verify_summary_digest(
            kauri_verify_blocks_summary(verification.blocks), &result->digest);
    }
cleanup:
    clear(&verification);
    result->seconds = kauri_clock_seconds() - began;
    return status;
}

// The digests of the units of the part, in the order of checking.
static enum kauri_status take_digests(const struct verification *verification,
                                      struct kauri_verify_part *findings, struct kauri_error *error)
{
    const struct kauri_verify_units *units = kauri_verify_blocks_units(verification->blocks);
    const struct kauri_verify_digests *digests =
        kauri_verify_summary_digests(kauri_verify_blocks_summary(verification->blocks));
    uint64_t unit = 0;
    uint64_t count = 0;
    for (uint64_t i = verification->begin; i < verification->end; i++) {
        count +=
            kauri_verify_units_at(units, i, &unit) ? kauri_verify_digests_count(digests, unit) : 0;
    }
    if (count == 0) {
        return KAURI_OK;
    }
    findings->digests = malloc(count * sizeof *findings->digests);
    if (findings->digests == NULL) {
        return kauri_layer_out_of_memory(&verification->layer, "the digests of", error);
    }
    for (uint64_t i = verification->begin; i < verification->end; i++) {
        if (kauri_verify_units_at(units, i, &unit)) {
            kauri_verify_digests_take(digests, unit, findings->digests + findings->digest_count);
            findings->digest_count += kauri_verify_digests_count(digests, unit);
        }
    }
    return KAURI_OK;
}

enum kauri_status kauri_verify_layer_part(struct kauri_tablebase *tables, unsigned seeds,
                                          uint32_t part, uint32_t parts,
                                          const struct kauri_verify_options *options,
                                          struct kauri_verify_part *findings,
                                          struct kauri_verify_result *result,
                                          struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const double began = kauri_clock_seconds();
    struct verification verification = {.tables = tables, .threads = options->threads};
    memset(result, 0, sizeof *result);
    *findings = (struct kauri_verify_part){.seeds = seeds, .part = part, .parts = parts};
    KAURI_TRY(prepare(&verification, seeds, options, error));
    const uint64_t total = verification.end;
    verification.begin = kauri_verify_part_first(total, part - 1, parts);
    verification.end = kauri_verify_part_first(total, part, parts);
    findings->shape = verification.layer.shape;
    findings->blockwise = verification.blocks != NULL;
    for (unsigned n = 0; n <= seeds; n++) {
        findings->tables[n] = kauri_reader_certificate(kauri_tablebase_reader(tables, n))->digest;
    }
    if (findings->blockwise) {
        kauri_verify_summary_limit(kauri_verify_blocks_summary(verification.blocks),
                                   verification.begin, verification.end);
    }
    KAURI_TRY(evaluate(&verification, options, began, result, &findings->first_wrong, error));
    findings->checked = result->checked;
    findings->wrong = result->wrong;
    findings->tally = add_tallies(&verification);
    if (findings->blockwise) {
        findings->tally =
            kauri_verify_summary_tally(kauri_verify_blocks_summary(verification.blocks));
        findings->work = kauri_verify_blocks_work(verification.blocks);
        result->work = findings->work;
        KAURI_TRY(take_digests(&verification, findings, error));
    }
    if (result->wrong > 0) {
        KAURI_TRY(kauri_verify_tell_wrong(tables, &verification.layer, findings->first_wrong,
                                          result, error));
    }
cleanup:
    clear(&verification);
    result->seconds = kauri_clock_seconds() - began;
    findings->seconds = result->seconds;
    return status;
}
