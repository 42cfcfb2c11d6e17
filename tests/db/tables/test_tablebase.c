// The handle on tables: folders, layers that are opened once, look-ups that cannot be called with
// the wrong position, and threads.
#include "tests/db/tables/small_tables.h"
#include "tests/test.h"

#include "db/table_names.h"
#include "db/tables/tablebase.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

TEST(names_are_pinned)
{
    char name[KAURI_TABLE_NAME_BYTES];
    assert_string_equal(kauri_table_name(6, 12, 3, name), "kauri-6x12-03.kauri");
    assert_string_equal(kauri_table_name(1, 0, 0, name), "kauri-1x0-00.kauri");
    assert_string_equal(kauri_table_name(6, 12, 60, name), "kauri-6x12-60.kauri");
    char *path = kauri_table_path("/a/b", 2, 4, 10);
    assert_string_equal(path, "/a/b/kauri-2x4-10.kauri");
    free(path);
}

static struct kauri_tablebase *open_one(const char *folder, uint64_t cache_bytes)
{
    struct kauri_tablebase *tables = NULL;
    struct kauri_error error;
    assert_ok(kauri_tablebase_open_folder(folder, cache_bytes, &tables, &error), &error);
    return tables;
}

TEST(a_folder_is_read)
{
    char folder[TEMPORARY_BYTES];
    char path[2 * TEMPORARY_BYTES];
    struct kauri_error error;
    struct kauri_tablebase *tables = NULL;
    temporary_make(folder);
    assert_int_equal(kauri_tablebase_open_folder(folder, 0, &tables, &error), KAURI_MISSING);
    static const char *const others[] = {
        "kauri-2x2-02.kauri.tmp",
        "README",
        "kauri.lock",
        "kauri-2x2-2.kauri",
        "kauri-02x2-02.kauri",
        "kauri-2x2-02.kaurix",
        "kauri-2x2-002.kauri",
        "kauri-2x2-.kauri",
        "kauri-2x2-99999999999999999999.kauri",
        "kauri- 2x2-02.kauri",
        "kauri-2x+2-02.kauri",
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", folder, others[i]);
        temporary_write(path, "junk", 4);
    }
    assert_int_equal(kauri_tablebase_open_folder(folder, 0, &tables, &error), KAURI_MISSING);
    assert_null(tables);
    small_layer(folder, 3, 0);
    small_layer(folder, 0, 0);
    small_layer(folder, 1, 0);
    tables = open_one(folder, 1000);
    assert_string_equal(kauri_tablebase_folder(tables), folder);
    assert_int_equal(kauri_tablebase_layer_count(tables), 2);
    assert_int_equal(kauri_tablebase_holes(tables), SMALL_HOLES);
    assert_int_equal(kauri_tablebase_cowries(tables), SMALL_COWRIES);
    for (unsigned seeds = 0; seeds <= 5; seeds++) {
        const bool there = seeds != 2 && seeds < 4;
        const enum kauri_status absent = seeds == 2 ? KAURI_MISSING : KAURI_NOT_COVERED;
        const struct kauri_tablebase_layer *layer = NULL;
        const struct kauri_position position = small_position(seeds, 7);
        struct kauri_value value;
        assert_int_equal(kauri_tablebase_has(tables, seeds), there);
        assert_int_equal(kauri_tablebase_covers(tables, &position, &error),
                         there ? KAURI_OK : absent);
        assert_int_equal(kauri_probe_value_cached(tables, &position, &value, &error),
                         there ? KAURI_NOT_CACHED : absent);
        assert_null(kauri_tablebase_reader(tables, seeds)); // the call opened nothing
        assert_int_equal(kauri_probe_value(tables, &position, &value, &error),
                         there ? KAURI_OK : absent);
        assert_int_equal(kauri_tablebase_layer(tables, seeds, &layer, &error),
                         there ? KAURI_OK : absent);
        assert_int_equal(layer != NULL, there);
        if (there) {
            assert_ptr_equal(kauri_tablebase_reader(tables, seeds), layer->reader);
            assert_int_equal(layer->index.positions, small_positions(seeds));
        } else {
            assert_non_null(strstr(error.message, seeds == 2 ? "layer 2 is not in " : "layer "));
            assert_non_null(strstr(error.message, folder));
        }
    }
    kauri_tablebase_close(tables);
    kauri_tablebase_close(NULL);
    temporary_remove(folder);
    assert_int_equal(kauri_tablebase_open_folder(folder, 0, &tables, &error), KAURI_MISSING);
}

