#include "games/records/sentence.h"

#include "kauri/kauri.h"

#include <string.h>

// ----------------------------------------------------------------------------------------- names

static bool is_word(const struct kauri_token *token)
{
    return token->kind == KAURI_TOKEN_WORD || token->kind == KAURI_TOKEN_MOVE;
}

void kauri_player_words(const char *south, const char *north, struct kauri_player_words *players)
{
    const char *const names[] = {south, north};
    *players = (struct kauri_player_words){.count = {0}};
    for (unsigned side = 0; side < 2; side++) {
        const size_t maximum = sizeof players->word[side] / sizeof players->word[side][0];
        struct kauri_text text = kauri_text_begin(names[side], 1, 1);
        struct kauri_token token = kauri_token_at(&text, 0);
        for (size_t i = 1; token.kind != KAURI_TOKEN_END && players->count[side] < maximum; i++) {
            if (is_word(&token)) {
                memcpy(players->word[side][players->count[side]++], token.word, sizeof token.word);
            }
            token = kauri_token_at(&text, i);
        }
        kauri_text_clear(&text);
    }
}

static bool names_player(const struct kauri_player_words *players, unsigned side, const char *word)
{
    for (unsigned i = 0; i < players->count[side]; i++) {
        if (strcmp(players->word[side][i], word) == 0) {
            return true;
        }
    }
    return false;
}

// What a word says, given the players' names: a name overrides the other roles. A word of both
// names is no name.
static uint32_t roles_of(const struct kauri_player_words *players, const struct kauri_token *token)
{
    const bool south = names_player(players, KAURI_SOUTH, token->word);
    const bool north = names_player(players, KAURI_NORTH, token->word);
    if (south != north) {
        return south ? KAURI_ROLE_SOUTH : KAURI_ROLE_NORTH;
    }
    return token->roles == 0 && south ? KAURI_ROLE_NEUTRAL : token->roles;
}

// ------------------------------------------------------------------------- scores and tokens

static bool is_points(const struct kauri_token *token)
{
    // "05" belongs to a time such as "9:05".
    return token->kind == KAURI_TOKEN_NUMBER && token->number <= KAURI_SEEDS_MAX && !token->padded;
}

bool kauri_score_at(struct kauri_text *text, size_t i, uint8_t score[2], size_t *last)
{
    const struct kauri_token first = kauri_token_at(text, i);
    if (!is_points(&first) || first.stop) {
        return false;
    }
    const struct kauri_token between = kauri_token_at(text, i + 1);
    const struct kauri_token second = kauri_token_at(text, i + 2);
    const struct kauri_token after = kauri_token_at(text, i + 3);
    const bool word = (between.kind == KAURI_TOKEN_MOVE && between.sign == 'a') || // "34 a 4"
                      (between.roles & KAURI_ROLE_TO) != 0;
    const bool date = after.kind == KAURI_TOKEN_DASH && !after.spaced;
    if (!is_points(&second) || date || first.number + second.number > KAURI_SEEDS_MAX ||
        (!word && between.kind != KAURI_TOKEN_DASH && !kauri_token_is_sign(&between, ':'))) {
        return false;
    }
    score[0] = (uint8_t)first.number;
    score[1] = (uint8_t)second.number;
    *last = i + 2;
    return true;
}

