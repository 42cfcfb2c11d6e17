#include "common/loop.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#define REPORT_EVERY     0.5      // in seconds
#define LOOK_EVERY       0.1      // in seconds, for lengthy tasks
#define WAIT_NANOSECONDS 10000000 // time for the other threads between two looks at the clock

struct loop_run {
    const struct kauri_loop *loop;
    kauri_loop_body *body;
    void *context;
    uint64_t done;       // `done` of the report when the loop began
    uint64_t look_every; // indices of the caller's thread between two looks at the clock
    uint64_t look_in;    // indices until the next look
    // State of a lengthy loop: the next index, the number of finished tasks, and what they add to
    // report.done.
    _Atomic uint64_t next, finished, advanced;
    // Indices from here on are left out: the first one that has failed, or 0 after a stop.
    _Atomic uint64_t end;
    pthread_mutex_t mutex; // protects the failure
    enum kauri_status status;
    struct kauri_error error;
};

void kauri_pace_stage(struct kauri_pace *pace, const char *stage)
{
    pace->report.stage = stage;
    pace->report.round = 0;
}

void kauri_pace_recount(struct kauri_pace *pace)
{
    pace->report.done = 0;
    pace->report.before = pace->report.after > 0 ? 1 / pace->report.after : 0;
    pace->report.after = 0;
    pace->counted = kauri_clock_seconds();
}

bool kauri_pace_due(const struct kauri_pace *pace)
{
    return kauri_clock_seconds() - pace->reported > REPORT_EVERY;
}

static enum kauri_status stopped(const struct kauri_pace *pace, struct kauri_error *error)
{
    return pace->subject != NULL
               ? kauri_fail(error, KAURI_INTERRUPTED, "stopped in %s", pace->subject)
               : kauri_fail(error, KAURI_INTERRUPTED, "stopped in layer %u", pace->report.layer);
}

enum kauri_status kauri_pace_look(struct kauri_pace *pace, struct kauri_error *error)
{
    const double now = kauri_clock_seconds();
    pace->report.seconds = now - (pace->counted > 0 ? pace->counted : pace->began);
    pace->reported = now;
    kauri_progress_report(pace->progress, &pace->report);
    if (!kauri_progress_cancelled(pace->progress)) {
        return KAURI_OK;
    }
    return stopped(pace, error);
}

static void note_failure(struct loop_run *run, uint64_t index, enum kauri_status status,
                         const struct kauri_error *error)
{
    (void)pthread_mutex_lock(&run->mutex);
    if (index < atomic_load(&run->end)) {
        atomic_store(&run->end, index);
        run->status = status;
        run->error = *error;
    }
    (void)pthread_mutex_unlock(&run->mutex);
}

// Reports and checks whether to stop. Called by the caller's thread after it has done an index.
static enum kauri_status look_at_clock(struct loop_run *run, uint64_t index,
                                       struct kauri_error *error)
{
    const struct kauri_loop *loop = run->loop;
    struct kauri_pace *pace = loop->pace;
    run->look_in = run->look_every;
    if (!kauri_pace_due(pace)) {
        return KAURI_OK;
    }
    // Threads take the indices in order, so nearly all before this one are done.
    if (loop->done > 0) {
        pace->report.done =
            run->done + (uint64_t)((double)loop->done * ((double)index / (double)loop->count));
    }
    const enum kauri_status status = kauri_pace_look(pace, error);
    return pace->patient ? KAURI_OK : status;
}

static void step(void *context, unsigned worker, uint64_t index)
{
    struct loop_run *run = context;
    struct kauri_error error;
    if (index >= atomic_load_explicit(&run->end, memory_order_relaxed)) {
        return;
    }
    enum kauri_status status = run->body(run->context, worker, index, &error);
    if (status != KAURI_OK) {
        note_failure(run, status == KAURI_INTERRUPTED ? 0 : index, status, &error);
    } else if (worker == 0 && --run->look_in == 0) {
        status = look_at_clock(run, index, &error);
        if (status != KAURI_OK) {
            note_failure(run, 0, status, &error);
        }
    }
}

// Reports and checks whether to stop. Called by the thread that owns the pace.
static enum kauri_status look_in_task(struct kauri_pace *pace, struct kauri_error *error)
{
    if (kauri_clock_seconds() - pace->reported < LOOK_EVERY) {
        return KAURI_OK;
    }
    if (pace->run != NULL) {
        pace->report.done = pace->run->done + atomic_load(&pace->run->advanced);
    }
    const enum kauri_status status = kauri_pace_look(pace, error);
    return pace->patient ? KAURI_OK : status;
}

enum kauri_status kauri_task_look(struct kauri_task *task, double share, struct kauri_error *error)
{
    if (task == NULL) {
        return KAURI_OK;
    }
    struct kauri_pace *pace = task->pace;
    const uint64_t done = (uint64_t)(share * (double)task->weight);
    const uint64_t more = done > task->done ? done - task->done : 0;
    task->done += more;
    if (pace->run == NULL) {
        pace->report.done += more;
    } else {
        (void)atomic_fetch_add(&pace->run->advanced, more);
        if (atomic_load(&pace->run->end) == 0) {
            return stopped(pace, error);
        }
    }
    return task->worker == 0 ? look_in_task(pace, error) : KAURI_OK;
}

// Takes indices of a lengthy loop. When there are none left, the caller's thread looks at the clock
// until the others are done.
static void take_lengthy(void *context, unsigned worker)
{
    struct loop_run *run = context;
    const uint64_t count = run->loop->count;
    const struct timespec wait = {.tv_nsec = WAIT_NANOSECONDS};
    uint64_t index = atomic_fetch_add(&run->next, 1);
    for (; index < count; index = atomic_fetch_add(&run->next, 1)) {
        step(run, worker, index);
        (void)atomic_fetch_add(&run->finished, 1);
    }
    while (worker == 0 && atomic_load(&run->finished) < count) {
        struct kauri_error error;
        const enum kauri_status status = look_in_task(run->loop->pace, &error);
        if (status != KAURI_OK) {
            note_failure(run, 0, status, &error);
        }
        (void)nanosleep(&wait, NULL);
    }
}

enum kauri_status kauri_loop(const struct kauri_loop *loop, kauri_loop_body *body, void *context,
                             struct kauri_error *error)
{
    struct kauri_pace *pace = loop->pace;
    const uint64_t grain = loop->grain > 0 ? loop->grain : 1;
    const bool shared = loop->positions == 0 || loop->positions >= KAURI_LOOP_SHARED;
    struct loop_run run = {
        .loop = loop,
        .body = body,
        .context = context,
        .done = pace->report.done,
        .look_every =
            loop->positions == 0 ? grain : 1 + loop->count * KAURI_LOOP_SHARED / loop->positions,
        .end = UINT64_MAX,
        .mutex = PTHREAD_MUTEX_INITIALIZER,
    };
    run.look_in = pace->progress == NULL ? UINT64_MAX : 1;
    pace->loops++;
    pace->shared += shared;
    if (loop->lengthy) {
        pace->run = &run;
        kauri_loop_each(loop->count > 1 ? pace->threads : 1, take_lengthy, &run);
        pace->run = NULL;
        pace->report.done = run.done + atomic_load(&run.advanced);
    } else {
        kauri_loop_for(shared ? pace->threads : 1, loop->count, grain, step, &run);
    }
    if (run.status != KAURI_OK) {
        if (error != NULL) {
            *error = run.error;
        }
        return run.status;
    }
    if (loop->done > 0) {
        pace->report.done = run.done + loop->done;
    }
    return KAURI_OK;
}
