#include "db/cell_cache.h"

#include "db/bytes.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum {
    WAYS = 8,
    WORD = 8,
    CELL_WORDS = KAURI_CELL_BYTES / WORD,
};

// More would not fit into the address space of any process.
#define BYTES_MAX (UINT64_C(1) << 46)

// The cells that a key may be in. The first cache line finds the cell, the second one checks it. A
// version is odd while its cell is being replaced; one that wraps around to the same number would
// need 2^31 replacements of a cell during one look-up.
struct set {
    _Alignas(64) _Atomic uint64_t keys[WAYS]; // 0: empty
    _Atomic uint32_t versions[WAYS];
    _Atomic uint8_t touched[WAYS]; // read since the hand passed
    atomic_bool writing;           // a thread is replacing a cell of the set
    uint8_t hand;                  // the cell to consider next; belongs to the writing thread
};

struct kauri_cell_cache {
    void *memory;
    _Atomic uint64_t *words; // CELL_WORDS for each cell
    struct set *sets;
    uint32_t set_count;
    uint32_t ways; // cells of a set: WAYS, except in a cache of a single set
    uint64_t bytes;
};

static uint64_t bytes_of(uint64_t sets, uint64_t ways)
{
    return sets * (sizeof(struct set) + ways * KAURI_CELL_BYTES);
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
    if (cache->ways == 0) {
        return;
    }
    void *memory = mmap(NULL, bytes_of(sets, cache->ways), PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory != MAP_FAILED) {
        cache->memory = memory;
        cache->bytes = bytes_of(sets, cache->ways);
        cache->set_count = (uint32_t)sets;
        cache->words = memory;
        cache->sets =
            (struct set *)(void *)((uint8_t *)memory + sets * cache->ways * KAURI_CELL_BYTES);
    }
}

enum kauri_status kauri_cell_cache_new(uint64_t bytes, struct kauri_cell_cache **cache,
                                       struct kauri_error *error)
{
    *cache = NULL;
    struct kauri_cell_cache *made = calloc(1, sizeof *made);
    if (made == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for a cache");
    }
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

static uint64_t set_of(const struct kauri_cell_cache *cache, uint64_t key)
{
    return (key * UINT64_C(0x9E3779B97F4A7C15) >> 32) * cache->set_count >> 32;
}

static _Atomic uint64_t *words_of(const struct kauri_cell_cache *cache, uint64_t set, unsigned way)
{
    return cache->words + (set * cache->ways + way) * CELL_WORDS;
}

// The cells of the set that have this key, as bits: none or one. Without branches, because which
// cell it is cannot be predicted.
static inline unsigned ways_with(const struct set *set, uint64_t key)
{
    unsigned found = 0;
    for (unsigned way = 0; way < WAYS; way++) {
        const uint64_t here = atomic_load_explicit(&set->keys[way], memory_order_relaxed);
        found |= (unsigned)(here == key) << way;
    }
    return found;
}

// A cell that is being read.
struct reading {
    struct set *set;
    unsigned way;
    uint32_t version;
    const _Atomic uint64_t *words;
};

// Finds the cell with this key. Its words are then loaded with memory_order_acquire, so that
// end_reading looks at the version after them: a reader that got a word of a later replacement sees
// that replacement's version, or a still later one.
static inline bool begin_reading(const struct kauri_cell_cache *cache, uint64_t key,
                                 struct reading *reading)
{
    if (cache->set_count == 0) {
        return false;
    }
    const uint64_t number = set_of(cache, key);
    struct set *set = &cache->sets[number];
    const unsigned found = ways_with(set, key);
    if (found == 0) {
        return false;
    }
    const unsigned way = (unsigned)__builtin_ctz(found);
    const uint32_t version = atomic_load_explicit(&set->versions[way], memory_order_acquire);
    // The key may have changed before the version was taken. If it was stored by a replacement that
    // is still going on, this load makes sure that end_reading sees the version of it.
    if ((version & 1U) != 0 || atomic_load_explicit(&set->keys[way], memory_order_acquire) != key) {
        return false;
    }
    // Test first: cells that are read all the time have this set, and nobody writes to the line.
    if (atomic_load_explicit(&set->touched[way], memory_order_relaxed) == 0) {
        atomic_store_explicit(&set->touched[way], 1, memory_order_relaxed);
    }
    *reading = (struct reading){set, way, version, words_of(cache, number, way)};
    return true;
}

static inline bool end_reading(const struct reading *reading)
{
    return atomic_load_explicit(&reading->set->versions[reading->way], memory_order_relaxed) ==
           reading->version;
}

bool kauri_cell_cache_number(struct kauri_cell_cache *cache, uint64_t key, size_t offset,
                             unsigned width, unsigned *number)
{
    struct reading reading;
    if (!begin_reading(cache, key, &reading)) {
        return false;
    }
    const uint64_t word = atomic_load_explicit(&reading.words[offset / WORD], memory_order_acquire);
    *number = (unsigned)(word >> offset % WORD * 8) & (width == 1 ? UINT8_MAX : UINT16_MAX);
    return end_reading(&reading);
}

bool kauri_cell_cache_read(struct kauri_cell_cache *cache, uint64_t key, void *bytes, size_t size)
{
    struct reading reading;
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

// The cell of the set to replace: an empty one, or the first one from the hand on that was not
// touched since the hand passed it.
static unsigned choose_way(const struct kauri_cell_cache *cache, struct set *set)
{
    for (unsigned way = 0; way < cache->ways; way++) {
        if (atomic_load_explicit(&set->keys[way], memory_order_relaxed) == 0) {
            return way;
        }
    }
    // Other threads may touch cells all the time; after one round, the next cell has to go.
    for (unsigned step = 0; step < cache->ways; step++) {
        const unsigned way = set->hand;
        if (atomic_load_explicit(&set->touched[way], memory_order_relaxed) == 0) {
            break;
        }
        atomic_store_explicit(&set->touched[way], 0, memory_order_relaxed);
        set->hand = (uint8_t)((way + 1U) % cache->ways);
    }
    const unsigned way = set->hand;
    set->hand = (uint8_t)((way + 1U) % cache->ways);
    return way;
}

// Replaces a cell. Every store after the first one is a release, so that a reader that sees it also
// sees the odd version.
static void replace(struct set *set, unsigned way, _Atomic uint64_t *words, uint64_t key,
                    const uint8_t *bytes, size_t size)
{
    const uint32_t version = atomic_load_explicit(&set->versions[way], memory_order_relaxed);
    atomic_store_explicit(&set->versions[way], version + 1, memory_order_relaxed);
    atomic_store_explicit(&set->keys[way], key, memory_order_release);
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
    atomic_store_explicit(&set->touched[way], 0, memory_order_relaxed);
    atomic_store_explicit(&set->versions[way], version + 2, memory_order_release);
}

void kauri_cell_cache_put(struct kauri_cell_cache *cache, uint64_t key, const void *bytes,
                          size_t size)
{
    if (cache->set_count == 0) {
        return;
    }
    const uint64_t number = set_of(cache, key);
    struct set *set = &cache->sets[number];
    if (atomic_exchange_explicit(&set->writing, true, memory_order_acquire)) {
        return;
    }
    if (ways_with(set, key) == 0) {
        const unsigned way = choose_way(cache, set);
        replace(set, way, words_of(cache, number, way), key, bytes, size);
    }
    atomic_store_explicit(&set->writing, false, memory_order_release);
}
