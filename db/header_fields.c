#include "db/header_fields.h"

#include <string.h>

static const uint8_t magic[KAURI_TABLE_MAGIC_BYTES] = {0x89, 'K', 'A', 'U', 'R', 'I', 0x1A, '\n'};

void kauri_field_store_magic(uint8_t bytes[KAURI_TABLE_MAGIC_BYTES])
{
    memcpy(bytes, magic, sizeof magic);
}

bool kauri_header_is_table(const uint8_t bytes[KAURI_TABLE_MAGIC_BYTES])
{
    return memcmp(bytes, magic, sizeof magic) == 0;
}

bool kauri_field_is_text(const char *text, size_t field)
{
    size_t length = 0;
    while (length < field && text[length] != '\0') {
        if (text[length] < 0x20 || text[length] > 0x7E) {
            return false;
        }
        length++;
    }
    return length >= 1 && length < field;
}

bool kauri_field_load_text(const uint8_t *from, char *to, size_t field)
{
    memcpy(to, from, field);
    const size_t length = strnlen(to, field);
    return kauri_field_is_zero(from + length, field - length);
}

bool kauri_field_is_zero(const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (bytes[i] != 0) {
            return false;
        }
    }
    return true;
}
