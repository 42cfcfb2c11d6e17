#include "rules/value.h"

const char *kauri_result_name(enum kauri_result result)
{
    switch (result) {
    case KAURI_LOSS:
        return "loss";
    case KAURI_DRAW:
        return "draw";
    case KAURI_WIN:
        return "win";
    }
    return "unknown";
}

int kauri_value_net(int r)
{
    return r >= 0 ? (r + 1) / 3 : -((1 - r) / 3);
}

int kauri_value_tiebreak(int r)
{
    return r - 3 * kauri_value_net(r);
}

int kauri_lead(const struct kauri_position *position)
{
    const unsigned mover = position->side;
    return position->score[mover] - position->score[1 - mover];
}

enum kauri_result kauri_standard_result(const struct kauri_position *position, int r)
{
    return kauri_result_of(kauri_lead(position) + kauri_value_net(r));
}

enum kauri_result kauri_tiebreak_result(const struct kauri_position *position, int r)
{
    return kauri_result_of(3 * kauri_lead(position) + r);
}

enum kauri_result kauri_result_under(enum kauri_ruleset rules,
                                     const struct kauri_position *position, int r)
{
    return rules == KAURI_STANDARD ? kauri_standard_result(position, r)
                                   : kauri_tiebreak_result(position, r);
}

int kauri_value_least(const struct kauri_position *position, enum kauri_ruleset rules,
                      enum kauri_result result)
{
    const int maximum = 3 * (int)kauri_seeds(position) + 1;
    int r = -maximum;
    while (r <= maximum && kauri_result_under(rules, position, r) < result) {
        r++;
    }
    return r;
}

bool kauri_final_score(const struct kauri_position *position, int r, uint8_t score[2])
{
    const unsigned mover = position->side;
    const int seeds = (int)kauri_seeds(position);
    int net = kauri_value_net(r);
    // No position with this many seeds has a greater net. The limit keeps scores in range for any
    // other r.
    net = net > seeds ? seeds : net < -seeds ? -seeds : net;
    const bool all = (seeds - net) % 2 == 0;
    // If some seeds stay on the board, the side that gains is credited with the difference only.
    const int own = all ? (seeds + net) / 2 : net > 0 ? net : 0;
    score[mover] = (uint8_t)(position->score[mover] + own);
    score[1 - mover] = (uint8_t)(position->score[1 - mover] + own - net);
    // All seeds are captured where play ends, and also if one side gains all of them.
    return all && (kauri_value_tiebreak(r) != 0 || net == seeds || net == -seeds);
}
