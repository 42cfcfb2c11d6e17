// The lines that precede the moves of a game: headers, names, tags and start positions
// (docs/guide/RECORDS.md, "Heads"). Private to games/records/. The functions fill records, and do
// not say what the tokens are.
#ifndef KAURI_GAMES_RECORDS_RECORD_LINES_H
#define KAURI_GAMES_RECORDS_RECORD_LINES_H

#include "games/records/record.h"
#include "games/records/token.h"

// Reads a header "(1) South - North - date" into an empty record; *date is the first token of the
// date, or the end of the line. Returns false for any other line.
bool kauri_header_line(struct kauri_text *text, size_t line, struct kauri_record *record,
                       size_t *date);

// Reads names without a number, "South - North" or "South - North - date", into an empty record.
// Returns false if there are no two names, if the line is long, or if it ends like a sentence.
bool kauri_names_line(struct kauri_text *text, size_t line, struct kauri_record *record,
                      size_t *date);

// Reads the name of one player, "South: Anna", into the record. Returns false for any other line.
bool kauri_player_line(struct kauri_text *text, size_t line, struct kauri_record *record);

// A tag, as in `[White "Anna"]`; the texts are cut to fit. Its value may go on on the next line.
struct kauri_tag {
    char name[16]; // name of the tag in small letters
    char value[KAURI_RECORD_RESULT_BYTES];
    bool open; // no quotation mark ends the value
    size_t value_from, value_to;
    size_t end; // token after the tag
};

bool kauri_tag_at(struct kauri_text *text, size_t i, struct kauri_tag *tag);

// Returns true for the tag of a position.
bool kauri_tag_is_position(const struct kauri_tag *tag);

// A line with a start position.
struct kauri_start_line {
    bool found;
    bool alone;      // the line says nothing after it
    bool last;       // the words of the line say that it ends a game
    bool broken;     // the line is meant as a position, but cannot be read; then `error` says why
    size_t from, to; // its tokens
    struct kauri_position position;
    struct kauri_error error;
};

// Reads a line with a start position. With `expected`, a header precedes the line, so a line with
// the word "Position" is taken for one.
struct kauri_start_line kauri_start_line(struct kauri_text *text, size_t line, bool expected);

// Returns true for a line that ends the game before it: a header or a tag.
bool kauri_begins_record(struct kauri_text *text, size_t line);

#endif
