#include "solver/pace.h"

#include "common/loop.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

// In seconds. The next part gets fewer indices if this one took longer than PART_LONG, and more if
// it took less than PART_SHORT.
#define PART_LONG    0.4
#define PART_SHORT   0.1
#define REPORT_EVERY 0.5

struct paced_loop {
    kauri_pace_body *body;
    void *context;
    uint64_t first;
    atomic_int failed; // 0, 1 while the first failure is being noted, 2
    enum kauri_status status;
    struct kauri_error error;
};

static void step(void *context, unsigned worker, uint64_t index)
{
    struct paced_loop *loop = context;
    if (atomic_load_explicit(&loop->failed, memory_order_relaxed) != 0) {
        return;
    }
    struct kauri_error error;
    const enum kauri_status status = loop->body(loop->context, worker, loop->first + index, &error);
    if (status != KAURI_OK) {
        int none = 0;
        if (atomic_compare_exchange_strong(&loop->failed, &none, 1)) {
            loop->status = status;
            loop->error = error;
        }
    }
}

void kauri_pace_stage(struct kauri_pace *pace, const char *stage)
{
    pace->report.stage = stage;
    pace->report.round = 0;
    pace->part = 8 * (uint64_t)pace->threads;
}

void kauri_pace_recount(struct kauri_pace *pace)
{
    pace->report.done = 0;
    pace->report.before = pace->report.after > 0 ? 1 / pace->report.after : 0;
    pace->report.after = 0;
    pace->counted = kauri_clock_seconds();
}

enum kauri_status kauri_pace_look(struct kauri_pace *pace, struct kauri_error *error)
{
    const double now = kauri_clock_seconds();
    pace->report.seconds = now - (pace->counted > 0 ? pace->counted : pace->began);
    pace->reported = now;
    kauri_progress_report(pace->progress, &pace->report);
    if (kauri_progress_cancelled(pace->progress)) {
        return kauri_fail(error, KAURI_INTERRUPTED, "stopped in layer %u", pace->report.layer);
    }
    return KAURI_OK;
}

enum kauri_status kauri_pace_for(struct kauri_pace *pace, uint64_t count, uint64_t positions,
                                 kauri_pace_body *body, void *context, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const bool shared = positions >= KAURI_PACE_SHARED;
    struct paced_loop loop = {.body = body, .context = context};
    double now = kauri_clock_seconds();
    pace->loops++;
    pace->shared += shared;
    while (loop.first < count) {
        const uint64_t left = count - loop.first;
        const uint64_t part = left < pace->part ? left : pace->part;
        kauri_loop_for(shared ? pace->threads : 1, part, 1, step, &loop);
        if (atomic_load(&loop.failed) != 0) {
            if (error != NULL) {
                *error = loop.error;
            }
            return loop.status;
        }
        loop.first += part;
        const double took = kauri_clock_seconds() - now;
        now += took;
        if (took > PART_LONG) {
            pace->part = pace->part / 2 < pace->threads ? pace->threads : pace->part / 2;
        } else if (took < PART_SHORT && part == pace->part && part < UINT64_MAX / 2) {
            pace->part *= 2;
        }
        if (now - pace->reported > REPORT_EVERY) {
            const enum kauri_status looked = kauri_pace_look(pace, pace->patient ? NULL : error);
            KAURI_TRY(pace->patient ? KAURI_OK : looked);
        }
    }
cleanup:
    return status;
}
