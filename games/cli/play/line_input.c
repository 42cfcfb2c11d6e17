#include "games/cli/play/line_input.h"

#include "cli/progress_view.h"

#include <poll.h>
#include <string.h>
#include <unistd.h>

// Reads more after the bytes in the buffer; false at the end of input.
static bool read_more(struct kauri_line_input *input)
{
    memmove(input->bytes, input->bytes + input->start, input->end - input->start);
    input->end -= input->start;
    input->start = 0;
    const ssize_t got =
        read(STDIN_FILENO, input->bytes + input->end, KAURI_LINE_INPUT_BYTES - input->end);
    if (got > 0) {
        input->end += (size_t)got;
    }
    input->ended = got <= 0;
    return got > 0;
}

static char *find_end(struct kauri_line_input *input)
{
    return memchr(input->bytes + input->start, '\n', input->end - input->start);
}

static bool is_full(const struct kauri_line_input *input)
{
    return input->end - input->start == KAURI_LINE_INPUT_BYTES;
}

bool kauri_line_input_next(struct kauri_line_input *input, char **line, size_t *bytes)
{
    bool more = true;
    char *newline = NULL;
    for (;;) {
        newline = find_end(input);
        if (newline != NULL || !more || is_full(input)) {
            break;
        }
        more = kauri_progress_view_wait(STDIN_FILENO) && read_more(input);
    }
    *line = input->bytes + input->start;
    *bytes = newline != NULL ? (size_t)(newline - *line) : input->end - input->start;
    input->start += *bytes + (newline != NULL ? 1 : 0);
    return newline != NULL || *bytes > 0;
}

bool kauri_line_input_ready(struct kauri_line_input *input)
{
    struct pollfd waiting = {.fd = STDIN_FILENO, .events = POLLIN};
    while (find_end(input) == NULL && !is_full(input) && !input->ended &&
           poll(&waiting, 1, 0) > 0) {
        (void)read_more(input);
    }
    return find_end(input) != NULL || is_full(input) || input->ended;
}
