#include "queries/campaign/campaign_file.h"

#include "common/size.h"
#include "indexer/convention.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS_MAX = 7, FIELD_BYTES = KAURI_POSITION_TEXT_BYTES };

// Of each word its fields: p position, r rows, x, e the two efforts, b the two bounds, d digest,
// n positions.
static const struct {
    const char *word, *fields;
} forms[] = {
    [KAURI_CAMPAIGN_LINE_ASK] = {"ask", "px"},
    [KAURI_CAMPAIGN_LINE_OPEN] = {"open", "rxen"},
    [KAURI_CAMPAIGN_LINE_SPLIT] = {"split", "rxn"},
    [KAURI_CAMPAIGN_LINE_YES] = {"yes", "rxbdn"},
    [KAURI_CAMPAIGN_LINE_NO] = {"no", "rxbdn"},
    [KAURI_CAMPAIGN_LINE_FACT] = {"fact", "rbd"},
    [KAURI_CAMPAIGN_LINE_SEARCH] = {"search", "rxen"},
    [KAURI_CAMPAIGN_LINE_USED] = {"used", "rxen"},
    [KAURI_CAMPAIGN_LINE_STOPPED] = {"stopped", "rxen"},
    [KAURI_CAMPAIGN_LINE_AT] = {"at", "n"},
};
enum { FORMS = sizeof forms / sizeof forms[0] };

// ------------------------------------------------------------------------------------- reading

struct reader {
    const char *at;          // what is left of the line
    char field[FIELD_BYTES]; // read last
};

// Reads the field up to the next space or the end. "" if there is none, or if it is too long.
static const char *next_field(struct reader *reader)
{
    const size_t length = strcspn(reader->at, " ");
    const bool fits = length < FIELD_BYTES;
    memcpy(reader->field, reader->at, fits ? length : 0);
    reader->field[fits ? length : 0] = '\0';
    reader->at += length + (reader->at[length] == ' ');
    return reader->field;
}

static bool read_signed(struct reader *reader, int *number)
{
    const char *text = next_field(reader);
    const bool negative = text[0] == '-';
    uint64_t found = 0;
    if (!kauri_parse_number(text + negative, negative, KAURI_QUESTION_MAX, &found)) {
        return false;
    }
    *number = negative ? -(int)found : (int)found;
    return true;
}

static bool read_effort(struct reader *reader, uint32_t *effort)
{
    uint64_t found = 0;
    if (!kauri_parse_number(next_field(reader), 1, KAURI_REFUTED - 1, &found)) {
        return false;
    }
    *effort = (uint32_t)found;
    return true;
}

static bool read_digest(struct reader *reader, uint64_t *digest)
{
    const char *text = next_field(reader);
    *digest = 0;
    for (unsigned i = 0; i < 16; i++) {
        const char *const digits = "0123456789abcdef";
        const char *const found = text[i] == '\0' ? NULL : strchr(digits, text[i]);
        if (found == NULL) {
            return false;
        }
        *digest = *digest << 4 | (uint64_t)(found - digits);
    }
    return text[16] == '\0';
}

// Rows alone, or with side and score.
static bool read_position(struct reader *reader, bool whole, struct kauri_position *position)
{
    char text[3 * FIELD_BYTES];
    char again[KAURI_POSITION_TEXT_BYTES];
    (void)snprintf(text, sizeof text, "%s%s", next_field(reader), whole ? "" : " S 0:0");
    for (unsigned i = 0; whole && i < 2; i++) {
        const size_t length = strlen(text);
        (void)snprintf(text + length, sizeof text - length, " %s", next_field(reader));
    }
    return kauri_position_parse(text, position, NULL) == KAURI_OK &&
           strcmp(kauri_position_format(position, again), text) == 0;
}

static bool read_bounds(struct reader *reader, const struct kauri_position *position,
                        struct kauri_bounds *r)
{
    const int most = 3 * (int)kauri_seeds(position) + 1;
    return read_signed(reader, &r->low) && read_signed(reader, &r->high) && r->low <= r->high &&
           r->low >= -most && r->high <= most && (r->low > -most || r->high < most);
}

