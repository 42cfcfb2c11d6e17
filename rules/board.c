#include "rules/board.h"

#include <assert.h>
#include <string.h>

struct kauri_position kauri_start(unsigned holes)
{
    assert(holes >= 1 && holes <= KAURI_HOLES_MAX);
    struct kauri_position position = {.holes = (uint8_t)holes, .side = KAURI_SOUTH};
    for (unsigned i = 0; i < 2 * holes; i++) {
        position.seeds[i] = 5;
        position.cowries[i] = 1;
    }
    return position;
}

static unsigned sum(const uint8_t counts[KAURI_BOARD_HOLES_MAX])
{
    unsigned total = 0;
    for (unsigned i = 0; i < KAURI_BOARD_HOLES_MAX; i++) {
        total += counts[i];
    }
    return total;
}

unsigned kauri_seeds(const struct kauri_position *position)
{
    return sum(position->seeds);
}

unsigned kauri_cowries(const struct kauri_position *position)
{
    return sum(position->cowries);
}

bool kauri_position_equal(const struct kauri_position *a, const struct kauri_position *b)
{
    bool same = a->holes == b->holes && a->side == b->side && a->score[0] == b->score[0] &&
                a->score[1] == b->score[1];
    for (unsigned i = 0; i < KAURI_BOARD_HOLES_MAX; i++) {
        same = same && a->seeds[i] == b->seeds[i] && a->cowries[i] == b->cowries[i];
    }
    return same;
}

struct kauri_moves kauri_legal_moves(const struct kauri_position *position)
{
    struct kauri_moves moves = {0};
    const unsigned first = kauri_own_hole(position, 0);
    for (unsigned hole = 0; hole < position->holes; hole++) {
        if (position->cowries[first + hole] > 0) {
            moves.hole[moves.count++] = (uint8_t)hole;
        }
    }
    return moves;
}

unsigned kauri_sowing_places(unsigned holes, unsigned from, unsigned count)
{
    unsigned places = 0;
    unsigned at = kauri_sowing_end(holes, from, 0);
    for (unsigned i = 0; i < count; i++) {
        at = kauri_sowing_next(holes, from, at);
        places |= 1U << at;
    }
    return places;
}

void kauri_sowing_drops(unsigned holes, unsigned from, unsigned at, unsigned count,
                        uint8_t drops[KAURI_BOARD_HOLES_MAX])
{
    memset(drops, 0, KAURI_BOARD_HOLES_MAX);
    for (unsigned i = 0; i < count; i++) {
        at = kauri_sowing_next(holes, from, at);
        drops[at]++;
    }
}

struct kauri_capture kauri_play(struct kauri_position *position, int hole)
{
    struct kauri_capture capture = {0};
    const unsigned mover = position->side;
    const unsigned opponent = 1 - mover;
    if (hole != KAURI_MOVE_PASS) {
        const unsigned theirs = opponent * position->holes; // first hole of the opponent's row
        const unsigned from = kauri_own_hole(position, (unsigned)hole);
        assert(hole >= 0 && hole < position->holes && position->cowries[from] > 0);
        const unsigned seeds = position->seeds[from];
        const unsigned cowries = position->cowries[from];
        position->seeds[from] = 0;
        position->cowries[from] = 0;
        unsigned at = kauri_sowing_end(position->holes, from, 0);
        for (unsigned i = 0; i < seeds; i++) {
            at = kauri_sowing_next(position->holes, from, at);
            // Equal to theirs <= at && at < theirs + holes: if at < theirs, the difference wraps.
            const bool there = at - theirs < position->holes;
            if (there && position->seeds[at] == 0 && position->cowries[at] > 0) {
                capture.opponent++; // a capture of the opponent (R4)
            } else {
                position->seeds[at]++;
            }
        }
        for (unsigned i = 0; i < cowries; i++) {
            at = kauri_sowing_next(position->holes, from, at);
            const bool there = at - theirs < position->holes;
            if (there && position->cowries[at] == 0) { // a capture by the first cowrie (R5)
                capture.own = (uint8_t)(capture.own + position->seeds[at]);
                position->seeds[at] = 0;
            }
            position->cowries[at]++;
        }
        position->score[mover] = (uint8_t)(position->score[mover] + capture.own);
        position->score[opponent] = (uint8_t)(position->score[opponent] + capture.opponent);
    }
    position->side = (uint8_t)opponent;
    return capture;
}
