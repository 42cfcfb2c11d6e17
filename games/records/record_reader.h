// Reads the game records of a text (docs/guide/RECORDS.md).
#ifndef KAURI_GAMES_RECORDS_RECORD_READER_H
#define KAURI_GAMES_RECORDS_RECORD_READER_H

#include "games/records/record.h"

// Reads the game records of a text one at a time. Memory is allocated only for the moves of the
// current game, so a text of any length can be read. Different readers may be used by different
// threads.

// Reads the next game into *record, which needs no initialisation and belongs to the caller
// (kauri_record_clear). At the end of the text, *found is false and *record owns nothing.
//
// The text may contain anything besides games (docs/guide/RECORDS.md). A line with a position that
// no moves follow is a record without plies. A game that contains something unreadable is returned
// up to that word, with the reason in `fault`; the next call continues with the game after it. So
// the only error is KAURI_RESOURCE; the reader is then unchanged.
enum kauri_status kauri_record_next(struct kauri_record_reader *reader, struct kauri_record *record,
                                    bool *found, struct kauri_error *error);

// Reads the next game that has moves, or unreadable text in their place. If `number` is not 0,
// reads the next game with this number in its header. Otherwise as kauri_record_next.
enum kauri_status kauri_record_next_game(struct kauri_record_reader *reader, uint64_t number,
                                         struct kauri_record *record, bool *found,
                                         struct kauri_error *error);

// Fails because a text has no game record, and names the first line that looks like one.
enum kauri_status kauri_record_none(const char *text, struct kauri_error *error);

#endif
