#include "records/result_words.h"

#include "kauri/kauri.h"
#include "records/token.h"

#include <string.h>

enum { HALF = 0xbd };

// What a word contributes. Words are in lower case, with '?' for letters beyond ASCII.
enum meaning {
    UNKNOWN, // makes the sentence one that is not understood
    NEUTRAL,
    WINS,
    BEATS, // the player before it wins
    LOSES,
    RESIGNS,
    DRAWS,
    AGAINST, // the player after it is the other one
    SOUTH,
    NORTH,
};

static const struct {
    const char *word;
    enum meaning meaning;
} words[] = {
    // English
    {"won", WINS},
    {"wins", WINS},
    {"win", WINS},
    {"winner", WINS},
    {"victory", WINS},
    {"beat", BEATS},
    {"beats", BEATS},
    {"defeated", BEATS},
    {"defeats", BEATS},
    {"lost", LOSES},
    {"loses", LOSES},
    {"resigned", RESIGNS},
    {"resigns", RESIGNS},
    {"draw", DRAWS},
    {"drawn", DRAWS},
    {"tie", DRAWS},
    {"tied", DRAWS},
    {"against", AGAINST},
    {"south", SOUTH},
    {"north", NORTH},
    {"by", NEUTRAL},
    {"with", NEUTRAL},
    {"the", NEUTRAL},
    {"a", NEUTRAL},
    {"an", NEUTRAL},
    {"for", NEUTRAL},
    {"points", NEUTRAL},
    {"point", NEUTRAL},
    {"seeds", NEUTRAL},
    {"seed", NEUTRAL},
    {"to", NEUTRAL},
    {"game", NEUTRAL},
    {"is", NEUTRAL},
    {"result", NEUTRAL},
    {"score", NEUTRAL},
    {"final", NEUTRAL},
    {"after", NEUTRAL},
    {"breaker", NEUTRAL},
    {"break", NEUTRAL},
    {"tiebreak", NEUTRAL},
    {"tiebreaker", NEUTRAL},
    {"play", NEUTRAL},
    {"had", NEUTRAL},
    {"end", NEUTRAL},
    // German
    {"gewinnt", WINS},
    {"gewann", WINS},
    {"gewonnen", WINS},
    {"sieg", WINS},
    {"siegt", WINS},
    {"siegte", WINS},
    {"sieger", WINS},
    {"besiegt", BEATS},
    {"besiegte", BEATS},
    {"schl?gt", BEATS},
    {"schlug", BEATS},
    {"verliert", LOSES},
    {"verlor", LOSES},
    {"gibt", RESIGNS},
    {"gab", RESIGNS},
    {"auf", NEUTRAL},
    {"remis", DRAWS},
    {"unentschieden", DRAWS},
    {"gegen", AGAINST},
    {"s?d", SOUTH},
    {"sued", SOUTH},
    {"nord", NORTH},
    {"mit", NEUTRAL},
    {"f?r", NEUTRAL},
    {"zu", NEUTRAL},
    {"punkte", NEUTRAL},
    {"punkten", NEUTRAL},
    {"samen", NEUTRAL},
    {"partie", NEUTRAL},
    {"ergebnis", NEUTRAL},
    {"endstand", NEUTRAL},
    {"resultat", NEUTRAL},
    // Portuguese and Spanish
    {"ganha", WINS},
    {"ganhou", WINS},
    {"vence", WINS},
    {"venceu", WINS},
    {"vit?ria", WINS},
    {"gana", WINS},
    {"gan?", WINS},
    {"victoria", WINS},
    {"perdeu", LOSES},
    {"perde", LOSES},
    {"abandona", RESIGNS},
    {"abandonou", RESIGNS},
    {"empate", DRAWS},
    {"tablas", DRAWS},
    {"contra", AGAINST},
    {"sul", SOUTH},
    {"sur", SOUTH},
    {"norte", NORTH},
    {"por", NEUTRAL},
    {"com", NEUTRAL},
    {"pontos", NEUTRAL},
    {"puntos", NEUTRAL},
    {"resultado", NEUTRAL},
    {"placar", NEUTRAL},
    {"de", NEUTRAL},
    {"o", NEUTRAL},
    {"e", NEUTRAL},
};

// True if the word is one of a name.
static bool is_in_name(const struct kauri_token *word, const char *name)
{
    for (struct kauri_token token = kauri_token_at(kauri_plain_begin(name, 1, 1));
         token.kind != KAURI_TOKEN_END; token = kauri_token_after(&token)) {
        const bool letter = word->kind == KAURI_TOKEN_MOVE && token.from.sign == word->from.sign;
        if (token.kind == word->kind &&
            (letter || (word->word[0] != '\0' && strcmp(token.word, word->word) == 0))) {
            return true;
        }
    }
    return false;
}