enum kauri_written_outcome kauri_result_token_at(struct kauri_text *text, size_t i, size_t *last)
{
    enum { HALVES = 7 }; // tokens of "1/2-1/2"
    struct kauri_token t[HALVES + 1] = {kauri_token_at(text, i)};
    if ((t[0].kind != KAURI_TOKEN_NUMBER || t[0].number > 1 || t[0].stop) &&
        !kauri_token_is_sign(&t[0], KAURI_SIGN_HALF)) {
        return KAURI_OUTCOME_UNKNOWN;
    }
    for (size_t n = 1; n <= HALVES; n++) {
        t[n] = kauri_token_at(text, i + n);
    }
    const bool dash = t[1].kind == KAURI_TOKEN_DASH;
    if (t[0].kind == KAURI_TOKEN_SIGN) {
        *last = dash && kauri_token_is_sign(&t[2], KAURI_SIGN_HALF) ? i + 2 : i;
        return KAURI_OUTCOME_DRAWN;
    }
    if (kauri_token_is_sign(&t[1], '/') && t[3].kind == KAURI_TOKEN_DASH &&
        kauri_token_is_sign(&t[5], '/') && t[0].number == 1 && t[2].number == 2 &&
        t[4].number == 1 && t[6].number == 2) {
        *last = i + 6;
        return KAURI_OUTCOME_DRAWN;
    }
    const bool close = !t[1].spaced && !t[2].spaced; // otherwise it is a score
    const bool goes_on =
        !t[3].spaced && (t[3].kind == KAURI_TOKEN_DASH || is_word(&t[3]) ||
                         kauri_token_is_sign(&t[3], '/') || kauri_token_is_sign(&t[3], ':'));
    if (t[2].kind != KAURI_TOKEN_NUMBER || t[0].number + t[2].number != 1 || t[2].padded ||
        goes_on || (!dash && !(close && kauri_token_is_sign(&t[1], ':')))) {
        return KAURI_OUTCOME_UNKNOWN;
    }
    *last = i + 2;
    return t[0].number == 1 ? KAURI_OUTCOME_SOUTH : KAURI_OUTCOME_NORTH;
}

// ---------------------------------------------------------------------------------- statements

enum {
    SHORT_WORD = 2, // letters of a word that a full stop may shorten, "R." or "Mr."
    TURNS_MAX = 99999,
};

// The statement of a text: that of its first sentence, except for scores, tokens and turns. Words
// are numbered from 1.
struct said {
    bool unknown;      // some word is not known, or two contradict each other
    uint32_t verdicts; // roles of verbs of winning, losing and so on
    unsigned first[2]; // by side: number of the word that names the player first; 0: none
    unsigned against;  // number of the word "against"; 0: none
    unsigned beats;    // number of the word "beats"; 0: none
    enum kauri_written_outcome token; // "1-0" and the like; UNKNOWN if there is none
    unsigned token_at;
    bool scored;
    uint8_t score[2];  // in the order of the text
    unsigned pointed;  // bits by side: `points` is known
    uint8_t points[2]; // "Gering 34, Patten 4"
    unsigned turns;
};

// The sentence that is being read.
struct said_sentence {
    const struct kauri_player_words *players;
    bool scores;      // the game has scores
    bool later;       // it is not the first sentence
    unsigned words;   // number of words so far, in all sentences
    unsigned letters; // letters of the last word
    int named;        // side of the player whom the last word names; negative: none
    bool unknown;     // it has a word or sign that is not known
    unsigned turns;
};

static void end_sentence(struct said *said, struct said_sentence *sentence)
{
    said->unknown = said->unknown || (sentence->unknown && !sentence->later);
    if (sentence->turns > 0 && !sentence->unknown) {
        said->unknown = said->unknown || (said->turns > 0 && said->turns != sentence->turns);
        said->turns = sentence->turns;
    }
    *sentence = (struct said_sentence){.players = sentence->players,
                                       .scores = sentence->scores,
                                       .later = true,
                                       .words = sentence->words,
                                       .named = -1};
}

// The roles of a word by its neighbours.
static uint32_t roles_in(struct kauri_text *text, size_t i, const struct said_sentence *sentence)
{
    const struct kauri_token token = kauri_token_at(text, i);
    const struct kauri_token next = kauri_token_at(text, i + 1);
    const uint32_t roles = roles_of(sentence->players, &token);
    if (strcmp(token.word, "tie") == 0 && next.kind == KAURI_TOKEN_DASH &&
        kauri_token_at(text, i + 2).word[0] == 'b') { // as in "tie-breaker"
        return KAURI_ROLE_NEUTRAL;
    }
    if (strcmp(token.word, "no") == 0 && strcmp(next.word, "end") == 0) {
        return KAURI_ROLE_NEUTRAL;
    }
    // "South to win" is no result, and "beaten by North" turns the verb round.
    return (roles & KAURI_ROLE_TO) != 0 ||
                   ((roles & KAURI_ROLE_BEATS) != 0 && (next.roles & KAURI_ROLE_BY) != 0)
               ? 0
               : roles;
}

