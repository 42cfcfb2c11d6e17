#define _GNU_SOURCE // ppoll
#include "cli/progress_view.h"

#include "cli/terminal_text.h"
#include "common/progress.h"
#include "common/size.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// The only mutable global variable of the program, for the signal handler.
static volatile sig_atomic_t stop_asked;

// Batch systems and Open MPI's mpirun send SIGUSR1 on request, and then wait.
static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGUSR1};
enum { SIGNALS = sizeof signals / sizeof signals[0] };

// Time between two reports.
#define TERMINAL_SECONDS 0.1
#define PLAIN_SECONDS    10.0

static void on_signal(int number)
{
    (void)number;
    stop_asked = 1;
}

static bool is_cancelled(void *context)
{
    (void)context;
    return stop_asked != 0;
}

// Formats a time as "1:02:03" or "2:03".
static void format_time(double seconds, char text[24])
{
    const unsigned long whole = seconds < 1e9 ? (unsigned long)(seconds + 0.5) : 999999999UL;
    if (whole >= 3600) {
        (void)snprintf(text, 24, "%lu:%02lu:%02lu", whole / 3600, whole / 60 % 60, whole % 60);
    } else {
        (void)snprintf(text, 24, "%lu:%02lu", whole / 60, whole % 60);
    }
}

static void print_now(void)
{
    char text[32] = "";
    struct tm parts;
    const time_t now = time(NULL);
    if (localtime_r(&now, &parts) != NULL &&
        strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S", &parts) > 0) {
        (void)fprintf(stderr, "%s  ", text);
    }
}

// The part of the layer's work that is done, 0 to 1.
static double share_done(const struct kauri_progress_report *report)
{
    const double share = (double)report->done / (double)(report->total > 0 ? report->total : 1);
    return (report->before + share) / (report->before + 1 + report->after);
}

// Starts the interval that the speed is computed for.
static void follow(struct kauri_progress_view *view, const struct kauri_progress_report *report)
{
    if (report->layer != view->layer || report->done < view->done_before) {
        view->layer = report->layer;
        view->done_before = 0;
        view->seconds_before = 0;
    }
    if (view->checkpoint[0] != '\0' && report->done > 0) {
        view->done_before = report->done;
        view->seconds_before = report->seconds;
        kauri_progress_view_say(view, "layer %u: goes on from the checkpoint of %s, %.1f %% done",
                                report->layer, view->checkpoint, 100 * share_done(report));
        view->checkpoint[0] = '\0';
    }
}

// Returns whether the next report is to be printed.
static bool is_due(const struct kauri_progress_view *view)
{
    if (view->quiet) {
        return false;
    }
    return view->line.terminal ? kauri_status_line_is_due(&view->line)
                               : kauri_clock_seconds() - view->reported >= PLAIN_SECONDS;
}

static void print_line(struct kauri_progress_view *view, const char *line)
{
    if (view->line.terminal) {
        kauri_status_line_show(&view->line, line);
        return;
    }
    print_now();
    (void)fprintf(stderr, "%s\n", line);
    (void)fflush(stderr);
    view->reported = kauri_clock_seconds();
}

// A stage of work on something other than the positions of a layer.
struct other_stage {
    const char *stage;
    const char *subject, *done; // "proofs: 3.1M of 88.2M checked"
    bool is_size;               // the work is counted in bytes
};

static const struct other_stage other_stages[] = {
    {.stage = "proofs", .subject = "proofs", .done = "checked", .is_size = true},
    {.stage = "followed proofs", .subject = "proofs", .done = "followed", .is_size = true},
    {.stage = "entries", .subject = "entries", .done = "checked"},
};

static const struct other_stage *find_other(const char *stage)
{
    for (size_t i = 0; i < sizeof other_stages / sizeof other_stages[0]; i++) {
        if (strcmp(stage, other_stages[i].stage) == 0) {
            return &other_stages[i];
        }
    }
    return NULL;
}

static void show_other(struct kauri_progress_view *view, const struct other_stage *stage,
                       const struct kauri_progress_report *report)
{
    char done[KAURI_SIZE_TEXT_BYTES];
    char total[KAURI_SIZE_TEXT_BYTES];
    char left[24] = "?";
    char speed[32] = "";
    char line[192];
    if (report->done > 0) {
        format_time(report->seconds * (double)(report->total - report->done) / (double)report->done,
                    left);
    }
    if (stage->is_size) {
        (void)kauri_format_size(report->done, done);
        (void)kauri_format_size(report->total, total);
    } else {
        (void)kauri_format_count(report->done, done);
        (void)kauri_format_count(report->total, total);
        (void)snprintf(speed, sizeof speed, ", %.0f/s",
                       report->seconds > 0 ? (double)report->done / report->seconds : 0.0);
    }
    (void)snprintf(line, sizeof line, "%s: %s of %s %s%s, %s left", stage->subject, done, total,
                   stage->done, speed, left);
    print_line(view, line);
}

