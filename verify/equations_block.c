// The simplest way is kauri_equation_at for each position. Here all positions with the same row of
// the mover are evaluated together. When the mover plays one hole from it, a fixed number of
// cowries is dropped into each of the opponent's holes, which takes runs of consecutive rows to
// consecutive rows (verify/verify_rows.h). So the inner loops only load, compare and store
// neighbours.
//
// Captures come first, with one block of a layer below in memory at a time. Making that block may
// take an evaluation of its own; in this order, it begins before this one holds any other block.
#include "verify/equations_block.h"

#include "common/lanes.h"
#include "common/memory.h"
#include "verify/equations.h"

#include <stdlib.h>
#include <string.h>

// ----------------------------------------------------------------------------------- inner loops

// Raise the keys of consecutive positions to those of a move where these are greater.
//
// The simplest way is one loop over `count` positions. Most runs are short, though, so the loops
// here take vectors of 8 positions, and the last one overlaps the one before it: raising a key
// twice does no harm.

enum { RAISE_LANES = 8 };

// Each of these raises `lanes` keys.

// Moves within the layer: the worth of the successor is the key.
static inline void wide_lanes(int16_t *restrict keys, const int16_t *restrict worths,
                              uint32_t lanes, int gain)
{
    (void)gain;
    KAURI_LANES for (uint32_t i = 0; i < lanes; i++)
    {
        keys[i] = worths[i] > keys[i] ? worths[i] : keys[i];
    }
}

// Captures, which lead to a layer below: their distance is 1.
static inline void capture_lanes(int16_t *restrict keys, const uint8_t *restrict worths,
                                 uint32_t lanes, int gain)
{
    KAURI_LANES for (uint32_t i = 0; i < lanes; i++)
    {
        const int r = worths[i] - KAURI_BYTE_ZERO + gain;
        const int16_t key = (int16_t)(r * KAURI_KEY_SCALE_NARROW - (r > 0) + (r < 0));
        keys[i] = key > keys[i] ? key : keys[i];
    }
}

// A move of any kind, where only r is needed.
static inline void byte_lanes(uint8_t *restrict keys, const uint8_t *restrict worths,
                              uint32_t lanes, int gain)
{
    KAURI_LANES for (uint32_t i = 0; i < lanes; i++)
    {
        const uint8_t key = (uint8_t)(worths[i] + gain);
        keys[i] = key > keys[i] ? key : keys[i];
    }
}

// Raises `count` keys with one of the functions above.
#define RAISE_RUN(raise_lanes, keys, worths, count, gain)                                          \
    do {                                                                                           \
        if ((count) < RAISE_LANES / 2) {                                                           \
            raise_lanes(keys, worths, count, gain);                                                \
        } else if ((count) < RAISE_LANES) {                                                        \
            const uint32_t last = (count)-RAISE_LANES / 2;                                         \
            raise_lanes(keys, worths, RAISE_LANES / 2, gain);                                      \
            raise_lanes((keys) + last, (worths) + last, RAISE_LANES / 2, gain);                    \
        } else {                                                                                   \
            const uint32_t last = (count)-RAISE_LANES;                                             \
            for (uint32_t at = 0; at < last; at += RAISE_LANES) {                                  \
                raise_lanes((keys) + at, (worths) + at, RAISE_LANES, gain);                        \
            }                                                                                      \
            raise_lanes((keys) + last, (worths) + last, RAISE_LANES, gain);                        \
        }                                                                                          \
    } while (0)

static inline void raise_wide(int16_t *restrict keys, const int16_t *restrict worths,
                              uint32_t count)
{
    RAISE_RUN(wide_lanes, keys, worths, count, 0);
}

static inline void raise_wide_capture(int16_t *restrict keys, const uint8_t *restrict worths,
                                      uint32_t count, int gain)
{
    RAISE_RUN(capture_lanes, keys, worths, count, gain);
}

static inline void raise_bytes(uint8_t *restrict keys, const uint8_t *restrict worths,
                               uint32_t count, int gain)
{
    RAISE_RUN(byte_lanes, keys, worths, count, gain);
}

// ------------------------------------------------------------------------------------ evaluation

// A block that moves lead to, a *target*.
struct destination {
    unsigned seeds;
    uint64_t block;
    const void *worths; // NULL while the block is not held
};

// The result of a move of hole h with k cowries, against rows of the opponent that have cowries in
// the same holes (an occupancy class).
struct result {
    uint16_t target; // index in `targets`
    int16_t gain;    // 3 * net captures
};

struct results {
    struct result of[1 << KAURI_HOLES_MAX];
    bool quiet; // no class leads to a capture
};

