#include "waurie/distance_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    PAGE_ENTRIES = 1 << 16, // a look-up decodes a page of each column
    GROUP_PAGES = 64,
    COLUMNS = 2,
};

static struct kauri_column column(const char *name, int16_t most)
{
    struct kauri_column made = {.width = most > UINT8_MAX ? 2 : 1,
                                .codec = KAURI_CODEC_ZSTD,
                                .page_entries = PAGE_ENTRIES,
                                .group_pages = GROUP_PAGES};
    (void)snprintf(made.name, sizeof made.name, "%s", name);
    return made;
}

struct kauri_table_info waurie_distance_file_info(const struct waurie_rules *rules,
                                                  const struct waurie_layer *layer,
                                                  struct waurie_distance most)
{
    struct kauri_table_info info = waurie_table_info(WAURIE_DISTANCES, rules, layer, layer->places);
    info.column_count = COLUMNS;
    info.columns[0] = column("turns", most.turns);
    info.columns[1] = column("sowings", most.sowings);
    return info;
}

enum kauri_status waurie_distance_file_open(const char *folder, const struct waurie_rules *rules,
                                            const struct waurie_layer *layer,
                                            struct kauri_reader **reader, struct kauri_error *error)
{
    const struct kauri_table_info info =
        waurie_distance_file_info(rules, layer, (struct waurie_distance){0, 0});
    const enum kauri_status status =
        waurie_table_open(WAURIE_DISTANCES, folder, rules, layer, &info, reader, error);
    if (status != KAURI_OK) {
        return status;
    }
    for (unsigned c = 0; c < COLUMNS; c++) {
        const int32_t most = kauri_reader_certificate(*reader)->maximum[c];
        if (most > WAURIE_DISTANCE_MAX) {
            (void)kauri_fail(error, KAURI_CORRUPT, "%s has %" PRId32 " %s; no game is so long",
                             kauri_reader_path(*reader), most, info.columns[c].name);
            kauri_reader_close(*reader);
            *reader = NULL;
            return KAURI_CORRUPT;
        }
    }
    return KAURI_OK;
}

// One column: the turns or the sowings of the positions first .. first + count - 1, whose fields
// begin at `to`.
static enum kauri_status read_column(const struct kauri_reader *reader, unsigned c, uint64_t first,
                                     uint64_t count, void *page_bytes,
                                     struct kauri_reader_scratch *scratch,
                                     const struct kauri_progress *progress,
                                     struct waurie_distance *distances, struct kauri_error *error)
{
    const struct kauri_column *from = &kauri_reader_info(reader)->columns[c];
    for (uint64_t at = first; at < first + count;) {
        const uint64_t page = at / from->page_entries;
        const uint64_t end = page * from->page_entries + kauri_reader_page_entries(reader, c, page);
        const enum kauri_status status =
            kauri_reader_page(reader, c, page, page_bytes, scratch, error);
        if (status != KAURI_OK) {
            return status;
        }
        for (; at < end && at < first + count; at++) {
            const int32_t value =
                kauri_page_value(from, page_bytes, (uint32_t)(at % from->page_entries));
            struct waurie_distance *to = &distances[at - first];
            if (value > WAURIE_DISTANCE_MAX) {
                return kauri_fail(error, KAURI_CORRUPT,
                                  "%s: page %" PRIu64 " of %s has %" PRId32 "; no game is so long",
                                  kauri_reader_path(reader), page, from->name, value);
            }
            *(c == 0 ? &to->turns : &to->sowings) = (int16_t)value;
        }
        if (kauri_progress_cancelled(progress)) {
            return kauri_fail(error, KAURI_INTERRUPTED, "interrupted");
        }
    }
    return KAURI_OK;
}

enum kauri_status waurie_distance_file_read(const struct kauri_reader *reader, uint64_t first,
                                            uint64_t count, const struct kauri_progress *progress,
                                            struct waurie_distance *distances,
                                            struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_reader_scratch *scratch = NULL;
    void *page_bytes = NULL;
    KAURI_TRY(kauri_reader_scratch_new(&scratch, error));
    for (unsigned c = 0; c < COLUMNS; c++) {
        free(page_bytes);
        page_bytes = malloc(kauri_reader_page_bytes(reader, c));
        if (page_bytes == NULL) {
            status = kauri_fail(error, KAURI_RESOURCE, "out of memory");
            goto cleanup;
        }
        KAURI_TRY(
            read_column(reader, c, first, count, page_bytes, scratch, progress, distances, error));
    }
cleanup:
    free(page_bytes);
    kauri_reader_scratch_free(scratch);
    return status;
}

enum kauri_status waurie_distance_file_load(const char *folder, const struct waurie_rules *rules,
                                            const struct waurie_layer *layer,
                                            const struct kauri_progress *progress,
                                            struct waurie_distance *distances,
                                            struct kauri_error *error)
{
    struct kauri_reader *reader = NULL;
    enum kauri_status status = waurie_distance_file_open(folder, rules, layer, &reader, error);
    if (status == KAURI_OK) {
        status = waurie_distance_file_read(reader, 0, layer->places, progress, distances, error);
    }
    kauri_reader_close(reader);
    return status;
}
