#include "solver/storage/spool.h"

#include "common/checked.h"
#include "common/digest.h"
#include "common/memory.h"
#include "solver/storage/workfile.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { SLAB_BYTES_MIN = 64 << 10, SLAB_BYTES_MAX = 4 << 20, SLACK = 16, ALIGNMENT = 64 };

// Files are synced in pieces that take a fraction of a second, so that a run can be stopped in
// between.
#define SYNC_BYTES (128ULL << 20)

#define NOT_IN_FILE UINT64_MAX

struct slab {
    uint8_t *memory;   // NULL if the slab is in the file only
    uint64_t offset;   // offset in the file, or NOT_IN_FILE
    uint32_t capacity; // bytes
    uint32_t used;
    bool full; // no worker appends to it any more
};

struct slab_writer {
    uint32_t slab;
    bool open;
    uint8_t *memory;
    uint32_t capacity;
    uint32_t used;
    uint64_t bytes;   // size of its chunks
    char padding[64]; // keeps workers' writers on different cache lines
};

struct kauri_spool {
    const struct kauri_workplace *place;
    enum kauri_work_file which;
    unsigned threads;
    bool keep; // the file outlives the spool
    uint64_t bound;
    uint32_t slab_bytes;
    pthread_mutex_t mutex; // protects everything below except the writers
    struct slab *slabs;
    uint32_t slab_count;
    uint32_t slab_room;
    uint32_t oldest; // no slab before it is in memory
    uint64_t held;   // bytes of slabs in memory, spare ones included
    uint8_t **spare; // memory of slab_bytes each
    uint32_t spare_count;
    struct kauri_workfile *file;
    uint64_t file_end;
    struct slab_writer *writers;
};

static uint32_t check_of(const void *bytes, size_t size)
{
    const uint64_t digest = kauri_digest(bytes, size);
    return (uint32_t)(digest ^ digest >> 32);
}

enum kauri_status kauri_spool_new(const struct kauri_workplace *place, enum kauri_work_file which,
                                  unsigned threads, uint64_t memory, struct kauri_spool **spool,
                                  struct kauri_error *error)
{
    *spool = NULL;
    struct kauri_spool *made = NULL;
    KAURI_PASS(KAURI_NEW(made, 1, error, "work files"));
    (void)pthread_mutex_init(&made->mutex, NULL);
    made->place = place;
    made->which = which;
    made->writers = calloc(threads, sizeof *made->writers);
    made->threads = threads;
    made->bound = memory;
    uint64_t slab = memory / (4 * (uint64_t)threads) & ~UINT64_C(4095);
    slab = slab < SLAB_BYTES_MIN ? SLAB_BYTES_MIN : slab > SLAB_BYTES_MAX ? SLAB_BYTES_MAX : slab;
    made->slab_bytes = (uint32_t)slab;
    if (made->writers == NULL) {
        kauri_spool_free(made);
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for work files");
    }
    *spool = made;
    return KAURI_OK;
}

void kauri_spool_free(struct kauri_spool *spool)
{
    if (spool == NULL) {
        return;
    }
    for (uint32_t i = 0; i < spool->slab_count; i++) {
        free(spool->slabs[i].memory);
    }
    for (uint32_t i = 0; i < spool->spare_count; i++) {
        free(spool->spare[i]);
    }
    free(spool->slabs);
    free(spool->spare);
    free(spool->writers);
    if (spool->keep) {
        kauri_workfile_keep(spool->file);
    } else {
        kauri_workfile_remove(spool->file);
    }
    (void)pthread_mutex_destroy(&spool->mutex);
    free(spool);
}

// Writes the slab to the file if it is not there.
static enum kauri_status write_slab(struct kauri_spool *spool, struct slab *slab,
                                    struct kauri_error *error)
{
    if (slab->offset != NOT_IN_FILE) {
        return KAURI_OK;
    }
    if (spool->file == NULL) {
        KAURI_PASS(kauri_workfile_make(spool->place, spool->which, &spool->file, error));
    }
    KAURI_PASS(kauri_workfile_write(spool->file, spool->file_end, slab->memory, slab->used, error));
    slab->offset = spool->file_end;
    spool->file_end += slab->used;
    return KAURI_OK;
}

// Writes a slab to the file and takes its memory away. The memory goes to *memory if that is not
// NULL and the slab has the usual size; otherwise it is freed.
static enum kauri_status evict(struct kauri_spool *spool, struct slab *slab, uint8_t **memory,
                               struct kauri_error *error)
{
    KAURI_PASS(write_slab(spool, slab, error));
    if (memory != NULL && slab->capacity == spool->slab_bytes) {
        *memory = slab->memory;
    } else {
        free(slab->memory);
        spool->held -= slab->capacity;
    }
    slab->memory = NULL;
    return KAURI_OK;
}

