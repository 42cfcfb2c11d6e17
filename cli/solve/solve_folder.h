// Opens the folder in which layers are solved.
#ifndef KAURI_CLI_SOLVE_SOLVE_FOLDER_H
#define KAURI_CLI_SOLVE_SOLVE_FOLDER_H

#include "indexer/layer.h"
#include "tablebase/tablebase.h"

// Opens the finished tables of a folder. All of them must be sound and of this shape: KAURI_CORRUPT
// otherwise. KAURI_RESOURCE. *tables is NULL if there are none or the folder does not exist; the
// caller closes it with kauri_tablebase_close.
enum kauri_status kauri_solve_folder_open(const char *folder, struct kauri_shape shape,
                                          struct kauri_tablebase **tables,
                                          struct kauri_error *error);

#endif
