#include "games/records/head.h"

#include "rules/notation.h"

#include <stdio.h>
#include <string.h>

void kauri_head_note(struct kauri_head *head, size_t line)
{
    if (head->record->line == 0) {
        head->from = line;
        head->record->line = kauri_first_sign_at(head->text, line).line;
    }
    head->adjacent = true;
}

void kauri_head_forget(struct kauri_head *head, size_t line)
{
    if (head->record->line != 0) {
        kauri_pieces_drop(head->text, head->from, line, false, "no moves follow");
    }
    const uint32_t unused = head->start != KAURI_START_NONE ? head->start_line : head->unused;
    kauri_record_init(head->record);
    *head = (struct kauri_head){.text = head->text, .record = head->record, .unused = unused};
}

void kauri_head_fault(struct kauri_record *record, const char *message)
{
    (void)snprintf(record->fault, sizeof record->fault, "%.*s", (int)sizeof record->fault - 1,
                   message);
}

bool kauri_head_expects(const struct kauri_head *head)
{
    const struct kauri_record *record = head->record;
    return head->adjacent &&
           (record->number != 0 || head->tags != 0 || record->start_given || record->start_bad);
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
    const size_t end = i + (versus && kauri_sign_at(text, i + 1, '.') ? 2 : 1);
    const struct kauri_token next = kauri_token_at(text, end);
    return next.spaced && !kauri_ends_line(&next) ? end : i;
}

// The side that a name says it has, "Bob (North)"; negative if it says none.
static int side_of(struct kauri_text *text, size_t from, size_t to)
{
    int side = -1;
    for (size_t i = from; i + 2 < to; i++) {
        const struct kauri_token word = kauri_token_at(text, i + 1);
        const bool alone = kauri_sign_at(text, i, '(') && kauri_sign_at(text, i + 2, ')');
        if (alone && (word.roles & KAURI_ROLE_SIDES) != 0) {
            side = (word.roles & KAURI_ROLE_SOUTH) != 0 ? KAURI_SOUTH : KAURI_NORTH;
        }
    }
    return side;
}

// Returns true for tokens without blanks between them and with a dash in the middle, as in "0-1".
static bool is_pair(struct kauri_text *text, size_t from, size_t end)
{
    bool pair = kauri_token_at(text, from).spaced && !kauri_token_at(text, end - 1).stop &&
                kauri_kind_at(text, from - 1) != KAURI_TOKEN_DASH &&
                kauri_kind_at(text, from + (end - from) / 2) == KAURI_TOKEN_DASH;
    for (size_t i = from + 1; i < end; i++) {
        pair = pair && !kauri_token_at(text, i).spaced;
    }
    return pair;
}

// The first token of a result that ends a line with names, "Anna - Bert 0-1"; `end` if there is
// none. Small captures may as well be a date or a round, unless they are all seeds.
static size_t result_of_names(struct kauri_text *text, size_t line, size_t end)
{
    enum { DAYS = 31, TOKENS_MAX = 7 }; // of a month; of "1/2-1/2"
    const size_t names = line + 3;      // the least that two names take
    for (size_t i = end > names + TOKENS_MAX ? end - TOKENS_MAX : names; i + 2 < end; i++) {
        uint8_t score[2];
        size_t last = i;
        if (!is_pair(text, i, end)) {
            continue;
        }
        const bool token = kauri_result_token_at(text, i, &last) != KAURI_OUTCOME_UNKNOWN;
        const bool large =
            !token && kauri_score_at(text, i, score, &last) &&
            (score[0] > DAYS || score[1] > DAYS || score[0] + score[1] == KAURI_SEEDS_MAX);
        if ((token || large) && last + 1 == end) {
            return i;
        }
    }
    return end;
}

// What a line with names has behind them.
struct names_rest {
    size_t date;  // its first token; the end of the names if there is none
    bool crossed; // North's name comes first
};

