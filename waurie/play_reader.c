#include "waurie/play_reader.h"

#include "common/character.h"
#include "common/memory.h"
#include "waurie/remark.h"

#include <stdlib.h>
#include <string.h>

struct kauri_plain waurie_after_blanks(struct kauri_plain text, bool lines)
{
    while (text.sign == ' ') {
        kauri_plain_next(&text);
    }
    if (lines && text.sign == '\n') {
        kauri_plain_next(&text);
        text = waurie_after_blanks(text, false);
    }
    return text;
}

static bool is_pit(uint32_t sign)
{
    return sign >= '1' && sign <= '9';
}

// The marks that a character stands for: "!", "?", or two in one character; NULL for others.
static const char *marks_of(uint32_t sign)
{
    switch (sign) {
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

static bool is_separator(uint32_t sign)
{
    return sign == '/' || sign == '-';
}

static bool is_punctuation(uint32_t sign)
{
    return sign == 0x2026 || (sign != 0 && sign < 0x80 && strchr(".,;:([", (char)sign) != NULL);
}

// Skips what is left of a line that cannot be read, up to an empty line or a bracket, which begins
// a variation.
static void skip_broken(struct kauri_plain *reader)
{
    do {
        *reader = waurie_after_blanks(kauri_plain_line_end(*reader), true);
    } while (reader->sign != '\n' && reader->sign != 0 && reader->sign != '(');
}

static enum kauri_status fail_at(const struct kauri_plain *at, const char *what,
                                 struct kauri_error *error)
{
    char quoted[60];
    struct kauri_plain end = *at;
    while (!waurie_ends_word(end.sign)) {
        kauri_plain_next(&end);
    }
    if (end.at == at->at) {
        return kauri_fail(error, KAURI_BAD_INPUT, "line %u, column %u: %s", at->at_line,
                          at->at_column, what);
    }
    return kauri_fail(error, KAURI_BAD_INPUT, "line %u, column %u: \"%s\": %s", at->at_line,
                      at->at_column,
                      kauri_quote(at->at, (size_t)(end.at - at->at), quoted, sizeof quoted), what);
}

struct waurie_move_word waurie_look_at_word(struct kauri_plain reader)
{
    struct waurie_move_word word = {.is_one = false};
    for (;;) {
        if (!is_pit(reader.sign)) {
            return word;
        }
        kauri_plain_next(&reader);
        for (; marks_of(reader.sign) != NULL; kauri_plain_next(&reader)) {
            word.has_sign = true;
        }
        if (!is_separator(reader.sign)) {
            break;
        }
        word.separators++;
        word.has_sign = word.has_sign || reader.sign == '/';
        kauri_plain_next(&reader);
        if (waurie_ends_word(reader.sign)) {
            break;
        }
    }
    while (reader.sign == ')' || is_punctuation(reader.sign)) {
        kauri_plain_next(&reader);
    }
    word.is_one = waurie_ends_word(reader.sign);
    return word;
}

static enum kauri_status add_sowing(struct waurie_written_line *written,
                                    const struct waurie_written_sowing *sowing,
                                    struct kauri_error *error)
{
    if (!KAURI_FITS(written->sowings, written->count + 1, written->room)) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for a line of %zu sowings",
                          written->count + 1);
    }
    written->sowings[written->count++] = *sowing;
    return KAURI_OK;
}

// Reads the letter of variations after a sowing, if there is one: a letter by itself.
static char read_letter(struct kauri_plain *reader)
{
    struct kauri_plain end = waurie_after_blanks(*reader, true);
    const char letter = waurie_variation_letter(end.sign);
    if (letter == 0) {
        return 0;
    }
    const bool new_line = end.at_line != reader->at_line;
    kauri_plain_next(&end);
    if (!waurie_ends_word(end.sign) && !is_separator(end.sign)) {
        return 0;
    }
    // A letter is one only if moves go on after it or the line of text ends; otherwise it is a
    // word.
    const struct kauri_plain after = waurie_after_blanks(end, true);
    const bool ends = after.at_line != end.at_line || after.sign == 0 || after.sign == '\n';
    if (!is_separator(after.sign) && (new_line || !ends)) {
        return 0;
    }
    *reader = end;
    return letter;
}

