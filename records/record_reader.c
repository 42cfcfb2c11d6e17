#include "records/record.h"

#include "rules/notation.h"

#include <stdio.h>
#include <string.h>

// ----------------------------------------------------------------------------------------- words

// In these functions, `at` points into a NUL-terminated text.

// Bytes of the blank at `at`: a space, tab, carriage return, or the no-break space U+00A0, which
// web pages put into scores; 0 if there is none.
static size_t blank_size(const char *at)
{
    if (*at == ' ' || *at == '\t' || *at == '\r') {
        return 1;
    }
    return strncmp(at, "\xc2\xa0", 2) == 0 ? 2 : 0;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || ((unsigned char)c & 0x80) != 0;
}

// Bytes of the minus or dash at `at`: '-', U+2013 or U+2212; 0 if there is none.
static size_t dash_size(const char *at)
{
    if (*at == '-') {
        return 1;
    }
    return strncmp(at, "\xe2\x80\x93", 3) == 0 || strncmp(at, "\xe2\x88\x92", 3) == 0 ? 3 : 0;
}

// The first character from `at` on that is neither a blank nor in `characters`.
static const char *skip(const char *at, const char *characters)
{
    for (;;) {
        const size_t blank = blank_size(at);
        if (blank == 0 && (*at == '\0' || strchr(characters, *at) == NULL)) {
            return at;
        }
        at += blank > 0 ? blank : 1;
    }
}

static const char *skip_blanks(const char *at)
{
    return skip(at, "");
}

// Bytes up to the end of the line, excluding its newline.
static size_t line_size(const char *at)
{
    return strcspn(at, "\n");
}

// The same without trailing blanks.
static size_t trimmed_size(const char *at)
{
    size_t bytes = line_size(at);
    for (;;) {
        if (bytes >= 1 && blank_size(at + bytes - 1) == 1) {
            bytes -= 1;
        } else if (bytes >= 2 && blank_size(at + bytes - 2) == 2) {
            bytes -= 2;
        } else {
            return bytes;
        }
    }
}

static bool is_empty_line(const char *at)
{
    at = skip_blanks(at);
    return *at == '\n' || *at == '\0';
}

// True for a letter a..f or A..F that is not part of a word.
static bool is_move(const char *at)
{
    enum kauri_side side;
    int hole;
    return kauri_letter_move(*at, &side, &hole) && !is_digit(at[1]) &&
           (!is_letter(at[1]) || dash_size(at + 1) > 0 || blank_size(at + 1) > 0);
}

// Reads a move number such as "24." and advances *at past it. Returns false, and leaves *at
// unchanged, if there is no number from 1 to KAURI_RECORD_NUMBER_MAX.
static bool read_number(const char **at, uint32_t *number)
{
    const char *c = *at;
    uint32_t value = 0;
    for (; is_digit(*c) && value <= KAURI_RECORD_NUMBER_MAX; c++) {
        value = 10 * value + (uint32_t)(*c - '0');
    }
    if (c == *at || *c != '.' || value == 0 || value > KAURI_RECORD_NUMBER_MAX) {
        return false;
    }
    *at = c + 1;
    *number = value;
    return true;
}

// True if the text of a game begins here: a move number, a move, and something that can follow it.
// Prose such as "1. a cowrie" does not qualify.
static bool is_start_of_moves(const char *at, uint32_t *number)
{
    at = skip_blanks(at);
    if (!read_number(&at, number)) {
        return false;
    }
    at = skip_blanks(at);
    if (!is_move(at)) {
        return false;
    }
    at = skip_blanks(at + 1);
    uint32_t next;
    return strchr("\n;(!?", *at) != NULL || dash_size(at) > 0 || is_move(at) ||
           read_number(&at, &next);
}

// True if the text at `at` can follow a move in a game. Otherwise the letter before it may be a
// word of one letter in a sentence.
static bool follows_move(const char *at)
{
    uint32_t number;
    if (*at == '(') {
        return at[1] == '+' || dash_size(at + 1) > 0 ||
               (at[1] >= 'A' && at[1] <= 'Z' && at[2] == ')');
    }
    return strchr("\n;,!?", *at) != NULL || read_number(&at, &number) || dash_size(at) > 0 ||
           is_move(at);
}

