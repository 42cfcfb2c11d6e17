#include "waurie/waurie_record.h"

struct waurie_record_reader waurie_record_begin(const char *text,
                                                const struct waurie_position *start)
{
    return (struct waurie_record_reader){.text = kauri_plain_begin(text, 1, 1), .start = *start};
}

// Skips a certain word, in capital or small letters, if it comes next.
static bool skip_word(struct kauri_plain *reader, const char *word)
{
    struct kauri_plain end = *reader;
    for (; *word != '\0'; word++, kauri_plain_next(&end)) {
        if (waurie_variation_letter(end.sign) != *word) {
            return false;
        }
    }
    if (waurie_is_letter(end.sign)) {
        return false;
    }
    *reader = end;
    return true;
}

// Returns whether a position seems to begin here: numbers and commas up to a slash.
static bool is_row(struct kauri_plain text)
{
    enum { ROW_SIGNS_MAX = 100 };
    bool comma = false;
    for (unsigned i = 0; i < ROW_SIGNS_MAX; i++, kauri_plain_next(&text)) {
        if (text.sign == '/') {
            return comma;
        }
        if (!waurie_is_digit(text.sign) && text.sign != ',' && text.sign != ' ') {
            return false;
        }
        comma = comma || text.sign == ',';
    }
    return false;
}

// Goes to the position in a line: at its beginning, after the word "position", or after any words.
// Returns whether there is one to be read. *row says whether the text seems to be a position.
static bool find_position(struct kauri_plain *line, bool *row)
{
    struct kauri_plain at = *line;
    const bool named = skip_word(&at, "position");
    at = waurie_after_blanks(at, false);
    if (named && (at.sign == ':' || at.sign == '=')) {
        kauri_plain_next(&at);
        at = waurie_after_blanks(at, false);
    }
    if (named || waurie_is_digit(line->sign)) {
        *row = is_row(at);
        *line = at;
        if (*row || !named) {
            return true;
        }
    }
    for (; at.sign != '\n' && at.sign != 0; kauri_plain_next(&at)) {
        const bool begins = !waurie_is_digit(at.before) && at.before != ',' && at.before != '/';
        if (waurie_is_digit(at.sign) && begins && is_row(at)) {
            *row = true;
            *line = at;
            return true;
        }
    }
    return named;
}

// Reads the position of a line that has one. *is_one is false if it has none. A text with the signs
// of a position is not taken for words or moves.
static enum kauri_status read_position(struct waurie_record_reader *reader, bool *is_one,
                                       struct kauri_error *error)
{
    char text[256];
    struct kauri_error fault;
    struct kauri_plain begin = reader->text;
    bool row = false;
    *is_one = false;
    if (!find_position(&begin, &row)) {
        return KAURI_OK;
    }
    const struct kauri_plain end = kauri_plain_line_end(begin);
    kauri_plain_copy(begin, &end, text, sizeof text);
    const bool is_bad = waurie_position_parse(text, &reader->start, &fault) != KAURI_OK;
    *is_one = !is_bad || row;
    if (!*is_one) {
        return KAURI_OK;
    }
    reader->start_bad = is_bad;
    reader->text = end;
    return is_bad ? kauri_fail(error, KAURI_BAD_INPUT, "line %u, column %u: %s", begin.at_line,
                               begin.at_column, fault.message)
                  : KAURI_OK;
}

// Finds where the moves begin after a head with a letter or number, "(a)", "a)", "a:", "a." or
// "1."; the beginning of the line if there is none.
static struct kauri_plain after_label(const struct kauri_plain *line, char *letter)
{
    struct kauri_plain at = *line;
    const bool bracket = at.sign == '(';
    if (bracket) {
        kauri_plain_next(&at);
    }
    *letter = waurie_variation_letter(at.sign);
    if (*letter == 0 && !waurie_is_digit(at.sign)) {
        return *line;
    }
    do {
        kauri_plain_next(&at);
    } while (*letter == 0 && waurie_is_digit(at.sign));
    if (at.sign != ')' && (bracket || (at.sign != ':' && at.sign != '.'))) {
        return *line;
    }
    kauri_plain_next(&at);
    if (at.sign == ':') {
        kauri_plain_next(&at);
    }
    const struct kauri_plain after = waurie_after_blanks(at, false);
    return *letter != 0 || after.at != at.at ? after : *line; // but not in "1.5"
}

// Finds where the moves begin after words with a colon; the beginning of the line if there are
// none.
static struct kauri_plain after_colon(const struct kauri_plain *line)
{
    struct kauri_plain at = *line;
    bool colon = false; // a colon stands before `at`
    while (at.sign != '\n' && at.sign != 0) {
        const struct waurie_move_word word = waurie_look_at_word(at);
        if (word.is_one && (word.separators >= 2 || (colon && word.has_sign))) {
            return colon ? at : *line; // skip_words finds other moves again
        }
        colon = false;
        for (; !waurie_ends_word(at.sign) && !colon; kauri_plain_next(&at)) {
            colon = at.sign == ':';
        }
        at = waurie_after_blanks(at, false);
    }
    return *line;
}

// Goes to the moves if the line is a line of play, and finds the letter of its variation.
static bool find_moves(struct kauri_plain *line, char *letter)
{
    const struct kauri_plain labelled = after_label(line, letter);
    if (waurie_moves_begin(labelled)) {
        *letter = (char)(labelled.at != line->at ? *letter : 0);
        *line = labelled;
        return true;
    }
    *letter = 0;
    if (!waurie_is_digit(line->sign)) {
        *line = after_colon(line);
    }
    return waurie_moves_begin(*line);
}

// Skips blanks, empty lines, and hyphens before the items of a list.
static void skip_to_text(struct kauri_plain *reader)
{
    while (reader->sign == ' ' || reader->sign == '\n' || reader->sign == '-') {
        kauri_plain_next(reader);
    }
}

enum kauri_status waurie_record_next(struct waurie_record_reader *reader,
                                     struct waurie_written_line *written, bool *found,
                                     struct kauri_error *error)
{
    struct kauri_plain *text = &reader->text;
    *written = (struct waurie_written_line){.letter = 0};
    for (;;) {
        bool is_position = false;
        skip_to_text(text);
        *found = text->sign != 0;
        if (!*found) {
            return KAURI_OK;
        }
        written->line = text->at_line;
        written->column = text->at_column;
        KAURI_PASS(read_position(reader, &is_position, error));
        if (is_position) {
            continue;
        }
        if (find_moves(text, &written->letter)) {
            return waurie_read_moves(text, written, error);
        }
        const enum kauri_status status = waurie_skip_words(text, error);
        *text = kauri_plain_line_end(*text);
        KAURI_PASS(status);
    }
}
