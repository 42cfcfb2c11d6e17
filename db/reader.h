// Reading tables. A reader may be used from several threads at once.
#ifndef KAURI_DB_READER_H
#define KAURI_DB_READER_H

#include "db/table.h"

struct kauri_reader;

// Opens a table and checks header, index and certificate (sizes bounded before any allocation,
// checksums compared); blocks are read and checked when asked for. KAURI_MISSING, KAURI_CORRUPT
// (truncated, altered, foreign, or of an unknown version; the message says which), KAURI_RESOURCE.
enum kauri_status kauri_reader_open(const char *path, struct kauri_reader **reader,
                                    struct kauri_error *error);
// Accepts NULL.
void kauri_reader_close(struct kauri_reader *reader);

// Owned by the reader.
const struct kauri_table_info *kauri_reader_info(const struct kauri_reader *reader);
const struct kauri_certificate *kauri_reader_certificate(const struct kauri_reader *reader);
const char *kauri_reader_path(const struct kauri_reader *reader);
uint64_t kauri_reader_file_bytes(const struct kauri_reader *reader);

// Blocks in the table, and the bytes of the largest decoded block (all columns).
uint64_t kauri_reader_block_count(const struct kauri_reader *reader);
size_t kauri_reader_block_bytes(const struct kauri_reader *reader);

// Number of rows of a block: block_positions, or fewer for the last.
uint32_t kauri_reader_block_rows(const struct kauri_reader *reader, uint64_t block);

// Reads, checks and decodes one block into `payload` (kauri_reader_block_bytes of them): the
// columns one after the other, each rows * width bytes. `scratch` is NULL or a buffer made by
// kauri_reader_scratch_new, which saves allocations; one a thread. KAURI_CORRUPT for a block that
// does not match its checksums or is not what the header says, KAURI_RESOURCE, KAURI_INTERNAL for a
// block that does not exist; *payload is unspecified then.
struct kauri_reader_scratch;
enum kauri_status kauri_reader_scratch_new(struct kauri_reader_scratch **scratch,
                                           struct kauri_error *error);
void kauri_reader_scratch_free(struct kauri_reader_scratch *scratch);
enum kauri_status kauri_reader_block(const struct kauri_reader *reader, uint64_t block,
                                     void *payload, struct kauri_reader_scratch *scratch,
                                     struct kauri_error *error);

// Value of column `column`, row `row` (of `rows`), in a decoded payload.
int32_t kauri_payload_value(const struct kauri_table_info *info, const void *payload, uint32_t rows,
                            unsigned column, uint32_t row);

#endif
