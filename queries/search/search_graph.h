// The graph of the search: positions with proven bounds, and the moves between them.
//
// A position is stored as its mover sees it, without its score. Its bounds low <= r <= high always
// hold. They start as the trivial bounds of m seeds, -(3m+1) to 3m+1, and are only ever narrowed:
// by the equation r = max(3 * gain - r(successor)) whenever the bounds of a successor change
// (kauri_graph_propagate), and by kauri_graph_pass (search_pass.h), which accounts for play that
// never ends. Neither depends on a path. One thread at a time.
#ifndef KAURI_QUERIES_SEARCH_SEARCH_GRAPH_H
#define KAURI_QUERIES_SEARCH_SEARCH_GRAPH_H

#include "common/status.h"
#include "indexer/layer.h"
#include "rules/board.h"
#include "rules/value.h"
#include "tablebase/tablebase.h"

#include <stdbool.h>
#include <stdint.h>

#define KAURI_GRAPH_NONE UINT32_MAX

// A position of the graph. Successors that the tables cover are not in the graph; the best of them
// counts in `floor`.
struct kauri_graph_node {
    uint64_t index;          // in its layer (indexer/layer.h)
    uint32_t first_edge;     // the edges from here are consecutive
    uint32_t first_parent;   // an edge that leads here; the next one by its `next`
    uint32_t first_question; // of the driver about this position; the next one by its `next`
    int16_t low, high;
    int16_t floor; // value of the best move into the tables; INT16_MIN: none
    uint8_t seeds;
    uint8_t mobility; // number of legal moves, at least 1: first estimate of refuting them all
    uint8_t edge_count : 4;
    uint8_t expanded : 1;
    uint8_t queued : 1; // for kauri_graph_propagate
};

struct kauri_graph_edge {
    uint32_t from, to;
    uint32_t next; // another edge that leads to the same position
    int8_t gain;   // own captures minus the opponent's; may be 0 with captures of both
};

// A question of the driver: is r >= x? The bounds of the position answer it; the efforts only
// decide where to look next.
struct kauri_graph_question {
    uint32_t node;
    uint32_t next; // another question about the same position
    uint32_t yes;  // estimated effort to prove r >= x
    uint32_t no;   // estimated effort to refute it
    int16_t x;
    bool on_path;
};

struct kauri_search_graph {
    struct kauri_tablebase *tables; // NULL: none
    struct kauri_shape shape;
    struct kauri_layer layers[KAURI_SEEDS_MAX + 1]; // by seeds, up to those of the root
    bool covered[KAURI_SEEDS_MAX + 1];              // by seeds: there is a table
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
    uint64_t expanded; // number of expanded positions
    uint64_t passed;   // the same at the time of the last kauri_graph_pass
    uint64_t memory;   // bytes of everything above
};

// Makes a graph that uses at most `memory` bytes, for positions with up to `seeds` seeds. If that
// is too little for a single expansion, *graph is NULL and the status is KAURI_OK. KAURI_RESOURCE,
// KAURI_USAGE; errors of the tables.
enum kauri_status kauri_graph_new(struct kauri_tablebase *tables, struct kauri_shape shape,
                                  unsigned seeds, uint64_t memory,
                                  struct kauri_search_graph **graph, struct kauri_error *error);
// Forgets all positions.
void kauri_graph_clear(struct kauri_search_graph *graph);
// Accepts NULL.
void kauri_graph_free(struct kauri_search_graph *graph);

// Looks the value of a position up in the tables. Its layer must be covered.
enum kauri_status kauri_graph_lookup(struct kauri_search_graph *graph,
                                     const struct kauri_position *position, int *r,
                                     struct kauri_error *error);

// The node of a position; KAURI_GRAPH_NONE if the graph does not have it.
uint32_t kauri_graph_find(const struct kauri_search_graph *graph,
                          const struct kauri_position *position);
// The same, but adds the position if necessary; there must be room.
uint32_t kauri_graph_add(struct kauri_search_graph *graph, const struct kauri_position *position);

// The position of a node: South to move, score 0:0.
struct kauri_position kauri_graph_position(const struct kauri_search_graph *graph, uint32_t node);

// Whether there is room for one more expansion and the questions of the driver about it.
bool kauri_graph_has_room(const struct kauri_search_graph *graph);

// Whether half of the room for positions, moves or questions is in use.
bool kauri_graph_is_half_full(const struct kauri_search_graph *graph);

// Adds the moves and successors of a position that is not expanded yet, and propagates its bounds.
// There must be room. Errors of the tables.
enum kauri_status kauri_graph_expand(struct kauri_search_graph *graph, uint32_t node,
                                     struct kauri_error *error);

// Carries changed bounds to all positions that they affect, by the equation for r.
void kauri_graph_propagate(struct kauri_search_graph *graph);

// Whether a position with `seeds` seeds can have the value r. If play ends, all seeds are captured
// and net has the parity of the seeds; if it does not, t = 0 (R10).
static inline bool kauri_graph_possible(int r, unsigned seeds)
{
    const int bound = 3 * (int)seeds + 1;
    const int net = kauri_value_net(r);
    return r >= -bound && r <= bound && (r == 3 * net || ((net - (int)seeds) & 1) == 0);
}

#endif