static enum meaning meaning_of(const char *const players[2], const struct kauri_token *token)
{
    const bool south = is_in_name(token, players[KAURI_SOUTH]);
    const bool north = is_in_name(token, players[KAURI_NORTH]);
    if (south != north) {
        return south ? SOUTH : NORTH;
    }
    if (token->kind == KAURI_TOKEN_MOVE) { // an article, or what cannot be known
        const uint32_t letter = token->from.sign | 0x20;
        return letter == 'a' || letter == 'e' ? NEUTRAL : UNKNOWN;
    }
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(token->word, words[i].word) == 0) {
            return words[i].meaning;
        }
    }
    return south ? NEUTRAL : UNKNOWN;
}

// What the words of a sentence say.
struct said {
    bool unknown;      // some word is not known
    unsigned first[2]; // by side: the number of the word that names the player first; 0: none
    unsigned against;  // the number of the word "against"; 0: none
    unsigned beats;
    bool wins, loses, resigns, draws;
};

static void take_word(struct said *said, enum meaning meaning, unsigned number)
{
    switch (meaning) {
    case UNKNOWN:
        said->unknown = true;
        break;
    case NEUTRAL:
        break;
    case WINS:
        said->wins = true;
        break;
    case BEATS:
        said->beats = number;
        break;
    case LOSES:
        said->loses = true;
        break;
    case RESIGNS:
        said->resigns = true;
        break;
    case DRAWS:
        said->draws = true;
        break;
    case AGAINST:
        said->against = number;
        break;
    case SOUTH:
    case NORTH: {
        unsigned *first = &said->first[meaning == SOUTH ? KAURI_SOUTH : KAURI_NORTH];
        *first = *first == 0 ? number : *first;
        break;
    }
    }
}

// The only player that is named, or the one before "against" or "beats"; negative if it is not
// clear.
static int player_of(const struct said *said)
{
    const unsigned south = said->first[KAURI_SOUTH];
    const unsigned north = said->first[KAURI_NORTH];
    const unsigned between = said->against > 0 ? said->against : said->beats;
    if (south > 0 && north > 0) {
        const bool told =
            between > (south < north ? south : north) && between < (south < north ? north : south);
        return !told ? -1 : south < north ? KAURI_SOUTH : KAURI_NORTH;
    }
    return south > 0 ? KAURI_SOUTH : north > 0 ? KAURI_NORTH : -1;
}

static enum kauri_written_outcome outcome_of(const struct said *said)
{
    const int player = player_of(said);
    const bool wins = said->wins || said->beats > 0;
    const unsigned kinds = (wins ? 1U : 0) + (said->loses ? 1U : 0) + (said->draws ? 1U : 0);
    if (said->resigns || kinds != 1 || (!said->draws && player < 0)) {
        return KAURI_OUTCOME_UNKNOWN;
    }
    if (said->draws) {
        return KAURI_OUTCOME_DRAWN;
    }
    const bool south = wins == (player == KAURI_SOUTH);
    return south ? KAURI_OUTCOME_SOUTH : KAURI_OUTCOME_NORTH;
}

static bool is_points(const struct kauri_token *token)
{
    return token->kind == KAURI_TOKEN_NUMBER && token->number <= KAURI_SEEDS_MAX;
}

// Reads a score such as "31 : 8", "31-8" or "31 to 8" at a token; *last is then its last one.
static bool read_score(const struct kauri_token *token, uint8_t score[2], struct kauri_token *last)
{
    const struct kauri_token between = kauri_token_after(token);
    const struct kauri_token second = kauri_token_after(&between);
    const struct kauri_token after = kauri_token_after(&second);
    // "34 to 4", "34 zu 4", "34 a 4"
    const bool word = (between.kind == KAURI_TOKEN_MOVE && between.from.sign == 'a') ||
                      (between.kind == KAURI_TOKEN_WORD &&
                       (strcmp(between.word, "to") == 0 || strcmp(between.word, "zu") == 0));
    const bool date = after.kind == KAURI_TOKEN_DASH && kauri_token_touches(&after, &second.to);
    if (!is_points(token) || !is_points(&second) || date || token->stop ||
        (!word && between.kind != KAURI_TOKEN_DASH && !kauri_token_is_sign(&between, ':'))) {
        return false;
    }
    score[0] = (uint8_t)token->number;
    score[1] = (uint8_t)second.number;
    *last = second;
    return true;
}

