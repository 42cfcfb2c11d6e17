#include "solver/memory_plan.h"

#include "common/memory.h"
#include "common/size.h"
#include "indexer/stored_blocks.h"
#include "solver/block.h"
#include "solver/captures.h"
#include "solver/lower.h"
#include "solver/storage/frontier.h"
#include "solver/storage/history.h"
#include "solver/storage/planes.h"
#include "solver/store.h"

#include <string.h>

enum {
    SMALL = 64 << 20,           // below this, nothing is worth a file
    SPOOL_MIN_WORKER = 1 << 20, // bytes of the spools for each worker
    PROCESS_BYTES = 12 << 20,   // resident before the process begins, libraries included
    MASKS_PER_SEED = 150,       // a layer with n seeds has about n times as many masks
};

static uint64_t greater(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

// Bytes that are needed whatever the limit: an upper bound.
static uint64_t fixed_bytes(const struct kauri_memory_needs *needs)
{
    const struct kauri_layer *layer = needs->layer;
    const uint64_t tails = kauri_history_memory_most(needs->stored);
    const uint64_t most_tails = needs->stored * (2 * (uint64_t)layer->cowrie_count + 512);
    return PROCESS_BYTES + needs->geometry_bytes + needs->mask_bytes +
           needs->threads * needs->work_bytes + needs->lists * 4 * sizeof(struct kauri_list) +
           needs->blocks * (sizeof(struct kauri_block) +
                            kauri_value_count(layer->seeds) * sizeof(struct kauri_chunk) + 1) +
           smaller(tails, most_tails) + needs->message_bytes;
}

enum kauri_status kauri_memory_plan_make(const struct kauri_memory_needs *needs, uint64_t limit,
                                         struct kauri_memory_plan *plan, struct kauri_error *error)
{
    const struct kauri_layer *layer = needs->layer;
    const uint64_t blocks = needs->blocks;
    const unsigned threads = needs->threads;
    const uint64_t fixed = fixed_bytes(needs);
    const uint64_t block_bytes = kauri_planes_block_bytes(layer);
    const uint64_t lower = kauri_lower_bytes(layer->shape, layer->seeds);
    const uint64_t value_bytes = kauri_most_r(layer->seeds) > INT8_MAX ? 2 : 1;
    const uint64_t lower_least = smaller(lower, threads * kauri_lower_blocks_most(layer->seeds) *
                                                    layer->cowrie_count * value_bytes);
    const uint64_t spool_least = (uint64_t)threads * SPOOL_MIN_WORKER;
    // While captures are valued there are no planes, and in the rounds no lower values.
    const uint64_t capturing = lower_least + spool_least;
    const uint64_t deciding_least = threads * block_bytes + spool_least;
    const uint64_t available = limit != 0 ? limit : kauri_memory_usable();
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
                          layer->seeds, KAURI_SIZE_TEXT(plan->least), KAURI_SIZE_TEXT(available),
                          KAURI_SIZE_TEXT(plan->least - available));
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

enum kauri_status kauri_memory_plan_predict(struct kauri_shape shape, unsigned seeds,
                                            unsigned threads, uint64_t limit,
                                            struct kauri_memory_plan *plan,
                                            struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_layer layer;
    struct kauri_geometry *geometry = NULL;
    struct kauri_work *work = NULL;
    uint64_t work_bytes = 0;
    memset(plan, 0, sizeof *plan);
    KAURI_TRY(kauri_layer_init(&layer, shape, seeds, error));
    // The tables for one start are enough to know the size of all.
    KAURI_TRY(kauri_geometry_new(shape, 0, &geometry, error));
    KAURI_TRY(kauri_work_new(geometry, &work, &work_bytes, error));
    const struct kauri_memory_needs needs = {
        .layer = &layer,
        .blocks = layer.block_count,
        .stored = kauri_stored_block_count(&layer),
        .lists = layer.block_count,
        .threads = threads,
        .geometry_bytes = kauri_geometry_bytes(geometry, seeds),
        // Making the masks would take as long as visiting every block.
        .mask_bytes = (uint64_t)seeds * MASKS_PER_SEED * geometry->mask_total *
                      (sizeof(struct kauri_mask_word) + sizeof(uint64_t)),
        .work_bytes = work_bytes,
    };
    status = kauri_memory_plan_make(&needs, limit, plan, error);
cleanup:
    kauri_work_free(work);
    kauri_geometry_free(geometry);
    return status;
}
