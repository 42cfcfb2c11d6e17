// Writes JSON, in one line and without spaces, at the end of a string:
//
//     struct kauri_json json = {.out = &text};
//     kauri_json_begin_object(&json, NULL);
//     kauri_json_add_int(&json, "seeds", 48);
//     kauri_json_begin_array(&json, "moves");
//     kauri_json_add_text(&json, NULL, "a");
//     kauri_json_end(&json);
//     kauri_json_end(&json);
//
// adds {"seeds":48,"moves":["a"]} and a newline.
//
// Every function adds one value. `name` is the name of the member in an object, and NULL in an
// array and for the outermost value; it holds no character that JSON escapes. Running out of memory
// is remembered by the string, as always. Used by one thread at a time.
#ifndef KAURI_COMMON_JSON_H
#define KAURI_COMMON_JSON_H

#include "common/string_buffer.h"

#include <stdbool.h>
#include <stdint.h>

enum { KAURI_JSON_DEPTH_MAX = 256 };

// The caller sets `out`, which may be emptied or replaced between two calls; the rest begins as
// zeros. Nothing has to be freed.
struct kauri_json {
    struct kauri_string *out;
    unsigned depth; // objects and arrays that are open, at most KAURI_JSON_DEPTH_MAX
    uint64_t arrays[KAURI_JSON_DEPTH_MAX / 64]; // a bit for each depth: it is an array
    bool more;                                  // a comma comes before the next value
};

// Begins an object or an array. kauri_json_end ends the innermost one, and after the outermost one
// adds a newline.
void kauri_json_begin_object(struct kauri_json *json, const char *name);
void kauri_json_begin_array(struct kauri_json *json, const char *name);
void kauri_json_end(struct kauri_json *json);

void kauri_json_add_int(struct kauri_json *json, const char *name, int64_t value);
void kauri_json_add_uint(struct kauri_json *json, const char *name, uint64_t value);
void kauri_json_add_bool(struct kauri_json *json, const char *name, bool value);
// A number, or null if it is not known.
void kauri_json_add_known_int(struct kauri_json *json, const char *name, bool known, int64_t value);
void kauri_json_add_null(struct kauri_json *json, const char *name);

// A measured number, with six significant digits; null if it is not finite.
void kauri_json_add_real(struct kauri_json *json, const char *name, double value);

// A number of seconds, rounded to milliseconds.
void kauri_json_add_seconds(struct kauri_json *json, const char *name, double seconds);

// A text in UTF-8; NULL becomes null.
void kauri_json_add_text(struct kauri_json *json, const char *name, const char *text);

// A text from outside, such as the name of a file. It may not be UTF-8, which JSON has to be: every
// byte that is not becomes '?'. Hidden characters (common/character.h) are escaped. NULL: null.
void kauri_json_add_foreign(struct kauri_json *json, const char *name, const char *text);

// A value that another writer has written, with its newline.
void kauri_json_add_json(struct kauri_json *json, const char *name, const char *value);

// A text of one character, such as the letter of a hole; null for '\0'.
void kauri_json_add_letter(struct kauri_json *json, const char *name, char letter);

// A digest: a text of 16 hexadecimal digits; NULL becomes null.
void kauri_json_add_digest(struct kauri_json *json, const char *name, const uint64_t *digest);

// An array of two numbers, [first, second].
void kauri_json_add_pair(struct kauri_json *json, const char *name, int64_t first, int64_t second);

#endif
