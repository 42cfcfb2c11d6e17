// The program `measure`, for scripts/measure/bench: solves and verifies one layer, and prints what
// that took as JSON.
#include "cli/command.h"
#include "cli/program.h"
#include "cli/run.h"
#include "cli/scratch_folder.h"
#include "cli/solve/solve_choice.h"
#include "common/json.h"
#include "common/memory.h"
#include "common/progress.h"
#include "solver/predict.h"
#include "solver/solve.h"
#include "verify/verify.h"

#include <math.h>
#include <stdlib.h>

// Bytes of pages that the verifier keeps, as in `kauri verify`.
#define CACHE_BYTES (256ULL << 20)

struct solver_settings {
    uint64_t seeds, holes, cowries, level, memory;
    enum kauri_kernel_choice kernel;
};

// What the solver and the verifier took.
struct solver_figures {
    struct kauri_solve_result solved;
    double processor_seconds;
    uint64_t base_memory, peak_memory; // resident bytes before solving, and at the peak
    double verify_seconds;
};

// Solves the layer. The layers below it must exist.
static enum kauri_status solve(const char *folder, const struct kauri_layer *layer,
                               const struct kauri_solve_options *options,
                               struct solver_figures *figures, struct kauri_error *error)
{
    kauri_memory_forget_peak();
    figures->base_memory = kauri_memory_peak();
    const double before = kauri_clock_processor();
    KAURI_PASS(
        kauri_solve_layer(folder, layer->shape, layer->seeds, options, &figures->solved, error));
    figures->processor_seconds = kauri_clock_processor() - before;
    figures->peak_memory = kauri_memory_peak();
    return KAURI_OK;
}

static enum kauri_status verify(const char *folder, unsigned seeds,
                                const struct kauri_command_run *run, struct solver_figures *figures,
                                struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_tablebase *tables = NULL;
    struct kauri_verify_result result;
    const struct kauri_verify_options options = {.threads = run->threads,
                                                 .progress = &run->view.progress};
    KAURI_TRY(kauri_tablebase_open_folder(folder, CACHE_BYTES, &tables, error));
    KAURI_TRY(kauri_verify_layer(tables, seeds, &options, &result, error));
    figures->verify_seconds = result.seconds;
cleanup:
    kauri_tablebase_close(tables);
    return status;
}

// Adds the layer, the entries that its table stores, and the load of the machine.
static void add_layer(struct kauri_json *json, const struct kauri_layer *layer, uint64_t entries)
{
    double load = NAN; // not known: null in JSON
    (void)getloadavg(&load, 1);
    kauri_json_add_uint(json, "holes", layer->shape.holes);
    kauri_json_add_uint(json, "cowries", layer->shape.cowries);
    kauri_json_add_uint(json, "seeds", layer->seeds);
    kauri_json_add_uint(json, "positions", layer->positions);
    kauri_json_add_uint(json, "entries", entries);
    kauri_json_add_text(json, "version", KAURI_VERSION);
    kauri_json_add_real(json, "load", load);
}

