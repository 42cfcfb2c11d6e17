#include "db/survey.h"

#include "common/loop.h"
#include "db/bytes.h"

#include <stdlib.h>
#include <string.h>

enum kauri_status kauri_survey_init(struct kauri_survey *survey,
                                    const struct kauri_table_info *info, struct kauri_error *error)
{
    *survey = (struct kauri_survey){.info = info};
    survey->count_count = info->columns[0].width == 1 ? 256 : 65536;
    survey->counts = calloc(survey->count_count, sizeof *survey->counts);
    if (survey->counts == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for counting values");
    }
    return KAURI_OK;
}

void kauri_survey_clear(struct kauri_survey *survey)
{
    free(survey->counts);
    survey->counts = NULL;
}

// Neighbouring entries are often equal, and reading a count that was written just before stalls on
// the store. Four histograms, used in turn, avoid that.
static void count_bytes(uint64_t *counts, const uint8_t *from, uint32_t entries)
{
    uint32_t turns[4][256];
    memset(turns, 0, sizeof turns);
    uint32_t entry = 0;
    for (; entry + 4 <= entries; entry += 4) {
        turns[0][from[entry]]++;
        turns[1][from[entry + 1]]++;
        turns[2][from[entry + 2]]++;
        turns[3][from[entry + 3]]++;
    }
    for (; entry < entries; entry++) {
        turns[0][from[entry]]++;
    }
    for (unsigned i = 0; i < 256; i++) {
        counts[i] += (uint64_t)turns[0][i] + turns[1][i] + turns[2][i] + turns[3][i];
    }
}

static uint32_t greatest_byte(const uint8_t *from, uint32_t entries)
{
    uint8_t maximum = 0;
    for (uint32_t entry = 0; entry < entries; entry++) {
        maximum = from[entry] > maximum ? from[entry] : maximum;
    }
    return maximum;
}

static uint32_t greatest_pair(const uint8_t *from, uint32_t entries)
{
    uint32_t maximum = 0;
    for (uint32_t entry = 0; entry < entries; entry++) {
        const uint32_t number = kauri_load_u16(from + 2 * (size_t)entry);
        maximum = number > maximum ? number : maximum;
    }
    return maximum;
}

void kauri_survey_add(struct kauri_survey *survey, unsigned column, const uint8_t *numbers,
                      uint32_t entries)
{
    const unsigned width = survey->info->columns[column].width;
    if (column == 0 && width == 1) {
        count_bytes(survey->counts, numbers, entries);
    } else if (column == 0) {
        for (uint32_t entry = 0; entry < entries; entry++) {
            survey->counts[kauri_load_u16(numbers + 2 * (size_t)entry)]++;
        }
    }
    const uint32_t maximum =
        width == 1 ? greatest_byte(numbers, entries) : greatest_pair(numbers, entries);
    if (maximum > survey->maximum[column]) {
        survey->maximum[column] = maximum;
    }
}

void kauri_survey_merge(struct kauri_survey *survey, const struct kauri_survey *other)
{
    for (uint32_t i = 0; i < survey->count_count; i++) {
        survey->counts[i] += other->counts[i];
    }
    for (unsigned c = 0; c < KAURI_COLUMNS_MAX; c++) {
        if (other->maximum[c] > survey->maximum[c]) {
            survey->maximum[c] = other->maximum[c];
        }
    }
}

enum kauri_status kauri_survey_certify(const struct kauri_survey *survey,
                                       struct kauri_certificate *certificate,
                                       struct kauri_error *error)
{
    const struct kauri_table_info *info = survey->info;
    uint32_t used = 0;
    for (uint32_t i = 0; i < survey->count_count; i++) {
        used += survey->counts[i] > 0;
    }
    *certificate = (struct kauri_certificate){.count_count = used};
    certificate->counts = calloc(used > 0 ? used : 1, sizeof *certificate->counts);
    if (certificate->counts == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for counting values");
    }
    struct kauri_count *to = certificate->counts;
    for (uint32_t i = 0; i < survey->count_count; i++) {
        if (survey->counts[i] > 0) {
            *to++ = (struct kauri_count){info->columns[0].bias + (int32_t)i, survey->counts[i],
                                         survey->counts[i]};
        }
    }
    for (unsigned c = 0; c < info->column_count; c++) {
        certificate->stored_maximum[c] = info->columns[c].bias + (int32_t)survey->maximum[c];
        certificate->maximum[c] = certificate->stored_maximum[c];
    }
    return KAURI_OK;
}

// -------------------------------------------------------------------------------------- digests

// Digests of runs that are made at a time.
enum { RUNS = 256 };

enum kauri_status kauri_column_digest_init(struct kauri_column_digest *digest, unsigned width,
                                           uint32_t run_entries, struct kauri_error *error)
{
    *digest = (struct kauri_column_digest){.entry_bytes = width, .run_entries = run_entries};
    return kauri_digester_new(&digest->runs, error);
}

