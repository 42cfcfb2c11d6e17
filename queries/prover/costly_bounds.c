#include "queries/prover/costly_bounds.h"

#include "queries/prover/prover_state.h"

#include <string.h>

// Puts a bound into its place among those that were found, which ascend by work; if they are as
// many as wanted, the first one leaves.
static void insert(struct kauri_costly_bound *bounds, unsigned *count, unsigned most,
                   const struct kauri_costly_bound *bound)
{
    unsigned place = *count;
    if (*count == most) {
        place--;
        memmove(bounds, bounds + 1, place * sizeof *bounds);
    } else {
        ++*count;
    }
    for (; place > 0 && bounds[place - 1].work > bound->work; place--) {
        bounds[place] = bounds[place - 1];
    }
    bounds[place] = *bound;
}

// The bounds of an entry that answer the question asked last; false if they leave it open. Bounds
// that answer no question of their own may have cost little, whatever the work.
static bool answer_of(const struct kauri_table_entry *entry, unsigned seeds, struct kauri_bounds *r)
{
    *r = kauri_bounds_trivial(seeds);
    if (entry->low >= entry->x) {
        r->low = entry->low;
    } else if (entry->high < entry->x) {
        r->high = entry->high;
    } else {
        return false;
    }
    return true;
}

unsigned kauri_prover_costly(const struct kauri_prover *prover, uint64_t least, unsigned most,
                             struct kauri_costly_bound *bounds)
{
    unsigned count = 0;
    for (uint64_t bucket = 0; most > 0 && bucket < prover->table.buckets; bucket++) {
        struct kauri_table_place places[KAURI_TABLE_WAYS];
        struct kauri_table_entry entries[KAURI_TABLE_WAYS];
        const unsigned used = kauri_proof_table_bucket(&prover->table, bucket, places, entries);
        for (unsigned i = 0; i < used; i++) {
            struct kauri_costly_bound found = {.work = entries[i].work};
            if (entries[i].work < least || entries[i].work >= KAURI_PROVER_LEARNED ||
                (count == most && entries[i].work <= bounds[0].work)) {
                continue;
            }
            const struct kauri_packed board = kauri_board_of_number(
                &prover->numbering, kauri_proof_table_number(&prover->table, places[i]));
            if (answer_of(&entries[i], kauri_packed_seeds(&board), &found.r)) {
                found.position = kauri_unpack(&board, prover->shape.holes);
                insert(bounds, &count, most, &found);
            }
        }
    }
    return count;
}
