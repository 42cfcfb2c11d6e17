#include "db/cell_cache.h"

#include "common/checked.h"
#include "common/memory.h"
#include "db/bytes.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    WAYS = 8, // cells of a set
    WORD = 8,
    CELL_WORDS = KAURI_CELL_BYTES / WORD,
};

// With more bytes, the number of sets would need more than 32 bits.
#define BYTES_MAX (UINT64_C(1) << 46)

// A version is odd while its cell is being replaced. One that wraps around to the same number would
// need 2^31 replacements of a cell during one look-up.
struct cell_head {
    _Atomic uint64_t key; // 0: empty
    _Atomic uint32_t version;
    _Atomic uint8_t touched; // read since the hand passed
};

struct cell_set {
    // One byte of each key. A single comparison of them finds the cells that may have a key. They
    // are only hints, because they change before or after the key.
    _Atomic uint64_t signature;
};

// The data of the thread that replaces a cell of a set.
struct set_writing {
    atomic_bool busy;
    uint8_t hand; // the cell to consider next
};

struct kauri_cell_cache {
    void *memory;            // holds all of the following arrays
    _Atomic uint64_t *words; // CELL_WORDS for each cell
    struct cell_head *heads;
    struct cell_set *sets;
    struct set_writing *writing; // one for each set
    uint32_t set_count;
    uint32_t ways; // cells of a set: WAYS, except in a cache of a single set
    size_t bytes;
};

static uint64_t bytes_of(uint64_t sets, uint64_t ways)
{
    return sets * (sizeof(struct cell_set) + sizeof(struct set_writing) +
                   WAYS * sizeof(struct cell_head) + ways * KAURI_CELL_BYTES);
}

// Divides `bytes` into sets of as many cells as possible, and reserves address space for them.
static void reserve(struct kauri_cell_cache *cache, uint64_t bytes)
{
    cache->ways = WAYS;
    uint64_t sets = bytes / bytes_of(1, WAYS);
    if (sets == 0) {
        sets = 1;
        while (cache->ways > 0 && bytes_of(1, cache->ways) > bytes) {
            cache->ways--;
        }
    }
    size_t size = 0;
    if (cache->ways == 0 || !kauri_checked_size(bytes_of(sets, cache->ways), &size)) {
        return;
    }
    uint8_t *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
                           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory != MAP_FAILED) {
        cache->memory = memory;
        cache->bytes = size;
        cache->set_count = (uint32_t)sets;
        cache->words = (_Atomic uint64_t *)(void *)memory;
        memory += sets * cache->ways * KAURI_CELL_BYTES;
        cache->heads = (struct cell_head *)(void *)memory;
        memory += sets * WAYS * sizeof(struct cell_head);
        cache->sets = (struct cell_set *)(void *)memory;
        memory += sets * sizeof(struct cell_set);
        cache->writing = (struct set_writing *)(void *)memory;
    }
}

enum kauri_status kauri_cell_cache_new(uint64_t bytes, struct kauri_cell_cache **cache,
                                       struct kauri_error *error)
{
    *cache = NULL;
    struct kauri_cell_cache *made = NULL;
    KAURI_PASS(KAURI_NEW(made, 1, error, "a cache"));
    // The system gives whole pages of memory.
    bytes = (bytes < BYTES_MAX ? bytes : BYTES_MAX) / KAURI_CELL_BYTES * KAURI_CELL_BYTES;
    while (bytes > 0 && made->memory == NULL) {
        reserve(made, bytes);
        bytes /= 2;
    }
    *cache = made;
    return KAURI_OK;
}

void kauri_cell_cache_free(struct kauri_cell_cache *cache)
{
    if (cache != NULL) {
        if (cache->memory != NULL) {
            (void)munmap(cache->memory, cache->bytes);
        }
        free(cache);
    }
}

uint64_t kauri_cell_cache_bytes(const struct kauri_cell_cache *cache)
{
    return cache->bytes;
}

uint64_t kauri_cell_cache_cells(const struct kauri_cell_cache *cache)
{
    return (uint64_t)cache->set_count * cache->ways;
}

