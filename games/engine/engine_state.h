// The parts of an engine, which its files share.
#ifndef KAURI_GAMES_ENGINE_ENGINE_STATE_H
#define KAURI_GAMES_ENGINE_ENGINE_STATE_H

#include "games/engine/engine.h"
#include "games/engine/transposition_table.h"
#include "games/engine/winning_strategy.h"

enum {
    KAURI_ENGINE_PLIES = 160, // longest path, captures and forced moves included
    KAURI_ENGINE_INFINITE = 4000,
};

// The basis of a position's value: the number of a ply if the value holds only on this path,
// because a line of play repeats the position of that ply.
enum {
    KAURI_RESTS_ON_ESTIMATES = -1,
    KAURI_RESTS_ON_GAME = 0, // the ply of the root, too
    KAURI_RESTS_ON_NOTHING = KAURI_ENGINE_PLIES + 1,
};

// The state of one ply of the path.
struct kauri_engine_ply {
    struct kauri_packed board;
    unsigned quiet;     // plies since the last capture, or since the start of the path
    int8_t killers[2];  // killer moves: quiet moves that refuted others here
    uint8_t line_count; // length of the principal variation from here
    int8_t line[KAURI_ENGINE_LINE_MAX];
};

struct kauri_engine {
    struct kauri_shape shape;
    const struct kauri_estimate_net *net;
    struct kauri_tablebase *tables;
    struct kauri_prover *prover;
    struct kauri_prover *own_prover; // to be freed with the engine; otherwise NULL
    uint64_t prover_memory;          // bytes for own_prover; 0: the engine makes none
    const struct kauri_book *book;
    struct kauri_strategy *strategy;   // NULL: not needed yet (kauri_opponent_think)
    bool covered[KAURI_SEEDS_MAX + 1]; // by number of seeds: the tables have the position
    bool plain;                        // no ProbCut
    struct kauri_sowing sowing;
    struct kauri_transposition_table table;
    // History heuristic: how often a hole with so many seeds was good enough, weighted by depth.
    uint32_t history[KAURI_HOLES_MAX][KAURI_SEEDS_MAX + 1];
    // Members for the current search.
    const struct kauri_engine_limits *limits;
    unsigned root_seeds;
    unsigned depth_limit; // greatest ply at which a forced move costs no depth
    double started;
    uint64_t nodes;        // including those of the prover
    uint64_t prover_nodes; // positions that the prover has visited
    double prover_seconds; // time that the prover has taken
    int patience;          // positions until the next look at the clock
    bool over;             // a limit has been reached
    bool stopped;          // the progress has asked the search to end
    int rests_on;          // basis of the value that was found last
    enum kauri_status status;
    struct kauri_error error;
    struct kauri_packed *earlier; // boards of the game since its last capture, newest first
    size_t earlier_count;
    struct kauri_engine_ply plies[KAURI_ENGINE_PLIES + 1];
};

#endif
