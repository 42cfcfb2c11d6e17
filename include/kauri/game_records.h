// SPDX-License-Identifier: MIT
//
// game_records.h - records of games.
//
// A part of the public interface of libkauri, which kauri.h includes. Everything that the first
// comment of kauri.h says about versions, results, threads, memory and units also applies here.
#ifndef KAURI_GAME_RECORDS_H
#define KAURI_GAME_RECORDS_H

#include <kauri/kauri.h>

#ifdef __cplusplus
extern "C" {
#endif

// A recorded game that was replayed from the start.
struct kauri_replayed_game;

// One ply of a replayed game. Passes are plies.
struct kauri_replayed_ply {
    struct kauri_position before;
    struct kauri_position after;
    int hole;                      // hole of the player to move, or KAURI_MOVE_PASS
    uint32_t number;               // move number in the record; 0: none
    struct kauri_capture captured; // captures by the rules
    struct kauri_capture written;  // captures as the record says, if it does
    bool captures_written;
    bool inserted; // the move is missing from the record and was inserted (at most one per game)
    bool differs;  // the captures as written (none if nothing is written) are not `captured`
    char marks[4]; // "!", "?", ... as written
    char note;     // letter of a note, "(A)"; '\0': none
};

// A reading position in a text. Plain data; a copy continues from the same place.
struct kauri_record_reader {
    const char *at;  // place in the caller's text
    uint32_t line;   // line of `at`, from 1
    uint32_t column; // column of `at` in characters, from 1; 0 means the same as 1. Since 1.2
};

// Starts at the beginning of a NUL-terminated text. The text must not change while it is read.
KAURI_API struct kauri_record_reader kauri_record_reader_begin(const char *text);

// Reads and replays the next game of a text that may hold several games and other text around them
// (docs/guide/RECORDS.md). A line with a position that no moves follow is a game without plies. At
// the end of the text *game is NULL and the status is KAURI_OK.
//
// If a record breaks the rules, the library looks for one missing move that makes the whole record
// legal and inserts it. KAURI_BAD_INPUT if there is no such move, if several fit equally well, or
// if a word cannot be read: *game then holds the plies before the fault, and the next call
// continues with the next game. KAURI_RESOURCE: *game is NULL. The caller owns *game and releases
// it with kauri_replayed_free.
KAURI_API enum kauri_status kauri_replay_next(struct kauri_record_reader *reader,
                                              struct kauri_replayed_game **game,
                                              struct kauri_error *error);

// Accepts NULL.
KAURI_API void kauri_replayed_free(struct kauri_replayed_game *game);

// The number of plies, and ply `index`, which must be below that number. The ply is valid until the
// game is freed.
KAURI_API size_t kauri_replayed_count(const struct kauri_replayed_game *game);
KAURI_API const struct kauri_replayed_ply *
kauri_replayed_ply_at(const struct kauri_replayed_game *game, size_t index);

// The positions before the first ply and after the last.
KAURI_API const struct kauri_position *kauri_replayed_start(const struct kauri_replayed_game *game);
KAURI_API const struct kauri_position *kauri_replayed_end(const struct kauri_replayed_game *game);

// Names, date and result sentence as written, in UTF-8; "" if the record has none. Valid until the
// game is freed.
KAURI_API const char *kauri_replayed_player(const struct kauri_replayed_game *game,
                                            enum kauri_side side);
KAURI_API const char *kauri_replayed_date(const struct kauri_replayed_game *game);
KAURI_API const char *kauri_replayed_result(const struct kauri_replayed_game *game);

// The outcome of comparing the written result with the end of the game.
enum kauri_result_check {
    KAURI_RESULT_NOT_WRITTEN = 0,
    KAURI_RESULT_AGREES = 1,
    KAURI_RESULT_DIFFERS = 2,
    KAURI_RESULT_UNCHECKED = 3, // the words of the result are not understood, or play was not over
};
KAURI_API enum kauri_result_check
kauri_replayed_result_check(const struct kauri_replayed_game *game); // since 1.2

// Sentence `index` of the remarks on what is odd in the record although it can be read, such as
// numbers that jump; NULL beyond the last. Valid until the game is freed. Since 1.2.
KAURI_API const char *kauri_replayed_remark(const struct kauri_replayed_game *game, size_t index);

// What the reader made of a piece of the text (docs/guide/RECORDS.md, "The account"). Since 1.2.
enum kauri_piece_kind {
    KAURI_PIECE_NUMBER = 1, // number of a move
    KAURI_PIECE_MOVE = 2,
    KAURI_PIECE_PASS = 3,
    KAURI_PIECE_CAPTURES = 4,
    KAURI_PIECE_MARK = 5, // "!", "?" and signs of evaluation
    KAURI_PIECE_NOTE = 6, // letter of a note, "(A)"
    KAURI_PIECE_COMMENT = 7,
    KAURI_PIECE_POSITION = 8,
    KAURI_PIECE_NAME = 9, // names of the players and other words of a heading
    KAURI_PIECE_DATE = 10,
    KAURI_PIECE_TAG = 11,   // a tag that is not used
    KAURI_PIECE_SCORE = 12, // a score between moves
    KAURI_PIECE_RESULT = 13,
    KAURI_PIECE_SEPARATOR = 14, // signs between moves
    KAURI_PIECE_MARKUP = 15,
    KAURI_PIECE_BLANK = 16,
    KAURI_PIECE_SKIPPED = 17,   // text that was not read; `why` says why
    KAURI_PIECE_UNCHECKED = 18, // a sentence about a result that is not understood
};

#define KAURI_PIECE_NO_PLY ((size_t)-1)

struct kauri_piece {
    const char *text; // in the caller's text
    size_t length;    // bytes
    uint32_t line;    // line of its first byte, from 1
    enum kauri_piece_kind kind;
    size_t ply;      // index of the ply that it belongs to, or KAURI_PIECE_NO_PLY
    const char *why; // why it was skipped; NULL for other pieces
};

// The pieces of the text from the end of the game before it, or the beginning of the text, up to
// the end of this game, or of the text if no game follows: they cover every byte once, in order.
// `index` must be below the number. Valid until the game is freed. Since 1.2.
KAURI_API size_t kauri_replayed_piece_count(const struct kauri_replayed_game *game);
KAURI_API const struct kauri_piece *kauri_replayed_piece_at(const struct kauri_replayed_game *game,
                                                            size_t index);

// The name of a kind, such as "captures" or "not checked". Since 1.2.
KAURI_API const char *kauri_piece_name(enum kauri_piece_kind kind);

// The heading of a record that is written. A member other than the first that is zero means the
// default.
struct kauri_record_heading {
    size_t struct_bytes;                // sizeof(struct kauri_record_heading)
    uint32_t number;                    // number of the game, at most 99999; default 1
    const char *south, *north;          // names; default South and North
    const char *date;                   // default none
    const struct kauri_position *start; // default the start of the game
    enum kauri_ruleset rules;           // rules under which the game ends
};

// Plays the moves, a letter for each and "-" for a pass, and writes them as a record that
// kauri_replay_next reads back as the same game: heading, moves with their captures and, if the
// game is over, the result. `heading` may be NULL. The caller releases *text, which is UTF-8, with
// kauri_record_text_free; it is NULL on failure. KAURI_BAD_INPUT for an illegal move, whose message
// has the number of the ply, if there is no move, or for names that cannot be read back;
// KAURI_USAGE for a heading out of range; KAURI_RESOURCE. Since 1.2.
KAURI_API enum kauri_status kauri_record_write(const struct kauri_record_heading *heading,
                                               const char *moves, char **text,
                                               struct kauri_error *error);

// Accepts NULL. Since 1.2.
KAURI_API void kauri_record_text_free(char *text);

#ifdef __cplusplus
}
#endif

#endif
