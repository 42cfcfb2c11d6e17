#include "cli/boards/deadline.h"

static void report(void *context, const struct kauri_progress_report *state)
{
    const struct kauri_deadline *deadline = context;
    kauri_progress_report(deadline->inner, state);
}

static bool is_cancelled(void *context)
{
    const struct kauri_deadline *deadline = context;
    return kauri_progress_cancelled(deadline->inner) || kauri_clock_seconds() >= deadline->end;
}

void kauri_deadline_begin(struct kauri_deadline *deadline, const struct kauri_progress *inner,
                          double end)
{
    *deadline = (struct kauri_deadline){
        .progress = {.report = report, .cancelled = is_cancelled, .context = deadline},
        .inner = inner,
        .end = end,
    };
}