enum {
    // One block for each result, and one for passing.
    TARGETS = KAURI_HOLES_MAX * (1 << KAURI_HOLES_MAX) + 1,
    PASS = 0, // number of the target of a pass
};

struct kauri_equations {
    struct kauri_layer layer;
    const struct kauri_verify_rows *rows;
    bool wide;
    uint8_t seeds[KAURI_BOARD_HOLES_MAX]; // seeds in the holes of the block
    unsigned sown[KAURI_HOLES_MAX];       // kauri_verify_rows_sown of the mover's holes
    struct results results[KAURI_HOLES_MAX][KAURI_COWRIES_MAX + 1];
    struct destination targets[TARGETS];
    unsigned target_count;
    void *keys;                    // keys of all positions
    struct kauri_verify_run *runs; // runs of a move's positions that capture in the same way
    int16_t *gains;                // gain of each run
};

enum kauri_status kauri_equations_new(const struct kauri_layer *layer,
                                      const struct kauri_verify_rows *rows, bool wide,
                                      struct kauri_equations **equations, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_equations *made = NULL;
    *equations = NULL;
    KAURI_TRY(KAURI_NEW(made, 1, error, "verifying"));
    made->layer = *layer;
    made->rows = rows;
    made->wide = wide;
    made->keys = malloc(layer->cowrie_count * (wide ? sizeof(int16_t) : sizeof(uint8_t)));
    if (made->keys == NULL) {
        KAURI_TRY(KAURI_OUT_OF_MEMORY(error, "verifying"));
    }
    KAURI_TRY(KAURI_NEW(made->runs, rows->total, error, "verifying"));
    KAURI_TRY(KAURI_NEW(made->gains, rows->total, error, "verifying"));
    *equations = made;
    made = NULL;
cleanup:
    kauri_equations_free(made);
    return status;
}

void kauri_equations_free(struct kauri_equations *equations)
{
    if (equations != NULL) {
        free(equations->keys);
        free(equations->runs);
        free(equations->gains);
        free(equations);
    }
}

static uint16_t target_of(struct kauri_equations *equations, unsigned seeds, uint64_t block)
{
    // Search backwards: the targets found last are the most likely.
    for (unsigned i = equations->target_count; i-- > 0;) {
        if (equations->targets[i].seeds == seeds && equations->targets[i].block == block) {
            return (uint16_t)i;
        }
    }
    equations->targets[equations->target_count] = (struct destination){seeds, block, NULL};
    return (uint16_t)equations->target_count++;
}

// Plays hole h with k cowries against an occupancy class. Captures remove only seeds, and depend
// only on which holes hold cowries, so one cowrie stands for any number.
static struct result play_class(struct kauri_equations *equations, unsigned h, unsigned k,
                                unsigned held)
{
    const unsigned holes = equations->layer.shape.holes;
    struct kauri_position position = {.holes = (uint8_t)holes, .side = KAURI_SOUTH};
    uint8_t occupied[KAURI_HOLES_MAX];
    for (unsigned hole = 0; hole < KAURI_HOLES_MAX; hole++) {
        occupied[hole] = (uint8_t)(held >> hole & 1U);
    }
    memcpy(position.seeds, equations->seeds, sizeof position.seeds);
    memcpy(position.cowries + holes, occupied, holes);
    position.cowries[h] = (uint8_t)k;
    const struct kauri_capture capture = kauri_play(&position, (int)h);
    const struct kauri_view view = kauri_view_of(&position);
    const unsigned left = kauri_seeds(&position);
    return (struct result){
        .target = target_of(equations, left, kauri_row_rank(view.seeds, 2 * holes, left)),
        .gain = (int16_t)(3 * (capture.own - capture.opponent)),
    };
}

static void play_classes(struct kauri_equations *equations, unsigned h, unsigned k)
{
    const unsigned holes = equations->layer.shape.holes;
    const unsigned reached = kauri_sowing_places(holes, h, equations->seeds[h] + k) >> holes;
    struct results *results = &equations->results[h][k];
    results->quiet = true;
    for (unsigned held = 0; held < 1U << holes; held++) {
        const unsigned opposite = equations->layer.shape.cowries - k;
        if ((unsigned)__builtin_popcount(held) > opposite) {
            continue; // more holes than cowries
        }
        if ((held & ~reached) != 0) { // other holes do not matter
            results->of[held] = results->of[held & reached];
            continue;
        }
        results->of[held] = play_class(equations, h, k, held);
        results->quiet = results->quiet && equations->targets[results->of[held].target].seeds ==
                                               equations->layer.seeds;
    }
}

