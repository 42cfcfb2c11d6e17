#if defined __linux__
#define _GNU_SOURCE // F_SETPIPE_SZ
#endif

#include "cli/lookup/line_source.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    READ_BYTES = 1 << 16,
    PIPE_BYTES = 1 << 20,
    MANY_BYTES = 1 << 15, // of a writer that is likely to go on
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

// Makes room for `more` bytes after what the buffer holds.
static enum kauri_status make_room(struct kauri_line_source *source, size_t more,
                                   struct kauri_error *error)
{
    if (source->room - source->end >= more) {
        return KAURI_OK;
    }
    const size_t room = 2 * (source->end + more);
    char *bytes = realloc(source->bytes, room);
    if (bytes == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for a line of standard input");
    }
    source->bytes = bytes;
    source->room = room;
    return KAURI_OK;
}

// Sets `ended` and ends the last line, for which there is room.
static void end_input(struct kauri_line_source *source)
{
    source->ended = true;
    if (source->end > source->begin) {
        source->bytes[source->end++] = '\n';
    }
}

// Reads more bytes, waiting for them.
static enum kauri_status read_more(struct kauri_line_source *source, struct kauri_error *error)
{
    const enum kauri_status status = make_room(source, READ_BYTES, error);
    if (status != KAURI_OK) {
        return status;
    }
    ssize_t got = -1;
    do {
        got = read(source->descriptor, source->bytes + source->end, READ_BYTES - 1);
    } while (got < 0 && errno == EINTR);
    if (got < 0) {
        return kauri_fail_errno(error, KAURI_RESOURCE, "cannot read positions from standard input");
    }
    source->end += (size_t)got;
    if (got == 0) {
        end_input(source);
    }
    return KAURI_OK;
}

// Whether there is more to read, or will be in a moment if there was much.
static bool is_readable(const struct kauri_line_source *source)
{
    struct pollfd poll_for = {.fd = source->descriptor, .events = POLLIN};
    return poll(&poll_for, 1, source->begin >= MANY_BYTES ? MANY_MILLISECONDS : 0) == 1;
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

static enum kauri_status add_line(struct kauri_line_source *source, size_t count,
                                  struct kauri_error *error)
{
    if (count == source->lines_room) {
        const size_t room = 2 * count + 64;
        struct kauri_input_line *lines = realloc(source->lines, room * sizeof *lines);
        if (lines == NULL) {
            return kauri_fail(error, KAURI_RESOURCE,
                              "out of memory for the lines of standard input");
        }
        source->lines = lines;
        source->lines_room = room;
    }
    source->lines[count] =
        (struct kauri_input_line){.offset = source->begin, .number = source->number};
    return KAURI_OK;
}

enum kauri_status kauri_line_source_next(struct kauri_line_source *source, size_t most,
                                         size_t *count, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *count = 0;
    if (source->begin > 0) { // the lines of the last call are not needed any more
        source->end -= source->begin;
        memmove(source->bytes, source->bytes + source->begin, source->end);
        source->begin = 0;
    }
    for (size_t searched = 0; *count < most;) {
        const char *newline = searched == source->end
                                  ? NULL
                                  : memchr(source->bytes + searched, '\n', source->end - searched);
        if (newline == NULL) {
            searched = source->end;
            if (source->ended || (*count > 0 && !is_readable(source))) {
                break;
            }
            KAURI_TRY(read_more(source, error));
            continue;
        }
        const size_t bytes = (size_t)(newline - source->bytes) - source->begin;
        source->number++;
        if (prepare_line(source->bytes + source->begin, bytes, source->number == 1)) {
            KAURI_TRY(add_line(source, *count, error));
            ++*count;
        }
        source->begin += bytes + 1;
        searched = source->begin;
    }
cleanup:
    // Only now, because the buffer may have moved.
    for (size_t i = 0; i < *count; i++) {
        source->lines[i].text = source->bytes + source->lines[i].offset;
    }
    return status;
}

void kauri_line_source_clear(struct kauri_line_source *source)
{
    free(source->bytes);
    free(source->lines);
    *source = (struct kauri_line_source){.descriptor = source->descriptor};
}
