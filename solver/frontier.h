// The positions decided in one round, as lists, one pair a block.
#ifndef KAURI_SOLVER_FRONTIER_H
#define KAURI_SOLVER_FRONTIER_H

#include <stdbool.h>
#include <stdint.h>

// A position inside a block: the mover's row number and the opponent's.
struct kauri_pair {
    uint16_t mover;
    uint16_t opponent;
};

struct kauri_list {
    struct kauri_pair *pairs;
    uint32_t count;
    uint32_t capacity;
};

// Appends; false when out of memory (the list is then as it was).
bool kauri_list_push(struct kauri_list *list, uint32_t mover, uint32_t opponent);

// The lists of one round: won[b] and lost[b] hold the positions of block b decided with +value and
// with -value for their mover.
struct kauri_frontier {
    struct kauri_list *won;
    struct kauri_list *lost;
    uint64_t block_count;
};

// False when out of memory.
bool kauri_frontier_init(struct kauri_frontier *frontier, uint64_t block_count);
void kauri_frontier_clear(struct kauri_frontier *frontier);

// Positions in the lists of all blocks, and bytes of their memory.
uint64_t kauri_frontier_count(const struct kauri_frontier *frontier);
uint64_t kauri_frontier_bytes(const struct kauri_frontier *frontier);

#endif
