#include "db/chunk_file.h"

#include "common/checked.h"
#include "common/digest.h"
#include "common/file.h"
#include "common/loop.h"
#include "common/memory.h"
#include "common/output.h"
#include "db/bytes.h"
#include "db/compress.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    MAGIC_BYTES = 8,
    VERSION_AT = 8,
    CHUNKS_AT = 12,
    FILE_BYTES_AT = 16,
    DIRECTORY_DIGEST_AT = 24,
    FACTS_AT = 32,
    DIGEST_AT = FACTS_AT + 8 * KAURI_CHUNK_FACTS,
    HEADER_BYTES = DIGEST_AT + 8,
    ENTRY_BYTES = 24,
    LEVEL = 1, // lower ones leave literals as they are
};

struct kauri_chunk_file {
    struct kauri_chunk_kind kind;
    struct kauri_input *input;
    uint64_t facts[KAURI_CHUNK_FACTS];
    uint8_t *directory;
    uint64_t directory_at;
    uint32_t chunks;
};

// A loop over chunks in several threads.
struct chunk_loop {
    const struct kauri_chunk_kind *kind;
    const struct kauri_progress *progress;
    uint32_t chunks;
    pthread_mutex_t mutex; // protects output
    // Members for writing.
    kauri_chunk_make *make;
    struct kauri_output *output;
    uint8_t *directory;
    // Members for reading.
    kauri_chunk_take *take;
    const struct kauri_chunk_file *file;
    void *context;
    struct chunk_worker *workers;
};

struct chunk_worker {
    struct kauri_compressor *compressor;
    struct kauri_decompressor *decompressor;
    uint8_t *bytes;
    uint8_t *compressed;
};

// ---------------------------------------------------------------------------------------- loop

// Makes the memory of a worker when it begins.
static enum kauri_status prepare(struct chunk_loop *loop, struct chunk_worker *worker,
                                 struct kauri_error *error)
{
    if (worker->compressed != NULL) {
        return KAURI_OK;
    }
    KAURI_PASS(loop->file == NULL ? kauri_compressor_new(LEVEL, &worker->compressor, error)
                                  : kauri_decompressor_new(&worker->decompressor, error));
    KAURI_PASS(KAURI_NEW(worker->bytes, loop->kind->chunk_bytes, error, "%s", loop->kind->name));
    return KAURI_NEW(worker->compressed, kauri_compress_bound(loop->kind->chunk_bytes), error, "%s",
                     loop->kind->name);
}

// Compresses a chunk and appends it.
static enum kauri_status write_chunk(struct chunk_loop *loop, unsigned number, uint64_t chunk,
                                     struct kauri_error *error)
{
    struct chunk_worker *worker = &loop->workers[number];
    uint8_t *entry = loop->directory + ENTRY_BYTES * chunk;
    size_t size = 0;
    size_t written = 0;
    enum kauri_status status =
        loop->make(loop->context, number, chunk, worker->bytes, &size, error);
    if (status != KAURI_OK || size == 0) {
        return status;
    }
    status = kauri_compress(worker->compressor, NULL, worker->bytes, size, worker->compressed,
                            &written, error);
    if (status != KAURI_OK) {
        return status;
    }
    kauri_store_u32(entry + 8, (uint32_t)written);
    kauri_store_u32(entry + 12, (uint32_t)size);
    kauri_store_u64(entry + 16, kauri_digest(worker->compressed, written));
    (void)pthread_mutex_lock(&loop->mutex);
    kauri_store_u64(entry, kauri_output_size(loop->output));
    status = kauri_output_write(loop->output, worker->compressed, written, error);
    (void)pthread_mutex_unlock(&loop->mutex);
    return status;
}

