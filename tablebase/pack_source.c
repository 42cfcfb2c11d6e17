#include "tablebase/pack_source.h"

#include "common/checked.h"
#include "common/loop.h"
#include "db/compress.h"
#include "db/entries.h"
#include "db/survey.h"
#include "indexer/stored_blocks.h"

#include <stdlib.h>
#include <string.h>

// Entries of a piece, unless a page has more; least number of pieces in memory for each thread.
enum { PIECE_ENTRIES = 1 << 18, PIECES_PER_THREAD = 2 };

// Entries of the table that one thread reads at a time.
struct piece {
    uint64_t first;
    uint64_t count;
    uint64_t kept; // those of stored blocks, moved to the front
};

struct reading_thread {
    struct kauri_entries *entries;
    struct kauri_survey survey;
};

struct kauri_pack_source {
    const struct kauri_reader *reader;
    const struct kauri_table_info *info;
    const struct kauri_layer *layer;
    bool full; // every position is an entry
    struct kauri_stored_blocks blocks;
    struct kauri_column_digest digests[KAURI_COLUMNS_MAX]; // of all entries
    unsigned threads;
    struct reading_thread *workers; // one per thread
    struct piece *pieces;
    unsigned piece_count;
    uint64_t piece_entries;              // of every piece but the last
    uint8_t *numbers[KAURI_COLUMNS_MAX]; // stored numbers of all pieces, one after the other
    unsigned filled;                     // pieces that were read
    uint64_t entries_read;               // of the table
};

static enum kauri_status out_of_memory(const struct kauri_reader *reader, struct kauri_error *error)
{
    return kauri_fail(error, KAURI_RESOURCE, "out of memory for reading %s",
                      kauri_reader_path(reader));
}

// As many whole pages of the column with the largest pages as fit into a piece, at least one.
static uint64_t piece_entries(const struct kauri_table_info *info)
{
    uint64_t page = 1;
    for (unsigned c = 0; c < info->column_count; c++) {
        page = info->columns[c].page_entries > page ? info->columns[c].page_entries : page;
    }
    const uint64_t wanted = page < PIECE_ENTRIES ? PIECE_ENTRIES / page * page : page;
    return wanted < info->entries ? wanted : info->entries;
}

// Of a table with all positions, about half of the entries are handed out.
static unsigned piece_count(const struct kauri_pack_source *source, uint64_t wanted)
{
    const uint64_t entries = source->info->entries;
    const uint64_t read = source->full ? 2 * wanted : wanted;
    const uint64_t count = (read < entries ? read : entries) / source->piece_entries + 1;
    const uint64_t least = (uint64_t)source->threads * PIECES_PER_THREAD;
    return (unsigned)(count < least ? least : count);
}

enum kauri_status kauri_pack_source_new(const struct kauri_reader *reader,
                                        const struct kauri_layer *layer, unsigned threads,
                                        uint64_t wanted, struct kauri_pack_source **source,
                                        struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_table_info *info = kauri_reader_info(reader);
    *source = NULL;
    struct kauri_pack_source *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return out_of_memory(reader, error);
    }
    made->reader = reader;
    made->info = info;
    made->layer = layer;
    made->full = info->derivation == KAURI_DERIVATION_NONE;
    made->threads = threads;
    made->piece_entries = piece_entries(info);
    KAURI_TRY(kauri_stored_blocks_init(&made->blocks, layer, error));
    made->workers = calloc(threads, sizeof *made->workers);
    made->piece_count = piece_count(made, wanted);
    made->pieces = calloc(made->piece_count, sizeof *made->pieces);
    if (made->workers == NULL || made->pieces == NULL) {
        status = out_of_memory(reader, error);
        goto cleanup;
    }
    for (unsigned i = 0; i < threads; i++) {
        KAURI_TRY(kauri_entries_new(&made->workers[i].entries, error));
        KAURI_TRY(kauri_survey_init(&made->workers[i].survey, info, error));
    }
    for (unsigned c = 0; c < info->column_count; c++) {
        const unsigned width = info->columns[c].width;
        uint64_t bytes = 0;
        size_t size = 0;
        if (!kauri_checked_multiply(made->piece_entries, (uint64_t)made->piece_count * width,
                                    &bytes) ||
            !kauri_checked_size(bytes, &size) || (made->numbers[c] = malloc(size)) == NULL) {
            status = out_of_memory(reader, error);
            goto cleanup;
        }
        KAURI_TRY(kauri_column_digest_init(&made->digests[c], width, info->digest_entries, error));
    }
    *source = made;
    made = NULL;
cleanup:
    kauri_pack_source_free(made);
    return status;
}

