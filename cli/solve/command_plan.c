// kauri plan: memory, disk and time of layers, before anything is solved.
#include "cli/commands.h"
#include "cli/run.h"
#include "cli/solve/plan_time.h"
#include "cli/solve/solve_choice.h"
#include "cli/terminal_text.h"
#include "common/size.h"
#include "queries/answers/fitted_text.h"
#include "queries/answers/text_table.h"
#include "rules/board.h"
#include "solver/solve_folder.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_BYTES = 24, TIME_BYTES = 64 };

// Numbers that are not known are UINT64_MAX, or NAN.
struct planned_layer {
    unsigned seeds;
    bool finished; // the table is in the folder; then the rest is not known
    struct kauri_prediction predicted;
    uint64_t in_core_memory; // bytes at the peak without a limit
    uint64_t missing_memory;
    double seconds, least_seconds, most_seconds;
    const char *resident, *time; // texts such as "100 %" and "6 to 12 min"; NULL if not known
    char resident_text[WORD_BYTES], time_text[TIME_BYTES];
};

struct plan {
    uint64_t seeds, holes, cowries, level, checkpoint, memory;
    const char *work;
    bool no_time;
    uint64_t cores; // of another machine; 0: the layers are solved here
    // Members for the answer.
    struct kauri_shape shape;
    unsigned hole_count, cowrie_count, threads;
    uint64_t memory_limit;
    uint64_t usable; // bytes that the layers may use: the limit, or the free memory
    struct kauri_fit fit;
    struct planned_layer layers[KAURI_SEEDS_MAX + 1];
    struct kauri_plan_time time;
    uint64_t disk_bytes_per_second;
};

// ------------------------------------------------------------------------------------ predicting

// Formats a duration such as "6 to 12 min", in the unit that fits the longer time.
static const char *duration(double least, double maximum, char text[TIME_BYTES])
{
    static const struct {
        double below, seconds;
        int decimals;
        const char *unit;
    } units[] = {{100, 1, 1, "s"},
                 {6000, 60, 0, "min"},
                 {360000, 3600, 1, "h"},
                 {INFINITY, 86400, 0, "days"}};
    unsigned i = 0;
    while (maximum >= units[i].below) {
        i++;
    }
    char from[WORD_BYTES];
    char to[WORD_BYTES];
    (void)snprintf(from, sizeof from, "%.*f", units[i].decimals, least / units[i].seconds);
    (void)snprintf(to, sizeof to, "%.*f", units[i].decimals, maximum / units[i].seconds);
    const bool same = strcmp(from, to) == 0;
    (void)snprintf(text, TIME_BYTES, "%s%s%s %s", from, same ? "" : " to ", same ? "" : to,
                   units[i].unit);
    return text;
}

// Takes what the plan says about a layer that is not finished.
static void take_layer(const struct plan *plan, struct planned_layer *layer)
{
    const struct kauri_prediction *predicted = &plan->fit.layers[layer->seeds];
    layer->predicted = *predicted;
    layer->seconds = NAN;
    layer->least_seconds = NAN;
    layer->most_seconds = NAN;
    const uint64_t blocks = predicted->blocks > 0 ? predicted->blocks : 1;
    (void)snprintf(layer->resident_text, WORD_BYTES, "%.0f %%",
                   100 * (double)predicted->resident / (double)blocks);
    layer->resident = layer->resident_text;
    if (!predicted->fits) {
        layer->missing_memory = predicted->least_memory - predicted->limit;
        layer->predicted.memory = UINT64_MAX;
        layer->predicted.resident = UINT64_MAX;
        layer->predicted.work_bytes = UINT64_MAX;
    } else if (!plan->no_time) {
        const struct kauri_plan_seconds times =
            kauri_plan_time_of(&plan->time, layer->seeds, predicted);
        layer->seconds = times.expected;
        layer->least_seconds = times.least;
        layer->most_seconds = times.maximum;
        layer->time = duration(layer->least_seconds, layer->most_seconds, layer->time_text);
    }
}

// What another machine has is not known here.
static void forget_disk(struct kauri_fit *fit)
{
    fit->disk_free = UINT64_MAX;
    fit->disk_fits = true;
    fit->work_free = fit->work > 0 ? UINT64_MAX : 0;
    fit->work_fits = true;
}

