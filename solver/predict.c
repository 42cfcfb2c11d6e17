#include "solver/predict.h"

#include "common/checked.h"
#include "indexer/stored_blocks.h"
#include "solver/memory_plan.h"
#include "solver/storage/history.h"
#include "solver/storage/planes.h"
#include "solver/store.h"

// Thousandths of a byte per position. The lists of a round were measured on layers 1 to 3 of the
// full board.
enum { LIST = 65, PER = 1000 };

// Measured on the full board, by layer (tests/solver/test_predict.c has the measurements):
// thousandths of a byte of captures per position of the layer, and of history and table per entry
// of the table, that is, per position of a stored block. From one layer to the next a greater share
// of the positions can capture, and the positions that are decided together have fewer neighbours
// among each other. A word of a record that holds one position takes three bytes, so neither can
// exceed that.
static const uint16_t capture_density[] = {1, 31, 67, 108, 149, 190, 230, 270};
static const uint16_t history_density[] = {847, 1169, 1256, 1300, 1383, 1419, 1461, 1479};
enum {
    CAPTURE_DENSITIES = sizeof capture_density / sizeof capture_density[0],
    CAPTURE_STEP = 40,
    HISTORY_DENSITIES = sizeof history_density / sizeof history_density[0],
    HISTORY_STEP = 20,
    DENSITY_MAX = 3000,
};

// The part of the plan's allowance for the process that turns out not to be used.
enum { UNUSED_BYTES = 9 << 20 };

// Size of tables at zstd level 1. Above the layers listed here, it grows by one part in 64 from one
// layer to the next.
static const uint16_t table_density[] = {211, 504, 584, 608, 647, 660, 676, 683};
enum { DENSITIES = sizeof table_density / sizeof table_density[0], GROWTH = 64 };

