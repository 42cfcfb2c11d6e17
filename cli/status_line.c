#include "cli/status_line.h"

#include "cli/terminal_columns.h"
#include "common/progress.h"

#include <stdio.h>
#include <unistd.h>

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
