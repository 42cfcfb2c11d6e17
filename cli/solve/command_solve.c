// kauri solve: makes the tables of layers 0 to N.
#include "cli/command.h"
#include "cli/options.h"
#include "cli/print_text.h"
#include "cli/progress_view.h"
#include "cli/solve/fit.h"
#include "cli/solve/solve_choice.h"
#include "cli/solve/solve_folder.h"
#include "cli/tables/layer_summary.h"
#include "cli/tables/layers_json.h"
#include "cli/tables/layers_text.h"
#include "cli/terminal_columns.h"
#include "cli/threads.h"
#include "common/folder.h"
#include "common/parallel.h"
#include "common/size.h"
#include "db/lock.h"
#include "rules/board.h"
#include "solver/solve.h"
#include "solver/storage/workplace.h"
#include "tablebase/tablebase.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

static const char *const help =
    "Solves layers 0 to N (the positions with 0 to N seeds) into a folder, which is made if it is\n"
    "not there. Finished layers are skipped, and an interrupted layer continues from its last\n"
    "checkpoint, so a run that was stopped for any reason can simply be started again. The tables\n"
    "do not depend on threads, memory or interruptions. To continue a run that was started with\n"
    "--work, give the same --work again. A table holds half of the positions of its layer: the\n"
    "values of the others follow from them (docs/RULES.md).\n";

struct solve {
    const char *folder;
    const char *work; // NULL: the same folder
    uint64_t seeds, holes, cowries, threads, memory, checkpoint, level;
    struct kauri_shape shape;
    bool json, quiet;
    struct kauri_progress_view view;
    struct kauri_tablebase *tables;
    double seconds[KAURI_SEEDS_MAX + 1]; // 0 where the layer was there before
    bool timed[KAURI_SEEDS_MAX + 1];
};

static enum kauri_status read_options(int argc, char **argv, struct solve *solve, bool *help_given,
                                      struct kauri_error *error)
{
    struct kauri_arguments arguments;
    const uint64_t none = UINT64_MAX;
    solve->seeds = none;
    solve->holes = KAURI_HOLES_MAX;
    solve->cowries = none;
    solve->checkpoint = KAURI_CHECKPOINT_DEFAULT;
    solve->level = KAURI_LEVEL_DEFAULT;
    const struct kauri_option options[] = {
        KAURI_OPTION_TABLES(&solve->folder),
        {.name = "seeds",
         .argument = "N",
         .help = "greatest number of seeds on the board, 0 to 60",
         .required = true,
         .number = &solve->seeds,
         .high = KAURI_SEEDS_MAX},
        KAURI_OPTION_HOLES(&solve->holes),
        KAURI_OPTION_COWRIES(&solve->cowries),
        KAURI_OPTION_THREADS(&solve->threads),
        KAURI_OPTION_MEMORY(&solve->memory),
        KAURI_OPTION_CHECKPOINT(&solve->checkpoint),
        KAURI_OPTION_WORK(&solve->work),
        KAURI_OPTION_LEVEL(&solve->level),
        KAURI_OPTION_JSON(&solve->json),
        KAURI_OPTION_QUIET(&solve->quiet),
    };
    const struct kauri_usage usage = {
        .name = argv[0],
        .arguments = "",
        .text = help,
        .options = options,
        .option_count = sizeof options / sizeof options[0],
    };
    const enum kauri_status status = kauri_options_parse(&usage, argc, argv, &arguments, error);
    if (status != KAURI_OK) {
        return status;
    }
    *help_given = arguments.help;
    solve->shape = kauri_shape_chosen(solve->holes, solve->cowries);
    if (solve->threads == 0) {
        solve->threads = kauri_parallel_processors();
    }
    return KAURI_OK;
}

// Opens the tables in the folder; called again after each layer.
static enum kauri_status reopen(struct solve *solve, struct kauri_error *error)
{
    kauri_tablebase_close(solve->tables);
    return kauri_solve_folder_open(solve->folder, solve->shape, &solve->tables, error);
}

static bool is_there(const struct solve *solve, unsigned seeds)
{
    return solve->tables != NULL && kauri_tablebase_has(solve->tables, seeds);
}

static struct kauri_solve_options options_of(const struct solve *solve)
{
    return (struct kauri_solve_options){
        .threads = (unsigned)solve->threads,
        .level = (int)solve->level,
        .progress = &solve->view.progress,
        .memory = solve->memory,
        .checkpoint_seconds = (double)solve->checkpoint,
        .work = solve->work,
    };
}

