#include "tablebase/value_counts.h"

#include "common/loop.h"
#include "db/survey.h"
#include "tablebase/tablebase.h"

#include <stdlib.h>

// Each worker decodes pages into its own memory and counts their values; the counts are merged at
// the end.
struct page_worker {
    struct kauri_survey survey;
    struct kauri_reader_scratch *scratch;
    uint8_t *numbers; // of a page
};

struct page_survey {
    const struct kauri_reader *reader;
    struct page_worker *workers;
};

// Positions that are read at a time.
enum { RANGE_POSITIONS = 8 << 20 };

// The pages are those of one column after the other.
static enum kauri_status read_page(void *context, unsigned worker_number, uint64_t page,
                                   struct kauri_error *error)
{
    struct page_survey *survey = context;
    const struct kauri_reader *reader = survey->reader;
    unsigned column = 0;
    struct page_worker *worker = &survey->workers[worker_number];
    while (page >= kauri_reader_page_count(reader, column)) {
        page -= kauri_reader_page_count(reader, column);
        column++;
    }
    const enum kauri_status status =
        kauri_reader_page(reader, column, page, worker->numbers, worker->scratch, error);
    if (status == KAURI_OK) {
        kauri_survey_add(&worker->survey, column, worker->numbers,
                         kauri_reader_page_entries(reader, column, page));
    }
    return status;
}

static enum kauri_status start_worker(struct page_worker *worker, const struct kauri_reader *reader,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    KAURI_TRY(kauri_survey_init(&worker->survey, kauri_reader_info(reader), error));
    KAURI_TRY(kauri_reader_scratch_new(&worker->scratch, error));
    size_t bytes = 0;
    for (unsigned c = 0; c < kauri_reader_info(reader)->column_count; c++) {
        const size_t page = kauri_reader_page_bytes(reader, c);
        bytes = page > bytes ? page : bytes;
    }
    worker->numbers = malloc(bytes);
    if (worker->numbers == NULL) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for a page of the tables");
    }
cleanup:
    return status;
}

static enum kauri_status read_pages(struct page_survey *survey, unsigned threads,
                                    const struct kauri_progress *progress,
                                    struct kauri_error *error)
{
    const struct kauri_progress silent = kauri_progress_silent(progress);
    struct kauri_pace pace = {
        .threads = threads, .progress = &silent, .subject = kauri_reader_path(survey->reader)};
    struct kauri_loop loop = {.pace = &pace};
    for (unsigned c = 0; c < kauri_reader_info(survey->reader)->column_count; c++) {
        loop.count += kauri_reader_page_count(survey->reader, c);
    }
    return kauri_loop(&loop, read_page, survey, error);
}

// Reads the whole table. The caller frees the counts in *counted.
static enum kauri_status survey_table(const struct kauri_reader *reader, unsigned threads,
                                      const struct kauri_progress *progress,
                                      struct kauri_certificate *counted, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct page_survey survey = {.reader = reader};
    survey.workers = calloc(threads, sizeof *survey.workers);
    if (survey.workers == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for %u threads", threads);
    }
    for (unsigned t = 0; t < threads; t++) {
        KAURI_TRY(start_worker(&survey.workers[t], reader, error));
    }
    KAURI_TRY(read_pages(&survey, threads, progress, error));
    for (unsigned t = 1; t < threads; t++) {
        kauri_survey_merge(&survey.workers[0].survey, &survey.workers[t].survey);
    }
    KAURI_TRY(kauri_survey_certify(&survey.workers[0].survey, counted, error));
cleanup:
    for (unsigned t = 0; t < threads; t++) {
        kauri_survey_clear(&survey.workers[t].survey);
        kauri_reader_scratch_free(survey.workers[t].scratch);
        free(survey.workers[t].numbers);
    }
    free(survey.workers);
    return status;
}

static enum kauri_status copy_counts(const struct kauri_reader *reader,
                                     const struct kauri_certificate *certificate,
                                     struct kauri_value_counts *counts, struct kauri_error *error)
{
    const size_t room = certificate->count_count > 0 ? certificate->count_count : 1;
    struct kauri_value_count *values = calloc(room, sizeof *values);
    if (values == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for counting values");
    }
    for (uint32_t i = 0; i < certificate->count_count; i++) {
        values[i] =
            (struct kauri_value_count){certificate->counts[i].value, certificate->counts[i].count};
    }
    *counts = (struct kauri_value_counts){
        .positions = kauri_reader_info(reader)->positions,
        .count = certificate->count_count,
        .values = values,
    };
    return KAURI_OK;
}

