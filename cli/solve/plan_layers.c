#include "cli/solve/plan_layers.h"

#include "cli/child.h"
#include "cli/scratch_folder.h"
#include "cli/solve/solve_folder.h"
#include "solver/storage/workfile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A layer with more positions takes too long for measuring.
#define MEASURED_MOST 20000000U

enum { DISK_BYTES = 64 << 20, DISK_PIECE = 1 << 20 };

// Expected number of rounds: in layer 0, and for each further layer. Measured on layers 0 to 4.
enum { ROUNDS_FIRST = 150, ROUNDS_PER_LAYER = 100 };

// Time per position, relative to layer 1, in hundredths: between what two kinds of processors took
// for layers 1 to 5 of the full board, which differ by a fifth either way.
static const uint16_t relative_time[] = {70, 100, 120, 125, 135, 150};
enum { TIMES = sizeof relative_time / sizeof relative_time[0], TIME_STEP = 12 };

// Additional processor time for blocks in files. Measured: 1.25 times the time with 0.6 of the
// blocks in files, 1.7 times with 0.85.
#define FILES_SHARE 0.7

// The results of the child.
struct measurement {
    double seconds;
    double disk_bytes_per_second;
};

struct timing {
    const struct kauri_plan_options *options;
    const char *folder;
    unsigned layer;
    bool disk;
};

static enum kauri_status measure_disk(const struct timing *task, double *rate,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_workplace place = {.folder = NULL};
    struct kauri_workfile *file = NULL;
    char *piece = malloc(DISK_PIECE);
    if (piece == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for measuring");
    }
    for (size_t i = 0; i < DISK_PIECE; i++) {
        piece[i] = (char)(i * 2654435761U >> 13); // data that does not compress
    }
    KAURI_TRY(
        kauri_workplace_open(task->folder, NULL, task->options->shape, task->layer, &place, error));
    KAURI_TRY(kauri_workfile_make(&place, KAURI_WORK_TRIAL, &file, error));
    const double began = kauri_clock_seconds();
    for (uint64_t at = 0; at < DISK_BYTES; at += DISK_PIECE) {
        KAURI_TRY(kauri_workfile_write(file, at, piece, DISK_PIECE, error));
    }
    KAURI_TRY(kauri_workfile_sync(file, error));
    *rate = (double)DISK_BYTES / (kauri_clock_seconds() - began + 1e-9);
cleanup:
    kauri_workfile_remove(file);
    kauri_workplace_close(&place);
    free(piece);
    return status;
}

static enum kauri_status measure(void *context, void *to, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct timing *task = context;
    struct measurement *measurement = to;
    struct kauri_solve_options options = task->options->solve;
    options.memory = 0;
    options.checkpoint_seconds = 0;
    options.progress = task->options->progress;
    for (unsigned seeds = 0; seeds <= task->layer; seeds++) {
        struct kauri_solve_result result;
        KAURI_TRY(
            kauri_solve_layer(task->folder, task->options->shape, seeds, &options, &result, error));
        measurement->seconds = result.seconds;
        kauri_solve_result_clear(&result);
    }
    if (task->disk) {
        KAURI_TRY(measure_disk(task, &measurement->disk_bytes_per_second, error));
    }
cleanup:
    return status;
}

// The last layer that is wanted and quick.
static enum kauri_status measured_layer(const struct kauri_plan_options *options,
                                        struct kauri_layer *chosen, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint64_t positions = 0;
    for (unsigned seeds = 0; seeds <= options->seeds; seeds++) {
        struct kauri_layer layer;
        KAURI_TRY(kauri_layer_init(&layer, options->shape, seeds, error));
        positions += layer.positions;
        if (seeds > 0 && positions > MEASURED_MOST) {
            break;
        }
        *chosen = layer;
    }
cleanup:
    return status;
}

