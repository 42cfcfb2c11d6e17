// Reads lines of play from a text, in the notation of the article on Waurie: a main line and the
// variations that leave it (docs/WAURIE.md, "Lines of play", has the grammar).
//
// Markup and typography fall away (common/plain_text.h). Pure functions, thread-safe.
#ifndef KAURI_WAURIE_WAURIE_RECORD_H
#define KAURI_WAURIE_WAURIE_RECORD_H

#include "common/plain_text.h"
#include "waurie/waurie_position.h"

#include <stddef.h>

struct waurie_written_sowing {
    uint8_t pit;     // the number that is written, 1..9
    bool joined;     // a hyphen follows: the next sowing belongs to the same turn
    char marks[3];   // "!", "?" or two of them; ""
    char letter;     // of variations in place of this turn, 'a'..'z'; 0: none
    uint32_t line;   // where it stands in the text, from 1
    uint32_t column; // in characters, from 1
};

enum { WAURIE_REMARK_BYTES = 200 };

struct waurie_written_line {
    char letter; // of a variation, 'a'..'z'; 0 for a main line
    uint32_t line;
    uint32_t column;
    struct waurie_written_sowing *sowings;
    size_t count;
    size_t room;
    char remark[WAURIE_REMARK_BYTES]; // the words after the moves: UTF-8 on one line, cut to fit
};

// Where reading goes on, and the position that lines begin with: the one that the reader was given,
// or the last one that stands in the text.
struct waurie_record_reader {
    struct kauri_plain text;
    struct waurie_position start;
    bool start_bad; // the last position in the text cannot be read
};

// Begins a NUL-terminated text, which must outlive the reader.
struct waurie_record_reader waurie_record_begin(const char *text,
                                                const struct waurie_position *start);

// Reads the next line of play, whose sowings the caller frees with waurie_written_line_clear, also
// after an error. *found is false at the end of the text. KAURI_BAD_INPUT, with line and column,
// for what cannot be read: a position, words among the moves, or moves among words. *written has
// the sowings before that, and reading goes on after the line. KAURI_RESOURCE.
enum kauri_status waurie_record_next(struct waurie_record_reader *reader,
                                     struct waurie_written_line *written, bool *found,
                                     struct kauri_error *error);

// Accepts a zeroed line, and leaves one.
void waurie_written_line_clear(struct waurie_written_line *written);

#endif
