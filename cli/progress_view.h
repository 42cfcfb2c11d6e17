// Progress of solve and verify on standard error, and stopping on SIGINT or SIGTERM.
#ifndef KAURI_CLI_PROGRESS_VIEW_H
#define KAURI_CLI_PROGRESS_VIEW_H

#include "common/progress.h"

#include <stdbool.h>
#include <stdint.h>

// On a terminal one line that is written over again and again, otherwise plain lines that begin
// with the time of day, at most one in ten seconds. Owned by the caller; begin fills it.
struct kauri_progress_view {
    struct kauri_progress progress; // to be given to the libraries
    bool quiet;
    bool terminal;
    bool dirty;      // the terminal's line has text on it
    double printed;  // when something was printed last (kauri_clock_seconds)
    double interval; // seconds between two prints
    // Where the speed is counted from: the layer's beginning, or the checkpoint it went on from.
    unsigned layer;
    uint64_t done_before;
    double seconds_before;
    // When the checkpoint was made that the next layer is said to go on from; "" for none.
    char checkpoint[32];
};

// From here on SIGINT, SIGTERM and SIGHUP (unless ignored) ask the work to stop; a second one ends
// the program at once.
void kauri_progress_view_begin(struct kauri_progress_view *view, bool quiet);

// Waits until `descriptor` (below FD_SETSIZE) can be read without blocking; false when a signal
// asks to stop, now or before. To be called after begin.
bool kauri_progress_view_wait(int descriptor);

// Clears the terminal's line, so that other text can be printed.
void kauri_progress_view_clear(struct kauri_progress_view *view);

// The layer that comes next goes on from a checkpoint made at this time (of time()): how much of it
// is decided is said at its first report that knows.
void kauri_progress_view_resume(struct kauri_progress_view *view, unsigned layer, int64_t made);

// Prints a line that stays, e.g. "layer 3: done"; nothing when quiet.
void kauri_progress_view_say(struct kauri_progress_view *view, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
