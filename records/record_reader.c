// Finds the game records of a text: what precedes their moves, and the text between them. The moves
// themselves are read by records/moves_reader.h.
#include "records/record_reader.h"

#include "common/character.h"
#include "records/lookahead.h"
#include "records/moves_reader.h"
#include "records/record_lines.h"

#include <stdio.h>
#include <string.h>

// The state of looking for the next record.
struct record_search {
    struct kauri_plain at;                  // the beginning of a line
    struct kauri_record *record;            // what is known of the record
    char result[KAURI_RECORD_RESULT_BYTES]; // from a tag
    bool start_alone; // the start position is a line of its own, which is not skipped
    bool apart;       // an empty line follows the start position
    uint32_t start_line;
    struct kauri_error error;
};

static bool is_empty_line(struct kauri_plain line)
{
    const enum kauri_token_kind kind = kauri_token_at(line).kind;
    return kind == KAURI_TOKEN_LINE || kind == KAURI_TOKEN_END;
}

static void next_line(struct kauri_plain *line)
{
    *line = kauri_plain_line_end(*line);
    kauri_plain_next(line);
}

static void forget(struct record_search *search)
{
    kauri_record_init(search->record);
    search->result[0] = '\0';
    search->start_alone = false;
    search->apart = false;
}

static void note_line(struct record_search *search)
{
    struct kauri_record *record = search->record;
    record->line = record->line == 0 ? search->at.at_line : record->line;
}

static void note_fault(struct kauri_record *record, const char *message)
{
    (void)snprintf(record->fault, sizeof record->fault, "%.*s", (int)sizeof record->fault - 1,
                   message);
}

// ----------------------------------------------------------------------------------- preceding
// lines

static void take_start(struct record_search *search, const struct kauri_start_line *start)
{
    struct kauri_record *record = search->record;
    note_line(search);
    search->start_alone = start->alone;
    search->apart = false;
    search->start_line = search->at.at_line;
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
        unsigned field; // 0 and 1: players, 2: the date
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
    const struct kauri_start_line start =
        kauri_start_line(kauri_plain_begin(tag->value, search->at.at_line, 1), false);
    if (start.found) {
        take_start(search, &start);
    }
    note_line(search);
}

// True if the position before this line is a record of its own: no moves can belong to it.
static bool ends_position(const struct record_search *search)
{
    struct kauri_record record;
    struct kauri_tag_line tag;
    if (!search->start_alone || is_empty_line(search->at)) {
        return false;
    }
    kauri_record_init(&record);
    return search->apart || kauri_header_line(search->at, &record) ||
           (kauri_start_line(search->at, false).alone && !kauri_tag_line(search->at, &tag));
}

// Handles a line that is not part of a game's moves. What it says is used only if nothing but empty
// lines separates it from the moves.
static void take_line(struct record_search *search)
{
    struct kauri_tag_line tag;
    const struct kauri_start_line start = kauri_start_line(search->at, search->record->line != 0);
    if (is_empty_line(search->at)) {
        search->apart = true;
    } else if (kauri_tag_line(search->at, &tag)) {
        take_tag(search, &tag);
    } else if (start.found && (start.alone || !search->record->start_given)) {
        take_start(search, &start);
    } else if (!search->start_alone) {
        forget(search);
        if (kauri_header_line(search->at, search->record)) {
            note_line(search);
        } else if (!kauri_names_line(search->at, search->record)) {
            forget(search);
        }
    }
    next_line(&search->at);
}

// ----------------------------------------------------------------------------------------- games

// Skips the rest of a game that cannot be read: up to another game, or to an empty line after which
// no greater number goes on with it.
static void skip_game(struct record_search *search, uint32_t number)
{
    bool empty = false;
    for (next_line(&search->at); search->at.sign != 0; next_line(&search->at)) {
        uint32_t next = 0;
        if (is_empty_line(search->at)) {
            empty = true;
            continue;
        }
        const bool begins = kauri_moves_begin(search->at, false, &next);
        if (kauri_begins_record(search->at) || (begins && next < number) ||
            (empty && (!begins || next == number))) {
            return;
        }
        empty = false;
    }
}

