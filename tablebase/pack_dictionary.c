#include "tablebase/pack_dictionary.h"

#include "db/dictionary.h"

#include <stdlib.h>

// zstd recommends samples of about a hundred times the size of the dictionary.
enum { SAMPLES_PER_DICTIONARY = 100, SAMPLES_MIN = 16, SAMPLES_MAX = 20000 };

enum kauri_status kauri_pack_dictionary(struct kauri_pack_source *source, unsigned column,
                                        unsigned width, uint32_t page_entries, size_t capacity,
                                        uint8_t **bytes, struct kauri_dictionary *dictionary,
                                        struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const uint64_t entries = kauri_pack_source_entries(source);
    const uint64_t sample_entries = page_entries < entries ? page_entries : entries;
    const size_t sample_bytes = (size_t)sample_entries * width;
    const uint64_t pages = entries / sample_entries; // whole ones
    uint64_t wanted = (uint64_t)capacity * SAMPLES_PER_DICTIONARY / sample_bytes;
    wanted = wanted < SAMPLES_MIN ? SAMPLES_MIN : wanted > SAMPLES_MAX ? SAMPLES_MAX : wanted;
    const unsigned count = (unsigned)(wanted < pages ? wanted : pages);
    size_t size = 0;
    uint8_t *samples = malloc(count * sample_bytes);
    size_t *sizes = malloc(count * sizeof *sizes);
    *dictionary = (struct kauri_dictionary){.bytes = NULL};
    *bytes = malloc(capacity);
    if (samples == NULL || sizes == NULL || *bytes == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for training a dictionary");
        goto cleanup;
    }
    for (unsigned i = 0; i < count; i++) {
        const uint64_t page = pages * i / count;
        sizes[i] = sample_bytes;
        KAURI_TRY(kauri_pack_source_sample(source, column, page * sample_entries, sample_entries,
                                           samples + i * sample_bytes, error));
    }
    KAURI_TRY(kauri_dictionary_train(samples, sizes, count, *bytes, capacity, &size, error));
    if (size > 0) {
        *dictionary = (struct kauri_dictionary){.bytes = *bytes, .size = size};
    }
cleanup:
    free(samples);
    free(sizes);
    return status;
}
