// Finds the game records of a text, line by line: heads, moves, and the text between them
// (docs/guide/RECORDS.md, "Lines"). The moves are read by games/records/moves_reader.h.
#include "games/records/record_reader.h"

#include "games/records/head.h"
#include "games/records/moves_reader.h"
#include "games/records/pieces.h"
#include "games/records/replay.h"

#include <stdio.h>
#include <string.h>

// The state of looking for a record.
struct record_search {
    struct kauri_text *text;
    size_t line; // first token of a line, or of the rest of one
    struct kauri_head head;
};

// What is found at the line where a search ends.
enum record_found { FOUND_NOTHING, FOUND_MORE, FOUND_GAME, FOUND_POSITION };

static const char PROSE[] = "no part of a game";

static struct kauri_token at(const struct record_search *search, size_t i)
{
    return kauri_token_at(search->text, i);
}

static bool is_end(const struct record_search *search)
{
    return at(search, search->line).kind == KAURI_TOKEN_END;
}

// The line of a token in the source.
static uint32_t line_of(const struct record_search *search, size_t i)
{
    return kauri_first_sign_at(search->text, i).line;
}

static void mark(struct record_search *search, size_t from, size_t to, enum kauri_piece_kind kind)
{
    kauri_pieces_mark(search->text, from, to, kind, 0, kind == KAURI_PIECE_SKIPPED ? PROSE : NULL);
}

// Goes to the line after the one that ends with this token.
static void end_line(struct record_search *search, size_t end)
{
    mark(search, end, end + 1, KAURI_PIECE_BLANK);
    search->line = at(search, end).kind == KAURI_TOKEN_END ? end : end + 1;
}

// ------------------------------------------------------------------------------ between the games

// Returns true if two results cannot both be right.
static bool contradict(const struct kauri_written_result *a, const struct kauri_written_result *b)
{
    const bool known = a->outcome > KAURI_OUTCOME_NONE && b->outcome > KAURI_OUTCOME_NONE;
    const bool scored = a->scored && b->scored && a->sided && b->sided;
    return (known && a->outcome != b->outcome) ||
           (scored && memcmp(a->score, b->score, sizeof a->score) != 0);
}

// Takes a line after a game, if it is a result, or a sentence that may be one.
static bool take_result(struct record_search *search, struct kauri_moves_reader *game, size_t *end)
{
    struct kauri_written_result result;
    struct kauri_record *record = game->record;
    const size_t line = search->line;
    if (kauri_rest_is_result(search->text, line, &game->players, &result) &&
        !record->result.given) {
        game->at = *end;
        (void)kauri_result_read(game, line);
        game->result_from = line;
        game->result_to = *end = game->at;
    } else if (result.understood && contradict(&result, &record->result)) {
        kauri_record_remark(record, "line %u gives another result", line_of(search, line));
    }
    mark(search, line, *end, result.understood ? KAURI_PIECE_RESULT : KAURI_PIECE_UNCHECKED);
    return result.tells;
}

// Returns true for names above a game: they are not the result of the game before.
static bool is_next_head(struct record_search *search, size_t end)
{
    if (!kauri_head_has_names(search->text, search->line)) {
        return false;
    }
    const struct kauri_line next = kauri_line_at(search->text, end + 1);
    return kauri_line_begins(search->text, &next, true);
}

