// kauri bench: measures the solver and the limits of the machine.
#include "cli/commands.h"
#include "cli/run.h"
#include "cli/scratch_folder.h"
#include "cli/solve/solve_choice.h"
#include "cli/terminal_text.h"
#include "common/checked.h"
#include "common/loop.h"
#include "common/memory.h"
#include "common/progress.h"
#include "common/size.h"
#include "common/status.h"
#include "queries/answers/fitted_text.h"
#include "queries/answers/text_table.h"
#include "rules/board.h"
#include "solver/predict.h"
#include "solver/solve.h"
#include "verify/verify.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The limits of this machine: streaming through memory, and random updates in the cache.
struct machine_limits {
    char *processor;       // name of the processor; NULL if unknown. The caller frees it
    unsigned processors;   // number of processors that this process may use
    uint64_t buffer_bytes; // bytes that all threads together stream through
    // Speeds in units per second, of all threads together.
    uint64_t read_speed;   // bytes read
    uint64_t copy_speed;   // bytes read plus bytes written
    uint64_t update_speed; // updates of single random bytes in their blocks
    uint64_t block_bytes;  // size of each thread's block
};

#define SECONDS_EACH 0.6

enum { PASSES_MIN = 3, STREAMS = 4, PAGE = 4096 };

static const uint64_t buffer_most = UINT64_C(1) << 30;
static const uint64_t buffer_least = UINT64_C(1) << 24;
static const uint64_t updates_per_pass = UINT64_C(1) << 24;

// One pass of one kind, shared by all threads.
struct pass {
    unsigned threads;
    uint64_t *words;      // the buffer, `count` words
    uint64_t count;       //
    uint8_t *blocks;      // block_bytes for each thread
    uint64_t block_bytes; // a power of 2
    uint64_t *sums;       // a sum of each thread, so that the compiler cannot remove a loop
};

static uint64_t *part(const struct pass *pass, unsigned worker, uint64_t *count)
{
    *count = pass->count / pass->threads;
    return pass->words + worker * *count;
}

static void touch(void *context, unsigned worker)
{
    const struct pass *pass = context;
    uint64_t count = 0;
    uint64_t *words = part(pass, worker, &count);
    for (uint64_t i = 0; i < count; i += PAGE / sizeof *words) {
        words[i] = i;
    }
}

static void stream_read(void *context, unsigned worker)
{
    const struct pass *pass = context;
    uint64_t count = 0;
    const uint64_t *words = part(pass, worker, &count);
    uint64_t sums[8] = {0};
    for (uint64_t i = 0; i + 8 <= count; i += 8) {
        for (unsigned j = 0; j < 8; j++) {
            sums[j] += words[i + j];
        }
    }
    for (unsigned j = 0; j < 8; j++) {
        pass->sums[worker] += sums[j];
    }
}

static void stream_copy(void *context, unsigned worker)
{
    const struct pass *pass = context;
    uint64_t count = 0;
    uint64_t *words = part(pass, worker, &count);
    memcpy(words + count / 2, words, (size_t)(count / 2) * sizeof *words);
    pass->sums[worker] += words[count / 2];
}

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static void update(void *context, unsigned worker)
{
    const struct pass *pass = context;
    uint8_t *block = pass->blocks + worker * pass->block_bytes;
    const uint64_t mask = pass->block_bytes - 1;
    uint64_t states[STREAMS];
    for (unsigned s = 0; s < STREAMS; s++) {
        states[s] = ((uint64_t)worker * STREAMS + s + 1) * UINT64_C(0x9e3779b97f4a7c15);
    }
    for (uint64_t i = 0; i < updates_per_pass; i += STREAMS) {
        for (unsigned s = 0; s < STREAMS; s++) {
            block[next_random(&states[s]) & mask]++;
        }
    }
    pass->sums[worker] += block[0];
}

