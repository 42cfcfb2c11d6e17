// Files of compressed chunks with a few numbers about them, for data other than tables, which this
// folder does not interpret. Written and read by several threads.
//
// All numbers are little-endian:
//     8 bytes   magic
//     4         version
//     4         chunks
//     8         bytes of the file
//     8         digest of the directory
//     16 x 8    facts, which the writer chose
//     8         digest of everything before
// followed by the chunks, one zstd frame each in any order, and by the directory: of each chunk its
// offset in the file (8 bytes), its compressed and its original size (4 each) and the digest of its
// compressed bytes (8). Digests are XXH64 (common/digest.h) and cover every byte. An empty chunk
// has no frame.
#ifndef KAURI_DB_CHUNK_FILE_H
#define KAURI_DB_CHUNK_FILE_H

#include "common/progress.h"
#include "common/status.h"

#include <stddef.h>
#include <stdint.h>

enum { KAURI_CHUNK_FACTS = 16 };

// The properties that a file must have. Constant data.
struct kauri_chunk_kind {
    const char *magic;    // 8 bytes
    const char *name;     // name for messages: "the result of a verification"
    uint32_t version;     // the only version that is written and read
    uint32_t chunk_bytes; // size of the largest chunk
};

// Fills the bytes of a chunk, kind->chunk_bytes at most. Chunks are made in any order, by several
// threads at once, each with its own `worker` in [0, threads).
typedef enum kauri_status kauri_chunk_make(void *context, unsigned worker, uint64_t chunk,
                                           uint8_t *bytes, size_t *size, struct kauri_error *error);

// Fills the facts, after all chunks are made. They are 0 before.
typedef void kauri_chunk_conclude(void *context, uint64_t facts[KAURI_CHUNK_FACTS]);

// Writes a file, which replaces an existing one when it is complete (common/output.h). Takes about
// twice kind->chunk_bytes of memory per thread. `progress` (may be NULL) is called between two
// chunks of the calling thread with `done` and `total` in chunks. Errors: KAURI_RESOURCE,
// KAURI_INTERRUPTED, those of `make`; an existing file is then unchanged.
enum kauri_status kauri_chunk_file_write(const char *path, const struct kauri_chunk_kind *kind,
                                         uint32_t chunks, unsigned threads, kauri_chunk_make *make,
                                         kauri_chunk_conclude *conclude, void *context,
                                         const struct kauri_progress *progress,
                                         struct kauri_error *error);

// An open file whose header and directory are sound. Does not change, so several threads may use
// it at once.
struct kauri_chunk_file;

// The caller closes *file. Errors: KAURI_MISSING if there is no such file; KAURI_CORRUPT if it is
// not a file of the kind and a version that is read, is damaged, or truncated; KAURI_RESOURCE.
enum kauri_status kauri_chunk_file_open(const char *path, const struct kauri_chunk_kind *kind,
                                        struct kauri_chunk_file **file, struct kauri_error *error);
// Accepts NULL.
void kauri_chunk_file_close(struct kauri_chunk_file *file);

const uint64_t *kauri_chunk_file_facts(const struct kauri_chunk_file *file);
// Bytes of the file.
uint64_t kauri_chunk_file_bytes(const struct kauri_chunk_file *file);

// Takes the bytes of a chunk that agrees with its digest. Called in any order, by several threads
// at once. It returns NULL, or else a phrase that says what is wrong with them (static storage).
typedef const char *kauri_chunk_take(void *context, unsigned worker, uint64_t chunk,
                                     const uint8_t *bytes, size_t size);

// Reads all chunks that are not empty, within the memory and with the progress of
// kauri_chunk_file_write. Errors: KAURI_CORRUPT, KAURI_RESOURCE, KAURI_INTERRUPTED; some chunks
// have been taken then.
enum kauri_status kauri_chunk_file_read(const struct kauri_chunk_file *file, unsigned threads,
                                        kauri_chunk_take *take, void *context,
                                        const struct kauri_progress *progress,
                                        struct kauri_error *error);

#endif
