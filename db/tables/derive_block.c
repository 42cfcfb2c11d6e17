// The simplest way is to play every move of every position and look the successors up. Here the
// moves of one hole with k cowries are played once for a whole block, against each set of
// opponent's holes that matters, and positions are evaluated run by run.
#include "db/tables/derive_block.h"

#include "common/memory.h"
#include "db/tables/derive_kernel.h"

#include <stdlib.h>
#include <string.h>

// A block is begun in three steps: moves are played (struct hole_moves), the opponent's rows with
// each number of cowries are divided into runs with one outcome (struct kauri_derive_paths), and
// the caller provides the values of the blocks that outcomes lead to.

// The outcome of a move against some set of occupied holes.
struct class_outcome {
    uint16_t source; // number, among the sources, of the block that it leads to
    int16_t gain;    // 3 * net captures
    bool quiet;
};

// The moves of one hole with k cowries.
struct hole_moves {
    // Bit i: the outcome depends on whether the opponent's hole i holds cowries. of[class] is the
    // outcome for the subset `class` of these holes; other entries are not in use.
    unsigned relevant;
    unsigned leading; // opponent's holes that matter for the outcome, or receive cowries
    struct class_outcome of[1 << KAURI_HOLES_MAX];
};

// Memory for the runs and steps of all paths of a block.
struct paths_space {
    struct kauri_derive_run *runs;
    struct kauri_derive_step *steps;
};

struct kauri_deriver {
    const struct kauri_derive_rows *rows;
    const struct kauri_derive_kernel *kernel;
    struct kauri_derive_run *runs;    // room for all paths of a block
    struct kauri_derive_run *scratch; // room for the capturing runs of one path
    struct kauri_derive_step *steps;
    // The block that was begun:
    struct kauri_layer layer;
    enum kauri_derive_form form;
    unsigned start[KAURI_HOLES_MAX]; // where the last seed of a hole falls (derive_rows.h)
    // Paths by hole, k, and cowries of the opponent's row.
    struct kauri_derive_paths paths[KAURI_HOLES_MAX][KAURI_COWRIES_MAX + 1][KAURI_COWRIES_MAX];
    struct kauri_derive_source *sources; // the first source is the block that a pass leads to
    unsigned source_count;
    size_t source_room;
};

// -------------------------------------------------------------------------------------- forms

enum kauri_derive_form kauri_derive_form_r(unsigned seeds)
{
    return 3 * seeds + 1 <= INT8_MAX ? KAURI_DERIVE_R : KAURI_DERIVE_R_WIDE;
}

enum kauri_derive_form kauri_derive_form_keys(unsigned seeds, unsigned dtc_width)
{
    // Distances of one byte, even plus one, are below the scale.
    return dtc_width == 1 && (3 * seeds + 1) << KAURI_DERIVE_SHIFT <= INT16_MAX
               ? KAURI_DERIVE_KEYS
               : KAURI_DERIVE_KEYS_WIDE;
}

size_t kauri_derive_result_bytes(enum kauri_derive_form form)
{
    static const uint8_t bytes[KAURI_DERIVE_FORMS] = {1, 2, 2, 4};
    return bytes[form];
}

size_t kauri_derive_lower_bytes(enum kauri_derive_form form)
{
    static const uint8_t bytes[KAURI_DERIVE_FORMS] = {1, 2, 1, 2};
    return bytes[form];
}

// ---------------------------------------------------------------------------------- one block

static const struct kauri_derive_kernel *choose_kernel(void)
{
#if defined __x86_64__
    if (__builtin_cpu_supports("avx2")) {
        return &kauri_derive_avx2;
    }
#endif
    return &kauri_derive_portable;
}

enum kauri_status kauri_deriver_new(const struct kauri_derive_rows *rows,
                                    struct kauri_deriver **deriver, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    size_t maximum = 1; // opponent's rows, by hole and k
    struct kauri_deriver *made = NULL;
    for (unsigned k = 1; k <= rows->layer.shape.cowries; k++) {
        maximum += (size_t)rows->layer.shape.holes * rows->first[rows->layer.shape.cowries - k + 1];
    }
    *deriver = NULL;
    KAURI_TRY(KAURI_NEW(made, 1, error, "deriving positions"));
    made->rows = rows;
    made->kernel = choose_kernel();
    KAURI_TRY(KAURI_NEW(made->runs, maximum, error, "deriving positions"));
    KAURI_TRY(KAURI_NEW(made->steps, maximum, error, "deriving positions"));
    KAURI_TRY(KAURI_NEW(made->scratch, rows->total, error, "deriving positions"));
    *deriver = made;
    made = NULL;
cleanup:
    kauri_deriver_free(made);
    return status;
}

void kauri_deriver_free(struct kauri_deriver *deriver)
{
    if (deriver != NULL) {
        free(deriver->runs);
        free(deriver->steps);
        free(deriver->scratch);
        free(deriver->sources);
        free(deriver);
    }
}

