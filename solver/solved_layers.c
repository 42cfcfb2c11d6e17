// kauri_solve_tables of the public interface.
#include "kauri/solving.h"

#include "common/checked.h"
#include "common/folder.h"
#include "common/loop.h"
#include "common/progress.h"
#include "db/lock.h"
#include "solver/solve.h"
#include "solver/solve_folder.h"

// A caller's functions, as the work calls them.
struct solve_caller {
    struct kauri_stop stop; // the first member, because it is the context of both functions
    const struct kauri_solve_tables_options *options;
};

static void report(void *context, const struct kauri_progress_report *report)
{
    const struct solve_caller *caller = context;
    if (caller->options->progress != NULL) {
        const double count = report->total > 0 ? (double)report->done / (double)report->total : 0;
        const double share = (report->before + count) / (report->before + 1 + report->after);
        caller->options->progress(caller->options->context, report->layer, share);
    }
}

// Finds out which of the layers 0 to `last` are still to be solved, and whether there are any.
static enum kauri_status find_wanted(const char *folder, struct kauri_shape shape, unsigned last,
                                     bool *wanted, bool *any, struct kauri_error *error)
{
    struct kauri_tablebase *tables = NULL;
    *any = false;
    KAURI_PASS(kauri_solve_folder_open(folder, shape, &tables, error));
    for (unsigned seeds = 0; seeds <= last; seeds++) {
        wanted[seeds] = tables == NULL || !kauri_tablebase_has(tables, seeds);
        *any = *any || wanted[seeds];
    }
    kauri_tablebase_close(tables);
    return KAURI_OK;
}

// Solves what is wanted in a folder that this call has locked.
static enum kauri_status solve_wanted(const char *folder, struct kauri_shape shape, unsigned last,
                                      const bool *wanted, const struct kauri_solve_options *options,
                                      struct kauri_error *error)
{
    struct kauri_fit fit;
    KAURI_PASS(kauri_fit_predict(folder, shape, last, wanted, options, &fit, error));
    KAURI_PASS(kauri_fit_check(&fit, folder, NULL, last, wanted, error));
    for (unsigned seeds = 0; seeds <= last; seeds++) {
        struct kauri_solve_result result = {.positions = 0};
        if (wanted[seeds]) {
            KAURI_PASS(kauri_solve_layer(folder, shape, seeds, options, &result, error));
            kauri_solve_result_clear(&result);
        }
    }
    return KAURI_OK;
}

static enum kauri_status take_options(const struct kauri_solve_tables_options *given,
                                      struct kauri_solve_tables_options *taken,
                                      struct kauri_error *error)
{
    if (given != NULL) {
        KAURI_PASS(kauri_struct_take(given,
                                     KAURI_STRUCT_END(struct kauri_solve_tables_options, context),
                                     taken, sizeof *taken, "kauri_solve_tables_options", error));
    }
    if (taken->level > 19 || !(taken->checkpoint_seconds >= 0)) {
        return kauri_fail(error, KAURI_USAGE, "level or checkpoint_seconds is out of range");
    }
    return kauri_threads_check(taken->threads, error);
}

enum kauri_status kauri_solve_tables(const char *folder, unsigned holes, unsigned cowries,
                                     unsigned seeds,
                                     const struct kauri_solve_tables_options *options,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_solve_tables_options taken = {.threads = 0};
    struct kauri_folder_lock *lock = NULL;
    bool wanted[KAURI_SEEDS_MAX + 1];
    bool any = false;
    uint64_t positions = 0;
    KAURI_PASS(kauri_layer_positions(holes, cowries, seeds, &positions, error));
    KAURI_PASS(take_options(options, &taken, error));
    const struct kauri_shape shape = {.holes = (uint8_t)holes, .cowries = (uint8_t)cowries};
    struct solve_caller caller = {.stop = {.stop = taken.stop, .context = taken.context},
                                  .options = &taken};
    struct kauri_progress progress = kauri_stop_progress(&caller.stop);
    progress.report = report;
    const struct kauri_solve_options wishes = {
        .threads = taken.threads == 0 ? kauri_loop_threads() : taken.threads,
        .level = taken.level == 0 ? 1 : (int)taken.level,
        .progress = &progress,
        .memory = taken.memory_bytes,
        .checkpoint_seconds = taken.checkpoint_seconds > 0 ? taken.checkpoint_seconds : 300,
    };
    KAURI_PASS(find_wanted(folder, shape, seeds, wanted, &any, error));
    if (!any) {
        return KAURI_OK;
    }
    KAURI_PASS(kauri_folder_make(folder, error));
    KAURI_PASS(kauri_folder_lock(folder, &lock, error));
    // Another run may have ended since.
    KAURI_TRY(find_wanted(folder, shape, seeds, wanted, &any, error));
    KAURI_TRY(solve_wanted(folder, shape, seeds, wanted, &wishes, error));
cleanup:
    kauri_folder_unlock(lock);
    return status;
}