// Takes a line that is not one of moves. Names are used only if nothing but empty lines separates
// them from the moves, or if they have a number; a start position on a line of its own is kept
// until the next record. Between moves it is a diagram if the game goes on after it.
static void take_line(struct record_search *search, struct kauri_moves_reader *game,
                      const struct kauri_line *items)
{
    struct kauri_head *head = &search->head;
    const size_t line = search->line;
    const bool comment = game != NULL && items->first == KAURI_ITEM_COMMENT; // of several lines
    size_t end = comment ? items->to : kauri_line_end(search->text, line);
    if (kauri_head_take_tags(head, line, &end)) {
        search->line = end;
        if (!kauri_end_at(search->text, end)) {
            return; // what follows them is a line of its own
        }
    } else if (kauri_head_take_start(head, line)) {
        struct kauri_record *record = game != NULL ? game->record : NULL;
        if (game != NULL && head->record->start_given &&
            record->diagram_count < KAURI_RECORD_DIAGRAMS_MAX) {
            record->diagram[record->diagram_count++] =
                (struct kauri_diagram){record->count, head->start_line, head->record->start};
        }
    } else if (head->start >= KAURI_START_ALONE ||
               ((game == NULL || is_next_head(search, end) || !take_result(search, game, &end)) &&
                !kauri_head_take_names(head, line))) {
        mark(search, line, end, KAURI_PIECE_SKIPPED);
        head->adjacent = false;
        if (head->start < KAURI_START_ALONE && head->record->number == 0) {
            kauri_head_forget(head, line);
        }
    }
    end_line(search, end);
}

// Returns true if what stands between the game and a line of moves does not part them: without
// numbers, moves below names or another position begin another game.
static bool is_diagram(const struct kauri_head *head, const struct kauri_moves_reader *game,
                       const struct kauri_line *line)
{
    const struct kauri_record *record = head->record;
    if (game->number > 0 || head->start >= KAURI_START_ALONE) {
        return game->number > 0 ||
               (record->start_given && kauri_replay_ends_with(game->record, &record->start));
    }
    return !head->adjacent || record->player[KAURI_SOUTH][0] == '\0' ||
           record->player[KAURI_NORTH][0] == '\0' || !kauri_line_begins(head->text, line, false);
}

// Goes on to the line with which a record begins. After a game, with `resumes`, also to one with
// which it goes on.
static enum record_found walk(struct record_search *search, struct kauri_moves_reader *game,
                              enum kauri_gap gap, bool resumes, struct kauri_line *line)
{
    struct kauri_head *head = &search->head;
    for (; !is_end(search); gap = KAURI_GAP_WORDS) {
        const bool begins = kauri_head_begins(search->text, search->line, false);
        *line = kauri_line_at(search->text, search->line);
        game = begins || head->tags != 0 || head->record->number != 0 ? NULL : game;
        if (game != NULL && resumes && kauri_moves_go_on(game, line, gap) &&
            is_diagram(head, game, line)) {
            if (gap != KAURI_GAP_NONE && line->plies == 1 && !line->numbered && !game->chat) {
                kauri_record_remark(game->record, "line %u: a single letter is read as a move",
                                    line_of(search, line->moves));
            }
            return FOUND_MORE;
        }
        if ((game == NULL || !resumes) && kauri_head_is_whole(head, search->line)) {
            return FOUND_POSITION;
        }
        const bool tag = kauri_sign_at(search->text, search->line, '[');
        if ((!begins || (line->prefix == KAURI_PREFIX_WORDS && !tag)) &&
            kauri_line_begins(search->text, line, kauri_head_expects(head))) {
            return FOUND_GAME;
        }
        take_line(search, game, line);
    }
    return head->start >= KAURI_START_ALONE ? FOUND_POSITION : FOUND_NOTHING;
}

// Goes over the text after a game, or after a position, up to the next record; what is left of the
// text belongs to this one if no record follows. Returns true if the game goes on.
static bool go_on(struct record_search *search, struct kauri_moves_reader *game, enum kauri_gap gap,
                  bool resumes, struct kauri_line *line)
{
    struct kauri_record record;
    struct record_search next = {.text = search->text, .line = search->line};
    const unsigned diagrams = game != NULL ? game->record->diagram_count : 0;
    kauri_record_init(&record);
    next.head = (struct kauri_head){.text = search->text, .record = &record};
    const enum record_found found = walk(&next, game, gap, resumes, line);
    if (found == FOUND_MORE) {
        if (record.line != 0) {
            kauri_pieces_drop(search->text, next.head.from, next.line, true, PROSE);
        }
        search->line = next.line;
        return true;
    }
    if (game != NULL) {
        game->record->diagram_count = diagrams;
    }
    if (found == FOUND_NOTHING) {
        kauri_head_forget(&next.head, next.line);
    }
    search->line = record.line != 0 ? next.head.from : next.line;
    return false;
}

