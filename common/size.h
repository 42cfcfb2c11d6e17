// Sizes and numbers as people write them.
#ifndef KAURI_COMMON_SIZE_H
#define KAURI_COMMON_SIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define KAURI_SIZE_TEXT_BYTES 32

// Reads a whole decimal number in [low, high] from all of `text`; false for anything else
// (an empty string, signs, spaces, trailing characters, overflow). Thread-safe.
bool kauri_parse_number(const char *text, uint64_t low, uint64_t high, uint64_t *number);

// Reads a size in bytes: a whole number, optionally followed by K, M, G or T (powers of 1024).
// False for anything else and for 0. Thread-safe.
bool kauri_parse_size(const char *text, uint64_t *bytes);

// Writes bytes as "1.23 GiB" into `text` and returns it.
const char *kauri_format_size(uint64_t bytes, char text[KAURI_SIZE_TEXT_BYTES]);

// Writes a count with separators as "1,352,078" into `text` and returns it.
const char *kauri_format_count(uint64_t count, char text[KAURI_SIZE_TEXT_BYTES]);

#endif
