#include "cli/progress_view.h"

#include "common/size.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/select.h>
#include <unistd.h>

// What a signal handler may touch; the program's only mutable global.
static volatile sig_atomic_t stop_asked;

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
enum { SIGNALS = sizeof signals / sizeof signals[0] };

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

// "1:02:03" or "2:03".
static void format_time(double seconds, char text[24])
{
    const unsigned long whole = seconds < 1e9 ? (unsigned long)(seconds + 0.5) : 999999999UL;
    if (whole >= 3600) {
        (void)snprintf(text, 24, "%lu:%02lu:%02lu", whole / 3600, whole / 60 % 60, whole % 60);
    } else {
        (void)snprintf(text, 24, "%lu:%02lu", whole / 60, whole % 60);
    }
}

static void show(void *context, const struct kauri_progress_report *report)
{
    struct kauri_progress_view *view = context;
    const double now = kauri_clock_seconds();
    if (view->quiet || now - view->printed < view->interval) {
        return;
    }
    view->printed = now;
    const double total = (double)(report->total > 0 ? report->total : 1);
    const double part = (double)report->done / total;
    const double speed = report->seconds > 0 ? (double)report->done / report->seconds : 0;
    char left[24] = "?";
    if (part > 0 && part <= 1) {
        format_time(report->seconds * (1 - part) / part, left);
    }
    char memory[KAURI_SIZE_TEXT_BYTES + 4] = "";
    if (report->memory > 0) {
        char size[KAURI_SIZE_TEXT_BYTES];
        (void)snprintf(memory, sizeof memory, ", %s", kauri_format_size(report->memory, size));
    }
    (void)fprintf(stderr, "%slayer %u: %s, %.1f %%, %.2f M positions/s, %s left%s%s",
                  view->terminal ? "\r" : "", report->layer, report->stage, 100 * part, speed / 1e6,
                  left, memory, view->terminal ? "\033[K" : "\n");
    (void)fflush(stderr);
    view->dirty = view->terminal;
}

void kauri_progress_view_begin(struct kauri_progress_view *view, bool quiet)
{
    const bool terminal = isatty(STDERR_FILENO) == 1;
    *view = (struct kauri_progress_view){
        .progress = {.report = show, .cancelled = is_cancelled, .context = view},
        .quiet = quiet,
        .terminal = terminal,
        .printed = kauri_clock_seconds(),
        .interval = terminal ? 0.1 : 10,
    };
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = (int)SA_RESETHAND};
    (void)sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < SIGNALS; i++) {
        struct sigaction before;
        // What is ignored stays so: nohup, and jobs in the background of a script.
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN) {
            (void)sigaction(signals[i], &action, NULL);
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
    // A signal between the look at stop_asked and the waiting would be lost, so they come only
    // while pselect waits.
    (void)sigprocmask(SIG_BLOCK, &held, &before);
    while (ready == 0 && stop_asked == 0) {
        fd_set set;
        FD_ZERO(&set);
        FD_SET(descriptor, &set);
        ready = pselect(descriptor + 1, &set, NULL, NULL, NULL, &before);
        if (ready < 0 && errno == EINTR) {
            ready = 0;
        }
    }
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
    return stop_asked == 0;
}

void kauri_progress_view_clear(struct kauri_progress_view *view)
{
    if (view->dirty) {
        (void)fprintf(stderr, "\r\033[K");
        view->dirty = false;
    }
}

void kauri_progress_view_say(struct kauri_progress_view *view, const char *format, ...)
{
    if (view->quiet) {
        return;
    }
    kauri_progress_view_clear(view);
    va_list arguments;
    va_start(arguments, format);
    (void)vfprintf(stderr, format, arguments);
    va_end(arguments);
    (void)fputc('\n', stderr);
}
