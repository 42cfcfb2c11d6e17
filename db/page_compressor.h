// Compresses the pages of a table, and counts their values meanwhile.
#ifndef KAURI_DB_PAGE_COMPRESSOR_H
#define KAURI_DB_PAGE_COMPRESSOR_H

#include "common/status.h"
#include "db/compress.h"
#include "db/survey.h"
#include "db/table.h"

#include <stdint.h>

// A compressed page. `check` is the low half of the XXH64 of its decoded bytes.
struct kauri_compressed_page {
    const uint8_t *bytes;
    uint32_t size;
    uint32_t check;
};

// Used by one thread at a time.
struct kauri_page_compressor {
    struct kauri_compressor *compressor;
    struct kauri_survey survey;
};

// Prepares a compressor for a table described by *info, which must outlive it. It must be cleared
// also after a failure. `level` is that of zstd. Errors: KAURI_RESOURCE.
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
