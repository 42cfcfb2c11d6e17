#include "verify/verify_summary.h"

#include <stdatomic.h>
#include <stdlib.h>

// What is known about a unit.
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

// Whether the unit belongs to the part of the layer. Blocks of other parts are successors only.
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
