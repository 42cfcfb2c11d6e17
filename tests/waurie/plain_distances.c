#include "tests/waurie/plain_distances.h"

#include <stdlib.h>
#include <string.h>

// A position is numbered as a number with its cells as digits.
struct plain_distances {
    struct waurie_rules rules;
    unsigned pits;
    unsigned seeds;
    struct plain_value *values;
};

struct plain_distances *plain_distances_new(const struct waurie_rules *rules, unsigned pits,
                                            unsigned seeds)
{
    struct plain_distances *plain = malloc(sizeof *plain);
    size_t count = 1;
    for (unsigned i = 0; i < 2 * pits; i++) {
        count *= seeds + 1;
    }
    if (plain != NULL) {
        *plain =
            (struct plain_distances){*rules, pits, seeds, calloc(count, sizeof *plain->values)};
    }
    if (plain == NULL || plain->values == NULL) {
        plain_distances_free(plain);
        return NULL;
    }
    return plain;
}

void plain_distances_free(struct plain_distances *plain)
{
    if (plain != NULL) {
        free(plain->values);
        free(plain);
    }
}

static unsigned sum(const uint8_t *row, unsigned pits)
{
    unsigned seeds = 0;
    for (unsigned i = 0; i < pits; i++) {
        seeds += row[i];
    }
    return seeds;
}

// The value for the mover of sowing a pit that is not empty.
static struct plain_value play(struct plain_distances *plain, const uint8_t *cells, unsigned pit)
{
    const unsigned m = plain->pits;
    uint8_t ring[2 * WAURIE_PITS_MAX + 1]; // the mover's pits and store, the opponent's pits
    uint8_t next[2 * WAURIE_PITS_MAX];
    memcpy(ring, cells, m);
    ring[m] = 0;
    memcpy(ring + m + 1, cells + m, m);
    unsigned hand = ring[pit];
    unsigned at = pit;
    ring[pit] = 0;
    while (hand > 0) {
        at = (at + 1) % (2 * m + 1);
        if (at == pit && plain->rules.skip) {
            continue;
        }
        ring[at]++;
        hand--;
    }
    const bool bonus = at == m;
    if (sum(ring, m) == 0 && (bonus || !plain->rules.at_turn)) {
        return (struct plain_value){.known = true, .win = true, .turns = 1, .sowings = 1};
    }
    memcpy(next + (bonus ? 0 : m), ring, m);
    memcpy(next + (bonus ? m : 0), ring + m + 1, m);
    struct plain_value value = plain_distance(plain, next);
    if (!bonus) {
        value.win = !value.win;
        value.turns++;
    }
    value.sowings++;
    return value;
}

struct plain_value plain_distance(struct plain_distances *plain, const uint8_t *cells)
{
    size_t number = 0;
    for (unsigned i = 0; i < 2 * plain->pits; i++) {
        number = number * (plain->seeds + 1) + cells[i];
    }
    if (plain->values[number].known) {
        return plain->values[number];
    }
    struct plain_value best = {.known = false};
    if (sum(cells, plain->pits) == 0) {
        best = (struct plain_value){.known = true, .win = true};
    } else if (!plain->rules.at_turn && sum(cells + plain->pits, plain->pits) == 0) {
        best = (struct plain_value){.known = true, .win = false};
    } else {
        for (unsigned pit = 0; pit < plain->pits; pit++) {
            if (cells[pit] == 0) {
                continue;
            }
            const struct plain_value value = play(plain, cells, pit);
            if (!best.known || (value.win && !best.win)) {
                best = value;
            } else if (value.win && best.win) {
                best.turns = value.turns < best.turns ? value.turns : best.turns;
                best.sowings = value.sowings < best.sowings ? value.sowings : best.sowings;
            } else if (!value.win && !best.win) {
                best.turns = value.turns > best.turns ? value.turns : best.turns;
                best.sowings = value.sowings > best.sowings ? value.sowings : best.sowings;
            }
        }
    }
    plain->values[number] = best;
    return best;
}
