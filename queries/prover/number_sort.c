#include "queries/prover/number_sort.h"

#include <stdbool.h>
#include <string.h>

enum { INDEX_BITS = 16 };

_Static_assert(KAURI_NUMBER_SORT_MOST == 1 << INDEX_BITS, "items hold any index");

static bool is_less(struct kauri_board_number a, struct kauri_board_number b)
{
    return a.high != b.high ? a.high < b.high : a.low < b.low;
}

// Sorts items by the whole numbers of their entries. For few items.
static void sort_whole(const struct kauri_board_number *numbers, uint64_t *items, uint32_t count)
{
    for (uint32_t gap = count / 2; gap > 0; gap /= 2) { // Shell's sort
        for (uint32_t i = gap; i < count; i++) {
            const uint64_t item = items[i];
            const struct kauri_board_number number = numbers[item % KAURI_NUMBER_SORT_MOST];
            uint32_t k = i;
            for (; k >= gap && is_less(number, numbers[items[k - gap] % KAURI_NUMBER_SORT_MOST]);
                 k -= gap) {
                items[k] = items[k - gap];
            }
            items[k] = item;
        }
    }
}

const uint64_t *kauri_number_sort(struct kauri_number_sort *sort,
                                  const struct kauri_board_number *numbers, uint32_t count)
{
    unsigned bits = 1;
    unsigned from = 0;
    for (uint32_t i = 0; i < count; i++) {
        const struct kauri_board_number number = numbers[i];
        const unsigned here =
            number.high != 0 ? 65 : 64 - (unsigned)__builtin_clzll(number.low | 1);
        bits = here > bits ? here : bits;
    }
    const unsigned shift = bits > 64 - INDEX_BITS ? bits - (64 - INDEX_BITS) : 0;
    memset(sort->counts, 0, sizeof sort->counts);
    for (uint32_t i = 0; i < count; i++) {
        const struct kauri_board_number number = numbers[i];
        const kauri_wide wide = (kauri_wide)number.high << 64 | number.low;
        const uint64_t item = (uint64_t)(wide >> shift) << INDEX_BITS | i;
        sort->items[0][i] = item;
        for (unsigned byte = INDEX_BITS / 8; byte < 8; byte++) {
            sort->counts[byte][(item >> (8 * byte)) & 0xff]++;
        }
    }
    for (unsigned byte = INDEX_BITS / 8; byte < 8; byte++) {
        uint32_t *starts = sort->counts[byte];
        const uint64_t *source = sort->items[from];
        uint64_t *target = sort->items[1 - from];
        uint32_t before = 0;
        if (starts[(source[0] >> (8 * byte)) & 0xff] == count) {
            continue;
        }
        for (unsigned digit = 0; digit < 256; digit++) {
            const uint32_t here = starts[digit];
            starts[digit] = before;
            before += here;
        }
        for (uint32_t i = 0; i < count; i++) {
            target[starts[(source[i] >> (8 * byte)) & 0xff]++] = source[i];
        }
        from = 1 - from;
    }
    uint64_t *items = sort->items[from];
    for (uint32_t i = 0; i < count;) {
        uint32_t end = i + 1;
        while (end < count && items[end] >> INDEX_BITS == items[i] >> INDEX_BITS) {
            end++;
        }
        sort_whole(numbers, items + i, end - i);
        i = end;
    }
    return items;
}
