// A folder of tables, the cache in front of it, and the lock of the folder.
#include "tests/cmocka_all.h"
#include "tests/db/forge.h"

#include "common/parallel.h"
#include "db/cache.h"
#include "db/lock.h"
#include "db/table_names.h"
#include "tablebase/tables.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROWS = 1000, BLOCK = 100 };
// Bytes of a decoded block.
static const uint64_t block_bytes = 300;

static void put_table(const char *folder, const char *name, const struct kauri_table_info *info)
{
    char path[FORGE_PATH_BYTES];
    struct kauri_error error;
    assert_int_equal(
        forge_write(forge_path(path, folder, name), info, 1, info->positions, NULL, &error),
        KAURI_OK);
}

static void put_layer(const char *folder, unsigned seeds)
{
    char name[KAURI_TABLE_NAME_BYTES];
    const struct kauri_table_info info = forge_info(seeds, ROWS, BLOCK, 12);
    put_table(folder, kauri_table_name(6, 12, seeds, name), &info);
}

static void names_are_pinned(void **state)
{
    (void)state;
    char name[KAURI_TABLE_NAME_BYTES];
    assert_string_equal(kauri_table_name(6, 12, 3, name), "kauri-6x12-03.kauri");
    assert_string_equal(kauri_table_name(1, 0, 0, name), "kauri-1x0-00.kauri");
    assert_string_equal(kauri_table_name(6, 12, 60, name), "kauri-6x12-60.kauri");
    char *path = kauri_table_path("/a/b", 2, 4, 10);
    assert_string_equal(path, "/a/b/kauri-2x4-10.kauri");
    free(path);
}

static void a_folder_is_read(void **state)
{
    (void)state;
    char folder[FORGE_PATH_BYTES];
    char path[FORGE_PATH_BYTES];
    struct kauri_error error;
    struct kauri_tables *tables = NULL;
    int32_t values[KAURI_COLUMNS_MAX] = {0};
    temporary_make(folder);
    assert_int_equal(kauri_tables_open(folder, 0, &tables, &error), KAURI_MISSING);
    static const char *const others[] = {
        "kauri-6x12-02.kauri.tmp",
        "README",
        "kauri.lock",
        "kauri-6x12-2.kauri",
        "kauri-06x12-02.kauri",
        "kauri-6x12-02.kaurix",
        "kauri-6x12-002.kauri",
        "kauri-6x12-.kauri",
        "kauri-6x12-99999999999999999999.kauri",
        "kauri- 6x12-02.kauri",
        "kauri-6x+12-02.kauri",
    };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        forge_save(forge_path(path, folder, others[i]), (const uint8_t *)"junk", 4);
    }
    assert_int_equal(kauri_tables_open(folder, 0, &tables, &error), KAURI_MISSING);
    assert_null(tables);
    put_layer(folder, 3);
    put_layer(folder, 0);
    put_layer(folder, 1);
    assert_int_equal(kauri_tables_open(folder, 1000, &tables, &error), KAURI_OK);
    assert_string_equal(kauri_tables_folder(tables), folder);
    assert_int_equal(kauri_tables_layer_count(tables), 2);
    assert_int_equal(kauri_tables_holes(tables), 6);
    assert_int_equal(kauri_tables_cowries(tables), 12);
    for (unsigned seeds = 0; seeds <= 4; seeds++) {
        const bool there = seeds != 2 && seeds != 4;
        const struct kauri_reader *reader = NULL;
        assert_int_equal(kauri_tables_has(tables, seeds), there);
        assert_null(kauri_tables_reader(tables, seeds)); // not opened yet
        assert_int_equal(kauri_tables_layer(tables, seeds, &reader, &error),
                         there ? KAURI_OK : KAURI_MISSING);
        assert_int_equal(reader != NULL, there);
        assert_ptr_equal(kauri_tables_reader(tables, seeds), reader);
    }
    assert_int_equal(kauri_tables_get(tables, 2, 0, values, &error), KAURI_MISSING);
    assert_non_null(strstr(error.message, "kauri-6x12-02.kauri"));
    assert_int_equal(kauri_tables_get(tables, 61, 0, values, &error), KAURI_MISSING);
    assert_int_equal(kauri_tables_get(tables, 1, ROWS, values, &error), KAURI_CORRUPT);
    for (uint64_t i = 0; i < (uint64_t)3 * ROWS; i++) {
        const unsigned seeds = i % 3 == 2 ? 3 : (unsigned)(i % 3);
        const uint64_t row = i * 7919 % ROWS;
        const struct kauri_table_info *info = kauri_reader_info(kauri_tables_reader(tables, seeds));
        assert_int_equal(kauri_tables_get(tables, seeds, row, values, &error), KAURI_OK);
        assert_int_equal(values[0], info->columns[0].bias + forge_number(info, 0, row));
        assert_int_equal(values[1], info->columns[1].bias + forge_number(info, 1, row));
    }
    kauri_tables_close(tables);
    kauri_tables_close(NULL);
    temporary_remove(folder);
    assert_int_equal(kauri_tables_open(folder, 0, &tables, &error), KAURI_MISSING);
}

