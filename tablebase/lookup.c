#include "tablebase/lookup.h"

#include "common/shell_word.h"
#include "db/expect.h"
#include "indexer/convention.h"

#include <stdio.h>
#include <stdlib.h>

enum kauri_status kauri_lookup_fits(const struct kauri_tables *tables,
                                    const struct kauri_position *position,
                                    struct kauri_error *error)
{
    const unsigned holes = kauri_tables_holes(tables);
    const unsigned cowries = kauri_tables_cowries(tables);
    if (position->holes != holes) {
        return kauri_fail(error, KAURI_BAD_INPUT,
                          "the position has %u hole%s in a row, the tables in %s are for %u",
                          position->holes, position->holes == 1 ? "" : "s",
                          kauri_tables_folder(tables), holes);
    }
    if (kauri_cowries(position) != cowries) {
        return kauri_fail(error, KAURI_BAD_INPUT,
                          "the position has %u cowrie%s, the tables in %s are for %u",
                          kauri_cowries(position), kauri_cowries(position) == 1 ? "" : "s",
                          kauri_tables_folder(tables), cowries);
    }
    return KAURI_OK;
}

enum kauri_status kauri_lookup_missing(const struct kauri_tables *tables, unsigned seeds,
                                       struct kauri_error *error)
{
    const unsigned holes = kauri_tables_holes(tables);
    const unsigned cowries = kauri_tables_cowries(tables);
    const char *folder = kauri_tables_folder(tables);
    char word[KAURI_SHELL_WORD_BYTES];
    char shape[64] = "";
    // `kauri solve` takes the full board when nothing is said.
    if (holes != KAURI_HOLES_MAX || cowries != KAURI_COWRIES_MAX) {
        (void)snprintf(shape, sizeof shape, " --holes %u --cowries %u", holes, cowries);
    }
    return kauri_fail(error, KAURI_MISSING,
                      "layer %u is not in %s; make it with: kauri solve --tables %s%s --seeds %u",
                      seeds, folder, kauri_shell_word(folder, word), shape, seeds);
}

enum kauri_status kauri_lookup_layer(struct kauri_tables *tables, unsigned seeds,
                                     struct kauri_layer *layer, const struct kauri_reader **reader,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_shape shape = {(uint8_t)kauri_tables_holes(tables),
                                      (uint8_t)kauri_tables_cowries(tables)};
    *reader = NULL;
    if (!kauri_tables_has(tables, seeds)) {
        return kauri_lookup_missing(tables, seeds, error);
    }
    KAURI_TRY(kauri_tables_layer(tables, seeds, reader, error));
    KAURI_TRY(kauri_layer_init(layer, shape, seeds, error));
    // Also refuses numbers that the shape has no room for.
    const struct kauri_table_info expected = {KAURI_CONVENTION_TABLE(layer)};
    KAURI_TRY(kauri_table_expect(*reader, &expected, error));
cleanup:
    return status;
}

enum kauri_status kauri_lookup(struct kauri_tables *tables, const struct kauri_position *position,
                               struct kauri_value *stored, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const unsigned seeds = kauri_seeds(position);
    const struct kauri_reader *reader = NULL;
    struct kauri_layer layer;
    KAURI_TRY(kauri_lookup_layer(tables, seeds, &layer, &reader, error));
    const struct kauri_view view = kauri_view_of(position);
    int32_t values[KAURI_COLUMNS_MAX];
    KAURI_TRY(kauri_tables_get(tables, seeds, kauri_index(&layer, &view), values, error));
    const int32_t r = values[KAURI_COLUMN_R];
    const int32_t dtc = values[KAURI_COLUMN_DTC];
    if (abs(r) > 3 * (int)seeds + 1 || dtc < 0) {
        return kauri_fail(error, KAURI_CORRUPT, "%s holds r = %d, dtc = %d, which is impossible",
                          kauri_reader_path(reader), r, dtc);
    }
    *stored = (struct kauri_value){.r = r, .dtc = (uint32_t)dtc};
cleanup:
    return status;
}
