#include "waurie/layer_file.h"

#include "db/bytes.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_BYTES = 8 };

// Loading: a page at a time, by any thread.
struct loading {
    const struct kauri_reader *reader;
    const struct waurie_layer *layer;
    const struct kauri_progress *progress;
    struct kauri_progress_report report;
    uint64_t pages;      // the page after the last one
    uint64_t page;       // first page of this loop
    uint64_t page_words; // words of every page but the last
    uint64_t first;      // the words that are wanted
    uint64_t end;
    uint64_t *words;
    struct kauri_reader_scratch **scratch; // one per thread
    uint64_t **room;                       // one per thread: for a page of which a part is wanted
    atomic_int failed;
    struct kauri_error *errors; // one per thread
};

// The bytes of a page become words where they are.
static void take_words(uint64_t *words, uint64_t count)
{
    for (uint64_t w = 0; w < count; w++) {
        words[w] = kauri_load_u64((const uint8_t *)&words[w]);
    }
}

// Reads a page, of which it keeps what is wanted.
static enum kauri_status take_page(struct loading *loading, unsigned worker, uint64_t page,
                                   struct kauri_error *error)
{
    const uint64_t page_first = page * loading->page_words;
    const uint64_t page_end =
        page_first + kauri_reader_page_entries(loading->reader, 0, page) / WORD_BYTES;
    const uint64_t first = page_first > loading->first ? page_first : loading->first;
    const uint64_t end = page_end < loading->end ? page_end : loading->end;
    const bool whole = first == page_first && end == page_end;
    uint64_t *to = loading->words + (first - loading->first);
    uint64_t *read = whole ? to : loading->room[worker];
    const enum kauri_status status =
        kauri_reader_page(loading->reader, 0, page, read, loading->scratch[worker], error);
    if (status != KAURI_OK) {
        return status;
    }
    if (!whole) {
        memcpy(to, read + (first - page_first), (end - first) * WORD_BYTES);
    }
    take_words(to, end - first);
    return waurie_layer_filled_up(loading->layer, first, end - first, to)
               ? KAURI_OK
               : kauri_fail(error, KAURI_CORRUPT,
                            "%s: page %" PRIu64 " of wins has bits after the last row of a line",
                            kauri_reader_path(loading->reader), page);
}

static void load_page(void *context, unsigned worker, uint64_t index)
{
    struct loading *loading = context;
    if (atomic_load(&loading->failed) != KAURI_OK) {
        return;
    }
    const enum kauri_status status =
        take_page(loading, worker, loading->page + index, &loading->errors[worker]);
    int none = KAURI_OK;
    if (status != KAURI_OK &&
        !atomic_compare_exchange_strong(&loading->failed, &none, (int)status)) {
        loading->errors[worker].message[0] = '\0';
    }
}

static enum kauri_status load_pages(struct loading *loading, unsigned threads,
                                    struct kauri_error *error)
{
    enum { PAGES = 256 }; // between two reports
    const double begin = kauri_clock_seconds();
    const uint64_t all = loading->pages - loading->page;
    while (loading->page < loading->pages) {
        const uint64_t rest = loading->pages - loading->page;
        const uint64_t count = rest < PAGES ? rest : PAGES;
        kauri_loop_for(threads, count, 1, load_page, loading);
        const int failed = atomic_load(&loading->failed);
        for (unsigned t = 0; failed != KAURI_OK && t < threads; t++) {
            if (loading->errors[t].message[0] != '\0') {
                return kauri_fail(error, (enum kauri_status)failed, "%s",
                                  loading->errors[t].message);
            }
        }
        if (kauri_progress_cancelled(loading->progress)) {
            return kauri_fail(error, KAURI_INTERRUPTED, "interrupted");
        }
        loading->page += count;
        loading->report.done = loading->report.total / all * (all - rest);
        loading->report.seconds = kauri_clock_seconds() - begin;
        kauri_progress_report(loading->progress, &loading->report);
    }
    return KAURI_OK;
}

static enum kauri_status make_room(struct loading *loading, unsigned threads,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    loading->scratch = calloc(threads, sizeof(struct kauri_reader_scratch *));
    loading->room = calloc(threads, sizeof(uint64_t *));
    loading->errors = calloc(threads, sizeof(struct kauri_error));
    if (loading->scratch == NULL || loading->room == NULL || loading->errors == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory");
    }
    for (unsigned t = 0; t < threads; t++) {
        KAURI_TRY(kauri_reader_scratch_new(&loading->scratch[t], error));
        loading->room[t] = malloc(kauri_reader_page_bytes(loading->reader, 0));
        if (loading->room[t] == NULL) {
            return kauri_fail(error, KAURI_RESOURCE, "out of memory");
        }
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
    struct loading loading = {
        .reader = reader,
        .layer = layer,
        .progress = progress,
        .report = {.stage = "read", .layer = layer->seeds, .total = waurie_layer_positions(layer)},
        .pages = (first + count + page_words - 1) / page_words,
        .page = first / page_words,
        .page_words = page_words,
        .first = first,
        .end = first + count,
        .words = words,
    };
    KAURI_TRY(make_room(&loading, threads, error));
    KAURI_TRY(load_pages(&loading, threads, error));
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
    free(loading.errors);
    return status;
}

enum kauri_status waurie_file_read(const struct kauri_reader *reader,
                                   const struct waurie_layer *layer, unsigned threads,
                                   const struct kauri_progress *progress, uint64_t *bits,
                                   struct kauri_error *error)
{
    return waurie_file_read_words(reader, layer, 0, layer->words, threads, progress, bits, error);
}
