// Finds the game records of a text, line by line: heads, moves, and the text between them
// (docs/guide/RECORDS.md, "Lines"). Moves within a line are read by games/records/moves_reader.h.
#include "games/records/record_reader.h"

#include "common/character.h"
#include "games/records/continuation.h"
#include "games/records/pieces.h"
#include "games/records/record_lines.h"

#include <stdio.h>
#include <string.h>

// The state of looking for the next record.
struct record_search {
    struct kauri_text *text;
    size_t line;                            // first token of a line, or of the rest of one
    struct kauri_record *record;            // the record as far as it is known
    size_t head;                            // first token of its head
    char result[KAURI_RECORD_RESULT_BYTES]; // result from a tag
    unsigned tags;     // bits of the tags of the head, by their number in `used_tags`
    bool start_alone;  // the start position is on a line of its own, which is not skipped
    bool start_last;   // the start position ends a game, and no moves follow it
    bool start_tagged; // the start position comes from a tag
    bool adjacent;     // no prose stands between what is known and this line
    uint32_t unused;   // line of a position that is not used; 0: there is none
    uint32_t start_line;
    struct kauri_error error;
};

static const char PROSE[] = "no part of a game";

static struct kauri_token at(struct record_search *search, size_t i)
{
    return kauri_token_at(search->text, i);
}

static bool is_end(struct record_search *search, size_t i)
{
    return at(search, i).kind == KAURI_TOKEN_END;
}

static bool is_empty_line(struct record_search *search)
{
    const struct kauri_token token = at(search, search->line);
    return kauri_ends_line(&token);
}

// The line of a token in the source.
static uint32_t line_of(struct record_search *search, size_t i)
{
    const struct kauri_token token = at(search, i);
    return search->text->signs[token.from].line;
}

static void mark(struct record_search *search, size_t from, size_t to, enum kauri_piece_kind kind)
{
    kauri_pieces_mark(search->text, from, to, kind, 0, kind == KAURI_PIECE_SKIPPED ? PROSE : NULL);
}

// Goes to the line after the one that ends with this token.
static void end_line(struct record_search *search, size_t end)
{
    mark(search, end, end + 1, KAURI_PIECE_BLANK);
    search->line = is_end(search, end) ? end : end + 1;
}

// Begins a new head; what was known belongs to no game.
static void forget(struct record_search *search)
{
    kauri_pieces_drop(search->text, search->head, search->line, "no moves follow");
    search->unused = search->record->start_given ? search->start_line : search->unused;
    kauri_record_init(search->record);
    search->head = search->line;
    search->result[0] = '\0';
    search->tags = 0;
    search->start_alone = false;
}

static void note_line(struct record_search *search)
{
    struct kauri_record *record = search->record;
    record->line = record->line == 0 ? line_of(search, search->line) : record->line;
    search->adjacent = true;
}

static void note_fault(struct kauri_record *record, const char *message)
{
    (void)snprintf(record->fault, sizeof record->fault, "%.*s", (int)sizeof record->fault - 1,
                   message);
}

// ----------------------------------------------------------------------------------------- heads

