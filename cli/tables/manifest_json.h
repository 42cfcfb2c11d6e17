// The JSON form of `kauri verify --manifest` (docs/JSON.md).
#ifndef KAURI_CLI_TABLES_MANIFEST_JSON_H
#define KAURI_CLI_TABLES_MANIFEST_JSON_H

#include "cli/tables/manifest.h"
#include "common/status.h"
#include "common/string_buffer.h"

// Adds one object and a newline. `fault` is the error of kauri_manifest_check; NULL if there is
// none.
void kauri_json_manifest(struct kauri_string *out, const char *folder, const char *manifest,
                         const struct kauri_manifest_report *report,
                         const struct kauri_error *fault);

#endif