static enum kauri_status read_field(struct reader *reader, char form,
                                    struct kauri_campaign_line *line, struct kauri_error *error)
{
    bool is_good = false;
    const char *name = "";
    switch (form) {
    case 'p':
    case 'r':
        is_good = read_position(reader, form == 'p', &line->position);
        name = form == 'p' ? "the position" : "the rows";
        break;
    case 'x':
        is_good = read_signed(reader, &line->x);
        name = "x";
        break;
    case 'e':
        is_good =
            read_effort(reader, &line->efforts.phi) && read_effort(reader, &line->efforts.delta);
        name = "the efforts";
        break;
    case 'b':
        is_good = read_bounds(reader, &line->position, &line->r);
        name = "the bounds";
        break;
    case 'd':
        is_good = read_digest(reader, &line->digest);
        name = "the digest";
        break;
    default:
        is_good = kauri_parse_number(next_field(reader), 0, INT64_MAX, &line->positions);
        name = "the number of positions";
        break;
    }
    return is_good ? KAURI_OK : kauri_fail(error, KAURI_BAD_INPUT, "%s: missing, or wrong", name);
}

enum kauri_status kauri_campaign_line_read(const char *text, struct kauri_campaign_line *line,
                                           struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct reader reader = {.at = text};
    struct kauri_string again = {.bytes = NULL};
    unsigned word = 0;
    memset(line, 0, sizeof *line);
    for (next_field(&reader); word < FORMS && strcmp(forms[word].word, reader.field) != 0;) {
        word++;
    }
    if (word == FORMS) {
        return kauri_fail(error, KAURI_BAD_INPUT, "unknown word \"%.20s\"", reader.field);
    }
    line->word = (enum kauri_campaign_word)word;
    for (const char *form = forms[word].fields; *form != '\0'; form++) {
        KAURI_TRY(read_field(&reader, *form, line, error));
    }
    if (*reader.at != '\0') {
        status =
            kauri_fail(error, KAURI_BAD_INPUT, "more than the fields of \"%s\"", forms[word].word);
        goto cleanup;
    }
    if ((word == KAURI_CAMPAIGN_LINE_YES && line->r.low < line->x) ||
        (word == KAURI_CAMPAIGN_LINE_NO && line->r.high >= line->x)) {
        status =
            kauri_fail(error, KAURI_BAD_INPUT, "the bounds do not say \"%s\"", forms[word].word);
        goto cleanup;
    }
    // A number with leading zeros, or a space at the end.
    kauri_campaign_line_write(line, &again);
    KAURI_TRY(kauri_string_check(&again, error));
    kauri_string_cut(&again, again.length - 1);
    if (strcmp(kauri_string_text(&again), text) != 0) {
        status = kauri_fail(error, KAURI_BAD_INPUT, "should be \"%s\"", kauri_string_text(&again));
    }
cleanup:
    kauri_string_clear(&again);
    return status;
}

// ------------------------------------------------------------------------------------- writing

void kauri_campaign_line_write(const struct kauri_campaign_line *line, struct kauri_string *out)
{
    char text[KAURI_POSITION_TEXT_BYTES];
    kauri_string_add_text(out, forms[line->word].word);
    for (const char *form = forms[line->word].fields; *form != '\0'; form++) {
        switch (*form) {
        case 'p':
        case 'r':
            (void)kauri_position_format(&line->position, text);
            if (*form == 'r') {
                text[strcspn(text, " ")] = '\0';
            }
            kauri_string_add(out, " %s", text);
            break;
        case 'x':
            kauri_string_add(out, " %d", line->x);
            break;
        case 'e':
            kauri_string_add(out, " %" PRIu32 " %" PRIu32, line->efforts.phi, line->efforts.delta);
            break;
        case 'b':
            kauri_string_add(out, " %d %d", (int)line->r.low, (int)line->r.high);
            break;
        case 'd':
            kauri_string_add(out, " %016" PRIx64, line->digest);
            break;
        default:
            kauri_string_add(out, " %" PRIu64, line->positions);
            break;
        }
    }
    kauri_string_add_text(out, "\n");
}

enum { HEAD_BYTES = 32 };

static const char head_word[] = "kauri-campaign ";
static const char board_form[] = "board %u %u";

// ------------------------------------------------------------------------------------- printing

static struct kauri_campaign_line question_line(const struct kauri_campaign_frontier *frontier,
                                                const struct kauri_campaign_question *question)
{
    struct kauri_campaign_line line = {
        .word = question->state == KAURI_CAMPAIGN_LEAF    ? KAURI_CAMPAIGN_LINE_OPEN
                : question->state == KAURI_CAMPAIGN_SPLIT ? KAURI_CAMPAIGN_LINE_SPLIT
                : question->yes                           ? KAURI_CAMPAIGN_LINE_YES
                                                          : KAURI_CAMPAIGN_LINE_NO,
        .position = kauri_campaign_position(frontier, question->place),
        .x = question->x,
        .positions = question->positions,
    };
    if (question->state == KAURI_CAMPAIGN_LEAF) {
        line.efforts = question->leaf;
    }
    if (question->state == KAURI_CAMPAIGN_ANSWERED) {
        line.r = frontier->bounds[question->bound].r;
        line.digest = frontier->bounds[question->bound].digest;
    }
    return line;
}

