// measure lookups: measures look-ups through the public interface.
#include "studies/measure/measure.h"

#include "cli/run.h"
#include "cli/solve/solve_choice.h"
#include "common/loop.h"
#include "common/memory.h"
#include "common/progress.h"
#include "db/tables/derived.h"
#include "db/tables/tablebase.h"
#include "studies/random.h"

#include <stdlib.h>
#include <string.h>

enum {
    COLD_POSITIONS = 5000,
    HOT_POSITIONS = 4096, // positions that are looked up in turn
    HOT_RANGES = 8,       // stretches of the layer that they lie in
    HOT_RANGE = 50000,    // positions of a stretch
    // Leads to another stretch each time, and to all in the end.
    HOT_STEP = HOT_POSITIONS / HOT_RANGES + 1,
    ROOT_POSITIONS = 2000,
    MANY_POSITIONS = 100000,
    ROOTS = 65536,            // positions of a batch with all their moves
    READ_POSITIONS = 1 << 29, // positions of one call in order, if there is memory for them
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
    struct kauri_json *json;
};

// Draws one of `count` positions of the layer from index `first` on.
static enum kauri_status draw(const struct kauri_layer *layer, uint64_t first, uint64_t count,
                              uint64_t *seed, struct kauri_position *position,
                              struct kauri_error *error)
{
    return kauri_position_at(layer->shape.holes, layer->shape.cowries, layer->seeds,
                             first + kauri_random(seed) % count, position, error);
}

// A sample of look-ups.
struct sample {
    size_t count;
    double seconds[COLD_POSITIONS];
    uint64_t pages; // pages decoded
    size_t hits;    // look-ups that decoded no page
};

static void add_look_up(struct sample *sample, double seconds, uint64_t pages)
{
    sample->seconds[sample->count++] = seconds;
    sample->pages += pages;
    sample->hits += pages == 0;
}

// Adds the object of the look-ups of a sample, and sorts them; null if there are none.
static void add_sample(struct kauri_json *json, const char *name, struct sample *sample)
{
    const size_t count = sample->count;
    if (count == 0) {
        kauri_json_add_null(json, name);
        return;
    }
    measure_sort(sample->seconds, count);
    kauri_json_begin_object(json, name);
    kauri_json_add_uint(json, "count", count);
    kauri_json_add_real(json, "median_microseconds",
                        measure_microseconds(sample->seconds, count, 50));
    kauri_json_add_real(json, "90_microseconds", measure_microseconds(sample->seconds, count, 90));
    kauri_json_add_real(json, "99_microseconds", measure_microseconds(sample->seconds, count, 99));
    kauri_json_add_real(json, "most_microseconds",
                        measure_microseconds(sample->seconds, count, 100));
    kauri_json_add_real(json, "pages", (double)sample->pages / (double)count);
    kauri_json_add_real(json, "hit_rate", (double)sample->hits / (double)count);
    kauri_json_end(json);
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

// Look-ups of one kind: separately for positions whose values are derived and for those with an
// entry, and for all of them together.
struct cold_samples {
    struct sample of[2]; // derived, stored
    struct sample all;
};

// Looks up the positions in turn, in tables that were opened for this and have an empty cache of
// the default size.
static enum kauri_status run_series(const struct look_ups *l,
                                    const struct kauri_position *positions, const bool *stored,
                                    cold_call *call, struct cold_samples *samples,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_tablebase *tables = NULL;
    memset(samples, 0, sizeof *samples);
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
        const double seconds = kauri_clock_seconds() - began;
        const uint64_t pages = kauri_number_store_decoded(numbers) - before;
        add_look_up(&samples->of[stored[i]], seconds, pages);
        add_look_up(&samples->all, seconds, pages);
    }
cleanup:
    kauri_tablebase_close(tables);
    return status;
}

// Measures one kind of look-up: once to bring the files into the system's cache, and once for the
// times.
static enum kauri_status measure_kind(const struct look_ups *l, const char *name,
                                      const struct kauri_position *positions, const bool *stored,
                                      cold_call *call, struct kauri_error *error)
{
    struct cold_samples samples;
    KAURI_PASS(run_series(l, positions, stored, call, &samples, error));
    KAURI_PASS(run_series(l, positions, stored, call, &samples, error));
    kauri_json_begin_object(l->json, name);
    add_sample(l->json, "stored", &samples.of[1]);
    add_sample(l->json, "derived", &samples.of[0]);
    add_sample(l->json, "all", &samples.all);
    kauri_json_end(l->json);
    return KAURI_OK;
}

// Measures random positions of the layer on one thread. The files are in the system's cache.
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
    kauri_json_add_uint(l->json, "peak_memory", kauri_memory_peak());
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
        KAURI_PASS(draw(layer, first, range, &seed, position, error));
        KAURI_PASS(kauri_tablebase_open_for(tables, position, &opened, error));
        fits = kauri_entry_place(opened, position).stored == stored;
        hot->count += fits;
    }
    hot->count = hot->count < HOT_POSITIONS ? 0 : HOT_POSITIONS;
    return KAURI_OK;
}