// A run that was killed just after it finished a layer has left its work files.
static void clean_finished(const struct solve *solve)
{
    for (unsigned seeds = 0; seeds <= KAURI_SEEDS_MAX; seeds++) {
        if (is_there(solve, seeds)) {
            kauri_solve_clean(solve->folder, solve->shape, seeds);
            if (solve->work != NULL) {
                kauri_solve_clean(solve->work, solve->shape, seeds);
            }
        }
    }
}

static bool is_finished(const struct solve *solve)
{
    unsigned seeds = 0;
    while (seeds <= solve->seeds && is_there(solve, seeds)) {
        seeds++;
    }
    return seeds > solve->seeds;
}

// Locks the folder and opens its tables. A folder that
// cannot be written to is accepted if all layers are finished.
static enum kauri_status take_folder(struct solve *solve, struct kauri_folder_lock **lock,
                                     struct kauri_error *error)
{
    const enum kauri_status locked = kauri_folder_lock(solve->folder, lock, error);
    if (locked != KAURI_OK && locked != KAURI_RESOURCE) {
        return locked;
    }
    const enum kauri_status status = reopen(solve, locked == KAURI_OK ? error : NULL);
    return locked == KAURI_OK || (status == KAURI_OK && is_finished(solve)) ? status : locked;
}

// Locks the work folder as well, unless it is that of the tables under another name.
static enum kauri_status take_work(struct solve *solve, struct kauri_folder_lock **lock,
                                   struct kauri_error *error)
{
    struct stat tables;
    struct stat work;
    if (solve->work != NULL && stat(solve->folder, &tables) == 0 && stat(solve->work, &work) == 0 &&
        tables.st_dev == work.st_dev && tables.st_ino == work.st_ino) {
        solve->work = NULL;
    }
    if (solve->work == NULL) {
        return KAURI_OK;
    }
    const enum kauri_status status = kauri_folder_lock(solve->work, lock, error);
    if (status != KAURI_OK && is_finished(solve)) {
        solve->work = NULL; // not needed, and nothing is removed there
        return KAURI_OK;
    }
    return status;
}

// Refuses layers that do not fit before anything is solved.
static enum kauri_status check_fit(const struct solve *solve, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    bool wanted[KAURI_SEEDS_MAX + 1];
    const struct kauri_solve_options options = options_of(solve);
    const unsigned last = (unsigned)solve->seeds;
    struct kauri_fit fit;
    for (unsigned seeds = 0; seeds <= last; seeds++) {
        wanted[seeds] = !is_there(solve, seeds);
    }
    KAURI_TRY(kauri_fit_predict(solve->folder, solve->shape, last, wanted, &options, &fit, error));
    status = kauri_fit_check(&fit, solve->folder, solve->work, last, wanted, error);
    if (status != KAURI_OK && solve->checkpoint > 0) {
        struct kauri_solve_options less = options;
        less.checkpoint_seconds = 0;
        if (kauri_fit_predict(solve->folder, solve->shape, last, wanted, &less, &fit, NULL) ==
                KAURI_OK &&
            kauri_fit_check(&fit, solve->folder, solve->work, last, wanted, NULL) == KAURI_OK) {
            kauri_error_append(error, "; it would fit without checkpoints (--checkpoint 0)");
        }
    }
cleanup:
    return status;
}

// Finds out when the checkpoint of a layer in the work folder `work` (NULL: that of the tables) was
// made. Returns false if there is none.
static bool find_checkpoint_in(const struct solve *solve, const char *work, unsigned seeds,
                               int64_t *made)
{
    struct kauri_workplace place;
    const bool there =
        kauri_workplace_open(solve->folder, work, solve->shape, seeds, &place, NULL) == KAURI_OK &&
        kauri_workplace_has_checkpoint(&place, made);
    kauri_workplace_close(&place);
    return there;
}

static bool find_checkpoint(const struct solve *solve, unsigned seeds, int64_t *made)
{
    return find_checkpoint_in(solve, solve->work, seeds, made);
}

// A stopped run is not begun again just because --work was given this time only.
static enum kauri_status check_checkpoint(const struct solve *solve, unsigned seeds,
                                          struct kauri_error *error)
{
    int64_t made = 0;
    if (solve->work == NULL || find_checkpoint(solve, seeds, &made) ||
        !find_checkpoint_in(solve, NULL, seeds, &made)) {
        return KAURI_OK;
    }
    return kauri_fail(error, KAURI_USAGE,
                      "layer %u has a checkpoint in %s and none in %s: continue without --work, or "
                      "remove the checkpoint",
                      seeds, solve->folder, solve->work);
}

