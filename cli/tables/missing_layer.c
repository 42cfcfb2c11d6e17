#include "cli/tables/missing_layer.h"

#include "common/string_buffer.h"

#include <stdio.h>

// The folder in which the layer is to be solved: the one that has the next lower layer, or else the
// lowest one above.
static const char *folder_for(const struct kauri_tablebase *tables, unsigned seeds)
{
    const char *folder = NULL;
    for (unsigned n = seeds; n > 0 && folder == NULL; n--) {
        folder = kauri_tablebase_folder_of(tables, n - 1);
    }
    for (unsigned n = seeds; n <= KAURI_SEEDS_MAX && folder == NULL; n++) {
        folder = kauri_tablebase_folder_of(tables, n);
    }
    return folder != NULL ? folder : kauri_tablebase_folder(tables);
}

enum kauri_status kauri_missing_layer(const struct kauri_tablebase *tables, unsigned seeds,
                                      struct kauri_error *error)
{
    const unsigned holes = kauri_tablebase_holes(tables);
    const unsigned cowries = kauri_tablebase_cowries(tables);
    const char *folder = folder_for(tables, seeds);
    char word[KAURI_SHELL_WORD_BYTES];
    char shape[64] = "";
    // `kauri solve` uses the full board by default.
    if (holes != KAURI_HOLES_MAX || cowries != KAURI_COWRIES_MAX) {
        (void)snprintf(shape, sizeof shape, " --holes %u --cowries %u", holes, cowries);
    }
    return kauri_fail(error, KAURI_MISSING,
                      "layer %u is not in %s; make it with: kauri solve --tables %s%s --seeds %u",
                      seeds, kauri_tablebase_folder(tables), kauri_shell_word(folder, word), shape,
                      seeds);
}

enum kauri_status kauri_missing_layer_advise(const struct kauri_tablebase *tables, unsigned seeds,
                                             struct kauri_error *error)
{
    if (error->status != KAURI_MISSING && error->status != KAURI_NOT_COVERED) {
        return error->status;
    }
    // The position's own layer is needed first, then lower ones for its captures.
    for (unsigned n = seeds + 1; n-- > 0;) {
        if (!kauri_tablebase_has(tables, n)) {
            return kauri_missing_layer(tables, n, error);
        }
    }
    return error->status; // the file has disappeared in the meantime
}

enum kauri_status kauri_missing_layer_advise_position(const struct kauri_tablebase *tables,
                                                      unsigned seeds, struct kauri_error *error)
{
    const bool above = seeds > kauri_tablebase_layer_count(tables) &&
                       !kauri_tablebase_has(tables, seeds) &&
                       (error->status == KAURI_MISSING || error->status == KAURI_NOT_COVERED);
    return above ? kauri_fail(error, KAURI_MISSING, "layer %u is not in %s", seeds,
                              kauri_tablebase_folder(tables))
                 : kauri_missing_layer_advise(tables, seeds, error);
}
