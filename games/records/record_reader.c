// Finds the game records of a text: what precedes their moves, and the text between them. The moves
// themselves are read by games/records/moves_reader.h.
#include "games/records/record_reader.h"

#include "common/character.h"
#include "games/records/lookahead.h"
#include "games/records/moves_reader.h"
#include "games/records/record_lines.h"

#include <stdio.h>
#include <string.h>

// The state of looking for the next record.
struct record_search {
    struct kauri_plain at;                  // beginning of a line
    struct kauri_record *record;            // the record as far as it is known
    char result[KAURI_RECORD_RESULT_BYTES]; // result from a tag
    bool start_alone;  // the start position is on a line of its own, which is not skipped
    bool start_last;   // the start position ends a game, and no moves follow it
    bool start_tagged; // the start position comes from a tag
    uint32_t unused;   // line of a position that is not used; 0: there is none
    bool adjacent;     // no prose stands between what is known and this line
    uint32_t start_line;
    struct kauri_error error;
};

static bool is_empty_line(struct kauri_plain line)
{
    const enum kauri_token_kind kind = kauri_token_at(line).kind;
    return kind == KAURI_TOKEN_LINE || kind == KAURI_TOKEN_END;
}

static void forget(struct record_search *search)
{
    search->unused = search->record->start_given ? search->start_line : search->unused;
    kauri_record_init(search->record);
    search->result[0] = '\0';
    search->start_alone = false;
}

static void note_line(struct record_search *search)
{
    struct kauri_record *record = search->record;
    record->line = record->line == 0 ? search->at.at_line : record->line;
    search->adjacent = true;
}

static void note_fault(struct kauri_record *record, const char *message)
{
    (void)snprintf(record->fault, sizeof record->fault, "%.*s", (int)sizeof record->fault - 1,
                   message);
}

// ------------------------------------------------------------------------------ preceding lines

static void take_start(struct record_search *search, const struct kauri_start_line *start)
{
    struct kauri_record *record = search->record;
    note_line(search);
    search->start_alone = start->alone;
    search->start_line = search->at.at_line;
    search->start_last = start->last;
    search->start_tagged = false;
    search->unused = 0;
    record->start_bad = start->broken;
    record->start_given = !start->broken;
    record->start = start->broken ? kauri_start(KAURI_HOLES_MAX) : start->position;
    record->fault[0] = '\0';
    if (start->broken) {
        char message[KAURI_ERROR_MESSAGE_BYTES + 32];
        (void)snprintf(message, sizeof message, "line %u: %s", search->start_line,
                       start->error.message);
        note_fault(record, message);
    }
}

static void take_tag(struct record_search *search, const struct kauri_tag_line *tag)
{
    static const struct {
        const char *name;
        unsigned field; // 0 and 1: a player; 2: the date
    } names[] = {
        {"south", 0}, {"white", 0}, {"north", 1}, {"black", 1}, {"date", 2},
    };
    struct kauri_record *record = search->record;
    char *const fields[] = {record->player[0], record->player[1], record->date};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strcmp(tag->name, names[i].name) == 0 && strcmp(tag->value, "?") != 0) {
            kauri_record_copy(fields[names[i].field], KAURI_RECORD_NAME_BYTES, tag->value,
                              strlen(tag->value));
        }
    }
    if (strcmp(tag->name, "result") == 0) {
        memcpy(search->result, tag->value, sizeof search->result);
    }
    const bool fen = strcmp(tag->name, "fen") == 0 || strcmp(tag->name, "position") == 0;
    struct kauri_start_line start = {.alone = true};
    if (fen && tag->value[0] != '\0') {
        start.broken = kauri_position_parse(tag->value, &start.position, &start.error) != KAURI_OK;
        take_start(search, &start);
        search->start_tagged = true;
    }
    note_line(search);
}

// Returns true if the position before this line is a record of its own: no moves can belong to it.
static bool ends_position(const struct record_search *search)
{
    struct kauri_record record;
    struct kauri_tag_line tag;
    if (!search->start_alone || is_empty_line(search->at)) {
        return false;
    }
    kauri_record_init(&record);
    if (kauri_tag_line(search->at, &tag)) {
        return !search->start_tagged || !search->adjacent;
    }
    return search->start_last || kauri_header_line(search->at, &record) ||
           kauri_start_line(search->at, false).alone;
}

