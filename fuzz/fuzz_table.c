// Reads any table file: opens it, decodes every page and looks every position up.
//
// The input is a table file. Its digests are repaired first, and most often the sizes and places of
// its parts, so that an alteration reaches the code behind them.
#include "common/digest.h"
#include "db/bytes.h"
#include "db/reader.h"
#include "db/table_names.h"
#include "fuzz/table_repair.h"
#include "tablebase/tablebase.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum {
    INPUT_MAX = 1 << 16,
    PAGES_MAX = 64,      // of a table that are read
    POSITIONS_MAX = 256, // of a layer that are looked up
    CACHE_BYTES = 1 << 16,
};

static void save(const char *path, const uint8_t *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(bytes, 1, size, file) != size || fclose(file) != 0) {
        perror(path);
        abort();
    }
}

// Every value of the table, in the range that its column can hold.
static void read_pages(const char *path)
{
    struct kauri_reader *reader = NULL;
    if (kauri_reader_open(path, &reader, NULL) != KAURI_OK) {
        return;
    }
    const struct kauri_table_info *info = kauri_reader_info(reader);
    uint8_t *payload = malloc(kauri_reader_page_bytes(reader));
    for (uint64_t p = 0; payload != NULL && p < kauri_reader_page_count(reader); p++) {
        if (p >= PAGES_MAX || kauri_reader_page(reader, p, payload, NULL, NULL) != KAURI_OK) {
            continue;
        }
        const uint32_t entries = kauri_reader_page_entries(reader, p);
        for (uint32_t i = 0; i < entries; i++) {
            for (unsigned c = 0; c < info->column_count; c++) {
                const int64_t value = kauri_payload_value(info, payload, entries, c, i);
                if (value < info->columns[c].bias || value > info->columns[c].bias + 65535) {
                    abort();
                }
            }
        }
    }
    free(payload);
    kauri_reader_close(reader);
}

static void look_up(const char *folder, unsigned seeds)
{
    struct kauri_tablebase *tables = NULL;
    struct kauri_value value;
    if (kauri_tablebase_open_folder(folder, CACHE_BYTES, &tables, NULL) != KAURI_OK) {
        return;
    }
    for (uint64_t i = 0; i < POSITIONS_MAX; i++) {
        if (kauri_tablebase_stored(tables, seeds, i, &value, NULL) != KAURI_OK) {
            break;
        }
    }
    kauri_tablebase_close(tables);
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
    const char *temporary = getenv("TMPDIR");
    char folder[256];
    (void)snprintf(folder, sizeof folder, "%s/table-%ld", temporary != NULL ? temporary : "/tmp",
                   (long)getpid());
    (void)mkdir(folder, 0700);
    const unsigned seeds = kauri_load_u16(bytes + 20);
    char *path =
        kauri_table_path(folder, kauri_load_u16(bytes + 16), kauri_load_u16(bytes + 18), seeds);
    if (path != NULL) {
        save(path, bytes, size);
        read_pages(path);
        look_up(folder, seeds);
        (void)unlink(path);
    }
    free(path);
    (void)rmdir(folder);
    free(bytes);
    return 0;
}
