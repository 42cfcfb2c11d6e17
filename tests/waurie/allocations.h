// Counts the memory that a test program holds: for tests of functions that promise a bound.
//
// A program that uses this is linked with --wrap=malloc and so on (CMakeLists.txt). What the
// project's own code allocates is counted, by any thread, and nothing that shared libraries
// allocate. Sizes are those that malloc really provides, up to a page more than was asked for.
#ifndef KAURI_TESTS_WAURIE_ALLOCATIONS_H
#define KAURI_TESTS_WAURIE_ALLOCATIONS_H

#include <stddef.h>

// Bytes that are held now.
size_t allocations_held(void);

// Forgets the peak; then the greatest number of bytes held since, beyond those held at that time.
void allocations_begin(void);
size_t allocations_peak(void);

#endif