static enum kauri_status predict(struct kauri_command_run *run, struct plan *plan,
                                 struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    bool wanted[KAURI_SEEDS_MAX + 1];
    struct kauri_tablebase *tables = NULL;
    const struct kauri_solve_options options = {
        .threads = plan->threads,
        .level = (int)plan->level,
        .progress = &run->view.progress,
        .memory = plan->memory,
        .checkpoint_seconds = (double)plan->checkpoint,
        .work = plan->work,
    };
    struct kauri_solve_options unlimited = options;
    unlimited.memory = UINT64_MAX / 2; // the last layer takes half of that
    if (run->folder != NULL) {
        KAURI_TRY(kauri_solve_folder_open(run->folder, plan->shape, &tables, error));
    }
    for (unsigned seeds = 0; seeds <= plan->seeds; seeds++) {
        struct planned_layer *layer = &plan->layers[seeds];
        struct kauri_prediction prediction;
        KAURI_TRY(kauri_predict_layer(plan->shape, seeds, &unlimited, &prediction, error));
        layer->seeds = seeds;
        layer->finished = tables != NULL && kauri_tablebase_has(tables, seeds);
        layer->in_core_memory = prediction.memory;
        wanted[seeds] = !layer->finished;
    }
    KAURI_TRY(kauri_fit_predict(run->folder != NULL ? run->folder : ".", plan->shape,
                                (unsigned)plan->seeds, wanted, &options, &plan->fit, error));
    if (plan->cores > 0) {
        forget_disk(&plan->fit);
        KAURI_TRY(kauri_plan_time_assume(plan->shape, plan->threads, &plan->time, error));
    } else if (!plan->no_time) {
        KAURI_TRY(kauri_run_try_threads(run, error));
        KAURI_TRY(kauri_plan_time_measure(plan->shape, &plan->fit, (unsigned)plan->seeds, &options,
                                          &plan->time, error));
        plan->disk_bytes_per_second =
            plan->time.disk_speed > 0 ? (uint64_t)plan->time.disk_speed : UINT64_MAX;
    }
    for (unsigned seeds = 0; seeds <= plan->seeds; seeds++) {
        if (wanted[seeds]) {
            plan->usable = plan->fit.layers[seeds].limit;
            take_layer(plan, &plan->layers[seeds]);
        }
    }
cleanup:
    kauri_tablebase_close(tables);
    return status;
}

// ------------------------------------------------------------------------------------ the answer

static void add_disk_phases(struct kauri_json *json, const void *record)
{
    // The object DiskPhases.
    static const struct kauri_field fields[] = {
        // bytes before the rounds; null if it is above 2^64 - 1, as are the others
        {"captures", NULL, 0, KAURI_SIZE(struct kauri_disk_phases, captures)},
        // bytes in the rounds, or null
        {"rounds", NULL, 0, KAURI_SIZE(struct kauri_disk_phases, rounds)},
        // bytes with the growing table, or null
        {"writing", NULL, 0, KAURI_SIZE(struct kauri_disk_phases, writing)},
    };
    const struct kauri_prediction *layer = &((const struct planned_layer *)record)->predicted;
    kauri_answer_object(json, "disk_phases", KAURI_FIELDS(fields),
                        layer->fits ? &layer->disk : NULL);
}

// The object PlannedLayer.
static const struct kauri_field layer_fields[] = {
    {"seeds", "layer", 0, KAURI_UNSIGNED(struct planned_layer, seeds)},
    // its table exists
    {"finished", NULL, 0, KAURI_BOOL(struct planned_layer, finished)},
    // the rest: only if not finished
    {"positions", "positions", 0, KAURI_COUNT(struct planned_layer, predicted.positions),
     .optional = 1},
    // only if not finished: blocks (seed configurations) in the layer
    {"blocks", "blocks", 0, KAURI_COUNT(struct planned_layer, predicted.blocks), .optional = 1},
    // the limit suffices
    {"fits", NULL, 0, KAURI_BOOL(struct planned_layer, predicted.fits)},
    // peak resident bytes without a limit
    {"in_core_memory", "memory in core", 0, KAURI_SIZE(struct planned_layer, in_core_memory),
     .optional = 1},
    // smallest limit that allows the layer to be solved
    {"least_memory", NULL, 0, KAURI_SIZE(struct planned_layer, predicted.least_memory)},
    // bytes by which the limit is too small, or 0
    {"missing_memory", NULL, 0, KAURI_SIZE(struct planned_layer, missing_memory)},
    // peak resident bytes; null unless it fits
    {"memory", "memory", 0, KAURI_SIZE(struct planned_layer, predicted.memory)},
    {NULL, "resident", 0, KAURI_TEXT(struct planned_layer, resident), .optional = 1},
    // blocks whose open moves stay in memory; null unless it fits
    {"blocks_in_memory", NULL, 0, KAURI_COUNT(struct planned_layer, predicted.resident)},
    // size of the finished table
    {"table_bytes", "table", 0, KAURI_SIZE(struct planned_layer, predicted.table_bytes)},
    // peak size of work files and checkpoints, which are removed at the end; null unless it fits
    {"work_bytes", "work files", 0, KAURI_SIZE(struct planned_layer, predicted.work_bytes)},
    // disk_phases: DiskPhases | null - peak sizes on the disk without finished tables; null unless
    //     it fits
    {NULL, NULL, 0, KAURI_MEMBERS(add_disk_phases)},
    // expected at the present load; null unless it fits, and with `--no-time`
    {"seconds", NULL, 0, KAURI_RATIO(struct planned_layer, seconds)},
    // a fifth less than on an idle machine, or that of the fastest processor with `--cores`; or
    // null
    {"least_seconds", NULL, 0, KAURI_RATIO(struct planned_layer, least_seconds)},
    // a fifth more than the slowest measurement predicts, or that of the slowest processor; or null
    {"most_seconds", NULL, 0, KAURI_RATIO(struct planned_layer, most_seconds)},
    {NULL, "time", 0, KAURI_TEXT(struct planned_layer, time)},
};
enum { FINISHED_FIELDS = 2 }; // fields shown for a finished layer

