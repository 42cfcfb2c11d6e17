#include "games/records/item.h"

#include "games/records/record.h"

#include <string.h>

static const char NO_MOVE[] = "is neither a move (a..f South, A..F North) nor a move number";
static const char NO_CAPTURES[] = "is neither captures such as (+2;-1) nor a note such as (A)";

// An item that ends before it begins is none.
static struct kauri_item item(enum kauri_item_kind kind, size_t to)
{
    return (struct kauri_item){.kind = kind, .to = to};
}

// ------------------------------------------------------------------------------ words and results

bool kauri_rest_is_result(struct kauri_text *text, size_t i,
                          const struct kauri_player_words *players,
                          struct kauri_written_result *result)
{
    enum { TOKENS_MAX = 48 }; // longer texts are no result
    size_t end = i;
    *result = (struct kauri_written_result){.given = false};
    while (!kauri_end_at(text, end)) {
        if (++end - i > TOKENS_MAX) {
            return false;
        }
    }
    kauri_sentence_read(text, i, end, players, true, result);
    return result->understood;
}

static bool is_result(struct kauri_text *text, size_t i, const struct kauri_player_words *players)
{
    struct kauri_written_result result;
    return kauri_rest_is_result(text, i, players, &result);
}

static bool has_moves(struct kauri_text *text, size_t from, size_t to)
{
    while (from < to && !(kauri_kind_at(text, from) == KAURI_TOKEN_MOVE &&
                          kauri_kind_at(text, from + 1) != KAURI_TOKEN_WORD)) {
        from++;
    }
    return from < to;
}

// A result or, behind a semicolon, a comment as in PGN, if the line has no more moves; otherwise
// words that do not fit the grammar.
static struct kauri_item words_at(struct kauri_text *text, size_t i,
                                  const struct kauri_player_words *players)
{
    const size_t next = kauri_next_number(text, i + 1, 1);
    const bool last = kauri_end_at(text, next);
    if (last && is_result(text, i, players)) {
        return item(KAURI_ITEM_RESULT, next);
    }
    if (last && i > 0 && kauri_sign_at(text, i - 1, ';') && !has_moves(text, i, next)) {
        return item(KAURI_ITEM_COMMENT, next);
    }
    return (struct kauri_item){.kind = KAURI_ITEM_WORDS, .to = next, .why = NO_MOVE};
}

static struct kauri_item bad_brackets(struct kauri_text *text, size_t open, const char *why)
{
    return (struct kauri_item){
        .kind = KAURI_ITEM_WORDS, .to = kauri_next_number(text, open + 1, 1), .why = why};
}

// ----------------------------------------------------------------------------- numbers and scores

// The token after the name of a side before a move or a pass, "South: e" or "North passes"; `i`
// itself for any other.
static size_t after_mover(struct kauri_text *text, size_t i)
{
    const size_t move = i + (kauri_sign_at(text, i + 1, ':') ? 2 : 1);
    return kauri_role_at(text, i, KAURI_ROLE_SIDES) &&
                   (kauri_kind_at(text, move) == KAURI_TOKEN_MOVE ||
                    kauri_role_at(text, move, KAURI_ROLE_PASS))
               ? move
               : i;
}

// The token after a move number. Signs between them, as in "1,e" and "\"1.\",\"e\"", come from
// tables.
static size_t after_number(struct kauri_text *text, size_t number)
{
    const struct kauri_token next = kauri_token_at(text, number + 1);
    const bool below =
        next.kind == KAURI_TOKEN_LINE && !next.empty && kauri_token_at(text, number).stop;
    size_t i = number + (below ? 2 : 1);
    while (kauri_separator_at(text, i) || kauri_quote_at(text, i)) {
        i++;
    }
    return i;
}

// Returns true for a number that numbers a move: with a full stop, or with a move, or a pass and a
// move, after it.
static bool is_number(struct kauri_text *text, size_t i)
{
    const struct kauri_token token = kauri_token_at(text, i);
    size_t next = after_number(text, i);
    next += kauri_kind_at(text, next) == KAURI_TOKEN_DASH ? 1 : 0;
    return token.kind == KAURI_TOKEN_NUMBER && token.number >= 1 &&
           token.number <= KAURI_RECORD_NUMBER_MAX &&
           (token.stop || kauri_kind_at(text, next) == KAURI_TOKEN_MOVE);
}