// Reads a game; if part of it cannot be read, record->fault says why.
static enum kauri_status read_game(struct record_search *search)
{
    struct kauri_record *record = search->record;
    struct kauri_moves_reader reader = {.at = search->at, .record = record};
    uint32_t number = 0;
    const bool expected = record->line != 0 || record->start_given || record->start_bad;
    enum kauri_prefix prefix;
    reader.at = kauri_after_prefix(search->at, &prefix);
    reader.prefixed = prefix != KAURI_PREFIX_NONE;
    const struct kauri_token first = kauri_token_at(reader.at);
    (void)kauri_moves_begin(search->at, expected, &number);
    note_line(search);
    if (number > 1 && !record->start_given && !record->start_bad) {
        char message[200];
        (void)snprintf(
            message, sizeof message,
            "line %u: the record begins with move %u; put the moves before it, or a line "
            "\"Position ...\" with the position before it",
            first.from.at_line, number);
        record->start_bad = true;
        note_fault(record, message);
    }
    enum kauri_status status = kauri_moves_read(&reader);
    if (status == KAURI_OK && record->count == 0) {
        status = kauri_fail(&reader.error, KAURI_BAD_INPUT,
                            "line %u: a move number is not followed by a move", first.from.at_line);
    }
    search->at = reader.at;
    if (status == KAURI_RESOURCE) {
        search->error = reader.error;
        return status;
    }
    if (status == KAURI_BAD_INPUT) {
        if (!record->start_bad) { // otherwise the start is the first fault
            note_fault(record, reader.error.message);
        }
        skip_game(search, reader.number);
    }
    if (reader.numbers == 0 && record->count > 0) {
        kauri_record_remark(record, "the moves have no numbers");
    }
    record->count = record->start_bad ? 0 : record->count;
    if (!record->result.given && search->result[0] != '\0' && record->fault[0] == '\0') {
        kauri_record_set_result(record, search->result);
    }
    return KAURI_OK;
}

// True if a game's moves begin here. After the players' names or a start position, a move number is
// enough, even if no move follows it.
static bool begins_game(const struct record_search *search)
{
    const struct kauri_record *record = search->record;
    // Names without a number may be prose with a dash.
    const bool names = record->line != 0 && record->player[KAURI_NORTH][0] != '\0';
    uint32_t number = 0;
    return kauri_moves_begin(search->at, names || record->start_given || record->start_bad,
                             &number);
}

static enum kauri_status find(struct record_search *search, bool *found)
{
    while (search->at.sign != 0) {
        if (begins_game(search)) {
            *found = true;
            return read_game(search);
        }
        if (ends_position(search)) {
            *found = true;
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
        char text[KAURI_RECORD_REMARK_BYTES];
        (void)snprintf(text, sizeof text,
                       "from line %u on, bytes that are not UTF-8 were read as Windows-1252",
                       first_line);
        kauri_record_remark(record, text);
    }
    reader->at = search.at.at;
    reader->line = search.at.at_line;
    reader->column = search.at.at_column;
    return KAURI_OK;
}

enum kauri_status kauri_record_none(const char *text, struct kauri_error *error)
{
    for (struct kauri_plain line = kauri_plain_begin(text, 1, 1); line.sign != 0;
         next_line(&line)) {
        const struct kauri_token number = kauri_token_at(line);
        const struct kauri_token word = kauri_token_after(&number);
        if (number.kind == KAURI_TOKEN_NUMBER && number.number == 1 && !is_empty_line(word.from)) {
            char quoted[40];
            const struct kauri_plain end = kauri_plain_line_end(word.from);
            return kauri_fail(
                error, KAURI_BAD_INPUT,
                "no game record found; in line %u, column %u, \"%s\" is no move (a..f South, A..F "
                "North) that another follows (docs/RECORDS.md)",
                word.from.at_line, word.from.at_column,
                kauri_quote(word.from.at, (size_t)(end.at - word.from.at), quoted, sizeof quoted));
        }
    }
    return kauri_fail(error, KAURI_BAD_INPUT, "no game record found");
}
