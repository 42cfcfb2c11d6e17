#include "games/records/token.h"

#include "common/character.h"
#include "common/memory.h"
#include "rules/notation.h"

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

bool kauri_is_quote(uint32_t sign)
{
    return sign == '"' || sign == 0xab || sign == 0xbb || (sign >= 0x201c && sign <= 0x201f);
}

// The sign number `i` of the line that is being cut into tokens; 0 beyond its end.
static uint32_t sign_at(const struct kauri_text *text, size_t i)
{
    return i < text->sign_count ? text->signs[i].plain : 0;
}

static size_t after_blanks(const struct kauri_text *text, size_t i)
{
    while (sign_at(text, i) == ' ') {
        i++;
    }
    return i;
}

static bool letter_move(uint32_t sign, enum kauri_side *side, int *hole)
{
    return sign < 0x80 && kauri_letter_move((char)sign, side, hole);
}

// Returns true if only letters of moves follow up to the end of the word, South's and North's in
// turn, as in "eE". The first is South's, since words such as "Da" begin with a capital letter.
static bool alternates(const struct kauri_text *text, size_t i)
{
    enum { LETTERS_MAX = 200 }; // the time of a longer word would grow with its square
    enum kauri_side last = KAURI_NORTH;
    enum kauri_side side;
    int hole;
    const bool inside = i > 0 && letter_move(sign_at(text, i - 1), &last, &hole);
    if (!inside && !(letter_move(sign_at(text, i), &side, &hole) && side == KAURI_SOUTH)) {
        return false;
    }
    for (unsigned n = 0; kauri_is_word_sign(sign_at(text, i)); i++) {
        if (n++ == LETTERS_MAX || !letter_move(sign_at(text, i), &side, &hole) || side == last) {
            return false;
        }
        last = side;
    }
    return true;
}

// Returns true if a letter is a move: it is not part of a word, except in pairs such as "eE" and
// captures such as "Cx2".
static bool ends_move(const struct kauri_text *text, size_t letter)
{
    const uint32_t next = sign_at(text, letter + 1);
    return !kauri_is_word_sign(next) || (next == 'x' && is_digit(sign_at(text, letter + 2))) ||
           alternates(text, letter);
}

// Reads the rest of "12..." or "12. ..." after a number; true if there are at least two full stops.
static bool read_dots(const struct kauri_text *text, size_t *end)
{
    unsigned dots = 0;
    for (size_t i = *end; sign_at(text, i) == '.' || sign_at(text, i) == KAURI_SIGN_ELLIPSIS ||
                          (sign_at(text, i) == ' ' && dots > 0);
         i++) {
        dots += sign_at(text, i) == KAURI_SIGN_ELLIPSIS ? 3 : sign_at(text, i) == '.' ? 1 : 0;
        *end = sign_at(text, i) == ' ' ? *end : i + 1;
    }
    return dots >= 2;
}

// Reads a number. With `open`, a bracket is open on its line, so that "2)" is not the number of a
// move.
static void read_number(const struct kauri_text *text, bool open, struct kauri_token *token)
{
    enum { DIGITS_MAX = 9 };
    size_t i = token->from;
    for (; is_digit(sign_at(text, i)); i++) {
        token->number = i - token->from < DIGITS_MAX ? 10 * token->number + (sign_at(text, i) - '0')
                                                     : UINT32_MAX;
    }
    token->padded = token->sign == '0' && i > token->from + 1;
    const size_t apart = after_blanks(text, i);
    const uint32_t next = sign_at(text, apart);
    if (next == KAURI_SIGN_ELLIPSIS || (next == '.' && !is_digit(sign_at(text, apart + 1)))) {
        i = apart; // also in "12 ... F"
        token->stop = true;
        token->dots = read_dots(text, &i);
        i += sign_at(text, i) == ')' && !open ? 1 : 0; // as in "1.)"
    } else if (sign_at(text, i) == MASCULINE || sign_at(text, i) == FEMININE ||
               sign_at(text, i) == DEGREE || (sign_at(text, i) == ')' && !open) ||
               (sign_at(text, i) == ':' && // otherwise it is a score
                !is_digit(sign_at(text, after_blanks(text, i + 1))))) {
        token->stop = true;
        i++;
    }
    token->to = i;
}

