// Takes the entries of a solution book that was made before, so that a book can be added to.
#ifndef KAURI_CLI_BOOK_BOOK_REUSE_H
#define KAURI_CLI_BOOK_BOOK_REUSE_H

#include "cli/book/book_walk.h"
#include "common/status.h"

#include <stdbool.h>
#include <stdint.h>

// Returns whether the file begins as a book does.
bool kauri_book_reuse_is_book(const char *path);

// Reads a book and makes a draft of each entry. A reply that has an entry of sufficient value and
// with fewer plies becomes a link; any other is left to the search, whose plies the bound of the
// entry covers. The caller clears *drafts, also after a failure. KAURI_USAGE: the book leaves
// replies to searches of more than `search` positions. KAURI_WRONG: a move that cannot be played.
// Errors of kauri_book_open; KAURI_RESOURCE.
enum kauri_status kauri_book_reuse(const char *path, uint32_t search,
                                   struct kauri_book_drafts *drafts, struct kauri_error *error);

#endif