// The most bytes on the disk in each phase of a layer.
static const struct kauri_field disk_fields[] = {
    {NULL, "layer", 0, KAURI_UNSIGNED(struct planned_layer, seeds)},
    {NULL, "captures", 0, KAURI_SIZE(struct planned_layer, predicted.disk.captures)},
    {NULL, "rounds", 0, KAURI_SIZE(struct planned_layer, predicted.disk.rounds)},
    {NULL, "writing", 0, KAURI_SIZE(struct planned_layer, predicted.disk.writing)},
};

// The object PlanMeasurement.
static const struct kauri_field measured_fields[] = {
    // the layer that was solved three times
    {"seeds", KAURI_NAME, 0, KAURI_UNSIGNED(struct plan, time.layer)},
    {"positions", KAURI_NAME, 0, KAURI_COUNT(struct plan, time.positions)},
    // median of the elapsed times
    {"seconds", KAURI_NAME, 0, KAURI_RATIO(struct plan, time.seconds)},
    // time of the slowest measurement
    {"most_seconds", KAURI_NAME, 0, KAURI_RATIO(struct plan, time.maximum)},
    // the least processor time divided by the threads: what it would take on an idle machine
    {"idle_seconds", KAURI_NAME, 0, KAURI_RATIO(struct plan, time.idle)},
    // load average of the last minute; null if unknown
    {"load", KAURI_NAME, 0, KAURI_RATIO(struct plan, time.load)},
    // speed of writing and syncing; null if it was not needed
    {"disk_bytes_per_second", KAURI_NAME, 0, KAURI_COUNT(struct plan, disk_bytes_per_second)},
};

// Times of another machine are taken from a table, and with --no-time there are none.
static bool is_measured(const struct plan *plan)
{
    return !plan->no_time && plan->cores == 0;
}

static void add_measured(struct kauri_json *json, const void *record)
{
    kauri_answer_object(json, "measured", KAURI_FIELDS(measured_fields),
                        is_measured(record) ? record : NULL);
}

// The object PlanHead.
static const struct kauri_field plan_fields[] = {
    {"holes", KAURI_NAME, 0, KAURI_UNSIGNED(struct plan, hole_count)},
    {"cowries", KAURI_NAME, 0, KAURI_UNSIGNED(struct plan, cowrie_count)},
    // number of threads, as requested, or that of `--cores`
    {"threads", KAURI_NAME, 0, KAURI_UNSIGNED(struct plan, threads)},
    // `--memory` in bytes; null without it
    {"memory_limit", NULL, 0, KAURI_SIZE(struct plan, memory_limit)},
    {NULL, "memory", 0, KAURI_SIZE(struct plan, usable)},
    // peak size of tables and work files in addition to the current ones; null if it is above
    // 2^64 - 1
    {"disk", KAURI_NAME, 0, KAURI_SIZE(struct plan, fit.disk)},
    // free bytes, with files left by an interrupted run; null if unknown, as with `--cores`
    {"disk_free", KAURI_NAME, 0, KAURI_SIZE(struct plan, fit.disk_free)},
    // `disk_free` is enough for `disk`, or unknown
    {"disk_fits", NULL, 0, KAURI_BOOL(struct plan, fit.disk_fits)},
    // as `disk`, for work files and checkpoints alone, if `--work` is on another disk, and
    // otherwise 0; null as above
    {"work_disk", KAURI_NAME, 0, KAURI_SIZE(struct plan, fit.work)},
    // as `disk_free` for the folder of `--work` in the same case; otherwise 0, or null
    {"work_free", KAURI_NAME, 0, KAURI_SIZE(struct plan, fit.work_free)},
    // as `disk_fits` for the folder of `--work` in the same case; otherwise true
    {"work_fits", NULL, 0, KAURI_BOOL(struct plan, fit.work_fits)},
    // measured: PlanMeasurement | null - what the times are based on; null with
    //     `--no-time` and `--cores`
    {NULL, NULL, 0, KAURI_MEMBERS(add_measured)},
};

