// The memory of the prover: proven bounds and proof numbers of positions, shared by all threads
// without a lock.
//
// An entry has 16 bytes, and a bucket of four entries fills a cache line. The number of a position
// (queries/prover/board_number.h) is mixed by a bijection and divided by the number of buckets: the
// remainder says which bucket, and the quotient is stored. Together they are the position itself,
// so no entry is ever mistaken for that of another position. The quotient and the proven bounds
// share one 64-bit word, which is written by one atomic store: every bound that a thread reads was
// proven for the position that it asked for. The second word has the proof numbers. It may briefly
// belong to another position, which misleads the search but proves nothing.
//
// A position has one entry, so proof numbers are kept for one question about it at a time; bounds
// answer every question.
//
// Proof numbers up to KAURI_TABLE_NUMBER_EXACT are kept exactly, greater ones rounded up to 20
// significant bits, and KAURI_TABLE_NUMBER_MAX is the greatest. Rounding down would let a search
// return to a position whose true numbers have reached their thresholds already, and do nothing.
#ifndef KAURI_QUERIES_PROVER_PROOF_TABLE_H
#define KAURI_QUERIES_PROVER_PROOF_TABLE_H

#include "common/status.h"
#include "queries/prover/board_number.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    KAURI_TABLE_BUCKET_BYTES = 64,
    KAURI_TABLE_WAYS = 4,       // entries of a bucket
    KAURI_TABLE_WORK_MAX = 495, // greatest code of a number of positions
    KAURI_TABLE_NUMBER_EXACT = 1 << 20,
    KAURI_TABLE_NUMBER_MAX = (KAURI_TABLE_NUMBER_EXACT - 1) << 10,
};

struct kauri_proof_table {
    _Atomic uint64_t *words; // two per entry
    uint64_t buckets;        // in use
    unsigned doublings;      // how many more times the memory has room for twice the buckets
    uint64_t multipliers[3]; // odd
    uint64_t inverses[3];    // inverses of the multipliers modulo 2^64
    uint64_t mask;           // bits that are mixed
    unsigned shift;          // half of the number of mixed bits
};

// The place where a position may be.
struct kauri_table_place {
    uint64_t bucket;
    uint64_t key;
};

struct kauri_table_entry {
    int16_t low, high;   // proven: low <= r <= high
    int16_t x;           // the proof numbers belong to "r >= x"
    uint32_t phi, delta; // at least 1
    uint64_t work;       // positions expanded for it, rounded down to three digits in base 2
};

// Bytes of the smallest table for positions of the numbering with at most `seeds` seeds.
uint64_t kauri_proof_table_least(const struct kauri_numbering *numbering, unsigned seeds);

// Makes an empty table, for which `bytes` bytes are reserved. Unless all are to be used as a
// `whole` from the start, it begins small and uses the others when kauri_proof_table_make_room asks
// for them. Another `seed` puts positions elsewhere, so that a second search takes another course.
// KAURI_RESOURCE if `bytes` is less than the minimum, or the memory cannot be allocated.
enum kauri_status kauri_proof_table_new(const struct kauri_numbering *numbering, unsigned seeds,
                                        uint64_t bytes, bool whole, uint64_t seed,
                                        struct kauri_proof_table *table, struct kauri_error *error);

// Grows the table to so many entries, or to the bytes that are reserved. Keeps its entries, which
// get other places. A small search is faster in a small table: the memory is in huge pages, each of
// which the system clears when it is touched for the first time. No search may be running.
void kauri_proof_table_make_room(struct kauri_proof_table *table, uint64_t entries);
// Accepts a table that is all 0.
void kauri_proof_table_free(struct kauri_proof_table *table);
void kauri_proof_table_clear(struct kauri_proof_table *table);

struct kauri_table_place kauri_proof_table_place(const struct kauri_proof_table *table,
                                                 struct kauri_board_number number);

// The bucket of the place once the table has grown to all its memory, which is the same before.
static inline uint64_t kauri_proof_table_last_bucket(const struct kauri_proof_table *table,
                                                     struct kauri_table_place place)
{
    const uint64_t low_bits = (UINT64_C(1) << table->doublings) - 1;
    return place.bucket + table->buckets * ((place.key >> 1) & low_bits);
}

// The number of the position that may be there: the inverse of kauri_proof_table_place.
struct kauri_board_number kauri_proof_table_number(const struct kauri_proof_table *table,
                                                   struct kauri_table_place place);

static inline void kauri_proof_table_prefetch(const struct kauri_proof_table *table,
                                              struct kauri_table_place place)
{
    __builtin_prefetch(&table->words[2 * KAURI_TABLE_WAYS * place.bucket]);
}

// Returns whether the position has an entry, and fills it.
bool kauri_proof_table_load(const struct kauri_proof_table *table, struct kauri_table_place place,
                            struct kauri_table_entry *entry);

// Stores an entry, with the narrower of its bounds and those that the table has. It replaces the
// entry of the bucket that cost least.
void kauri_proof_table_store(struct kauri_proof_table *table, struct kauri_table_place place,
                             const struct kauri_table_entry *entry);

// Forgets the lower or the upper bound proven for the position, and its proof numbers. `maximum` is
// the trivial bound. No search may be running.
void kauri_proof_table_forget(struct kauri_proof_table *table, struct kauri_table_place place,
                              bool lower, int maximum);

// Reads the entries of a bucket, with their places. Returns their number. Thread-safe also while
// entries are stored.
unsigned kauri_proof_table_bucket(const struct kauri_proof_table *table, uint64_t bucket,
                                  struct kauri_table_place places[KAURI_TABLE_WAYS],
                                  struct kauri_table_entry entries[KAURI_TABLE_WAYS]);

// Return how the table keeps a number of positions: the code of the greatest number with three
// digits after the leading one that is not above `work`, at most KAURI_TABLE_WORK_MAX; and that
// number.
unsigned kauri_table_work_code(uint64_t work);
uint64_t kauri_table_work(unsigned code);

// The share of the reserved memory that entries take, estimated from the first 4096 buckets: 0..1.
double kauri_proof_table_fill(const struct kauri_proof_table *table);

#endif