static void take_word(struct said *said, struct said_sentence *sentence, struct kauri_text *text,
                      size_t i)
{
    const uint32_t known =
        sentence->scores ? KAURI_ROLE_NEUTRAL | KAURI_ROLE_SCORES : KAURI_ROLE_NEUTRAL;
    const uint32_t roles = roles_in(text, i, sentence);
    sentence->words++;
    sentence->letters = (unsigned)strlen(kauri_token_at(text, i).word);
    sentence->named = -1;
    if (sentence->later) {
        sentence->unknown = sentence->unknown || (roles & KAURI_ROLE_NEUTRAL) == 0;
        said->unknown = said->unknown || (roles & KAURI_ROLE_VERDICTS) != 0;
        return;
    }
    if ((roles & KAURI_ROLE_SIDES) != 0) {
        sentence->named = (roles & KAURI_ROLE_SOUTH) != 0 ? KAURI_SOUTH : KAURI_NORTH;
        unsigned *first = &said->first[sentence->named];
        *first = *first == 0 ? sentence->words : *first;
    } else if ((roles & KAURI_ROLE_VERDICTS) != 0) {
        said->verdicts |= roles & KAURI_ROLE_VERDICTS;
        said->beats = (roles & KAURI_ROLE_BEATS) != 0 ? sentence->words : said->beats;
    } else if ((roles & KAURI_ROLE_AGAINST) != 0) {
        said->against = sentence->words;
    } else {
        sentence->unknown = sentence->unknown || (roles & known) == 0;
    }
}

// Takes a number with the word after it, "15 moves" or "15-move", or the points of a player,
// "Gering 34". Returns the last token that it takes.
static size_t take_number(struct said *said, struct said_sentence *sentence,
                          struct kauri_text *text, size_t i)
{
    const struct kauri_token token = kauri_token_at(text, i);
    const size_t unit = i + (kauri_kind_at(text, i + 1) == KAURI_TOKEN_DASH ? 2 : 1);
    const bool turns = !token.stop && token.number > 0 && token.number <= TURNS_MAX &&
                       kauri_role_at(text, unit, KAURI_ROLE_TURNS);
    if (turns) {
        sentence->unknown =
            sentence->unknown || (sentence->turns > 0 && sentence->turns != token.number);
        sentence->turns = token.number;
        sentence->words++;
    } else if (sentence->scores && sentence->named >= 0 && is_points(&token) && !sentence->later) {
        said->pointed |= 1U << sentence->named;
        said->points[sentence->named] = (uint8_t)token.number;
    } else {
        sentence->unknown = true;
    }
    sentence->letters = turns ? SHORT_WORD + 1 : 0;
    sentence->named = -1;
    return turns ? unit : i;
}

static void take_outcome(struct said *said, struct said_sentence *sentence,
                         enum kauri_written_outcome outcome)
{
    said->unknown =
        said->unknown || (said->token != KAURI_OUTCOME_UNKNOWN && said->token != outcome);
    said->token = outcome;
    said->token_at = ++sentence->words;
    sentence->letters = SHORT_WORD + 1;
}

// Signs between words that do not change what these say.
static bool is_punctuation(uint32_t sign)
{
    return kauri_is_quote(sign) || sign == 0x2018 || sign == 0x2019 ||
           sign == KAURI_SIGN_ELLIPSIS ||
           (sign < 0x80 && strchr(",;:!()[]'*_|", (int)sign) != NULL);
}

