// Characters of text from outside, such as the names of files and what people paste: decoding
// UTF-8, the plain form of typographic characters, and showing invisible ones.
//
// Pure functions, thread-safe.
#ifndef KAURI_COMMON_CHARACTER_H
#define KAURI_COMMON_CHARACTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A character of a text in UTF-8.
struct kauri_character {
    uint32_t code;  // number in Unicode; for a byte that is not UTF-8, the byte
    uint32_t bytes; // 1 to 4; 1 for a byte that is not UTF-8; 0 at the end of the text
    bool is_utf8;   // all of its bytes are UTF-8
};

// The character at the beginning of a NUL-terminated text.
struct kauri_character kauri_character_at(const char *text);

// The number in Unicode that a person means who pastes the character: a byte that is not UTF-8 is
// read as Windows-1252.
uint32_t kauri_character_meant(struct kauri_character character);

// Returns true if the character is invisible, or if it changes how others are shown: control and
// format characters, blanks other than U+0020, and what is not UTF-8.
bool kauri_character_is_hidden(struct kauri_character character);

// Shows a character that cannot be printed as it is: "<U+202E>", or "<0xFF>" for a byte that is not
// UTF-8. Returns `text`.
enum { KAURI_SHOWN_BYTES = 16 };
const char *kauri_character_show(struct kauri_character character, char text[KAURI_SHOWN_BYTES]);

// Encodes a character in UTF-8 and returns its bytes, 1 to 4.
unsigned kauri_character_encode(uint32_t code, char bytes[4]);

// The plain form of a character that does not count, such as a zero-width space.
#define KAURI_PLAIN_NOTHING 0U

// The plain form of a character: ' ' for tabs and blanks (class Zs), '-' for dashes (class Pd,
// U+2212 and U+00AD), '\n' for ends of lines, KAURI_PLAIN_NOTHING for characters without a width,
// ASCII for full-width characters and for the slashes and colons of mathematics and fractions; any
// other character is its own plain form.
uint32_t kauri_plain_form(uint32_t code);

// Copies `bytes` bytes of a text into a message of `capacity` bytes, at least 24: characters that a
// reader recognises as they are, others as kauri_character_show. What does not fit is replaced by
// "...". Returns `quoted`.
const char *kauri_quote(const char *text, size_t bytes, char *quoted, size_t capacity);

#endif