static void read_word(const struct kauri_text *text, struct kauri_token *token)
{
    size_t n = 0;
    size_t i = token->from;
    for (uint32_t sign = sign_at(text, i);
         kauri_is_word_sign(sign) || sign == '\'' || sign == APOSTROPHE;
         sign = sign_at(text, ++i)) {
        const bool upper = sign >= 'A' && sign <= 'Z';
        if (n + 1 < sizeof token->word) {
            token->word[n++] = sign >= 0x80 ? '?' : (char)(sign | (upper ? 0x20U : 0));
        }
    }
    token->to = i;
    token->kind = KAURI_TOKEN_WORD;
    token->number = 0;
    token->stop = token->dots = token->padded = false;
    token->roles = kauri_word_roles(token->word);
}

static void read_line_end(const struct kauri_text *text, struct kauri_token *token)
{
    unsigned ends = 0;
    size_t i = token->from;
    for (; sign_at(text, i) == '\n' || sign_at(text, i) == ' '; i++) {
        ends += sign_at(text, i) == '\n' ? 1 : 0;
    }
    token->to = i;
    token->kind = KAURI_TOKEN_LINE;
    token->empty = ends > 1;
}

// The token that begins at a sign, which is no blank.
static struct kauri_token read_token(const struct kauri_text *text, size_t from, bool open)
{
    enum kauri_side side = KAURI_SOUTH;
    int hole = 0;
    struct kauri_token token = {
        .from = from, .to = from + 1, .kind = KAURI_TOKEN_SIGN, .sign = sign_at(text, from)};
    if (token.sign == 0) {
        token.kind = KAURI_TOKEN_END;
        token.to = from;
    } else if (token.sign == '\n') {
        read_line_end(text, &token);
    } else if (token.sign == '-') {
        token.kind = KAURI_TOKEN_DASH;
        while (sign_at(text, token.to) == '-') {
            token.to++;
        }
    } else if (letter_move(token.sign, &side, &hole) && ends_move(text, from)) {
        token.kind = KAURI_TOKEN_MOVE;
        token.side = (uint8_t)side;
        token.hole = (int8_t)hole;
        token.word[0] = (char)token.sign;
        token.roles =
            token.sign == 'a' || token.sign == 'A' || token.sign == 'e' || token.sign == 'E'
                ? KAURI_ROLE_NEUTRAL
                : 0; // "a draw", "e vence"
    } else if (is_digit(token.sign)) {
        token.kind = KAURI_TOKEN_NUMBER;
        read_number(text, open, &token);
        const uint32_t next = sign_at(text, token.to);
        if (is_letter(next) && !token.stop && kauri_is_word_sign(sign_at(text, token.to + 1)) &&
            !(letter_move(next, &side, &hole) && ends_move(text, token.to))) {
            read_word(text, &token); // as in "2nd"
        }
    } else if (is_letter(token.sign)) {
        read_word(text, &token);
    }
    return token;
}

static bool add_token(struct kauri_text *text, const struct kauri_token *token)
{
    if (!KAURI_FITS(text->tokens, text->token_count + 1, text->token_room)) {
        text->failed = true;
        return false;
    }
    text->tokens[text->token_count++] = *token;
    return true;
}

// Cuts the next line of the text into tokens; false at the end of the text.
static bool add_line(struct kauri_text *text)
{
    size_t i;
    bool first = true;
    if (!kauri_text_decode(text, &i)) {
        return false;
    }
    while (i < text->sign_count) {
        const size_t from = after_blanks(text, i);
        if (from == text->sign_count) {
            break;
        }
        struct kauri_token token = read_token(text, from, text->open > 0 && !first);
        token.first = first;
        token.spaced = first || from > i;
        for (; i < from; i++) {
            token.cell = token.cell || text->signs[i].kind == KAURI_MARKUP_CELL;
        }
        if (!add_token(text, &token) || token.kind == KAURI_TOKEN_END) {
            break;
        }
        first = token.kind == KAURI_TOKEN_LINE;
        text->open += token.sign == '(' || token.sign == '[' ? 1 : 0;
        text->open -= text->open > 0 && (token.sign == ')' || token.sign == ']') ? 1 : 0;
        text->open = token.empty ? 0 : text->open;
        i = token.to;
    }
    return true;
}