static void take_sign(struct said *said, struct said_sentence *sentence, struct kauri_text *text,
                      size_t i, size_t from)
{
    const struct kauri_token token = kauri_token_at(text, i);
    const struct kauri_token next = kauri_token_at(text, i + 1);
    if (token.sign == '.') {
        const struct kauri_token before = kauri_token_at(text, i > from ? i - 1 : i);
        const bool dots =
            kauri_token_is_sign(&next, '.') || (i > from && kauri_token_is_sign(&before, '.'));
        if (!dots && sentence->letters > SHORT_WORD) {
            end_sentence(said, sentence);
        }
        return;
    }
    if (token.sign == '*' && i == from) {
        said->token = KAURI_OUTCOME_NONE;
    } else if (token.sign == '?' || (token.sign == ':' && said->against > 0)) {
        said->unknown = true; // as in "South wins?" or "South against North: North wins"
    } else if (!is_punctuation(token.sign)) { // as in "~15 moves"
        sentence->unknown = true;
    }
}

static struct said read_words(struct kauri_text *text, size_t from, size_t to,
                              const struct kauri_player_words *players, bool scores)
{
    struct said said = {.token = KAURI_OUTCOME_UNKNOWN};
    struct said_sentence sentence = {.players = players, .scores = scores, .named = -1};
    for (size_t i = from; i < to; i++) {
        const struct kauri_token token = kauri_token_at(text, i);
        const enum kauri_written_outcome outcome = kauri_result_token_at(text, i, &i);
        if (outcome != KAURI_OUTCOME_UNKNOWN) {
            take_outcome(&said, &sentence, outcome);
        } else if (scores && !said.scored && kauri_score_at(text, i, said.score, &i)) {
            said.scored = true;
            sentence.letters = SHORT_WORD + 1;
        } else if (is_word(&token)) {
            take_word(&said, &sentence, text, i);
        } else if (token.kind == KAURI_TOKEN_NUMBER) {
            i = take_number(&said, &sentence, text, i);
        } else if (token.kind == KAURI_TOKEN_SIGN) {
            take_sign(&said, &sentence, text, i, from);
        }
        if (kauri_token_at(text, i).stop) { // the full stop of a last number
            end_sentence(&said, &sentence);
        }
    }
    end_sentence(&said, &sentence);
    return said;
}

// ------------------------------------------------------------------------------------ meaning

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
    const bool wins = (said->verdicts & (KAURI_ROLE_WINS | KAURI_ROLE_BEATS)) != 0;
    const bool loses = (said->verdicts & KAURI_ROLE_LOSES) != 0;
    const bool draws = (said->verdicts & KAURI_ROLE_DRAWS) != 0;
    const unsigned kinds = (wins ? 1U : 0) + (loses ? 1U : 0) + (draws ? 1U : 0);
    if (said->unknown || (said->verdicts & KAURI_ROLE_RESIGNS) != 0 || kinds != 1 ||
        (!draws && player < 0)) {
        return KAURI_OUTCOME_UNKNOWN;
    }
    return draws                             ? KAURI_OUTCOME_DRAWN
           : wins == (player == KAURI_SOUTH) ? KAURI_OUTCOME_SOUTH
                                             : KAURI_OUTCOME_NORTH;
}

// Settles whom a token speaks of: South, unless it stands between the names in the other order.
// Beside one name, or after both in the other order, it is not clear.
static void settle_token(struct said *said)
{
    const unsigned south = said->first[KAURI_SOUTH];
    const unsigned north = said->first[KAURI_NORTH];
    const bool won = said->token == KAURI_OUTCOME_SOUTH || said->token == KAURI_OUTCOME_NORTH;
    if (!won || said->verdicts != 0) {
        return;
    }
    if (south > 0 && north > 0) {
        if (north < said->token_at && said->token_at < south) {
            said->token =
                said->token == KAURI_OUTCOME_SOUTH ? KAURI_OUTCOME_NORTH : KAURI_OUTCOME_SOUTH;
        } else {
            said->unknown = said->unknown || north < south;
        }
    } else if (south > 0 || north > 0) {
        said->unknown = said->unknown || (south > 0) != (said->token == KAURI_OUTCOME_SOUTH);
    }
}

