#include "games/records/token.h"

#include "rules/notation.h"

#include <string.h>

enum { FEMININE = 0xaa, DEGREE = 0xb0, MASCULINE = 0xba, APOSTROPHE = 0x2019 };

static bool is_digit(uint32_t sign)
{
    return sign >= '0' && sign <= '9';
}

static bool is_letter(uint32_t sign)
{
    if (sign < 0x80) {
        return (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z');
    }
    const bool symbol = sign < 0xc0 || sign == 0xd7 || sign == 0xf7 ||
                        (sign >= 0x2000 && sign <= 0x2bff) || (sign >= 0x3000 && sign <= 0x303f) ||
                        (sign >= 0xe000 && sign <= 0xfdff) || sign >= 0x1f000;
    return !symbol;
}

bool kauri_is_word_sign(uint32_t sign)
{
    return is_letter(sign) || is_digit(sign);
}

static struct kauri_plain skip_blanks(struct kauri_plain text)
{
    while (text.sign == ' ') {
        kauri_plain_next(&text);
    }
    return text;
}

static bool letter_move(uint32_t sign, struct kauri_token *token)
{
    enum kauri_side side = KAURI_SOUTH;
    int hole = 0;
    if (sign >= 0x80 || !kauri_letter_move((char)sign, &side, &hole)) {
        return false;
    }
    token->side = (uint8_t)side;
    token->hole = (int8_t)hole;
    return true;
}

// Returns true if only letters of moves follow up to the end of the word, South's and North's in
// turn, as in "eE". The first is South's, since words such as "Da" begin with a capital letter.
static bool alternates(struct kauri_plain text)
{
    enum { LETTERS_MAX = 200 }; // the time of a longer word would grow with its square
    struct kauri_token last = {.side = KAURI_NORTH};
    struct kauri_token next;
    if (!letter_move(text.before, &last) &&
        !(letter_move(text.sign, &next) && next.side == KAURI_SOUTH)) {
        return false;
    }
    for (unsigned n = 0; kauri_is_word_sign(text.sign); kauri_plain_next(&text)) {
        if (n++ == LETTERS_MAX || !letter_move(text.sign, &next) || next.side == last.side) {
            return false;
        }
        last = next;
    }
    return true;
}

// Returns true if a letter is a move: it is not part of a word, except in pairs such as "eE" and
// captures such as "Cx2".
static bool ends_move(struct kauri_plain letter)
{
    struct kauri_plain next = letter;
    kauri_plain_next(&next);
    struct kauri_plain after = next;
    kauri_plain_next(&after);
    return !kauri_is_word_sign(next.sign) || (next.sign == 'x' && is_digit(after.sign)) ||
           alternates(letter);
}

// Reads the rest of "12..." or "12. ..." after a number; true if there are at least two full stops.
static bool read_dots(struct kauri_plain *text)
{
    unsigned dots = 0;
    struct kauri_plain at = *text;
    while (at.sign == '.' || at.sign == KAURI_SIGN_ELLIPSIS || (at.sign == ' ' && dots > 0)) {
        dots += at.sign == KAURI_SIGN_ELLIPSIS ? 3 : at.sign == '.' ? 1 : 0;
        const bool blank = at.sign == ' ';
        kauri_plain_next(&at);
        if (!blank) {
            *text = at;
        }
    }
    return dots >= 2;
}

static void read_number(struct kauri_token *token)
{
    enum { DIGITS_MAX = 9 };
    struct kauri_plain *at = &token->to;
    const uint32_t before = token->from.before; // the sign before: "(2)" is not "2)"
    unsigned digits = 0;
    for (; is_digit(at->sign); kauri_plain_next(at)) {
        token->number = digits < DIGITS_MAX ? 10 * token->number + (at->sign - '0') : UINT32_MAX;
        digits++;
    }
    const struct kauri_plain apart = skip_blanks(*at);
    if (apart.sign == KAURI_SIGN_ELLIPSIS || apart.sign == '.') { // as in "12 ... F"
        *at = apart;
    }
    struct kauri_plain next = *at;
    kauri_plain_next(&next);
    const bool decimal = at->sign == '.' && is_digit(next.sign);
    if (at->sign == MASCULINE || at->sign == FEMININE || at->sign == DEGREE) {
        token->stop = true; // as in "1º"
        *at = next;
    } else if ((at->sign == '.' && !decimal) || at->sign == KAURI_SIGN_ELLIPSIS) {
        token->stop = true;
        token->dots = read_dots(at);
        if (at->sign == ')' && before != '(' && before != '[') { // as in "1.)"
            kauri_plain_next(at);
        }
    } else if ((at->sign == ')' && before != '(' && before != '[') ||
               (at->sign == ':' && !is_digit(skip_blanks(next).sign))) { // otherwise it is a score
        token->stop = true;
        *at = next;
    }
}

static void read_word(struct kauri_token *token)
{
    size_t n = 0;
    struct kauri_plain *at = &token->to;
    while (kauri_is_word_sign(at->sign) || at->sign == '\'' || at->sign == APOSTROPHE) {
        const bool upper = at->sign >= 'A' && at->sign <= 'Z';
        if (n + 1 < sizeof token->word) {
            token->word[n++] = at->sign >= 0x80 ? '?' : (char)(at->sign | (upper ? 0x20U : 0));
        }
        kauri_plain_next(at);
    }
    token->word[n] = '\0';
}

static void read_lines(struct kauri_token *token)
{
    unsigned ends = 0;
    while (token->to.sign == '\n' || token->to.sign == ' ') {
        ends += token->to.sign == '\n' ? 1 : 0;
        kauri_plain_next(&token->to);
    }
    token->empty = ends > 1;
}

struct kauri_token kauri_token_at(struct kauri_plain text)
{
    text = skip_blanks(text);
    struct kauri_token token = {.kind = KAURI_TOKEN_SIGN, .from = text, .to = text};
    struct kauri_plain next = text;
    kauri_plain_next(&next);
    if (text.sign == 0) {
        token.kind = KAURI_TOKEN_END;
    } else if (text.sign == '\n') {
        token.kind = KAURI_TOKEN_LINE;
        read_lines(&token);
    } else if (text.sign == '-') {
        token.kind = KAURI_TOKEN_DASH;
        while (token.to.sign == '-') {
            kauri_plain_next(&token.to);
        }
    } else if (letter_move(text.sign, &token) && ends_move(text)) {
        token.kind = KAURI_TOKEN_MOVE;
        token.to = next;
    } else if (is_digit(text.sign)) {
        token.kind = KAURI_TOKEN_NUMBER;
        read_number(&token);
        if (is_letter(token.to.sign) && !token.stop &&
            kauri_token_at(token.to).kind != KAURI_TOKEN_MOVE) {
            token.kind = KAURI_TOKEN_WORD; // as in "2nd"
            token.to = text;
            read_word(&token);
        }
    } else if (is_letter(text.sign)) {
        token.kind = KAURI_TOKEN_WORD;
        read_word(&token);
    } else {
        token.to = next;
    }
    return token;
}

struct kauri_token kauri_token_after(const struct kauri_token *token)
{
    return kauri_token_at(token->to);
}

bool kauri_token_is_sign(const struct kauri_token *token, uint32_t sign)
{
    return token->kind == KAURI_TOKEN_SIGN && token->from.sign == sign;
}

bool kauri_token_touches(const struct kauri_token *token, const struct kauri_plain *end)
{
    return token->from.at == end->at;
}

bool kauri_token_is_pass(const struct kauri_token *token)
{
    static const char *const words[] = {
        "pass",  "passes", "passed", "p",       "skip",                             // English
        "passe", "passt",  "passen", "gepasst", "aussetzen", "ausgesetzt", "setzt", // German
        "passa", "passo",  "passou", "pasa",    "paso",      "pas?", // Portuguese, Spanish
    };
    for (size_t i = 0; token->kind == KAURI_TOKEN_WORD && i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(token->word, words[i]) == 0) {
            return true;
        }
    }
    return false;
}
