// Parts of the JSON output that several measurements of `kauri bench` share. The caller owns the
// objects made here until they are added to another object (cli/parts_json.h).
#ifndef KAURI_CLI_BENCH_BENCH_PARTS_JSON_H
#define KAURI_CLI_BENCH_BENCH_PARTS_JSON_H

#include "indexer/layer.h"

#include <stdint.h>

struct json_object;

// The load of the machine, null if it is negative, which means unknown.
struct json_object *kauri_bench_load_json(double load);

// The object of a measurement, with the members that come first: those of the layer, `part` with
// the number of its parts (blocks or entries), and "version".
struct json_object *kauri_bench_layer_json(const struct kauri_layer *layer, const char *part,
                                           uint64_t parts);

#endif
