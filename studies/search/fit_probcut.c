// Fits the table of games/engine/probcut.c and prints it:
//
//   cmake --build --preset release --target fit_probcut
//   build/release/studies/fit_probcut [GAMES]
//
// Games of the engine against itself (400), partly at random, give positions; one in twelve is
// searched to all depths without ProbCut. The value at each depth, divided by the seeds on the
// board, is regressed on that at the lower depth. The table is the same in
// every run.
#include "games/engine/engine.h"
#include "games/engine/probcut.h"
#include "studies/random.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    GAMES = 400,
    PLIES_MAX = 200,
    RANDOM_PLIES = 20,     // most random plies at the beginning
    RANDOM_RARITY = 24,    // later, one ply of so many is random
    SAMPLE_RARITY = 12,    // one position of so many is searched
    PLAY_NODES = 600,      // of the search for a move
    SAMPLE_NODES = 600000, // at most, of the search of a sample
    MEMORY = 16 << 20,
};

// The values that a search has found so far, by depth.
struct by_depth {
    unsigned depth; // reached
    double value[KAURI_PROBCUT_DEEPEST + 1];
};

// Sums over the samples of a depth: x is the value at the lower depth.
struct sums {
    double count, x, y, xx, xy, yy;
};

static void note(void *context, const struct kauri_engine_report *report)
{
    struct by_depth *values = context;
    values->depth = report->depth;
    values->value[report->depth] = report->lines[0].estimate;
}

static enum kauri_status add_sample(struct kauri_engine *engine,
                                    const struct kauri_position *position, struct sums *sums,
                                    struct kauri_error *error)
{
    struct by_depth found = {.depth = 0};
    struct kauri_engine_report report;
    const struct kauri_engine_limits limits = {
        .depth = KAURI_PROBCUT_DEEPEST, .nodes = SAMPLE_NODES, .tell = note, .context = &found};
    kauri_engine_clear(engine);
    KAURI_PASS(kauri_engine_think(engine, position, &limits, &report, error));
    const double seeds = (double)kauri_seeds(position);
    for (unsigned depth = KAURI_PROBCUT_DEPTH; depth <= found.depth; depth++) {
        const double x = found.value[depth - KAURI_PROBCUT_LESS] / seeds;
        const double y = found.value[depth] / seeds;
        struct sums *at = &sums[depth];
        *at = (struct sums){at->count + 1,  at->x + x,      at->y + y,
                            at->xx + x * x, at->xy + x * y, at->yy + y * y};
    }
    return KAURI_OK;
}

static enum kauri_status play(struct kauri_engine *engine, uint64_t state, struct sums *sums,
                              struct kauri_error *error)
{
    struct kauri_position position = kauri_start(KAURI_HOLES_MAX);
    const unsigned opening = (unsigned)(kauri_random(&state) % (RANDOM_PLIES + 1));
    for (unsigned ply = 0; ply < PLIES_MAX && kauri_seeds(&position) > 0; ply++) {
        int hole = kauri_random_move(&position, &state);
        if (kauri_random(&state) % SAMPLE_RARITY == 0 && kauri_legal_moves(&position).count > 1) {
            KAURI_PASS(add_sample(engine, &position, sums, error));
        }
        if (ply >= opening && kauri_random(&state) % RANDOM_RARITY != 0) {
            struct kauri_engine_report report;
            const struct kauri_engine_limits limits = {.nodes = PLAY_NODES};
            KAURI_PASS(kauri_engine_think(engine, &position, &limits, &report, error));
            hole = report.lines[0].hole;
        }
        (void)kauri_play(&position, hole);
    }
    return KAURI_OK;
}

static void print(const struct sums *sums)
{
    for (unsigned depth = KAURI_PROBCUT_DEPTH; depth <= KAURI_PROBCUT_DEEPEST; depth++) {
        const struct sums *at = &sums[depth];
        const double n = at->count;
        const double xx = at->xx - at->x * at->x / n;
        const double xy = at->xy - at->x * at->y / n;
        const double yy = at->yy - at->y * at->y / n;
        const double slope = xy / xx;
        const double offset = (at->y - slope * at->x) / n;
        const double sigma = sqrt((yy - slope * xy) / n);
        printf("    {%ld, %ld, %ld}, // depth %u, %.0f positions\n",
               lround(slope * KAURI_PROBCUT_UNIT), lround(offset * KAURI_PROBCUT_UNIT),
               lround(sigma * KAURI_PROBCUT_UNIT), depth, n);
    }
}

int main(int argc, char **argv)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_error error;
    struct kauri_engine *engine = NULL;
    struct sums sums[KAURI_PROBCUT_DEEPEST + 1] = {{0}};
    const unsigned long games = argc > 1 ? strtoul(argv[1], NULL, 10) : GAMES;
    const struct kauri_engine_parts parts = {
        .shape = {KAURI_HOLES_MAX, KAURI_COWRIES_MAX}, .memory = MEMORY, .plain = true};
    KAURI_TRY(kauri_engine_make(&parts, &engine, &error));
    for (uint64_t game = 0; game < games; game++) {
        KAURI_TRY(play(engine, game * UINT64_C(0xd1342543de82ef95), sums, &error));
    }
    print(sums);
cleanup:
    kauri_engine_free(engine);
    if (status != KAURI_OK) {
        (void)fprintf(stderr, "fit_probcut: %s\n", error.message);
    }
    return (int)status;
}