// Seconds of the fastest pass.
static double fastest(const struct pass *pass, kauri_loop_body_each *body)
{
    const double began = kauri_clock_seconds();
    double best = 1e30;
    double now = began;
    for (unsigned i = 0; i < PASSES_MIN || now - began < SECONDS_EACH; i++) {
        const double before = now;
        kauri_loop_each(pass->threads, body, (void *)(uintptr_t)pass);
        now = kauri_clock_seconds();
        best = now - before < best ? now - before : best;
    }
    return best > 1e-9 ? best : 1e-9;
}

static uint64_t power_of_two_below(uint64_t number)
{
    uint64_t power = 1;
    while (power <= number / 2) {
        power *= 2;
    }
    return power;
}

// The name of the processor, which the caller frees; NULL if unknown.
static char *processor_name(void)
{
    char *name = NULL;
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file != NULL && name == NULL && fgets(line, sizeof line, file) != NULL) {
        const char *colon = strstr(line, ": ");
        if (strncmp(line, "model name", 10) == 0 && colon != NULL) {
            line[strcspn(line, "\n")] = '\0';
            name = strdup(colon + 2);
        }
    }
    if (file != NULL) {
        (void)fclose(file);
    }
    return name;
}

static uint64_t level_two_bytes(void)
{
#if defined _SC_LEVEL2_CACHE_SIZE
    const long bytes = sysconf(_SC_LEVEL2_CACHE_SIZE);
    if (bytes > 0) {
        return (uint64_t)bytes;
    }
#endif
    return UINT64_C(1) << 20;
}

// Measures on `threads` threads for about two seconds, and reports the best of several passes.
// Takes up to 1 GiB of memory, but at most an eighth of the available memory. KAURI_RESOURCE.
static enum kauri_status measure_limits(unsigned threads, struct machine_limits *limits,
                                        struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint64_t bytes = kauri_memory_available() / 8;
    bytes = bytes < buffer_most ? bytes : buffer_most;
    bytes = bytes > buffer_least ? bytes : buffer_least;
    bytes = bytes / (threads * (uint64_t)2 * PAGE) * (threads * (uint64_t)2 * PAGE);
    struct pass pass = {
        .threads = threads,
        .count = bytes / sizeof *pass.words,
        .block_bytes = power_of_two_below(level_two_bytes()),
    };
    memset(limits, 0, sizeof *limits);
    pass.words = malloc(kauri_size_to_ask(bytes));
    pass.blocks = calloc(threads, kauri_size_to_ask(pass.block_bytes));
    pass.sums = calloc(threads, sizeof *pass.sums);
    if (pass.words == NULL || pass.blocks == NULL || pass.sums == NULL) {
        KAURI_TRY(kauri_fail(error, KAURI_RESOURCE, "out of memory for measuring the machine"));
    }
    kauri_loop_each(threads, touch, &pass);
    limits->buffer_bytes = bytes;
    limits->read_speed = (uint64_t)((double)bytes / fastest(&pass, stream_read));
    limits->copy_speed = (uint64_t)((double)bytes / fastest(&pass, stream_copy));
    limits->block_bytes = pass.block_bytes;
    limits->update_speed =
        (uint64_t)((double)threads * (double)updates_per_pass / fastest(&pass, update));
    limits->processors = kauri_loop_processors();
    limits->processor = processor_name();
cleanup:
    free(pass.words);
    free(pass.blocks);
    free(pass.sums);
    return status;
}

// Bytes of pages that the verifier keeps, as in `kauri verify`.
#define CACHE_BYTES (256ULL << 20)

// Small boards may take no time that the clock can tell.
#define SECONDS_LEAST 1e-6

// The measurements; names and units as in docs/reference/JSON.md, "bench".
struct bench_figures {
    unsigned holes, cowries, seeds;
    uint64_t positions, blocks;
    const char *version;
    unsigned threads, level;
    uint64_t memory_limit; // UINT64_MAX: none
    struct kauri_solve_result solved;
    uint64_t speed;
    double processor_seconds;
    // Seconds of the rounds: going back over moves and updating open moves; collecting decided
    // positions; threads waiting for one another.
    double frontier, scan, waiting;
    uint64_t edges;
    double edge_nanoseconds;
    uint64_t unlimited, base_memory, peak_memory;
    double memory_per_position;
    double bits_per_position;
    double verify_seconds, verify_to_solve;
    bool has_limits;
    struct machine_limits limits;
    double load; // load of the machine before anything ran; NAN: not known
    double edges_to_updates, bytes_to_copy;
};

