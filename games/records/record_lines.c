#include "games/records/record_lines.h"

#include "common/status.h"
#include "rules/notation.h"

#include <string.h>

static bool is_sign(struct kauri_text *text, size_t i, uint32_t sign)
{
    const struct kauri_token token = kauri_token_at(text, i);
    return kauri_token_is_sign(&token, sign);
}

// ----------------------------------------------------------------------------------------- names

// Returns the token after what stands between two parts, a dash or "vs." between blanks; `i` itself
// if it is none.
static size_t after_divider(struct kauri_text *text, size_t i, size_t part)
{
    const struct kauri_token token = kauri_token_at(text, i);
    const bool versus = part == 0 && (token.roles & KAURI_ROLE_VERSUS) != 0;
    if (part > 1 || !token.spaced || (!versus && token.kind != KAURI_TOKEN_DASH)) {
        return i;
    }
    const size_t end = i + (versus && is_sign(text, i + 1, '.') ? 2 : 1);
    const struct kauri_token next = kauri_token_at(text, end);
    return next.spaced && !kauri_ends_line(&next) ? end : i;
}

// The side that a name says it has, "Bob (North)"; negative if it says none.
static int side_of(struct kauri_text *text, size_t from, size_t to)
{
    int side = -1;
    for (size_t i = from; i + 2 < to; i++) {
        const struct kauri_token word = kauri_token_at(text, i + 1);
        const bool alone = is_sign(text, i, '(') && is_sign(text, i + 2, ')');
        if (alone && (word.roles & KAURI_ROLE_SIDES) != 0) {
            side = (word.roles & KAURI_ROLE_SOUTH) != 0 ? KAURI_SOUTH : KAURI_NORTH;
        }
    }
    return side;
}

// Reads "South - North - date" up to the end of the line. Returns the number of parts.
static size_t read_names(struct kauri_text *text, size_t i, struct kauri_record *record,
                         size_t *date)
{
    char parts[3][KAURI_RECORD_NAME_BYTES] = {""};
    size_t begins[4] = {i};
    size_t part = 0;
    size_t end = i;
    for (struct kauri_token token = kauri_token_at(text, end); !kauri_ends_line(&token);
         token = kauri_token_at(text, end)) {
        const size_t after = after_divider(text, end, part);
        if (after > end) {
            kauri_tokens_copy(text, begins[part], end, parts[part], sizeof parts[part]);
            begins[++part] = after;
        }
        end = after > end ? after : end + 1;
    }
    kauri_tokens_copy(text, begins[part], end, parts[part], sizeof parts[part]);
    begins[part + 1] = end;
    const bool crossed = part > 0 && (side_of(text, begins[0], begins[1]) == KAURI_NORTH ||
                                      side_of(text, begins[1], begins[2]) == KAURI_SOUTH);
    memcpy(record->player[KAURI_SOUTH], parts[crossed ? 1 : 0], KAURI_RECORD_NAME_BYTES);
    memcpy(record->player[KAURI_NORTH], parts[crossed ? 0 : 1], KAURI_RECORD_NAME_BYTES);
    memcpy(record->date, parts[2], KAURI_RECORD_NAME_BYTES);
    *date = part == 2 ? begins[2] : end;
    return part + (parts[part][0] != '\0' ? 1 : 0);
}

bool kauri_header_line(struct kauri_text *text, size_t line, struct kauri_record *record,
                       size_t *date)
{
    const struct kauri_token number = kauri_token_at(text, line + 1);
    if (!is_sign(text, line, '(') || number.kind != KAURI_TOKEN_NUMBER || number.stop ||
        number.spaced || !is_sign(text, line + 2, ')') || number.number > KAURI_RECORD_NUMBER_MAX) {
        return false;
    }
    record->number = number.number;
    (void)read_names(text, line + 3, record, date);
    return true;
}

bool kauri_names_line(struct kauri_text *text, size_t line, struct kauri_record *record,
                      size_t *date)
{
    enum { TOKENS_MAX = 48 };
    char words[KAURI_RECORD_NAME_BYTES + 1];
    const size_t end = kauri_line_end(text, line);
    if (end - line > TOKENS_MAX || kauri_token_at(text, line).kind == KAURI_TOKEN_DASH) {
        return false;
    }
    for (size_t i = line; i < end; i++) { // a time, as in the heading of a chat
        if (kauri_token_at(text, i).kind == KAURI_TOKEN_NUMBER && is_sign(text, i + 1, ':')) {
            return false;
        }
    }
    kauri_tokens_copy(text, line, end, words, sizeof words);
    const size_t bytes = strlen(words);
    // A sentence is no list of names, even if there is a dash in it.
    return bytes > 0 && bytes < KAURI_RECORD_NAME_BYTES &&
           strchr(".:;!?", words[bytes - 1]) == NULL && read_names(text, line, record, date) >= 2;
}