// Opens the folder and one of its layers.
static enum kauri_status open_layer(const char *folder, unsigned seeds, struct kauri_error *error)
{
    struct kauri_tables *tables = NULL;
    const struct kauri_reader *reader = NULL;
    assert_int_equal(kauri_tables_open(folder, 0, &tables, error), KAURI_OK);
    const enum kauri_status status = kauri_tables_layer(tables, seeds, &reader, error);
    assert_int_equal(reader != NULL, status == KAURI_OK);
    kauri_tables_close(tables);
    return status;
}

// The others can be read, whatever happened to one of them.
static void a_damaged_layer_stands_alone(void **state)
{
    (void)state;
    char folder[FORGE_PATH_BYTES];
    char path[FORGE_PATH_BYTES];
    struct kauri_error error;
    struct kauri_tables *tables = NULL;
    int32_t values[KAURI_COLUMNS_MAX] = {0};
    temporary_make(folder);
    for (unsigned seeds = 0; seeds < 3; seeds++) {
        put_layer(folder, seeds);
    }
    forge_save(forge_path(path, folder, "kauri-6x12-01.kauri"), (const uint8_t *)"junk", 4);
    assert_int_equal(kauri_tables_open(folder, 0, &tables, &error), KAURI_OK);
    for (unsigned again = 0; again < 2; again++) {
        assert_int_equal(kauri_tables_get(tables, 0, 0, values, &error), KAURI_OK);
        assert_int_equal(kauri_tables_get(tables, 2, 0, values, &error), KAURI_OK);
        assert_int_equal(kauri_tables_get(tables, 1, 0, values, &error), KAURI_CORRUPT);
        assert_non_null(strstr(error.message, "kauri-6x12-01.kauri is truncated"));
        assert_non_null(strstr(error.message, "move it away and solve the layer again"));
    }
    assert_int_equal(kauri_tables_layer_count(tables), 3);
    kauri_tables_close(tables);
    temporary_remove(folder);
}

static void a_name_that_lies_is_refused(void **state)
{
    (void)state;
    char folder[FORGE_PATH_BYTES];
    struct kauri_error error;
    temporary_make(folder);
    const struct kauri_table_info info = forge_info(4, ROWS, BLOCK, 12);
    put_table(folder, "kauri-6x12-05.kauri", &info);
    assert_int_equal(open_layer(folder, 5, &error), KAURI_CORRUPT);
    assert_non_null(strstr(error.message, "not what its name says"));
    temporary_remove(folder);
}

static void a_pipe_or_folder_is_no_table(void **state)
{
    (void)state;
    char folder[FORGE_PATH_BYTES];
    char path[FORGE_PATH_BYTES];
    struct kauri_error error;
    temporary_make(folder);
    forge_path(path, folder, "kauri-6x12-00.kauri");
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(open_layer(folder, 0, &error), KAURI_CORRUPT);
    assert_non_null(strstr(error.message, "not a regular file; move it away"));
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkdir(path, 0700), 0);
    assert_int_equal(open_layer(folder, 0, &error), KAURI_CORRUPT);
    assert_int_equal(rmdir(path), 0);
    temporary_remove(folder);
}

