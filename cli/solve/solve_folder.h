// A folder of tables that solving goes on in.
#ifndef KAURI_CLI_SOLVE_SOLVE_FOLDER_H
#define KAURI_CLI_SOLVE_SOLVE_FOLDER_H

#include "indexer/layer.h"
#include "tablebase/tables.h"

// Opens the tables that are there, all of which must be sound and of this shape: KAURI_CORRUPT
// otherwise, KAURI_RESOURCE. *tables is NULL when there are none, or no folder; close it with
// kauri_tables_close.
enum kauri_status kauri_solve_folder_open(const char *folder, struct kauri_shape shape,
                                          struct kauri_tables **tables, struct kauri_error *error);

#endif
