#include "db/compress.h"

#include <stdlib.h>

#include <zstd.h>
#include <zstd_errors.h>

struct kauri_compressor {
    ZSTD_CCtx *context;
};

struct kauri_decompressor {
    ZSTD_DCtx *context;
};

enum kauri_status kauri_compressor_new(int level, struct kauri_compressor **compressor,
                                       struct kauri_error *error)
{
    *compressor = NULL;
    struct kauri_compressor *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for compression");
    }
    made->context = ZSTD_createCCtx();
    if (made->context == NULL ||
        ZSTD_isError(ZSTD_CCtx_setParameter(made->context, ZSTD_c_compressionLevel, level))) {
        kauri_compressor_free(made);
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for compression");
    }
    *compressor = made;
    return KAURI_OK;
}

void kauri_compressor_free(struct kauri_compressor *compressor)
{
    if (compressor == NULL) {
        return;
    }
    (void)ZSTD_freeCCtx(compressor->context);
    free(compressor);
}

enum kauri_status kauri_compress(struct kauri_compressor *compressor, const void *from, size_t size,
                                 void *to, size_t *written, struct kauri_error *error)
{
    const size_t result =
        ZSTD_compress2(compressor->context, to, kauri_compress_bound(size), from, size);
    if (ZSTD_isError(result)) {
        return kauri_fail(error, KAURI_RESOURCE, "compression failed: %s",
                          ZSTD_getErrorName(result));
    }
    *written = result;
    return KAURI_OK;
}

enum kauri_status kauri_decompressor_new(struct kauri_decompressor **decompressor,
                                         struct kauri_error *error)
{
    *decompressor = NULL;
    struct kauri_decompressor *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for decompression");
    }
    made->context = ZSTD_createDCtx();
    if (made->context == NULL) {
        kauri_decompressor_free(made);
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for decompression");
    }
    *decompressor = made;
    return KAURI_OK;
}

void kauri_decompressor_free(struct kauri_decompressor *decompressor)
{
    if (decompressor == NULL) {
        return;
    }
    (void)ZSTD_freeDCtx(decompressor->context);
    free(decompressor);
}

static enum kauri_status refuse(const char *why, const char **reason)
{
    *reason = why;
    return KAURI_CORRUPT;
}

enum kauri_status kauri_decompress(struct kauri_decompressor *decompressor, const void *from,
                                   size_t size, void *to, size_t expected, const char **reason)
{
    // Skippable frames have a size of their own but no content; the magic number excludes them.
    const unsigned char *magic = from;
    if (size < 4 || magic[0] != 0x28 || magic[1] != 0xB5 || magic[2] != 0x2F || magic[3] != 0xFD) {
        return refuse("not a zstd frame", reason);
    }
    const unsigned long long content = ZSTD_getFrameContentSize(from, size);
    if (content == ZSTD_CONTENTSIZE_ERROR || content == ZSTD_CONTENTSIZE_UNKNOWN) {
        return refuse("the zstd frame does not state its size", reason);
    }
    if (content != expected) {
        return refuse("the zstd frame states another size than the page has", reason);
    }
    if (ZSTD_findFrameCompressedSize(from, size) != size) {
        return refuse("the zstd frame does not end with the page", reason);
    }
    const size_t result = ZSTD_decompressDCtx(decompressor->context, to, expected, from, size);
    if (ZSTD_isError(result)) {
        *reason = ZSTD_getErrorName(result);
        return ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation ? KAURI_RESOURCE
                                                                         : KAURI_CORRUPT;
    }
    if (result != expected) {
        return refuse("the zstd frame has another size than it states", reason);
    }
    return KAURI_OK;
}
