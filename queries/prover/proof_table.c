#include "queries/prover/proof_table.h"

#include "common/checked.h"
#include "common/memory.h"
#include "common/splitmix64.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// First word: 46 bits of the key, then low and high, 9 bits each; 0 is an empty entry.
// Second word: x, 9 bits; phi and delta, 23 bits each; work, 9 bits.
enum {
    WAYS = KAURI_TABLE_WAYS,
    VALUE_BITS = 9,
    VALUE_OFFSET = 256,
    KEY_BITS = 64 - 2 * VALUE_BITS,
    NUMBER_BITS = 23,
    DIGIT_BITS = 20, // significant bits of a proof number
    WORK_BITS = 9,
    FILL_SAMPLE = 4096,
    FIRST_BUCKETS = (2 << 20) / KAURI_TABLE_BUCKET_BYTES, // a table begins with one huge page
};

// ------------------------------------------------------------------------------------- entries

static uint64_t encode_value(int value)
{
    return (uint64_t)(value + VALUE_OFFSET);
}

static int16_t decode_value(uint64_t bits)
{
    return (int16_t)((int)(bits & ((1U << VALUE_BITS) - 1)) - VALUE_OFFSET);
}

// The code is the exponent and the three digits after the leading one.
unsigned kauri_table_work_code(uint64_t work)
{
    if (work < 8) {
        return (unsigned)work;
    }
    const unsigned exponent = 63 - (unsigned)__builtin_clzll(work);
    return (exponent - 2) << 3 | ((unsigned)(work >> (exponent - 3)) & 7);
}

uint64_t kauri_table_work(unsigned code)
{
    return code < 8 ? code : (uint64_t)(8 | (code & 7)) << ((code >> 3) - 1);
}

// A proof number as a floating-point number: its significant bits, and above them by how many bits
// they are shifted. The leading bit of a shifted number is always 1 and counts into the shift, so
// that greater numbers have greater codes.
static uint64_t encode_number(uint32_t number)
{
    if (number < KAURI_TABLE_NUMBER_EXACT) {
        return number;
    }
    const unsigned shift = 32 - DIGIT_BITS - (unsigned)__builtin_clz(number);
    const uint64_t digits = ((uint64_t)number + (1U << shift) - 1) >> shift;
    return ((uint64_t)shift << (DIGIT_BITS - 1)) + digits;
}

static uint32_t decode_number(uint64_t bits)
{
    const uint32_t code = (uint32_t)bits & ((1U << NUMBER_BITS) - 1);
    if (code < KAURI_TABLE_NUMBER_EXACT) {
        return code;
    }
    const unsigned shift = (code >> (DIGIT_BITS - 1)) - 1;
    return (code - (shift << (DIGIT_BITS - 1))) << shift;
}

static uint64_t encode_bounds(struct kauri_table_place place, int low, int high)
{
    return place.key << (2 * VALUE_BITS) | encode_value(low) << VALUE_BITS | encode_value(high);
}

static uint64_t encode_numbers(const struct kauri_table_entry *entry)
{
    return encode_value(entry->x) << (2 * NUMBER_BITS + WORK_BITS) |
           encode_number(entry->phi) << (NUMBER_BITS + WORK_BITS) |
           encode_number(entry->delta) << WORK_BITS | kauri_table_work_code(entry->work);
}

static unsigned work_of(uint64_t numbers)
{
    return (unsigned)numbers & ((1U << WORK_BITS) - 1);
}

static uint64_t key_of(uint64_t bounds)
{
    return bounds >> (2 * VALUE_BITS);
}

static struct kauri_table_entry decode(uint64_t bounds, uint64_t numbers)
{
    return (struct kauri_table_entry){
        .low = decode_value(bounds >> VALUE_BITS),
        .high = decode_value(bounds),
        .x = decode_value(numbers >> (2 * NUMBER_BITS + WORK_BITS)),
        .phi = decode_number(numbers >> (NUMBER_BITS + WORK_BITS)),
        .delta = decode_number(numbers >> WORK_BITS),
        .work = kauri_table_work(work_of(numbers)),
    };
}

