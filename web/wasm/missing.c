#include "web/wasm/shims/wasi_missing.h"

#include <errno.h>
#include <stddef.h>

int flock(int descriptor, int operation)
{
    (void)descriptor;
    (void)operation;
    errno = ENOSYS;
    return -1;
}

char *realpath(const char *path, char *resolved)
{
    (void)path;
    (void)resolved;
    errno = ENOSYS;
    return NULL;
}

// The compressing functions of zstd that db/compress.c calls.
void *ZSTD_createCCtx(void);
size_t ZSTD_freeCCtx(void *context);
size_t ZSTD_CCtx_setParameter(void *context, int parameter, int value);
void *ZSTD_createCDict(const void *bytes, size_t size, int level);
size_t ZSTD_freeCDict(void *dictionary);
size_t ZSTD_CCtx_refCDict(void *context, const void *dictionary);
size_t ZSTD_compress2(void *context, void *to, size_t capacity, const void *from, size_t size);
size_t ZDICT_trainFromBuffer(void *dictionary, size_t capacity, const void *samples,
                             const size_t *sample_sizes, unsigned sample_count);
unsigned ZDICT_isError(size_t result);

void *ZSTD_createCCtx(void)
{
    return NULL;
}

size_t ZSTD_freeCCtx(void *context)
{
    (void)context;
    return 0;
}

size_t ZSTD_CCtx_setParameter(void *context, int parameter, int value)
{
    (void)context;
    (void)parameter;
    (void)value;
    return (size_t)-1;
}

void *ZSTD_createCDict(const void *bytes, size_t size, int level)
{
    (void)bytes;
    (void)size;
    (void)level;
    return NULL;
}

size_t ZSTD_freeCDict(void *dictionary)
{
    (void)dictionary;
    return 0;
}

size_t ZSTD_CCtx_refCDict(void *context, const void *dictionary)
{
    (void)context;
    (void)dictionary;
    return (size_t)-1;
}

size_t ZSTD_compress2(void *context, void *to, size_t capacity, const void *from, size_t size)
{
    (void)context;
    (void)to;
    (void)capacity;
    (void)from;
    (void)size;
    return (size_t)-1;
}

size_t ZDICT_trainFromBuffer(void *dictionary, size_t capacity, const void *samples,
                             const size_t *sample_sizes, unsigned sample_count)
{
    (void)dictionary;
    (void)capacity;
    (void)samples;
    (void)sample_sizes;
    (void)sample_count;
    return (size_t)-1;
}

unsigned ZDICT_isError(size_t result)
{
    return result == (size_t)-1;
}