enum { DISK_FIELDS = 8 }; // fields shown if work files are on the disk of the tables

// The object Plan:
//     ...: PlanHead
//     layers: PlannedLayer[] - 0 to N
static void add_json(struct kauri_string *out, const struct plan *plan)
{
    struct kauri_json json = {.out = out};
    const size_t all = sizeof layer_fields / sizeof *layer_fields;
    kauri_json_begin_object(&json, NULL);
    kauri_answer_json(&json, KAURI_FIELDS(plan_fields), plan);
    kauri_json_begin_array(&json, "layers");
    for (unsigned seeds = 0; seeds <= plan->seeds; seeds++) {
        const struct planned_layer *layer = &plan->layers[seeds];
        kauri_answer_object(&json, NULL, layer_fields, layer->finished ? FINISHED_FIELDS : all,
                            layer);
    }
    kauri_json_end(&json);
    kauri_json_end(&json);
}

static void add_misses(struct kauri_string *out, const struct plan *plan)
{
    const struct kauri_fit *fit = &plan->fit;
    for (unsigned seeds = 0; seeds <= plan->seeds; seeds++) {
        const struct planned_layer *layer = &plan->layers[seeds];
        if (!layer->finished && !layer->predicted.fits) {
            kauri_string_add(
                out, "Layer %u cannot be solved in %s of memory: it needs at least %s, %s more.\n",
                seeds, KAURI_SIZE_TEXT(layer->predicted.limit),
                KAURI_SIZE_TEXT(layer->predicted.least_memory),
                KAURI_SIZE_TEXT(layer->missing_memory));
        }
    }
    if (!fit->disk_fits) {
        kauri_string_add(out, "The disk is %s%s too small.\n",
                         fit->disk == UINT64_MAX ? "more than " : "",
                         KAURI_SIZE_TEXT(fit->disk - fit->disk_free));
    }
    if (!fit->work_fits) {
        kauri_string_add_text(out, "The disk of ");
        kauri_string_add_foreign(out, plan->work);
        kauri_string_add(out, " is %s%s too small.\n", fit->work == UINT64_MAX ? "more than " : "",
                         KAURI_SIZE_TEXT(fit->work - fit->work_free));
    }
}

static void add_tables(struct kauri_string *out, const struct plan *plan, int columns)
{
    struct kauri_string rows = {.bytes = NULL};
    struct kauri_string disk = {.bytes = NULL};
    kauri_answer_heads(&rows, KAURI_FIELDS(layer_fields));
    kauri_answer_heads(&disk, KAURI_FIELDS(disk_fields));
    for (unsigned seeds = 0; seeds <= plan->seeds; seeds++) {
        const struct planned_layer *layer = &plan->layers[seeds];
        if (layer->finished) {
            kauri_string_add(&rows, "%u\t\t\t\t\t\tfinished\t\t\n", seeds);
            continue;
        }
        kauri_answer_row(&rows, KAURI_FIELDS(layer_fields), layer);
        if (layer->predicted.fits) {
            kauri_answer_row(&disk, KAURI_FIELDS(disk_fields), layer);
        }
    }
    kauri_string_add_text(out, "\n");
    kauri_answer_table(out, &rows, KAURI_FIELDS(layer_fields), 0, columns);
    kauri_string_add_text(out, "\nDisk at the peak of each phase, besides finished tables:\n\n");
    kauri_answer_table(out, &disk, KAURI_FIELDS(disk_fields), 0, columns);
    kauri_string_add_text(out, "\n");
}

enum { WIDTH = 23 }; // of the names

