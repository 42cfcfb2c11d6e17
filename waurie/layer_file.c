#include "waurie/layer_file.h"

#include "common/folder.h"
#include "common/loop.h"
#include "db/bytes.h"
#include "db/reader.h"
#include "db/writer.h"
#include "waurie/waurie_position.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Distributions of x seeds over 1 to 6 pits: the binomial coefficients (x + k - 1 over k - 1).
#define WAYS(x)                                                                                    \
    {                                                                                              \
        1, (x) + 1, ((x) + 1) * ((x) + 2) / 2, ((x) + 1) * ((x) + 2) * ((x) + 3) / 6,              \
            (uint32_t)(((x) + 1) * ((x) + 2) * ((x) + 3) * ((x) + 4) / 24),                        \
            (uint32_t)(((x) + 1) * ((x) + 2) * ((x) + 3) * ((x) + 4) * ((x) + 5) / 120)            \
    }
#define WAYS_8(x)                                                                                  \
    WAYS((x) + 0ULL), WAYS((x) + 1ULL), WAYS((x) + 2ULL), WAYS((x) + 3ULL), WAYS((x) + 4ULL),      \
        WAYS((x) + 5ULL), WAYS((x) + 6ULL), WAYS((x) + 7ULL)

static const uint32_t ways[WAURIE_SEEDS_MAX + 8][WAURIE_PITS_MAX] = {
    WAYS_8(0),  WAYS_8(8),  WAYS_8(16), WAYS_8(24), WAYS_8(32),
    WAYS_8(40), WAYS_8(48), WAYS_8(56), WAYS_8(64), WAYS_8(72),
};

uint32_t waurie_row_count(unsigned pits, unsigned seeds)
{
    return ways[seeds][pits - 1];
}

// The rank counts, pit by pit, the rows with fewer seeds in that pit. Of the rows with `left` seeds
// in the pits from this one on, those with fewer than c seeds in it are all but those with at least
// c: ways(left) - ways(left - c), both over the pits from this one on.
uint32_t waurie_row_rank(unsigned pits, unsigned seeds, const uint8_t row[WAURIE_PITS_MAX])
{
    uint32_t rank = 0;
    unsigned left = seeds;
    for (unsigned i = 0; i + 1 < pits; i++) {
        rank += ways[left][pits - 1 - i];
        left -= row[i];
        rank -= ways[left][pits - 1 - i];
    }
    return rank;
}

void waurie_row_first(unsigned pits, unsigned seeds, uint8_t row[WAURIE_PITS_MAX])
{
    memset(row, 0, WAURIE_PITS_MAX);
    row[pits - 1] = (uint8_t)seeds;
}

bool waurie_row_next(unsigned pits, uint8_t row[WAURIE_PITS_MAX])
{
    unsigned last = pits - 1; // the last pit with seeds
    while (last > 0 && row[last] == 0) {
        last--;
    }
    if (last == 0) {
        return false;
    }
    const uint8_t rest = (uint8_t)(row[last] - 1);
    row[last] = 0;
    row[last - 1]++;
    row[pits - 1] = rest;
    return true;
}

void waurie_row_at(unsigned pits, unsigned seeds, uint32_t rank, uint8_t row[WAURIE_PITS_MAX])
{
    unsigned left = seeds;
    memset(row, 0, WAURIE_PITS_MAX);
    for (unsigned i = 0; i + 1 < pits; i++) {
        while (rank >= ways[left - row[i]][pits - 2 - i]) {
            rank -= ways[left - row[i]][pits - 2 - i];
            row[i]++;
        }
        left -= row[i];
    }
    row[pits - 1] = (uint8_t)left;
}

void waurie_layer_make(unsigned pits, unsigned seeds, struct waurie_layer *layer)
{
    memset(layer, 0, sizeof *layer);
    layer->pits = pits;
    layer->seeds = seeds;
    for (unsigned own = 0; own <= seeds; own++) {
        layer->block[own] = layer->words;
        layer->line_bits[own] = waurie_row_count(pits, own);
        layer->line_words[own] = waurie_line_words(layer->line_bits[own]);
        layer->lines[own] = waurie_row_count(pits, seeds - own);
        layer->words += (uint64_t)layer->lines[own] * layer->line_words[own];
        layer->places += (uint64_t)layer->lines[own] * layer->line_bits[own];
    }
}

uint64_t waurie_layer_positions(const struct waurie_layer *layer)
{
    uint64_t positions = 0;
    for (unsigned own = 1; own < layer->seeds; own++) {
        positions += (uint64_t)layer->lines[own] * layer->line_bits[own];
    }
    return positions;
}

