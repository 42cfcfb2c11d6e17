#include "db/tables/layer_table.h"

#include "db/reader.h"
#include "db/table_names.h"
#include "indexer/convention.h"
#include "indexer/stored_blocks.h"

#include <stdlib.h>
#include <string.h>

// A page decodes to some tens of kilobytes; a group of pages is collected in memory while a table
// is written, and its trailer is read with the first of its pages.
enum { PAGE_ENTRIES = 1 << 16, GROUP_PAGES = 16, DIGEST_ENTRIES = 1 << 16 };

// Returns the entries of a page, at most 64 Ki: as many whole blocks as fit, or if a block is
// larger than that, the largest divisor of its size that fits.
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

// Returns the entries of a run of the digest: as many whole blocks as fit into 64 Ki entries, or
// one (docs/reference/FORMAT.md, section 7).
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
        info->columns[c].width = 1;
        info->columns[c].codec = KAURI_CODEC_ZSTD;
        info->columns[c].page_entries = page_entries(layer);
        info->columns[c].group_pages = GROUP_PAGES;
    }
    if (6 * layer->seeds + 2 > UINT8_MAX) {
        info->columns[KAURI_COLUMN_R].width = 2;
    }
    if (max_dtc > UINT8_MAX) {
        info->columns[KAURI_COLUMN_DTC].width = 2;
    }
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

bool kauri_layer_table_has_distances(const struct kauri_reader *reader)
{
    return kauri_reader_info(reader)->column_count > KAURI_COLUMN_DTC;
}

void kauri_layer_table_info_drop_distances(struct kauri_table_info *info)
{
    info->columns[KAURI_COLUMN_DTC] = (struct kauri_column){.width = 0};
    info->column_count = KAURI_COLUMN_R + 1;
}

enum kauri_status kauri_layer_table_check(const struct kauri_reader *reader,
                                          const struct kauri_layer *layer,
                                          struct kauri_error *error)
{
    struct kauri_table_info expected = {KAURI_CONVENTION_TABLE(layer)};
    const struct kauri_table_info *info = kauri_reader_info(reader);
    if (!kauri_layer_table_has_distances(reader)) {
        kauri_layer_table_info_drop_distances(&expected);
    }
    KAURI_PASS(kauri_table_expect(reader, &expected, error));
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

// ---------------------------------------------------------------------------------------- units

enum { UNIT_POSITIONS = 1 << 16 };

enum kauri_status kauri_layer_units_init(struct kauri_layer_units *units,
                                         const struct kauri_layer *layer, uint32_t derivation,
                                         struct kauri_error *error)
{
    const uint64_t fit = UNIT_POSITIONS / layer->cowrie_count;
    memset(units, 0, sizeof *units);
    units->unit_blocks = fit == 0 ? 1 : fit;
    units->block_count[KAURI_PART_STORED] = layer->block_count;
    if (derivation != KAURI_DERIVATION_NONE) {
        KAURI_PASS(kauri_stored_blocks_init(&units->stored, layer, error));
        units->block_count[KAURI_PART_STORED] = units->stored.count;
        units->block_count[KAURI_PART_DERIVED] = layer->block_count - units->stored.count;
    }
    return KAURI_OK;
}

void kauri_layer_units_clear(struct kauri_layer_units *units)
{
    kauri_stored_blocks_clear(&units->stored);
}

uint64_t kauri_unit_count(const struct kauri_layer_units *units, unsigned part)
{
    return (units->block_count[part] + units->unit_blocks - 1) / units->unit_blocks;
}

uint64_t kauri_unit_size(const struct kauri_layer_units *units, unsigned part, uint64_t unit)
{
    const uint64_t left = units->block_count[part] - unit * units->unit_blocks;
    return left < units->unit_blocks ? left : units->unit_blocks;
}

struct kauri_unit_place kauri_unit_place(const struct kauri_layer_units *units, uint64_t block)
{
    struct kauri_unit_place place = {.part = KAURI_PART_STORED, .number = block};
    if (units->stored.bits != NULL) {
        place.number = kauri_stored_rank(&units->stored, block);
        if (!kauri_block_stored(&units->stored, block)) {
            place.part = KAURI_PART_DERIVED;
            place.number = block - place.number;
        }
    }
    place.unit = place.number / units->unit_blocks;
    place.at = place.number % units->unit_blocks;
    return place;
}

uint64_t kauri_unit_block(const struct kauri_layer_units *units, unsigned part, uint64_t number)
{
    return part == KAURI_PART_STORED ? kauri_stored_block_at(&units->stored, number)
                                     : kauri_derived_block_at(&units->stored, number);
}