// The place where a key belongs.
struct key_place {
    uint64_t key;
    uint64_t set;
    uint8_t signature;
};

static inline struct key_place place_of(const struct kauri_cell_cache *cache, uint64_t key)
{
    const uint64_t hash = key * UINT64_C(0x9E3779B97F4A7C15);
    return (struct key_place){
        .key = key,
        .set = (hash >> 32) * cache->set_count >> 32,
        .signature = (uint8_t)hash,
    };
}

// The cells of the set whose signatures match, as bits 7, 15, ...; perhaps a few others as well.
static inline uint64_t matches(const struct kauri_cell_cache *cache, const struct key_place *place)
{
    const uint64_t ones = UINT64_C(0x0101010101010101);
    const uint64_t signature =
        atomic_load_explicit(&cache->sets[place->set].signature, memory_order_relaxed);
    const uint64_t zero_if_equal = signature ^ place->signature * ones;
    return (zero_if_equal - ones) & ~zero_if_equal & ones << 7;
}

// A cell that is being read.
struct cell_reading {
    struct cell_head *head;
    uint32_t version;
    const _Atomic uint64_t *words;
};

// Finds the cell with this key. Its words are then loaded with memory_order_acquire, so that
// end_reading looks at the version after them: a reader that got a word of a later replacement sees
// that replacement's version, or a still later one. The same holds for the key.
static inline bool begin_reading(const struct kauri_cell_cache *cache, uint64_t key,
                                 struct cell_reading *reading)
{
    if (cache->set_count == 0) {
        return false;
    }
    const struct key_place place = place_of(cache, key);
    for (uint64_t found = matches(cache, &place); found != 0; found &= found - 1) {
        const unsigned way = (unsigned)__builtin_ctzll(found) / 8;
        struct cell_head *head = &cache->heads[place.set * WAYS + way];
        const uint32_t version = atomic_load_explicit(&head->version, memory_order_acquire);
        if ((version & 1U) != 0 || atomic_load_explicit(&head->key, memory_order_acquire) != key) {
            continue;
        }
        // Test first: cells that are read all the time have this set, and nobody writes to the
        // line.
        if (atomic_load_explicit(&head->touched, memory_order_relaxed) == 0) {
            atomic_store_explicit(&head->touched, 1, memory_order_relaxed);
        }
        reading->head = head;
        reading->version = version;
        reading->words = cache->words + (place.set * cache->ways + way) * CELL_WORDS;
        return true;
    }
    return false;
}

static inline bool end_reading(const struct cell_reading *reading)
{
    return atomic_load_explicit(&reading->head->version, memory_order_relaxed) == reading->version;
}

bool kauri_cell_cache_number(struct kauri_cell_cache *cache, uint64_t key, size_t offset,
                             unsigned width, unsigned *number)
{
    struct cell_reading reading;
    if (!begin_reading(cache, key, &reading)) {
        return false;
    }
    const uint64_t word = atomic_load_explicit(&reading.words[offset / WORD], memory_order_acquire);
    *number = (unsigned)(word >> offset % WORD * 8) & (width == 1 ? UINT8_MAX : UINT16_MAX);
    return end_reading(&reading);
}

void kauri_cell_cache_prefetch(const struct kauri_cell_cache *cache, uint64_t key, size_t offset)
{
    if (cache->set_count > 0) {
        const struct key_place place = place_of(cache, key);
        const uint64_t found = matches(cache, &place);
        const unsigned way = found != 0 ? (unsigned)__builtin_ctzll(found) / 8 : 0;
        const uint64_t cell = place.set * cache->ways + way;
        __builtin_prefetch(&cache->heads[place.set * WAYS + way]);
        // For a key that is not in the cache, the match may lie beyond the ways of a small cache.
        __builtin_prefetch(found != 0 && way < cache->ways
                               ? &cache->words[cell * CELL_WORDS + offset / WORD]
                               : cache->words);
    }
}

