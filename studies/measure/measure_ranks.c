// The program `measure_ranks`: what ranks that solve a layer together send one another, and what
// that costs. scripts/measure/bench-ranks prints its figures as tables.
//
// Bytes, messages and touched words are counts: the same in every run with as many ranks, except
// that several threads pack lists into packets of slightly different sizes. Processor time does not
// depend much on other programs, elapsed time does.
#include "cli/mpi/mpi_run.h"
#include "cli/program.h"
#include "cli/scratch_folder.h"
#include "cli/solve/solve_choice.h"
#include "cli/threads.h"
#include "common/memory.h"
#include "common/progress.h"
#include "db/table_names.h"
#include "queries/answers/text_table.h"
#include "solver/solve.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ALONE_MAX = 100 };

struct options {
    struct kauri_range seeds;
    uint64_t holes, cowries;
    const struct kauri_team *team;
    struct kauri_shape shape;
    unsigned first, last; // layers to measure; those below are solved
    unsigned threads;     // threads of each rank
    uint64_t memory;      // memory of each rank; 0: nine tenths of the free memory
    const char *tables;   // folder of tables below layer `first`; NULL: they are solved
    uint64_t alone;       // turns in which rank 0 also solves alone; 0: none
    const struct kauri_progress *progress;
};

// The seconds that solving and writing a layer took, in the fastest turn. The phases are elapsed
// time; the ranks begin and end them together.
struct times {
    double elapsed;
    double captures;  // phase: valuing captures
    double rounds;    // phase: rounds
    double waiting;   // time in rounds without work on a block or a list, mean of all threads
    double writing;   // phase: writing the table
    double processor; // processor time of all threads, user and system
    double packing;   // processor time spent packing and unpacking decided positions
};

// One layer. Sums over all ranks, except where a maximum is named.
struct measured {
    struct kauri_layer layer;
    uint64_t rounds;        // rounds in which the ranks exchanged positions
    uint64_t list_bytes;    // bytes of decided positions sent in the rounds
    uint64_t page_bytes;    // bytes of the table sent to the rank that writes
    uint64_t messages;      // messages of the rounds between two ranks, empty ones excepted
    uint64_t touched_words; // words of open moves that were touched, all ranks and rounds
    uint64_t busiest_words; // words of open moves that were touched, maximum over ranks, summed
                            // over rounds
    uint64_t base_memory;   // most bytes resident in a rank before solving
    uint64_t peak_memory;   // most bytes resident in a rank while solving
    struct times team;
    struct times alone; // times of rank 0 with the threads of all ranks; zero if not measured
};

// A single rank is a process that solves alone.
static const struct kauri_team *solving_team(const struct options *options)
{
    return options->team->ranks > 1 ? options->team : NULL;
}

// Figures of one rank, for adding up.
struct figures {
    struct kauri_solve_result result;
    double processor;
    uint64_t base_memory;
    uint64_t peak_memory;
};

