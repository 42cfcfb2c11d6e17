#include "games/records/moves_reader.h"

#include "common/character.h"
#include "games/records/pieces.h"
#include "games/records/record_lines.h"

#include <stdio.h>
#include <string.h>

static struct kauri_token at(struct kauri_moves_reader *reader, size_t i)
{
    return kauri_token_at(reader->text, i);
}

static bool is_sign(struct kauri_moves_reader *reader, size_t i, uint32_t sign)
{
    const struct kauri_token token = at(reader, i);
    return kauri_token_is_sign(&token, sign);
}

static bool ends_line(struct kauri_moves_reader *reader, size_t i)
{
    const struct kauri_token token = at(reader, i);
    return kauri_ends_line(&token);
}

static bool is_pass(struct kauri_moves_reader *reader, size_t i)
{
    return (at(reader, i).roles & KAURI_ROLE_PASS) != 0;
}

// Goes on to a token; those before it are a piece of this kind.
static void take(struct kauri_moves_reader *reader, size_t to, enum kauri_piece_kind kind)
{
    const bool of_ply = kind == KAURI_PIECE_MOVE || kind == KAURI_PIECE_PASS ||
                        kind == KAURI_PIECE_CAPTURES || kind == KAURI_PIECE_MARK ||
                        kind == KAURI_PIECE_NOTE;
    kauri_pieces_mark(reader->text, reader->at, to, kind, of_ply ? reader->record->count : 0, NULL);
    reader->at = to;
}

// ---------------------------------------------------------------------------------------- faults

static const char NO_MOVE[] = "is neither a move (a..f South, A..F North) nor a move number";

// Fails with the word at a token: "line 3, column 7, move 12: \"zz\" <what>".
static enum kauri_status fail_at(struct kauri_moves_reader *reader, size_t i, const char *what)
{
    enum { SIGNS_MAX = 24 };
    char word[40];
    char move[24] = "";
    const struct kauri_token token = at(reader, i);
    const struct kauri_text_sign *signs = reader->text->signs;
    const struct kauri_text_sign *from = &signs[token.from];
    size_t end = token.from;
    for (unsigned n = 0;
         n < SIGNS_MAX && end + 1 < reader->text->sign_count && signs[end].plain != ' ' &&
         signs[end].plain != '\n' && (n == 0 || signs[end].plain != ';');
         n++) {
        end++;
    }
    (void)kauri_quote(from->at, (size_t)(signs[end].at - from->at), word, sizeof word);
    if (reader->number > 0) {
        (void)snprintf(move, sizeof move, ", move %u", reader->number);
    }
    return kauri_fail(&reader->error, KAURI_BAD_INPUT, "line %u, column %u%s: \"%s\" %s",
                      from->line, from->column, move, word, what);
}

// ----------------------------------------------------------------------------- moves and remarks

static struct kauri_ply *last_ply(const struct kauri_moves_reader *reader)
{
    const struct kauri_record *record = reader->record;
    return record->count > 0 ? &record->plies[record->count - 1] : NULL;
}

bool kauri_reply_is_due(const struct kauri_moves_reader *reader)
{
    const struct kauri_ply *last = last_ply(reader);
    return last != NULL && last->side == KAURI_SOUTH;
}

// What was taken for the result was a score, or words, between moves.
static void forget_result(struct kauri_moves_reader *reader)
{
    if (reader->result_to > reader->result_from) {
        kauri_pieces_mark(reader->text, reader->result_from, reader->result_to,
                          reader->record->result.scored ? KAURI_PIECE_SCORE : KAURI_PIECE_COMMENT,
                          0, NULL);
        reader->record->result = (struct kauri_written_result){.given = false};
        reader->result_from = reader->result_to = 0;
    }
}

static enum kauri_status add_ply(struct kauri_moves_reader *reader, struct kauri_ply ply)
{
    forget_result(reader);
    ply.number = reader->by_ply ? (reader->number + 1) / 2 : reader->number;
    ply.line = reader->text->signs[at(reader, reader->at).from].line;
    return kauri_record_append(reader->record, &ply, &reader->error);
}