static void take_start(struct record_search *search, const struct kauri_start_line *start)
{
    struct kauri_record *record = search->record;
    note_line(search);
    search->start_alone = start->alone;
    search->start_line = line_of(search, search->line);
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

enum tag_use { USE_SOUTH, USE_NORTH, USE_DATE, USE_RESULT, USE_POSITION, USE_OTHER };

static const struct {
    const char *name;
    enum tag_use use;
} used_tags[] = {
    {"south", USE_SOUTH}, {"white", USE_SOUTH},   {"north", USE_NORTH},  {"black", USE_NORTH},
    {"date", USE_DATE},   {"result", USE_RESULT}, {"fen", USE_POSITION}, {"position", USE_POSITION},
    {"event", USE_OTHER}, {"site", USE_OTHER},    {"round", USE_OTHER},
};

// The number of a tag's name in the list above; the number of names if it is not there.
static unsigned tag_number(const struct kauri_tag *tag)
{
    unsigned i = 0;
    while (i < sizeof used_tags / sizeof used_tags[0] &&
           strcmp(tag->name, used_tags[i].name) != 0) {
        i++;
    }
    return i;
}

// Returns true if the tag begins another game: its name comes again, or an empty line is between.
static bool begins_head(struct record_search *search, const struct kauri_tag *tag)
{
    const bool empty = search->line > 0 && at(search, search->line - 1).empty;
    const bool again = (search->tags >> tag_number(tag) & 1U) != 0;
    return search->tags != 0 && (again || empty);
}

static void take_tag(struct record_search *search, size_t i, const struct kauri_tag *tag)
{
    struct kauri_record *record = search->record;
    char *const fields[] = {record->player[0], record->player[1], record->date};
    const unsigned number = tag_number(tag);
    const bool known = number < sizeof used_tags / sizeof used_tags[0];
    const enum tag_use use = known ? used_tags[number].use : USE_OTHER;
    enum kauri_piece_kind kind = KAURI_PIECE_TAG;
    if (use <= USE_DATE) {
        kind = use == USE_DATE ? KAURI_PIECE_DATE : KAURI_PIECE_NAME;
        if (strcmp(tag->value, "?") != 0) {
            kauri_record_copy(fields[use], KAURI_RECORD_NAME_BYTES, tag->value, strlen(tag->value));
        }
    } else if (use == USE_RESULT) {
        kind = KAURI_PIECE_RESULT;
        memcpy(search->result, tag->value, sizeof search->result);
    } else if (use == USE_POSITION && tag->value[0] != '\0') {
        struct kauri_start_line start = {.alone = true};
        kind = KAURI_PIECE_POSITION;
        start.broken = tag->open ||
                       kauri_position_parse(tag->value, &start.position, &start.error) != KAURI_OK;
        if (tag->open) {
            (void)kauri_fail(&start.error, KAURI_BAD_INPUT,
                             "the tag of the position has no closing quotation mark");
        }
        take_start(search, &start);
        search->start_tagged = true;
    }
    search->tags |= 1U << number;
    note_line(search);
    mark(search, i, tag->end, kind);
}

// Takes the tags of a line. Moves may follow them on it.
static void take_tags(struct record_search *search, struct kauri_tag *tag)
{
    size_t i = search->line;
    uint32_t number;
    if (begins_head(search, tag)) {
        forget(search);
    }
    do {
        take_tag(search, i, tag);
        i = tag->end;
    } while (kauri_tag_at(search->text, i, tag));
    const size_t end = kauri_line_end(search->text, i);
    if (i < end && kauri_moves_begin(search->text, i, true, &number)) {
        search->line = i;
    } else {
        mark(search, i, end, KAURI_PIECE_SKIPPED);
        end_line(search, end);
    }
}

// Returns true if the position before this line is a record of its own: no moves can belong to it.
static bool ends_position(struct record_search *search)
{
    struct kauri_record record;
    struct kauri_tag tag;
    size_t date;
    if (!search->start_alone || is_empty_line(search)) {
        return false;
    }
    if (kauri_tag_at(search->text, search->line, &tag)) {
        return !search->start_tagged || !search->adjacent || begins_head(search, &tag);
    }
    kauri_record_init(&record);
    return search->start_last || kauri_header_line(search->text, search->line, &record, &date) ||
           kauri_start_line(search->text, search->line, false).alone;
}

// Takes a line of names, or one that is no part of a game.
static void take_words(struct record_search *search, size_t end)
{
    struct kauri_record *record = search->record;
    size_t date = end;
    if (kauri_player_line(search->text, search->line, record)) {
        mark(search, search->line, end, KAURI_PIECE_NAME);
        return;
    }
    forget(search);
    const bool header = kauri_header_line(search->text, search->line, record, &date);
    if (header) {
        note_line(search);
    }
    if (header || kauri_names_line(search->text, search->line, record, &date)) {
        mark(search, search->line, date, KAURI_PIECE_NAME);
        mark(search, date, end, KAURI_PIECE_DATE);
        return;
    }
    mark(search, search->line, end, KAURI_PIECE_SKIPPED);
    forget(search);
}

// Handles a line that is not part of a game's moves. Names are used only if nothing but empty lines
// separates them from the moves. A start position on a line of its own is kept until the next
// record.
static void take_line(struct record_search *search)
{
    struct kauri_tag tag;
    const size_t line = search->line;
    const size_t end = kauri_line_end(search->text, line);
    if (kauri_tag_at(search->text, line, &tag) && (!tag.open || kauri_tag_is_position(&tag))) {
        take_tags(search, &tag);
        return;
    }
    const struct kauri_start_line start =
        kauri_start_line(search->text, line, search->record->line != 0);
    if (start.found && (start.alone || !search->record->start_given)) {
        take_start(search, &start);
        mark(search, line, end, KAURI_PIECE_COMMENT);
        mark(search, start.alone ? line : start.from, start.alone ? end : start.to,
             KAURI_PIECE_POSITION);
    } else if (search->start_alone && !is_empty_line(search)) {
        search->adjacent = false; // a start position is not forgotten
        mark(search, line, end, KAURI_PIECE_SKIPPED);
    } else if (!is_empty_line(search)) {
        take_words(search, end);
    }
    end_line(search, end);
}

// ----------------------------------------------------------------------------------------- games

// Skips the rest of a game that cannot be read: up to another game, or to an empty line after which
// no greater number continues it.
static void skip_game(struct record_search *search, size_t from, uint32_t number)
{
    static const char why[] = "after a word that cannot be read";
    size_t end = kauri_line_end(search->text, from);
    kauri_pieces_mark(search->text, from, end, KAURI_PIECE_SKIPPED, 0, why);
    while (!is_end(search, end)) {
        uint32_t next = 0;
        const bool empty = at(search, end).empty;
        end_line(search, end);
        const bool begins = kauri_moves_begin(search->text, search->line, false, &next);
        if (is_end(search, search->line) || kauri_begins_record(search->text, search->line) ||
            kauri_start_line(search->text, search->line, false).alone ||
            (begins && next < number) || (empty && (!begins || next == number))) {
            return;
        }
        end = kauri_line_end(search->text, search->line);
        kauri_pieces_mark(search->text, search->line, end, KAURI_PIECE_SKIPPED, 0, why);
    }
    search->line = end;
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
static void take_result(struct record_search *search, const struct kauri_player_words *players)
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
    kauri_sentence_of(search->result, players, true, &tagged);
    if (contradict(&tagged, &record->result)) {
        kauri_record_remark(record, "the tag Result says something else than the text");
    }
}

// Takes a line between games: a result, a sentence that may be one, or prose.
static void take_after(struct record_search *search, struct kauri_moves_reader *game)
{
    struct kauri_written_result result = {.given = false};
    struct kauri_record *record = search->record;
    const size_t line = search->line;
    size_t end = kauri_line_end(search->text, line);
    if (kauri_rest_is_result(game, line, &result) && !record->result.given) {
        game->at = line;
        (void)kauri_result_read(game, line);
        game->result_from = line;
        game->result_to = end = game->at;
    } else if (result.understood) {
        if (contradict(&result, &record->result)) {
            kauri_record_remark(record, "line %u gives another result", line_of(search, line));
        }
        mark(search, line, end, KAURI_PIECE_RESULT);
    } else {
        mark(search, line, end, result.tells ? KAURI_PIECE_UNCHECKED : KAURI_PIECE_SKIPPED);
    }
    end_line(search, end);
}

// Returns true for a line with which another record begins.
static bool begins_another(struct record_search *search, struct kauri_moves_reader *game)
{
    return kauri_begins_record(search->text, search->line) ||
           kauri_line_begins_another(game, search->line) ||
           kauri_hides_moves(search->text, search->line);
}

// Goes over the text after the moves, up to a line that resumes the game, if it may be resumed, or
// to the beginning of the next record. Positions between them are diagrams if the game is resumed,
// and otherwise begin the next record, as do names above its moves.
static bool find_more(struct record_search *search, struct kauri_moves_reader *game,
                      bool may_resume)
{
    size_t next = 0; // the first line that may belong to the next record
    bool positioned = false;
    bool lost = false;
    struct kauri_record *record = search->record;
    unsigned diagrams = record->diagram_count; // with those that only a resumed game has
    while (!is_end(search, search->line)) {
        const size_t line = search->line;
        size_t number;
        // Without numbers, moves below a position begin another game.
        if (may_resume && (!positioned || game->number > 0) &&
            !kauri_begins_record(search->text, line) && kauri_line_resumes(game, line)) {
            record->diagram_count = diagrams;
            return true;
        }
        if (begins_another(search, game)) {
            break;
        }
        if (may_resume && !lost && kauri_line_hides_next(game, line, &number)) {
            lost = true;
            kauri_record_remark(search->record,
                                "line %u: move %u stands in a line that is no part of the record",
                                line_of(search, number), at(search, number).number);
        }
        struct kauri_record names;
        size_t date;
        const struct kauri_start_line start = kauri_start_line(search->text, line, false);
        const bool position = start.found;
        if (position && !start.broken && diagrams < KAURI_RECORD_DIAGRAMS_MAX) {
            record->diagram[diagrams++] = (struct kauri_diagram){
                .plies = record->count, .line = line_of(search, line), .position = start.position};
        }
        kauri_record_init(&names);
        if (positioned || position) {
            const size_t end = kauri_line_end(search->text, line);
            next = positioned ? next : line;
            positioned = true;
            mark(search, line, end, position ? KAURI_PIECE_POSITION : KAURI_PIECE_SKIPPED);
            end_line(search, end);
        } else {
            const bool named = kauri_names_line(search->text, line, &names, &date) ||
                               kauri_player_line(search->text, line, &names);
            next = !named ? 0 : next > 0 ? next : line;
            take_after(search, game);
        }
    }
    search->line = next > 0 && (positioned || !is_end(search, search->line)) ? next : search->line;
    return false;
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

// Begins to read moves on this line, after a bullet, "Move 1:" or the speaker of a chat.
static void begin_line(struct record_search *search, struct kauri_moves_reader *game, size_t moves)
{
    const bool turn = (at(search, search->line).roles & KAURI_ROLE_TURNS) != 0;
    enum kauri_prefix prefix;
    (void)kauri_after_prefix(search->text, search->line, &prefix);
    mark(search, search->line, moves,
         turn                             ? KAURI_PIECE_NUMBER
         : prefix == KAURI_PREFIX_SPEAKER ? KAURI_PIECE_COMMENT
                                          : KAURI_PIECE_SEPARATOR);
    game->at = moves;
}

// Reads the lines of a game's moves. KAURI_BAD_INPUT with the reason in game->error.
static enum kauri_status read_lines(struct record_search *search, struct kauri_moves_reader *game)
{
    for (;;) {
        KAURI_PASS(kauri_moves_read_line(game));
        const size_t end = game->at;
        end_line(search, end);
        if (game->ended || is_end(search, end)) {
            (void)find_more(search, game, false);
            return KAURI_OK;
        }
        const size_t line = search->line;
        const bool apart = game->result_to > game->result_from ||
                           kauri_begins_record(search->text, line) ||
                           kauri_start_line(search->text, line, false).alone;
        if ((apart || !kauri_line_goes_on(game, line, at(search, end).empty)) &&
            !find_more(search, game, true)) {
            return KAURI_OK;
        }
        begin_line(search, game, kauri_line_moves(game, search->line));
    }
}

// Reads a game; if part of it cannot be read, record->fault says why.
static enum kauri_status read_game(struct record_search *search)
{
    struct kauri_record *record = search->record;
    struct kauri_moves_reader game = {.text = search->text, .record = record};
    uint32_t number = 0;
    const bool expected = search->adjacent;
    const size_t first = kauri_after_prefix(search->text, search->line, &game.prefix);
    kauri_player_words(record->player[KAURI_SOUTH], record->player[KAURI_NORTH], &game.players);
    (void)kauri_moves_begin(search->text, search->line, expected, &number);
    note_line(search);
    if (number > 1 && !record->start_given && !record->start_bad) {
        refuse_middle(record, line_of(search, first), number);
    }
    begin_line(search, &game, first);
    enum kauri_status status = read_lines(search, &game);
    kauri_moves_count(&game);
    if (status == KAURI_OK && record->count == 0) {
        status =
            kauri_fail(&game.error, KAURI_BAD_INPUT,
                       "line %u: a move number is not followed by a move", line_of(search, first));
    } else if (status == KAURI_BAD_INPUT) {
        skip_game(search, game.at, game.number);
        (void)find_more(search, &game, false);
    }
    if (status == KAURI_BAD_INPUT && !record->start_bad) { // otherwise the start is the first fault
        note_fault(record, game.error.message);
    }
    if (status != KAURI_OK && status != KAURI_BAD_INPUT) {
        search->error = game.error;
        return status;
    }
    report_start(search, expected, game.numbers > 0);
    record->count = record->start_bad ? 0 : record->count;
    take_result(search, &game.players);
    return KAURI_OK;
}

// Returns true if a game's moves begin here. After the players' names or a start position, a move
// number is enough, even if no move follows it.
static bool begins_game(struct record_search *search)
{
    const struct kauri_record *record = search->record;
    // Names without a number may be prose with a dash.
    const bool names = record->line != 0 && record->player[KAURI_NORTH][0] != '\0';
    uint32_t number = 0;
    const bool expected = names || record->start_given || record->start_bad;
    return kauri_moves_begin(search->text, search->line, expected && search->adjacent, &number);
}

// Moves that words precede on their line, as in "Anna - Bob 1. e E 2. e F".
static void refuse_hidden(struct record_search *search)
{
    char message[160];
    const size_t first = kauri_next_move_number(search->text, search->line, 1);
    const struct kauri_text_sign *sign = &search->text->signs[at(search, first).from];
    forget(search);
    search->record->line = line_of(search, search->line);
    search->record->start_bad = true;
    (void)snprintf(message, sizeof message,
                   "line %u, column %u: move 1 must begin a line, or follow words with a colon",
                   sign->line, sign->column);
    note_fault(search->record, message);
    skip_game(search, search->line, 1);
}

static enum kauri_status find(struct record_search *search, bool *found)
{
    *found = true;
    while (!is_end(search, search->line)) {
        if (search->start_last || ends_position(search)) {
            return KAURI_OK;
        }
        if (begins_game(search)) {
            return read_game(search);
        }
        if (kauri_hides_moves(search->text, search->line)) {
            refuse_hidden(search);
            return KAURI_OK;
        }
        take_line(search);
    }
    *found = search->start_alone;
    return KAURI_OK;
}

// Returns true if another record follows; otherwise the rest of the text belongs to this one.
static bool another_follows(struct record_search *search)
{
    struct kauri_record record;
    struct record_search next = {
        .text = search->text, .line = search->line, .head = search->line, .record = &record};
    kauri_record_init(&record);
    while (!is_end(&next, next.line)) {
        if (next.start_last || ends_position(&next) || begins_game(&next) ||
            kauri_hides_moves(next.text, next.line)) {
            return true;
        }
        take_line(&next);
    }
    if (next.start_alone) {
        return true;
    }
    forget(&next);
    search->line = next.line;
    return false;
}

struct kauri_record_reader kauri_record_reader_begin(const char *text)
{
    return (struct kauri_record_reader){.at = text, .line = 1, .column = 1};
}

enum kauri_status kauri_record_next(struct kauri_record_reader *reader, struct kauri_record *record,
                                    bool *found, struct kauri_error *error)
{
    struct kauri_text text =
        kauri_text_begin(reader->at, reader->line, reader->column > 0 ? reader->column : 1);
    struct record_search search = {.text = &text, .record = record};
    const uint32_t first_line = reader->line;
    kauri_record_init(record);
    enum kauri_status status = find(&search, found);
    if (status != KAURI_OK) {
        (void)kauri_fail(error, status, "%s", search.error.message);
    } else if (*found) {
        (void)another_follows(&search);
        status = kauri_pieces_make(&text, reader->at, search.line, &record->pieces, error);
    } else if (text.failed) {
        status = kauri_fail(error, KAURI_RESOURCE, "out of memory for a text");
    }
    if (status == KAURI_OK && *found && text.plain.foreign) {
        kauri_record_remark(record,
                            "from line %u on, bytes that are not UTF-8 were read as Windows-1252",
                            first_line);
    }
    if (status != KAURI_OK || !*found) {
        kauri_record_clear(record); // it may hold a header without a game after it
        *found = false;
    }
    if (status == KAURI_OK) {
        const struct kauri_text_sign *next =
            &text.signs[kauri_text_restart(&text, at(&search, search.line).from)];
        *reader = (struct kauri_record_reader){
            .at = next->at, .line = next->line, .column = next->column};
    }
    kauri_text_clear(&text);
    return status;
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

enum kauri_status kauri_record_none(const char *source, struct kauri_error *error)
{
    struct kauri_text text = kauri_text_begin(source, 1, 1);
    struct record_search search = {.text = &text};
    char quoted[40];
    bool numbered = false;
    size_t word = kauri_token_at(&text, 0).kind == KAURI_TOKEN_LINE ? 1 : 0;
    for (size_t i = word; !is_end(&search, i) && !numbered; i++) {
        const struct kauri_token next = at(&search, i + 1);
        numbered = at(&search, i).kind == KAURI_TOKEN_NUMBER && at(&search, i).first &&
                   at(&search, i).number == 1 && !kauri_ends_line(&next);
        word = numbered ? i + 1 : word;
    }
    if (is_end(&search, word)) {
        kauri_text_clear(&text);
        return kauri_fail(error, KAURI_BAD_INPUT, "no game record found");
    }
    const size_t end = at(&search, kauri_line_end(&text, word)).from;
    const struct kauri_text_sign sign = text.signs[at(&search, word).from];
    (void)kauri_quote(sign.at, (size_t)(text.signs[end].at - sign.at), quoted, sizeof quoted);
    kauri_text_clear(&text);
    return kauri_fail(error, KAURI_BAD_INPUT,
                      numbered ? "no game record found; in line %u, column %u, \"%s\" is no move "
                                 "(a..f South, A..F North) that another follows "
                                 "(docs/guide/RECORDS.md)"
                               : "no game record found; line %u, column %u, \"%s\" is neither a "
                                 "head nor a move (docs/guide/RECORDS.md)",
                      sign.line, sign.column, quoted);
}
