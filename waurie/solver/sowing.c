#include "waurie/solver/sowing.h"

// A sowing consists of whole rounds, which give a seed to every stop, and of a rest that goes to
// the stops next to the pit. A round passes all stops, or with `skip` all but the emptied pit: the
// pits, the own store, and with `both` the opponent's. The rest never comes back to the pit.
static unsigned stops_of(const struct waurie_rules *rules, unsigned pits)
{
    return 2 * pits + (rules->both ? 2 : 1);
}

static unsigned round_of(const struct waurie_rules *rules, unsigned pits)
{
    return stops_of(rules, pits) - (rules->skip ? 1 : 0);
}

// Seeds that a sowing drops into the stop at `distance` from the pit, which is another stop.
static unsigned received(unsigned seeds, unsigned distance, unsigned round)
{
    return seeds / round + (distance <= seeds % round ? 1 : 0);
}

struct waurie_sown waurie_sow(const struct waurie_rules *rules, unsigned pits, unsigned pit,
                              unsigned seeds)
{
    const unsigned stops = stops_of(rules, pits);
    const unsigned round = round_of(rules, pits);
    const unsigned to_store = pits - pit; // stops from the pit to the own store
    struct waurie_sown sowing = {.stored = (uint8_t)received(seeds, to_store, round)};
    if (rules->both) {
        sowing.stored = (uint8_t)(sowing.stored + received(seeds, to_store + pits + 1, round));
    }
    for (unsigned i = 0; i < pits; i++) {
        if (i == pit) {
            sowing.own[i] = (uint8_t)(rules->skip ? 0 : seeds / round);
        } else {
            sowing.own[i] = (uint8_t)received(seeds, (i + stops - pit) % stops, round);
        }
        sowing.own_sum = (uint8_t)(sowing.own_sum + sowing.own[i]);
    }
    sowing.other_sum = (uint8_t)(seeds - sowing.own_sum - sowing.stored);
    // Without a rest the last seed falls into the pit or the stop before it: not the own store.
    sowing.again = seeds % round == to_store;
    return sowing;
}

unsigned waurie_stored_most(const struct waurie_rules *rules, unsigned pits, unsigned seeds)
{
    // The last pit is next to the own store, which gets the first seed.
    const unsigned round = round_of(rules, pits);
    return received(seeds, 1, round) + (rules->both ? received(seeds, pits + 2, round) : 0);
}
