#include "tablebase/layer_table.h"

#include "db/expect.h"
#include "db/table_names.h"
#include "indexer/convention.h"
#include "indexer/stored_blocks.h"

#include <stdlib.h>

// A page decodes to some tens of kilobytes; a group of pages is collected in memory while a table
// is written, and its trailer is read with the first of its pages.
enum { PAGE_ENTRIES = 1 << 16, GROUP_PAGES = 16, DIGEST_ENTRIES = 1 << 16 };

// At most 64 Ki entries: as many whole blocks as fit, or if a block is larger than that, the
// largest divisor of its size that fits.
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

// Whole blocks, as many as fit into 64 Ki entries, or one (docs/FORMAT.md, section 7).
static uint32_t digest_entries(const struct kauri_layer *layer)
{
    return layer->cowrie_count <= DIGEST_ENTRIES
               ? DIGEST_ENTRIES / layer->cowrie_count * layer->cowrie_count
               : layer->cowrie_count;
}

void kauri_layer_table_info_full(const struct kauri_layer *layer, uint32_t max_dtc,
                                 struct kauri_table_info *info)
{
    *info = (struct kauri_table_info){
        KAURI_CONVENTION_TABLE(layer),           .derivation = KAURI_DERIVATION_NONE,
        .digest_entries = digest_entries(layer), .entries = layer->positions,
        .program = "kauri " KAURI_VERSION,
    };
    for (unsigned c = 0; c < info->column_count; c++) {
        info->columns[c].codec = KAURI_CODEC_ZSTD;
        info->columns[c].page_entries = page_entries(layer);
        info->columns[c].group_pages = GROUP_PAGES;
    }
    info->columns[KAURI_COLUMN_R].width = 6 * layer->seeds + 2 <= UINT8_MAX ? 1 : 2;
    info->columns[KAURI_COLUMN_DTC].width = max_dtc <= UINT8_MAX ? 1 : 2;
}

static uint64_t stored_entries(const struct kauri_layer *layer)
{
    return kauri_stored_block_count(layer) * layer->cowrie_count;
}

void kauri_layer_table_info(const struct kauri_layer *layer, uint32_t max_dtc,
                            struct kauri_table_info *info)
{
    kauri_layer_table_info_full(layer, max_dtc, info);
    info->derivation = KAURI_DERIVATION_STORED;
    info->entries = stored_entries(layer);
}

enum kauri_status kauri_layer_table_check(const struct kauri_reader *reader,
                                          const struct kauri_layer *layer,
                                          struct kauri_error *error)
{
    const struct kauri_table_info expected = {KAURI_CONVENTION_TABLE(layer)};
    const struct kauri_table_info *info = kauri_reader_info(reader);
    const enum kauri_status status = kauri_table_expect(reader, &expected, error);
    if (status != KAURI_OK) {
        return status;
    }
    const uint64_t entries =
        info->derivation == KAURI_DERIVATION_NONE ? layer->positions : stored_entries(layer);
    if (info->entries != entries) {
        return kauri_fail(error, KAURI_CORRUPT, "%s has %llu entries, not %llu",
                          kauri_reader_path(reader), (unsigned long long)info->entries,
                          (unsigned long long)entries);
    }
    if (info->digest_entries != digest_entries(layer)) {
        return kauri_fail(error, KAURI_CORRUPT, "%s has runs of %u entries in its digest, not %u",
                          kauri_reader_path(reader), info->digest_entries, digest_entries(layer));
    }
    return KAURI_OK;
}

enum kauri_status kauri_layer_table_open(const char *folder, struct kauri_shape shape,
                                         unsigned seeds, struct kauri_reader **reader,
                                         struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_layer layer;
    struct kauri_reader *opened = NULL;
    *reader = NULL;
    char *path = kauri_table_path(folder, shape.holes, shape.cowries, seeds);
    if (path == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "%s: out of memory", folder);
    }
    KAURI_TRY(kauri_layer_init(&layer, shape, seeds, error));
    status = kauri_reader_open(path, &opened, error);
    if (status == KAURI_MISSING) {
        (void)kauri_fail(error, status, "layer %u is missing: there is no %s", seeds, path);
    } else if (status == KAURI_CORRUPT) {
        kauri_error_append(error, KAURI_TABLE_REMEDY);
    }
    KAURI_TRY(status);
    KAURI_TRY(kauri_layer_table_check(opened, &layer, error));
    *reader = opened;
    opened = NULL;
cleanup:
    kauri_reader_close(opened);
    free(path);
    return status;
}
