#include "verify/proof_steps.h"

#include <stdbool.h>
#include <stdlib.h>

enum {
    SEED_BITS = 6,   // of a hole: 0..60 seeds
    COWRIE_BITS = 4, // 0..12 cowries
    SEED_MASK = (1 << SEED_BITS) - 1,
    COWRIE_MASK = (1 << COWRIE_BITS) - 1,
    FIRST_HOLES = 10, // holes whose seeds are in bits[0], below the kind
    KIND_SHIFT = FIRST_HOLES * SEED_BITS,
    COWRIES_BITS = KAURI_BOARD_HOLES_MAX * COWRIE_BITS, // in bits[1], below the other seeds
    ROOM_FIRST = 64,
    GROUP_BITS_MAX = 31,
};

// The seeds and the cowries of hole i are so many bits up in their word. The first hole is highest.
static unsigned seeds_shift(unsigned i)
{
    return i < FIRST_HOLES ? SEED_BITS * (FIRST_HOLES - 1 - i)
                           : COWRIES_BITS + SEED_BITS * (KAURI_BOARD_HOLES_MAX - 1 - i);
}

static unsigned cowries_shift(unsigned i)
{
    return COWRIE_BITS * (KAURI_BOARD_HOLES_MAX - 1 - i);
}

struct kauri_step_key kauri_step_key_of(const struct kauri_position *position,
                                        enum kauri_step_kind kind)
{
    struct kauri_step_key key = {.bits = {(uint64_t)kind << KIND_SHIFT, 0}};
    const unsigned ring = 2U * position->holes;
    const unsigned first = kauri_own_hole(position, 0);
    for (unsigned i = 0; i < ring; i++) {
        const uint64_t seeds = position->seeds[(first + i) % ring];
        const uint64_t cowries = position->cowries[(first + i) % ring];
        key.bits[i >= FIRST_HOLES] |= seeds << seeds_shift(i);
        key.bits[1] |= cowries << cowries_shift(i);
    }
    return key;
}

enum kauri_step_kind kauri_step_key_kind(struct kauri_step_key key)
{
    return (enum kauri_step_kind)(key.bits[0] >> KIND_SHIFT);
}

struct kauri_position kauri_step_key_position(struct kauri_step_key key, unsigned holes)
{
    struct kauri_position position = {.holes = (uint8_t)holes, .side = KAURI_SOUTH};
    // The second bound never counts, but tells the compiler that the arrays are long enough.
    for (unsigned i = 0; i < 2 * holes && i < KAURI_BOARD_HOLES_MAX; i++) {
        position.seeds[i] = (uint8_t)(key.bits[i >= FIRST_HOLES] >> seeds_shift(i) & SEED_MASK);
        position.cowries[i] = (uint8_t)(key.bits[1] >> cowries_shift(i) & COWRIE_MASK);
    }
    return position;
}

uint64_t kauri_step_key_hash(struct kauri_step_key key)
{
    uint64_t hash = key.bits[0] * UINT64_C(0x9E3779B97F4A7C15);
    hash = (hash ^ hash >> 32 ^ key.bits[1]) * UINT64_C(0xD6E8FEB86659FD93);
    return (hash ^ hash >> 32) * UINT64_C(0xD6E8FEB86659FD93);
}

enum kauri_status kauri_steps_add(struct kauri_proof_steps *steps,
                                  const struct kauri_proof_step *step, struct kauri_error *error)
{
    if (steps->count == KAURI_STEPS_MAX) {
        return kauri_fail(error, KAURI_RESOURCE, "a proof has at most %d steps", KAURI_STEPS_MAX);
    }
    if (steps->count == steps->room) {
        const size_t room = steps->room == 0 ? ROOM_FIRST : steps->room + steps->room / 2;
        struct kauri_proof_step *wider = realloc(steps->step, room * sizeof *wider);
        if (wider == NULL) {
            return kauri_fail(error, KAURI_RESOURCE, "out of memory after %zu steps of the proof",
                              steps->count);
        }
        steps->step = wider;
        steps->room = room;
    }
    steps->step[steps->count++] = *step;
    return KAURI_OK;
}

static size_t group_of(const struct kauri_proof_steps *steps, struct kauri_step_key key)
{
    return steps->group_bits == 0 ? 0 : kauri_step_key_hash(key) >> (64 - steps->group_bits);
}

// Negative, 0 or positive, like memcmp.
static int compare(struct kauri_proof_steps *steps, struct kauri_step_key a,
                   struct kauri_step_key b)
{
    steps->comparisons++;
    if (a.bits[0] != b.bits[0]) {
        return a.bits[0] < b.bits[0] ? -1 : 1;
    }
    return a.bits[1] == b.bits[1] ? 0 : a.bits[1] < b.bits[1] ? -1 : 1;
}

// Whether step a comes before step b: by key, and for equal keys in the order of the file.
static bool is_before(struct kauri_proof_steps *steps, uint32_t a, uint32_t b)
{
    const int order = compare(steps, steps->step[a].key, steps->step[b].key);
    return order != 0 ? order < 0 : a < b;
}