struct bench_settings {
    uint64_t seeds, holes, cowries, level, memory;
    enum kauri_kernel_choice kernel;
    bool no_limits;
    struct bench_figures figures;
};

// ------------------------------------------------------------------------------------- the answer

// The object BenchPhases.
static const struct kauri_field phase_fields[] = {
    // before the captures
    {"preparing", KAURI_NAME, 0, KAURI_RATIO(struct bench_figures, solved.phases.tables)},
    // captures and open moves
    {"forward", KAURI_NAME, 0, KAURI_RATIO(struct bench_figures, solved.phases.captures)},
    // backwards over moves
    {"frontier", KAURI_NAME, 0, KAURI_RATIO(struct bench_figures, frontier)},
    // time for collecting the decided positions
    {"scan", KAURI_NAME, 0, KAURI_RATIO(struct bench_figures, scan)},
    // replay, compression, file
    {"store", KAURI_NAME, 0, KAURI_RATIO(struct bench_figures, solved.phases.write)},
    // threads waiting for one another in the rounds
    {"waiting", KAURI_NAME, 0, KAURI_RATIO(struct bench_figures, waiting)},
};

static void add_phases(struct kauri_json *json, const void *record)
{
    kauri_answer_object(json, "phases", KAURI_FIELDS(phase_fields), record);
}

// The object Machine.
static const struct kauri_field machine_fields[] = {
    // name of the processor; null if unknown
    {"processor", KAURI_NAME, 0, KAURI_TEXT(struct bench_figures, limits.processor)},
    // processors that the program may use
    {"processors", KAURI_NAME, 0, KAURI_UNSIGNED(struct bench_figures, limits.processors)},
    // load before the measurement; null if unknown
    {"load", KAURI_NAME, 0, KAURI_RATIO(struct bench_figures, load)},
    // memory that all threads together stream through
    {"buffer_bytes", KAURI_NAME, 0, KAURI_SIZE(struct bench_figures, limits.buffer_bytes)},
    // bytes read per second while streaming
    {"read_bytes_per_second", KAURI_NAME, 0, KAURI_COUNT(struct bench_figures, limits.read_speed)},
    // bytes read plus bytes written per second
    {"copy_bytes_per_second", KAURI_NAME, 0, KAURI_COUNT(struct bench_figures, limits.copy_speed)},
    // memory of each thread for random updates
    {"block_bytes", KAURI_NAME, 0, KAURI_SIZE(struct bench_figures, limits.block_bytes)},
    // random updates of single bytes in such a block, per second
    {"random_updates_per_second", KAURI_NAME, 0,
     KAURI_COUNT(struct bench_figures, limits.update_speed)},
    // edges per second divided by these updates
    {"edges_to_random_updates", KAURI_NAME, 0, KAURI_RATIO(struct bench_figures, edges_to_updates)},
    // share of the copy bandwidth that the bytes of the positions need at the solver's speed
    {"bytes_to_copy", KAURI_NAME, 0, KAURI_RATIO(struct bench_figures, bytes_to_copy)},
};

static void add_machine(struct kauri_json *json, const void *record)
{
    const struct bench_figures *figures = record;
    kauri_answer_object(json, "machine", KAURI_FIELDS(machine_fields),
                        figures->has_limits ? figures : NULL);
}

