// Reads lines of play from a text, in the notation of the article on Waurie: a main line and the
// variations that leave it (docs/guide/WAURIE.md, "Lines of play", has the grammar). The text, its
// sentences and the account are those of Kauri's records (games/records/).
//
// Different readers may be used by different threads.
#ifndef KAURI_WAURIE_WAURIE_RECORD_H
#define KAURI_WAURIE_WAURIE_RECORD_H

#include "games/records/pieces.h"
#include "games/records/sentence.h"
#include "waurie/waurie_position.h"

struct waurie_written_sowing {
    uint8_t pit;     // the number that is written, 1..9
    bool joined;     // a hyphen follows: the next sowing belongs to the same turn
    char marks[3];   // marks "!", "?" or two of them; ""
    char letter;     // letter of the variations in place of this turn, 'a'..'z'; 0: none
    uint32_t line;   // line in the text, from 1
    uint32_t column; // column in characters, from 1
};

struct waurie_written_line {
    char letter; // letter of a variation, 'a'..'z'; 0 for a main line
    uint32_t line;
    uint32_t column;
    struct waurie_written_sowing *sowings; // owned
    size_t count;
    size_t capacity;
    struct kauri_written_result result; // the words after the moves, if any
    struct kauri_pieces pieces;         // owned: the account of the text since the line before
};

// Frees what the line owns and leaves it zeroed. Accepts a zeroed line.
void waurie_written_line_clear(struct waurie_written_line *written);

// The place where reading goes on, and the position with which lines begin: the one that the reader
// was given, or the last one in the text.
struct waurie_record_reader {
    struct kauri_text text; // owned
    size_t at;              // the first token that is not read yet
    struct waurie_position start;
    bool start_bad; // the last position in the text cannot be read
};

// Begins a NUL-terminated text, which must outlive the reader.
struct waurie_record_reader waurie_record_begin(const char *text,
                                                const struct waurie_position *start);
void waurie_record_end(struct waurie_record_reader *reader);

// Reads the next line of play, which the caller frees with waurie_written_line_clear, also after an
// error. *found is false at the end of the text. KAURI_BAD_INPUT, with line and column, for a
// position that cannot be read, words among the moves, or moves among words. *written has the
// sowings before that, and reading goes on after the line. KAURI_RESOURCE.
enum kauri_status waurie_record_next(struct waurie_record_reader *reader,
                                     struct waurie_written_line *written, bool *found,
                                     struct kauri_error *error);

#endif
