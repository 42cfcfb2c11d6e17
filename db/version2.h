// Reads tables of version 2 (docs/FORMAT.md), whose columns have pages of their own.
#ifndef KAURI_DB_VERSION2_H
#define KAURI_DB_VERSION2_H

#include "db/compress.h"
#include "db/directory.h"
#include "db/header.h"
#include "db/table_files.h"

// An open table.
struct kauri_version2 {
    struct kauri_header header;
    uint8_t *directories[KAURI_COLUMNS_MAX];
    struct kauri_decompress_dictionary *dictionaries[KAURI_COLUMNS_MAX]; // NULL: none
};

// The last trailer of a column that was read. It is found again by its digest, so that it serves
// whatever the table: a trailer with this digest is the one that the directory asks for.
struct kauri_kept_trailer {
    uint8_t *bytes;
    size_t size; // 0: none
    size_t room;
    struct kauri_group group;
};

// Working memory of one thread. Zeroed at first.
struct kauri_version2_scratch {
    uint8_t *compressed;
    size_t room; // bytes at `compressed`
    struct kauri_kept_trailer trailers[KAURI_COLUMNS_MAX];
};

// Opens a table whose header is `bytes`: checks header, dictionaries, directories and certificate.
// On success the caller owns *opened (kauri_version2_free) and certificate->counts. Errors:
// KAURI_CORRUPT, KAURI_RESOURCE.
enum kauri_status kauri_version2_open(struct kauri_table_file *file,
                                      const uint8_t bytes[KAURI_HEADER_BYTES],
                                      struct kauri_version2 **opened,
                                      struct kauri_certificate *certificate,
                                      struct kauri_error *error);
// Accepts NULL.
void kauri_version2_free(struct kauri_version2 *opened);

// Frees what the scratch owns.
void kauri_version2_scratch_clear(struct kauri_version2_scratch *scratch);

// A group of a column as the directory describes it.
struct kauri_group kauri_version2_group(const struct kauri_version2 *opened, unsigned column,
                                        uint64_t group);

// Reads and checks the trailer of a group, of kauri_trailer_bytes bytes. Of the following three
// functions, columns, groups and pages must exist; on KAURI_CORRUPT and KAURI_RESOURCE, *fault
// receives a phrase for the message (static storage), or NULL if *error says it.
enum kauri_status kauri_version2_trailer(const struct kauri_version2 *opened,
                                         struct kauri_table_file *file, unsigned column,
                                         uint64_t group, uint8_t *trailer, const char **fault,
                                         struct kauri_error *error);

// The same into the scratch, unless it is there already; *trailer points to it.
enum kauri_status
kauri_version2_keep_trailer(const struct kauri_version2 *opened, struct kauri_table_file *file,
                            unsigned column, uint64_t group, struct kauri_version2_scratch *scratch,
                            const uint8_t **trailer, const char **fault, struct kauri_error *error);

// Reads, checks and decodes a page into `numbers`. `trailer` is that of its group, checked.
enum kauri_status kauri_version2_page(const struct kauri_version2 *opened,
                                      struct kauri_table_file *file, unsigned column, uint64_t page,
                                      const uint8_t *trailer,
                                      struct kauri_decompressor *decompressor,
                                      struct kauri_version2_scratch *scratch, void *numbers,
                                      const char **fault, struct kauri_error *error);

#endif
