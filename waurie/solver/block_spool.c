#include "waurie/solver/block_spool.h"

#include "common/file.h"
#include "common/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Until its name is removed, which is at once.
#define SPOOL_NAME "waurie.spool"

enum { CALL_BYTES = 8 << 20 }; // of one system call

struct waurie_spool {
    int descriptor;
    char *folder; // for messages
    uint64_t bytes;
};

enum kauri_status waurie_spool_new(const char *folder, struct waurie_spool **spool,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_folder *parent = NULL;
    *spool = NULL;
    struct waurie_spool *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory");
    }
    made->descriptor = -1;
    made->folder = strdup(folder);
    if (made->folder == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory");
        goto cleanup;
    }
    KAURI_TRY(kauri_folder_open(folder, &parent, error));
    kauri_folder_unlink(parent, SPOOL_NAME);
    made->descriptor = openat(kauri_folder_descriptor(parent), SPOOL_NAME,
                              O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, (mode_t)0600);
    if (made->descriptor < 0) {
        status = kauri_fail_errno(error, KAURI_RESOURCE, "cannot write %s/%s", folder, SPOOL_NAME);
        goto cleanup;
    }
    kauri_folder_unlink(parent, SPOOL_NAME);
    *spool = made;
    made = NULL;
cleanup:
    kauri_folder_close(parent);
    waurie_spool_free(made);
    return status;
}

void waurie_spool_free(struct waurie_spool *spool)
{
    if (spool == NULL) {
        return;
    }
    if (spool->descriptor >= 0) {
        (void)close(spool->descriptor);
    }
    free(spool->folder);
    free(spool);
}

enum kauri_status waurie_spool_append(struct waurie_spool *spool, const uint64_t *words,
                                      uint64_t count, uint64_t *offset, struct kauri_error *error)
{
    const uint8_t *bytes = (const uint8_t *)words;
    uint64_t left = count * sizeof *words;
    *offset = spool->bytes;
    while (left > 0) {
        const size_t size = left < CALL_BYTES ? (size_t)left : CALL_BYTES;
        const ssize_t written = pwrite(spool->descriptor, bytes, size, (off_t)spool->bytes);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return kauri_fail_errno(error, KAURI_RESOURCE, "cannot write a temporary file in %s",
                                    spool->folder);
        }
        kauri_writeback_start(spool->descriptor, spool->bytes, (uint64_t)written);
        bytes += written;
        left -= (uint64_t)written;
        spool->bytes += (uint64_t)written;
    }
    return KAURI_OK;
}

enum kauri_status waurie_spool_read(const struct waurie_spool *spool, uint64_t offset,
                                    uint64_t *words, uint64_t count, struct kauri_error *error)
{
    uint8_t *bytes = (uint8_t *)words;
    uint64_t left = count * sizeof *words;
    while (left > 0) {
        const size_t size = left < CALL_BYTES ? (size_t)left : CALL_BYTES;
        const ssize_t got = pread(spool->descriptor, bytes, size, (off_t)offset);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got <= 0) {
            return kauri_fail_errno(error, KAURI_RESOURCE, "cannot read a temporary file in %s",
                                    spool->folder);
        }
        bytes += got;
        left -= (uint64_t)got;
        offset += (uint64_t)got;
    }
    return KAURI_OK;
}
