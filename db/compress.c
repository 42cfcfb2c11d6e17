#include "db/compress.h"

#include "common/memory.h"

#include <stdlib.h>
#include <zdict.h>
#include <zstd.h>

struct kauri_compressor {
    ZSTD_CCtx *context;
};

struct kauri_compress_dictionary {
    ZSTD_CDict *prepared;
};

enum kauri_status kauri_compressor_new(int level, struct kauri_compressor **compressor,
                                       struct kauri_error *error)
{
    *compressor = NULL;
    struct kauri_compressor *made = NULL;
    KAURI_PASS(KAURI_NEW(made, 1, error, "compression"));
    made->context = ZSTD_createCCtx();
    if (made->context == NULL ||
        ZSTD_isError(ZSTD_CCtx_setParameter(made->context, ZSTD_c_compressionLevel, level)) ||
        ZSTD_isError(ZSTD_CCtx_setParameter(made->context, ZSTD_c_dictIDFlag, 0))) {
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

enum kauri_status kauri_compress_dictionary_new(const void *bytes, size_t size, int level,
                                                struct kauri_compress_dictionary **dictionary,
                                                struct kauri_error *error)
{
    *dictionary = NULL;
    if (!kauri_is_dictionary(bytes, size)) {
        return kauri_fail(error, KAURI_INTERNAL, "not a dictionary");
    }
    struct kauri_compress_dictionary *made = calloc(1, sizeof *made);
    if (made == NULL || (made->prepared = ZSTD_createCDict(bytes, size, level)) == NULL) {
        free(made);
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for a dictionary");
    }
    *dictionary = made;
    return KAURI_OK;
}

void kauri_compress_dictionary_free(struct kauri_compress_dictionary *dictionary)
{
    if (dictionary != NULL) {
        (void)ZSTD_freeCDict(dictionary->prepared);
        free(dictionary);
    }
}

enum kauri_status kauri_compress(struct kauri_compressor *compressor,
                                 const struct kauri_compress_dictionary *dictionary,
                                 const void *from, size_t size, void *to, size_t *written,
                                 struct kauri_error *error)
{
    size_t result =
        ZSTD_CCtx_refCDict(compressor->context, dictionary != NULL ? dictionary->prepared : NULL);
    if (!ZSTD_isError(result)) {
        result = ZSTD_compress2(compressor->context, to, kauri_compress_bound(size), from, size);
    }
    if (ZSTD_isError(result)) {
        return kauri_fail(error, KAURI_RESOURCE, "compression failed: %s",
                          ZSTD_getErrorName(result));
    }
    *written = result;
    return KAURI_OK;
}

// --------------------------------------------------------------------------------- dictionaries

enum kauri_status kauri_dictionary_train(const uint8_t *samples, const size_t *sample_bytes,
                                         unsigned sample_count, uint8_t *dictionary,
                                         size_t capacity, size_t *size, struct kauri_error *error)
{
    const size_t result =
        ZDICT_trainFromBuffer(dictionary, capacity, samples, sample_bytes, sample_count);
    *size = 0;
    if (!ZDICT_isError(result)) {
        *size = result;
        return KAURI_OK;
    }
    if (kauri_lacks_memory(result)) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for training a dictionary");
    }
    return KAURI_OK;
}
