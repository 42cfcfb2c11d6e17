#include "verify/verify.h"

#include "common/loop.h"
#include "common/memory.h"
#include "common/size.h"
#include "verify/equations.h"
#include "verify/verify_blocks.h"

#include <inttypes.h>
#include <stdlib.h>

// Positions that a thread takes at a time: whole blocks, at least one, or single positions.
enum { GRAIN_BLOCKWISE = 1 << 14, GRAIN_SINGLE = 1 << 8 };

struct verification {
    struct kauri_verify_part *part;
    struct kauri_verify_blocks *blocks; // NULL: evaluate position by position
    uint64_t samples;                   // positions of the layer to evaluate one by one
    struct kauri_verify_part *found; // findings of each thread, of which only the counts are used
};

// Memory of the program itself.
#define FIXED_BYTES (8ULL << 20)

static void note_wrong(struct kauri_verify_part *found, uint64_t index, uint64_t wrong)
{
    found->first_wrong =
        found->wrong == 0 || index < found->first_wrong ? index : found->first_wrong;
    found->wrong += wrong;
}

// Checks the blocks of the unit whose first block comes as this number in the order of checking.
static enum kauri_status verify_unit(void *context, unsigned worker, uint64_t number,
                                     struct kauri_error *error)
{
    const struct verification *verification = context;
    const struct kauri_verify_part *part = verification->part;
    struct kauri_verify_part *found = &verification->found[worker];
    uint64_t unit = 0;
    if (!kauri_verify_units_at(&part->units, part->begin + number, &unit)) {
        return KAURI_OK;
    }
    for (uint64_t place = 0; place < kauri_verify_units_blocks(&part->units, unit); place++) {
        const uint64_t block = kauri_verify_units_block(&part->units, unit, place);
        struct kauri_block_check check;
        KAURI_PASS(kauri_verify_blocks_check(verification->blocks, worker, block, &check, error));
        found->checked += part->layer.cowrie_count;
        if (check.wrong > 0) {
            note_wrong(found, block * part->layer.cowrie_count + check.first_wrong, check.wrong);
        }
    }
    return KAURI_OK;
}

// The index of sample i of n: one position in each of n parts of the layer, chosen within its part
// by a fixed multiplicative hash.
static uint64_t sample_index(const struct verification *verification, uint64_t i)
{
    const uint64_t n = verification->samples;
    const uint64_t first = kauri_verify_part_first(verification->part->layer.positions, i, n);
    const uint64_t last = kauri_verify_part_first(verification->part->layer.positions, i + 1, n);
    const uint64_t hash = (i + 1) * UINT64_C(0x9e3779b97f4a7c15);
    return first + (hash >> 11) % (last - first);
}

static enum kauri_status verify_sample(void *context, unsigned worker_number, uint64_t number,
                                       struct kauri_error *error)
{
    const struct verification *verification = context;
    const struct kauri_layer *layer = &verification->part->layer;
    struct kauri_verify_part *found = &verification->found[worker_number];
    const uint64_t index = sample_index(verification, verification->part->begin + number);
    bool stored = false;
    struct kauri_value value = {0};
    struct kauri_value correct;
    uint32_t numbers[KAURI_COLUMNS];
    KAURI_PASS(
        kauri_stored_value(verification->part->tables, layer, index, &stored, &value, error));
    KAURI_PASS(kauri_equation_at(verification->part->tables, layer, index, &correct, error));
    value = stored ? value : correct;
    kauri_value_numbers(value, layer->seeds, numbers);
    kauri_verify_tally_one(&found->tally, stored, numbers);
    found->checked++;
    if (!kauri_value_equal(value, correct)) {
        note_wrong(found, index, 1);
    }
    return KAURI_OK;
}

