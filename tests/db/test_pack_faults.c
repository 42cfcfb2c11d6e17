// Packing while calls fail, one at a time: a proper status, no leak (checked by AddressSanitizer),
// under the name of the table nothing or a complete one, and the next run makes the same bytes.
#include "tests/db/faults.h"
#include "tests/db/forge.h"
#include "tests/db/tables/small_tables.h"
#include "tests/test.h"

#include "db/tables/layer_table.h"
#include "db/tables/pack.h"
#include "db/writer.h"
#include "tests/indexer/layers.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CALLS_MAX = 10000, SEEDS = 2 };

static const struct kauri_shape shape = {.holes = 2, .cowries = 3};

struct pack_fault_scene {
    char from[FORGE_PATH_BYTES];
    char into[FORGE_PATH_BYTES];
    char table[FORGE_PATH_BYTES]; // path of the table that is packed
    struct kauri_pack_options options;
    uint8_t *whole; // the packed table
    size_t whole_bytes;
};

static int set_up(void **state)
{
    struct pack_fault_scene *scene = calloc(1, sizeof *scene);
    struct kauri_pack_result result;
    assert_non_null(scene);
    temporary_make(scene->from);
    temporary_make(scene->into);
    forge_path(scene->table, scene->into, "kauri-2x3-02.kauri");
    const struct kauri_layer layer = layer_of(shape, SEEDS);
    stored_table(scene->from, &layer, UINT8_MAX, 64);
    scene->options = (struct kauri_pack_options){
        .form = {.level = 1, .page_entries = {1, 2}},
        .threads = 1,
    };
    assert_int_equal(
        kauri_pack_layer(scene->from, scene->into, shape, SEEDS, &scene->options, &result, NULL),
        KAURI_OK);
    scene->whole = temporary_read(scene->table, &scene->whole_bytes);
    *state = scene;
    return 0;
}

static int tear_down(void **state)
{
    struct pack_fault_scene *scene = *state;
    temporary_remove(scene->from);
    temporary_remove(scene->into);
    free(scene->whole);
    free(scene);
    return 0;
}

static void assert_nothing_else(const struct pack_fault_scene *scene)
{
    DIR *entries = opendir(scene->into);
    assert_non_null(entries);
    for (struct dirent *entry = readdir(entries); entry != NULL; entry = readdir(entries)) {
        const char *name = entry->d_name;
        if (name[0] != '.' && strcmp(name, strrchr(scene->table, '/') + 1) != 0) {
            fail_msg("%s is left", name);
        }
    }
    (void)closedir(entries);
}

static void assert_table(const struct pack_fault_scene *scene)
{
    size_t size = 0;
    uint8_t *found = temporary_read(scene->table, &size);
    assert_int_equal(size, scene->whole_bytes);
    assert_memory_equal(found, scene->whole, size);
    free(found);
}

// Fails call 1, 2, 3, ... of one kind until packing makes fewer; then packs without faults.
static unsigned fail_each(const struct pack_fault_scene *scene, enum fault fault)
{
    unsigned failures = 0;
    for (unsigned which = 1; which < CALLS_MAX; which++) {
        struct kauri_pack_result result;
        struct kauri_error error = {KAURI_OK, ""};
        (void)unlink(scene->table);
        fault_arm(fault, which);
        const enum kauri_status status = kauri_pack_layer(scene->from, scene->into, shape, SEEDS,
                                                          &scene->options, &result, &error);
        const bool fired = fault_disarm();
        assert_nothing_else(scene);
        if (status == KAURI_OK || access(scene->table, F_OK) == 0) {
            assert_table(scene);
        }
        if (status != KAURI_OK) {
            // A source that ends too early is damaged.
            const enum kauri_status expected = fault == FAULT_END_OF_FILE && status == KAURI_CORRUPT
                                                   ? KAURI_CORRUPT
                                                   : KAURI_RESOURCE;
            assert_true(fired);
            assert_int_equal(status, expected);
            assert_int_equal(error.status, status);
            assert_true(error.message[0] != '\0');
            failures++;
        }
        if (status != KAURI_OK) {
            assert_int_equal(kauri_pack_layer(scene->from, scene->into, shape, SEEDS,
                                              &scene->options, &result, NULL),
                             KAURI_OK);
            assert_table(scene);
        }
        if (!fired) {
            return failures;
        }
    }
    fail_msg("more than %d calls", CALLS_MAX);
    return 0;
}

TEST_WITH(every_failure_while_packing, set_up, tear_down)
{
    struct pack_fault_scene *scene = *state;
    static const enum fault fatal[] = {FAULT_MEMORY, FAULT_WRITE,  FAULT_EMPTY_WRITE,
                                       FAULT_SYNC,   FAULT_RENAME, FAULT_OPEN,
                                       FAULT_CREATE, FAULT_READ,   FAULT_END_OF_FILE};
    static const enum fault harmless[] = {FAULT_SHORT_WRITE, FAULT_INTERRUPTED_WRITE,
                                          FAULT_SHORT_READ, FAULT_INTERRUPTED_READ};
    for (size_t i = 0; i < sizeof fatal / sizeof fatal[0]; i++) {
        assert_true(fail_each(scene, fatal[i]) > 0);
    }
    for (size_t i = 0; i < sizeof harmless / sizeof harmless[0]; i++) {
        assert_int_equal(fail_each(scene, harmless[i]), 0);
    }
}

TEST_WITH(memory_runs_out_in_threads, set_up, tear_down)
{
    struct pack_fault_scene *scene = *state;
    scene->options.threads = 3;
    assert_true(fail_each(scene, FAULT_MEMORY) > 0);
}
