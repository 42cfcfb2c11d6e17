// A text as people paste it, without its markup and typography: the signs that count, one at a
// time.
//
// Marks of quoted mail, lists, headings, tables and emphasis fall away, as do HTML tags, comments
// in braces, and characters without a width; entities are decoded; dashes, blanks and full-width
// characters are read in their plain form (common/character.h). The complete list is in
// docs/guide/RECORDS.md, "Markup".
//
// A plain text is a value: a copy goes on from the same place. Nothing is allocated. Different
// texts may be read by different threads.
#ifndef KAURI_GAMES_RECORDS_PLAIN_TEXT_H
#define KAURI_GAMES_RECORDS_PLAIN_TEXT_H

#include "games/records/markup.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct kauri_plain {
    const char *at;   // where the current sign stands in the source
    const char *next; // place after the source of the current sign
    uint32_t line;    // line of `next`, from 1
    uint32_t column;  // column of `next` in characters, from 1
    uint32_t at_line; // line of `at`
    uint32_t at_column;
    uint32_t sign;               // the current sign in its plain form; '\n' ends a line, 0 the text
    uint32_t code;               // the current sign as it is written, for names
    uint32_t before;             // the sign before the current one; '\n' at first
    bool first;                  // only blanks precede the current sign on its line
    bool fresh;                  // only blanks precede `next` on its line
    bool foreign;                // a byte that is not UTF-8 has been read
    enum kauri_markup_kind kind; // what the source of the current sign is
    struct kauri_markup_memory memory;
};

// Begins at the first sign of a NUL-terminated text, which has the given place in the whole.
struct kauri_plain kauri_plain_begin(const char *text, uint32_t line, uint32_t column);

// Goes to the next sign; stays at the end of the text.
void kauri_plain_next(struct kauri_plain *plain);

// Returns the number of line ends among the bytes of a source, counted as in kauri_plain.line.
uint32_t kauri_plain_line_ends(const char *text, size_t bytes);

// Copies the signs from `from` up to `to`, which comes later in the same text, as they are written:
// without blanks at both ends, cut to fit between characters, valid UTF-8 without control
// characters. Line ends become spaces.
void kauri_plain_copy(struct kauri_plain from, const struct kauri_plain *to, char *text,
                      size_t room);

// The place after the last sign of the current line.
struct kauri_plain kauri_plain_line_end(struct kauri_plain plain);

#endif
