// Predicts what several processes (*ranks*, one on each machine of a cluster) need to solve a layer
// together: memory, bytes sent, and time by a model (docs/SCALING.md).
//
// Blocks, partners (solver/rank_graph.h) and bytes of the ranks follow from the layer; what a
// position costs, in time and in bytes sent over an edge, was measured on the full board up to
// layer 4 or 5 and is extrapolated above that.
#ifndef KAURI_SOLVER_PREDICT_RANKS_H
#define KAURI_SOLVER_PREDICT_RANKS_H

#include "common/status.h"
#include "indexer/layer.h"

#include <stdint.h>

enum { KAURI_RANKS_MAX = 65536, KAURI_RANK_SEEDS_MAX = 12 };

// Assumptions on the machines.
struct kauri_ranks_options {
    uint32_t ranks;   // 1 .. KAURI_RANKS_MAX
    uint32_t cores;   // of a rank, each with one thread; at least 1
    uint64_t network; // bytes per second that a rank can send
    uint64_t files;   // bytes per second that the shared file system reads or writes, for all
};

// What takes the greatest part of the time.
enum kauri_ranks_limit {
    KAURI_RANKS_COMPUTING,
    KAURI_RANKS_BUSIEST_BLOCK, // computing, and more than half of it is waiting for single blocks
    KAURI_RANKS_NETWORK,
    KAURI_RANKS_FILES,
};

struct kauri_ranks_prediction {
    uint64_t positions, blocks;
    uint64_t own_blocks; // of the rank with the most
    uint64_t partners;   // summed over all blocks
    uint32_t rounds;
    uint64_t memory;        // of a rank, resident at the peak, all blocks in memory
    uint64_t work_bytes;    // of a rank: work files and checkpoints at the peak
    uint64_t sent;          // bytes, by all ranks together
    uint64_t captures_sent; // of these, for the values of captures
    uint64_t bytes_read;    // of the tables of lower layers
    uint64_t bytes_written; // the table
    double useful_cores;    // more cores than this do not make the rounds faster
    double efficiency;      // of the cores in the rounds, 0 to 1
    // Seconds.
    double computing; // all phases, packing what is sent included
    double network;   // sending, and the latency of the rounds
    double files;
    double total;
    enum kauri_ranks_limit limit;
};

// Predicts layer `seeds`, at most KAURI_RANK_SEEDS_MAX. KAURI_USAGE for a shape or number out of
// range, KAURI_RESOURCE. Takes about a microsecond for each block. Thread-safe.
enum kauri_status kauri_predict_ranks(struct kauri_shape shape, unsigned seeds,
                                      const struct kauri_ranks_options *options,
                                      struct kauri_ranks_prediction *prediction,
                                      struct kauri_error *error);

// The share of their time in the rounds that the cores of a rank with so many blocks work, from 0
// to 1; `busiest` is the work of the busiest block of each round, in mean blocks.
double kauri_ranks_efficiency(double own_blocks, uint32_t ranks, uint32_t cores, double busiest);

// What the model assumes, for its users to print. Constants.
struct kauri_ranks_model {
    double core_ns;       // of a core for a position of the layer, in the rounds and before
    double full_machine;  // factor on the times when all cores are busy
    double capture_bytes; // per position, if nearly all captures lead to blocks of other ranks
    double edge_bytes;    // per position and partner
    double packing_ns;    // of a core for a byte sent, packed and unpacked
    double decoding_ns;   // of a core for a position of a lower layer
    double latency;       // seconds for a message
    double busiest_block; // work of the busiest block of each round, in mean blocks of the layer
};
struct kauri_ranks_model kauri_ranks_model_of(unsigned seeds);

#endif