bool kauri_player_line(struct kauri_text *text, size_t line, struct kauri_record *record)
{
    const struct kauri_token side = kauri_token_at(text, line);
    const size_t end = kauri_line_end(text, line);
    if ((side.roles & KAURI_ROLE_SIDES) == 0 || !is_sign(text, line + 1, ':') || end <= line + 2) {
        return false;
    }
    const unsigned who = (side.roles & KAURI_ROLE_SOUTH) != 0 ? KAURI_SOUTH : KAURI_NORTH;
    kauri_tokens_copy(text, line + 2, end, record->player[who], KAURI_RECORD_NAME_BYTES);
    return true;
}

// ------------------------------------------------------------------------------------------ tags

bool kauri_tag_at(struct kauri_text *text, size_t i, struct kauri_tag *tag)
{
    enum { LINE_ENDS_MAX = 1 }; // a line end that an editor put into the value
    const struct kauri_token name = kauri_token_at(text, i + 1);
    unsigned ends = 0;
    if (!is_sign(text, i, '[') || name.kind != KAURI_TOKEN_WORD || !is_sign(text, i + 2, '"')) {
        return false;
    }
    size_t end = i + 3;
    for (;; end++) {
        const struct kauri_token token = kauri_token_at(text, end);
        ends += token.kind == KAURI_TOKEN_LINE ? 1 : 0;
        if (kauri_token_is_sign(&token, '"') || token.kind == KAURI_TOKEN_END || token.empty ||
            ends > LINE_ENDS_MAX) {
            break;
        }
    }
    *tag = (struct kauri_tag){.open = !is_sign(text, end, '"'), .value_from = i + 3};
    if (tag->open) {
        end = kauri_line_end(text, i);
    }
    memcpy(tag->name, name.word, sizeof tag->name);
    tag->value_to = end;
    kauri_tokens_copy(text, i + 3, end, tag->value, sizeof tag->value);
    while (is_sign(text, end, '"') || is_sign(text, end, ']')) {
        end++;
    }
    tag->end = end;
    return true;
}

bool kauri_tag_is_position(const struct kauri_tag *tag)
{
    return strcmp(tag->name, "fen") == 0 || strcmp(tag->name, "position") == 0;
}

// ------------------------------------------------------------------------------ start positions

enum { START_LINE_SIGNS = 400, LETTER = 1 }; // longer lines are prose

// Copies the plain signs of a line, one byte for each: LETTER for letters beyond ASCII, and a
// quotation mark for other signs. Returns false for a line that is too long.
static bool plain_line(struct kauri_text *text, size_t line, char plain[START_LINE_SIGNS])
{
    const struct kauri_token first = kauri_token_at(text, line);
    const struct kauri_token end = kauri_token_at(text, kauri_line_end(text, line));
    if (end.from - first.from >= START_LINE_SIGNS) {
        return false;
    }
    for (size_t i = first.from; i < end.from; i++) {
        const uint32_t sign = text->signs[i].plain;
        plain[i - first.from] = (char)(sign < 0x80                ? sign
                                       : kauri_is_word_sign(sign) ? LETTER
                                                                  : '"');
    }
    size_t bytes = end.from - first.from;
    while (bytes > 0 && plain[bytes - 1] == ' ') {
        bytes--;
    }
    plain[bytes] = '\0';
    return true;
}

// Returns true if a text begins with the side to move, as a word.
static bool is_side(const char *text)
{
    return *text != '\0' && strchr("SNsn", *text) != NULL && (text[1] == '\0' || text[1] == ' ');
}

// Returns true if a text that cannot be read as a position is meant as one: a label and several
// numbers, or two rows, both of several holes, or one of them and with the side to move. Other
// signs may stand between the numbers, as in "5x1".
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
    const size_t south = strspn(row, "0123456789+,\" ");
    if (row[south] == '\0') { // one row of a position in two lines
        const char *comma = strchr(row, ',');
        comma = comma != NULL ? strchr(comma + 1, ',') : NULL;
        return comma != NULL && strchr(row, '+') != NULL;
    }
    const char *other = row + south + 1;
    const size_t north = row[south] == '/' ? strspn(other, "0123456789+,\" ") : 0;
    const int several =
        (memchr(row, ',', south) != NULL ? 1 : 0) + (memchr(other, ',', north) != NULL ? 1 : 0);
    return north > 0 && strchr(digits, *row) != NULL &&
           (several == 2 || (several == 1 && is_side(other + north)));
}

// Returns true if the text has neither letters nor digits.
static bool says_nothing(const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == LETTER || kauri_is_word_sign((unsigned char)*text)) {
            return false;
        }
    }
    return true;
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
static bool says_last(struct kauri_text *text, size_t line)
{
    enum { WORDS_MAX = 6 };
    for (size_t i = line; i < line + WORDS_MAX; i++) {
        const struct kauri_token token = kauri_token_at(text, i);
        if (token.kind != KAURI_TOKEN_WORD || (token.roles & KAURI_ROLE_END) != 0) {
            return token.kind == KAURI_TOKEN_WORD;
        }
    }
    return false;
}

