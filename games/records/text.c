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
    return (struct kauri_text){.plain = kauri_plain_begin(source, line, column)};
}

void kauri_text_clear(struct kauri_text *text)
{
    if (!text->fixed) {
        free(text->signs);
        free(text->tokens);
    }
    *text = (struct kauri_text){.ended = true, .failed = true};
}

static bool add_sign(struct kauri_text *text, struct kauri_text_sign sign)
{
    if (text->fixed ? text->sign_count == text->sign_room
                    : !KAURI_FITS(text->signs, text->sign_count + 1, text->sign_room)) {
        text->failed = true;
        return false;
    }
    text->signs[text->sign_count++] = sign;
    return true;
}

bool kauri_text_decode(struct kauri_text *text, size_t *first)
{
    struct kauri_plain *plain = &text->plain;
    bool line =
        false; // a line end has been decoded, so the next sign that is no blank begins a line
    *first = text->sign_count;
    while (!text->ended &&
           !(line && plain->sign != '\n' && plain->sign != ' ' && plain->sign != 0)) {
        const struct kauri_text_sign sign = {.at = plain->at,
                                             .bytes = (uint32_t)(plain->next - plain->at),
                                             .code = plain->code,
                                             .plain = plain->sign,
                                             .line = plain->at_line,
                                             .column = plain->at_column,
                                             .kind = plain->kind};
        if (!add_sign(text, sign)) {
            break;
        }
        line = line || sign.plain == '\n';
        text->ended = sign.plain == 0;
        kauri_plain_next(plain);
    }
    return text->sign_count > *first;
}

size_t kauri_text_restart(const struct kauri_text *text, size_t sign)
{
    const struct kauri_text_sign *before = sign > 0 ? &text->signs[sign - 1] : NULL;
    const bool object = before != NULL && before->kind == KAURI_MARKUP_SIGNS && *before->at == '{';
    return object ? sign - 1 : sign;
}

void kauri_text_copy(const struct kauri_text *text, size_t from, size_t to, char *copy, size_t room)
{
    size_t n = 0;
    size_t kept = 0; // length without blanks at the end
    for (size_t i = from; i < to && i < text->sign_count && text->signs[i].plain != 0; i++) {
        char bytes[4];
        const struct kauri_text_sign *sign = &text->signs[i];
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