// Seen by the names.
static void tables_of_two_shapes_are_refused(void **state)
{
    (void)state;
    char folder[FORGE_PATH_BYTES];
    char name[KAURI_TABLE_NAME_BYTES];
    struct kauri_error error;
    struct kauri_tables *tables = NULL;
    struct kauri_table_info other = forge_info(1, ROWS, BLOCK, 12);
    other.cowries = 11;
    temporary_make(folder);
    put_layer(folder, 0);
    put_table(folder, kauri_table_name(6, 11, 1, name), &other);
    assert_int_equal(kauri_tables_open(folder, 0, &tables, &error), KAURI_CORRUPT);
    assert_non_null(strstr(error.message, "tables of another shape"));
    assert_null(tables);
    temporary_remove(folder);
}

static void cached_rows_need_no_file(void **state)
{
    (void)state;
    char folder[FORGE_PATH_BYTES];
    struct kauri_error error;
    struct kauri_tables *tables = NULL;
    int32_t values[KAURI_COLUMNS_MAX] = {-7, -7, -7, -7};
    int32_t cached[KAURI_COLUMNS_MAX] = {-7, -7, -7, -7};
    bool found = true;
    temporary_make(folder);
    put_layer(folder, 0);
    assert_int_equal(kauri_tables_open(folder, 2 * block_bytes, &tables, &error), KAURI_OK);
    assert_int_equal(kauri_tables_get_cached(tables, 0, 5, cached, &found, &error), KAURI_OK);
    assert_false(found);
    assert_int_equal(cached[0], -7);
    assert_int_equal(kauri_tables_get(tables, 0, 7, values, &error), KAURI_OK);
    assert_int_equal(kauri_tables_get_cached(tables, 0, 7, cached, &found, &error), KAURI_OK);
    assert_true(found);
    assert_memory_equal(values, cached, sizeof values);
    assert_int_equal(kauri_tables_get_cached(tables, 1, 7, cached, &found, &error), KAURI_MISSING);
    // Two blocks fit: after two others the first is gone.
    assert_int_equal(kauri_tables_get(tables, 0, BLOCK, values, &error), KAURI_OK);
    assert_int_equal(kauri_tables_get_cached(tables, 0, 0, cached, &found, &error), KAURI_OK);
    assert_true(found);
    assert_int_equal(kauri_tables_get(tables, 0, 200, values, &error), KAURI_OK);
    assert_int_equal(kauri_tables_get_cached(tables, 0, BLOCK, cached, &found, &error), KAURI_OK);
    assert_false(found);
    assert_int_equal(kauri_tables_get_cached(tables, 0, 0, cached, &found, &error), KAURI_OK);
    assert_true(found);
    kauri_tables_close(tables);
    temporary_remove(folder);
}

static void note(void *context, const void *payload)
{
    *(int *)context = *(const unsigned char *)payload;
}

static void the_cache_keeps_its_bound(void **state)
{
    (void)state;
    struct kauri_error error;
    struct kauri_cache *cache = NULL;
    int seen = -1;
    assert_int_equal(kauri_cache_new(1000, &cache, &error), KAURI_OK);
    for (unsigned i = 0; i < 500; i++) {
        struct kauri_cache_block *block = NULL;
        assert_int_equal(kauri_cache_block_new(i % 3, i, 90, &block, &error), KAURI_OK);
        *(unsigned char *)kauri_cache_block_payload(block) = (unsigned char)i;
        kauri_cache_put(cache, block);
        assert_true(kauri_cache_bytes(cache) <= 1000);
        for (unsigned j = i < 11 ? 0 : i - 11; j <= i; j++) {
            const bool found = kauri_cache_use(cache, j % 3, j, note, &seen);
            assert_int_equal(found, i - j < 11);
            assert_true(!found || seen == (int)(j & 0xFF));
        }
        assert_false(kauri_cache_use(cache, i % 3 + 1, i, note, &seen));
    }
    struct kauri_cache_block *block = NULL;
    assert_int_equal(kauri_cache_block_new(0, 1, 5000, &block, &error), KAURI_OK);
    *(unsigned char *)kauri_cache_block_payload(block) = 77;
    kauri_cache_put(cache, block); // too large, but the last one is always kept
    assert_int_equal(kauri_cache_bytes(cache), 5000);
    assert_int_equal(kauri_cache_block_new(0, 1, 5000, &block, &error), KAURI_OK);
    kauri_cache_put(cache, block); // the one that was there stays
    assert_true(kauri_cache_use(cache, 0, 1, note, &seen));
    assert_int_equal(seen, 77);
    kauri_cache_free(cache);
    kauri_cache_free(NULL);
    kauri_cache_block_free(NULL);
}