// A table that is missing, one that is damaged, one above all layers and one that has disappeared:
// no message says where the tables are.
TEST_IN_FOLDER(hidden_folders_are_in_no_message, folder)
{
    char path[2 * TEMPORARY_BYTES];
    for (unsigned seeds = 0; seeds <= 4; seeds++) {
        small_layer(folder, seeds, 0);
    }
    (void)snprintf(path, sizeof path, "%s/kauri-2x2-02.kauri", folder);
    assert_int_equal(unlink(path), 0);
    (void)snprintf(path, sizeof path, "%s/kauri-2x2-01.kauri", folder);
    temporary_write(path, "junk", 4);
    struct kauri_tablebase *tables = open_one(folder, 1000);
    kauri_tablebase_hide_folders(tables);
    (void)snprintf(path, sizeof path, "%s/kauri-2x2-03.kauri", folder);
    assert_int_equal(unlink(path), 0);
    static const char *const messages[] = {
        NULL,
        "kauri-2x2-01.kauri is truncated",
        "layer 2 is not in the tables",
        "cannot open kauri-2x2-03.kauri: ",
        NULL,
        "layer 5 is not in the tables",
    };
    for (unsigned seeds = 0; seeds < sizeof messages / sizeof messages[0]; seeds++) {
        const struct kauri_position position = small_position(seeds, 7);
        struct kauri_value value;
        struct kauri_error error = {.message = ""};
        const enum kauri_status status = kauri_probe_value(tables, &position, &value, &error);
        assert_int_equal(status == KAURI_OK, messages[seeds] == NULL);
        if (messages[seeds] != NULL &&
            strncmp(error.message, messages[seeds], strlen(messages[seeds])) != 0) {
            fail_msg("%s", error.message);
        }
        assert_null(strstr(error.message, folder));
    }
    const struct kauri_position other = {.holes = 3};
    struct kauri_error error = {.message = ""};
    assert_int_equal(kauri_tablebase_fits(tables, &other, &error), KAURI_BAD_INPUT);
    assert_string_equal(error.message, "the position has 3 holes in a row, the tables are for 2");
    assert_string_equal(kauri_tablebase_folder(tables), folder);
    kauri_tablebase_close(tables);
}

// Without the check inside the look-ups, each of these positions made them read out of bounds.
TEST_IN_FOLDER(no_position_of_another_shape_gets_in, folder)
{
    struct kauri_error error;
    for (unsigned seeds = 0; seeds <= 3; seeds++) {
        small_layer(folder, seeds, 0);
    }
    struct kauri_tablebase *tables = open_one(folder, 1 << 20);
    const struct kauri_position good = small_position(3, 5);
    struct kauri_position bad[12];
    size_t count = 0;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        bad[i] = good;
    }
    bad[count++].holes = 1;
    bad[count++].holes = 3;
    bad[count++].holes = 0;
    bad[count++].holes = 255;
    bad[count++].cowries[0] += 1;
    bad[count++].cowries[1] = 255;
    bad[count++].seeds[0] = 255;
    bad[count++].side = 2;
    bad[count++].side = 255;
    bad[count++].score[1] = 58;
    bad[count].cowries[2] = 0; // the same number of cowries, where there is no hole
    bad[count].cowries[3] = 0;
    bad[count].cowries[0] = 0;
    bad[count].cowries[1] = 0;
    bad[count++].cowries[11] = SMALL_COWRIES;
    bad[count].seeds[3] = 0;
    bad[count].seeds[2] = 0;
    bad[count].seeds[1] = 0;
    bad[count].seeds[0] = 0;
    bad[count++].seeds[4] = 3;
    for (unsigned turn = 0; turn < 2; turn++) { // before and after the layers are open
        for (size_t i = 0; i < count; i++) {
            struct kauri_value value = {77, 77};
            enum kauri_status status = KAURI_OK;
            assert_int_equal(kauri_probe_value(tables, &bad[i], &value, &error), KAURI_BAD_INPUT);
            assert_int_equal(error.status, KAURI_BAD_INPUT);
            assert_int_equal(kauri_probe_value_cached(tables, &bad[i], &value, &error),
                             KAURI_BAD_INPUT);
            assert_int_equal(kauri_tablebase_covers(tables, &bad[i], &error), KAURI_BAD_INPUT);
            assert_int_equal(kauri_tablebase_fits(tables, &bad[i], &error), KAURI_BAD_INPUT);
            assert_int_equal(kauri_probe_many(tables, &bad[i], 1, &value, &status, 1, &error),
                             KAURI_OK);
            assert_int_equal(status, KAURI_BAD_INPUT);
            assert_int_equal(value.r, 77);
        }
        for (unsigned seeds = 0; seeds <= 3; seeds++) {
            const struct kauri_position position = small_position(seeds, 0);
            struct kauri_value value;
            assert_int_equal(kauri_probe_value(tables, &position, &value, &error), KAURI_OK);
        }
    }
    assert_int_equal(kauri_probe_value(tables, &bad[0], NULL, &error), KAURI_BAD_INPUT);
    assert_non_null(strstr(error.message, "the position has 1 hole in a row, the tables in "));
    kauri_tablebase_close(tables);
}