// Returns the token after moves that the text has told before, as in the rows "7. d" and "7. d-a"
// of a table; the token after the number if there are none.
static size_t after_told(struct kauri_moves_reader *reader, size_t next)
{
    const struct kauri_record *record = reader->record;
    const struct kauri_token number = at(reader, reader->at);
    const struct kauri_token move = at(reader, next);
    size_t first = record->count;
    size_t i = next;
    while (first > 0 && record->plies[first - 1].number == number.number) {
        first--;
    }
    for (size_t p = first; p < record->count; p++) {
        const struct kauri_ply *ply = &record->plies[p];
        if (ply->side != move.side || ply->hole == KAURI_MOVE_PASS) {
            continue;
        }
        const struct kauri_token told = at(reader, i);
        if (told.kind != KAURI_TOKEN_MOVE || told.side != ply->side || told.hole != ply->hole ||
            at(reader, i + 1).kind != KAURI_TOKEN_DASH ||
            at(reader, i + 2).kind != KAURI_TOKEN_MOVE) {
            return next;
        }
        i += 2;
    }
    return i;
}

static enum kauri_status read_number(struct kauri_moves_reader *reader)
{
    const struct kauri_token token = at(reader, reader->at);
    const size_t next = kauri_after_number(reader->text, reader->at);
    const uint32_t before = reader->number;
    const uint32_t number = token.number;
    const uint32_t line = reader->text->signs[token.from].line;
    const bool reply = token.dots || kauri_reply_is_due(reader);
    const size_t told = number == before ? after_told(reader, next) : next;
    const bool goes_on = number == before + 1 || told > next || token.dots ||
                         at(reader, next).kind == KAURI_TOKEN_DASH || // as in "7... -"
                         (number == before && kauri_reply_is_due(reader));
    // A list in which every move has the number 1.
    const bool list = !reader->counted && number == 1;
    if (reader->numbers > 0 && reader->numbered == reader->record->count) {
        return fail_at(reader, reader->at, "follows a number without a move");
    }
    if (before == 1 && number == 2 && reader->record->count == 1 && kauri_reply_is_due(reader) &&
        at(reader, next).kind == KAURI_TOKEN_MOVE && at(reader, next).side == KAURI_NORTH &&
        !token.dots) {
        reader->by_ply = true;
    }
    reader->numbered = reader->record->count;
    if (reader->turns > 1 && !reader->counted && number != 1) {
        kauri_record_remark(reader->record, "several moves have the number 1");
    }
    if (before > 0 && !goes_on && !list) {
        if (number == before) {
            kauri_record_remark(reader->record, "line %u: the move number %u comes again", line,
                                number);
        } else {
            kauri_record_remark(reader->record, "line %u: the move numbers go from %u to %u", line,
                                before, number);
        }
    }
    reader->counted = reader->counted || number != 1;
    reader->numbers++;
    reader->turns += reply ? 0 : 1;
    reader->number = number;
    take(reader, reader->at + 1, KAURI_PIECE_NUMBER);
    take(reader, next, KAURI_PIECE_SEPARATOR);
    kauri_pieces_mark(reader->text, next, told, KAURI_PIECE_SKIPPED, 0, "told before");
    reader->at = told;
    return KAURI_OK;
}

static enum kauri_status read_move(struct kauri_moves_reader *reader)
{
    const struct kauri_ply *last = last_ply(reader);
    const struct kauri_token token = at(reader, reader->at);
    if (reader->joined && last != NULL && last->side != token.side) {
        return fail_at(reader, reader->at, "is joined by a hyphen to a move of the other player");
    }
    KAURI_PASS(add_ply(
        reader,
        (struct kauri_ply){.side = token.side, .hole = token.hole, .joined = reader->joined}));
    reader->joined = false;
    take(reader, reader->at + 1, KAURI_PIECE_MOVE);
    return KAURI_OK;
}

