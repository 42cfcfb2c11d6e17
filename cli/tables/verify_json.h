// The result of `kauri verify`, and its JSON form (docs/JSON.md).
#ifndef KAURI_CLI_TABLES_VERIFY_JSON_H
#define KAURI_CLI_TABLES_VERIFY_JSON_H

#include "common/string_buffer.h"
#include "rules/board.h"
#include "verify/verify.h"

#include <stdbool.h>
#include <stdint.h>

// Layers 0, 1, 2, ... as they were checked. A layer whose check could not be finished is not among
// them.
struct kauri_verify_report {
    unsigned last;   // the layer up to which tables are checked
    uint64_t sample; // positions checked in each layer; 0: all
    unsigned count;  // number of layers checked so far
    struct kauri_verify_result layers[KAURI_SEEDS_MAX + 1];
    bool sound[KAURI_SEEDS_MAX + 1]; // no fault was found
};

// Adds one object and a newline. `fault` is the reason why the check ended early, or the fault that
// it found; NULL if there is none.
void kauri_json_verify(struct kauri_string *out, const char *folder,
                       const struct kauri_verify_report *report, const struct kauri_error *fault);

#endif
