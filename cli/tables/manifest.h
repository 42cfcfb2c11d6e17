// The manifest of a folder of tables: SHA-256 and name of every file, in the form of sha256sum, and
// before each a comment with the layer, its number of positions, and the digest of its entries.
//
//     # layer 0 positions 1352078 entries 676039 digest 1f0e...
//     9f86d0...  kauri-6x12-00.kauri
//
// A table of version 1 holds all positions, and its digest is the one that docs/RESULTS.md lists.
// A digest of entries does not depend on their compression.
#ifndef KAURI_CLI_TABLES_MANIFEST_H
#define KAURI_CLI_TABLES_MANIFEST_H

#include "common/progress.h"
#include "common/string_buffer.h"
#include "tablebase/tablebase.h"

// Appends the manifest of all tables. Errors: those of kauri_layer_summary_of and
// kauri_sha256_file.
enum kauri_status kauri_manifest_write(struct kauri_tablebase *tables, struct kauri_string *out,
                                       struct kauri_error *error);

// Compares tables with the manifest in `text`, which was read from `name`, and prints a line for
// each file of it: on standard output if it is the same, as an error if it is not. Files that are
// missing or differ do not end the comparison; the status is that of the first. Errors:
// KAURI_BAD_INPUT for a text that is no manifest, KAURI_MISSING for a table that is not there,
// KAURI_WRONG for one that differs (the message says whether its entries are the same), and those
// of kauri_manifest_write.
enum kauri_status kauri_manifest_check(struct kauri_tablebase *tables, const char *text,
                                       const char *name, const struct kauri_progress *progress,
                                       struct kauri_error *error);

#endif
