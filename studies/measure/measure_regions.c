// measure regions: counts the parallel regions that solving a layer takes, and the work in each.
//
// The linker puts __wrap_GOMP_parallel in the place of the function of libgomp that begins a region
// (studies/CMakeLists.txt), so that the solver is the one that users run.
#include "studies/measure/measure.h"

#include "cli/scratch_folder.h"
#include "cli/solve/solve_choice.h"
#include "common/progress.h"
#include "indexer/stored_blocks.h"
#include "solver/solve.h"

#include <stdatomic.h>
#include <stdlib.h>

enum { BUCKETS = 20 };

typedef void region_body(void *data);
void __real_GOMP_parallel(region_body *body, void *data, unsigned threads, unsigned flags);
void __wrap_GOMP_parallel(region_body *body, void *data, unsigned threads, unsigned flags);

struct region {
    region_body *body;
    void *data;
    _Atomic uint64_t nanoseconds; // processor time of its threads together
};

// Of all regions so far. Only one thread of this program begins regions.
static struct {
    size_t count;
    uint64_t *nanoseconds;
    bool failed;
} regions;

static void work(void *context)
{
    struct region *region = context;
    const double before = kauri_clock_thread();
    region->body(region->data);
    atomic_fetch_add(&region->nanoseconds, (uint64_t)(1e9 * (kauri_clock_thread() - before)));
}

void __wrap_GOMP_parallel(region_body *body, void *data, unsigned threads, unsigned flags)
{
    struct region region = {.body = body, .data = data};
    __real_GOMP_parallel(work, &region, threads, flags);
    uint64_t *grown = realloc(regions.nanoseconds, (regions.count + 1) * sizeof *grown);
    if (grown == NULL) {
        regions.failed = true;
        return;
    }
    regions.nanoseconds = grown;
    grown[regions.count++] = region.nanoseconds;
}

static int ascending(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a;
    const uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static double microseconds_at(size_t percent)
{
    return (double)regions.nanoseconds[(regions.count - 1) * percent / 100] / 1e3;
}

// The buckets are regions of less than 1, 2, 4, ... microseconds, each without those before.
static void add_regions(struct kauri_string *out)
{
    size_t histogram[BUCKETS] = {0};
    double seconds = 0;
    for (size_t i = 0; i < regions.count; i++) {
        unsigned bucket = 0;
        while (bucket + 1 < BUCKETS && regions.nanoseconds[i] >= UINT64_C(1000) << bucket) {
            bucket++;
        }
        histogram[bucket]++;
        seconds += (double)regions.nanoseconds[i] / 1e9;
    }
    kauri_string_add(out, ",\"regions\":%zu,\"seconds_in_regions\":%.3f", regions.count, seconds);
    if (regions.count > 0) {
        qsort(regions.nanoseconds, regions.count, sizeof *regions.nanoseconds, ascending);
        kauri_string_add(out,
                         ",\"least_microseconds\":%.1f,\"1_microseconds\":%.1f,"
                         "\"10_microseconds\":%.1f,\"median_microseconds\":%.1f,"
                         "\"most_microseconds\":%.1f",
                         microseconds_at(0), microseconds_at(1), microseconds_at(10),
                         microseconds_at(50), microseconds_at(100));
    }
    kauri_string_add(out, ",\"histogram\":[");
    for (unsigned i = 0; i < BUCKETS; i++) {
        kauri_string_add(out, "%s%zu", i == 0 ? "" : ",", histogram[i]);
    }
    kauri_string_add(out, "]");
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct measure_settings *settings = run->settings;
    const unsigned seeds = (unsigned)settings->seeds;
    const struct kauri_shape shape = kauri_shape_chosen(settings->holes, settings->cowries);
    const struct kauri_solve_options options = {.threads = run->threads,
                                                .level = KAURI_LEVEL_DEFAULT,
                                                .progress = &run->view.progress,
                                                .memory = settings->memory};
    struct kauri_layer layer;
    struct kauri_scratch scratch = KAURI_SCRATCH_NONE;
    struct kauri_solve_result result = {.positions = 0};
    const double load = measure_load();
    KAURI_TRY(kauri_layer_init(&layer, shape, seeds, error));
    KAURI_TRY(kauri_scratch_make(&scratch, error));
    KAURI_TRY(kauri_scratch_link(&scratch, run->folder, shape, seeds, error));
    regions.count = 0; // without those that started the threads
    const double before = kauri_clock_processor();
    KAURI_TRY(kauri_solve_layer(scratch.path, shape, seeds, &options, &result, error));
    const double seconds = kauri_clock_processor() - before;
    if (regions.failed) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for the times of regions");
        goto cleanup;
    }
    measure_add_layer(&run->out, &layer, kauri_stored_block_count(&layer) * layer.cowrie_count,
                      load);
    kauri_string_add(&run->out,
                     ",\"threads\":%u,\"rounds\":%u,\"loops\":%llu,\"shared_loops\":%llu,"
                     "\"processor_seconds\":%.3f",
                     run->threads, result.rounds, (unsigned long long)result.loops,
                     (unsigned long long)result.shared_loops, seconds);
    add_regions(&run->out);
    kauri_string_add(&run->out, "}\n");
cleanup:
    kauri_solve_result_clear(&result);
    kauri_scratch_remove(&scratch);
    free(regions.nanoseconds);
    regions.nanoseconds = NULL;
    return status;
}

const struct kauri_command measure_command_regions = {
    .name = "regions",
    .summary = "count the parallel regions of solving a layer",
    .text =
        "Solves a layer on the tables of the layers below it, in a temporary folder, and counts "
        "the parallel regions of OpenMP. The work in a region is the processor time of all its "
        "threads together.",
    .options =
        (const struct kauri_option[]){
            MEASURE_OPTIONS,
            KAURI_THREADS_OPTION,
            KAURI_MEMORY_OPTION(struct measure_settings, memory),
            KAURI_QUIET_OPTION,
            {.name = NULL},
        },
    .flags = KAURI_RUN_PROGRESS | KAURI_RUN_THREADS,
    MEASURE_SETTINGS(.memory = 0),
    .run = run,
};