void kauri_pack_source_free(struct kauri_pack_source *source)
{
    if (source == NULL) {
        return;
    }
    for (unsigned i = 0; source->workers != NULL && i < source->threads; i++) {
        kauri_entries_free(source->workers[i].entries);
        kauri_survey_clear(&source->workers[i].survey);
    }
    for (unsigned c = 0; c < KAURI_COLUMNS_MAX; c++) {
        free(source->numbers[c]);
        kauri_column_digest_clear(&source->digests[c]);
    }
    free(source->workers);
    free(source->pieces);
    kauri_stored_blocks_clear(&source->blocks);
    free(source);
}

uint64_t kauri_pack_source_entries(const struct kauri_pack_source *source)
{
    return source->blocks.count * source->layer->cowrie_count;
}

// Where the numbers of a piece are in a column.
static uint8_t *numbers_of(const struct kauri_pack_source *source, unsigned column, uint64_t piece)
{
    return source->numbers[column] +
           piece * source->piece_entries * source->info->columns[column].width;
}

static enum kauri_status read_piece(void *context, unsigned worker_number, uint64_t number,
                                    struct kauri_error *error)
{
    const struct kauri_pack_source *source = context;
    struct reading_thread *worker = &source->workers[worker_number];
    const struct piece *piece = &source->pieces[number];
    uint8_t *numbers[KAURI_COLUMNS_MAX] = {NULL};
    for (unsigned c = 0; c < source->info->column_count; c++) {
        numbers[c] = numbers_of(source, c, number);
    }
    const enum kauri_status status = kauri_entries_read(worker->entries, source->reader,
                                                        piece->first, piece->count, numbers, error);
    for (unsigned c = 0; status == KAURI_OK && c < source->info->column_count; c++) {
        // A piece has at most as many entries as the largest page, or PIECE_ENTRIES.
        kauri_survey_add(&worker->survey, c, numbers[c], (uint32_t)piece->count);
    }
    return status;
}

// Moves the entries of stored blocks to the front of their piece.
static void keep_stored(void *context, unsigned worker_number, uint64_t number)
{
    (void)worker_number;
    struct kauri_pack_source *source = context;
    struct piece *piece = &source->pieces[number];
    const uint64_t block_entries = source->layer->cowrie_count;
    piece->kept = 0;
    for (uint64_t at = 0; at < piece->count;) {
        const uint64_t entry = piece->first + at;
        const uint64_t rest = block_entries - entry % block_entries; // of its block
        const uint64_t run = rest < piece->count - at ? rest : piece->count - at;
        if (kauri_block_stored(&source->blocks, entry / block_entries)) {
            for (unsigned c = 0; c < source->info->column_count; c++) {
                const size_t width = source->info->columns[c].width;
                uint8_t *numbers = numbers_of(source, c, number);
                memmove(numbers + piece->kept * width, numbers + at * width, (size_t)run * width);
            }
            piece->kept += run;
        }
        at += run;
    }
}

// Reads as many pieces as there is room for.
static enum kauri_status fill(struct kauri_pack_source *source, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const uint64_t left = source->info->entries - source->entries_read;
    uint64_t count = 0; // of entries
    source->filled = 0;
    while (source->filled < source->piece_count && count < left) {
        struct piece *piece = &source->pieces[source->filled++];
        piece->first = source->entries_read + count;
        piece->count = left - count < source->piece_entries ? left - count : source->piece_entries;
        count += piece->count;
    }
    struct kauri_pace pace = {.threads = source->threads};
    const struct kauri_loop loop = {.pace = &pace, .count = source->filled};
    KAURI_TRY(kauri_loop(&loop, read_piece, source, error));
    for (unsigned c = 0; c < source->info->column_count; c++) {
        KAURI_TRY(kauri_column_digest_add(&source->digests[c], source->threads, source->numbers[c],
                                          count, error));
    }
    source->entries_read += count;
cleanup:
    return status;
}

// Moves the entries of stored blocks of all pieces to the front; returns their number.
static uint64_t close_gaps(struct kauri_pack_source *source)
{
    uint64_t kept = 0;
    kauri_loop_for(source->threads, source->filled, 1, keep_stored, source);
    for (unsigned i = 0; i < source->filled; i++) {
        for (unsigned c = 0; c < source->info->column_count; c++) {
            const size_t width = source->info->columns[c].width;
            memmove(source->numbers[c] + kept * width, numbers_of(source, c, i),
                    (size_t)source->pieces[i].kept * width);
        }
        kept += source->pieces[i].kept;
    }
    return kept;
}

enum kauri_status kauri_pack_source_next(struct kauri_pack_source *source,
                                         const uint8_t *columns[KAURI_COLUMNS_MAX],
                                         uint64_t *entries, uint64_t *done,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *entries = 0;
    while (*entries == 0 && source->entries_read < source->info->entries) {
        const uint64_t before = source->entries_read;
        KAURI_TRY(fill(source, error));
        *entries = source->full ? close_gaps(source) : source->entries_read - before;
    }
    for (unsigned c = 0; c < source->info->column_count; c++) {
        columns[c] = source->numbers[c];
    }
    *done = source->entries_read;
cleanup:
    return status;
}

