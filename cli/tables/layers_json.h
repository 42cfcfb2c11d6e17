// The layers of a folder as JSON (docs/JSON.md). Each function adds one object and a newline.
#ifndef KAURI_CLI_TABLES_LAYERS_JSON_H
#define KAURI_CLI_TABLES_LAYERS_JSON_H

#include "cli/tables/layer_summary.h"
#include "common/string_buffer.h"

struct json_object;

// The answer of `stats`, and of `solve`, which also gives the speed.
void kauri_json_layers(struct kauri_string *out, const struct kauri_layer_summary *layers,
                       size_t count, bool with_speed);

// The answer of `info`. `folder` is written as the user gave it.
void kauri_json_info(struct kauri_string *out, const char *folder,
                     const struct kauri_layer_summary *layers, size_t count);

// The same as an object, to which the caller may add. Without paths if `folder` is NULL.
struct json_object *kauri_json_info_object(const char *folder,
                                           const struct kauri_layer_summary *layers, size_t count);

#endif