// Reads a chunk, checks it, and hands it out.
static enum kauri_status read_chunk(struct chunk_loop *loop, unsigned number, uint64_t chunk,
                                    struct kauri_error *error)
{
    struct chunk_worker *worker = &loop->workers[number];
    const struct kauri_chunk_file *file = loop->file;
    const uint8_t *entry = file->directory + ENTRY_BYTES * chunk;
    const uint64_t offset = kauri_load_u64(entry);
    const uint32_t written = kauri_load_u32(entry + 8);
    const uint32_t size = kauri_load_u32(entry + 12);
    const char *reason = NULL;
    if (size == 0 && written == 0) {
        return KAURI_OK;
    }
    if (size > loop->kind->chunk_bytes || written > kauri_compress_bound(size) ||
        offset < HEADER_BYTES || offset > file->directory_at ||
        written > file->directory_at - offset) {
        return kauri_fail(error, KAURI_CORRUPT, "%s is damaged: the place of chunk %llu",
                          kauri_input_path(file->input), (unsigned long long)chunk);
    }
    enum kauri_status status =
        kauri_input_read_at(file->input, offset, worker->compressed, written, error);
    if (status != KAURI_OK) {
        return status;
    }
    if (kauri_digest(worker->compressed, written) != kauri_load_u64(entry + 16)) {
        return kauri_fail(error, KAURI_CORRUPT, "%s is damaged: the checksum of chunk %llu",
                          kauri_input_path(file->input), (unsigned long long)chunk);
    }
    status = kauri_decompress(worker->decompressor, NULL, worker->compressed, written,
                              worker->bytes, size, &reason);
    if (status == KAURI_OK) {
        reason = loop->take(loop->context, number, chunk, worker->bytes, size);
        status = reason == NULL ? KAURI_OK : KAURI_CORRUPT;
    }
    return status == KAURI_OK
               ? KAURI_OK
               : kauri_fail(error, status, "%s is damaged: chunk %llu: %s",
                            kauri_input_path(file->input), (unsigned long long)chunk, reason);
}

static enum kauri_status work_on_chunk(void *context, unsigned number, uint64_t chunk,
                                       struct kauri_error *error)
{
    struct chunk_loop *loop = context;
    KAURI_PASS(prepare(loop, &loop->workers[number], error));
    return loop->file == NULL ? write_chunk(loop, number, chunk, error)
                              : read_chunk(loop, number, chunk, error);
}

static enum kauri_status run_loop(struct chunk_loop *loop, unsigned threads,
                                  struct kauri_error *error)
{
    struct kauri_pace pace = {
        .threads = threads,
        .progress = loop->progress,
        .report = {.stage = loop->file == NULL ? "save" : "load", .total = loop->chunks},
        .subject = loop->kind->name,
        .began = kauri_clock_seconds(),
    };
    const struct kauri_loop chunks = {.pace = &pace, .count = loop->chunks, .done = loop->chunks};
    loop->workers = calloc(threads, sizeof *loop->workers);
    if (loop->workers == NULL || pthread_mutex_init(&loop->mutex, NULL) != 0) {
        free(loop->workers);
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for %s", loop->kind->name);
    }
    const enum kauri_status status = kauri_loop(&chunks, work_on_chunk, loop, error);
    (void)pthread_mutex_destroy(&loop->mutex);
    for (unsigned i = 0; i < threads; i++) {
        kauri_compressor_free(loop->workers[i].compressor);
        kauri_decompressor_free(loop->workers[i].decompressor);
        free(loop->workers[i].bytes);
        free(loop->workers[i].compressed);
    }
    free(loop->workers);
    return status;
}

// --------------------------------------------------------------------------------------- write

enum kauri_status kauri_chunk_file_write(const char *path, const struct kauri_chunk_kind *kind,
                                         uint32_t chunks, unsigned threads, kauri_chunk_make *make,
                                         kauri_chunk_conclude *conclude, void *context,
                                         const struct kauri_progress *progress,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint8_t header[HEADER_BYTES] = {0};
    uint64_t facts[KAURI_CHUNK_FACTS] = {0};
    struct kauri_output *output = NULL;
    struct chunk_loop loop = {
        .kind = kind, .progress = progress, .chunks = chunks, .make = make, .context = context};
    size_t directory_bytes = 0;
    // There is room for one more, because calloc(0) may return NULL.
    if (!kauri_checked_size((uint64_t)ENTRY_BYTES * chunks, &directory_bytes) ||
        (loop.directory = calloc(directory_bytes + 1, 1)) == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for %s", kind->name);
    }
    KAURI_TRY(kauri_output_open(path, KAURI_OUTPUT_REPLACE, &output, error));
    loop.output = output;
    KAURI_TRY(kauri_output_write(output, header, sizeof header, error));
    KAURI_TRY(run_loop(&loop, threads, error));
    KAURI_TRY(kauri_output_write(output, loop.directory, directory_bytes, error));
    conclude(context, facts);
    memcpy(header, kind->magic, MAGIC_BYTES);
    kauri_store_u32(header + VERSION_AT, kind->version);
    kauri_store_u32(header + CHUNKS_AT, chunks);
    kauri_store_u64(header + FILE_BYTES_AT, kauri_output_size(output));
    kauri_store_u64(header + DIRECTORY_DIGEST_AT, kauri_digest(loop.directory, directory_bytes));
    for (unsigned i = 0; i < KAURI_CHUNK_FACTS; i++) {
        kauri_store_u64(header + FACTS_AT + (size_t)8 * i, facts[i]);
    }
    kauri_store_u64(header + DIGEST_AT, kauri_digest(header, DIGEST_AT));
    KAURI_TRY(kauri_output_write_at(output, 0, header, sizeof header, error));
    status = kauri_output_commit(output, error);
    output = NULL;
cleanup:
    kauri_output_abandon(output);
    free(loop.directory);
    return status;
}

