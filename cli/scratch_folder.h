// A temporary folder of tables for measurements. A run that is killed leaves it behind.
#ifndef KAURI_CLI_SCRATCH_FOLDER_H
#define KAURI_CLI_SCRATCH_FOLDER_H

#include "common/status.h"
#include "indexer/layer.h"
#include "solver/solve.h"

enum { KAURI_SCRATCH_PATH_BYTES = 1024 };

// Begins as KAURI_SCRATCH_NONE.
struct kauri_scratch {
    char path[KAURI_SCRATCH_PATH_BYTES]; // "" when there is none
};

#define KAURI_SCRATCH_NONE ((struct kauri_scratch){.path = ""})

// Makes a new folder in $TMPDIR, or in /tmp if that is not set. KAURI_RESOURCE.
enum kauri_status kauri_scratch_make(struct kauri_scratch *scratch, struct kauri_error *error);

// Makes links in the folder to the tables of layers 0 .. count - 1 of another folder. KAURI_MISSING
// names the first missing table. KAURI_RESOURCE.
enum kauri_status kauri_scratch_link(const struct kauri_scratch *scratch, const char *tables,
                                     struct kauri_shape shape, unsigned count,
                                     struct kauri_error *error);

// Solves layers 0 .. count - 1 into the folder, where kauri_scratch_link would link them. Errors:
// those of kauri_solve_layer.
enum kauri_status kauri_scratch_solve(const struct kauri_scratch *scratch, struct kauri_shape shape,
                                      unsigned count, const struct kauri_solve_options *options,
                                      struct kauri_error *error);

// Removes the folder and the files in it, if there is one.
void kauri_scratch_remove(struct kauri_scratch *scratch);

#endif
