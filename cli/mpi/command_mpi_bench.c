// kauri-mpi bench: measures what the ranks send one another, and what that costs.
#include "cli/mpi/mpi_commands.h"
#include "cli/mpi/mpi_run.h"
#include "cli/mpi/team_bench_view.h"
#include "cli/solve/ranks_here.h"
#include "cli/solve/solve_choice.h"
#include "cli/threads.h"

#include <string.h>

enum { ALONE_MAX = 100 };

struct team_bench_command {
    struct kauri_range seeds;
    uint64_t holes, cowries, alone;
    bool markdown;
    struct kauri_team_bench_options options;
};

// The ranks could have been started with options of their own.
static enum kauri_status compare(const struct kauri_team_bench_options *options,
                                 struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_team *team = options->team;
    const uint64_t mine[] = {options->shape.holes, options->shape.cowries, options->first,
                             options->last,        options->alone,         options->tables != NULL};
    uint64_t theirs[sizeof mine / sizeof mine[0]];
    memcpy(theirs, mine, sizeof mine);
    KAURI_TRY(kauri_team_tell(team, theirs, sizeof theirs, error));
    if (memcmp(theirs, mine, sizeof mine) != 0) {
        status = kauri_fail(error, KAURI_USAGE,
                            "rank %u was started with other options than rank 0", team->rank);
    }
    status = kauri_team_agree(team, status, error);
cleanup:
    return status;
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct team_bench_command *bench = run->settings;
    struct kauri_team_bench_options *options = &bench->options;
    struct kauri_team_bench_layer layers[KAURI_SEEDS_MAX + 1];
    const char *library = kauri_team_mpi_library(run->team);
    const unsigned ranks_here = kauri_team_mpi_ranks_here(run->team);
    options->team = kauri_team_mpi_team(run->team);
    options->first = bench->seeds.first;
    options->last = bench->seeds.last;
    options->shape = kauri_shape_chosen(bench->holes, bench->cowries);
    options->threads = (unsigned)kauri_threads_shared(run->threads_given, ranks_here);
    options->memory = kauri_memory_shared(options->memory, ranks_here);
    options->alone = (unsigned)bench->alone;
    options->progress = &run->view.progress;
    status = kauri_threads_start(options->threads, error);
    KAURI_TRY(kauri_team_agree(options->team, status, error));
    KAURI_TRY(compare(options, error));
    KAURI_TRY(kauri_team_bench_run(options, layers, error));
    if (options->team->rank == 0 && run->json) {
        kauri_team_bench_json(&run->out, options, library, layers);
    } else if (options->team->rank == 0) {
        kauri_team_bench_print(options, library, layers, bench->markdown);
    }
cleanup:
    return status;
}

const struct kauri_command kauri_mpi_command_bench = {
    .name = "bench",
    .summary = "measure what travels between the ranks, and what that costs",
    .text =
        "Solves layers by all ranks together and prints what they sent: the positions that were "
        "decided in each round (lists), what captures are worth, both together, and compressed "
        "pages of the table that other ranks begin; the messages of a round; and how evenly the "
        "work of the rounds was shared (balance), as the words of open moves that each rank "
        "changed: 1 if no rank ever waited for a busier one. Then the elapsed time, the processor "
        "time of all ranks with the share of packing and unpacking, and the most memory that was "
        "resident in a rank before it began and while it solved. With --alone, rank 0 also solves "
        "each layer alone with the threads of all ranks, in turns with them.\n\n"
        "It works in a temporary folder in $TMPDIR, else /tmp, which all ranks must see. The "
        "layers below are solved first, unless --tables has them.",
    .options =
        (const struct kauri_option[]){
            {.name = "seeds",
             .argument = "A-B",
             .help = "the layers, such as 1-3, or 2 alone",
             .required = true,
             .high = KAURI_SEEDS_MAX,
             KAURI_STORED(struct team_bench_command, seeds)},
            {.name = "tables",
             .argument = "DIR",
             .help = "folder of the layers below A",
             KAURI_STORED(struct team_bench_command, options.tables)},
            KAURI_HOLES_OPTION(struct team_bench_command, holes),
            KAURI_COWRIES_OPTION(struct team_bench_command, cowries),
            KAURI_THREADS_OPTION,
            KAURI_MEMORY_OPTION(struct team_bench_command, options.memory),
            {.name = "alone",
             .argument = "K",
             .help = "K turns of ranks and of one process, fastest of each",
             KAURI_STORED(struct team_bench_command, alone),
             .low = 1,
             .high = ALONE_MAX},
            {.name = "markdown",
             .help = "print tables in Markdown",
             KAURI_STORED(struct team_bench_command, markdown)},
            KAURI_JSON_OPTION,
            KAURI_QUIET_OPTION,
            {.name = NULL},
        },
    .examples = {{"layer 1 on four ranks", "mpirun -np 4 kauri-mpi bench --seeds 1"}},
    .related = "solve",
    .documents = "SCALING.md JSON.md",
    .flags = KAURI_RUN_PROGRESS,
    KAURI_SETTINGS(struct team_bench_command, .holes = KAURI_HOLES_MAX, .cowries = UINT64_MAX),
    .run = run,
};
