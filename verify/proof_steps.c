#include "verify/proof_steps.h"

#include "common/memory.h"

#include <stdlib.h>

enum {
    SEED_BITS = 6,   // bits for a hole: 0..60 seeds
    COWRIE_BITS = 4, // bits for 0..12 cowries
    SEED_MASK = (1 << SEED_BITS) - 1,
    COWRIE_MASK = (1 << COWRIE_BITS) - 1,
    FIRST_HOLES = 10, // number of holes whose seeds are in bits[0], below the kind
    KIND_SHIFT = FIRST_HOLES * SEED_BITS,
    // Bits of all cowries in bits[1], below the other seeds.
    COWRIES_BITS = KAURI_BOARD_HOLES_MAX * COWRIE_BITS,
    SLOT_BITS_FIRST = 8,
    SLOT_BITS_MAX = 31, // greatest number of bits of the slots that are made at once
    PROBES_MAX = 4096,  // slots that are looked at for one key
};

#define SLOT_EMPTY 0 // other slots hold the number of a step plus 1

// Bits by which the seeds and the cowries of hole i are shifted in their word. The first hole is
// highest.
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

static uint64_t hash(struct kauri_step_key key)
{
    uint64_t mixed = key.bits[0] * UINT64_C(0x9E3779B97F4A7C15);
    mixed = (mixed ^ mixed >> 32 ^ key.bits[1]) * UINT64_C(0xD6E8FEB86659FD93);
    return (mixed ^ mixed >> 32) * UINT64_C(0xD6E8FEB86659FD93);
}

// The slot of the key, or the empty one where it belongs. There must be slots. Returns NULL if
// PROBES_MAX others come before: the hash is no secret, so a proof could be made up whose keys all
// have the same hash. Of a million steps of a search, none takes more than some 120.
static uint32_t *slot_of(const struct kauri_proof_steps *steps, struct kauri_step_key key)
{
    const uint64_t mask = (UINT64_C(1) << steps->slot_bits) - 1;
    const uint64_t first = hash(key) >> (64 - steps->slot_bits);
    for (uint64_t probe = 0; probe < PROBES_MAX; probe++) {
        uint32_t *slot = &steps->slots[(first + probe) & mask];
        if (*slot == SLOT_EMPTY || kauri_step_key_equal(steps->step[*slot - 1].key, key)) {
            return slot;
        }
    }
    return NULL;
}

// Puts the number of a step into its slot.
static enum kauri_status place(const struct kauri_proof_steps *steps, size_t number,
                               struct kauri_error *error)
{
    uint32_t *slot = slot_of(steps, steps->step[number].key);
    if (slot == NULL) {
        return kauri_fail(error, KAURI_RESOURCE,
                          "too many positions of the proof have the same hash; no search writes "
                          "such a proof");
    }
    *slot = (uint32_t)number + 1;
    return KAURI_OK;
}

static enum kauri_status out_of_memory(const struct kauri_proof_steps *steps,
                                       struct kauri_error *error)
{
    return kauri_fail(error, KAURI_RESOURCE, "out of memory after %zu steps of the proof",
                      steps->count);
}

// Returns whether a third of the slots stay empty with so many steps.
static bool suffice(unsigned slot_bits, uint64_t steps)
{
    return steps < (UINT64_C(1) << slot_bits) / 3 * 2;
}

static enum kauri_status make_slots(struct kauri_proof_steps *steps, unsigned bits,
                                    struct kauri_error *error)
{
    uint32_t *slots = calloc((size_t)1 << bits, sizeof *slots);
    if (slots == NULL) {
        return out_of_memory(steps, error);
    }
    free(steps->slots);
    steps->slots = slots;
    steps->slot_bits = bits;
    for (size_t i = 0; i < steps->count; i++) {
        KAURI_PASS(place(steps, i, error));
    }
    return KAURI_OK;
}

enum kauri_status kauri_steps_reserve(struct kauri_proof_steps *steps, uint64_t count,
                                      struct kauri_error *error)
{
    unsigned bits = SLOT_BITS_FIRST;
    while (bits < SLOT_BITS_MAX && !suffice(bits, count)) {
        bits++;
    }
    return make_slots(steps, bits, error);
}

// Doubles the slots if less than a third of them would stay empty.
static enum kauri_status widen(struct kauri_proof_steps *steps, struct kauri_error *error)
{
    if (steps->slots != NULL && suffice(steps->slot_bits, steps->count)) {
        return KAURI_OK;
    }
    return make_slots(steps, steps->slots == NULL ? SLOT_BITS_FIRST : steps->slot_bits + 1, error);
}

enum kauri_status kauri_steps_add(struct kauri_proof_steps *steps,
                                  const struct kauri_proof_step *step, struct kauri_error *error)
{
    if (steps->count == KAURI_STEPS_MAX) {
        return kauri_fail(error, KAURI_RESOURCE, "a proof has at most %d steps", KAURI_STEPS_MAX);
    }
    if (!KAURI_FITS(steps->step, steps->count + 1, steps->capacity)) {
        return out_of_memory(steps, error);
    }
    KAURI_PASS(widen(steps, error));
    steps->step[steps->count] = *step;
    KAURI_PASS(place(steps, steps->count, error));
    steps->count++;
    return KAURI_OK;
}

struct kauri_proof_step *kauri_steps_find(const struct kauri_proof_steps *steps,
                                          struct kauri_step_key key)
{
    const uint32_t *slot = steps->slots == NULL ? NULL : slot_of(steps, key);
    return slot == NULL || *slot == SLOT_EMPTY ? NULL : &steps->step[*slot - 1];
}

void kauri_steps_clear(struct kauri_proof_steps *steps)
{
    free(steps->step);
    free(steps->slots);
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
    KAURI_PASS(KAURI_FIT(citations->statement, count + 1, citations->capacity, error,
                         "%zu citations", count + 1));
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