// Reads "South - North - date" up to a token. Returns false if there are no two names.
static bool read_names(struct kauri_text *text, size_t i, size_t end, struct kauri_record *record,
                       struct names_rest *rest)
{
    size_t begins[3] = {i, i, i};
    size_t ends[3] = {i, i, i};
    size_t part = 0;
    for (size_t after = i; i < end; i = after) {
        after = after_divider(text, i, part);
        if (after > i) {
            begins[++part] = after;
        } else {
            after = ends[part] = i + 1;
        }
    }
    rest->crossed = side_of(text, begins[0], ends[0]) == KAURI_NORTH ||
                    side_of(text, begins[1], ends[1]) == KAURI_SOUTH;
    char *const fields[] = {record->player[rest->crossed ? KAURI_NORTH : KAURI_SOUTH],
                            record->player[rest->crossed ? KAURI_SOUTH : KAURI_NORTH],
                            record->date};
    for (size_t p = 0; p <= part; p++) {
        kauri_tokens_copy(text, begins[p], ends[p], fields[p], KAURI_RECORD_NAME_BYTES);
    }
    rest->date = part == 2 ? begins[2] : end;
    return part > 0;
}

static bool is_numbered(struct kauri_text *text, size_t line)
{
    const struct kauri_token number = kauri_token_at(text, line + 1);
    return kauri_sign_at(text, line, '(') && number.kind == KAURI_TOKEN_NUMBER && !number.spaced &&
           kauri_sign_at(text, line + 2, ')') && number.number <= KAURI_RECORD_NUMBER_MAX;
}

// Reads a number with names, "(1) South - North - date", or names alone if the line is short and
// does not end like a sentence; up to a token.
static bool names_at(struct kauri_text *text, size_t line, size_t end, struct kauri_record *record,
                     struct names_rest *rest)
{
    char words[KAURI_RECORD_NAME_BYTES + 1];
    kauri_record_init(record);
    if (is_numbered(text, line)) {
        record->number = kauri_token_at(text, line + 1).number;
        (void)read_names(text, line + 3, end, record, rest);
        return true;
    }
    for (size_t i = line; i < end; i++) { // a time, as in the heading of a chat
        if (kauri_kind_at(text, i) == KAURI_TOKEN_NUMBER && kauri_sign_at(text, i + 1, ':')) {
            return false;
        }
    }
    kauri_tokens_copy(text, line, end, words, sizeof words);
    const size_t bytes = strlen(words);
    return bytes > 0 && bytes < KAURI_RECORD_NAME_BYTES &&
           strchr(".:;!?", words[bytes - 1]) == NULL &&
           kauri_kind_at(text, line) != KAURI_TOKEN_DASH &&
           read_names(text, line, end, record, rest);
}

bool kauri_head_has_names(struct kauri_text *text, size_t line)
{
    struct kauri_record names;
    struct names_rest rest;
    const size_t end = kauri_line_end(text, line);
    for (size_t i = line; i < end; i++) {
        if (kauri_role_at(text, i, KAURI_ROLE_VERDICTS)) {
            return false;
        }
    }
    return names_at(text, line, end, &names, &rest);
}