// --------------------------------------------------------------------------------------- table

// The number of bits of the numbers below 2^64 that positions can have.
static unsigned number_bits(const struct kauri_numbering *numbering, unsigned seeds)
{
    const struct kauri_wide last =
        kauri_wide_difference(numbering->layers[seeds + 1], (struct kauri_wide){1, 0});
    return last.high != 0 ? 64 : last.low == 0 ? 1 : 64 - (unsigned)__builtin_clzll(last.low);
}

// The inverse of an odd number modulo 2^64. The number itself is right in the last three bits, and
// each step doubles the bits that are.
static uint64_t inverse(uint64_t odd)
{
    uint64_t found = odd;
    for (unsigned bits = 3; bits < 64; bits *= 2) {
        found *= 2 - odd * found;
    }
    return found;
}

uint64_t kauri_proof_table_least(const struct kauri_numbering *numbering, unsigned seeds)
{
    // The key has the bit above the mixed bits in addition.
    const unsigned bits = number_bits(numbering, seeds);
    const uint64_t buckets = bits > KEY_BITS - 1 ? UINT64_C(1) << (bits - (KEY_BITS - 1)) : 1;
    return buckets * KAURI_TABLE_BUCKET_BYTES;
}

// The size of the memory that is reserved.
static size_t bytes_of(const struct kauri_proof_table *table)
{
    return (size_t)(table->buckets * KAURI_TABLE_BUCKET_BYTES << table->doublings);
}

enum kauri_status kauri_proof_table_new(const struct kauri_numbering *numbering, unsigned seeds,
                                        uint64_t bytes, bool whole, uint64_t seed,
                                        struct kauri_proof_table *table, struct kauri_error *error)
{
    const uint64_t least = kauri_proof_table_least(numbering, seeds);
    memset(table, 0, sizeof *table);
    if (bytes < least) {
        return kauri_fail(error, KAURI_RESOURCE, "the search needs at least %llu bytes",
                          (unsigned long long)least);
    }
    const unsigned bits = number_bits(numbering, seeds);
    table->buckets = bytes / KAURI_TABLE_BUCKET_BYTES;
    while (!whole && table->buckets / 2 >= FIRST_BUCKETS &&
           table->buckets / 2 >= least / KAURI_TABLE_BUCKET_BYTES) {
        table->buckets /= 2;
        table->doublings++;
    }
    table->mask = bits == 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    table->shift = (bits + 1) / 2;
    for (unsigned i = 0; i < 3; i++) {
        table->multipliers[i] = kauri_random(&seed) | 1;
        table->inverses[i] = inverse(table->multipliers[i]);
    }
    table->words = kauri_large_zeros(kauri_size_to_ask(bytes_of(table)));
    if (table->words == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the search");
    }
    kauri_use_huge_pages(table->words, bytes_of(table));
    return KAURI_OK;
}

// A number is quotient * buckets + bucket. With 2^d times as many buckets, the number of its bucket
// grows by buckets * (quotient mod 2^d), and the quotient loses these d bits. So an entry stays, or
// goes to a new bucket that takes entries from the old one alone, where its way is free.
static void split_buckets(struct kauri_proof_table *table, unsigned doublings)
{
    const uint64_t low_bits = (UINT64_C(1) << doublings) - 1;
    const uint64_t not_key = (UINT64_C(1) << (2 * VALUE_BITS)) - 1;
    for (uint64_t entry = 0; entry < WAYS * table->buckets; entry++) {
        _Atomic uint64_t *from = table->words + 2 * entry;
        const uint64_t bounds = atomic_load_explicit(&from[0], memory_order_relaxed);
        const uint64_t numbers = atomic_load_explicit(&from[1], memory_order_relaxed);
        if (bounds == 0) {
            continue;
        }
        const uint64_t quotient = key_of(bounds) >> 1;
        const uint64_t key = quotient >> doublings << 1 | (key_of(bounds) & 1);
        _Atomic uint64_t *to = from + 2 * WAYS * table->buckets * (quotient & low_bits);
        atomic_store_explicit(&from[0], 0, memory_order_relaxed);
        atomic_store_explicit(&to[0], key << (2 * VALUE_BITS) | (bounds & not_key),
                              memory_order_relaxed);
        atomic_store_explicit(&to[1], numbers, memory_order_relaxed);
    }
    table->buckets <<= doublings;
    table->doublings -= doublings;
}

