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

// Which part of a layer was checked.
struct kauri_verify_division {
    uint32_t part;    // 1 .. parts; 0: all parts were added up
    uint32_t parts;   // 0: not known
    const char *file; // that holds the findings of the part; NULL when parts were added up
};

// The same for a part of layer `seeds`, or for the sum of its parts.
void kauri_json_verify_division(struct kauri_string *out, const char *folder, unsigned seeds,
                                const struct kauri_verify_division *division,
                                const struct kauri_verify_result *result,
                                const struct kauri_error *fault);

#endif
