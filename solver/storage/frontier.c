#include "solver/storage/frontier.h"

#include "common/checked.h"
#include "common/memory.h"

#include <stdlib.h>
#include <string.h>

enum kauri_status kauri_frontier_new(struct kauri_frontier *frontier, uint64_t block_count,
                                     const struct kauri_workplace *place,
                                     enum kauri_work_file which, unsigned threads, uint64_t memory,
                                     struct kauri_error *error)
{
    frontier->block_count = block_count;
    for (int sign = 0; sign < 2; sign++) {
        KAURI_PASS(KAURI_NEW(frontier->lists[sign], kauri_size_to_ask(block_count), error,
                             "the frontiers"));
    }
    return kauri_spool_new(place, which, threads, memory, &frontier->spool, error);
}

void kauri_frontier_clear(struct kauri_frontier *frontier)
{
    free(frontier->lists[0]);
    free(frontier->lists[1]);
    kauri_spool_free(frontier->spool);
    memset(frontier, 0, sizeof *frontier);
}

void kauri_frontier_reset(struct kauri_frontier *frontier)
{
    kauri_spool_reset(frontier->spool);
    for (int sign = 0; sign < 2; sign++) {
        memset(frontier->lists[sign], 0,
               (size_t)frontier->block_count * sizeof *frontier->lists[sign]);
    }
}

enum kauri_status kauri_frontier_put(struct kauri_frontier *frontier, unsigned worker,
                                     enum kauri_sign sign, uint64_t block, const uint8_t *bytes,
                                     uint32_t word_count, uint32_t run_count,
                                     struct kauri_error *error)
{
    struct kauri_list *list = &frontier->lists[sign][block];
    list->word_count = word_count;
    list->run_count = run_count;
    return kauri_spool_append(frontier->spool, worker, bytes,
                              (uint32_t)kauri_list_bytes(word_count, run_count), &list->chunk,
                              error);
}

enum kauri_status kauri_frontier_view(const struct kauri_frontier *frontier, enum kauri_sign sign,
                                      uint64_t block, struct kauri_spool_buffer *buffer,
                                      struct kauri_list_view *view, struct kauri_error *error)
{
    const struct kauri_list *list = &frontier->lists[sign][block];
    const uint8_t *bytes = NULL;
    KAURI_PASS(kauri_spool_view(frontier->spool, list->chunk, buffer, &bytes, error));
    *view = kauri_list_from(bytes, list->word_count, list->run_count);
    return KAURI_OK;
}
