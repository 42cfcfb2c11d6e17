// The file that the path of an output stands for (common/output.h).
#ifndef KAURI_COMMON_OUTPUT_TARGET_H
#define KAURI_COMMON_OUTPUT_TARGET_H

#include "common/status.h"

#include <stdbool.h>

// KAURI_OUTPUT_REPLACE may replace an existing regular file; KAURI_OUTPUT_NEW refuses to.
enum kauri_output_mode { KAURI_OUTPUT_NEW, KAURI_OUTPUT_REPLACE };

struct kauri_output_target {
    char *path;  // with a symbolic link followed; owned
    bool stream; // a pipe or a character device
};

// Resolves the path, and refuses a file that cannot or must not be written. The caller frees
// target->path, also after a failure. Errors: those of kauri_output_open.
enum kauri_status kauri_output_target_find(const char *path, enum kauri_output_mode mode,
                                           struct kauri_output_target *target,
                                           struct kauri_error *error);

// Checks whether kauri_output_open would succeed, before the work that produces the file begins.
// Creates and changes nothing. Errors: those of kauri_output_open.
enum kauri_status kauri_output_check(const char *path, enum kauri_output_mode mode,
                                     struct kauri_error *error);

#endif
