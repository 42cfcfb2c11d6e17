#include "games/records/moves_reader.h"

#include "games/records/head.h"
#include "games/records/pieces.h"

#include <stdio.h>
#include <string.h>

static struct kauri_token at(const struct kauri_moves_reader *reader, size_t i)
{
    return kauri_token_at(reader->text, i);
}

static struct kauri_item item_at(struct kauri_moves_reader *reader, size_t i)
{
    return kauri_item_at(reader->text, i, &reader->players);
}

static void mark(struct kauri_moves_reader *reader, size_t from, size_t to,
                 enum kauri_piece_kind kind)
{
    kauri_pieces_mark(reader->text, from, to, kind,
                      kind == KAURI_PIECE_PASS ? reader->record->count : 0, NULL);
}

// Fails with the word at a token: "line 3, column 7, move 12: \"zz\" <what>".
static enum kauri_status fail_at(struct kauri_moves_reader *reader, size_t i, const char *what)
{
    char move[24] = "";
    char words[160];
    if (reader->number > 0) {
        (void)snprintf(move, sizeof move, ", move %u", reader->number);
    }
    (void)snprintf(words, sizeof words, " %s", what);
    return kauri_token_fail(reader->text, i, move, words, &reader->error);
}

static struct kauri_ply *last_ply(const struct kauri_moves_reader *reader)
{
    const struct kauri_record *record = reader->record;
    return record->count > 0 ? &record->plies[record->count - 1] : NULL;
}

// Returns true if South has moved last, so that North's move is due.
static bool reply_is_due(const struct kauri_moves_reader *reader)
{
    const struct kauri_ply *last = last_ply(reader);
    return last != NULL && last->side == KAURI_SOUTH;
}

// ------------------------------------------------------------------------------- moves and passes

// Adds a ply that is written at a token. What was taken for the result before it was a score, or
// words, between moves.
static enum kauri_status add_ply(struct kauri_moves_reader *reader, size_t from,
                                 struct kauri_ply ply)
{
    if (reader->result_to > reader->result_from) {
        mark(reader, reader->result_from, reader->result_to,
             reader->record->result.scored ? KAURI_PIECE_SCORE : KAURI_PIECE_COMMENT);
        reader->record->result = (struct kauri_written_result){.given = false};
        reader->result_from = reader->result_to = 0;
    }
    ply.number = reader->list ? 0 : reader->number; // which is counted
    ply.line = kauri_first_sign_at(reader->text, from).line;
    return kauri_record_append(reader->record, &ply, &reader->error);
}

// Adds a pass of the player whose turn follows the last move's.
static enum kauri_status add_pass(struct kauri_moves_reader *reader, size_t from, size_t to)
{
    const struct kauri_ply *last = last_ply(reader);
    const uint8_t side = last != NULL ? 1 - last->side : reader->record->start.side;
    KAURI_PASS(add_ply(reader, from, (struct kauri_ply){.side = side, .hole = KAURI_MOVE_PASS}));
    mark(reader, from, to, KAURI_PIECE_PASS);
    return KAURI_OK;
}

static enum kauri_status read_move(struct kauri_moves_reader *reader)
{
    const struct kauri_token token = at(reader, reader->at);
    const bool joined = reader->joined;
    reader->joined = false;
    return add_ply(reader, reader->at,
                   (struct kauri_ply){.side = token.side, .hole = token.hole, .joined = joined});
}

// Decides what the last dash is by the item that follows it: it joins two moves of a player, stands
// for a pass, or says nothing.
static enum kauri_status decide_dash(struct kauri_moves_reader *reader,
                                     const struct kauri_item *item)
{
    const struct kauri_ply *last = last_ply(reader);
    const struct kauri_token dash = at(reader, reader->dash);
    const struct kauri_token next = at(reader, reader->at);
    const bool after_move = last != NULL && last->hole != KAURI_MOVE_PASS;
    const bool hyphen = !dash.spaced && !next.spaced && reader->at == reader->dash + 1;
    const bool same = after_move && last->side == next.side;
    bool pass = item->kind == KAURI_ITEM_NUMBER || item->kind == KAURI_ITEM_END || next.cell;
    if (item->kind == KAURI_ITEM_MOVE) {
        reader->joined = same && (hyphen || last->number == reader->number);
        // In "1. e-E" nobody can have passed, because North cannot pass and move.
        pass = !reader->joined && (last == NULL || same);
    } else if (hyphen && item->kind == KAURI_ITEM_WORDS) { // as in "F-x"
        return fail_at(reader, reader->at, item->why);
    }
    reader->dashed = false;
    mark(reader, reader->dash, reader->dash + 1, KAURI_PIECE_SEPARATOR);
    return pass ? add_pass(reader, reader->dash, reader->dash + 1) : KAURI_OK;
}