// ----------------------------------------------------------------------------------------- games

// Skips the rest of a game that cannot be read: up to another game, or to an empty line after which
// no greater number continues it.
static void skip_game(struct record_search *search, size_t from, uint32_t number)
{
    static const char why[] = "after a word that cannot be read";
    size_t end = kauri_line_end(search->text, from);
    kauri_pieces_mark(search->text, from, end, KAURI_PIECE_SKIPPED, 0, why);
    for (end_line(search, end); !is_end(search); end_line(search, end)) {
        const bool empty = at(search, end).empty;
        const struct kauri_line line = kauri_line_at(search->text, search->line);
        const bool begins = kauri_line_begins(search->text, &line, false);
        const uint32_t next = line.number.number;
        if (kauri_head_begins(search->text, search->line, true) || (begins && next < number) ||
            (empty && (!begins || next == number))) {
            return;
        }
        end = line.to;
        kauri_pieces_mark(search->text, search->line, end, KAURI_PIECE_SKIPPED, 0, why);
    }
}

// Takes the result of a tag, unless the text gives one; a contradiction is reported.
static void take_tagged_result(struct record_search *search,
                               const struct kauri_player_words *players)
{
    struct kauri_record *record = search->head.record;
    const char *result = search->head.result;
    struct kauri_written_result tagged;
    if (result[0] == '\0' || record->fault[0] != '\0') {
        return;
    }
    if (!record->result.given) {
        kauri_record_set_result(record, result);
        return;
    }
    kauri_sentence_of(result, players, true, &tagged);
    if (contradict(&tagged, &record->result)) {
        kauri_record_remark(record, "the head has another result than the text");
    }
}

// Reports what is odd about the start of a game. With `expected`, no prose stands before its moves.
static void report_start(const struct record_search *search, bool expected, bool numbered)
{
    struct kauri_record *record = search->head.record;
    if (record->start_given && !expected) {
        kauri_record_remark(record, "the game starts from the position in line %u",
                            search->head.start_line);
    }
    if (search->head.unused > 0) {
        kauri_record_remark(record, "the position in line %u is not used", search->head.unused);
    }
    if (!numbered && record->count > 0) {
        kauri_record_remark(record, "the moves have no numbers");
    }
}

// Reads the lines of a game. KAURI_BAD_INPUT with the reason in game->error.
static enum kauri_status read_lines(struct record_search *search, struct kauri_moves_reader *game,
                                    struct kauri_line *line)
{
    bool more = true;
    while (more) {
        mark(search, line->from, line->moves,
             line->prefix == KAURI_PREFIX_WORDS     ? KAURI_PIECE_SKIPPED
             : line->prefix == KAURI_PREFIX_SPEAKER ? KAURI_PIECE_COMMENT
                                                    : KAURI_PIECE_SEPARATOR);
        game->at = line->moves;
        KAURI_PASS(kauri_moves_read_line(game));
        const enum kauri_gap gap = game->result_to > game->result_from ? KAURI_GAP_WORDS
                                   : at(search, game->at).empty        ? KAURI_GAP_EMPTY
                                                                       : KAURI_GAP_NONE;
        end_line(search, game->at);
        more = go_on(search, game, gap, !game->ended, line);
    }
    return kauri_moves_end(game);
}

