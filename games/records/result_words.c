#include "games/records/result_words.h"

#include "common/verdict_words.h"
#include "games/records/token.h"
#include "kauri/kauri.h"

#include <string.h>

// Returns true if the word is one of a name.
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

static enum kauri_verdict_meaning meaning_of(const char *const players[2],
                                             const struct kauri_token *token)
{
    const bool south = is_in_name(token, players[KAURI_SOUTH]);
    const bool north = is_in_name(token, players[KAURI_NORTH]);
    if (south != north) {
        return south ? KAURI_VERDICT_SOUTH : KAURI_VERDICT_NORTH;
    }
    if (token->kind == KAURI_TOKEN_MOVE) { // a letter of moves: an article, or unknown
        const uint32_t letter = token->from.sign | 0x20;
        return letter == 'a' || letter == 'e' ? KAURI_VERDICT_NEUTRAL : KAURI_VERDICT_UNKNOWN;
    }
    const enum kauri_verdict_meaning meaning = kauri_verdict_meaning_of(token->word);
    return meaning == KAURI_VERDICT_UNKNOWN && south ? KAURI_VERDICT_NEUTRAL : meaning;
}

// The statement that a sentence makes.
struct said {
    bool unknown;      // some word is not known, or two contradict each other
    unsigned first[2]; // by side: the number of the word that names the player first; 0: none
    unsigned against;  // the number of the word "against"; 0: none
    unsigned beats;    // the number of the word "beats"; 0: none
    bool wins, loses, resigns, draws;
    enum kauri_written_outcome token; // "1-0" and the like; KAURI_OUTCOME_UNKNOWN if there is none
    bool scored;
    uint8_t score[2]; // score in the order of the text
};

static bool has_verdict(const struct said *said)
{
    return said->wins || said->beats > 0 || said->loses || said->resigns || said->draws;
}

static void take_meaning(struct said *said, enum kauri_verdict_meaning meaning, unsigned number)
{
    switch (meaning) {
    case KAURI_VERDICT_UNKNOWN:
        said->unknown = true;
        break;
    case KAURI_VERDICT_NEUTRAL:
    case KAURI_VERDICT_SCORES:
        break;
    case KAURI_VERDICT_WINS:
        said->wins = true;
        break;
    case KAURI_VERDICT_BEATS:
        said->beats = number;
        break;
    case KAURI_VERDICT_LOSES:
        said->loses = true;
        break;
    case KAURI_VERDICT_RESIGNS:
        said->resigns = true;
        break;
    case KAURI_VERDICT_DRAWS:
        said->draws = true;
        break;
    case KAURI_VERDICT_AGAINST:
        said->against = number;
        break;
    case KAURI_VERDICT_SOUTH:
    case KAURI_VERDICT_NORTH: {
        unsigned *first = &said->first[meaning == KAURI_VERDICT_SOUTH ? KAURI_SOUTH : KAURI_NORTH];
        *first = *first == 0 ? number : *first;
        break;
    }
    }
}

// The player whom the verb is about: the only one that is named, or the one before "against" or
// "beats"; negative if it is not clear.
static int player_of(const struct said *said)
{
    const unsigned south = said->first[KAURI_SOUTH];
    const unsigned north = said->first[KAURI_NORTH];
    const unsigned between = said->against > 0 ? said->against : said->beats;
    const unsigned one = south < north ? south : north;
    const unsigned other = south < north ? north : south;
    if (one > 0) {
        const bool told = between > one && between < other;
        return !told ? -1 : south < north ? KAURI_SOUTH : KAURI_NORTH;
    }
    // "Won against South" and "North is beaten" are about somebody else.
    return other == 0 || between > 0 ? -1 : south > 0 ? KAURI_SOUTH : KAURI_NORTH;
}

// The outcome that the verbs give.
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

// The side whose captures come first in the score; negative if it is not clear.
static int first_side(const struct said *said, enum kauri_written_outcome outcome)
{
    const unsigned south = said->first[KAURI_SOUTH];
    const unsigned north = said->first[KAURI_NORTH];
    const bool more_first = said->score[0] >= said->score[1];
    if (outcome == KAURI_OUTCOME_SOUTH || outcome == KAURI_OUTCOME_NORTH) {
        const int winner = outcome == KAURI_OUTCOME_SOUTH ? KAURI_SOUTH : KAURI_NORTH;
        // The winner's captures come first in a score, but "North won 8 : 31" and "North lost 4 :
        // 34" are clear as well.
        return more_first ? winner : winner == KAURI_NORTH || said->loses ? 1 - winner : winner;
    }
    // As in "Anna - Bob 31:8".
    if (!has_verdict(said) && !said->unknown && (south > 0 || north > 0)) {
        return north == 0 || (south > 0 && south < north) ? KAURI_SOUTH : KAURI_NORTH;
    }
    return said->score[0] == said->score[1] ? KAURI_SOUTH : -1;
}

