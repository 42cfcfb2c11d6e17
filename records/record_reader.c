#include "records/record_reader.h"

#include "records/record_text.h"
#include "rules/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The state of reading one game.
struct reading {
    const char *at;
    uint32_t line;   // of `at`, from 1
    uint32_t number; // of the move
    struct kauri_record *record;
    struct kauri_error error; // why reading stopped
};

static void next_line(struct reading *reading)
{
    reading->at += kauri_text_line_bytes(reading->at);
    if (*reading->at == '\n') {
        reading->at++;
        reading->line++;
    }
}

// Fails with the word that is being read: "line 3, move 12: \"zz\" <what>".
static enum kauri_status fail_word(struct reading *reading, const char *what)
{
    char word[24];
    size_t n = 0;
    while (n < sizeof word - 1 && reading->at[n] != '\0' && strchr("\n;", reading->at[n]) == NULL &&
           kauri_text_blank_bytes(reading->at + n) == 0) {
        word[n] = '?';
        if (reading->at[n] >= ' ' && reading->at[n] <= '~') {
            word[n] = reading->at[n];
        }
        n++;
    }
    word[n] = '\0';
    return kauri_fail(&reading->error, KAURI_BAD_INPUT, "line %u, move %u: \"%s\" %s",
                      reading->line, reading->number, word, what);
}

// Reads "+1", "-1+3", "+1;-1" up to the closing bracket.
static enum kauri_status read_captures(struct reading *reading, struct kauri_ply *ply)
{
    static const char wrong[] = "is neither captures such as (+2;-1) nor a note such as (A)";
    const char *c = reading->at + 1;
    ply->captures_written = true;
    for (;;) {
        c = kauri_text_skip(c, ";,");
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
            return fail_word(reading, wrong);
        }
        *sum = (uint8_t)(*sum + value);
    }
    if (*c != ')' || c == reading->at + 1) {
        return fail_word(reading, wrong);
    }
    reading->at = c + 1;
    return KAURI_OK;
}

// True if a line that begins at `at` may continue the remarks on the move before it. A digit in
// brackets is the header of another game.
static bool is_remark(const char *at)
{
    return *at == '!' || *at == '?' || (*at == '(' && !kauri_text_is_digit(at[1]));
}

// Reads the remarks after a move's letter: marks, captures, the letter of a note.
static enum kauri_status read_remarks(struct reading *reading, struct kauri_ply *ply)
{
    for (;;) {
        const char *c = kauri_text_skip_blanks(reading->at);
        if (*c == '\n' && is_remark(kauri_text_skip_blanks(c + 1))) {
            reading->line++;
            c = kauri_text_skip_blanks(c + 1);
        }
        if (*c == '!' || *c == '?') {
            const size_t n = strlen(ply->marks);
            if (n + 1 == sizeof ply->marks) {
                reading->at = c;
                return fail_word(reading, "is a fourth mark");
            }
            ply->marks[n] = *c;
            reading->at = c + 1;
        } else if (*c == '(' && c[1] >= 'A' && c[1] <= 'Z' && c[2] == ')') {
            ply->note = c[1];
            reading->at = c + 3;
        } else if (*c == '(') {
            reading->at = c;
            const enum kauri_status status = read_captures(reading, ply);
            if (status != KAURI_OK) {
                return status;
            }
        } else {
            return KAURI_OK;
        }
    }
}

// Reads a move and the moves that hyphens join to it.
static enum kauri_status read_moves(struct reading *reading)
{
    enum kauri_status status = KAURI_OK;
    bool joined = false;
    enum kauri_side first = KAURI_SOUTH;
    for (;;) {
        enum kauri_side side = KAURI_SOUTH;
        int hole = 0;
        (void)kauri_letter_move(*reading->at, &side, &hole);
        if (joined && side != first) {
            return fail_word(reading, "is joined by a hyphen to a move of the other player");
        }
        first = side;
        struct kauri_ply ply = {.side = (uint8_t)side,
                                .hole = (int8_t)hole,
                                .joined = joined,
                                .number = reading->number,
                                .line = reading->line};
        reading->at++;
        // The move is kept even if its remarks are faulty.
        const enum kauri_status remarks = read_remarks(reading, &ply);
        KAURI_TRY(kauri_record_append(reading->record, &ply, &reading->error));
        KAURI_TRY(remarks);
        size_t bytes = 0;
        if (!kauri_text_joins(reading->at, &bytes)) {
            break;
        }
        reading->line += memchr(reading->at, '\n', bytes) != NULL ? 1 : 0;
        reading->at += bytes;
        joined = true;
    }
cleanup:
    return status;
}