enum kauri_status waurie_skip_words(struct kauri_plain *reader, struct kauri_error *error)
{
    while (reader->sign != '\n' && reader->sign != 0) {
        const struct waurie_move_word word = waurie_look_at_word(*reader);
        if (word.is_one && word.separators >= 2) {
            return fail_at(reader, "moves after words: put them on a line of their own", error);
        }
        while (!waurie_ends_word(reader->sign)) {
            kauri_plain_next(reader);
        }
        *reader = waurie_after_blanks(*reader, false);
    }
    return KAURI_OK;
}

// Skips a comment in brackets among the moves. A comment that no move follows is left for the
// remark.
static void skip_comment(struct kauri_plain *reader)
{
    struct kauri_plain end = waurie_after_blanks(*reader, false);
    if (end.sign != '(' && end.sign != '[') {
        return;
    }
    const uint32_t closing = end.sign == '(' ? ')' : ']';
    while (end.sign != closing && end.sign != '\n' && end.sign != 0) {
        kauri_plain_next(&end);
    }
    if (end.sign == closing) {
        kauri_plain_next(&end);
        struct kauri_plain after = end;
        (void)read_letter(&after);
        if (is_separator(waurie_after_blanks(after, true).sign)) {
            *reader = end;
        }
    }
}

// Reads a pit with its marks, and a comment and the letter after it.
static enum kauri_status read_sowing(struct kauri_plain *reader,
                                     struct waurie_written_line *written, struct kauri_error *error)
{
    struct waurie_written_sowing sowing = {
        .pit = (uint8_t)(reader->sign - '0'), .line = reader->at_line, .column = reader->at_column};
    const struct kauri_plain begin = *reader;
    const bool is_number = is_pit(reader->sign);
    kauri_plain_next(reader);
    if (!is_number || waurie_is_digit(reader->sign)) {
        return fail_at(&begin, "expected the number of a pit, as in 5!/3/6-1", error);
    }
    for (;;) {
        const struct kauri_plain mark = waurie_after_blanks(*reader, false);
        const char *marks = marks_of(mark.sign);
        if (marks == NULL) {
            break;
        }
        strncat(sowing.marks, marks, sizeof sowing.marks - 1 - strlen(sowing.marks));
        *reader = mark;
        kauri_plain_next(reader);
    }
    skip_comment(reader);
    sowing.letter = read_letter(reader);
    return add_sowing(written, &sowing, error);
}

// Returns whether words can begin here: with punctuation, "1-0" or "0-1", or a word without a
// slash. Other numbers after commas are moves that are not separated as they should be.
static bool is_remark(struct kauri_plain reader)
{
    if (is_punctuation(reader.sign)) {
        const bool bracket = reader.sign == '(' || reader.sign == '[';
        kauri_plain_next(&reader);
        reader = waurie_after_blanks(reader, false);
        return bracket || !waurie_is_digit(reader.sign) || waurie_is_result_token(reader);
    }
    if (waurie_is_result_token(reader)) {
        return true;
    }
    bool slash = waurie_is_digit(reader.sign) || is_separator(reader.sign);
    for (; !waurie_ends_word(reader.sign); kauri_plain_next(&reader)) {
        slash = slash || reader.sign == '/';
    }
    return !slash;
}

// Reads the words after the moves, if there are any.
static enum kauri_status read_remark(struct kauri_plain *reader,
                                     struct waurie_written_line *written, struct kauri_error *error)
{
    const struct kauri_plain begin = *reader;
    if (!is_remark(begin)) {
        return fail_at(&begin, "turns are separated by slashes, sowings of one turn by hyphens",
                       error);
    }
    KAURI_PASS(waurie_skip_words(reader, error));
    kauri_plain_copy(begin, reader, written->remark, sizeof written->remark);
    return KAURI_OK;
}

