#include "db/dictionary.h"

#include "db/compress.h"

#include <zdict.h>

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
    if (kauri_compress_lacks_memory(result)) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for training a dictionary");
    }
    return KAURI_OK;
}
