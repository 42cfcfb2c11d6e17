#include "waurie/layer_file.h"

#include "db/bytes.h"
#include "db/writer.h"

#include <stdlib.h>

enum {
    WORD_BYTES = 8,
    APPEND_WORDS = 1 << 18, // at a time
    LEVEL = 1,              // of zstd
};

struct waurie_file_writer {
    struct kauri_writer *writer;
    struct kauri_table_info info;
    char *path;
    uint8_t *bytes; // APPEND_WORDS words as bytes
    const struct kauri_progress *progress;
    struct kauri_progress_report report;
    double begin;
    uint64_t words; // of the layer
    uint64_t written;
};

enum kauri_status waurie_file_writer_new(const char *folder, const struct waurie_rules *rules,
                                         const struct waurie_layer *layer, unsigned threads,
                                         const struct kauri_progress *progress,
                                         struct waurie_file_writer **writer,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_writer_options options = {.level = LEVEL, .threads = threads};
    const uint64_t room = layer->words < APPEND_WORDS ? layer->words : APPEND_WORDS;
    *writer = NULL;
    struct waurie_file_writer *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", folder);
    }
    made->progress = progress;
    made->report = (struct kauri_progress_report){
        .stage = "write", .layer = layer->seeds, .total = waurie_layer_positions(layer)};
    made->begin = kauri_clock_seconds();
    made->words = layer->words;
    made->path = waurie_table_path(folder, rules, layer->pits, layer->seeds);
    made->bytes = malloc(room * WORD_BYTES);
    if (made->path == NULL || made->bytes == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", folder);
        goto cleanup;
    }
    made->info = waurie_file_info(rules, layer);
    KAURI_TRY(kauri_writer_open(made->path, &made->info, &options, &made->writer, error));
    *writer = made;
    made = NULL;
cleanup:
    waurie_file_writer_free(made);
    return status;
}

void waurie_file_writer_free(struct waurie_file_writer *writer)
{
    if (writer == NULL) {
        return;
    }
    kauri_writer_abandon(writer->writer);
    free(writer->bytes);
    free(writer->path);
    free(writer);
}

enum kauri_status waurie_file_append(struct waurie_file_writer *writer, const uint64_t *words,
                                     uint64_t count, struct kauri_error *error)
{
    const void *columns[] = {writer->bytes};
    for (uint64_t first = 0; first < count; first += APPEND_WORDS) {
        const uint64_t rest = count - first;
        const uint64_t part = rest < APPEND_WORDS ? rest : APPEND_WORDS;
        for (uint64_t w = 0; w < part; w++) {
            kauri_store_u64(writer->bytes + w * WORD_BYTES, words[first + w]);
        }
        const enum kauri_status status =
            kauri_writer_append(writer->writer, columns, part * WORD_BYTES, error);
        if (status != KAURI_OK) {
            return status;
        }
        if (kauri_progress_cancelled(writer->progress)) {
            return kauri_fail(error, KAURI_INTERRUPTED, "interrupted");
        }
        writer->written += part;
        writer->report.done = (uint64_t)((double)writer->report.total * (double)writer->written /
                                         (double)writer->words);
        writer->report.seconds = kauri_clock_seconds() - writer->begin;
        kauri_progress_report(writer->progress, &writer->report);
    }
    return KAURI_OK;
}

enum kauri_status waurie_file_commit(struct waurie_file_writer *writer, struct kauri_error *error)
{
    struct kauri_writer *complete = writer->writer;
    writer->writer = NULL;
    return kauri_writer_commit(complete, NULL, NULL, error);
}

enum kauri_status waurie_file_write(const char *folder, const struct waurie_rules *rules,
                                    const struct waurie_layer *layer, unsigned threads,
                                    const struct kauri_progress *progress, const uint64_t *bits,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct waurie_file_writer *writer = NULL;
    KAURI_TRY(waurie_file_writer_new(folder, rules, layer, threads, progress, &writer, error));
    KAURI_TRY(waurie_file_append(writer, bits, layer->words, error));
    KAURI_TRY(waurie_file_commit(writer, error));
cleanup:
    waurie_file_writer_free(writer);
    return status;
}