// Finds the memory for the worths of successors.
static enum kauri_status find_memory(const struct kauri_verify_part *part,
                                     const struct kauri_verify_options *options, uint64_t *bytes,
                                     struct kauri_error *error)
{
    const uint64_t least = FIXED_BYTES + kauri_verify_blocks_least(part, options->threads);
    const uint64_t memory = options->memory != 0 ? options->memory : kauri_memory_usable();
    if (memory < least) {
        return kauri_fail(
            error, KAURI_RESOURCE,
            "verifying layer %u on %u threads needs at least %s of memory, not %s: %s "
            "are missing; fewer threads need less",
            part->layer.seeds, options->threads, KAURI_SIZE_TEXT(least), KAURI_SIZE_TEXT(memory),
            KAURI_SIZE_TEXT(least - memory));
    }
    *bytes = memory - FIXED_BYTES;
    return KAURI_OK;
}

enum kauri_status kauri_verify_check_memory(struct kauri_tablebase *tables, unsigned seeds,
                                            const struct kauri_verify_options *options,
                                            struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_verify_part part;
    uint64_t bytes = 0;
    KAURI_TRY(kauri_verify_part_init(&part, tables, seeds, options->sample != 0, error));
    if (part.blockwise) {
        KAURI_TRY(find_memory(&part, options, &bytes, error));
    }
cleanup:
    kauri_verify_part_clear(&part);
    return status;
}

// Evaluates the equations of the part.
static enum kauri_status evaluate(struct kauri_verify_part *part,
                                  const struct kauri_verify_options *options,
                                  struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_layer *layer = &part->layer;
    struct verification verification = {.part = part, .samples = layer->positions};
    struct kauri_pace pace = {
        .threads = options->threads,
        .progress = options->progress,
        .report = {.stage = "verify", .layer = layer->seeds},
        .began = kauri_clock_seconds(),
    };
    uint64_t bytes = 0;
    KAURI_PASS(KAURI_NEW(verification.found, options->threads, error, "verifying"));
    if (part->blockwise) {
        KAURI_TRY(find_memory(part, options, &bytes, error));
        KAURI_TRY(
            kauri_verify_blocks_new(part, options->threads, bytes, &verification.blocks, error));
    } else if (options->sample != 0 && options->sample < layer->positions) {
        verification.samples = options->sample;
        part->end = options->sample;
    }
    // Positions of one item of work.
    const uint64_t size = part->blockwise ? layer->cowrie_count : 1;
    const struct kauri_loop loop = {
        .pace = &pace,
        .count = part->end - part->begin,
        .grain = !part->blockwise         ? GRAIN_SINGLE
                 : size < GRAIN_BLOCKWISE ? GRAIN_BLOCKWISE / size
                                          : 1,
        .done = (part->end - part->begin) * size,
    };
    pace.report.total = loop.done;
    KAURI_TRY(
        kauri_loop(&loop, part->blockwise ? verify_unit : verify_sample, &verification, error));
    for (unsigned i = 0; i < options->threads; i++) {
        kauri_verify_part_add(part, &verification.found[i]);
    }
    if (part->blockwise) {
        kauri_verify_blocks_add_up(verification.blocks, part);
    }
    KAURI_TRY(kauri_pace_look(&pace, error));
cleanup:
    kauri_verify_blocks_free(verification.blocks);
    free(verification.found);
    return status;
}

enum kauri_status kauri_verify_layer(struct kauri_tablebase *tables, unsigned seeds,
                                     const struct kauri_verify_options *options,
                                     struct kauri_verify_result *result, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const double began = kauri_clock_seconds();
    struct kauri_verify_part part;
    *result = (struct kauri_verify_result){.checked = 0};
    KAURI_TRY(kauri_verify_part_init(&part, tables, seeds, options->sample != 0, error));
    if (options->parts != 0) {
        kauri_verify_part_choose(&part, options->part, options->parts);
    }
    KAURI_TRY(evaluate(&part, options, error));
    KAURI_TRY(kauri_verify_part_result(&part, result, error));
    // The certificate can be compared only if every position was read.
    if (part.whole && result->checked == part.layer.positions) {
        KAURI_TRY(kauri_verify_part_certify(&part, options, result, error));
    }
cleanup:
    kauri_verify_part_clear(&part);
    result->seconds = kauri_clock_seconds() - began;
    return status;
}
