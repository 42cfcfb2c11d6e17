#include "cli/solve/solve_run.h"

#include "cli/solve/solve_choice.h"
#include "cli/terminal_text.h"
#include "cli/threads.h"
#include "common/folder.h"
#include "common/memory.h"
#include "common/size.h"
#include "db/lock.h"
#include "queries/answers/layer_summary.h"
#include "rules/board.h"
#include "solver/solve.h"
#include "solver/solve_folder.h"
#include "solver/storage/workplace.h"
#include "solver/team_of_one.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

struct solve {
    struct kauri_command_run *run;
    const struct kauri_solve_settings *settings;
    const struct kauri_team *team;
    const char *folder;
    const char *work; // NULL: the folder of the tables
    uint64_t memory;
    unsigned threads;
    struct kauri_shape shape;
    struct kauri_tablebase *tables; // only on rank 0
    bool there[KAURI_SEEDS_MAX + 1];
    bool solved[KAURI_SEEDS_MAX + 1];    // layers that this run has solved
    double seconds[KAURI_SEEDS_MAX + 1]; // time that each of these layers took
};

// Opens the tables in the folder; called again after each layer. Only rank 0 does so.
static enum kauri_status reopen(struct solve *solve, struct kauri_error *error)
{
    kauri_tablebase_close(solve->tables);
    const enum kauri_status status =
        kauri_solve_folder_open(solve->folder, solve->shape, &solve->tables, error);
    for (unsigned seeds = 0; seeds <= KAURI_SEEDS_MAX; seeds++) {
        solve->there[seeds] = solve->tables != NULL && kauri_tablebase_has(solve->tables, seeds);
    }
    return status;
}

static bool is_first(const struct solve *solve)
{
    return solve->team->rank == 0;
}

static struct kauri_solve_options options_of(const struct solve *solve)
{
    return (struct kauri_solve_options){
        .threads = solve->threads,
        .level = (int)solve->settings->level,
        .progress = &solve->run->view.progress,
        .memory = solve->memory,
        .checkpoint_seconds = (double)solve->settings->checkpoint,
        .work = solve->work,
        .team = solve->team,
    };
}

// Removes the work files of a run that was killed just after it finished a layer.
static void clean_finished(const struct solve *solve, bool work)
{
    for (unsigned seeds = 0; seeds <= KAURI_SEEDS_MAX; seeds++) {
        if (solve->there[seeds]) {
            kauri_solve_clean(solve->folder, solve->shape, seeds);
            if (work && solve->work != NULL) {
                kauri_solve_clean(solve->work, solve->shape, seeds);
            }
        }
    }
}

static bool is_finished(const struct solve *solve)
{
    unsigned seeds = 0;
    while (seeds <= solve->settings->seeds && solve->there[seeds]) {
        seeds++;
    }
    return seeds > solve->settings->seeds;
}

// Locks the folder and opens its tables. A folder that cannot be written to is accepted if all
// layers are finished.
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

// Refuses layers that do not fit before anything is solved. `memory` is that of all ranks together.
static enum kauri_status check_fit(const struct solve *solve, uint64_t memory,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    bool wanted[KAURI_SEEDS_MAX + 1];
    struct kauri_solve_options options = options_of(solve);
    const unsigned last = (unsigned)solve->settings->seeds;
    struct kauri_fit fit;
    for (unsigned seeds = 0; seeds <= last; seeds++) {
        wanted[seeds] = !solve->there[seeds];
    }
    options.memory = memory;
    KAURI_PASS(kauri_fit_predict(solve->folder, solve->shape, last, wanted, &options, &fit, error));
    // Work folders of ranks may be on disks of their own.
    fit.work_fits = fit.work_fits || solve->team->ranks > 1;
    status = kauri_fit_check(&fit, solve->folder, solve->work, last, wanted, error);
    if (status != KAURI_OK && solve->settings->checkpoint > 0) {
        struct kauri_solve_options less = options;
        less.checkpoint_seconds = 0;
        if (kauri_fit_predict(solve->folder, solve->shape, last, wanted, &less, &fit, NULL) ==
                KAURI_OK &&
            kauri_fit_check(&fit, solve->folder, solve->work, last, wanted, NULL) == KAURI_OK) {
            kauri_error_append(error, "; it would fit without checkpoints (--checkpoint 0)");
        }
    }
    return status;
}

// Checks the fit in a team: rank 0 finds out whether one process with the memory of all ranks could
// solve the layers. The ranks need somewhat more than that; each of them finds out when a layer
// begins.
static enum kauri_status check_fit_together(const struct solve *solve, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint64_t memory = solve->memory;
    if (solve->team->ranks > 1) {
        memory = memory > 0 ? memory : kauri_memory_usable();
        KAURI_PASS(solve->team->sum(solve->team->context, &memory, 1, error));
    }
    if (is_first(solve)) {
        status = check_fit(solve, memory, error);
    }
    if (status != KAURI_OK && solve->team->ranks > 1) {
        kauri_error_append(error, "; this is for all ranks together");
    }
    return kauri_team_status(solve->team, status, error);
}

