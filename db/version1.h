// Reads tables of version 1 (docs/FORMAT.md, appendix A), whose pages hold all columns.
#ifndef KAURI_DB_VERSION1_H
#define KAURI_DB_VERSION1_H

#include "db/compress.h"
#include "db/table_files.h"
#include "db/version1_header.h"

// An open table.
struct kauri_version1 {
    struct kauri_version1_header header;
    uint8_t *descriptors; // of the page index
};

// Working memory of one thread: the last payload is kept, because its columns are usually wanted
// one after the other. Zeroed at first.
struct kauri_version1_scratch {
    uint8_t *compressed;
    size_t compressed_room;
    uint8_t *payload;
    size_t payload_room;
    bool kept;                // `payload` holds a checked payload, with this
    uint64_t kept_digest;     // XXH64 and
    size_t kept_payload_size; // size in bytes
};

// Opens a table whose header is `bytes`: checks header, index and certificate. On success the
// caller owns *opened (kauri_version1_free) and certificate->counts. Errors: KAURI_CORRUPT,
// KAURI_RESOURCE.
enum kauri_status kauri_version1_open(struct kauri_table_file *file,
                                      const uint8_t bytes[KAURI_HEADER_BYTES],
                                      struct kauri_version1 **opened,
                                      struct kauri_certificate *certificate,
                                      struct kauri_error *error);
// Accepts NULL.
void kauri_version1_free(struct kauri_version1 *opened);

// Frees what the scratch owns.
void kauri_version1_scratch_clear(struct kauri_version1_scratch *scratch);

// Reads, checks and decodes a page, which must exist; *payload points into the scratch. On
// KAURI_CORRUPT and KAURI_RESOURCE, *fault receives a phrase for the message (static storage), or
// NULL if *error says it.
enum kauri_status kauri_version1_page(const struct kauri_version1 *opened,
                                      struct kauri_table_file *file, uint64_t page,
                                      struct kauri_decompressor *decompressor,
                                      struct kauri_version1_scratch *scratch,
                                      const uint8_t **payload, const char **fault,
                                      struct kauri_error *error);

// Where the numbers of a column begin in the payload of a page.
size_t kauri_version1_column_offset(const struct kauri_version1 *opened, unsigned column,
                                    uint64_t page);

#endif
