// Compressing pages with zstd, and dictionaries for it. db/decompress.h has the inverse.
#ifndef KAURI_DB_COMPRESS_H
#define KAURI_DB_COMPRESS_H

#include "common/status.h"
#include "db/decompress.h"

#include <stddef.h>
#include <stdint.h>

enum {
    KAURI_COMPRESS_LEVEL_MIN = 1,
    KAURI_COMPRESS_LEVEL_MAX = 19,
};

// Working memory of one thread. Not thread-safe.
struct kauri_compressor;

// A dictionary in the format of RFC 8878, section 5, prepared for compressing at one level.
// Constant after it was made, so any number of threads may use it.
struct kauri_compress_dictionary;

// Makes a compressor. `level` is in [KAURI_COMPRESS_LEVEL_MIN, KAURI_COMPRESS_LEVEL_MAX]. The
// caller frees *compressor. Errors: KAURI_RESOURCE.
enum kauri_status kauri_compressor_new(int level, struct kauri_compressor **compressor,
                                       struct kauri_error *error);
// Accepts NULL.
void kauri_compressor_free(struct kauri_compressor *compressor);

// Prepares a copy of the dictionary for compressing at `level`, which replaces the level of the
// compressor. The caller frees *dictionary. Errors: KAURI_INTERNAL for bytes that are not a
// dictionary, KAURI_RESOURCE.
enum kauri_status kauri_compress_dictionary_new(const void *bytes, size_t size, int level,
                                                struct kauri_compress_dictionary **dictionary,
                                                struct kauri_error *error);
// Accepts NULL.
void kauri_compress_dictionary_free(struct kauri_compress_dictionary *dictionary);

// Compresses `size` bytes into `to`, which has room for kauri_compress_bound(size); *written
// receives the compressed size. `dictionary` may be NULL. The same bytes, level and dictionary give
// the same result with the same version of zstd. Errors: KAURI_RESOURCE.
enum kauri_status kauri_compress(struct kauri_compressor *compressor,
                                 const struct kauri_compress_dictionary *dictionary,
                                 const void *from, size_t size, void *to, size_t *written,
                                 struct kauri_error *error);

// Trains the dictionary of a column, of at most `capacity` bytes on `sample_count` samples, which
// lie one after the other in `samples` and have `sample_bytes` bytes each: decoded pages of the
// column. The same samples give the same dictionary with the same version of zstd. *size receives
// its bytes, or 0 if the samples are too few or too alike for a dictionary, which is no failure.
// Errors: KAURI_RESOURCE.
enum kauri_status kauri_dictionary_train(const uint8_t *samples, const size_t *sample_bytes,
                                         unsigned sample_count, uint8_t *dictionary,
                                         size_t capacity, size_t *size, struct kauri_error *error);

#endif
