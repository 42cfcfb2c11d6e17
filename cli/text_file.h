// Reads a whole text.
#ifndef KAURI_CLI_TEXT_FILE_H
#define KAURI_CLI_TEXT_FILE_H

#include "common/status.h"

enum { KAURI_TEXT_BYTES_MAX = 16 << 20 };

// Reads a file, or standard input for "-". *text is NUL-terminated and belongs to the caller
// (free). KAURI_MISSING when it is not there, KAURI_RESOURCE when it cannot be read,
// KAURI_BAD_INPUT when it is longer than KAURI_TEXT_BYTES_MAX or contains a zero byte.
enum kauri_status kauri_text_file_read(const char *path, char **text, struct kauri_error *error);

#endif
