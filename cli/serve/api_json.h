// JSON that only the API has (docs/HTTP.md). Each function adds one object and a newline.
#ifndef KAURI_CLI_SERVE_API_JSON_H
#define KAURI_CLI_SERVE_API_JSON_H

#include "cli/tables/layer_summary.h"
#include "common/string_buffer.h"

// {"error", "status"}.
void kauri_json_api_error(struct kauri_string *out, const char *message, enum kauri_status status);

// The answer of `layers`: that of `info` without paths, and "damaged", the seeds of the layers
// whose tables cannot be read.
void kauri_json_api_layers(struct kauri_string *out, const struct kauri_layer_summary *layers,
                           size_t count, const unsigned *damaged, size_t damaged_count);

// {"place"}: how many jobs wait before one.
void kauri_json_api_queued(struct kauri_string *out, unsigned place);

// The answer of `rules`.
void kauri_json_api_rules(struct kauri_string *out);

#endif
