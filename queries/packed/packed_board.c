#include "queries/packed/packed_board.h"

#include <string.h>

// The lane of a hole, numbered in sowing order from the mover's first.
static unsigned lane_of(unsigned hole, unsigned holes)
{
    return hole < holes ? hole : KAURI_LANES_HALF + hole - holes;
}

// Drops `count` counters one by one into the holes after `from`, with nothing else on the board.
static kauri_lanes dropped(unsigned from, unsigned count, unsigned holes)
{
    kauri_lanes lanes = {0};
    for (unsigned i = 1; i <= count; i++) {
        lanes[lane_of((from + i) % (2 * holes), holes)]++;
    }
    return lanes;
}

void kauri_sowing_init(struct kauri_sowing *sowing, unsigned holes)
{
    memset(sowing, 0, sizeof *sowing);
    sowing->holes = holes;
    for (unsigned hole = 0; hole < holes; hole++) {
        sowing->opponent[KAURI_LANES_HALF + hole] = 255;
        sowing->lifted[hole] = ~(kauri_lanes){0};
        sowing->lifted[hole][hole] = 0;
        for (unsigned seeds = 0; seeds <= KAURI_SEEDS_MAX; seeds++) {
            sowing->seeds[hole][seeds] = dropped(hole, seeds, holes);
            sowing->end[hole][seeds] = (uint8_t)((hole + seeds) % (2 * holes));
        }
    }
    for (unsigned hole = 0; hole < 2 * holes; hole++) {
        for (unsigned cowries = 0; cowries <= KAURI_COWRIES_MAX; cowries++) {
            sowing->cowries[hole][cowries] = dropped(hole, cowries, holes);
        }
    }
}

struct kauri_packed kauri_pack(const struct kauri_position *position)
{
    struct kauri_packed board = {.seeds = {0}, .cowries = {0}};
    const unsigned holes = position->holes;
    const unsigned first = kauri_own_hole(position, 0);
    for (unsigned hole = 0; hole < 2 * holes; hole++) {
        const unsigned from = (first + hole) % (2 * holes);
        board.seeds[lane_of(hole, holes)] = position->seeds[from];
        board.cowries[lane_of(hole, holes)] = position->cowries[from];
    }
    return board;
}

struct kauri_position kauri_unpack(const struct kauri_packed *board, unsigned holes)
{
    struct kauri_position position = {.holes = (uint8_t)holes, .side = KAURI_SOUTH};
    for (unsigned hole = 0; hole < 2 * holes; hole++) {
        position.seeds[hole] = board->seeds[lane_of(hole, holes)];
        position.cowries[hole] = board->cowries[lane_of(hole, holes)];
    }
    return position;
}
