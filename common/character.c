#include "common/character.h"

#include <stdio.h>
#include <string.h>

// The characters that Windows-1252 has in place of the control characters of Latin-1; 0 is
// unassigned.
static const uint16_t windows_1252[32] = {
    0x20ac, 0,      0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
    0x2039, 0x0152, 0,      0x017d, 0,      0,      0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
    0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0,      0x017e, 0x0178,
};

// Invisible characters, and those that change how others are shown: the categories Cc, Cf, Co, Zl
// and Zp of Unicode 15, Zs but for U+0020, variation selectors, noncharacters at the end of the
// first plane, and letters that are blank. In ascending order.
static const struct {
    uint32_t first, last;
} hidden[] = {
    {0x00, 0x1f},        {0x7f, 0xa0},       {0xad, 0xad},       {0x34f, 0x34f},
    {0x600, 0x605},      {0x61c, 0x61c},     {0x6dd, 0x6dd},     {0x70f, 0x70f},
    {0x890, 0x891},      {0x8e2, 0x8e2},     {0x115f, 0x1160},   {0x1680, 0x1680},
    {0x17b4, 0x17b5},    {0x180b, 0x180f},   {0x2000, 0x200f},   {0x2028, 0x202f},
    {0x205f, 0x206f},    {0x2800, 0x2800},   {0x3000, 0x3000},   {0x3164, 0x3164},
    {0xe000, 0xf8ff},    {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},
    {0xfff0, 0xfffb},    {0xfffe, 0xffff},   {0x110bd, 0x110bd}, {0x110cd, 0x110cd},
    {0x13430, 0x1343f},  {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
    {0xf0000, 0x10ffff},
};

static bool is_hidden(uint32_t code)
{
    size_t i = 0;
    while (i + 1 < sizeof hidden / sizeof hidden[0] && code > hidden[i].last) {
        i++;
    }
    return code >= hidden[i].first && code <= hidden[i].last;
}

bool kauri_character_is_hidden(struct kauri_character character)
{
    return !character.is_utf8 || is_hidden(character.code);
}

struct kauri_character kauri_character_at(const char *text)
{
    const unsigned char first = (unsigned char)*text;
    if (first < 0x80) { // most characters are ASCII
        return (struct kauri_character){first, first != 0 ? 1 : 0, true};
    }
    // The bits of the first byte that tell the length of a character, and the least code of that
    // length.
    static const struct {
        unsigned char mask, bits;
        uint32_t least;
    } forms[] = {{0x80, 0, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};
    const unsigned char *at = (const unsigned char *)text;
    const struct kauri_character none = {.code = at[0], .bytes = 1};
    size_t more = 0; // bytes after the first one
    while (more < sizeof forms / sizeof forms[0] &&
           (at[0] & forms[more].mask) != forms[more].bits) {
        more++;
    }
    if (more == sizeof forms / sizeof forms[0]) {
        return none;
    }
    uint32_t code = at[0] & (unsigned char)~forms[more].mask;
    for (size_t i = 1; i <= more; i++) {
        if ((at[i] & 0xc0) != 0x80) { // also true at the end of the text
            return none;
        }
        code = code << 6 | (at[i] & 0x3f);
    }
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    return code < forms[more].least || code > 0x10ffff || surrogate
               ? none
               : (struct kauri_character){code, (uint32_t)more + 1, true};
}

const char *kauri_character_show(struct kauri_character character, char text[KAURI_SHOWN_BYTES])
{
    (void)snprintf(text, KAURI_SHOWN_BYTES, character.is_utf8 ? "<U+%04X>" : "<0x%02X>",
                   (unsigned)character.code);
    return text;
}

uint32_t kauri_character_meant(struct kauri_character character)
{
    const bool control = !character.is_utf8 && character.code < 0xa0;
    const uint32_t meant = control ? windows_1252[character.code - 0x80] : character.code;
    return meant != 0 ? meant : character.code;
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
    {0xfe00, 0xfe0f, KAURI_PLAIN_NOTHING}, // variation selectors, such as that of an emoji
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

// Returns true for Greek and Cyrillic letters that look like the letters of moves and sides.
static bool is_look_alike(uint32_t code)
{
    static const uint16_t letters[] = {0x391, 0x392, 0x395, 0x39d, 0x405, 0x410, 0x412,
                                       0x415, 0x421, 0x430, 0x435, 0x441, 0x455, 0x501};
    for (size_t i = 0; i < sizeof letters / sizeof letters[0]; i++) {
        if (letters[i] == code) {
            return true;
        }
    }
    return false;
}

// Returns true for a character that a reader recognises.
static bool is_clear(uint32_t code)
{
    return code == ' ' || (kauri_plain_form(code) == code && code > ' ' &&
                           !(code >= 0x7f && code < 0xa0) && !is_look_alike(code));
}

const char *kauri_quote(const char *text, size_t bytes, char *quoted, size_t capacity)
{
    enum { CODE_BYTES = 11, DOTS_BYTES = 3 }; // "<U+10FFFF>" with its NUL, "..."
    size_t n = 0;
    for (size_t i = 0; i < bytes && text[i] != '\0';) {
        const struct kauri_character character = kauri_character_at(text + i);
        if (n + CODE_BYTES + DOTS_BYTES > capacity) {
            (void)snprintf(quoted + n, capacity - n, "...");
            return quoted;
        }
        if (character.is_utf8 && is_clear(character.code)) {
            n += kauri_character_encode(character.code, quoted + n);
        } else {
            char shown[KAURI_SHOWN_BYTES];
            n += (size_t)snprintf(quoted + n, capacity - n, "%s",
                                  kauri_character_show(character, shown));
        }
        i += character.bytes;
    }
    quoted[n] = '\0';
    return quoted;
}
