#include "waurie/waurie_record.h"

#include "common/memory.h"
#include "common/unicode.h"
#include "waurie/remark.h"

#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------ signs

struct waurie_record_reader waurie_record_begin(const char *text,
                                                const struct waurie_position *start)
{
    return (struct waurie_record_reader){.text = kauri_plain_begin(text, 1, 1), .start = *start};
}

static bool is_digit(uint32_t sign)
{
    return sign >= '0' && sign <= '9';
}

static bool is_pit(uint32_t sign)
{
    return sign >= '1' && sign <= '9';
}

// Letters of any alphabet; signs such as U+2026 are not.
static bool is_letter(uint32_t sign)
{
    return (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z') ||
           (sign >= 0xc0 && sign < 0x2000);
}

// The letter of a variation, a..z, or 0.
static char variation_letter(uint32_t sign)
{
    return (char)(sign >= 'a' && sign <= 'z'   ? sign
                  : sign >= 'A' && sign <= 'Z' ? sign - 'A' + 'a'
                                               : 0);
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

static bool is_end_of_word(uint32_t sign)
{
    return sign == ' ' || sign == '\n' || sign == 0;
}

static void skip_blanks(struct kauri_plain *reader)
{
    while (reader->sign == ' ') {
        kauri_plain_next(reader);
    }
}

// The next sign after blanks, and after one end of a line if `lines` is set.
static struct kauri_plain after_blanks(struct kauri_plain reader, bool lines)
{
    skip_blanks(&reader);
    if (lines && reader.sign == '\n') {
        kauri_plain_next(&reader);
        skip_blanks(&reader);
    }
    return reader;
}

// Skips what is left of a line that cannot be read, up to an empty line or a bracket, which begins
// a variation.
static void skip_broken(struct kauri_plain *reader)
{
    do {
        *reader = after_blanks(kauri_plain_line_end(*reader), true);
    } while (reader->sign != '\n' && reader->sign != 0 && reader->sign != '(');
}

static enum kauri_status fail_at(const struct kauri_plain *at, const char *what,
                                 struct kauri_error *error)
{
    char quoted[60];
    struct kauri_plain end = *at;
    while (!is_end_of_word(end.sign)) {
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

// ------------------------------------------------------------------------------------------ moves

// What the next word looks like, if it consists of pits, signs and separators only.
struct move_word {
    bool is_one;
    bool has_sign; // a slash or a mark
    unsigned separators;
};

static struct move_word look_at_word(struct kauri_plain reader)
{
    struct move_word word = {.is_one = false};
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
        if (is_end_of_word(reader.sign)) {
            break;
        }
    }
    while (reader.sign == ')' || is_punctuation(reader.sign)) {
        kauri_plain_next(&reader);
    }
    word.is_one = is_end_of_word(reader.sign);
    return word;
}

static enum kauri_status add_sowing(struct waurie_written_line *written,
                                    const struct waurie_written_sowing *sowing,
                                    struct kauri_error *error)
{
    struct waurie_written_sowing *sowings =
        kauri_array_grow(written->sowings, written->count, &written->room, sizeof *sowings);
    if (sowings == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for a line of %zu sowings",
                          written->count + 1);
    }
    written->sowings = sowings;
    sowings[written->count++] = *sowing;
    return KAURI_OK;
}

// Reads the letter of variations after a sowing, if there is one: a letter by itself.
static char read_letter(struct kauri_plain *reader)
{
    struct kauri_plain end = after_blanks(*reader, true);
    const char letter = variation_letter(end.sign);
    if (letter == 0) {
        return 0;
    }
    const bool new_line = end.at_line != reader->at_line;
    kauri_plain_next(&end);
    if (!is_end_of_word(end.sign) && !is_separator(end.sign)) {
        return 0;
    }
    // The moves go on after it, or the line of text ends; otherwise it is a word.
    const struct kauri_plain after = after_blanks(end, true);
    const bool ends = after.at_line != end.at_line || after.sign == 0 || after.sign == '\n';
    if (!is_separator(after.sign) && (new_line || !ends)) {
        return 0;
    }
    *reader = end;
    return letter;
}

// Skips a line of words. Moves among them are not passed over.
static enum kauri_status skip_words(struct kauri_plain *reader, struct kauri_error *error)
{
    while (reader->sign != '\n' && reader->sign != 0) {
        const struct move_word word = look_at_word(*reader);
        if (word.is_one && word.separators >= 2) {
            return fail_at(reader, "moves after words: put them on a line of their own", error);
        }
        while (!is_end_of_word(reader->sign)) {
            kauri_plain_next(reader);
        }
        skip_blanks(reader);
    }
    return KAURI_OK;
}

// Skips a comment in brackets among the moves. One that no move follows is left for the remark.
static void skip_comment(struct kauri_plain *reader)
{
    struct kauri_plain end = after_blanks(*reader, false);
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
        if (is_separator(after_blanks(after, true).sign)) {
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
    if (!is_number || is_digit(reader->sign)) {
        return fail_at(&begin, "expected the number of a pit, as in 5!/3/6-1", error);
    }
    for (;;) {
        const struct kauri_plain mark = after_blanks(*reader, false);
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

// Whether words can begin here: with punctuation, or a word without a slash. Numbers after commas
// are moves that are not separated as they should be.
static bool is_remark(struct kauri_plain reader)
{
    if (is_punctuation(reader.sign)) {
        const bool bracket = reader.sign == '(' || reader.sign == '[';
        kauri_plain_next(&reader);
        return bracket || !is_digit(after_blanks(reader, false).sign);
    }
    bool slash = is_digit(reader.sign) || is_separator(reader.sign);
    for (; !is_end_of_word(reader.sign); kauri_plain_next(&reader)) {
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
    KAURI_PASS(skip_words(reader, error));
    kauri_plain_copy(begin, reader, written->remark, sizeof written->remark);
    return KAURI_OK;
}

// Reads what separates a sowing from the next one. *more is false if there is no next one; then the
// words after the moves come next.
static enum kauri_status read_separator(struct kauri_plain *reader,
                                        struct waurie_written_line *written, bool *more,
                                        struct kauri_error *error)
{
    const struct kauri_plain separator = after_blanks(*reader, true);
    struct kauri_plain after = separator;
    kauri_plain_next(&after);
    // A hyphen and a blank at the beginning of a line mark an item of a list.
    *more = is_separator(separator.sign) &&
            (separator.at_line == reader->at_line || separator.sign == '/' || after.sign != ' ');
    if (!*more) {
        const struct kauri_plain words = after_blanks(*reader, false);
        if (words.at == reader->at && !is_end_of_word(words.sign) && !is_punctuation(words.sign)) {
            return fail_at(&words, "turns are separated by slashes, sowings of one turn by hyphens",
                           error);
        }
        *reader = words;
        return KAURI_OK;
    }
    unsigned count = 0;
    bool blank = false;
    for (after = separator; is_separator(after.sign); after = after_blanks(after, true)) {
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
    if (is_end_of_word(after.sign)) {
        return fail_at(&separator, "a sowing is missing after it", error);
    }
    written->sowings[written->count - 1].joined = separator.sign == '-';
    *reader = after;
    return KAURI_OK;
}

// Reads moves up to the words after them, and these.
static enum kauri_status read_play(struct kauri_plain *reader, struct waurie_written_line *written,
                                   struct kauri_error *error)
{
    bool more = true;
    while (more) {
        KAURI_PASS(read_sowing(reader, written, error));
        KAURI_PASS(read_separator(reader, written, &more, error));
    }
    return is_end_of_word(reader->sign) ? KAURI_OK : read_remark(reader, written, error);
}

// ------------------------------------------------------------------------------------------ lines

// Goes on after this word, written in capitals or not, if it comes next.
static bool skip_word(struct kauri_plain *reader, const char *word)
{
    struct kauri_plain end = *reader;
    for (; *word != '\0'; word++, kauri_plain_next(&end)) {
        if (variation_letter(end.sign) != *word) {
            return false;
        }
    }
    if (is_letter(end.sign)) {
        return false;
    }
    *reader = end;
    return true;
}

// Reads a line that is a position, with or without the word before it. *is_one is false if it is
// none.
static enum kauri_status read_position(struct waurie_record_reader *reader, bool *is_one,
                                       struct kauri_error *error)
{
    char text[256];
    struct kauri_error fault;
    struct kauri_plain begin = reader->text;
    const bool named = skip_word(&begin, "position");
    skip_blanks(&begin);
    if (named && (begin.sign == ':' || begin.sign == '=')) {
        kauri_plain_next(&begin);
        skip_blanks(&begin);
    }
    const struct kauri_plain end = kauri_plain_line_end(begin);
    kauri_plain_copy(begin, &end, text, sizeof text);
    const bool is_bad = waurie_position_parse(text, &reader->start, &fault) != KAURI_OK;
    // What has the signs of a position is not taken for words or moves.
    const char *slash = strchr(text, '/');
    const char *comma = strchr(text, ',');
    *is_one = !is_bad || (slash != NULL &&
                          (named || (is_digit(begin.sign) && comma != NULL && comma < slash)));
    if (!*is_one) {
        return KAURI_OK;
    }
    reader->start_bad = is_bad;
    reader->text = end;
    return is_bad ? kauri_fail(error, KAURI_BAD_INPUT, "line %u, column %u: %s", begin.at_line,
                               begin.at_column, fault.message)
                  : KAURI_OK;
}

// Where the moves begin after a head with a letter or number, "(a)", "a)", "a:", "a." or "1."; the
// beginning of the line if there is none.
static struct kauri_plain after_label(const struct kauri_plain *line, char *letter)
{
    struct kauri_plain at = *line;
    const bool bracket = at.sign == '(';
    if (bracket) {
        kauri_plain_next(&at);
    }
    *letter = variation_letter(at.sign);
    if (*letter == 0 && !is_digit(at.sign)) {
        return *line;
    }
    do {
        kauri_plain_next(&at);
    } while (*letter == 0 && is_digit(at.sign));
    if (at.sign != ')' && (bracket || (at.sign != ':' && at.sign != '.'))) {
        return *line;
    }
    kauri_plain_next(&at);
    if (at.sign == ':') {
        kauri_plain_next(&at);
    }
    const struct kauri_plain after = after_blanks(at, false);
    return *letter != 0 || after.at != at.at ? after : *line; // not in "1.5"
}

// Where the moves begin after words with a colon; the beginning of the line if there are none.
static struct kauri_plain after_colon(const struct kauri_plain *line)
{
    struct kauri_plain at = *line;
    bool colon = false; // before `at`
    while (at.sign != '\n' && at.sign != 0) {
        const struct move_word word = look_at_word(at);
        if (word.is_one && (word.separators >= 2 || (colon && word.has_sign))) {
            return colon ? at : *line; // other moves are found again by skip_words
        }
        colon = false;
        for (; !is_end_of_word(at.sign) && !colon; kauri_plain_next(&at)) {
            colon = at.sign == ':';
        }
        skip_blanks(&at);
    }
    return *line;
}

// Whether moves begin here: a word that begins with a digit and has a slash, hyphen or mark, or a
// pit before another number, before the name of the winner or at the end. Numbers in words are not.
static bool is_play(struct kauri_plain reader)
{
    if (!is_digit(reader.sign)) {
        return false;
    }
    struct kauri_plain word = reader;
    bool has_sign = false;
    for (; !is_end_of_word(word.sign); kauri_plain_next(&word)) {
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
    struct kauri_plain next = after_blanks(reader, false);
    if (is_digit(next.sign) && (comma || next.at != reader.at)) {
        kauri_plain_next(&next);
        return !is_digit(next.sign);
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

// Goes to the moves if the line is a line of play, and finds the letter of its variation.
static bool find_moves(struct kauri_plain *line, char *letter)
{
    const struct kauri_plain labelled = after_label(line, letter);
    if (is_play(labelled)) {
        *letter = (char)(labelled.at != line->at ? *letter : 0);
        *line = labelled;
        return true;
    }
    *letter = 0;
    if (!is_digit(line->sign)) {
        *line = after_colon(line);
    }
    return is_play(*line);
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
            const enum kauri_status status = read_play(text, written, error);
            if (status != KAURI_OK) {
                skip_broken(text);
            }
            return status;
        }
        const enum kauri_status status = skip_words(text, error);
        *text = kauri_plain_line_end(*text);
        KAURI_PASS(status);
    }
}

void waurie_written_line_clear(struct waurie_written_line *written)
{
    free(written->sowings);
    *written = (struct waurie_written_line){.letter = 0};
}