bool kauri_head_take_names(struct kauri_head *head, size_t line)
{
    struct kauri_text *text = head->text;
    struct kauri_record names;
    const size_t end = kauri_line_end(text, line);
    size_t result = end;
    size_t names_end = end;
    struct names_rest rest = {.date = end};
    if (kauri_role_at(text, line, KAURI_ROLE_SIDES) && kauri_sign_at(text, line + 1, ':') &&
        end > line + 2 && kauri_kind_at(text, line + 2) != KAURI_TOKEN_NUMBER) { // "South: Anna"
        const bool south = kauri_role_at(text, line, KAURI_ROLE_SOUTH);
        kauri_tokens_copy(text, line + 2, end,
                          head->record->player[south ? KAURI_SOUTH : KAURI_NORTH],
                          KAURI_RECORD_NAME_BYTES);
    } else {
        result = result_of_names(text, line, end);
        const bool sign = result < end && (kauri_separator_at(text, result - 1) ||
                                           kauri_sign_at(text, result - 1, ':'));
        names_end = sign ? result - 1 : result;
        if (!names_at(text, line, names_end, &names, &rest) ||
            (head->record->number != 0 && !is_numbered(text, line))) {
            return false;
        }
        kauri_head_forget(head, line);
        *head->record = names;
    }
    if (result < end && !rest.crossed) {
        kauri_tokens_copy(text, result, end, head->result, sizeof head->result);
    }
    kauri_head_note(head, line);
    kauri_pieces_mark(text, line, rest.date, KAURI_PIECE_NAME, 0, NULL);
    kauri_pieces_mark(text, rest.date, names_end, KAURI_PIECE_DATE, 0, NULL);
    kauri_pieces_mark(text, names_end, result, KAURI_PIECE_SEPARATOR, 0, NULL);
    kauri_pieces_mark(text, result, end, rest.crossed ? KAURI_PIECE_UNCHECKED : KAURI_PIECE_RESULT,
                      0, NULL);
    return true;
}

// ------------------------------------------------------------------------------ start positions

static void take_start(struct kauri_head *head, size_t line, const struct kauri_start_line *start)
{
    struct kauri_record *record = head->record;
    kauri_head_note(head, line);
    head->start = start->start;
    head->start_line = kauri_first_sign_at(head->text, line).line;
    head->unused = 0;
    record->start_bad = start->broken;
    record->start_given = !start->broken;
    record->start = start->broken ? kauri_start(KAURI_HOLES_MAX) : start->position;
    record->fault[0] = '\0';
    if (start->broken) {
        char message[KAURI_ERROR_MESSAGE_BYTES + 32];
        (void)snprintf(message, sizeof message, "line %u: %s", head->start_line,
                       start->error.message);
        kauri_head_fault(record, message);
    }
}

bool kauri_head_take_start(struct kauri_head *head, size_t line)
{
    const bool given = head->record->start_given;
    const struct kauri_start_line start =
        kauri_start_line_at(head->text, line, head->adjacent && !given);
    if (start.start == KAURI_START_NONE || (start.start == KAURI_START_BESIDE && given)) {
        return false;
    }
    take_start(head, line, &start);
    kauri_pieces_mark(head->text, line, kauri_line_end(head->text, line), KAURI_PIECE_POSITION, 0,
                      NULL);
    return true;
}

// ------------------------------------------------------------------------------------------ tags

// A tag, as in `[White "Anna"]`. Its value may go on on the next line.
struct tag {
    unsigned number;                       // in the list below
    char value[KAURI_RECORD_RESULT_BYTES]; // cut to fit
    bool open;                             // no quotation mark ends the value
    size_t end;                            // token after the tag
};

enum tag_use { USE_SOUTH, USE_NORTH, USE_DATE, USE_RESULT, USE_POSITION, USE_OTHER };

static const struct {
    const char *name;
    enum tag_use use;
    enum kauri_piece_kind piece;
} tags[] = {
    {"south", USE_SOUTH, KAURI_PIECE_NAME},      {"white", USE_SOUTH, KAURI_PIECE_NAME},
    {"north", USE_NORTH, KAURI_PIECE_NAME},      {"black", USE_NORTH, KAURI_PIECE_NAME},
    {"date", USE_DATE, KAURI_PIECE_DATE},        {"result", USE_RESULT, KAURI_PIECE_RESULT},
    {"fen", USE_POSITION, KAURI_PIECE_POSITION}, {"position", USE_POSITION, KAURI_PIECE_POSITION},
    {"event", USE_OTHER, KAURI_PIECE_TAG},       {NULL, USE_OTHER, KAURI_PIECE_TAG},
};

