#include "games/records/record_lines.h"

#include "common/character.h"
#include "common/status.h"
#include "rules/notation.h"

#include <string.h>

enum { START_LINE_BYTES = 400 }; // longer lines are prose

// ----------------------------------------------------------------------------------------- names

// Returns true for a word between two names, such as "vs."; *end is then the place after it.
static bool is_versus(struct kauri_plain text, struct kauri_plain *end)
{
    static const char *const words[] = {"vs", "versus", "gegen", "contra"};
    const struct kauri_token token = kauri_token_at(text);
    for (size_t i = 0; token.kind == KAURI_TOKEN_WORD && i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(token.word, words[i]) == 0) {
            const struct kauri_token stop = kauri_token_after(&token);
            *end = kauri_token_is_sign(&stop, '.') ? stop.to : token.to;
            return end->sign == ' ';
        }
    }
    return false;
}

// Returns true for what stands between two parts, a dash or "vs." between blanks. *end is the place
// after it.
static bool is_divider(struct kauri_plain text, size_t part, struct kauri_plain *end)
{
    if (text.before != ' ') {
        return false;
    }
    if (text.sign != '-') {
        return part == 0 && is_versus(text, end);
    }
    *end = kauri_token_at(text).to;
    return end->sign == ' ';
}

static bool ends_line(struct kauri_plain text)
{
    const enum kauri_token_kind kind = kauri_token_at(text).kind;
    return kind == KAURI_TOKEN_LINE || kind == KAURI_TOKEN_END;
}

// Reads "South - North - date" up to the end of the line. Returns the number of parts.
static size_t read_names(struct kauri_plain text, struct kauri_record *record)
{
    char *const fields[] = {record->player[0], record->player[1], record->date};
    size_t part = 0;
    struct kauri_plain first = text;
    while (text.sign != '\n' && text.sign != 0) {
        struct kauri_plain end;
        if (part < 2 && is_divider(text, part, &end) && !ends_line(end)) {
            kauri_plain_copy(first, &text, fields[part++], KAURI_RECORD_NAME_BYTES);
            text = end;
            first = end;
        } else {
            kauri_plain_next(&text);
        }
    }
    kauri_plain_copy(first, &text, fields[part], KAURI_RECORD_NAME_BYTES);
    return part + (fields[part][0] != '\0' ? 1 : 0);
}

bool kauri_header_line(struct kauri_plain line, struct kauri_record *record)
{
    const struct kauri_token open = kauri_token_at(line);
    const struct kauri_token number = kauri_token_after(&open);
    const struct kauri_token close = kauri_token_after(&number);
    if (!kauri_token_is_sign(&open, '(') || number.kind != KAURI_TOKEN_NUMBER || number.stop ||
        !kauri_token_touches(&number, &open.to) || !kauri_token_is_sign(&close, ')') ||
        number.number > KAURI_RECORD_NUMBER_MAX) {
        return false;
    }
    record->number = number.number;
    (void)read_names(close.to, record);
    return true;
}

bool kauri_names_line(struct kauri_plain line, struct kauri_record *record)
{
    const struct kauri_plain end = kauri_plain_line_end(line);
    char text[KAURI_RECORD_NAME_BYTES + 1];
    kauri_plain_copy(line, &end, text, sizeof text);
    const size_t bytes = strlen(text);
    // A sentence is no list of names, even if there is a dash in it.
    return bytes > 0 && bytes < KAURI_RECORD_NAME_BYTES &&
           strchr(".:;!?", text[bytes - 1]) == NULL &&
           kauri_token_at(line).kind != KAURI_TOKEN_DASH && read_names(line, record) >= 2;
}

bool kauri_tag_line(struct kauri_plain line, struct kauri_tag_line *tag)
{
    const struct kauri_token open = kauri_token_at(line);
    const struct kauri_token name = kauri_token_after(&open);
    const struct kauri_token quote = kauri_token_after(&name);
    if (!kauri_token_is_sign(&open, '[') || name.kind != KAURI_TOKEN_WORD ||
        !kauri_token_is_sign(&quote, '"')) {
        return false;
    }
    struct kauri_plain end = quote.to;
    while (end.sign != '"' && end.sign != '\n' && end.sign != 0) {
        kauri_plain_next(&end);
    }
    memcpy(tag->name, name.word, sizeof tag->name);
    kauri_plain_copy(quote.to, &end, tag->value, sizeof tag->value);
    tag->end = end;
    while (tag->end.sign == '"' || tag->end.sign == ']') {
        kauri_plain_next(&tag->end);
    }
    return end.sign == '"';
}

// ------------------------------------------------------------------------------ start positions

// Returns true for a word that announces a position.
static bool is_label(const struct kauri_token *token)
{
    static const char *const words[] = {"position", "stellung", "anfangsstellung", "startstellung",
                                        "posi??o",  "posicao",  "posici?n",        "fen",
                                        "start",    "setup"};
    for (size_t i = 0; token->kind == KAURI_TOKEN_WORD && i < sizeof words / sizeof words[0]; i++) {
        if (strcmp(token->word, words[i]) == 0) {
            return true;
        }
    }
    return false;
}

