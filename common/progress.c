#include "common/progress.h"

#include <stddef.h>

void kauri_progress_report(const struct kauri_progress *progress,
                           const struct kauri_progress_report *report)
{
    if (progress != NULL && progress->report != NULL) {
        progress->report(progress->context, report);
    }
}

bool kauri_progress_cancelled(const struct kauri_progress *progress)
{
    return progress != NULL && progress->cancelled != NULL &&
           progress->cancelled(progress->context);
}

struct kauri_progress kauri_progress_silent(const struct kauri_progress *progress)
{
    return progress == NULL ? (struct kauri_progress){.report = NULL}
                            : (struct kauri_progress){.cancelled = progress->cancelled,
                                                      .context = progress->context};
}
