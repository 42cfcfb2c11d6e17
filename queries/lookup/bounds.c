#include "queries/lookup/bounds.h"

#include <assert.h>
#include <string.h>

struct kauri_bounds kauri_bounds_trivial(unsigned seeds)
{
    const int32_t maximum = 3 * (int32_t)seeds + 1;
    return (struct kauri_bounds){-maximum, maximum};
}

struct kauri_bounds kauri_bounds_both(struct kauri_bounds a, struct kauri_bounds b)
{
    return (struct kauri_bounds){.low = a.low > b.low ? a.low : b.low,
                                 .high = a.high < b.high ? a.high : b.high};
}

// r of a move and r of the position after it add up to three times the net captures of the move.
struct kauri_bounds kauri_bounds_across(struct kauri_bounds bounds, struct kauri_capture captured)
{
    const int32_t gain = 3 * ((int32_t)captured.own - (int32_t)captured.opponent);
    return (struct kauri_bounds){gain - bounds.high, gain - bounds.low};
}

// Results grow with r: when both ends agree, everything between them does.
bool kauri_bounds_decide(const struct kauri_position *position, struct kauri_bounds bounds,
                         enum kauri_goal goal, enum kauri_result *result)
{
    if (goal == KAURI_GOAL_VALUE) {
        *result = kauri_result_of(bounds.low);
        return kauri_bounds_exact(bounds);
    }
    const enum kauri_ruleset rules = (enum kauri_ruleset)goal;
    *result = kauri_result_under(rules, position, bounds.low);
    return *result == kauri_result_under(rules, position, bounds.high);
}

unsigned kauri_moves_list(const struct kauri_position *position,
                          struct kauri_valued_move moves[KAURI_HOLES_MAX])
{
    const struct kauri_moves legal = kauri_legal_moves(position);
    const bool passes = legal.count == 0 && kauri_seeds(position) > 0;
    const unsigned count = passes ? 1 : legal.count;
    for (unsigned i = 0; i < count; i++) {
        moves[i] = (struct kauri_valued_move){.hole = passes ? KAURI_MOVE_PASS : legal.hole[i],
                                              .successor = *position};
        moves[i].captured = kauri_play(&moves[i].successor, moves[i].hole);
    }
    return count;
}

void kauri_move_set_value(struct kauri_valued_move *move, struct kauri_value after)
{
    move->r = kauri_bounds_across((struct kauri_bounds){after.r, after.r}, move->captured);
    move->source = KAURI_SOURCE_TABLES;
    move->dtc = kauri_move_captures(move)        ? 1
                : after.dtc == KAURI_DTC_UNKNOWN ? KAURI_DTC_UNKNOWN
                                                 : 1 + after.dtc;
    move->dtc_known =
        kauri_value_has_distance((struct kauri_value){.r = move->r.low, .dtc = move->dtc});
}

static int compare(const void *first, const void *second, const void *context)
{
    (void)context;
    const struct kauri_valued_move *a = first;
    const struct kauri_valued_move *b = second;
    if (a->r.low != b->r.low) {
        return a->r.low > b->r.low ? 1 : -1;
    }
    if (a->r.high != b->r.high) {
        return a->r.high > b->r.high ? 1 : -1;
    }
    if (!kauri_move_is_measured(a) || !kauri_move_is_measured(b) || a->dtc == b->dtc) {
        return 0;
    }
    return (a->r.low > 0) == (a->dtc < b->dtc) ? 1 : -1;
}

void kauri_moves_sort(struct kauri_valued_move *moves, unsigned count)
{
    kauri_sort_stable(moves, count, sizeof *moves, compare, NULL);
}

void kauri_sort_stable(void *items, size_t count, size_t item_bytes, kauri_move_order *order,
                       const void *context)
{
    unsigned char *first = items;
    unsigned char held[KAURI_SORT_ITEM_BYTES];
    assert(item_bytes <= sizeof held);
    for (size_t i = 1; i < count; i++) {
        unsigned char *item = first + i * item_bytes;
        unsigned char *place = item;
        while (place > first && order(item, place - item_bytes, context) > 0) {
            place -= item_bytes;
        }
        if (place < item) {
            memcpy(held, item, item_bytes);
            memmove(place + item_bytes, place, (size_t)(item - place));
            memcpy(place, held, item_bytes);
        }
    }
}