struct race {
    struct kauri_tables *tables;
    atomic_uint wrong;
};

static void race_one(void *context, unsigned worker, uint64_t index)
{
    (void)worker;
    struct race *race = context;
    struct kauri_error error;
    int32_t values[KAURI_COLUMNS_MAX] = {0};
    const unsigned seeds = (unsigned)(index % 2);
    const uint64_t row = index * 7919 % ROWS;
    // The first threads open the layer together.
    if (kauri_tables_get(race->tables, seeds, row, values, &error) != KAURI_OK) {
        atomic_fetch_add(&race->wrong, 1);
        return;
    }
    const struct kauri_table_info *info =
        kauri_reader_info(kauri_tables_reader(race->tables, seeds));
    if (values[0] != info->columns[0].bias + forge_number(info, 0, row) ||
        values[1] != info->columns[1].bias + forge_number(info, 1, row)) {
        atomic_fetch_add(&race->wrong, 1);
    }
}

static void threads_share_tables(void **state)
{
    (void)state;
    char folder[FORGE_PATH_BYTES];
    struct kauri_error error;
    struct race race = {NULL, 0};
    temporary_make(folder);
    put_layer(folder, 0);
    put_layer(folder, 1);
    assert_int_equal(kauri_tables_open(folder, 5 * block_bytes, &race.tables, &error), KAURI_OK);
    kauri_parallel_for(4, 20000, 10, race_one, &race);
    assert_int_equal(atomic_load(&race.wrong), 0);
    kauri_tables_close(race.tables);
    temporary_remove(folder);
}

static void one_run_holds_the_folder(void **state)
{
    (void)state;
    char folder[FORGE_PATH_BYTES];
    struct kauri_error error;
    struct kauri_folder_lock *lock = NULL;
    struct kauri_folder_lock *other = NULL;
    temporary_make(folder);
    assert_int_equal(kauri_folder_lock(folder, &lock, &error), KAURI_OK);
    assert_int_equal(kauri_folder_lock(folder, &other, &error), KAURI_LOCKED);
    assert_null(other);
    kauri_folder_unlock(lock);
    // A run that dies without unlocking leaves no lock behind.
    const pid_t child = fork();
    if (child == 0) {
        _exit(kauri_folder_lock(folder, &lock, &error) == KAURI_OK ? 42 : 1);
    }
    int outcome = 0;
    assert_int_equal(waitpid(child, &outcome, 0), child);
    assert_true(WIFEXITED(outcome) && WEXITSTATUS(outcome) == 42);
    assert_int_equal(kauri_folder_lock(folder, &lock, &error), KAURI_OK);
    kauri_folder_unlock(lock);
    kauri_folder_unlock(NULL);
    temporary_remove(folder);
    assert_int_equal(kauri_folder_lock(folder, &lock, &error), KAURI_RESOURCE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_are_pinned),
        cmocka_unit_test(a_folder_is_read),
        cmocka_unit_test(a_damaged_layer_stands_alone),
        cmocka_unit_test(a_name_that_lies_is_refused),
        cmocka_unit_test(a_pipe_or_folder_is_no_table),
        cmocka_unit_test(tables_of_two_shapes_are_refused),
        cmocka_unit_test(cached_rows_need_no_file),
        cmocka_unit_test(the_cache_keeps_its_bound),
        cmocka_unit_test(threads_share_tables),
        cmocka_unit_test(one_run_holds_the_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
