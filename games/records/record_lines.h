// The lines that precede the moves of a game: headers, names, tags and start positions
// (docs/guide/RECORDS.md, "Grammar"). Private to games/records/. Pure functions but for the records
// that they fill.
#ifndef KAURI_GAMES_RECORDS_RECORD_LINES_H
#define KAURI_GAMES_RECORDS_RECORD_LINES_H

#include "games/records/record.h"
#include "games/records/token.h"

// Reads a header "(1) South - North - date" into an empty record. Returns false for any other line.
bool kauri_header_line(struct kauri_plain line, struct kauri_record *record);

// Reads names without a number, "South - North" or "South - North - date", into an empty record.
// Returns false if there are no two names, if the line is long, or if it ends like a sentence.
bool kauri_names_line(struct kauri_plain line, struct kauri_record *record);

// A tag, as in `[White "Anna"]`; the texts are cut to fit.
struct kauri_tag_line {
    char name[16]; // name of the tag in lower case
    char value[KAURI_RECORD_RESULT_BYTES];
    struct kauri_plain end; // place after the tag
};

bool kauri_tag_line(struct kauri_plain line, struct kauri_tag_line *tag);

// A line with a start position.
struct kauri_start_line {
    bool found;
    bool alone;  // the line says nothing after it
    bool last;   // the words of the line say that it ends a game
    bool broken; // the line is meant as a position, but cannot be read; then `error` says why
    struct kauri_position position;
    struct kauri_error error;
};

// Reads a line with a start position. With `expected`, a header precedes the line, so a line with
// the word "Position" is taken for one.
struct kauri_start_line kauri_start_line(struct kauri_plain line, bool expected);

// Returns true for a line that ends the game before it: a header, a tag, or a position alone.
bool kauri_begins_record(struct kauri_plain line);

#endif
