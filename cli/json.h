// Everything the program prints as JSON; docs/JSON.md is the reference of names and types.
//
// Each function prints one object and a newline on standard output.
#ifndef KAURI_CLI_JSON_H
#define KAURI_CLI_JSON_H

#include "cli/tables/layer_summary.h"
#include "common/status.h"
#include "queries/lookup/line.h"
#include "queries/lookup/probe.h"

#include <stdbool.h>
#include <stddef.h>

// `best_only` leaves out the moves that are not best.
void kauri_json_probe(const struct kauri_probe_result *result, bool best_only);

// `result` is the probe of the line's first position.
void kauri_json_line(const struct kauri_probe_result *result, const struct kauri_line *line);

// A position that got no answer.
void kauri_json_fault(const char *input, const struct kauri_error *error);

// What the layers are about; `with_speed` adds what only `solve` knows.
void kauri_json_layers(const struct kauri_layer_summary *layers, size_t count, bool with_speed);

// The same with the files, for `info`. `folder` is as the user gave it.
void kauri_json_info(const char *folder, const struct kauri_layer_summary *layers, size_t count);

#endif
