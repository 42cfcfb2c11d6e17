#include "waurie/distance_file.h"

#include "db/writer.h"

#include <stdlib.h>

enum {
    APPEND = 1 << 15, // distances at a time
    LEVEL = 1,        // of zstd
};

struct waurie_distance_writer {
    struct kauri_writer *writer;
    struct kauri_table_info info;
    char *path;
    uint8_t *bytes[2]; // of APPEND distances, by column
    const struct kauri_progress *progress;
    struct kauri_progress_report report;
    double begin;
};

enum kauri_status waurie_distance_writer_new(const char *folder, const struct waurie_rules *rules,
                                             const struct waurie_layer *layer,
                                             struct waurie_distance most, unsigned threads,
                                             const struct kauri_progress *progress,
                                             struct waurie_distance_writer **writer,
                                             struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_writer_options options = {.level = LEVEL, .threads = threads};
    *writer = NULL;
    if (most.turns > WAURIE_DISTANCE_MAX || most.sowings > WAURIE_DISTANCE_MAX) {
        return kauri_fail(error, KAURI_INTERNAL, "a game of %d turns and %d sowings", most.turns,
                          most.sowings);
    }
    struct waurie_distance_writer *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", folder);
    }
    made->progress = progress;
    made->report = (struct kauri_progress_report){
        .stage = "write", .layer = layer->seeds, .total = layer->places};
    made->begin = kauri_clock_seconds();
    made->info = waurie_distance_file_info(rules, layer, most);
    made->path = waurie_table_path(WAURIE_DISTANCES, folder, rules, layer->pits, layer->seeds);
    for (unsigned c = 0; c < 2; c++) {
        made->bytes[c] = malloc((size_t)APPEND * made->info.columns[c].width);
        if (made->path == NULL || made->bytes[c] == NULL) {
            status = kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", folder);
            goto cleanup;
        }
    }
    KAURI_TRY(kauri_writer_open(made->path, &made->info, &options, &made->writer, error));
    *writer = made;
    made = NULL;
cleanup:
    waurie_distance_writer_free(made);
    return status;
}

void waurie_distance_writer_free(struct waurie_distance_writer *writer)
{
    if (writer == NULL) {
        return;
    }
    kauri_writer_abandon(writer->writer);
    free(writer->bytes[0]);
    free(writer->bytes[1]);
    free(writer->path);
    free(writer);
}

static void put(uint8_t *bytes, unsigned width, uint64_t entry, int16_t value)
{
    if (width == 1) {
        bytes[entry] = (uint8_t)value;
    } else {
        bytes[2 * entry] = (uint8_t)(value & 0xFF);
        bytes[2 * entry + 1] = (uint8_t)(value >> 8);
    }
}

enum kauri_status waurie_distance_append(struct waurie_distance_writer *writer,
                                         const struct waurie_distance *distances, uint64_t count,
                                         struct kauri_error *error)
{
    const void *columns[] = {writer->bytes[0], writer->bytes[1]};
    for (uint64_t first = 0; first < count; first += APPEND) {
        const uint64_t part = count - first < APPEND ? count - first : APPEND;
        for (uint64_t i = 0; i < part; i++) {
            put(writer->bytes[0], writer->info.columns[0].width, i, distances[first + i].turns);
            put(writer->bytes[1], writer->info.columns[1].width, i, distances[first + i].sowings);
        }
        const enum kauri_status status = kauri_writer_append(writer->writer, columns, part, error);
        if (status != KAURI_OK) {
            return status;
        }
        if (kauri_progress_cancelled(writer->progress)) {
            return kauri_fail(error, KAURI_INTERRUPTED, "interrupted");
        }
        writer->report.done += part;
        writer->report.seconds = kauri_clock_seconds() - writer->begin;
        kauri_progress_report(writer->progress, &writer->report);
    }
    return KAURI_OK;
}

enum kauri_status waurie_distance_commit(struct waurie_distance_writer *writer,
                                         struct kauri_error *error)
{
    struct kauri_writer *complete = writer->writer;
    writer->writer = NULL;
    return kauri_writer_commit(complete, NULL, NULL, error);
}
