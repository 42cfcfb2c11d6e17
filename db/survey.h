// The figures of a certificate that are counted while a table is written (docs/reference/FORMAT.md,
// section 5): how often each value of column 0 occurs, and the greatest value of each column.
#ifndef KAURI_DB_SURVEY_H
#define KAURI_DB_SURVEY_H

#include "common/status.h"
#include "db/table.h"

#include <stdint.h>

// Counts of one thread; merge them at the end. Not thread-safe.
struct kauri_survey {
    const struct kauri_table_info *info; // must outlive the survey
    uint64_t *counts;                    // by stored number of column 0; owned
    uint32_t count_count;                // size of `counts`: 256 or 65,536
    uint32_t maximum[KAURI_COLUMNS_MAX]; // greatest stored number of each column
};

// Errors: KAURI_RESOURCE.
enum kauri_status kauri_survey_init(struct kauri_survey *survey,
                                    const struct kauri_table_info *info, struct kauri_error *error);
// Frees the memory that the survey owns; safe on a zeroed one.
void kauri_survey_clear(struct kauri_survey *survey);

// Counts the stored numbers of a page of column `column` with `entries` entries.
void kauri_survey_add(struct kauri_survey *survey, unsigned column, const uint8_t *numbers,
                      uint32_t entries);
// Adds the counts and maxima of `other`.
void kauri_survey_merge(struct kauri_survey *survey, const struct kauri_survey *other);

// Fills the counts and maxima of *certificate, but not its digests. Counts and maxima over all
// positions are set to those over the entries. The caller frees the counts with free(). At least
// one entry must have been counted. Errors: KAURI_RESOURCE.
enum kauri_status kauri_survey_certify(const struct kauri_survey *survey,
                                       struct kauri_certificate *certificate,
                                       struct kauri_error *error);

#endif
