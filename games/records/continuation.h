// Decides what a line is to the game before it (docs/guide/RECORDS.md, "Lines"). Private to
// games/records/.
#ifndef KAURI_GAMES_RECORDS_CONTINUATION_H
#define KAURI_GAMES_RECORDS_CONTINUATION_H

#include "games/records/moves_reader.h"

// Returns true if the line below a line of moves continues the game: with a move, a number, a
// remark or a pass. After an empty line, only moves that are due and numbers that go on do.
bool kauri_line_goes_on(struct kauri_moves_reader *game, size_t line, bool empty);

// Returns true if the line continues the game after other text: with the next number, or with a
// move that is due.
bool kauri_line_resumes(struct kauri_moves_reader *game, size_t line);

// Returns true if the line begins another game, in which a first number that is not 1 counts.
bool kauri_line_begins_another(struct kauri_moves_reader *game, size_t line);

// Returns true if a move with the next number stands somewhere in the line; *number is its token.
bool kauri_line_hides_next(struct kauri_moves_reader *game, size_t line, size_t *number);

// The token with which the moves of the line begin, after a bullet or the speaker of a chat.
size_t kauri_line_moves(struct kauri_moves_reader *game, size_t line);

#endif
