// kauri verify --part K/N, which checks one of N parts of a layer and leaves what it found in a
// file, and kauri verify --parts FILE..., which adds the parts up.
#ifndef KAURI_CLI_TABLES_DIVIDED_VERIFY_H
#define KAURI_CLI_TABLES_DIVIDED_VERIFY_H

#include "cli/run.h"
#include "common/json.h"
#include "verify/verify.h"

#include <stdint.h>

struct kauri_divided_verify {
    unsigned seeds; // the layer
    uint32_t part;  // 1 .. parts; 0: add up the files that are the arguments
    uint32_t parts;
    const char *result; // file for the findings of a part; NULL when parts are added up
};

// Reads "K/N". KAURI_USAGE unless 1 <= K <= N <= KAURI_VERIFY_PARTS_MAX.
enum kauri_status kauri_divided_verify_read(const char *text, struct kauri_divided_verify *divided,
                                            struct kauri_error *error);

// Checks a part, or adds parts up, and adds text or JSON (docs/JSON.md) to run->out. A part with a
// wrong position leaves its file, too. Errors: those of kauri_verify_layer_part and
// kauri_output_file_check, or of kauri_verify_parts.
enum kauri_status kauri_divided_verify_run(struct kauri_command_run *run,
                                           const struct kauri_divided_verify *divided,
                                           const struct kauri_verify_options *options,
                                           struct kauri_error *error);

// Adds the members of a layer, or of a part of it, in the JSON of `kauri verify`.
void kauri_json_add_verified(struct kauri_json *json, unsigned seeds,
                             const struct kauri_verify_result *result, bool sound);

#endif
