// JSON that only the API has (docs/HTTP.md). Each function adds one object and a newline.
#ifndef KAURI_CLI_SERVE_API_JSON_H
#define KAURI_CLI_SERVE_API_JSON_H

#include "cli/tables/layer_summary.h"
#include "common/string_buffer.h"
#include "queries/analysis/advice.h"

#include <stdbool.h>
#include <stddef.h>

// {"error", "status"}.
void kauri_json_api_error(struct kauri_string *out, const char *message, enum kauri_status status);

// The answer of `layers`: that of `info` without paths, and "damaged", the seeds of the layers
// whose tables cannot be read.
void kauri_json_api_layers(struct kauri_string *out, const struct kauri_layer_summary *layers,
                           size_t count, const unsigned *damaged, size_t damaged_count);

// A move that was chosen.
struct kauri_api_reply {
    struct kauri_position position; // before it
    struct kauri_position after;
    int hole; // or KAURI_MOVE_PASS
    struct kauri_capture captured;
    bool repeats; // `after` has occurred in this game before
    unsigned strength;
    enum kauri_ruleset rules;
    bool advice_known; // the next two are
    enum kauri_advice_proof proof;
    struct kauri_bounds r; // of the position before the move
    double seconds;
};
void kauri_json_api_reply(struct kauri_string *out, const struct kauri_api_reply *reply);

// The answer of `rules`.
void kauri_json_api_rules(struct kauri_string *out);

#endif
