// Many values at a time: batches of mixed positions, whole ranges, and tables from a source other
// than a folder.
#include "db/bytes.h"
#include "tests/db/tables/small_tables.h"
#include "tests/test.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEEDS = 3, FILES_MAX = 8, POSITIONS_MAX = 2000 };

static char folder[TEMPORARY_BYTES];

static int make_folder(void **state)
{
    (void)state;
    temporary_make(folder);
    for (unsigned seeds = 0; seeds <= SEEDS; seeds++) {
        small_layer(folder, seeds, 0);
    }
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    temporary_remove(folder);
    return 0;
}

// The tables in memory, with counts of what is read. Single calls can be made to fail.
struct memory_file {
    char name[64];
    uint8_t *bytes;
    size_t size;
    atomic_uint open;
    atomic_uint read[4];
};

struct memory {
    struct memory_file files[FILES_MAX];
    unsigned count;
    atomic_bool fails;      // reading
    atomic_bool says;       // why
    enum kauri_status with; // status with which reading fails
};

static enum kauri_status list(void *context, const char *place,
                              void (*found)(void *finder, const char *name), void *finder,
                              struct kauri_error *error)
{
    struct memory *memory = context;
    (void)error;
    if (strcmp(place, "memory:") != 0) {
        return KAURI_MISSING;
    }
    found(finder, "notes.txt");
    for (unsigned i = memory->count; i-- > 0;) {
        found(finder, memory->files[i].name);
    }
    return KAURI_OK;
}

static enum kauri_status open_file(void *context, const char *place, const char *name, void **file,
                                   uint64_t *size, struct kauri_error *error)
{
    struct memory *memory = context;
    (void)error;
    assert_string_equal(place, "memory:");
    for (unsigned i = 0; i < memory->count; i++) {
        if (strcmp(memory->files[i].name, name) == 0) {
            memory->files[i].open++;
            *file = &memory->files[i];
            *size = memory->files[i].size;
            return KAURI_OK;
        }
    }
    return KAURI_MISSING;
}

static enum kauri_status read_at(void *context, void *file, uint64_t offset, void *bytes,
                                 size_t size, enum kauri_read_purpose purpose,
                                 struct kauri_error *error)
{
    struct memory *memory = context;
    struct memory_file *from = file;
    if (memory->fails) {
        if (memory->says) {
            (void)snprintf(error->message, sizeof error->message, "the network is down");
        }
        return memory->with;
    }
    if (from->open == 0 || offset > from->size || size > from->size - offset) {
        return KAURI_CORRUPT;
    }
    from->read[purpose]++;
    memcpy(bytes, from->bytes + offset, size);
    return KAURI_OK;
}

static void close_file(void *context, void *file)
{
    (void)context;
    ((struct memory_file *)file)->open--;
}

static void load_file(struct memory_file *file, const char *from)
{
    char path[2 * TEMPORARY_BYTES];
    (void)snprintf(path, sizeof path, "%s/%s", from, file->name);
    file->bytes = temporary_read(path, &file->size);
}

static struct kauri_source load_memory(struct memory *memory)
{
    memset(memory, 0, sizeof *memory);
    for (unsigned seeds = 0; seeds <= SEEDS; seeds++) {
        struct memory_file *file = &memory->files[memory->count++];
        (void)snprintf(file->name, sizeof file->name, "kauri-2x2-%02u.kauri", seeds);
        load_file(file, folder);
    }
    return (struct kauri_source){
        .struct_bytes = sizeof(struct kauri_source),
        .context = memory,
        .list = list,
        .open = open_file,
        .read_at = read_at,
        .close = close_file,
    };
}

static void free_memory(struct memory *memory)
{
    for (unsigned i = 0; i < memory->count; i++) {
        assert_int_equal(memory->files[i].open, 0);
        free(memory->files[i].bytes);
    }
}

static struct kauri_tablebase *open_memory(const struct kauri_source *source, uint64_t cache_bytes)
{
    const char *const folders[] = {"memory:"};
    const struct kauri_tablebase_options options = {
        .struct_bytes = sizeof options,
        .cache_bytes = cache_bytes,
        .source = source,
    };
    struct kauri_tablebase *tables = NULL;
    struct kauri_error error;
    assert_ok(kauri_tablebase_open(folders, 1, &options, &tables, &error), &error);
    return tables;
}

static uint64_t pages_of(unsigned seeds)
{
    return (small_positions(seeds) + SMALL_PAGE_ENTRIES - 1) / SMALL_PAGE_ENTRIES;
}