size_t kauri_next_number(struct kauri_text *text, size_t i, uint32_t least)
{
    for (; !kauri_end_at(text, i); i++) {
        const struct kauri_token token = kauri_token_at(text, i);
        const size_t next = token.stop && token.number >= least ? after_number(text, i) : 0;
        if (next > 0 && is_number(text, i) &&
            (kauri_kind_at(text, next) == KAURI_TOKEN_MOVE ||
             kauri_role_at(text, next, KAURI_ROLE_PASS) || after_mover(text, next) > next)) {
            break;
        }
    }
    return i;
}

static struct kauri_item number_at(struct kauri_text *text, size_t i,
                                   const struct kauri_player_words *players)
{
    uint8_t score[2];
    size_t to;
    if (is_number(text, i)) {
        return item(KAURI_ITEM_NUMBER, after_number(text, i));
    }
    if (kauri_sign_at(text, i + 1, ':') && kauri_score_at(text, i, score, &to)) {
        const struct kauri_token next = kauri_token_at(text, ++to);
        if (next.cell || (next.spaced && (next.kind == KAURI_TOKEN_MOVE || is_number(text, to) ||
                                          kauri_role_at(text, to, KAURI_ROLE_PASS)))) {
            return item(KAURI_ITEM_SCORE, to);
        }
    }
    if (kauri_token_at(text, i).cell && i > 2 && kauri_sign_at(text, i - 2, ':')) {
        return (struct kauri_item){
            .kind = KAURI_ITEM_SKIPPED, .to = kauri_line_end(text, i), .why = "in other columns"};
    }
    return words_at(text, i, players);
}

// ------------------------------------------------------------------------- captures and comments

// Adds a number of captured seeds; false if there are too many.
static bool add_captures(struct kauri_item *captures, bool own, uint32_t seeds)
{
    uint8_t *sum = own ? &captures->captures.own : &captures->captures.opponent;
    if (seeds > KAURI_SEEDS_MAX || *sum + seeds > KAURI_SEEDS_MAX) {
        return false;
    }
    *sum = (uint8_t)(*sum + seeds);
    return true;
}

// Adds the number in "x2"; false for any other word.
static bool add_taken(struct kauri_item *captures, const struct kauri_token *word)
{
    const size_t digits = word->word[0] == 'x' ? strspn(word->word + 1, "0123456789") : 0;
    uint32_t seeds = 0;
    for (size_t i = 1; i <= digits && i <= 3; i++) {
        seeds = 10 * seeds + (uint32_t)(word->word[i] - '0');
    }
    return digits > 0 && digits <= 3 && word->word[1 + digits] == '\0' &&
           add_captures(captures, true, seeds);
}

// "+2" or "-2" behind a move.
static struct kauri_item signed_captures_at(struct kauri_text *text, size_t i)
{
    const struct kauri_token sign = kauri_token_at(text, i);
    const struct kauri_token next = kauri_token_at(text, i + 1);
    const bool own = sign.kind != KAURI_TOKEN_DASH;
    struct kauri_item captures = item(KAURI_ITEM_CAPTURES, i + 2);
    if (next.kind == KAURI_TOKEN_NUMBER && !next.stop && (own || !next.spaced) &&
        add_captures(&captures, own, next.number)) {
        return captures;
    }
    return item(KAURI_ITEM_END, i);
}

// Reads "(+1)", "(-1+3)", "[+1;-1]", "(x2)" or "(2)"; none for any other bracket, and *meant says
// whether it is meant as captures.
static struct kauri_item captures_at(struct kauri_text *text, size_t open, bool *meant)
{
    const struct kauri_token first = kauri_token_at(text, open + 1);
    const uint32_t closing = kauri_sign_at(text, open, '(') ? ')' : ']';
    struct kauri_item captures = item(KAURI_ITEM_CAPTURES, open);
    bool own = true;
    bool some = add_taken(&captures, &first);
    size_t i = open + (some ? 2 : 1);
    *meant = some || kauri_token_is_sign(&first, '+') || first.kind == KAURI_TOKEN_DASH ||
             (first.kind == KAURI_TOKEN_NUMBER && kauri_sign_at(text, open + 2, ')'));
    for (bool good = *meant; good && !kauri_sign_at(text, i, closing); i++) {
        const struct kauri_token token = kauri_token_at(text, i);
        if (token.kind == KAURI_TOKEN_DASH || kauri_token_is_sign(&token, '+')) {
            own = token.kind != KAURI_TOKEN_DASH;
            good = kauri_kind_at(text, i + 1) == KAURI_TOKEN_NUMBER;
        } else if (token.kind == KAURI_TOKEN_NUMBER) {
            good = some = add_captures(&captures, own, token.number);
        } else { // a word such as "seeds"
            good = kauri_separator_at(text, i) || (some && token.kind == KAURI_TOKEN_WORD);
        }
        some = some && good;
    }
    captures.to = some && kauri_sign_at(text, i, closing) ? i + 1 : open;
    return captures;
}

