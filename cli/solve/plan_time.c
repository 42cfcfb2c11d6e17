#include "cli/solve/plan_time.h"

#include "cli/scratch_folder.h"
#include "common/memory.h"
#include "solver/storage/workfile.h"

#include <math.h>
#include <stdlib.h>

// A layer with more positions takes too long for measuring.
#define MEASURED_MAX 20000000U

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

// Variation of the time per position between kinds of processors.
#define MODEL_SHARE 0.2

// A layer is measured three times, since other programs may disturb a measurement.
enum { MEASUREMENTS = 3 };

// Seconds of a core for a position of layer 3, of the fastest and the slowest processor that were
// measured, and the factor on the time when all cores of a machine are busy
// (docs/reference/SCALING.md, "The model and its assumptions").
#define FASTEST      26.9e-9
#define SLOWEST      59.3e-9
#define FULL_MACHINE 1.3

enum { TIMED_LAYER = 3 };

// Bytes per second of a disk: of a hard disk, and of a fast solid-state one.
#define SLOW_DISK 150e6
#define FAST_DISK 2e9

static enum kauri_status measure_disk(const char *folder, struct kauri_shape shape, unsigned seeds,
                                      double *rate, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_workplace place = {.folder = NULL};
    struct kauri_workfile *file = NULL;
    char *piece = NULL;
    KAURI_PASS(KAURI_NEW(piece, DISK_PIECE, error, "measuring"));
    for (size_t i = 0; i < DISK_PIECE; i++) {
        piece[i] = (char)(i * 2654435761U >> 13); // data that does not compress
    }
    KAURI_TRY(kauri_workplace_open(folder, NULL, shape, seeds, &place, error));
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

// Chooses the last layer that is wanted and quick.
static enum kauri_status choose_layer(struct kauri_shape shape, unsigned last,
                                      struct kauri_plan_time *time, struct kauri_error *error)
{
    uint64_t positions = 0;
    for (unsigned seeds = 0; seeds <= last; seeds++) {
        struct kauri_layer layer;
        KAURI_PASS(kauri_layer_init(&layer, shape, seeds, error));
        positions += layer.positions;
        if (seeds > 0 && positions > MEASURED_MAX) {
            break;
        }
        time->layer = seeds;
        time->positions = layer.positions;
    }
    return KAURI_OK;
}

static bool are_files_needed(const struct kauri_fit *fit, unsigned last)
{
    bool needed = false;
    for (unsigned seeds = 0; seeds <= last; seeds++) {
        const struct kauri_prediction *layer = &fit->layers[seeds];
        needed = needed || (layer->fits && layer->resident < layer->blocks);
    }
    return needed;
}

// Solves the measured layer, whose lower layers are there, several times.
static enum kauri_status measure_layer(const char *folder, struct kauri_shape shape,
                                       const struct kauri_solve_options *options,
                                       struct kauri_plan_time *time, struct kauri_error *error)
{
    double seconds[MEASUREMENTS];
    double idle = INFINITY;
    for (unsigned i = 0; i < MEASUREMENTS; i++) {
        struct kauri_solve_result result;
        const double began = kauri_clock_processor();
        KAURI_PASS(kauri_solve_layer(folder, shape, time->layer, options, &result, error));
        const double own = (kauri_clock_processor() - began) / options->threads;
        idle = own < idle ? own : idle;
        unsigned at = i;
        for (; at > 0 && seconds[at - 1] > result.seconds; at--) {
            seconds[at] = seconds[at - 1];
        }
        seconds[at] = result.seconds;
        kauri_solve_result_clear(&result);
    }
    idle = idle < seconds[0] ? idle : seconds[0];
    time->seconds = seconds[MEASUREMENTS / 2] > 1e-6 ? seconds[MEASUREMENTS / 2] : 1e-6;
    time->maximum = seconds[MEASUREMENTS - 1] > 1e-6 ? seconds[MEASUREMENTS - 1] : 1e-6;
    time->idle = idle > 1e-6 ? idle : 1e-6;
    if (getloadavg(&time->load, 1) != 1) {
        time->load = NAN;
    }
    return KAURI_OK;
}

enum kauri_status kauri_plan_time_measure(struct kauri_shape shape, const struct kauri_fit *fit,
                                          unsigned last, const struct kauri_solve_options *given,
                                          struct kauri_plan_time *time, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_scratch scratch = KAURI_SCRATCH_NONE;
    struct kauri_solve_options options = *given;
    options.memory = 0;
    options.checkpoint_seconds = 0;
    options.work = NULL;
    *time = (struct kauri_plan_time){.model = MODEL_SHARE};
    KAURI_TRY(choose_layer(shape, last, time, error));
    KAURI_TRY(kauri_scratch_make(&scratch, error));
    KAURI_TRY(kauri_scratch_solve(&scratch, shape, time->layer, &options, error));
    KAURI_TRY(measure_layer(scratch.path, shape, &options, time, error));
    if (are_files_needed(fit, last)) {
        KAURI_TRY(measure_disk(scratch.path, shape, time->layer, &time->disk_speed, error));
        time->disk_slow = time->disk_speed;
        time->disk_fast = time->disk_speed;
    }
cleanup:
    kauri_scratch_remove(&scratch);
    return status;
}

enum kauri_status kauri_plan_time_assume(struct kauri_shape shape, unsigned cores,
                                         struct kauri_plan_time *time, struct kauri_error *error)
{
    struct kauri_layer layer;
    KAURI_PASS(kauri_layer_init(&layer, shape, TIMED_LAYER, error));
    const double positions = (double)layer.positions / cores;
    *time = (struct kauri_plan_time){
        .layer = TIMED_LAYER,
        .positions = layer.positions,
        .idle = FASTEST * positions,
        .seconds = sqrt(FASTEST * SLOWEST * FULL_MACHINE) * positions,
        .maximum = SLOWEST * FULL_MACHINE * positions,
        .disk_slow = SLOW_DISK,
        .disk_speed = sqrt(SLOW_DISK * FAST_DISK),
        .disk_fast = FAST_DISK,
    };
    return KAURI_OK;
}

static double time_of(unsigned seeds)
{
    return seeds < TIMES ? relative_time[seeds]
                         : relative_time[TIMES - 1] + (double)(seeds - TIMES + 1) * TIME_STEP;
}

// Predicts from the time of the layer that was solved.
static double seconds_for(const struct kauri_plan_time *time, unsigned seeds,
                          const struct kauri_prediction *layer, double measured, double disk_speed)
{
    const double outside = 1 - (double)layer->resident / (double)layer->blocks;
    const double rounds = ROUNDS_FIRST + ROUNDS_PER_LAYER * (double)seeds;
    double seconds = (double)layer->positions * measured / (double)time->positions *
                     time_of(seeds) / time_of(time->layer) * (1 + FILES_SHARE * outside);
    if (outside > 0 && disk_speed > 0) {
        // Every round reads and writes the blocks that are not in memory: three bits per position.
        seconds += 2 * rounds * outside * (double)layer->positions * 3 / 8 / disk_speed;
    }
    return seconds;
}

struct kauri_plan_seconds kauri_plan_time_of(const struct kauri_plan_time *time, unsigned seeds,
                                             const struct kauri_prediction *layer)
{
    return (struct kauri_plan_seconds){
        .least = seconds_for(time, seeds, layer, time->idle, time->disk_fast) * (1 - time->model),
        .expected = seconds_for(time, seeds, layer, time->seconds, time->disk_speed),
        .maximum =
            seconds_for(time, seeds, layer, time->maximum, time->disk_slow) * (1 + time->model),
    };
}
