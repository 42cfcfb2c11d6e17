#include "cli/bench/bench_cold.h"

#include "cli/bench/bench_positions.h"
#include "common/progress.h"
#include "tablebase/derived.h"
#include "tablebase/tablebase.h"

#include <stdlib.h>

enum { POSITIONS = 5000 };

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

// Looks up the positions in turn, in tables that were opened for this; samples[i] is that of
// positions[i].
static enum kauri_status run_series(const char *folder, const struct kauri_position *positions,
                                    cold_call *call, struct kauri_bench_sample *samples,
                                    uint64_t *resident, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_tablebase *tables = NULL;
    KAURI_TRY(kauri_tablebase_open(&folder, 1, NULL, &tables, error));
    for (unsigned seeds = 0; seeds <= kauri_seeds(&positions[0]); seeds++) {
        const struct kauri_tablebase_layer *layer = NULL;
        // Opening a layer is not measured. Lower layers may be missing; a look-up that needs one
        // reports it.
        (void)kauri_tablebase_layer(tables, seeds, &layer, NULL);
    }
    const struct kauri_number_store *numbers = kauri_tablebase_numbers(tables);
    for (unsigned i = 0; i < POSITIONS; i++) {
        const uint64_t before = kauri_number_store_decoded(numbers);
        const double began = kauri_clock_seconds();
        KAURI_TRY(call(tables, &positions[i], error));
        samples[i].seconds = kauri_clock_seconds() - began;
        samples[i].pages = kauri_number_store_decoded(numbers) - before;
    }
    *resident = kauri_bench_resident();
cleanup:
    kauri_tablebase_close(tables);
    return status;
}

// Measures one kind of look-up: once to bring the files into the system's cache, and once for the
// times.
static enum kauri_status measure(const char *folder, const struct kauri_position *positions,
                                 const bool *stored, cold_call *call,
                                 struct kauri_bench_cold_times *times, uint64_t *resident,
                                 struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_bench_sample samples[POSITIONS];
    struct kauri_bench_sample of_kind[POSITIONS];
    KAURI_TRY(run_series(folder, positions, call, samples, resident, error));
    KAURI_TRY(run_series(folder, positions, call, samples, resident, error));
    for (unsigned kind = 0; kind < 2; kind++) {
        size_t count = 0;
        for (unsigned i = 0; i < POSITIONS; i++) {
            if (stored[i] == (kind == 1)) {
                of_kind[count++] = samples[i];
            }
        }
        kauri_bench_times_take(of_kind, count, kind == 1 ? &times->stored : &times->derived);
    }
    kauri_bench_times_take(samples, POSITIONS, &times->all);
cleanup:
    return status;
}

enum kauri_status kauri_bench_cold_run(const char *folder, const struct kauri_layer *layer,
                                       struct kauri_bench_cold *cold, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_tablebase *tables = NULL;
    const struct kauri_tablebase_layer *opened = NULL;
    uint64_t seed = 2;
    struct kauri_position *positions = calloc(POSITIONS, sizeof *positions);
    bool *stored = calloc(POSITIONS, sizeof *stored);
    if (positions == NULL || stored == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for positions");
        goto cleanup;
    }
    KAURI_TRY(kauri_tablebase_open(&folder, 1, NULL, &tables, error));
    for (unsigned i = 0; i < POSITIONS; i++) {
        KAURI_TRY(kauri_bench_position(layer, kauri_bench_random(&seed) % layer->positions,
                                       &positions[i], error));
        KAURI_TRY(kauri_tablebase_open_for(tables, &positions[i], &opened, error));
        stored[i] = kauri_entry_place(opened, &positions[i]).stored;
    }
    KAURI_TRY(measure(folder, positions, stored, probe_r, &cold->r, &cold->resident, error));
    KAURI_TRY(
        measure(folder, positions, stored, probe_value, &cold->value, &cold->resident, error));
    KAURI_TRY(measure(folder, positions, stored, probe_root, &cold->root, &cold->resident, error));
cleanup:
    kauri_tablebase_close(tables);
    free(positions);
    free(stored);
    return status;
}
