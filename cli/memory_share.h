// Divides the memory that --memory allows between tables and search.
#ifndef KAURI_CLI_MEMORY_SHARE_H
#define KAURI_CLI_MEMORY_SHARE_H

#include <stdint.h>

// Bytes for decoded parts of tables: a quarter, at most 64 MiB, which is far more than a game
// needs. The rest is for the search.
uint64_t kauri_memory_for_tables(uint64_t memory);

// Bytes for decoded pages in commands that mostly look up: a quarter of the memory that is free,
// and at most a quarter of the address space where it is limited (RLIMIT_AS).
uint64_t kauri_memory_for_look_ups(void);

#endif
