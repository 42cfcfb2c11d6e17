// Reads the lines of standard input, as many at a time as are available.
#ifndef KAURI_CLI_LOOKUP_LINE_SOURCE_H
#define KAURI_CLI_LOOKUP_LINE_SOURCE_H

#include "common/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct kauri_line_source {
    int descriptor; // descriptor to read from
    char *bytes;    // bytes that were read, from `begin` on
    size_t begin, end, capacity;
    uint64_t number; // number of lines so far
    bool ended;      // nothing more can be read, because of `error` if its status is not KAURI_OK
    struct kauri_error error;
};

// Lines from this descriptor. Enlarges it if it is a pipe. Clear it with kauri_line_source_clear.
struct kauri_line_source kauri_line_source_of(int descriptor);

// Reads at least one whole line, waiting for it if need be, and further ones, up to a few MiB, only
// while they are available without waiting: a program that writes one line and waits for its answer
// gets it. After half a pipe's worth of lines it waits up to two milliseconds for more, since
// whoever writes that many is likely to write more. Invalidates the lines that were returned.
void kauri_line_source_read(struct kauri_line_source *source);

// Takes the next of the lines that were read, without its end; NULL if all were taken.
// source->number becomes its number, from 1. Skips blank lines and lines that begin with #, and a
// byte order mark before the first line; a zero byte becomes a question mark.
char *kauri_line_source_take(struct kauri_line_source *source);

void kauri_line_source_clear(struct kauri_line_source *source);

#endif