// True for such a letter if a game can continue after it. "a 31 : 8 win" and "a draw" are
// sentences.
static bool is_played(const char *at)
{
    return is_move(at) && follows_move(skip_blanks(at + 1));
}

// True if a hyphen and another move follow; *bytes is the distance to that move. There may be a
// line break after the hyphen. If there are blanks around the hyphen, the move must be one that is
// played: " - a draw" and " - A 31 : 8 win" join nothing.
static bool joins_move(const char *at, size_t *bytes)
{
    const char *dash = skip_blanks(at);
    const size_t dash_bytes = dash_size(dash);
    const char *move = skip_blanks(dash + dash_bytes);
    if (*move == '\n') {
        move = skip_blanks(move + 1);
    }
    *bytes = (size_t)(move - at);
    const bool close = dash == at && move == dash + dash_bytes;
    return dash_bytes > 0 && (close ? is_move(move) : is_played(move));
}

// The place in the sentence up to the end of the line where a move with a number above `number`
// begins: at its beginning, or after ';' or '.'. NULL if there is none.
static const char *move_in_sentence(const char *at, uint32_t number)
{
    const char *end = at + line_size(at);
    char before = ';';
    for (const char *c = at; c < end; c++) {
        uint32_t found;
        if ((before == ';' || before == '.') && is_digit(*c) && is_start_of_moves(c, &found) &&
            found > number) {
            return c;
        }
        const size_t blank = blank_size(c);
        before = blank > 0 ? before : *c;
        c += blank > 0 ? blank - 1 : 0;
    }
    return NULL;
}

// Bytes of a dash with a blank on either side; 0 if there is none.
static size_t divider_size(const char *at)
{
    const size_t before = blank_size(at);
    const size_t dash = before > 0 ? dash_size(at + before) : 0;
    const size_t after = dash > 0 ? blank_size(at + before + dash) : 0;
    return after > 0 ? before + dash + after : 0;
}

// Reads "South - North - date" up to the end of the line. Returns the number of parts that are
// there.
static size_t read_names(const char *at, struct kauri_record *record)
{
    const char *end = at + trimmed_size(at);
    char *const fields[] = {record->player[0], record->player[1], record->date};
    size_t count = 0;
    for (; count < 3 && at < end; count++) {
        const char *stop = end;
        const char *next = end;
        for (const char *c = at; count < 2 && c < end; c++) {
            const size_t divider = divider_size(c);
            if (divider > 0 && c + divider < end) {
                stop = c;
                next = c + divider;
                break;
            }
        }
        kauri_record_copy(fields[count], KAURI_RECORD_NAME_BYTES, at, (size_t)(stop - at));
        at = next;
    }
    return count;
}

// Reads a line of names without a number, "South - North" or "South - North - date", into the
// record. Returns false if there are no two names, if the line is long, or if it ends like a
// sentence; the names are then undefined.
static bool read_name_line(const char *at, struct kauri_record *record)
{
    at = skip_blanks(at);
    const size_t bytes = trimmed_size(at);
    // A sentence is no list of names, even if there is a dash in it.
    return bytes > 0 && bytes < KAURI_RECORD_NAME_BYTES && strchr(".:;!?", at[bytes - 1]) == NULL &&
           read_names(at, record) >= 2;
}

// Reads a header line "(1) South - North - date" into the record. Returns false for any other line.
static bool read_header(const char *at, struct kauri_record *record)
{
    at = skip_blanks(at);
    if (*at != '(' || !is_digit(at[1])) {
        return false;
    }
    uint32_t number = 0;
    for (at++; is_digit(*at) && number <= KAURI_RECORD_NUMBER_MAX; at++) {
        number = 10 * number + (uint32_t)(*at - '0');
    }
    if (*at != ')' || number > KAURI_RECORD_NUMBER_MAX) {
        return false;
    }
    record->number = number;
    at = skip_blanks(at + 1);
    (void)read_names(at, record);
    return true;
}

