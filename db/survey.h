// Measuring decoded blocks: how often each value of column 0 occurs, and the greatest values.
#ifndef KAURI_DB_SURVEY_H
#define KAURI_DB_SURVEY_H

#include "db/table.h"

// One a thread; surveys of parts of a table are merged.
struct kauri_survey {
    const struct kauri_table_info *info; // must live as long
    uint64_t *counts;                    // by stored number of column 0; owned
    uint32_t count_count;                // 256 or 65,536
    uint32_t maximum[KAURI_COLUMNS_MAX]; // stored numbers
};

// KAURI_RESOURCE.
enum kauri_status kauri_survey_init(struct kauri_survey *survey,
                                    const struct kauri_table_info *info, struct kauri_error *error);
// Frees what it owns; safe on a zeroed one.
void kauri_survey_clear(struct kauri_survey *survey);

// Adds the decoded payload of a block with `rows` rows.
void kauri_survey_add(struct kauri_survey *survey, const uint8_t *payload, uint32_t rows);
// Adds what `other` counted.
void kauri_survey_merge(struct kauri_survey *survey, const struct kauri_survey *other);

// Fills counts and maxima of *certificate, not the digest; the counts are then the caller's, to be
// freed with free(). At least one row must have been added. KAURI_RESOURCE.
enum kauri_status kauri_survey_certify(const struct kauri_survey *survey,
                                       struct kauri_certificate *certificate,
                                       struct kauri_error *error);

#endif
