#include "games/records/moves_reader.h"

#include "common/character.h"
#include "games/records/record_lines.h"

#include <stdio.h>
#include <string.h>

// ---------------------------------------------------------------------------------------- faults

static const char NO_MOVE[] = "is neither a move (a..f South, A..F North) nor a move number";

// Fails with the word at a token: "line 3, column 7, move 12: \"zz\" <what>".
static enum kauri_status fail_at(struct kauri_moves_reader *reader, const struct kauri_token *token,
                                 const char *what)
{
    enum { SIGNS_MAX = 24 };
    char word[40];
    char move[24] = "";
    struct kauri_plain end = token->from;
    for (unsigned n = 0; n < SIGNS_MAX && end.sign != ' ' && end.sign != '\n' && end.sign != 0 &&
                         (n == 0 || end.sign != ';');
         n++) {
        kauri_plain_next(&end);
    }
    (void)kauri_quote(token->from.at, (size_t)(end.at - token->from.at), word, sizeof word);
    if (reader->game.number > 0) {
        (void)snprintf(move, sizeof move, ", move %u", reader->game.number);
    }
    return kauri_fail(&reader->error, KAURI_BAD_INPUT, "line %u, column %u%s: \"%s\" %s",
                      token->from.at_line, token->from.at_column, move, word, what);
}

// ----------------------------------------------------------------------------- moves and remarks

static struct kauri_ply *last_ply(const struct kauri_moves_reader *reader)
{
    const struct kauri_record *record = reader->game.record;
    return record->count > 0 ? &record->plies[record->count - 1] : NULL;
}

static enum kauri_status read_number(struct kauri_moves_reader *reader,
                                     const struct kauri_token *token)
{
    const struct kauri_ply *last = last_ply(reader);
    const uint32_t before = reader->game.number;
    const uint32_t number = token->number;
    const bool goes_on =
        number == before + 1 || (number == before && last != NULL && last->side == KAURI_SOUTH);
    // A list in which every move has the number 1.
    const bool list = !reader->game.counted && number == 1;
    if (reader->numbers > 0 && reader->numbered == reader->game.record->count) {
        return fail_at(reader, token, "follows a number without a move");
    }
    reader->numbered = reader->game.record->count;
    if (reader->numbers > 1 && !reader->game.counted && number != 1) {
        kauri_record_remark(reader->game.record, "several moves have the number 1");
    }
    if (before > 0 && !goes_on && !list) {
        if (number == before) {
            kauri_record_remark(reader->game.record, "line %u: the move number %u comes again",
                                token->from.at_line, number);
        } else {
            kauri_record_remark(reader->game.record, "line %u: the move numbers go from %u to %u",
                                token->from.at_line, before, number);
        }
    }
    reader->game.counted = reader->game.counted || number != 1;
    reader->numbers++;
    reader->game.number = number;
    reader->at = kauri_after_number(token).from;
    return KAURI_OK;
}

static enum kauri_status read_move(struct kauri_moves_reader *reader,
                                   const struct kauri_token *token)
{
    const struct kauri_ply *last = last_ply(reader);
    if (reader->joined && last != NULL && last->side != token->side) {
        return fail_at(reader, token, "is joined by a hyphen to a move of the other player");
    }
    const struct kauri_ply ply = {.side = token->side,
                                  .hole = token->hole,
                                  .joined = reader->joined,
                                  .number = reader->game.number,
                                  .line = token->from.at_line};
    KAURI_PASS(kauri_record_append(reader->game.record, &ply, &reader->error));
    reader->joined = false;
    reader->at = token->to;
    return KAURI_OK;
}

// A pass belongs to the player whose turn follows the last move's.
static enum kauri_status read_pass(struct kauri_moves_reader *reader,
                                   const struct kauri_token *token)
{
    const struct kauri_ply *last = last_ply(reader);
    const uint8_t side = last != NULL ? 1 - last->side : reader->game.record->start.side;
    const struct kauri_ply ply = {.side = side,
                                  .hole = KAURI_MOVE_PASS,
                                  .number = reader->game.number,
                                  .line = token->from.at_line};
    KAURI_PASS(kauri_record_append(reader->game.record, &ply, &reader->error));
    reader->at = token->to;
    const struct kauri_token next = kauri_token_after(token); // may complete "setzt aus"
    if (next.kind == KAURI_TOKEN_WORD && strcmp(next.word, "aus") == 0) {
        reader->at = next.to;
    }
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
    if (word->word[0] != 'x' || *c == '\0') {
        return UINT32_MAX;
    }
    for (; *c >= '0' && *c <= '9' && value <= KAURI_SEEDS_MAX; c++) {
        value = 10 * value + (uint32_t)(*c - '0');
    }
    return *c == '\0' ? value : UINT32_MAX;
}

