// Reads the moves of a line of play, and the words after them, by the signs of a text
// (games/records/plain_text.h). waurie/waurie_record.h finds where lines begin in a text.
//
// Thread-safe.
#ifndef KAURI_WAURIE_PLAY_READER_H
#define KAURI_WAURIE_PLAY_READER_H

#include "common/status.h"
#include "games/records/plain_text.h"

struct waurie_written_sowing {
    uint8_t pit;     // the number that is written, 1..9
    bool joined;     // a hyphen follows: the next sowing belongs to the same turn
    char marks[3];   // marks "!", "?" or two of them; ""
    char letter;     // letter of the variations in place of this turn, 'a'..'z'; 0: none
    uint32_t line;   // line in the text, from 1
    uint32_t column; // column in characters, from 1
};

enum { WAURIE_REMARK_BYTES = 200 };

struct waurie_written_line {
    char letter; // letter of a variation, 'a'..'z'; 0 for a main line
    uint32_t line;
    uint32_t column;
    struct waurie_written_sowing *sowings;
    size_t count;
    size_t room;
    char remark[WAURIE_REMARK_BYTES]; // the words after the moves: UTF-8 on one line, cut to fit
};

// Frees what the line owns and leaves it zeroed. Accepts a zeroed line.
void waurie_written_line_clear(struct waurie_written_line *written);

// ------------------------------------------------------------------------------------------ signs

static inline bool waurie_is_digit(uint32_t sign)
{
    return sign >= '0' && sign <= '9';
}

// Letters of any alphabet; signs such as U+2026 are not.
static inline bool waurie_is_letter(uint32_t sign)
{
    return (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z') ||
           (sign >= 0xc0 && sign < 0x2000);
}

// The letter of a variation, a..z, or 0.
static inline char waurie_variation_letter(uint32_t sign)
{
    return (char)(sign >= 'a' && sign <= 'z'   ? sign
                  : sign >= 'A' && sign <= 'Z' ? sign - 'A' + 'a'
                                               : 0);
}

static inline bool waurie_ends_word(uint32_t sign)
{
    return sign == ' ' || sign == '\n' || sign == 0;
}

// The next sign after blanks, and after one end of a line if `lines` is set.
struct kauri_plain waurie_after_blanks(struct kauri_plain text, bool lines);

// ------------------------------------------------------------------------------------------ moves

// The form of the next word, if it consists of pits, signs and separators only.
struct waurie_move_word {
    bool is_one;
    bool has_sign; // a slash or a mark
    unsigned separators;
};

struct waurie_move_word waurie_look_at_word(struct kauri_plain text);

// Returns whether moves begin here: a word that begins with a digit and has a slash, hyphen or
// mark, or a pit before another number, before a result that names the winner, or at the end.
// Numbers in words and the results "1-0" and "0-1" are not.
bool waurie_moves_begin(struct kauri_plain text);

// Reads moves, and the words after them up to the end of the line. KAURI_BAD_INPUT, with line and
// column, for anything else: then *written has the sowings before it, and *text continues at an
// empty line, at a bracket that begins a line, or at its end. KAURI_RESOURCE.
enum kauri_status waurie_read_moves(struct kauri_plain *text, struct waurie_written_line *written,
                                    struct kauri_error *error);

// Skips words up to the end of the line. KAURI_BAD_INPUT, with line and column, for a word among
// them that looks like moves.
enum kauri_status waurie_skip_words(struct kauri_plain *text, struct kauri_error *error);

#endif
