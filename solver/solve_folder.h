// The folder in which layers are solved: its finished tables; and checks that layers fit into
// memory and on the disk, before any of them is begun.
#ifndef KAURI_SOLVER_SOLVE_FOLDER_H
#define KAURI_SOLVER_SOLVE_FOLDER_H

#include "db/tables/tablebase.h"
#include "indexer/layer.h"
#include "solver/predict.h"

#include <stdbool.h>

// Opens the finished tables of a folder. All of them must be sound and of this shape: KAURI_CORRUPT
// otherwise. KAURI_RESOURCE. *tables is NULL if there are none or the folder does not exist; the
// caller closes it with kauri_tablebase_close.
enum kauri_status kauri_solve_folder_open(const char *folder, struct kauri_shape shape,
                                          struct kauri_tablebase **tables,
                                          struct kauri_error *error);

// KAURI_CORRUPT if the tables of the folder are of another shape.
enum kauri_status kauri_solve_folder_check(const char *folder, const struct kauri_tablebase *tables,
                                           struct kauri_shape shape, struct kauri_error *error);

struct kauri_fit {
    struct kauri_prediction layers[KAURI_SEEDS_MAX + 1]; // predictions by number of seeds; only for
                                                         // the requested layers
    // Bytes that are enough for tables and work files in addition to those there
    // now; if the work folder is on a disk of its own, only tables. UINT64_MAX also stands for
    // more.
    uint64_t disk;
    uint64_t disk_free; // bytes free on the folder's file system; UINT64_MAX: unknown
    bool disk_fits;     // true if disk_free is unknown, unless `disk` is more than any disk has
    // As the three members above, for the work folder, if it is on another disk; otherwise 0, 0
    // and true.
    uint64_t work;
    uint64_t work_free;
    bool work_fits;
};

// Predicts every layer with wanted[seeds], 0 <= seeds <= last, if they are solved one after the
// other in `folder`, which need not exist, with options->work. Files that a stopped run left in the
// folders count as free, because the next run continues from them or removes them. Statuses of
// kauri_predict_layer.
enum kauri_status kauri_fit_predict(const char *folder, struct kauri_shape shape, unsigned last,
                                    const bool *wanted, const struct kauri_solve_options *options,
                                    struct kauri_fit *fit, struct kauri_error *error);

// KAURI_RESOURCE if a layer does not fit; the message names the first one, or the folder (`work`
// may be NULL), and says how much is missing.
enum kauri_status kauri_fit_check(const struct kauri_fit *fit, const char *folder, const char *work,
                                  unsigned last, const bool *wanted, struct kauri_error *error);

#endif
