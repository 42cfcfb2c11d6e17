// A spool: chunks of bytes that many workers append, kept in memory up to a bound and in a work
// file beyond it.
//
// Chunks are put into slabs; each worker fills its own slab. If there would be more slabs in memory
// than the bound allows, the oldest full ones are written to the file. kauri_spool_append returns
// where a chunk is; chunks in memory are read without copying.
//
// There are two kinds of phases: while workers append, none may view, and while they view, none may
// append.
#ifndef KAURI_SOLVER_STORAGE_SPOOL_H
#define KAURI_SOLVER_STORAGE_SPOOL_H

#include "common/progress.h"
#include "common/status.h"
#include "solver/storage/workplace.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct kauri_spool;

// The place of a chunk; plain data. size 0: no chunk.
struct kauri_chunk {
    uint32_t slab;
    uint32_t offset; // offset in the slab
    uint32_t size;   // bytes
    uint32_t check;  // checksum of the bytes
};

// A worker's buffer for chunks that are read from the file. Zero it at first; free it with
// kauri_spool_buffer_clear.
struct kauri_spool_buffer {
    uint8_t *bytes;
    size_t capacity;
};

// Makes a spool for workers 0 .. threads - 1 that keeps `memory` bytes in memory, or a slab of at
// least 64 KiB per worker if that is more. The work file is made when it is first needed, and
// removed by kauri_spool_free (but see kauri_spool_keep). `place` must outlive the spool.
// KAURI_RESOURCE.
enum kauri_status kauri_spool_new(const struct kauri_workplace *place, enum kauri_work_file which,
                                  unsigned threads, uint64_t memory, struct kauri_spool **spool,
                                  struct kauri_error *error);
// Accepts NULL.
void kauri_spool_free(struct kauri_spool *spool);

// Appends size bytes (at least 1); chunks begin at multiples of 8 bytes. KAURI_RESOURCE.
enum kauri_status kauri_spool_append(struct kauri_spool *spool, unsigned worker, const void *bytes,
                                     uint32_t size, struct kauri_chunk *chunk,
                                     struct kauri_error *error);

// Points *bytes to a chunk, 8-byte aligned and followed by 16 readable bytes: either in the spool's
// memory, valid until the next append or reset, or in *buffer, valid until the buffer is used
// again. KAURI_RESOURCE; KAURI_CORRUPT if the file no longer contains what was written.
enum kauri_status kauri_spool_view(const struct kauri_spool *spool, struct kauri_chunk chunk,
                                   struct kauri_spool_buffer *buffer, const uint8_t **bytes,
                                   struct kauri_error *error);
void kauri_spool_buffer_clear(struct kauri_spool_buffer *buffer);

// Returns true if the spool has this chunk. Check this before viewing a chunk that was read from a
// file instead of coming from kauri_spool_append. A slab that is being filled counts as full.
bool kauri_spool_holds(const struct kauri_spool *spool, struct kauri_chunk chunk);

// Forgets all chunks; the memory is kept for new ones.
void kauri_spool_reset(struct kauri_spool *spool);

// Place of a slab in the file. The file and the places of its slabs are enough to restore a spool
// that was flushed, also in another process.
struct kauri_spool_slab {
    uint64_t offset;   // offset in the file
    uint32_t capacity; // bytes
    uint32_t used;
};

// Writes all chunks to the file and syncs it; chunks in memory stay there too. *slabs, to be freed
// with free(), receives the places of all slabs, and *count their number. KAURI_RESOURCE;
// KAURI_INTERRUPTED when progress (may be NULL) says so.
enum kauri_status kauri_spool_flush(struct kauri_spool *spool,
                                    const struct kauri_progress *progress,
                                    struct kauri_spool_slab **slabs, uint32_t *count,
                                    struct kauri_error *error);
// Continues with a file that another spool flushed: its chunks can be viewed, and more can be
// appended. The spool must be empty. KAURI_MISSING, KAURI_RESOURCE; KAURI_CORRUPT for slabs that
// are not in the file.
enum kauri_status kauri_spool_restore(struct kauri_spool *spool,
                                      const struct kauri_spool_slab *slabs, uint32_t count,
                                      struct kauri_error *error);
// Sets whether kauri_spool_free leaves the file in place. By default it does not.
void kauri_spool_keep(struct kauri_spool *spool, bool keep);

// Bytes of memory held now, and bytes of all chunks since the last reset.
uint64_t kauri_spool_memory(const struct kauri_spool *spool);
uint64_t kauri_spool_bytes(const struct kauri_spool *spool);

#endif
