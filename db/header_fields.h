// Fields of the header: texts, reserved bytes and the magic number.
#ifndef KAURI_DB_HEADER_FIELDS_H
#define KAURI_DB_HEADER_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { KAURI_TABLE_MAGIC_BYTES = 8 }; // at the beginning of the header

// Writes the magic number.
void kauri_field_store_magic(uint8_t bytes[KAURI_TABLE_MAGIC_BYTES]);
// Whether the first bytes of a file are those of a finished table.
bool kauri_header_is_table(const uint8_t bytes[KAURI_TABLE_MAGIC_BYTES]);

// Whether the field is a text: at least one character, all printable ASCII, with a zero inside the
// field.
bool kauri_field_is_text(const char *text, size_t field);
// Copies a text field; false if bytes other than zero follow its final zero.
bool kauri_field_load_text(const uint8_t *from, char *to, size_t field);

bool kauri_field_is_zero(const uint8_t *bytes, size_t size);

#endif