bool waurie_layer_filled_up(const struct waurie_layer *layer, uint64_t first, uint64_t count,
                            const uint64_t *words)
{
    const uint64_t end = first + count;
    for (unsigned own = 0; own <= layer->seeds && layer->block[own] < end; own++) {
        const uint64_t line = layer->line_words[own];
        const uint64_t block_end = layer->block[own] + layer->lines[own] * line;
        const unsigned used = layer->line_bits[own] % 64; // bits of the last word
        if (used == 0 || block_end <= first) {
            continue;
        }
        const uint64_t skipped = first > layer->block[own] ? (first - layer->block[own]) / line : 0;
        uint64_t last = layer->block[own] + (skipped + 1) * line - 1; // last word of the line
        for (; last < end && last < block_end; last += line) {
            if (words[last - first] >> used != 0) {
                return false;
            }
        }
    }
    return true;
}

enum {
    WORD_BYTES = 8,
    PAGE_BYTES = 1 << 18,
    GROUP_PAGES = 64,
    APPEND_WORDS = 1 << 18, // words that are appended at a time
    LEVEL = 1,              // zstd level
};

const char *waurie_table_name(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                              char name[WAURIE_TABLE_NAME_BYTES])
{
    (void)snprintf(name, WAURIE_TABLE_NAME_BYTES, "waurie-2x%u-%s-%s%s-%02u.table", pits,
                   waurie_win_word(rules), waurie_lap_word(rules), rules->both ? "-both" : "",
                   seeds);
    return name;
}

char *waurie_table_path(const char *folder, const struct waurie_rules *rules, unsigned pits,
                        unsigned seeds)
{
    char name[WAURIE_TABLE_NAME_BYTES];
    const size_t bytes = strlen(folder) + sizeof name + 1;
    char *path = malloc(bytes);
    if (path != NULL) {
        (void)snprintf(path, bytes, "%s/%s", folder, waurie_table_name(rules, pits, seeds, name));
    }
    return path;
}

struct kauri_table_info waurie_file_info(const struct waurie_rules *rules,
                                         const struct waurie_layer *layer)
{
    struct kauri_table_info info = {
        .holes = (uint16_t)layer->pits,
        .seeds = (uint16_t)layer->seeds,
        .derivation = KAURI_DERIVATION_NONE,
        .digest_entries = KAURI_DIGEST_ENTRIES_MAX,
        .positions = layer->words * WORD_BYTES,
        .entries = layer->words * WORD_BYTES,
        .program = "waurie " KAURI_VERSION,
        .column_count = 1,
        .columns = {{.name = "wins",
                     .width = 1,
                     .codec = KAURI_CODEC_ZSTD,
                     .page_entries = PAGE_BYTES,
                     .group_pages = GROUP_PAGES}},
    };
    (void)snprintf(info.rules, sizeof info.rules, "waurie-w1-w8;win=%s;lap=%s%s;bits",
                   waurie_win_word(rules), waurie_lap_word(rules),
                   rules->both ? ";stores=both" : "");
    return info;
}

