// What is known about the start position of one board.
//
// Plain data.
#ifndef KAURI_CLI_BOARDS_BOARD_ENTRY_H
#define KAURI_CLI_BOARDS_BOARD_ENTRY_H

#include "cli/position_argument.h"
#include "indexer/layer.h"
#include "queries/lookup/bounds.h"

enum kauri_board_source {
    KAURI_BOARD_NOT_TRIED,
    KAURI_BOARD_OPEN,   // r has bounds, which a proof states that the checker accepted
    KAURI_BOARD_SEARCH, // r is exact, by such a proof
    KAURI_BOARD_TABLES, // r is exact: all layers were solved and verified
};

struct kauri_board_entry {
    struct kauri_start_board board;
    struct kauri_position start;
    enum kauri_board_source source;
    struct kauri_bounds r; // for South, who moves first
    double seconds;        // that this entry took
    // The whole board, if the source is the tables.
    uint64_t positions; // with at most as many seeds as the start
    uint64_t unlimited; // of these, decided by play that never ends (R10)
    unsigned max_dtc;   // in plies, the greatest of these
    // The search, if the source is a search or open.
    unsigned layers; // tables that the proof rests on; 0: the rules alone
    uint64_t nodes;  // positions expanded
    uint64_t steps;  // of the proof
    char proof[32];  // name of the file of the proof
};

// Limits of the work on each board. The first one that is reached ends it.
struct kauri_board_limits {
    uint64_t memory;    // bytes
    unsigned threads;   // at least 1
    double seconds;     // of elapsed time
    uint64_t nodes;     // positions that the searches expand, 0: any number
    uint64_t positions; // in the layers that are solved, together; UINT64_MAX: any number
    // Neither time nor the machine decides which layers are solved: one for which memory or disk do
    // not suffice is an error.
    bool counted;
    bool no_tables;     // search only
    bool force;         // proofs may replace files
    const char *folder; // of folders of tables, or NULL: temporary
    const char *proofs; // folder that keeps proofs, or NULL
};

// The shape of the board's tables.
static inline struct kauri_shape kauri_board_shape(const struct kauri_start_board *board)
{
    return (struct kauri_shape){.holes = (uint8_t)board->holes,
                                .cowries = (uint8_t)(2 * board->holes * board->cowries)};
}

// Seeds on the board at the start.
static inline unsigned kauri_board_seeds(const struct kauri_start_board *board)
{
    return (unsigned)(2 * board->holes * board->seeds);
}

#endif
