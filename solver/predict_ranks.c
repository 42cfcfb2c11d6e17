#include "solver/predict_ranks.h"

#include "solver/predict.h"
#include "solver/rank_graph.h"

// Measured by layer on the full board; the last figure grows by `step` with each further layer.
struct series {
    unsigned count;
    double step;
    double value[6];
};

// Nanoseconds of a core for a position: `core seconds` of docs/PERFORMANCE.md divided by positions,
// layers 2 to 5.
static const struct series core_ns = {6, 4, {55, 55, 55.3, 59.3, 61.7, 66.6}};

// Bytes that are sent for a position to each partner of its block, after leaving out what no move
// of the partner can reach; and bytes of the values of captures, if all of them lead to blocks of
// other ranks. Measured with 8 ranks (docs/SCALING.md); 4 send 8 % more to each partner at layer 4,
// and 2 send 30 % more.
static const struct series edge_bytes = {5, 0.02, {0, 0.242, 0.280, 0.298, 0.319}};
static const struct series capture_bytes = {5, 0.018, {0, 0.007, 0.022, 0.038, 0.055}};

// Work of the busiest block of each round, summed over the rounds, in mean blocks; layers 2 to 5.
static const struct series busiest_block = {6, 0.5, {1, 4, 4.44, 5.37, 5.93, 6.39}};

// Rounds of layers 2 to 5 (docs/PERFORMANCE.md).
static const struct series rounds = {6, 100, {150, 250, 360, 457, 563, 609}};

// Shares of the time of a layer: going back over moves, and everything before and after that.
#define ROUNDS_SHARE 0.64

// A rank whose blocks are few has some that are busy when others are not. Rounds of a rank with y
// blocks take as long as if it had y + UNEVEN of mean work, and no less than those of the busiest
// block; the cube root of the sum of both cubes goes from one to the other. Fitted to the lists of
// layers 4 and 5, dealt to 4 to 64 ranks of 1 to 64 threads (tests/solver/test_predict_ranks.c).
#define UNEVEN 12.0

#define FULL_MACHINE 1.3
#define PACKING_NS   12.0
#define LATENCY      2e-6

// Of a core, for decoding a position of a lower layer.
#define DECODING_NS 4.0

// Peak of the lists of a round, in bytes per position (solver/predict.c), of which a rank holds a
// part of those of its partners.
#define LIST 0.065

static double at(const struct series *series, unsigned seeds)
{
    return seeds < series->count
               ? series->value[seeds]
               : series->value[series->count - 1] + (seeds - series->count + 1) * series->step;
}

struct kauri_ranks_model kauri_ranks_model_of(unsigned seeds)
{
    return (struct kauri_ranks_model){
        .core_ns = at(&core_ns, seeds),
        .full_machine = FULL_MACHINE,
        .capture_bytes = at(&capture_bytes, seeds),
        .edge_bytes = at(&edge_bytes, seeds),
        .packing_ns = PACKING_NS,
        .decoding_ns = DECODING_NS,
        .latency = LATENCY,
        .busiest_block = at(&busiest_block, seeds),
    };
}

// By Newton's method, from above.
static double cube_root(double x)
{
    double root = x > 1 ? x : 1;
    for (double next = root;; root = next) {
        next = (2 * root + x / (root * root)) / 3;
        if (!(next < root)) {
            return root;
        }
    }
}

// Exchanges one after the other until every rank knows what all told.
static unsigned steps_of(uint32_t ranks)
{
    unsigned steps = 0;
    while (steps < 32 && UINT64_C(1) << steps < ranks) {
        steps++;
    }
    return steps;
}

double kauri_ranks_efficiency(double own_blocks, uint32_t ranks, uint32_t cores, double busiest)
{
    const double uneven = ranks == 1 ? 0 : UNEVEN;
    const double ideal = own_blocks / cores;
    const double shared = (own_blocks + uneven) / cores;
    const double alone = cores == 1 ? 0 : busiest;
    const double time = cube_root(shared * shared * shared + alone * alone * alone);
    return ideal / time;
}

