// Reads a descriptor while its reader is busy.
//
// A pipe holds 64 KiB, which is some thousand positions. A program that reads only between one
// window of look-ups and the next would never look up more than that together, however many
// positions the other end has ready.
#ifndef KAURI_CLI_LOOKUP_READ_AHEAD_H
#define KAURI_CLI_LOOKUP_READ_AHEAD_H

#include <stdbool.h>
#include <stddef.h>

struct kauri_read_ahead;

// Makes a thread that reads the descriptor between begin and end. NULL without a thread or memory
// for it. Free it with kauri_read_ahead_free.
struct kauri_read_ahead *kauri_read_ahead_new(int descriptor);

// From now on the thread reads what is there, up to some megabytes; until kauri_read_ahead_end
// nobody else may read the descriptor.
void kauri_read_ahead_begin(struct kauri_read_ahead *ahead);

// Stops reading, without waiting for input. *count receives the number of bytes that were read, and
// *ended is set at the end of the input. The bytes are valid until the next call of
// kauri_read_ahead_begin. A read error only ends the reading ahead: the caller's own next
// read() reports it.
const char *kauri_read_ahead_end(struct kauri_read_ahead *ahead, size_t *count, bool *ended);

// Ends the thread, which takes a few hundredths of a second at most. Accepts NULL.
void kauri_read_ahead_free(struct kauri_read_ahead *ahead);

#endif
