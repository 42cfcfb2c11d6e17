// waurie solve: makes the one-bit tables of layers 0 to N, and tables of distances.
#include "waurie/cli/waurie_commands.h"

#include "cli/fitted_text.h"
#include "cli/print_text.h"
#include "cli/progress_view.h"
#include "cli/text_table.h"
#include "cli/threads.h"
#include "common/folder.h"
#include "common/size.h"
#include "waurie/cli/counts_json.h"
#include "waurie/cli/distances_solver.h"
#include "waurie/cli/position_solver.h"
#include "waurie/cli/solve_plan.h"
#include "waurie/cli/tables_options.h"
#include "waurie/solver/solve_tables.h"

static const char *const help =
    "Solves layers 0 to N (the positions with 0 to N seeds in the pits) into a folder, which is\n"
    "made if necessary: one bit for each position, whether the player to move wins. Layers that\n"
    "are there are skipped, and an unfinished layer begins again, so a run that was stopped for\n"
    "any reason can simply be started again. A layer is held in memory together with the layers\n"
    "that its moves lead to. If that is more than --memory, it is solved by blocks: parts of\n"
    "lower layers are read from their tables when they are wanted, and half of the layer is kept\n"
    "in a temporary file in the folder until its table is written. --memory is never exceeded.\n"
    "The folder may hold tables of other boards and rules as well. --plan shows for each layer\n"
    "that is missing the size of its bits, the memory that it takes in memory and by blocks at\n"
    "least, and the size of the temporary file. With --position, which needs the tables of the\n"
    "layers below it, only the blocks of that position are solved, and nothing is written.\n"
    "\n"
    "With --distances N, layers 0 to N get a second table each: the turns and the sowings to the\n"
    "end of the game (waurie probe --help), two bytes for each position before compression. They\n"
    "are made after the bits, which must not have fewer layers, and are compared with them. They\n"
    "take a few bytes of memory for each position of the layer and of those below that its moves\n"
    "lead to, and are not made by blocks.\n";

struct solving_run {
    struct waurie_tables_choice choice;
    struct kauri_progress_view view;
    struct waurie_solved layers[WAURIE_SEEDS_MAX + 1];
    size_t count;
    bool portable;
    bool plan;
    const char *position; // NULL: layers
    uint64_t distances;   // UINT64_MAX: none
    struct waurie_distances_run measured;
};

static double speed_of(const struct waurie_solved *solved)
{
    return (double)solved->positions /
           (solved->solve_seconds > 1e-6 ? solved->solve_seconds : 1e-6);
}

static void note(void *context, const struct waurie_solved *solved)
{
    struct solving_run *solve = context;
    char positions[KAURI_SIZE_TEXT_BYTES];
    char memory[KAURI_SIZE_TEXT_BYTES];
    solve->layers[solve->count++] = *solved;
    kauri_progress_view_clear(&solve->view);
    kauri_progress_view_say(
        &solve->view, "layer %u: %s positions in %.2f s, written in %.2f s, memory %s%s",
        solved->seeds, kauri_format_count(solved->positions, positions), solved->solve_seconds,
        solved->write_seconds, kauri_format_size(solved->held, memory),
        solved->by_blocks ? ", by blocks" : "");
}

static void add_text(const struct solving_run *solve, struct kauri_string *out)
{
    struct kauri_string rows = {.bytes = NULL};
    kauri_string_add(&rows, "layer\tpositions\tseconds\tpositions/s\n");
    for (size_t i = 0; i < solve->count; i++) {
        const struct waurie_solved *solved = &solve->layers[i];
        char positions[KAURI_SIZE_TEXT_BYTES];
        char speed[KAURI_SIZE_TEXT_BYTES];
        kauri_string_add(&rows, "%u\t%s\t%.2f\t%s\n", solved->seeds,
                         kauri_format_count(solved->positions, positions), solved->solve_seconds,
                         kauri_format_count((uint64_t)speed_of(solved), speed));
    }
    out->failed = out->failed || rows.failed;
    if (solve->count == 0) {
        kauri_string_add(out, "Layers 0 to %u were solved before.\n",
                         (unsigned)solve->choice.seeds);
    } else {
        kauri_string_add_table(out, kauri_string_text(&rows), 0, kauri_text_columns());
    }
    kauri_string_clear(&rows);
    if (solve->distances != UINT64_MAX) {
        waurie_distances_text(&solve->measured, (unsigned)solve->distances, out);
    }
}

