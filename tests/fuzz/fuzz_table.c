// Reads any table file from memory: opens it, decodes every page, looks positions up and reads the
// layer as a range. The two ways to read a layer must agree, and every value must be one that a
// position of the layer can have.
//
// The input is a table file. Its digests are repaired first, and most often the sizes and places of
// its parts, so that an alteration gets past these checks.
#include "common/digest.h"
#include "db/bytes.h"
#include "db/checksums.h"
#include "db/reader.h"
#include "db/table_names.h"
#include "db/tables/tablebase.h"
#include "tests/fuzz/must.h"
#include "tests/fuzz/table_repair.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
    INPUT_MAX = 1 << 16,
    PAGES_MAX = 64,      // pages read of a table
    POSITIONS_MAX = 256, // positions looked up in a layer
    CACHE_BYTES = 1 << 16,
};

// A folder with one file.
struct input_file {
    char name[KAURI_TABLE_NAME_BYTES];
    const uint8_t *bytes;
    size_t size;
};

static enum kauri_status list_memory(void *context, const char *folder,
                                     void (*found)(void *finder, const char *name), void *finder,
                                     struct kauri_error *error)
{
    const struct input_file *file = context;
    (void)folder;
    (void)error;
    found(finder, file->name);
    return KAURI_OK;
}

static enum kauri_status open_memory(void *context, const char *folder, const char *name,
                                     void **opened, uint64_t *size, struct kauri_error *error)
{
    struct input_file *file = context;
    (void)folder;
    (void)error;
    must(strcmp(name, file->name) == 0, "another file is opened");
    *opened = file;
    *size = file->size;
    return KAURI_OK;
}

static enum kauri_status read_memory(void *context, void *opened, uint64_t offset, void *bytes,
                                     size_t size, enum kauri_read_purpose purpose,
                                     struct kauri_error *error)
{
    const struct input_file *file = opened;
    (void)context;
    (void)purpose;
    (void)error;
    must(offset <= file->size && size <= file->size - offset, "bytes beyond the end are read");
    memcpy(bytes, file->bytes + offset, size);
    return KAURI_OK;
}

static void close_memory(void *context, void *opened)
{
    (void)context;
    (void)opened;
}

// Checks that every number of the table is in the range of its column.
static void read_pages(const struct kauri_source *source, const char *name)
{
    struct kauri_reader *reader = NULL;
    if (kauri_reader_open_from(source, "memory", name, false, &reader, NULL) != KAURI_OK) {
        return;
    }
    const struct kauri_table_info *info = kauri_reader_info(reader);
    for (unsigned c = 0; c < info->column_count; c++) {
        uint8_t *numbers = malloc(kauri_reader_page_bytes(reader, c));
        for (uint64_t p = 0; numbers != NULL && p < kauri_reader_page_count(reader, c); p++) {
            if (p >= PAGES_MAX ||
                kauri_reader_page(reader, c, p, numbers, NULL, NULL) != KAURI_OK) {
                continue;
            }
            const uint32_t entries = kauri_reader_page_entries(reader, c, p);
            for (uint32_t i = 0; i < entries; i++) {
                const int64_t value = kauri_page_value(&info->columns[c], numbers, i);
                must(value >= info->columns[c].bias && value <= info->columns[c].bias + 65535,
                     "a number is outside its column");
            }
        }
        free(numbers);
    }
    (void)kauri_checksums_check(reader, NULL, NULL);
    kauri_reader_close(reader);
}

static void look_up(const struct kauri_source *source, unsigned seeds)
{
    static const char *const folder = "memory";
    const struct kauri_tablebase_options options = {
        .struct_bytes = sizeof options,
        .cache_bytes = CACHE_BYTES,
        .threads = 1,
        .source = source,
    };
    struct kauri_tablebase *tablebase = NULL;
    const struct kauri_tablebase_layer *layer = NULL;
    struct kauri_value value;
    const int limit = 3 * (int)seeds + 1;
    if (kauri_tablebase_open(&folder, 1, &options, &tablebase, NULL) != KAURI_OK) {
        return;
    }
    const bool opened = kauri_tablebase_layer(tablebase, seeds, &layer, NULL) == KAURI_OK;
    const bool all = opened && !layer->derives; // without derivation, ranges are not read
    for (uint64_t i = 0; opened && i < POSITIONS_MAX && i < layer->index.positions; i++) {
        int16_t r = 0;
        uint16_t dtc = 0;
        const struct kauri_position position = kauri_layer_position(&layer->index, i);
        const enum kauri_status status = kauri_probe_value(tablebase, &position, &value, NULL);
        uint16_t *distance = layer->dtc_reader != NULL ? &dtc : NULL;
        const enum kauri_status range =
            all ? kauri_layer_read(tablebase, seeds, i, 1, &r, distance, 1, NULL) : status;
        must(status == range, "a look-up and a range have another status");
        must(status != KAURI_OK || (value.r >= -limit && value.r <= limit),
             "a value is impossible");
        must(!all || status != KAURI_OK || (r == value.r && (distance == NULL || dtc == value.dtc)),
             "a look-up and a range differ");
    }
    kauri_tablebase_close(tablebase);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 24 || size > INPUT_MAX) {
        return 0;
    }
    uint8_t *bytes = malloc(size);
    if (bytes == NULL) {
        return 0;
    }
    memcpy(bytes, data, size);
    // One input in eight keeps each of the numbers that the repair sets.
    const uint64_t dice = kauri_digest(data, size);
    unsigned layout = 0;
    for (unsigned bit = 0; bit < 4; bit++) {
        layout |= (unsigned)((dice >> (3 * bit) & 7) != 0) << bit;
    }
    fuzz_table_repair(bytes, size, layout);
    struct input_file file = {.bytes = bytes, .size = size};
    const struct kauri_source source = {
        .struct_bytes = sizeof source,
        .context = &file,
        .list = list_memory,
        .open = open_memory,
        .read_at = read_memory,
        .close = close_memory,
    };
    const unsigned seeds = kauri_load_u16(bytes + 20);
    (void)kauri_table_name(kauri_load_u16(bytes + 16), kauri_load_u16(bytes + 18), seeds,
                           file.name);
    read_pages(&source, file.name);
    look_up(&source, seeds);
    free(bytes);
    return 0;
}
