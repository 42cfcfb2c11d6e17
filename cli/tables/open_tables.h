// Finds and opens the tables that a command reads: those of --tables, else those of $KAURI_TABLES,
// else those in ./tables, else those in $XDG_DATA_HOME/kauri (by default ~/.local/share/kauri).
//
// --tables and $KAURI_TABLES name one or several folders, separated by colons; the first of them
// that has a layer is used for it. A folder of $KAURI_TABLES that cannot be read is left out with a
// warning if another one can. Commands that write tables do not use this: they take exactly one
// folder.
#ifndef KAURI_CLI_TABLES_OPEN_TABLES_H
#define KAURI_CLI_TABLES_OPEN_TABLES_H

#include "cli/run.h"
#include "db/tables/tablebase.h"

#include <stdbool.h>

// Text for --help.
#define KAURI_OPEN_TABLES_TEXT                                                                     \
    "\n\nWithout --tables, the tables are those of $KAURI_TABLES (folders separated by colons), "  \
    "else those in ./tables, else those in $XDG_DATA_HOME/kauri (~/.local/share/kauri)."

// Opens the tables of a command into run->tables (kauri_program.open_tables). The cache of decoded
// pages takes at most `cache_bytes` bytes. With `if_any`, run->tables is NULL if neither --tables
// nor $KAURI_TABLES names a folder and no tables are found; likewise with --no-tables. Errors:
// those of kauri_tablebase_open. The message says where the tables were searched for.
enum kauri_status kauri_program_open_tables(struct kauri_command_run *run, bool if_any,
                                            uint64_t cache_bytes, struct kauri_error *error);

// Opens the tables for a command that also works without them, as kauri_run_open_tables does, and
// finds out whether the position fits them.
enum kauri_status kauri_open_tables_for(struct kauri_command_run *run,
                                        const struct kauri_position *position, uint64_t cache_bytes,
                                        struct kauri_error *error);

// Completes the error of a command that also works without tables: if no option named them and the
// position does not fit them, the message says how to run the command without tables. `tables` may
// be NULL.
void kauri_open_tables_advise(const char *option, const struct kauri_tablebase *tables,
                              const struct kauri_position *position, struct kauri_error *error);

// The following functions give advice on layers that are not there.

// Returns KAURI_MISSING. The message says that the folder lacks layer `seeds`, and names the
// command that makes it.
enum kauri_status kauri_missing_layer(const struct kauri_tablebase *tables, unsigned seeds,
                                      struct kauri_error *error);

// Completes the error of a look-up of a position with `seeds` seeds: if a layer is missing, adds
// the command that makes it to the message and changes the status to KAURI_MISSING, also for
// positions above all layers. Leaves other errors alone. Returns the status.
enum kauri_status kauri_missing_layer_advise(const struct kauri_tablebase *tables, unsigned seeds,
                                             struct kauri_error *error);

// As kauri_missing_layer_advise, for a command that needs the layer for a single position. Only the
// layer directly above the tables is worth solving for that, so the message names no command for
// higher ones.
enum kauri_status kauri_missing_layer_advise_position(const struct kauri_tablebase *tables,
                                                      unsigned seeds, struct kauri_error *error);

#endif
