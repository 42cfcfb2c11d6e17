// Prints an answer that was put together as text.
#ifndef KAURI_CLI_PRINT_TEXT_H
#define KAURI_CLI_PRINT_TEXT_H

#include "common/status.h"
#include "common/string_buffer.h"

// Prints the text on standard output and clears it. KAURI_RESOURCE when memory had run out while it
// was put together, and nothing was printed, or when a write failed. What remains in the buffer is
// written when the program ends, which checks that, too.
enum kauri_status kauri_print_text(struct kauri_string *text, struct kauri_error *error);

// Prints bytes on standard output. KAURI_RESOURCE, with the reason, if a write failed.
enum kauri_status kauri_print_bytes(const void *bytes, size_t size, struct kauri_error *error);

// Flushes standard output. KAURI_RESOURCE if this failed, with the reason, or an earlier write.
enum kauri_status kauri_print_check(struct kauri_error *error);

// Prints "PROGRAM: <message>" on standard error and returns the status as an exit status.
int kauri_report_error(const struct kauri_error *error);

#endif
