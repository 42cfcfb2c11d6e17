// The account of a text: what became of each byte of it (docs/guide/RECORDS.md, "The account").
// Private to games/records/.
#ifndef KAURI_GAMES_RECORDS_PIECES_H
#define KAURI_GAMES_RECORDS_PIECES_H

#include "games/records/record.h"
#include "games/records/token.h"

// Says what the tokens from one number up to another are.
void kauri_pieces_mark(struct kauri_text *text, size_t from, size_t to, enum kauri_piece_kind kind,
                       size_t ply, const char *why);

// Changes what tokens are that were marked as something that is not skipped.
void kauri_pieces_drop(struct kauri_text *text, size_t from, size_t to, const char *why);

// Makes the pieces of the source from `begin` up to the token number `end`, of which each token
// must be marked. KAURI_INTERNAL if a byte is not accounted for, which is an error of the program;
// KAURI_RESOURCE. The caller frees the pieces, also after a failure.
enum kauri_status kauri_pieces_make(struct kauri_text *text, const char *begin, size_t end,
                                    struct kauri_pieces *pieces, struct kauri_error *error);

#endif
