// measure lookups: measures look-ups through the public interface.
#include "studies/measure/measure.h"

#include "cli/run.h"
#include "cli/solve/solve_choice.h"
#include "common/memory.h"
#include "common/progress.h"
#include "studies/random.h"
#include "tablebase/derived.h"
#include "tablebase/tablebase.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    COLD_POSITIONS = 5000,
    BUCKETS = 12,
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

struct look_ups {
    const char *folder;
    struct kauri_layer layer;
    unsigned threads;
    struct kauri_tablebase *tables;
    struct kauri_string *out; // the object
};

// Draws one of `count` positions of the layer from index `first` on.
static enum kauri_status draw(const struct kauri_layer *layer, uint64_t first, uint64_t count,
                              uint64_t *seed, struct kauri_position *position,
                              struct kauri_error *error)
{
    return kauri_position_at(layer->shape.holes, layer->shape.cowries, layer->seeds,
                             first + kauri_random(seed) % count, position, error);
}

// One look-up.
struct sample {
    double seconds;
    uint64_t pages; // decoded
};

static int by_time(const void *a, const void *b)
{
    const double x = ((const struct sample *)a)->seconds;
    const double y = ((const struct sample *)b)->seconds;
    return (x > y) - (x < y);
}

static double microseconds_at(const struct sample *samples, size_t count, size_t percent)
{
    return 1e6 * samples[(count - 1) * percent / 100].seconds;
}

// Adds the object of so many look-ups, and sorts them; null if there are none. The buckets are
// look-ups of less than 1, 2, 4, ..., 1024 microseconds, each without those before, and longer.
static void add_times(struct kauri_string *out, const char *name, struct sample *samples,
                      size_t count)
{
    uint64_t pages = 0;
    size_t hits = 0;
    size_t histogram[BUCKETS] = {0};
    kauri_string_add(out, "\"%s\":", name);
    if (count == 0) {
        kauri_string_add(out, "null");
        return;
    }
    qsort(samples, count, sizeof *samples, by_time);
    for (size_t i = 0; i < count; i++) {
        unsigned bucket = 0;
        while (bucket + 1 < BUCKETS && 1e6 * samples[i].seconds >= (double)(1U << bucket)) {
            bucket++;
        }
        histogram[bucket]++;
        pages += samples[i].pages;
        hits += samples[i].pages == 0;
    }
    kauri_string_add(out,
                     "{\"count\":%zu,\"median_microseconds\":%.6g,\"90_microseconds\":%.6g,"
                     "\"99_microseconds\":%.6g,\"most_microseconds\":%.6g,\"pages\":%.6g,"
                     "\"hit_rate\":%.6g,\"histogram\":[",
                     count, microseconds_at(samples, count, 50),
                     microseconds_at(samples, count, 90), microseconds_at(samples, count, 99),
                     microseconds_at(samples, count, 100), (double)pages / (double)count,
                     (double)hits / (double)count);
    for (unsigned i = 0; i < BUCKETS; i++) {
        kauri_string_add(out, "%s%zu", i == 0 ? "" : ",", histogram[i]);
    }
    kauri_string_add(out, "]}");
}

typedef enum kauri_status cold_call(struct kauri_tablebase *tables,
                                    const struct kauri_position *position,
                                    struct kauri_error *error);

static enum kauri_status probe_r(struct kauri_tablebase *tables,
                                 const struct kauri_position *position, struct kauri_error *error)
{
    int32_t r = 0;
    return kauri_probe_r(tables, position, &r, error);
}

static enum kauri_status probe_value(struct kauri_tablebase *tables,
                                     const struct kauri_position *position,
                                     struct kauri_error *error)
{
    struct kauri_value value;
    return kauri_probe_value(tables, position, &value, error);
}

static enum kauri_status probe_root(struct kauri_tablebase *tables,
                                    const struct kauri_position *position,
                                    struct kauri_error *error)
{
    struct kauri_probe_result result;
    return kauri_probe_root(tables, position, &result, error);
}

