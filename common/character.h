// Characters of text from outside, such as the names of files, and how hidden ones are shown.
#ifndef KAURI_COMMON_CHARACTER_H
#define KAURI_COMMON_CHARACTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A character of a text in UTF-8.
struct kauri_character {
    uint32_t code;  // its number in Unicode; of a byte that is not UTF-8, the byte
    size_t bytes;   // 1 to 4; 1 of a byte that is not UTF-8
    bool is_utf8;   // all of its bytes
    bool is_hidden; // nobody sees it, or it changes how others are shown: control and format
                    // characters, blanks other than U+0020, and what is not UTF-8
};

// The character at the beginning of a text that is not empty. Thread-safe.
struct kauri_character kauri_character_at(const char *text);

// How a hidden character is shown: "<U+202E>", or "<0xFF>" for a byte that is not UTF-8.
enum { KAURI_HIDDEN_BYTES = 16 };
const char *kauri_hidden_text(struct kauri_character character, char text[KAURI_HIDDEN_BYTES]);

#endif