static void show(void *context, const struct kauri_progress_report *report)
{
    struct kauri_progress_view *view = context;
    follow(view, report);
    if (!is_due(view)) {
        return;
    }
    const struct other_stage *other = find_other(report->stage);
    if (other != NULL) {
        show_other(view, other, report);
        return;
    }
    const double done = (double)(report->done - view->done_before);
    const double seconds = report->seconds - view->seconds_before;
    const double open = (double)(report->total - report->done);
    char round[24] = "";
    if (report->round > 0) {
        (void)snprintf(round, sizeof round, ", round %u", report->round);
    }
    char left[24] = "?";
    if (done > 0) {
        format_time(seconds * (open + report->after * (double)report->total) / done, left);
    }
    char memory[KAURI_SIZE_TEXT_BYTES + 4] = "";
    if (report->memory > 0) {
        (void)snprintf(memory, sizeof memory, ", %s", KAURI_SIZE_TEXT(report->memory));
    }
    char line[256];
    (void)snprintf(line, sizeof line, "layer %u: %s%s, %.1f %%, %.2f M positions/s, %s left%s",
                   report->layer, report->stage, round, 100 * share_done(report),
                   seconds > 0 ? done / seconds / 1e6 : 0.0, left, memory);
    print_line(view, line);
}

static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    (void)sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < SIGNALS; i++) {
        struct sigaction before;
        // An ignored signal stays ignored: nohup, and background jobs of a script.
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
            (void)sigaction(signals[i], &action, NULL);
        }
    }
}

void kauri_progress_view_begin(struct kauri_progress_view *view, bool quiet)
{
    *view = (struct kauri_progress_view){
        .progress = {.report = show, .cancelled = is_cancelled, .context = view},
        .quiet = quiet,
        .reported = kauri_clock_seconds(),
    };
    kauri_status_line_begin(&view->line, TERMINAL_SECONDS);
    catch_signals();
}

void kauri_progress_view_again(void)
{
    stop_asked = 0;
    catch_signals();
}

void kauri_progress_view_end(void)
{
    for (size_t i = 0; i < SIGNALS; i++) {
        struct sigaction before;
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler == on_signal) {
            (void)signal(signals[i], SIG_DFL);
        }
    }
}

bool kauri_progress_view_wait(int descriptor)
{
    sigset_t held;
    sigset_t before;
    int ready = 0;
    (void)sigemptyset(&held);
    for (size_t i = 0; i < SIGNALS; i++) {
        (void)sigaddset(&held, signals[i]);
    }
    // A signal between the test of stop_asked and the wait would be lost; so signals are blocked
    // except while ppoll() waits.
    (void)sigprocmask(SIG_BLOCK, &held, &before);
    while (ready == 0 && stop_asked == 0) {
        struct pollfd waited = {.fd = descriptor, .events = POLLIN};
        ready = ppoll(&waited, 1, NULL, &before);
        if (ready < 0 && errno == EINTR) {
            ready = 0;
        }
    }
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
    return stop_asked == 0;
}

void kauri_progress_view_clear(struct kauri_progress_view *view)
{
    kauri_status_line_clear(&view->line);
}

void kauri_progress_view_resume(struct kauri_progress_view *view, unsigned layer, int64_t made)
{
    const time_t when = (time_t)made;
    struct tm parts;
    view->layer = layer;
    view->done_before = 0;
    view->seconds_before = 0;
    if (localtime_r(&when, &parts) == NULL ||
        strftime(view->checkpoint, sizeof view->checkpoint, "%Y-%m-%d %H:%M:%S", &parts) == 0) {
        (void)snprintf(view->checkpoint, sizeof view->checkpoint, "an earlier run");
    }
}

void kauri_progress_view_say(struct kauri_progress_view *view, const char *format, ...)
{
    if (view->quiet) {
        return;
    }
    kauri_progress_view_clear(view);
    if (!view->line.terminal) {
        print_now();
    }
    char line[512];
    char text[sizeof line + 1];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    (void)snprintf(text, sizeof text, "%s\n", line);
    kauri_write_fitted(stderr, text, view->line.terminal ? kauri_terminal_columns(stderr) : 0);
}

void kauri_status_line_begin(struct kauri_status_line *line, double interval)
{
    *line = (struct kauri_status_line){.terminal = isatty(STDERR_FILENO) == 1,
                                       .interval = interval,
                                       .printed = kauri_clock_seconds()};
}

bool kauri_status_line_is_due(const struct kauri_status_line *line)
{
    return line->terminal && kauri_clock_seconds() - line->printed >= line->interval;
}

void kauri_status_line_show(struct kauri_status_line *line, const char *text)
{
    if (!line->terminal) {
        return;
    }
    const int columns = kauri_terminal_columns(stderr);
    if (columns > 0) {
        (void)fprintf(stderr, "\r%.*s\033[K", columns - 1, text);
    } else {
        (void)fprintf(stderr, "\r%s\033[K", text);
    }
    (void)fflush(stderr);
    line->printed = kauri_clock_seconds();
    line->shown = true;
}

void kauri_status_line_clear(struct kauri_status_line *line)
{
    if (line->shown) {
        (void)fprintf(stderr, "\r\033[K");
        line->shown = false;
    }
}
