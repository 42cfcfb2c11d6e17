#include "waurie/waurie_record.h"

#include "common/memory.h"

#include <stdlib.h>
#include <string.h>

static const struct kauri_player_words nobody = {.count = {0}};

struct waurie_record_reader waurie_record_begin(const char *text,
                                                const struct waurie_position *start)
{
    return (struct waurie_record_reader){.text = kauri_text_begin(text, 1, 1), .start = *start};
}

void waurie_record_end(struct waurie_record_reader *reader)
{
    kauri_text_clear(&reader->text);
}

void waurie_written_line_clear(struct waurie_written_line *written)
{
    free(written->sowings);
    free(written->pieces.pieces);
    *written = (struct waurie_written_line){.letter = 0};
}

// ----------------------------------------------------------------------------------------- tokens

static bool is_tight(struct kauri_text *text, size_t i)
{
    return !kauri_token_at(text, i).spaced && !kauri_end_at(text, i);
}

static bool is_pit(struct kauri_text *text, size_t i)
{
    const struct kauri_token token = kauri_token_at(text, i);
    return token.kind == KAURI_TOKEN_NUMBER && token.number >= 1 && token.number <= 9 &&
           !token.padded;
}

static bool is_separator(struct kauri_text *text, size_t i)
{
    return kauri_sign_at(text, i, '/') || kauri_kind_at(text, i) == KAURI_TOKEN_DASH;
}

// The marks that a sign stands for: "!", "?", or two in one character; NULL for others.
static const char *marks_at(struct kauri_text *text, size_t i)
{
    switch (kauri_token_at(text, i).sign) {
    case '!':
        return "!";
    case '?':
        return "?";
    case 0x203c:
        return "!!";
    case 0x2047:
        return "??";
    case 0x2048:
        return "?!";
    case 0x2049:
        return "!?";
    default:
        return NULL;
    }
}

// The letter of a variation, a..z, if the token is a single letter; otherwise 0.
static char letter_at(struct kauri_text *text, size_t i)
{
    const struct kauri_token token = kauri_token_at(text, i);
    const bool one = (token.kind == KAURI_TOKEN_MOVE || token.kind == KAURI_TOKEN_WORD) &&
                     token.to == token.from + 1;
    const char letter = (char)(one && token.sign < 0x80 ? token.sign | 0x20 : 0);
    return letter >= 'a' && letter <= 'z' ? letter : (char)0;
}

// The token after one end of a line, which a slash, a hyphen or a letter may follow.
static size_t below(struct kauri_text *text, size_t i)
{
    const struct kauri_token token = kauri_token_at(text, i);
    return token.kind == KAURI_TOKEN_LINE && !token.empty ? i + 1 : i;
}

// A result as a token, "1-0", is no move.
static bool is_result(struct kauri_text *text, size_t i)
{
    struct kauri_written_result result;
    kauri_sentence_read(text, i, kauri_line_end(text, i), &nobody, false, &result);
    return kauri_outcome_at(text, i) || (result.understood && result.outcome > KAURI_OUTCOME_NONE);
}

// The number of separators in the word that begins at a token, if it consists of pits, marks and
// separators; *sign says whether it has a slash or a mark.
static unsigned separators_in(struct kauri_text *text, size_t i, bool *sign)
{
    unsigned separators = 0;
    *sign = false;
    for (bool pit = true; i == 0 || pit || is_tight(text, i); i++) {
        const bool mark = marks_at(text, i) != NULL;
        if (is_separator(text, i) && !pit) {
            separators++;
            pit = true;
        } else if (!(pit ? is_pit(text, i) : mark)) {
            const bool ends =
                kauri_kind_at(text, i) == KAURI_TOKEN_SIGN && !mark && !is_separator(text, i);
            return !pit && (ends || !is_tight(text, i)) ? separators : 0;
        } else {
            pit = false;
        }
        *sign = *sign || mark || kauri_sign_at(text, i, '/');
    }
    return separators;
}

// ------------------------------------------------------------------------------------------ lines

static const char SEPARATORS[] = ": turns are separated by slashes, sowings of one turn by hyphens";