// A pass belongs to the player whose turn follows the last move's.
static enum kauri_status read_pass(struct kauri_moves_reader *reader)
{
    const struct kauri_ply *last = last_ply(reader);
    const uint8_t side = last != NULL ? 1 - last->side : reader->record->start.side;
    const bool two = strcmp(at(reader, reader->at + 1).word, "aus") == 0; // "setzt aus"
    KAURI_PASS(add_ply(reader, (struct kauri_ply){.side = side, .hole = KAURI_MOVE_PASS}));
    take(reader, reader->at + (two ? 2 : 1), KAURI_PIECE_PASS);
    return KAURI_OK;
}

static const char NO_CAPTURES[] = "is neither captures such as (+2;-1) nor a note such as (A)";

// Adds a number of captured seeds; false if it is none, or too great.
static bool add_capture(struct kauri_ply *ply, bool own, uint32_t seeds)
{
    uint8_t *sum = own ? &ply->captures.own : &ply->captures.opponent;
    if (seeds > KAURI_SEEDS_MAX || *sum + seeds > KAURI_SEEDS_MAX) {
        return false;
    }
    *sum = (uint8_t)(*sum + seeds);
    ply->captures_written = true;
    return true;
}

// The number in a word such as "x2"; UINT32_MAX if it is none.
static uint32_t taken_in(const struct kauri_token *word)
{
    uint32_t value = 0;
    const char *c = word->word + 1;
    if (!kauri_is_taking(word) || *c == '\0') {
        return UINT32_MAX;
    }
    for (; *c >= '0' && *c <= '9' && value <= KAURI_SEEDS_MAX; c++) {
        value = 10 * value + (uint32_t)(*c - '0');
    }
    return *c == '\0' ? value : UINT32_MAX;
}

// Reads "+1", "-1+3", "+1;-1", "x2" or "2" in brackets.
static enum kauri_status read_captures(struct kauri_moves_reader *reader)
{
    struct kauri_ply *ply = last_ply(reader);
    const uint32_t closing = at(reader, reader->at).sign == '(' ? ')' : ']';
    bool own = true;
    bool good = ply != NULL;
    bool some = false;
    size_t i = reader->at + 1;
    for (; good && !is_sign(reader, i, closing); i++) {
        const struct kauri_token token = at(reader, i);
        if (token.kind == KAURI_TOKEN_DASH || kauri_token_is_sign(&token, '+')) {
            own = token.kind != KAURI_TOKEN_DASH;
            good = at(reader, i + 1).kind == KAURI_TOKEN_NUMBER && !at(reader, i + 1).dots;
        } else if (token.kind == KAURI_TOKEN_NUMBER) {
            // "(+2)" ends with what ends a number elsewhere.
            good = add_capture(ply, own, token.number);
            some = true;
            if (token.stop) {
                break;
            }
        } else if (token.kind == KAURI_TOKEN_WORD && !some) {
            good = add_capture(ply, own, taken_in(&token));
            some = true;
        } else if (token.kind != KAURI_TOKEN_WORD) { // a word such as "seeds"
            good = kauri_is_separator(&token);
        }
    }
    if (!good || !some) {
        return fail_at(reader, reader->at, NO_CAPTURES);
    }
    take(reader, i + 1, KAURI_PIECE_CAPTURES);
    return KAURI_OK;
}

// Skips a comment or a variation in brackets. In the middle of a line it may be cut by the end of
// its paragraph, which is an error.
static enum kauri_status skip_brackets(struct kauri_moves_reader *reader)
{
    const uint32_t opening = at(reader, reader->at).sign;
    const uint32_t closing = opening == '(' ? ')' : ']';
    unsigned depth = 1;
    size_t i = reader->at + 1;
    for (; depth > 0; i++) {
        const struct kauri_token token = at(reader, i);
        if (token.kind == KAURI_TOKEN_END || token.empty) {
            return fail_at(reader, reader->at, "has no closing bracket");
        }
        depth += kauri_token_is_sign(&token, opening) ? 1 : 0;
        if ((token.roles & KAURI_ROLE_TAKES) != 0 && last_ply(reader) != NULL) {
            last_ply(reader)->captures_unclear = true; // as in "(captures two)"
        }
        // The bracket after a number belongs to it.
        const bool numbered = closing == ')' && token.kind == KAURI_TOKEN_NUMBER && token.stop &&
                              reader->text->signs[token.to - 1].plain == ')';
        depth -= kauri_token_is_sign(&token, closing) || numbered ? 1 : 0;
    }
    take(reader, i, KAURI_PIECE_COMMENT);
    return KAURI_OK;
}

