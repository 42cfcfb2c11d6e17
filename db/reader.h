// Reads table files (docs/reference/FORMAT.md). All functions on an open reader are thread-safe,
// except kauri_reader_close.
//
// A page holds entries of one column, and pages form groups (db/table.h). kauri_reader_page reads
// one page. It needs the trailer of its group, which says where the page ends: a caller that looks
// up pages at random may keep trailers (kauri_reader_group) and pass them to
// kauri_reader_page_from, which saves a read.
#ifndef KAURI_DB_READER_H
#define KAURI_DB_READER_H

#include "db/table.h"

struct kauri_reader;
struct kauri_source;

// The end of a message about a table that cannot be read. It is never replaced automatically: a
// damaged table may be all that is left of long work.
#define KAURI_TABLE_REMEDY "; move the file away and download or solve the layer again"

// Opens a table and checks its header, dictionaries, directories and certificate: sizes are bounded
// before anything is allocated, and checksums are compared. Trailers and pages are read and checked
// on request. Errors: KAURI_MISSING; KAURI_CORRUPT for a truncated, altered or foreign file or one
// of another version; KAURI_RESOURCE. The message ends with KAURI_TABLE_REMEDY, unless a newer
// program wrote the file, which then only this one cannot read.
enum kauri_status kauri_reader_open(const char *path, struct kauri_reader **reader,
                                    struct kauri_error *error);

// Opens the table `name` in a folder of `source`, which must outlive the reader; otherwise as
// kauri_reader_open. With `names_only`, messages do not say in which folder it is.
enum kauri_status kauri_reader_open_from(const struct kauri_source *source, const char *folder,
                                         const char *name, bool names_only,
                                         struct kauri_reader **reader, struct kauri_error *error);

// Accepts NULL.
void kauri_reader_close(struct kauri_reader *reader);

// Facts about the table. The pointers are owned by the reader.
const struct kauri_table_info *kauri_reader_info(const struct kauri_reader *reader);
const struct kauri_certificate *kauri_reader_certificate(const struct kauri_reader *reader);
const char *kauri_reader_path(const struct kauri_reader *reader);
uint64_t kauri_reader_file_bytes(const struct kauri_reader *reader);

// Checks that the table has the holes, cowries, seeds, positions, rules and columns (names and
// biases, in order) of *expected; derivation, entries, widths, pages and program may differ.
// KAURI_CORRUPT if it does not, with a message that names the file, the difference and both values.
enum kauri_status kauri_table_expect(const struct kauri_reader *reader,
                                     const struct kauri_table_info *expected,
                                     struct kauri_error *error);

// Number of pages of a column, and the size in bytes of its largest decoded page.
uint64_t kauri_reader_page_count(const struct kauri_reader *reader, unsigned column);
size_t kauri_reader_page_bytes(const struct kauri_reader *reader, unsigned column);

// Bytes of the compressed pages of a column, without trailers.
uint64_t kauri_reader_column_bytes(const struct kauri_reader *reader, unsigned column);

// Size in bytes of the dictionary of a column; 0 without one.
size_t kauri_reader_dictionary_bytes(const struct kauri_reader *reader, unsigned column);

// Number of entries in a page: the page_entries of its column, or fewer in the last one.
uint32_t kauri_reader_page_entries(const struct kauri_reader *reader, unsigned column,
                                   uint64_t page);

// Working memory for decoding pages of any reader. Not thread-safe: use one per thread.
// kauri_reader_scratch_new fails with KAURI_RESOURCE only.
struct kauri_reader_scratch;
enum kauri_status kauri_reader_scratch_new(struct kauri_reader_scratch **scratch,
                                           struct kauri_error *error);
// Accepts NULL.
void kauri_reader_scratch_free(struct kauri_reader_scratch *scratch);

// Reads, checks and decodes page `page` of a column into `numbers`, which has room for
// kauri_reader_page_bytes bytes: the stored numbers of its entries. `scratch` saves allocations and
// keeps the last trailer of each column; it may be NULL. Errors: KAURI_CORRUPT for a page or a
// trailer that does not match its checksum, KAURI_RESOURCE, KAURI_INTERNAL for a page that does not
// exist. On failure the contents of `numbers` are unspecified.
enum kauri_status kauri_reader_page(const struct kauri_reader *reader, unsigned column,
                                    uint64_t page, void *numbers,
                                    struct kauri_reader_scratch *scratch,
                                    struct kauri_error *error);

// Reads entries [first, first + count): decodes the pages that hold them. `out` has one pointer per
// column: out[c] receives count * width bytes of stored numbers (little-endian, without the bias),
// or is NULL if column c is not needed. Errors: those of kauri_reader_page, and KAURI_CORRUPT for
// entries beyond the end of the table. On failure the contents of the buffers are unspecified.
enum kauri_status kauri_entries_read(struct kauri_reader_scratch *scratch,
                                     const struct kauri_reader *reader, uint64_t first,
                                     uint64_t count, uint8_t *const *out,
                                     struct kauri_error *error);

// Number of groups of a column, and bytes of the trailer of one. Page `page` is in the group
// page / group_pages of its column.
uint64_t kauri_reader_group_count(const struct kauri_reader *reader, unsigned column);
size_t kauri_reader_group_bytes(const struct kauri_reader *reader, unsigned column, uint64_t group);

// Reads and checks a trailer of kauri_reader_group_bytes bytes. Errors: KAURI_CORRUPT,
// KAURI_RESOURCE, KAURI_INTERNAL for a group that does not exist.
enum kauri_status kauri_reader_group(const struct kauri_reader *reader, unsigned column,
                                     uint64_t group, uint8_t *trailer, struct kauri_error *error);

// Reads the compressed pages of a group and its trailer, in portions that fit into `size` bytes at
// `buffer`, and compares their checksums; decodes nothing. Errors: KAURI_CORRUPT, KAURI_RESOURCE,
// KAURI_INTERNAL for a group that does not exist.
enum kauri_status kauri_reader_group_check(const struct kauri_reader *reader, unsigned column,
                                           uint64_t group, uint8_t *buffer, size_t size,
                                           struct kauri_error *error);
// Returns where a group begins in the file.
uint64_t kauri_reader_group_offset(const struct kauri_reader *reader, unsigned column,
                                   uint64_t group);

// As kauri_reader_page, but with the trailer of the page's group, as kauri_reader_group read it.
enum kauri_status kauri_reader_page_from(const struct kauri_reader *reader, unsigned column,
                                         uint64_t page, const uint8_t *trailer, void *numbers,
                                         struct kauri_reader_scratch *scratch,
                                         struct kauri_error *error);

// The value of entry `entry` of a decoded page of this column, bias included.
static inline int32_t kauri_page_value(const struct kauri_column *column, const void *numbers,
                                       uint32_t entry)
{
    const uint8_t *from = (const uint8_t *)numbers + (size_t)entry * column->width;
    return column->bias + (column->width == 1 ? from[0] : from[0] | from[1] << 8);
}

#endif
