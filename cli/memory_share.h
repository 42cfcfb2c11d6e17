// Divides the memory that --memory allows between tables and search.
#ifndef KAURI_CLI_MEMORY_SHARE_H
#define KAURI_CLI_MEMORY_SHARE_H

#include "common/status.h"
#include "rules/board.h"

#include <stdbool.h>
#include <stdint.h>

// Bytes for decoded parts of tables: a quarter, at most 64 MiB, which is far more than a game
// needs. The rest is for the search.
uint64_t kauri_memory_for_tables(uint64_t memory);

// KAURI_RESOURCE if a search of the position, in the memory that these tables leave, would have too
// little; the message states what is enough.
enum kauri_status kauri_memory_try_search(uint64_t memory, bool tables,
                                          const struct kauri_position *position,
                                          struct kauri_error *error);

// Fails with KAURI_RESOURCE: a search with so many threads needs at least `least` bytes.
enum kauri_status kauri_memory_too_little(uint64_t least, unsigned threads,
                                          struct kauri_error *error);

// Bytes for decoded pages in commands that mostly look up: a quarter of the memory that is free,
// and at most a quarter of the address space where it is limited (RLIMIT_AS).
uint64_t kauri_memory_for_look_ups(void);

#endif
