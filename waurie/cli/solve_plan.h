// What `waurie solve --plan` prints: what the layers that are missing would take.
#ifndef KAURI_WAURIE_CLI_SOLVE_PLAN_H
#define KAURI_WAURIE_CLI_SOLVE_PLAN_H

#include "common/string_buffer.h"
#include "waurie/cli/tables_options.h"

// Appends the plan for the layers up to choice->seeds that the folder does not have, as text or as
// JSON (docs/JSON.md). Errors: those of waurie_file_open, but for KAURI_MISSING.
enum kauri_status waurie_solve_plan(const struct waurie_tables_choice *choice,
                                    struct kauri_string *out, struct kauri_error *error);

#endif