enum kauri_status kauri_pack_source_sample(struct kauri_pack_source *source, unsigned column,
                                           uint64_t first, uint64_t count, uint8_t *numbers,
                                           struct kauri_error *error)
{
    const uint64_t block_entries = source->layer->cowrie_count;
    const size_t width = source->info->columns[column].width;
    while (count > 0) {
        const uint64_t rest = block_entries - first % block_entries; // of its block
        const uint64_t run = rest < count && source->full ? rest : count;
        const uint64_t block =
            source->full ? kauri_stored_block_at(&source->blocks, first / block_entries) : 0;
        const uint64_t entry = source->full ? block * block_entries + first % block_entries : first;
        uint8_t *out[KAURI_COLUMNS_MAX] = {NULL};
        out[column] = numbers;
        const enum kauri_status status =
            kauri_entries_read(source->workers[0].entries, source->reader, entry, run, out, error);
        if (status != KAURI_OK) {
            return status;
        }
        numbers += run * width;
        first += run;
        count -= run;
    }
    return KAURI_OK;
}

enum kauri_status kauri_pack_source_check(struct kauri_pack_source *source,
                                          struct kauri_error *error)
{
    const struct kauri_certificate *stated = kauri_reader_certificate(source->reader);
    struct kauri_certificate counted;
    for (unsigned i = 1; i < source->threads; i++) {
        kauri_survey_merge(&source->workers[0].survey, &source->workers[i].survey);
    }
    const enum kauri_status status =
        kauri_survey_certify(&source->workers[0].survey, &counted, error);
    if (status != KAURI_OK) {
        return status;
    }
    // Values that only derived positions have are in the certificate, but not in the table.
    uint32_t at = 0;
    bool same = true;
    for (uint32_t i = 0; i < stated->count_count; i++) {
        if (stated->counts[i].stored > 0) {
            same = same && at < counted.count_count &&
                   counted.counts[at].value == stated->counts[i].value &&
                   counted.counts[at].stored == stated->counts[i].stored;
            at++;
        }
    }
    same = same && at == counted.count_count;
    for (unsigned c = 0; c < source->info->column_count; c++) {
        same = same && counted.stored_maximum[c] == stated->stored_maximum[c];
    }
    free(counted.counts);
    if (!same) {
        return kauri_fail(error, KAURI_CORRUPT,
                          "%s: the number of entries with some value differs from its certificate",
                          kauri_reader_path(source->reader));
    }
    for (unsigned c = 0; c < source->info->column_count; c++) {
        if (kauri_column_digest_end(&source->digests[c]) != stated->column_digest[c]) {
            return kauri_fail(error, KAURI_CORRUPT,
                              "%s: the entries do not have the digest of its certificate",
                              kauri_reader_path(source->reader));
        }
    }
    return KAURI_OK;
}

// --------------------------------------------------------------------------------- dictionaries

// zstd recommends samples of about a hundred times the size of the dictionary.
enum { SAMPLES_PER_DICTIONARY = 100, SAMPLES_MIN = 16, SAMPLES_MAX = 20000 };

enum kauri_status kauri_pack_dictionary(struct kauri_pack_source *source, unsigned column,
                                        unsigned width, uint32_t page_entries, size_t capacity,
                                        uint8_t **bytes, struct kauri_dictionary *dictionary,
                                        struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const uint64_t entries = kauri_pack_source_entries(source);
    const uint64_t sample_entries = page_entries < entries ? page_entries : entries;
    const size_t sample_bytes = (size_t)sample_entries * width;
    const uint64_t pages = entries / sample_entries; // whole ones
    uint64_t wanted = (uint64_t)capacity * SAMPLES_PER_DICTIONARY / sample_bytes;
    wanted = wanted < SAMPLES_MIN ? SAMPLES_MIN : wanted > SAMPLES_MAX ? SAMPLES_MAX : wanted;
    const unsigned count = (unsigned)(wanted < pages ? wanted : pages);
    size_t size = 0;
    uint8_t *samples = malloc(count * sample_bytes);
    size_t *sizes = malloc(count * sizeof *sizes);
    *dictionary = (struct kauri_dictionary){.bytes = NULL};
    *bytes = malloc(capacity);
    if (samples == NULL || sizes == NULL || *bytes == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for training a dictionary");
        goto cleanup;
    }
    for (unsigned i = 0; i < count; i++) {
        const uint64_t page = pages * i / count;
        sizes[i] = sample_bytes;
        KAURI_TRY(kauri_pack_source_sample(source, column, page * sample_entries, sample_entries,
                                           samples + i * sample_bytes, error));
    }
    KAURI_TRY(kauri_dictionary_train(samples, sizes, count, *bytes, capacity, &size, error));
    if (size > 0) {
        *dictionary = (struct kauri_dictionary){.bytes = *bytes, .size = size};
    }
cleanup:
    free(samples);
    free(sizes);
    return status;
}
