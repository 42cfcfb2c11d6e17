// The rule for all options that name a file to be written.
//
// An existing file is refused unless the user gives --force; the input of the command and a table
// are refused in any case. common/output.h says what else a name may stand for.
#ifndef KAURI_CLI_OUTPUT_FILE_H
#define KAURI_CLI_OUTPUT_FILE_H

#include "common/output.h"
#include "common/status.h"

#include <stdbool.h>

static inline enum kauri_output_mode kauri_output_file_mode(bool force)
{
    return force ? KAURI_OUTPUT_REPLACE : KAURI_OUTPUT_NEW;
}

// Finds out whether the file may and can be written, to be called before the work that fills it.
// Creates nothing. `input` is the file that the command reads ("-" for standard input), or NULL.
// KAURI_USAGE for a file that the rule refuses, KAURI_RESOURCE for one that cannot be written.
enum kauri_status kauri_output_file_check(const char *path, bool force, const char *input,
                                          struct kauri_error *error);

// Writes a text into a file, which is then whole or as it was before. KAURI_USAGE when a file has
// appeared there and `force` is false; KAURI_RESOURCE.
enum kauri_status kauri_output_file_write(const char *path, bool force, const char *text,
                                          size_t bytes, struct kauri_error *error);

enum { KAURI_TEXT_BYTES_MAX = 16 << 20 };

// Reads a file, or standard input for "-". *text is NUL-terminated and belongs to the caller
// (free). KAURI_MISSING when it is not there, KAURI_RESOURCE when it cannot be read,
// KAURI_BAD_INPUT when it is longer than KAURI_TEXT_BYTES_MAX or contains a zero byte.
enum kauri_status kauri_text_file_read(const char *path, char **text, struct kauri_error *error);

#endif