// ----------------------------------------------------------------------------------------- games

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
    reading->at += line_size(reading->at);
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
           blank_size(reading->at + n) == 0) {
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
        c = skip(c, ";,");
        const size_t dash = dash_size(c);
        if (*c != '+' && dash == 0) {
            break;
        }
        uint8_t *sum = dash > 0 ? &ply->captures.opponent : &ply->captures.own;
        c += dash > 0 ? dash : 1;
        unsigned value = 0;
        const char *first = c;
        for (; is_digit(*c) && value <= KAURI_SEEDS_MAX; c++) {
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
    return *at == '!' || *at == '?' || (*at == '(' && !is_digit(at[1]));
}

// Reads the remarks after a move's letter: marks, captures, the letter of a note.
static enum kauri_status read_remarks(struct reading *reading, struct kauri_ply *ply)
{
    for (;;) {
        const char *c = skip_blanks(reading->at);
        if (*c == '\n' && is_remark(skip_blanks(c + 1))) {
            reading->line++;
            c = skip_blanks(c + 1);
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
        if (!joins_move(reading->at, &bytes)) {
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
    const char *move = move_in_sentence(reading->at, reading->number);
    const char *next = skip_blanks(reading->at);
    if (is_played(next)) { // "2. -E"
        move = next;
    } else if (*next == '\n') { // the dash ends the line
        uint32_t number;
        next = skip_blanks(next + 1);
        const char *digits = next;
        if (is_move(next) || read_number(&digits, &number)) {
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
    reading->at = skip_blanks(reading->at);
    for (;;) {
        const char *text = reading->at;
        const size_t bytes = trimmed_size(text);
        next_line(reading);
        kauri_record_copy(sentence + n, sizeof sentence - n, text, bytes);
        n += strlen(sentence + n);
        uint32_t number;
        if (n == 0 || sentence[n - 1] == '.' || n + 2 >= sizeof sentence ||
            is_empty_line(reading->at) || *reading->at == '(' ||
            is_start_of_moves(reading->at, &number)) {
            break;
        }
        sentence[n++] = ' ';
        sentence[n] = '\0';
        reading->at = skip_blanks(reading->at);
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
    if (!is_empty_line(reading->at)) {
        return true;
    }
    while (*reading->at != '\0' && is_empty_line(reading->at)) {
        next_line(reading);
    }
    uint32_t number = 0;
    if (is_start_of_moves(reading->at, &number) && number > reading->number) {
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
        reading->at = skip(reading->at, ";,");
        struct kauri_record next;
        if (*reading->at == '\0' || read_header(reading->at, &next)) {
            break;
        }
        if (*reading->at == '\n') {
            if (!goes_on(reading)) {
                break;
            }
        } else if (is_move(reading->at)) {
            KAURI_TRY(read_moves(reading));
        } else if (dash_size(reading->at) > 0) {
            reading->at += dash_size(reading->at);
            KAURI_TRY(read_result(reading));
            break;
        } else if (!read_number(&reading->at, &reading->number)) {
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
    const char *at = skip_blanks(reading->at);
    if (strncmp(at, word, strlen(word)) != 0) {
        return NULL;
    }
    at += strlen(word);
    return blank_size(at) > 0 ? skip_blanks(at) : NULL;
}

// Without a header, a number must follow: "Position in the middle game" is prose.
static bool begins_start(const struct reading *reading)
{
    const char *text = start_text(reading);
    return text != NULL && (reading->record->line != 0 || is_digit(*text));
}

// Reads "Position 7,0,...": where the game starts.
static enum kauri_status read_start(struct reading *reading)
{
    char text[KAURI_POSITION_TEXT_BYTES];
    const char *position = start_text(reading);
    struct kauri_error reason = {KAURI_OK, ""};
    kauri_record_copy(text, sizeof text, position, trimmed_size(position));
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
        reading->at += line_size(reading->at);
    } while (*reading->at != '\0' && goes_on(reading) && !read_header(reading->at, &next));
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
    const char *at = skip_blanks(reading->at);
    return is_start_of_moves(at, &reading->number) ||
           (expected && read_number(&at, &reading->number));
}

// Handles a line that is not part of a game's moves. A header or start position is used only if
// nothing but empty lines separates it from the moves.
static void take_line(struct reading *reading)
{
    if (begins_start(reading)) {
        take_start(reading);
    } else if (!is_empty_line(reading->at)) {
        kauri_record_init(reading->record);
        if (read_header(reading->at, reading->record)) {
            reading->record->line = reading->line;
        } else if (!read_name_line(reading->at, reading->record)) {
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
