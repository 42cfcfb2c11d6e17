#include "waurie/solver/sowing.h"

// A sowing consists of whole rounds, which give a seed to every stop, and of a rest that goes to
// the stops next to the pit. A round passes `round` stops: all 2 x pits + 1, or with `skip` all but
// the emptied pit. The rest never comes back to that pit.
struct waurie_sown waurie_sow(const struct waurie_rules *rules, unsigned pits, unsigned pit,
                              unsigned seeds)
{
    const unsigned stops = 2 * pits + 1;
    const unsigned round = rules->skip ? stops - 1 : stops;
    const unsigned rounds = seeds / round;
    const unsigned rest = seeds % round;
    const unsigned to_store = pits - pit; // stops from the pit to the store
    struct waurie_sown sowing = {.stored = (uint8_t)(rounds + (rest >= to_store ? 1 : 0))};
    for (unsigned i = 0; i < pits; i++) {
        const unsigned distance = (i + stops - pit) % stops;
        if (i == pit) {
            sowing.own[i] = (uint8_t)(rules->skip ? 0 : rounds);
        } else {
            sowing.own[i] = (uint8_t)(rounds + (distance <= rest ? 1 : 0));
        }
        sowing.own_sum = (uint8_t)(sowing.own_sum + sowing.own[i]);
    }
    sowing.other_sum = (uint8_t)(seeds - sowing.own_sum - sowing.stored);
    // Without a rest the last seed falls into the pit or the opponent's row: not into the store.
    sowing.again = rest == to_store;
    return sowing;
}

unsigned waurie_stored_most(const struct waurie_rules *rules, unsigned pits, unsigned seeds)
{
    const unsigned round = rules->skip ? 2 * pits : 2 * pits + 1;
    return seeds == 0 ? 0 : 1 + (seeds - 1) / round;
}
