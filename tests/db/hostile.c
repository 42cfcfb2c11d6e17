#include "tests/db/hostile.h"

#include "tests/test.h"

#include "db/bytes.h"

#include <stdlib.h>
#include <string.h>

int hostile_set_up(void **state)
{
    struct kauri_error error;
    struct forge *forge = calloc(1, sizeof *forge);
    assert_non_null(forge);
    temporary_make(forge->folder);
    forge_path(forge->path, forge->folder, "table");
    const struct kauri_table_info info = forge_info(3, 100, GOOD_PAGE_ENTRIES, 12);
    assert_int_equal(forge_write(forge->path, &info, 1, 100, NULL, &error), KAURI_OK);
    forge->bytes = forge_load(forge->path, &forge->size);
    for (size_t c = 0; c < 2; c++) {
        const uint8_t *column = forge->bytes + COLUMNS + COLUMN_BYTES * c;
        forge->directory[c] = forge->bytes + kauri_load_u64(column + DIRECTORY_OFFSET);
    }
    forge->certificate = forge->bytes + kauri_load_u64(forge->bytes + CERTIFICATE_OFFSET);
    *state = forge;
    return 0;
}

int hostile_tear_down(void **state)
{
    struct forge *forge = *state;
    temporary_remove(forge->folder);
    free(forge->bytes);
    free(forge);
    return 0;
}

void hostile_refused(const struct forge *forge, const uint8_t *bytes, size_t size,
                     const char *words)
{
    struct kauri_error error = {KAURI_OK, ""};
    forge_save(forge->path, bytes, size);
    assert_int_equal(forge_check(forge->path, &error), KAURI_CORRUPT);
    if (strstr(error.message, words) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", error.message, words);
    }
    assert_non_null(strstr(error.message, forge->path));
}
