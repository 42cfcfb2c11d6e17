// Characters of texts that people bring: decoding UTF-8, the plain form of typographic characters,
// and quoting a text in a message.
//
// Pure functions, thread-safe.
#ifndef KAURI_COMMON_UNICODE_H
#define KAURI_COMMON_UNICODE_H

#include <stddef.h>
#include <stdint.h>

// The plain form of a character that does not count, such as a zero-width space.
#define KAURI_PLAIN_NOTHING 0U

// A character of a text.
struct kauri_character {
    uint32_t code;  // Unicode code point
    uint32_t bytes; // in the text; 0 at its end
    uint32_t lone;  // 1 for a byte that is not UTF-8, which is read as Windows-1252
};

// The character at the beginning of a NUL-terminated text.
struct kauri_character kauri_character_at(const char *text);

// The plain form of a character: ' ' for tabs and blanks (class Zs), '-' for dashes (class Pd,
// U+2212 and U+00AD), '\n' for ends of lines, KAURI_PLAIN_NOTHING for characters without a width,
// ASCII for full-width characters and for the slashes and colons of mathematics and fractions; any
// other character is its own plain form.
uint32_t kauri_plain_form(uint32_t code);

// Encodes a character in UTF-8 and returns its bytes, 1 to 4.
unsigned kauri_character_encode(uint32_t code, char bytes[4]);

// Copies `bytes` bytes of a text into a message of `room` bytes, at least 16: visible characters as
// they are, others as their code points, "U+2011", and bytes that are not UTF-8 as "\xFC". What
// does not fit is replaced by "...". Returns `quoted`.
const char *kauri_quote(const char *text, size_t bytes, char *quoted, size_t room);

#endif
