#include "games/records/start_line.h"

#include "games/records/token.h"
#include "rules/notation.h"

#include <string.h>

#define DIGITS "0123456789"

enum { START_LINE_SIGNS = 400, LETTER = 1 }; // longer lines are prose

// Copies the plain signs of a line, one byte for each: LETTER for letters beyond ASCII, and a
// quotation mark for other signs. Returns false for a line that is too long.
static bool plain_line(struct kauri_text *text, size_t line, char plain[START_LINE_SIGNS])
{
    const struct kauri_token first = kauri_token_at(text, line);
    const struct kauri_token end = kauri_token_at(text, kauri_line_end(text, line));
    if (end.from - first.from >= START_LINE_SIGNS) {
        return false;
    }
    for (size_t i = first.from; i < end.from; i++) {
        const uint32_t sign = text->signs[i].plain;
        const bool letter = kauri_is_word_sign(sign) || sign == 0xd7; // as the x in "5x1"
        plain[i - first.from] = (char)(sign < 0x80 ? sign : letter ? LETTER : '"');
    }
    size_t bytes = end.from - first.from;
    while (bytes > 0 && plain[bytes - 1] == ' ') {
        bytes--;
    }
    plain[bytes] = '\0';
    return true;
}

// Returns true if a text that cannot be read as a position is meant as one: behind a label, several
// numbers; otherwise two rows of several holes, or one of them and the side to move. Other signs
// may stand between the numbers, as in "5x1".
static bool is_meant(const char *text, bool labelled)
{
    const char *row = text + (labelled ? strcspn(text, DIGITS) : 0);
    const size_t bytes = strspn(row, DIGITS "+,;/|\"x \1");
    const char *rest = row + bytes;
    const bool side =
        *rest != '\0' && strchr("SNsn", *rest) != NULL && (rest[1] == '\0' || rest[1] == ' ');
    unsigned commas[2] = {0, 0}; // before the first bar, and after it
    unsigned bars = 0;
    for (size_t i = 0; i < bytes; i++) {
        bars += row[i] == '/' || row[i] == '|' ? 1 : 0;
        commas[bars > 0 ? 1 : 0] += row[i] == ',' || row[i] == ';' ? 1 : 0;
    }
    const unsigned all = commas[0] + commas[1];
    if (labelled) {
        return all > 2 || (all > 0 && bars > 0);
    }
    return *row >= '0' && *row <= '9' && bars > 0 &&
           ((commas[0] > 0 && commas[1] > 0) || (all > 0 && side));
}

// Returns true if the text has the cells of a board in whatever form: "5+1" and more of them, or
// "2@" as in drawings.
static bool has_cells(const char *text)
{
    unsigned numbers = 0;
    unsigned cells = 0;
    bool drawn = false;
    for (const char *at = text + strcspn(text, DIGITS); *at != '\0'; at += strcspn(at, DIGITS)) {
        const bool captures = at > text && strchr("+-", at[-1]) != NULL; // "(-1+3)"
        at += strspn(at, DIGITS);
        numbers++;
        cells += !captures && *at == '+' && at[1] >= '0' && at[1] <= '9' ? 1 : 0;
        drawn = drawn || (*at == '@' && !kauri_is_word_sign((unsigned char)at[1]));
    }
    return drawn || (cells > 1 && numbers > 5);
}

// Returns true if the text has neither letters nor digits.
static bool says_nothing(const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == LETTER || kauri_is_word_sign((unsigned char)*text)) {
            return false;
        }
    }
    return true;
}

// Returns true if something like a score stands in the text, "(28:30)".
static bool has_score(const char *text)
{
    const char *colon = strchr(text, ':');
    const char *next = colon != NULL ? colon + 1 + strspn(colon + 1, " ") : NULL;
    while (colon != NULL && colon > text && colon[-1] == ' ') {
        colon--;
    }
    return colon != NULL && colon > text && strchr("0123456789", colon[-1]) != NULL &&
           *next >= '0' && *next <= '9';
}