void kauri_proof_table_make_room(struct kauri_proof_table *table, uint64_t entries)
{
    unsigned doublings = 0;
    while (doublings < table->doublings && (table->buckets << doublings) < entries / WAYS) {
        doublings++;
    }
    if (doublings > 0) {
        split_buckets(table, doublings);
    }
}

void kauri_proof_table_free(struct kauri_proof_table *table)
{
    kauri_large_free(table->words, bytes_of(table));
    memset(table, 0, sizeof *table);
}

void kauri_proof_table_clear(struct kauri_proof_table *table)
{
    for (uint64_t word = 0; word < 2 * WAYS * table->buckets; word++) {
        atomic_store_explicit(&table->words[word], 0, memory_order_relaxed);
    }
}

struct kauri_table_place kauri_proof_table_place(const struct kauri_proof_table *table,
                                                 struct kauri_board_number number)
{
    uint64_t mixed = number.low;
    for (unsigned i = 0; i < 3; i++) {
        mixed = (mixed * table->multipliers[i]) & table->mask;
        mixed ^= mixed >> table->shift;
    }
    const uint64_t quotient = mixed / table->buckets;
    return (struct kauri_table_place){.bucket = mixed - quotient * table->buckets,
                                      .key = quotient << 1 | number.high};
}

struct kauri_board_number kauri_proof_table_number(const struct kauri_proof_table *table,
                                                   struct kauri_table_place place)
{
    uint64_t mixed = (place.key >> 1) * table->buckets + place.bucket;
    for (unsigned i = 3; i-- > 0;) {
        // The inverse of the same step, since it shifts by half of the bits.
        mixed ^= mixed >> table->shift;
        mixed = (mixed * table->inverses[i]) & table->mask;
    }
    return (struct kauri_board_number){.low = mixed, .high = place.key & 1};
}

bool kauri_proof_table_load(const struct kauri_proof_table *table, struct kauri_table_place place,
                            struct kauri_table_entry *entry)
{
    _Atomic uint64_t *words = table->words + 2 * WAYS * place.bucket;
    for (unsigned way = 0; way < WAYS; way++) {
        const uint64_t bounds = atomic_load_explicit(&words[2 * way], memory_order_relaxed);
        if (bounds == 0 || key_of(bounds) != place.key) {
            continue;
        }
        const uint64_t numbers = atomic_load_explicit(&words[2 * way + 1], memory_order_relaxed);
        *entry = decode(bounds, numbers);
        return true;
    }
    return false;
}

unsigned kauri_proof_table_bucket(const struct kauri_proof_table *table, uint64_t bucket,
                                  struct kauri_table_place places[KAURI_TABLE_WAYS],
                                  struct kauri_table_entry entries[KAURI_TABLE_WAYS])
{
    const _Atomic uint64_t *words = table->words + 2 * WAYS * bucket;
    unsigned count = 0;
    for (unsigned way = 0; way < WAYS; way++) {
        const uint64_t bounds = atomic_load_explicit(&words[2 * way], memory_order_relaxed);
        if (bounds != 0) {
            const uint64_t numbers =
                atomic_load_explicit(&words[2 * way + 1], memory_order_relaxed);
            places[count] = (struct kauri_table_place){.bucket = bucket, .key = key_of(bounds)};
            entries[count++] = decode(bounds, numbers);
        }
    }
    return count;
}

