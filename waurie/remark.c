#include "waurie/remark.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

// Letters of ASCII, and all bytes of other characters.
static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || ((unsigned char)c & 0x80) != 0;
}

enum { WORD_BYTES = 16 };

enum word_kind { OTHER, SOUTH, NORTH, WINS, LOSES, NOT, TURNS };

// Words of remarks, in English and German.
static const struct {
    const char *word;
    enum word_kind kind;
} known_words[] = {
    {"south", SOUTH},    {"s\303\274d", SOUTH}, {"north", NORTH},       {"nord", NORTH},
    {"win", WINS},       {"wins", WINS},        {"won", WINS},          {"gewinnt", WINS},
    {"gewann", WINS},    {"lose", LOSES},       {"loses", LOSES},       {"lost", LOSES},
    {"verliert", LOSES}, {"verlor", LOSES},     {"not", NOT},           {"cannot", NOT},
    {"nicht", NOT},      {"move", TURNS},       {"moves", TURNS},       {"turn", TURNS},
    {"turns", TURNS},    {"zug", TURNS},        {"z\303\274ge", TURNS}, {"z\303\274gen", TURNS},
};

// Reads a word of letters or digits; "" at the end.
static const char *read_word(const char *text, char word[WORD_BYTES])
{
    size_t n = 0;
    while (*text != '\0' && !is_letter(*text) && !is_digit(*text)) {
        text++;
    }
    const bool digits = is_digit(*text);
    for (; digits ? is_digit(*text) : is_letter(*text); text++) {
        if (n + 1 < WORD_BYTES) {
            word[n++] = (char)(*text >= 'A' && *text <= 'Z' ? *text - 'A' + 'a' : *text);
        }
    }
    word[n] = '\0';
    return text;
}

static enum word_kind kind_of(const char *word)
{
    for (size_t i = 0; i < sizeof known_words / sizeof known_words[0]; i++) {
        if (strcmp(word, known_words[i].word) == 0) {
            return known_words[i].kind;
        }
    }
    return OTHER;
}

struct waurie_claim waurie_remark_claim(const char *remark)
{
    struct waurie_claim claim = {.winner = WAURIE_CLAIMS_NOBODY};
    bool has[TURNS + 1] = {false};
    unsigned number = 0; // the word before
    for (char word[WORD_BYTES] = "?"; word[0] != '\0';) {
        remark = read_word(remark, word);
        const enum word_kind kind = kind_of(word);
        has[kind] = true;
        claim.turns = kind == TURNS && number > 0 ? number : claim.turns;
        number = is_digit(word[0]) && strlen(word) < 6 ? (unsigned)strtoul(word, NULL, 10) : 0;
    }
    if (has[SOUTH] != has[NORTH] && has[WINS] != has[LOSES] && !has[NOT]) {
        claim.winner = has[SOUTH] == has[WINS] ? WAURIE_CLAIMS_SOUTH : WAURIE_CLAIMS_NORTH;
    }
    return claim;
}