static enum kauri_status read_brackets(struct kauri_moves_reader *reader)
{
    struct kauri_ply *ply = last_ply(reader);
    const size_t open = reader->at;
    const struct kauri_token inside = at(reader, open + 1);
    if (kauri_begins_note(reader->text, open) && ply != NULL) {
        ply->note = (char)inside.sign;
        take(reader, open + 3, KAURI_PIECE_NOTE);
        return KAURI_OK;
    }
    if (kauri_begins_captures(reader->text, open)) {
        return read_captures(reader);
    }
    if (kauri_begins_score(reader->text, open + 1) &&
        kauri_rest_is_result(reader, open + 1, NULL)) {
        take(reader, open + 1, KAURI_PIECE_SEPARATOR); // a result such as "(0-1)"
        return KAURI_OK;
    }
    if (is_sign(reader, open, '(') && inside.kind == KAURI_TOKEN_SIGN && inside.sign < 0x80 &&
        inside.sign != '"') {
        return fail_at(reader, open, NO_CAPTURES);
    }
    return skip_brackets(reader);
}

static enum kauri_status read_mark(struct kauri_moves_reader *reader)
{
    struct kauri_ply *ply = last_ply(reader);
    const size_t n = ply != NULL ? strlen(ply->marks) : 0;
    if (ply == NULL) {
        return fail_at(reader, reader->at, "stands before the first move");
    }
    if (n + 1 == sizeof ply->marks) {
        return fail_at(reader, reader->at, "is a fourth mark");
    }
    ply->marks[n] = (char)at(reader, reader->at).sign;
    take(reader, reader->at + 1, KAURI_PIECE_MARK);
    return KAURI_OK;
}

// ---------------------------------------------------------------------------------------- results

bool kauri_rest_is_result(struct kauri_moves_reader *reader, size_t i,
                          struct kauri_written_result *result)
{
    enum { TOKENS_MAX = 48 }; // longer texts are no result
    struct kauri_written_result read;
    size_t end = i;
    while (!ends_line(reader, end)) {
        if (++end - i > TOKENS_MAX) {
            return false;
        }
    }
    kauri_sentence_read(reader->text, i, end, &reader->players, true, &read);
    if (result != NULL) {
        *result = read;
    }
    return read.understood;
}

// Returns true if a sentence goes on on the next line.
static bool sentence_goes_on(struct kauri_moves_reader *reader, size_t from, size_t end)
{
    char sentence[KAURI_RECORD_RESULT_BYTES];
    uint32_t number;
    kauri_tokens_copy(reader->text, from, end, sentence, sizeof sentence);
    const size_t n = strlen(sentence);
    const enum kauri_token_kind next = at(reader, end + 1).kind;
    return at(reader, from).kind == KAURI_TOKEN_WORD && n > 0 && sentence[n - 1] != '.' &&
           n + 2 < sizeof sentence && !at(reader, end).empty &&
           (next == KAURI_TOKEN_WORD || next == KAURI_TOKEN_NUMBER) &&
           !kauri_begins_record(reader->text, end + 1) &&
           !kauri_start_line(reader->text, end + 1, false).alone &&
           !kauri_moves_begin(reader->text, end + 1, false, &number);
}

enum kauri_status kauri_result_read(struct kauri_moves_reader *reader, size_t from)
{
    char sentence[KAURI_RECORD_RESULT_BYTES];
    const size_t first_move = kauri_next_move_number(reader->text, from, 1);
    const size_t move = kauri_next_move_number(reader->text, from, reader->number + 1);
    if (at(reader, move).kind == KAURI_TOKEN_NUMBER ||
        (at(reader, first_move).number == 1 && reader->counted)) {
        return fail_at(reader, at(reader, move).kind == KAURI_TOKEN_NUMBER ? move : first_move,
                       "follows what was taken for the result");
    }
    from += at(reader, from).kind == KAURI_TOKEN_LINE || at(reader, from).kind == KAURI_TOKEN_DASH;
    size_t end = kauri_line_end(reader->text, from);
    while (sentence_goes_on(reader, from, end)) {
        end = kauri_line_end(reader->text, end + 1);
    }
    kauri_tokens_copy(reader->text, from, end, sentence, sizeof sentence);
    if (sentence[0] != '\0') {
        kauri_record_set_result(reader->record, sentence);
    }
    take(reader, from, KAURI_PIECE_SEPARATOR);
    take(reader, end, KAURI_PIECE_RESULT);
    return KAURI_OK;
}

