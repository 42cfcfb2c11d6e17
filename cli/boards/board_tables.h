// The tables of one shape of board for `kauri boards`: solved and verified layer by layer, as far
// as the time allows.
#ifndef KAURI_CLI_BOARDS_BOARD_TABLES_H
#define KAURI_CLI_BOARDS_BOARD_TABLES_H

#include "cli/boards/board_entry.h"
#include "cli/scratch_folder.h"
#include "common/progress.h"
#include "db/lock.h"
#include "tablebase/tablebase.h"

enum { KAURI_BOARD_FOLDER_BYTES = 1024 };

struct kauri_board_tables {
    struct kauri_shape shape;
    char folder[KAURI_BOARD_FOLDER_BYTES];
    struct kauri_scratch scratch;   // the folder, if it is a temporary one
    struct kauri_folder_lock *lock; // on the folder, if it is not
    struct kauri_tablebase *tables; // of the folder; NULL: none yet
    unsigned verified;              // layers 0..verified-1 were verified by this run
    double seconds_each;            // of solving and verifying a position
};

// Makes or opens the folder of the shape: limits->folder/MxK, or a temporary one. The caller closes
// it, also on failure. KAURI_RESOURCE if another run uses it, or it cannot be made; errors of the
// tables in it.
enum kauri_status kauri_board_tables_open(struct kauri_board_tables *tables,
                                          struct kauri_shape shape,
                                          const struct kauri_board_limits *limits,
                                          struct kauri_error *error);

// Seconds that solving and verifying the layers up to `last` will take, roughly: those that are
// verified take none.
double kauri_board_tables_predict(const struct kauri_board_tables *tables, unsigned last);

// Whether the layers 0 to `last` have at most limits->positions positions together.
bool kauri_board_tables_allowed(const struct kauri_board_tables *tables, unsigned last,
                                const struct kauri_board_limits *limits);

// Solves the layers up to `last` that are not there, and verifies those that this run has not
// verified, until all are, or the next one is not allowed, or memory or disk do not suffice for it,
// or it would not be ready in `seconds`. KAURI_OK in all these cases; tables->verified tells how
// far it has come. KAURI_RESOURCE if memory or disk do not suffice and limits->counted is set.
// KAURI_INTERRUPTED if the progress asks to stop. Errors of solving and verifying, KAURI_WRONG
// among them.
enum kauri_status kauri_board_tables_extend(struct kauri_board_tables *tables, unsigned last,
                                            const struct kauri_board_limits *limits, double seconds,
                                            const struct kauri_progress *progress,
                                            struct kauri_error *error);

// Fills the entry from the tables. All layers up to that of the start must have been verified.
enum kauri_status kauri_board_tables_read(struct kauri_board_tables *tables,
                                          struct kauri_board_entry *entry,
                                          struct kauri_error *error);

// Removes a temporary folder. Accepts a zeroed struct.
void kauri_board_tables_close(struct kauri_board_tables *tables);

#endif
