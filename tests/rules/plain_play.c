#include "tests/rules/plain_play.h"

unsigned plain_place(unsigned holes, unsigned hole, unsigned count)
{
    return (hole + count) % (2 * holes);
}

struct kauri_capture plain_play(struct kauri_position *position, int hole)
{
    struct kauri_capture capture = {0};
    const unsigned holes = position->holes;
    const unsigned mover = position->side;
    if (hole >= 0) {
        const unsigned from = mover * holes + (unsigned)hole;
        const unsigned seeds = position->seeds[from];
        const unsigned counters = seeds + position->cowries[from];
        position->seeds[from] = 0;
        position->cowries[from] = 0;
        for (unsigned count = 1; count <= counters; count++) {
            const unsigned place = plain_place(holes, (unsigned)hole, count);
            const unsigned at = (mover * holes + place) % (2 * holes);
            const int theirs = place >= holes;
            if (count > seeds) {
                if (theirs && position->cowries[at] == 0) { // R5
                    capture.own = (uint8_t)(capture.own + position->seeds[at]);
                    position->seeds[at] = 0;
                }
                position->cowries[at]++;
            } else if (theirs && position->cowries[at] > 0 && position->seeds[at] == 0) { // R4
                capture.opponent++;
            } else {
                position->seeds[at]++;
            }
        }
        position->score[mover] = (uint8_t)(position->score[mover] + capture.own);
        position->score[1 - mover] = (uint8_t)(position->score[1 - mover] + capture.opponent);
    }
    position->side = (uint8_t)(1 - mover);
    return capture;
}
