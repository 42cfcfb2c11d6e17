#include "queries/campaign/campaign_file.h"

#include "indexer/convention.h"
#include "queries/campaign/campaign_line.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static struct kauri_campaign_line fact_line(const struct kauri_campaign_frontier *frontier,
                                            uint32_t bound)
{
    const struct kauri_campaign_bound *found = &frontier->bounds[bound];
    return (struct kauri_campaign_line){.word = KAURI_CAMPAIGN_LINE_FACT,
                                        .position = kauri_campaign_position(frontier, found->place),
                                        .r = found->r,
                                        .digest = found->digest};
}

// Returns whether the line of a question states the bound.
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
            const struct kauri_campaign_line line = fact_line(frontier, i);
            kauri_campaign_line_write(&line, out);
        }
    }
}

// -------------------------------------------------------------------------------------- reading

// Cuts the next line off the rest and returns its text; NULL at the end of the text or for a line
// without newline.
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
        question->state = KAURI_CAMPAIGN_SPLIT; // linked when all questions have been read
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
    default:
        return kauri_campaign_record(frontier, &line->position, line->r, line->digest, error);
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