// Looks up the positions in turn, in tables that were opened for this and have an empty cache of
// the default size; samples[i] is that of positions[i].
static enum kauri_status run_series(const struct look_ups *l,
                                    const struct kauri_position *positions, cold_call *call,
                                    struct sample *samples, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_tablebase *tables = NULL;
    KAURI_TRY(kauri_tablebase_open(&l->folder, 1, NULL, &tables, error));
    for (unsigned seeds = 0; seeds <= l->layer.seeds; seeds++) {
        const struct kauri_tablebase_layer *layer = NULL;
        // Opening a layer is not measured. Lower layers may be missing; a look-up that needs one
        // reports it.
        (void)kauri_tablebase_layer(tables, seeds, &layer, NULL);
    }
    const struct kauri_number_store *numbers = kauri_tablebase_numbers(tables);
    for (unsigned i = 0; i < COLD_POSITIONS; i++) {
        const uint64_t before = kauri_number_store_decoded(numbers);
        const double began = kauri_clock_seconds();
        KAURI_TRY(call(tables, &positions[i], error));
        samples[i].seconds = kauri_clock_seconds() - began;
        samples[i].pages = kauri_number_store_decoded(numbers) - before;
    }
cleanup:
    kauri_tablebase_close(tables);
    return status;
}

// Measures one kind of look-up: once to bring the files into the system's cache, and once for the
// times. Positions with an entry of their own and those whose values are derived are told apart if
// there are both.
static enum kauri_status measure_kind(const struct look_ups *l, const char *name,
                                      const struct kauri_position *positions, const bool *stored,
                                      cold_call *call, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct sample samples[COLD_POSITIONS];
    struct sample parts[2][COLD_POSITIONS]; // derived, stored
    size_t counts[2] = {0};
    KAURI_TRY(run_series(l, positions, call, samples, error));
    KAURI_TRY(run_series(l, positions, call, samples, error));
    for (unsigned i = 0; i < COLD_POSITIONS; i++) {
        parts[stored[i]][counts[stored[i]]++] = samples[i];
    }
    kauri_string_add(l->out, ",\"%s\":{", name);
    add_times(l->out, "stored", parts[1], counts[0] > 0 ? counts[1] : 0);
    kauri_string_add(l->out, ",");
    add_times(l->out, "derived", parts[0], counts[0]);
    kauri_string_add(l->out, ",");
    add_times(l->out, "all", samples, COLD_POSITIONS);
    kauri_string_add(l->out, "}");
cleanup:
    return status;
}

// Random positions of the layer on one thread. The files are in the system's cache.
static enum kauri_status measure_cold(const struct look_ups *l, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_tablebase_layer *opened = NULL;
    uint64_t seed = 2;
    struct kauri_position *positions = calloc(COLD_POSITIONS, sizeof *positions);
    bool *stored = calloc(COLD_POSITIONS, sizeof *stored);
    if (positions == NULL || stored == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for positions");
        goto cleanup;
    }
    for (unsigned i = 0; i < COLD_POSITIONS; i++) {
        KAURI_TRY(draw(&l->layer, 0, l->layer.positions, &seed, &positions[i], error));
        KAURI_TRY(kauri_tablebase_open_for(l->tables, &positions[i], &opened, error));
        stored[i] = kauri_entry_place(opened, &positions[i]).stored;
    }
    KAURI_TRY(measure_kind(l, "cold_r", positions, stored, probe_r, error));
    KAURI_TRY(measure_kind(l, "cold_value", positions, stored, probe_value, error));
    KAURI_TRY(measure_kind(l, "cold_root", positions, stored, probe_root, error));
    kauri_string_add(l->out, ",\"peak_memory\":%llu", (unsigned long long)kauri_memory_peak());
cleanup:
    free(positions);
    free(stored);
    return status;
}

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
            first = kauri_random(&seed) % (layer->positions - range + 1);
        }
        KAURI_TRY(draw(layer, first, range, &seed, position, error));
        KAURI_TRY(kauri_tablebase_open_for(tables, position, &opened, error));
        fits = kauri_entry_place(opened, position).stored == stored;
        hot->count += fits;
    }
    hot->count = hot->count < HOT_POSITIONS ? 0 : HOT_POSITIONS;
cleanup:
    return status;
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

