// kauri verify --part K/N, which checks one of N parts of a layer and leaves what it found in a
// file, and kauri verify --parts FILE..., which adds the parts up.
#ifndef KAURI_CLI_TABLES_DIVIDED_VERIFY_H
#define KAURI_CLI_TABLES_DIVIDED_VERIFY_H

#include "cli/progress_view.h"
#include "tablebase/tablebase.h"
#include "verify/verify.h"

#include <stdbool.h>
#include <stdint.h>

struct kauri_divided_verify {
    const char *folder; // of the tables
    unsigned seeds;     // the layer
    uint32_t part;      // 1 .. parts; 0: add up
    uint32_t parts;
    const char *result; // file for the findings of a part
    bool force;         // it may be replaced
    char **files;       // to be added up
    int file_count;
    bool json;
};

// Reads "K/N". KAURI_USAGE unless 1 <= K <= N <= KAURI_VERIFY_PARTS_MAX.
enum kauri_status kauri_divided_verify_read(const char *text, struct kauri_divided_verify *divided,
                                            struct kauri_error *error);

// Checks a part, or adds parts up, and prints text or JSON (docs/JSON.md). A part with a wrong
// position leaves its file, too. Errors: those of kauri_verify_layer_part and
// kauri_output_file_check, or of kauri_verify_parts_add and kauri_verify_parts_finish.
enum kauri_status kauri_divided_verify_run(struct kauri_tablebase *tables,
                                           const struct kauri_divided_verify *divided,
                                           const struct kauri_verify_options *options,
                                           struct kauri_progress_view *view,
                                           struct kauri_error *error);

#endif