// The place of the line's first position, and the text after it; NULL if there is none.
static const char *find_position(const char *text, struct kauri_position *position,
                                 const char **after)
{
    for (const char *at = text; *at != '\0'; at++) {
        const bool inside = at > text && strchr("0123456789+/,-", at[-1]) != NULL;
        const bool crossed =
            at > text + 1 && at[-1] == '"' && at[-2] >= '0' && at[-2] <= '9'; // 5x1
        const bool begins = *at >= '0' && *at <= '9' && !inside && !crossed;
        // "1/2 N" in prose is no position.
        if (begins && kauri_position_begins(at, position, after) &&
            (position->holes > 1 || (at == text && says_nothing(*after)))) {
            return at;
        }
    }
    return NULL;
}

// Reads "Start: 4 seeds and 1 cowrie in each hole". Returns false for other words.
static bool read_words(struct kauri_text *text, size_t line, struct kauri_start_line *start)
{
    enum { TOKENS_MAX = 24 };
    uint32_t seeds = 0;
    uint32_t cowries = UINT32_MAX;
    uint32_t holes = KAURI_HOLES_MAX;
    bool counted = false;
    bool each = false;
    for (size_t i = line; i < line + TOKENS_MAX; i++) {
        const struct kauri_token number = kauri_token_at(text, i);
        const uint32_t things = kauri_token_at(text, i + 1).roles;
        if (kauri_ends_line(&number)) {
            break;
        }
        each = each || (number.roles & KAURI_ROLE_EACH) != 0;
        if (number.kind == KAURI_TOKEN_NUMBER && (things & KAURI_ROLE_SEEDS) != 0) {
            seeds = number.number;
            counted = true;
        } else if (number.kind == KAURI_TOKEN_NUMBER && (things & KAURI_ROLE_COWRIES) != 0) {
            cowries = number.number;
        }
    }
    if (!counted || !each || cowries == UINT32_MAX) {
        return false;
    }
    start->found = start->alone = true;
    start->broken = 2 * holes * seeds > KAURI_SEEDS_MAX ||
                    2 * holes * cowries > KAURI_COWRIES_MAX || seeds > KAURI_SEEDS_MAX ||
                    cowries > KAURI_COWRIES_MAX;
    if (start->broken) {
        (void)kauri_fail(&start->error, KAURI_BAD_INPUT,
                         "%u seeds and %u cowries in each hole are more than a board has", seeds,
                         cowries);
        return true;
    }
    start->position = kauri_start(holes);
    for (unsigned i = 0; i < 2 * holes; i++) {
        start->position.seeds[i] = (uint8_t)seeds;
        start->position.cowries[i] = (uint8_t)cowries;
    }
    return true;
}

// Sets the tokens of the position that stands at these signs of a line.
static void set_tokens(struct kauri_text *text, size_t line, size_t from, size_t to,
                       struct kauri_start_line *start)
{
    const size_t first = kauri_token_at(text, line).from;
    start->from = line;
    while (kauri_token_at(text, start->from).from < first + from) {
        start->from++;
    }
    start->to = start->from;
    for (struct kauri_token token = kauri_token_at(text, start->to);
         !kauri_ends_line(&token) && token.from < first + to;
         token = kauri_token_at(text, start->to)) {
        start->to++;
    }
}

struct kauri_start_line kauri_start_line(struct kauri_text *text, size_t line, bool expected)
{
    struct kauri_start_line start = {.found = false, .from = line};
    char plain[START_LINE_SIGNS];
    const struct kauri_token first = kauri_token_at(text, line);
    start.to = kauri_line_end(text, line);
    if ((first.roles & KAURI_ROLE_NOTE) != 0 || // "Note on 13. b: ...", which the explorer writes
        kauri_ends_line(&first) || !plain_line(text, line, plain)) {
        return start;
    }
    const bool labelled = (first.roles & KAURI_ROLE_START) != 0;
    const char *words = plain;
    if (labelled) {
        words += strcspn(plain, " :=");
        words += strspn(words, " :=");
    }
    const char *after = NULL;
    const char *at = find_position(words, &start.position, &after);
    const size_t bytes = strlen(plain);
    const bool heading = bytes == 0 || plain[bytes - 1] == ':'; // "Position after 35 moves:"
    if (at != NULL && !has_score(after)) {
        start.found = true;
        start.alone = says_nothing(after);
        start.last = start.alone && says_last(text, line);
        set_tokens(text, line, (size_t)(at - plain), (size_t)(after - plain), &start);
    } else if (at != NULL) {
        start.found = start.alone = start.broken = true;
        (void)kauri_fail(&start.error, KAURI_BAD_INPUT,
                         "the score must follow the side to move, as in \"S 30:18\"");
    } else if (labelled && read_words(text, line, &start)) {
        return start;
    } else if (is_meant(words, labelled) || (labelled && expected && !heading)) {
        char copy[START_LINE_SIGNS];
        kauri_tokens_copy(text, line + (labelled ? 1 : 0), start.to, copy, sizeof copy);
        start.found = start.alone = start.broken = true;
        (void)kauri_position_parse(copy + strspn(copy, " :="), &start.position, &start.error);
    }
    return start;
}

bool kauri_begins_record(struct kauri_text *text, size_t line)
{
    struct kauri_record record;
    struct kauri_tag tag;
    size_t date;
    kauri_record_init(&record);
    return kauri_header_line(text, line, &record, &date) || kauri_tag_at(text, line, &tag);
}