// Finds where all moves of at most so many cowries lead.
static void play_all(struct kauri_equations *equations, uint64_t block, unsigned cowries)
{
    const unsigned holes = equations->layer.shape.holes;
    uint8_t turned[KAURI_BOARD_HOLES_MAX] = {0};
    memset(equations->seeds, 0, sizeof equations->seeds);
    kauri_row_unrank(block, 2 * holes, equations->layer.seeds, equations->seeds);
    for (unsigned place = 0; place < 2 * holes; place++) {
        turned[place] = equations->seeds[(place + holes) % (2 * holes)];
    }
    equations->target_count = 0;
    (void)target_of(
        equations, equations->layer.seeds,
        kauri_row_rank(turned, 2 * holes, equations->layer.seeds)); // the target of a pass
    for (unsigned h = 0; h < holes; h++) {
        equations->sown[h] = kauri_verify_rows_sown(holes, h, equations->seeds[h]);
        for (unsigned k = 1; k <= cowries; k++) {
            play_classes(equations, h, k);
        }
    }
}

// A quiet move stays quiet, and leads to the same block, when all cowries but one are left out.
unsigned kauri_equations_successors(struct kauri_equations *equations, uint64_t block,
                                    uint64_t successors[KAURI_EQUATIONS_HELD])
{
    unsigned count = 0;
    play_all(equations, block, equations->layer.shape.cowries > 0 ? 1 : 0);
    for (unsigned i = 0; i < equations->target_count; i++) {
        if (equations->targets[i].seeds == equations->layer.seeds) {
            successors[count++] = equations->targets[i].block;
        }
    }
    return count;
}

// Sets each key to the least one, before any move. A mover without a cowrie to move has lost in
// layer 0 (R9); where there are seeds, the pass comes later.
static void begin_keys(struct kauri_equations *equations)
{
    const uint32_t count = equations->layer.cowrie_count;
    if (equations->wide) {
        int16_t *keys = equations->keys;
        for (uint32_t i = 0; i < count; i++) {
            keys[i] = INT16_MIN;
        }
        for (uint32_t i = 0; equations->layer.seeds == 0 && i < equations->layer.half_start[1];
             i++) {
            keys[i] = (int16_t)kauri_key(-1, 0, KAURI_KEY_SCALE_NARROW);
        }
    } else {
        memset(equations->keys, 0, count);
        if (equations->layer.seeds == 0) {
            memset(equations->keys, KAURI_BYTE_ZERO - 1, equations->layer.half_start[1]);
        }
    }
}

// Raises the keys of a run of the opponent's rows to what the move is worth. The keys of the
// mover's row begin at rank `first`. After the move that row is another one, whose worths begin at
// `turned`: that may be below 0 and have wrapped around, but turned + image has wrapped back.
static inline void raise_quiet(const struct kauri_equations *equations, uint32_t first,
                               const void *worths, uint32_t turned,
                               const struct kauri_verify_run *run)
{
    const uint32_t from = turned + run->image;
    if (equations->wide) {
        raise_wide((int16_t *)equations->keys + first + run->first, (const int16_t *)worths + from,
                   run->count);
    } else {
        raise_bytes((uint8_t *)equations->keys + first + run->first, (const uint8_t *)worths + from,
                    run->count, 0);
    }
}

static inline void raise_capture(const struct kauri_equations *equations, uint32_t first,
                                 const uint8_t *worths, uint32_t turned,
                                 const struct kauri_verify_run *run, int gain)
{
    const uint32_t from = turned + run->image;
    if (equations->wide) {
        raise_wide_capture((int16_t *)equations->keys + first + run->first, worths + from,
                           run->count, gain);
    } else {
        raise_bytes((uint8_t *)equations->keys + first + run->first, worths + from, run->count,
                    gain);
    }
}

// Raises the keys of all moves of hole h with k cowries that capture and lead to a target.
static void raise_captures_of(struct kauri_equations *equations, unsigned h, unsigned k,
                              unsigned target)
{
    const struct kauri_verify_rows *rows = equations->rows;
    const unsigned o = equations->sown[h];
    const struct kauri_verify_runs *runs = &rows->opponent[h][o][k];
    const struct kauri_verify_with *with = &rows->with[h][k];
    const struct results *results = &equations->results[h][k];
    const unsigned cowries = equations->layer.shape.cowries;
    for (unsigned t = 0; t <= cowries - k; t++) { // cowries in the opponent's row
        uint32_t count = 0;
        for (uint32_t i = runs->start[t]; i < runs->start[t + 1]; i++) {
            const struct result *result = &results->of[runs->run[i].occupied];
            if (result->target == target) {
                equations->runs[count] = runs->run[i];
                equations->gains[count++] = result->gain;
            }
        }
        if (count == 0) {
            continue;
        }
        for (uint32_t i = with->start[cowries - t]; i < with->start[cowries - t + 1]; i++) {
            const uint32_t mover = with->row[i];
            const uint32_t turned = rows->turned[rows->mover[h][o][mover]];
            for (uint32_t j = 0; j < count; j++) {
                raise_capture(equations, rows->start[mover], equations->targets[target].worths,
                              turned, &equations->runs[j], equations->gains[j]);
            }
        }
    }
}

