#include "common/large_block.h"

#include <stdlib.h>
#include <sys/mman.h>

enum { MAPPED_BYTES = 256 << 10 };

static void *map(size_t bytes)
{
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return memory != MAP_FAILED ? memory : NULL;
}

void *kauri_large_new(size_t bytes)
{
    return bytes < MAPPED_BYTES ? malloc(bytes) : map(bytes);
}

void *kauri_large_zeros(size_t bytes)
{
    return bytes < MAPPED_BYTES ? calloc(1, bytes) : map(bytes);
}

void kauri_large_free(void *memory, size_t bytes)
{
    if (bytes < MAPPED_BYTES) {
        free(memory);
    } else if (memory != NULL) {
        (void)munmap(memory, bytes);
    }
}