// A dash begins a result sentence. If moves follow it nevertheless, the dash is a mistake, and the
// rest of the game must not be read as a sentence.
static enum kauri_status check_sentence(struct reading *reading)
{
    const char *move = kauri_text_move_in_sentence(reading->at, reading->number);
    const char *next = kauri_text_skip_blanks(reading->at);
    if (kauri_text_is_played(next)) { // "2. -E"
        move = next;
    } else if (*next == '\n') { // the dash ends the line
        uint32_t number;
        next = kauri_text_skip_blanks(next + 1);
        const char *digits = next;
        if (kauri_text_is_move(next) || kauri_text_number(&digits, &number)) {
            reading->line++;
            move = next;
        }
    }
    if (move == NULL) {
        return KAURI_OK;
    }
    reading->at = move;
    return fail_word(reading, "follows a dash, where only a sentence on the result may stand");
}

// Reads the result sentence: the rest of the line, and further lines until one ends with a full
// stop.
static enum kauri_status read_result(struct reading *reading)
{
    enum kauri_status status = KAURI_OK;
    char sentence[KAURI_RECORD_RESULT_BYTES];
    size_t n = 0;
    KAURI_TRY(check_sentence(reading));
    reading->at = kauri_text_skip_blanks(reading->at);
    for (;;) {
        const char *text = reading->at;
        const size_t bytes = kauri_text_trimmed_bytes(text);
        next_line(reading);
        kauri_record_copy(sentence + n, sizeof sentence - n, text, bytes);
        n += strlen(sentence + n);
        uint32_t number;
        if (n == 0 || sentence[n - 1] == '.' || n + 2 >= sizeof sentence ||
            kauri_text_is_empty_line(reading->at) || *reading->at == '(' ||
            kauri_text_begins_moves(reading->at, &number)) {
            break;
        }
        sentence[n++] = ' ';
        sentence[n] = '\0';
        reading->at = kauri_text_skip_blanks(reading->at);
    }
    if (n > 0) {
        kauri_record_set_result(reading->record, sentence);
    }
cleanup:
    return status;
}

// Empty lines end a game unless a greater move number follows them.
static bool goes_on(struct reading *reading)
{
    const char *const at = reading->at;
    const uint32_t line = reading->line;
    next_line(reading);
    if (!kauri_text_is_empty_line(reading->at)) {
        return true;
    }
    while (*reading->at != '\0' && kauri_text_is_empty_line(reading->at)) {
        next_line(reading);
    }
    uint32_t number = 0;
    if (kauri_text_begins_moves(reading->at, &number) && number > reading->number) {
        return true;
    }
    reading->at = at;
    reading->line = line;
    return false;
}

// Reads the moves of a game and its result.
static enum kauri_status read_game(struct reading *reading)
{
    enum kauri_status status = KAURI_OK;
    for (;;) {
        reading->at = kauri_text_skip(reading->at, ";,");
        struct kauri_record next;
        if (*reading->at == '\0' || kauri_text_header(reading->at, &next)) {
            break;
        }
        if (*reading->at == '\n') {
            if (!goes_on(reading)) {
                break;
            }
        } else if (kauri_text_is_move(reading->at)) {
            KAURI_TRY(read_moves(reading));
        } else if (kauri_text_dash_bytes(reading->at) > 0) {
            reading->at += kauri_text_dash_bytes(reading->at);
            KAURI_TRY(read_result(reading));
            break;
        } else if (!kauri_text_number(&reading->at, &reading->number)) {
            status =
                fail_word(reading, "is neither a move (a..f South, A..F North) nor a move number");
            break;
        }
    }
cleanup:
    return status;
}

// The text after "Position " if the line begins with that word, else NULL.
static const char *start_text(const struct reading *reading)
{
    static const char word[] = "Position";
    const char *at = kauri_text_skip_blanks(reading->at);
    if (strncmp(at, word, strlen(word)) != 0) {
        return NULL;
    }
    at += strlen(word);
    return kauri_text_blank_bytes(at) > 0 ? kauri_text_skip_blanks(at) : NULL;
}

// Without a header, a number must follow: "Position in the middle game" is prose.
static bool begins_start(const struct reading *reading)
{
    const char *text = start_text(reading);
    return text != NULL && (reading->record->line != 0 || kauri_text_is_digit(*text));
}

