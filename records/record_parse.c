#include "records/record_parse.h"

#include "records/record_text.h"
#include "rules/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Where the reading is. Lines are found by their newlines; a game may span several.
struct parser {
    const char *at;
    uint32_t line; // of `at`, from 1
    uint32_t number;
    struct kauri_record record; // the game that is being read
    struct kauri_error error;   // why it cannot be read on
};

static void next_line(struct parser *parser)
{
    parser->at += kauri_text_line_bytes(parser->at);
    if (*parser->at == '\n') {
        parser->at++;
        parser->line++;
    }
}

static enum kauri_status fail_word(struct parser *parser, const char *what)
{
    char word[24];
    size_t n = 0;
    while (n < sizeof word - 1 && parser->at[n] != '\0' &&
           strchr(" \t\r\n;", parser->at[n]) == NULL) {
        word[n] = '?';
        if (parser->at[n] >= ' ' && parser->at[n] <= '~') {
            word[n] = parser->at[n];
        }
        n++;
    }
    word[n] = '\0';
    return kauri_fail(&parser->error, KAURI_BAD_INPUT, "line %u, move %u: \"%s\" %s", parser->line,
                      parser->number, word, what);
}

// Reads "+1", "-1+3", "+1;-1" up to the closing bracket.
static enum kauri_status read_captures(struct parser *parser, struct kauri_ply *ply)
{
    static const char wrong[] = "is neither captures such as (+2;-1) nor a note such as (A)";
    const char *c = parser->at + 1;
    ply->captures_written = true;
    for (;;) {
        c += strspn(c, " ;,");
        const size_t dash = kauri_text_dash_bytes(c);
        if (*c != '+' && dash == 0) {
            break;
        }
        uint8_t *sum = dash > 0 ? &ply->captures.opponent : &ply->captures.own;
        c += dash > 0 ? dash : 1;
        unsigned value = 0;
        const char *first = c;
        for (; kauri_text_is_digit(*c) && value <= KAURI_SEEDS_MAX; c++) {
            value = 10 * value + (unsigned)(*c - '0');
        }
        if (c == first || value + *sum > KAURI_SEEDS_MAX) {
            return fail_word(parser, wrong);
        }
        *sum = (uint8_t)(*sum + value);
    }
    if (*c != ')' || c == parser->at + 1) {
        return fail_word(parser, wrong);
    }
    parser->at = c + 1;
    return KAURI_OK;
}

// May a line that begins so go on with the remarks of the move before it? A digit in brackets is
// the header of another game.
static bool is_remark(const char *at)
{
    return *at == '!' || *at == '?' || (*at == '(' && !kauri_text_is_digit(at[1]));
}

// Reads what may follow a move's letter: marks, captures, the letter of a note.
static enum kauri_status read_remarks(struct parser *parser, struct kauri_ply *ply)
{
    for (;;) {
        const char *c = kauri_text_skip_blanks(parser->at);
        if (*c == '\n' && is_remark(kauri_text_skip_blanks(c + 1))) {
            parser->line++;
            c = kauri_text_skip_blanks(c + 1);
        }
        if (*c == '!' || *c == '?') {
            const size_t n = strlen(ply->marks);
            if (n + 1 == sizeof ply->marks) {
                parser->at = c;
                return fail_word(parser, "is one mark too many");
            }
            ply->marks[n] = *c;
            parser->at = c + 1;
        } else if (*c == '(' && c[1] >= 'A' && c[1] <= 'Z' && c[2] == ')') {
            ply->note = c[1];
            parser->at = c + 3;
        } else if (*c == '(') {
            parser->at = c;
            const enum kauri_status status = read_captures(parser, ply);
            if (status != KAURI_OK) {
                return status;
            }
        } else {
            return KAURI_OK;
        }
    }
}

// Reads a move and those that hyphens join to it.
static enum kauri_status read_moves(struct parser *parser)
{
    enum kauri_status status = KAURI_OK;
    bool joined = false;
    enum kauri_side first = KAURI_SOUTH;
    for (;;) {
        enum kauri_side side = KAURI_SOUTH;
        int hole = 0;
        (void)kauri_letter_move(*parser->at, &side, &hole);
        if (joined && side != first) {
            return fail_word(parser, "is joined by a hyphen to a move of the other player");
        }
        first = side;
        struct kauri_ply ply = {.side = (uint8_t)side,
                                .hole = (int8_t)hole,
                                .joined = joined,
                                .number = parser->number,
                                .line = parser->line};
        parser->at++;
        // A move stands, whatever is wrong with its remarks.
        const enum kauri_status remarks = read_remarks(parser, &ply);
        KAURI_TRY(kauri_record_append(&parser->record, &ply, &parser->error));
        KAURI_TRY(remarks);
        size_t bytes = 0;
        if (!kauri_text_joins(parser->at, &bytes)) {
            break;
        }
        parser->line += memchr(parser->at, '\n', bytes) != NULL ? 1 : 0;
        parser->at += bytes;
        joined = true;
    }
cleanup:
    return status;
}