static void mark(struct waurie_record_reader *reader, size_t to, enum kauri_piece_kind kind)
{
    kauri_pieces_mark(&reader->text, reader->at, to, kind, 0,
                      kind == KAURI_PIECE_SKIPPED ? "no line of play" : NULL);
    reader->at = to;
}

// Goes over a part of sowing number `ply`, from 1.
static void mark_sowing(struct waurie_record_reader *reader, size_t to, enum kauri_piece_kind kind,
                        size_t ply)
{
    kauri_pieces_mark(&reader->text, reader->at, to, kind, ply, NULL);
    reader->at = to;
}

static enum kauri_status fail_at(struct waurie_record_reader *reader, size_t i, const char *what,
                                 struct kauri_error *error)
{
    return kauri_token_fail(&reader->text, i, "", what, error);
}

// The letter of variations behind a sowing, a letter by itself, with which the line of text ends or
// behind which moves go on; *to is then the token after it.
static char letter_behind(struct kauri_text *text, size_t i, size_t *to)
{
    const size_t at = below(text, i);
    const char letter = letter_at(text, at);
    const bool alone = !is_tight(text, at + 1) || is_separator(text, at + 1);
    const bool more = is_separator(text, below(text, at + 1));
    if (letter == 0 || !alone || !(more || (at == i && kauri_end_at(text, at + 1)))) {
        return 0;
    }
    *to = at + 1;
    return letter;
}

// Skips a comment in brackets among the moves. A comment that no move follows belongs to the words
// behind them.
static void skip_comment(struct waurie_record_reader *reader)
{
    struct kauri_text *text = &reader->text;
    const bool round = kauri_sign_at(text, reader->at, '(');
    size_t close = reader->at + 1;
    if (!round && !kauri_sign_at(text, reader->at, '[')) {
        return;
    }
    while (!kauri_end_at(text, close) && !kauri_sign_at(text, close, round ? ')' : ']')) {
        close++;
    }
    size_t after = close + 1;
    (void)letter_behind(text, close + 1, &after);
    if (!kauri_end_at(text, close) && is_separator(text, below(text, after))) {
        mark(reader, close + 1, KAURI_PIECE_COMMENT);
    }
}

// Reads a pit with its marks, and a comment and the letter after it.
static enum kauri_status read_sowing(struct waurie_record_reader *reader,
                                     struct waurie_written_line *written, struct kauri_error *error)
{
    struct kauri_text *text = &reader->text;
    const struct kauri_token token = kauri_token_at(text, reader->at);
    const struct kauri_text_sign sign = kauri_first_sign_at(text, reader->at);
    struct waurie_written_sowing sowing = {
        .pit = (uint8_t)token.number, .line = sign.line, .column = sign.column};
    if (!is_pit(text, reader->at)) {
        return fail_at(reader, reader->at, ": expected the number of a pit, as in 5!/3/6-1", error);
    }
    KAURI_PASS(KAURI_FIT(written->sowings, written->count + 1, written->capacity, error,
                         "a line of %zu sowings", written->count + 1));
    mark_sowing(reader, reader->at + 1, KAURI_PIECE_MOVE, written->count + 1);
    for (const char *marks = marks_at(text, reader->at); marks != NULL;
         marks = marks_at(text, reader->at)) {
        strncat(sowing.marks, marks, sizeof sowing.marks - 1 - strlen(sowing.marks));
        mark_sowing(reader, reader->at + 1, KAURI_PIECE_MARK, written->count + 1);
    }
    skip_comment(reader);
    size_t to = reader->at;
    sowing.letter = letter_behind(text, reader->at, &to);
    mark_sowing(reader, to, KAURI_PIECE_NOTE, written->count + 1);
    written->sowings[written->count++] = sowing;
    return KAURI_OK;
}