// The side whose captures come first in the score; negative if it is not clear.
static int first_side(const struct said *said, enum kauri_written_outcome outcome)
{
    const unsigned south = said->first[KAURI_SOUTH];
    const unsigned north = said->first[KAURI_NORTH];
    const bool more_first = said->score[0] >= said->score[1];
    if (outcome == KAURI_OUTCOME_SOUTH || outcome == KAURI_OUTCOME_NORTH) {
        const int winner = outcome == KAURI_OUTCOME_SOUTH ? KAURI_SOUTH : KAURI_NORTH;
        const bool loses = (said->verdicts & KAURI_ROLE_LOSES) != 0;
        // The winner's captures come first in a score, but "North won 8 : 31" and "North lost 4 :
        // 34" are clear as well.
        return more_first ? winner : winner == KAURI_NORTH || loses ? 1 - winner : winner;
    }
    // As in "Anna - Bob 31:8".
    if (said->verdicts == 0 && !said->unknown && (south > 0 || north > 0)) {
        return north == 0 || (south > 0 && south < north) ? KAURI_SOUTH : KAURI_NORTH;
    }
    return said->score[0] == said->score[1] ? KAURI_SOUTH : -1;
}

static void take_score(const struct said *said, struct kauri_written_result *result)
{
    const int first = first_side(said, result->outcome);
    const bool points = !said->scored && said->pointed == 3;
    result->scored = said->scored || points;
    result->sided = result->scored && (points || first >= 0);
    if (points) {
        memcpy(result->score, said->points, sizeof result->score);
    } else if (said->scored) {
        result->score[0] = said->score[first == KAURI_NORTH ? 1 : 0];
        result->score[1] = said->score[first == KAURI_NORTH ? 0 : 1];
    }
}

void kauri_sentence_read(struct kauri_text *text, size_t from, size_t to,
                         const struct kauri_player_words *players, bool scores,
                         struct kauri_written_result *result)
{
    struct said said = read_words(text, from, to, players, scores);
    settle_token(&said);
    said.unknown = said.unknown || (said.pointed != 0 && (said.pointed != 3 || said.scored));
    const enum kauri_written_outcome verdict = outcome_of(&said);
    const bool token = said.token != KAURI_OUTCOME_UNKNOWN;
    const bool contradiction = verdict != KAURI_OUTCOME_UNKNOWN && token && verdict != said.token;
    const bool nameless = said.first[KAURI_SOUTH] == 0 && said.first[KAURI_NORTH] == 0;
    *result = (struct kauri_written_result){.given = true};
    if (!contradiction) {
        result->outcome = token ? said.token : verdict;
    }
    result->tells = said.verdicts != 0 || said.scored || said.pointed == 3 || token;
    result->understood = result->tells && !said.unknown && !contradiction;
    // A verdict that is not clear makes the number of moves unclear, but not "a win in 15 moves".
    const bool clear = verdict != KAURI_OUTCOME_UNKNOWN || said.verdicts == 0 ||
                       (said.verdicts == KAURI_ROLE_WINS && nameless);
    result->turns = said.unknown || contradiction || !clear ? 0 : said.turns;
    take_score(&said, result);
}

void kauri_sentence_of(const char *sentence, const struct kauri_player_words *players, bool scores,
                       struct kauri_written_result *result)
{
    struct kauri_text text = kauri_text_begin(sentence, 1, 1);
    size_t end = 0;
    while (kauri_kind_at(&text, end) != KAURI_TOKEN_END) {
        end++;
    }
    kauri_sentence_read(&text, 0, end, players, scores, result);
    if (text.failed) { // out of memory: nothing is understood
        *result = (struct kauri_written_result){.given = true, .tells = true};
    }
    kauri_text_clear(&text);
}

bool kauri_outcome_at(struct kauri_text *text, size_t i)
{
    size_t last;
    const enum kauri_written_outcome outcome = kauri_result_token_at(text, i, &last);
    return outcome == KAURI_OUTCOME_SOUTH || outcome == KAURI_OUTCOME_NORTH;
}
