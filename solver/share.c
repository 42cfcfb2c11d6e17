#include "solver/share.h"

#include "solver/send_buffers.h"

#include <stdlib.h>
#include <string.h>

static enum kauri_status out_of_memory(const struct kauri_share *share, struct kauri_error *error)
{
    return kauri_layer_out_of_memory(&share->layer, "the blocks of", error);
}

// The rank that owns a block: the first stored block of its pair decides. `all` are the stored
// blocks of the whole layer.
static unsigned owner_of(const struct kauri_stored_blocks *all, const struct kauri_layer *layer,
                         unsigned ranks, uint64_t number)
{
    const uint64_t other = kauri_block_exchanged(layer, number);
    const bool stored = kauri_block_stored(all, number);
    const uint64_t first =
        stored && (number < other || !kauri_block_stored(all, other)) ? number : other;
    return (unsigned)(kauri_stored_rank(all, first) % ranks);
}

// Makes the map of stored blocks by slot, and their numbers among all.
static enum kauri_status map_stored(struct kauri_share *share,
                                    const struct kauri_stored_blocks *all,
                                    struct kauri_error *error)
{
    struct kauri_stored_blocks *map = &share->stored;
    const size_t words = (size_t)share->own_count / 64 + 1;
    map->block_count = share->own_count;
    map->bits = calloc(words, sizeof *map->bits);
    map->before = calloc(words, sizeof *map->before);
    share->stored_ranks = calloc((size_t)share->own_count + 1, sizeof *share->stored_ranks);
    if (map->bits == NULL || map->before == NULL || share->stored_ranks == NULL) {
        return out_of_memory(share, error);
    }
    for (uint64_t slot = 0; slot < share->own_count; slot++) {
        if (slot % 64 == 0) {
            map->before[slot / 64] = (uint32_t)map->count;
        }
        if (kauri_block_stored(all, share->numbers[slot])) {
            map->bits[slot / 64] |= UINT64_C(1) << slot % 64;
            share->stored_ranks[map->count++] =
                (uint32_t)kauri_stored_rank(all, share->numbers[slot]);
        }
    }
    return KAURI_OK;
}

static enum kauri_status find_own(struct kauri_share *share, const struct kauri_stored_blocks *all,
                                  struct kauri_error *error)
{
    const struct kauri_layer *layer = &share->layer;
    const unsigned ranks = share->team->ranks;
    for (int pass = 0; pass < 2; pass++) { // counts them first
        share->own_count = 0;
        for (uint64_t number = 0; number < layer->block_count; number++) {
            if (owner_of(all, layer, ranks, number) == share->team->rank) {
                if (pass > 0) {
                    share->numbers[share->own_count] = (uint32_t)number;
                }
                share->own_count++;
            }
        }
        if (pass == 0) {
            share->numbers = calloc((size_t)share->own_count + 1, sizeof *share->numbers);
            if (share->numbers == NULL) {
                return out_of_memory(share, error);
            }
        }
    }
    share->slot_count = share->own_count;
    share->positions = share->own_count * layer->cowrie_count;
    return map_stored(share, all, error);
}

enum kauri_status kauri_share_init(struct kauri_share *share, const struct kauri_layer *layer,
                                   const struct kauri_team *team, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_stored_blocks all = {.count = 0};
    *share = (struct kauri_share){.layer = *layer, .team = team};
    if (team->ranks == 1) {
        share->own_count = layer->block_count;
        share->slot_count = layer->block_count;
        share->positions = layer->positions;
        return kauri_stored_blocks_init(&share->stored, layer, error);
    }
    if (layer->block_count > UINT32_MAX) {
        return kauri_fail(error, KAURI_RESOURCE, "layer %u is beyond any memory", layer->seeds);
    }
    KAURI_TRY(kauri_stored_blocks_init(&all, layer, error));
    status = find_own(share, &all, error);
cleanup:
    kauri_stored_blocks_clear(&all);
    return status;
}

void kauri_share_clear(struct kauri_share *share)
{
    free(share->numbers);
    free(share->owners);
    free(share->stored_ranks);
    free(share->order);
    free(share->edge_first);
    free(share->edges);
    kauri_stored_blocks_clear(&share->stored);
    memset(share, 0, sizeof *share);
}

