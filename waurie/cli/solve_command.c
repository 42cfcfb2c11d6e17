// waurie solve: makes the one-bit tables of layers 0 to N.
#include "waurie/cli/waurie_commands.h"

#include "cli/fitted_text.h"
#include "cli/text_table.h"
#include "common/folder.h"
#include "common/size.h"
#include "waurie/cli/counts_json.h"
#include "waurie/cli/position_solver.h"
#include "waurie/cli/solve_plan.h"
#include "waurie/cli/tables_options.h"
#include "waurie/solver/solve_tables.h"

struct solving_run {
    struct waurie_tables_choice choice;
    struct kauri_progress_view *view;
    struct waurie_solved layers[WAURIE_SEEDS_MAX + 1];
    size_t count;
    bool portable;
    bool plan;
    const char *position; // NULL: layers
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
    kauri_progress_view_clear(solve->view);
    kauri_progress_view_say(
        solve->view, "layer %u: %s positions in %.2f s, written in %.2f s, memory %s%s",
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
}

static enum kauri_status solve_layers(struct solving_run *solve, struct kauri_error *error)
{
    const struct waurie_tables_choice *choice = &solve->choice;
    bool exceeds = false;
    const struct waurie_solve_request request = {
        .folder = choice->folder,
        .rules = choice->rules,
        .pits = (unsigned)choice->pits,
        .seeds_most = (unsigned)choice->seeds,
        .threads = choice->threads,
        .memory = choice->memory,
        .exceeds = &exceeds,
        .portable = solve->portable,
        .progress = &solve->view->progress,
        .solved = note,
        .context = solve,
    };
    const enum kauri_status status = waurie_solve_tables(&request, error);
    kauri_progress_view_clear(solve->view);
    if (status == KAURI_INTERRUPTED) {
        kauri_error_append(error, "; the finished layers are kept, and the next run goes on");
    } else if (exceeds) {
        kauri_error_append(error, " (--memory SIZE)");
    }
    return status;
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct solving_run *solve = run->settings;
    struct waurie_tables_choice *choice = &solve->choice;
    solve->view = &run->view;
    waurie_tables_choice_complete(choice, run);
    if (solve->position == NULL && choice->seeds == UINT64_MAX) {
        return kauri_fail(error, KAURI_USAGE, "give either --seeds N or --position POSITION");
    }
    if (solve->position != NULL) {
        return waurie_position_solver(choice, solve->position, &run->view.progress, &run->out,
                                      error);
    }
    if (solve->plan) {
        return waurie_solve_plan(choice, &run->out, error);
    }
    KAURI_TRY(kauri_run_try_threads(run, error));
    KAURI_TRY(kauri_folder_make(choice->folder, error));
    KAURI_TRY(solve_layers(solve, error));
    if (run->json) {
        waurie_json_solved(&choice->rules, (unsigned)choice->pits, solve->layers, solve->count,
                           &run->out);
    } else {
        add_text(solve, &run->out);
    }
cleanup:
    return status;
}

const struct kauri_command waurie_command_solve = {
    .name = "solve",
    .summary = "make tables",
    .text =
        "Solves layers 0 to N (the positions with 0 to N seeds in the pits) into a folder, which "
        "is made if necessary: one bit for each position, whether the player to move wins. Layers "
        "that are there are skipped, and an unfinished layer begins again, so a run that was "
        "stopped for any reason can simply be started again. A layer is held in memory together "
        "with the layers that its moves lead to. If that is more than --memory, it is solved by "
        "blocks: parts of lower layers are read from their tables when they are wanted, and half "
        "of the layer is kept in a temporary file in the folder until its table is written. "
        "--memory is never exceeded. The folder may hold tables of other boards and rules as well. "
        "--plan shows for each layer that is missing the size of its bits, the memory that it "
        "takes in memory and by blocks at least, and the size of the temporary file. With "
        "--position, which needs the tables of the layers below it, only the blocks of that "
        "position are solved, and nothing is written.",
    .options =
        (const struct kauri_option[]){
            WAURIE_TABLES_OPTIONS(struct solving_run),
            {.name = "seeds",
             .argument = "N",
             .help = "greatest number of seeds in the pits, 0 to 72",
             KAURI_STORED(struct solving_run, choice.seeds),
             .high = WAURIE_SEEDS_MAX},
            {.name = "portable",
             .help = "do without the instructions that not every processor has",
             KAURI_STORED(struct solving_run, portable)},
            {.name = "position",
             .argument = "POSITION",
             .help =
                 "find out who wins a position with a seed more than the tables; writes nothing",
             .excludes = "seeds",
             KAURI_STORED(struct solving_run, position)},
            {.name = "plan",
             .help = "show what each layer would take, and solve nothing",
             KAURI_STORED(struct solving_run, plan)},
            {.name = NULL},
        },
    .examples = {{"the tables of positions with up to 12 seeds",
                  "waurie solve --tables waurie-tables --seeds 12"}},
    .related = "verify stats",
    .documents = "WAURIE.md FORMAT.md JSON.md",
    .flags = KAURI_RUN_PROGRESS,
    KAURI_SETTINGS(struct solving_run, .choice = WAURIE_TABLES_CHOICE_NONE),
    .run = run,
};