// Moves entry `at` of a heap down to its place, so that no entry comes after its parent.
static void sift_down(struct kauri_proof_steps *steps, uint32_t *heap, size_t at, size_t count)
{
    const uint32_t moved = heap[at];
    for (size_t child = 2 * at + 1; child < count; child = 2 * at + 1) {
        child += child + 1 < count && is_before(steps, heap[child], heap[child + 1]);
        if (!is_before(steps, moved, heap[child])) {
            break;
        }
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = moved;
}

// Heapsort: n log n comparisons at most, in place.
static void sort(struct kauri_proof_steps *steps, uint32_t *order, size_t count)
{
    for (size_t at = count / 2; at-- > 0;) {
        sift_down(steps, order, at, count);
    }
    for (size_t last = count; last-- > 1;) {
        const uint32_t greatest = order[0];
        order[0] = order[last];
        order[last] = greatest;
        sift_down(steps, order, 0, last);
    }
}

// Fills `first` and `order`, each group in the order of the file.
static void gather(struct kauri_proof_steps *steps)
{
    const size_t groups = (size_t)1 << steps->group_bits;
    uint32_t *first = steps->first;
    for (size_t i = 0; i < steps->count; i++) {
        first[group_of(steps, steps->step[i].key)]++;
    }
    uint32_t end = 0;
    for (size_t group = 0; group < groups; group++) {
        end += first[group];
        first[group] = end;
    }
    first[groups] = end;
    for (size_t i = steps->count; i-- > 0;) { // each group is filled from its end
        steps->order[--first[group_of(steps, steps->step[i].key)]] = (uint32_t)i;
    }
}

enum kauri_status kauri_steps_index(struct kauri_proof_steps *steps, size_t *repeated,
                                    struct kauri_error *error)
{
    steps->group_bits = 0;
    while (steps->group_bits < GROUP_BITS_MAX && (size_t)1 << steps->group_bits < steps->count) {
        steps->group_bits++;
    }
    const size_t groups = (size_t)1 << steps->group_bits;
    steps->order = malloc((steps->count + 1) * sizeof *steps->order);
    steps->first = calloc(groups + 1, sizeof *steps->first);
    if (steps->order == NULL || steps->first == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for %zu steps of the proof",
                          steps->count);
    }
    gather(steps);
    *repeated = steps->count;
    for (size_t group = 0; group < groups; group++) {
        uint32_t *order = steps->order + steps->first[group];
        const size_t count = steps->first[group + 1] - steps->first[group];
        sort(steps, order, count);
        for (size_t i = 1; i < count; i++) {
            if (order[i] < *repeated &&
                compare(steps, steps->step[order[i - 1]].key, steps->step[order[i]].key) == 0) {
                *repeated = order[i];
            }
        }
    }
    return KAURI_OK;
}

const struct kauri_proof_step *kauri_steps_find(struct kauri_proof_steps *steps,
                                                struct kauri_step_key key)
{
    const size_t group = group_of(steps, key);
    size_t low = steps->first[group];
    size_t high = steps->first[group + 1];
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const struct kauri_proof_step *step = &steps->step[steps->order[middle]];
        const int order = compare(steps, key, step->key);
        if (order == 0) {
            return step;
        }
        if (order < 0) {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    return NULL;
}

void kauri_steps_clear(struct kauri_proof_steps *steps)
{
    free(steps->step);
    free(steps->order);
    free(steps->first);
    *steps = (struct kauri_proof_steps){.count = 0};
}

// ------------------------------------------------------------------------------------- citations

static bool is_below(struct kauri_step_key a, struct kauri_step_key b)
{
    return a.bits[0] != b.bits[0] ? a.bits[0] < b.bits[0] : a.bits[1] < b.bits[1];
}

enum kauri_status kauri_citations_add(struct kauri_proof_citations *citations,
                                      const struct kauri_cited_statement *statement, bool *ordered,
                                      struct kauri_error *error)
{
    const size_t count = citations->count;
    *ordered = count == 0 || is_below(citations->statement[count - 1].key, statement->key);
    if (!*ordered) {
        return KAURI_OK;
    }
    if (count == citations->room) {
        const size_t room = count == 0 ? ROOM_FIRST : count + count / 2;
        struct kauri_cited_statement *wider = realloc(citations->statement, room * sizeof *wider);
        if (wider == NULL) {
            return kauri_fail(error, KAURI_RESOURCE, "out of memory after %zu citations", count);
        }
        citations->statement = wider;
        citations->room = room;
    }
    citations->statement[citations->count++] = *statement;
    return KAURI_OK;
}

const struct kauri_cited_statement *
kauri_citations_find(const struct kauri_proof_citations *citations, struct kauri_step_key key)
{
    size_t low = 0; // the statements before it have lower keys
    size_t high = citations->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (is_below(citations->statement[middle].key, key)) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return low < citations->count && !is_below(key, citations->statement[low].key)
               ? &citations->statement[low]
               : NULL;
}

void kauri_citations_clear(struct kauri_proof_citations *citations)
{
    free(citations->statement);
    *citations = (struct kauri_proof_citations){.count = 0};
}