// Returns true if the rest of the line has moves in it.
static bool has_moves(struct kauri_moves_reader *reader, size_t i)
{
    for (; !ends_line(reader, i); i++) {
        if (kauri_is_played(reader->text, i) ||
            (at(reader, i).stop && kauri_numbers_move(reader->text, i))) {
            return true;
        }
    }
    return false;
}

// Returns the token that shows what a dash is for, after the end of its line, separators and
// comments.
static size_t after_dash(struct kauri_moves_reader *reader, size_t dash)
{
    size_t i = dash + 1;
    if (at(reader, i).kind == KAURI_TOKEN_LINE &&
        (!at(reader, i).empty || kauri_is_played(reader->text, i + 1))) {
        i++;
    }
    while (is_sign(reader, i, ';') || is_sign(reader, i, ',')) {
        i++;
    }
    if (is_sign(reader, i, '(') && !kauri_begins_captures(reader->text, i)) {
        enum { COMMENT_TOKENS_MAX = 64 };
        size_t inside = i;
        while (!ends_line(reader, inside) && !is_sign(reader, inside, ')') &&
               inside - i < COMMENT_TOKENS_MAX) {
            inside++;
        }
        return kauri_numbers_move(reader->text, inside + 1) ? inside + 1 : i;
    }
    return i;
}

// A dash after a move joins another move of the player, stands for a pass, or begins the result.
static enum kauri_status read_dash(struct kauri_moves_reader *reader)
{
    const struct kauri_ply *last = last_ply(reader);
    const size_t next = after_dash(reader, reader->at);
    const struct kauri_token dash = at(reader, reader->at);
    const struct kauri_token follows = at(reader, reader->at + 1);
    const struct kauri_token token = at(reader, next);
    const bool after_pass = last != NULL && last->hole == KAURI_MOVE_PASS;
    const bool hyphen =
        last != NULL && !after_pass && !dash.spaced && next == reader->at + 1 && !token.spaced;
    if (token.kind == KAURI_TOKEN_MOVE && (hyphen || kauri_is_played(reader->text, next))) {
        const bool same = last != NULL && last->side == token.side &&
                          (last->number == reader->number || reader->by_ply);
        // In "1. e - E" nobody can have passed, because North cannot pass and move.
        const bool between = last != NULL && last->side != token.side;
        if (hyphen || (same && !after_pass)) {
            reader->joined = true;
        } else if (!after_pass && !between) {
            KAURI_PASS(read_pass(reader));
        }
        take(reader, next, KAURI_PIECE_SEPARATOR);
        return KAURI_OK;
    }
    if (is_pass(reader, next) || kauri_begins_captures(reader->text, next) ||
        kauri_token_is_sign(&follows, '>')) { // an arrow "->"
        take(reader, kauri_token_is_sign(&follows, '>') ? reader->at + 2 : next,
             KAURI_PIECE_SEPARATOR);
        return KAURI_OK;
    }
    const bool numbered = kauri_numbers_move(reader->text, next) &&
                          (token.stop || token.number == reader->number + 1);
    if (numbered || token.cell || follows.kind == KAURI_TOKEN_END ||
        (follows.kind == KAURI_TOKEN_LINE && follows.empty)) {
        return read_pass(reader);
    }
    if (hyphen && !kauri_rest_is_result(reader, next, NULL)) { // as in "F-x"
        return fail_at(reader, next, NO_MOVE);
    }
    reader->ended = true;
    return kauri_result_read(reader, reader->at + 1);
}

