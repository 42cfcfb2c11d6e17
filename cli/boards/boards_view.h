// The output of `kauri boards`.
//
// Implemented in boards_text.c, boards_markdown.c and boards_json.c.
#ifndef KAURI_CLI_BOARDS_BOARDS_VIEW_H
#define KAURI_CLI_BOARDS_BOARDS_VIEW_H

#include "cli/boards/boards_run.h"
#include "common/string_buffer.h"

// Adds a line without newline about one entry, when it is finished.
void kauri_boards_say(struct kauri_string *out, const struct kauri_board_entry *entry);

// Adds the rows of the table, with tabs between cells, the header first. If `link` is not NULL, it
// is the folder of the proofs, and an entry whose proof rests on the rules alone links to it.
void kauri_boards_add_rows(struct kauri_string *out, const struct kauri_boards *boards,
                           const char *link);
// Adds the rows in fewer columns.
void kauri_boards_add_narrow_rows(struct kauri_string *out, const struct kauri_boards *boards);

// Print on standard output: text for people, a section of docs/BOARDS.md, or one JSON object on a
// line (docs/JSON.md). `command` is the command line that makes the section. KAURI_RESOURCE when
// memory runs out.
enum kauri_status kauri_boards_print(const struct kauri_boards *boards, struct kauri_error *error);
enum kauri_status kauri_boards_print_markdown(const struct kauri_boards *boards,
                                              const char *command, struct kauri_error *error);
void kauri_boards_print_json(const struct kauri_boards *boards);

#endif