// Whether the counts over the entries are those of a certificate, in which other values may have
// positions without an entry.
static bool same_counts(const struct kauri_certificate *counted,
                        const struct kauri_certificate *certificate)
{
    uint32_t found = 0;
    bool same = true;
    for (uint32_t i = 0; same && i < certificate->count_count; i++) {
        const struct kauri_count *count = &certificate->counts[i];
        if (count->stored > 0) {
            same = found < counted->count_count && counted->counts[found].value == count->value &&
                   counted->counts[found].stored == count->stored;
            found++;
        }
    }
    return same && found == counted->count_count;
}

enum kauri_status kauri_value_counts_certified(struct kauri_tablebase *tables, unsigned seeds,
                                               struct kauri_value_counts *counts,
                                               struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_tablebase_layer *layer = NULL;
    *counts = (struct kauri_value_counts){0};
    KAURI_TRY(kauri_tablebase_layer(tables, seeds, &layer, error));
    const struct kauri_reader *reader = layer->reader;
    KAURI_TRY(copy_counts(reader, kauri_reader_certificate(reader), counts, error));
cleanup:
    return status;
}

// Reads the whole layer, the positions without an entry included, and counts its values.
static enum kauri_status count_layer(struct kauri_tablebase *tables, unsigned seeds,
                                     unsigned threads, const struct kauri_progress *progress,
                                     struct kauri_value_counts *counts, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    uint64_t counted[6 * KAURI_SEEDS_MAX + 3] = {0};
    const int greatest = 3 * (int)seeds + 1;
    const uint64_t positions = counts->positions;
    int16_t *r = malloc(RANGE_POSITIONS * sizeof *r);
    if (r == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for counting values");
    }
    for (uint64_t first = 0; first < positions; first += RANGE_POSITIONS) {
        const uint64_t left = positions - first;
        const uint64_t count = left < RANGE_POSITIONS ? left : RANGE_POSITIONS;
        if (kauri_progress_cancelled(progress)) {
            status = kauri_fail(error, KAURI_INTERRUPTED, "stopped while reading layer %u", seeds);
            goto cleanup;
        }
        KAURI_TRY(kauri_layer_read(tables, seeds, first, count, r, NULL, threads, error));
        for (uint64_t i = 0; i < count; i++) {
            counted[r[i] + greatest]++;
        }
    }
    counts->count = 0;
    for (int value = -greatest; value <= greatest; value++) {
        if (counted[value + greatest] > 0) {
            counts->values[counts->count++] =
                (struct kauri_value_count){value, counted[value + greatest]};
        }
    }
cleanup:
    free(r);
    return status;
}

static bool same_values(const struct kauri_value_counts *a, const struct kauri_value_counts *b)
{
    bool same = a->count == b->count;
    for (size_t i = 0; same && i < a->count; i++) {
        same = a->values[i].r == b->values[i].r && a->values[i].count == b->values[i].count;
    }
    return same;
}

// The counts over all positions of a table in which not all of them have entries.
static enum kauri_status check_derived(struct kauri_tablebase *tables, unsigned seeds,
                                       unsigned threads, const struct kauri_progress *progress,
                                       const struct kauri_value_counts *counts,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_value_counts read = {.positions = counts->positions};
    read.values = calloc(6 * (size_t)seeds + 3, sizeof *read.values);
    if (read.values == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for counting values");
    }
    KAURI_TRY(count_layer(tables, seeds, threads, progress, &read, error));
    if (!same_values(&read, counts)) {
        status = kauri_fail(error, KAURI_CORRUPT,
                            "layer %u has other values than its certificate says", seeds);
    }
cleanup:
    kauri_value_counts_clear(&read);
    return status;
}

enum kauri_status kauri_value_counts_read(struct kauri_tablebase *tables, unsigned seeds,
                                          unsigned threads, const struct kauri_progress *progress,
                                          struct kauri_value_counts *counts,
                                          struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_tablebase_layer *layer = NULL;
    struct kauri_certificate counted = {0};
    *counts = (struct kauri_value_counts){0};
    KAURI_TRY(kauri_tablebase_layer(tables, seeds, &layer, error));
    const struct kauri_reader *reader = layer->reader;
    const struct kauri_certificate *certificate = kauri_reader_certificate(reader);
    KAURI_TRY(survey_table(reader, threads, progress, &counted, error));
    if (!same_counts(&counted, certificate)) {
        status = kauri_fail(error, KAURI_CORRUPT, "%s holds other values than its certificate says",
                            kauri_reader_path(reader));
        goto cleanup;
    }
    KAURI_TRY(copy_counts(reader, certificate, counts, error));
    if (kauri_reader_info(reader)->derivation != KAURI_DERIVATION_NONE) {
        KAURI_TRY(check_derived(tables, seeds, threads, progress, counts, error));
    }
cleanup:
    if (status != KAURI_OK) {
        kauri_value_counts_clear(counts);
    }
    free(counted.counts);
    return status;
}

void kauri_value_counts_clear(struct kauri_value_counts *counts)
{
    if (counts != NULL) {
        free(counts->values);
        *counts = (struct kauri_value_counts){0};
    }
}