// Reads what separates a sowing from the next one. *more is false if there is no next one; then the
// words after the moves come next.
static enum kauri_status read_separator(struct kauri_plain *reader,
                                        struct waurie_written_line *written, bool *more,
                                        struct kauri_error *error)
{
    const struct kauri_plain separator = waurie_after_blanks(*reader, true);
    struct kauri_plain after = separator;
    kauri_plain_next(&after);
    // A hyphen and a blank at the beginning of a line mark an item of a list.
    *more = is_separator(separator.sign) &&
            (separator.at_line == reader->at_line || separator.sign == '/' || after.sign != ' ');
    if (!*more) {
        const struct kauri_plain words = waurie_after_blanks(*reader, false);
        if (words.at == reader->at && !waurie_ends_word(words.sign) &&
            !is_punctuation(words.sign)) {
            return fail_at(&words, "turns are separated by slashes, sowings of one turn by hyphens",
                           error);
        }
        *reader = words;
        return KAURI_OK;
    }
    unsigned count = 0;
    bool blank = false;
    for (after = separator; is_separator(after.sign); after = waurie_after_blanks(after, true)) {
        kauri_plain_next(&after);
        blank = after.sign == ' ';
        count++;
    }
    // A dash may stand before the words, and dots in place of the rest of the line.
    const bool dash = separator.sign == '-' && blank && is_remark(after);
    if (dash || after.sign == '.' || after.sign == 0x2026) {
        *more = false;
        *reader = after;
        return KAURI_OK;
    }
    if (count > 1) {
        return fail_at(&separator, "one slash or hyphen stands between two sowings", error);
    }
    if (waurie_ends_word(after.sign)) {
        return fail_at(&separator, "a sowing is missing after it", error);
    }
    written->sowings[written->count - 1].joined = separator.sign == '-';
    *reader = after;
    return KAURI_OK;
}

// Reads the moves, and the remark that may follow them.
static enum kauri_status read_moves(struct kauri_plain *reader, struct waurie_written_line *written,
                                    struct kauri_error *error)
{
    bool more = true;
    while (more) {
        KAURI_PASS(read_sowing(reader, written, error));
        KAURI_PASS(read_separator(reader, written, &more, error));
    }
    return waurie_ends_word(reader->sign) ? KAURI_OK : read_remark(reader, written, error);
}

enum kauri_status waurie_read_moves(struct kauri_plain *reader, struct waurie_written_line *written,
                                    struct kauri_error *error)
{
    const enum kauri_status status = read_moves(reader, written, error);
    if (status != KAURI_OK) {
        skip_broken(reader);
    }
    return status;
}

bool waurie_moves_begin(struct kauri_plain reader)
{
    if (!waurie_is_digit(reader.sign) || waurie_is_result_token(reader)) {
        return false;
    }
    struct kauri_plain word = reader;
    bool has_sign = false;
    for (; !waurie_ends_word(word.sign); kauri_plain_next(&word)) {
        has_sign = has_sign || is_separator(word.sign) || marks_of(word.sign) != NULL;
    }
    if (has_sign) {
        return true;
    }
    kauri_plain_next(&reader);
    if (read_letter(&reader) != 0) {
        return true;
    }
    const bool comma = reader.sign == ',' || reader.sign == ';';
    if (comma) {
        kauri_plain_next(&reader);
    }
    struct kauri_plain next = waurie_after_blanks(reader, false);
    if (waurie_is_digit(next.sign) && (comma || next.at != reader.at)) {
        kauri_plain_next(&next);
        return !waurie_is_digit(next.sign);
    }
    if (is_separator(next.sign) || marks_of(next.sign) != NULL) {
        return true;
    }
    char words[WAURIE_REMARK_BYTES];
    const struct kauri_plain end = kauri_plain_line_end(next);
    kauri_plain_copy(next, &end, words, sizeof words);
    return !comma &&
           (words[0] == '\0' || waurie_remark_claim(words).winner != WAURIE_CLAIMS_NOBODY);
}

void waurie_written_line_clear(struct waurie_written_line *written)
{
    free(written->sowings);
    *written = (struct waurie_written_line){.letter = 0};
}