// A game that goes on behind a dash that was not understood must not be taken for the sentence.
static enum kauri_status check_sentence(struct parser *parser)
{
    const char *move = kauri_text_move_in_sentence(parser->at, parser->number);
    const char *next = kauri_text_skip_blanks(parser->at);
    if (*next == '\n') { // the dash ends the line
        uint32_t number;
        next = kauri_text_skip_blanks(next + 1);
        const char *digits = next;
        if (kauri_text_is_move(next) || kauri_text_number(&digits, &number)) {
            parser->line++;
            move = next;
        }
    }
    if (move == NULL) {
        return KAURI_OK;
    }
    parser->at = move;
    return fail_word(parser, "follows a dash, where only a sentence on the result may stand");
}

// Reads the result sentence: the rest of the line, and lines after it until it ends with a stop.
static enum kauri_status read_result(struct parser *parser)
{
    enum kauri_status status = KAURI_OK;
    char sentence[KAURI_RECORD_RESULT_BYTES];
    size_t n = 0;
    KAURI_TRY(check_sentence(parser));
    parser->at = kauri_text_skip_blanks(parser->at);
    for (;;) {
        const char *text = parser->at;
        const size_t bytes = kauri_text_trimmed_bytes(text);
        next_line(parser);
        kauri_record_copy(sentence + n, sizeof sentence - n, text, bytes);
        n += strlen(sentence + n);
        uint32_t number;
        if (n == 0 || sentence[n - 1] == '.' || n + 2 >= sizeof sentence ||
            kauri_text_is_empty_line(parser->at) || *parser->at == '(' ||
            kauri_text_begins_moves(parser->at, &number)) {
            break;
        }
        sentence[n++] = ' ';
        sentence[n] = '\0';
        parser->at = kauri_text_skip_blanks(parser->at);
    }
    if (n > 0) {
        kauri_record_set_result(&parser->record, sentence);
    }
cleanup:
    return status;
}

// Empty lines end a game unless a later move number follows them.
static bool goes_on(struct parser *parser)
{
    const struct parser before = *parser;
    next_line(parser);
    if (!kauri_text_is_empty_line(parser->at)) {
        return true;
    }
    while (*parser->at != '\0' && kauri_text_is_empty_line(parser->at)) {
        next_line(parser);
    }
    uint32_t number = 0;
    if (kauri_text_begins_moves(parser->at, &number) && number > parser->number) {
        return true;
    }
    parser->at = before.at;
    parser->line = before.line;
    return false;
}

// Reads the moves of a game and its result.
static enum kauri_status read_game(struct parser *parser)
{
    enum kauri_status status = KAURI_OK;
    for (;;) {
        parser->at += strspn(parser->at, " \t\r;,");
        struct kauri_record next;
        if (*parser->at == '\0' || kauri_text_header(parser->at, &next)) {
            break;
        }
        if (*parser->at == '\n') {
            if (!goes_on(parser)) {
                break;
            }
        } else if (kauri_text_is_move(parser->at)) {
            KAURI_TRY(read_moves(parser));
        } else if (kauri_text_dash_bytes(parser->at) > 0) {
            parser->at += kauri_text_dash_bytes(parser->at);
            KAURI_TRY(read_result(parser));
            break;
        } else if (!kauri_text_number(&parser->at, &parser->number)) {
            status = fail_word(parser, "is no move (a..f South, A..F North) and no move number");
            break;
        }
    }
cleanup:
    return status;
}

static const char start_word[] = "Position ";

// Without a header, only a number tells the word from prose ("Position in the middle game").
static bool begins_start(const struct parser *parser)
{
    const char *at = kauri_text_skip_blanks(parser->at);
    const size_t skip = strlen(start_word);
    return strncmp(at, start_word, skip) == 0 &&
           (parser->record.line != 0 || kauri_text_is_digit(at[skip]));
}

// Reads "Position 7,0,...": where the game starts.
static enum kauri_status read_start(struct parser *parser)
{
    char text[KAURI_POSITION_TEXT_BYTES];
    struct kauri_error reason = {KAURI_OK, ""};
    const char *position = kauri_text_skip_blanks(parser->at) + strlen(start_word);
    kauri_record_copy(text, sizeof text, position, kauri_text_trimmed_bytes(position));
    if (kauri_position_parse(text, &parser->record.start, &reason) != KAURI_OK) {
        return kauri_fail(&parser->error, KAURI_BAD_INPUT, "line %u: %s", parser->line,
                          reason.message);
    }
    parser->record.start_given = true;
    return KAURI_OK;
}

