// Tables that come from a source of the caller instead of files, through the public interface.
#include "tests/test.h"

#include "tests/library/open_tables_api.h"

#include <kauri/kauri.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// A source in front of the files that counts what is asked of it, and fails on request.
struct counting {
    char folder[4096];
    _Atomic int open_files, reads[4];
    _Atomic bool fail_pages;
};

static enum kauri_status list(void *context, const char *folder,
                              void (*found)(void *finder, const char *name), void *finder,
                              struct kauri_error *error)
{
    (void)context;
    (void)error;
    assert_string_equal(folder, "somewhere");
    for (unsigned seeds = 0; seeds < LAYERS; seeds++) {
        char name[64];
        (void)snprintf(name, sizeof name, "kauri-%dx%d-%02u.kauri", HOLES, COWRIES, seeds);
        found(finder, name);
    }
    found(finder, "notes.txt");
    return KAURI_OK;
}

static enum kauri_status open_file(void *context, const char *folder, const char *name, void **file,
                                   uint64_t *size, struct kauri_error *error)
{
    struct counting *counting = context;
    char path[5000];
    (void)folder;
    (void)error;
    (void)snprintf(path, sizeof path, "%s/%s", counting->folder, name);
    FILE *opened = fopen(path, "rb");
    if (opened == NULL) {
        return KAURI_MISSING;
    }
    (void)fseek(opened, 0, SEEK_END);
    *size = (uint64_t)ftell(opened);
    *file = opened;
    counting->open_files++;
    return KAURI_OK;
}

static enum kauri_status read_file(void *context, void *file, uint64_t offset, void *bytes,
                                   size_t size, enum kauri_read_purpose purpose,
                                   struct kauri_error *error)
{
    struct counting *counting = context;
    counting->reads[purpose]++;
    if (counting->fail_pages && purpose == KAURI_READ_PAGE) {
        (void)snprintf(error->message, sizeof error->message, "the line is dead");
        return KAURI_RESOURCE;
    }
    return pread(fileno(file), bytes, size, (off_t)offset) == (ssize_t)size ? KAURI_OK
                                                                            : KAURI_CORRUPT;
}

static void close_file(void *context, void *file)
{
    struct counting *counting = context;
    counting->open_files--;
    (void)fclose(file);
}

TEST(a_source_is_read_with_its_purpose)
{
    static struct counting counting;
    const char *folder = getenv("KAURI_TEST_TABLES");
    assert_non_null(folder);
    (void)snprintf(counting.folder, sizeof counting.folder, "%s", folder);
    const struct kauri_source source = {.struct_bytes = sizeof source,
                                        .context = &counting,
                                        .list = list,
                                        .open = open_file,
                                        .read_at = read_file,
                                        .close = close_file};
    const struct kauri_tablebase_options options = {.struct_bytes = sizeof options,
                                                    .source = &source};
    const char *names[1] = {"somewhere"};
    struct kauri_tablebase *tables = NULL;
    assert_int_equal(kauri_tablebase_open(names, 1, &options, &tables, NULL), KAURI_OK);
    assert_int_equal(counting.open_files, 0);
    struct kauri_tablebase *files = open_with(NULL);
    struct kauri_value value;
    struct kauri_value right;
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned seeds = 0; seeds < LAYERS; seeds++) {
            const struct kauri_position position = at(seeds, seeds);
            assert_int_equal(kauri_probe_value(tables, &position, &value, NULL), KAURI_OK);
            assert_int_equal(kauri_probe_value(files, &position, &right, NULL), KAURI_OK);
            assert_int_equal(value.r, right.r);
            assert_int_equal(value.dtc, right.dtc);
        }
    }
    kauri_tablebase_close(files);
    assert_int_equal(counting.open_files, LAYERS);
    assert_int_equal(counting.reads[KAURI_READ_HEADER], LAYERS);
    // A page of each column; the second round was cached.
    assert_int_equal(counting.reads[KAURI_READ_PAGE], 2 * LAYERS);
    assert_true(counting.reads[KAURI_READ_INDEX] >= LAYERS);
    kauri_tablebase_close(tables);
    assert_int_equal(counting.open_files, 0);

    // A source that fails is reported as such, with its own words, and works again afterwards.
    struct kauri_error error;
    assert_int_equal(kauri_tablebase_open(names, 1, &options, &tables, NULL), KAURI_OK);
    const struct kauri_position position = at(2, 5);
    counting.fail_pages = true;
    assert_int_equal(kauri_probe_value(tables, &position, &value, &error), KAURI_RESOURCE);
    assert_non_null(strstr(error.message, "the line is dead"));
    counting.fail_pages = false;
    assert_int_equal(kauri_probe_value(tables, &position, &value, &error), KAURI_OK);
    kauri_tablebase_close(tables);
}