// Handles a line that is not part of a game's moves. Names are used only if nothing but empty lines
// separates them from the moves. A start position on a line of its own is kept until the next
// record.
static void take_line(struct record_search *search)
{
    struct kauri_tag_line tag;
    const struct kauri_start_line start = kauri_start_line(search->at, search->record->line != 0);
    if (is_empty_line(search->at)) {
        // An empty line between a header or a position and the moves changes nothing.
    } else if (kauri_tag_line(search->at, &tag)) {
        do { // there may be several in a line
            take_tag(search, &tag);
        } while (kauri_tag_line(tag.end, &tag));
    } else if (start.found && (start.alone || !search->record->start_given)) {
        take_start(search, &start);
    } else if (search->start_alone) {
        search->adjacent = false; // a start position is not forgotten
    } else {
        forget(search);
        if (kauri_header_line(search->at, search->record)) {
            note_line(search);
        } else if (!kauri_names_line(search->at, search->record)) {
            forget(search);
        }
    }
    search->at = kauri_plain_next_line(search->at);
}

// ----------------------------------------------------------------------------------------- games

// Skips the rest of a game that cannot be read: up to another game, or to an empty line after which
// no greater number continues it.
static void skip_game(struct record_search *search, uint32_t number)
{
    bool empty = false;
    for (;;) {
        const struct kauri_token ends = kauri_token_at(kauri_plain_line_end(search->at));
        uint32_t next = 0;
        empty = ends.empty;
        search->at = ends.to;
        if (ends.kind == KAURI_TOKEN_END) {
            return;
        }
        const bool begins = kauri_moves_begin(search->at, false, &next);
        if (kauri_begins_record(search->at) || (begins && next < number) ||
            (empty && (!begins || next == number))) {
            return;
        }
    }
}

// Returns true if two results cannot both be right.
static bool contradict(const struct kauri_written_result *a, const struct kauri_written_result *b)
{
    const bool known = a->outcome > KAURI_OUTCOME_NONE && b->outcome > KAURI_OUTCOME_NONE;
    const bool scored = a->scored && b->scored && a->sided && b->sided;
    return (known && a->outcome != b->outcome) ||
           (scored && memcmp(a->score, b->score, sizeof a->score) != 0);
}

// Takes the result of a tag, unless the text gives one; a contradiction is reported.
static void take_result(struct record_search *search)
{
    struct kauri_record *record = search->record;
    struct kauri_written_result tagged;
    if (search->result[0] == '\0' || record->fault[0] != '\0') {
        return;
    }
    if (!record->result.given) {
        kauri_record_set_result(record, search->result);
        return;
    }
    kauri_result_read(record->player[0], record->player[1], search->result, &tagged);
    if (contradict(&tagged, &record->result)) {
        kauri_record_remark(record, "the tag Result says something else than the text");
    }
}

// Refuses a game that begins in the middle, because its start position is not known.
static void refuse_middle(struct kauri_record *record, uint32_t line, uint32_t number)
{
    char message[KAURI_RECORD_FAULT_BYTES];
    (void)snprintf(message, sizeof message,
                   "line %u: the record begins with move %u; put the moves before it, or a line "
                   "\"Position ...\" with the position before it",
                   line, number);
    record->start_bad = true;
    note_fault(record, message);
}

// Reports what is odd about the start of a game. With `expected`, no prose stands before its moves.
static void report_start(const struct record_search *search, bool expected, bool numbered)
{
    struct kauri_record *record = search->record;
    if (record->start_given && !expected) {
        kauri_record_remark(record, "the game starts from the position in line %u",
                            search->start_line);
    }
    if (search->unused > 0) {
        kauri_record_remark(record, "the position in line %u is not used", search->unused);
    }
    if (!numbered && record->count > 0) {
        kauri_record_remark(record, "the moves have no numbers");
    }
}

// Reads a game; if part of it cannot be read, record->fault says why.
static enum kauri_status read_game(struct record_search *search)
{
    struct kauri_record *record = search->record;
    struct kauri_moves_reader reader = {.game = {.record = record}};
    uint32_t number = 0;
    const bool expected = search->adjacent;
    reader.at = kauri_after_prefix(search->at, &reader.game.prefix);
    const struct kauri_token first = kauri_token_at(reader.at);
    (void)kauri_moves_begin(search->at, expected, &number);
    note_line(search);
    if (number > 1 && !record->start_given && !record->start_bad) {
        refuse_middle(record, first.from.at_line, number);
    }
    enum kauri_status status = kauri_moves_read(&reader);
    if (status == KAURI_OK && record->count == 0) {
        status = kauri_fail(&reader.error, KAURI_BAD_INPUT,
                            "line %u: a move number is not followed by a move", first.from.at_line);
    }
    search->at = reader.at;
    search->error = reader.error;
    if (status == KAURI_BAD_INPUT) {
        if (!record->start_bad) { // otherwise the start is the first fault
            note_fault(record, reader.error.message);
        }
        skip_game(search, reader.game.number);
        status = KAURI_OK;
    }
    report_start(search, expected, reader.numbers > 0);
    record->count = record->start_bad ? 0 : record->count;
    take_result(search);
    return status;
}

