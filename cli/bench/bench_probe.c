#include "cli/bench/bench_probe.h"

#include "cli/bench/bench_positions.h"
#include "cli/scratch_folder.h"
#include "common/memory.h"
#include "common/progress.h"
#include "tablebase/derived.h"
#include "tablebase/tablebase.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    HOT_POSITIONS = 4096,                      // looked up in turn
    HOT_RANGES = 8,                            // stretches of the layer that they lie in
    HOT_RANGE = 50000,                         // positions of a stretch
    HOT_STEP = HOT_POSITIONS / HOT_RANGES + 1, // leads to another stretch, and to all in the end
    ROOT_POSITIONS = 2000,
    MANY_POSITIONS = 100000,
    ROOTS = 65536,            // positions of a batch with all their moves
    READ_POSITIONS = 1 << 29, // of one call in order, if there is memory for them
    ORDERED_STEP = 7,
    ORDERED_SECONDS = 20,
    THREADS_MAX = 4,
};

static const double RUN_SECONDS = 0.5;

// Positions that are looked up again and again: those of a few stretches of the layer, one stretch
// after the other, all stored or all derived. `count` is 0 if the layer has no such positions.
struct hot_positions {
    struct kauri_position at[HOT_POSITIONS];
    unsigned count;
};

static enum kauri_status draw_hot(struct kauri_tablebase *tables, const struct kauri_layer *layer,
                                  bool stored, struct hot_positions *hot, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint64_t seed = 1;
    uint64_t first = 0;
    bool fits = false;
    const uint64_t range = layer->positions < HOT_RANGE ? layer->positions : HOT_RANGE;
    const struct kauri_tablebase_layer *opened = NULL;
    hot->count = 0;
    for (unsigned tries = 0; tries < 64 * HOT_POSITIONS && hot->count < HOT_POSITIONS; tries++) {
        struct kauri_position *position = &hot->at[hot->count];
        // A stretch that turned out to be of the other kind is given up.
        if (!fits || hot->count % (HOT_POSITIONS / HOT_RANGES) == 0) {
            first = kauri_bench_random(&seed) % (layer->positions - range + 1);
        }
        KAURI_TRY(kauri_bench_position(layer, first + kauri_bench_random(&seed) % range, position,
                                       error));
        KAURI_TRY(kauri_tablebase_open_for(tables, position, &opened, error));
        fits = kauri_entry_place(opened, position).stored == stored;
        hot->count += fits;
    }
    hot->count = hot->count < HOT_POSITIONS ? 0 : HOT_POSITIONS;
cleanup:
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

// Nanoseconds of one look-up on one thread: of r, or of the value.
static enum kauri_status time_hot(struct kauri_tablebase *tables, const struct hot_positions *hot,
                                  bool r_only, double *nanoseconds, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint64_t count = 0;
    unsigned at = 0;
    double seconds = 0;
    struct kauri_value value;
    for (unsigned i = 0; i < hot->count; i++) { // fills the cache
        KAURI_TRY(kauri_probe_value(tables, &hot->at[i], &value, error));
    }
    const double began = kauri_clock_seconds();
    while (hot->count > 0 && seconds < RUN_SECONDS) {
        for (unsigned i = 0; i < 1000; i++) {
            at = (at + HOT_STEP) % hot->count;
            KAURI_TRY(r_only ? kauri_probe_r(tables, &hot->at[at], &value.r, error)
                             : kauri_probe_value(tables, &hot->at[at], &value, error));
        }
        count += 1000;
        seconds = kauri_clock_seconds() - began;
    }
    *nanoseconds = count == 0 ? 0 : 1e9 * seconds / (double)count;
cleanup:
    return status;
}

static enum kauri_status time_kind(struct kauri_tablebase *tables, const struct hot_positions *hot,
                                   struct kauri_bench_hot_times *times, struct kauri_error *error)
{
    const enum kauri_status status = time_hot(tables, hot, true, &times->r, error);
    return status != KAURI_OK ? status : time_hot(tables, hot, false, &times->value, error);
}

static enum kauri_status measure_root(struct kauri_tablebase *tables,
                                      const struct kauri_position *positions,
                                      struct kauri_bench_probe *result, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_bench_sample samples[ROOT_POSITIONS];
    struct kauri_bench_times times;
    struct kauri_probe_result probe;
    for (unsigned i = 0; i < ROOT_POSITIONS; i++) {
        KAURI_TRY(kauri_probe_root(tables, &positions[i], &probe, error)); // fills the cache
    }
    for (unsigned i = 0; i < ROOT_POSITIONS; i++) {
        const double began = kauri_clock_seconds();
        KAURI_TRY(kauri_probe_root(tables, &positions[i], &probe, error));
        samples[i] = (struct kauri_bench_sample){.seconds = kauri_clock_seconds() - began};
    }
    kauri_bench_times_take(samples, ROOT_POSITIONS, &times);
    result->root_median = times.median;
    result->root_99 = times.percentile_99;
cleanup:
    return status;
}

static enum kauri_status random_positions(const struct kauri_layer *layer,
                                          struct kauri_position *positions, size_t count,
                                          struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint64_t seed = 3;
    for (size_t i = 0; i < count && status == KAURI_OK; i++) {
        status = kauri_bench_position(layer, kauri_bench_random(&seed) % layer->positions,
                                      &positions[i], error);
    }
    return status;
}

static enum kauri_status measure_many(struct kauri_tablebase *tables, unsigned threads,
                                      struct kauri_bench_probe *result, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_position *positions = calloc(MANY_POSITIONS, sizeof *positions);
    struct kauri_value *values = calloc(MANY_POSITIONS, sizeof *values);
    struct kauri_probe_result *results = calloc(ROOTS, sizeof *results);
    enum kauri_status *statuses = calloc(MANY_POSITIONS, sizeof *statuses);
    if (positions == NULL || values == NULL || results == NULL || statuses == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for a batch of positions");
        goto cleanup;
    }
    KAURI_TRY(random_positions(&result->layer, positions, MANY_POSITIONS, error));
    double began = kauri_clock_seconds();
    KAURI_TRY(
        kauri_probe_many(tables, positions, MANY_POSITIONS, values, statuses, threads, error));
    result->many_count = MANY_POSITIONS;
    result->many_per_second = MANY_POSITIONS / (kauri_clock_seconds() - began + 1e-9);
    for (unsigned i = 0; i < MANY_POSITIONS; i++) {
        if (statuses[i] != KAURI_OK) { // say why
            KAURI_TRY(kauri_probe_value(tables, &positions[i], &values[i], error));
        }
    }
    began = kauri_clock_seconds();
    KAURI_TRY(kauri_probe_roots(tables, positions, ROOTS, results, statuses, threads, error));
    result->roots_count = ROOTS;
    result->roots_per_second = ROOTS / (kauri_clock_seconds() - began + 1e-9);
    for (unsigned i = 0; i < ROOTS; i++) {
        if (statuses[i] != KAURI_OK) {
            KAURI_TRY(kauri_probe_root(tables, &positions[i], &results[i], error));
        }
    }
cleanup:
    free(positions);
    free(values);
    free(results);
    free(statuses);
    return status;
}

static enum kauri_status measure_ordered(struct kauri_tablebase *tables, unsigned threads,
                                         struct kauri_bench_probe *result,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const uint64_t room = kauri_memory_available() / 2 / (sizeof(int16_t) + sizeof(uint16_t)) + 1;
    uint64_t most = result->layer.positions;
    most = most < room ? most : room;
    most = most < READ_POSITIONS ? most : READ_POSITIONS;
    int16_t *r = malloc(most * sizeof *r);
    uint16_t *dtc = malloc(most * sizeof *dtc);
    if (r == NULL || dtc == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for a part of the layer");
        goto cleanup;
    }
    // What the system takes for the first use of memory is not the library's.
    memset(r, 0, most * sizeof *r);
    memset(dtc, 0, most * sizeof *dtc);
    const uint64_t parts = (result->layer.positions - 1) / most + 1;
    const double began = kauri_clock_seconds();
    double seconds = 0;
    uint64_t positions = 0;
    uint64_t part = 0;
    // Every 7th part first, then those after them, and so on, so that a layer that takes too long
    // is sampled evenly.
    for (uint64_t done = 0; done < parts && seconds < ORDERED_SECONDS; done++) {
        const uint64_t first = part * most;
        const uint64_t rest = result->layer.positions - first;
        const uint64_t here = rest < most ? rest : most;
        KAURI_TRY(
            kauri_layer_read(tables, result->layer.seeds, first, here, r, dtc, threads, error));
        positions += here;
        part = part + ORDERED_STEP < parts ? part + ORDERED_STEP : part % ORDERED_STEP + 1;
        seconds = kauri_clock_seconds() - began;
    }
    result->ordered_per_second = (double)positions / (seconds + 1e-9);
cleanup:
    free(r);
    free(dtc);
    return status;
}

static enum kauri_status measure_all_hot(struct kauri_tablebase *tables,
                                         struct kauri_bench_probe *result,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct hot_positions *hot = calloc(2, sizeof *hot); // stored, derived
    if (hot == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for positions");
        goto cleanup;
    }
    KAURI_TRY(draw_hot(tables, &result->layer, true, &hot[0], error));
    KAURI_TRY(draw_hot(tables, &result->layer, false, &hot[1], error));
    KAURI_TRY(time_kind(tables, &hot[0], &result->hot_stored, error));
    KAURI_TRY(time_kind(tables, &hot[1], &result->hot_derived, error));
    KAURI_TRY(measure_root(tables, hot[0].at, result, error));
    for (unsigned i = 0; i < KAURI_BENCH_HOT_RUNS; i++) {
        result->hot[i].threads = 1U << i;
        KAURI_TRY(measure_hot(tables, hot[0].at, &result->hot[i], error));
    }
cleanup:
    free(hot);
    return status;
}

static enum kauri_status measure(const char *folder, unsigned threads,
                                 struct kauri_bench_probe *result, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_tablebase *tables = NULL;
    const struct kauri_tablebase_layer *layer = NULL;
    KAURI_TRY(open_tables(folder, 1ULL << 30, threads, &tables, error));
    KAURI_TRY(kauri_tablebase_layer(tables, result->layer.seeds, &layer, error));
    result->entries = kauri_reader_info(layer->reader)->entries;
    KAURI_TRY(kauri_bench_cold_run(folder, &result->layer, &result->cold, error));
    KAURI_TRY(measure_many(tables, threads, result, error));
    KAURI_TRY(measure_ordered(tables, threads, result, error));
    KAURI_TRY(measure_all_hot(tables, result, error));
cleanup:
    kauri_tablebase_close(tables);
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
