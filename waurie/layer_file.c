#include "waurie/layer_file.h"

#include "db/bytes.h"
#include "db/expect.h"
#include "db/writer.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WORD_BYTES = 8,
    PAGE_BYTES = 1 << 18,
    GROUP_PAGES = 64,
    APPEND_WORDS = 1 << 18, // at a time
    LEVEL = 1,              // of zstd
};

const char *waurie_file_name(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                             char name[WAURIE_FILE_NAME_BYTES])
{
    (void)snprintf(name, WAURIE_FILE_NAME_BYTES, "waurie-2x%u-%s-%s-%02u.table", pits,
                   rules->at_turn ? "at-turn" : "at-once", rules->skip ? "skip" : "into", seeds);
    return name;
}

char *waurie_file_path(const char *folder, const struct waurie_rules *rules, unsigned pits,
                       unsigned seeds)
{
    char name[WAURIE_FILE_NAME_BYTES];
    const size_t bytes = strlen(folder) + sizeof name + 1;
    char *path = malloc(bytes);
    if (path != NULL) {
        (void)snprintf(path, bytes, "%s/%s", folder, waurie_file_name(rules, pits, seeds, name));
    }
    return path;
}

static struct kauri_table_info table_info(const struct waurie_rules *rules,
                                          const struct waurie_layer *layer)
{
    struct kauri_table_info info = {
        .version = KAURI_FORMAT_VERSION,
        .holes = (uint16_t)layer->pits,
        .seeds = (uint16_t)layer->seeds,
        .column_count = 1,
        .derivation = KAURI_DERIVATION_NONE,
        .digest_entries = KAURI_DIGEST_ENTRIES_MAX,
        .positions = layer->words * WORD_BYTES,
        .entries = layer->words * WORD_BYTES,
        .program = "waurie " KAURI_VERSION,
        .columns = {{.name = "wins",
                     .width = 1,
                     .codec = KAURI_CODEC_ZSTD,
                     .page_entries = PAGE_BYTES,
                     .group_pages = GROUP_PAGES}},
    };
    (void)snprintf(info.rules, sizeof info.rules, "waurie-w1-w8;win=%s;lap=%s;bits",
                   rules->at_turn ? "at-turn" : "at-once", rules->skip ? "skip" : "into");
    return info;
}

enum kauri_status waurie_file_open(const char *folder, const struct waurie_rules *rules,
                                   const struct waurie_layer *layer, struct kauri_reader **reader,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_table_info info = table_info(rules, layer);
    char *path = waurie_file_path(folder, rules, layer->pits, layer->seeds);
    *reader = NULL;
    if (path == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", folder);
    }
    KAURI_TRY(kauri_reader_open(path, reader, error));
    KAURI_TRY(kauri_table_expect(*reader, &info, error));
    if (kauri_reader_info(*reader)->columns[0].width != 1 ||
        kauri_reader_info(*reader)->columns[0].page_entries % WORD_BYTES != 0) {
        status = kauri_fail(error, KAURI_CORRUPT, "%s does not store bits in bytes", path);
    }
cleanup:
    free(path);
    if (status != KAURI_OK) {
        kauri_reader_close(*reader);
        *reader = NULL;
    }
    return status;
}