// ---------------------------------------------------------------------------------------- numbers

// Returns the token after moves that the text has told before, as in the rows "7. d" and "7. d-a"
// of a table; the token after the number if there are none.
static size_t after_told(struct kauri_moves_reader *reader, uint32_t number, size_t next)
{
    const struct kauri_record *record = reader->record;
    const uint8_t side = at(reader, next).side;
    size_t first = record->count;
    size_t i = next;
    while (first > 0 && record->plies[first - 1].number == number) {
        first--;
    }
    for (size_t p = first; p < record->count; p++) {
        const struct kauri_ply *ply = &record->plies[p];
        const struct kauri_token told = at(reader, i);
        if (ply->side != side || ply->hole == KAURI_MOVE_PASS) {
            continue;
        }
        if (told.kind != KAURI_TOKEN_MOVE || told.side != side || told.hole != ply->hole ||
            at(reader, i + 1).kind != KAURI_TOKEN_DASH ||
            at(reader, i + 2).kind != KAURI_TOKEN_MOVE) {
            return next;
        }
        i += 2;
    }
    return i;
}

// Fails if the last number numbers no move.
static enum kauri_status check_number(struct kauri_moves_reader *reader)
{
    return reader->number > 0 && reader->numbered == reader->record->count
               ? fail_at(reader, reader->number_at, "is not followed by a move")
               : KAURI_OK;
}

static void remark_number(struct kauri_moves_reader *reader, const struct kauri_token *token)
{
    const uint32_t line = kauri_first_sign_at(reader->text, reader->at).line;
    if (token->number == reader->number) {
        kauri_record_remark(reader->record, "line %u: the move number %u comes again", line,
                            token->number);
    } else {
        kauri_record_remark(reader->record, "line %u: the move numbers go from %u to %u", line,
                            reader->number, token->number);
    }
}

static enum kauri_status read_number(struct kauri_moves_reader *reader, struct kauri_item *item)
{
    const struct kauri_token token = at(reader, reader->at);
    const struct kauri_token move = at(reader, item->to);
    const bool due = reply_is_due(reader);
    const bool again = token.number == reader->number;
    const size_t told = again ? after_told(reader, token.number, item->to) : item->to;
    const bool goes_on = token.number == reader->number + 1 || told > item->to || token.dots ||
                         move.kind == KAURI_TOKEN_DASH || // as in "7... -"
                         (again && due) || reader->number == 0;
    KAURI_PASS(check_number(reader));
    if (!goes_on && token.number == 1 && !reader->counted) {
        if (!reader->list) {
            kauri_record_remark(reader->record, "several moves have the number 1");
        }
        reader->list = true;
    } else if (!goes_on) {
        remark_number(reader, &token);
    }
    reader->numbered = reader->record->count;
    reader->number_at = reader->at;
    reader->counted = reader->counted || token.number != 1;
    reader->number = token.number;
    mark(reader, reader->at, reader->at + 1, KAURI_PIECE_NUMBER);
    mark(reader, reader->at + 1, item->to, KAURI_PIECE_SEPARATOR);
    kauri_pieces_mark(reader->text, item->to, told, KAURI_PIECE_SKIPPED, 0, "told before");
    item->to = told;
    return KAURI_OK;
}

// ------------------------------------------------------------------------------- remarks to moves

static enum kauri_status read_captures(struct kauri_moves_reader *reader,
                                       const struct kauri_item *item)
{
    struct kauri_ply *ply = last_ply(reader);
    const struct kauri_capture *captures = &item->captures;
    if (ply == NULL || ply->captures.own + captures->own > KAURI_SEEDS_MAX ||
        ply->captures.opponent + captures->opponent > KAURI_SEEDS_MAX) {
        return fail_at(reader, reader->at, "is no number of captures of a move");
    }
    ply->captures.own = (uint8_t)(ply->captures.own + captures->own);
    ply->captures.opponent = (uint8_t)(ply->captures.opponent + captures->opponent);
    ply->captures_written = true;
    return KAURI_OK;
}

