#include "solver/layer_table.h"

#include "indexer/convention.h"

#include <stdio.h>
#include <string.h>

enum { BLOCK_POSITIONS = 1 << 16 };

// About 64 Ki positions: the largest divisor of a seed configuration's positions not above that, or
// several whole configurations.
static uint32_t block_positions(const struct kauri_layer *layer)
{
    if (layer->positions <= BLOCK_POSITIONS) {
        return (uint32_t)layer->positions;
    }
    if (layer->cowrie_count <= BLOCK_POSITIONS) {
        return BLOCK_POSITIONS / layer->cowrie_count * layer->cowrie_count;
    }
    uint32_t parts = (layer->cowrie_count + BLOCK_POSITIONS - 1) / BLOCK_POSITIONS;
    while (layer->cowrie_count % parts != 0) {
        parts++;
    }
    return layer->cowrie_count / parts;
}

void kauri_layer_table_info(const struct kauri_layer *layer, uint32_t max_dtc,
                            struct kauri_table_info *info)
{
    memset(info, 0, sizeof *info);
    info->holes = layer->shape.holes;
    info->cowries = layer->shape.cowries;
    info->seeds = layer->seeds;
    info->positions = layer->positions;
    info->block_positions = block_positions(layer);
    info->column_count = 2;
    (void)snprintf(info->rules, sizeof info->rules, "%s", KAURI_RULES_IDENTITY);
    (void)snprintf(info->program, sizeof info->program, "kauri %s", KAURI_VERSION);
    struct kauri_column *r = &info->columns[KAURI_COLUMN_R];
    (void)snprintf(r->name, sizeof r->name, "%s", KAURI_COLUMN_R_NAME);
    r->bias = -(3 * layer->seeds + 1);
    r->width = 6 * layer->seeds + 2 <= UINT8_MAX ? 1 : 2;
    struct kauri_column *dtc = &info->columns[KAURI_COLUMN_DTC];
    (void)snprintf(dtc->name, sizeof dtc->name, "%s", KAURI_COLUMN_DTC_NAME);
    dtc->width = max_dtc <= UINT8_MAX ? 1 : 2;
}

enum kauri_status kauri_layer_table_check(const struct kauri_reader *reader,
                                          struct kauri_shape shape, unsigned seeds,
                                          struct kauri_error *error)
{
    const struct kauri_table_info *info = kauri_reader_info(reader);
    const char *path = kauri_reader_path(reader);
    struct kauri_layer layer;
    const enum kauri_status status = kauri_layer_init(&layer, shape, seeds, error);
    if (status != KAURI_OK) {
        return status;
    }
    if (info->holes != shape.holes || info->cowries != shape.cowries) {
        return kauri_fail(error, KAURI_CORRUPT,
                          "%s is a table of another shape: %u holes and %u cowries, not %u and %u",
                          path, info->holes, info->cowries, shape.holes, shape.cowries);
    }
    if (info->seeds != seeds || info->positions != layer.positions) {
        return kauri_fail(error, KAURI_CORRUPT, "%s is not layer %u: it says layer %u", path, seeds,
                          info->seeds);
    }
    if (strcmp(info->rules, KAURI_RULES_IDENTITY) != 0) {
        return kauri_fail(error, KAURI_CORRUPT, "%s was made for other rules: %s, not %s", path,
                          info->rules, KAURI_RULES_IDENTITY);
    }
    if (info->column_count != 2 ||
        strcmp(info->columns[KAURI_COLUMN_R].name, KAURI_COLUMN_R_NAME) != 0 ||
        strcmp(info->columns[KAURI_COLUMN_DTC].name, KAURI_COLUMN_DTC_NAME) != 0) {
        return kauri_fail(error, KAURI_CORRUPT, "%s has other columns than r and dtc", path);
    }
    if (info->columns[KAURI_COLUMN_R].bias != -(3 * (int32_t)seeds + 1) ||
        info->columns[KAURI_COLUMN_DTC].bias != 0) {
        return kauri_fail(error, KAURI_CORRUPT, "%s stores r and dtc with other biases", path);
    }
    return KAURI_OK;
}

enum kauri_status kauri_layer_reader_open(const char *path, struct kauri_shape shape,
                                          unsigned seeds, struct kauri_reader **reader,
                                          struct kauri_error *error)
{
    enum kauri_status status = kauri_reader_open(path, reader, error);
    if (status == KAURI_MISSING) {
        return kauri_fail(error, status,
                          "layer %u is missing (%s); `kauri solve --seeds %u` makes it", seeds,
                          path, seeds);
    }
    if (status == KAURI_OK) {
        status = kauri_layer_table_check(*reader, shape, seeds, error);
        if (status != KAURI_OK) {
            kauri_reader_close(*reader);
            *reader = NULL;
        }
    }
    return status;
}
