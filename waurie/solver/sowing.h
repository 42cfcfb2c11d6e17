// The effect of a sowing on the pits, as sums: the solver's own form of rules W3 to W5, independent
// of waurie/pits.c, so that the two check each other.
#ifndef KAURI_WAURIE_SOLVER_SOWING_H
#define KAURI_WAURIE_SOLVER_SOWING_H

#include "waurie/pits.h"

// The sowing of a number of seeds from one pit.
struct waurie_sown {
    uint8_t own[WAURIE_PITS_MAX]; // seeds that each own pit receives
    uint8_t own_sum;              // sum of `own`
    uint8_t stored;    // seeds that fall into the own store, or with `both` into either store
    uint8_t other_sum; // seeds that fall into the opponent's row: other_sum / pits into each pit,
                       // and one more into the first other_sum % pits
    bool again;        // the last seed falls into the own store
};

// The sowing of `seeds` seeds, at least 1, from pit number `pit`, 0..pits-1. Thread-safe.
struct waurie_sown waurie_sow(const struct waurie_rules *rules, unsigned pits, unsigned pit,
                              unsigned seeds);

// Seeds in the row of the player who moves next, after this sowing of `count` seeds by a player
// with `own` seeds against `waiting`; it must store a seed or end in the opponent's row.
static inline unsigned waurie_mover_after(const struct waurie_sown *sowing, unsigned own,
                                          unsigned count, unsigned waiting)
{
    return sowing->again ? own - count + sowing->own_sum : waiting + sowing->other_sum;
}

// Returns whether the sowing is a bonus move that does not reach the other row.
static inline bool waurie_is_plain_bonus(const struct waurie_sown *sowing)
{
    return sowing->again && sowing->other_sum == 0;
}

// Layers below the one with `seeds` seeds that its moves may lead to: the greatest number of seeds
// that one sowing stores.
unsigned waurie_stored_most(const struct waurie_rules *rules, unsigned pits, unsigned seeds);

#endif