// Reads "1-0", "0-1", "1/2-1/2" and the like; *last is then the last token.
static enum kauri_written_outcome read_points(const struct kauri_token *token,
                                              struct kauri_token *last)
{
    struct kauri_token t[7] = {*token};
    for (size_t i = 1; i < 7; i++) {
        t[i] = kauri_token_after(&t[i - 1]);
    }
    const bool dash = t[1].kind == KAURI_TOKEN_DASH;
    const bool halves = kauri_token_is_sign(&t[1], '/') && t[3].kind == KAURI_TOKEN_DASH &&
                        kauri_token_is_sign(&t[5], '/');
    if (halves && t[0].number == 1 && t[2].number == 2 && t[4].number == 1 && t[6].number == 2) {
        *last = t[6];
        return KAURI_OUTCOME_DRAWN;
    }
    if (kauri_token_is_sign(&t[0], HALF)) {
        *last = dash && kauri_token_is_sign(&t[2], HALF) ? t[2] : t[0];
        return KAURI_OUTCOME_DRAWN;
    }
    const bool numbers = t[0].kind == KAURI_TOKEN_NUMBER && t[2].kind == KAURI_TOKEN_NUMBER;
    if (!numbers || !dash || t[0].number + t[2].number != 1) {
        return KAURI_OUTCOME_UNKNOWN;
    }
    *last = t[2];
    return t[0].number == 1 ? KAURI_OUTCOME_SOUTH : KAURI_OUTCOME_NORTH;
}

// The winner's captures come first, unless they are then the fewer: "North won 8 : 31".
static void take_sides(struct kauri_written_result *result)
{
    const bool north = result->outcome == KAURI_OUTCOME_NORTH;
    const bool clear = north || result->outcome == KAURI_OUTCOME_SOUTH;
    result->sided = clear || result->score[0] == result->score[1];
    if (north && result->score[0] >= result->score[1]) {
        const uint8_t more = result->score[0];
        result->score[0] = result->score[1];
        result->score[1] = more;
    }
}

void kauri_result_read(const char *south, const char *north, const char *sentence,
                       struct kauri_written_result *result)
{
    const char *const players[2] = {south, north};
    struct said said = {.unknown = false};
    unsigned number = 0;
    bool first_sentence = true;
    *result = (struct kauri_written_result){.given = true};
    for (struct kauri_token token = kauri_token_at(kauri_plain_begin(sentence, 1, 1));
         token.kind != KAURI_TOKEN_END; token = kauri_token_after(&token)) {
        struct kauri_token last;
        number++;
        const enum kauri_written_outcome points =
            result->outcome == KAURI_OUTCOME_UNKNOWN && !result->scored ? read_points(&token, &last)
                                                                        : KAURI_OUTCOME_UNKNOWN;
        if (points != KAURI_OUTCOME_UNKNOWN && number == 1) {
            result->outcome = points;
            token = last;
        } else if (!result->scored && read_score(&token, result->score, &last)) {
            result->scored = true;
            token = last;
        } else if (kauri_token_is_sign(&token, '*') && number == 1) {
            result->outcome = KAURI_OUTCOME_NONE;
        } else if (first_sentence &&
                   (token.kind == KAURI_TOKEN_WORD || token.kind == KAURI_TOKEN_MOVE)) {
            const struct kauri_token next = kauri_token_after(&token);
            const struct kauri_token after = kauri_token_after(&next);
            enum meaning meaning = meaning_of(players, &token);
            const bool breaker = strcmp(token.word, "tie") == 0 && next.kind == KAURI_TOKEN_DASH &&
                                 after.kind == KAURI_TOKEN_WORD && after.word[0] == 'b';
            const bool endless = strcmp(token.word, "no") == 0 && strcmp(next.word, "end") == 0;
            meaning = breaker || endless ? NEUTRAL : meaning;
            take_word(&said, meaning, number);
        } else if (token.kind == KAURI_TOKEN_NUMBER && first_sentence) {
            said.unknown = true;
        } else if (kauri_token_is_sign(&token, '.')) {
            first_sentence = false;
        }
    }
    const bool worded = said.wins || said.beats > 0 || said.loses || said.resigns || said.draws;
    if (!said.unknown && result->outcome == KAURI_OUTCOME_UNKNOWN) {
        result->outcome = outcome_of(&said);
    }
    result->understood =
        !said.unknown && (worded || result->scored || result->outcome != KAURI_OUTCOME_UNKNOWN);
    if (result->scored) {
        take_sides(result);
    }
}
