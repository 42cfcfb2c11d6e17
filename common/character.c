#include "common/character.h"

#include <stdio.h>
#include <string.h>

// Characters that nobody sees or that change how others are shown: the categories Cc, Cf, Co, Zl
// and Zp of Unicode 15, Zs but for U+0020, noncharacters at the end of the first plane, and letters
// that are blank. In ascending order.
static const struct {
    uint32_t first, last;
} hidden[] = {
    {0x00, 0x1f},       {0x7f, 0xa0},       {0xad, 0xad},       {0x34f, 0x34f},
    {0x600, 0x605},     {0x61c, 0x61c},     {0x6dd, 0x6dd},     {0x70f, 0x70f},
    {0x890, 0x891},     {0x8e2, 0x8e2},     {0x115f, 0x1160},   {0x1680, 0x1680},
    {0x17b4, 0x17b5},   {0x180b, 0x180f},   {0x2000, 0x200f},   {0x2028, 0x202f},
    {0x205f, 0x206f},   {0x2800, 0x2800},   {0x3000, 0x3000},   {0x3164, 0x3164},
    {0xe000, 0xf8ff},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},   {0xfff0, 0xfffb},
    {0xfffe, 0xffff},   {0x110bd, 0x110bd}, {0x110cd, 0x110cd}, {0x13430, 0x1343f},
    {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff}, {0xf0000, 0x10ffff},
};

static bool is_hidden(uint32_t code)
{
    size_t i = 0;
    while (i + 1 < sizeof hidden / sizeof hidden[0] && code > hidden[i].last) {
        i++;
    }
    return code >= hidden[i].first && code <= hidden[i].last;
}

struct kauri_character kauri_character_at(const char *text)
{
    // Of each length: the bits of the first byte that say so, and the least code.
    static const struct {
        unsigned char mask, bits;
        uint32_t least;
    } forms[] = {{0x80, 0, 0}, {0xe0, 0xc0, 0x80}, {0xf0, 0xe0, 0x800}, {0xf8, 0xf0, 0x10000}};
    const unsigned char *at = (const unsigned char *)text;
    const struct kauri_character none = {.code = at[0], .bytes = 1, .is_hidden = true};
    size_t more = 0; // bytes after the first
    while (more < sizeof forms / sizeof forms[0] &&
           (at[0] & forms[more].mask) != forms[more].bits) {
        more++;
    }
    if (more == sizeof forms / sizeof forms[0]) {
        return none;
    }
    uint32_t code = at[0] & (unsigned char)~forms[more].mask;
    for (size_t i = 1; i <= more; i++) {
        if ((at[i] & 0xc0) != 0x80) { // also at the end of the text
            return none;
        }
        code = code << 6 | (at[i] & 0x3f);
    }
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    return code < forms[more].least || code > 0x10ffff || surrogate
               ? none
               : (struct kauri_character){code, more + 1, true, is_hidden(code)};
}

const char *kauri_hidden_text(struct kauri_character character, char text[KAURI_HIDDEN_BYTES])
{
    (void)snprintf(text, KAURI_HIDDEN_BYTES, character.is_utf8 ? "<U+%04X>" : "<0x%02X>",
                   (unsigned)character.code);
    return text;
}
