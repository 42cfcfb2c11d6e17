// The rule for all options that name a file to be written.
//
// A file that is there is refused unless the user says --force; the command's own input and a table
// are refused in any case. common/output.h says what else a name may stand for.
#ifndef KAURI_CLI_OUTPUT_FILE_H
#define KAURI_CLI_OUTPUT_FILE_H

#include "common/output.h"

#include <stdbool.h>

// `writers` names what writes, such as "--svg".
#define KAURI_OPTION_FORCE(writers, target)                                                        \
    {                                                                                              \
        .name = "force", .help = writers " may replace a file that is there", .flag = (target)     \
    }

static inline enum kauri_output_mode kauri_output_file_mode(bool force)
{
    return force ? KAURI_OUTPUT_REPLACE : KAURI_OUTPUT_NEW;
}

// Whether the file may and can be written, found out before the work that fills it; creates
// nothing. `input` is what the command reads ("-": standard input), or NULL. KAURI_USAGE for what
// the rule refuses, KAURI_RESOURCE for what cannot be written.
enum kauri_status kauri_output_file_check(const char *path, bool force, const char *input,
                                          struct kauri_error *error);

// Writes a text into a file, which is then whole or as it was before. KAURI_USAGE when a file has
// come up there and `force` is false; KAURI_RESOURCE.
enum kauri_status kauri_output_file_write(const char *path, bool force, const char *text,
                                          size_t bytes, struct kauri_error *error);

#endif
