// Finds and opens the solution book of the game.
#ifndef KAURI_CLI_TABLES_OPEN_BOOK_H
#define KAURI_CLI_TABLES_OPEN_BOOK_H

#include "cli/command.h"
#include "common/status.h"

struct kauri_book;

// Opens the book that $KAURI_BOOK names, or else ../share/kauri/start.book beside the folder of the
// program, and sets run->book, unless it is open already. If $KAURI_BOOK is empty, or there is no
// book where the program is, run->book stays NULL. The runner closes it. Errors: those of
// kauri_book_open, with the remedy.
enum kauri_status kauri_open_book(struct kauri_command_run *run, struct kauri_error *error);

#endif
