#include "db/survey.h"

#include "common/memory.h"
#include "db/bytes.h"

#include <stdlib.h>
#include <string.h>

enum kauri_status kauri_survey_init(struct kauri_survey *survey,
                                    const struct kauri_table_info *info, struct kauri_error *error)
{
    *survey = (struct kauri_survey){.info = info};
    survey->count_count = info->columns[0].width == 1 ? 256 : 65536;
    KAURI_PASS(KAURI_NEW(survey->counts, survey->count_count, error, "counting values"));
    return KAURI_OK;
}

void kauri_survey_clear(struct kauri_survey *survey)
{
    free(survey->counts);
    survey->counts = NULL;
}

// Counts how often each byte occurs. Neighbouring entries are often equal, and reading a count that
// was written just before stalls on the store; four histograms, used in turn, avoid that.
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
    KAURI_PASS(KAURI_NEW(certificate->counts, used > 0 ? used : 1, error, "counting values"));
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
