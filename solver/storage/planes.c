#include "solver/storage/planes.h"

#include "common/checked.h"
#include "common/memory.h"
#include "common/size.h"
#include "solver/storage/workfile.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct kauri_planes {
    uint64_t block_words;
    uint64_t resident;
    unsigned threads;
    uint64_t *memory; // the resident blocks
    uint64_t memory_bytes;
    uint64_t **buffers; // a buffer for each worker
    struct kauri_workfile *file;
    bool keep; // leave the file in place
};

// Returns the words of a block, and two more: the queue may contain the word after the last one
// (kauri_work_put).
static uint64_t words_of(const struct kauri_layer *layer)
{
    return 3 * ((layer->cowrie_count + UINT64_C(63)) / 64 + 2);
}

uint64_t kauri_planes_block_bytes(const struct kauri_layer *layer)
{
    return words_of(layer) * sizeof(uint64_t);
}

static uint64_t *map(uint64_t bytes)
{
    const size_t size = kauri_size_to_ask(bytes);
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) {
        return NULL;
    }
    kauri_use_huge_pages(memory, size); // a round touches memory all over
    return memory;
}

enum kauri_status kauri_planes_new(const struct kauri_layer *layer, uint64_t blocks,
                                   unsigned threads, uint64_t resident,
                                   const struct kauri_workplace *place,
                                   struct kauri_planes **planes, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint64_t bytes = 0;
    *planes = NULL;
    struct kauri_planes *made = NULL;
    KAURI_PASS(KAURI_NEW(made, 1, error, "layer %u", layer->seeds));
    made->block_words = words_of(layer);
    made->resident = resident < blocks ? resident : blocks;
    made->threads = threads;
    if (!kauri_checked_multiply(made->resident, kauri_planes_block_bytes(layer), &bytes) ||
        bytes > SIZE_MAX / 2) {
        bytes = UINT64_MAX;
        goto refuse;
    }
    if (bytes > 0) {
        made->memory = map(bytes);
        if (made->memory == NULL) {
            goto refuse;
        }
        made->memory_bytes = bytes;
    }
    if (made->resident < blocks) {
        made->buffers = calloc(threads, sizeof *made->buffers);
        if (made->buffers == NULL) {
            goto refuse;
        }
        for (unsigned worker = 0; worker < threads; worker++) {
            made->buffers[worker] = calloc(kauri_size_to_ask(made->block_words), sizeof(uint64_t));
            if (made->buffers[worker] == NULL) {
                goto refuse;
            }
        }
        KAURI_TRY(kauri_workfile_make(place, KAURI_WORK_PLANES, &made->file, error));
    }
    *planes = made;
    return KAURI_OK;
refuse:
    status = kauri_fail(error, KAURI_RESOURCE, "layer %u needs %s of memory, more than there is",
                        layer->seeds, KAURI_SIZE_TEXT(bytes));
cleanup:
    kauri_planes_free(made);
    return status;
}

void kauri_planes_keep(struct kauri_planes *planes, bool keep)
{
    if (planes != NULL) {
        planes->keep = keep;
    }
}

void kauri_planes_free(struct kauri_planes *planes)
{
    if (planes == NULL) {
        return;
    }
    if (planes->memory != NULL) {
        (void)munmap(planes->memory, (size_t)planes->memory_bytes);
    }
    for (unsigned worker = 0; planes->buffers != NULL && worker < planes->threads; worker++) {
        free(planes->buffers[worker]);
    }
    free(planes->buffers);
    if (planes->keep) {
        kauri_workfile_keep(planes->file);
    } else {
        kauri_workfile_remove(planes->file);
    }
    free(planes);
}

enum kauri_status kauri_planes_acquire(struct kauri_planes *planes, unsigned worker, uint64_t block,
                                       bool fresh, uint64_t **words, struct kauri_error *error)
{
    const size_t bytes = (size_t)planes->block_words * sizeof(uint64_t);
    if (block < planes->resident) {
        *words = planes->memory + block * planes->block_words;
        if (fresh) {
            memset(*words, 0, bytes);
        }
        return KAURI_OK;
    }
    *words = planes->buffers[worker];
    if (fresh) {
        memset(*words, 0, bytes);
        return KAURI_OK;
    }
    return kauri_workfile_read(planes->file, (block - planes->resident) * bytes, *words, bytes,
                               error);
}

enum kauri_status kauri_planes_release(struct kauri_planes *planes, unsigned worker, uint64_t block,
                                       bool changed, struct kauri_error *error)
{
    const size_t bytes = (size_t)planes->block_words * sizeof(uint64_t);
    if (block < planes->resident || !changed) {
        return KAURI_OK;
    }
    return kauri_workfile_write(planes->file, (block - planes->resident) * bytes,
                                planes->buffers[worker], bytes, error);
}

uint64_t kauri_planes_memory(const struct kauri_planes *planes)
{
    const uint64_t buffers = planes->buffers == NULL ? 0 : planes->threads;
    return planes->memory_bytes + buffers * planes->block_words * sizeof(uint64_t);
}
