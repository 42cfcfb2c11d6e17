// Whether the tests are built with sanitizers, or for a slow machine (KAURI_TESTS_SHORT). Fewer
// repetitions are enough for these, which look for faults of memory or of the machine; the values
// that the same tests compare are those of every build.
#ifndef KAURI_TESTS_SANITIZED_H
#define KAURI_TESTS_SANITIZED_H

#include <stdlib.h>

#ifndef KAURI_TEST_SANITIZED
#error "tests/CMakeLists.txt defines KAURI_TEST_SANITIZED"
#endif

enum { SANITIZED = KAURI_TEST_SANITIZED };

// For tests of the memory of a process: sanitizers and qemu take more of their own.
#define SKIP_IF_SANITIZED()                                                                        \
    do {                                                                                           \
        if (SANITIZED) {                                                                           \
            skip();                                                                                \
        }                                                                                          \
    } while (0)

// A number of repetitions or a size: `few` with sanitizers, `all` in other builds, and with
// sanitizers too when scripts/check/test-long runs the tests.
static inline unsigned fewer(unsigned few, unsigned all)
{
    return SANITIZED && getenv("KAURI_TEST_LONG") == NULL ? few : all;
}

#endif
