#include "verify/verify_tally.h"

#include <string.h>

// Counts how often each byte occurs. Neighbouring entries are often equal, and reading a count that
// was written just before stalls on the store; so equal neighbours are counted in words of eight,
// and the others in four histograms.
static void count_bytes(uint64_t *counts, const uint8_t *bytes, uint64_t count)
{
    uint64_t histograms[4][UINT8_MAX + 1];
    uint64_t i = 0;
    memset(histograms, 0, sizeof histograms);
    for (; i + 8 <= count; i += 8) {
        uint64_t word = 0;
        memcpy(&word, bytes + i, sizeof word);
        if (word == bytes[i] * UINT64_C(0x0101010101010101)) {
            histograms[i / 8 % 4][bytes[i]] += 8;
        } else {
            for (unsigned j = 0; j < 8; j++) {
                histograms[j % 4][bytes[i + j]]++;
            }
        }
    }
    for (; i < count; i++) {
        histograms[0][bytes[i]]++;
    }
    for (unsigned byte = 0; byte <= UINT8_MAX; byte++) {
        counts[byte] +=
            histograms[0][byte] + histograms[1][byte] + histograms[2][byte] + histograms[3][byte];
    }
}

static void raise(uint32_t *maximum, uint32_t number)
{
    *maximum = number > *maximum ? number : *maximum;
}

void kauri_verify_tally_bytes(struct kauri_verify_tally *tally, bool stored,
                              uint8_t *const *columns, uint64_t count)
{
    count_bytes(tally->counts[stored], columns[KAURI_COLUMN_R], count);
    for (unsigned c = KAURI_COLUMN_R + 1; c < KAURI_COLUMNS; c++) {
        const uint8_t *numbers = columns[c];
        uint8_t maximum = 0;
        for (uint64_t i = 0; i < count; i++) {
            maximum = numbers[i] > maximum ? numbers[i] : maximum;
        }
        raise(&tally->maximum[stored][c], maximum);
    }
}

void kauri_verify_tally_one(struct kauri_verify_tally *tally, bool stored, const uint32_t *numbers)
{
    tally->counts[stored][numbers[KAURI_COLUMN_R]]++;
    for (unsigned c = KAURI_COLUMN_R + 1; c < KAURI_COLUMNS; c++) {
        raise(&tally->maximum[stored][c], numbers[c]);
    }
}

void kauri_verify_tally_add(struct kauri_verify_tally *tally, const struct kauri_verify_tally *more)
{
    for (unsigned stored = 0; stored < 2; stored++) {
        for (unsigned i = 0; i < KAURI_STORED_MAX; i++) {
            tally->counts[stored][i] += more->counts[stored][i];
        }
        for (unsigned c = KAURI_COLUMN_R + 1; c < KAURI_COLUMNS; c++) {
            raise(&tally->maximum[stored][c], more->maximum[stored][c]);
        }
    }
}

enum kauri_status kauri_verify_tally_check(const struct kauri_verify_tally *tally,
                                           const struct kauri_reader *reader,
                                           struct kauri_error *error)
{
    const struct kauri_certificate *certificate = kauri_reader_certificate(reader);
    const struct kauri_table_info *info = kauri_reader_info(reader);
    uint64_t positions = 0;
    uint64_t entries = 0;
    int32_t max_r = INT32_MIN;
    int32_t stored_max_r = INT32_MIN;
    bool same = true;
    for (uint32_t i = 0; i < certificate->count_count; i++) {
        const struct kauri_count *stated = &certificate->counts[i];
        const int64_t number = (int64_t)stated->value - info->columns[KAURI_COLUMN_R].bias;
        const bool possible = number >= 0 && number < KAURI_STORED_MAX;
        const uint64_t stored = possible ? tally->counts[1][number] : 0;
        const uint64_t count = stored + (possible ? tally->counts[0][number] : 0);
        same = same && count == stated->count && stored == stated->stored;
        positions += count;
        entries += stored;
        max_r = count > 0 ? stated->value : max_r;
        stored_max_r = stored > 0 ? stated->value : stored_max_r;
    }
    same = same && positions == info->positions && entries == info->entries &&
           max_r == certificate->maximum[KAURI_COLUMN_R] &&
           stored_max_r == certificate->stored_maximum[KAURI_COLUMN_R];
    for (unsigned c = KAURI_COLUMN_R + 1; c < info->column_count; c++) {
        const int64_t stored = tally->maximum[1][c];
        const int64_t derived = tally->maximum[0][c];
        same = same && stored == certificate->stored_maximum[c] &&
               (stored > derived ? stored : derived) == certificate->maximum[c];
    }
    return same ? KAURI_OK
                : kauri_fail(error, KAURI_WRONG, "%s: its certificate does not match its values",
                             kauri_reader_path(reader));
}