// Reads what separates a sowing from the next one. *more is false if there is no next one; then the
// words after the moves come next.
static enum kauri_status read_separator(struct waurie_record_reader *reader,
                                        struct waurie_written_line *written, bool *more,
                                        struct kauri_error *error)
{
    struct kauri_text *text = &reader->text;
    const size_t at = below(text, reader->at);
    const bool slash = kauri_sign_at(text, at, '/');
    const struct kauri_token next = kauri_token_at(text, at + 1);
    // A hyphen and a blank at the beginning of a line mark an item of a list.
    *more = slash || (is_separator(text, at) && (at == reader->at || !next.spaced));
    if (!*more || kauri_kind_at(text, reader->at) == KAURI_TOKEN_NUMBER) {
        return KAURI_OK;
    }
    const size_t after = below(text, at + 1);
    const bool words =
        next.kind == KAURI_TOKEN_WORD || next.kind == KAURI_TOKEN_MOVE || is_result(text, at + 1);
    if ((!slash && next.spaced && words) || next.sign == '.' ||
        next.sign == KAURI_SIGN_ELLIPSIS) { // the words, or dots in place of the rest of the line
        *more = false;
        mark(reader, at + 1, KAURI_PIECE_SEPARATOR);
        return KAURI_OK;
    }
    if (is_separator(text, after) ||
        kauri_token_at(text, at).to > kauri_token_at(text, at).from + 1) {
        return fail_at(reader, at, ": one slash or hyphen stands between two sowings", error);
    }
    if (kauri_end_at(text, after)) {
        return fail_at(reader, at, ": a sowing is missing after it", error);
    }
    written->sowings[written->count - 1].joined = !slash;
    mark(reader, after, KAURI_PIECE_SEPARATOR);
    return KAURI_OK;
}

// Fails if moves stand among words.
static enum kauri_status check_words(struct waurie_record_reader *reader, size_t from, size_t end,
                                     struct kauri_error *error)
{
    bool slash;
    for (size_t i = from; i < end; i++) {
        if (kauri_token_at(&reader->text, i).spaced &&
            separators_in(&reader->text, i, &slash) >= 2) {
            return fail_at(reader, i, ": moves after words: put them on a line of their own",
                           error);
        }
    }
    return KAURI_OK;
}

// Reads the words after the moves, if there are any: punctuation and words, but no numbers.
static enum kauri_status read_words(struct waurie_record_reader *reader,
                                    struct waurie_written_line *written, struct kauri_error *error)
{
    struct kauri_text *text = &reader->text;
    const size_t from = reader->at;
    const size_t end = kauri_line_end(text, from);
    const struct kauri_token first = kauri_token_at(text, from);
    const bool sign = first.kind == KAURI_TOKEN_SIGN;
    const bool bracket = first.sign == '(' || first.sign == '[';
    const bool punctuation = sign && (bracket || first.sign == KAURI_SIGN_ELLIPSIS ||
                                      (first.sign < 0x80 && strchr(".,;:", (int)first.sign)));
    const bool number = kauri_kind_at(text, from + (punctuation ? 1 : 0)) == KAURI_TOKEN_NUMBER;
    if (from == end) {
        return KAURI_OK;
    }
    if ((!first.spaced && !punctuation) || kauri_sign_at(text, from + 1, '/') ||
        (number && !bracket && !is_result(text, from + (punctuation ? 1 : 0)))) {
        return fail_at(reader, from, SEPARATORS, error);
    }
    KAURI_PASS(check_words(reader, from, end, error));
    kauri_sentence_read(text, from, end, &nobody, false, &written->result);
    kauri_tokens_copy(text, from, end, written->result.text, sizeof written->result.text);
    mark(reader, end,
         written->result.understood ? KAURI_PIECE_RESULT
         : written->result.tells    ? KAURI_PIECE_UNCHECKED
                                    : KAURI_PIECE_COMMENT);
    return KAURI_OK;
}

static enum kauri_status read_moves(struct waurie_record_reader *reader,
                                    struct waurie_written_line *written, struct kauri_error *error)
{
    for (bool more = true; more;) {
        KAURI_PASS(read_sowing(reader, written, error));
        KAURI_PASS(read_separator(reader, written, &more, error));
    }
    return read_words(reader, written, error);
}