// Finds memory for a slab; takes it from the oldest slab if the bound is reached.
static enum kauri_status find_memory(struct kauri_spool *spool, uint32_t capacity, uint8_t **memory,
                                     struct kauri_error *error)
{
    const bool usual = capacity == spool->slab_bytes;
    *memory = NULL;
    if (usual && spool->spare_count > 0) {
        *memory = spool->spare[--spool->spare_count];
        return KAURI_OK;
    }
    while (spool->held + capacity > spool->bound) {
        while (spool->oldest < spool->slab_count && spool->slabs[spool->oldest].memory == NULL) {
            spool->oldest++;
        }
        uint32_t at = spool->oldest; // slabs that workers still fill are skipped; they are few
        while (at < spool->slab_count &&
               (spool->slabs[at].memory == NULL || !spool->slabs[at].full)) {
            at++;
        }
        if (at == spool->slab_count) {
            break; // one slab per worker is always allowed
        }
        KAURI_PASS(evict(spool, &spool->slabs[at], usual ? memory : NULL, error));
        if (*memory != NULL) {
            return KAURI_OK;
        }
    }
    *memory = aligned_alloc(ALIGNMENT,
                            ((size_t)capacity + SLACK + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
    if (*memory == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for %s",
                          spool->place->files[spool->which]);
    }
    spool->held += capacity;
    return KAURI_OK;
}

// Makes room for at least `count` slabs in the lists.
static enum kauri_status make_room(struct kauri_spool *spool, uint32_t count,
                                   struct kauri_error *error)
{
    uint32_t wanted = spool->slab_room == 0 ? 64 : spool->slab_room;
    if (count <= spool->slab_room) {
        return KAURI_OK;
    }
    while (wanted < count) {
        wanted *= 2;
    }
    void *slabs = realloc(spool->slabs, wanted * sizeof *spool->slabs);
    if (slabs != NULL) {
        spool->slabs = slabs;
    }
    void *spare = realloc(spool->spare, wanted * sizeof *spool->spare);
    if (spare != NULL) {
        spool->spare = spare;
    }
    if (slabs == NULL || spare == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for %s",
                          spool->place->files[spool->which]);
    }
    spool->slab_room = wanted;
    return KAURI_OK;
}

// Adds a slab of `capacity` bytes. The caller holds the mutex.
static enum kauri_status add_slab(struct kauri_spool *spool, uint32_t capacity, uint32_t *number,
                                  struct kauri_error *error)
{
    uint8_t *memory = NULL;
    KAURI_PASS(make_room(spool, spool->slab_count + 1, error));
    KAURI_PASS(find_memory(spool, capacity, &memory, error));
    *number = spool->slab_count++;
    spool->slabs[*number] =
        (struct slab){.memory = memory, .offset = NOT_IN_FILE, .capacity = capacity};
    return KAURI_OK;
}

// Ends the worker's slab, if it has one: nothing more is appended to it.
static void close_slab(struct kauri_spool *spool, struct slab_writer *writer)
{
    if (writer->open) {
        spool->slabs[writer->slab].used = writer->used;
        spool->slabs[writer->slab].full = true;
        writer->open = false;
    }
}

enum kauri_status kauri_spool_append(struct kauri_spool *spool, unsigned worker, const void *bytes,
                                     uint32_t size, struct kauri_chunk *chunk,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct slab_writer *writer = &spool->writers[worker];
    const uint32_t needed = (size + 7) & ~7U;
    if (!writer->open || writer->capacity - writer->used < needed) {
        const uint32_t capacity = needed > spool->slab_bytes ? needed : spool->slab_bytes;
        (void)pthread_mutex_lock(&spool->mutex);
        close_slab(spool, writer);
        status = add_slab(spool, capacity, &writer->slab, error);
        if (status == KAURI_OK) {
            writer->memory = spool->slabs[writer->slab].memory;
            writer->open = true;
            writer->capacity = capacity;
            writer->used = 0;
        }
        (void)pthread_mutex_unlock(&spool->mutex);
        if (status != KAURI_OK) {
            return status;
        }
    }
    assert(writer->memory != NULL); // an open writer has a slab
    uint8_t *to = writer->memory + writer->used;
    memcpy(to, bytes, size);
    memset(to + size, 0, needed - size);
    *chunk = (struct kauri_chunk){
        .slab = writer->slab,
        .offset = writer->used,
        .size = size,
        .check = check_of(bytes, size),
    };
    writer->used += needed;
    writer->bytes += needed;
    return KAURI_OK;
}

enum kauri_status kauri_spool_view(const struct kauri_spool *spool, struct kauri_chunk chunk,
                                   struct kauri_spool_buffer *buffer, const uint8_t **bytes,
                                   struct kauri_error *error)
{
    const struct slab *slab = &spool->slabs[chunk.slab];
    if (slab->memory != NULL) {
        *bytes = slab->memory + chunk.offset;
        return KAURI_OK;
    }
    KAURI_PASS(KAURI_FIT(buffer->bytes, (size_t)chunk.size + SLACK, buffer->capacity, error, "%s",
                         spool->place->files[spool->which]));
    KAURI_PASS(kauri_workfile_read(spool->file, slab->offset + chunk.offset, buffer->bytes,
                                   chunk.size, error));
    memset(buffer->bytes + chunk.size, 0, SLACK);
    if (check_of(buffer->bytes, chunk.size) != chunk.check) {
        return kauri_fail(error, KAURI_CORRUPT, "the work file %s was altered by another program",
                          kauri_workfile_path(spool->file));
    }
    *bytes = buffer->bytes;
    return KAURI_OK;
}

