// A line of play with its estimate.
#ifndef KAURI_QUERIES_ENGINE_ENGINE_LINE_H
#define KAURI_QUERIES_ENGINE_ENGINE_LINE_H

#include "kauri/kauri.h"
#include "queries/lookup/bounds.h"

#include <stdint.h>

enum { KAURI_ENGINE_LINE_MAX = 64 }; // plies of a line

// One line of play from the position.
struct kauri_engine_line {
    int hole; // the first move, KAURI_MOVE_PASS for a pass
    struct kauri_capture captured;
    struct kauri_bounds r; // proven, for the player to move, captures of the move included
    int estimate;          // of r in units of KAURI_ESTIMATE_UNIT, within the bounds
    unsigned depth;        // plies searched; 0: r is exact, or there was no time to search
    unsigned count;        // plies of the line, at least 1
    int8_t holes[KAURI_ENGINE_LINE_MAX];
};

#endif
