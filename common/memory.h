// Memory of the machine, of this process and of its control group; arrays; memory for many large
// pieces.
#ifndef KAURI_COMMON_MEMORY_H
#define KAURI_COMMON_MEMORY_H

#include "common/status.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

// Returns how many bytes could be used now without swapping out other programs and without
// exceeding the limit of a container; at most half of the address space. A conservative estimate if
// the system does not report it. Thread-safe.
uint64_t kauri_memory_available(void);

// Nine tenths of kauri_memory_available: what a run takes if it was given no limit. Thread-safe.
uint64_t kauri_memory_usable(void);

// Peak resident set size of this process in bytes; 0 if the system does not report it. Thread-safe.
uint64_t kauri_memory_peak(void);

// Resets the peak to the memory that is resident now, if the system allows it.
void kauri_memory_forget_peak(void);

// ---------------------------------------------------------- control groups (containers, services)

// Returns how many bytes the process may still use under the limits of its control group and of the
// groups above it: the limit minus the memory in use, where file pages that the kernel can drop
// count as free. UINT64_MAX if there is no limit or no control group. `root` is the mount point of
// the hierarchy ("/sys/fs/cgroup"); `membership` is the file that names the group
// ("/proc/self/cgroup"). Understands version 2, and the limit of version 1 as it appears inside a
// container. Thread-safe.
//
// Source: the kernel's Documentation/admin-guide/cgroup-v2.rst, memory.max, memory.current,
// memory.stat.
uint64_t kauri_cgroup_available(const char *root, const char *membership);

// ------------------------------------------------------------------------------- arrays

// Both are calls for KAURI_TRY and KAURI_PASS, which fail with KAURI_RESOURCE and the message "out
// of memory for ...", the rest of which is a format and its arguments:
//
//     KAURI_TRY(KAURI_NEW(tables->files, count, error, "%zu files", count));
//
// Allocates `count` zeroed elements for a pointer, which is NULL if memory runs out.
#define KAURI_NEW(pointer, count, error, ...)                                                      \
    (((pointer) = calloc((count), sizeof *(pointer))) != NULL                                      \
         ? KAURI_OK                                                                                \
         : KAURI_OUT_OF_MEMORY(error, __VA_ARGS__))

// Widens an array of `capacity` elements, if need be, so that `wanted` fit; array and capacity are
// zero at first. If memory runs out, the array stays as it is.
#define KAURI_FIT(array, wanted, capacity, error, ...)                                             \
    (KAURI_FITS((array), (wanted), (capacity)) ? KAURI_OK : KAURI_OUT_OF_MEMORY(error, __VA_ARGS__))

// As KAURI_FIT, but says whether they fit now.
#define KAURI_FITS(array, wanted, capacity)                                                        \
    ((wanted) <= (capacity) ||                                                                     \
     ((array) = kauri_array_fit((array), (wanted), &(capacity), sizeof *(array)),                  \
      (wanted) <= (capacity)))

// The constant tells compilers that this is never KAURI_OK.
#define KAURI_OUT_OF_MEMORY(error, ...)                                                            \
    ((void)kauri_fail((error), KAURI_RESOURCE, "out of memory for " __VA_ARGS__), KAURI_RESOURCE)

// Returns the array, which may have moved; *capacity tells whether it is wider.
void *kauri_array_fit(void *array, size_t wanted, size_t *capacity, size_t bytes);

// ------------------------------------------------------------------------------- large pieces

// Memory for many pieces of different sizes that come and go, such as pages and blocks of tables.
// Pieces of 256 KiB and more are mapped separately, so that freeing one returns its memory at once.
// With malloc, which keeps freed pieces of up to 32 MiB for later ones, a sixth of the memory was
// left in holes that no later piece fitted into.

// Returns NULL when out of memory. The bytes are not initialised, or with _zeros set to 0.
// Thread-safe.
void *kauri_large_new(size_t bytes);
void *kauri_large_zeros(size_t bytes);
// Frees memory of kauri_large_new for as many bytes; accepts NULL. Thread-safe.
void kauri_large_free(void *memory, size_t bytes);

// Asks for huge pages, so that touching memory all over misses the TLB less often. Systems without
// them, and pieces that are no whole pages, keep what they have. Thread-safe.
void kauri_use_huge_pages(void *memory, size_t bytes);

#endif
