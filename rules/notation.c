#include "rules/notation.h"

#include "common/character.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// The grammar of a position, as kauri_position_parse reads it:
//
//     position  ROW "/" ROW blank SIDE [blank SCORE]
//     ROW       HOLE {"," HOLE}             1 to 6 holes, as many in both rows; South's row first
//     HOLE      seeds ["+" cowries]         numbers in decimal; cowries are 0 if they are absent
//     SIDE      "S" | "s" | "N" | "n"       the player to move
//     SCORE     seeds ":" seeds             captured by South and by North; 0:0 if it is absent
//
//     7,0,0,0,0,0+1/0,0,0+2,0+1,0+1,5+7 S 30:18
//
// Blanks may stand between any two of these words and signs, and quotation marks or brackets around
// the whole, a word such as "Position:" before it, and a full stop after it. In a link of the
// explorer, the position is the value of "p"; there, "_" and "+" stand for blanks.
// Characters are read in their plain form: typographic blanks and dashes and full-width digits are
// no different (common/character.h). At most 12 cowries and, with the score, 60 seeds are allowed.

// The state of reading a position.
struct parser {
    const char *text; // the whole text, for messages
    const char *at;
    const char *next; // place after the character at `at`
    uint32_t sign;    // plain form of the character; 0 at the end
    bool spaced;      // blanks precede the character
    bool side_read;   // the rows and the side have been read
    bool whole;       // nothing but quotation marks may follow the position
    struct kauri_error *error;
};

static enum kauri_status fail(const struct parser *parser, const char *what)
{
    char quoted[84];
    return kauri_fail(parser->error, KAURI_BAD_INPUT, "position \"%s\": %s",
                      kauri_quote(parser->text, strlen(parser->text), quoted, sizeof quoted), what);
}

// The value of a hexadecimal digit, or -1.
static int hex_digit(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
                                  : -1;
}

// Goes to the next character that counts.
static void advance(struct parser *parser)
{
    parser->spaced = false;
    do {
        const unsigned char first = (unsigned char)*parser->next;
        parser->at = parser->next;
        if (parser->whole && first == '%' && hex_digit(parser->next[1]) >= 0 &&
            hex_digit(parser->next[2]) >= 0) { // as in a link
            parser->sign = (uint32_t)(16 * hex_digit(parser->next[1]) + hex_digit(parser->next[2]));
            parser->next += 3;
            return;
        }
        if (first >= ' ' && first < 0x7f) { // most characters are ASCII
            parser->sign = first;
            parser->next++;
            return;
        }
        const struct kauri_character character = kauri_character_at(parser->at);
        parser->sign = kauri_plain_form(kauri_character_meant(character));
        parser->next += character.bytes;
    } while (parser->sign == KAURI_PLAIN_NOTHING && parser->next != parser->at);
}

static bool is_blank(uint32_t sign)
{
    return sign == ' ' || sign == '\n' || sign == '_';
}

static bool is_digit(uint32_t sign)
{
    return sign >= '0' && sign <= '9';
}

static void skip_blanks(struct parser *parser)
{
    while (is_blank(parser->sign)) {
        advance(parser);
        parser->spaced = true;
    }
}

// Reads the sign if it comes next, and blanks around it.
static bool accept(struct parser *parser, uint32_t sign)
{
    skip_blanks(parser);
    if (parser->sign != sign) {
        return false;
    }
    advance(parser);
    skip_blanks(parser);
    return true;
}

// Reads a "+" that stands for a blank in a link, next to the side: not before a number of cowries.
static void skip_plus(struct parser *parser)
{
    struct parser after = *parser;
    if (parser->sign == '+') {
        advance(&after);
        if (parser->side_read ||
            (after.sign != 0 && after.sign < 0x80 && strchr("SsNn", (int)after.sign) != NULL)) {
            *parser = after;
            parser->spaced = true;
        }
    }
}

// The place of a number: in a hole, or in the score if `hole` is negative.
struct field {
    enum kauri_side side;
    int hole;
};

// Writes the name of a field for messages, such as "South's hole c".
static const char *field_name(struct field field, char name[32])
{
    if (field.hole < 0) {
        return "the score";
    }
    (void)snprintf(name, 32, "%s's hole %c", kauri_side_name(field.side),
                   kauri_move_letter(field.side, field.hole));
    return name;
}

// Reads a number from 0 to `maximum` of `things`.
static enum kauri_status read_number(struct parser *parser, struct field field, const char *things,
                                     unsigned maximum, uint8_t *number)
{
    char what[128];
    char name[32];
    if (!is_digit(parser->sign)) {
        const bool negative = accept(parser, '-') && is_digit(parser->sign);
        (void)snprintf(what, sizeof what, "%s: a %snumber of %s%s", field_name(field, name),
                       negative ? "negative " : "", things, negative ? "" : " is missing");
        return fail(parser, what);
    }
    unsigned value = 0;
    for (; is_digit(parser->sign); advance(parser)) {
        value = 10 * value + (parser->sign - '0');
        if (value > maximum) {
            (void)snprintf(what, sizeof what, "%s: more than %u %s", field_name(field, name),
                           maximum, things);
            return fail(parser, what);
        }
    }
    *number = (uint8_t)value;
    return KAURI_OK;
}