// A comment or a variation in brackets, which may go on on further lines of its paragraph. Where
// the end of one was looked for in vain, that of another is not.
static struct kauri_item comment_at(struct kauri_text *text, size_t open)
{
    enum { TOKENS_MAX = 400 };
    const bool round = kauri_sign_at(text, open, '(');
    size_t *unclosed = &text->unclosed[round ? 0 : 1];
    unsigned depth = 1;
    size_t i = open + 1;
    for (; depth > 0 && *unclosed <= open; i++) {
        const struct kauri_token token = kauri_token_at(text, i);
        if (token.kind == KAURI_TOKEN_END || token.empty || i == open + TOKENS_MAX) {
            *unclosed = i;
        }
        depth += kauri_token_is_sign(&token, round ? '(' : '[') ? 1 : 0;
        depth -= kauri_token_is_sign(&token, round ? ')' : ']') ? 1 : 0;
    }
    return depth == 0 ? item(KAURI_ITEM_COMMENT, i)
                      : bad_brackets(text, open, "has no closing bracket");
}

static struct kauri_item brackets_at(struct kauri_text *text, size_t open,
                                     const struct kauri_player_words *players)
{
    const struct kauri_token inside = kauri_token_at(text, open + 1);
    const bool round = kauri_sign_at(text, open, '(');
    bool meant;
    const struct kauri_item captures = captures_at(text, open, &meant);
    if (round && inside.sign >= 'A' && inside.sign <= 'Z' && inside.to == inside.from + 1 &&
        kauri_sign_at(text, open + 2, ')')) {
        return item(KAURI_ITEM_NOTE, open + 3);
    }
    if (captures.to > open) {
        return captures;
    }
    if (inside.kind == KAURI_TOKEN_NUMBER && is_result(text, open + 1, players)) {
        return item(KAURI_ITEM_SEPARATOR, open + 1); // before a result such as "(0-1)"
    }
    if (meant) {
        return bad_brackets(text, open, NO_CAPTURES);
    }
    return comment_at(text, open);
}

// ------------------------------------------------------------------------------- words and signs

// Returns true for a letter that is a word: the article in "a draw" and "; a comment", and any
// letter in "- B won".
static bool is_word(struct kauri_text *text, size_t i)
{
    const struct kauri_token letter = kauri_token_at(text, i);
    const struct kauri_token next = kauri_token_at(text, i + 1);
    const bool dash = i > 0 && letter.spaced && kauri_kind_at(text, i - 1) == KAURI_TOKEN_DASH;
    const bool behind = dash || (i > 0 && kauri_sign_at(text, i - 1, ';'));
    const bool verdict = (next.roles & (KAURI_ROLE_DRAWS | KAURI_ROLE_WINS)) != 0;
    struct kauri_item captures = item(KAURI_ITEM_CAPTURES, i);
    const bool word = next.kind == KAURI_TOKEN_WORD && !add_taken(&captures, &next) &&
                      (next.roles & (KAURI_ROLE_PASS | KAURI_ROLE_SIDES)) == 0;
    const bool article = letter.sign == 'a' || (letter.sign == 'A' && (behind || letter.first));
    return (article && verdict) || ((article || dash) && behind && word);
}

static struct kauri_item word_at(struct kauri_text *text, size_t i,
                                 const struct kauri_player_words *players)
{
    const struct kauri_token token = kauri_token_at(text, i);
    struct kauri_item captures = item(KAURI_ITEM_CAPTURES, i + 1);
    if ((token.roles & KAURI_ROLE_PASS) != 0) {
        const bool two = strcmp(kauri_token_at(text, i + 1).word, "aus") == 0; // "setzt aus"
        return item(KAURI_ITEM_PASS, i + (two ? 2 : 1));
    }
    if (after_mover(text, i) > i) {
        return item(KAURI_ITEM_SEPARATOR, after_mover(text, i));
    }
    return add_taken(&captures, &token) ? captures : words_at(text, i, players);
}