struct kauri_campaign_line kauri_campaign_fact_line(const struct kauri_campaign_frontier *frontier,
                                                    uint32_t bound)
{
    const struct kauri_campaign_bound *found = &frontier->bounds[bound];
    return (struct kauri_campaign_line){.word = KAURI_CAMPAIGN_LINE_FACT,
                                        .position = kauri_campaign_position(frontier, found->place),
                                        .r = found->r,
                                        .digest = found->digest};
}

// Whether the line of a question states the bound.
static bool is_stated(const struct kauri_campaign_frontier *frontier, uint32_t bound)
{
    uint32_t question = frontier->places[frontier->bounds[bound].place].question;
    while (question != KAURI_CAMPAIGN_NONE && frontier->questions[question].bound != bound) {
        question = frontier->questions[question].next;
    }
    return question != KAURI_CAMPAIGN_NONE;
}

void kauri_campaign_write(const struct kauri_campaign_frontier *frontier, struct kauri_string *out)
{
    kauri_string_add(out, "%s1\nrules %s\n", head_word, KAURI_RULES_IDENTITY);
    kauri_string_add(out, board_form, (unsigned)frontier->shape.holes,
                     (unsigned)frontier->shape.cowries);
    kauri_string_add_text(out, "\n");
    for (uint32_t i = 0; i < frontier->root_count; i++) {
        const struct kauri_campaign_root *root = &frontier->roots[i];
        const struct kauri_campaign_line line = {
            .word = KAURI_CAMPAIGN_LINE_ASK, .position = root->position, .x = root->x};
        kauri_campaign_line_write(&line, out);
    }
    for (uint32_t i = 0; i < frontier->question_count; i++) {
        const struct kauri_campaign_line line = question_line(frontier, &frontier->questions[i]);
        kauri_campaign_line_write(&line, out);
    }
    for (uint32_t i = 0; i < frontier->bound_count; i++) {
        if (!is_stated(frontier, i)) {
            const struct kauri_campaign_line line = kauri_campaign_fact_line(frontier, i);
            kauri_campaign_line_write(&line, out);
        }
    }
}

// -------------------------------------------------------------------------------------- reading

// The text of a line, cut off the rest; NULL at the end of the text or for a line without newline.
static char *next_line(char **rest)
{
    char *line = *rest;
    char *end = strchr(line, '\n');
    if (end == NULL) {
        return NULL;
    }
    *end = '\0';
    *rest = end + 1;
    return line;
}

// Reads the head. *number receives the number of the line that was read last.
static enum kauri_status read_head(char **rest, struct kauri_shape *shape, unsigned *number,
                                   struct kauri_error *error)
{
    char wanted[HEAD_BYTES];
    unsigned holes = 0;
    unsigned cowries = 0;
    const char *line = next_line(rest);
    *number = 1;
    if (line == NULL || strncmp(line, head_word, sizeof head_word - 1) != 0) {
        return kauri_fail(error, KAURI_BAD_INPUT, "not the frontier of a campaign");
    }
    if (strcmp(line + sizeof head_word - 1, "1") != 0) {
        return kauri_fail(error, KAURI_BAD_INPUT, "a version of the format that is not known");
    }
    line = next_line(rest);
    *number = 2;
    if (line == NULL || strcmp(line, "rules " KAURI_RULES_IDENTITY) != 0) {
        return kauri_fail(error, line == NULL ? KAURI_BAD_INPUT : KAURI_WRONG,
                          "should be \"rules " KAURI_RULES_IDENTITY "\"");
    }
    line = next_line(rest);
    *number = 3;
    if (line == NULL || sscanf(line, "board %1u %2u", &holes, &cowries) != 2 || holes < 1 ||
        holes > KAURI_HOLES_MAX || cowries > KAURI_COWRIES_MAX) {
        return kauri_fail(error, KAURI_BAD_INPUT, "no board that is known");
    }
    (void)snprintf(wanted, sizeof wanted, board_form, holes, cowries);
    *shape = (struct kauri_shape){(uint8_t)holes, (uint8_t)cowries};
    return strcmp(line, wanted) == 0
               ? KAURI_OK
               : kauri_fail(error, KAURI_BAD_INPUT, "should be \"%s\"", wanted);
}

