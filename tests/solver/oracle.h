// A slow solver for small boards that shares nothing with solver/, nor the moves with rules/:
// positions in a hash map, r by value iteration over horizons, dtc by sweeping its equations.
#ifndef KAURI_TESTS_SOLVER_ORACLE_H
#define KAURI_TESTS_SOLVER_ORACLE_H

#include "rules/board.h"

#include <stdint.h>

struct oracle;

struct oracle_value {
    int r;
    int dtc; // 0 where r = 0
};

// Solves all positions with 0..seeds seeds of a board. Fails the running test when out of memory.
struct oracle *oracle_new(unsigned holes, unsigned cowries, unsigned seeds);

// The same for a game of other rules: `play` plays its moves, as kauri_play does those of Kauri.
typedef struct kauri_capture oracle_play(struct kauri_position *position, int hole);
struct oracle *oracle_new_by(oracle_play *play, unsigned holes, unsigned cowries, unsigned seeds);

void oracle_free(struct oracle *oracle);

// The value of a position, side and score aside.
struct oracle_value oracle_get(const struct oracle *oracle, const struct kauri_position *position);

// Positions it knows.
uint64_t oracle_count(const struct oracle *oracle);

// The number of moves that keep the value of a position. *only receives the position after the last
// of them, if there is one.
unsigned oracle_keeping(const struct oracle *oracle, const struct kauri_position *position,
                        struct kauri_position *only);

#endif
