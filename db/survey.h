// The figures of a certificate, computed from the entries of a table: how often each value of
// column 0 occurs, the greatest value of each column, and the digests of the columns
// (docs/FORMAT.md, section 5); and the compression of pages, during which their entries are
// counted.
#ifndef KAURI_DB_SURVEY_H
#define KAURI_DB_SURVEY_H

#include "common/digest.h"
#include "db/compress.h"
#include "db/table.h"

#include <stdbool.h>

// Counts of one thread; merge them at the end. Not thread-safe.
struct kauri_survey {
    const struct kauri_table_info *info; // must outlive the survey
    uint64_t *counts;                    // by stored number of column 0; owned
    uint32_t count_count;                // size of `counts`: 256 or 65,536
    uint32_t maximum[KAURI_COLUMNS_MAX]; // stored numbers
};

// Errors: KAURI_RESOURCE.
enum kauri_status kauri_survey_init(struct kauri_survey *survey,
                                    const struct kauri_table_info *info, struct kauri_error *error);
// Frees the memory that the survey owns; safe on a zeroed one.
void kauri_survey_clear(struct kauri_survey *survey);

// Counts the stored numbers of a page of column `column` with `entries` entries.
void kauri_survey_add(struct kauri_survey *survey, unsigned column, const uint8_t *numbers,
                      uint32_t entries);
// Adds the counts and maxima of `other`.
void kauri_survey_merge(struct kauri_survey *survey, const struct kauri_survey *other);

// Fills the counts and maxima of *certificate, but not its digests; those over all positions are
// those over the entries. The caller frees the counts with free(). At least one entry must have
// been counted. Errors: KAURI_RESOURCE.
enum kauri_status kauri_survey_certify(const struct kauri_survey *survey,
                                       struct kauri_certificate *certificate,
                                       struct kauri_error *error);

// The digest of a column over numbers that arrive in pieces. Whole runs may be hashed elsewhere.
// Used by one thread at a time.
struct kauri_column_digest {
    size_t entry_bytes;
    uint32_t run_entries;           // of every run but the last
    uint32_t entries;               // of the run that is open
    struct kauri_digester *runs;    // over the digests of the runs
    struct kauri_digester *partial; // over the open run; NULL if there is none
};

// Prepares *digest for numbers of `width` bytes in runs of `run_entries`; to be cleared also after
// a failure. Errors: KAURI_RESOURCE.
enum kauri_status kauri_column_digest_init(struct kauri_column_digest *digest, unsigned width,
                                           uint32_t run_entries, struct kauri_error *error);
// Accepts a zeroed struct.
void kauri_column_digest_clear(struct kauri_column_digest *digest);

// Adds entries; the runs that lie in them as a whole are hashed by `threads` threads. Errors:
// KAURI_RESOURCE.
enum kauri_status kauri_column_digest_add(struct kauri_column_digest *digest, unsigned threads,
                                          const uint8_t *bytes, uint64_t entries,
                                          struct kauri_error *error);

// Adds a whole run whose XXH64 is `run`. No run must be open.
void kauri_column_digest_run(struct kauri_column_digest *digest, uint64_t run);

// Ends the last run and returns the digest.
uint64_t kauri_column_digest_end(struct kauri_column_digest *digest);

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

#endif
