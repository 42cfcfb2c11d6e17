#include "cli/solve/solve_folder.h"

#include "cli/tables/layer_summary.h"

// Opening reads headers and indices; no page is decoded.
#define CACHE_BYTES (1U << 20)

enum kauri_status kauri_solve_folder_open(const char *folder, struct kauri_shape shape,
                                          struct kauri_tablebase **tables,
                                          struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_tablebase *opened = NULL;
    struct kauri_layer_summary layers[KAURI_SEEDS_MAX + 1];
    size_t count = 0;
    *tables = NULL;
    status = kauri_tablebase_open_folder(folder, CACHE_BYTES, &opened, error);
    if (status == KAURI_MISSING) {
        return KAURI_OK;
    }
    KAURI_TRY(status);
    if (kauri_tablebase_holes(opened) != shape.holes ||
        kauri_tablebase_cowries(opened) != shape.cowries) {
        status = kauri_fail(error, KAURI_CORRUPT,
                            "%s holds tables of another shape: %u holes in a row and %u cowries, "
                            "not %u and %u; use another folder",
                            folder, kauri_tablebase_holes(opened), kauri_tablebase_cowries(opened),
                            shape.holes, shape.cowries);
        goto cleanup;
    }
    KAURI_TRY(kauri_layer_summaries(opened, layers, &count, error));
    *tables = opened;
    opened = NULL;
cleanup:
    kauri_tablebase_close(opened);
    return status;
}