// Keeps "!" and "?"; other signs of evaluation are only read.
static enum kauri_status read_mark(struct kauri_moves_reader *reader)
{
    struct kauri_ply *ply = last_ply(reader);
    const uint32_t sign = at(reader, reader->at).sign;
    const size_t n = ply != NULL ? strlen(ply->marks) : 0;
    if (ply == NULL) {
        return fail_at(reader, reader->at, "stands before the first move");
    }
    if (sign != '!' && sign != '?') {
        return KAURI_OK;
    }
    if (n + 1 == sizeof ply->marks) {
        return fail_at(reader, reader->at, "is a fourth mark");
    }
    ply->marks[n] = (char)sign;
    return KAURI_OK;
}

// ---------------------------------------------------------------------------------------- results

// Returns true if a sentence goes on on the next line.
static bool sentence_goes_on(struct kauri_moves_reader *reader, size_t from, size_t end)
{
    char sentence[KAURI_RECORD_RESULT_BYTES];
    kauri_tokens_copy(reader->text, from, end, sentence, sizeof sentence);
    const size_t n = strlen(sentence);
    const enum kauri_token_kind next = at(reader, end + 1).kind;
    if (at(reader, from).kind != KAURI_TOKEN_WORD || n == 0 || sentence[n - 1] == '.' ||
        n + 2 >= sizeof sentence || at(reader, end).empty ||
        (next != KAURI_TOKEN_WORD && next != KAURI_TOKEN_NUMBER) ||
        kauri_head_begins(reader->text, end + 1, true)) {
        return false;
    }
    const struct kauri_line line = kauri_line_at(reader->text, end + 1);
    return !kauri_line_begins(reader->text, &line, false) &&
           !kauri_moves_go_on(reader, &line, KAURI_GAP_WORDS);
}

enum kauri_status kauri_result_read(struct kauri_moves_reader *reader, size_t from)
{
    char sentence[KAURI_RECORD_RESULT_BYTES];
    const size_t first = kauri_next_number(reader->text, from, 1);
    const size_t next = kauri_next_number(reader->text, from, reader->number + 1);
    const struct kauri_token begin = at(reader, first);
    const bool again = begin.stop && begin.number == 1 && reader->counted;
    size_t end = kauri_line_end(reader->text, from);
    if (next < end || again) {
        return fail_at(reader, next < end ? next : first, "follows what was taken for the result");
    }
    while (sentence_goes_on(reader, from, end)) {
        end = kauri_line_end(reader->text, end + 1);
    }
    kauri_tokens_copy(reader->text, from, end, sentence, sizeof sentence);
    if (sentence[0] != '\0') {
        kauri_record_set_result(reader->record, sentence);
    }
    mark(reader, from, end, KAURI_PIECE_RESULT);
    reader->at = end;
    return KAURI_OK;
}

// Reads a result on a line of moves. The game may go on behind a score or words.
static enum kauri_status read_result(struct kauri_moves_reader *reader)
{
    const size_t from = reader->at;
    KAURI_PASS(kauri_result_read(reader, from));
    reader->ended =
        reader->record->result.understood && at(reader, from).kind != KAURI_TOKEN_NUMBER;
    reader->result_from = reader->ended ? 0 : from;
    reader->result_to = reader->ended ? 0 : reader->at;
    return KAURI_OK;
}

// -------------------------------------------------------------------------------------- the lines

// Reads an item; *item may end later than before.
static enum kauri_status read_item(struct kauri_moves_reader *reader, struct kauri_item *item)
{
    switch (item->kind) {
    case KAURI_ITEM_NUMBER:
        return read_number(reader, item);
    case KAURI_ITEM_MOVE:
        return read_move(reader);
    case KAURI_ITEM_PASS:
        return add_pass(reader, reader->at, item->to);
    case KAURI_ITEM_DASH:
        reader->dashed = true;
        reader->dash = reader->at;
        return KAURI_OK;
    case KAURI_ITEM_CAPTURES:
        return read_captures(reader, item);
    case KAURI_ITEM_MARK:
        return read_mark(reader);
    case KAURI_ITEM_NOTE:
        if (last_ply(reader) != NULL) {
            last_ply(reader)->note = (char)at(reader, reader->at + 1).sign;
        }
        return KAURI_OK;
    case KAURI_ITEM_RESULT:
        return read_result(reader);
    case KAURI_ITEM_WORDS:
        return fail_at(reader, reader->at, item->why);
    default:
        return KAURI_OK;
    }
}