// Reads a row into the arrays (room for KAURI_HOLES_MAX holes) and counts its holes.
static enum kauri_status read_row(struct parser *parser, enum kauri_side side, uint8_t *seeds,
                                  uint8_t *cowries, unsigned *holes)
{
    *holes = 0;
    for (;;) {
        if (*holes == KAURI_HOLES_MAX) {
            char what[64];
            (void)snprintf(what, sizeof what, "%s's row has more than %d holes",
                           kauri_side_name(side), KAURI_HOLES_MAX);
            return fail(parser, what);
        }
        const struct field field = {side, (int)*holes};
        KAURI_PASS(read_number(parser, field, "seeds", KAURI_SEEDS_MAX, &seeds[*holes]));
        cowries[*holes] = 0;
        skip_plus(parser);
        if (accept(parser, '+')) {
            KAURI_PASS(read_number(parser, field, "cowries", KAURI_COWRIES_MAX, &cowries[*holes]));
        }
        ++*holes;
        if (!accept(parser, ',')) {
            return KAURI_OK;
        }
    }
}

static enum kauri_status read_board(struct parser *parser, struct kauri_position *position)
{
    uint8_t seeds[2][KAURI_HOLES_MAX];
    uint8_t cowries[2][KAURI_HOLES_MAX];
    unsigned holes[2];
    KAURI_PASS(read_row(parser, KAURI_SOUTH, seeds[0], cowries[0], &holes[0]));
    if (!accept(parser, '/')) {
        return fail(parser, "South's row must end with '/', its holes are separated by ','");
    }
    KAURI_PASS(read_row(parser, KAURI_NORTH, seeds[1], cowries[1], &holes[1]));
    if (parser->sign != 0 && !parser->spaced) {
        return fail(parser, "North's row must end with a space, its holes are separated by ','");
    }
    if (holes[0] != holes[1]) {
        char what[80];
        (void)snprintf(what, sizeof what, "South's row has %u holes, North's %u", holes[0],
                       holes[1]);
        return fail(parser, what);
    }
    position->holes = (uint8_t)holes[0];
    for (size_t side = 0; side < 2; side++) {
        memcpy(position->seeds + side * holes[0], seeds[side], holes[0]);
        memcpy(position->cowries + side * holes[0], cowries[side], holes[0]);
    }
    return KAURI_OK;
}

static enum kauri_status read_score(struct parser *parser, struct kauri_position *position)
{
    const struct field field = {KAURI_SOUTH, -1};
    KAURI_PASS(read_number(parser, field, "seeds", KAURI_SEEDS_MAX, &position->score[0]));
    if (!accept(parser, ':')) {
        return fail(parser, "the score must be South:North, as 30:18");
    }
    return read_number(parser, field, "seeds", KAURI_SEEDS_MAX, &position->score[1]);
}

static bool is_letter(uint32_t sign)
{
    return (sign >= 'a' && sign <= 'z') || (sign >= 'A' && sign <= 'Z') ||
           (sign >= 0xc0 && sign < 0x2000);
}

static enum kauri_status read_side(struct parser *parser, struct kauri_position *position)
{
    skip_blanks(parser);
    const bool south = parser->sign == 'S' || parser->sign == 's';
    const bool north = parser->sign == 'N' || parser->sign == 'n';
    struct parser end = *parser;
    advance(&end);
    if ((!south && !north) || is_digit(end.sign) || is_letter(end.sign)) {
        return fail(parser, "the side to move must be S or N");
    }
    position->side = south ? KAURI_SOUTH : KAURI_NORTH;
    *parser = end;
    parser->side_read = true;
    skip_plus(parser);
    return KAURI_OK;
}

static bool is_quote(uint32_t sign)
{
    return sign == '"' || sign == '\'' || sign == '`' || sign == 0xab || sign == 0xbb ||
           (sign >= 0x2018 && sign <= 0x201f);
}

// Returns true for what may stand around a position: quotation marks and brackets, and after it a
// full stop, or the next part of a link.
static bool is_around(const struct parser *parser, bool after)
{
    const uint32_t sign = parser->sign;
    return is_quote(sign) || (!after && (sign == '(' || sign == '[')) ||
           (after && (sign == ')' || sign == ']' || sign == '.' || sign == ';'));
}

// Skips blanks and what stands around a position.
static void skip_quotes(struct parser *parser, bool after)
{
    while (is_blank(parser->sign) || is_around(parser, after)) {
        advance(parser);
    }
}

// Reads a position, and blanks after it.
static enum kauri_status read_position(struct parser *parser, struct kauri_position *position)
{
    KAURI_PASS(read_board(parser, position));
    KAURI_PASS(read_side(parser, position));
    skip_blanks(parser);
    const bool more = parser->whole && parser->sign != 0 && !is_around(parser, true);
    if (more || is_digit(parser->sign)) {
        KAURI_PASS(read_score(parser, position));
        skip_blanks(parser);
    }
    if (kauri_cowries(position) > KAURI_COWRIES_MAX) {
        return fail(parser, "more than 12 cowries on the board");
    }
    if (kauri_seeds(position) + position->score[0] + position->score[1] > KAURI_SEEDS_MAX) {
        return fail(parser, "more than 60 seeds on the board and in the stores");
    }
    return KAURI_OK;
}