static enum kauri_status take_question(struct kauri_campaign_frontier *frontier,
                                       const struct kauri_campaign_line *line,
                                       struct kauri_error *error)
{
    uint32_t number = KAURI_CAMPAIGN_NONE;
    const struct kauri_efforts efforts =
        line->word == KAURI_CAMPAIGN_LINE_OPEN ? line->efforts : (struct kauri_efforts){1, 1};
    if (line->x != kauri_campaign_round(frontier, line->x, kauri_seeds(&line->position)) ||
        kauri_question_is_trivial(&line->position, line->x)) {
        return kauri_fail(error, KAURI_BAD_INPUT, "no question with this x");
    }
    if (kauri_campaign_find(frontier, &line->position, line->x) != KAURI_CAMPAIGN_NONE) {
        return kauri_fail(error, KAURI_BAD_INPUT, "a question that another line has");
    }
    if (line->word == KAURI_CAMPAIGN_LINE_YES || line->word == KAURI_CAMPAIGN_LINE_NO) {
        KAURI_PASS(kauri_campaign_record(frontier, &line->position, line->r, line->digest, error));
    }
    KAURI_PASS(kauri_campaign_add(frontier, &line->position, line->x, efforts, &number, error));
    struct kauri_campaign_question *question = &frontier->questions[number];
    question->positions = line->positions;
    if (line->word == KAURI_CAMPAIGN_LINE_SPLIT && question->state == KAURI_CAMPAIGN_LEAF) {
        question->state = KAURI_CAMPAIGN_SPLIT; // linked when all questions are there
    }
    return KAURI_OK;
}

static enum kauri_status take_line(struct kauri_campaign_frontier *frontier,
                                   const struct kauri_campaign_line *line,
                                   struct kauri_error *error)
{
    switch (line->word) {
    case KAURI_CAMPAIGN_LINE_ASK:
        return kauri_campaign_add_root(frontier, &line->position, line->x, error);
    case KAURI_CAMPAIGN_LINE_OPEN:
    case KAURI_CAMPAIGN_LINE_SPLIT:
    case KAURI_CAMPAIGN_LINE_YES:
    case KAURI_CAMPAIGN_LINE_NO:
        return take_question(frontier, line, error);
    case KAURI_CAMPAIGN_LINE_FACT:
        return kauri_campaign_record(frontier, &line->position, line->r, line->digest, error);
    default:
        return kauri_fail(error, KAURI_BAD_INPUT, "a line that no frontier has");
    }
}

static enum kauri_status read_lines(char *rest, struct kauri_campaign_frontier *frontier,
                                    unsigned *number, struct kauri_error *error)
{
    struct kauri_shape shape = {0, 0};
    KAURI_PASS(read_head(&rest, &shape, number, error));
    KAURI_PASS(kauri_campaign_set_board(frontier, shape, error));
    while (*rest != '\0') {
        struct kauri_campaign_line line;
        const char *text = next_line(&rest);
        ++*number;
        if (text == NULL) {
            return kauri_fail(error, KAURI_BAD_INPUT, "the line has no end");
        }
        KAURI_PASS(kauri_campaign_line_read(text, &line, error));
        if (line.position.holes != shape.holes || kauri_cowries(&line.position) != shape.cowries) {
            return kauri_fail(error, KAURI_WRONG, "a position of another board");
        }
        KAURI_PASS(take_line(frontier, &line, error));
    }
    if (frontier->root_count == 0) {
        return kauri_fail(error, KAURI_BAD_INPUT, "nothing is asked");
    }
    return kauri_campaign_settle(frontier, error);
}

enum kauri_status kauri_campaign_parse(const char *text, const char *name,
                                       struct kauri_campaign_frontier *frontier,
                                       struct kauri_error *error)
{
    struct kauri_error found;
    unsigned line = 0;
    char *copy = strdup(text);
    if (copy == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the frontier");
    }
    const enum kauri_status status = read_lines(copy, frontier, &line, &found);
    free(copy);
    return status == KAURI_OK ? KAURI_OK
                              : kauri_fail(error, status == KAURI_USAGE ? KAURI_BAD_INPUT : status,
                                           "%s, line %u: %s", name, line, found.message);
}
