// Preloaded, this refuses one allocation of a program, whose number is REFUSED, counted from 1
// (tests/cli/running/cases_limits.py). For glibc, whose own functions it calls.
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

extern void *__libc_malloc(size_t bytes);
extern void *__libc_calloc(size_t count, size_t bytes);
extern void *__libc_realloc(void *memory, size_t bytes);

static bool is_refused(void)
{
    static atomic_ulong calls;
    const char *number = getenv("REFUSED");
    if (number == NULL || atomic_fetch_add(&calls, 1) + 1 != strtoul(number, NULL, 10)) {
        return false;
    }
    errno = ENOMEM;
    return true;
}

void *malloc(size_t bytes)
{
    return is_refused() ? NULL : __libc_malloc(bytes);
}

void *calloc(size_t count, size_t bytes)
{
    return is_refused() ? NULL : __libc_calloc(count, bytes);
}

void *realloc(void *memory, size_t bytes)
{
    return is_refused() ? NULL : __libc_realloc(memory, bytes);
}
