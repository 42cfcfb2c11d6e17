// kauri_layer_check of the public interface.
#include "kauri/analysis.h"

#include "common/checked.h"
#include "common/loop.h"
#include "common/progress.h"
#include "common/status.h"
#include "verify/verify.h"

// A caller's functions, as the work calls them.
struct caller {
    const struct kauri_layer_check_options *options;
    struct kauri_stop stop;
    struct kauri_progress stopping; // asks `stop`
};

static void report(void *context, const struct kauri_progress_report *report)
{
    const struct caller *caller = context;
    if (caller->options->progress != NULL) {
        caller->options->progress(caller->options->context, report->done, report->total);
    }
}

static bool is_cancelled(void *context)
{
    const struct caller *caller = context;
    return kauri_progress_cancelled(&caller->stopping);
}

enum kauri_status kauri_layer_check(struct kauri_tablebase *tables, unsigned seeds,
                                    const struct kauri_layer_check_options *options,
                                    uint64_t *positions, struct kauri_error *error)
{
    struct kauri_layer_check_options taken = {.threads = 0};
    struct kauri_verify_result result;
    if (options != NULL) {
        KAURI_PASS(kauri_struct_take(options,
                                     KAURI_STRUCT_END(struct kauri_layer_check_options, context),
                                     &taken, sizeof taken, "kauri_layer_check_options", error));
    }
    KAURI_PASS(kauri_threads_check(taken.threads, error));
    struct caller caller = {.options = &taken,
                            .stop = {.stop = taken.stop, .context = taken.context}};
    caller.stopping = kauri_stop_progress(&caller.stop);
    const struct kauri_progress progress = {
        .report = report, .cancelled = is_cancelled, .context = &caller};
    const struct kauri_verify_options wanted = {
        .threads = taken.threads == 0 ? kauri_loop_threads() : taken.threads,
        .sample = taken.sample,
        .memory = taken.memory_bytes,
        .progress = &progress,
    };
    KAURI_PASS(kauri_verify_layer(tables, seeds, &wanted, &result, error));
    if (positions != NULL) {
        *positions = result.checked;
    }
    return KAURI_OK;
}