static bool files_needed(const struct kauri_plan_options *options, const struct kauri_plan *plan)
{
    bool needed = false;
    for (unsigned seeds = 0; seeds <= options->seeds; seeds++) {
        const struct kauri_prediction *layer = &plan->fit.layers[seeds];
        needed = needed || (layer->fits && layer->resident < layer->blocks);
    }
    return needed;
}

static double time_of(unsigned seeds)
{
    return seeds < TIMES ? relative_time[seeds]
                         : relative_time[TIMES - 1] + (double)(seeds - TIMES + 1) * TIME_STEP;
}

static double seconds_for(const struct kauri_plan *plan, unsigned seeds)
{
    const struct kauri_prediction *layer = &plan->fit.layers[seeds];
    const double outside = 1 - (double)layer->resident / (double)layer->blocks;
    const double rounds = ROUNDS_FIRST + ROUNDS_PER_LAYER * (double)seeds;
    double seconds = (double)layer->positions * plan->measured_seconds /
                     (double)plan->measured_positions * time_of(seeds) /
                     time_of(plan->measured_layer) * (1 + FILES_SHARE * outside);
    if (outside > 0 && plan->disk_bytes_per_second > 0) {
        // Every round reads and writes the blocks that are not in memory: three bits per position.
        seconds +=
            2 * rounds * outside * (double)layer->positions * 3 / 8 / plan->disk_bytes_per_second;
    }
    return seconds;
}

static enum kauri_status measure_time(const struct kauri_plan_options *options,
                                      struct kauri_plan *plan, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_scratch scratch = KAURI_SCRATCH_NONE;
    struct kauri_layer layer = {.positions = 0};
    struct measurement measurement = {.seconds = 0};
    KAURI_TRY(measured_layer(options, &layer, error));
    struct timing task = {
        .options = options,
        .folder = scratch.path,
        .layer = layer.seeds,
        .disk = files_needed(options, plan),
    };
    KAURI_TRY(kauri_scratch_make(&scratch, error));
    KAURI_TRY(kauri_child_run(options->solve.threads, measure, &task, &measurement,
                              sizeof measurement, options->progress, error));
    plan->measured_layer = layer.seeds;
    plan->measured_positions = layer.positions;
    plan->measured_seconds = measurement.seconds > 1e-6 ? measurement.seconds : 1e-6;
    plan->disk_bytes_per_second = measurement.disk_bytes_per_second;
    for (unsigned seeds = 0; seeds <= options->seeds; seeds++) {
        if (plan->fit.layers[seeds].fits) {
            plan->seconds[seeds] = seconds_for(plan, seeds);
        }
    }
cleanup:
    kauri_scratch_remove(&scratch);
    return status;
}

enum kauri_status kauri_plan_make(const struct kauri_plan_options *options, struct kauri_plan *plan,
                                  struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    bool wanted[KAURI_SEEDS_MAX + 1];
    struct kauri_solve_options unlimited = options->solve;
    struct kauri_tablebase *tables = NULL;
    unlimited.memory = UINT64_MAX / 2; // the last layer takes half of that
    memset(plan, 0, sizeof *plan);
    if (options->tables != NULL) {
        KAURI_TRY(kauri_solve_folder_open(options->tables, options->shape, &tables, error));
    }
    for (unsigned seeds = 0; seeds <= options->seeds; seeds++) {
        plan->there[seeds] = tables != NULL && kauri_tablebase_has(tables, seeds);
        wanted[seeds] = !plan->there[seeds];
        struct kauri_prediction prediction;
        KAURI_TRY(kauri_predict_layer(options->shape, seeds, &unlimited, &prediction, error));
        plan->in_core_memory[seeds] = prediction.memory;
    }
    KAURI_TRY(kauri_fit_predict(options->tables != NULL ? options->tables : ".", options->shape,
                                options->seeds, wanted, &options->solve, &plan->fit, error));
    if (options->time) {
        KAURI_TRY(measure_time(options, plan, error));
    }
cleanup:
    kauri_tablebase_close(tables);
    return status;
}
