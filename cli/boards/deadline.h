// Progress that also asks the work to stop at a given time.
#ifndef KAURI_CLI_BOARDS_DEADLINE_H
#define KAURI_CLI_BOARDS_DEADLINE_H

#include "common/progress.h"

// The caller owns the struct, which must not be moved while it is used.
struct kauri_deadline {
    struct kauri_progress progress; // for the libraries
    const struct kauri_progress *inner;
    double end; // kauri_clock_seconds
};

// Begins: `inner` receives the reports, and is asked as well whether to stop.
void kauri_deadline_begin(struct kauri_deadline *deadline, const struct kauri_progress *inner,
                          double end);

#endif
