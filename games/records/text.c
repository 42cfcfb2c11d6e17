#include "games/records/text.h"

#include "common/character.h"
#include "common/memory.h"
#include "games/records/token.h"

#include <stdlib.h>

static bool is_visible(uint32_t code)
{
    return code >= ' ' && code != 0x7f && !(code >= 0x80 && code < 0xa0);
}

struct kauri_text kauri_text_begin(const char *source, uint32_t line, uint32_t column)
{
    return (struct kauri_text){
        .place = {.next = source, .line = line, .column = column, .before = '\n', .fresh = true}};
}

void kauri_text_clear(struct kauri_text *text)
{
    if (!text->fixed) {
        free(text->signs);
        free(text->tokens);
    }
    *text = (struct kauri_text){.ended = true, .failed = true};
}

// Goes over bytes of the source and counts their lines and characters.
static void step(struct kauri_text *text, size_t bytes)
{
    const char *const end = text->place.next + bytes;
    while (text->place.next < end) {
        const struct kauri_character character = kauri_character_at(text->place.next);
        const bool two = text->place.next[0] == '\r' && text->place.next[1] == '\n';
        text->place.next += character.bytes;
        text->place.column++;
        if (kauri_plain_form(character.code) == '\n' && !two) {
            text->place.line++;
            text->place.column = 1;
        }
        text->foreign = text->foreign || !character.is_utf8;
    }
}

// Decodes the next sign. Markup that stands for no sign is passed over.
static struct kauri_sign decode(struct kauri_text *text)
{
    struct kauri_sign sign;
    bool again = true;
    while (again) {
        const struct kauri_markup_place place = {
            .before = text->place.before, .fresh = text->place.fresh, .line_begins = text->place.column == 1};
        const struct kauri_markup markup = kauri_markup_at(text->place.next, &place, &text->memory);
        const struct kauri_character character = kauri_character_at(text->place.next);
        sign = (struct kauri_sign){
            .at = text->place.next,
            .bytes = (uint32_t)(markup.bytes > 0 ? markup.bytes : character.bytes),
            .code = markup.bytes > 0 ? markup.code : kauri_character_meant(character),
            .line = text->place.line,
            .column = text->place.column,
            .kind = markup.bytes > 0 ? markup.kind : KAURI_MARKUP_NONE,
        };
        sign.plain = kauri_plain_form(sign.code);
        step(text, sign.bytes);
        // "\r\n" is one end of a line.
        const bool half = character.code == '\r' && *text->place.next == '\n';
        again = character.bytes > 0 && (sign.plain == KAURI_PLAIN_NOTHING || half);
    }
    text->place.before = sign.plain;
    text->place.fresh = sign.plain == '\n' || (text->place.fresh && sign.plain == ' ');
    return sign;
}

static bool add_sign(struct kauri_text *text, struct kauri_sign sign)
{
    if (text->sign_count == text->sign_room) {
        struct kauri_sign *more =
            text->fixed ? NULL
                        : kauri_array_grow(text->signs, text->sign_count, &text->sign_room,
                                           sizeof *more);
        if (more == NULL) {
            text->failed = true;
            return false;
        }
        text->signs = more;
    }
    text->signs[text->sign_count++] = sign;
    return true;
}

bool kauri_text_decode(struct kauri_text *text, size_t *first)
{
    bool line = false; // a line end has been read, so the next sign that is no blank begins a line
    *first = text->sign_count;
    while (!text->ended && !text->failed) {
        const struct kauri_text_place here = text->place;
        const struct kauri_sign sign = decode(text);
        if (line && sign.plain != '\n' && sign.plain != ' ' && sign.plain != 0) {
            text->place = here; // the sign belongs to the next line
            break;
        }
        line = line || sign.plain == '\n';
        text->ended = sign.plain == 0;
        if (!add_sign(text, sign)) {
            break;
        }
    }
    return text->sign_count > *first;
}

void kauri_text_copy(const struct kauri_text *text, size_t from, size_t to, char *copy, size_t room)
{
    size_t n = 0;
    size_t kept = 0; // length without blanks at the end
    for (size_t i = from; i < to && i < text->sign_count && text->signs[i].plain != 0; i++) {
        char bytes[4];
        const struct kauri_sign *sign = &text->signs[i];
        const bool blank = sign->plain == ' ' || sign->plain == '\n';
        const uint32_t code = blank ? ' ' : is_visible(sign->code) ? sign->code : '?';
        const unsigned size = kauri_character_encode(code, bytes);
        if (n + size >= room) {
            break;
        }
        if (blank && n == 0) {
            continue;
        }
        for (unsigned b = 0; b < size; b++) {
            copy[n++] = bytes[b];
        }
        kept = blank ? kept : n;
    }
    copy[kept] = '\0';
}