// Returns true if a game's moves begin here. After the players' names or a start position, a move
// number is enough, even if no move follows it.
static bool begins_game(const struct record_search *search)
{
    const struct kauri_record *record = search->record;
    // Names without a number may be prose with a dash.
    const bool names = record->line != 0 && record->player[KAURI_NORTH][0] != '\0';
    uint32_t number = 0;
    const bool expected = names || record->start_given || record->start_bad;
    return kauri_moves_begin(search->at, expected && search->adjacent, &number);
}

// Moves that words precede on their line, as in "Anna - Bob 1. e E 2. e F".
static void refuse_hidden(struct record_search *search)
{
    char message[160];
    const struct kauri_token first = kauri_next_move_number(search->at, 1);
    forget(search);
    search->record->line = search->at.at_line;
    search->record->start_bad = true;
    (void)snprintf(message, sizeof message,
                   "line %u, column %u: move 1 must begin a line, or follow words with a colon",
                   first.from.at_line, first.from.at_column);
    note_fault(search->record, message);
    skip_game(search, 1);
}

static enum kauri_status find(struct record_search *search, bool *found)
{
    while (search->at.sign != 0) {
        if (search->start_last) {
            *found = true;
            return KAURI_OK;
        }
        if (begins_game(search)) {
            *found = true;
            return read_game(search);
        }
        if (ends_position(search)) {
            *found = true;
            return KAURI_OK;
        }
        if (kauri_hides_moves(search->at)) {
            *found = true;
            refuse_hidden(search);
            return KAURI_OK;
        }
        take_line(search);
    }
    *found = search->start_alone;
    return KAURI_OK;
}

struct kauri_record_reader kauri_record_reader_begin(const char *text)
{
    return (struct kauri_record_reader){.at = text, .line = 1, .column = 1};
}

enum kauri_status kauri_record_next(struct kauri_record_reader *reader, struct kauri_record *record,
                                    bool *found, struct kauri_error *error)
{
    struct record_search search = {
        .at = kauri_plain_begin(reader->at, reader->line, reader->column), .record = record};
    const uint32_t first_line = search.at.at_line;
    kauri_record_init(record);
    *found = false;
    const enum kauri_status status = find(&search, found);
    if (status != KAURI_OK) {
        kauri_record_clear(record);
        *found = false;
        return kauri_fail(error, status, "%s", search.error.message);
    }
    if (!*found) {
        kauri_record_clear(record); // it may hold a header without a game after it
    } else if (search.at.foreign) {
        kauri_record_remark(record,
                            "from line %u on, bytes that are not UTF-8 were read as Windows-1252",
                            first_line);
    }
    reader->at = search.at.at;
    reader->line = search.at.at_line;
    reader->column = search.at.at_column;
    return KAURI_OK;
}

enum kauri_status kauri_record_next_game(struct kauri_record_reader *reader, uint64_t number,
                                         struct kauri_record *record, bool *found,
                                         struct kauri_error *error)
{
    for (;;) {
        KAURI_PASS(kauri_record_next(reader, record, found, error));
        const bool moves = record->count > 0 || record->fault[0] != '\0'; // no position alone
        if (!*found || (moves && (number == 0 || record->number == number))) {
            return KAURI_OK;
        }
        kauri_record_clear(record);
    }
}

enum kauri_status kauri_record_none(const char *text, struct kauri_error *error)
{
    for (struct kauri_plain line = kauri_plain_begin(text, 1, 1); line.sign != 0;
         line = kauri_plain_next_line(line)) {
        const struct kauri_token number = kauri_token_at(line);
        const struct kauri_token word = kauri_token_after(&number);
        if (number.kind == KAURI_TOKEN_NUMBER && number.number == 1 && !is_empty_line(word.from)) {
            char quoted[40];
            const struct kauri_plain end = kauri_plain_line_end(word.from);
            return kauri_fail(
                error, KAURI_BAD_INPUT,
                "no game record found; in line %u, column %u, \"%s\" is no move (a..f South, A..F "
                "North) that another follows (docs/guide/RECORDS.md)",
                word.from.at_line, word.from.at_column,
                kauri_quote(word.from.at, (size_t)(end.at - word.from.at), quoted, sizeof quoted));
        }
    }
    return kauri_fail(error, KAURI_BAD_INPUT, "no game record found");
}
