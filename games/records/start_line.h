// A line with a start position, in the forms that people write (docs/guide/RECORDS.md, "Lines").
// Private to games/records/.
#ifndef KAURI_GAMES_RECORDS_START_LINE_H
#define KAURI_GAMES_RECORDS_START_LINE_H

#include "common/status.h"
#include "games/records/text.h"
#include "kauri/kauri.h"

enum kauri_head_start {
    KAURI_START_NONE,
    KAURI_START_BESIDE, // other words follow the position on its line
    KAURI_START_ALONE,  // a position on a line of its own, which is never skipped
    KAURI_START_TAGGED, // the same, in a tag
    KAURI_START_LAST,   // a position that ends a game; no moves follow it
};

// A line with a start position.
struct kauri_start_line {
    enum kauri_head_start start;
    bool broken; // the line is meant as a position, but cannot be read; then `error` says why
    struct kauri_position position;
    struct kauri_error error;
};

// Reads a line with a start position. With `expected`, names precede the line, so one with the word
// "Position" is taken for it.
struct kauri_start_line kauri_start_line_at(struct kauri_text *text, size_t line, bool expected);

#endif
