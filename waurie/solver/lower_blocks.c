#include "waurie/solver/lower_blocks.h"

#include "waurie/solver/sowing.h"

void waurie_lower_wants(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                        unsigned own, struct waurie_block_set *set)
{
    set->has[1][own - 1] = true;
    for (unsigned pit = 0; pit < pits; pit++) {
        for (unsigned count = 1; count <= own; count++) {
            const struct waurie_sown sowing = waurie_sow(rules, pits, pit, count);
            if (sowing.stored != 0) {
                set->has[sowing.stored][waurie_mover_after(&sowing, own, count, seeds - own)] =
                    true;
            }
        }
    }
}
