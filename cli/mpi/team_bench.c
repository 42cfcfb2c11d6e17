#include "cli/mpi/team_bench.h"

#include "cli/scratch_folder.h"
#include "common/clock.h"
#include "common/memory.h"
#include "db/table_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Resets the peak to the memory that is resident now. If the system does not allow that, the peak
// of a layer is at least that of the previous layer.
static void forget_peak(void)
{
    FILE *file = fopen("/proc/self/clear_refs", "w");
    if (file != NULL) {
        (void)fputs("5\n", file);
        (void)fclose(file);
    }
}

// A single rank is a process that solves alone.
static const struct kauri_team *solving_team(const struct kauri_team_bench_options *options)
{
    return options->team->ranks > 1 ? options->team : NULL;
}

// What one rank found, for adding up.
struct figures {
    struct kauri_solve_result result;
    double processor;
    uint64_t base_memory;
    uint64_t peak_memory;
};

static enum kauri_status solve(const struct kauri_team_bench_options *options, const char *folder,
                               unsigned seeds, bool alone, struct figures *figures,
                               struct kauri_error *error)
{
    const unsigned times = alone ? options->team->ranks : 1;
    const struct kauri_solve_options solving = {
        .threads = options->threads * times,
        .level = 1,
        .progress = options->progress,
        .memory = options->memory * times,
        .team = alone ? NULL : solving_team(options),
    };
    forget_peak();
    figures->base_memory = kauri_memory_peak();
    const double before = kauri_clock_processor();
    const enum kauri_status status =
        kauri_solve_layer(folder, options->shape, seeds, &solving, &figures->result, error);
    figures->processor = kauri_clock_processor() - before;
    figures->peak_memory = kauri_memory_peak();
    return status;
}

static uint64_t nanoseconds(double seconds)
{
    return seconds > 0 ? (uint64_t)(1e9 * seconds) : 0;
}

// Keeps the times of this turn if it was the fastest. `worked` is the time that all threads
// together were at work in the rounds.
static void keep_fastest(const struct kauri_team_bench_options *options,
                         const struct figures *figures, double worked, double packing,
                         struct kauri_team_bench_times *times)
{
    const struct kauri_solve_phases *phases = &figures->result.phases;
    const double working = worked / (options->team->ranks * options->threads);
    if (times->elapsed == 0 || figures->result.seconds < times->elapsed) {
        *times = (struct kauri_team_bench_times){
            .elapsed = figures->result.seconds,
            .captures = phases->captures,
            .rounds = phases->rounds,
            .waiting = phases->rounds > working ? phases->rounds - working : 0,
            .writing = phases->write,
            .processor = figures->processor,
            .packing = packing,
        };
    }
}

// Adds up the figures of all ranks; the words of the rounds become those of the busiest ranks.
static enum kauri_status add_up(const struct kauri_team_bench_options *options,
                                struct figures *figures, struct kauri_team_bench_layer *layer,
                                struct kauri_error *error)
{
    enum { LISTS, CAPTURES, PAGES, MESSAGES, PROCESSOR, PACKING, WORKING, TOUCHED, SUMS };
    enum { BASE, PEAK, SWAPS, MOST };
    enum kauri_status status = KAURI_OK;
    const struct kauri_team *team = options->team;
    struct kauri_solve_result *result = &figures->result;
    const struct kauri_exchange_figures *exchange = &result->exchange;
    uint64_t sums[SUMS] = {
        [LISTS] = exchange->sent.bytes,
        [CAPTURES] = result->captures_sent.bytes,
        [PAGES] = result->store_sent,
        [MESSAGES] = exchange->sent.messages,
        [PROCESSOR] = nanoseconds(figures->processor),
        [PACKING] = nanoseconds(exchange->packing + exchange->unpacking),
        [WORKING] =
            nanoseconds(result->phases.expanding + result->phases.gathering + exchange->unpacking),
        [TOUCHED] = result->touched_words,
    };
    uint64_t most[MOST] = {
        [BASE] = figures->base_memory,
        [PEAK] = figures->peak_memory,
        [SWAPS] = exchange->sent.swaps,
    };
    KAURI_TRY(team->sum(team->context, sums, SUMS, error));
    KAURI_TRY(team->greatest(team->context, most, MOST, error));
    KAURI_TRY(team->greatest(team->context, result->round_words, result->round_count, error));
    layer->busiest_words = 0;
    for (unsigned i = 0; i < result->round_count; i++) {
        layer->busiest_words += result->round_words[i];
    }
    layer->rounds = most[SWAPS];
    layer->list_bytes = sums[LISTS];
    layer->capture_bytes = sums[CAPTURES];
    layer->page_bytes = sums[PAGES];
    layer->messages = sums[MESSAGES];
    layer->touched_words = sums[TOUCHED];
    layer->base_memory = most[BASE];
    layer->peak_memory = most[PEAK];
    figures->processor = (double)sums[PROCESSOR] / 1e9;
    keep_fastest(options, figures, (double)sums[WORKING] / 1e9, (double)sums[PACKING] / 1e9,
                 &layer->team);
cleanup:
    return status;
}

