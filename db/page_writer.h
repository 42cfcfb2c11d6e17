// The pages of all columns of a table on their way into the file: compressed by several threads, a
// batch at a time, and collected to groups. Pages may also be compressed
// elsewhere, such as by other processes, with kauri_page_compress.
//
// The bytes that are written do not depend on how the entries arrive: these are processed in
// stretches that end where a group of some column ends, the columns one after the other. So groups
// lie in the file in the order of their last entries, and then of their columns.
#ifndef KAURI_DB_PAGE_WRITER_H
#define KAURI_DB_PAGE_WRITER_H

#include "common/loop.h"
#include "common/output.h"
#include "db/compress.h"
#include "db/header.h"
#include "db/survey.h"

// A compressed page. `check` is the low half of the XXH64 of its decoded bytes.
struct kauri_compressed_page {
    const uint8_t *bytes;
    uint32_t size;
    uint32_t check;
};

// Compresses pages and counts their values; used by one thread at a time.
struct kauri_page_compressor {
    struct kauri_compressor *compressor;
    struct kauri_survey survey;
};

// For a table described by *info, which must outlive the compressor; to be cleared also after a
// failure. `level` is that of zstd. Errors: KAURI_RESOURCE.
enum kauri_status kauri_page_compressor_init(struct kauri_page_compressor *compressor,
                                             const struct kauri_table_info *info, int level,
                                             struct kauri_error *error);
// Accepts a zeroed struct.
void kauri_page_compressor_clear(struct kauri_page_compressor *compressor);

// Compresses a page of a column, which has `entries` entries with these stored numbers, into `to`,
// which has room for kauri_compress_bound of their bytes. `dictionary` is that of the column, or
// NULL. Errors: KAURI_RESOURCE.
enum kauri_status kauri_page_compress(struct kauri_page_compressor *compressor,
                                      const struct kauri_compress_dictionary *dictionary,
                                      unsigned column, const uint8_t *numbers, uint32_t entries,
                                      uint8_t *to, struct kauri_compressed_page *page,
                                      struct kauri_error *error);

// Used by one thread at a time.
struct kauri_page_writer;

// For the table described by *info, which must outlive *writer, as `path` must, which is for
// messages. Uses `threads` threads, or fewer if there are fewer pages. dictionaries[c] is that of
// column c if it has one, and is copied. The caller frees *writer, which is NULL on failure.
// Errors: KAURI_RESOURCE, KAURI_INTERNAL for bytes that are not a dictionary.
enum kauri_status kauri_page_writer_new(const struct kauri_table_info *info, const char *path,
                                        int level, unsigned threads,
                                        const struct kauri_dictionary *dictionaries,
                                        struct kauri_page_writer **writer,
                                        struct kauri_error *error);
// Accepts NULL.
void kauri_page_writer_free(struct kauri_page_writer *writer);

// The number of threads that work for it.
unsigned kauri_page_writer_threads(const struct kauri_page_writer *writer);

// Begins the groups at the end of `output`, which must outlive *writer.
void kauri_page_writer_begin(struct kauri_page_writer *writer, struct kauri_output *output);

// Appends entries, at most as many as the table still needs; columns[c] holds their stored numbers
// in column c. Errors: KAURI_RESOURCE.
enum kauri_status kauri_page_writer_append(struct kauri_page_writer *writer,
                                           const void *const *columns, uint64_t entries,
                                           struct kauri_error *error);

// Appends the next page of each column instead of its entries: pages[c] is that of column c. The
// columns must have the same pages and groups, and no page may be open. Whoever compressed the
// pages adds their survey before the end (kauri_page_writer_survey). Errors: KAURI_RESOURCE.
enum kauri_status kauri_page_writer_append_pages(struct kauri_page_writer *writer,
                                                 const struct kauri_compressed_page *pages,
                                                 struct kauri_error *error);

// Number of entries that were appended.
uint64_t kauri_page_writer_entries(const struct kauri_page_writer *writer);

// A survey that belongs to the writer and is part of the result of kauri_page_writer_certify.
struct kauri_survey *kauri_page_writer_survey(struct kauri_page_writer *writer);

// After the last entry, once: counts and maxima of all entries, as kauri_survey_certify.
enum kauri_status kauri_page_writer_certify(struct kauri_page_writer *writer,
                                            struct kauri_certificate *certificate,
                                            struct kauri_error *error);
// After the last entry: writes the directories, and notes in the header where they begin. Errors:
// KAURI_RESOURCE.
enum kauri_status kauri_page_writer_end(struct kauri_page_writer *writer,
                                        struct kauri_header *header, struct kauri_error *error);

#endif
