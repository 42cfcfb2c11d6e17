// Progress of long work: libraries report through callbacks and never print.
#ifndef KAURI_COMMON_PROGRESS_H
#define KAURI_COMMON_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

// A report of where the work stands. Strings live only during the call.
struct kauri_progress_report {
    const char *stage; // "captures", "value 7", "write", "verify", ...
    unsigned layer;    // seeds on the board
    unsigned round;    // round inside the stage, 0 where there are none
    uint64_t done;     // positions decided, written or checked so far
    uint64_t total;    // positions of the layer, or of a sample of it
    double seconds;    // since that count began
    double before;     // what came before took so many times as long as all of that count
    double after;      // what follows takes so many times as long as all of that count
    uint64_t memory;   // bytes of memory the work holds, 0 if not counted
};

// Owned by the caller. Either function may be NULL. Both are called from the thread that called
// the library, never from its workers; `cancelled` returning true makes the work stop soon with
// KAURI_INTERRUPTED.
struct kauri_progress {
    void (*report)(void *context, const struct kauri_progress_report *report);
    bool (*cancelled)(void *context);
    void *context;
};

// Both accept progress == NULL.
void kauri_progress_report(const struct kauri_progress *progress,
                           const struct kauri_progress_report *report);
bool kauri_progress_cancelled(const struct kauri_progress *progress);

// Seconds on a clock that never goes back; only differences mean something.
double kauri_clock_seconds(void);

#endif
