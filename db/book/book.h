// A solution book: positions in which a player, the prover, is to move, each with the prover's
// move, the value that it gets at least, and a bound on the plies to the next capture
// (docs/reference/BOOK.md).
//
// The book is closed: after the move of an entry, each reply leads to another entry, to what a
// search of a few thousand positions proves from the rules alone, or to what is already settled.
// verify/book_check.h checks that; nothing here does.
//
// An open book is constant: thread-safe.
#ifndef KAURI_DB_BOOK_BOOK_H
#define KAURI_DB_BOOK_BOOK_H

#include "common/status.h"
#include "kauri/analysis.h"
#include "rules/board.h"

#include <stddef.h>
#include <stdint.h>

enum {
    KAURI_BOOK_KEY_BYTES = 4 * KAURI_HOLES_MAX,
    KAURI_BOOK_SEARCH_MAX = 1 << 24, // limit of positions that a search for a reply expands
};

// A position as its player to move sees it: the seeds in the own row, in the opponent's row, and
// the cowries in both, each from its owner's left. Bytes of holes that the board lacks are 0.
// Entries are in ascending order of these bytes.
struct kauri_book_entry {
    uint8_t key[KAURI_BOOK_KEY_BYTES];
    int16_t value;  // r >= value for the player to move
    uint16_t plies; // the next capture comes within so many plies, from 1
    int8_t hole;    // the move, or KAURI_MOVE_PASS
};

struct kauri_book_info {
    unsigned holes, cowries;    // holes of one row, and cowries of both players together
    struct kauri_position root; // the position that the book solves
    int32_t low, high;          // bounds of r at the root for the player to move
    uint32_t search;            // positions that a search for a reply may expand
    size_t count;               // number of entries
    uint64_t digest; // XXH64 of the decoded entries, in the order of docs/reference/BOOK.md
    uint64_t bytes;  // size of the file
};

// Reads a book that is in memory, as kauri_book_open (kauri/analysis.h) reads a file; messages call
// it `name`. The bytes are not needed afterwards. KAURI_BAD_INPUT: not a book, or one of another
// format version. KAURI_WRONG: for other rules. KAURI_CORRUPT: damaged. KAURI_RESOURCE.
enum kauri_status kauri_book_read(const char *name, const uint8_t *bytes, size_t size,
                                  struct kauri_book **book, struct kauri_error *error);
const struct kauri_book_info *kauri_book_info(const struct kauri_book *book);
// The entries, ascending by key.
const struct kauri_book_entry *kauri_book_entries(const struct kauri_book *book);
// The entry about a position, whatever its side and score, or NULL. Takes some 0.3 microseconds.
const struct kauri_book_entry *kauri_book_find(const struct kauri_book *book,
                                               const struct kauri_position *position);

// Fills in the key of a position.
void kauri_book_key(const struct kauri_position *position, uint8_t key[KAURI_BOOK_KEY_BYTES]);
// The position of an entry on a board of `holes` in a row: South to move, score 0:0.
struct kauri_position kauri_book_position(const struct kauri_book_entry *entry, unsigned holes);

#endif