// ---------------------------------------------------------------------------------------- read

enum kauri_status kauri_chunk_file_open(const char *path, const struct kauri_chunk_kind *kind,
                                        struct kauri_chunk_file **file, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint8_t header[HEADER_BYTES];
    *file = NULL;
    struct kauri_chunk_file *opened = NULL;
    KAURI_PASS(KAURI_NEW(opened, 1, error, "%s", path));
    opened->kind = *kind;
    KAURI_TRY(kauri_input_open(path, &opened->input, error));
    const uint64_t size = kauri_input_size(opened->input);
    memset(header, 0, sizeof header);
    KAURI_TRY(kauri_input_read_at(opened->input, 0, header,
                                  size < sizeof header ? (size_t)size : sizeof header, error));
    if (memcmp(header, kind->magic, MAGIC_BYTES) != 0) {
        KAURI_TRY(kauri_fail(error, KAURI_CORRUPT, "%s is not %s", path, kind->name));
    }
    if (size < sizeof header) {
        KAURI_TRY(kauri_fail(error, KAURI_CORRUPT, "%s is truncated: it ends at byte %llu", path,
                             (unsigned long long)size));
    }
    if (kauri_load_u32(header + VERSION_AT) != kind->version) {
        KAURI_TRY(
            kauri_fail(error, KAURI_CORRUPT, "%s is for another version of the program", path));
    }
    if (kauri_digest(header, DIGEST_AT) != kauri_load_u64(header + DIGEST_AT)) {
        KAURI_TRY(
            kauri_fail(error, KAURI_CORRUPT, "%s is damaged: the checksum of its header", path));
    }
    opened->chunks = kauri_load_u32(header + CHUNKS_AT);
    const uint64_t stated = kauri_load_u64(header + FILE_BYTES_AT);
    const uint64_t directory_bytes = (uint64_t)ENTRY_BYTES * opened->chunks;
    size_t directory_size = 0;
    if (size < stated) {
        KAURI_TRY(kauri_fail(error, KAURI_CORRUPT, "%s is truncated: it has %llu bytes of %llu",
                             path, (unsigned long long)size, (unsigned long long)stated));
    }
    if (size != stated || stated < HEADER_BYTES || stated - HEADER_BYTES < directory_bytes) {
        KAURI_TRY(kauri_fail(error, KAURI_CORRUPT, "%s is damaged: its size", path));
    }
    opened->directory_at = size - directory_bytes;
    if (!kauri_checked_size(directory_bytes, &directory_size) ||
        (opened->directory = malloc(directory_size + 1)) == NULL) {
        KAURI_TRY(kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", path));
    }
    KAURI_TRY(kauri_input_read_at(opened->input, opened->directory_at, opened->directory,
                                  directory_size, error));
    if (kauri_digest(opened->directory, directory_size) !=
        kauri_load_u64(header + DIRECTORY_DIGEST_AT)) {
        KAURI_TRY(
            kauri_fail(error, KAURI_CORRUPT, "%s is damaged: the checksum of its directory", path));
    }
    for (unsigned i = 0; i < KAURI_CHUNK_FACTS; i++) {
        opened->facts[i] = kauri_load_u64(header + FACTS_AT + (size_t)8 * i);
    }
    *file = opened;
    opened = NULL;
cleanup:
    kauri_chunk_file_close(opened);
    return status;
}

void kauri_chunk_file_close(struct kauri_chunk_file *file)
{
    if (file == NULL) {
        return;
    }
    kauri_input_close(file->input);
    free(file->directory);
    free(file);
}

const uint64_t *kauri_chunk_file_facts(const struct kauri_chunk_file *file)
{
    return file->facts;
}

uint64_t kauri_chunk_file_bytes(const struct kauri_chunk_file *file)
{
    return kauri_input_size(file->input);
}

enum kauri_status kauri_chunk_file_read(const struct kauri_chunk_file *file, unsigned threads,
                                        kauri_chunk_take *take, void *context,
                                        const struct kauri_progress *progress,
                                        struct kauri_error *error)
{
    struct chunk_loop loop = {.kind = &file->kind,
                              .progress = progress,
                              .chunks = file->chunks,
                              .file = file,
                              .take = take,
                              .context = context};
    return run_loop(&loop, threads, error);
}
