// Memory for many pieces of different sizes that come and go, such as pages and blocks of tables.
// Pieces of 256 KiB and more are mapped each by itself, so that freeing one gives its memory back
// at once. With malloc, which keeps freed pieces of up to 32 MiB for later ones, a sixth of the
// memory was left in holes that no later piece fitted into.
#ifndef KAURI_COMMON_LARGE_BLOCK_H
#define KAURI_COMMON_LARGE_BLOCK_H

#include <stddef.h>

// NULL when out of memory. The bytes are not set to anything, or with _zeros to 0. Thread-safe.
void *kauri_large_new(size_t bytes);
void *kauri_large_zeros(size_t bytes);
// Frees what these returned for as many bytes; accepts NULL. Thread-safe.
void kauri_large_free(void *memory, size_t bytes);

#endif
