#include "rules/notation.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

// The state of reading a position.
struct parser {
    const char *text; // the whole text, for messages
    const char *at;
    struct kauri_error *error;
};

// Copies the text for a message: cut to fit, on one line, without control characters.
static const char *quote(const char *text, char quoted[84])
{
    size_t n = 0;
    for (; text[n] != '\0' && n < 80; n++) {
        quoted[n] = '?';
        if (text[n] >= ' ' && text[n] <= '~') {
            quoted[n] = text[n];
        }
    }
    (void)snprintf(quoted + n, 84 - n, "%s", text[n] != '\0' ? "..." : "");
    return quoted;
}

static enum kauri_status fail(const struct parser *parser, const char *what)
{
    char quoted[84];
    return kauri_fail(parser->error, KAURI_BAD_INPUT, "position \"%s\": %s",
                      quote(parser->text, quoted), what);
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static void skip_blanks(struct parser *parser)
{
    while (is_blank(*parser->at)) {
        parser->at++;
    }
}

// Where a number is: in a hole, or in the score if `hole` is negative.
struct field {
    enum kauri_side side;
    int hole;
};

// "South's hole c", for messages.
static const char *field_name(struct field field, char name[32])
{
    if (field.hole < 0) {
        return "the score";
    }
    (void)snprintf(name, 32, "%s's hole %c", kauri_side_name(field.side),
                   kauri_move_letter(field.side, field.hole));
    return name;
}

// Reads a number from 0 to `most` of `things`.
static enum kauri_status read_number(struct parser *parser, struct field field, const char *things,
                                     unsigned most, uint8_t *number)
{
    char what[128];
    char name[32];
    if (!is_digit(*parser->at)) {
        if (parser->at[0] == '-' && is_digit(parser->at[1])) {
            (void)snprintf(what, sizeof what, "%s: a negative number of %s",
                           field_name(field, name), things);
        } else {
            (void)snprintf(what, sizeof what, "%s: a number of %s is missing",
                           field_name(field, name), things);
        }
        return fail(parser, what);
    }
    unsigned value = 0;
    for (; is_digit(*parser->at); parser->at++) {
        value = 10 * value + (unsigned)(*parser->at - '0');
        if (value > most) {
            (void)snprintf(what, sizeof what, "%s: more than %u %s", field_name(field, name), most,
                           things);
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
        if (*parser->at == '+') {
            parser->at++;
            KAURI_PASS(read_number(parser, field, "cowries", KAURI_COWRIES_MAX, &cowries[*holes]));
        }
        ++*holes;
        if (*parser->at != ',') {
            break;
        }
        parser->at++;
    }
    return KAURI_OK;
}

static enum kauri_status read_board(struct parser *parser, struct kauri_position *position)
{
    uint8_t seeds[2][KAURI_HOLES_MAX];
    uint8_t cowries[2][KAURI_HOLES_MAX];
    unsigned holes[2];
    KAURI_PASS(read_row(parser, KAURI_SOUTH, seeds[0], cowries[0], &holes[0]));
    if (*parser->at != '/') {
        return fail(parser, "South's row must end with '/', its holes are separated by ','");
    }
    parser->at++;
    KAURI_PASS(read_row(parser, KAURI_NORTH, seeds[1], cowries[1], &holes[1]));
    if (*parser->at != '\0' && !is_blank(*parser->at)) {
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
    if (*parser->at != ':') {
        return fail(parser, "the score must be South:North, as 30:18");
    }
    parser->at++;
    return read_number(parser, field, "seeds", KAURI_SEEDS_MAX, &position->score[1]);
}

enum kauri_status kauri_position_parse(const char *text, struct kauri_position *position,
                                       struct kauri_error *error)
{
    struct parser parser = {text, text, error};
    *position = (struct kauri_position){0};
    skip_blanks(&parser);
    if (strchr(parser.at, '/') == NULL) { // not a position, or a part of one
        return fail(&parser, "expected SOUTH/NORTH SIDE SCORE, such as '1,0+2/0,3 S 4:2'");
    }
    KAURI_PASS(read_board(&parser, position));
    skip_blanks(&parser);
    if ((*parser.at != 'S' && *parser.at != 'N') ||
        (parser.at[1] != '\0' && !is_blank(parser.at[1]))) {
        return fail(&parser, "the side to move must be S or N");
    }
    position->side = *parser.at == 'S' ? KAURI_SOUTH : KAURI_NORTH;
    parser.at++;
    skip_blanks(&parser);
    if (*parser.at != '\0') {
        KAURI_PASS(read_score(&parser, position));
        skip_blanks(&parser);
    }
    if (*parser.at != '\0') {
        return fail(&parser, "something follows the end");
    }
    if (kauri_cowries(position) > KAURI_COWRIES_MAX) {
        return fail(&parser, "more than 12 cowries on the board");
    }
    if (kauri_seeds(position) + position->score[0] + position->score[1] > KAURI_SEEDS_MAX) {
        return fail(&parser, "more than 60 seeds on the board and in the stores");
    }
    return KAURI_OK;
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