void kauri_column_digest_clear(struct kauri_column_digest *digest)
{
    kauri_digester_free(digest->runs);
    kauri_digester_free(digest->partial);
    *digest = (struct kauri_column_digest){.runs = NULL};
}

void kauri_column_digest_run(struct kauri_column_digest *digest, uint64_t run)
{
    uint8_t bytes[8];
    kauri_store_u64(bytes, run);
    kauri_digester_add(digest->runs, bytes, sizeof bytes);
}

static void end_run(struct kauri_column_digest *digest)
{
    kauri_column_digest_run(digest, kauri_digester_result(digest->partial));
    kauri_digester_free(digest->partial);
    digest->partial = NULL;
    digest->entries = 0;
}

// Adds entries up to the end of the run that is open, or begins one; *taken receives their number.
static enum kauri_status add_part(struct kauri_column_digest *digest, const uint8_t *bytes,
                                  uint64_t entries, uint64_t *taken, struct kauri_error *error)
{
    const uint32_t left = digest->run_entries - digest->entries;
    *taken = entries < left ? entries : left;
    if (digest->partial == NULL) {
        const enum kauri_status status = kauri_digester_new(&digest->partial, error);
        if (status != KAURI_OK) {
            return status;
        }
    }
    kauri_digester_add(digest->partial, bytes, (size_t)*taken * digest->entry_bytes);
    digest->entries += (uint32_t)*taken;
    if (digest->entries == digest->run_entries) {
        end_run(digest);
    }
    return KAURI_OK;
}

struct runs {
    const uint8_t *from;
    size_t bytes; // of a run
    uint64_t digests[RUNS];
};

static void digest_run(void *context, unsigned worker, uint64_t index)
{
    (void)worker;
    struct runs *runs = context;
    runs->digests[index] = kauri_digest(runs->from + index * runs->bytes, runs->bytes);
}

// Adds `count` whole runs, at most RUNS.
static void add_runs(struct kauri_column_digest *digest, unsigned threads, const uint8_t *bytes,
                     uint64_t count)
{
    struct runs runs = {.from = bytes, .bytes = digest->run_entries * digest->entry_bytes};
    kauri_loop_for(threads, count, 1, digest_run, &runs);
    for (uint64_t i = 0; i < count; i++) {
        kauri_column_digest_run(digest, runs.digests[i]);
    }
}

enum kauri_status kauri_column_digest_add(struct kauri_column_digest *digest, unsigned threads,
                                          const uint8_t *bytes, uint64_t entries,
                                          struct kauri_error *error)
{
    while (entries > 0) {
        const uint64_t whole = digest->partial == NULL ? entries / digest->run_entries : 0;
        uint64_t taken = 0;
        if (whole > 0) {
            const uint64_t count = whole < RUNS ? whole : RUNS;
            add_runs(digest, threads, bytes, count);
            taken = count * digest->run_entries;
        } else {
            KAURI_PASS(add_part(digest, bytes, entries, &taken, error));
        }
        bytes += taken * digest->entry_bytes;
        entries -= taken;
    }
    return KAURI_OK;
}

uint64_t kauri_column_digest_end(struct kauri_column_digest *digest)
{
    if (digest->partial != NULL) {
        end_run(digest);
    }
    return kauri_digester_result(digest->runs);
}

// ---------------------------------------------------------------------------------- compressing

enum kauri_status kauri_page_compressor_init(struct kauri_page_compressor *compressor,
                                             const struct kauri_table_info *info, int level,
                                             struct kauri_error *error)
{
    *compressor = (struct kauri_page_compressor){.compressor = NULL};
    KAURI_PASS(kauri_compressor_new(level, &compressor->compressor, error));
    return kauri_survey_init(&compressor->survey, info, error);
}

void kauri_page_compressor_clear(struct kauri_page_compressor *compressor)
{
    kauri_compressor_free(compressor->compressor);
    kauri_survey_clear(&compressor->survey);
    compressor->compressor = NULL;
}

enum kauri_status kauri_page_compress(struct kauri_page_compressor *compressor,
                                      const struct kauri_compress_dictionary *dictionary,
                                      unsigned column, const uint8_t *numbers, uint32_t entries,
                                      uint8_t *to, struct kauri_compressed_page *page,
                                      struct kauri_error *error)
{
    const size_t bytes = (size_t)entries * compressor->survey.info->columns[column].width;
    size_t size = 0;
    kauri_survey_add(&compressor->survey, column, numbers, entries);
    const enum kauri_status status =
        kauri_compress(compressor->compressor, dictionary, numbers, bytes, to, &size, error);
    *page = (struct kauri_compressed_page){
        .bytes = to, .size = (uint32_t)size, .check = (uint32_t)kauri_digest(numbers, bytes)};
    return status;
}
