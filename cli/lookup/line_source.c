#if defined __linux__
#define _GNU_SOURCE // F_SETPIPE_SZ
#endif

#include "cli/lookup/line_source.h"

#include "common/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    READ_BYTES = 1 << 16,
    PIPE_BYTES = 1 << 20,
    MOST_BYTES = 1 << 24, // bytes that are read ahead at most
    MANY_BYTES = 1 << 15, // after so many bytes, the writer will probably send more in a moment
    MANY_MILLISECONDS = 2,
};

struct kauri_line_source kauri_line_source_of(int descriptor)
{
    // A pipe holds 64 KiB, some thousand positions: while those are looked up, its writer waits,
    // and no more would ever be looked up together. A file is no pipe, and a larger one may be
    // refused.
#if defined F_SETPIPE_SZ
    (void)fcntl(descriptor, F_SETPIPE_SZ, PIPE_BYTES);
#endif
    return (struct kauri_line_source){.descriptor = descriptor};
}

// Reads some bytes, waiting for them, or ends the input.
static void read_more(struct kauri_line_source *source)
{
    ssize_t got = -1;
    if (!KAURI_FITS(source->bytes, source->end + READ_BYTES, source->capacity)) {
        (void)kauri_fail(&source->error, KAURI_RESOURCE,
                         "out of memory for a line of standard input");
        source->ended = true;
        return;
    }
    do {
        got = read(source->descriptor, source->bytes + source->end, READ_BYTES - 1);
    } while (got < 0 && errno == EINTR);
    if (got > 0) {
        source->end += (size_t)got;
        return;
    }
    if (got < 0) {
        (void)kauri_fail_errno(&source->error, KAURI_RESOURCE,
                               "cannot read positions from standard input");
    } else if (source->end > source->begin) {
        source->bytes[source->end++] = '\n'; // the last line may lack a newline
    }
    source->ended = true;
}

// Returns whether there is more to read, or will be in a moment if there was much.
static bool is_readable(const struct kauri_line_source *source)
{
    struct pollfd poll_for = {.fd = source->descriptor, .events = POLLIN};
    return poll(&poll_for, 1, source->end >= MANY_BYTES ? MANY_MILLISECONDS : 0) == 1;
}

void kauri_line_source_read(struct kauri_line_source *source)
{
    bool whole = false; // a whole line has been read
    size_t searched = 0;
    source->end -= source->begin;
    if (source->begin > 0) {
        memmove(source->bytes, source->bytes + source->begin, source->end);
    }
    source->begin = 0;
    for (;;) {
        whole = whole || (source->end > searched &&
                          memchr(source->bytes + searched, '\n', source->end - searched) != NULL);
        searched = source->end;
        if (source->ended || (whole && (source->end >= MOST_BYTES || !is_readable(source)))) {
            break;
        }
        read_more(source);
    }
}

// Ends the text with a NUL in place of its newline, and returns whether it is to be answered.
static bool prepare_line(char *text, size_t bytes, bool is_first)
{
    // A zero byte would hide the rest of the line.
    for (size_t i = 0; i < bytes; i++) {
        if (text[i] == '\0') {
            text[i] = '?';
        }
    }
    while (bytes > 0 && text[bytes - 1] == '\r') {
        bytes--;
    }
    text[bytes] = '\0';
    // Editors put a byte order mark before the first line.
    if (is_first && strncmp(text, "\xef\xbb\xbf", 3) == 0) {
        memmove(text, text + 3, bytes - 2);
    }
    const char *first = text + strspn(text, " \t");
    return *first != '\0' && *first != '#';
}

char *kauri_line_source_take(struct kauri_line_source *source)
{
    while (source->begin < source->end) {
        char *line = source->bytes + source->begin;
        const char *newline = memchr(line, '\n', source->end - source->begin);
        if (newline == NULL) {
            break;
        }
        const size_t bytes = (size_t)(newline - line);
        source->begin += bytes + 1;
        source->number++;
        if (prepare_line(line, bytes, source->number == 1)) {
            return line;
        }
    }
    return NULL;
}

void kauri_line_source_clear(struct kauri_line_source *source)
{
    free(source->bytes);
    *source = (struct kauri_line_source){.descriptor = source->descriptor};
}