bool kauri_cell_cache_read(struct kauri_cell_cache *cache, uint64_t key, void *bytes, size_t size)
{
    struct cell_reading reading;
    uint8_t *to = bytes;
    if (!begin_reading(cache, key, &reading)) {
        return false;
    }
    for (size_t at = 0; at < size; at += WORD) {
        uint8_t plain[WORD];
        kauri_store_u64(plain,
                        atomic_load_explicit(&reading.words[at / WORD], memory_order_acquire));
        memcpy(to + at, plain, size - at < WORD ? size - at : WORD);
    }
    return end_reading(&reading);
}

static bool holds(const struct kauri_cell_cache *cache, const struct key_place *place)
{
    for (unsigned way = 0; way < cache->ways; way++) {
        const struct cell_head *head = &cache->heads[place->set * WAYS + way];
        if (atomic_load_explicit(&head->key, memory_order_relaxed) == place->key) {
            return true;
        }
    }
    return false;
}

// The cell of a set to replace: an empty one, or the first one from the hand on that was not
// touched since the hand passed it.
static unsigned choose_way(const struct kauri_cell_cache *cache, uint64_t set)
{
    struct cell_head *heads = &cache->heads[set * WAYS];
    uint8_t *hand = &cache->writing[set].hand;
    for (unsigned way = 0; way < cache->ways; way++) {
        if (atomic_load_explicit(&heads[way].key, memory_order_relaxed) == 0) {
            return way;
        }
    }
    // Other threads may touch cells all the time; after one round, the next cell has to go.
    for (unsigned step = 0; step < cache->ways; step++) {
        struct cell_head *head = &heads[*hand];
        if (atomic_load_explicit(&head->touched, memory_order_relaxed) == 0) {
            break;
        }
        atomic_store_explicit(&head->touched, 0, memory_order_relaxed);
        *hand = (uint8_t)((*hand + 1U) % cache->ways);
    }
    const unsigned way = *hand;
    *hand = (uint8_t)((way + 1U) % cache->ways);
    return way;
}

// Replaces a cell. Every store after the first one is a release, so that a reader that sees it also
// sees the odd version.
static void replace(struct kauri_cell_cache *cache, const struct key_place *place, unsigned way,
                    const uint8_t *bytes, size_t size)
{
    struct cell_head *head = &cache->heads[place->set * WAYS + way];
    _Atomic uint64_t *words = cache->words + (place->set * cache->ways + way) * CELL_WORDS;
    _Atomic uint64_t *signature = &cache->sets[place->set].signature;
    const uint32_t version = atomic_load_explicit(&head->version, memory_order_relaxed);
    atomic_store_explicit(&head->version, version + 1, memory_order_relaxed);
    atomic_store_explicit(&head->key, place->key, memory_order_release);
    const size_t whole = size / WORD;
    for (size_t i = 0; i < whole; i++) {
        atomic_store_explicit(&words[i], kauri_load_u64(bytes + i * WORD), memory_order_release);
    }
    if (size % WORD != 0) {
        uint8_t last[WORD] = {0};
        memcpy(last, bytes + whole * WORD, size % WORD);
        atomic_store_explicit(&words[whole], kauri_load_u64(last), memory_order_release);
    }
    // A new cell has to be read before it counts as touched: a page that is needed once leaves
    // before those that are needed again and again.
    atomic_store_explicit(&head->touched, 0, memory_order_relaxed);
    atomic_store_explicit(&head->version, version + 2, memory_order_release);
    uint64_t bits = atomic_load_explicit(signature, memory_order_relaxed);
    bits &= ~(UINT64_C(255) << 8 * way);
    bits |= (uint64_t)place->signature << 8 * way;
    atomic_store_explicit(signature, bits, memory_order_relaxed);
}

void kauri_cell_cache_put(struct kauri_cell_cache *cache, uint64_t key, const void *bytes,
                          size_t size)
{
    if (cache->set_count == 0) {
        return;
    }
    const struct key_place place = place_of(cache, key);
    atomic_bool *busy = &cache->writing[place.set].busy;
    if (atomic_exchange_explicit(busy, true, memory_order_acquire)) {
        return;
    }
    if (!holds(cache, &place)) {
        replace(cache, &place, choose_way(cache, place.set), bytes, size);
    }
    atomic_store_explicit(busy, false, memory_order_release);
}
