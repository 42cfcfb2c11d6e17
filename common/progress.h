// Progress and cancellation of long work, and its clocks. Libraries report through callbacks and
// never print.
#ifndef KAURI_COMMON_PROGRESS_H
#define KAURI_COMMON_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

// The state of the work at one moment. `stage` is valid only during the call.
//
// Work consists of one or more counts from 0 to `total`, such as deciding all positions of a layer
// and then writing them. `done`, `total` and `seconds` belong to the current count; `before` and
// `after` relate it to the others, so that a share of the whole can be shown:
//     (before + done / total) / (before + 1 + after)
struct kauri_progress_report {
    const char *stage; // "captures", "value 7", "write", "verify", ...
    unsigned layer;    // seeds on the board
    unsigned round;    // round within the stage; 0 if the stage has no rounds
    uint64_t done;     // positions decided, written or checked so far
    uint64_t total;    // positions of the layer, or of a sample of it
    double seconds;    // time since this count began
    double before;     // time spent in earlier counts, as a multiple of this count's expected time
    double after;      // expected time of later counts, as a multiple of this count's expected time
    uint64_t memory;   // bytes held for the work; 0 if not counted
};

// Callbacks, owned by the caller; either may be NULL. Both are called from the thread that called
// the library, never from its workers. When `cancelled` returns true, the work stops soon and
// returns KAURI_INTERRUPTED.
struct kauri_progress {
    void (*report)(void *context, const struct kauri_progress_report *report);
    bool (*cancelled)(void *context);
    void *context;
};

// Both call the callback if there is one, and accept progress == NULL; kauri_progress_cancelled
// then returns false.
void kauri_progress_report(const struct kauri_progress *progress,
                           const struct kauri_progress_report *report);
bool kauri_progress_cancelled(const struct kauri_progress *progress);

// A caller's function that says whether to stop. It may be slow, so it is asked about ten times a
// second however often the work looks, and not again once it has said yes.
struct kauri_stop {
    bool (*stop)(void *context); // NULL: work is never stopped
    void *context;
    double next; // when to ask again (kauri_clock_seconds); private, as is the next member
    bool stopped;
};

// The callbacks for work that this function may cancel. `stop` must outlive them.
struct kauri_progress kauri_stop_progress(struct kauri_stop *stop);

// Returns the callbacks without the reports, for a part of the work that does not know the whole.
// Accepts NULL.
struct kauri_progress kauri_progress_silent(const struct kauri_progress *progress);

// Clocks, in seconds. Thread-safe.

// Seconds on a monotonic clock with an arbitrary origin: only differences are meaningful.
double kauri_clock_seconds(void);

// Returns the processor time that this process has used so far in all its threads, user and system;
// 0 if the system does not report it.
double kauri_clock_processor(void);

#endif