// ------------------------------------------------------------------------------------- the game

// Skips words in quotes, which are no moves: the letter in `1. e E "a" 2. e F` is not played.
// Returns false for the quotation marks of a table's cells.
static bool skip_quote(struct kauri_moves_reader *reader)
{
    const struct kauri_token open = at(reader, reader->at);
    const struct kauri_token before = at(reader, reader->at > 0 ? reader->at - 1 : 0);
    size_t close = reader->at + 1;
    while (!ends_line(reader, close) && !kauri_is_quote(at(reader, close).sign)) {
        close++;
    }
    if (open.first || kauri_is_separator(&before) || !open.spaced || ends_line(reader, close)) {
        return false;
    }
    kauri_pieces_mark(reader->text, reader->at, close + 1, KAURI_PIECE_SKIPPED, 0, "in quotes");
    reader->at = close + 1;
    return true;
}

static enum kauri_status read_sign(struct kauri_moves_reader *reader)
{
    const struct kauri_token token = at(reader, reader->at);
    const struct kauri_token next = at(reader, reader->at + 1);
    const size_t evaluated = kauri_after_evaluation(reader->text, reader->at);
    struct kauri_ply *ply = last_ply(reader);
    const uint32_t sign = token.sign;
    if (sign == '!' || sign == '?') {
        return read_mark(reader);
    }
    if (sign == '(' || sign == '[') {
        return read_brackets(reader);
    }
    if (sign == '+' && next.kind == KAURI_TOKEN_NUMBER && !next.stop && ply != NULL &&
        add_capture(ply, true, next.number)) {
        take(reader, reader->at + 2, KAURI_PIECE_CAPTURES);
        return KAURI_OK;
    }
    if ((sign == '*' || sign == KAURI_SIGN_HALF) &&
        kauri_rest_is_result(reader, reader->at, NULL)) {
        reader->ended = true;
        return kauri_result_read(reader, reader->at);
    }
    if (sign == ';' && next.kind != KAURI_TOKEN_LINE &&
        ((next.kind == KAURI_TOKEN_WORD && !is_pass(reader, reader->at + 1)) ||
         (next.kind == KAURI_TOKEN_MOVE && !kauri_is_played(reader->text, reader->at + 1))) &&
        !kauri_rest_is_result(reader, reader->at + 1, NULL) &&
        !has_moves(reader, reader->at + 1)) { // a comment, as in PGN
        take(reader, kauri_line_end(reader->text, reader->at), KAURI_PIECE_COMMENT);
        return KAURI_OK;
    }
    if (sign == '$' && next.kind == KAURI_TOKEN_NUMBER) {
        take(reader, reader->at + 2, KAURI_PIECE_MARK);
        return KAURI_OK;
    }
    if (evaluated > reader->at) {
        take(reader, evaluated, KAURI_PIECE_MARK);
        return KAURI_OK;
    }
    if (kauri_is_quote(sign) && skip_quote(reader)) {
        return KAURI_OK;
    }
    const bool known = sign >= 0x80 || strchr(";,.\"':+=/#", (int)sign) != NULL;
    if (!known || (sign == '+' && next.kind == KAURI_TOKEN_NUMBER && !next.stop)) {
        return fail_at(reader, reader->at, NO_MOVE);
    }
    take(reader, reader->at + 1, KAURI_PIECE_SEPARATOR);
    return KAURI_OK;
}

static enum kauri_status read_word(struct kauri_moves_reader *reader)
{
    const struct kauri_token token = at(reader, reader->at);
    struct kauri_ply *ply = last_ply(reader);
    size_t move;
    if (is_pass(reader, reader->at)) {
        return read_pass(reader);
    }
    if (kauri_names_mover(reader->text, reader->at, &move)) {
        take(reader, move, KAURI_PIECE_SEPARATOR);
        return KAURI_OK;
    }
    const bool bare = token.word[1] == '\0' && reader->at > 0 &&
                      at(reader, reader->at - 1).piece == KAURI_PIECE_MOVE; // as in "C x"
    if (ply != NULL && kauri_is_taking(&token) &&
        (bare || add_capture(ply, true, taken_in(&token)))) {
        ply->captures_unclear = ply->captures_unclear || bare;
        take(reader, reader->at + 1, KAURI_PIECE_CAPTURES);
        return KAURI_OK;
    }
    if (kauri_rest_is_result(reader, reader->at, NULL)) {
        reader->ended = true;
        return kauri_result_read(reader, reader->at);
    }
    return fail_at(reader, reader->at, NO_MOVE);
}