// Words in quotes, which are no moves: the letter in `1. e E "a" 2. e F` is not played. Quotation
// marks around cells are separators.
static struct kauri_item quote_at(struct kauri_text *text, size_t open)
{
    const struct kauri_token token = kauri_token_at(text, open);
    size_t close = open + 1;
    while (!kauri_end_at(text, close) && !kauri_quote_at(text, close)) {
        close++;
    }
    if (token.first || !token.spaced || kauri_separator_at(text, open - 1) ||
        kauri_end_at(text, close)) {
        return item(KAURI_ITEM_SEPARATOR, open + 1);
    }
    return (struct kauri_item){.kind = KAURI_ITEM_SKIPPED, .to = close + 1, .why = "in quotes"};
}

static struct kauri_item sign_at(struct kauri_text *text, size_t i,
                                 const struct kauri_player_words *players)
{
    const struct kauri_token token = kauri_token_at(text, i);
    const struct kauri_token next = kauri_token_at(text, i + 1);
    const bool number = next.kind == KAURI_TOKEN_NUMBER && !next.stop;
    switch (token.sign) {
    case '!':
    case '?':
        return item(KAURI_ITEM_MARK, i + 1);
    case '(':
    case '[':
        return brackets_at(text, i, players);
    case '+':
        if (number) {
            const struct kauri_item captures = signed_captures_at(text, i);
            return captures.to > i ? captures : words_at(text, i, players);
        }
        break;
    case '$':
        return item(KAURI_ITEM_MARK, i + (number ? 2 : 1));
    case '*':
    case KAURI_SIGN_HALF:
        return words_at(text, i, players);
    case '.':
        if (i > 0 && kauri_kind_at(text, i - 1) == KAURI_TOKEN_MOVE && !token.spaced &&
            !next.spaced && next.kind != KAURI_TOKEN_SIGN && !kauri_ends_line(&next)) { // "e.g."
            return words_at(text, i, players);
        }
        break;
    default:
        break;
    }
    if (kauri_is_quote(token.sign)) {
        return quote_at(text, i);
    }
    const bool known = token.sign >= 0x80 || strchr(";,.+=/#", (int)token.sign) != NULL ||
                       (token.sign == ':' && token.spaced);
    return known ? item(KAURI_ITEM_SEPARATOR, i + 1) : words_at(text, i, players);
}

static bool is_tight(struct kauri_text *text, size_t i, const char *signs)
{
    const struct kauri_token sign = kauri_token_at(text, i);
    return sign.kind == KAURI_TOKEN_SIGN && sign.sign < 0x80 &&
           strchr(signs, (int)sign.sign) != NULL;
}

static struct kauri_item dash_at(struct kauri_text *text, size_t i,
                                 const struct kauri_player_words *players)
{
    const struct kauri_item captures = signed_captures_at(text, i);
    if (captures.to > i && !is_result(text, i + 1, players)) {
        return captures;
    }
    // "->", "-+" and "+/-" are an arrow and signs of evaluation.
    const bool before = !kauri_token_at(text, i).spaced && i > 0 && is_tight(text, i - 1, "+=/");
    const bool after = !kauri_token_at(text, i + 1).spaced && is_tight(text, i + 1, ">+=/");
    return after    ? item(KAURI_ITEM_SEPARATOR, i + 2)
           : before ? item(KAURI_ITEM_SEPARATOR, i + 1)
                    : item(KAURI_ITEM_DASH, i + 1);
}

struct kauri_item kauri_item_at(struct kauri_text *text, size_t i,
                                const struct kauri_player_words *players)
{
    switch (kauri_kind_at(text, i)) {
    case KAURI_TOKEN_MOVE:
        return is_word(text, i) ? words_at(text, i, players) : item(KAURI_ITEM_MOVE, i + 1);
    case KAURI_TOKEN_NUMBER:
        return number_at(text, i, players);
    case KAURI_TOKEN_DASH:
        return dash_at(text, i, players);
    case KAURI_TOKEN_WORD:
        return word_at(text, i, players);
    case KAURI_TOKEN_SIGN:
        return sign_at(text, i, players);
    case KAURI_TOKEN_LINE:
    case KAURI_TOKEN_END:
        break;
    }
    return item(KAURI_ITEM_END, i);
}
