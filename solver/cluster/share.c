#include "solver/cluster/share.h"

#include "solver/cluster/send_buffers.h"

#include <stdlib.h>
#include <string.h>

static enum kauri_status out_of_memory(const struct kauri_part *part, struct kauri_error *error)
{
    return kauri_layer_out_of_memory(&part->layer, "the blocks of", error);
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
static enum kauri_status map_stored(struct kauri_part *part, const struct kauri_stored_blocks *all,
                                    struct kauri_error *error)
{
    struct kauri_stored_blocks *map = &part->stored;
    const size_t words = (size_t)part->block_count / 64 + 1;
    map->block_count = part->block_count;
    map->bits = calloc(words, sizeof *map->bits);
    map->before = calloc(words, sizeof *map->before);
    part->stored_numbers = calloc((size_t)part->block_count + 1, sizeof *part->stored_numbers);
    if (map->bits == NULL || map->before == NULL || part->stored_numbers == NULL) {
        return out_of_memory(part, error);
    }
    for (uint64_t slot = 0; slot < part->block_count; slot++) {
        if (slot % 64 == 0) {
            map->before[slot / 64] = (uint32_t)map->count;
        }
        if (kauri_block_stored(all, part->numbers[slot])) {
            map->bits[slot / 64] |= UINT64_C(1) << slot % 64;
            part->stored_numbers[map->count++] =
                (uint32_t)kauri_stored_rank(all, part->numbers[slot]);
        }
    }
    return KAURI_OK;
}

// Finds the blocks of this rank.
static enum kauri_status find_blocks(struct kauri_part *part, const struct kauri_stored_blocks *all,
                                     struct kauri_error *error)
{
    const struct kauri_layer *layer = &part->layer;
    const unsigned ranks = part->team->ranks;
    for (int pass = 0; pass < 2; pass++) { // the first pass counts the blocks
        part->block_count = 0;
        for (uint64_t number = 0; number < layer->block_count; number++) {
            if (owner_of(all, layer, ranks, number) == part->team->rank) {
                if (pass > 0) {
                    part->numbers[part->block_count] = (uint32_t)number;
                }
                part->block_count++;
            }
        }
        if (pass == 0) {
            part->numbers = calloc((size_t)part->block_count + 1, sizeof *part->numbers);
            if (part->numbers == NULL) {
                return out_of_memory(part, error);
            }
        }
    }
    part->slot_count = part->block_count;
    return map_stored(part, all, error);
}

enum kauri_status kauri_share_blocks(struct kauri_part *part, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_stored_blocks all = {.count = 0};
    if (part->layer.block_count > UINT32_MAX) {
        return kauri_fail(error, KAURI_RESOURCE, "layer %u is beyond any memory",
                          part->layer.seeds);
    }
    KAURI_TRY(kauri_stored_blocks_init(&all, &part->layer, error));
    status = find_blocks(part, &all, error);
cleanup:
    kauri_stored_blocks_clear(&all);
    return status;
}

void kauri_share_clear(struct kauri_share *share)
{
    free(share->owners);
    free(share->edge_first);
    free(share->edges);
    memset(share, 0, sizeof *share);
}

// Finds the slot in [first, end) of the block with this number; numbers ascend with the slot.
static uint64_t find(const struct kauri_part *part, uint64_t first, uint64_t end, uint64_t number)
{
    const uint64_t stop = end;
    while (first < end) {
        const uint64_t middle = first + (end - first) / 2;
        if (part->numbers[middle] < number) {
            first = middle + 1;
        } else {
            end = middle;
        }
    }
    return first < stop && part->numbers[first] == number ? first : UINT64_MAX;
}

uint64_t kauri_share_slot(const struct kauri_part *part, uint64_t number)
{
    return find(part, 0, part->block_count, number);
}

uint64_t kauri_share_other_slot(const struct kauri_part *part, uint64_t number)
{
    return find(part, part->block_count, part->slot_count, number);
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

// Gives slots to the blocks of other ranks that the blocks of the part lead to.
static enum kauri_status find_others(struct kauri_share *share, struct kauri_part *part,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_layer *layer = &part->layer;
    const unsigned ranks = part->team->ranks;
    struct kauri_stored_blocks all;
    uint32_t *others = calloc((size_t)part->block_count * KAURI_HOLES_MAX + 1, sizeof *others);
    uint64_t count = 0;
    KAURI_TRY(kauri_stored_blocks_init(&all, layer, error));
    if (others == NULL) {
        status = out_of_memory(part, error);
        goto cleanup;
    }
    for (uint64_t slot = 0; slot < part->block_count; slot++) {
        for (unsigned h = 0; h < layer->shape.holes; h++) {
            const uint32_t number = part->blocks[slot].successor[h];
            if (owner_of(&all, layer, ranks, number) != part->team->rank) {
                others[count++] = number;
            }
        }
    }
    count = make_unique(others, count);
    uint32_t *numbers =
        realloc(part->numbers, (size_t)(part->block_count + count + 1) * sizeof *numbers);
    part->numbers = numbers != NULL ? numbers : part->numbers;
    share->owners = calloc((size_t)count + 1, sizeof *share->owners);
    if (numbers == NULL || share->owners == NULL) {
        status = out_of_memory(part, error);
        goto cleanup;
    }
    memcpy(numbers + part->block_count, others, (size_t)count * sizeof *others);
    for (uint64_t i = 0; i < count; i++) {
        share->owners[i] = owner_of(&all, layer, ranks, others[i]);
    }
    part->slot_count = part->block_count + count;
cleanup:
    kauri_stored_blocks_clear(&all);
    free(others);
    return status;
}

// Replaces the numbers of successors by slots.
static void number_successors(struct kauri_part *part)
{
    const unsigned holes = part->layer.shape.holes;
    for (uint64_t slot = 0; slot < part->block_count; slot++) {
        for (unsigned h = 0; h <= holes; h++) {
            uint32_t *successor = &part->blocks[slot].successor[h];
            const uint64_t here = kauri_share_slot(part, *successor);
            *successor =
                (uint32_t)(here != UINT64_MAX ? here : kauri_share_other_slot(part, *successor));
        }
    }
}

static bool is_inner(const struct kauri_part *part, const struct kauri_block *block)
{
    bool inner = true;
    for (unsigned h = 0; h <= part->layer.shape.holes; h++) {
        inner = inner && block->successor[h] < part->block_count;
    }
    return inner;
}

// Puts inner blocks first.
static enum kauri_status order_blocks(struct kauri_part *part, struct kauri_error *error)
{
    uint64_t place = 0;
    part->order = calloc((size_t)part->block_count + 1, sizeof *part->order);
    if (part->order == NULL) {
        return out_of_memory(part, error);
    }
    for (int inner = 1; inner >= 0; inner--) {
        for (uint64_t slot = 0; slot < part->block_count; slot++) {
            if (is_inner(part, &part->blocks[slot]) == (inner == 1)) {
                part->order[place++] = (uint32_t)slot;
            }
        }
        part->inner_count = inner == 1 ? place : part->inner_count;
    }
    return KAURI_OK;
}

// Gives slots to the successors of the part's blocks, replaces their numbers with these slots, and
// orders the blocks.
static enum kauri_status find_successors(struct kauri_share *share, struct kauri_part *part,
                                         struct kauri_error *error)
{
    KAURI_PASS(find_others(share, part, error));
    number_successors(part);
    return order_blocks(part, error);
}

// ---------------------------------------------------------------------------------------- edges

// An edge as it is sent to the owner of the block that it leads to.
struct sent_edge {
    uint32_t number; // number of that block
    uint8_t hole;
    uint8_t start;
    uint16_t reserved;
    uint64_t classes[KAURI_COWRIES_MAX]; // by k - 1: classes that the move is quiet against
};

static void fill_edge(const struct kauri_part *part, const struct kauri_block *block, unsigned h,
                      struct sent_edge *edge)
{
    memset(edge, 0, sizeof *edge);
    edge->number = (uint32_t)kauri_part_number(part, block->successor[h]);
    edge->hole = (uint8_t)h;
    edge->start = block->start[h];
    for (unsigned k = 1; k <= part->layer.shape.cowries; k++) {
        edge->classes[k - 1] = part->masks.masks[block->mask[h][k]].classes;
    }
}

// Puts the edges to blocks of other ranks into the buffers for these ranks.
static enum kauri_status put_edges(const struct kauri_share *share, const struct kauri_part *part,
                                   struct kauri_send_buffers *buffers, struct kauri_error *error)
{
    for (uint64_t slot = 0; slot < part->block_count; slot++) {
        for (unsigned h = 0; h < part->layer.shape.holes; h++) {
            const uint32_t to = part->blocks[slot].successor[h];
            struct sent_edge edge;
            if (to < part->block_count) {
                continue;
            }
            struct kauri_send_buffer *buffer =
                kauri_send_buffer_of(buffers, 0, share->owners[to - part->block_count]);
            if (!kauri_send_room(buffer, sizeof edge)) {
                return out_of_memory(part, error);
            }
            fill_edge(part, &part->blocks[slot], h, &edge);
            memcpy(buffer->bytes + buffer->used, &edge, sizeof edge);
            buffer->used += sizeof edge;
        }
    }
    return KAURI_OK;
}

// Turns an edge from another rank into masks and a limit of this one.
static enum kauri_status take_edge(struct kauri_part *part, const struct sent_edge *sent,
                                   unsigned rank, uint64_t *slot, struct kauri_share_edge *edge,
                                   struct kauri_error *error)
{
    struct kauri_masks *masks = &part->masks;
    const unsigned holes = part->layer.shape.holes;
    uint16_t numbers[KAURI_COWRIES_MAX + 1] = {0};
    const uint64_t possible = UINT64_MAX >> (64 - (1U << holes));
    *slot = kauri_share_slot(part, sent->number);
    bool damaged = *slot == UINT64_MAX || sent->hole >= holes || sent->start >= 2 * holes ||
                   masks->geometry->origins[sent->hole][sent->start].entry == NULL;
    for (unsigned k = 1; k <= part->layer.shape.cowries; k++) {
        damaged = damaged || (sent->classes[k - 1] & ~possible) != 0;
    }
    if (damaged) {
        return kauri_fail(error, KAURI_CORRUPT, "rank %u sent a move that layer %u does not have",
                          rank, part->layer.seeds);
    }
    for (unsigned k = 1; k <= part->layer.shape.cowries; k++) {
        KAURI_PASS(kauri_masks_intern(masks,
                                      masks->geometry->pattern_of[sent->hole][sent->start][k],
                                      sent->classes[k - 1], &numbers[k], error));
    }
    *edge = (struct kauri_share_edge){.rank = rank, .hole = sent->hole, .start = sent->start};
    return kauri_masks_limit(masks, numbers, &edge->limit, error);
}

static uint64_t edges_in(const struct kauri_message *message)
{
    return message->size / sizeof(struct sent_edge);
}

// Returns true if the block in the slot has this edge already.
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

// Puts the edges that were received in the order of the slots to which they lead. Edges of
// different blocks that reach the same positions are kept once.
static enum kauri_status take_edges(struct kauri_share *share, struct kauri_part *part,
                                    const struct kauri_message *received, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const unsigned ranks = part->team->ranks;
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
    share->edge_first = calloc((size_t)part->block_count + 2, sizeof *share->edge_first);
    end = calloc((size_t)part->block_count + 1, sizeof *end);
    if (share->edges == NULL || share->edge_first == NULL || end == NULL) {
        status = out_of_memory(part, error);
        goto cleanup;
    }
    for (int pass = 0; pass < 2; pass++) {
        for (unsigned rank = 0; rank < ranks; rank++) {
            const struct sent_edge *sent = received[rank].bytes;
            for (uint64_t i = 0; i < edges_in(&received[rank]); i++) {
                struct kauri_share_edge edge;
                uint64_t slot = 0;
                KAURI_TRY(take_edge(part, &sent[i], rank, &slot, &edge, error));
                if (pass == 0) {
                    share->edge_first[slot + 1]++;
                } else if (!has_edge(share, slot, end[slot], &edge)) {
                    share->edges[end[slot]++] = edge;
                }
            }
        }
        for (uint64_t slot = 0; pass == 0 && slot < part->block_count; slot++) {
            share->edge_first[slot + 1] += share->edge_first[slot];
            end[slot] = share->edge_first[slot];
        }
    }
    // Closes the gaps left by edges that were there already.
    uint32_t kept = 0;
    for (uint64_t slot = 0; slot < part->block_count; slot++) {
        const uint32_t from = share->edge_first[slot];
        share->edge_first[slot] = kept;
        for (uint32_t i = from; i < end[slot]; i++) {
            share->edges[kept++] = share->edges[i];
        }
    }
    share->edge_first[part->block_count] = kept;
cleanup:
    free(end);
    return status;
}

enum kauri_status kauri_share_connect(struct kauri_share *share, struct kauri_part *part,
                                      enum kauri_status status, struct kauri_error *error)
{
    const struct kauri_team *team = part->team;
    struct kauri_send_buffers buffers = {.team = team};
    if (status == KAURI_OK) {
        status = kauri_send_buffers_init(&buffers, team, 1, error);
    }
    if (status == KAURI_OK) {
        status = find_successors(share, part, error);
    }
    if (status == KAURI_OK) {
        status = put_edges(share, part, &buffers, error);
    }
    KAURI_TRY(kauri_team_status(team, status, error));
    KAURI_TRY(kauri_send_begin(&buffers, NULL, 0, KAURI_OK, error));
    KAURI_TRY(kauri_send_finish(&buffers, NULL, KAURI_OK, error));
    KAURI_TRY(kauri_team_status(team, take_edges(share, part, buffers.received, error), error));
cleanup:
    kauri_send_buffers_clear(&buffers);
    return status;
}