static enum kauri_status print_plan(const struct solving_run *solve, struct kauri_error *error)
{
    struct kauri_string out = {.bytes = NULL};
    const enum kauri_status status =
        waurie_solve_plan(&solve->choice, solve->distances, &out, error);
    if (status != KAURI_OK) {
        kauri_string_clear(&out);
        return status;
    }
    return kauri_print_text(&out, error);
}

static enum kauri_status print_position(struct solving_run *solve, struct kauri_error *error)
{
    struct kauri_string out = {.bytes = NULL};
    kauri_progress_view_begin(&solve->view, solve->choice.quiet);
    const enum kauri_status status =
        waurie_position_solver(&solve->choice, solve->position, &solve->view.progress, &out, error);
    kauri_progress_view_clear(&solve->view);
    kauri_progress_view_end();
    if (status != KAURI_OK) {
        kauri_string_clear(&out);
        return status;
    }
    return kauri_print_text(&out, error);
}

static enum kauri_status run(void *context, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct solving_run *solve = context;
    const struct waurie_tables_choice *choice = &solve->choice;
    struct kauri_string out = {.bytes = NULL};
    bool exceeds = false;
    const struct waurie_solve_request request = {
        .folder = choice->folder,
        .rules = choice->rules,
        .pits = (unsigned)choice->pits,
        .seeds_most = (unsigned)choice->seeds,
        .threads = (unsigned)choice->threads,
        .memory = choice->memory,
        .exceeds = &exceeds,
        .portable = solve->portable,
        .progress = &solve->view.progress,
        .solved = note,
        .context = solve,
    };
    if ((solve->position == NULL) == (choice->seeds == UINT64_MAX)) {
        return kauri_fail(error, KAURI_USAGE, "give either --seeds N or --position POSITION");
    }
    if (solve->distances != UINT64_MAX &&
        (solve->position != NULL || solve->distances > choice->seeds)) {
        return kauri_fail(error, KAURI_USAGE,
                          "--distances N needs --seeds N, and no greater N than that");
    }
    if (solve->position != NULL) {
        return print_position(solve, error);
    }
    if (solve->plan) {
        return print_plan(solve, error);
    }
    KAURI_TRY(kauri_threads_start(request.threads, error));
    KAURI_TRY(kauri_folder_make(choice->folder, error));
    kauri_progress_view_begin(&solve->view, choice->quiet);
    status = waurie_solve_tables(&request, error);
    if (status == KAURI_OK && solve->distances != UINT64_MAX) {
        solve->measured.view = &solve->view;
        status =
            waurie_distances_solver(choice, (unsigned)solve->distances, &solve->measured, error);
    }
    kauri_progress_view_clear(&solve->view);
    kauri_progress_view_end();
    if (status == KAURI_INTERRUPTED) {
        kauri_error_append(error, "; the finished layers are kept, and the next run goes on");
    } else if (exceeds) {
        kauri_error_append(error, " (--memory SIZE)");
    }
    KAURI_TRY(status);
    if (choice->json) {
        waurie_json_solved(&choice->rules, request.pits, solve->layers, solve->count,
                           solve->measured.layers, solve->measured.count, &out);
    } else {
        add_text(solve, &out);
    }
    status = kauri_print_text(&out, error);
cleanup:
    return status;
}

int waurie_command_solve(int argc, char **argv)
{
    struct solving_run solve = {.choice = waurie_tables_choice_begin(), .distances = UINT64_MAX};
    const struct kauri_option options[] = {
        WAURIE_OPTIONS_TABLES(&solve.choice),
        {.name = "seeds",
         .argument = "N",
         .help = "greatest number of seeds in the pits, 0 to 72",
         .number = &solve.choice.seeds,
         .high = WAURIE_SEEDS_MAX},
        {.name = "distances",
         .argument = "N",
         .help = "also store the turns and sowings of layers 0 to N",
         .number = &solve.distances,
         .high = WAURIE_SEEDS_MAX},
        {.name = "portable",
         .help = "do without the instructions that not every processor has",
         .flag = &solve.portable},
        {.name = "position",
         .argument = "POSITION",
         .help = "find out who wins a position with a seed more than the tables; writes nothing",
         .text = &solve.position},
        {.name = "plan",
         .help = "show what each layer would take, and solve nothing",
         .flag = &solve.plan},
    };
    const struct kauri_usage usage = {
        .name = argv[0],
        .arguments = "",
        .text = help,
        .options = options,
        .option_count = sizeof options / sizeof options[0],
    };
    return waurie_tables_command(&usage, argc, argv, &solve.choice, run, &solve);
}