// Returns true if a text that cannot be read as a position is meant as one: a label and several
// numbers, or two rows of several holes.
static bool is_meant(const char *text, bool labelled)
{
    static const char digits[] = "0123456789";
    const char *row = text + (labelled ? strcspn(text, digits) : 0);
    if (labelled) {
        size_t separators = 0;
        for (const char *c = row; *c != '\0'; c++) {
            separators += *c == ',' || *c == ';' ? 1 : 0;
        }
        const size_t first = strspn(row, digits);
        return first > 0 && row[first] != '\0' && strchr("+,;/|", row[first]) != NULL &&
               (separators > 2 || (separators > 0 && strpbrk(row, "/|") != NULL));
    }
    const size_t south = strspn(row, "0123456789+, ");
    if (row[south] == '\0') { // one row of a position in two lines
        const char *comma = strchr(row, ',');
        comma = comma != NULL ? strchr(comma + 1, ',') : NULL;
        return comma != NULL && strchr(row, '+') != NULL;
    }
    const size_t north = row[south] == '/' ? strspn(row + south + 1, "0123456789+, ") : 0;
    return north > 0 && memchr(row, ',', south) != NULL &&
           memchr(row + south + 1, ',', north) != NULL && strchr(digits, *row) != NULL;
}

// Returns true if the text has neither letters nor digits.
static bool says_nothing(const char *text)
{
    struct kauri_character character = kauri_character_at(text);
    while (character.bytes > 0 && !kauri_is_word_sign(character.code)) {
        text += character.bytes;
        character = kauri_character_at(text);
    }
    return character.bytes == 0;
}

// Returns true if something like a score stands in the text, "(28:30)".
static bool has_score(const char *text)
{
    const char *colon = strchr(text, ':');
    const char *next = colon != NULL ? colon + 1 + strspn(colon + 1, " ") : NULL;
    while (colon != NULL && colon > text && colon[-1] == ' ') {
        colon--;
    }
    return colon != NULL && colon > text && strchr("0123456789", colon[-1]) != NULL &&
           *next >= '0' && *next <= '9';
}

// Returns true for words such as "Final position:" before a position.
static bool says_last(struct kauri_plain line)
{
    static const char *const words[] = {"final", "end", "endstellung", "schlussstellung", NULL};
    enum { WORDS_MAX = 6 };
    struct kauri_token token = kauri_token_at(line);
    for (unsigned n = 0; n < WORDS_MAX && token.kind == KAURI_TOKEN_WORD; n++) {
        for (size_t i = 0; words[i] != NULL; i++) {
            if (strcmp(token.word, words[i]) == 0) {
                return true;
            }
        }
        token = kauri_token_after(&token);
    }
    return false;
}

// The place of the line's first position, and the text after it; NULL if there is none.
static const char *find_position(const char *text, struct kauri_position *position,
                                 const char **after)
{
    uint32_t before = ' '; // character before this one, in its plain form
    for (const char *at = text; *at != '\0';) {
        const struct kauri_character character = kauri_character_at(at);
        const bool begins = strchr("0123456789", *at) != NULL &&
                            (before >= 0x80 || strchr("0123456789+/,-", (int)before) == NULL);
        // "1/2 N" in prose is no position.
        if (begins && kauri_position_begins(at, position, after) &&
            (position->holes > 1 || (at == text && says_nothing(*after)))) {
            return at;
        }
        before = kauri_plain_form(kauri_character_meant(character));
        at += character.bytes;
    }
    return NULL;
}

struct kauri_start_line kauri_start_line(struct kauri_plain line, bool expected)
{
    struct kauri_start_line start = {.found = false};
    char text[START_LINE_BYTES];
    const struct kauri_plain end = kauri_plain_line_end(line);
    kauri_plain_copy(line, &end, text, sizeof text);
    const struct kauri_token first = kauri_token_at(line);
    const bool labelled = is_label(&first);
    if (first.kind == KAURI_TOKEN_WORD && strcmp(first.word, "note") == 0) {
        return start; // as in "Note on 13. b: ...", which the explorer writes
    }
    const char *words = text + (labelled ? strcspn(text, " :=") : 0);
    words += labelled ? strspn(words, " :=") : 0;
    const char *after = NULL;
    const char *at = find_position(labelled ? words : text, &start.position, &after);
    const size_t bytes = strlen(text);
    const bool heading = bytes == 0 || text[bytes - 1] == ':'; // as in "Position after 35 moves:"
    if (at != NULL && !has_score(after)) {
        start.found = true;
        start.alone = says_nothing(after);
        start.last = start.alone && says_last(line);
    } else if (at != NULL) {
        start.found = start.alone = start.broken = true;
        (void)kauri_fail(&start.error, KAURI_BAD_INPUT,
                         "the score must follow the side to move, as in \"S 30:18\"");
    } else if (is_meant(text, labelled) || (labelled && expected && !heading)) {
        start.found = start.alone = start.broken = true;
        (void)kauri_position_parse(labelled ? words : text, &start.position, &start.error);
    }
    return start;
}

bool kauri_begins_record(struct kauri_plain line)
{
    struct kauri_record record;
    struct kauri_tag_line tag;
    kauri_record_init(&record);
    return kauri_header_line(line, &record) || kauri_tag_line(line, &tag) ||
           kauri_start_line(line, false).alone;
}
