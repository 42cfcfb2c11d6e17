#include "common/json.h"

#include "common/character.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

// Adds a text without a format, since look-ups write answers by the million; formats are used only
// for rare kinds of values.

static inline void add(struct kauri_json *json, const char *text)
{
    kauri_string_add_text(json->out, text);
}

// Adds the comma and the name that come before a value.
static void begin_value(struct kauri_json *json, const char *name)
{
    const size_t bytes = name == NULL ? 0 : strlen(name);
    char *to =
        kauri_string_extend(json->out, (json->more ? 1 : 0) + (name == NULL ? 0 : bytes + 3));
    if (to != NULL && json->more) {
        *to++ = ',';
    }
    if (to != NULL && name != NULL) {
        *to++ = '"';
        memcpy(to, name, bytes);
        memcpy(to + bytes, "\":", 2);
    }
    json->more = true;
}

static void begin(struct kauri_json *json, const char *name, bool array)
{
    begin_value(json, name);
    add(json, array ? "[" : "{");
    uint64_t *bits = &json->arrays[json->depth / 64];
    const uint64_t bit = UINT64_C(1) << json->depth++ % 64;
    *bits = array ? *bits | bit : *bits & ~bit;
    json->more = false;
}

void kauri_json_begin_object(struct kauri_json *json, const char *name)
{
    begin(json, name, false);
}

void kauri_json_begin_array(struct kauri_json *json, const char *name)
{
    begin(json, name, true);
}

void kauri_json_end(struct kauri_json *json)
{
    json->depth--;
    add(json, (json->arrays[json->depth / 64] >> json->depth % 64 & 1) != 0 ? "]" : "}");
    json->more = json->depth > 0;
    if (json->depth == 0) {
        add(json, "\n");
    }
}

void kauri_json_add_int(struct kauri_json *json, const char *name, int64_t value)
{
    begin_value(json, name);
    kauri_string_add_number(json->out, value);
}

void kauri_json_add_uint(struct kauri_json *json, const char *name, uint64_t value)
{
    begin_value(json, name);
    kauri_string_add(json->out, "%" PRIu64, value);
}

void kauri_json_add_bool(struct kauri_json *json, const char *name, bool value)
{
    begin_value(json, name);
    add(json, value ? "true" : "false");
}

void kauri_json_add_null(struct kauri_json *json, const char *name)
{
    begin_value(json, name);
    add(json, "null");
}

void kauri_json_add_known_int(struct kauri_json *json, const char *name, bool known, int64_t value)
{
    if (known) {
        kauri_json_add_int(json, name, value);
    } else {
        kauri_json_add_null(json, name);
    }
}

void kauri_json_add_real(struct kauri_json *json, const char *name, double value)
{
    if (!isfinite(value)) {
        kauri_json_add_null(json, name);
        return;
    }
    begin_value(json, name);
    kauri_string_add(json->out, "%.6g", value);
}

void kauri_json_add_seconds(struct kauri_json *json, const char *name, double seconds)
{
    begin_value(json, name);
    kauri_string_add(json->out, "%.3f", seconds);
}

static bool is_plain(unsigned char byte)
{
    return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
}

// Returns whether no byte needs escaping. Takes eight bytes at a time, since most texts need none.
static bool are_plain(const char *text, size_t length)
{
    const uint64_t ones = UINT64_MAX / 0xff; // 0x01 in each byte
    const uint64_t tops = ones << 7;
    size_t i = 0;
    for (; i + 8 <= length; i += 8) {
        uint64_t word = 0;
        memcpy(&word, text + i, 8);
        // A byte without its highest bit gets it by the subtraction if it is less than the number.
        const uint64_t quotes = (word ^ ones * '"') - ones;
        const uint64_t slashes = (word ^ ones * '\\') - ones;
        if (((word | (word - ones * 0x20) | quotes | slashes) & tops) != 0) {
            return false;
        }
    }
    while (i < length && is_plain((unsigned char)text[i])) {
        i++;
    }
    return i == length;
}

static void add_code(struct kauri_json *json, uint32_t code)
{
    if (code > 0xffff) {
        kauri_string_add(json->out, "\\u%04x\\u%04x", (unsigned)(0xd7c0 + (code >> 10)),
                         (unsigned)(0xdc00 + (code & 0x3ff)));
    } else {
        kauri_string_add(json->out, "\\u%04x", (unsigned)code);
    }
}

static void add_escaped(struct kauri_json *json, unsigned char byte)
{
    static const char from[] = "\"\\\b\f\n\r\t";
    static const char to[] = "\"\\bfnrt";
    const char *place = byte == '\0' ? NULL : strchr(from, byte);
    if (place != NULL) {
        kauri_string_add_bytes(json->out, "\\", 1);
        kauri_string_add_bytes(json->out, &to[place - from], 1);
    } else {
        add_code(json, byte);
    }
}

// Adds a character that is not ASCII, and returns its bytes.
static size_t add_foreign(struct kauri_json *json, const char *text)
{
    const struct kauri_character character = kauri_character_at(text);
    if (!character.is_utf8) {
        add(json, "?");
    } else if (kauri_character_is_hidden(character)) {
        add_code(json, character.code);
    } else {
        kauri_string_add_bytes(json->out, text, character.bytes);
    }
    return character.bytes;
}

static void add_string(struct kauri_json *json, const char *name, const char *text, size_t length,
                       bool foreign)
{
    begin_value(json, name);
    if (are_plain(text, length)) {
        char *to = kauri_string_extend(json->out, length + 2);
        if (to != NULL) {
            to[0] = '"';
            memcpy(to + 1, text, length);
            to[length + 1] = '"';
        }
        return;
    }
    add(json, "\"");
    for (size_t i = 0; i < length; i++) {
        const unsigned char byte = (unsigned char)text[i];
        if (is_plain(byte) || (byte >= 0x80 && !foreign)) {
            kauri_string_add_bytes(json->out, &text[i], 1);
        } else if (byte >= 0x80) {
            i += add_foreign(json, &text[i]) - 1;
        } else {
            add_escaped(json, byte);
        }
    }
    add(json, "\"");
}

void kauri_json_add_text(struct kauri_json *json, const char *name, const char *text)
{
    if (text == NULL) {
        kauri_json_add_null(json, name);
    } else {
        add_string(json, name, text, strlen(text), false);
    }
}

void kauri_json_add_foreign(struct kauri_json *json, const char *name, const char *text)
{
    if (text == NULL) {
        kauri_json_add_null(json, name);
    } else {
        add_string(json, name, text, strlen(text), true);
    }
}

void kauri_json_add_json(struct kauri_json *json, const char *name, const char *value)
{
    begin_value(json, name);
    kauri_string_add_bytes(json->out, value, strcspn(value, "\n"));
}

void kauri_json_add_letter(struct kauri_json *json, const char *name, char letter)
{
    if (letter == '\0') {
        kauri_json_add_null(json, name);
    } else {
        add_string(json, name, &letter, 1, false);
    }
}

void kauri_json_add_digest(struct kauri_json *json, const char *name, const uint64_t *digest)
{
    begin_value(json, name);
    if (digest != NULL) {
        kauri_string_add(json->out, "\"%016" PRIx64 "\"", *digest);
    } else {
        kauri_string_add_text(json->out, "null");
    }
}

void kauri_json_add_pair(struct kauri_json *json, const char *name, int64_t first, int64_t second)
{
    kauri_json_begin_array(json, name);
    kauri_json_add_int(json, NULL, first);
    kauri_json_add_int(json, NULL, second);
    kauri_json_end(json);
}