// Finds the number of a block among the sources, or adds it.
static enum kauri_status add_source(struct kauri_deriver *deriver, unsigned seeds, uint64_t block,
                                    uint16_t *number, struct kauri_error *error)
{
    // Search backwards: the blocks added last are the most likely.
    for (unsigned i = deriver->source_count; i-- > 0;) {
        if (deriver->sources[i].block == block && deriver->sources[i].seeds == seeds) {
            *number = (uint16_t)i;
            return KAURI_OK;
        }
    }
    KAURI_PASS(KAURI_FIT(deriver->sources, deriver->source_count + 1, deriver->source_room, error,
                         "deriving positions"));
    *number = (uint16_t)deriver->source_count;
    deriver->sources[deriver->source_count++] =
        (struct kauri_derive_source){.seeds = seeds, .block = block};
    return KAURI_OK;
}

// Plays hole h with k cowries against cowries in the opponent's holes of `class`. Captures take
// only seeds, and depend only on which holes hold cowries, so one cowrie stands for any number.
static enum kauri_status play_class(struct kauri_deriver *deriver, const uint8_t *seeds, unsigned h,
                                    unsigned k, unsigned class, struct class_outcome *outcome,
                                    struct kauri_error *error)
{
    const unsigned holes = deriver->layer.shape.holes;
    struct kauri_position position = {.holes = (uint8_t)holes, .side = KAURI_SOUTH};
    uint8_t occupied[KAURI_HOLES_MAX];
    for (unsigned hole = 0; hole < KAURI_HOLES_MAX; hole++) {
        occupied[hole] = (uint8_t)(class >> hole & 1U);
    }
    memcpy(position.seeds, seeds, sizeof position.seeds);
    memcpy(position.cowries + holes, occupied, holes);
    position.cowries[h] = (uint8_t)k;
    const struct kauri_capture capture = kauri_play(&position, (int)h);
    const struct kauri_view view = kauri_view_of(&position);
    const unsigned left = kauri_seeds(&position);
    outcome->gain = (int16_t)(3 * (capture.own - capture.opponent));
    outcome->quiet = left == deriver->layer.seeds;
    return add_source(deriver, left, kauri_row_rank(view.seeds, 2 * holes, left), &outcome->source,
                      error);
}

// Returns the opponent's holes that may affect what a move of hole h captures: they contain a seed
// before or during the move, and the move gets that far.
static unsigned candidates(const struct kauri_deriver *deriver, const uint8_t *seeds, unsigned h,
                           unsigned k)
{
    const unsigned holes = deriver->layer.shape.holes;
    unsigned set = kauri_sowing_places(holes, h, seeds[h]) >> holes;
    for (unsigned hole = 0; hole < holes; hole++) {
        set |= (unsigned)(seeds[holes + hole] > 0) << hole;
    }
    return set & kauri_sowing_places(holes, h, seeds[h] + k) >> holes;
}

// Returns whether the outcomes for subsets of `set` depend on hole `hole` of it.
static bool is_relevant(const struct hole_moves *move, unsigned set, unsigned hole)
{
    for (unsigned class = set;; class = (class - 1) & set) {
        const struct class_outcome *with = &move->of[class | 1U << hole];
        const struct class_outcome *without = &move->of[class & ~(1U << hole)];
        if (with->source != without->source || with->gain != without->gain) {
            return true;
        }
        if (class == 0) {
            return false;
        }
    }
}

static const struct kauri_derive_drops *drops_of(const struct kauri_deriver *deriver, unsigned h,
                                                 unsigned k)
{
    const struct kauri_derive_rows *rows = deriver->rows;
    return &rows->drops[rows->drops_of[h][deriver->start[h]][k]];
}

static enum kauri_status play_move(struct kauri_deriver *deriver, const uint8_t *seeds, unsigned h,
                                   unsigned k, struct hole_moves *move, struct kauri_error *error)
{
    const unsigned set = candidates(deriver, seeds, h, k);
    for (unsigned class = set;; class = (class - 1) & set) {
        KAURI_PASS(play_class(deriver, seeds, h, k, class, &move->of[class], error));
        if (class == 0) {
            break;
        }
    }
    move->relevant = 0;
    move->leading = drops_of(deriver, h, k)->leading;
    for (unsigned hole = 0; hole < deriver->layer.shape.holes; hole++) {
        if ((set >> hole & 1U) != 0 && is_relevant(move, set, hole)) {
            move->relevant |= 1U << hole;
            move->leading = hole + 1 > move->leading ? hole + 1 : move->leading;
        }
    }
    return KAURI_OK;
}

