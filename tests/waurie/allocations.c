#include "tests/waurie/allocations.h"

#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static atomic_size_t held;
static atomic_size_t base;
static atomic_size_t peak;

// The linker sends calls of f to __wrap_f and provides the original f as __real_f.
void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__real_realloc(void *memory, size_t bytes);
void *__real_aligned_alloc(size_t alignment, size_t bytes);
void __real_free(void *memory);
char *__real_strdup(const char *text);
void *__real_mmap(void *at, size_t bytes, int protection, int flags, int file, off_t offset);
void *__real_mmap64(void *at, size_t bytes, int protection, int flags, int file, off_t offset);
int __real_munmap(void *memory, size_t bytes);
// -Wmissing-prototypes asks for these.
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);
void *__wrap_realloc(void *memory, size_t bytes);
void *__wrap_aligned_alloc(size_t alignment, size_t bytes);
void __wrap_free(void *memory);
char *__wrap_strdup(const char *text);
void *__wrap_mmap(void *at, size_t bytes, int protection, int flags, int file, off_t offset);
void *__wrap_mmap64(void *at, size_t bytes, int protection, int flags, int file, off_t offset);
int __wrap_munmap(void *memory, size_t bytes);

static void add(size_t bytes)
{
    const size_t now = atomic_fetch_add(&held, bytes) + bytes;
    size_t before = atomic_load(&peak);
    while (before < now && !atomic_compare_exchange_weak(&peak, &before, now)) {
    }
}

static void *count(void *memory)
{
    if (memory != NULL) {
        add(malloc_usable_size(memory));
    }
    return memory;
}

void *__wrap_malloc(size_t bytes)
{
    return count(__real_malloc(bytes));
}

void *__wrap_calloc(size_t number, size_t bytes)
{
    return count(__real_calloc(number, bytes));
}

void *__wrap_aligned_alloc(size_t alignment, size_t bytes)
{
    return count(__real_aligned_alloc(alignment, bytes));
}

// The old and the new memory exist at the same time, unless the library finds a way without.
void *__wrap_realloc(void *memory, size_t bytes)
{
    const size_t before = memory != NULL ? malloc_usable_size(memory) : 0;
    void *moved = count(__real_realloc(memory, bytes));
    if (moved != NULL) {
        atomic_fetch_sub(&held, before);
    }
    return moved;
}

void __wrap_free(void *memory)
{
    if (memory != NULL) {
        atomic_fetch_sub(&held, malloc_usable_size(memory));
    }
    __real_free(memory);
}

char *__wrap_strdup(const char *text)
{
    return count(__real_strdup(text));
}

static void *count_map(void *memory, size_t bytes)
{
    if (memory != MAP_FAILED) {
        add(bytes);
    }
    return memory;
}

void *__wrap_mmap(void *at, size_t bytes, int protection, int flags, int file, off_t offset)
{
    return count_map(__real_mmap(at, bytes, protection, flags, file, offset), bytes);
}

// What mmap is on 32 bits with 64 bits for offsets.
void *__wrap_mmap64(void *at, size_t bytes, int protection, int flags, int file, off_t offset)
{
    return count_map(__real_mmap64(at, bytes, protection, flags, file, offset), bytes);
}

int __wrap_munmap(void *memory, size_t bytes)
{
    atomic_fetch_sub(&held, bytes);
    return __real_munmap(memory, bytes);
}

size_t allocations_held(void)
{
    return atomic_load(&held);
}

void allocations_begin(void)
{
    atomic_store(&base, atomic_load(&held));
    atomic_store(&peak, atomic_load(&held));
}

size_t allocations_peak(void)
{
    return atomic_load(&peak) - atomic_load(&base);
}