// Memory, work files, and bytes of tables. *lower receives the positions of all lower layers.
static enum kauri_status predict_bytes(struct kauri_shape shape, unsigned seeds,
                                       const struct kauri_ranks_options *options,
                                       struct kauri_ranks_prediction *prediction, uint64_t *lower,
                                       struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_solve_options alone = {
        .threads = options->cores, .level = 1, .memory = UINT64_MAX / 2, .checkpoint_seconds = 300};
    const double share = (double)prediction->own_blocks / (double)prediction->blocks;
    struct kauri_prediction least;
    struct kauri_prediction whole;
    KAURI_TRY(kauri_predict_layer(shape, 0, &alone, &least, error));
    KAURI_TRY(kauri_predict_layer(shape, seeds, &alone, &whole, error));
    // What layer 0 needs does not depend on the number of blocks: it is the same on every rank.
    const double blocks = whole.memory > least.memory ? (double)(whole.memory - least.memory) : 0;
    // A history has the positions of stored blocks, which are half.
    const double records = 2 * (double)whole.history_bytes;
    const double heard =
        records > 0 ? (double)(prediction->sent - prediction->captures_sent) / records : 0;
    prediction->memory = least.memory + (uint64_t)(blocks * share) +
                         (uint64_t)(LIST * heard * share * (double)prediction->positions);
    prediction->work_bytes = (uint64_t)((double)whole.work_bytes * share);
    prediction->bytes_written = whole.table_bytes;
    prediction->bytes_read = 0;
    for (unsigned n = 0; n < seeds; n++) {
        KAURI_TRY(kauri_predict_layer(shape, n, &alone, &least, error));
        prediction->bytes_read += least.table_bytes;
        *lower += least.positions;
    }
cleanup:
    return status;
}

static void predict_time(const struct kauri_layer *layer, uint64_t lower,
                         const struct kauri_ranks_options *options,
                         struct kauri_ranks_prediction *prediction)
{
    const struct kauri_ranks_model model = kauri_ranks_model_of(layer->seeds);
    const double own = (double)prediction->own_blocks;
    const double seconds = own * (double)layer->cowrie_count * model.core_ns * 1e-9 *
                           model.full_machine / options->cores;
    const double decoding = (double)lower / options->ranks * model.decoding_ns * 1e-9 *
                            model.full_machine / options->cores;
    const double sent = (double)prediction->sent / options->ranks;
    const double packing = sent * model.packing_ns * 1e-9 * model.full_machine / options->cores;
    prediction->useful_cores = (double)prediction->blocks / model.busiest_block;
    prediction->efficiency =
        kauri_ranks_efficiency(own, options->ranks, options->cores, model.busiest_block);
    const double waiting = (seconds * ROUNDS_SHARE + packing) * (1 / prediction->efficiency - 1);
    prediction->computing = seconds + packing + decoding + waiting;
    if (options->ranks > 1) {
        // The busiest rank of a round sends more than the mean, as it works more. A round takes two
        // exchanges of a number, and messages to all other ranks at most.
        prediction->network = sent * (own + UNEVEN) / own / (double)options->network +
                              prediction->rounds * model.latency *
                                  (2 * steps_of(options->ranks) + options->ranks - 1);
    }
    prediction->files =
        (double)(prediction->bytes_read + prediction->bytes_written) / (double)options->files;
    prediction->total = prediction->computing + prediction->network + prediction->files;
    prediction->limit = KAURI_RANKS_COMPUTING;
    if (prediction->files >= prediction->computing && prediction->files >= prediction->network) {
        prediction->limit = KAURI_RANKS_FILES;
    } else if (prediction->network >= prediction->computing) {
        prediction->limit = KAURI_RANKS_NETWORK;
    } else if (waiting > prediction->computing / 2) {
        prediction->limit = KAURI_RANKS_BUSIEST_BLOCK;
    }
}

enum kauri_status kauri_predict_ranks(struct kauri_shape shape, unsigned seeds,
                                      const struct kauri_ranks_options *options,
                                      struct kauri_ranks_prediction *prediction,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_layer layer;
    uint64_t lower = 0;
    *prediction = (struct kauri_ranks_prediction){.positions = 0};
    KAURI_TRY(kauri_layer_init(&layer, shape, seeds, error));
    prediction->positions = layer.positions;
    prediction->blocks = layer.block_count;
    prediction->rounds = (uint32_t)at(&rounds, seeds);
    KAURI_TRY(kauri_rank_most(&layer, options->ranks, &prediction->own_blocks, error));
    KAURI_TRY(kauri_rank_partners(&layer, options->ranks, &prediction->partners, error));
    // As many blocks of lower layers belong to each rank.
    prediction->captures_sent = (uint64_t)((double)layer.positions * at(&capture_bytes, seeds) *
                                           (options->ranks - 1) / options->ranks);
    prediction->sent =
        prediction->captures_sent + (uint64_t)((double)prediction->partners *
                                               (double)layer.cowrie_count * at(&edge_bytes, seeds));
    KAURI_TRY(predict_bytes(shape, seeds, options, prediction, &lower, error));
    predict_time(&layer, lower, options, prediction);
cleanup:
    return status;
}
