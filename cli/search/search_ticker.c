#include "cli/search/search_ticker.h"

#include "cli/terminal_columns.h"
#include "common/size.h"

#include <stdio.h>
#include <unistd.h>

static void tick(void *context, const struct kauri_progress_report *report)
{
    struct kauri_search_ticker *ticker = context;
    const double now = kauri_clock_seconds();
    char count[KAURI_SIZE_TEXT_BYTES];
    if (ticker->terminal && now - ticker->printed >= 0.25) {
        char line[80];
        const int columns = kauri_terminal_columns(stderr);
        (void)snprintf(line, sizeof line, "searched %s positions in %.0f s",
                       kauri_format_count(report->done, count), report->seconds);
        (void)fprintf(stderr, "\r%.*s\033[K", columns > 0 ? columns - 1 : (int)sizeof line, line);
        (void)fflush(stderr);
        ticker->printed = now;
        ticker->shown = true;
    }
}

void kauri_search_ticker_begin(struct kauri_search_ticker *ticker,
                               const struct kauri_progress_view *view)
{
    *ticker = (struct kauri_search_ticker){
        .progress = {.report = tick, .cancelled = view->progress.cancelled, .context = ticker},
        .terminal = isatty(STDERR_FILENO) == 1,
        .printed = kauri_clock_seconds(),
    };
}

void kauri_search_ticker_clear(struct kauri_search_ticker *ticker)
{
    if (ticker->shown) {
        (void)fprintf(stderr, "\r\033[K");
        ticker->shown = false;
    }
}