// Reads a game; if part of it cannot be read, record->fault says why.
static enum kauri_status read_game(struct record_search *search, struct kauri_line *line,
                                   struct kauri_error *error)
{
    struct kauri_record *record = search->head.record;
    struct kauri_moves_reader game = {
        .text = search->text, .record = record, .chat = line->prefix == KAURI_PREFIX_SPEAKER};
    const bool expected = search->head.adjacent;
    const uint32_t first = line_of(search, line->moves);
    char message[KAURI_RECORD_FAULT_BYTES];
    kauri_player_words(record->player[KAURI_SOUTH], record->player[KAURI_NORTH], &game.players);
    kauri_head_note(&search->head, search->line);
    if (line->number.number > 1 && !record->start_given && !record->start_bad) {
        (void)snprintf(message, sizeof message,
                       "line %u: the record begins with move %u; put the moves before it, or a "
                       "line \"Position ...\" with the position before it",
                       first, line->number.number);
        record->start_bad = true;
        kauri_head_fault(record, message);
    }
    enum kauri_status status = read_lines(search, &game, line);
    if (status == KAURI_BAD_INPUT) {
        search->line = game.at;
        skip_game(search, game.at, game.number);
        (void)go_on(search, &game, KAURI_GAP_WORDS, false, line);
    }
    if (status == KAURI_BAD_INPUT && !record->start_bad) { // otherwise the start is the first fault
        kauri_head_fault(record, game.error.message);
    }
    if (status != KAURI_OK && status != KAURI_BAD_INPUT) {
        *error = game.error;
        return status;
    }
    report_start(search, expected, game.number > 0);
    record->count = record->start_bad ? 0 : record->count;
    take_tagged_result(search, &game.players);
    return KAURI_OK;
}

struct kauri_record_reader kauri_record_reader_begin(const char *text)
{
    return (struct kauri_record_reader){.at = text, .line = 1, .column = 1};
}

static enum kauri_status read_record(struct record_search *search, bool *found,
                                     struct kauri_error *error)
{
    struct kauri_line line;
    const enum record_found what = walk(search, NULL, KAURI_GAP_WORDS, false, &line);
    *found = what == FOUND_GAME || what == FOUND_POSITION;
    if (what == FOUND_GAME) {
        return read_game(search, &line, error);
    }
    if (!*found) {
        return search->text->failed ? kauri_fail(error, KAURI_RESOURCE, "out of memory for a text")
                                    : KAURI_OK;
    }
    (void)go_on(search, NULL, KAURI_GAP_WORDS, false, &line);
    return KAURI_OK;
}

enum kauri_status kauri_record_next(struct kauri_record_reader *reader, struct kauri_record *record,
                                    bool *found, struct kauri_error *error)
{
    struct kauri_text text =
        kauri_text_begin(reader->at, reader->line, reader->column > 0 ? reader->column : 1);
    struct record_search search = {.text = &text, .head = {.text = &text, .record = record}};
    kauri_record_init(record);
    enum kauri_status status = read_record(&search, found, error);
    if (status == KAURI_OK && *found) {
        status = kauri_pieces_make(&text, 0, search.line, &record->pieces, error);
    }
    if (status == KAURI_OK && *found && text.foreign) {
        kauri_record_remark(record,
                            "from line %u on, bytes that are not UTF-8 were read as Windows-1252",
                            reader->line);
    }
    if (status != KAURI_OK || !*found) {
        kauri_record_clear(record); // it may hold a header without a game after it
        *found = false;
    }
    if (status == KAURI_OK) {
        const size_t sign = kauri_text_restart(&text, at(&search, search.line).from);
        const struct kauri_text_sign *next = &text.signs[sign];
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
    struct kauri_error fault = {KAURI_OK, ""};
    size_t word = kauri_kind_at(&text, 0) == KAURI_TOKEN_LINE ? 1 : 0;
    for (size_t i = word; kauri_kind_at(&text, i) != KAURI_TOKEN_END; i++) {
        const struct kauri_token token = kauri_token_at(&text, i);
        if (token.first && token.number == 1) { // a move number, probably
            word = i;
            break;
        }
    }
    if (kauri_kind_at(&text, word) != KAURI_TOKEN_END) {
        (void)kauri_token_fail(&text, word, "",
                               " begins neither a head nor moves (docs/guide/RECORDS.md)", &fault);
    }
    kauri_text_clear(&text);
    return kauri_fail(error, KAURI_BAD_INPUT, "no game record found%s%s",
                      fault.message[0] != '\0' ? "; " : "", fault.message);
}