// Adds the object of one kind of positions; null if the layer has none.
static enum kauri_status measure_hot_kind(const struct look_ups *l, const char *name,
                                          const struct hot_positions *hot,
                                          struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    double r = 0;
    double value = 0;
    kauri_string_add(l->out, ",\"%s\":", name);
    if (hot->count == 0) {
        kauri_string_add(l->out, "null");
        return KAURI_OK;
    }
    KAURI_TRY(time_hot(l->tables, hot, true, &r, error));
    KAURI_TRY(time_hot(l->tables, hot, false, &value, error));
    kauri_string_add(l->out, "{\"value_nanoseconds\":%.6g,\"r_nanoseconds\":%.6g}", value, r);
cleanup:
    return status;
}

// Positions with all their moves, pages in the cache, one thread.
static enum kauri_status measure_roots(const struct look_ups *l,
                                       const struct kauri_position *positions,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct sample samples[ROOT_POSITIONS];
    struct kauri_probe_result probe;
    for (unsigned i = 0; i < ROOT_POSITIONS; i++) {
        KAURI_TRY(kauri_probe_root(l->tables, &positions[i], &probe, error)); // fills the cache
    }
    for (unsigned i = 0; i < ROOT_POSITIONS; i++) {
        const double began = kauri_clock_seconds();
        KAURI_TRY(kauri_probe_root(l->tables, &positions[i], &probe, error));
        samples[i] = (struct sample){.seconds = kauri_clock_seconds() - began};
    }
    kauri_string_add(l->out, ",");
    add_times(l->out, "hot_root", samples, ROOT_POSITIONS);
cleanup:
    return status;
}

// Positions whose pages are in the cache.
static enum kauri_status measure_hot(const struct look_ups *l, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct hot_positions *hot = calloc(2, sizeof *hot); // stored, derived
    if (hot == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for positions");
        goto cleanup;
    }
    KAURI_TRY(draw_hot(l->tables, &l->layer, true, &hot[0], error));
    KAURI_TRY(draw_hot(l->tables, &l->layer, false, &hot[1], error));
    KAURI_TRY(measure_hot_kind(l, "hot_stored", &hot[0], error));
    KAURI_TRY(measure_hot_kind(l, "hot_derived", &hot[1], error));
    KAURI_TRY(measure_roots(l, hot[0].at, error));
    kauri_string_add(l->out, ",\"hot\":[");
    for (unsigned threads = 1; threads <= THREADS_MAX; threads *= 2) {
        double together = 0;
        double apart = 0;
        KAURI_TRY(run_hot(l->tables, hot[0].at, threads, false, &together, error));
        KAURI_TRY(run_hot(l->tables, hot[0].at, threads, true, &apart, error));
        kauri_string_add(l->out,
                         "%s{\"threads\":%u,\"values_per_second\":%.0f,"
                         "\"apart_per_second\":%.0f}",
                         threads == 1 ? "" : ",", threads, together, apart);
    }
    kauri_string_add(l->out, "]");
cleanup:
    free(hot);
    return status;
}

static enum kauri_status random_positions(const struct kauri_layer *layer,
                                          struct kauri_position *positions, size_t count,
                                          struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint64_t seed = 3;
    for (size_t i = 0; i < count && status == KAURI_OK; i++) {
        status = draw(layer, 0, layer->positions, &seed, &positions[i], error);
    }
    return status;
}

// Random positions in batches.
static enum kauri_status measure_many(const struct look_ups *l, struct kauri_error *error)
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
    KAURI_TRY(random_positions(&l->layer, positions, MANY_POSITIONS, error));
    double began = kauri_clock_seconds();
    KAURI_TRY(kauri_probe_many(l->tables, positions, MANY_POSITIONS, values, statuses, l->threads,
                               error));
    kauri_string_add(l->out, ",\"batch_values\":%d,\"batch_values_per_second\":%.0f",
                     MANY_POSITIONS, MANY_POSITIONS / (kauri_clock_seconds() - began + 1e-9));
    for (unsigned i = 0; i < MANY_POSITIONS; i++) {
        if (statuses[i] != KAURI_OK) { // say why
            KAURI_TRY(kauri_probe_value(l->tables, &positions[i], &values[i], error));
        }
    }
    began = kauri_clock_seconds();
    KAURI_TRY(kauri_probe_roots(l->tables, positions, ROOTS, results, statuses, l->threads, error));
    kauri_string_add(l->out, ",\"batch_roots\":%d,\"batch_roots_per_second\":%.0f", ROOTS,
                     ROOTS / (kauri_clock_seconds() - began + 1e-9));
    for (unsigned i = 0; i < ROOTS; i++) {
        if (statuses[i] != KAURI_OK) {
            KAURI_TRY(kauri_probe_root(l->tables, &positions[i], &results[i], error));
        }
    }