// Loading: a page at a time, by any thread.
struct loading {
    const struct kauri_reader *reader;
    const struct kauri_progress *progress;
    struct kauri_progress_report report;
    uint64_t pages;
    uint64_t first; // page of this loop
    uint32_t page_bytes;
    uint64_t *bits;
    struct kauri_reader_scratch **scratch; // one per thread
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

static void load_page(void *context, unsigned worker, uint64_t index)
{
    struct loading *loading = context;
    const uint64_t page = loading->first + index;
    if (atomic_load(&loading->failed) != KAURI_OK) {
        return;
    }
    uint64_t *words = loading->bits + page * (loading->page_bytes / WORD_BYTES);
    const enum kauri_status status = kauri_reader_page(
        loading->reader, 0, page, words, loading->scratch[worker], &loading->errors[worker]);
    if (status != KAURI_OK) {
        int none = KAURI_OK;
        if (!atomic_compare_exchange_strong(&loading->failed, &none, (int)status)) {
            loading->errors[worker].message[0] = '\0';
        }
        return;
    }
    take_words(words, kauri_reader_page_entries(loading->reader, 0, page) / WORD_BYTES);
}

static enum kauri_status load_pages(struct loading *loading, struct kauri_pool *pool,
                                    unsigned threads, struct kauri_error *error)
{
    enum { PAGES = 256 }; // between two reports
    const double begin = kauri_clock_seconds();
    for (; loading->first < loading->pages; loading->first += PAGES) {
        const uint64_t rest = loading->pages - loading->first;
        kauri_pool_for(pool, rest < PAGES ? rest : PAGES, 1, load_page, loading);
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
        loading->report.done = loading->report.total / loading->pages * (loading->pages - rest);
        loading->report.seconds = kauri_clock_seconds() - begin;
        kauri_progress_report(loading->progress, &loading->report);
    }
    return KAURI_OK;
}

enum kauri_status waurie_file_read(const struct kauri_reader *reader,
                                   const struct waurie_layer *layer, unsigned threads,
                                   const struct kauri_progress *progress, uint64_t *bits,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_pool *pool = NULL;
    struct loading loading = {
        .reader = reader,
        .progress = progress,
        .report = {.stage = "read", .layer = layer->seeds, .total = waurie_layer_positions(layer)},
        .pages = kauri_reader_page_count(reader, 0),
        .page_bytes = kauri_reader_info(reader)->columns[0].page_entries,
        .bits = bits,
        .scratch = calloc(threads, sizeof(struct kauri_reader_scratch *)),
        .errors = calloc(threads, sizeof(struct kauri_error)),
    };
    if (loading.scratch == NULL || loading.errors == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory");
        goto cleanup;
    }
    for (unsigned t = 0; t < threads; t++) {
        KAURI_TRY(kauri_reader_scratch_new(&loading.scratch[t], error));
    }
    KAURI_TRY(kauri_pool_new(threads, &pool, error));
    KAURI_TRY(load_pages(&loading, pool, threads, error));
cleanup:
    kauri_pool_free(pool);
    for (unsigned t = 0; loading.scratch != NULL && t < threads; t++) {
        kauri_reader_scratch_free(loading.scratch[t]);
    }
    free(loading.scratch);
    free(loading.errors);
    return status;
}

static enum kauri_status append_words(struct kauri_writer *writer, const struct waurie_layer *layer,
                                      const struct kauri_progress *progress, const uint64_t *bits,
                                      uint8_t *bytes, struct kauri_error *error)
{
    const double begin = kauri_clock_seconds();
    const void *columns[] = {bytes};
    struct kauri_progress_report report = {
        .stage = "write", .layer = layer->seeds, .total = waurie_layer_positions(layer)};
    for (uint64_t first = 0; first < layer->words; first += APPEND_WORDS) {
        const uint64_t rest = layer->words - first;
        const uint64_t count = rest < APPEND_WORDS ? rest : APPEND_WORDS;
        for (uint64_t w = 0; w < count; w++) {
            kauri_store_u64(bytes + w * WORD_BYTES, bits[first + w]);
        }
        const enum kauri_status status =
            kauri_writer_append(writer, columns, count * WORD_BYTES, error);
        if (status != KAURI_OK) {
            return status;
        }
        if (kauri_progress_cancelled(progress)) {
            return kauri_fail(error, KAURI_INTERRUPTED, "interrupted");
        }
        report.done = (uint64_t)((double)report.total * (double)first / (double)layer->words);
        report.seconds = kauri_clock_seconds() - begin;
        kauri_progress_report(progress, &report);
    }
    return KAURI_OK;
}

enum kauri_status waurie_file_write(const char *folder, const struct waurie_rules *rules,
                                    const struct waurie_layer *layer, unsigned threads,
                                    const struct kauri_progress *progress, const uint64_t *bits,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_table_info info = table_info(rules, layer);
    const struct kauri_writer_options options = {.level = LEVEL, .threads = threads};
    struct kauri_writer *writer = NULL;
    struct kauri_writer *complete = NULL;
    char *path = waurie_file_path(folder, rules, layer->pits, layer->seeds);
    uint8_t *bytes = malloc((size_t)APPEND_WORDS * WORD_BYTES);
    if (path == NULL || bytes == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", folder);
        goto cleanup;
    }
    KAURI_TRY(kauri_writer_open(path, &info, &options, &writer, error));
    KAURI_TRY(append_words(writer, layer, progress, bits, bytes, error));
    complete = writer;
    writer = NULL;
    status = kauri_writer_commit(complete, NULL, NULL, error);
cleanup:
    kauri_writer_abandon(writer);
    free(bytes);
    free(path);
    return status;
}
