// kauri-mpi bench: measures what the ranks send one another, and what that costs.
#include "cli/mpi/mpi_commands.h"
#include "cli/mpi/mpi_run.h"
#include "cli/mpi/team_bench_view.h"
#include "cli/options.h"
#include "cli/print_text.h"
#include "cli/progress_view.h"
#include "cli/solve/ranks_here.h"
#include "cli/solve/solve_choice.h"
#include "cli/threads.h"

#include <string.h>

enum { ALONE_MAX = 100 };

static const char *const help =
    "Solves layers by all ranks together and prints what they sent: the positions that were\n"
    "decided in each round (lists), what captures are worth, both together, and compressed pages\n"
    "of the table that other ranks begin; the messages of a round; and how\n"
    "evenly the work of the rounds was shared (balance), as the words of open moves that each "
    "rank\n"
    "changed: 1 if no rank ever waited for a busier one. Then the elapsed time, the processor "
    "time\n"
    "of all ranks with the share of packing and unpacking, and the most memory that was resident\n"
    "in a rank before it began and while it solved. With --alone, rank 0 also solves each layer\n"
    "alone with the threads of all ranks, in turns with them.\n"
    "\n"
    "It works in a temporary folder in $TMPDIR, else /tmp, which all ranks must see. The layers\n"
    "below are solved first, unless --tables has them.\n";

struct team_bench_command {
    struct kauri_team_bench_options options;
    bool json, markdown, quiet;
};

static enum kauri_status read_options(int argc, char **argv, unsigned ranks_here,
                                      struct team_bench_command *bench, bool *help_given,
                                      struct kauri_error *error)
{
    struct kauri_arguments arguments;
    const char *seeds = NULL;
    uint64_t holes = KAURI_HOLES_MAX;
    uint64_t cowries = UINT64_MAX;
    uint64_t threads = 0;
    uint64_t alone = 0;
    struct kauri_team_bench_options *chosen = &bench->options;
    const struct kauri_option options[] = {
        {.name = "seeds",
         .argument = "A-B",
         .help = "the layers, such as 1-3, or 2 alone",
         .required = true,
         .text = &seeds},
        {.name = "tables",
         .argument = "DIR",
         .help = "folder of the layers below A",
         .text = &chosen->tables},
        KAURI_OPTION_HOLES(&holes),
        KAURI_OPTION_COWRIES(&cowries),
        KAURI_OPTION_THREADS(&threads),
        KAURI_OPTION_MEMORY(&chosen->memory),
        {.name = "alone",
         .argument = "K",
         .help = "K turns of ranks and of one process, fastest of each",
         .number = &alone,
         .low = 1,
         .high = ALONE_MAX},
        {.name = "markdown", .help = "print tables in Markdown", .flag = &bench->markdown},
        KAURI_OPTION_JSON(&bench->json),
        KAURI_OPTION_QUIET(&bench->quiet),
    };
    const struct kauri_usage usage = {
        .name = argv[0],
        .arguments = "",
        .text = help,
        .options = options,
        .option_count = sizeof options / sizeof options[0],
    };
    const enum kauri_status status = kauri_options_parse(&usage, argc, argv, &arguments, error);
    *help_given = status == KAURI_OK && arguments.help;
    if (status != KAURI_OK || *help_given) {
        return status;
    }
    chosen->shape = kauri_shape_chosen(holes, cowries);
    chosen->threads = (unsigned)kauri_threads_shared(threads, ranks_here);
    chosen->memory = kauri_memory_shared(chosen->memory, ranks_here);
    chosen->alone = (unsigned)alone;
    const enum kauri_status tried = kauri_threads_start(chosen->threads, error);
    return tried != KAURI_OK ? tried
                             : kauri_options_range("seeds", seeds, 0, KAURI_SEEDS_MAX,
                                                   &chosen->first, &chosen->last, error);
}

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

static enum kauri_status measure(const struct team_bench_command *bench, const char *library,
                                 struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_team_bench_layer layers[KAURI_SEEDS_MAX + 1];
    struct kauri_string out = {.bytes = NULL};
    KAURI_TRY(compare(&bench->options, error));
    KAURI_TRY(kauri_team_bench_run(&bench->options, layers, error));
    if (bench->options.team->rank != 0) {
        goto cleanup;
    }
    if (bench->json) {
        kauri_team_bench_json(&out, &bench->options, library, layers);
        status = kauri_print_text(&out, error);
    } else {
        kauri_team_bench_print(&bench->options, library, layers, bench->markdown);
    }
cleanup:
    return status;
}

static int run(int argc, char **argv, struct kauri_team_mpi *mpi, const char *note)
{
    struct kauri_error error = {.status = KAURI_OK};
    struct kauri_progress_view view;
    struct team_bench_command bench = {.json = false};
    bool help_given = false;
    (void)note; // what is printed has the number of ranks
    const struct kauri_team *team = mpi != NULL ? kauri_team_mpi_team(mpi) : NULL;
    bench.options.team = team;
    enum kauri_status status = read_options(
        argc, argv, mpi != NULL ? kauri_team_mpi_ranks_here(mpi) : 1, &bench, &help_given, &error);
    status = kauri_team_agree(team, status, &error);
    if (status == KAURI_OK && !help_given) {
        kauri_progress_view_begin(&view, bench.quiet || team->rank != 0);
        bench.options.progress = &view.progress;
        status = measure(&bench, kauri_team_mpi_library(mpi), &error);
        kauri_progress_view_clear(&view);
    }
    return status == KAURI_OK || kauri_team_rank(team) != 0 ? (int)status
                                                            : kauri_report_error(&error);
}

int kauri_mpi_command_bench(int argc, char **argv)
{
    return kauri_mpi_run(argc, argv, run);
}