// ---------------------------------------------------------------------------------------- scores

static bool is_points(const struct kauri_token *token)
{
    // A time such as "9:05".
    const bool time =
        token->from.sign == '0' && *token->from.next >= '0' && *token->from.next <= '9';
    return token->kind == KAURI_TOKEN_NUMBER && token->number <= KAURI_SEEDS_MAX && !time;
}

// Reads a score such as "31 : 8", "31-8" or "31 to 8" at a token; *last is then the last token of
// the score.
static bool read_score(const struct kauri_token *token, uint8_t score[2], struct kauri_token *last)
{
    const struct kauri_token between = kauri_token_after(token);
    const struct kauri_token second = kauri_token_after(&between);
    const struct kauri_token after = kauri_token_after(&second);
    // As in "34 to 4", "34 zu 4" or "34 a 4".
    const bool word = (between.kind == KAURI_TOKEN_MOVE && between.from.sign == 'a') ||
                      (between.kind == KAURI_TOKEN_WORD &&
                       (strcmp(between.word, "to") == 0 || strcmp(between.word, "zu") == 0));
    const bool date = after.kind == KAURI_TOKEN_DASH && kauri_token_touches(&after, &second.to);
    if (!is_points(token) || !is_points(&second) || date || token->stop ||
        token->number + second.number > KAURI_SEEDS_MAX ||
        (!word && between.kind != KAURI_TOKEN_DASH && !kauri_token_is_sign(&between, ':'))) {
        return false;
    }
    score[0] = (uint8_t)token->number;
    score[1] = (uint8_t)second.number;
    *last = second;
    return true;
}

// Reads "1-0", "0-1", "1/2-1/2" and the like; *last is then the last token. "1:0" counts only as
// the whole text, so `first` says whether the token is the first one.
static enum kauri_written_outcome read_token(const struct kauri_token *token, bool first,
                                             struct kauri_token *last)
{
    enum { HALVES = 7 }; // tokens of "1/2-1/2"
    struct kauri_token t[HALVES] = {*token};
    for (size_t i = 1; i < HALVES; i++) {
        t[i] = kauri_token_after(&t[i - 1]);
    }
    const bool dash = t[1].kind == KAURI_TOKEN_DASH;
    const bool halves = kauri_token_is_sign(&t[1], '/') && t[3].kind == KAURI_TOKEN_DASH &&
                        kauri_token_is_sign(&t[5], '/');
    if (halves && t[0].number == 1 && t[2].number == 2 && t[4].number == 1 && t[6].number == 2) {
        *last = t[6];
        return KAURI_OUTCOME_DRAWN;
    }
    if (kauri_token_is_sign(&t[0], KAURI_SIGN_HALF)) {
        *last = dash && kauri_token_is_sign(&t[2], KAURI_SIGN_HALF) ? t[2] : t[0];
        return KAURI_OUTCOME_DRAWN;
    }
    const bool numbers = t[0].kind == KAURI_TOKEN_NUMBER && t[2].kind == KAURI_TOKEN_NUMBER;
    const bool alone = first && t[3].kind == KAURI_TOKEN_END &&
                       kauri_token_touches(&t[1], &t[0].to) &&
                       kauri_token_touches(&t[2], &t[1].to); // otherwise it is a score
    if (!numbers || (!dash && !(alone && kauri_token_is_sign(&t[1], ':'))) ||
        t[0].number + t[2].number != 1) {
        return KAURI_OUTCOME_UNKNOWN;
    }
    *last = t[2];
    return t[0].number == 1 ? KAURI_OUTCOME_SOUTH : KAURI_OUTCOME_NORTH;
}

// -------------------------------------------------------------------------------------- sentences

// Returns true for a word that a full stop shortens, "R." or "Mr.".
static bool is_short(const struct kauri_token *token)
{
    return token->kind == KAURI_TOKEN_MOVE ||
           (token->kind == KAURI_TOKEN_WORD && strlen(token->word) <= 2);
}

