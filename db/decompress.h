// Decompressing pages that were compressed by db/compress.h or by another writer of zstd's format.
#ifndef KAURI_DB_DECOMPRESS_H
#define KAURI_DB_DECOMPRESS_H

#include "common/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Working memory of one thread. Not thread-safe.
struct kauri_decompressor;

// A dictionary in the format of RFC 8878, section 5, prepared for decompressing. Constant after it
// was made, so any number of threads may use it.
struct kauri_decompress_dictionary;

// Returns an upper bound on the compressed size of `size` bytes; docs/reference/FORMAT.md bounds
// compressed pages by it.
static inline size_t kauri_compress_bound(size_t size)
{
    return size + size / 256 + 64;
}

// Returns whether the bytes begin like a dictionary. zstd would take others as raw content.
bool kauri_is_dictionary(const uint8_t *bytes, size_t size);

// Returns whether a function of zstd.h or zdict.h has returned the error for lack of memory.
bool kauri_lacks_memory(size_t result);

// The caller frees *decompressor. Errors: KAURI_RESOURCE.
enum kauri_status kauri_decompressor_new(struct kauri_decompressor **decompressor,
                                         struct kauri_error *error);
// Accepts NULL.
void kauri_decompressor_free(struct kauri_decompressor *decompressor);

// Prepares a copy of the dictionary for decompressing. The caller frees *dictionary. Errors:
// KAURI_CORRUPT for bytes that are not a dictionary, KAURI_RESOURCE.
enum kauri_status kauri_decompress_dictionary_new(const void *bytes, size_t size,
                                                  struct kauri_decompress_dictionary **dictionary,
                                                  struct kauri_error *error);
// Accepts NULL.
void kauri_decompress_dictionary_free(struct kauri_decompress_dictionary *dictionary);

// Decompresses one frame of `size` bytes, whose content must be exactly `expected` bytes, into
// `to`; never writes more than that. `dictionary` is NULL for a frame that was made without one.
// Errors: KAURI_CORRUPT for bytes that are not such a frame, KAURI_RESOURCE for lack of memory;
// *reason then receives a phrase for the message (static storage).
enum kauri_status kauri_decompress(struct kauri_decompressor *decompressor,
                                   const struct kauri_decompress_dictionary *dictionary,
                                   const void *from, size_t size, void *to, size_t expected,
                                   const char **reason);

#endif
