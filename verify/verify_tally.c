#include "verify/verify_tally.h"

#include "indexer/convention.h"

#include <string.h>

bool kauri_verify_tally_bytes(struct kauri_verify_tally *tally, const uint8_t *r,
                              const uint8_t *dtc, uint64_t entries, unsigned most)
{
    // Separate loops, which the compiler vectorises.
    uint8_t max_r = 0;
    uint8_t max_dtc = 0;
    for (uint64_t i = 0; i < entries; i++) {
        max_r = r[i] > max_r ? r[i] : max_r;
    }
    for (uint64_t i = 0; i < entries; i++) {
        max_dtc = dtc[i] > max_dtc ? dtc[i] : max_dtc;
    }
    // Neighbouring entries are often equal, and reading a count that was written just before stalls
    // on the store.
    uint64_t histograms[4][UINT8_MAX + 1];
    memset(histograms, 0, sizeof histograms);
    for (uint64_t i = 0; i < entries; i++) {
        histograms[i % 4][r[i]]++;
    }
    for (unsigned i = 0; i <= UINT8_MAX; i++) {
        tally->stored[i] +=
            histograms[0][i] + histograms[1][i] + histograms[2][i] + histograms[3][i];
    }
    tally->max_dtc = max_dtc > tally->max_dtc ? max_dtc : tally->max_dtc;
    return max_r <= most;
}

bool kauri_verify_tally_one(struct kauri_verify_tally *tally, int32_t stored_r, int32_t dtc,
                            unsigned most)
{
    if (stored_r < 0 || stored_r > (int32_t)most || dtc < 0) {
        return false;
    }
    tally->stored[stored_r]++;
    tally->max_dtc = (uint32_t)dtc > tally->max_dtc ? (uint32_t)dtc : tally->max_dtc;
    return true;
}

enum kauri_status kauri_verify_tally_check(const struct kauri_verify_tally *tallies,
                                           unsigned threads, const struct kauri_reader *reader,
                                           struct kauri_error *error)
{
    const struct kauri_certificate *certificate = kauri_reader_certificate(reader);
    const struct kauri_table_info *info = kauri_reader_info(reader);
    uint64_t positions = 0;
    uint32_t max_dtc = 0;
    bool same = true;
    for (unsigned i = 0; i < threads; i++) {
        max_dtc = tallies[i].max_dtc > max_dtc ? tallies[i].max_dtc : max_dtc;
    }
    for (uint32_t i = 0; i < certificate->count_count; i++) {
        const struct kauri_count *stated = &certificate->counts[i];
        const int64_t number = (int64_t)stated->value - info->columns[KAURI_COLUMN_R].bias;
        uint64_t count = 0;
        for (unsigned j = 0; number >= 0 && number < KAURI_STORED_MAX && j < threads; j++) {
            count += tallies[j].stored[number];
        }
        same = same && count == stated->count;
        positions += count;
    }
    same = same && positions == info->positions &&
           (int64_t)max_dtc == certificate->maximum[KAURI_COLUMN_DTC];
    return same ? KAURI_OK
                : kauri_fail(error, KAURI_WRONG, "%s: its certificate does not match its values",
                             kauri_reader_path(reader));
}