// The object Bench.
static const struct kauri_field fields[] = {
    {"holes", KAURI_NAME, 0, KAURI_UNSIGNED(struct bench_figures, holes)},
    {"cowries", KAURI_NAME, 0, KAURI_UNSIGNED(struct bench_figures, cowries)},
    {"seeds", KAURI_NAME, 0, KAURI_UNSIGNED(struct bench_figures, seeds)},
    {"positions", KAURI_NAME, 0, KAURI_COUNT(struct bench_figures, positions)},
    // blocks (seed configurations) of the layer
    {"blocks", KAURI_NAME, 0, KAURI_COUNT(struct bench_figures, blocks)},
    // version of the program
    {"version", KAURI_NAME, 0, KAURI_TEXT(struct bench_figures, version)},
    // the instructions that it used
    {"kernel", KAURI_NAME, 0, KAURI_TEXT(struct bench_figures, solved.kernel)},
    // number of threads
    {"threads", KAURI_NAME, 0, KAURI_UNSIGNED(struct bench_figures, threads)},
    // compression level of zstd
    {"level", KAURI_NAME, 0, KAURI_UNSIGNED(struct bench_figures, level)},
    // `--memory` in bytes; null without it
    {"memory_limit", KAURI_NAME, 0, KAURI_COUNT(struct bench_figures, memory_limit)},
    // time for solving and writing
    {"seconds", KAURI_NAME, 0, KAURI_RATIO(struct bench_figures, solved.seconds)},
    // positions divided by this time
    {"positions_per_second", KAURI_NAME, 0, KAURI_COUNT(struct bench_figures, speed)},
    // user and system time of all threads
    {"processor_seconds", KAURI_NAME, 0, KAURI_RATIO(struct bench_figures, processor_seconds)},
    // phases: BenchPhases - elapsed seconds
    {NULL, NULL, 0, KAURI_MEMBERS(add_phases)},
    // moves without captures, including passes
    {"edges", KAURI_NAME, 0, KAURI_COUNT(struct bench_figures, edges)},
    // processor time per edge
    {"nanoseconds_per_edge", KAURI_NAME, 0, KAURI_RATIO(struct bench_figures, edge_nanoseconds)},
    // capturing moves that were evaluated
    {"captures", KAURI_NAME, 0, KAURI_COUNT(struct bench_figures, solved.capture_moves)},
    // for all values
    {"rounds", KAURI_NAME, 0, KAURI_UNSIGNED(struct bench_figures, solved.rounds)},
    // words of open moves that were changed
    {"touched_words", KAURI_NAME, 0, KAURI_COUNT(struct bench_figures, solved.touched_words)},
    // greatest distance
    {"max_dtc", KAURI_NAME, 0, KAURI_UNSIGNED(struct bench_figures, solved.max_dtc)},
    // positions with r = 0
    {"unlimited", KAURI_NAME, 0, KAURI_COUNT(struct bench_figures, unlimited)},
    // resident bytes before solving
    {"base_memory", KAURI_NAME, 0, KAURI_SIZE(struct bench_figures, base_memory)},
    // peak of resident bytes while solving
    {"peak_memory", KAURI_NAME, 0, KAURI_SIZE(struct bench_figures, peak_memory)},
    // difference of the two, divided by the positions
    {"memory_per_position", KAURI_NAME, 0, KAURI_RATIO(struct bench_figures, memory_per_position)},
    // size of the table
    {"file_bytes", KAURI_NAME, 0, KAURI_SIZE(struct bench_figures, solved.file_bytes)},
    // the same in bits, divided by the positions
    {"bits_per_position", KAURI_NAME, 0, KAURI_RATIO(struct bench_figures, bits_per_position)},
    // size of the stored best captures of all positions that can capture
    {"capture_bytes", KAURI_NAME, 0, KAURI_SIZE(struct bench_figures, solved.capture_bytes)},
    // size of the history (the round in which each position was decided) from which the table is
    // made
    {"history_bytes", KAURI_NAME, 0, KAURI_SIZE(struct bench_figures, solved.history_bytes)},
    // time for verifying
    {"verify_seconds", KAURI_NAME, 0, KAURI_RATIO(struct bench_figures, verify_seconds)},
    // speed of verifying divided by the speed of solving
    {"verify_to_solve", KAURI_NAME, 0, KAURI_RATIO(struct bench_figures, verify_to_solve)},
    // machine: Machine | null - null with `--no-limits`
    {NULL, NULL, 0, KAURI_MEMBERS(add_machine)},
};

