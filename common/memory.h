// Memory of the machine and of this process.
#ifndef KAURI_COMMON_MEMORY_H
#define KAURI_COMMON_MEMORY_H

#include <stdint.h>

// Returns how many bytes could be used now without swapping out other programs and without
// exceeding the limit of a container. A conservative estimate if the system does not report it.
// Thread-safe.
uint64_t kauri_memory_available(void);

// Peak resident set size of this process in bytes; 0 if the system does not report it. Thread-safe.
uint64_t kauri_memory_peak(void);

#endif
