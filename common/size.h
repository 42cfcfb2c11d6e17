// Parsing and formatting of numbers and sizes for people. All functions are thread-safe.
#ifndef KAURI_COMMON_SIZE_H
#define KAURI_COMMON_SIZE_H

#include <stdbool.h>
#include <stdint.h>

#define KAURI_SIZE_TEXT_BYTES 32

// Parses all of `text` as a decimal number in [low, high]. Returns false for anything else: an
// empty string, signs, spaces, trailing characters, overflow. *number is then unspecified.
bool kauri_parse_number(const char *text, uint64_t low, uint64_t high, uint64_t *number);

// Parses all of `text` as a decimal number from -most to most, which may have a sign. Returns false
// for anything else; *number is then unchanged.
bool kauri_parse_signed(const char *text, int32_t maximum, int32_t *number);

// Parses a size in bytes: a whole number, optionally followed by K, M, G or T (powers of 1024).
// Returns false for anything else and for 0.
bool kauri_parse_size(const char *text, uint64_t *bytes);

// Parses a number of seconds greater than 0 and at most `high`, with up to three digits after the
// point: "5", "0.25". Returns false for anything else. *seconds is then unspecified.
bool kauri_parse_seconds(const char *text, uint64_t high, double *seconds);

// Formats a number of bytes as "1.23 GiB". Returns `text`.
const char *kauri_format_size(uint64_t bytes, char text[KAURI_SIZE_TEXT_BYTES]);

// Formats a count with thousands separators, as "1,352,078". Returns `text`.
const char *kauri_format_count(uint64_t count, char text[KAURI_SIZE_TEXT_BYTES]);

// The same texts in memory of the block that calls, for the arguments of a format.
#define KAURI_SIZE_TEXT(bytes)  kauri_format_size((bytes), (char[KAURI_SIZE_TEXT_BYTES]){0})
#define KAURI_COUNT_TEXT(count) kauri_format_count((count), (char[KAURI_SIZE_TEXT_BYTES]){0})

// The ending of a noun after a count: "" after 1, otherwise "s".
const char *kauri_plural(uint64_t count);

#endif
