// Packs the table of a layer: writes the entries of its stored blocks to a new table with other
// page sizes, another compression level, or dictionaries. Neither the values nor the digests of
// these entries change, but the distances can be left out.
#ifndef KAURI_DB_TABLES_PACK_H
#define KAURI_DB_TABLES_PACK_H

#include "common/progress.h"
#include "db/reader.h"
#include "db/writer.h"
#include "indexer/layer.h"

#include <stdbool.h>

// The form of a packed table; pages and dictionaries by column.
struct kauri_pack_form {
    int level;                                    // zstd level, 1..19
    uint32_t page_entries[KAURI_COLUMNS_MAX];     // 1..KAURI_PAGE_ENTRIES_MAX
    uint32_t dictionary_bytes[KAURI_COLUMNS_MAX]; // 0..KAURI_DICTIONARY_BYTES_MAX; 0: none
};

// The form with the smallest files, for keeping tables and for reading whole layers; and the form
// with small pages, for looking up positions.
struct kauri_pack_form kauri_pack_archive(void);
struct kauri_pack_form kauri_pack_probing(void);

// Number of pages in a group of a packed table whose pages have this many entries (at least 1).
uint32_t kauri_pack_group_pages(uint32_t page_entries);

// Trains a dictionary of at most `capacity` bytes for pages of `page_entries` entries of a column,
// on pages that are evenly spread over the table. The same entries give the same dictionary with
// the same version of zstd. *bytes receives memory that the caller frees, also after a failure;
// *dictionary points into it, and its size is 0 if the pages are too few or too alike for a
// dictionary, which is no failure. Errors: those of kauri_entries_read.
enum kauri_status kauri_pack_dictionary(const struct kauri_reader *reader, unsigned column,
                                        uint32_t page_entries, size_t capacity, uint8_t **bytes,
                                        struct kauri_dictionary *dictionary,
                                        struct kauri_error *error);

// The columns of the packed table.
enum kauri_pack_columns {
    KAURI_PACK_SAME,  // those of the source
    KAURI_PACK_R,     // r alone
    KAURI_PACK_R_DTC, // r and dtc, which the source must have
};

struct kauri_pack_options {
    struct kauri_pack_form form;
    enum kauri_pack_columns columns;
    unsigned threads;                      // at least 1; does not affect the bytes of the table
    const struct kauri_progress *progress; // may be NULL
};

struct kauri_pack_result {
    bool there;         // the table was there before, intact, with these pages and dictionaries (a
                        // table does not record its level): nothing was written
    uint64_t positions; // positions of the layer
    uint64_t entries;
    uint64_t source_bytes; // size of the source file
    uint64_t file_bytes;   // size of the packed file
    uint64_t digest;       // digest of the packed table
    double seconds;
};

// Checks that these are two different folders: KAURI_USAGE if both paths lead to the same one.
// KAURI_RESOURCE for a folder that cannot be opened.
enum kauri_status kauri_pack_check_folders(const char *from, const char *into,
                                           struct kauri_error *error);

// Packs layer `seeds` from one folder into another (kauri_pack_check_folders); the table replaces
// an existing one that has another form or is damaged. The source is read whole: all pages are
// checked, and its certificate is compared with a recount. A run that is stopped or fails leaves
// the target folder as it was; what a killed run left of this table is removed. The caller ensures
// that no other run writes to the folder (db/lock.h).
//
// Memory: some MiB for each thread, with pages of 1 Mi entries some 30 MiB. Errors: KAURI_MISSING
// (no such layer, or no distances where these are asked for), KAURI_CORRUPT (the source is
// damaged), KAURI_USAGE (it has an entry for every position, as no released version writes; or the
// target has distances, which the packed table would lack), KAURI_INTERRUPTED, KAURI_RESOURCE,
// KAURI_INTERNAL for a form out of range.
enum kauri_status kauri_pack_layer(const char *from, const char *into, struct kauri_shape shape,
                                   unsigned seeds, const struct kauri_pack_options *options,
                                   struct kauri_pack_result *result, struct kauri_error *error);

#endif
