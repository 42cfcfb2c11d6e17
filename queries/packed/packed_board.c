#include "queries/packed/packed_board.h"

#include <string.h>

// The lane of a hole, numbered in sowing order from the mover's first.
static unsigned lane_of(unsigned hole, unsigned holes)
{
    return hole < holes ? hole : KAURI_LANES_HALF + hole - holes;
}

// What each hole receives of `count` counters from hole `from` that are sown after place `at`.
static kauri_lanes dropped(unsigned holes, unsigned from, unsigned at, unsigned count)
{
    uint8_t drops[KAURI_BOARD_HOLES_MAX];
    kauri_lanes lanes = {0};
    kauri_sowing_drops(holes, from, at, count, drops);
    for (unsigned place = 0; place < 2 * holes; place++) {
        lanes[lane_of(place, holes)] = drops[place];
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
            const unsigned end = kauri_sowing_end(holes, hole, seeds);
            sowing->seeds[hole][seeds] =
                dropped(holes, hole, kauri_sowing_end(holes, hole, 0), seeds);
            sowing->end[hole][seeds] = (uint8_t)end;
            for (unsigned cowries = 0; cowries <= KAURI_COWRIES_MAX; cowries++) {
                sowing->cowries[hole][end][cowries] = dropped(holes, hole, end, cowries);
            }
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