bool kauri_spool_holds(const struct kauri_spool *spool, struct kauri_chunk chunk)
{
    if (chunk.size == 0 || chunk.slab >= spool->slab_count || chunk.offset % 8 != 0) {
        return false;
    }
    const struct slab *slab = &spool->slabs[chunk.slab];
    const uint32_t end = slab->full ? slab->used : slab->capacity;
    return chunk.offset <= end && chunk.size <= end - chunk.offset;
}

void kauri_spool_buffer_clear(struct kauri_spool_buffer *buffer)
{
    free(buffer->bytes);
    memset(buffer, 0, sizeof *buffer);
}

void kauri_spool_reset(struct kauri_spool *spool)
{
    for (uint32_t i = 0; i < spool->slab_count; i++) {
        struct slab *slab = &spool->slabs[i];
        if (slab->memory != NULL && slab->capacity == spool->slab_bytes) {
            spool->spare[spool->spare_count++] = slab->memory;
        } else if (slab->memory != NULL) {
            free(slab->memory);
            spool->held -= slab->capacity;
        }
    }
    for (unsigned worker = 0; worker < spool->threads; worker++) {
        spool->writers[worker].open = false;
        spool->writers[worker].bytes = 0;
    }
    spool->slab_count = 0;
    spool->oldest = 0;
    spool->file_end = 0;
}

enum kauri_status kauri_spool_flush(struct kauri_spool *spool,
                                    const struct kauri_progress *progress,
                                    struct kauri_spool_slab **slabs, uint32_t *count,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint64_t unsynced = 0;
    *count = 0;
    KAURI_PASS(KAURI_NEW(*slabs, (size_t)spool->slab_count + 1, error, "%s",
                         spool->place->files[spool->which]));
    for (unsigned worker = 0; worker < spool->threads; worker++) {
        close_slab(spool, &spool->writers[worker]);
    }
    for (uint32_t i = 0; i < spool->slab_count; i++) {
        struct slab *slab = &spool->slabs[i];
        KAURI_TRY(write_slab(spool, slab, error));
        (*slabs)[i] = (struct kauri_spool_slab){
            .offset = slab->offset, .capacity = slab->capacity, .used = slab->used};
        unsynced += slab->used;
        if (unsynced >= SYNC_BYTES && spool->file != NULL) {
            unsynced = 0;
            KAURI_TRY(kauri_workfile_sync(spool->file, error));
            if (kauri_progress_cancelled(progress)) {
                KAURI_TRY(kauri_fail(error, KAURI_INTERRUPTED, "stopped while writing %s",
                                     spool->place->files[spool->which]));
            }
        }
    }
    if (spool->file != NULL) {
        KAURI_TRY(kauri_workfile_sync(spool->file, error));
    }
    *count = spool->slab_count;
cleanup:
    if (status != KAURI_OK) {
        free(*slabs);
        *slabs = NULL;
    }
    return status;
}

enum kauri_status kauri_spool_restore(struct kauri_spool *spool,
                                      const struct kauri_spool_slab *slabs, uint32_t count,
                                      struct kauri_error *error)
{
    uint64_t size = 0;
    if (count == 0) {
        return KAURI_OK;
    }
    KAURI_PASS(kauri_workfile_open(spool->place, spool->which, &spool->file, error));
    KAURI_PASS(kauri_workfile_size(spool->file, &size, error));
    KAURI_PASS(make_room(spool, count, error));
    for (uint32_t i = 0; i < count; i++) {
        if (slabs[i].used > slabs[i].capacity || slabs[i].offset > size ||
            slabs[i].used > size - slabs[i].offset) {
            return kauri_fail(error, KAURI_CORRUPT, "%s does not hold all that it should",
                              spool->place->files[spool->which]);
        }
        const uint64_t end = slabs[i].offset + slabs[i].used;
        spool->slabs[i] = (struct slab){.offset = slabs[i].offset,
                                        .capacity = slabs[i].capacity,
                                        .used = slabs[i].used,
                                        .full = true};
        spool->file_end = end > spool->file_end ? end : spool->file_end;
        spool->writers[0].bytes += slabs[i].used;
    }
    spool->slab_count = count;
    return KAURI_OK;
}

void kauri_spool_keep(struct kauri_spool *spool, bool keep)
{
    spool->keep = keep;
}

uint64_t kauri_spool_memory(const struct kauri_spool *spool)
{
    return spool->held;
}

uint64_t kauri_spool_bytes(const struct kauri_spool *spool)
{
    uint64_t bytes = 0;
    for (unsigned worker = 0; worker < spool->threads; worker++) {
        bytes += spool->writers[worker].bytes;
    }
    return bytes;
}
