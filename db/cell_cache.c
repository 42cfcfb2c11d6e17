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
    MANY_CELLS = 512, // as many as a huge page of 2 MiB holds
};

// More would need numbers of cells with more than 32 bits.
#define BYTES_MAX (UINT64_C(1) << 43)

// A version is odd while its cell is being replaced. One that wraps around to the same number would
// need 2^31 replacements of a cell during one look-up.
struct cell_head {
    _Atomic uint64_t key; // 0: empty
    _Atomic uint32_t version;
};

// A set takes a line of the processor's cache.
struct cell_set {
    // One byte of each key. A single comparison of them finds the cells that may have a key. They
    // are only hints, because they change before or after the key.
    _Atomic uint64_t signature;
    _Atomic uint8_t touched[WAYS]; // the cell was read since the hand passed
    // The place of the cell's bytes, counted in cells. It is stored when the cell is first filled.
    _Atomic uint32_t place[WAYS];
    atomic_bool busy; // a thread replaces a cell of the set, and alone uses the next member
    uint8_t hand;     // the cell to consider next
    uint8_t unused[14];
};

_Static_assert(sizeof(struct cell_set) == 64, "a set takes a line of the processor's cache");

struct kauri_cell_cache {
    void *memory; // holds all of the following arrays
    // CELL_WORDS for each cell. Cells take their places in the order in which they are filled, so
    // that a cache with few cells takes few pages of memory, and these can be huge.
    _Atomic uint64_t *words;
    struct cell_head *heads;
    struct cell_set *sets;
    _Atomic uint32_t filled; // cells that have a place
    uint32_t set_count;
    uint32_t ways; // cells of a set: WAYS, except in a cache of a single set
    size_t bytes;
};

static uint64_t bytes_of(uint64_t sets, uint64_t ways)
{
    return sets *
           (sizeof(struct cell_set) + WAYS * sizeof(struct cell_head) + ways * KAURI_CELL_BYTES);
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

void kauri_cell_cache_use_huge_pages(struct kauri_cell_cache *cache)
{
    if (cache->memory != NULL) {
        kauri_use_huge_pages(cache->memory, cache->bytes);
    }
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

static inline _Atomic uint64_t *words_of(const struct kauri_cell_cache *cache, uint64_t set,
                                         unsigned way)
{
    return cache->words +
           (size_t)atomic_load_explicit(&cache->sets[set].place[way], memory_order_relaxed) *
               CELL_WORDS;
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
        _Atomic uint8_t *touched = &cache->sets[place.set].touched[way];
        const uint32_t version = atomic_load_explicit(&head->version, memory_order_acquire);
        if ((version & 1U) != 0 || atomic_load_explicit(&head->key, memory_order_acquire) != key) {
            continue;
        }
        // Test first: cells that are read all the time have this set, and nobody writes to the
        // line.
        if (atomic_load_explicit(touched, memory_order_relaxed) == 0) {
            atomic_store_explicit(touched, 1, memory_order_relaxed);
        }
        reading->head = head;
        reading->version = version;
        reading->words = words_of(cache, place.set, way);
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
        __builtin_prefetch(&cache->heads[place.set * WAYS + way]);
        __builtin_prefetch(words_of(cache, place.set, way) + offset / WORD);
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
    const struct cell_head *heads = &cache->heads[set * WAYS];
    _Atomic uint8_t *touched = cache->sets[set].touched;
    uint8_t *hand = &cache->sets[set].hand;
    for (unsigned way = 0; way < cache->ways; way++) {
        if (atomic_load_explicit(&heads[way].key, memory_order_relaxed) == 0) {
            return way;
        }
    }
    // Other threads may touch cells all the time; after one round, the next cell has to go.
    for (unsigned step = 0; step < cache->ways; step++) {
        if (atomic_load_explicit(&touched[*hand], memory_order_relaxed) == 0) {
            break;
        }
        atomic_store_explicit(&touched[*hand], 0, memory_order_relaxed);
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
    struct cell_set *set = &cache->sets[place->set];
    const uint32_t version = atomic_load_explicit(&head->version, memory_order_relaxed);
    if (atomic_load_explicit(&head->key, memory_order_relaxed) == 0) {
        const uint32_t next = atomic_fetch_add_explicit(&cache->filled, 1, memory_order_relaxed);
        atomic_store_explicit(&set->place[way], next, memory_order_relaxed);
        if (next == MANY_CELLS) {
            kauri_cell_cache_use_huge_pages(cache);
        }
    }
    _Atomic uint64_t *words = words_of(cache, place->set, way);
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
    atomic_store_explicit(&set->touched[way], 0, memory_order_relaxed);
    atomic_store_explicit(&head->version, version + 2, memory_order_release);
    uint64_t bits = atomic_load_explicit(&set->signature, memory_order_relaxed);
    bits &= ~(UINT64_C(255) << 8 * way);
    bits |= (uint64_t)place->signature << 8 * way;
    atomic_store_explicit(&set->signature, bits, memory_order_relaxed);
}

void kauri_cell_cache_put(struct kauri_cell_cache *cache, uint64_t key, const void *bytes,
                          size_t size)
{
    if (cache->set_count == 0) {
        return;
    }
    const struct key_place place = place_of(cache, key);
    atomic_bool *busy = &cache->sets[place.set].busy;
    if (atomic_exchange_explicit(busy, true, memory_order_acquire)) {
        return;
    }
    if (!holds(cache, &place)) {
        replace(cache, &place, choose_way(cache, place.set), bytes, size);
    }
    atomic_store_explicit(busy, false, memory_order_release);
}