// Reads "+1", "-1+3", "+1;-1", "x2" or "2" after `open` up to the closing bracket.
static enum kauri_status read_captures(struct kauri_moves_reader *reader,
                                       const struct kauri_token *open)
{
    struct kauri_ply *ply = last_ply(reader);
    const uint32_t closing = open->from.sign == '(' ? ')' : ']';
    struct kauri_token token = kauri_token_after(open);
    bool own = true;
    bool good = ply != NULL;
    bool some = false;
    for (; good && !kauri_token_is_sign(&token, closing); token = kauri_token_after(&token)) {
        if (token.kind == KAURI_TOKEN_DASH || kauri_token_is_sign(&token, '+')) {
            const struct kauri_token next = kauri_token_after(&token);
            own = token.kind != KAURI_TOKEN_DASH;
            good = next.kind == KAURI_TOKEN_NUMBER && !next.dots;
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
        return fail_at(reader, open, NO_CAPTURES);
    }
    reader->at = token.to;
    return KAURI_OK;
}

// Skips a comment or a variation in brackets. In the middle of a line it may be cut by the end of
// its paragraph, which is an error.
static enum kauri_status skip_brackets(struct kauri_moves_reader *reader,
                                       const struct kauri_token *open)
{
    const uint32_t opening = open->from.sign;
    const uint32_t closing = opening == '(' ? ')' : ']';
    unsigned depth = 1;
    struct kauri_plain at = open->to;
    uint32_t ends = 0; // line ends with only blanks between them
    for (; depth > 0 && at.sign != 0 && ends < 2; kauri_plain_next(&at)) {
        depth += at.sign == opening ? 1 : 0;
        depth -= at.sign == closing ? 1 : 0;
        ends = at.sign == '\n' ? ends + 1 : at.sign == ' ' ? ends : 0;
    }
    if (depth > 0) {
        return fail_at(reader, open, "has no closing bracket");
    }
    reader->at = at;
    return KAURI_OK;
}

static enum kauri_status read_brackets(struct kauri_moves_reader *reader,
                                       const struct kauri_token *open)
{
    struct kauri_ply *ply = last_ply(reader);
    const struct kauri_token inside = kauri_token_after(open);
    const struct kauri_token next = kauri_token_after(&inside);
    if (kauri_begins_note(open) && ply != NULL) {
        ply->note = (char)inside.from.sign;
        reader->at = next.to;
        return KAURI_OK;
    }
    if (kauri_begins_captures(open)) {
        return read_captures(reader, open);
    }
    if (kauri_begins_score(&inside) && kauri_line_is_result(&reader->game, inside.from)) {
        reader->at = inside.from; // a result such as "(0-1)"
        return KAURI_OK;
    }
    if (open->from.sign == '(' && inside.kind == KAURI_TOKEN_SIGN &&
        !kauri_is_word_sign(inside.from.sign) && inside.from.sign < 0x80 &&
        !kauri_token_is_sign(&inside, '"')) {
        return fail_at(reader, open, NO_CAPTURES);
    }
    return skip_brackets(reader, open);
}

static enum kauri_status read_mark(struct kauri_moves_reader *reader,
                                   const struct kauri_token *token)
{
    struct kauri_ply *ply = last_ply(reader);
    const size_t n = ply != NULL ? strlen(ply->marks) : 0;
    if (ply == NULL) {
        return fail_at(reader, token, "stands before the first move");
    }
    if (n + 1 == sizeof ply->marks) {
        return fail_at(reader, token, "is a fourth mark");
    }
    ply->marks[n] = (char)token->from.sign;
    reader->at = token->to;
    return KAURI_OK;
}

// ---------------------------------------------------------------------------------------- results

// Reads the result sentence: the rest of the line and, if it is a sentence of words, further lines
// until one ends with a full stop.
static enum kauri_status read_result(struct kauri_moves_reader *reader, struct kauri_plain from)
{
    char sentence[KAURI_RECORD_RESULT_BYTES];
    const struct kauri_token first_move = kauri_next_move_number(from, 1);
    const struct kauri_token move = kauri_next_move_number(from, reader->game.number + 1);
    if (move.kind == KAURI_TOKEN_NUMBER || (first_move.number == 1 && reader->game.counted)) {
        return fail_at(reader, move.kind == KAURI_TOKEN_NUMBER ? &move : &first_move,
                       "follows what was taken for the result");
    }
    struct kauri_token first = kauri_token_at(from);
    if (first.kind == KAURI_TOKEN_LINE) {
        from = first.to;
        first = kauri_token_at(from);
    }
    struct kauri_plain end = kauri_plain_line_end(from);
    for (;;) {
        kauri_plain_copy(from, &end, sentence, sizeof sentence);
        const size_t n = strlen(sentence);
        struct kauri_plain next = end;
        kauri_plain_next(&next);
        const struct kauri_token begins = kauri_token_at(next);
        uint32_t number = 0;
        if (first.kind != KAURI_TOKEN_WORD || n == 0 || sentence[n - 1] == '.' ||
            n + 2 >= sizeof sentence || kauri_ends_line(&begins) ||
            (begins.kind != KAURI_TOKEN_WORD && begins.kind != KAURI_TOKEN_NUMBER) ||
            kauri_begins_record(next) || kauri_moves_begin(next, false, &number)) {
            break;
        }
        end = kauri_plain_line_end(next);
    }
    if (sentence[0] != '\0') {
        kauri_record_set_result(reader->game.record, sentence);
    }
    reader->at = end;
    return KAURI_OK;
}

// Returns true if the rest of the line has moves in it.
static bool has_moves(struct kauri_token token)
{
    for (; !kauri_ends_line(&token); token = kauri_token_after(&token)) {
        if (kauri_is_played(&token) || (token.stop && kauri_numbers_move(&token))) {
            return true;
        }
    }
    return false;
}

// Returns the token that shows what a dash is for, after the end of its line, separators and
// comments.
static struct kauri_token after_dash(const struct kauri_token *dash)
{
    struct kauri_token token = kauri_token_after(dash);
    const struct kauri_token next_line = kauri_token_after(&token);
    if (token.kind == KAURI_TOKEN_LINE && (!token.empty || kauri_is_played(&next_line))) {
        token = next_line;
    }
    while (kauri_is_separator(&token)) {
        token = kauri_token_after(&token);
    }
    if (kauri_token_is_sign(&token, '(') && !kauri_begins_captures(&token)) {
        struct kauri_token inside = token;
        while (!kauri_ends_line(&inside) && !kauri_token_is_sign(&inside, ')')) {
            inside = kauri_token_after(&inside);
        }
        const struct kauri_token next = kauri_token_after(&inside);
        token = kauri_numbers_move(&next) ? next : token;
    }
    return token;
}

// A dash after a move joins another move of the player, stands for a pass, or begins the result.
static enum kauri_status read_dash(struct kauri_moves_reader *reader,
                                   const struct kauri_token *dash, bool *ended)
{
    const struct kauri_ply *last = last_ply(reader);
    const struct kauri_token follows = kauri_token_after(dash);
    const struct kauri_token next = after_dash(dash);
    const bool after_pass = last != NULL && last->hole == KAURI_MOVE_PASS;
    const bool hyphen = last != NULL && !after_pass && dash->from.before != ' ' &&
                        kauri_token_touches(&next, &dash->to);
    if (next.kind == KAURI_TOKEN_MOVE && (hyphen || kauri_is_played(&next))) {
        const bool same =
            last != NULL && last->side == next.side && last->number == reader->game.number;
        // In "1. e - E" nobody can have passed, because North cannot pass and move.
        const bool between = last != NULL && last->side != next.side;
        if (hyphen || (same && !after_pass)) {
            reader->joined = true;
        } else if (!after_pass && !between) {
            KAURI_PASS(read_pass(reader, dash));
        }
        reader->at = next.from;
        return KAURI_OK;
    }
    if (kauri_token_is_pass(&next) || kauri_begins_captures(&next) ||
        kauri_token_is_sign(&follows, '>')) { // an arrow "->"
        reader->at = kauri_token_is_sign(&follows, '>') ? follows.to : next.from;
        return KAURI_OK;
    }
    const bool numbered =
        kauri_numbers_move(&next) && (next.stop || next.number == reader->game.number + 1);
    if (numbered || follows.kind == KAURI_TOKEN_END ||
        (follows.kind == KAURI_TOKEN_LINE && follows.empty)) {
        return read_pass(reader, dash);
    }
    if (hyphen && !kauri_line_is_result(&reader->game, next.from)) { // as in "F-x"
        return fail_at(reader, &next, NO_MOVE);
    }
    *ended = true;
    return read_result(reader, dash->to);
}

// ------------------------------------------------------------------------------------- the game

static enum kauri_status read_sign(struct kauri_moves_reader *reader,
                                   const struct kauri_token *token, bool *ended)
{
    const uint32_t sign = token->from.sign;
    const struct kauri_token next = kauri_token_after(token);
    struct kauri_ply *ply = last_ply(reader);
    if (sign == '!' || sign == '?') {
        return read_mark(reader, token);
    }
    if (sign == '(' || sign == '[') {
        return read_brackets(reader, token);
    }
    if (sign == '+' && next.kind == KAURI_TOKEN_NUMBER && !next.stop && ply != NULL &&
        add_capture(ply, true, next.number)) {
        reader->at = next.to;
        return KAURI_OK;
    }
    if ((sign == '*' || sign == KAURI_SIGN_HALF) &&
        kauri_line_is_result(&reader->game, token->from)) {
        *ended = true;
        return read_result(reader, token->from);
    }
    if (sign == ';' && kauri_token_is_prose(&next) &&
        !kauri_line_is_result(&reader->game, next.from) &&
        !has_moves(next)) { // a comment, as in PGN
        reader->at = kauri_plain_line_end(next.from);
        return KAURI_OK;
    }
    if (sign == '$' && next.kind == KAURI_TOKEN_NUMBER) {
        reader->at = next.to;
        return KAURI_OK;
    }
    // Signs of evaluation, and other signs that are no letters.
    const bool known = sign >= 0x80 || strchr(";,.\"':+=/#", (int)sign) != NULL;
    if (!known || (sign == '+' && next.kind == KAURI_TOKEN_NUMBER && !next.stop)) {
        return fail_at(reader, token, NO_MOVE);
    }
    reader->at = token->to;
    return KAURI_OK;
}

static enum kauri_status read_word(struct kauri_moves_reader *reader,
                                   const struct kauri_token *token, bool *ended)
{
    struct kauri_ply *ply = last_ply(reader);
    struct kauri_token move;
    if (kauri_token_is_pass(token)) {
        return read_pass(reader, token);
    }
    if (kauri_names_mover(token, &move)) {
        reader->at = move.from;
        return KAURI_OK;
    }
    if (ply != NULL && add_capture(ply, true, taken_in(token))) {
        reader->at = token->to;
        return KAURI_OK;
    }
    if (kauri_line_is_result(&reader->game, token->from)) {
        *ended = true;
        return read_result(reader, token->from);
    }
    return fail_at(reader, token, NO_MOVE);
}

static enum kauri_status read_token(struct kauri_moves_reader *reader,
                                    const struct kauri_token *token, bool *ended)
{
    const struct kauri_token next = kauri_token_after(token);
    switch (token->kind) {
    case KAURI_TOKEN_END:
        *ended = true;
        return KAURI_OK;
    case KAURI_TOKEN_LINE:
        *ended = !kauri_game_goes_on(&reader->game, token, &reader->at);
        return KAURI_OK;
    case KAURI_TOKEN_MOVE:
        if (next.kind == KAURI_TOKEN_WORD && kauri_line_is_result(&reader->game, token->from)) {
            *ended = true; // a result such as "a draw"
            return read_result(reader, token->from);
        }
        return read_move(reader, token);
    case KAURI_TOKEN_NUMBER:
        if (kauri_score_is_final(&reader->game, token)) {
            *ended = true;
            return read_result(reader, token->from);
        }
        if (kauri_begins_score(token) && kauri_line_is_result(&reader->game, token->from)) {
            reader->at = kauri_plain_line_end(token->from); // skip a score in between
            return KAURI_OK;
        }
        if (kauri_is_move_number(token) && (token->stop || kauri_numbers_move(token))) {
            return read_number(reader, token);
        }
        return fail_at(reader, token, NO_MOVE);
    case KAURI_TOKEN_DASH:
        if (next.kind == KAURI_TOKEN_NUMBER && kauri_token_touches(&next, &token->to) &&
            !next.stop && last_ply(reader) != NULL &&
            !kauri_line_is_result(&reader->game, next.from) &&
            add_capture(last_ply(reader), false, next.number)) {
            reader->at = next.to;
            return KAURI_OK;
        }
        return read_dash(reader, token, ended);
    case KAURI_TOKEN_WORD:
        return read_word(reader, token, ended);
    case KAURI_TOKEN_SIGN:
        break;
    }
    return read_sign(reader, token, ended);
}

// Counts the moves of a list in which each has the number 1, as Markdown makes them.
static void count_moves(struct kauri_moves_reader *reader)
{
    struct kauri_record *record = reader->game.record;
    if (reader->game.counted || reader->numbers < 2) {
        return;
    }
    kauri_record_remark(record, "every move has the number 1 in the text");
    for (size_t i = 1; i < record->count; i++) {
        const struct kauri_ply *ply = &record->plies[i];
        const bool begins = ply->side == KAURI_SOUTH && !ply->joined;
        record->plies[i].number = record->plies[i - 1].number + (begins ? 1 : 0);
    }
}

enum kauri_status kauri_moves_read(struct kauri_moves_reader *reader)
{
    enum kauri_status status = KAURI_OK;
    bool ended = false;
    while (!ended) {
        const struct kauri_token token = kauri_token_at(reader->at);
        KAURI_TRY(read_token(reader, &token, &ended));
    }
cleanup:
    count_moves(reader);
    return status;
}