static bool leads_to(const struct kauri_equations *equations, unsigned h, unsigned k,
                     unsigned target)
{
    const struct results *results = &equations->results[h][k];
    const unsigned opposite = equations->layer.shape.cowries - k;
    for (unsigned held = 0; !results->quiet && held < 1U << equations->layer.shape.holes; held++) {
        if ((unsigned)__builtin_popcount(held) <= opposite && results->of[held].target == target) {
            return true;
        }
    }
    return false;
}

static void raise_captures(struct kauri_equations *equations, unsigned target)
{
    for (unsigned h = 0; h < equations->layer.shape.holes; h++) {
        for (unsigned k = 1; k <= equations->layer.shape.cowries; k++) {
            if (leads_to(equations, h, k, target)) {
                raise_captures_of(equations, h, k, target);
            }
        }
    }
}

// Raises the keys of all quiet moves of hole h with row `mover`.
static inline void raise_hole(const struct kauri_equations *equations, unsigned h, uint32_t mover)
{
    const struct kauri_verify_rows *rows = equations->rows;
    const unsigned k = rows->row[mover][h];
    const unsigned o = equations->sown[h];
    const struct kauri_verify_runs *runs = &rows->opponent[h][o][k];
    const struct results *results = &equations->results[h][k];
    const uint32_t turned = rows->turned[rows->mover[h][o][mover]];
    const unsigned opposite = equations->layer.shape.cowries - rows->cowries[mover];
    for (uint32_t i = runs->start[opposite]; i < runs->start[opposite + 1]; i++) {
        const struct kauri_verify_run *run = &runs->run[i];
        const struct destination *target = &equations->targets[results->of[run->occupied].target];
        if (target->worths != NULL) {
            raise_quiet(equations, rows->start[mover], target->worths, turned, run);
        }
    }
}

static void raise_quiet_moves(struct kauri_equations *equations)
{
    const struct kauri_verify_rows *rows = equations->rows;
    const unsigned holes = equations->layer.shape.holes;
    if (equations->layer.seeds > 0) { // the row without cowries passes (R7)
        const struct kauri_verify_run all = {
            .count = (uint16_t)equations->layer.half_start[1],
            .image = (uint16_t)rows->first[equations->layer.shape.cowries],
        };
        raise_quiet(equations, 0, equations->targets[PASS].worths, rows->turned[0], &all);
    }
    for (uint32_t mover = 1; mover < rows->total; mover++) {
        for (unsigned h = 0; h < holes; h++) {
            if (rows->row[mover][h] > 0) {
                raise_hole(equations, h, mover);
            }
        }
    }
}

static enum kauri_status acquire(struct kauri_equations *equations,
                                 const struct kauri_worth_source *source, unsigned worker,
                                 unsigned number, struct kauri_error *error)
{
    struct destination *target = &equations->targets[number];
    return source->acquire(source->context, worker, target->seeds, target->block, &target->worths,
                           error);
}

static void release(struct kauri_equations *equations, const struct kauri_worth_source *source,
                    unsigned number)
{
    struct destination *target = &equations->targets[number];
    if (target->worths != NULL) {
        source->release(source->context, target->seeds, target->block);
        target->worths = NULL;
    }
}

enum kauri_status kauri_equations_block(struct kauri_equations *equations,
                                        const struct kauri_worth_source *source, unsigned worker,
                                        uint64_t block, void **keys, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const unsigned seeds = equations->layer.seeds;
    play_all(equations, block, equations->layer.shape.cowries);
    begin_keys(equations);
    for (unsigned i = 0; i < equations->target_count; i++) {
        if (equations->targets[i].seeds < seeds) {
            KAURI_TRY(acquire(equations, source, worker, i, error));
            raise_captures(equations, i);
            release(equations, source, i);
        }
    }
    for (unsigned i = 0; i < equations->target_count; i++) {
        if (equations->targets[i].seeds == seeds) {
            KAURI_TRY(acquire(equations, source, worker, i, error));
        }
    }
    raise_quiet_moves(equations);
    *keys = equations->keys;
cleanup:
    for (unsigned i = 0; i < equations->target_count; i++) {
        release(equations, source, i);
    }
    return status;
}
