#include "verify/verify_memory.h"

#include "db/reader.h"
#include "verify/equations_block.h"
#include "verify/verify_digests.h"
#include "verify/verify_rows.h"
#include "verify/verify_units.h"

uint64_t kauri_verify_memory_unit(const struct kauri_tablebase *tables,
                                  const struct kauri_layer *layer)
{
    uint64_t most = 0;
    for (unsigned n = 0; n <= layer->seeds; n++) {
        const uint64_t unit = kauri_verify_units_positions(kauri_tablebase_reader(tables, n));
        most = unit > most ? unit : most;
    }
    return most;
}

// Returns true if blocks of layers 0 .. seeds have to be derived.
static bool is_derived(const struct kauri_tablebase *tables, unsigned seeds)
{
    for (unsigned n = 0; n <= seeds; n++) {
        if (kauri_verify_units_derived(kauri_tablebase_reader(tables, n))) {
            return true;
        }
    }
    return false;
}

uint64_t kauri_verify_memory_working(const struct kauri_tablebase *tables,
                                     const struct kauri_layer *layer, unsigned threads)
{
    const uint64_t unit = kauri_verify_memory_unit(tables, layer);
    // Two columns and the worths of a unit, and the keys of each evaluation.
    uint64_t thread = unit * (2 + sizeof(int16_t)) + layer->cowrie_count * sizeof(int16_t);
    if (is_derived(tables, layer->seeds)) {
        thread += layer->cowrie_count * (sizeof(int16_t) + layer->seeds);
    }
    thread += (layer->seeds + 2U) * (UINT64_C(1) << 19); // lists of runs and results
    thread += KAURI_VERIFY_DIGEST_ROOM;
    return kauri_verify_rows_bytes(layer->shape, layer->seeds) + kauri_verify_digests_bytes(layer) +
           threads * thread;
}

// Bytes that a thread holds in the cache while it checks a block: while it makes a derived
// successor in the layer, the other successors, this one, and its successors; and before that, when
// it captures, a chain of derived blocks of layers below that need one another, and the successors
// of the last.
static uint64_t held_bytes(const struct kauri_tablebase *tables, const struct kauri_layer *layer)
{
    const uint64_t unit = kauri_verify_memory_unit(tables, layer);
    if (!is_derived(tables, layer->seeds)) {
        return unit * KAURI_EQUATIONS_HELD * sizeof(int16_t);
    }
    return unit *
           (2 * KAURI_EQUATIONS_HELD * sizeof(int16_t) + KAURI_EQUATIONS_HELD + layer->seeds);
}

uint64_t kauri_verify_memory_least(const struct kauri_tablebase *tables,
                                   const struct kauri_layer *layer, unsigned threads)
{
    const uint64_t held = threads * held_bytes(tables, layer);
    uint64_t all = layer->positions;
    for (unsigned n = 0; n <= layer->seeds; n++) {
        all += kauri_reader_info(kauri_tablebase_reader(tables, n))->positions;
    }
    return kauri_verify_memory_working(tables, layer, threads) + (held < all ? held : all);
}
