// Parts of the JSON output that all programs share. Only files named *json.c include json-c.
//
// json-c writes a NULL object as null, so when memory runs out the output has a null and the
// program goes on. The caller owns the objects made here until they are added to another object.
#ifndef KAURI_CLI_BASE_JSON_H
#define KAURI_CLI_BASE_JSON_H

#include "common/string_buffer.h"

#include <stdint.h>

struct json_object;

// Sets the member `name` of the object to `value`, which may be NULL.
void kauri_json_add(struct json_object *object, const char *name, struct json_object *value);

// Text from outside may not be UTF-8, and JSON has to be: every byte that is not ASCII becomes '?'.
// The text is cut to KAURI_ERROR_MESSAGE_BYTES.
struct json_object *kauri_json_foreign_text(const char *text);

// A number of seconds, rounded to milliseconds.
struct json_object *kauri_json_seconds(double seconds);

// A measured number, with six significant digits.
struct json_object *kauri_json_real(double value);

// A digest as text: 16 hexadecimal digits.
struct json_object *kauri_json_digest(uint64_t digest);

// [first, second].
struct json_object *kauri_json_pair(int first, int second);

// Adds the object as text and a newline to `out`, and frees the object.
void kauri_json_write(struct kauri_string *out, struct json_object *object);

// Prints the object and a newline on standard output, and frees the object.
void kauri_json_print(struct json_object *object);

#endif
