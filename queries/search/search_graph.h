// The graph of the search: positions with proven bounds, and the moves between them.
//
// A position is stored as its mover sees it, without scores. Its bounds low <= r <= high always
// hold; they start at what m seeds can be worth, -(3m+1) to 3m+1, and only get closer: by the
// equation r = max(3 * gain - r(successor)) whenever a successor's bounds do
// (kauri_graph_propagate), and by kauri_graph_pass, which knows what play that never ends is worth.
// Neither depends on a path. One thread at a time.
#ifndef KAURI_QUERIES_SEARCH_SEARCH_GRAPH_H
#define KAURI_QUERIES_SEARCH_SEARCH_GRAPH_H

#include "common/status.h"
#include "indexer/layer.h"
#include "rules/board.h"
#include "tablebase/tables.h"

#include <stdbool.h>
#include <stdint.h>

#define KAURI_GRAPH_NONE UINT32_MAX

// A position of the graph. Successors that the tables cover are no part of the graph: the best of
// them is in `floor`.
struct kauri_graph_node {
    uint64_t index;          // in its layer (indexer/layer.h)
    uint32_t first_edge;     // edges are consecutive
    uint32_t first_parent;   // an edge that leads here; the next by its `next`
    uint32_t first_question; // for the driver: what it asked about this position
    int16_t low, high;
    int16_t floor; // the best move into the tables; INT16_MIN: none
    uint8_t seeds;
    uint8_t mobility; // holes that can be moved, at least 1: the effort to refute them all
    uint8_t edge_count : 4;
    uint8_t expanded : 1;
    uint8_t queued : 1; // for kauri_graph_propagate
};

struct kauri_graph_edge {
    uint32_t from, to;
    uint32_t next; // edge that leads to the same position
    int8_t gain;   // own captures minus the opponent's; seeds tell whether there are any
};

// What the driver wants to know: is r >= x? The numbers only steer; a question is answered by the
// bounds of its position.
struct kauri_graph_question {
    uint32_t node;
    uint32_t next; // of the same position
    uint32_t yes;  // estimated effort to prove r >= x, and to refute it
    uint32_t no;
    int16_t x;
    bool on_path;
};

struct kauri_search_graph {
    struct kauri_tables *tables; // NULL: none
    struct kauri_shape shape;
    struct kauri_layer layers[KAURI_SEEDS_MAX + 1]; // up to the root's
    bool covered[KAURI_SEEDS_MAX + 1];              // by a table
    uint32_t node_count, node_room;
    uint32_t edge_count, edge_room;
    uint32_t question_count, question_room;
    uint32_t bucket_count, bucket_room; // powers of two; in use, and reserved
    struct kauri_graph_node *nodes;
    struct kauri_graph_edge *edges;
    struct kauri_graph_question *questions;
    uint32_t *buckets; // node + 1, 0 is empty; linear probing
    uint32_t *queue;   // node_room entries: positions whose bounds changed
    uint32_t queue_count;
    uint32_t *scratch; // 5 * node_room entries for kauri_graph_pass
    uint64_t expanded; // positions expanded
    uint64_t passed;   // of these, at the last kauri_graph_pass
    uint64_t memory;   // bytes of everything above
};

// A graph that uses at most `memory` bytes, for positions with up to `seeds` seeds. *graph is NULL,
// with KAURI_OK, when that is too little for a single expansion. KAURI_RESOURCE, KAURI_USAGE.
enum kauri_status kauri_graph_new(struct kauri_tables *tables, struct kauri_shape shape,
                                  unsigned seeds, uint64_t memory,
                                  struct kauri_search_graph **graph, struct kauri_error *error);
// Forgets all positions.
void kauri_graph_clear(struct kauri_search_graph *graph);
// Accepts NULL.
void kauri_graph_free(struct kauri_search_graph *graph);

// The position's value from the tables. Its layer must be covered.
enum kauri_status kauri_graph_lookup(struct kauri_search_graph *graph,
                                     const struct kauri_position *position, int *r,
                                     struct kauri_error *error);

// The position in the graph; KAURI_GRAPH_NONE when it is not there.
uint32_t kauri_graph_find(const struct kauri_search_graph *graph,
                          const struct kauri_position *position);
// The same, added when it is not there; there must be room.
uint32_t kauri_graph_add(struct kauri_search_graph *graph, const struct kauri_position *position);

// South to move, score 0:0.
struct kauri_position kauri_graph_position(const struct kauri_search_graph *graph, uint32_t node);

// Whether there is room for one more expansion and what the driver asks about it.
bool kauri_graph_has_room(const struct kauri_search_graph *graph);

// Whether half of the room for positions, moves or questions is in use.
bool kauri_graph_is_half_full(const struct kauri_search_graph *graph);

// Adds the moves and successors of a position that is not expanded and settles its bounds.
enum kauri_status kauri_graph_expand(struct kauri_search_graph *graph, uint32_t node,
                                     struct kauri_error *error);

// Carries changed bounds up to all positions that they matter to, by the equation for r.
void kauri_graph_propagate(struct kauri_search_graph *graph);

// Whether a position with `seeds` seeds can be worth r at all. When the game ends, all seeds are
// captured and net has the parity of the seeds; when it does not, t = 0 (R10).
static inline bool kauri_graph_possible(int r, unsigned seeds)
{
    const int bound = 3 * (int)seeds + 1;
    const int net = r >= 0 ? (r + 1) / 3 : -((1 - r) / 3);
    return r >= -bound && r <= bound && (r == 3 * net || ((net - (int)seeds) & 1) == 0);
}

#endif