enum { WIDTH = 28 }; // of the names

static void add_text(struct kauri_string *out, const struct bench_figures *figures)
{
    kauri_answer_list(out, KAURI_FIELDS(fields), figures, 0, WIDTH);
    kauri_string_add_text(out, "\nSeconds of the phases:\n");
    kauri_answer_list(out, KAURI_FIELDS(phase_fields), figures, 2, WIDTH - 2);
    if (figures->has_limits) {
        kauri_string_add_text(out, "\nThis machine:\n");
        kauri_answer_list(out, KAURI_FIELDS(machine_fields), figures, 2, WIDTH - 2);
    }
}

// ------------------------------------------------------------------------------------- measuring

static double greatest(double a, double b)
{
    return a > b ? a : b;
}

// Solves the layer. The layers below it must exist.
static enum kauri_status solve(const char *folder, struct kauri_shape shape,
                               const struct kauri_solve_options *options,
                               struct bench_figures *figures, struct kauri_error *error)
{
    struct kauri_solve_result *solved = &figures->solved;
    kauri_memory_forget_peak();
    figures->base_memory = kauri_memory_peak();
    const double before = kauri_clock_processor();
    KAURI_PASS(kauri_solve_layer(folder, shape, figures->seeds, options, solved, error));
    figures->processor_seconds = kauri_clock_processor() - before;
    figures->peak_memory = kauri_memory_peak();
    for (uint32_t i = 0; i < solved->certificate.count_count; i++) {
        const struct kauri_count *count = &solved->certificate.counts[i];
        figures->unlimited += count->value == 0 ? count->count : 0;
    }
    figures->frontier = solved->phases.expanding / figures->threads;
    figures->scan = solved->phases.gathering / figures->threads;
    figures->waiting = greatest(solved->phases.rounds - figures->frontier - figures->scan, 0);
    return KAURI_OK;
}

static enum kauri_status verify(const char *folder, const struct kauri_command_run *run,
                                struct bench_figures *figures, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_tablebase *tables = NULL;
    struct kauri_verify_result result;
    const struct kauri_verify_options options = {.threads = run->threads,
                                                 .progress = &run->view.progress};
    KAURI_TRY(kauri_tablebase_open_folder(folder, CACHE_BYTES, &tables, error));
    KAURI_TRY(kauri_verify_layer(tables, figures->seeds, &options, &result, error));
    figures->verify_seconds = result.seconds;
cleanup:
    kauri_tablebase_close(tables);
    return status;
}

