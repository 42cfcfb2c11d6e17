#include "queries/engine/engine.h"

#include "queries/engine/position_table.h"

#define SEEDS (3 * KAURI_ESTIMATE_UNIT) // units of a seed

struct level {
    uint64_t nodes;
    int error; // of an estimate, at most; small errors are likelier
};

static const struct level levels[KAURI_STRENGTH_MOST] = {
    {30, 60 * SEEDS},
    {30, 30 * SEEDS},
    {30, 14 * SEEDS},
    {300, 6 * SEEDS},
};

// splitmix64
static uint64_t random_number(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

// The sum of two even distributions: -most .. most, 0 likeliest.
static int random_error(uint64_t *state, int most)
{
    const uint64_t range = (uint64_t)most + 1;
    return (int)(random_number(state) % range) - (int)(random_number(state) % range);
}

enum kauri_status kauri_strength_choose(struct kauri_engine *engine,
                                        const struct kauri_position *position, unsigned strength,
                                        uint64_t seed, const struct kauri_progress *progress,
                                        int *hole, struct kauri_error *error)
{
    const struct level *level = &levels[strength - KAURI_STRENGTH_LEAST];
    const struct kauri_packed board = kauri_pack(position);
    const struct kauri_engine_limits limits = {
        .nodes = level->nodes, .lines = KAURI_HOLES_MAX, .progress = progress};
    struct kauri_engine_report report = {.line_count = 0};
    uint64_t state = seed ^ kauri_position_key(&board);
    int best = 0;
    const enum kauri_status status = kauri_engine_think(engine, position, &limits, &report, error);
    for (unsigned i = 0; status == KAURI_OK && i < report.line_count; i++) {
        const int estimate = report.lines[i].estimate + random_error(&state, level->error);
        if (i == 0 || estimate > best) {
            best = estimate;
            *hole = report.lines[i].hole;
        }
    }
    return status;
}
