// A source that has to fetch what it is asked for learns of all that a look-up needs in a few
// rounds (kauri_source in kauri/kauri.h).
#include "tests/test.h"

#include "db/table_file.h"
#include "kauri/kauri.h"
#include "tests/indexer/layers.h"
#include "tests/queries/solved_tables.h"

#include <stdio.h>

enum { SEEDS = 3, RANGES_MAX = 256, ROUNDS_MAX = 6 };

// A folder of which nothing is there but what was fetched.
struct remote {
    bool open; // everything is there
    struct fetched_range {
        const void *file;
        uint64_t offset;
    } ranges[RANGES_MAX];
    unsigned fetched; // ranges that are there
    unsigned noted;   // ranges that were requested after these
};

static enum kauri_status list(void *context, const char *folder,
                              void (*found)(void *finder, const char *name), void *finder,
                              struct kauri_error *error)
{
    (void)context;
    return kauri_folder_source()->list(NULL, folder, found, finder, error);
}

static enum kauri_status open_file(void *context, const char *folder, const char *name, void **file,
                                   uint64_t *size, struct kauri_error *error)
{
    (void)context;
    return kauri_folder_source()->open(NULL, folder, name, file, size, error);
}

static enum kauri_status read_at(void *context, void *file, uint64_t offset, void *bytes,
                                 size_t size, enum kauri_read_purpose purpose,
                                 struct kauri_error *error)
{
    struct remote *remote = context;
    bool there = remote->open;
    for (unsigned i = 0; i < remote->fetched && !there; i++) {
        there = remote->ranges[i].file == file && remote->ranges[i].offset == offset;
    }
    if (!there) {
        assert_in_range(remote->noted, 0, RANGES_MAX - 1);
        remote->ranges[remote->noted++] = (struct fetched_range){file, offset};
        (void)snprintf(error->message, sizeof error->message, "it is not here");
        return KAURI_RESOURCE;
    }
    return kauri_folder_source()->read_at(NULL, file, offset, bytes, size, purpose, error);
}

static void close_file(void *context, void *file)
{
    (void)context;
    kauri_folder_source()->close(NULL, file);
}

TEST(a_look_up_is_fetched_in_a_few_rounds)
{
    static struct remote remote;
    const struct kauri_source source = {.struct_bytes = sizeof source,
                                        .context = &remote,
                                        .list = list,
                                        .open = open_file,
                                        .read_at = read_at,
                                        .close = close_file};
    const struct kauri_tablebase_options options = {
        .struct_bytes = sizeof options, .cache_bytes = 1, .source = &source};
    struct solved solved;
    struct kauri_tablebase *tables = NULL;
    struct kauri_error error;
    unsigned maximum = 0, rounds_all = 0, ranges_all = 0;
    solved_make(&solved, 4, 8, SEEDS);
    const char *const folder = solved.folder;
    assert_int_equal(kauri_tablebase_open(&folder, 1, &options, &tables, &error), KAURI_OK);
    for (unsigned seeds = 0; seeds <= SEEDS; seeds++) {
        struct kauri_probe_result found;
        const struct kauri_layer layer = layer_of(solved.shape, seeds);
        remote.open = true; // the layer can be opened
        const struct kauri_position first = kauri_layer_position(&layer, 0);
        assert_int_equal(kauri_probe_root(tables, &first, &found, &error), KAURI_OK);
        remote.open = false;
        for (uint64_t i = 0; i < 200; i++) {
            const struct kauri_position position =
                kauri_layer_position(&layer, i * 7919 % layer.positions);
            const struct kauri_probe_result expected = solved_probe(&solved, &position);
            unsigned rounds = 0;
            remote.fetched = 0;
            remote.noted = 0;
            while (kauri_probe_root(tables, &position, &found, &error) != KAURI_OK) {
                assert_int_equal(error.status, KAURI_RESOURCE);
                assert_true(remote.noted > remote.fetched);
                remote.fetched = remote.noted;
                rounds++;
            }
            assert_int_equal(found.value.r, expected.value.r);
            assert_int_equal(found.value.dtc, expected.value.dtc);
            assert_int_equal(found.move_count, expected.move_count);
            maximum = rounds > maximum ? rounds : maximum;
            rounds_all += rounds;
            ranges_all += remote.fetched;
        }
    }
    assert_in_range(maximum, 1, ROUNDS_MAX);
    assert_true(ranges_all > 2 * rounds_all);
    assert_int_equal(ranges_all, 9907); // more if a look-up reads what it does not need
    kauri_tablebase_close(tables);
    solved_remove(&solved);
}