static enum kauri_status read_score(struct kauri_moves_reader *reader)
{
    const struct kauri_token token = at(reader, reader->at);
    size_t last;
    if (kauri_is_running_score(reader->text, reader->at, &last)) {
        take(reader, last + 1, KAURI_PIECE_SCORE);
        if (at(reader, reader->at).cell && at(reader, reader->at).kind == KAURI_TOKEN_NUMBER) {
            const size_t end = kauri_line_end(reader->text, reader->at);
            kauri_pieces_mark(reader->text, reader->at, end, KAURI_PIECE_SKIPPED, 0,
                              "in other columns");
            reader->at = end;
        }
        return KAURI_OK;
    }
    if (kauri_begins_score(reader->text, reader->at) &&
        kauri_rest_is_result(reader, reader->at, NULL)) {
        // The game may still go on, after a score in between.
        const size_t from = reader->at;
        KAURI_PASS(kauri_result_read(reader, from));
        reader->result_from = from;
        reader->result_to = reader->at;
        return KAURI_OK;
    }
    if (kauri_is_move_number(&token) &&
        (token.stop || kauri_numbers_move(reader->text, reader->at))) {
        return read_number(reader);
    }
    return fail_at(reader, reader->at, NO_MOVE);
}

static enum kauri_status read_token(struct kauri_moves_reader *reader)
{
    const struct kauri_token token = at(reader, reader->at);
    const struct kauri_token next = at(reader, reader->at + 1);
    switch (token.kind) {
    case KAURI_TOKEN_MOVE:
        if (next.kind == KAURI_TOKEN_WORD && kauri_rest_is_result(reader, reader->at, NULL)) {
            reader->ended = true; // a result such as "a draw"
            return kauri_result_read(reader, reader->at);
        }
        return read_move(reader);
    case KAURI_TOKEN_NUMBER:
        return read_score(reader);
    case KAURI_TOKEN_DASH:
        if (next.kind == KAURI_TOKEN_NUMBER && !next.spaced && !next.stop &&
            last_ply(reader) != NULL && !kauri_rest_is_result(reader, reader->at + 1, NULL) &&
            add_capture(last_ply(reader), false, next.number)) {
            take(reader, reader->at + 2, KAURI_PIECE_CAPTURES);
            return KAURI_OK;
        }
        if (kauri_after_evaluation(reader->text, reader->at) > reader->at) {
            take(reader, kauri_after_evaluation(reader->text, reader->at), KAURI_PIECE_MARK);
            return KAURI_OK;
        }
        return read_dash(reader);
    case KAURI_TOKEN_WORD:
        return read_word(reader);
    case KAURI_TOKEN_SIGN:
    case KAURI_TOKEN_LINE:
    case KAURI_TOKEN_END:
        break;
    }
    return read_sign(reader);
}

enum kauri_status kauri_moves_read_line(struct kauri_moves_reader *reader)
{
    while (!reader->ended && !ends_line(reader, reader->at)) {
        KAURI_PASS(read_token(reader));
    }
    return reader->text->failed
               ? kauri_fail(&reader->error, KAURI_RESOURCE, "out of memory for a text")
               : KAURI_OK;
}

void kauri_moves_count(struct kauri_moves_reader *reader)
{
    struct kauri_record *record = reader->record;
    if (reader->counted || reader->turns < 2) {
        return;
    }
    kauri_record_remark(record, "every move has the number 1 in the text");
    for (size_t i = 1; i < record->count; i++) {
        const struct kauri_ply *ply = &record->plies[i];
        const bool begins = ply->side == KAURI_SOUTH && !ply->joined;
        record->plies[i].number = record->plies[i - 1].number + (begins ? 1 : 0);
    }
}
