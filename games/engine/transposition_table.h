// The engine's transposition table: estimates and best moves of the positions that it has searched.
//
// A key has 64 bits, so two positions may very rarely share one. That can falsify an estimate, but
// nothing proven: proofs never come from this table.
//
// Used by one thread at a time.
#ifndef KAURI_GAMES_ENGINE_TRANSPOSITION_TABLE_H
#define KAURI_GAMES_ENGINE_TRANSPOSITION_TABLE_H

#include "common/status.h"
#include "common/wide.h"
#include "queries/packed/packed_board.h"

#include <stdbool.h>
#include <stdint.h>

enum kauri_bound_kind {
    KAURI_BOUND_NONE,
    KAURI_BOUND_LOWER, // the position is worth `value` or more
    KAURI_BOUND_UPPER, // the position is worth `value` or less
    KAURI_BOUND_EXACT,
};

// The basis of the value of an entry.
enum kauri_basis {
    KAURI_BASIS_ESTIMATES, // a deeper search may find another value
    KAURI_BASIS_PATH,      // no estimates, but repetitions of positions on the path to the position
    KAURI_BASIS_RULES,     // the value is true at any depth and on every path
};

// An entry for one position: 16 bytes.
struct kauri_transposition {
    uint64_t key;
    int16_t value; // value in units of the estimate
    int8_t depth;  // depth in plies that was searched
    int8_t hole;   // best move; KAURI_MOVE_PASS: none is known
    uint8_t bound; // enum kauri_bound_kind
    uint8_t age;   // number of the search that wrote the entry
    uint8_t basis; // enum kauri_basis
    uint8_t unused;
};

enum { KAURI_TRANSPOSITION_TABLE_WAYS = 4 }; // entries of a bucket, one cache line

struct kauri_transposition_table {
    struct kauri_transposition *entries;
    uint64_t buckets;
    uint8_t age;
};

// Makes an empty table of at most `bytes` bytes, at least 64 KiB. KAURI_RESOURCE.
enum kauri_status kauri_transposition_table_new(uint64_t bytes,
                                                struct kauri_transposition_table *table,
                                                struct kauri_error *error);
void kauri_transposition_table_free(struct kauri_transposition_table *table);

// Forgets everything.
void kauri_transposition_table_clear(struct kauri_transposition_table *table);

// A key for a position as its mover sees it.
uint64_t kauri_position_key(const struct kauri_packed *board);

// The bucket of the position with this key: the upper half of the product of the key and the number
// of buckets. It is below the number of buckets, whatever that is, and takes no division.
static inline struct kauri_transposition *
kauri_transposition_table_bucket(const struct kauri_transposition_table *table, uint64_t key)
{
    const uint64_t bucket = kauri_wide_product(key, table->buckets).high;
    return &table->entries[KAURI_TRANSPOSITION_TABLE_WAYS * bucket];
}

static inline void kauri_transposition_table_prefetch(const struct kauri_transposition_table *table,
                                                      uint64_t key)
{
    __builtin_prefetch(kauri_transposition_table_bucket(table, key));
}

// The entry of the position, or NULL.
const struct kauri_transposition *
kauri_transposition_table_find(const struct kauri_transposition_table *table, uint64_t key);

// Keeps an entry; `age` is filled in. It replaces that of the same position, or else the one of the
// oldest search and least depth.
void kauri_transposition_table_keep(struct kauri_transposition_table *table,
                                    struct kauri_transposition entry);

#endif
