#include "db/decompress.h"

#include "common/memory.h"

#include <stdlib.h>
#include <zstd.h>
#include <zstd_errors.h>

struct kauri_decompressor {
    ZSTD_DCtx *context;
};

struct kauri_decompress_dictionary {
    ZSTD_DDict *prepared;
};

bool kauri_is_dictionary(const uint8_t *bytes, size_t size)
{
    return size >= 8 && bytes[0] == 0x37 && bytes[1] == 0xA4 && bytes[2] == 0x30 &&
           bytes[3] == 0xEC;
}

bool kauri_lacks_memory(size_t result)
{
    // Declared by zstd_errors.h, and from zstd 1.5.7 on by zstd.h.
    return ZSTD_getErrorCode(result) == ZSTD_error_memory_allocation;
}

enum kauri_status kauri_decompressor_new(struct kauri_decompressor **decompressor,
                                         struct kauri_error *error)
{
    *decompressor = NULL;
    struct kauri_decompressor *made = NULL;
    KAURI_PASS(KAURI_NEW(made, 1, error, "decompression"));
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

enum kauri_status kauri_decompress_dictionary_new(const void *bytes, size_t size,
                                                  struct kauri_decompress_dictionary **dictionary,
                                                  struct kauri_error *error)
{
    *dictionary = NULL;
    if (!kauri_is_dictionary(bytes, size) || ZSTD_getDictID_fromDict(bytes, size) == 0) {
        return kauri_fail(error, KAURI_CORRUPT, "not a dictionary");
    }
    struct kauri_decompress_dictionary *made = NULL;
    KAURI_PASS(KAURI_NEW(made, 1, error, "a dictionary"));
    made->prepared = ZSTD_createDDict(bytes, size);
    if (made->prepared == NULL) { // malformed, or out of memory: zstd does not say which
        free(made);
        return kauri_fail(error, KAURI_CORRUPT, "not a dictionary");
    }
    *dictionary = made;
    return KAURI_OK;
}

void kauri_decompress_dictionary_free(struct kauri_decompress_dictionary *dictionary)
{
    if (dictionary != NULL) {
        (void)ZSTD_freeDDict(dictionary->prepared);
        free(dictionary);
    }
}

// Returns whether the bytes begin like a frame. Skippable frames have a size but no content; the
// magic number excludes them.
static bool is_frame(const void *from, size_t size)
{
    const unsigned char *magic = from;
    return size >= 4 && magic[0] == 0x28 && magic[1] == 0xB5 && magic[2] == 0x2F &&
           magic[3] == 0xFD;
}

static enum kauri_status refuse(const char *why, const char **reason)
{
    *reason = why;
    return KAURI_CORRUPT;
}

enum kauri_status kauri_decompress(struct kauri_decompressor *decompressor,
                                   const struct kauri_decompress_dictionary *dictionary,
                                   const void *from, size_t size, void *to, size_t expected,
                                   const char **reason)
{
    if (!is_frame(from, size)) {
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
    const size_t result = dictionary == NULL
                              ? ZSTD_decompressDCtx(decompressor->context, to, expected, from, size)
                              : ZSTD_decompress_usingDDict(decompressor->context, to, expected,
                                                           from, size, dictionary->prepared);
    if (ZSTD_isError(result)) {
        *reason = ZSTD_getErrorName(result);
        return kauri_lacks_memory(result) ? KAURI_RESOURCE : KAURI_CORRUPT;
    }
    if (result != expected) {
        return refuse("the zstd frame has another size than it states", reason);
    }
    return KAURI_OK;
}
