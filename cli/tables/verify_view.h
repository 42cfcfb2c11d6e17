// What `kauri verify` found, as text and as JSON.
//
// Implemented in verify_json.c.
#ifndef KAURI_CLI_TABLES_VERIFY_VIEW_H
#define KAURI_CLI_TABLES_VERIFY_VIEW_H

#include "common/status.h"
#include "rules/board.h"
#include "verify/verify.h"

#include <stdbool.h>
#include <stdint.h>

// Layers 0, 1, 2, ... as they were checked. A layer that could not be checked at all is not among
// them.
struct kauri_verify_report {
    unsigned last;   // the layer up to which was to be checked
    uint64_t sample; // positions of each layer; 0 = all
    unsigned count;  // of layers
    struct kauri_verify_result layers[KAURI_SEEDS_MAX + 1];
    bool sound[KAURI_SEEDS_MAX + 1]; // nothing wrong was found
};

// Prints the JSON object of docs/JSON.md and a newline. `fault` says why the check ended or what is
// wrong; NULL when nothing is.
void kauri_json_verify(const char *folder, const struct kauri_verify_report *report,
                       const struct kauri_error *fault);

#endif