static enum kauri_verdict_meaning meaning_in(const char *const players[2],
                                             const struct kauri_token *token)
{
    const struct kauri_token next = kauri_token_after(token);
    const struct kauri_token after = kauri_token_after(&next);
    const enum kauri_verdict_meaning meaning = meaning_of(players, token);
    if (strcmp(token->word, "tie") == 0 && next.kind == KAURI_TOKEN_DASH &&
        after.word[0] == 'b') { // as in "tie-breaker"
        return KAURI_VERDICT_NEUTRAL;
    }
    if (strcmp(token->word, "no") == 0 && strcmp(next.word, "end") == 0) {
        return KAURI_VERDICT_NEUTRAL;
    }
    // Outside scores, "South to win" is no result.
    if (strcmp(token->word, "to") == 0 || strcmp(token->word, "zu") == 0) {
        return KAURI_VERDICT_UNKNOWN;
    }
    // "South was beaten by North" turns the verb round.
    const bool passive = strcmp(next.word, "by") == 0 || strcmp(next.word, "von") == 0 ||
                         strcmp(next.word, "por") == 0;
    return meaning == KAURI_VERDICT_BEATS && passive ? KAURI_VERDICT_UNKNOWN : meaning;
}

// Reads all words of a text. Words after the first sentence count only if they give another
// verdict.
static struct said read_words(const char *const players[2], const char *sentence)
{
    struct said said = {.token = KAURI_OUTCOME_UNKNOWN};
    struct kauri_token before = {.kind = KAURI_TOKEN_LINE};
    struct kauri_token token = kauri_token_at(kauri_plain_begin(sentence, 1, 1));
    bool first_sentence = true;
    for (unsigned number = 1; token.kind != KAURI_TOKEN_END; number++) {
        struct kauri_token last = token;
        const enum kauri_written_outcome outcome = read_token(&token, number == 1, &last);
        if (outcome != KAURI_OUTCOME_UNKNOWN) {
            said.unknown = said.unknown || said.token != KAURI_OUTCOME_UNKNOWN;
            said.token = outcome;
        } else if (!said.scored && read_score(&token, said.score, &last)) {
            said.scored = true;
        } else if (kauri_token_is_sign(&token, '*') && number == 1) {
            said.token = KAURI_OUTCOME_NONE;
        } else if (token.kind == KAURI_TOKEN_WORD || token.kind == KAURI_TOKEN_MOVE) {
            const enum kauri_verdict_meaning meaning = meaning_in(players, &token);
            if (first_sentence) {
                take_meaning(&said, meaning, number);
            } else if (kauri_is_verdict(meaning)) {
                said.unknown = true;
            }
        } else if (token.kind == KAURI_TOKEN_NUMBER && first_sentence) {
            said.unknown = true;
        } else if (kauri_token_is_sign(&token, '?') ||
                   (kauri_token_is_sign(&token, ':') && said.against > 0)) {
            said.unknown = true; // as in "South wins?" or "South against North: North wins"
        } else if (kauri_token_is_sign(&token, '.') && !is_short(&before)) {
            first_sentence = false;
        }
        before = last;
        token = kauri_token_after(&last);
    }
    return said;
}

void kauri_result_read(const char *south, const char *north, const char *sentence,
                       struct kauri_written_result *result)
{
    const char *const players[2] = {south, north};
    const struct said said = read_words(players, sentence);
    const enum kauri_written_outcome verdict =
        said.unknown ? KAURI_OUTCOME_UNKNOWN : outcome_of(&said);
    const bool contradiction = verdict != KAURI_OUTCOME_UNKNOWN &&
                               said.token != KAURI_OUTCOME_UNKNOWN && verdict != said.token;
    *result = (struct kauri_written_result){.given = true, .scored = said.scored};
    if (!contradiction) {
        result->outcome = said.token != KAURI_OUTCOME_UNKNOWN ? said.token : verdict;
    }
    result->understood = !said.unknown && !contradiction &&
                         (has_verdict(&said) || said.scored || said.token != KAURI_OUTCOME_UNKNOWN);
    if (said.scored) {
        const int first = first_side(&said, result->outcome);
        result->sided = first >= 0;
        result->score[0] = said.score[first == KAURI_NORTH ? 1 : 0];
        result->score[1] = said.score[first == KAURI_NORTH ? 0 : 1];
    }
}
