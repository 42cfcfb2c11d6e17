#include "cli/bench/bench_probe.h"

#include "cli/scratch_folder.h"
#include "common/progress.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    HOT_POSITIONS = 4096,                      // looked up in turn
    HOT_RANGES = 8,                            // stretches of the layer that they lie in
    HOT_RANGE = 50000,                         // positions of a stretch; a page holds about as many
    HOT_STEP = HOT_POSITIONS / HOT_RANGES + 1, // leads to another stretch, and to all in the end
    COLD_POSITIONS = 2000,                     // each decodes a page
    MANY_POSITIONS = 100000,
    READ_POSITIONS = 4 << 20, // of one call in order
    THREADS_MAX = 4,
};

static const double RUN_SECONDS = 0.5;

// splitmix64: the same positions in every run.
static uint64_t random_next(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

static enum kauri_status position_at(const struct kauri_layer *layer, uint64_t index,
                                     struct kauri_position *position, struct kauri_error *error)
{
    return kauri_position_at(layer->shape.holes, layer->shape.cowries, layer->seeds, index,
                             position, error);
}

// Positions of a few stretches of the layer, one stretch after the other.
static enum kauri_status hot_positions(const struct kauri_layer *layer,
                                       struct kauri_position *positions, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint64_t seed = 1;
    const uint64_t range = layer->positions < HOT_RANGE ? layer->positions : HOT_RANGE;
    uint64_t first[HOT_RANGES];
    for (unsigned i = 0; i < HOT_RANGES; i++) {
        first[i] = random_next(&seed) % (layer->positions - range + 1);
    }
    for (unsigned i = 0; status == KAURI_OK && i < HOT_POSITIONS; i++) {
        status =
            position_at(layer, first[i / (HOT_POSITIONS / HOT_RANGES)] + random_next(&seed) % range,
                        &positions[i], error);
    }
    return status;
}

static enum kauri_status open_tables(const char *folder, uint64_t cache_bytes, unsigned threads,
                                     struct kauri_tablebase **tables, struct kauri_error *error)
{
    const struct kauri_tablebase_options options = {
        .struct_bytes = sizeof options,
        .cache_bytes = cache_bytes,
        .threads = threads,
    };
    return kauri_tablebase_open(&folder, 1, &options, tables, error);
}

struct hot_thread {
    struct kauri_tablebase *tables;
    const struct kauri_position *positions; // of this thread
    unsigned count;
    unsigned first; // where it begins, so that threads do not go in step
    double seconds;
    uint64_t values;
    enum kauri_status status;
    struct kauri_error error;
};

static void *look_up_for_a_while(void *context)
{
    struct hot_thread *thread = context;
    const double began = kauri_clock_seconds();
    unsigned at = thread->first;
    do {
        for (unsigned i = 0; i < 1000; i++) {
            struct kauri_value value;
            at = (at + HOT_STEP) % thread->count;
            thread->status =
                kauri_probe_value(thread->tables, &thread->positions[at], &value, &thread->error);
            if (thread->status != KAURI_OK) {
                return NULL;
            }
        }
        thread->values += 1000;
        thread->seconds = kauri_clock_seconds() - began;
    } while (thread->seconds < RUN_SECONDS);
    return NULL;
}

// Values per second of `count` threads together, on the same stretches or each on its own.
static enum kauri_status run_hot(struct kauri_tablebase *tables,
                                 const struct kauri_position *positions, unsigned count, bool apart,
                                 double *per_second, struct kauri_error *error)
{
    struct hot_thread threads[THREADS_MAX];
    pthread_t handles[THREADS_MAX];
    enum kauri_status status = KAURI_OK;
    unsigned started = 0;
    memset(threads, 0, sizeof threads);
    *per_second = 0;
    while (started < count) {
        const unsigned part = started * (HOT_POSITIONS / THREADS_MAX);
        threads[started].tables = tables;
        threads[started].positions = apart ? positions + part : positions;
        threads[started].count = apart ? HOT_POSITIONS / THREADS_MAX : HOT_POSITIONS;
        threads[started].first = apart ? 0 : part;
        if (pthread_create(&handles[started], NULL, look_up_for_a_while, &threads[started]) != 0) {
            status = kauri_fail(error, KAURI_RESOURCE, "cannot start %u threads", count);
            break;
        }
        started++;
    }
    for (unsigned i = 0; i < started; i++) {
        (void)pthread_join(handles[i], NULL);
        if (status == KAURI_OK && threads[i].status != KAURI_OK) {
            status = threads[i].status;
            *error = threads[i].error;
        }
        *per_second += (double)threads[i].values / (threads[i].seconds + 1e-9);
    }
    return status;
}

static enum kauri_status measure_hot(struct kauri_tablebase *tables,
                                     const struct kauri_position *positions,
                                     struct kauri_bench_hot *hot, struct kauri_error *error)
{
    const enum kauri_status status =
        run_hot(tables, positions, hot->threads, false, &hot->values_per_second, error);
    return status != KAURI_OK
               ? status
               : run_hot(tables, positions, hot->threads, true, &hot->apart_per_second, error);
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

// Median and 99th percentile of `count` times, in microseconds.
static void percentiles(double *seconds, unsigned count, double *median, double *most)
{
    qsort(seconds, count, sizeof *seconds, ascending);
    *median = 1e6 * seconds[count / 2];
    *most = 1e6 * seconds[count - 1 - count / 100];
}

static enum kauri_status measure_root(struct kauri_tablebase *tables,
                                      const struct kauri_position *positions,
                                      struct kauri_bench_probe *result, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    double seconds[COLD_POSITIONS];
    struct kauri_probe_result probe;
    for (unsigned i = 0; i < COLD_POSITIONS; i++) {
        KAURI_TRY(kauri_probe_root(tables, &positions[i], &probe, error)); // fills the cache
    }
    for (unsigned i = 0; i < COLD_POSITIONS; i++) {
        const double began = kauri_clock_seconds();
        KAURI_TRY(kauri_probe_root(tables, &positions[i], &probe, error));
        seconds[i] = kauri_clock_seconds() - began;
    }
    percentiles(seconds, COLD_POSITIONS, &result->root_median, &result->root_99);
cleanup:
    return status;
}

static enum kauri_status measure_cold(const char *folder, struct kauri_bench_probe *result,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_tablebase *tables = NULL;
    double seconds[COLD_POSITIONS];
    uint64_t seed = 2;
    KAURI_TRY(open_tables(folder, 1, 1, &tables, error));
    // The first ones open the table and bring the file into the system's cache.
    for (int pass = 0; pass < 2; pass++) {
        seed = 2;
        for (unsigned i = 0; i < COLD_POSITIONS; i++) {
            struct kauri_position position;
            struct kauri_value value;
            KAURI_TRY(position_at(&result->layer, random_next(&seed) % result->layer.positions,
                                  &position, error));
            const double began = kauri_clock_seconds();
            KAURI_TRY(kauri_probe_value(tables, &position, &value, error));
            seconds[i] = kauri_clock_seconds() - began;
        }
    }
    result->cold_count = COLD_POSITIONS;
    percentiles(seconds, COLD_POSITIONS, &result->cold_median, &result->cold_99);
cleanup:
    kauri_tablebase_close(tables);
    return status;
}

static enum kauri_status measure_many(struct kauri_tablebase *tables, unsigned threads,
                                      struct kauri_bench_probe *result, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint64_t seed = 3;
    struct kauri_position *positions = calloc(MANY_POSITIONS, sizeof *positions);
    struct kauri_value *values = calloc(MANY_POSITIONS, sizeof *values);
    enum kauri_status *statuses = calloc(MANY_POSITIONS, sizeof *statuses);
    if (positions == NULL || values == NULL || statuses == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for a batch of positions");
        goto cleanup;
    }
    for (unsigned i = 0; i < MANY_POSITIONS; i++) {
        KAURI_TRY(position_at(&result->layer, random_next(&seed) % result->layer.positions,
                              &positions[i], error));
    }
    const double began = kauri_clock_seconds();
    KAURI_TRY(
        kauri_probe_many(tables, positions, MANY_POSITIONS, values, statuses, threads, error));
    result->many_count = MANY_POSITIONS;
    result->many_per_second = MANY_POSITIONS / (kauri_clock_seconds() - began + 1e-9);
    for (unsigned i = 0; i < MANY_POSITIONS; i++) {
        if (statuses[i] != KAURI_OK) { // say why
            struct kauri_value value;
            KAURI_TRY(kauri_probe_value(tables, &positions[i], &value, error));
        }
    }
cleanup:
    free(positions);
    free(values);
    free(statuses);
    return status;
}

static enum kauri_status measure_ordered(struct kauri_tablebase *tables, unsigned threads,
                                         struct kauri_bench_probe *result,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    int16_t *r = calloc(READ_POSITIONS, sizeof *r);
    uint16_t *dtc = calloc(READ_POSITIONS, sizeof *dtc);
    if (r == NULL || dtc == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for a part of the layer");
        goto cleanup;
    }
    const double began = kauri_clock_seconds();
    for (uint64_t first = 0; first < result->layer.positions; first += READ_POSITIONS) {
        const uint64_t rest = result->layer.positions - first;
        KAURI_TRY(kauri_layer_read(tables, result->layer.seeds, first,
                                   rest < READ_POSITIONS ? rest : READ_POSITIONS, r, dtc, threads,
                                   error));
    }
    result->ordered_per_second =
        (double)result->layer.positions / (kauri_clock_seconds() - began + 1e-9);
cleanup:
    free(r);
    free(dtc);
    return status;
}

static enum kauri_status measure(const char *folder, unsigned threads,
                                 struct kauri_bench_probe *result, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_tablebase *tables = NULL;
    struct kauri_position *positions = calloc(HOT_POSITIONS, sizeof *positions);
    if (positions == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for positions");
        goto cleanup;
    }
    KAURI_TRY(hot_positions(&result->layer, positions, error));
    KAURI_TRY(measure_cold(folder, result, error));
    KAURI_TRY(open_tables(folder, 1ULL << 30, threads, &tables, error));
    KAURI_TRY(measure_many(tables, threads, result, error));
    KAURI_TRY(measure_ordered(tables, threads, result, error));
    KAURI_TRY(measure_root(tables, positions, result, error));
    for (unsigned i = 0; i < KAURI_BENCH_HOT_RUNS; i++) {
        result->hot[i].threads = 1U << i;
        KAURI_TRY(measure_hot(tables, positions, &result->hot[i], error));
    }
cleanup:
    kauri_tablebase_close(tables);
    free(positions);
    return status;
}

enum kauri_status kauri_bench_probe_run(const struct kauri_bench_options *options,
                                        struct kauri_bench_probe *result, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_scratch scratch = KAURI_SCRATCH_NONE;
    memset(result, 0, sizeof *result);
    if (getloadavg(&result->load, 1) != 1) {
        result->load = -1;
    }
    KAURI_TRY(kauri_layer_init(&result->layer, options->shape, options->seeds, error));
    if (options->tables == NULL) {
        KAURI_TRY(kauri_scratch_make(&scratch, error));
        KAURI_TRY(kauri_bench_solve_layers(options, scratch.path, options->seeds + 1, error));
    }
    KAURI_TRY(measure(options->tables != NULL ? options->tables : scratch.path, options->threads,
                      result, error));
cleanup:
    kauri_scratch_remove(&scratch);
    return status;
}
