// The answers of probe, best and line as JSON (docs/JSON.md). Each function adds one object and a
// newline.
#ifndef KAURI_CLI_LOOKUP_ANSWER_JSON_H
#define KAURI_CLI_LOOKUP_ANSWER_JSON_H

#include "common/string_buffer.h"
#include "kauri/kauri.h"
#include "queries/lookup/line.h"

#include <stdbool.h>

// `best_only` leaves out the moves that are not best.
void kauri_json_probe(struct kauri_string *out, const struct kauri_probe_result *result,
                      bool best_only);

// The value alone.
void kauri_json_value(struct kauri_string *out, const struct kauri_position *position,
                      struct kauri_value value);

// `result` is the probe of the line's first position.
void kauri_json_line(struct kauri_string *out, const struct kauri_probe_result *result,
                     const struct kauri_best_line *line);

// A position that could not be answered: the input as it was given, and why.
void kauri_json_fault(struct kauri_string *out, const char *input, const struct kauri_error *error);

#endif
