#include "cli/play/line_input.h"

#include "cli/progress_view.h"

#include <string.h>
#include <unistd.h>

// Reads more after the bytes in the buffer; false at the end of input or when asked to stop.
static bool read_more(struct kauri_line_input *input)
{
    memmove(input->bytes, input->bytes + input->start, input->end - input->start);
    input->end -= input->start;
    input->start = 0;
    if (!kauri_progress_view_wait(STDIN_FILENO)) {
        return false;
    }
    const ssize_t got =
        read(STDIN_FILENO, input->bytes + input->end, KAURI_LINE_INPUT_BYTES - input->end);
    if (got > 0) {
        input->end += (size_t)got;
    }
    return got > 0;
}

bool kauri_line_input_next(struct kauri_line_input *input, char **line, size_t *bytes)
{
    bool more = true;
    char *newline = NULL;
    for (;;) {
        const size_t there = input->end - input->start;
        newline = memchr(input->bytes + input->start, '\n', there);
        if (newline != NULL || !more || there == KAURI_LINE_INPUT_BYTES) {
            break;
        }
        more = read_more(input);
    }
    *line = input->bytes + input->start;
    *bytes = newline != NULL ? (size_t)(newline - *line) : input->end - input->start;
    input->start += *bytes + (newline != NULL ? 1 : 0);
    return newline != NULL || *bytes > 0;
}