TEST(the_first_folder_with_a_layer_counts)
{
    char folders[3][TEMPORARY_BYTES];
    struct kauri_error error;
    struct kauri_tablebase *tables = NULL;
    for (unsigned i = 0; i < 3; i++) {
        temporary_make(folders[i]);
    }
    small_layer(folders[0], 0, 10);
    small_layer(folders[1], 0, 20);
    small_layer(folders[1], 1, 20);
    small_layer(folders[2], 1, 30);
    small_layer(folders[2], 3, 30);
    const char *const all[] = {folders[0], folders[1], folders[2]};
    assert_int_equal(kauri_tablebase_open(all, 3, NULL, &tables, &error), KAURI_OK);
    static const int of[] = {10, 20, -1, 30};
    for (unsigned seeds = 0; seeds <= 3; seeds++) {
        const struct kauri_position position = small_position(seeds, 3);
        struct kauri_value value;
        assert_int_equal(kauri_tablebase_has(tables, seeds), of[seeds] >= 0);
        if (of[seeds] >= 0) {
            assert_int_equal(kauri_probe_value(tables, &position, &value, &error), KAURI_OK);
            const struct kauri_value expected = small_value(seeds, 3, (unsigned)of[seeds]);
            assert_memory_equal(&value, &expected, sizeof value);
        }
    }
    char text[3 * TEMPORARY_BYTES + 8];
    (void)snprintf(text, sizeof text, "%s, %s, %s", all[0], all[1], all[2]);
    assert_string_equal(kauri_tablebase_folder(tables), text);
    kauri_tablebase_close(tables);
    // All have one shape, and all are there.
    char name[2 * TEMPORARY_BYTES];
    (void)snprintf(name, sizeof name, "%s/kauri-2x3-00.kauri", folders[1]);
    temporary_write(name, "junk", 4);
    assert_int_equal(kauri_tablebase_open(all, 3, NULL, &tables, &error), KAURI_CORRUPT);
    assert_non_null(strstr(error.message, "tables of another shape"));
    assert_int_equal(kauri_tablebase_open(all, 0, NULL, &tables, &error), KAURI_USAGE);
    temporary_remove(folders[1]);
    assert_int_equal(kauri_tablebase_open(all, 3, NULL, &tables, &error), KAURI_MISSING);
    temporary_remove(folders[0]);
    temporary_remove(folders[2]);
}

// Impossible shapes used to be truncated to eight bits.
TEST(shapes_out_of_range_are_refused)
{
    static const char *const names[] = {"kauri-65535x65535-00.kauri", "kauri-7x12-00.kauri",
                                        "kauri-0x2-00.kauri", "kauri-2x13-00.kauri",
                                        "kauri-258x2-00.kauri"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char folder[TEMPORARY_BYTES];
        char path[2 * TEMPORARY_BYTES];
        struct kauri_error error;
        struct kauri_tablebase *tables = NULL;
        temporary_make(folder);
        (void)snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        temporary_write(path, "junk", 4);
        assert_int_equal(kauri_tablebase_open_folder(folder, 0, &tables, &error), KAURI_CORRUPT);
        assert_non_null(strstr(error.message, names[i]));
        temporary_remove(folder);
    }
}

// A damaged table does not affect the others.
TEST_IN_FOLDER(a_damaged_layer_stands_alone, folder)
{
    char path[2 * TEMPORARY_BYTES];
    struct kauri_error error;
    struct kauri_value value;
    for (unsigned seeds = 0; seeds < 3; seeds++) {
        small_layer(folder, seeds, 0);
    }
    (void)snprintf(path, sizeof path, "%s/kauri-2x2-01.kauri", folder);
    temporary_write(path, "junk", 4);
    struct kauri_tablebase *tables = open_one(folder, 0);
    for (unsigned again = 0; again < 2; again++) {
        const struct kauri_position sound[] = {small_position(0, 0), small_position(2, 0)};
        const struct kauri_position damaged = small_position(1, 0);
        assert_int_equal(kauri_probe_value(tables, &sound[0], &value, &error), KAURI_OK);
        assert_int_equal(kauri_probe_value(tables, &sound[1], &value, &error), KAURI_OK);
        assert_int_equal(kauri_probe_value(tables, &damaged, &value, &error), KAURI_CORRUPT);
        assert_non_null(strstr(error.message, "kauri-2x2-01.kauri is truncated"));
        assert_non_null(
            strstr(error.message, "move the file away and download or solve the layer again"));
    }
    assert_int_equal(kauri_tablebase_layer_count(tables), 3);
    kauri_tablebase_close(tables);
}