// The slot in [first, end) with this number; their numbers ascend.
static uint64_t find(const struct kauri_share *share, uint64_t first, uint64_t end, uint64_t number)
{
    const uint64_t stop = end;
    while (first < end) {
        const uint64_t middle = first + (end - first) / 2;
        if (share->numbers[middle] < number) {
            first = middle + 1;
        } else {
            end = middle;
        }
    }
    return first < stop && share->numbers[first] == number ? first : UINT64_MAX;
}

uint64_t kauri_share_own_slot(const struct kauri_share *share, uint64_t number)
{
    if (share->numbers == NULL) {
        return number < share->own_count ? number : UINT64_MAX;
    }
    return find(share, 0, share->own_count, number);
}

uint64_t kauri_share_other_slot(const struct kauri_share *share, uint64_t number)
{
    return share->numbers == NULL ? UINT64_MAX
                                  : find(share, share->own_count, share->slot_count, number);
}

static int compare_numbers(const void *a, const void *b)
{
    const uint32_t left = *(const uint32_t *)a;
    const uint32_t right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

// Sorts numbers and keeps one of each; returns how many remain.
static uint64_t make_unique(uint32_t *numbers, uint64_t count)
{
    uint64_t kept = 0;
    qsort(numbers, (size_t)count, sizeof *numbers, compare_numbers);
    for (uint64_t i = 0; i < count; i++) {
        if (kept == 0 || numbers[kept - 1] != numbers[i]) {
            numbers[kept++] = numbers[i];
        }
    }
    return kept;
}

// Gives slots to the blocks of other ranks that own blocks lead to.
static enum kauri_status find_others(struct kauri_share *share, const struct kauri_block *blocks,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_layer *layer = &share->layer;
    const unsigned ranks = share->team->ranks;
    struct kauri_stored_blocks all;
    uint32_t *others = calloc((size_t)share->own_count * KAURI_HOLES_MAX + 1, sizeof *others);
    uint64_t count = 0;
    KAURI_TRY(kauri_stored_blocks_init(&all, layer, error));
    if (others == NULL) {
        status = out_of_memory(share, error);
        goto cleanup;
    }
    for (uint64_t slot = 0; slot < share->own_count; slot++) {
        for (unsigned h = 0; h < layer->shape.holes; h++) {
            const uint32_t number = blocks[slot].successor[h];
            if (owner_of(&all, layer, ranks, number) != share->team->rank) {
                others[count++] = number;
            }
        }
    }
    count = make_unique(others, count);
    uint32_t *numbers =
        realloc(share->numbers, (size_t)(share->own_count + count + 1) * sizeof *numbers);
    share->numbers = numbers != NULL ? numbers : share->numbers;
    share->owners = calloc((size_t)count + 1, sizeof *share->owners);
    if (numbers == NULL || share->owners == NULL) {
        status = out_of_memory(share, error);
        goto cleanup;
    }
    memcpy(numbers + share->own_count, others, (size_t)count * sizeof *others);
    for (uint64_t i = 0; i < count; i++) {
        share->owners[i] = owner_of(&all, layer, ranks, others[i]);
    }
    share->slot_count = share->own_count + count;
cleanup:
    kauri_stored_blocks_clear(&all);
    free(others);
    return status;
}

// Replaces the numbers of successors by slots.
static void number_successors(const struct kauri_share *share, struct kauri_block *blocks)
{
    const unsigned holes = share->layer.shape.holes;
    for (uint64_t slot = 0; slot < share->own_count; slot++) {
        for (unsigned h = 0; h <= holes; h++) {
            const uint64_t own = kauri_share_own_slot(share, blocks[slot].successor[h]);
            blocks[slot].successor[h] =
                (uint32_t)(own != UINT64_MAX
                               ? own
                               : kauri_share_other_slot(share, blocks[slot].successor[h]));
        }
    }
}

static bool is_inner(const struct kauri_share *share, const struct kauri_block *block)
{
    bool inner = true;
    for (unsigned h = 0; h <= share->layer.shape.holes; h++) {
        inner = inner && block->successor[h] < share->own_count;
    }
    return inner;
}

static enum kauri_status order_blocks(struct kauri_share *share, const struct kauri_block *blocks,
                                      struct kauri_error *error)
{
    uint64_t place = 0;
    share->order = calloc((size_t)share->own_count + 1, sizeof *share->order);
    if (share->order == NULL) {
        return out_of_memory(share, error);
    }
    for (int inner = 1; inner >= 0; inner--) {
        for (uint64_t slot = 0; slot < share->own_count; slot++) {
            if (is_inner(share, &blocks[slot]) == (inner == 1)) {
                share->order[place++] = (uint32_t)slot;
            }
        }
        share->inner_count = inner == 1 ? place : share->inner_count;
    }
    return KAURI_OK;
}

// Gives slots to the successors of the own blocks, replaces their numbers in `blocks` with these
// slots, and orders the own blocks.
static enum kauri_status find_successors(struct kauri_share *share, struct kauri_block *blocks,
                                         struct kauri_error *error)
{
    KAURI_PASS(find_others(share, blocks, error));
    number_successors(share, blocks);
    return order_blocks(share, blocks, error);
}

// ---------------------------------------------------------------------------------------- edges

// An edge as it is sent to the owner of the block that it leads to.
struct sent_edge {
    uint32_t number; // of that block
    uint8_t hole;
    uint8_t start;
    uint16_t reserved;
    uint64_t classes[KAURI_COWRIES_MAX]; // by k - 1: classes that the move is quiet against
};

static void fill_edge(const struct kauri_share *share, const struct kauri_masks *masks,
                      const struct kauri_block *block, unsigned h, struct sent_edge *edge)
{
    memset(edge, 0, sizeof *edge);
    edge->number = (uint32_t)kauri_share_number(share, block->successor[h]);
    edge->hole = (uint8_t)h;
    edge->start = block->start[h];
    for (unsigned k = 1; k <= share->layer.shape.cowries; k++) {
        edge->classes[k - 1] = masks->masks[block->mask[h][k]].classes;
    }
}

// Puts the edges to blocks of other ranks into the buffers for these ranks.
static enum kauri_status put_edges(const struct kauri_share *share,
                                   const struct kauri_block *blocks,
                                   const struct kauri_masks *masks,
                                   struct kauri_send_buffers *buffers, struct kauri_error *error)
{
    for (uint64_t slot = 0; slot < share->own_count; slot++) {
        for (unsigned h = 0; h < share->layer.shape.holes; h++) {
            const uint32_t to = blocks[slot].successor[h];
            struct sent_edge edge;
            if (to < share->own_count) {
                continue;
            }
            struct kauri_send_buffer *buffer =
                kauri_send_buffer_of(buffers, 0, share->owners[to - share->own_count]);
            if (!kauri_send_room(buffer, sizeof edge)) {
                return out_of_memory(share, error);
            }
            fill_edge(share, masks, &blocks[slot], h, &edge);
            memcpy(buffer->bytes + buffer->used, &edge, sizeof edge);
            buffer->used += sizeof edge;
        }
    }
    return KAURI_OK;
}

// Turns an edge from another rank into masks and a limit of this one.
static enum kauri_status take_edge(const struct kauri_share *share, const struct sent_edge *sent,
                                   unsigned rank, struct kauri_masks *masks, uint64_t *slot,
                                   struct kauri_share_edge *edge, struct kauri_error *error)
{
    const unsigned holes = share->layer.shape.holes;
    uint16_t numbers[KAURI_COWRIES_MAX + 1] = {0};
    const uint64_t possible = UINT64_MAX >> (64 - (1U << holes));
    *slot = kauri_share_own_slot(share, sent->number);
    bool damaged = *slot == UINT64_MAX || sent->hole >= holes || sent->start >= 2 * holes ||
                   masks->geometry->origins[sent->hole][sent->start].entry == NULL;
    for (unsigned k = 1; k <= share->layer.shape.cowries; k++) {
        damaged = damaged || (sent->classes[k - 1] & ~possible) != 0;
    }
    if (damaged) {
        return kauri_fail(error, KAURI_CORRUPT, "rank %u sent a move that layer %u does not have",
                          rank, share->layer.seeds);
    }
    for (unsigned k = 1; k <= share->layer.shape.cowries; k++) {
        KAURI_PASS(kauri_masks_intern(masks, masks->geometry->pattern_of[sent->start][k],
                                      sent->classes[k - 1], &numbers[k], error));
    }
    *edge = (struct kauri_share_edge){.rank = rank, .hole = sent->hole, .start = sent->start};
    return kauri_masks_limit(masks, numbers, &edge->limit, error);
}

static uint64_t edges_in(const struct kauri_message *message)
{
    return message->size / sizeof(struct sent_edge);
}

// Whether the own block in the slot has this edge already.
static bool has_edge(const struct kauri_share *share, uint64_t slot, uint32_t end,
                     const struct kauri_share_edge *edge)
{
    for (uint32_t i = share->edge_first[slot]; i < end; i++) {
        const struct kauri_share_edge *known = &share->edges[i];
        if (known->rank == edge->rank && known->hole == edge->hole && known->start == edge->start &&
            known->limit == edge->limit) {
            return true;
        }
    }
    return false;
}

// Puts the edges that were received in the order of the slots they lead to. Edges of different
// blocks that reach the same positions are kept once.
static enum kauri_status take_edges(struct kauri_share *share, const struct kauri_message *received,
                                    struct kauri_masks *masks, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const unsigned ranks = share->team->ranks;
    uint32_t *end = NULL;
    uint64_t total = 0;
    for (unsigned rank = 0; rank < ranks; rank++) {
        const struct kauri_message *message = &received[rank];
        total += edges_in(message);
        if (message->size % sizeof(struct sent_edge) != 0 || total > UINT32_MAX) {
            return kauri_fail(error, KAURI_CORRUPT, "rank %u sent a message of a wrong size", rank);
        }
    }
    share->edges = calloc((size_t)total + 1, sizeof *share->edges);
    share->edge_first = calloc((size_t)share->own_count + 2, sizeof *share->edge_first);
    end = calloc((size_t)share->own_count + 1, sizeof *end);
    if (share->edges == NULL || share->edge_first == NULL || end == NULL) {
        status = out_of_memory(share, error);
        goto cleanup;
    }
    for (int pass = 0; pass < 2; pass++) {
        for (unsigned rank = 0; rank < ranks; rank++) {
            const struct sent_edge *sent = received[rank].bytes;
            for (uint64_t i = 0; i < edges_in(&received[rank]); i++) {
                struct kauri_share_edge edge;
                uint64_t slot = 0;
                KAURI_TRY(take_edge(share, &sent[i], rank, masks, &slot, &edge, error));
                if (pass == 0) {
                    share->edge_first[slot + 1]++;
                } else if (!has_edge(share, slot, end[slot], &edge)) {
                    share->edges[end[slot]++] = edge;
                }
            }
        }
        for (uint64_t slot = 0; pass == 0 && slot < share->own_count; slot++) {
            share->edge_first[slot + 1] += share->edge_first[slot];
            end[slot] = share->edge_first[slot];
        }
    }
    // Closes the gaps that the edges left which were there already.
    uint32_t kept = 0;
    for (uint64_t slot = 0; slot < share->own_count; slot++) {
        const uint32_t from = share->edge_first[slot];
        share->edge_first[slot] = kept;
        for (uint32_t i = from; i < end[slot]; i++) {
            share->edges[kept++] = share->edges[i];
        }
    }
    share->edge_first[share->own_count] = kept;
cleanup:
    free(end);
    return status;
}

enum kauri_status kauri_share_connect(struct kauri_share *share, struct kauri_block *blocks,
                                      struct kauri_masks *masks, enum kauri_status status,
                                      struct kauri_error *error)
{
    const struct kauri_team *team = share->team;
    struct kauri_send_buffers buffers = {.team = team};
    if (team->ranks == 1) {
        return status;
    }
    if (status == KAURI_OK) {
        status = kauri_send_buffers_init(&buffers, team, 1, error);
    }
    if (status == KAURI_OK) {
        status = find_successors(share, blocks, error);
    }
    if (status == KAURI_OK) {
        status = put_edges(share, blocks, masks, &buffers, error);
    }
    KAURI_TRY(kauri_team_status(team, status, error));
    KAURI_TRY(kauri_send_begin(&buffers, NULL, 0, KAURI_OK, error));
    KAURI_TRY(kauri_send_finish(&buffers, NULL, KAURI_OK, error));
    KAURI_TRY(kauri_team_status(team, take_edges(share, buffers.received, masks, error), error));
cleanup:
    kauri_send_buffers_clear(&buffers);
    return status;
}