// Returns true for words such as "Final position:" before a position.
static bool says_last(struct kauri_text *text, size_t line)
{
    enum { WORDS_MAX = 6 };
    for (size_t i = line; i < line + WORDS_MAX; i++) {
        const struct kauri_token token = kauri_token_at(text, i);
        if (token.kind != KAURI_TOKEN_WORD || (token.roles & KAURI_ROLE_END) != 0) {
            return token.kind == KAURI_TOKEN_WORD;
        }
    }
    return false;
}

// The place of the line's first position, and the text after it; NULL if there is none.
static const char *find_position(const char *text, struct kauri_position *position,
                                 const char **after)
{
    for (const char *at = text; *at != '\0'; at++) {
        const bool inside = at > text && (at[-1] == LETTER || strchr("+,/-", at[-1]) != NULL ||
                                          kauri_is_word_sign((unsigned char)at[-1]));
        const bool begins = *at >= '0' && *at <= '9' && !inside;
        // "1/2 N" in prose is no position.
        if (begins && kauri_position_begins(at, position, after) &&
            (position->holes > 1 || (at == text && says_nothing(*after)))) {
            return at;
        }
    }
    return NULL;
}

// Returns true for a position in words, as in "Start: 4 seeds and 1 cowrie in each hole".
static bool is_in_words(struct kauri_text *text, size_t line)
{
    bool number = false;
    bool each = false;
    for (size_t i = line; !kauri_end_at(text, i); i++) {
        number = number || (kauri_kind_at(text, i) == KAURI_TOKEN_NUMBER &&
                            kauri_role_at(text, i + 1, KAURI_ROLE_SEEDS | KAURI_ROLE_COWRIES));
        each = each || kauri_role_at(text, i, KAURI_ROLE_EACH);
    }
    return number && each;
}

struct kauri_start_line kauri_start_line_at(struct kauri_text *text, size_t line, bool expected)
{
    struct kauri_start_line start = {.start = KAURI_START_NONE};
    char plain[START_LINE_SIGNS];
    const size_t end = kauri_line_end(text, line);
    const bool labelled = kauri_role_at(text, line, KAURI_ROLE_START);
    // The explorer writes "Note on 13. b: ...".
    if (kauri_role_at(text, line, KAURI_ROLE_NOTE) || line == end ||
        !plain_line(text, line, plain)) {
        return start;
    }
    const char *words = plain;
    if (labelled) {
        words += strcspn(plain, " :=");
        words += strspn(words, " :=");
    }
    const char *after = NULL;
    const char *at = find_position(words, &start.position, &after);
    const bool heading = plain[0] == '\0' || plain[strlen(plain) - 1] == ':';
    if (at != NULL && !has_score(after)) {
        start.start = !says_nothing(after)    ? KAURI_START_BESIDE
                      : says_last(text, line) ? KAURI_START_LAST
                                              : KAURI_START_ALONE;
        return start;
    }
    const bool in_words = labelled && is_in_words(text, line);
    const bool meant = at != NULL || in_words || is_meant(words, labelled) ||
                       (labelled && expected && !heading); // no "Position after 35 moves:"
    start.broken = meant || has_cells(plain);
    start.start = meant ? KAURI_START_ALONE : start.broken ? KAURI_START_BESIDE : KAURI_START_NONE;
    if (at != NULL) {
        (void)kauri_fail(&start.error, KAURI_BAD_INPUT,
                         "the score must follow the side to move, as in \"S 30:18\"");
    } else if (in_words) {
        (void)kauri_fail(&start.error, KAURI_BAD_INPUT,
                         "a position in words is not read; write it as SOUTH/NORTH SIDE");
    } else if (start.broken) {
        char copy[START_LINE_SIGNS];
        kauri_tokens_copy(text, line + (labelled ? 1 : 0), end, copy, sizeof copy);
        (void)kauri_position_parse(copy + strspn(copy, " :="), &start.position, &start.error);
    }
    return start;
}
