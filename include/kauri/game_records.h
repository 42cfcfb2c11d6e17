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

#ifdef __cplusplus
}
#endif

#endif
