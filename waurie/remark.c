#include "waurie/remark.h"

#include "common/verdict_words.h"

#include <stddef.h>
#include <string.h>

// ----------------------------------------------------------------------------------------- tokens

static bool is_digit(uint32_t sign)
{
    return sign >= '0' && sign <= '9';
}

static struct kauri_plain after_blanks(struct kauri_plain text)
{
    while (text.sign == ' ') {
        kauri_plain_next(&text);
    }
    return text;
}

// Returns true for signs between words that do not change what these say.
static bool is_punctuation(uint32_t sign)
{
    return sign == 0xab || sign == 0xbb || (sign >= 0x2018 && sign <= 0x201f) || sign == 0x2026 ||
           (sign != 0 && sign < 0x80 && strchr("\n,;:!()[]\"'*_|", (int)sign) != NULL);
}

static bool is_apostrophe(uint32_t sign)
{
    return sign == '\'' || sign == 0x2019;
}

// Returns true for letters and digits, and for signs beyond ASCII that are no punctuation: a word
// that has one of these is not known.
static bool is_word_sign(uint32_t sign)
{
    return (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z') || is_digit(sign) ||
           is_apostrophe(sign) || (sign >= 0x80 && !is_punctuation(sign));
}

enum waurie_claimed_winner waurie_result_token(struct kauri_plain text, struct kauri_plain *after)
{
    const uint32_t first = text.sign;
    kauri_plain_next(&text);
    const bool colon = text.sign == ':';
    if (!colon) {
        text = after_blanks(text);
    }
    if ((first != '0' && first != '1') || (text.sign != '-' && !colon)) {
        return WAURIE_CLAIMS_NOBODY;
    }
    kauri_plain_next(&text);
    if (!colon) {
        text = after_blanks(text);
    }
    const uint32_t second = text.sign;
    kauri_plain_next(&text);
    if (second != (first == '0' ? '1' : '0') || is_word_sign(text.sign) || text.sign == '/' ||
        text.sign == '-' || text.sign == ':') {
        return WAURIE_CLAIMS_NOBODY;
    }
    *after = text;
    return first == '1' ? WAURIE_CLAIMS_SOUTH : WAURIE_CLAIMS_NORTH;
}

// ------------------------------------------------------------------------------------------ words

enum {
    WORD_BYTES = 16,
    TURNS_MAX = 99999,
    SHORT_WORD = 2, // letters of a word that a full stop may shorten
};

// Kinds of words in remarks on lines of play, in addition to those of results
// (common/verdict_words.h).
enum remark_word { OTHER, NEUTRAL, LOSES, TURNS };

static const struct {
    const char *word;
    enum remark_word kind;
} remark_words[] = {
    {"has", NEUTRAL},    {"and", NEUTRAL}, {"in", NEUTRAL},  {"hat", NEUTRAL}, {"und", NEUTRAL},
    {"verloren", LOSES}, {"move", TURNS},  {"moves", TURNS}, {"turn", TURNS},  {"turns", TURNS},
    {"zug", TURNS},      {"z?ge", TURNS},  {"z?gen", TURNS},
};

static enum remark_word remark_word(const char *word)
{
    for (size_t i = 0; i < sizeof remark_words / sizeof remark_words[0]; i++) {
        if (strcmp(word, remark_words[i].word) == 0) {
            return remark_words[i].kind;
        }
    }
    return OTHER;
}

// Reads a word, or a number, in lower case, with '?' for letters beyond ASCII. Returns true for a
// number.
static bool read_word(struct kauri_plain *text, char word[WORD_BYTES])
{
    size_t n = 0;
    bool digits = true;
    for (; is_word_sign(text->sign); kauri_plain_next(text)) {
        const bool upper = text->sign >= 'A' && text->sign <= 'Z';
        digits = digits && is_digit(text->sign);
        if (n + 1 < WORD_BYTES) {
            word[n++] = text->sign >= 0x80 ? '?' : (char)(text->sign | (upper ? 0x20U : 0));
        }
    }
    word[n] = '\0';
    return digits;
}

// Reads a number of turns; returns 0 if it cannot be one.
static unsigned turns_of(const char *digits)
{
    unsigned number = 0;
    for (; *digits != '\0' && number <= TURNS_MAX; digits++) {
        number = 10 * number + (unsigned)(*digits - '0');
    }
    return number <= TURNS_MAX ? number : 0;
}

// -------------------------------------------------------------------------------------- sentences

enum { SOUTH, NORTH };

// The statement of a remark: that of its first sentence, except for `turns` and `token`. Words are
// numbered from 1.
struct remark_said {
    bool unknown;      // the first sentence has an unknown word, or is contradicted
    unsigned named[2]; // how often South and North are named
    unsigned at[2];    // number of the last word that names South or North
    unsigned against;  // number of the word "against"; 0: there is none
    unsigned beats;    // number of the word "beats"; 0: there is none
    bool wins, loses;  // a verb of winning, or of losing, occurs
    bool no_win;       // somebody resigns, or there is a draw
    enum waurie_claimed_winner token;
    unsigned turns;
};

// The sentence that is being read.
struct remark_sentence {
    bool later;       // the sentence is not the first one
    unsigned words;   // number of words so far, in all sentences
    unsigned letters; // letters of the last word; 0: that was a number, or there is none yet
    bool unknown;     // the sentence has a word or sign that is not known
    bool number;      // the last word is a number, after which a word such as "moves" must come
    unsigned value;   // value of that number
    unsigned turns;
};

static void take_meaning(struct remark_said *said, struct remark_sentence *sentence,
                         enum kauri_verdict_meaning meaning)
{
    if (sentence->later) {
        sentence->unknown = sentence->unknown || meaning != KAURI_VERDICT_NEUTRAL;
        said->unknown = said->unknown || kauri_is_verdict(meaning);
        return;
    }
    switch (meaning) {
    case KAURI_VERDICT_UNKNOWN:
    case KAURI_VERDICT_SCORES: // Waurie has no scores
        sentence->unknown = true;
        break;
    case KAURI_VERDICT_NEUTRAL:
        break;
    case KAURI_VERDICT_WINS:
        said->wins = true;
        break;
    case KAURI_VERDICT_BEATS:
        said->beats = sentence->words;
        break;
    case KAURI_VERDICT_LOSES:
        said->loses = true;
        break;
    case KAURI_VERDICT_RESIGNS:
    case KAURI_VERDICT_DRAWS:
        said->no_win = true;
        break;
    case KAURI_VERDICT_AGAINST:
        said->against = sentence->words;
        break;
    case KAURI_VERDICT_SOUTH:
    case KAURI_VERDICT_NORTH: {
        const unsigned side = meaning == KAURI_VERDICT_SOUTH ? SOUTH : NORTH;
        said->named[side]++;
        said->at[side] = sentence->words;
        break;
    }
    }
}

// Ends a number that no word such as "moves" follows.
static void end_number(struct remark_sentence *sentence)
{
    sentence->unknown = sentence->unknown || sentence->number;
    sentence->number = false;
}

static void take_turns(struct remark_sentence *sentence)
{
    const unsigned turns = sentence->number ? sentence->value : 0;
    sentence->number = false;
    sentence->unknown =
        sentence->unknown || turns == 0 || (sentence->turns > 0 && sentence->turns != turns);
    sentence->turns = turns;
}

static void take_word(struct remark_said *said, struct remark_sentence *sentence,
                      struct kauri_plain *text)
{
    char word[WORD_BYTES];
    const bool is_number = read_word(text, word);
    const enum remark_word kind = remark_word(word);
    sentence->words++;
    sentence->letters = is_number ? 0 : (unsigned)strlen(word);
    if (kind == TURNS) {
        take_turns(sentence);
        return;
    }
    end_number(sentence);
    if (is_number) {
        sentence->number = true;
        sentence->value = turns_of(word);
    } else {
        take_meaning(said, sentence,
                     kind == NEUTRAL ? KAURI_VERDICT_NEUTRAL
                     : kind == LOSES ? KAURI_VERDICT_LOSES
                                     : kauri_verdict_meaning_of(word));
    }
}

static void end_sentence(struct remark_said *said, struct remark_sentence *sentence)
{
    end_number(sentence);
    if (!sentence->later) {
        said->unknown = said->unknown || sentence->unknown;
    }
    if (sentence->turns > 0 && !sentence->unknown) {
        said->unknown = said->unknown || (said->turns > 0 && said->turns != sentence->turns);
        said->turns = sentence->turns;
    }
    *sentence = (struct remark_sentence){.later = true, .words = sentence->words};
}

// Reads a full stop: one after a word ends the sentence, unless it may shorten the word.
static void take_stop(struct remark_said *said, struct remark_sentence *sentence,
                      struct kauri_plain *text)
{
    bool dots = text->before == '.';
    kauri_plain_next(text);
    dots = dots || text->sign == '.';
    end_number(sentence); // as in "2.5 moves" or "15. Zug"
    if (!dots && sentence->letters > SHORT_WORD) {
        end_sentence(said, sentence);
    }
}

static void take_token(struct remark_said *said, struct remark_sentence *sentence,
                       enum waurie_claimed_winner winner)
{
    end_number(sentence);
    sentence->words++;
    sentence->letters = SHORT_WORD + 1;
    said->unknown = said->unknown || (said->token != WAURIE_CLAIMS_NOBODY && said->token != winner);
    said->token = winner;
}

static struct remark_said read_remark(struct kauri_plain text)
{
    struct remark_said said = {.token = WAURIE_CLAIMS_NOBODY};
    struct remark_sentence sentence = {.later = false};
    while (text.sign != 0) {
        const enum waurie_claimed_winner token = waurie_result_token(text, &text);
        if (token != WAURIE_CLAIMS_NOBODY) {
            take_token(&said, &sentence, token);
        } else if (text.sign == '.') {
            take_stop(&said, &sentence, &text);
        } else if (text.sign == ' ' || text.sign == '-') {
            kauri_plain_next(&text);
        } else if (is_punctuation(text.sign)) {
            end_number(&sentence);
            kauri_plain_next(&text);
        } else if (is_word_sign(text.sign)) {
            take_word(&said, &sentence, &text);
        } else { // as in "~15 moves"
            sentence.unknown = true;
            said.unknown = said.unknown || text.sign == '?';
            kauri_plain_next(&text);
        }
    }
    end_sentence(&said, &sentence);
    return said;
}

// The player of whom the first sentence speaks: the only one that is named, or the one before
// "against" or "beats"; negative if it is not clear.
static int player_of(const struct remark_said *said)
{
    const unsigned *at = said->at;
    if (said->named[SOUTH] == 0 || said->named[NORTH] == 0) {
        const bool alone = said->against == 0 && said->beats == 0;
        return !alone || said->named[SOUTH] == said->named[NORTH] ? -1
               : said->named[SOUTH] > 0                           ? SOUTH
                                                                  : NORTH;
    }
    const int first = at[SOUTH] < at[NORTH] ? SOUTH : NORTH;
    const unsigned second = at[1 - first];
    const bool once = said->named[SOUTH] == 1 && said->named[NORTH] == 1;
    const bool beats = said->beats == at[first] + 1 && second == said->beats + 1;
    const bool against = said->against > at[first] && said->against < second;
    return once && (said->beats > 0 ? beats : against) ? first : -1;
}

// The winner by the verbs of the first sentence; nobody if they do not name one.
static enum waurie_claimed_winner winner_of(const struct remark_said *said)
{
    const int player = player_of(said);
    const bool wins = said->wins || said->beats > 0;
    if (wins == said->loses || said->no_win || player < 0) {
        return WAURIE_CLAIMS_NOBODY;
    }
    return (player == SOUTH) == wins ? WAURIE_CLAIMS_SOUTH : WAURIE_CLAIMS_NORTH;
}

// Returns true if the meaning of a token is clear: it stands by itself without verbs, after both
// players in its order, or beside the winner's name.
static bool token_is_clear(const struct remark_said *said)
{
    const bool south = said->named[SOUTH] > 0;
    const bool north = said->named[NORTH] > 0;
    if (south && north) {
        return said->named[SOUTH] == 1 && said->named[NORTH] == 1 &&
               said->at[SOUTH] < said->at[NORTH];
    }
    return south == north || south == (said->token == WAURIE_CLAIMS_SOUTH);
}

struct waurie_claim waurie_remark_claim(const char *remark)
{
    const struct waurie_claim nothing = {.winner = WAURIE_CLAIMS_NOBODY};
    const struct remark_said said = read_remark(kauri_plain_begin(remark, 1, 1));
    // As in "a win in 15 moves".
    const bool nameless = said.named[SOUTH] == 0 && said.named[NORTH] == 0;
    const bool has_verdict =
        (said.wins && !nameless) || said.beats > 0 || said.loses || said.no_win;
    const bool has_token = said.token != WAURIE_CLAIMS_NOBODY;
    const enum waurie_claimed_winner winner = winner_of(&said);
    if (said.unknown) {
        return nothing;
    }
    if (!has_verdict) {
        return has_token && !token_is_clear(&said)
                   ? nothing
                   : (struct waurie_claim){.winner = said.token, .turns = said.turns};
    }
    if (winner == WAURIE_CLAIMS_NOBODY || (has_token && winner != said.token)) {
        return nothing;
    }
    return (struct waurie_claim){.winner = winner, .turns = said.turns};
}