// Finds out whether the layer has a checkpoint in the work folder `work` (NULL: that of the
// tables), and when it was made; in a team, the newest one of this rank. KAURI_RESOURCE if the
// folder cannot be read.
static enum kauri_status find_checkpoint_in(const struct solve *solve, const char *work,
                                            unsigned seeds, bool *there, int64_t *made,
                                            struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_workplace place;
    uint64_t generation = 1;
    *there = false;
    KAURI_PASS(kauri_workplace_open(solve->folder, work, solve->shape, seeds, &place, error));
    if (solve->team->ranks > 1) {
        kauri_workplace_set_rank(&place, solve->team->rank, solve->team->ranks);
        KAURI_TRY(kauri_workplace_generation(&place, UINT64_MAX, &generation, error));
        KAURI_TRY(kauri_workplace_set_generation(&place, generation, error));
    }
    *there = generation > 0 && kauri_workplace_has_checkpoint(&place, made);
cleanup:
    kauri_workplace_close(&place);
    return status;
}

// A stopped run is not begun again just because --work was given this time only.
static enum kauri_status check_checkpoint(const struct solve *solve, unsigned seeds,
                                          struct kauri_error *error)
{
    int64_t made = 0;
    bool there = true;
    bool elsewhere = false;
    if (solve->work != NULL) {
        KAURI_PASS(find_checkpoint_in(solve, solve->work, seeds, &there, &made, error));
    }
    if (!there) {
        KAURI_PASS(find_checkpoint_in(solve, NULL, seeds, &elsewhere, &made, error));
    }
    return !elsewhere ? KAURI_OK
                      : kauri_fail(error, KAURI_USAGE,
                                   "layer %u has a checkpoint in %s and none in %s: continue "
                                   "without --work, or remove the checkpoint",
                                   seeds, solve->folder, solve->work);
}

static enum kauri_status solve_layer(struct solve *solve, unsigned seeds, struct kauri_error *error)
{
    struct kauri_solve_result result = {.positions = 0};
    const struct kauri_solve_options options = options_of(solve);
    int64_t made = 0;
    bool there = false;
    if (find_checkpoint_in(solve, solve->work, seeds, &there, &made, NULL) == KAURI_OK && there) {
        kauri_progress_view_resume(&solve->run->view, seeds, made);
    }
    enum kauri_status status =
        kauri_solve_layer(solve->folder, solve->shape, seeds, &options, &result, error);
    kauri_progress_view_clear(&solve->run->view);
    if (status == KAURI_INTERRUPTED &&
        find_checkpoint_in(solve, solve->work, seeds, &there, &made, NULL) == KAURI_OK && !there) {
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
        const enum kauri_status agreed =
            solve->team->greatest(solve->team->context, &result.memory, 1, error);
        solve->seconds[seeds] = result.seconds;
        solve->solved[seeds] = true;
        char checkpoints[64] = "";
        if (result.checkpoint_seconds > 0) {
            (void)snprintf(checkpoints, sizeof checkpoints, " (checkpoints %.2f s)",
                           result.checkpoint_seconds);
        }
        kauri_progress_view_say(
            &solve->run->view, "layer %u: %s positions in %.2f s%s%s, memory %s%s, table %s", seeds,
            KAURI_COUNT_TEXT(result.positions), result.seconds,
            result.resumed ? " from a checkpoint on" : "", checkpoints,
            KAURI_SIZE_TEXT(result.memory), solve->team->ranks > 1 ? " per rank" : "",
            KAURI_SIZE_TEXT(result.file_bytes));
        status = agreed;
    }
    kauri_solve_result_clear(&result);
    return status;
}

static enum kauri_status solve_all(struct solve *solve, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    for (unsigned seeds = 0; seeds <= solve->settings->seeds; seeds++) {
        if (solve->there[seeds]) {
            kauri_progress_view_say(&solve->run->view, "layer %u: finished before", seeds);
            continue;
        }
        KAURI_PASS(kauri_team_status(solve->team, check_checkpoint(solve, seeds, error), error));
        KAURI_PASS(solve_layer(solve, seeds, error));
        status = is_first(solve) ? reopen(solve, error) : KAURI_OK;
        KAURI_PASS(kauri_team_status(solve->team, status, error));
    }
    return status;
}

