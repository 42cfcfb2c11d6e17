// kauri_layer_check of the public interface.
#include "kauri/analysis.h"

#include "common/checked.h"
#include "common/loop.h"
#include "common/progress.h"
#include "common/status.h"
#include "verify/verify.h"

// A caller's functions, as the work calls them.
struct caller {
    struct kauri_stop stop; // the first member, because it is the context of both functions
    const struct kauri_layer_check_options *options;
};

static void report(void *context, const struct kauri_progress_report *report)
{
    const struct caller *caller = context;
    if (caller->options->progress != NULL) {
        caller->options->progress(caller->options->context, report->done, report->total);
    }
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
    struct caller caller = {.stop = {.stop = taken.stop, .context = taken.context},
                            .options = &taken};
    struct kauri_progress progress = kauri_stop_progress(&caller.stop);
    progress.report = report;
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