// The next turn solves the layer again.
static void remove_table(const char *folder, struct kauri_shape shape, unsigned seeds)
{
    char *path = kauri_table_path(folder, shape.holes, shape.cowries, seeds);
    if (path != NULL) {
        (void)unlink(path);
    }
    free(path);
}

// Rank 0 solves the layer with the threads of all ranks, which wait.
static enum kauri_status solve_alone(const struct kauri_team_bench_options *options,
                                     const char *folder, unsigned seeds,
                                     struct kauri_team_bench_layer *layer,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    if (options->team->rank == 0) {
        struct figures figures = {.processor = 0};
        remove_table(folder, options->shape, seeds);
        status = solve(options, folder, seeds, true, &figures, error);
        const struct kauri_solve_phases *phases = &figures.result.phases;
        keep_fastest(options, &figures, phases->expanding + phases->gathering, 0, &layer->alone);
        kauri_solve_result_clear(&figures.result);
    }
    return kauri_team_agree(options->team, status, error);
}

static enum kauri_status measure(const struct kauri_team_bench_options *options, const char *folder,
                                 unsigned seeds, struct kauri_team_bench_layer *layer,
                                 struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const unsigned turns = options->alone > 0 ? options->alone : 1;
    memset(layer, 0, sizeof *layer);
    KAURI_TRY(kauri_layer_init(&layer->layer, options->shape, seeds, error));
    for (unsigned turn = 0; turn < turns; turn++) {
        struct figures figures = {.processor = 0};
        if (turn > 0 && options->team->rank == 0) {
            remove_table(folder, options->shape, seeds);
        }
        KAURI_TRY(kauri_team_agree(options->team, KAURI_OK, error));
        KAURI_TRY(solve(options, folder, seeds, false, &figures, error));
        status = add_up(options, &figures, layer, error);
        kauri_solve_result_clear(&figures.result);
        KAURI_TRY(status);
        if (options->alone > 0) {
            KAURI_TRY(solve_alone(options, folder, seeds, layer, error));
        }
    }
cleanup:
    return status;
}

enum kauri_status kauri_team_bench_run(const struct kauri_team_bench_options *options,
                                       struct kauri_team_bench_layer *layers,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_scratch scratch = KAURI_SCRATCH_NONE;
    const struct kauri_team *team = options->team;
    char folder[KAURI_SCRATCH_PATH_BYTES] = "";
    unsigned seeds = 0;
    if (team->rank == 0) {
        status = kauri_scratch_make(&scratch, error);
        memcpy(folder, scratch.path, sizeof folder);
    }
    if (status == KAURI_OK && team->rank == 0 && options->tables != NULL) {
        status =
            kauri_scratch_link(&scratch, options->tables, options->shape, options->first, error);
    }
    KAURI_TRY(kauri_team_agree(team, status, error));
    KAURI_TRY(kauri_team_tell(team, folder, sizeof folder, error));
    if (access(folder, W_OK) != 0) {
        status = kauri_fail_errno(error, KAURI_RESOURCE,
                                  "rank %u cannot write to the folder %s of rank 0; TMPDIR must "
                                  "name a folder that all machines share",
                                  team->rank, folder);
    }
    KAURI_TRY(kauri_team_agree(team, status, error));
    for (seeds = options->tables != NULL ? options->first : 0; seeds < options->first; seeds++) {
        struct figures figures = {.processor = 0};
        KAURI_TRY(solve(options, folder, seeds, false, &figures, error));
        kauri_solve_result_clear(&figures.result);
    }
    for (; seeds <= options->last; seeds++) {
        KAURI_TRY(measure(options, folder, seeds, &layers[seeds - options->first], error));
    }
cleanup:
    kauri_scratch_remove(&scratch);
    return status;
}

double kauri_team_bench_sent(const struct kauri_team_bench_layer *layer, uint64_t bytes)
{
    return (double)bytes / (double)layer->layer.positions;
}

double kauri_team_bench_balance(const struct kauri_team_bench_layer *layer, unsigned ranks)
{
    return layer->busiest_words == 0
               ? 1
               : (double)layer->touched_words / ((double)layer->busiest_words * ranks);
}
