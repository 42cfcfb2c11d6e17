#include "queries/answers/fitted_text.h"

#include <stdbool.h>
#include <string.h>

enum { HANG = 2 }; // columns by which the rest of a broken line is indented further

// Columns of `bytes` bytes in UTF-8, without escape sequences, which end with a letter.
static int width_of(const char *text, size_t bytes)
{
    int width = 0;
    bool escape = false;
    for (size_t i = 0; i < bytes; i++) {
        const unsigned char c = (unsigned char)text[i];
        if (escape) {
            escape = !((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
        } else if (c == '\033') {
            escape = true;
        } else {
            width += (c & 0xc0) != 0x80;
        }
    }
    return width;
}

// Returns whether no line of `text` is wider than `columns`.
static bool fits(const char *text, int columns)
{
    bool fit = true;
    while (columns != 0 && *text != '\0') {
        const size_t length = strcspn(text, "\n");
        fit = fit && width_of(text, length) <= columns;
        text += length;
        text += *text == '\n';
    }
    return fit;
}

// Bytes of the word at `text`: up to the next blank, but a position goes on with its side and
// score, "7,0/0+2,1 S 30:18".
static size_t word_bytes(const char *text)
{
    static const char *const digits = "0123456789";
    size_t bytes = strspn(text, "0123456789+,/");
    if (memchr(text, '/', bytes) != NULL && text[bytes] == ' ' &&
        (text[bytes + 1] == 'S' || text[bytes + 1] == 'N')) {
        bytes += 2;
        const char *score = text + bytes + 1;
        if (text[bytes] == ' ' && strspn(score, digits) > 0 &&
            score[strspn(score, digits)] == ':') {
            bytes++;
        }
    }
    return bytes + strcspn(text + bytes, " \n");
}

// The indentation of a word on a new line: less than `indent` if there is no room for it there.
static int place_of(int width, int indent, int columns)
{
    if (indent + width <= columns) {
        return indent;
    }
    return width < columns ? columns - width : 0;
}

static void add_blanks(struct kauri_string *out, int count)
{
    kauri_string_add_right(out, "", (size_t)(count > 0 ? count : 0));
}

// Appends a word, and a blank for each tab in it.
static void add_word(struct kauri_string *out, const char *word, size_t bytes)
{
    char *to = kauri_string_extend(out, bytes);
    for (size_t i = 0; to != NULL && i < bytes; i++) {
        to[i] = (char)(word[i] == '\t' ? ' ' : word[i]);
    }
}

// The words end at a newline or at the end of the text.
void kauri_string_add_words(struct kauri_string *out, const char *words, int indent, int used,
                            int columns)
{
    bool first = true;
    words += strspn(words, " ");
    while (*words != '\0' && *words != '\n') {
        const size_t bytes = word_bytes(words);
        const int width = width_of(words, bytes);
        const int place = place_of(width, indent, columns);
        if (columns > 0 && used + (first ? 0 : 1) + width > columns && (!first || used > place)) {
            kauri_string_add_text(out, "\n");
            add_blanks(out, place);
            used = place;
            first = true;
        }
        kauri_string_add_text(out, first ? "" : " ");
        add_word(out, words, bytes);
        used += width + (first ? 0 : 1);
        first = false;
        words += bytes;
        words += strspn(words, " ");
    }
    kauri_string_add_text(out, "\n");
}

// Adds a line that is too wide. Blanks at its beginning are kept; without these, and without a
// label, it continues `hang` columns further in.
static void add_line(struct kauri_string *out, const char *line, size_t length, int hang,
                     int columns)
{
    const size_t lead = strspn(line, " ");
    size_t begin = lead;
    while (begin < length && (line[begin] != ' ' || line[begin + 1] != ' ')) {
        begin++;
    }
    const char *text = line + begin + strspn(line + begin, " ");
    const int label = width_of(line, (size_t)(text - line));
    if (begin < length && text < line + length && label <= columns / 2) {
        kauri_string_add_bytes(out, line, (size_t)(text - line));
        kauri_string_add_words(out, text, label, label, columns);
    } else {
        const int width = width_of(line + lead, word_bytes(line + lead));
        const int place = place_of(width, (int)lead, columns);
        add_blanks(out, place);
        kauri_string_add_words(out, line, lead > 0 ? (int)lead + 2 : hang, place, columns);
    }
}

static void add_lines(struct kauri_string *out, const char *text, int hang, int columns)
{
    while (*text != '\0') {
        const size_t length = strcspn(text, "\n");
        const bool ends = text[length] == '\n';
        if (columns > 0 && width_of(text, length) > columns) {
            add_line(out, text, length, hang, columns);
        } else {
            kauri_string_add_bytes(out, text, length + ends);
        }
        text += length + ends;
    }
}

void kauri_string_fit(struct kauri_string *out, size_t from, int columns)
{
    struct kauri_string fitted = {.bytes = NULL};
    if (out->failed || fits(kauri_string_text(out) + from, columns)) {
        return;
    }
    add_lines(&fitted, kauri_string_text(out) + from, HANG, columns);
    kauri_string_cut(out, from);
    kauri_string_add_text(out, kauri_string_text(&fitted));
    out->failed = out->failed || fitted.failed;
    kauri_string_clear(&fitted);
}

void kauri_string_add_paragraphs(struct kauri_string *out, const char *text, int columns)
{
    add_lines(out, text, 0, columns);
    if (out->length > 0 && out->bytes[out->length - 1] != '\n') {
        kauri_string_add_text(out, "\n");
    }
}
