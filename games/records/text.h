// A text as people paste it, as the signs that count, with their places: without markup, and in
// their plain form (common/character.h). The list of what falls away is in docs/guide/RECORDS.md,
// "Markup".
//
// Signs and tokens (games/records/token.h) are made line by line when they are asked for, so the
// time and the memory are those of what is read. Used by one thread at a time.
#ifndef KAURI_GAMES_RECORDS_TEXT_H
#define KAURI_GAMES_RECORDS_TEXT_H

#include "games/records/markup.h"

struct kauri_token;

// A sign, with the bytes of the source that stand for it. Bytes between two signs are markup.
struct kauri_text_sign {
    const char *at;              // in the source
    uint32_t bytes;              // 0 for the sign that ends the text
    uint32_t code;               // the character as it is written, for names
    uint32_t plain;              // the character in its plain form; '\n' ends a line, 0 the text
    uint32_t line;               // place in the source, from 1
    uint32_t column;             // in characters, from 1
    enum kauri_markup_kind kind; // what the bytes are, if they are more than a character
};

struct kauri_text {
    const char *source;
    const char *next; // the first byte that is not decoded yet
    uint32_t line;    // its line, from 1
    uint32_t column;  // its column in characters, from 1
    bool fresh;       // only blanks precede it on its line
    bool foreign;     // a byte that is not UTF-8 has been read
    bool ended;       // the sign that ends the text is decoded
    bool failed;      // memory has run out; the text seems to end here
    struct kauri_markup_memory memory;
    struct kauri_text_sign *signs;
    size_t sign_count, sign_room;
    struct kauri_token *tokens;
    size_t token_count, token_room;
    unsigned open;      // brackets of this paragraph that are open
    size_t unclosed[2]; // before this token no '(' and no '[' has a closing bracket
};

// Begins a NUL-terminated text at this place of the whole. The caller clears it.
struct kauri_text kauri_text_begin(const char *source, uint32_t line, uint32_t column);
void kauri_text_clear(struct kauri_text *text);

// Decodes the next line that is not empty, with the line ends after it. `first` receives the number
// of its first sign. Returns false at the end of the text.
bool kauri_text_decode(struct kauri_text *text, size_t *first);

// The sign at which a text can be begun again so that this sign is read as it is now: the one
// before it if that is the beginning of an object of JSON, and otherwise the sign itself.
size_t kauri_text_restart(const struct kauri_text *text, size_t sign);

// The number of line ends among bytes of a source.
uint32_t kauri_line_ends(const char *source, size_t bytes);

#endif
