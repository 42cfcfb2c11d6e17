#include "queries/campaign/campaign_line.h"

#include "common/digest.h"
#include "common/size.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { FIELDS_MAX = 7, FIELD_BYTES = KAURI_POSITION_TEXT_BYTES };

// The fields after each word, one letter each: p is a position, r the two rows of one, x the number
// that r is compared with, e two efforts, b two bounds, d a digest, and n a number of positions.
static const struct {
    const char *word, *fields;
} forms[] = {
    [KAURI_CAMPAIGN_LINE_ASK] = {"ask", "px"},      [KAURI_CAMPAIGN_LINE_OPEN] = {"open", "rxen"},
    [KAURI_CAMPAIGN_LINE_SPLIT] = {"split", "rxn"}, [KAURI_CAMPAIGN_LINE_YES] = {"yes", "rxbdn"},
    [KAURI_CAMPAIGN_LINE_NO] = {"no", "rxbdn"},     [KAURI_CAMPAIGN_LINE_FACT] = {"fact", "rbd"},
};
enum { FORMS = sizeof forms / sizeof forms[0] };

// ------------------------------------------------------------------------------------- reading

struct reader {
    const char *at;          // rest of the line
    char field[FIELD_BYTES]; // the field that was read last
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
    const int maximum = 3 * (int)kauri_seeds(position) + 1;
    return read_signed(reader, &r->low) && read_signed(reader, &r->high) && r->low <= r->high &&
           r->low >= -maximum && r->high <= maximum && (r->low > -maximum || r->high < maximum);
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
        is_good = kauri_digest_parse(next_field(reader), "", &line->digest);
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
