#include "common/unicode.h"

#include "common/string_buffer.h"

#include <stdio.h>
#include <string.h>

// What Windows-1252 puts where Latin-1 has control characters; 0: unassigned.
static const uint16_t windows_1252[32] = {
    0x20ac, 0,      0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017d, 0,      0,      0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
    0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0,      0x017e, 0x0178,
};

static uint32_t decode(const unsigned char *at, size_t bytes)
{
    static const unsigned char masks[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    uint32_t code = at[0] & masks[bytes];
    for (size_t i = 1; i < bytes; i++) {
        code = code << 6 | (at[i] & 0x3fU);
    }
    return code;
}

struct kauri_character kauri_character_at(const char *text)
{
    const unsigned char first = (unsigned char)*text;
    if (first < 0x80) {
        return (struct kauri_character){.code = first, .bytes = first != 0 ? 1 : 0};
    }
    if (first == 0xc2 && (unsigned char)text[1] >= 0x80 && (unsigned char)text[1] < 0xa0) {
        return (struct kauri_character){.code = (unsigned char)text[1], .bytes = 2};
    }
    const size_t bytes = kauri_utf8_bytes(text, strnlen(text, 4));
    if (bytes == 0) {
        const uint32_t code = first < 0xa0 ? windows_1252[first - 0x80] : first;
        return (struct kauri_character){.code = code != 0 ? code : first, .bytes = 1, .lone = 1};
    }
    return (struct kauri_character){.code = decode((const unsigned char *)text, bytes),
                                    .bytes = (uint32_t)bytes};
}

// A range of characters with the same plain form.
struct character_range {
    uint32_t first, last, plain;
};

// Sorted by code point.
static const struct character_range ranges[] = {
    {'\t', '\t', ' '},
    {'\v', '\r', '\n'},
    {0x85, 0x85, '\n'},
    {0xa0, 0xa0, ' '},
    {0xad, 0xad, '-'},
    {0x58a, 0x58a, '-'},
    {0x5be, 0x5be, '-'},
    {0x61c, 0x61c, KAURI_PLAIN_NOTHING},
    {0x1400, 0x1400, '-'},
    {0x1680, 0x1680, ' '},
    {0x1806, 0x1806, '-'},
    {0x180e, 0x180e, KAURI_PLAIN_NOTHING},
    {0x2000, 0x200a, ' '},
    {0x200b, 0x200f, KAURI_PLAIN_NOTHING},
    {0x2010, 0x2015, '-'},
    {0x2028, 0x2029, '\n'},
    {0x202a, 0x202e, KAURI_PLAIN_NOTHING},
    {0x202f, 0x202f, ' '},
    {0x2044, 0x2044, '/'},
    {0x205f, 0x205f, ' '},
    {0x2060, 0x206f, KAURI_PLAIN_NOTHING},
    {0x2212, 0x2212, '-'},
    {0x2215, 0x2215, '/'},
    {0x2236, 0x2236, ':'},
    {0x2e17, 0x2e17, '-'},
    {0x2e1a, 0x2e1a, '-'},
    {0x2e3a, 0x2e3b, '-'},
    {0x2e40, 0x2e40, '-'},
    {0x2e5d, 0x2e5d, '-'},
    {0x3000, 0x3000, ' '},
    {0x301c, 0x301c, '-'},
    {0x3030, 0x3030, '-'},
    {0x30a0, 0x30a0, '-'},
    {0xfe00, 0xfe0f, KAURI_PLAIN_NOTHING}, // variants, such as that of an emoji
    {0xfe31, 0xfe32, '-'},
    {0xfe58, 0xfe58, '-'},
    {0xfe63, 0xfe63, '-'},
    {0xfeff, 0xfeff, KAURI_PLAIN_NOTHING},
    {0x10ead, 0x10ead, '-'},
};

uint32_t kauri_plain_form(uint32_t code)
{
    if (code > ' ' && code < 0x7f) {
        return code;
    }
    if (code >= 0xff01 && code <= 0xff5e) {
        return code - 0xff01 + '!';
    }
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0] && code >= ranges[i].first; i++) {
        if (code <= ranges[i].last) {
            return ranges[i].plain;
        }
    }
    return code;
}

unsigned kauri_character_encode(uint32_t code, char bytes[4])
{
    if (code < 0x80) {
        bytes[0] = (char)code;
        return 1;
    }
    const unsigned count = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    static const unsigned char heads[] = {0, 0, 0xc0, 0xe0, 0xf0};
    for (unsigned i = count - 1; i > 0; i--) {
        bytes[i] = (char)(0x80 | (code & 0x3f));
        code >>= 6;
    }
    bytes[0] = (char)(heads[count] | code);
    return count;
}

const char *kauri_quote(const char *text, size_t bytes, char *quoted, size_t room)
{
    enum { CODE_BYTES = 9, DOTS_BYTES = 3 }; // "U+10FFFF" with its NUL, "..."
    size_t n = 0;
    for (size_t i = 0; i < bytes && text[i] != '\0';) {
        const struct kauri_character character = kauri_character_at(text + i);
        if (n + CODE_BYTES + DOTS_BYTES > room) {
            (void)snprintf(quoted + n, room - n, "...");
            return quoted;
        }
        const uint32_t plain = kauri_plain_form(character.code);
        if (character.lone) {
            n += (size_t)snprintf(quoted + n, room - n, "\\x%02X", (unsigned char)text[i]);
        } else if (character.code == ' ' || (plain == character.code && plain > ' ' &&
                                             plain != 0x7f && !(plain >= 0x80 && plain < 0xa0))) {
            n += kauri_character_encode(character.code, quoted + n);
        } else {
            n += (size_t)snprintf(quoted + n, room - n, "U+%04X", character.code);
        }
        i += character.bytes;
    }
    quoted[n] = '\0';
    return quoted;
}