static uint64_t smaller(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static uint64_t greater(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

// The sum of two numbers, or UINT64_MAX if it is greater.
static uint64_t sum(uint64_t a, uint64_t b)
{
    uint64_t both = 0;
    return kauri_checked_add(a, b, &both) ? both : UINT64_MAX;
}

static uint64_t share_of(uint64_t positions, uint64_t thousandths)
{
    return positions / PER * thousandths + positions % PER * thousandths / PER;
}

static uint64_t entries_of(const struct kauri_layer *layer)
{
    return kauri_stored_block_count(layer) * layer->cowrie_count;
}

static uint64_t table_bytes(const struct kauri_layer *layer)
{
    uint64_t density = table_density[smaller(layer->seeds, DENSITIES - 1)];
    for (unsigned n = DENSITIES; n <= layer->seeds; n++) {
        density += density / GROWTH;
    }
    return share_of(entries_of(layer), density);
}

// Returns the density of a layer. Above the layers that were measured, it grows by `step` from one
// layer to the next.
static uint64_t density_of(unsigned seeds, const uint16_t *densities, unsigned count, unsigned step)
{
    const uint64_t density =
        seeds < count ? densities[seeds] : densities[count - 1] + (seeds - count + 1) * step;
    return smaller(density, DENSITY_MAX);
}

static uint64_t capture_bytes(const struct kauri_layer *layer)
{
    return share_of(layer->positions,
                    density_of(layer->seeds, capture_density, CAPTURE_DENSITIES, CAPTURE_STEP));
}

static uint64_t history_bytes(const struct kauri_layer *layer)
{
    return share_of(entries_of(layer),
                    density_of(layer->seeds, history_density, HISTORY_DENSITIES, HISTORY_STEP));
}

// The tails of the history: half of their room is in use on average.
static uint64_t tail_bytes(const struct kauri_layer *layer)
{
    return smaller(kauri_history_memory_most(kauri_stored_block_count(layer)) / 2,
                   entries_of(layer) / 2);
}

// The part of `bytes` that `memory` does not hold.
static uint64_t beyond(uint64_t bytes, uint64_t memory)
{
    return bytes - smaller(bytes, memory);
}

// Returns the peak memory of the three phases: captures, rounds, writing.
static uint64_t memory_of(const struct kauri_layer *layer, unsigned threads,
                          const struct kauri_memory_plan *plan)
{
    const uint64_t planes =
        plan->resident * kauri_planes_block_bytes(layer) +
        (plan->resident < layer->block_count ? threads * kauri_planes_block_bytes(layer) : 0);
    const uint64_t lower = plan->lower;
    const uint64_t captures = smaller(plan->captures, capture_bytes(layer));
    const uint64_t lists = 2 * smaller(plan->frontier, share_of(layer->positions, LIST));
    const uint64_t history = smaller(plan->history, history_bytes(layer));
    const uint64_t writing = kauri_store_memory(layer, threads);
    const uint64_t maximum =
        greater(greater(lower, planes + lists + history) + captures, history + writing);
    return maximum + plan->fixed - UNUSED_BYTES;
}

// The disk usage at six moments of the rounds: the history so far, in percent of its full size, and
// a checkpoint, in thousandths of a byte per position. Checkpoints shrink because open moves of
// decided positions take no space in them. Measured on layer 3 of the full board.
static const struct {
    uint8_t history;
    uint16_t checkpoint;
} moments[] = {{0, 430}, {20, 300}, {50, 270}, {70, 220}, {80, 150}, {100, 10}};

// Returns the most bytes of history and two checkpoints: the old one exists until the new one is
// complete.
static uint64_t rounds_bytes(const struct kauri_layer *layer, uint64_t history, bool checkpoints)
{
    uint64_t maximum = 0;
    for (size_t i = 0; i < sizeof moments / sizeof moments[0]; i++) {
        const uint64_t checkpoint =
            checkpoints ? 2 * share_of(layer->positions, moments[i].checkpoint) : 0;
        maximum = greater(maximum, sum(history / 100 * moments[i].history, checkpoint));
    }
    return maximum;
}

// Fills in the bytes on the disk. For a checkpoint, captures and history go to their files whole.
static void predict_disk(const struct kauri_layer *layer, const struct kauri_memory_plan *plan,
                         bool checkpoints, struct kauri_prediction *prediction)
{
    const uint64_t block_bytes = kauri_planes_block_bytes(layer);
    const uint64_t list = share_of(layer->positions, LIST);
    const uint64_t planes = (layer->block_count - plan->resident) * block_bytes;
    const uint64_t rest = planes + 2 * beyond(list, plan->frontier);
    const uint64_t captured = beyond(prediction->capture_bytes, plan->captures);
    const uint64_t captures = checkpoints ? prediction->capture_bytes : captured;
    const uint64_t history =
        checkpoints ? prediction->history_bytes : beyond(prediction->history_bytes, plan->history);
    const uint64_t tails = checkpoints ? tail_bytes(layer) : 0;
    prediction->disk = (struct kauri_disk_phases){
        .captures = sum(captured, planes),
        .rounds = sum(sum(captures, rounds_bytes(layer, history, checkpoints)), rest),
        .writing = sum(sum(history, prediction->table_bytes), tails),
    };
    prediction->work_bytes = greater(prediction->disk.captures, prediction->disk.rounds);
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
    KAURI_PASS(kauri_layer_init(&layer, shape, seeds, error));
    status =
        kauri_memory_plan_predict(shape, seeds, options->threads, options->memory, &plan, error);
    if (status == KAURI_RESOURCE && plan.least > 0) {
        status = KAURI_OK;
    } else if (status != KAURI_OK) {
        return status;
    } else {
        prediction->fits = true;
        prediction->memory = memory_of(&layer, options->threads, &plan);
        prediction->resident = plan.resident;
    }
    prediction->positions = layer.positions;
    prediction->blocks = layer.block_count;
    prediction->limit = plan.limit;
    prediction->least_memory = plan.least;
    prediction->capture_bytes = capture_bytes(&layer);
    prediction->history_bytes = history_bytes(&layer);
    prediction->table_bytes = table_bytes(&layer);
    if (prediction->fits) {
        predict_disk(&layer, &plan, options->checkpoint_seconds > 0, prediction);
    }
    return status;
}

// ---------------------------------------------------------------------------------------- moves

uint64_t kauri_move_count(const struct kauri_layer *layer)
{
    const unsigned cowries = layer->shape.cowries;
    uint64_t moves = 0;
    // A row with t cowries, at least one of them in a given hole, is a row with t - 1 cowries plus
    // one in that hole. So all rows with t cowries together have holes * row_count[t - 1] holes
    // with cowries.
    for (unsigned t = 1; t <= cowries; t++) {
        moves +=
            (uint64_t)layer->shape.holes * layer->row_count[t - 1] * layer->row_count[cowries - t];
    }
    if (layer->seeds > 0) {
        moves += layer->row_count[cowries];
    }
    uint64_t total = 0;
    return kauri_checked_multiply(moves, layer->block_count, &total) ? total : UINT64_MAX;
}
