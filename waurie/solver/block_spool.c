#include "waurie/solver/block_spool.h"

#include "common/folder.h"
#include "common/writeback.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
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

// Writes, or with `reads` reads, all bytes.
static enum kauri_status transfer(const struct waurie_spool *spool, bool reads, uint64_t offset,
                                  uint8_t *bytes, uint64_t left, struct kauri_error *error)
{
    while (left > 0) {
        const size_t size = left < CALL_BYTES ? (size_t)left : CALL_BYTES;
        const ssize_t done = reads ? pread(spool->descriptor, bytes, size, (off_t)offset)
                                   : pwrite(spool->descriptor, bytes, size, (off_t)offset);
        if (done < 0 && errno == EINTR) {
            continue;
        }
        if (done <= 0) {
            return kauri_fail_errno(error, KAURI_RESOURCE, "cannot %s a temporary file in %s",
                                    reads ? "read" : "write", spool->folder);
        }
        if (!reads) {
            kauri_writeback_start(spool->descriptor, offset, (uint64_t)done);
        }
        bytes += done;
        left -= (uint64_t)done;
        offset += (uint64_t)done;
    }
    return KAURI_OK;
}

enum kauri_status waurie_spool_append(struct waurie_spool *spool, uint64_t *words, uint64_t count,
                                      uint64_t *offset, struct kauri_error *error)
{
    *offset = spool->bytes;
    spool->bytes += count * sizeof *words;
    return transfer(spool, false, *offset, (uint8_t *)words, count * sizeof *words, error);
}

enum kauri_status waurie_spool_read(const struct waurie_spool *spool, uint64_t offset,
                                    uint64_t *words, uint64_t count, struct kauri_error *error)
{
    return transfer(spool, true, offset, (uint8_t *)words, count * sizeof *words, error);
}