// Figures that follow from the others.
static void derive(struct bench_figures *figures)
{
    const double positions = (double)figures->positions;
    const double seconds = greatest(figures->solved.seconds, SECONDS_LEAST);
    const double edges = (double)figures->edges;
    const double file_bytes = (double)figures->solved.file_bytes / positions;
    const struct machine_limits *limits = &figures->limits;
    figures->speed = (uint64_t)(positions / seconds);
    figures->edge_nanoseconds = 1e9 * figures->processor_seconds / greatest(edges, 1);
    figures->memory_per_position =
        (double)(figures->peak_memory - figures->base_memory) / positions;
    figures->bits_per_position = 8 * file_bytes;
    figures->verify_to_solve = figures->solved.seconds / (figures->verify_seconds + 1e-9);
    if (figures->has_limits) {
        figures->edges_to_updates = edges / seconds / (double)limits->update_speed;
        figures->bytes_to_copy = positions / seconds * 2 *
                                 (figures->memory_per_position + file_bytes) /
                                 (double)limits->copy_speed;
    }
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct bench_settings *bench = run->settings;
    struct bench_figures *figures = &bench->figures;
    struct kauri_scratch scratch = KAURI_SCRATCH_NONE;
    const struct kauri_shape shape = kauri_shape_chosen(bench->holes, bench->cowries);
    const unsigned seeds = (unsigned)bench->seeds;
    const struct kauri_solve_options options = {
        .threads = run->threads,
        .level = (int)bench->level,
        .progress = &run->view.progress,
        .memory = bench->memory,
        .kernel = bench->kernel,
    };
    struct kauri_layer layer;
    *figures = (struct bench_figures){
        .holes = shape.holes,
        .cowries = shape.cowries,
        .seeds = seeds,
        .version = KAURI_VERSION,
        .threads = run->threads,
        .level = (unsigned)bench->level,
        .memory_limit = bench->memory > 0 ? bench->memory : UINT64_MAX,
        .has_limits = !bench->no_limits,
    };
    if (getloadavg(&figures->load, 1) != 1) {
        figures->load = NAN;
    }
    KAURI_TRY(kauri_kernel_check(bench->kernel, error));
    KAURI_TRY(kauri_layer_init(&layer, shape, seeds, error));
    figures->positions = layer.positions;
    figures->blocks = layer.block_count;
    KAURI_TRY(kauri_scratch_make(&scratch, error));
    KAURI_TRY(run->folder != NULL ? kauri_scratch_link(&scratch, run->folder, shape, seeds, error)
                                  : kauri_scratch_solve(&scratch, shape, seeds, &options, error));
    KAURI_TRY(solve(scratch.path, shape, &options, figures, error));
    figures->edges = kauri_move_count(&layer) - figures->solved.capture_moves;
    KAURI_TRY(verify(scratch.path, run, figures, error));
    if (figures->has_limits) {
        KAURI_TRY(measure_limits(run->threads, &figures->limits, error));
    }
    derive(figures);
    if (run->json) {
        struct kauri_json json = {.out = &run->out};
        kauri_answer_object(&json, NULL, KAURI_FIELDS(fields), figures);
    } else {
        add_text(&run->out, figures);
        kauri_string_fit(&run->out, 0, kauri_terminal_columns(stdout));
    }
cleanup:
    kauri_scratch_remove(&scratch);
    kauri_solve_result_clear(&figures->solved);
    free(figures->limits.processor);
    return status;
}

const struct kauri_command kauri_command_bench = {
    .name = "bench",
    .group = "Make and keep tables",
    .summary = "measure the solver and this machine",
    .text =
        "Solves and verifies one layer in a temporary folder (in $TMPDIR, else /tmp) and prints "
        "speed, core time per edge, the time of each phase, memory and disk per position, and the "
        "limits of this machine: streaming through memory, and random updates in its cache. "
        "docs/reference/JSON.md says what each figure is. The layers below are solved first, "
        "unless --tables has them. scripts/measure/bench runs a whole series.",
    .options =
        (const struct kauri_option[]){
            KAURI_OPTION("seeds", "N", "the layer, 0 to 60 (default 2)",
                         KAURI_STORED(struct bench_settings, seeds), .high = KAURI_SEEDS_MAX),
            KAURI_OPTION("tables", "DIR", "folder of the lower layers",
                         KAURI_STORED_IN_RUN(folder)),
            KAURI_MEMORY_OPTION(struct bench_settings, memory),
            KAURI_HOLES_OPTION(struct bench_settings, holes),
            KAURI_COWRIES_OPTION(struct bench_settings, cowries),
            KAURI_THREADS_OPTION,
            KAURI_KERNEL_OPTION(struct bench_settings, kernel),
            KAURI_LEVEL_OPTION(struct bench_settings, level),
            KAURI_OPTION("no-limits", NULL, "do not measure the machine",
                         KAURI_STORED(struct bench_settings, no_limits)),
            KAURI_JSON_OPTION,
            KAURI_QUIET_OPTION,
            KAURI_OPTIONS_END,
        },
    .examples = {{"the speed of the solver on layer 1", "kauri bench --seeds 1"}},
    .related = "plan solve",
    .documents = "reference/PERFORMANCE.md",
    .flags = KAURI_RUN_THREADS | KAURI_RUN_PROGRESS,
    KAURI_SETTINGS(struct bench_settings, .seeds = 2, .holes = KAURI_HOLES_MAX,
                   .cowries = UINT64_MAX, .level = KAURI_LEVEL_DEFAULT),
    .run = run,
};