// Divides the opponent's rows with `cowries` cowries into runs with one outcome, joining those that
// continue one another. The runs and steps are taken from *room.
static void make_paths(const struct kauri_deriver *deriver, const struct hole_moves *move,
                       const uint16_t *after, unsigned cowries, struct kauri_derive_paths *paths,
                       struct paths_space *space)
{
    const struct kauri_derive_runs *runs = &deriver->rows->runs[move->leading][cowries];
    *paths = (struct kauri_derive_paths){.quiet = space->runs, .steps = space->steps};
    for (uint32_t i = 0; i < runs->count;) {
        const struct class_outcome *outcome = &move->of[runs->occupied[i] & move->relevant];
        struct kauri_derive_run run = {
            .first = runs->first[i],
            .to = after[runs->first[i]],
            .source = outcome->source,
            .gain = outcome->gain,
        };
        do {
            i++;
            run.count = (uint16_t)(runs->first[i] - run.first);
        } while (i < runs->count && after[runs->first[i]] == run.to + run.count &&
                 &move->of[runs->occupied[i] & move->relevant] == outcome);
        if (!outcome->quiet) {
            deriver->scratch[paths->capture_count++] = run;
            continue;
        }
        paths->source = run.source;
        if (run.count == 1) {
            *space->steps++ = (struct kauri_derive_step){run.first, run.to};
            paths->step_count++;
        } else {
            *space->runs++ = run;
            paths->quiet_count++;
        }
    }
    paths->captures = space->runs;
    memcpy(space->runs, deriver->scratch, paths->capture_count * sizeof *space->runs);
    space->runs += paths->capture_count;
}

enum kauri_status kauri_deriver_begin(struct kauri_deriver *deriver,
                                      const struct kauri_layer *layer, uint64_t block,
                                      enum kauri_derive_form form,
                                      struct kauri_derive_source **sources, unsigned *count,
                                      struct kauri_error *error)
{
    const unsigned holes = layer->shape.holes;
    uint8_t seeds[KAURI_BOARD_HOLES_MAX] = {0};
    uint16_t number = 0;
    struct paths_space space = {deriver->runs, deriver->steps};
    deriver->layer = *layer;
    deriver->form = form;
    deriver->source_count = 0;
    kauri_row_unrank(block, 2 * holes, layer->seeds, seeds);
    KAURI_PASS(
        add_source(deriver, layer->seeds, kauri_block_exchanged(layer, block), &number, error));
    for (unsigned h = 0; h < holes; h++) {
        deriver->start[h] = kauri_sowing_end(holes, h, seeds[h]);
        for (unsigned k = 1; k <= layer->shape.cowries; k++) {
            const uint16_t *after = drops_of(deriver, h, k)->after;
            struct hole_moves move;
            KAURI_PASS(play_move(deriver, seeds, h, k, &move, error));
            for (unsigned t = 0; t <= layer->shape.cowries - k; t++) {
                make_paths(deriver, &move, after + deriver->rows->first[t], t,
                           &deriver->paths[h][k][t], &space);
            }
        }
    }
    *sources = deriver->sources;
    *count = deriver->source_count;
    return KAURI_OK;
}

// ------------------------------------------------------------------------------------ segments

// Raises the results of a segment to what the move of hole h is worth, if it is legal.
static void raise_by_move(const struct kauri_deriver *deriver, uint32_t mover, unsigned h,
                          void *result)
{
    const struct kauri_derive_rows *rows = deriver->rows;
    const unsigned opposite = deriver->layer.shape.cowries - rows->cowries[mover];
    const unsigned k = rows->row[mover][h];
    if (k > 0) {
        deriver->kernel->raise[deriver->form](
            result, &deriver->paths[h][k][opposite], deriver->sources,
            rows->segment[rows->moved[h][deriver->start[h]][mover]]);
    }
}

void kauri_deriver_segment(const struct kauri_deriver *deriver, uint32_t mover, void *result)
{
    const struct kauri_derive_rows *rows = deriver->rows;
    const struct kauri_derive_kernel *kernel = deriver->kernel;
    const unsigned opposite = deriver->layer.shape.cowries - rows->cowries[mover];
    const uint32_t count = deriver->layer.row_count[opposite];
    if (rows->cowries[mover] == 0) { // a pass (R7)
        const uint8_t *values = deriver->sources[0].values;
        const size_t bytes = kauri_derive_result_bytes(deriver->form);
        kernel->pass[deriver->form](result, values + rows->segment[mover] * bytes, count);
        return;
    }
    kernel->clear[deriver->form](result, count);
    for (unsigned h = 0; h < deriver->layer.shape.holes; h++) {
        raise_by_move(deriver, mover, h, result);
    }
}

bool kauri_deriver_move(const struct kauri_deriver *deriver, uint32_t mover, unsigned hole,
                        void *result)
{
    const struct kauri_derive_rows *rows = deriver->rows;
    const unsigned opposite = deriver->layer.shape.cowries - rows->cowries[mover];
    if (rows->row[mover][hole] == 0) {
        return false;
    }
    deriver->kernel->clear[deriver->form](result, deriver->layer.row_count[opposite]);
    raise_by_move(deriver, mover, hole, result);
    return true;
}
