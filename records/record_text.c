#include "records/record_text.h"

#include "rules/notation.h"

#include <string.h>

size_t kauri_text_blank_bytes(const char *at)
{
    if (*at == ' ' || *at == '\t' || *at == '\r') {
        return 1;
    }
    return strncmp(at, "\xc2\xa0", 2) == 0 ? 2 : 0;
}

bool kauri_text_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || ((unsigned char)c & 0x80) != 0;
}

size_t kauri_text_dash_bytes(const char *at)
{
    if (*at == '-') {
        return 1;
    }
    return strncmp(at, "\xe2\x80\x93", 3) == 0 || strncmp(at, "\xe2\x88\x92", 3) == 0 ? 3 : 0;
}

const char *kauri_text_skip_blanks(const char *at)
{
    return kauri_text_skip(at, "");
}

const char *kauri_text_skip(const char *at, const char *characters)
{
    for (;;) {
        const size_t blank = kauri_text_blank_bytes(at);
        if (blank == 0 && (*at == '\0' || strchr(characters, *at) == NULL)) {
            return at;
        }
        at += blank > 0 ? blank : 1;
    }
}

size_t kauri_text_line_bytes(const char *at)
{
    return strcspn(at, "\n");
}

size_t kauri_text_trimmed_bytes(const char *at)
{
    size_t bytes = kauri_text_line_bytes(at);
    for (;;) {
        if (bytes >= 1 && kauri_text_blank_bytes(at + bytes - 1) == 1) {
            bytes -= 1;
        } else if (bytes >= 2 && kauri_text_blank_bytes(at + bytes - 2) == 2) {
            bytes -= 2;
        } else {
            return bytes;
        }
    }
}

bool kauri_text_is_empty_line(const char *at)
{
    at = kauri_text_skip_blanks(at);
    return *at == '\n' || *at == '\0';
}

bool kauri_text_is_move(const char *at)
{
    enum kauri_side side;
    int hole;
    return kauri_letter_move(*at, &side, &hole) && !kauri_text_is_digit(at[1]) &&
           (!is_letter(at[1]) || kauri_text_dash_bytes(at + 1) > 0 ||
            kauri_text_blank_bytes(at + 1) > 0);
}

bool kauri_text_number(const char **at, uint32_t *number)
{
    const char *c = *at;
    uint32_t value = 0;
    for (; kauri_text_is_digit(*c) && value <= KAURI_RECORD_NUMBER_MAX; c++) {
        value = 10 * value + (uint32_t)(*c - '0');
    }
    if (c == *at || *c != '.' || value == 0 || value > KAURI_RECORD_NUMBER_MAX) {
        return false;
    }
    *at = c + 1;
    *number = value;
    return true;
}

bool kauri_text_begins_moves(const char *at, uint32_t *number)
{
    at = kauri_text_skip_blanks(at);
    if (!kauri_text_number(&at, number)) {
        return false;
    }
    at = kauri_text_skip_blanks(at);
    if (!kauri_text_is_move(at)) {
        return false;
    }
    at = kauri_text_skip_blanks(at + 1);
    uint32_t next;
    return strchr("\n;(!?", *at) != NULL || kauri_text_dash_bytes(at) > 0 ||
           kauri_text_is_move(at) || kauri_text_number(&at, &next);
}

// True if the text at `at` can follow a move in a game. Otherwise the letter before it may be a
// word of one letter in a sentence.
static bool follows_move(const char *at)
{
    uint32_t number;
    if (*at == '(') {
        return at[1] == '+' || kauri_text_dash_bytes(at + 1) > 0 ||
               (at[1] >= 'A' && at[1] <= 'Z' && at[2] == ')');
    }
    return strchr("\n;,!?", *at) != NULL || kauri_text_number(&at, &number) ||
           kauri_text_dash_bytes(at) > 0 || kauri_text_is_move(at);
}

bool kauri_text_is_played(const char *at)
{
    return kauri_text_is_move(at) && follows_move(kauri_text_skip_blanks(at + 1));
}

bool kauri_text_joins(const char *at, size_t *bytes)
{
    const char *dash = kauri_text_skip_blanks(at);
    const size_t dash_bytes = kauri_text_dash_bytes(dash);
    const char *move = kauri_text_skip_blanks(dash + dash_bytes);
    if (*move == '\n') {
        move = kauri_text_skip_blanks(move + 1);
    }
    *bytes = (size_t)(move - at);
    const bool close = dash == at && move == dash + dash_bytes;
    return dash_bytes > 0 && (close ? kauri_text_is_move(move) : kauri_text_is_played(move));
}

const char *kauri_text_move_in_sentence(const char *at, uint32_t number)
{
    const char *end = at + kauri_text_line_bytes(at);
    char before = ';';
    for (const char *c = at; c < end; c++) {
        uint32_t found;
        if ((before == ';' || before == '.') && kauri_text_is_digit(*c) &&
            kauri_text_begins_moves(c, &found) && found > number) {
            return c;
        }
        const size_t blank = kauri_text_blank_bytes(c);
        before = blank > 0 ? before : *c;
        c += blank > 0 ? blank - 1 : 0;
    }
    return NULL;
}

// Bytes of a dash with a blank on either side; 0 if there is none.
static size_t divider_bytes(const char *at)
{
    const size_t before = kauri_text_blank_bytes(at);
    const size_t dash = before > 0 ? kauri_text_dash_bytes(at + before) : 0;
    const size_t after = dash > 0 ? kauri_text_blank_bytes(at + before + dash) : 0;
    return after > 0 ? before + dash + after : 0;
}

// Reads "South - North - date" up to the end of the line. Returns the number of parts that are
// there.
static size_t read_names(const char *at, struct kauri_record *record)
{
    const char *end = at + kauri_text_trimmed_bytes(at);
    char *const fields[] = {record->player[0], record->player[1], record->date};
    size_t count = 0;
    for (; count < 3 && at < end; count++) {
        const char *stop = end;
        const char *next = end;
        for (const char *c = at; count < 2 && c < end; c++) {
            const size_t divider = divider_bytes(c);
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

bool kauri_text_names(const char *at, struct kauri_record *record)
{
    at = kauri_text_skip_blanks(at);
    const size_t bytes = kauri_text_trimmed_bytes(at);
    // A sentence is no list of names, even if there is a dash in it.
    return bytes > 0 && bytes < KAURI_RECORD_NAME_BYTES && strchr(".:;!?", at[bytes - 1]) == NULL &&
           read_names(at, record) >= 2;
}

bool kauri_text_header(const char *at, struct kauri_record *record)
{
    at = kauri_text_skip_blanks(at);
    if (*at != '(' || !kauri_text_is_digit(at[1])) {
        return false;
    }
    uint32_t number = 0;
    for (at++; kauri_text_is_digit(*at) && number <= KAURI_RECORD_NUMBER_MAX; at++) {
        number = 10 * number + (uint32_t)(*at - '0');
    }
    if (*at != ')' || number > KAURI_RECORD_NUMBER_MAX) {
        return false;
    }
    record->number = number;
    at = kauri_text_skip_blanks(at + 1);
    (void)read_names(at, record);
    return true;
}
