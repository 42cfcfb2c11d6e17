#include "solver/memory_plan.h"

#include "common/memory.h"
#include "common/size.h"
#include "solver/lower.h"
#include "solver/storage/planes.h"
#include "solver/store.h"

enum {
    SMALL = 64 << 20,           // below this, nothing is worth a file
    SPOOL_MIN_WORKER = 1 << 20, // of memory for the spools
};

static uint64_t greater(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

enum kauri_status kauri_memory_plan_make(const struct kauri_layer *layer, uint64_t blocks,
                                         unsigned threads, uint64_t limit, uint64_t fixed,
                                         struct kauri_memory_plan *plan, struct kauri_error *error)
{
    char text[KAURI_SIZE_TEXT_BYTES];
    char least_text[KAURI_SIZE_TEXT_BYTES];
    char missing_text[KAURI_SIZE_TEXT_BYTES];
    const uint64_t block_bytes = kauri_planes_block_bytes(layer);
    const uint64_t lower = kauri_lower_bytes(layer->shape, layer->seeds);
    const uint64_t value_bytes = 3 * layer->seeds + 1 > INT8_MAX ? 2 : 1;
    const uint64_t lower_least = smaller(lower, threads * kauri_lower_blocks_most(layer->seeds) *
                                                    layer->cowrie_count * value_bytes);
    const uint64_t spool_least = (uint64_t)threads * SPOOL_MIN_WORKER;
    // While captures are valued there are no planes, and in the rounds no lower values.
    const uint64_t capturing = lower_least + spool_least;
    const uint64_t deciding_least = threads * block_bytes + spool_least;
    const uint64_t available =
        limit != 0 ? limit : kauri_memory_available() - kauri_memory_available() / 10;
    // The overhead of the allocator and of page tables, which is counted nowhere else: one part
    // in 32.
    const uint64_t usable = available - available / 32;
    // While the table is written, only the memory of kauri_store_memory and the history are in use.
    const uint64_t writing = kauri_store_memory(layer, threads) + spool_least;
    const uint64_t needed = fixed + greater(greater(capturing, deciding_least), writing);
    *plan = (struct kauri_memory_plan){
        .fixed = fixed, .limit = available, .least = needed + needed / 31};
    if (usable < needed) {
        return kauri_fail(error, KAURI_RESOURCE,
                          "layer %u needs at least %s of memory, but may use only %s (%s short)",
                          layer->seeds, kauri_format_size(plan->least, least_text),
                          kauri_format_size(available, text),
                          kauri_format_size(plan->least - available, missing_text));
    }
    const uint64_t spare = usable - fixed;
    const uint64_t positions = blocks * layer->cowrie_count;
    const uint64_t wanted = positions / 4 * 3 > SMALL ? positions / 4 * 3 : (uint64_t)SMALL;
    // Open moves come first: they are accessed at random, the rest is read and written in order.
    uint64_t resident = (spare - deciding_least) / block_bytes;
    resident = resident < blocks ? resident : blocks;
    uint64_t rest = spare - resident * block_bytes;
    if (resident < blocks) {
        // Keeping one block fewer in memory costs less than lists that go through files in every
        // round.
        const uint64_t share = spare / 6;
        if (rest < share) {
            const uint64_t moved = (share - rest) / block_bytes;
            resident -= moved < resident ? moved : resident;
            rest = spare - resident * block_bytes;
        }
        rest -= threads * block_bytes;
    }
    rest = rest < wanted ? rest : wanted;
    plan->resident = resident;
    plan->captures = smaller(rest / 6, spare - lower_least);
    plan->frontier = rest / 6;
    plan->history = rest / 2 < spare - writing ? rest / 2 : spare - writing + spool_least;
    // Lower values take the memory that the rounds take later, or more if they need it.
    const uint64_t deciding = greater(rest + resident * block_bytes, plan->captures + lower_least);
    plan->lower = smaller(lower, deciding - plan->captures);
    plan->total = fixed + deciding;
    return KAURI_OK;
}
