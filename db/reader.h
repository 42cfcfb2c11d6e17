// Reads table files. All functions on an open reader are thread-safe, except kauri_reader_close.
#ifndef KAURI_DB_READER_H
#define KAURI_DB_READER_H

#include "db/table.h"

struct kauri_reader;
struct kauri_table_files;

// Opens a table and checks its header, page index and certificate: sizes are bounded before
// anything is allocated, and checksums are compared. Pages are read and checked on request. Errors:
// KAURI_MISSING; KAURI_CORRUPT for a truncated, altered or foreign file or an unknown version (the
// message says which); KAURI_RESOURCE.
enum kauri_status kauri_reader_open(const char *path, struct kauri_reader **reader,
                                    struct kauri_error *error);

// The same for the table `name` in a folder of `files` (db/table_files.h), which must outlive the
// reader and may close and reopen the file between reads.
enum kauri_status kauri_reader_open_from(struct kauri_table_files *files, const char *folder,
                                         const char *name, struct kauri_reader **reader,
                                         struct kauri_error *error);

// Accepts NULL.
void kauri_reader_close(struct kauri_reader *reader);

// Facts about the table. The pointers are owned by the reader.
const struct kauri_table_info *kauri_reader_info(const struct kauri_reader *reader);
const struct kauri_certificate *kauri_reader_certificate(const struct kauri_reader *reader);
const char *kauri_reader_path(const struct kauri_reader *reader);
uint64_t kauri_reader_file_bytes(const struct kauri_reader *reader);

// Number of pages in the table, and the size in bytes of the largest decoded page (all columns).
uint64_t kauri_reader_page_count(const struct kauri_reader *reader);
size_t kauri_reader_page_bytes(const struct kauri_reader *reader);

// Number of entries in a page: page_entries, or fewer in the last one.
uint32_t kauri_reader_page_entries(const struct kauri_reader *reader, uint64_t page);

// Working memory for decoding pages. Not thread-safe: use one per thread. kauri_reader_scratch_new
// fails with KAURI_RESOURCE only.
struct kauri_reader_scratch;
enum kauri_status kauri_reader_scratch_new(struct kauri_reader_scratch **scratch,
                                           struct kauri_error *error);
// Accepts NULL.
void kauri_reader_scratch_free(struct kauri_reader_scratch *scratch);

// Reads, checks and decodes page `page` into `payload`, which has room for kauri_reader_page_bytes
// bytes: the columns one after the other, each `entries * width` bytes. `scratch` saves allocations
// and may be NULL. Errors: KAURI_CORRUPT for a page that does not match its checksums or its
// descriptor, KAURI_RESOURCE, KAURI_INTERNAL for a page that does not exist. On failure the
// contents of `payload` are unspecified.
enum kauri_status kauri_reader_page(const struct kauri_reader *reader, uint64_t page, void *payload,
                                    struct kauri_reader_scratch *scratch,
                                    struct kauri_error *error);

// The value of entry `entry` in column `column` of a decoded page with `entries` entries, bias
// included. Works for any table; tablebase/ has a faster version for its two columns.
int32_t kauri_payload_value(const struct kauri_table_info *info, const void *payload,
                            uint32_t entries, unsigned column, uint32_t entry);

#endif
