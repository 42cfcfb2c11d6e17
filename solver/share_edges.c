#include "solver/share_edges.h"

#include <stdlib.h>
#include <string.h>

static enum kauri_status out_of_memory(const struct kauri_share *share, struct kauri_error *error)
{
    return kauri_layer_out_of_memory(&share->layer, "the blocks of", error);
}

// An edge as it is sent to the owner of the block that it leads to.
struct sent_edge {
    uint32_t number; // of that block
    uint8_t hole;
    uint8_t start;
    uint16_t reserved;
    uint64_t classes[KAURI_COWRIES_MAX]; // by k - 1: classes that the move is quiet against
};

struct edges {
    struct sent_edge *sent; // by rank
    uint64_t *first;        // [ranks + 1]
    struct kauri_message *messages;
    struct kauri_message *received;
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

// Sorts the edges to blocks of other ranks by rank.
static enum kauri_status collect_edges(const struct kauri_share *share,
                                       const struct kauri_block *blocks,
                                       const struct kauri_masks *masks, struct edges *edges,
                                       struct kauri_error *error)
{
    const unsigned ranks = share->team->ranks;
    edges->first = calloc((size_t)ranks + 2, sizeof *edges->first);
    edges->sent = calloc((size_t)share->own_count * KAURI_HOLES_MAX + 1, sizeof *edges->sent);
    if (edges->first == NULL || edges->sent == NULL) {
        return out_of_memory(share, error);
    }
    // Counts first, then the places by counting up again.
    for (int pass = 0; pass < 2; pass++) {
        for (uint64_t slot = 0; slot < share->own_count; slot++) {
            for (unsigned h = 0; h < share->layer.shape.holes; h++) {
                const uint32_t to = blocks[slot].successor[h];
                if (to < share->own_count) {
                    continue;
                }
                const uint32_t owner = share->owners[to - share->own_count];
                if (pass == 0) {
                    edges->first[owner + 2]++;
                } else {
                    fill_edge(share, masks, &blocks[slot], h,
                              &edges->sent[edges->first[owner + 1]++]);
                }
            }
        }
        for (unsigned rank = 0; pass == 0 && rank <= ranks; rank++) {
            edges->first[rank + 1] += edges->first[rank];
        }
    }
    return KAURI_OK;
}

// Turns an edge from another rank into masks and a limit of this one.
static enum kauri_status take_edge(const struct kauri_share *share, const struct sent_edge *sent,
                                   unsigned rank, struct kauri_masks *masks, uint64_t *slot,
                                   struct kauri_share_edge *edge, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
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
        KAURI_TRY(kauri_masks_intern(masks, masks->geometry->pattern_of[sent->start][k],
                                     sent->classes[k - 1], &numbers[k], error));
    }
    *edge = (struct kauri_share_edge){.rank = rank, .hole = sent->hole, .start = sent->start};
    status = kauri_masks_limit(masks, numbers, &edge->limit, error);
cleanup:
    return status;
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
static enum kauri_status take_edges(struct kauri_share *share, const struct edges *edges,
                                    struct kauri_masks *masks, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const unsigned ranks = share->team->ranks;
    uint32_t *end = NULL;
    uint64_t total = 0;
    for (unsigned rank = 0; rank < ranks; rank++) {
        const struct kauri_message *message = &edges->received[rank];
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
            const struct sent_edge *sent = edges->received[rank].bytes;
            for (uint64_t i = 0; i < edges_in(&edges->received[rank]); i++) {
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
    struct edges edges = {.sent = NULL};
    if (team->ranks == 1) {
        return status;
    }
    edges.messages = calloc(team->ranks, sizeof *edges.messages);
    edges.received = calloc(team->ranks, sizeof *edges.received);
    if (status == KAURI_OK && (edges.messages == NULL || edges.received == NULL)) {
        status = out_of_memory(share, error);
    }
    if (status == KAURI_OK) {
        status = kauri_share_find_successors(share, blocks, error);
    }
    if (status == KAURI_OK) {
        status = collect_edges(share, blocks, masks, &edges, error);
    }
    KAURI_TRY(kauri_team_agree(team, status, error));
    for (unsigned rank = 0; rank < team->ranks; rank++) {
        edges.messages[rank] = (struct kauri_message){
            .rank = rank,
            .bytes = edges.sent + edges.first[rank],
            .size = (edges.first[rank + 1] - edges.first[rank]) * sizeof *edges.sent,
        };
    }
    KAURI_TRY(kauri_team_swap(team, edges.messages, team->ranks, edges.received, error));
    KAURI_TRY(kauri_team_agree(team, take_edges(share, &edges, masks, error), error));
cleanup:
    free(edges.first);
    free(edges.sent);
    free(edges.messages);
    free(edges.received);
    return status;
}