// Look-ups of several threads.
struct hot_run {
    struct kauri_tablebase *tables;
    const struct kauri_position *positions;
    bool apart;                     // each thread has its own positions
    double per_second[THREADS_MAX]; // values, by thread
    enum kauri_status status[THREADS_MAX];
    struct kauri_error error[THREADS_MAX];
};

static void look_up_for_a_while(void *context, unsigned worker)
{
    struct hot_run *run = context;
    const unsigned part = HOT_POSITIONS / THREADS_MAX;
    const unsigned count = run->apart ? part : HOT_POSITIONS;
    const struct kauri_position *positions = run->positions + (run->apart ? worker * part : 0);
    const double began = kauri_clock_seconds();
    unsigned at = run->apart ? 0 : worker * part; // keeps threads from going in step
    uint64_t values = 0;
    double seconds = 0;
    while (seconds < RUN_SECONDS) {
        for (unsigned i = 0; i < 1000; i++) {
            struct kauri_value value;
            at = (at + HOT_STEP) % count;
            run->status[worker] =
                kauri_probe_value(run->tables, &positions[at], &value, &run->error[worker]);
            if (run->status[worker] != KAURI_OK) {
                return;
            }
        }
        values += 1000;
        seconds = kauri_clock_seconds() - began;
    }
    run->per_second[worker] = (double)values / seconds;
}

// Adds the values per second of `count` threads together, on the same stretches or each on its own.
static enum kauri_status measure_threads(const struct look_ups *l,
                                         const struct kauri_position *positions, unsigned count,
                                         bool apart, struct kauri_error *error)
{
    struct hot_run run = {.tables = l->tables, .positions = positions, .apart = apart};
    double per_second = 0;
    kauri_loop_each(count, look_up_for_a_while, &run);
    for (unsigned i = 0; i < count; i++) {
        if (run.status[i] != KAURI_OK) {
            *error = run.error[i];
            return run.status[i];
        }
        per_second += run.per_second[i];
    }
    kauri_json_add_uint(l->json, apart ? "apart_per_second" : "values_per_second",
                        (uint64_t)per_second);
    return KAURI_OK;
}

// Measures the nanoseconds of one look-up on one thread: of r, or of the value.
static enum kauri_status time_hot(struct kauri_tablebase *tables, const struct hot_positions *hot,
                                  bool r_only, double *nanoseconds, struct kauri_error *error)
{
    uint64_t count = 0;
    unsigned at = 0;
    double seconds = 0;
    struct kauri_value value;
    for (unsigned i = 0; i < hot->count; i++) { // fills the cache
        KAURI_PASS(kauri_probe_value(tables, &hot->at[i], &value, error));
    }
    const double began = kauri_clock_seconds();
    while (hot->count > 0 && seconds < RUN_SECONDS) {
        for (unsigned i = 0; i < 1000; i++) {
            at = (at + HOT_STEP) % hot->count;
            KAURI_PASS(r_only ? kauri_probe_r(tables, &hot->at[at], &value.r, error)
                              : kauri_probe_value(tables, &hot->at[at], &value, error));
        }
        count += 1000;
        seconds = kauri_clock_seconds() - began;
    }
    *nanoseconds = count == 0 ? 0 : 1e9 * seconds / (double)count;
    return KAURI_OK;
}

// Adds the object of one kind of positions; null if the layer has none.
static enum kauri_status measure_hot_kind(const struct look_ups *l, const char *name,
                                          const struct hot_positions *hot,
                                          struct kauri_error *error)
{
    double r = 0;
    double value = 0;
    if (hot->count == 0) {
        kauri_json_add_null(l->json, name);
        return KAURI_OK;
    }
    KAURI_PASS(time_hot(l->tables, hot, true, &r, error));
    KAURI_PASS(time_hot(l->tables, hot, false, &value, error));
    kauri_json_begin_object(l->json, name);
    kauri_json_add_real(l->json, "value_nanoseconds", value);
    kauri_json_add_real(l->json, "r_nanoseconds", r);
    kauri_json_end(l->json);
    return KAURI_OK;
}

// Measures positions with all their moves, with pages in the cache, on one thread.
static enum kauri_status measure_roots(const struct look_ups *l,
                                       const struct kauri_position *positions,
                                       struct kauri_error *error)
{
    struct sample sample = {.count = 0};
    struct kauri_probe_result probe;
    for (unsigned i = 0; i < ROOT_POSITIONS; i++) {
        KAURI_PASS(kauri_probe_root(l->tables, &positions[i], &probe, error)); // fills the cache
    }
    for (unsigned i = 0; i < ROOT_POSITIONS; i++) {
        const double began = kauri_clock_seconds();
        KAURI_PASS(kauri_probe_root(l->tables, &positions[i], &probe, error));
        add_look_up(&sample, kauri_clock_seconds() - began, 0);
    }
    add_sample(l->json, "hot_root", &sample);
    return KAURI_OK;
}