static struct parser begin(const char *text, bool whole, struct kauri_error *error)
{
    struct parser parser = {.text = text, .at = text, .next = text, .whole = whole, .error = error};
    advance(&parser);
    return parser;
}

static bool has_slash(struct parser parser)
{
    if (strchr(parser.at, '/') != NULL) {
        return true;
    }
    while (parser.sign != 0 && parser.sign != '/') {
        advance(&parser);
    }
    return parser.sign != 0;
}

// The place in a text after a word such as "Position:", or after "p=" in a link.
static const char *after_label(const char *text)
{
    const char *link = strstr(text, "p=");
    if (link != NULL && (link == text || strchr("#?&", link[-1]) != NULL)) {
        return link + 2;
    }
    const char *word = text + strspn(text, " \t\"'*");
    const char *end = word;
    while ((*end >= 'a' && *end <= 'z') || (*end >= 'A' && *end <= 'Z')) {
        end++;
    }
    const char *after = end + strspn(end, " \t:=*");
    return end > word + 1 && after > end && (is_digit((unsigned char)*after) || *after == '"')
               ? after
               : text;
}

enum kauri_status kauri_position_parse(const char *text, struct kauri_position *position,
                                       struct kauri_error *error)
{
    struct parser parser = begin(after_label(text), true, error);
    struct kauri_position read = {.holes = 0};
    parser.text = text;
    skip_quotes(&parser, false);
    if (!has_slash(parser)) { // no position, or only a part of one
        return fail(&parser, "expected SOUTH/NORTH SIDE SCORE, such as '1,0+2/0,3 S 4:2'");
    }
    KAURI_PASS(read_position(&parser, &read));
    skip_quotes(&parser, true);
    if (parser.sign != 0 && !(parser.at > text && parser.sign == '&')) {
        return fail(&parser, "something follows the end");
    }
    *position = read;
    return KAURI_OK;
}

bool kauri_position_begins(const char *text, struct kauri_position *position, const char **end)
{
    struct parser parser = begin(text, false, NULL);
    struct kauri_position read = {.holes = 0};
    if (read_position(&parser, &read) != KAURI_OK) {
        return false;
    }
    *position = read;
    *end = parser.at;
    return true;
}

// Writes a number in decimal and returns the end. Positions are written by the million (kauri
// probe), and printf would take most of the time.
static char *put_number(char *to, unsigned number)
{
    if (number >= 100) {
        *to++ = (char)('0' + number / 100);
    }
    if (number >= 10) {
        *to++ = (char)('0' + number / 10 % 10);
    }
    *to++ = (char)('0' + number % 10);
    return to;
}

const char *kauri_position_format(const struct kauri_position *position,
                                  char text[KAURI_POSITION_TEXT_BYTES])
{
    char *to = text;
    for (unsigned i = 0; i < 2U * position->holes; i++) {
        if (i > 0) {
            *to++ = i == position->holes ? '/' : ',';
        }
        to = put_number(to, position->seeds[i]);
        if (position->cowries[i] > 0) {
            *to++ = '+';
            to = put_number(to, position->cowries[i]);
        }
    }
    *to++ = ' ';
    *to++ = position->side == KAURI_SOUTH ? 'S' : 'N';
    *to++ = ' ';
    to = put_number(to, position->score[0]);
    *to++ = ':';
    to = put_number(to, position->score[1]);
    *to = '\0';
    return text;
}

char kauri_move_letter(enum kauri_side side, int hole)
{
    if (hole < 0 || hole >= KAURI_HOLES_MAX) {
        return '-';
    }
    return (char)((side == KAURI_SOUTH ? 'a' : 'A') + hole);
}

bool kauri_letter_move(char letter, enum kauri_side *side, int *hole)
{
    const bool south = letter >= 'a' && letter < 'a' + KAURI_HOLES_MAX;
    const bool north = letter >= 'A' && letter < 'A' + KAURI_HOLES_MAX;
    if (south || north) {
        *side = south ? KAURI_SOUTH : KAURI_NORTH;
        *hole = letter - (south ? 'a' : 'A');
    }
    return south || north;
}

const char *kauri_side_name(unsigned side)
{
    return side == KAURI_SOUTH ? "South" : "North";
}

const char *kauri_capture_format(struct kauri_capture captured, char text[KAURI_CAPTURE_TEXT_BYTES])
{
    char *to = text;
    if (captured.own > 0 || captured.opponent > 0) {
        *to++ = '(';
        if (captured.own > 0) {
            *to++ = '+';
            to = put_number(to, captured.own);
        }
        if (captured.own > 0 && captured.opponent > 0) {
            *to++ = ';';
        }
        if (captured.opponent > 0) {
            *to++ = '-';
            to = put_number(to, captured.opponent);
        }
        *to++ = ')';
    }
    *to = '\0';
    return text;
}
