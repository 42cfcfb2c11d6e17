#include "tablebase/layer_table.h"

#include "db/expect.h"
#include "indexer/convention.h"

enum { PAGE_ENTRIES = 1 << 16 };

// About 64 Ki positions: the largest divisor of a seed configuration's positions not above that, or
// several whole configurations.
static uint32_t page_entries(const struct kauri_layer *layer)
{
    if (layer->positions <= PAGE_ENTRIES) {
        return (uint32_t)layer->positions;
    }
    if (layer->cowrie_count <= PAGE_ENTRIES) {
        return PAGE_ENTRIES / layer->cowrie_count * layer->cowrie_count;
    }
    uint32_t parts = (layer->cowrie_count + PAGE_ENTRIES - 1) / PAGE_ENTRIES;
    while (layer->cowrie_count % parts != 0) {
        parts++;
    }
    return layer->cowrie_count / parts;
}

void kauri_layer_table_info(const struct kauri_layer *layer, uint32_t max_dtc,
                            struct kauri_table_info *info)
{
    *info = (struct kauri_table_info){
        KAURI_CONVENTION_TABLE(layer),
        .page_entries = page_entries(layer),
        .program = "kauri " KAURI_VERSION,
    };
    info->columns[KAURI_COLUMN_R].width = 6 * layer->seeds + 2 <= UINT8_MAX ? 1 : 2;
    info->columns[KAURI_COLUMN_DTC].width = max_dtc <= UINT8_MAX ? 1 : 2;
}

enum kauri_status kauri_layer_reader_open(const char *path, struct kauri_shape shape,
                                          unsigned seeds, struct kauri_reader **reader,
                                          struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_layer layer;
    struct kauri_reader *opened = NULL;
    *reader = NULL;
    KAURI_TRY(kauri_layer_init(&layer, shape, seeds, error));
    const struct kauri_table_info expected = {KAURI_CONVENTION_TABLE(&layer)};
    status = kauri_reader_open(path, &opened, error);
    if (status == KAURI_MISSING) {
        (void)kauri_fail(error, status,
                         "layer %u is missing (%s); `kauri solve --seeds %u` makes it", seeds, path,
                         seeds);
    }
    KAURI_TRY(status);
    KAURI_TRY(kauri_table_expect(opened, &expected, error));
    *reader = opened;
    opened = NULL;
cleanup:
    kauri_reader_close(opened);
    return status;
}
