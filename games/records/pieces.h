// The account of a text: what became of each byte of it (docs/guide/RECORDS.md, "The account").
// Kauri's and Waurie's readers share it.
#ifndef KAURI_GAMES_RECORDS_PIECES_H
#define KAURI_GAMES_RECORDS_PIECES_H

#include "common/json.h"
#include "common/status.h"
#include "games/records/token.h"
#include "kauri/kauri.h"

// Pieces that follow one another in the text.
struct kauri_pieces {
    size_t count;
    size_t capacity;
    struct kauri_piece *pieces; // owned
};

// Says what the tokens from one number up to another are.
void kauri_pieces_mark(struct kauri_text *text, size_t from, size_t to, enum kauri_piece_kind kind,
                       size_t ply, const char *why);

// Changes what tokens are that were marked as something that is not skipped. Positions stay what
// they are if `positions` is set.
void kauri_pieces_drop(struct kauri_text *text, size_t from, size_t to, bool positions,
                       const char *why);

// Makes the pieces of the source from one token up to another, each of which must be marked; those
// of token 0 begin with the text. The ply of a piece is the index of the move, as written, that it
// belongs to. KAURI_INTERNAL if a byte is not accounted for, which is an error
// of the program; KAURI_RESOURCE. The caller frees the pieces, also after a failure.
enum kauri_status kauri_pieces_make(struct kauri_text *text, size_t from, size_t to,
                                    struct kauri_pieces *pieces, struct kauri_error *error);

// Adds lines of text with the pieces that were skipped or not checked, unless there are none:
// "Skipped: line 3 \"Anna\"; line 9 \"...\"".
void kauri_pieces_add_text(const struct kauri_pieces *pieces, struct kauri_string *out);

// Adds the member "pieces" to an object; `text` is the whole source.
void kauri_pieces_add_json(const struct kauri_pieces *pieces, const char *text,
                           struct kauri_json *json);

#endif