// Says what the tokens of an item are that was read.
static void account(struct kauri_moves_reader *reader, size_t from, const struct kauri_item *item)
{
    static const enum kauri_piece_kind pieces[] = {
        [KAURI_ITEM_MOVE] = KAURI_PIECE_MOVE,       [KAURI_ITEM_PASS] = KAURI_PIECE_PASS,
        [KAURI_ITEM_DASH] = KAURI_PIECE_SEPARATOR,  [KAURI_ITEM_CAPTURES] = KAURI_PIECE_CAPTURES,
        [KAURI_ITEM_MARK] = KAURI_PIECE_MARK,       [KAURI_ITEM_NOTE] = KAURI_PIECE_NOTE,
        [KAURI_ITEM_COMMENT] = KAURI_PIECE_COMMENT, [KAURI_ITEM_SEPARATOR] = KAURI_PIECE_SEPARATOR,
        [KAURI_ITEM_SCORE] = KAURI_PIECE_SCORE,     [KAURI_ITEM_SKIPPED] = KAURI_PIECE_SKIPPED,
    };
    const bool of_ply = item->kind == KAURI_ITEM_MOVE || item->kind == KAURI_ITEM_PASS ||
                        item->kind == KAURI_ITEM_CAPTURES || item->kind == KAURI_ITEM_MARK ||
                        item->kind == KAURI_ITEM_NOTE;
    if (item->kind != KAURI_ITEM_NUMBER) { // which has several parts
        kauri_pieces_mark(reader->text, from, item->to, pieces[item->kind],
                          of_ply ? reader->record->count : 0, item->why);
    }
}

// Settles the last dash, if the item at hand shows what it is. The result may stand on the line
// below it.
static enum kauri_status settle_dash(struct kauri_moves_reader *reader, struct kauri_item *item)
{
    const struct kauri_token here = at(reader, reader->at);
    if (item->kind == KAURI_ITEM_END && here.kind == KAURI_TOKEN_LINE && !here.empty) {
        const struct kauri_line below = kauri_line_at(reader->text, reader->at + 1);
        if (below.first != KAURI_ITEM_WORDS && below.first != KAURI_ITEM_RESULT) {
            return KAURI_OK;
        }
        mark(reader, reader->at, reader->at + 1, KAURI_PIECE_BLANK);
        *item = item_at(reader, ++reader->at);
    }
    if (item->kind == KAURI_ITEM_SEPARATOR || item->kind == KAURI_ITEM_COMMENT ||
        item->kind == KAURI_ITEM_SKIPPED) {
        return KAURI_OK;
    }
    KAURI_PASS(decide_dash(reader, item));
    const bool words =
        item->kind == KAURI_ITEM_WORDS && !kauri_sign_at(reader->text, reader->at, '(');
    item->kind = words ? KAURI_ITEM_RESULT : item->kind;
    return KAURI_OK;
}

enum kauri_status kauri_moves_read_line(struct kauri_moves_reader *reader)
{
    for (;;) {
        struct kauri_item item = item_at(reader, reader->at);
        if (reader->dashed) {
            KAURI_PASS(settle_dash(reader, &item));
        }
        if (item.kind == KAURI_ITEM_END) {
            break;
        }
        const size_t from = reader->at;
        KAURI_PASS(read_item(reader, &item));
        if (item.kind == KAURI_ITEM_RESULT) {
            break;
        }
        account(reader, from, &item);
        reader->at = item.to;
    }
    return reader->text->failed
               ? kauri_fail(&reader->error, KAURI_RESOURCE, "out of memory for a text")
               : KAURI_OK;
}

enum kauri_status kauri_moves_end(struct kauri_moves_reader *reader)
{
    const struct kauri_item end = {.kind = KAURI_ITEM_END};
    KAURI_PASS(reader->dashed ? decide_dash(reader, &end) : KAURI_OK);
    return check_number(reader);
}

// ----------------------------------------------------------------------------- whether it goes on

