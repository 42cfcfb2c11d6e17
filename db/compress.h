// Compression of pages. The only user of zstd in db/.
#ifndef KAURI_DB_COMPRESS_H
#define KAURI_DB_COMPRESS_H

#include "common/status.h"

#include <stddef.h>

enum {
    KAURI_COMPRESS_LEVEL_MIN = 1,
    KAURI_COMPRESS_LEVEL_MAX = 19,
};

// Working memory of one thread each. Not thread-safe.
struct kauri_compressor;
struct kauri_decompressor;

// Upper bound on the compressed size of `size` bytes; docs/FORMAT.md bounds compressed pages by it.
static inline size_t kauri_compress_bound(size_t size)
{
    return size + size / 256 + 64;
}

// `level` is in [KAURI_COMPRESS_LEVEL_MIN, KAURI_COMPRESS_LEVEL_MAX]. The caller frees *compressor.
// Errors: KAURI_RESOURCE.
enum kauri_status kauri_compressor_new(int level, struct kauri_compressor **compressor,
                                       struct kauri_error *error);
// Accepts NULL.
void kauri_compressor_free(struct kauri_compressor *compressor);

// Compresses `size` bytes into `to`, which has room for kauri_compress_bound(size); *written
// receives the compressed size. The same bytes and level give the same result with the same version
// of zstd. Errors: KAURI_RESOURCE.
enum kauri_status kauri_compress(struct kauri_compressor *compressor, const void *from, size_t size,
                                 void *to, size_t *written, struct kauri_error *error);

// The caller frees *decompressor. Errors: KAURI_RESOURCE.
enum kauri_status kauri_decompressor_new(struct kauri_decompressor **decompressor,
                                         struct kauri_error *error);
// Accepts NULL.
void kauri_decompressor_free(struct kauri_decompressor *decompressor);

// Decompresses one frame of `size` bytes, whose content must be exactly `expected` bytes, into
// `to`; never writes more than that. Errors: KAURI_CORRUPT for bytes that are not such a frame,
// KAURI_RESOURCE for lack of memory; *reason then receives a phrase for the message (static
// storage).
enum kauri_status kauri_decompress(struct kauri_decompressor *decompressor, const void *from,
                                   size_t size, void *to, size_t expected, const char **reason);

#endif