// Positions of all layers, mixed, some of them more than once and some that no table knows.
struct mixture {
    struct kauri_position positions[POSITIONS_MAX];
    struct kauri_value values[POSITIONS_MAX];
    enum kauri_status statuses[POSITIONS_MAX];
    unsigned seeds[POSITIONS_MAX];
    uint64_t indices[POSITIONS_MAX];
    size_t count;
};

static void mix(struct mixture *mixture)
{
    mixture->count = POSITIONS_MAX;
    for (size_t i = 0; i < mixture->count; i++) {
        mixture->seeds[i] = (unsigned)(i * 7 % (SEEDS + 2)); // includes one layer too many
        mixture->indices[i] = i * 7919 % small_positions(mixture->seeds[i]);
        mixture->positions[i] = small_position(mixture->seeds[i], mixture->indices[i]);
        mixture->values[i] = (struct kauri_value){.r = 77};
        mixture->statuses[i] = KAURI_WRONG;
        if (i % 97 == 0) {
            mixture->positions[i].holes = 5;
        }
    }
}

static void expect_mixture(const struct mixture *mixture)
{
    for (size_t i = 0; i < mixture->count; i++) {
        const struct kauri_value expected = small_value(mixture->seeds[i], mixture->indices[i], 0);
        if (i % 97 == 0) {
            assert_int_equal(mixture->statuses[i], KAURI_BAD_INPUT);
        } else if (mixture->seeds[i] > SEEDS) {
            assert_int_equal(mixture->statuses[i], KAURI_NOT_COVERED);
        } else {
            assert_int_equal(mixture->statuses[i], KAURI_OK);
            assert_memory_equal(&mixture->values[i], &expected, sizeof expected);
            continue;
        }
        assert_int_equal(mixture->values[i].r, 77);
    }
}

TEST(a_batch_decodes_each_page_once)
{
    static struct mixture mixture;
    for (unsigned threads = 0; threads <= 4; threads++) {
        struct memory memory;
        const struct kauri_source source = load_memory(&memory);
        // Room for a single page, so that every page is evicted soon.
        struct kauri_tablebase *tables = open_memory(&source, 1);
        mix(&mixture);
        assert_int_equal(kauri_probe_many(tables, mixture.positions, mixture.count, mixture.values,
                                          mixture.statuses, threads, NULL),
                         KAURI_OK);
        expect_mixture(&mixture);
        for (unsigned seeds = 0; seeds <= SEEDS; seeds++) {
            assert_int_equal(memory.files[seeds].read[KAURI_READ_HEADER], 1);
            assert_int_equal(memory.files[seeds].read[KAURI_READ_PAGE], 2 * pages_of(seeds));
        }
        assert_int_equal(kauri_probe_many(tables, NULL, 0, NULL, NULL, threads, NULL), KAURI_OK);
        kauri_tablebase_close(tables);
        free_memory(&memory);
    }
}

TEST(a_damaged_page_costs_its_own_positions_only)
{
    static struct mixture mixture;
    struct memory memory;
    const struct kauri_source source = load_memory(&memory);
    memory.files[2].bytes[512] ^= 1; // the first page of layer 2
    struct kauri_tablebase *tables = open_memory(&source, 0);
    mix(&mixture);
    assert_int_equal(kauri_probe_many(tables, mixture.positions, mixture.count, mixture.values,
                                      mixture.statuses, 2, NULL),
                     KAURI_OK);
    for (size_t i = 0; i < mixture.count; i++) {
        const bool damaged =
            mixture.seeds[i] == 2 && mixture.indices[i] < SMALL_PAGE_ENTRIES && i % 97 != 0;
        assert_int_equal(mixture.statuses[i] == KAURI_CORRUPT, damaged);
    }
    kauri_tablebase_close(tables);
    free_memory(&memory);
}

// With pages of different sizes, two threads may find damage for the same position, one in r and
// one in dtc: ThreadSanitizer watches.
TEST_IN_FOLDER(damage_to_both_columns_is_reported, uneven)
{
    static struct mixture mixture;
    small_uneven_layer(uneven, 2);
    for (unsigned threads = 1; threads <= 4; threads++) {
        struct memory memory;
        const struct kauri_source source = load_memory(&memory);
        struct memory_file *file = &memory.files[2];
        free(file->bytes);
        load_file(file, uneven);
        // Where the groups end (docs/reference/FORMAT.md).
        const uint64_t directories = kauri_load_u64(file->bytes + 240);
        for (uint64_t at = 512; at < directories; at++) {
            file->bytes[at] ^= 1;
        }
        struct kauri_tablebase *tables = open_memory(&source, 0);
        mix(&mixture);
        assert_int_equal(kauri_probe_many(tables, mixture.positions, mixture.count, mixture.values,
                                          mixture.statuses, threads, NULL),
                         KAURI_OK);
        for (size_t i = 0; i < mixture.count; i++) {
            const bool damaged = mixture.seeds[i] == 2 && i % 97 != 0;
            assert_int_equal(mixture.statuses[i] == KAURI_CORRUPT, damaged);
        }
        kauri_tablebase_close(tables);
        free_memory(&memory);
    }
}

