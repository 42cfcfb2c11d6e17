#include "queries/prover/proof_nodes.h"

#include "rules/board.h"

#include <stdlib.h>
#include <string.h>

enum {
    SEED_BITS = 6,
    COWRIE_BITS = 4,
    FIRST_HOLES = 10, // holes whose seeds are in bits[0], below the kind
    KIND_SHIFT = FIRST_HOLES * SEED_BITS,
    ROOM_FIRST = 256,
    SLOT_BITS_FIRST = 9,
};

// The lane of hole i, 0..11.
static unsigned lane(unsigned i)
{
    return i < KAURI_HOLES_MAX ? i : KAURI_LANES_HALF + i - KAURI_HOLES_MAX;
}

// Bits by which the seeds and the cowries of hole i are shifted in their word. The first hole is
// highest.
static unsigned seeds_shift(unsigned i)
{
    return i < FIRST_HOLES
               ? SEED_BITS * (FIRST_HOLES - 1 - i)
               : COWRIE_BITS * KAURI_BOARD_HOLES_MAX + SEED_BITS * (KAURI_BOARD_HOLES_MAX - 1 - i);
}

static unsigned cowries_shift(unsigned i)
{
    return COWRIE_BITS * (KAURI_BOARD_HOLES_MAX - 1 - i);
}

static void encode(const struct kauri_packed *board, enum kauri_proof_kind kind, uint64_t bits[2])
{
    bits[0] = (uint64_t)kind << KIND_SHIFT;
    bits[1] = 0;
    for (unsigned i = 0; i < KAURI_BOARD_HOLES_MAX; i++) {
        const uint64_t seeds = board->seeds[lane(i)];
        const uint64_t cowries = board->cowries[lane(i)];
        bits[i / FIRST_HOLES] |= seeds << seeds_shift(i);
        bits[1] |= cowries << cowries_shift(i);
    }
}

struct kauri_packed kauri_proof_node_board(const struct kauri_proof_node *node,
                                           enum kauri_proof_kind *kind)
{
    struct kauri_packed board = {.seeds = {0}};
    *kind = (enum kauri_proof_kind)(node->bits[0] >> KIND_SHIFT);
    for (unsigned i = 0; i < KAURI_BOARD_HOLES_MAX; i++) {
        board.seeds[lane(i)] =
            node->bits[i / FIRST_HOLES] >> seeds_shift(i) & ((1U << SEED_BITS) - 1);
        board.cowries[lane(i)] = node->bits[1] >> cowries_shift(i) & ((1U << COWRIE_BITS) - 1);
    }
    return board;
}

// The slot of the bits, or the empty one where they belong. There are slots.
static uint32_t *slot_of(const struct kauri_proof_nodes *nodes, const uint64_t bits[2])
{
    const uint64_t mask = (UINT64_C(1) << nodes->slot_bits) - 1;
    uint64_t hash = bits[0] * UINT64_C(0x9E3779B97F4A7C15);
    hash = (hash ^ hash >> 32 ^ bits[1]) * UINT64_C(0xD6E8FEB86659FD93);
    hash = (hash ^ hash >> 32) * UINT64_C(0xD6E8FEB86659FD93);
    uint64_t at = hash >> (64 - nodes->slot_bits);
    for (;; at = (at + 1) & mask) {
        uint32_t *slot = &nodes->slots[at];
        if (*slot == KAURI_NODE_NONE ||
            (nodes->node[*slot].bits[0] == bits[0] && nodes->node[*slot].bits[1] == bits[1])) {
            return slot;
        }
    }
}

// Makes room for one more node, and keeps a third of the slots empty.
static bool widen(struct kauri_proof_nodes *nodes, uint32_t maximum)
{
    if (nodes->count == nodes->capacity) {
        const uint64_t wider =
            nodes->capacity == 0 ? ROOM_FIRST : (uint64_t)nodes->capacity * 3 / 2;
        const uint32_t capacity = wider < maximum ? (uint32_t)wider : maximum;
        struct kauri_proof_node *node = realloc(nodes->node, capacity * sizeof *node);
        if (node == NULL) {
            return false;
        }
        nodes->node = node;
        nodes->capacity = capacity;
    }
    if (nodes->slots == NULL || nodes->count >= (UINT64_C(1) << nodes->slot_bits) / 3 * 2) {
        const unsigned bits = nodes->slots == NULL ? SLOT_BITS_FIRST : nodes->slot_bits + 1;
        const size_t bytes = ((size_t)1 << bits) * sizeof *nodes->slots;
        uint32_t *slots = malloc(bytes);
        if (slots == NULL) {
            return false;
        }
        memset(slots, 0xff, bytes);
        free(nodes->slots);
        nodes->slots = slots;
        nodes->slot_bits = bits;
        for (uint32_t i = 0; i < nodes->count; i++) {
            *slot_of(nodes, nodes->node[i].bits) = i;
        }
    }
    return true;
}

enum kauri_status kauri_proof_nodes_add(struct kauri_proof_nodes *nodes,
                                        const struct kauri_packed *board,
                                        enum kauri_proof_kind kind, uint32_t *number,
                                        struct kauri_error *error)
{
    const uint32_t maximum = nodes->maximum != 0 ? nodes->maximum : INT32_MAX;
    *number = kauri_proof_nodes_find(nodes, board, kind);
    if (*number != KAURI_NODE_NONE) {
        return KAURI_OK;
    }
    if (nodes->count >= maximum) {
        return kauri_fail(error, KAURI_RESOURCE, "the proof has more than the %lu steps allowed",
                          (unsigned long)maximum);
    }
    if (!widen(nodes, maximum)) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory after %lu steps of the proof",
                          (unsigned long)nodes->count);
    }
    *number = nodes->count++;
    struct kauri_proof_node *made = &nodes->node[*number];
    *made = (struct kauri_proof_node){.value = INT16_MIN};
    encode(board, kind, made->bits);
    *slot_of(nodes, made->bits) = *number;
    return KAURI_OK;
}

uint32_t kauri_proof_nodes_find(const struct kauri_proof_nodes *nodes,
                                const struct kauri_packed *board, enum kauri_proof_kind kind)
{
    uint64_t bits[2];
    if (nodes->slots == NULL) {
        return KAURI_NODE_NONE;
    }
    encode(board, kind, bits);
    return *slot_of(nodes, bits);
}

void kauri_proof_nodes_clear(struct kauri_proof_nodes *nodes)
{
    free(nodes->node);
    free(nodes->slots);
    memset(nodes, 0, sizeof *nodes);
}