static bool number_goes_on(const struct kauri_moves_reader *reader, const struct kauri_line *line,
                           enum kauri_gap gap)
{
    const uint32_t number = line->number.number;
    const bool begins = kauri_line_begins(reader->text, line, false);
    const bool reply = line->number.dots && number == reader->number;
    const bool next = number == reader->number + 1 ||
                      (number == reader->number && (reply || reply_is_due(reader)));
    if (begins && number == 1 && !reply && (reader->counted || reader->number == 0)) {
        return false; // another game begins
    }
    switch (gap) {
    case KAURI_GAP_NONE:
        // A number is meant as one, even if what follows cannot be read.
        return begins || line->number.stop || next;
    case KAURI_GAP_EMPTY:
        return reply || (begins && number > reader->number) || (number > 1 && next);
    case KAURI_GAP_WORDS:
        break;
    }
    return (number > 1 || reply) && next && line->plies > 0;
}

static bool move_goes_on(const struct kauri_moves_reader *reader, const struct kauri_line *line,
                         enum kauri_gap gap)
{
    const struct kauri_ply *last = last_ply(reader);
    const bool due = last != NULL && last->side != line->side;
    const bool reply = due && reply_is_due(reader);
    // Before a number a letter is meant as a move, even if that cannot be read.
    const bool cut = line->cut && (gap != KAURI_GAP_NONE ||
                                   kauri_kind_at(reader->text, line->words) != KAURI_TOKEN_NUMBER);
    // Letters beside a drawing of the board; and a sentence, which may begin with a letter.
    const bool row = !line->both && line->plies == KAURI_HOLES_MAX;
    const bool prose = gap != KAURI_GAP_NONE && (line->prose || line->again);
    if (cut || ((row || prose) && !line->numbered)) {
        return false;
    }
    switch (gap) {
    case KAURI_GAP_NONE:
        return true;
    case KAURI_GAP_EMPTY: // one letter alone may be anything
        return reply || (due && (reader->number == 0 || line->numbered || line->plies > 1));
    case KAURI_GAP_WORDS:
        break;
    }
    return reply || (due && reader->number == 0);
}

// Returns true for a line that begins with a dash and belongs to the game: not for the number of a
// page, "- 17 -", nor for "--" before a signature.
static bool dash_goes_on(const struct kauri_moves_reader *reader, const struct kauri_line *line,
                         enum kauri_gap gap)
{
    struct kauri_text *text = reader->text;
    const size_t next = line->moves + 1;
    const bool alone = line->to == next;
    const enum kauri_item_kind kind =
        kauri_item_at(text, next + (alone ? 1 : 0), &reader->players).kind;
    return !line->prose &&
           ((gap == KAURI_GAP_NONE && !alone) || line->prefix == KAURI_PREFIX_SPEAKER ||
            kind == KAURI_ITEM_NUMBER || kind == KAURI_ITEM_MOVE ||
            at(reader, line->to).kind == KAURI_TOKEN_END);
}

bool kauri_moves_go_on(const struct kauri_moves_reader *reader, const struct kauri_line *line,
                       enum kauri_gap gap)
{
    if (line->prefix == KAURI_PREFIX_WORDS ||
        (line->prefix == KAURI_PREFIX_SPEAKER && !reader->chat)) {
        return false;
    }
    switch (line->first) {
    case KAURI_ITEM_NUMBER:
        return number_goes_on(reader, line, gap);
    case KAURI_ITEM_MOVE:
        return move_goes_on(reader, line, gap);
    case KAURI_ITEM_DASH:
        return gap != KAURI_GAP_WORDS && dash_goes_on(reader, line, gap);
    case KAURI_ITEM_PASS:
        return gap != KAURI_GAP_WORDS && (line->words > line->moves + 1 || line->words == line->to);
    case KAURI_ITEM_CAPTURES:
    case KAURI_ITEM_COMMENT:
    case KAURI_ITEM_MARK:
    case KAURI_ITEM_NOTE:
        return gap == KAURI_GAP_NONE && !line->cut && (line->plies > 0 || line->words == line->to);
    case KAURI_ITEM_WORDS: // captures that cannot be read
        return gap == KAURI_GAP_NONE && kauri_sign_at(reader->text, line->moves, '(') &&
               kauri_sign_at(reader->text, line->moves + 1, '+');
    default:
        return false;
    }
}
