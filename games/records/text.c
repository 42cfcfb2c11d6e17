#include "games/records/text.h"

#include "common/character.h"
#include "common/memory.h"
#include "games/records/token.h"

#include <stdlib.h>

struct kauri_text kauri_text_begin(const char *source, uint32_t line, uint32_t column)
{
    return (struct kauri_text){
        .source = source, .next = source, .line = line, .column = column, .fresh = true};
}

void kauri_text_clear(struct kauri_text *text)
{
    free(text->signs);
    free(text->tokens);
    *text = (struct kauri_text){.ended = true, .failed = true};
}

// Goes over bytes of the source and counts the lines and characters in them.
static void step(struct kauri_text *text, size_t bytes)
{
    const char *const end = text->next + bytes;
    while (text->next < end) {
        const struct kauri_character character = kauri_character_at(text->next);
        const bool two = text->next[0] == '\r' && text->next[1] == '\n';
        text->next += character.bytes;
        text->column++;
        if (kauri_plain_form(character.code) == '\n' && !two) {
            text->line++;
            text->column = 1;
        }
        text->foreign = text->foreign || !character.is_utf8;
    }
}

uint32_t kauri_line_ends(const char *source, size_t bytes)
{
    struct kauri_text text = {.next = source};
    step(&text, bytes);
    return text.line;
}

// Decodes the next sign; after the end of the text, the sign that ends it.
static struct kauri_text_sign next_sign(struct kauri_text *text)
{
    const uint32_t before = text->sign_count > 0 ? text->signs[text->sign_count - 1].plain : '\n';
    struct kauri_text_sign sign;
    for (;;) {
        const struct kauri_markup_place place = {
            .before = before, .fresh = text->fresh, .line_begins = text->column == 1};
        const struct kauri_markup markup = kauri_markup_at(text->next, &place, &text->memory);
        const struct kauri_character character = kauri_character_at(text->next);
        const bool marked = markup.bytes > 0;
        sign = (struct kauri_text_sign){.at = text->next,
                                        .bytes = marked ? (uint32_t)markup.bytes : character.bytes,
                                        .code =
                                            marked ? markup.code : kauri_character_meant(character),
                                        .line = text->line,
                                        .column = text->column,
                                        .kind = marked ? markup.kind : KAURI_MARKUP_NONE};
        sign.plain = kauri_plain_form(sign.code);
        step(text, sign.bytes);
        // "\r\n" is one end of a line.
        const bool half = character.code == '\r' && *text->next == '\n';
        if (character.bytes == 0 || (sign.plain != KAURI_PLAIN_NOTHING && !half)) {
            break;
        }
    }
    text->fresh = sign.plain == '\n' || (text->fresh && sign.plain == ' ');
    return sign;
}

bool kauri_text_decode(struct kauri_text *text, size_t *first)
{
    *first = text->sign_count;
    // The line ends where the next one begins, with a sign that is neither blank nor the end.
    for (bool line = false; !text->ended;) {
        const struct kauri_text before = *text;
        const struct kauri_text_sign sign = next_sign(text);
        if (line && sign.plain != '\n' && sign.plain != ' ' && sign.plain != 0) {
            *text = before;
            break;
        }
        if (!KAURI_FITS(text->signs, text->sign_count + 1, text->sign_room)) {
            text->failed = true;
            break;
        }
        text->signs[text->sign_count++] = sign;
        line = line || sign.plain == '\n';
        text->ended = sign.plain == 0;
    }
    return text->sign_count > *first;
}

size_t kauri_text_restart(const struct kauri_text *text, size_t sign)
{
    const struct kauri_text_sign *before = sign > 0 ? &text->signs[sign - 1] : NULL;
    const bool object = before != NULL && before->kind == KAURI_MARKUP_SIGNS && *before->at == '{';
    return object ? sign - 1 : sign;
}
