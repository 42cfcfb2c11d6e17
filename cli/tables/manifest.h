// The manifest of a folder of tables: SHA-256 and name of every file, in the form of sha256sum, and
// before each a comment with the layer, its number of positions, and the digest of its entries.
//
//     # layer 0 positions 1352078 entries 1352078 digest e4e6...
//     9f86d0...  kauri-6x12-00.kauri
//
// The digest is that of the entries in docs/RESULTS.md; it does not depend on their compression.
#ifndef KAURI_CLI_TABLES_MANIFEST_H
#define KAURI_CLI_TABLES_MANIFEST_H

#include "cli/tables/sha256.h"
#include "common/progress.h"
#include "common/string_buffer.h"
#include "db/table_names.h"
#include "tablebase/tablebase.h"

#include <stdbool.h>
#include <stddef.h>

// Appends the manifest of all tables. Errors: those of kauri_layer_summary_of and
// kauri_sha256_file.
enum kauri_status kauri_manifest_write(struct kauri_tablebase *tables, struct kauri_string *out,
                                       struct kauri_error *error);

enum kauri_manifest_state {
    KAURI_MANIFEST_SAME,
    KAURI_MANIFEST_SAME_ENTRIES, // another file, which states the same digest of its entries
    KAURI_MANIFEST_DIFFERS,
    KAURI_MANIFEST_MISSING,
    KAURI_MANIFEST_DAMAGED, // it cannot be opened, and its SHA-256 is not computed
};

// A file of a manifest, compared.
struct kauri_manifest_file {
    char name[KAURI_TABLE_NAME_BYTES];
    unsigned seeds;
    enum kauri_manifest_state state;
    char sum[KAURI_SHA256_TEXT_BYTES]; // SHA-256 of the table that is there; "" if not computed
    struct kauri_error fault;          // undefined for KAURI_MANIFEST_SAME
};

// The files that were compared so far, in the order of the manifest.
struct kauri_manifest_report {
    size_t count;
    size_t same;
    struct kauri_manifest_file *files; // owned; room for the next power of two
};

// Compares tables with the manifest in `text`, which was read from `name`, and reports each file
// that is not the same as an error. Unless `quiet`, it prints a line on standard output for each
// one that is. Files that are missing or differ do not end the comparison; the status is that of
// the first. Errors: KAURI_BAD_INPUT for a text that is no manifest, KAURI_MISSING for a table that
// is not there, KAURI_WRONG for one that differs (the message says whether its entries are the
// same), and those of kauri_manifest_write. The caller clears *report in every case; it need not be
// initialised.
enum kauri_status kauri_manifest_check(struct kauri_tablebase *tables, const char *text,
                                       const char *name, bool quiet,
                                       const struct kauri_progress *progress,
                                       struct kauri_manifest_report *report,
                                       struct kauri_error *error);
void kauri_manifest_report_clear(struct kauri_manifest_report *report);

// Adds the comparison as a JSON object (docs/JSON.md) and a newline. `fault` is the error of
// kauri_manifest_check; NULL if there is none.
void kauri_manifest_json(struct kauri_string *out, const char *folder, const char *manifest,
                         const struct kauri_manifest_report *report,
                         const struct kauri_error *fault);

#endif
