// The engine's transposition table: estimates and best moves of the positions that it has searched.
//
// A key has 64 bits, so two positions may very rarely share one. That can falsify an estimate, but
// nothing proven: proofs never come from this table.
//
// Used by one thread at a time.
#ifndef KAURI_QUERIES_ENGINE_POSITION_TABLE_H
#define KAURI_QUERIES_ENGINE_POSITION_TABLE_H

#include "common/status.h"
#include "common/wide.h"
#include "queries/packed/packed_board.h"

#include <stdbool.h>
#include <stdint.h>

enum kauri_kept_bound {
    KAURI_KEPT_NOTHING,
    KAURI_KEPT_LOW,  // the estimate is at least `value`
    KAURI_KEPT_HIGH, // at most
    KAURI_KEPT_EXACT,
};

// An entry for one position: 16 bytes.
struct kauri_kept {
    uint64_t key;
    int16_t value; // in units of the estimate
    int8_t depth;  // that was searched below it, in plies
    int8_t hole;   // the best move; KAURI_MOVE_PASS: none known
    uint8_t bound; // enum kauri_kept_bound
    uint8_t age;   // of the search that wrote it
    bool complete; // a deeper search would find the same: nothing below it was only estimated
    uint8_t unused;
};

enum { KAURI_POSITION_TABLE_WAYS = 4 }; // entries of a bucket, one cache line

struct kauri_position_table {
    struct kauri_kept *entries;
    uint64_t buckets;
    uint8_t age;
};

// Makes an empty table of at most `bytes` bytes, at least 64 KiB. KAURI_RESOURCE.
enum kauri_status kauri_position_table_new(uint64_t bytes, struct kauri_position_table *table,
                                           struct kauri_error *error);
void kauri_position_table_free(struct kauri_position_table *table);

// Forgets everything.
void kauri_position_table_clear(struct kauri_position_table *table);

// A key for a position as its mover sees it.
uint64_t kauri_position_key(const struct kauri_packed *board);

// The entries among which the position with this key is: the upper half of the product of the key
// and the number of buckets is below that number, whatever it is, and needs no division.
static inline struct kauri_kept *
kauri_position_table_bucket(const struct kauri_position_table *table, uint64_t key)
{
    const uint64_t bucket = kauri_wide_product(key, table->buckets).high;
    return &table->entries[KAURI_POSITION_TABLE_WAYS * bucket];
}

static inline void kauri_position_table_prefetch(const struct kauri_position_table *table,
                                                 uint64_t key)
{
    __builtin_prefetch(kauri_position_table_bucket(table, key));
}

// The entry of the position, or NULL.
const struct kauri_kept *kauri_position_table_find(const struct kauri_position_table *table,
                                                   uint64_t key);

// Keeps an entry; `age` is filled in. It replaces that of the same position, or else the one of the
// oldest search and least depth.
void kauri_position_table_keep(struct kauri_position_table *table, struct kauri_kept entry);

#endif
