// The part of <sys/mman.h> that Kauri uses: anonymous memory, which begins as zeros.
#ifndef KAURI_WEB_WASM_SHIMS_SYS_MMAN_H
#define KAURI_WEB_WASM_SHIMS_SYS_MMAN_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define PROT_READ     1
#define PROT_WRITE    2
#define MAP_PRIVATE   2
#define MAP_ANONYMOUS 32
#define MAP_NORESERVE 0
#define MAP_FAILED    ((void *)-1)

// Returns memory aligned for cache lines and vectors.
static inline void *mmap(void *address, size_t bytes, int protection, int flags, int descriptor,
                         int64_t offset)
{
    (void)address;
    (void)protection;
    (void)flags;
    (void)descriptor;
    (void)offset;
    const size_t whole = (bytes + 4095) & ~(size_t)4095;
    void *memory = whole >= bytes ? aligned_alloc(4096, whole) : NULL;
    return memory != NULL ? memset(memory, 0, whole) : MAP_FAILED;
}

static inline int munmap(void *address, size_t bytes)
{
    (void)bytes;
    free(address);
    return 0;
}

#endif