// The place of an entry, and what is to be stored there.
struct entry_choice {
    int low, high;
    uint64_t found; // first word that was read
    unsigned way;
};

// Finds the entry of the position, whose bounds it joins with those to store, or the one that cost
// least.
static void choose(const _Atomic uint64_t *words, struct kauri_table_place place,
                   struct entry_choice *choice)
{
    unsigned least = UINT_MAX;
    for (unsigned way = 0; way < WAYS; way++) {
        const uint64_t bounds = atomic_load_explicit(&words[2 * way], memory_order_relaxed);
        const uint64_t known = atomic_load_explicit(&words[2 * way + 1], memory_order_relaxed);
        if (bounds != 0 && key_of(bounds) == place.key) {
            const int low = decode_value(bounds >> VALUE_BITS);
            const int high = decode_value(bounds);
            choice->low = low > choice->low ? low : choice->low;
            choice->high = high < choice->high ? high : choice->high;
            choice->found = bounds;
            choice->way = way;
            return;
        }
        const unsigned work = bounds == 0 ? 0 : 1 + work_of(known);
        if (work < least) {
            least = work;
            choice->found = bounds;
            choice->way = way;
        }
    }
}

// The first word is stored by a compare-and-exchange with the one that was read. So if two threads
// choose the same place, the later one chooses again and sees the entry of the other.
void kauri_proof_table_store(struct kauri_proof_table *table, struct kauri_table_place place,
                             const struct kauri_table_entry *entry)
{
    _Atomic uint64_t *words = table->words + 2 * WAYS * place.bucket;
    const uint64_t numbers = encode_numbers(entry);
    for (;;) {
        struct entry_choice choice = {.low = entry->low, .high = entry->high};
        choose(words, place, &choice);
        const uint64_t bounds = encode_bounds(place, choice.low, choice.high);
        if (bounds == choice.found ||
            atomic_compare_exchange_strong_explicit(&words[2 * choice.way], &choice.found, bounds,
                                                    memory_order_relaxed, memory_order_relaxed)) {
            atomic_store_explicit(&words[2 * choice.way + 1], numbers, memory_order_relaxed);
            return;
        }
    }
}

void kauri_proof_table_forget(struct kauri_proof_table *table, struct kauri_table_place place,
                              bool lower, int maximum)
{
    _Atomic uint64_t *words = table->words + 2 * WAYS * place.bucket;
    struct kauri_table_entry entry;
    if (!kauri_proof_table_load(table, place, &entry)) {
        return;
    }
    for (unsigned way = 0; way < WAYS; way++) {
        const uint64_t bounds = atomic_load_explicit(&words[2 * way], memory_order_relaxed);
        if (bounds != 0 && key_of(bounds) == place.key) {
            entry.low = lower ? (int16_t)-maximum : entry.low;
            entry.high = lower ? entry.high : (int16_t)maximum;
            entry.x = -VALUE_OFFSET; // no question
            atomic_store_explicit(&words[2 * way], encode_bounds(place, entry.low, entry.high),
                                  memory_order_relaxed);
            atomic_store_explicit(&words[2 * way + 1], encode_numbers(&entry),
                                  memory_order_relaxed);
            return;
        }
    }
}

double kauri_proof_table_fill(const struct kauri_proof_table *table)
{
    const uint64_t buckets = table->buckets < FILL_SAMPLE ? table->buckets : FILL_SAMPLE;
    uint64_t used = 0;
    for (uint64_t entry = 0; entry < WAYS * buckets; entry++) {
        used += atomic_load_explicit(&table->words[2 * entry], memory_order_relaxed) != 0;
    }
    return (double)used / (double)(WAYS * buckets << table->doublings);
}