struct kauri_token kauri_token_at(struct kauri_text *text, size_t i)
{
    while (i >= text->token_count && add_line(text)) {
    }
    if (i < text->token_count) {
        return text->tokens[i];
    }
    const size_t count = text->token_count;
    return count > 0 && text->tokens[count - 1].kind == KAURI_TOKEN_END
               ? text->tokens[count - 1]
               : (struct kauri_token){.from = text->sign_count, .to = text->sign_count};
}

bool kauri_token_is_sign(const struct kauri_token *token, uint32_t sign)
{
    return token->kind == KAURI_TOKEN_SIGN && token->sign == sign;
}

enum kauri_token_kind kauri_kind_at(struct kauri_text *text, size_t i)
{
    return kauri_token_at(text, i).kind;
}

bool kauri_sign_at(struct kauri_text *text, size_t i, uint32_t sign)
{
    const struct kauri_token token = kauri_token_at(text, i);
    return kauri_token_is_sign(&token, sign);
}

bool kauri_separator_at(struct kauri_text *text, size_t i)
{
    return kauri_sign_at(text, i, ';') || kauri_sign_at(text, i, ',');
}

bool kauri_quote_at(struct kauri_text *text, size_t i)
{
    const struct kauri_token token = kauri_token_at(text, i);
    return token.kind == KAURI_TOKEN_SIGN && kauri_is_quote(token.sign);
}

bool kauri_role_at(struct kauri_text *text, size_t i, uint32_t roles)
{
    return (kauri_token_at(text, i).roles & roles) != 0;
}

bool kauri_end_at(struct kauri_text *text, size_t i)
{
    const struct kauri_token token = kauri_token_at(text, i);
    return kauri_ends_line(&token);
}

struct kauri_text_sign kauri_first_sign_at(struct kauri_text *text, size_t i)
{
    const size_t from = kauri_token_at(text, i).from; // may decode more signs
    return text->signs[from];
}

bool kauri_ends_line(const struct kauri_token *token)
{
    return token->kind == KAURI_TOKEN_LINE || token->kind == KAURI_TOKEN_END;
}

size_t kauri_line_end(struct kauri_text *text, size_t i)
{
    for (struct kauri_token token = kauri_token_at(text, i); !kauri_ends_line(&token);
         token = kauri_token_at(text, ++i)) {
    }
    return i;
}

void kauri_tokens_copy(struct kauri_text *text, size_t from, size_t to, char *copy, size_t capacity)
{
    const size_t end = to > from ? kauri_token_at(text, to - 1).to : 0;
    size_t n = 0;
    size_t kept = 0; // length without blanks at the end
    for (size_t i = kauri_token_at(text, from).from; i < end; i++) {
        char bytes[4];
        const struct kauri_text_sign *sign = &text->signs[i];
        const bool blank = sign->plain == ' ' || sign->plain == '\n';
        const bool control = sign->code < ' ' || (sign->code >= 0x7f && sign->code < 0xa0);
        const unsigned size = kauri_character_encode(blank     ? ' '
                                                     : control ? '?'
                                                               : sign->code,
                                                     bytes);
        if (n + size >= capacity) {
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

enum kauri_status kauri_token_fail(struct kauri_text *text, size_t i, const char *where,
                                   const char *what, struct kauri_error *error)
{
    enum { SIGNS_MAX = 24 };
    char word[60];
    const size_t from = kauri_token_at(text, i).from;
    const struct kauri_text_sign *sign = &text->signs[from];
    size_t end = from;
    while (end < from + SIGNS_MAX && text->signs[end].plain != 0 && text->signs[end].plain != ' ' &&
           text->signs[end].plain != '\n' && (end == from || text->signs[end].plain != ';')) {
        end++;
    }
    (void)kauri_quote(sign->at, (size_t)(text->signs[end].at - sign->at), word, sizeof word);
    return kauri_fail(error, KAURI_BAD_INPUT, "line %u, column %u%s: \"%s\"%s", sign->line,
                      sign->column, where, word, what);
}
