#include "waurie/solver/lower_blocks.h"

#include "waurie/solver/sowing.h"

#include <limits.h>
#include <stdlib.h>

void waurie_block_set_add(const struct waurie_rules *rules, unsigned pits, unsigned seeds,
                          unsigned own, bool plain, struct waurie_block_set *set)
{
    for (unsigned pit = 0; pit < pits; pit++) {
        for (unsigned count = 1; count <= own; count++) {
            const struct waurie_sown sowing = waurie_sow(rules, pits, pit, count);
            if (sowing.stored != 0 && (plain || !waurie_is_plain_bonus(&sowing))) {
                set->has[sowing.stored][waurie_mover_after(&sowing, own, count, seeds - own)] =
                    true;
            }
        }
    }
}

static uint64_t block_bytes(const struct waurie_lower *lower, unsigned stored, unsigned own)
{
    const struct waurie_layer *layer = &waurie_tables_layers(lower->tables)[lower->seeds - stored];
    return waurie_block_words(layer, own) * sizeof(uint64_t);
}

static bool is_held(const struct waurie_lower *lower, unsigned stored, unsigned own)
{
    return waurie_tables_block(lower->tables, lower->seeds - stored, own) != NULL;
}

static unsigned stored_most(const struct waurie_lower *lower)
{
    const struct waurie_tables_options *options = waurie_tables_options(lower->tables);
    return waurie_stored_most(&options->rules, options->pits, lower->seeds);
}

// The next pair that needs a block; UINT_MAX if none does.
static unsigned next_use(const struct waurie_lower *lower, unsigned stored, unsigned own)
{
    for (unsigned pair = lower->pair; pair <= lower->seeds / 2; pair++) {
        if (lower->wants[pair].has[stored][own]) {
            return pair;
        }
    }
    return UINT_MAX;
}

// Drops the held block that is needed last, except those of *kept; returns whether there was one.
static bool drop_one(struct waurie_lower *lower, const struct waurie_block_set *kept)
{
    bool found = false;
    unsigned latest = 0;
    unsigned latest_stored = 0;
    unsigned latest_own = 0;
    for (unsigned stored = 1; stored <= stored_most(lower); stored++) {
        for (unsigned own = 0; own <= lower->seeds - stored; own++) {
            if (is_held(lower, stored, own) && !kept->has[stored][own]) {
                const unsigned use = next_use(lower, stored, own);
                if (!found || use > latest) {
                    found = true;
                    latest = use;
                    latest_stored = stored;
                    latest_own = own;
                }
            }
        }
    }
    if (found) {
        waurie_tables_drop_block(lower->tables, lower->seeds - latest_stored, latest_own);
    }
    return found;
}

// Holds a block if there is room; *held receives whether it is held.
static enum kauri_status hold_one(struct waurie_lower *lower, unsigned stored, unsigned own,
                                  const struct waurie_block_set *kept, bool *held,
                                  struct kauri_error *error)
{
    const uint64_t bytes = block_bytes(lower, stored, own);
    const double begin = kauri_clock_seconds();
    *held = is_held(lower, stored, own);
    if (*held) {
        return KAURI_OK;
    }
    while (waurie_tables_bytes(lower->tables) + bytes > lower->memory) {
        if (!drop_one(lower, kept)) {
            return KAURI_OK;
        }
    }
    const enum kauri_status status =
        waurie_tables_hold_block(lower->tables, lower->seeds - stored, own, error);
    const uint64_t now = waurie_tables_bytes(lower->tables);
    *held = status == KAURI_OK;
    lower->read_bytes += bytes;
    lower->maximum = now > lower->maximum ? now : lower->maximum;
    lower->seconds += kauri_clock_seconds() - begin;
    return status;
}

enum kauri_status waurie_lower_hold(struct waurie_lower *lower,
                                    const struct waurie_block_set *wanted,
                                    struct kauri_error *error)
{
    bool any = false;
    for (unsigned stored = 1; stored <= stored_most(lower); stored++) {
        for (unsigned own = 0; own <= lower->seeds - stored; own++) {
            bool held = false;
            if (wanted->has[stored][own]) {
                KAURI_PASS(hold_one(lower, stored, own, wanted, &held, error));
            }
            any = any || held;
        }
    }
    return any ? KAURI_OK
               : kauri_fail(error, KAURI_INTERNAL, "the memory is too small for a block");
}

enum kauri_status waurie_lower_open(struct waurie_lower *lower, struct kauri_error *error)
{
    const struct waurie_tables_options *options = waurie_tables_options(lower->tables);
    const struct waurie_rules *rules = &options->rules;
    const unsigned seeds = lower->seeds;
    lower->wants = calloc(seeds / 2 + 1, sizeof *lower->wants);
    if (lower->wants == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory");
    }
    for (unsigned first = 0; first <= seeds / 2; first++) {
        struct waurie_block_set *wants = &lower->wants[first];
        if (first > 0) {
            waurie_block_set_add(rules, options->pits, seeds, first, true, wants);
        }
        if (seeds > first && (first > 0 || rules->at_turn)) {
            waurie_block_set_add(rules, options->pits, seeds, seeds - first, true, wants);
        }
    }
    for (unsigned stored = 1; stored <= stored_most(lower); stored++) {
        KAURI_PASS(waurie_tables_find(lower->tables, seeds - stored, error));
    }
    return KAURI_OK;
}

void waurie_lower_close(struct waurie_lower *lower)
{
    for (unsigned n = 0; n < lower->seeds; n++) {
        waurie_tables_drop_layer(lower->tables, n);
    }
    free(lower->wants);
    lower->wants = NULL;
}

uint64_t waurie_lower_least(const struct waurie_rules *rules, unsigned pits, unsigned seeds)
{
    uint64_t maximum = 0;
    for (unsigned stored = 1; stored <= waurie_stored_most(rules, pits, seeds); stored++) {
        struct waurie_layer layer;
        waurie_layer_make(pits, seeds - stored, &layer);
        for (unsigned own = 0; own <= layer.seeds; own++) {
            const uint64_t bytes = waurie_block_words(&layer, own) * sizeof(uint64_t);
            maximum = bytes > maximum ? bytes : maximum;
        }
    }
    return maximum;
}
