#include "solver/verify.h"

#include "common/parallel.h"
#include "rules/notation.h"
#include "solver/equations.h"
#include "solver/verify_load.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct verification {
    struct kauri_equations equations;
    struct kauri_equations_scratch **scratch; // one a thread
    struct kauri_block_check *checks;         // one a block of the group at hand
    uint64_t first;                           // block or sample, of the group
    uint64_t samples;                         // positions to check one by one; 0: all, by blocks
    uint64_t group;                           // blocks or samples in a group
    uint8_t *sample_wrong;
};

static void clear_verification(struct verification *verification, unsigned threads)
{
    for (unsigned n = 0; n <= KAURI_SEEDS_MAX; n++) {
        free(verification->equations.below[n].numbers);
    }
    free(verification->equations.narrow);
    free(verification->equations.wide);
    for (unsigned i = 0; verification->scratch != NULL && i < threads; i++) {
        kauri_equations_scratch_free(verification->scratch[i]);
    }
    free(verification->scratch);
    free(verification->checks);
    free(verification->sample_wrong);
}

static void verify_block(void *context, unsigned worker, uint64_t number)
{
    struct verification *verification = context;
    verification->checks[number] = kauri_equations_block(
        &verification->equations, verification->first + number, verification->scratch[worker]);
}

// Index of sample i of n: one position in each of n equal parts of the layer, at a place in it that
// a fixed multiplicative hash chooses.
static uint64_t sample_index(const struct verification *verification, uint64_t i)
{
    const uint64_t positions = verification->equations.layer.positions;
    const uint64_t part = positions / verification->samples;
    const uint64_t hash = (i + 1) * UINT64_C(0x9e3779b97f4a7c15);
    return i * part + (hash >> 11) % part;
}

static void verify_sample(void *context, unsigned worker, uint64_t number)
{
    (void)worker;
    struct verification *verification = context;
    const struct kauri_equations *equations = &verification->equations;
    const uint64_t index = sample_index(verification, verification->first + number);
    verification->sample_wrong[number] =
        kauri_equation_at(equations, index) != kauri_stored_key(equations, index);
}

static void found_wrong(const struct verification *verification, uint64_t index, uint64_t wrong,
                        struct kauri_verify_result *result)
{
    const struct kauri_equations *equations = &verification->equations;
    if (result->wrong == 0) {
        struct kauri_view view;
        kauri_unindex(&equations->layer, index, &view);
        const int32_t correct = kauri_equation_at(equations, index);
        const int32_t stored = kauri_stored_key(equations, index);
        result->first_wrong = kauri_view_position(&view, equations->layer.shape.holes);
        // A distance where r = 0 is told as -1: it has none.
        result->stored_r = stored == INT32_MIN ? 0 : kauri_key_r(stored, KAURI_KEY_SCALE);
        result->stored_dtc = stored == INT32_MIN ? -1 : kauri_key_dtc(stored, KAURI_KEY_SCALE);
        result->correct_r = kauri_key_r(correct, KAURI_KEY_SCALE);
        result->correct_dtc = kauri_key_dtc(correct, KAURI_KEY_SCALE);
    }
    result->wrong += wrong;
}

// Evaluates the equations in groups, with a report and a look at `cancelled` after each.
static enum kauri_status evaluate(struct verification *verification,
                                  const struct kauri_verify_options *options,
                                  struct kauri_verify_result *result, double began,
                                  struct kauri_error *error)
{
    const struct kauri_layer *layer = &verification->equations.layer;
    const bool sampled = verification->samples > 0;
    const uint64_t total = sampled ? verification->samples : layer->block_count;
    const uint64_t group = verification->group;
    for (uint64_t first = 0; first < total; first += group) {
        const uint64_t count = total - first < group ? total - first : group;
        verification->first = first;
        kauri_parallel_for(options->threads, count, sampled ? 256 : 1,
                           sampled ? verify_sample : verify_block, verification);
        for (uint64_t i = 0; i < count; i++) {
            if (sampled && verification->sample_wrong[i]) {
                found_wrong(verification, sample_index(verification, first + i), 1, result);
            } else if (!sampled && verification->checks[i].wrong > 0) {
                found_wrong(verification,
                            (first + i) * layer->cowrie_count + verification->checks[i].first_wrong,
                            verification->checks[i].wrong, result);
            }
        }
        result->checked += sampled ? count : count * layer->cowrie_count;
        const struct kauri_progress_report report = {
            .stage = "verify",
            .layer = layer->seeds,
            .done = result->checked,
            .total = sampled ? total : layer->positions,
            .seconds = kauri_clock_seconds() - began,
        };
        kauri_progress_report(options->progress, &report);
        if (kauri_progress_cancelled(options->progress)) {
            return kauri_fail(error, KAURI_INTERRUPTED, "stopped while verifying layer %u",
                              layer->seeds);
        }
    }
    return KAURI_OK;
}

static enum kauri_status prepare(struct verification *verification,
                                 const struct kauri_verify_options *options,
                                 struct kauri_verify_rows **rows, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_layer *layer = &verification->equations.layer;
    const bool all = options->sample == 0 || options->sample >= layer->positions;
    if (!all || verification->equations.narrow == NULL) {
        // Values too large for the narrow keys occur on small boards only: position by position.
        verification->samples = all ? layer->positions : options->sample;
        verification->group = 1 << 20;
        verification->sample_wrong = calloc(verification->group, 1);
        return verification->sample_wrong != NULL
                   ? KAURI_OK
                   : kauri_fail(error, KAURI_RESOURCE, "out of memory for verifying");
    }
    KAURI_TRY(kauri_verify_rows_new(layer->shape, layer->seeds, rows, error));
    verification->equations.rows = *rows;
    // Some 16 million positions a group: a second or less.
    verification->group = (1 << 24) / layer->cowrie_count + options->threads;
    verification->checks = calloc(verification->group, sizeof *verification->checks);
    verification->scratch = calloc(options->threads, sizeof(struct kauri_equations_scratch *));
    if (verification->checks == NULL || verification->scratch == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for verifying");
        goto cleanup;
    }
    for (unsigned i = 0; i < options->threads; i++) {
        KAURI_TRY(kauri_equations_scratch_new(*rows, &verification->scratch[i], error));
    }
cleanup:
    return status;
}

enum kauri_status kauri_verify_layer(struct kauri_tables *tables, unsigned seeds,
                                     const struct kauri_verify_options *options,
                                     struct kauri_verify_result *result, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const double began = kauri_clock_seconds();
    struct verification verification;
    struct kauri_verify_rows *rows = NULL;
    memset(&verification, 0, sizeof verification);
    memset(result, 0, sizeof *result);
    KAURI_TRY(kauri_verify_load(tables, seeds, options->threads, &verification.equations, error));
    KAURI_TRY(prepare(&verification, options, &rows, error));
    KAURI_TRY(evaluate(&verification, options, result, began, error));
    if (result->wrong > 0) {
        char text[KAURI_POSITION_TEXT_BYTES];
        status = kauri_fail(error, KAURI_WRONG,
                            "layer %u: %" PRIu64 " of %" PRIu64
                            " positions are wrong; the first is %s: the table "
                            "says r %d, dtc %d, its successors say r %d, dtc %d",
                            seeds, result->wrong, result->checked,
                            kauri_position_format(&result->first_wrong, text), result->stored_r,
                            result->stored_dtc, result->correct_r, result->correct_dtc);
    }
cleanup:
    clear_verification(&verification, options->threads);
    kauri_verify_rows_free(rows);
    result->seconds = kauri_clock_seconds() - began;
    return status;
}
