#include "solver/predict.h"

#include "solver/lower.h"
#include "solver/storage/planes.h"
#include "solver/store.h"

// Thousandths of a byte a position, measured on layers 1 to 3 of the full board.
enum { CAPTURES = 65, LIST = 65, HISTORY_FIRST = 1075, HISTORY = 1200, PER = 1000 };

// What the plan counts for the process and does not come to be used.
enum { UNUSED_BYTES = 9 << 20 };

// Thousandths of a byte a position that tables take (zstd level 1), by layer; above, they grow by
// one part in 32 a layer.
static const uint16_t table_density[] = {222, 513, 592, 632, 673, 698};
enum { DENSITIES = sizeof table_density / sizeof table_density[0], GROWTH = 32 };

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t greater(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static uint64_t share_of(uint64_t positions, uint64_t thousandths)
{
    return positions / PER * thousandths + positions % PER * thousandths / PER;
}

static uint64_t table_bytes(const struct kauri_layer *layer)
{
    uint64_t density = table_density[smaller(layer->seeds, DENSITIES - 1)];
    for (unsigned n = DENSITIES; n <= layer->seeds; n++) {
        density += density / GROWTH;
    }
    return share_of(layer->positions, density);
}

static uint64_t history_bytes(const struct kauri_layer *layer)
{
    return share_of(layer->positions, layer->seeds < 2 ? HISTORY_FIRST : HISTORY);
}

// Peak of the three phases: captures, rounds, writing.
static uint64_t memory_of(const struct kauri_layer *layer, unsigned threads,
                          const struct kauri_memory_plan *plan)
{
    const uint64_t planes =
        plan->resident * kauri_planes_block_bytes(layer) +
        (plan->resident < layer->block_count ? threads * kauri_planes_block_bytes(layer) : 0);
    const uint64_t lower = smaller(plan->lower, kauri_lower_bytes(layer->shape, layer->seeds));
    const uint64_t captures = smaller(plan->captures, share_of(layer->positions, CAPTURES));
    const uint64_t lists = 2 * smaller(plan->frontier, share_of(layer->positions, LIST));
    const uint64_t history = smaller(plan->history, history_bytes(layer));
    const uint64_t writing = kauri_store_memory(layer, threads);
    const uint64_t most =
        greater(greater(lower, lists + history) + planes + captures, history + writing);
    return most + plan->fixed - UNUSED_BYTES;
}

// Captures and history go to their files whole for a checkpoint, which is there twice for a moment.
static uint64_t work_bytes_of(const struct kauri_layer *layer, const struct kauri_memory_plan *plan,
                              bool checkpoints)
{
    const uint64_t block_bytes = kauri_planes_block_bytes(layer);
    const uint64_t captures = share_of(layer->positions, CAPTURES);
    const uint64_t list = share_of(layer->positions, LIST);
    const uint64_t history = history_bytes(layer);
    const uint64_t planes = (layer->block_count - plan->resident) * block_bytes;
    if (checkpoints) {
        return captures + history + planes + 2 * list +
               2 * (layer->block_count * block_bytes + list);
    }
    return planes + captures - smaller(captures, plan->captures) + history -
           smaller(history, plan->history) + 2 * (list - smaller(list, plan->frontier));
}

enum kauri_status kauri_predict_layer(struct kauri_shape shape, unsigned seeds,
                                      const struct kauri_solve_options *options,
                                      struct kauri_prediction *prediction,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_layer layer;
    struct kauri_memory_plan plan;
    *prediction = (struct kauri_prediction){.fits = false};
    KAURI_TRY(kauri_layer_init(&layer, shape, seeds, error));
    status = kauri_solve_plan(shape, seeds, options, &plan, error);
    if (status == KAURI_RESOURCE && plan.least > 0) {
        status = KAURI_OK;
    } else if (status != KAURI_OK) {
        goto cleanup;
    } else {
        prediction->fits = true;
        prediction->memory = memory_of(&layer, options->threads, &plan);
        prediction->resident = plan.resident;
        prediction->work_bytes = work_bytes_of(&layer, &plan, options->checkpoint_seconds > 0);
    }
    prediction->positions = layer.positions;
    prediction->blocks = layer.block_count;
    prediction->limit = plan.limit;
    prediction->least_memory = plan.least;
    prediction->table_bytes = table_bytes(&layer);
cleanup:
    return status;
}