// Opening a large table reads its index, so that trying it for every position would take ages.
TEST(a_damaged_layer_is_tried_once_per_thread)
{
    static struct mixture mixture;
    for (unsigned threads = 1; threads <= 3; threads++) {
        struct memory memory;
        const struct kauri_source source = load_memory(&memory);
        memory.files[2].bytes[40] ^= 1; // a byte of the header
        struct kauri_tablebase *tables = open_memory(&source, 0);
        mix(&mixture);
        for (unsigned round = 1; round <= 2; round++) {
            assert_int_equal(kauri_probe_many(tables, mixture.positions, mixture.count,
                                              mixture.values, mixture.statuses, threads, NULL),
                             KAURI_OK);
            for (size_t i = 0; i < mixture.count; i++) {
                const bool damaged = mixture.seeds[i] == 2 && i % 97 != 0;
                assert_int_equal(mixture.statuses[i] == KAURI_CORRUPT, damaged);
            }
            assert_in_range(memory.files[2].read[KAURI_READ_HEADER], round, round * threads);
        }
        kauri_tablebase_close(tables);
        free_memory(&memory);
    }
}

TEST(every_range_is_read)
{
    struct memory memory;
    struct kauri_error error;
    const struct kauri_source source = load_memory(&memory);
    struct kauri_tablebase *tables = open_memory(&source, 0);
    const uint64_t positions = small_positions(2);
    int16_t *r = malloc(positions * sizeof *r);
    uint16_t *dtc = malloc(positions * sizeof *dtc);
    assert_true(r != NULL && dtc != NULL);
    for (uint64_t first = 0; first <= positions; first += 7) {
        for (uint64_t count = 0; count <= positions - first; count += 11) {
            const unsigned threads = (unsigned)(first + count) % 4;
            const bool with_r = (first + count) % 5 != 0;
            const bool with_dtc = (first + count) % 3 != 0;
            const unsigned before = memory.files[2].read[KAURI_READ_PAGE];
            assert_int_equal(kauri_layer_read(tables, 2, first, count, with_r ? r : NULL,
                                              with_dtc ? dtc : NULL, threads, &error),
                             KAURI_OK);
            const uint64_t pages = count == 0 ? 0
                                              : (first + count - 1) / SMALL_PAGE_ENTRIES -
                                                    first / SMALL_PAGE_ENTRIES + 1;
            assert_int_equal(memory.files[2].read[KAURI_READ_PAGE] - before,
                             pages * (with_r + with_dtc));
            for (uint64_t i = 0; i < count; i++) {
                const struct kauri_value expected = small_value(2, first + i, 0);
                assert_true(!with_r || r[i] == expected.r);
                assert_true(!with_dtc || dtc[i] == expected.dtc);
            }
        }
    }
    // The cache was not used.
    const struct kauri_position position = small_position(2, 0);
    struct kauri_value value;
    assert_int_equal(kauri_probe_value_cached(tables, &position, &value, &error), KAURI_NOT_CACHED);
    assert_int_equal(kauri_layer_read(tables, 2, positions, 1, r, dtc, 1, &error), KAURI_USAGE);
    assert_int_equal(kauri_layer_read(tables, 2, 1, UINT64_MAX, r, dtc, 1, &error), KAURI_USAGE);
    assert_int_equal(kauri_layer_read(tables, 9, 0, 1, r, dtc, 1, &error), KAURI_NOT_COVERED);
    memory.files[2].bytes[600] ^= 1;
    assert_int_equal(kauri_layer_read(tables, 2, 0, positions, r, dtc, 3, &error), KAURI_CORRUPT);
    assert_non_null(strstr(error.message, "memory:/kauri-2x2-02.kauri: page "));
    kauri_tablebase_close(tables);
    free(r);
    free(dtc);
    free_memory(&memory);
}

