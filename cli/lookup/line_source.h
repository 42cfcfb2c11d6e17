// Reads the lines of standard input, as many at a time as are there.
#ifndef KAURI_CLI_LOOKUP_LINE_SOURCE_H
#define KAURI_CLI_LOOKUP_LINE_SOURCE_H

#include "common/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A line that is not blank and no comment, without its end.
struct kauri_input_line {
    const char *text; // NUL-terminated, owned by the source
    uint64_t number;  // from 1
    size_t offset;    // of the text; private
};

struct kauri_line_source {
    int descriptor; // to read from
    char *bytes;    // what was read
    size_t begin, end, room;
    uint64_t number; // lines so far
    bool ended;
    struct kauri_input_line *lines; // of the last call
    size_t lines_room;
};

// Lines from this descriptor. Enlarges it if it is a pipe. Clear it with kauri_line_source_clear.
struct kauri_line_source kauri_line_source_of(int descriptor);

// Reads the next lines: at least one, waiting for it if need be, and further ones, at most `most`
// together, only as long as they are there already: a program that writes one line and waits for
// its answer gets it. After half a pipe's worth of lines it waits up to two milliseconds for more,
// since whoever writes that many is likely to go on. Skips blank lines and lines that begin with #,
// and a byte order mark before the first line; a zero byte becomes a question mark. *count is 0 at
// the end. source->lines is valid until the next call. Errors: KAURI_RESOURCE when reading fails or
// memory runs out; *count is then the number of lines that came before.
enum kauri_status kauri_line_source_next(struct kauri_line_source *source, size_t most,
                                         size_t *count, struct kauri_error *error);

void kauri_line_source_clear(struct kauri_line_source *source);

#endif
