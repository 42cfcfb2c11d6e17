#include "queries/search/search_watch.h"

enum {
    // The prover counts every single position when fewer than this are left.
    COUNTED_SINGLY = 4096,
    COUNTED_TOGETHER = 1024, // positions that each thread counts together when more are left
    TRIES = 4,               // times that a question may give up
};

static void stop(struct kauri_search_watch *watch, enum kauri_search_stop why)
{
    watch->stop = watch->stopped ? watch->stop : why;
    watch->stopped = true;
}

// Notes the progress of a question. Called by the prover.
static void report(void *context, const struct kauri_progress_report *from)
{
    struct kauri_search_watch *watch = context;
    struct kauri_progress_report all = *from;
    all.done += watch->before;
    all.seconds = kauri_clock_seconds() - watch->started;
    watch->nodes = all.done;
    kauri_progress_report(watch->limits->progress, &all);
    if (watch->look != NULL) {
        watch->look(watch->looker, watch);
    }
}

static bool is_cancelled(void *context)
{
    const struct kauri_search_watch *watch = context;
    return kauri_progress_cancelled(watch->limits->progress);
}

// Positions that one question may expand, so that no more than `left` are expanded.
static uint64_t budget_within(const struct kauri_search_watch *watch, uint64_t budget,
                              uint64_t left)
{
    const uint64_t slack = (uint64_t)COUNTED_TOGETHER * watch->threads;
    if (left > COUNTED_SINGLY + slack) {
        left -= slack;
    } else if (left > COUNTED_SINGLY) {
        left = COUNTED_SINGLY;
    }
    return budget < left ? budget : left;
}

enum kauri_status kauri_search_ask(struct kauri_search_watch *watch,
                                   const struct kauri_position *position, int x, uint64_t budget,
                                   enum kauri_prover_answer *answer, struct kauri_error *error)
{
    const struct kauri_search_limits *limits = watch->limits;
    const double seconds = limits->seconds - (kauri_clock_seconds() - watch->started);
    *answer = KAURI_PROVER_OPEN;
    if (seconds <= 0) {
        stop(watch, KAURI_SEARCH_STOP_TIME);
    } else if (limits->nodes > 0 && watch->nodes >= limits->nodes) {
        stop(watch, KAURI_SEARCH_STOP_NODES);
    } else if (kauri_progress_cancelled(limits->progress)) {
        stop(watch, KAURI_SEARCH_STOP_REQUEST);
    }
    if (watch->stopped) {
        return KAURI_OK;
    }
    watch->progress =
        (struct kauri_progress){.report = report, .cancelled = is_cancelled, .context = watch};
    watch->before = watch->nodes;
    struct kauri_prover_limits within = {
        .seconds = seconds,
        .nodes =
            limits->nodes > 0 ? budget_within(watch, budget, limits->nodes - watch->nodes) : budget,
        .progress = &watch->progress,
    };
    within.threads = within.nodes <= KAURI_PROVER_SMALL ? 1 : 0;
    struct kauri_prover_report found;
    KAURI_PASS(kauri_prover_ask(watch->prover, position, x, &within, &found, error));
    watch->nodes = watch->before + found.nodes; // short questions do not report
    *answer = found.answer;
    watch->phi = found.phi;
    watch->delta = found.delta;
    const bool in_time = limits->seconds > kauri_clock_seconds() - watch->started;
    const bool gave_up = found.answer == KAURI_PROVER_OPEN && in_time && !found.stopped &&
                         found.nodes < within.nodes;
    watch->futile = gave_up ? watch->futile + 1 : 0;
    if (found.answer == KAURI_PROVER_OPEN && found.stopped) {
        stop(watch, KAURI_SEARCH_STOP_REQUEST);
    }
    return KAURI_OK;
}

void kauri_search_stop_if_futile(struct kauri_search_watch *watch, unsigned questions)
{
    if (watch->futile >= TRIES * questions) {
        stop(watch, KAURI_SEARCH_STOP_LENGTH);
    }
}
