#include "queries/prover/citable.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM_FIRST = 16, SLOT_BITS_FIRST = 5 };

#define SLOT_EMPTY UINT32_MAX

void kauri_citables_clear(struct kauri_citables *citables)
{
    free(citables->list);
    free(citables->slots);
    memset(citables, 0, sizeof *citables);
}

static uint64_t hash(const struct kauri_packed *board)
{
    const uint64_t words[] = {kauri_own_half(board->seeds), kauri_other_half(board->seeds),
                              kauri_own_half(board->cowries), kauri_other_half(board->cowries)};
    uint64_t mixed = 0;
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++) {
        mixed = (mixed ^ mixed >> 32 ^ words[i]) * UINT64_C(0x9E3779B97F4A7C15);
    }
    return (mixed ^ mixed >> 32) * UINT64_C(0xD6E8FEB86659FD93);
}

// The slot of the position, or the empty one where it belongs. There are slots.
static uint32_t *slot_of(const struct kauri_citables *citables, const struct kauri_packed *board)
{
    const uint64_t mask = (UINT64_C(1) << citables->slot_bits) - 1;
    uint64_t at = hash(board) >> (64 - citables->slot_bits);
    for (;; at = (at + 1) & mask) {
        uint32_t *slot = &citables->slots[at];
        if (*slot == SLOT_EMPTY || kauri_packed_equal(&citables->list[*slot].board, board)) {
            return slot;
        }
    }
}

// Makes room for one more position, and keeps a third of the slots empty.
static enum kauri_status widen(struct kauri_citables *citables, struct kauri_error *error)
{
    if (citables->count == citables->room) {
        const uint32_t room = citables->room == 0 ? ROOM_FIRST : citables->room / 2 * 3;
        struct kauri_citable *list = realloc(citables->list, room * sizeof *list);
        if (list == NULL) {
            return kauri_fail(error, KAURI_RESOURCE, "out of memory for proofs to be cited");
        }
        citables->list = list;
        citables->room = room;
    }
    if (citables->slots == NULL ||
        citables->count >= (UINT64_C(1) << citables->slot_bits) / 3 * 2) {
        const unsigned bits = citables->slots == NULL ? SLOT_BITS_FIRST : citables->slot_bits + 1;
        const size_t bytes = ((size_t)1 << bits) * sizeof *citables->slots;
        uint32_t *slots = malloc(bytes);
        if (slots == NULL) {
            return kauri_fail(error, KAURI_RESOURCE, "out of memory for proofs to be cited");
        }
        memset(slots, 0xff, bytes);
        free(citables->slots);
        citables->slots = slots;
        citables->slot_bits = bits;
        for (uint32_t i = 0; i < citables->count; i++) {
            *slot_of(citables, &citables->list[i].board) = i;
        }
    }
    return KAURI_OK;
}

enum kauri_status kauri_citables_add(struct kauri_citables *citables,
                                     const struct kauri_packed *board, enum kauri_proof_kind kind,
                                     int value, uint64_t digest, struct kauri_error *error)
{
    const enum kauri_status status = widen(citables, error);
    if (status != KAURI_OK) {
        return status;
    }
    uint32_t *slot = slot_of(citables, board);
    if (*slot == SLOT_EMPTY) {
        *slot = citables->count++;
        citables->list[*slot] =
            (struct kauri_citable){.board = *board, .value = {INT16_MIN, INT16_MIN}};
    }
    struct kauri_citable *citable = &citables->list[*slot];
    if (value > citable->value[kind]) {
        citable->value[kind] = (int16_t)value;
        citable->digest[kind] = digest;
    }
    return KAURI_OK;
}

const struct kauri_citable *kauri_citables_find(const struct kauri_citables *citables,
                                                const struct kauri_packed *board)
{
    if (citables->slots == NULL) {
        return NULL;
    }
    const uint32_t number = *slot_of(citables, board);
    return number == SLOT_EMPTY ? NULL : &citables->list[number];
}
