// Markup in texts that people paste: which bytes of the source stand for no sign, or for another
// one. The list is in docs/guide/RECORDS.md, "Markup".
//
// Pure functions, thread-safe.
#ifndef KAURI_GAMES_RECORDS_MARKUP_H
#define KAURI_GAMES_RECORDS_MARKUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The markup before a place of the source.
struct kauri_markup_place {
    uint32_t before;  // the sign before the place, in its plain form
    bool fresh;       // only blanks and markup precede it on its line
    bool line_begins; // nothing at all precedes it on its line
};

enum kauri_markup_kind {
    KAURI_MARKUP_NONE,    // a character
    KAURI_MARKUP_SIGNS,   // tags, emphasis, bullets, borders, quotation marks of mail
    KAURI_MARKUP_CELL,    // the border between two cells of a table
    KAURI_MARKUP_COMMENT, // a comment in braces
    KAURI_MARKUP_STRUCK,  // struck-out text
    KAURI_MARKUP_HIDDEN,  // what browsers do not show: the head, scripts, comments, references
};

struct kauri_markup {
    size_t bytes;                // bytes of the source; 0: there is no markup at this place
    uint32_t code;               // the character that the bytes stand for; 0: none
    enum kauri_markup_kind kind; // NONE for an entity
};

// Places before which no closing sign stands, so that none is looked for twice; zeros at first.
struct kauri_markup_memory {
    const char *comment, *angle, *element[8], *brace, *square, *round, *bar, *tilde;
    // In an object of JSON that a program wrote: the quotation mark that ends the value that is
    // being read; NULL outside of one.
    const char *json;
    bool json_line;      // the value stands on a line of its own
    bool json_moved;     // a move was read
    unsigned json_depth; // braces that are open
};

// The markup at the beginning of a NUL-terminated text. The memory serves one text, whose places
// come in order.
struct kauri_markup kauri_markup_at(const char *text, const struct kauri_markup_place *place,
                                    struct kauri_markup_memory *memory);

#endif