// Reads "Position 7,0,...": where the game starts.
static enum kauri_status read_start(struct reading *reading)
{
    char text[KAURI_POSITION_TEXT_BYTES];
    const char *position = start_text(reading);
    struct kauri_error reason = {KAURI_OK, ""};
    kauri_record_copy(text, sizeof text, position, kauri_text_trimmed_bytes(position));
    if (kauri_position_parse(text, &reading->record->start, &reason) != KAURI_OK) {
        return kauri_fail(&reading->error, KAURI_BAD_INPUT, "line %u: %s", reading->line,
                          reason.message);
    }
    reading->record->start_given = true;
    return KAURI_OK;
}

static void note_fault(struct reading *reading)
{
    (void)snprintf(reading->record->fault, sizeof reading->record->fault, "%.*s",
                   (int)sizeof reading->record->fault - 1, reading->error.message);
}

// Skips the rest of a game.
static void skip_game(struct reading *reading)
{
    struct kauri_record next;
    do {
        reading->at += kauri_text_line_bytes(reading->at);
    } while (*reading->at != '\0' && goes_on(reading) && !kauri_text_header(reading->at, &next));
}

// Reads a game; if part of it cannot be read, record->fault says why.
static enum kauri_status read_record(struct reading *reading)
{
    struct kauri_record *record = reading->record;
    enum kauri_status status = read_game(reading);
    if (status == KAURI_OK && record->count == 0) {
        status = kauri_fail(&reading->error, KAURI_BAD_INPUT,
                            "line %u: a move number is not followed by a move", record->line);
    }
    if (status == KAURI_BAD_INPUT) {
        if (!record->start_bad) { // otherwise the start is the first fault
            note_fault(reading);
        }
        skip_game(reading);
        status = KAURI_OK;
    }
    record->count = record->start_bad ? 0 : record->count;
    return status;
}

// Reads the start position. If there are several such lines, the last one is used.
static void take_start(struct reading *reading)
{
    struct kauri_record *record = reading->record;
    record->line = record->line == 0 ? reading->line : record->line;
    record->start_bad = read_start(reading) != KAURI_OK;
    record->fault[0] = '\0';
    if (record->start_bad) {
        record->start = kauri_start(KAURI_HOLES_MAX);
        note_fault(reading);
    }
}

// True if a game's moves begin here; reads their first number then, but not past it. After the
// players' names or a start position, a move number is enough, even if no move follows it.
static bool begins_moves(struct reading *reading)
{
    const struct kauri_record *record = reading->record;
    // Names without a number may be prose with a dash.
    const bool names = record->line != 0 && record->player[KAURI_NORTH][0] != '\0';
    const bool expected = names || record->start_given || record->start_bad;
    const char *at = kauri_text_skip_blanks(reading->at);
    return kauri_text_begins_moves(at, &reading->number) ||
           (expected && kauri_text_number(&at, &reading->number));
}

// Handles a line that is not part of a game's moves. A header or start position is used only if
// nothing but empty lines separates it from the moves.
static void take_line(struct reading *reading)
{
    if (begins_start(reading)) {
        take_start(reading);
    } else if (!kauri_text_is_empty_line(reading->at)) {
        kauri_record_init(reading->record);
        if (kauri_text_header(reading->at, reading->record)) {
            reading->record->line = reading->line;
        } else if (!kauri_text_names(reading->at, reading->record)) {
            kauri_record_init(reading->record);
        }
    }
    next_line(reading);
}

struct kauri_record_reader kauri_record_reader_begin(const char *text)
{
    const bool marked = strncmp(text, "\xef\xbb\xbf", 3) == 0; // a byte order mark
    return (struct kauri_record_reader){.at = text + (marked ? 3 : 0), .line = 1};
}

enum kauri_status kauri_record_next(struct kauri_record_reader *reader, struct kauri_record *record,
                                    bool *found, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct reading reading = {.at = reader->at, .line = reader->line, .record = record};
    *found = false;
    kauri_record_init(record);
    while (*reading.at != '\0' && !*found) {
        if (begins_moves(&reading)) {
            record->line = record->line == 0 ? reading.line : record->line;
            KAURI_TRY(read_record(&reading));
            *found = true;
        } else {
            take_line(&reading);
        }
    }
    reader->at = reading.at;
    reader->line = reading.line;
cleanup:
    if (status != KAURI_OK) {
        (void)kauri_fail(error, status, "%s", reading.error.message);
    }
    if (!*found) {
        kauri_record_clear(record); // also frees a header without a game after it
    }
    return status;
}