cleanup:
    free(positions);
    free(values);
    free(results);
    free(statuses);
    return status;
}

// The layer in order, or as much of it as there is time for.
static enum kauri_status measure_ordered(const struct look_ups *l, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const uint64_t room = kauri_memory_available() / 2 / (sizeof(int16_t) + sizeof(uint16_t)) + 1;
    uint64_t most = l->layer.positions;
    most = most < room ? most : room;
    most = most < READ_POSITIONS ? most : READ_POSITIONS;
    int16_t *r = malloc(most * sizeof *r);
    uint16_t *dtc = malloc(most * sizeof *dtc);
    if (r == NULL || dtc == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for a part of the layer");
        goto cleanup;
    }
    // The library should not pay for the first use of the memory.
    memset(r, 0, most * sizeof *r);
    memset(dtc, 0, most * sizeof *dtc);
    const uint64_t parts = (l->layer.positions - 1) / most + 1;
    const double began = kauri_clock_seconds();
    double seconds = 0;
    uint64_t positions = 0;
    uint64_t part = 0;
    // Every 7th part first, then those after them, and so on, so that a layer that takes too long
    // is sampled evenly.
    for (uint64_t done = 0; done < parts && seconds < ORDERED_SECONDS; done++) {
        const uint64_t first = part * most;
        const uint64_t rest = l->layer.positions - first;
        const uint64_t here = rest < most ? rest : most;
        KAURI_TRY(
            kauri_layer_read(l->tables, l->layer.seeds, first, here, r, dtc, l->threads, error));
        positions += here;
        part = part + ORDERED_STEP < parts ? part + ORDERED_STEP : part % ORDERED_STEP + 1;
        seconds = kauri_clock_seconds() - began;
    }
    kauri_string_add(l->out, ",\"ordered_positions_per_second\":%.0f",
                     (double)positions / (seconds + 1e-9));
cleanup:
    free(r);
    free(dtc);
    return status;
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct measure_settings *settings = run->settings;
    const struct kauri_tablebase_layer *layer = NULL;
    const double load = measure_load();
    struct look_ups l = {.folder = run->folder, .threads = run->threads, .out = &run->out};
    const struct kauri_tablebase_options options = {
        .struct_bytes = sizeof options, .cache_bytes = 1ULL << 30, .threads = run->threads};
    KAURI_TRY(kauri_layer_init(&l.layer, kauri_shape_chosen(settings->holes, settings->cowries),
                               (unsigned)settings->seeds, error));
    KAURI_TRY(kauri_tablebase_open(&l.folder, 1, &options, &l.tables, error));
    KAURI_TRY(kauri_tablebase_layer(l.tables, l.layer.seeds, &layer, error));
    measure_add_layer(l.out, &l.layer, kauri_reader_info(layer->reader)->entries, load);
    kauri_string_add(l.out, ",\"threads\":%u", l.threads);
    KAURI_TRY(measure_cold(&l, error));
    KAURI_TRY(measure_many(&l, error));
    KAURI_TRY(measure_ordered(&l, error));
    KAURI_TRY(measure_hot(&l, error));
    kauri_string_add(l.out, "}\n");
cleanup:
    kauri_tablebase_close(l.tables);
    return status;
}

const struct kauri_command measure_command_lookups = {
    .name = "lookups",
    .summary = "measure look-ups in a layer",
    .text =
        "Random positions on one thread, from an empty cache of the default size: r, the value, "
        "and "
        "the position with all its moves, each with percentiles, pages decoded, the share of "
        "look-ups that decoded none, and a histogram. Batches of random positions, and r and dtc "
        "of "
        "the layer in order, on all threads. Positions whose pages are in the cache: one look-up, "
        "and values per second on 1, 2 and 4 threads, which share the pages or have pages of their "
        "own. Files are in the system's cache.",
    .options =
        (const struct kauri_option[]){
            MEASURE_OPTIONS,
            KAURI_THREADS_OPTION,
            {.name = NULL},
        },
    .flags = KAURI_RUN_THREADS,
    MEASURE_SETTINGS(.sample = 0),
    .run = run,
};