static void add_text(struct kauri_string *out, const struct plan *plan, int columns)
{
    const size_t all = sizeof plan_fields / sizeof *plan_fields;
    kauri_answer_list(out, plan_fields, plan->fit.work > 0 ? all : DISK_FIELDS, plan, 0, WIDTH);
    if (is_measured(plan)) {
        kauri_string_add_text(out, "\nSolved just now, for the times:\n");
        kauri_answer_list(out, KAURI_FIELDS(measured_fields), plan, 2, WIDTH - 2);
    }
    add_tables(out, plan, columns);
    const size_t misses = out->length;
    add_misses(out, plan);
    kauri_string_fit(out, misses, columns);
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    struct plan *plan = run->settings;
    plan->shape = kauri_shape_chosen(plan->holes, plan->cowries);
    plan->hole_count = plan->shape.holes;
    plan->cowrie_count = plan->shape.cowries;
    plan->threads = plan->cores > 0 ? (unsigned)plan->cores : kauri_run_threads(run);
    plan->memory_limit = plan->memory > 0 ? plan->memory : UINT64_MAX;
    plan->usable = UINT64_MAX;
    plan->disk_bytes_per_second = UINT64_MAX;
    const enum kauri_status status = predict(run, plan, error);
    if (status == KAURI_OK && run->json) {
        add_json(&run->out, plan);
    } else if (status == KAURI_OK) {
        add_text(&run->out, plan, kauri_terminal_columns(stdout));
    }
    return status;
}

const struct kauri_command kauri_command_plan = {
    .name = "plan",
    .group = "Make and keep tables",
    .summary = "predict the memory, disk space and time of layers",
    .text =
        "Predicts the memory, disk space and time that `kauri solve` with the same options will "
        "take for each of the layers 0 to N. Layers that are finished in DIR are left out. For "
        "several machines, there is scripts/measure/plan-ranks in the sources, which runs a "
        "program built there.\n\n"
        "The time is estimated from a small layer of the same board, which is solved in a "
        "temporary folder (in $TMPDIR, else /tmp) and takes a few seconds; --no-time leaves it "
        "out. It is a range: from what the layer would take on an idle machine to what it would "
        "take at the load of now; other processors may need up to a fifth less or more. Blocks in "
        "files are read and written in every round at the speed at which 64 MiB were written and "
        "synced. With --cores, it is the range of the processors on which layers were timed, and "
        "no folder is looked at for room.\n\n"
        "  memory in core  at the peak, without a limit\n"
        "  memory          at the peak, within the limit\n"
        "  resident        share of the blocks whose open moves stay in memory; the others go\n"
        "                  through a file in every round\n"
        "  work files      removed at the end, with the checkpoints\n"
        "  disk            what tables and work files need at most",
    .options =
        (const struct kauri_option[]){
            KAURI_OPTION("seeds", "N", "greatest number of seeds on the board, 0 to 60",
                         KAURI_STORED(struct plan, seeds), .required = true,
                         .high = KAURI_SEEDS_MAX),
            KAURI_OPTION("tables", "DIR", "folder of the tables; its finished layers are left out",
                         KAURI_STORED_IN_RUN(folder)),
            KAURI_WORK_OPTION(struct plan, work),
            KAURI_MEMORY_OPTION(struct plan, memory),
            KAURI_CHECKPOINT_OPTION(struct plan, checkpoint),
            KAURI_HOLES_OPTION(struct plan, holes),
            KAURI_COWRIES_OPTION(struct plan, cowries),
            KAURI_THREADS_OPTION,
            KAURI_OPTION("cores", "N", "plan for another machine, of N cores, unmeasured",
                         KAURI_STORED(struct plan, cores), .low = 1, .high = KAURI_THREADS_MAX,
                         .needs = "memory", .excludes = "threads no-time"),
            KAURI_LEVEL_OPTION(struct plan, level),
            KAURI_OPTION("no-time", NULL, "do not measure, and do not predict the time",
                         KAURI_STORED(struct plan, no_time)),
            KAURI_JSON_OPTION,
            KAURI_OPTIONS_END,
        },
    .examples = {{"what layers 0 to 6 would need", "kauri plan --seeds 6"},
                 {"the same without measuring, in 3 GiB of memory",
                  "kauri plan --seeds 6 --memory 3G --no-time"},
                 {"on a machine with 64 cores and 512 GiB",
                  "kauri plan --seeds 9 --cores 64 --memory 512G"}},
    .related = "solve bench",
    .documents = "reference/PERFORMANCE.md",
    .flags = KAURI_RUN_SIGNALS,
    KAURI_SETTINGS(struct plan, .holes = KAURI_HOLES_MAX, .cowries = UINT64_MAX,
                   .level = KAURI_LEVEL_DEFAULT, .checkpoint = KAURI_CHECKPOINT_DEFAULT),
    .run = run,
};
