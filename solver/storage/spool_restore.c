// Spools that outlive the process: into their file whole, and back (solver/storage/checkpoint.h).
#include "solver/storage/spool_slabs.h"

#include <stdlib.h>
#include <sys/stat.h>

// In pieces that take a fraction of a second, so that a run can be stopped in between.
#define SYNC_BYTES (128ULL << 20)

enum kauri_status kauri_spool_flush(struct kauri_spool *spool,
                                    const struct kauri_progress *progress,
                                    struct kauri_spool_slab **slabs, uint32_t *count,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint64_t unsynced = 0;
    *count = 0;
    *slabs = calloc((size_t)spool->slab_count + 1, sizeof **slabs);
    if (*slabs == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for %s", spool->path);
    }
    for (unsigned worker = 0; worker < spool->threads; worker++) {
        kauri_spool_slab_close(spool, &spool->writers[worker]);
    }
    for (uint32_t i = 0; i < spool->slab_count; i++) {
        struct kauri_slab *slab = &spool->slabs[i];
        KAURI_TRY(kauri_spool_slab_write(spool, slab, error));
        (*slabs)[i] = (struct kauri_spool_slab){
            .offset = slab->offset, .room = slab->room, .used = slab->used};
        unsynced += slab->used;
        if (unsynced >= SYNC_BYTES && spool->file != NULL) {
            unsynced = 0;
            KAURI_TRY(kauri_workfile_sync(spool->file, error));
            if (kauri_progress_cancelled(progress)) {
                status =
                    kauri_fail(error, KAURI_INTERRUPTED, "stopped while writing %s", spool->path);
                goto cleanup;
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
    enum kauri_status status = KAURI_OK;
    struct stat about;
    if (count == 0) {
        return KAURI_OK;
    }
    KAURI_TRY(kauri_workfile_open(spool->path, &spool->file, error));
    if (stat(spool->path, &about) != 0) {
        status = kauri_fail_errno(error, KAURI_RESOURCE, "cannot look at %s", spool->path);
        goto cleanup;
    }
    const uint64_t size = (uint64_t)about.st_size;
    KAURI_TRY(kauri_spool_slab_room(spool, count, error));
    for (uint32_t i = 0; i < count; i++) {
        if (slabs[i].used > slabs[i].room || slabs[i].offset > size ||
            slabs[i].used > size - slabs[i].offset) {
            status = kauri_fail(error, KAURI_CORRUPT, "%s does not hold all that it should",
                                spool->path);
            goto cleanup;
        }
        const uint64_t end = slabs[i].offset + slabs[i].used;
        spool->slabs[i] = (struct kauri_slab){
            .offset = slabs[i].offset, .room = slabs[i].room, .used = slabs[i].used, .full = true};
        spool->file_end = end > spool->file_end ? end : spool->file_end;
        spool->writers[0].bytes += slabs[i].used;
    }
    spool->slab_count = count;
cleanup:
    return status;
}
