#include "solver/verify.h"

#include "common/parallel.h"
#include "indexer/convention.h"
#include "rules/notation.h"
#include "solver/equations.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct verification {
    struct kauri_equations equations;
    struct kauri_equations_scratch **scratch; // one a thread
    struct kauri_block_check *checks;         // one a block of the group at hand
    uint64_t first_block;                     // of the group
    uint64_t samples;                         // positions to check one by one; 0: all, by blocks
    uint64_t group;                           // samples in the group
    uint8_t *sample_wrong;
};

static void clear_verification(struct verification *verification, unsigned threads)
{
    for (unsigned n = 0; n <= KAURI_SEEDS_MAX; n++) {
        free(verification->equations.r[n].numbers);
    }
    free(verification->equations.dtc.numbers);
    for (unsigned i = 0; verification->scratch != NULL && i < threads; i++) {
        kauri_equations_scratch_free(verification->scratch[i]);
    }
    free(verification->scratch);
    free(verification->checks);
    free(verification->sample_wrong);
}

// The table must be the layer that its name says, and store what the equations speak about.
static enum kauri_status check_info(const struct kauri_reader *reader,
                                    const struct kauri_layer *layer, struct kauri_error *error)
{
    const struct kauri_table_info *info = kauri_reader_info(reader);
    const struct kauri_column *columns = info->columns;
    if (info->seeds != layer->seeds || info->positions != layer->positions ||
        strcmp(info->rules, KAURI_RULES_IDENTITY) != 0 || info->column_count != 2 ||
        strcmp(columns[KAURI_COLUMN_R].name, KAURI_COLUMN_R_NAME) != 0 ||
        strcmp(columns[KAURI_COLUMN_DTC].name, KAURI_COLUMN_DTC_NAME) != 0) {
        return kauri_fail(error, KAURI_CORRUPT, "%s does not hold r and dtc of layer %u by %s",
                          kauri_reader_path(reader), layer->seeds, KAURI_RULES_IDENTITY);
    }
    return KAURI_OK;
}

static enum kauri_status load_column(const struct kauri_reader *reader, unsigned column,
                                     unsigned threads, struct kauri_stored *stored,
                                     struct kauri_error *error)
{
    const struct kauri_table_info *info = kauri_reader_info(reader);
    stored->bias = info->columns[column].bias;
    stored->width = info->columns[column].width;
    stored->numbers = malloc(info->positions * stored->width);
    if (stored->numbers == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for %s", kauri_reader_path(reader));
    }
    return kauri_reader_column(reader, column, 0, info->positions, threads, stored->numbers, error);
}

static enum kauri_status load(struct verification *verification, struct kauri_tables *tables,
                              unsigned seeds, unsigned threads, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    for (unsigned n = 0; n <= seeds; n++) {
        struct kauri_layer layer;
        const struct kauri_reader *reader = kauri_tables_reader(tables, n);
        if (reader == NULL) {
            return kauri_fail(error, KAURI_MISSING,
                              "layer %u is missing in %s; `kauri solve --seeds %u` makes it", n,
                              kauri_tables_folder(tables), n);
        }
        const struct kauri_table_info *info = kauri_reader_info(reader);
        const struct kauri_shape shape = {(uint8_t)info->holes, (uint8_t)info->cowries};
        KAURI_TRY(kauri_layer_init(&layer, shape, n, error));
        KAURI_TRY(check_info(reader, &layer, error));
        KAURI_TRY(
            load_column(reader, KAURI_COLUMN_R, threads, &verification->equations.r[n], error));
        if (n == seeds) {
            verification->equations.layer = layer;
            KAURI_TRY(load_column(reader, KAURI_COLUMN_DTC, threads, &verification->equations.dtc,
                                  error));
        }
    }
cleanup:
    return status;
}

static void verify_block(void *context, unsigned worker, uint64_t number)
{
    struct verification *verification = context;
    verification->checks[number] =
        kauri_equations_block(&verification->equations, verification->first_block + number,
                              verification->scratch[worker]);
}

// Counts per r and greatest distance, counted anew and compared with what the writer put down.
static enum kauri_status check_certificate(const struct kauri_reader *reader,
                                           const struct kauri_equations *equations,
                                           struct kauri_error *error)
{
    const struct kauri_certificate *certificate = kauri_reader_certificate(reader);
    const struct kauri_stored *r = &equations->r[equations->layer.seeds];
    int32_t max_dtc = 0;
    uint64_t *counts = calloc(r->width == 1 ? 1 << 8 : 1 << 16, sizeof *counts);
    if (counts == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for verifying");
    }
    for (uint64_t index = 0; index < equations->layer.positions; index++) {
        const int32_t dtc = kauri_stored_get(&equations->dtc, index);
        max_dtc = dtc > max_dtc ? dtc : max_dtc;
        counts[kauri_stored_get(r, index) - r->bias]++;
    }
    bool same = max_dtc == certificate->maximum[KAURI_COLUMN_DTC];
    for (uint32_t i = 0; i < certificate->count_count; i++) {
        const struct kauri_count *count = &certificate->counts[i];
        same = same && counts[count->value - r->bias] == count->count;
    }
    free(counts);
    return same ? KAURI_OK
                : kauri_fail(error, KAURI_WRONG, "%s: its certificate does not match its values",
                             kauri_reader_path(reader));
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
    const uint64_t index = sample_index(verification, verification->first_block + number);
    const bool undefined = kauri_stored_get(&equations->r[equations->layer.seeds], index) == 0 &&
                           kauri_stored_get(&equations->dtc, index) != 0;
    verification->sample_wrong[number] =
        undefined || kauri_equation_at(equations, index) != kauri_stored_key(equations, index);
}

static void found_wrong(const struct verification *verification, uint64_t index, uint64_t wrong,
                        struct kauri_verify_result *result)
{
    const struct kauri_equations *equations = &verification->equations;
    if (result->wrong == 0) {
        struct kauri_view view;
        kauri_unindex(&equations->layer, index, &view);
        const int32_t correct = kauri_equation_at(equations, index);
        result->first_wrong = kauri_view_position(&view, equations->layer.shape.holes);
        result->stored_r = kauri_stored_get(&equations->r[equations->layer.seeds], index);
        result->stored_dtc = kauri_stored_get(&equations->dtc, index);
        result->correct_r = kauri_key_r(correct);
        result->correct_dtc = kauri_key_dtc(correct);
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
        verification->first_block = first;
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
    if (options->sample > 0 && options->sample < layer->positions) {
        verification->samples = options->sample;
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
    KAURI_TRY(load(&verification, tables, seeds, options->threads, error));
    KAURI_TRY(
        check_certificate(kauri_tables_reader(tables, seeds), &verification.equations, error));
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