// Measures positions whose pages are in the cache.
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
    kauri_json_begin_array(l->json, "hot");
    for (unsigned threads = 1; threads <= THREADS_MAX; threads *= 2) {
        kauri_json_begin_object(l->json, NULL);
        kauri_json_add_uint(l->json, "threads", threads);
        KAURI_TRY(measure_threads(l, hot[0].at, threads, false, error));
        KAURI_TRY(measure_threads(l, hot[0].at, threads, true, error));
        kauri_json_end(l->json);
    }
    kauri_json_end(l->json);
cleanup:
    free(hot);
    return status;
}

// Adds the positions of a batch, and how many of them were looked up per second.
static void add_batch(struct kauri_json *json, const char *name, const char *speed_name,
                      unsigned count, double began)
{
    const double seconds = kauri_clock_seconds() - began + 1e-9;
    kauri_json_add_uint(json, name, count);
    kauri_json_add_uint(json, speed_name, (uint64_t)(count / seconds));
}

// Measures random positions in batches.
static enum kauri_status measure_many(const struct look_ups *l, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint64_t seed = 3;
    struct kauri_position *positions = calloc(MANY_POSITIONS, sizeof *positions);
    struct kauri_value *values = calloc(MANY_POSITIONS, sizeof *values);
    struct kauri_probe_result *results = calloc(ROOTS, sizeof *results);
    enum kauri_status *statuses = calloc(MANY_POSITIONS, sizeof *statuses);
    if (positions == NULL || values == NULL || results == NULL || statuses == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for a batch of positions");
        goto cleanup;
    }
    for (unsigned i = 0; i < MANY_POSITIONS; i++) {
        KAURI_TRY(draw(&l->layer, 0, l->layer.positions, &seed, &positions[i], error));
    }
    double began = kauri_clock_seconds();
    KAURI_TRY(kauri_probe_many(l->tables, positions, MANY_POSITIONS, values, statuses, l->threads,
                               error));
    add_batch(l->json, "batch_values", "batch_values_per_second", MANY_POSITIONS, began);
    for (unsigned i = 0; i < MANY_POSITIONS; i++) {
        if (statuses[i] != KAURI_OK) { // report the reason
            KAURI_TRY(kauri_probe_value(l->tables, &positions[i], &values[i], error));
        }
    }
    began = kauri_clock_seconds();
    KAURI_TRY(kauri_probe_roots(l->tables, positions, ROOTS, results, statuses, l->threads, error));
    add_batch(l->json, "batch_roots", "batch_roots_per_second", ROOTS, began);
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

// Measures the layer in order, or as much of it as there is time for.
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
    // The memory is used once before, so that its first use is not measured.
    memset(r, 0, most * sizeof *r);
    memset(dtc, 0, most * sizeof *dtc);
    const uint64_t parts = (l->layer.positions - 1) / most + 1;
    const double began = kauri_clock_seconds();
    double seconds = 0;
    uint64_t positions = 0;
    uint64_t part = 0;
    // Takes every 7th part first, then those after them, and so on, so that a layer that takes too
    // long is sampled evenly.
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
    kauri_json_add_uint(l->json, "ordered_positions_per_second",
                        (uint64_t)((double)positions / (seconds + 1e-9)));
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
    struct kauri_json json = {.out = &run->out};
    struct look_ups l = {.folder = run->folder, .threads = run->threads, .json = &json};
    const struct kauri_tablebase_options options = {
        .struct_bytes = sizeof options, .cache_bytes = 1ULL << 30, .threads = run->threads};
    KAURI_TRY(kauri_layer_init(&l.layer, kauri_shape_chosen(settings->holes, settings->cowries),
                               (unsigned)settings->seeds, error));
    KAURI_TRY(kauri_tablebase_open(&l.folder, 1, &options, &l.tables, error));
    KAURI_TRY(kauri_tablebase_layer(l.tables, l.layer.seeds, &layer, error));
    measure_begin(&json, &l.layer, kauri_reader_info(layer->reader)->entries);
    kauri_json_add_uint(&json, "threads", l.threads);
    KAURI_TRY(measure_cold(&l, error));
    KAURI_TRY(measure_many(&l, error));
    KAURI_TRY(measure_ordered(&l, error));
    KAURI_TRY(measure_hot(&l, error));
    kauri_json_end(&json);
cleanup:
    kauri_tablebase_close(l.tables);
    return status;
}

const struct kauri_command measure_command_lookups = {
    .name = "lookups",
    .summary = "measure look-ups in a layer",
    .text =
        "Random positions on one thread, from an empty cache of the default size: r, the value, "
        "and the position with all its moves, each with percentiles, pages decoded, and the share "
        "of look-ups that decoded none. Batches of random positions, and r and dtc of the layer "
        "in order, on all threads. Positions whose pages are in the cache: one look-up, and "
        "values per second on 1, 2 and 4 threads, which share the pages or have pages of their "
        "own. Files are in the system's cache.",
    .options =
        (const struct kauri_option[]){
            MEASURE_OPTIONS,
            KAURI_THREADS_OPTION,
            KAURI_OPTIONS_END,
        },
    .flags = KAURI_RUN_THREADS,
    MEASURE_SETTINGS,
    .run = run,
};
