// What memory the machine has, and what this process has used of it.
#ifndef KAURI_COMMON_MEMORY_H
#define KAURI_COMMON_MEMORY_H

#include <stdint.h>

// Bytes of memory that could be used now without pushing other programs out, nor beyond the limit
// of a container, as far as the system tells; a careful guess where it does not. Thread-safe.
uint64_t kauri_memory_available(void);

// Most bytes of memory that this process ever had resident, 0 where the system does not tell.
uint64_t kauri_memory_peak(void);

#endif
