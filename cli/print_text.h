// Prints an answer that was put together as text.
#ifndef KAURI_CLI_PRINT_TEXT_H
#define KAURI_CLI_PRINT_TEXT_H

#include "common/string_buffer.h"

// Prints the text on standard output and clears it. KAURI_RESOURCE when memory had run out while it
// was put together: nothing is printed then. Whether the output can be written is checked when the
// program ends (main.c).
enum kauri_status kauri_print_text(struct kauri_string *text, struct kauri_error *error);

#endif