enum kauri_status waurie_file_open(const char *folder, const struct waurie_rules *rules,
                                   const struct waurie_layer *layer, struct kauri_reader **reader,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_table_info info = waurie_file_info(rules, layer);
    char *path = waurie_table_path(folder, rules, layer->pits, layer->seeds);
    *reader = NULL;
    if (path == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", folder);
    }
    KAURI_TRY(kauri_reader_open(path, reader, error));
    KAURI_TRY(kauri_table_expect(*reader, &info, error));
    const struct kauri_column *column = &kauri_reader_info(*reader)->columns[0];
    if (column->width != 1 || column->page_entries % WORD_BYTES != 0) {
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

// --------------------------------------------------------------------------------------- reading

struct layer_reading {
    const struct kauri_reader *reader;
    const struct waurie_layer *layer;
    uint64_t page;       // first page
    uint64_t page_words; // words of every page but the last
    uint64_t first;      // first of the words that are wanted
    uint64_t end;
    waurie_take_words *take;
    void *context;
    struct kauri_reader_scratch **scratch; // scratch memory, by worker
    uint64_t **words;                      // decoded page, by worker
};

// Makes the memory of a worker when it needs it.
static enum kauri_status prepare(struct layer_reading *reading, unsigned worker,
                                 struct kauri_error *error)
{
    if (reading->words[worker] == NULL) {
        reading->words[worker] = malloc(kauri_reader_page_bytes(reading->reader, 0));
        if (reading->words[worker] == NULL) {
            return kauri_fail(error, KAURI_RESOURCE, "out of memory");
        }
    }
    return reading->scratch[worker] != NULL
               ? KAURI_OK
               : kauri_reader_scratch_new(&reading->scratch[worker], error);
}

// Reads a page, and hands on what is wanted of it.
static enum kauri_status read_page(void *context, unsigned worker, uint64_t index,
                                   struct kauri_error *error)
{
    struct layer_reading *reading = context;
    const uint64_t page = reading->page + index;
    const uint64_t page_first = page * reading->page_words;
    const uint64_t page_end =
        page_first + kauri_reader_page_entries(reading->reader, 0, page) / WORD_BYTES;
    const uint64_t first = page_first > reading->first ? page_first : reading->first;
    const uint64_t end = page_end < reading->end ? page_end : reading->end;
    KAURI_PASS(prepare(reading, worker, error));
    uint64_t *words = reading->words[worker];
    KAURI_PASS(kauri_reader_page(reading->reader, 0, page, words, reading->scratch[worker], error));
    words += first - page_first;
    for (uint64_t w = 0; w < end - first; w++) {
        words[w] = kauri_load_u64((const uint8_t *)&words[w]);
    }
    if (!waurie_layer_filled_up(reading->layer, first, end - first, words)) {
        return kauri_fail(error, KAURI_CORRUPT,
                          "%s: page %" PRIu64 " of wins has bits after the last row of a line",
                          kauri_reader_path(reading->reader), page);
    }
    reading->take(reading->context, first, end - first, words);
    return KAURI_OK;
}

enum kauri_status waurie_file_read(const struct kauri_reader *reader,
                                   const struct waurie_layer *layer, uint64_t first, uint64_t count,
                                   unsigned threads, const struct kauri_progress *progress,
                                   waurie_take_words *take, void *context,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const uint64_t page_words = kauri_reader_info(reader)->columns[0].page_entries / WORD_BYTES;
    const uint64_t pages_end = (first + count + page_words - 1) / page_words;
    struct layer_reading reading = {
        .reader = reader,
        .layer = layer,
        .page = first / page_words,
        .page_words = page_words,
        .first = first,
        .end = first + count,
        .take = take,
        .context = context,
        .scratch = calloc(threads, sizeof(struct kauri_reader_scratch *)),
        .words = calloc(threads, sizeof(uint64_t *)),
    };
    struct kauri_pace pace = {
        .threads = threads,
        .progress = progress,
        .report = {.stage = "read", .layer = layer->seeds, .total = waurie_layer_positions(layer)},
        .began = kauri_clock_seconds(),
    };
    const struct kauri_loop loop = {
        .pace = &pace, .count = pages_end - reading.page, .done = pace.report.total};
    if (reading.scratch == NULL || reading.words == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory");
        goto cleanup;
    }
    KAURI_TRY(kauri_loop(&loop, read_page, &reading, error));
    status = kauri_pace_look(&pace, error);
cleanup:
    for (unsigned t = 0; reading.scratch != NULL && reading.words != NULL && t < threads; t++) {
        kauri_reader_scratch_free(reading.scratch[t]);
        free(reading.words[t]);
    }
    free(reading.scratch);
    free(reading.words);
    return status;
}

// --------------------------------------------------------------------------------------- writing

struct waurie_file_writer {
    struct kauri_writer *writer;
    struct kauri_table_info info;
    char *path;
    uint8_t *bytes; // APPEND_WORDS words as bytes
    struct kauri_pace pace;
    uint64_t words; // words of the layer
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
    const uint64_t capacity = layer->words < APPEND_WORDS ? layer->words : APPEND_WORDS;
    *writer = NULL;
    struct waurie_file_writer *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", folder);
    }
    made->pace = (struct kauri_pace){
        .progress = progress,
        .report = {.stage = "write", .layer = layer->seeds, .total = waurie_layer_positions(layer)},
        .began = kauri_clock_seconds()};
    made->words = layer->words;
    made->path = waurie_table_path(folder, rules, layer->pits, layer->seeds);
    made->bytes = malloc((size_t)capacity * WORD_BYTES);
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
        KAURI_PASS(kauri_writer_append(writer->writer, columns, part * WORD_BYTES, error));
        writer->written += part;
        writer->pace.report.done = (uint64_t)((double)writer->pace.report.total *
                                              (double)writer->written / (double)writer->words);
        KAURI_PASS(kauri_pace_look(&writer->pace, error));
    }
    return KAURI_OK;
}

enum kauri_status waurie_file_commit(struct waurie_file_writer *writer, struct kauri_error *error)
{
    struct kauri_writer *complete = writer->writer;
    writer->writer = NULL;
    return kauri_writer_commit(complete, NULL, NULL, error);
}

struct leftovers {
    const struct kauri_folder *folder;
    const struct waurie_rules *rules;
    unsigned pits;
};

static void remove_leftover(void *context, const char *entry)
{
    const struct leftovers *of = context;
    for (unsigned n = 0; n <= WAURIE_SEEDS_MAX; n++) {
        char name[WAURIE_TABLE_NAME_BYTES];
        if (kauri_temporary_file_is(entry, waurie_table_name(of->rules, of->pits, n, name))) {
            kauri_folder_unlink(of->folder, entry);
        }
    }
}

void waurie_file_remove_leftovers(const char *folder, const struct waurie_rules *rules,
                                  unsigned pits)
{
    struct kauri_folder *parent = NULL;
    if (kauri_folder_open(folder, &parent, NULL) == KAURI_OK) {
        struct leftovers of = {.folder = parent, .rules = rules, .pits = pits};
        (void)kauri_folder_each(parent, remove_leftover, &of, NULL);
        kauri_folder_close(parent);
    }
}
