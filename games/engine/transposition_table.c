#include "games/engine/transposition_table.h"

#include "common/memory.h"

#include <stdlib.h>
#include <string.h>

enum {
    WAYS = KAURI_TRANSPOSITION_TABLE_WAYS,
    LEAST_BUCKETS = 1024,
    CACHE_LINE = 64,
    HUGE_PAGE = 2 << 20,
};

enum kauri_status kauri_transposition_table_new(uint64_t bytes,
                                                struct kauri_transposition_table *table,
                                                struct kauri_error *error)
{
    const size_t alignment = bytes >= HUGE_PAGE ? HUGE_PAGE : CACHE_LINE;
    const uint64_t size = bytes - bytes % alignment;
    *table = (struct kauri_transposition_table){.buckets = size / (WAYS * sizeof *table->entries)};
    if (table->buckets < LEAST_BUCKETS) {
        return kauri_fail(error, KAURI_RESOURCE,
                          "too little memory for the engine: it needs 64 KiB");
    }
    table->entries = size <= SIZE_MAX / 2 ? aligned_alloc(alignment, (size_t)size) : NULL;
    if (table->entries == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the engine");
    }
    if (size >= HUGE_PAGE) {
        kauri_use_huge_pages(table->entries, (size_t)size);
    }
    kauri_transposition_table_clear(table);
    return KAURI_OK;
}

void kauri_transposition_table_free(struct kauri_transposition_table *table)
{
    free(table->entries);
    table->entries = NULL;
}

void kauri_transposition_table_clear(struct kauri_transposition_table *table)
{
    memset(table->entries, 0, (size_t)table->buckets * WAYS * sizeof *table->entries);
    table->age = 0;
}

// Mixes the two halves of the product of two numbers.
static uint64_t mixed(uint64_t a, uint64_t b)
{
    const struct kauri_wide product = kauri_wide_product(a, b);
    return product.low ^ product.high;
}

uint64_t kauri_position_key(const struct kauri_packed *board)
{
    const uint64_t seeds = mixed(kauri_own_half(board->seeds) ^ UINT64_C(0xa0761d6478bd642f),
                                 kauri_other_half(board->seeds) ^ UINT64_C(0xe7037ed1a0b428db));
    const uint64_t cowries = mixed(kauri_own_half(board->cowries) ^ UINT64_C(0x8ebc6af09c88c6e3),
                                   kauri_other_half(board->cowries) ^ UINT64_C(0x589965cc75374cc3));
    return mixed(seeds ^ UINT64_C(0x1d8e4e27c47d124f), cowries ^ UINT64_C(0x9e3779b97f4a7c15));
}

const struct kauri_transposition *
kauri_transposition_table_find(const struct kauri_transposition_table *table, uint64_t key)
{
    const struct kauri_transposition *entries = kauri_transposition_table_bucket(table, key);
    for (unsigned i = 0; i < WAYS; i++) {
        if (entries[i].key == key && entries[i].bound != KAURI_BOUND_NONE) {
            return &entries[i];
        }
    }
    return NULL;
}

void kauri_transposition_table_keep(struct kauri_transposition_table *table,
                                    struct kauri_transposition entry)
{
    struct kauri_transposition *entries = kauri_transposition_table_bucket(table, entry.key);
    struct kauri_transposition *worst = entries;
    int least = INT16_MAX;
    for (unsigned i = 0; i < WAYS; i++) {
        const bool empty = entries[i].bound == KAURI_BOUND_NONE;
        if (!empty && entries[i].key == entry.key) {
            worst = &entries[i];
            break;
        }
        const int worth =
            empty ? INT16_MIN : entries[i].depth - 4 * (uint8_t)(table->age - entries[i].age);
        if (worth < least) {
            least = worth;
            worst = &entries[i];
        }
    }
    entry.age = table->age;
    if (entry.hole == KAURI_MOVE_PASS && worst->key == entry.key) {
        entry.hole = worst->hole;
    }
    *worst = entry;
}
