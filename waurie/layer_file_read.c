#include "waurie/layer_file.h"

#include "db/bytes.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_BYTES = 8 };

// Loading: a page at a time, by any thread.
struct loading {
    const struct kauri_reader *reader;
    const struct waurie_layer *layer;
    uint64_t page;       // the first
    uint64_t page_words; // words of every page but the last
    uint64_t first;      // the words that are wanted
    uint64_t end;
    uint64_t *words;
    struct kauri_reader_scratch **scratch; // one per thread
    uint64_t **room;                       // one per thread: for a page of which a part is wanted
};

// The bytes of a page become words where they are.
static void take_words(uint64_t *words, uint64_t count)
{
    for (uint64_t w = 0; w < count; w++) {
        words[w] = kauri_load_u64((const uint8_t *)&words[w]);
    }
}

// Makes the memory of a worker when it needs it.
static enum kauri_status prepare(struct loading *loading, unsigned worker, bool whole,
                                 struct kauri_error *error)
{
    if (!whole && loading->room[worker] == NULL) {
        loading->room[worker] = malloc(kauri_reader_page_bytes(loading->reader, 0));
        if (loading->room[worker] == NULL) {
            return kauri_fail(error, KAURI_RESOURCE, "out of memory");
        }
    }
    return loading->scratch[worker] != NULL
               ? KAURI_OK
               : kauri_reader_scratch_new(&loading->scratch[worker], error);
}

// Reads a page, of which it keeps what is wanted.
static enum kauri_status take_page(void *context, unsigned worker, uint64_t index,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct loading *loading = context;
    const uint64_t page = loading->page + index;
    const uint64_t page_first = page * loading->page_words;
    const uint64_t page_end =
        page_first + kauri_reader_page_entries(loading->reader, 0, page) / WORD_BYTES;
    const uint64_t first = page_first > loading->first ? page_first : loading->first;
    const uint64_t end = page_end < loading->end ? page_end : loading->end;
    const bool whole = first == page_first && end == page_end;
    uint64_t *to = loading->words + (first - loading->first);
    KAURI_TRY(prepare(loading, worker, whole, error));
    uint64_t *read = whole ? to : loading->room[worker];
    KAURI_TRY(kauri_reader_page(loading->reader, 0, page, read, loading->scratch[worker], error));
    if (!whole) {
        memcpy(to, read + (first - page_first), (end - first) * WORD_BYTES);
    }
    take_words(to, end - first);
    if (!waurie_layer_filled_up(loading->layer, first, end - first, to)) {
        status = kauri_fail(error, KAURI_CORRUPT,
                            "%s: page %" PRIu64 " of wins has bits after the last row of a line",
                            kauri_reader_path(loading->reader), page);
    }
cleanup:
    return status;
}

enum kauri_status waurie_file_read_words(const struct kauri_reader *reader,
                                         const struct waurie_layer *layer, uint64_t first,
                                         uint64_t count, unsigned threads,
                                         const struct kauri_progress *progress, uint64_t *words,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const uint64_t page_words = kauri_reader_info(reader)->columns[0].page_entries / WORD_BYTES;
    const uint64_t pages_end = (first + count + page_words - 1) / page_words;
    struct loading loading = {
        .reader = reader,
        .layer = layer,
        .page = first / page_words,
        .page_words = page_words,
        .first = first,
        .end = first + count,
        .words = words,
        .scratch = calloc(threads, sizeof(struct kauri_reader_scratch *)),
        .room = calloc(threads, sizeof(uint64_t *)),
    };
    struct kauri_pace pace = {
        .threads = threads,
        .progress = progress,
        .report = {.stage = "read", .layer = layer->seeds, .total = waurie_layer_positions(layer)},
        .began = kauri_clock_seconds(),
    };
    const struct kauri_loop loop = {
        .pace = &pace, .count = pages_end - loading.page, .done = pace.report.total};
    if (loading.scratch == NULL || loading.room == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory");
        goto cleanup;
    }
    KAURI_TRY(kauri_loop(&loop, take_page, &loading, error));
    status = kauri_pace_look(&pace, error);
cleanup:
    for (unsigned t = 0; t < threads; t++) {
        if (loading.scratch != NULL) {
            kauri_reader_scratch_free(loading.scratch[t]);
        }
        if (loading.room != NULL) {
            free(loading.room[t]);
        }
    }
    free(loading.scratch);
    free(loading.room);
    return status;
}

enum kauri_status waurie_file_read(const struct kauri_reader *reader,
                                   const struct waurie_layer *layer, unsigned threads,
                                   const struct kauri_progress *progress, uint64_t *bits,
                                   struct kauri_error *error)
{
    return waurie_file_read_words(reader, layer, 0, layer->words, threads, progress, bits, error);
}
