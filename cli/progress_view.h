// Progress of solve and verify on standard error, and stopping on SIGINT or SIGTERM.
#ifndef KAURI_CLI_PROGRESS_VIEW_H
#define KAURI_CLI_PROGRESS_VIEW_H

#include "common/progress.h"

#include <stdbool.h>
#include <stdint.h>

// A line of standard error that says how far the work is, and is overwritten by the next one.
// Nothing is printed if standard error is no terminal. The caller owns the struct;
// kauri_status_line_begin fills it.
struct kauri_status_line {
    bool terminal;
    bool shown;      // text is shown on the line
    double interval; // seconds between two prints
    double printed;  // when a line was last printed (kauri_clock_seconds)
};

// The first line is due after one interval.
void kauri_status_line_begin(struct kauri_status_line *line, double interval);

// Returns whether a line is to be printed now.
bool kauri_status_line_is_due(const struct kauri_status_line *line);

// Prints a line without newline, due or not. It loses its end if it is wider than the terminal,
// since it would wrap to the next line and could not be overwritten.
void kauri_status_line_show(struct kauri_status_line *line, const char *text);

// Clears the line, so that other text can be printed.
void kauri_status_line_clear(struct kauri_status_line *line);

// Progress on a terminal is one line that is overwritten; otherwise, plain lines that begin with
// the time of day, at most one in ten seconds. The caller owns the struct;
// kauri_progress_view_begin fills it.
struct kauri_progress_view {
    struct kauri_progress progress; // what the libraries receive
    bool quiet;
    struct kauri_status_line line;
    double reported; // when progress was last reported outside a terminal (kauri_clock_seconds)
    // Start of the interval for which the speed is computed: the start of the layer, or the
    // checkpoint it resumed from.
    unsigned layer;
    uint64_t done_before;
    double seconds_before;
    // Time of the checkpoint that the next layer resumes from, for the message; "" if there is
    // none.
    char checkpoint[32];
};

// Starts the view. From now on SIGINT, SIGTERM, SIGHUP and SIGUSR1 (unless ignored) ask the work to
// stop; the same signal once more ends the program at once.
void kauri_progress_view_begin(struct kauri_progress_view *view, bool quiet);

// Clears a stop request, so that other work can begin; the next signal stops that work.
void kauri_progress_view_again(void);

// Restores the default handling of signals.
void kauri_progress_view_end(void);

// Waits until `descriptor` (below FD_SETSIZE) can be read without blocking. Returns false if a
// signal asks to stop or has done so before. Only after kauri_progress_view_begin.
bool kauri_progress_view_wait(int descriptor);

// Clears the line on the terminal, so that other text can be printed.
void kauri_progress_view_clear(struct kauri_progress_view *view);

// Notes that the next layer resumes from a checkpoint made at this time (of time()). The message
// says how much of the layer is decided, so it is printed with the first report that knows this.
void kauri_progress_view_resume(struct kauri_progress_view *view, unsigned layer, int64_t made);

// Prints a line that is not overwritten, such as "layer 3: done"; prints nothing if quiet.
void kauri_progress_view_say(struct kauri_progress_view *view, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