// Returns true if moves begin here: a number with a slash, hyphen, mark or letter after it, or a
// pit before another number, before a result that names the winner, or at the end of the line.
// Numbers in words and the results "1-0" and "0-1" are not.
static bool moves_begin(struct kauri_text *text, size_t i)
{
    const struct kauri_token token = kauri_token_at(text, i);
    size_t next = i + 1;
    if (token.kind != KAURI_TOKEN_NUMBER || kauri_outcome_at(text, i)) {
        return false;
    }
    if (is_separator(text, next) || marks_at(text, next) != NULL) {
        return is_pit(text, i) || is_tight(text, next);
    }
    if (!is_pit(text, i) || token.stop) {
        return false;
    }
    const bool comma = kauri_separator_at(text, next);
    next += comma ? 1 : 0;
    return letter_behind(text, i + 1, &next) != 0 || is_pit(text, next) ||
           (!comma && (kauri_end_at(text, next) || is_result(text, next)));
}

// The token after a head with a letter or a number, "(a)", "a)", "a:", "a." or "1."; `i` itself if
// it is none.
static size_t after_label(struct kauri_text *text, size_t i, char *letter)
{
    const bool bracket = kauri_sign_at(text, i, '(');
    const size_t at = i + (bracket ? 1 : 0);
    const bool number = kauri_kind_at(text, at) == KAURI_TOKEN_NUMBER;
    *letter = letter_at(text, at);
    if (number && !bracket) {
        return kauri_token_at(text, at).stop ? at + 1 : i;
    }
    const uint32_t close = kauri_token_at(text, at + 1).sign;
    if ((*letter == 0 && !number) ||
        (close != ')' && (bracket || (close != ':' && close != '.')))) {
        return i;
    }
    return at + (kauri_sign_at(text, at + 2, ':') ? 3 : 2);
}

// The token after words with a colon, if moves follow it; `i` itself if there are none.
static size_t after_colon(struct kauri_text *text, size_t i)
{
    bool slash;
    for (size_t at = i; !kauri_end_at(text, at); at++) {
        const bool colon = at > i && kauri_sign_at(text, at - 1, ':');
        if (colon || kauri_token_at(text, at).spaced) { // the beginning of a word
            const unsigned separators = separators_in(text, at, &slash);
            if (separators >= 2 || (colon && slash)) {
                return colon ? at : i;
            }
        }
    }
    return i;
}

// -------------------------------------------------------------------------------------- positions

// Returns true if a position seems to begin here: numbers and commas up to a slash.
static bool is_row(struct kauri_text *text, size_t i)
{
    enum { TOKENS_MAX = 24 };
    bool comma = false;
    for (size_t at = i; at < i + TOKENS_MAX && !kauri_sign_at(text, at, '/'); at++) {
        comma = comma || kauri_sign_at(text, at, ',');
        if (kauri_kind_at(text, at) != KAURI_TOKEN_NUMBER && !kauri_sign_at(text, at, ',')) {
            return false;
        }
    }
    return comma && kauri_kind_at(text, i) == KAURI_TOKEN_NUMBER;
}

// Reads the position of a line that has one, at its beginning, after the word "position", or after
// any words; *is_one is false if it has none. A text with the signs of a position is not taken for
// words or moves.
static enum kauri_status read_position(struct waurie_record_reader *reader, bool *is_one,
                                       struct kauri_error *error)
{
    struct kauri_text *text = &reader->text;
    const size_t end = kauri_line_end(text, reader->at);
    const bool named = kauri_role_at(text, reader->at, KAURI_ROLE_START);
    const bool label = named && (kauri_sign_at(text, reader->at + 1, ':') ||
                                 kauri_sign_at(text, reader->at + 1, '='));
    size_t from = reader->at + (label ? 2 : named ? 1 : 0);
    struct kauri_error fault;
    char words[256];
    size_t row = from;
    while (row < end && !is_row(text, row)) {
        row++;
    }
    from = row < end ? row : from;
    kauri_tokens_copy(text, from, end, words, sizeof words);
    const bool bad = waurie_position_parse(words, &reader->start, &fault) != KAURI_OK;
    *is_one = !bad || row < end;
    if (!*is_one) {
        return KAURI_OK;
    }
    const struct kauri_text_sign sign = kauri_first_sign_at(text, from);
    reader->start_bad = bad;
    mark(reader, from, KAURI_PIECE_COMMENT);
    mark(reader, end, KAURI_PIECE_POSITION);
    return bad ? kauri_fail(error, KAURI_BAD_INPUT, "line %u, column %u: %s", sign.line,
                            sign.column, fault.message)
               : KAURI_OK;
}