static enum kauri_status solve(const struct options *options, const char *folder, unsigned seeds,
                               bool alone, struct figures *figures, struct kauri_error *error)
{
    const unsigned times = alone ? options->team->ranks : 1;
    const struct kauri_solve_options solving = {
        .threads = options->threads * times,
        .level = 1,
        .progress = options->progress,
        .memory = options->memory * times,
        .team = alone ? NULL : solving_team(options),
    };
    kauri_memory_forget_peak();
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
static void keep_fastest(const struct options *options, const struct figures *figures,
                         double worked, double packing, struct times *times)
{
    const struct kauri_solve_phases *phases = &figures->result.phases;
    const double working = worked / (options->team->ranks * options->threads);
    if (times->elapsed == 0 || figures->result.seconds < times->elapsed) {
        *times = (struct times){
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

// Adds up the figures of all ranks; for the words of each round, takes the busiest rank.
static enum kauri_status add_up(const struct options *options, struct figures *figures,
                                struct measured *layer, struct kauri_error *error)
{
    enum { LISTS, PAGES, MESSAGES, PROCESSOR, PACKING, WORKING, TOUCHED, SUMS };
    enum { BASE, PEAK, EXCHANGES, MOST };
    const struct kauri_team *team = options->team;
    struct kauri_solve_result *result = &figures->result;
    const struct kauri_team_figures *sent = &result->team;
    uint64_t sums[SUMS] = {
        [LISTS] = sent->rounds.bytes,
        [PAGES] = sent->table_bytes,
        [MESSAGES] = sent->rounds.messages,
        [PROCESSOR] = nanoseconds(figures->processor),
        [PACKING] = nanoseconds(sent->packing + sent->unpacking),
        [WORKING] =
            nanoseconds(result->phases.expanding + result->phases.gathering + sent->unpacking),
        [TOUCHED] = result->touched_words,
    };
    uint64_t maximum[MOST] = {
        [BASE] = figures->base_memory,
        [PEAK] = figures->peak_memory,
        [EXCHANGES] = sent->rounds.exchanges,
    };
    KAURI_PASS(team->sum(team->context, sums, SUMS, error));
    KAURI_PASS(team->greatest(team->context, maximum, MOST, error));
    KAURI_PASS(team->greatest(team->context, result->round_words, result->round_count, error));
    layer->busiest_words = 0;
    for (unsigned i = 0; i < result->round_count; i++) {
        layer->busiest_words += result->round_words[i];
    }
    layer->rounds = maximum[EXCHANGES];
    layer->list_bytes = sums[LISTS];
    layer->page_bytes = sums[PAGES];
    layer->messages = sums[MESSAGES];
    layer->touched_words = sums[TOUCHED];
    layer->base_memory = maximum[BASE];
    layer->peak_memory = maximum[PEAK];
    figures->processor = (double)sums[PROCESSOR] / 1e9;
    keep_fastest(options, figures, (double)sums[WORKING] / 1e9, (double)sums[PACKING] / 1e9,
                 &layer->team);
    return KAURI_OK;
}

// Removes the table, because the next turn solves the layer again.
static void remove_table(const char *folder, struct kauri_shape shape, unsigned seeds)
{
    char *path = kauri_table_path(folder, shape.holes, shape.cowries, seeds);
    if (path != NULL) {
        (void)unlink(path);
    }
    free(path);
}

// Lets rank 0 solve the layer with the threads of all ranks, which wait.
static enum kauri_status solve_alone(const struct options *options, const char *folder,
                                     unsigned seeds, struct measured *layer,
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
    return kauri_team_status(options->team, status, error);
}

static enum kauri_status measure_layer(const struct options *options, const char *folder,
                                       unsigned seeds, struct measured *layer,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const uint64_t turns = options->alone > 0 ? options->alone : 1;
    memset(layer, 0, sizeof *layer);
    KAURI_TRY(kauri_layer_init(&layer->layer, options->shape, seeds, error));
    for (uint64_t turn = 0; turn < turns; turn++) {
        struct figures figures = {.processor = 0};
        if (turn > 0 && options->team->rank == 0) {
            remove_table(folder, options->shape, seeds);
        }
        KAURI_TRY(kauri_team_status(options->team, KAURI_OK, error));
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

// Measures the layers one after the other, in a temporary folder that rank 0 makes in $TMPDIR and
// that all ranks must see. `layers` has room for last - first + 1. Collective: all ranks return the
// same status, and have the same figures.
static enum kauri_status measure_all(const struct options *options, struct measured *layers,
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
    KAURI_TRY(kauri_team_status(team, status, error));
    KAURI_TRY(kauri_team_broadcast(team, folder, sizeof folder, error));
    if (access(folder, W_OK) != 0) {
        status = kauri_fail_errno(error, KAURI_RESOURCE,
                                  "rank %u cannot write to the folder %s of rank 0; TMPDIR must "
                                  "name a folder that all machines share",
                                  team->rank, folder);
    }
    KAURI_TRY(kauri_team_status(team, status, error));
    for (seeds = options->tables != NULL ? options->first : 0; seeds < options->first; seeds++) {
        struct figures figures = {.processor = 0};
        KAURI_TRY(solve(options, folder, seeds, false, &figures, error));
        kauri_solve_result_clear(&figures.result);
    }
    for (; seeds <= options->last; seeds++) {
        KAURI_TRY(measure_layer(options, folder, seeds, &layers[seeds - options->first], error));
    }
cleanup:
    kauri_scratch_remove(&scratch);
    return status;
}

#define TIMES_FIELDS(prefix, times)                                                                \
    {prefix "seconds", NULL, 0, KAURI_SECONDS(struct measured, times.elapsed)},                    \
        {prefix "captures_seconds", NULL, 0, KAURI_SECONDS(struct measured, times.captures)},      \
        {prefix "rounds_seconds", NULL, 0, KAURI_SECONDS(struct measured, times.rounds)},          \
        {prefix "waiting_seconds", NULL, 0, KAURI_SECONDS(struct measured, times.waiting)},        \
        {prefix "writing_seconds", NULL, 0, KAURI_SECONDS(struct measured, times.writing)},        \
    {                                                                                              \
        prefix "processor_seconds", NULL, 0, KAURI_SECONDS(struct measured, times.processor)       \
    }

static const struct kauri_field team_fields[] = {
    {"positions", NULL, 0, KAURI_COUNT(struct measured, layer.positions)},
    {"rounds", NULL, 0, KAURI_COUNT(struct measured, rounds)},
    {"list_bytes", NULL, 0, KAURI_COUNT(struct measured, list_bytes)},
    {"page_bytes", NULL, 0, KAURI_COUNT(struct measured, page_bytes)},
    {"messages", NULL, 0, KAURI_COUNT(struct measured, messages)},
    {"touched_words", NULL, 0, KAURI_COUNT(struct measured, touched_words)},
    {"busiest_words", NULL, 0, KAURI_COUNT(struct measured, busiest_words)},
    {"base_memory", NULL, 0, KAURI_COUNT(struct measured, base_memory)},
    {"peak_memory", NULL, 0, KAURI_COUNT(struct measured, peak_memory)},
    TIMES_FIELDS("", team),
    {"packing_seconds", NULL, 0, KAURI_SECONDS(struct measured, team.packing)},
};

static const struct kauri_field alone_fields[] = {TIMES_FIELDS("alone_", alone)};

// Adds one object. The balance is the work of all ranks, divided by what it would be if they all
// worked as much as the busiest one of each round: 1 if the work of every round is shared evenly.
static void add_layer(struct kauri_string *out, const struct options *options, const char *library,
                      const struct measured *layer)
{
    struct kauri_json json = {.out = out};
    const double maximum = (double)layer->busiest_words * options->team->ranks;
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_uint(&json, "holes", layer->layer.shape.holes);
    kauri_json_add_uint(&json, "cowries", layer->layer.shape.cowries);
    kauri_json_add_uint(&json, "seeds", layer->layer.seeds);
    kauri_json_add_text(&json, "version", KAURI_VERSION);
    kauri_json_add_text(&json, "mpi", library);
    kauri_json_add_uint(&json, "ranks", options->team->ranks);
    kauri_json_add_uint(&json, "threads", options->threads);
    kauri_json_add_real(&json, "balance", maximum > 0 ? (double)layer->touched_words / maximum : 1);
    kauri_answer_json(&json, KAURI_FIELDS(team_fields), layer);
    if (options->alone > 0) {
        kauri_answer_json(&json, KAURI_FIELDS(alone_fields), layer);
    }
    kauri_json_end(&json);
}

// Checks that all ranks have the same options, because each could have been started with different
// ones.
static enum kauri_status compare(const struct options *options, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_team *team = options->team;
    const uint64_t mine[] = {options->shape.holes, options->shape.cowries, options->first,
                             options->last,        options->alone,         options->tables != NULL};
    uint64_t theirs[sizeof mine / sizeof mine[0]];
    memcpy(theirs, mine, sizeof mine);
    KAURI_TRY(kauri_team_broadcast(team, theirs, sizeof theirs, error));
    if (memcmp(theirs, mine, sizeof mine) != 0) {
        status = kauri_fail(error, KAURI_USAGE,
                            "rank %u was started with different options from rank 0", team->rank);
    }
    status = kauri_team_status(team, status, error);
cleanup:
    return status;
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct options *options = run->settings;
    struct measured layers[KAURI_SEEDS_MAX + 1];
    const char *library = kauri_team_mpi_library(run->team);
    const unsigned ranks_here = kauri_team_mpi_ranks_here(run->team);
    options->team = kauri_team_mpi_team(run->team);
    options->first = options->seeds.first;
    options->last = options->seeds.last;
    options->shape = kauri_shape_chosen(options->holes, options->cowries);
    options->threads = (unsigned)kauri_threads_shared(run->threads_given, ranks_here);
    options->memory = kauri_memory_shared(options->memory, ranks_here);
    options->progress = &run->view.progress;
    status = kauri_threads_start(options->threads, error);
    KAURI_TRY(kauri_team_status(options->team, status, error));
    KAURI_TRY(compare(options, error));
    KAURI_TRY(measure_all(options, layers, error));
    for (unsigned seeds = options->first; options->team->rank == 0 && seeds <= options->last;
         seeds++) {
        add_layer(&run->out, options, library, &layers[seeds - options->first]);
    }
cleanup:
    return status;
}

static const struct kauri_command command_layers = {
    .name = "layers",
    .summary = "solve layers by all ranks, and print what that took",
    .text =
        "Solves layers by all ranks together and prints an object of JSON for each: what the ranks "
        "sent, times, and memory. It works in a temporary folder in $TMPDIR, else /tmp, which all "
        "ranks must see. The layers below are solved first, unless --tables has them.",
    .options =
        (const struct kauri_option[]){
            KAURI_OPTION("seeds", "A-B", "the layers, such as 1-3, or 2 alone",
                         KAURI_STORED(struct options, seeds), .required = true,
                         .high = KAURI_SEEDS_MAX),
            KAURI_OPTION("tables", "DIR", "folder of the layers below A",
                         KAURI_STORED(struct options, tables)),
            KAURI_HOLES_OPTION(struct options, holes),
            KAURI_COWRIES_OPTION(struct options, cowries),
            KAURI_THREADS_OPTION,
            KAURI_MEMORY_OPTION(struct options, memory),
            KAURI_OPTION("alone", "K", "K turns of ranks and of one process, fastest of each",
                         KAURI_STORED(struct options, alone), .low = 1, .high = ALONE_MAX),
            KAURI_QUIET_OPTION,
            KAURI_OPTIONS_END,
        },
    .flags = KAURI_RUN_PROGRESS,
    KAURI_SETTINGS(struct options, .holes = KAURI_HOLES_MAX, .cowries = UINT64_MAX),
    .run = run,
};

static const struct kauri_command *const commands[] = {&command_layers, NULL};

const struct kauri_program kauri_program = {
    .name = "measure_ranks",
    .purpose = "measure what ranks that solve a layer send one another",
    .title = "Kauri for developers",
    .description = "Prints figures of docs/results/LABBOOK.md as JSON.",
    .commands = commands,
    .run_command = kauri_mpi_run_command,
};

int main(int argc, char **argv)
{
    return kauri_mpi_main(argc, argv);
}