static enum kauri_status open_layer(const char *folder, unsigned seeds, struct kauri_error *error)
{
    struct kauri_tablebase *tables = open_one(folder, 0);
    const struct kauri_tablebase_layer *layer = NULL;
    const enum kauri_status status = kauri_tablebase_layer(tables, seeds, &layer, error);
    assert_int_equal(layer != NULL, status == KAURI_OK);
    kauri_tablebase_close(tables);
    return status;
}

TEST_IN_FOLDER(a_table_that_is_something_else_is_refused, folder)
{
    char path[2 * TEMPORARY_BYTES];
    char other[2 * TEMPORARY_BYTES];
    struct kauri_error error;
    (void)snprintf(path, sizeof path, "%s/kauri-2x2-01.kauri", folder);
    (void)snprintf(other, sizeof other, "%s/kauri-2x2-02.kauri", folder);
    small_layer(folder, 2, 0);
    assert_int_equal(rename(other, path), 0);
    assert_int_equal(open_layer(folder, 1, &error), KAURI_CORRUPT);
    assert_non_null(strstr(error.message, "not what its name says"));
    assert_int_equal(unlink(path), 0);
#if !defined _WIN32
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(open_layer(folder, 1, &error), KAURI_CORRUPT);
    assert_non_null(strstr(error.message, "not a regular file; move the file away"));
    assert_int_equal(unlink(path), 0);
#endif
    assert_int_equal(mkdir(path, 0700), 0);
    assert_int_equal(open_layer(folder, 1, &error), KAURI_CORRUPT);
    assert_non_null(strstr(error.message, "not a regular file; move the file away"));
    assert_int_equal(rmdir(path), 0);
    // A table of other rules is found when it is opened, not when a value is read.
    small_foreign_layer(folder, 1);
    assert_int_equal(open_layer(folder, 1, &error), KAURI_CORRUPT);
    assert_non_null(strstr(error.message, "is for the rules 'chess'"));
}

TEST_IN_FOLDER(an_impossible_value_is_refused, folder)
{
    struct kauri_error error;
    struct kauri_value value = {77, 77};
    small_layer(folder, 1, SMALL_IMPOSSIBLE);
    struct kauri_tablebase *tables = open_one(folder, SMALL_CACHE_BYTES(1));
    const struct kauri_position position = small_position(1, 4);
    assert_int_equal(kauri_probe_value(tables, &position, &value, &error), KAURI_CORRUPT);
    assert_non_null(strstr(error.message, "which is impossible"));
    assert_int_equal(kauri_probe_value_cached(tables, &position, &value, &error), KAURI_CORRUPT);
    assert_int_equal(value.r, 77);
    kauri_tablebase_close(tables);
}

TEST_IN_FOLDER(cached_values_need_no_file, folder)
{
    char path[2 * TEMPORARY_BYTES];
    struct kauri_error error;
    struct kauri_value value;
    small_layer(folder, 2, 0);
    struct kauri_tablebase *tables = open_one(folder, SMALL_CACHE_BYTES(2));
    const struct kauri_position first = small_position(2, 3);
    const struct kauri_position neighbour = small_position(2, 0);
    const struct kauri_position second = small_position(2, SMALL_PAGE_ENTRIES);
    const struct kauri_position third = small_position(2, 2 * SMALL_PAGE_ENTRIES);
    assert_int_equal(kauri_probe_value(tables, &first, &value, &error), KAURI_OK);
    assert_int_equal(kauri_probe_value_cached(tables, &neighbour, &value, &error), KAURI_OK);
    assert_int_equal(kauri_probe_value_cached(tables, &second, &value, &error), KAURI_NOT_CACHED);
    assert_int_equal(kauri_probe_value(tables, &second, &value, &error), KAURI_OK);
    assert_int_equal(kauri_probe_value(tables, &third, &value, &error), KAURI_OK);
    // One of them had to go.
    assert_true(kauri_probe_value_cached(tables, &first, &value, &error) == KAURI_NOT_CACHED ||
                kauri_probe_value_cached(tables, &second, &value, &error) == KAURI_NOT_CACHED);
    assert_int_equal(kauri_probe_value_cached(tables, &third, &value, &error), KAURI_OK);
    (void)snprintf(path, sizeof path, "%s/kauri-2x2-02.kauri", folder);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(kauri_probe_value(tables, &third, &value, &error), KAURI_OK);
    kauri_tablebase_close(tables);
}
