// kauri verify --checksums: whether every byte of the tables is as it was written.
#ifndef KAURI_CLI_TABLES_VERIFY_CHECKSUMS_H
#define KAURI_CLI_TABLES_VERIFY_CHECKSUMS_H

#include "cli/run.h"

// Checks layers 0 to `seeds`, or if that is UINT64_MAX all layers that are there, and prints text
// or JSON (docs/JSON.md). Errors: KAURI_MISSING with advice for a layer up to `seeds` that is not
// there; those of kauri_tablebase_layer and kauri_checksums_check.
enum kauri_status kauri_verify_checksums(struct kauri_command_run *run, uint64_t seeds,
                                         struct kauri_error *error);

#endif
