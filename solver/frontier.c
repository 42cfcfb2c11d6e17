#include "solver/frontier.h"

#include <stdlib.h>

bool kauri_list_push(struct kauri_list *list, uint32_t mover, uint32_t opponent)
{
    if (list->count == list->capacity) {
        const uint32_t capacity = list->capacity == 0 ? 64 : list->capacity + list->capacity / 2;
        struct kauri_pair *pairs = realloc(list->pairs, capacity * sizeof *pairs);
        if (pairs == NULL) {
            return false;
        }
        list->pairs = pairs;
        list->capacity = capacity;
    }
    list->pairs[list->count++] =
        (struct kauri_pair){.mover = (uint16_t)mover, .opponent = (uint16_t)opponent};
    return true;
}

bool kauri_frontier_init(struct kauri_frontier *frontier, uint64_t block_count)
{
    frontier->block_count = block_count;
    frontier->won = calloc(block_count, sizeof *frontier->won);
    frontier->lost = calloc(block_count, sizeof *frontier->lost);
    return frontier->won != NULL && frontier->lost != NULL;
}

void kauri_frontier_clear(struct kauri_frontier *frontier)
{
    for (uint64_t block = 0; block < frontier->block_count; block++) {
        if (frontier->won != NULL) {
            free(frontier->won[block].pairs);
        }
        if (frontier->lost != NULL) {
            free(frontier->lost[block].pairs);
        }
    }
    free(frontier->won);
    free(frontier->lost);
    frontier->won = NULL;
    frontier->lost = NULL;
}

uint64_t kauri_frontier_count(const struct kauri_frontier *frontier)
{
    uint64_t count = 0;
    for (uint64_t block = 0; block < frontier->block_count; block++) {
        count += frontier->won[block].count + frontier->lost[block].count;
    }
    return count;
}

uint64_t kauri_frontier_bytes(const struct kauri_frontier *frontier)
{
    uint64_t pairs = 0;
    for (uint64_t block = 0; block < frontier->block_count; block++) {
        pairs += frontier->won[block].capacity + frontier->lost[block].capacity;
    }
    return pairs * sizeof(struct kauri_pair);
}
