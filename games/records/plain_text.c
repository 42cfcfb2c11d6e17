#include "games/records/plain_text.h"

#include "common/character.h"

static bool is_visible(uint32_t code)
{
    return code >= ' ' && code != 0x7f && !(code >= 0x80 && code < 0xa0);
}

// Moves `next` over bytes of the source and counts the lines and characters in them.
static void step(struct kauri_plain *plain, size_t bytes)
{
    const char *const end = plain->next + bytes;
    while (plain->next < end) {
        const struct kauri_character character = kauri_character_at(plain->next);
        const bool two = plain->next[0] == '\r' && plain->next[1] == '\n';
        plain->next += character.bytes;
        plain->column++;
        if (kauri_plain_form(character.code) == '\n' && !two) {
            plain->line++;
            plain->column = 1;
        }
        plain->foreign = plain->foreign || !character.is_utf8;
    }
}

uint32_t kauri_plain_line_ends(const char *text, size_t bytes)
{
    struct kauri_plain plain = {.next = text};
    step(&plain, bytes);
    return plain.line;
}

// Returns true for the signs that most texts consist of, which stand for themselves wherever they
// are.
static bool is_ordinary(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == ' ' ||
           c == '.' || c == ';' || c == ',' || c == '(' || c == ')' || c == '!';
}

void kauri_plain_next(struct kauri_plain *plain)
{
    if (plain->sign == 0) {
        return;
    }
    plain->before = plain->sign;
    plain->first = plain->fresh;
    if (plain->column > 1 && is_ordinary(*plain->next)) { // a line may consist of markup
        plain->at = plain->next++;
        plain->at_line = plain->line;
        plain->at_column = plain->column++;
        plain->code = (uint32_t)*plain->at;
        plain->sign = plain->code;
        plain->fresh = plain->fresh && plain->sign == ' ';
        plain->kind = KAURI_MARKUP_NONE;
        return;
    }
    for (;;) {
        const struct kauri_markup_place place = {
            .before = plain->before, .fresh = plain->fresh, .line_begins = plain->column == 1};
        const struct kauri_markup markup = kauri_markup_at(plain->next, &place, &plain->memory);
        const struct kauri_character character = kauri_character_at(plain->next);
        plain->at = plain->next;
        plain->at_line = plain->line;
        plain->at_column = plain->column;
        plain->kind = markup.bytes > 0 ? markup.kind : KAURI_MARKUP_NONE;
        plain->code = markup.bytes > 0 ? markup.code : kauri_character_meant(character);
        plain->sign = kauri_plain_form(plain->code);
        step(plain, markup.bytes > 0 ? markup.bytes : character.bytes);
        // "\r\n" is one end of a line.
        const bool half = character.code == '\r' && *plain->next == '\n';
        if (character.bytes == 0 || (plain->sign != KAURI_PLAIN_NOTHING && !half)) {
            break;
        }
    }
    plain->fresh = plain->sign == '\n' || (plain->fresh && plain->sign == ' ');
}

struct kauri_plain kauri_plain_begin(const char *text, uint32_t line, uint32_t column)
{
    struct kauri_plain plain = {
        .next = text, .line = line, .column = column, .sign = '\n', .fresh = true};
    kauri_plain_next(&plain);
    return plain;
}

void kauri_plain_copy(struct kauri_plain from, const struct kauri_plain *to, char *text,
                      size_t room)
{
    size_t n = 0;
    size_t kept = 0; // length without blanks at the end
    for (; from.at < to->at && from.sign != 0; kauri_plain_next(&from)) {
        char bytes[4];
        const bool blank = from.sign == ' ' || from.sign == '\n';
        const uint32_t code = blank ? ' ' : is_visible(from.code) ? from.code : '?';
        const unsigned size = kauri_character_encode(code, bytes);
        if (n + size >= room) {
            break;
        }
        if (blank && n == 0) {
            continue;
        }
        for (unsigned i = 0; i < size; i++) {
            text[n++] = bytes[i];
        }
        kept = blank ? kept : n;
    }
    text[kept] = '\0';
}

struct kauri_plain kauri_plain_line_end(struct kauri_plain plain)
{
    while (plain.sign != '\n' && plain.sign != 0) {
        kauri_plain_next(&plain);
    }
    return plain;
}
