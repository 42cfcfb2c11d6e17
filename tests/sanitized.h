// Whether the tests are built with sanitizers. These look for faults of memory, for which fewer
// repetitions are enough; the values that the same tests compare are those of every build.
#ifndef KAURI_TESTS_SANITIZED_H
#define KAURI_TESTS_SANITIZED_H

#ifndef KAURI_TEST_SANITIZED
#error "tests/CMakeLists.txt defines KAURI_TEST_SANITIZED"
#endif

enum { SANITIZED = KAURI_TEST_SANITIZED };

#endif