static void note_fault(struct parser *parser)
{
    (void)snprintf(parser->record.fault, sizeof parser->record.fault, "%.*s",
                   (int)sizeof parser->record.fault - 1, parser->error.message);
}

// Leaves out what is left of a game.
static void skip_game(struct parser *parser)
{
    struct kauri_record next;
    do {
        parser->at += kauri_text_line_bytes(parser->at);
    } while (*parser->at != '\0' && goes_on(parser) && !kauri_text_header(parser->at, &next));
}

// Reads a game; what cannot be read is noted in its record.
static enum kauri_status read_record(struct parser *parser)
{
    struct kauri_record *record = &parser->record;
    enum kauri_status status = read_game(parser);
    if (status == KAURI_OK && record->count == 0) {
        status = kauri_fail(&parser->error, KAURI_BAD_INPUT,
                            "line %u: a move number without a move", record->line);
    }
    if (status == KAURI_BAD_INPUT) {
        if (!record->start_bad) { // which is told first
            note_fault(parser);
        }
        skip_game(parser);
        status = KAURI_OK;
    }
    record->count = record->start_bad ? 0 : record->count;
    return status;
}

// Reads where the game starts, anew when there are several such lines.
static void take_start(struct parser *parser)
{
    struct kauri_record *record = &parser->record;
    record->line = record->line == 0 ? parser->line : record->line;
    record->start_bad = read_start(parser) != KAURI_OK;
    record->fault[0] = '\0';
    if (record->start_bad) {
        record->start = kauri_start(KAURI_HOLES_MAX);
        note_fault(parser);
    }
}

// Below the players' names or a start position, a move number begins moves, even when what follows
// it is none.
static bool must_be_moves(const struct parser *parser, uint32_t *number)
{
    const char *at = kauri_text_skip_blanks(parser->at);
    const bool expected = parser->record.player[KAURI_NORTH][0] != '\0' ||
                          parser->record.start_given || parser->record.start_bad;
    return expected && kauri_text_number(&at, number);
}

static enum kauri_status keep(struct kauri_records *records, struct kauri_record *record,
                              struct kauri_error *error)
{
    if (records->count == records->room) {
        const size_t room = records->room == 0 ? 4 : 2 * records->room;
        struct kauri_record *more = realloc(records->records, room * sizeof *more);
        if (more == NULL) {
            return kauri_fail(error, KAURI_RESOURCE, "no memory for %zu records", room);
        }
        records->records = more;
        records->room = room;
    }
    records->records[records->count++] = *record; // with its plies
    kauri_record_init(record);
    return KAURI_OK;
}

enum kauri_status kauri_records_parse(const char *text, struct kauri_records *records,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct parser parser = {.line = 1};
    *records = (struct kauri_records){0};
    kauri_record_init(&parser.record);
    char *plain = kauri_text_plain(text);
    if (plain == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "no memory for a text of %zu bytes", strlen(text));
    }
    parser.at = plain;
    while (*parser.at != '\0') {
        uint32_t number;
        if (kauri_text_begins_moves(parser.at, &number) || must_be_moves(&parser, &number)) {
            parser.number = number;
            if (parser.record.line == 0) {
                parser.record.line = parser.line;
            }
            KAURI_TRY(read_record(&parser));
            KAURI_TRY(keep(records, &parser.record, &parser.error));
            continue;
        }
        if (begins_start(&parser)) {
            take_start(&parser);
        } else if (!kauri_text_is_empty_line(parser.at)) {
            // A header or start position counts only when nothing is between it and the moves.
            kauri_record_init(&parser.record);
            if (kauri_text_header(parser.at, &parser.record)) {
                parser.record.line = parser.line;
            }
        }
        next_line(&parser);
    }
    if (records->count == 0) {
        status = kauri_fail(&parser.error, KAURI_BAD_INPUT, "no game record found");
    }
cleanup:
    free(plain);
    kauri_record_clear(&parser.record);
    if (status != KAURI_OK) {
        (void)kauri_fail(error, status, "%s", parser.error.message);
        kauri_records_clear(records);
    }
    return status;
}

void kauri_records_clear(struct kauri_records *records)
{
    if (records != NULL) {
        for (size_t i = 0; i < records->count; i++) {
            kauri_record_clear(&records->records[i]);
        }
        free(records->records);
        *records = (struct kauri_records){0};
    }
}