static enum kauri_status add_result(const struct solve *solve, struct kauri_error *error)
{
    struct kauri_layer_summary layers[KAURI_SEEDS_MAX + 1];
    size_t count = 0;
    KAURI_PASS(kauri_layer_summaries(solve->tables, layers, &count, error));
    // Layers above N may be there from another run.
    while (count > 0 && layers[count - 1].seeds > solve->settings->seeds) {
        count--;
    }
    for (size_t i = 0; i < count; i++) {
        if (solve->solved[layers[i].seeds]) {
            kauri_layer_summary_time(&layers[i], solve->seconds[layers[i].seeds]);
        }
    }
    struct kauri_string *out = &solve->run->out;
    if (solve->run->json) {
        kauri_json_layers(out, layers, count, true);
    } else {
        const int columns = kauri_terminal_columns(stdout);
        kauri_text_board(out, layers[0].info, columns);
        kauri_string_add(out, "\n");
        kauri_text_layers(out, layers, count, true, columns);
    }
    return KAURI_OK;
}

// Facts that all ranks must agree on. Rank 0 sends its own, and the others compare.
struct common {
    uint64_t choices[5];
    uint64_t folder;                 // number of the folder on its disk
    bool there[KAURI_SEEDS_MAX + 1]; // layers that are finished
    bool cleans;                     // left-over files may be removed
    bool cleans_work;                // files are also removed from the work folder
};

static uint64_t folder_number(const char *folder)
{
    struct stat about;
    return stat(folder, &about) == 0 ? (uint64_t)about.st_ino : 0;
}

// Checks that this rank was started with the same options and folder as rank 0, since each rank has
// a command line of its own.
static enum kauri_status compare(struct solve *solve, struct common *common,
                                 struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_team *team = solve->team;
    const uint64_t choices[] = {
        solve->settings->seeds, solve->shape.holes,          solve->shape.cowries,
        solve->settings->level, solve->settings->checkpoint,
    };
    common->folder = folder_number(solve->folder);
    memcpy(common->choices, choices, sizeof choices);
    memcpy(common->there, solve->there, sizeof solve->there);
    KAURI_PASS(kauri_team_broadcast(team, common, sizeof *common, error));
    if (memcmp(common->choices, choices, sizeof choices) != 0) {
        status = kauri_fail(error, KAURI_USAGE,
                            "rank %u was started with different options from rank 0", team->rank);
    } else if (common->folder != folder_number(solve->folder)) {
        status = kauri_fail(error, KAURI_RESOURCE,
                            "rank %u does not have the folder %s of rank 0: it must be on a file "
                            "system that all machines share",
                            team->rank, solve->folder);
    }
    memcpy(solve->there, common->there, sizeof solve->there);
    return kauri_team_status(team, status, error);
}

// Takes the folders, finds out what there is to do, and tells the other ranks.
static enum kauri_status prepare(struct solve *solve, struct kauri_folder_lock **lock,
                                 struct kauri_folder_lock **work_lock, struct kauri_error *error)
{
    KAURI_PASS(kauri_folder_make(solve->folder, error));
    KAURI_PASS(take_folder(solve, lock, error));
    return take_work(solve, work_lock, error);
}

static enum kauri_status solve_together(struct solve *solve, const char *note,
                                        struct kauri_folder_lock **lock,
                                        struct kauri_folder_lock **work_lock,
                                        struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_team *team = solve->team;
    struct common common = {.cleans = false};
    KAURI_PASS(kauri_team_status(team, kauri_threads_start(solve->threads, error), error));
    // The lock is for the whole team: rank 0 has it.
    status = is_first(solve) ? prepare(solve, lock, work_lock, error) : KAURI_OK;
    KAURI_PASS(kauri_team_status(team, status, error));
    common.cleans_work = *work_lock != NULL;
    common.cleans = *lock != NULL && (solve->work == NULL || *work_lock != NULL);
    KAURI_PASS(compare(solve, &common, error));
    if (common.cleans) {
        clean_finished(solve, common.cleans_work);
    }
    KAURI_PASS(check_fit_together(solve, error));
    if (note != NULL) {
        kauri_progress_view_say(&solve->run->view, "%s", note);
    }
    KAURI_PASS(solve_all(solve, error));
    status = is_first(solve) ? add_result(solve, error) : KAURI_OK;
    return kauri_team_status(team, status, error);
}

enum kauri_status kauri_solve_run(struct kauri_command_run *run, const struct kauri_team *team,
                                  unsigned ranks_here, const char *note, struct kauri_error *error)
{
    struct kauri_folder_lock *lock = NULL;
    struct kauri_folder_lock *work_lock = NULL;
    const struct kauri_solve_settings *settings = run->settings;
    struct solve solve = {
        .run = run,
        .settings = settings,
        .team = team != NULL ? team : kauri_team_of_one(),
        .folder = run->folder,
        .work = settings->work,
        .memory = kauri_memory_shared(settings->memory, ranks_here),
        .threads = (unsigned)kauri_threads_shared(run->threads_given, ranks_here),
        .shape = kauri_shape_chosen(settings->holes, settings->cowries),
    };
    const enum kauri_status status = solve_together(&solve, note, &lock, &work_lock, error);
    kauri_tablebase_close(solve.tables);
    kauri_folder_unlock(work_lock);
    kauri_folder_unlock(lock);
    return status;
}
