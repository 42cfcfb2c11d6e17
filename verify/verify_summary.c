#include "verify/verify_summary.h"

#include "indexer/convention.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// Flags of a unit.
enum {
    ADDED = 1,
    UNDEFINED = 2, // it has entries with r = 0 and a distance
};

struct counter {
    struct kauri_verify_tally tally;
    uint8_t *digest_room; // KAURI_VERIFY_DIGEST_ROOM
};

struct kauri_verify_summary {
    const struct kauri_verify_units *units;
    uint64_t first, end;      // numbers of the blocks whose units are added
    struct counter *counters; // by worker
    unsigned threads;
    struct kauri_verify_digests digests;
    _Atomic(uint8_t) *known; // by unit
};

enum kauri_status kauri_verify_summary_new(const struct kauri_verify_units *units, unsigned threads,
                                           struct kauri_verify_summary **summary,
                                           struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *summary = NULL;
    struct kauri_verify_summary *made = calloc(1, sizeof *made);
    bool enough = made != NULL;
    if (enough) {
        made->units = units;
        made->end = units->layer.block_count;
        made->threads = threads;
        made->known = calloc(units->count, sizeof *made->known);
        made->counters = calloc(threads, sizeof *made->counters);
        enough = made->known != NULL && made->counters != NULL;
    }
    for (unsigned i = 0; enough && i < threads; i++) {
        made->counters[i].digest_room = malloc(KAURI_VERIFY_DIGEST_ROOM);
        enough = made->counters[i].digest_room != NULL;
    }
    if (!enough) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for verifying");
        goto cleanup;
    }
    KAURI_TRY(kauri_verify_digests_init(&made->digests, units, error));
    *summary = made;
    made = NULL;
cleanup:
    kauri_verify_summary_free(made);
    return status;
}

void kauri_verify_summary_free(struct kauri_verify_summary *summary)
{
    if (summary == NULL) {
        return;
    }
    for (unsigned i = 0; summary->counters != NULL && i < summary->threads; i++) {
        free(summary->counters[i].digest_room);
    }
    free(summary->counters);
    free(summary->known);
    kauri_verify_digests_clear(&summary->digests);
    free(summary);
}

void kauri_verify_summary_limit(struct kauri_verify_summary *summary, uint64_t first, uint64_t end)
{
    summary->first = first;
    summary->end = end;
}

// Returns true if the unit belongs to the part of the layer. Blocks of other parts are successors
// only.
static bool is_in_part(const struct kauri_verify_summary *summary, uint64_t unit)
{
    const struct kauri_verify_units *units = summary->units;
    if (summary->end - summary->first == units->layer.block_count) {
        return true;
    }
    const uint64_t number =
        kauri_verify_units_order(&units->layer, kauri_verify_units_block(units, unit, 0));
    return number >= summary->first && number < summary->end;
}

void kauri_verify_summary_add(struct kauri_verify_summary *summary, unsigned worker, uint64_t unit,
                              const uint8_t *r, const uint8_t *dtc, uint64_t count, bool undefined)
{
    struct counter *counter = &summary->counters[worker];
    if (!kauri_verify_summary_has(summary, unit) && is_in_part(summary, unit)) {
        const bool stored = unit < summary->units->stored_units;
        kauri_verify_tally_bytes(&counter->tally, stored, r, dtc, count);
        kauri_verify_digests_unit(&summary->digests, unit, r, dtc, count, counter->digest_room);
        atomic_store(&summary->known[unit], (uint8_t)(ADDED | (undefined ? UNDEFINED : 0)));
    }
}

bool kauri_verify_summary_has(const struct kauri_verify_summary *summary, uint64_t unit)
{
    return (atomic_load(&summary->known[unit]) & ADDED) != 0;
}

bool kauri_verify_summary_undefined(const struct kauri_verify_summary *summary, uint64_t unit)
{
    return (atomic_load(&summary->known[unit]) & UNDEFINED) != 0;
}

struct kauri_verify_tally kauri_verify_summary_tally(const struct kauri_verify_summary *summary)
{
    struct kauri_verify_tally all = {.max_dtc = {0, 0}};
    for (unsigned i = 0; i < summary->threads; i++) {
        kauri_verify_tally_add(&all, &summary->counters[i].tally);
    }
    return all;
}

const struct kauri_verify_digests *
kauri_verify_summary_digests(const struct kauri_verify_summary *summary)
{
    return &summary->digests;
}

enum kauri_status kauri_verify_summary_certificate(const struct kauri_verify_summary *summary,
                                                   struct kauri_error *error)
{
    const struct kauri_verify_tally all = kauri_verify_summary_tally(summary);
    const enum kauri_status status = kauri_verify_tally_check(&all, summary->units->reader, error);
    return status == KAURI_OK ? kauri_verify_digests_check(&summary->digests, error) : status;
}

bool kauri_verify_summary_digest(const struct kauri_verify_summary *summary, uint64_t *digest)
{
    return kauri_verify_digests_all(&summary->digests, digest);
}

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

void kauri_verify_tally_bytes(struct kauri_verify_tally *tally, bool stored, const uint8_t *r,
                              const uint8_t *dtc, uint64_t count)
{
    uint8_t max_dtc = 0;
    for (uint64_t i = 0; i < count; i++) {
        max_dtc = dtc[i] > max_dtc ? dtc[i] : max_dtc;
    }
    count_bytes(tally->counts[stored], r, count);
    tally->max_dtc[stored] = max_dtc > tally->max_dtc[stored] ? max_dtc : tally->max_dtc[stored];
}

bool kauri_verify_tally_one(struct kauri_verify_tally *tally, bool stored, int32_t r_number,
                            int32_t dtc, unsigned most)
{
    if (r_number < 0 || r_number > (int32_t)most || dtc < 0) {
        return false;
    }
    tally->counts[stored][r_number]++;
    tally->max_dtc[stored] =
        (uint32_t)dtc > tally->max_dtc[stored] ? (uint32_t)dtc : tally->max_dtc[stored];
    return true;
}

void kauri_verify_tally_add(struct kauri_verify_tally *tally, const struct kauri_verify_tally *more)
{
    for (unsigned stored = 0; stored < 2; stored++) {
        for (unsigned i = 0; i < KAURI_STORED_MAX; i++) {
            tally->counts[stored][i] += more->counts[stored][i];
        }
        tally->max_dtc[stored] = more->max_dtc[stored] > tally->max_dtc[stored]
                                     ? more->max_dtc[stored]
                                     : tally->max_dtc[stored];
    }
}

enum kauri_status kauri_verify_tally_check(const struct kauri_verify_tally *tally,
                                           const struct kauri_reader *reader,
                                           struct kauri_error *error)
{
    const struct kauri_certificate *certificate = kauri_reader_certificate(reader);
    const struct kauri_table_info *info = kauri_reader_info(reader);
    const uint32_t *max_dtc = tally->max_dtc;
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
           stored_max_r == certificate->stored_maximum[KAURI_COLUMN_R] &&
           (int64_t)(max_dtc[0] > max_dtc[1] ? max_dtc[0] : max_dtc[1]) ==
               certificate->maximum[KAURI_COLUMN_DTC] &&
           (int64_t)max_dtc[1] == certificate->stored_maximum[KAURI_COLUMN_DTC];
    return same ? KAURI_OK
                : kauri_fail(error, KAURI_WRONG, "%s: its certificate does not match its values",
                             kauri_reader_path(reader));
}