static bool tag_at(struct kauri_text *text, size_t i, struct tag *tag)
{
    const struct kauri_token name = kauri_token_at(text, i + 1);
    unsigned lines = 0;
    if (!kauri_sign_at(text, i, '[') || name.kind != KAURI_TOKEN_WORD ||
        !kauri_sign_at(text, i + 2, '"')) {
        return false;
    }
    size_t end = i + 3;
    while (!kauri_sign_at(text, end, '"') && !kauri_token_at(text, end).empty &&
           kauri_kind_at(text, end) != KAURI_TOKEN_END) {
        lines += kauri_kind_at(text, end) == KAURI_TOKEN_LINE ? 1 : 0;
        if (lines > 1) { // an editor puts one line end into the value
            break;
        }
        end++;
    }
    *tag = (struct tag){.open = !kauri_sign_at(text, end, '"')};
    end = tag->open ? kauri_line_end(text, i) : end;
    while (tags[tag->number].name != NULL && strcmp(name.word, tags[tag->number].name) != 0) {
        tag->number++;
    }
    kauri_tokens_copy(text, i + 3, end, tag->value, sizeof tag->value);
    while (kauri_sign_at(text, end, '"') || kauri_sign_at(text, end, ']')) {
        end++;
    }
    tag->end = end;
    return true;
}

// Returns true if the tag begins another head: its name comes again, or an empty line is between.
static bool begins_another(struct kauri_head *head, size_t line, const struct tag *tag)
{
    const bool empty = line > 0 && kauri_token_at(head->text, line - 1).empty;
    const bool again = tags[tag->number].name != NULL && (head->tags >> tag->number & 1U) != 0;
    return head->tags != 0 && (again || empty);
}

static void take_tag(struct kauri_head *head, size_t i, const struct tag *tag)
{
    struct kauri_record *record = head->record;
    char *const fields[] = {record->player[0], record->player[1], record->date};
    const enum tag_use use = tags[tag->number].use;
    kauri_head_note(head, i);
    if (use <= USE_DATE && strcmp(tag->value, "?") != 0) {
        kauri_record_copy(fields[use], KAURI_RECORD_NAME_BYTES, tag->value, strlen(tag->value));
    } else if (use == USE_RESULT) {
        memcpy(head->result, tag->value, sizeof head->result);
    } else if (use == USE_POSITION && tag->value[0] != '\0') {
        struct kauri_start_line start = {.start = KAURI_START_TAGGED};
        start.broken = tag->open ||
                       kauri_position_parse(tag->value, &start.position, &start.error) != KAURI_OK;
        if (tag->open) {
            (void)kauri_fail(&start.error, KAURI_BAD_INPUT,
                             "the tag of the position has no closing quotation mark");
        }
        take_start(head, i, &start);
    }
    head->tags |= 1U << tag->number;
    kauri_pieces_mark(head->text, i, tag->end, tags[tag->number].piece, 0, NULL);
}

bool kauri_head_take_tags(struct kauri_head *head, size_t line, size_t *to)
{
    struct tag tag;
    if (!tag_at(head->text, line, &tag) || (tag.open && tags[tag.number].use != USE_POSITION)) {
        return false;
    }
    if (begins_another(head, line, &tag)) {
        kauri_head_forget(head, line);
    }
    do {
        take_tag(head, line, &tag);
        line = tag.end;
    } while (tag_at(head->text, line, &tag));
    *to = line;
    return true;
}

// ------------------------------------------------------------------------------------- the whole

bool kauri_head_begins(struct kauri_text *text, size_t line, bool positions)
{
    struct tag tag;
    return is_numbered(text, line) || tag_at(text, line, &tag) ||
           (positions && kauri_start_line_at(text, line, false).start >= KAURI_START_ALONE);
}

bool kauri_head_is_whole(struct kauri_head *head, size_t line)
{
    struct tag tag;
    if (head->start < KAURI_START_ALONE) {
        return false;
    }
    if (tag_at(head->text, line, &tag)) {
        return head->start != KAURI_START_TAGGED || !head->adjacent ||
               begins_another(head, line, &tag);
    }
    return head->start == KAURI_START_LAST || kauri_head_begins(head->text, line, true);
}
