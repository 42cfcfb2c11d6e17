#include "queries/engine/opponents.h"

#include "queries/engine/transposition_table.h"

struct character {
    const char *name;
    uint64_t nodes;      // nodes searched for a move
    unsigned opening;    // percentage of moves that are overlooked before the first capture
    unsigned overlooked; // percentage of moves that are overlooked afterwards
};

// By strength. docs/results/LABBOOK.md has the matches that they were chosen with. The stronger
// opponents overlook most in the opening, or their games would all be the same.
static const struct character characters[KAURI_STRENGTH_MOST] = {
    {"Egg", 1, 90, 90},  {"Chick", 1, 68, 68},   {"Snail", 1, 50, 50},   {"Gecko", 1, 36, 36},
    {"Kiwi", 1, 24, 24}, {"Penguin", 1, 30, 10}, {"Fantail", 30, 30, 0}, {"Weka", 120, 30, 0},
    {"Tui", 600, 30, 0}, {"Kea", 3000, 30, 0},   {.name = "Kauri"},
};

enum {
    WEAK_MEMORY = 256 << 10, // enough for some thousand positions
    START_SEEDS = 5,         // seeds in each hole before the first move (R2)
};

const char *kauri_opponent_name(unsigned strength)
{
    return strength >= KAURI_STRENGTH_LEAST && strength <= KAURI_STRENGTH_MOST
               ? characters[strength - KAURI_STRENGTH_LEAST].name
               : NULL;
}

// The generator splitmix64.
static uint64_t random_number(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

// The best of `count` lines that is not among the `overlooked` percent, or any one if all are.
static unsigned choose_line(unsigned overlooked, unsigned count, uint64_t state)
{
    for (unsigned i = 0; i < count; i++) {
        if (random_number(&state) % 100 >= overlooked) {
            return i;
        }
    }
    return (unsigned)(random_number(&state) % count);
}

static enum kauri_status think_weakly(const struct kauri_opponent *opponent,
                                      const struct kauri_position *position,
                                      const struct kauri_engine_limits *limits,
                                      struct kauri_engine_report *report, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_engine *engine = NULL;
    const struct character *character = &characters[opponent->strength - KAURI_STRENGTH_LEAST];
    const struct kauri_packed board = kauri_pack(position);
    const struct kauri_engine_parts parts = {
        .shape = kauri_shape_of(position), .memory = WEAK_MEMORY, .no_openings = true};
    const struct kauri_engine_limits own = {
        .nodes = character->nodes,
        .lines = KAURI_HOLES_MAX,
        .rules = limits->rules,
        .progress = limits->progress,
    };
    KAURI_TRY(kauri_engine_make(&parts, &engine, error));
    KAURI_TRY(kauri_engine_think(engine, position, &own, report, error));
    if (report->line_count > 0) {
        const uint64_t state = opponent->seed ^ kauri_position_key(&board);
        const bool opening = kauri_seeds(position) == START_SEEDS * 2U * position->holes;
        const unsigned overlooked = opening ? character->opening : character->overlooked;
        report->lines[0] = report->lines[choose_line(overlooked, report->line_count, state)];
        report->line_count = 1;
        report->depth = report->lines[0].depth;
    }
cleanup:
    kauri_engine_free(engine);
    return status;
}

enum kauri_status kauri_opponent_think(const struct kauri_opponent *opponent,
                                       struct kauri_engine *engine,
                                       const struct kauri_position *position,
                                       const struct kauri_engine_limits *limits,
                                       struct kauri_engine_report *report,
                                       struct kauri_error *error)
{
    return kauri_opponent_is_weak(opponent->strength)
               ? think_weakly(opponent, position, limits, report, error)
               : kauri_engine_think(engine, position, limits, report, error);
}