static enum kauri_status solve_layer(struct solve *solve, unsigned seeds, struct kauri_error *error)
{
    struct kauri_solve_result result = {.positions = 0};
    const struct kauri_solve_options options = options_of(solve);
    int64_t made = 0;
    if (find_checkpoint(solve, seeds, &made)) {
        kauri_progress_view_resume(&solve->view, seeds, made);
    }
    const enum kauri_status status =
        kauri_solve_layer(solve->folder, solve->shape, seeds, &options, &result, error);
    kauri_progress_view_clear(&solve->view);
    if (status == KAURI_INTERRUPTED && !find_checkpoint(solve, seeds, &made)) {
        char below[64] = "";
        if (seeds > 0) {
            (void)snprintf(below, sizeof below, "; the layers below it are finished and kept");
        }
        (void)kauri_fail(error, status,
                         "stopped in layer %u, which has no checkpoint yet and begins again in the "
                         "next run, which removes the work files%s",
                         seeds, below);
    }
    if (status == KAURI_OK) {
        char positions[KAURI_SIZE_TEXT_BYTES];
        char memory[KAURI_SIZE_TEXT_BYTES];
        char size[KAURI_SIZE_TEXT_BYTES];
        solve->seconds[seeds] = result.seconds;
        solve->timed[seeds] = true;
        char checkpoints[64] = "";
        if (result.checkpoint_seconds > 0) {
            (void)snprintf(checkpoints, sizeof checkpoints, " (checkpoints %.2f s)",
                           result.checkpoint_seconds);
        }
        kauri_progress_view_say(
            &solve->view, "layer %u: %s positions in %.2f s%s%s, memory %s, table %s", seeds,
            kauri_format_count(result.positions, positions), result.seconds,
            result.resumed ? " from a checkpoint on" : "", checkpoints,
            kauri_format_size(result.memory, memory), kauri_format_size(result.file_bytes, size));
    }
    kauri_solve_result_clear(&result);
    return status;
}

static enum kauri_status solve_all(struct solve *solve, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    for (unsigned seeds = 0; seeds <= solve->seeds; seeds++) {
        if (is_there(solve, seeds)) {
            kauri_progress_view_say(&solve->view, "layer %u: finished before", seeds);
            continue;
        }
        KAURI_TRY(check_checkpoint(solve, seeds, error));
        KAURI_TRY(solve_layer(solve, seeds, error));
        KAURI_TRY(reopen(solve, error));
    }
cleanup:
    return status;
}

static enum kauri_status print_result(const struct solve *solve, struct kauri_error *error)
{
    struct kauri_layer_summary layers[KAURI_SEEDS_MAX + 1];
    size_t count = 0;
    const enum kauri_status status = kauri_layer_summaries(solve->tables, layers, &count, error);
    if (status != KAURI_OK) {
        return status;
    }
    // Layers above N may be there from another run.
    while (count > 0 && layers[count - 1].info->seeds > solve->seeds) {
        count--;
    }
    for (size_t i = 0; i < count; i++) {
        layers[i].timed = solve->timed[layers[i].info->seeds];
        layers[i].seconds = solve->seconds[layers[i].info->seeds];
    }
    struct kauri_string out = {.bytes = NULL};
    if (solve->json) {
        kauri_json_layers(&out, layers, count, true);
    } else {
        const int columns = kauri_terminal_columns(stdout);
        kauri_text_board(&out, layers[0].info, columns);
        kauri_string_add(&out, "\n");
        kauri_text_layers(&out, layers, count, true, columns);
    }
    return kauri_print_text(&out, error);
}

int kauri_command_solve(int argc, char **argv)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_error error;
    struct solve solve = {.folder = NULL};
    struct kauri_folder_lock *lock = NULL;
    struct kauri_folder_lock *work_lock = NULL;
    bool help_given = false;
    KAURI_TRY(read_options(argc, argv, &solve, &help_given, &error));
    if (help_given) {
        goto cleanup;
    }
    KAURI_TRY(kauri_threads_try((unsigned)solve.threads, &error));
    KAURI_TRY(kauri_folder_make(solve.folder, &error));
    KAURI_TRY(take_folder(&solve, &lock, &error));
    KAURI_TRY(take_work(&solve, &work_lock, &error));
    if (lock != NULL) {
        clean_finished(&solve);
    }
    KAURI_TRY(check_fit(&solve, &error));
    kauri_progress_view_begin(&solve.view, solve.quiet);
    KAURI_TRY(solve_all(&solve, &error));
    KAURI_TRY(print_result(&solve, &error));
cleanup:
    kauri_progress_view_clear(&solve.view);
    kauri_tablebase_close(solve.tables);
    kauri_folder_unlock(work_lock);
    kauri_folder_unlock(lock);
    return status == KAURI_OK ? KAURI_OK : kauri_report_error(&error);
}