TEST(failures_of_a_source_are_reported)
{
    struct memory memory;
    struct kauri_error error;
    struct kauri_value value;
    const struct kauri_source source = load_memory(&memory);
    struct kauri_tablebase *tables = open_memory(&source, 1);
    const struct kauri_position position = small_position(1, 0);
    static const struct {
        enum kauri_status given, got;
    } cases[] = {{KAURI_RESOURCE, KAURI_RESOURCE},
                 {KAURI_CORRUPT, KAURI_CORRUPT},
                 {KAURI_MISSING, KAURI_MISSING},
                 {KAURI_NOT_CACHED, KAURI_RESOURCE},
                 {(enum kauri_status)99, KAURI_RESOURCE}};
    for (size_t i = 0; i < 2 * sizeof cases / sizeof cases[0]; i++) {
        memory.fails = true;
        memory.says = i % 2 == 0;
        memory.with = cases[i / 2].given;
        assert_int_equal(kauri_probe_value(tables, &position, &value, &error), cases[i / 2].got);
        assert_int_equal(error.status, cases[i / 2].got);
        assert_non_null(strstr(error.message,
                               i % 2 == 0 ? "the network is down" : "memory:/kauri-2x2-01.kauri"));
    }
    // The failures leave nothing behind: the next reads succeed.
    memory.fails = false;
    assert_int_equal(kauri_probe_value(tables, &position, &value, &error), KAURI_OK);
    kauri_tablebase_close(tables);
    const char *const elsewhere[] = {"elsewhere:"};
    const struct kauri_tablebase_options options = {.struct_bytes = sizeof options,
                                                    .source = &source};
    assert_int_equal(kauri_tablebase_open(elsewhere, 1, &options, &tables, &error), KAURI_MISSING);
    assert_non_null(strstr(error.message, "elsewhere:"));
    assert_null(tables);
    free_memory(&memory);
}

TEST(options_out_of_range_are_refused)
{
    struct memory memory;
    struct kauri_error error;
    struct kauri_tablebase *tables = NULL;
    const char *const folders[] = {"memory:"};
    struct kauri_source source = load_memory(&memory);
    struct kauri_tablebase_options options = {.struct_bytes = 0, .source = &source};
    assert_int_equal(kauri_tablebase_open(folders, 1, &options, &tables, &error), KAURI_USAGE);
    options.struct_bytes = sizeof options;
    options.threads = 1 << 20;
    assert_int_equal(kauri_tablebase_open(folders, 1, &options, &tables, &error), KAURI_USAGE);
    options.threads = 0;
    source.read_at = NULL;
    assert_int_equal(kauri_tablebase_open(folders, 1, &options, &tables, &error), KAURI_USAGE);
    source.read_at = read_at;
    source.struct_bytes = 8;
    assert_int_equal(kauri_tablebase_open(folders, 1, &options, &tables, &error), KAURI_USAGE);
    source.struct_bytes = sizeof source;
    assert_int_equal(kauri_tablebase_open(folders, 1, &options, &tables, &error), KAURI_OK);
    kauri_tablebase_close(tables);
    free_memory(&memory);
}

// A program compiled against a later version passes longer structs, which is fine as long as it
// asks for nothing that this version lacks.
TEST(structs_of_other_versions_are_understood)
{
    struct later_options {
        struct kauri_tablebase_options now;
        uint64_t later;
    };
    struct later_source {
        struct kauri_source now;
        void *later;
    };
    struct memory memory;
    struct kauri_error error;
    struct kauri_tablebase *tables = NULL;
    const char *const folders[] = {"memory:"};
    struct later_source source = {.now = load_memory(&memory)};
    struct later_options options = {.now = {.source = &source.now}};
    source.now.struct_bytes = sizeof source;
    options.now.struct_bytes = sizeof options;
    for (unsigned which = 0; which < 4; which++) {
        options.later = which % 2;
        source.later = which / 2 != 0 ? &memory : NULL;
        const enum kauri_status status =
            kauri_tablebase_open(folders, 1, &options.now, &tables, &error);
        assert_int_equal(status, which == 0 ? KAURI_OK : KAURI_USAGE);
        assert_int_equal(tables != NULL, which == 0);
        assert_true(which == 0 || strstr(error.message, "that version ") != NULL);
        if (which == 0) { // the structs themselves are not needed any longer
            const struct later_source kept = source;
            memset(&source, 255, sizeof source);
            const struct kauri_position position = small_position(1, 0);
            struct kauri_value value;
            assert_int_equal(kauri_probe_value(tables, &position, &value, &error), KAURI_OK);
            kauri_tablebase_close(tables);
            source = kept;
        }
    }
    options.later = 0;
    source.later = NULL;
    // A size that was never set.
    options.now.struct_bytes = SIZE_MAX;
    assert_int_equal(kauri_tablebase_open(folders, 1, &options.now, &tables, &error), KAURI_USAGE);
    assert_non_null(strstr(error.message, "sizeof(struct kauri_tablebase_options)"));
    free_memory(&memory);
}

TEST_GROUP(make_folder, remove_folder)