// -------------------------------------------------------------------------------------- the text

// Skips what is left of a line that cannot be read, up to an empty line or a bracket, which begins
// a variation.
static void skip_broken(struct waurie_record_reader *reader)
{
    struct kauri_text *text = &reader->text;
    do {
        const size_t end = kauri_line_end(text, reader->at);
        const struct kauri_token token = kauri_token_at(text, end);
        mark(reader, end, KAURI_PIECE_SKIPPED);
        if (token.kind == KAURI_TOKEN_END || token.empty) {
            return;
        }
        mark(reader, end + 1, KAURI_PIECE_BLANK);
    } while (!kauri_sign_at(text, reader->at, '('));
}

// Goes to the moves of a line of play, if it is one, and finds the letter of its variation.
static bool find_moves(struct waurie_record_reader *reader, struct waurie_written_line *written)
{
    struct kauri_text *text = &reader->text;
    const struct kauri_text_sign sign = kauri_first_sign_at(text, reader->at);
    size_t moves = after_label(text, reader->at, &written->letter);
    if (!moves_begin(text, moves)) {
        written->letter = 0;
        moves = kauri_kind_at(text, reader->at) == KAURI_TOKEN_NUMBER
                    ? reader->at
                    : after_colon(text, reader->at);
    }
    written->letter = (char)(moves > reader->at ? written->letter : 0);
    written->line = sign.line;
    written->column = sign.column;
    if (!moves_begin(text, moves)) {
        return false;
    }
    mark(reader, moves, written->letter != 0 ? KAURI_PIECE_NUMBER : KAURI_PIECE_COMMENT);
    return true;
}

// Goes over the text up to the next line of play, and reads that. *found is false if the text ends.
static enum kauri_status read_next(struct waurie_record_reader *reader,
                                   struct waurie_written_line *written, bool *found,
                                   struct kauri_error *error)
{
    struct kauri_text *text = &reader->text;
    for (;;) {
        bool is_position = false;
        while (kauri_kind_at(text, reader->at) == KAURI_TOKEN_LINE ||
               kauri_kind_at(text, reader->at) == KAURI_TOKEN_DASH) { // of the items of a list
            mark(reader, reader->at + 1, KAURI_PIECE_SEPARATOR);
        }
        *found = kauri_kind_at(text, reader->at) != KAURI_TOKEN_END;
        if (!*found) {
            return text->failed ? kauri_fail(error, KAURI_RESOURCE, "out of memory for a text")
                                : KAURI_OK;
        }
        KAURI_PASS(read_position(reader, &is_position, error));
        if (is_position) {
            continue;
        }
        if (find_moves(reader, written)) {
            const enum kauri_status status = read_moves(reader, written, error);
            if (status != KAURI_OK) {
                skip_broken(reader);
            }
            return status;
        }
        const size_t from = reader->at;
        const size_t end = kauri_line_end(text, from);
        mark(reader, end, KAURI_PIECE_SKIPPED);
        KAURI_PASS(check_words(reader, from, end, error));
    }
}

enum kauri_status waurie_record_next(struct waurie_record_reader *reader,
                                     struct waurie_written_line *written, bool *found,
                                     struct kauri_error *error)
{
    const size_t from = reader->at;
    *written = (struct waurie_written_line){.letter = 0};
    const enum kauri_status status = read_next(reader, written, found, error);
    if ((status != KAURI_OK && status != KAURI_BAD_INPUT) || !*found) {
        return status;
    }
    // What follows the last line of play belongs to it.
    struct waurie_record_reader rest = *reader;
    struct waurie_written_line next = {.letter = 0};
    bool more = false;
    struct kauri_error fault;
    const enum kauri_status other = read_next(&rest, &next, &more, &fault);
    waurie_written_line_clear(&next);
    reader->text = rest.text;
    reader->at = other == KAURI_OK && !more ? rest.at : reader->at;
    const enum kauri_status made = kauri_pieces_make(
        &reader->text, from, reader->at, &written->pieces, status == KAURI_OK ? error : &fault);
    return made == KAURI_OK ? status : made;
}