static void add_figures(struct kauri_json *json, const struct kauri_layer *layer, unsigned threads,
                        const struct solver_figures *figures)
{
    const struct kauri_solve_result *solved = &figures->solved;
    const struct kauri_solve_phases *phases = &solved->phases;
    // The threads are busy with one or the other, or wait for one another.
    const double frontier = phases->expanding / threads;
    const double scan = phases->gathering / threads;
    const double waiting = phases->rounds - frontier - scan;
    kauri_json_begin_object(json, NULL);
    add_layer(json, layer, solved->positions);
    kauri_json_add_text(json, "kernel", solved->kernel);
    kauri_json_add_uint(json, "threads", threads);
    kauri_json_add_real(json, "seconds", solved->seconds);
    kauri_json_add_real(json, "processor_seconds", figures->processor_seconds);
    kauri_json_begin_object(json, "phases");
    kauri_json_add_real(json, "preparing", phases->tables);
    kauri_json_add_real(json, "forward", phases->captures);
    kauri_json_add_real(json, "frontier", frontier);
    kauri_json_add_real(json, "scan", scan);
    kauri_json_add_real(json, "store", phases->write);
    kauri_json_add_real(json, "waiting", waiting > 0 ? waiting : 0);
    kauri_json_end(json);
    // Moves without captures, passes included.
    kauri_json_add_uint(json, "edges", kauri_move_count(layer) - solved->capture_moves);
    kauri_json_add_uint(json, "rounds", solved->rounds);
    kauri_json_add_uint(json, "base_memory", figures->base_memory);
    kauri_json_add_uint(json, "peak_memory", figures->peak_memory);
    kauri_json_add_uint(json, "file_bytes", solved->file_bytes);
    kauri_json_add_uint(json, "capture_bytes", solved->capture_bytes);
    kauri_json_add_uint(json, "history_bytes", solved->history_bytes);
    kauri_json_add_real(json, "verify_seconds", figures->verify_seconds);
    kauri_json_end(json);
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct solver_settings *settings = run->settings;
    const unsigned seeds = (unsigned)settings->seeds;
    const struct kauri_shape shape = kauri_shape_chosen(settings->holes, settings->cowries);
    const struct kauri_solve_options options = {
        .threads = run->threads,
        .level = (int)settings->level,
        .progress = &run->view.progress,
        .memory = settings->memory,
        .kernel = settings->kernel,
    };
    struct kauri_json json = {.out = &run->out};
    struct kauri_scratch scratch = KAURI_SCRATCH_NONE;
    struct solver_figures figures = {.verify_seconds = 0};
    struct kauri_layer layer;
    KAURI_TRY(kauri_kernel_check(settings->kernel, error));
    KAURI_TRY(kauri_layer_init(&layer, shape, seeds, error));
    KAURI_TRY(kauri_scratch_make(&scratch, error));
    KAURI_TRY(kauri_scratch_link(&scratch, run->folder, shape, seeds, error));
    KAURI_TRY(solve(scratch.path, &layer, &options, &figures, error));
    KAURI_TRY(verify(scratch.path, seeds, run, &figures, error));
    add_figures(&json, &layer, run->threads, &figures);
cleanup:
    kauri_scratch_remove(&scratch);
    kauri_solve_result_clear(&figures.solved);
    return status;
}

static const struct kauri_command command_solver = {
    .name = "solver",
    .summary = "measure the solver and the verifier",
    .text = "Solves and verifies one layer in a temporary folder (in $TMPDIR, else /tmp), on the "
            "lower layers of --tables.",
    .options =
        (const struct kauri_option[]){
            KAURI_ONE_FOLDER_OPTION,
            KAURI_LAYER_OPTION(struct solver_settings, seeds),
            KAURI_HOLES_OPTION(struct solver_settings, holes),
            KAURI_COWRIES_OPTION(struct solver_settings, cowries),
            KAURI_MEMORY_OPTION(struct solver_settings, memory),
            KAURI_THREADS_OPTION,
            KAURI_KERNEL_OPTION(struct solver_settings, kernel),
            KAURI_LEVEL_OPTION(struct solver_settings, level),
            KAURI_QUIET_OPTION,
            KAURI_OPTIONS_END,
        },
    .flags = KAURI_RUN_THREADS | KAURI_RUN_PROGRESS,
    KAURI_SETTINGS(struct solver_settings, .holes = KAURI_HOLES_MAX, .cowries = UINT64_MAX,
                   .level = KAURI_LEVEL_DEFAULT),
    .run = run,
};

static const struct kauri_command *const commands[] = {&command_solver, NULL};

const struct kauri_program kauri_program = {
    .name = "measure",
    .purpose = "measure the solver and the verifier",
    .title = "Kauri for developers",
    .description = "Prints figures of docs/results/LABBOOK.md as JSON.",
    .commands = commands,
};

int main(int argc, char **argv)
{
    return kauri_program_main(argc, argv);
}
