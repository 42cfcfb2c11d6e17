// The entries of stored blocks, read in order from the table of a layer: one that holds every
// position, or only stored blocks; and dictionaries for packing them.
#ifndef KAURI_TABLEBASE_PACK_SOURCE_H
#define KAURI_TABLEBASE_PACK_SOURCE_H

#include "db/reader.h"
#include "db/writer.h"
#include "indexer/layer.h"

// A pass through a table, with several threads and in bounded memory. Used by one thread at a time.
struct kauri_pack_source;

// Begins at the first entry. `reader` is an open table of `layer` (kauri_layer_table_open); both
// must outlive the source. `threads` is at least 1. kauri_pack_source_next hands out about `wanted`
// entries at a time, or more. Errors: KAURI_RESOURCE. The caller frees *source.
enum kauri_status kauri_pack_source_new(const struct kauri_reader *reader,
                                        const struct kauri_layer *layer, unsigned threads,
                                        uint64_t wanted, struct kauri_pack_source **source,
                                        struct kauri_error *error);
// Accepts NULL.
void kauri_pack_source_free(struct kauri_pack_source *source);

// Number of entries of stored blocks in the layer.
uint64_t kauri_pack_source_entries(const struct kauri_pack_source *source);

// Hands out the next entries of stored blocks: columns[c] points to *entries stored numbers of
// column c, valid until the next call. *entries is 0 at the end of the table. Every page of the
// table is read and checked, also those without entries of stored blocks. *done receives the number
// of entries of the table that were read so far. Errors: KAURI_CORRUPT for a damaged page (the
// message names it), KAURI_RESOURCE.
enum kauri_status kauri_pack_source_next(struct kauri_pack_source *source,
                                         const uint8_t *columns[KAURI_COLUMNS_MAX],
                                         uint64_t *entries, uint64_t *done,
                                         struct kauri_error *error);

// Reads `count` entries of stored blocks from number `first` on, which may be anywhere: the stored
// numbers of one column. Does not affect the order of kauri_pack_source_next. Errors as above.
enum kauri_status kauri_pack_source_sample(struct kauri_pack_source *source, unsigned column,
                                           uint64_t first, uint64_t count, uint8_t *numbers,
                                           struct kauri_error *error);

// At the end of the table, once: compares counts, maxima and digests of everything that
// kauri_pack_source_next has read with the certificate of the table. KAURI_CORRUPT if they differ,
// KAURI_RESOURCE.
enum kauri_status kauri_pack_source_check(struct kauri_pack_source *source,
                                          struct kauri_error *error);

// Trains a dictionary of at most `capacity` bytes for pages of `page_entries` entries of `width`
// bytes, on pages that are evenly spread over the stored entries. The same entries give the same
// dictionary with the same version of zstd. *bytes receives memory that the caller frees, also
// after a failure; *dictionary points into it, and its size is 0 if the pages are too few or too
// alike for a dictionary, which is no failure. Errors: those of kauri_pack_source_sample.
enum kauri_status kauri_pack_dictionary(struct kauri_pack_source *source, unsigned column,
                                        unsigned width, uint32_t page_entries, size_t capacity,
                                        uint8_t **bytes, struct kauri_dictionary *dictionary,
                                        struct kauri_error *error);

#endif
