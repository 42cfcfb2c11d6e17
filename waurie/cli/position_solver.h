// What `waurie solve --position` does.
#ifndef KAURI_WAURIE_CLI_POSITION_SOLVER_H
#define KAURI_WAURIE_CLI_POSITION_SOLVER_H

#include "common/progress.h"
#include "common/string_buffer.h"
#include "waurie/cli/tables_options.h"

// Solves the blocks of the position `text`, and appends who wins it and which moves win, as text or
// as JSON (docs/JSON.md). Errors: KAURI_BAD_INPUT; those of waurie_solve_position.
enum kauri_status waurie_position_solver(const struct waurie_tables_choice *choice,
                                         const char *text, const struct kauri_progress *progress,
                                         struct kauri_string *out, struct kauri_error *error);

#endif
