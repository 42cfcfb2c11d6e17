// What a fuzz target promises: if it does not hold, the target ends, and whoever runs it keeps the
// input.
#ifndef KAURI_TESTS_FUZZ_MUST_H
#define KAURI_TESTS_FUZZ_MUST_H

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static inline void must(bool condition, const char *what)
{
    if (!condition) {
        (void)fprintf(stderr, "fuzz target: %s\n", what);
        abort();
    }
}

#endif
