// Makes every call that can fail do so, one at a time, and expects a proper status, no leak
// (checked by AddressSanitizer), no temporary file, and under the final name either nothing or a
// complete table.
#include "tests/db/faults.h"
#include "tests/db/forge.h"
#include "tests/test.h"

#include "common/output.h"
#include "db/lock.h"
#include "db/reader.h"
#include "db/tables/layer_table.h"
#include "db/tables/tablebase.h"
#include "db/writer.h"
#include "tests/indexer/layers.h"

#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    CALLS_MAX = 10000, // more than any scenario makes: the loops end by themselves
    POSITIONS = 462,   // positions of layer 0 with 3 holes in a row and 6 cowries
};

struct fault_scene {
    char folder[FORGE_PATH_BYTES];
    char path[FORGE_PATH_BYTES]; // path of the table of layer 0
    struct kauri_table_info info;
    uint8_t *columns[KAURI_COLUMNS_MAX];
    unsigned threads;
    uint8_t *whole; // the table as it is in its file
    size_t whole_bytes;
};

static int set_up(void **state)
{
    struct fault_scene *scene = calloc(1, sizeof *scene);
    assert_non_null(scene);
    temporary_make(scene->folder);
    forge_path(scene->path, scene->folder, "kauri-3x6-00.kauri");
    const struct kauri_shape shape = {.holes = 3, .cowries = 6};
    const struct kauri_layer layer = layer_of(shape, 0);
    assert_int_equal(layer.positions, POSITIONS);
    kauri_layer_table_info_full(&layer, UINT8_MAX + 1, &scene->info);
    for (unsigned c = 0; c < 2; c++) {
        scene->info.columns[c].page_entries = 64;
        scene->info.columns[c].group_pages = 3;
        scene->columns[c] = forge_column(&scene->info, c, 0, POSITIONS);
    }
    for (unsigned i = 0; i < POSITIONS; i++) {
        scene->columns[0][i] %= 3; // r from -1 to 1
    }
    scene->threads = 1;
    *state = scene;
    return 0;
}

static int tear_down(void **state)
{
    struct fault_scene *scene = *state;
    temporary_remove(scene->folder);
    free(scene->columns[0]);
    free(scene->columns[1]);
    free(scene);
    return 0;
}

// A program that writes a table.
static enum kauri_status write_table(const struct fault_scene *scene, struct kauri_error *error)
{
    struct kauri_writer *writer = NULL;
    struct kauri_certificate certificate = {0};
    const void *columns[] = {scene->columns[0], scene->columns[1]};
    const struct kauri_writer_options options = {.level = 1, .threads = scene->threads};
    enum kauri_status status =
        kauri_writer_open(scene->path, &scene->info, &options, &writer, error);
    if (status != KAURI_OK) {
        return status;
    }
    status = kauri_writer_append(writer, columns, scene->info.positions, error);
    if (status != KAURI_OK) {
        kauri_writer_abandon(writer);
        return status;
    }
    status = kauri_writer_commit(writer, NULL, &certificate, error);
    assert_true((certificate.counts != NULL) == (status == KAURI_OK));
    free(certificate.counts);
    return status;
}

// A program that looks up entries and loads a layer.
static enum kauri_status use_tables(const struct fault_scene *scene, struct kauri_error *error)
{
    struct kauri_tablebase *tables = NULL;
    struct kauri_reader_scratch *entries = NULL;
    uint8_t out[1000];
    const struct kauri_shape shape = {.holes = 3, .cowries = 6};
    const struct kauri_layer layer = layer_of(shape, 0);
    enum kauri_status status = kauri_tablebase_open_folder(scene->folder, 1000, &tables, error);
    for (uint64_t entry = 0; status == KAURI_OK && entry < POSITIONS; entry += 60) {
        struct kauri_value value;
        const struct kauri_position position = kauri_layer_position(&layer, entry);
        status = kauri_probe_value(tables, &position, &value, error);
        if (status == KAURI_OK) {
            assert_int_equal(value.r, scene->info.columns[0].bias + scene->columns[0][entry]);
        }
    }
    if (status == KAURI_OK) {
        status = kauri_reader_scratch_new(&entries, error);
    }
    if (status == KAURI_OK) {
        status = kauri_entries_read(entries, kauri_tablebase_reader(tables, 0), 10, 400,
                                    (uint8_t *[]){NULL, out}, error);
    }
    if (status == KAURI_OK) {
        assert_memory_equal(out, scene->columns[1] + 20, 800);
    }
    kauri_reader_scratch_free(entries);
    kauri_tablebase_close(tables);
    return status;
}

static enum kauri_status lock_folder(const struct fault_scene *scene, struct kauri_error *error)
{
    struct kauri_folder_lock *lock = NULL;
    const enum kauri_status status = kauri_folder_lock(scene->folder, &lock, error);
    kauri_folder_unlock(lock);
    return status;
}

// Asserts that the folder holds no unfinished file; returns whether the table exists.
static bool table_is_whole_or_absent(const struct fault_scene *scene)
{
    struct kauri_error error;
    DIR *entries = opendir(scene->folder);
    assert_non_null(entries);
    for (struct dirent *entry = readdir(entries); entry != NULL; entry = readdir(entries)) {
        const char *name = entry->d_name;
        if (name[0] != '.' && strcmp(name, "kauri-3x6-00.kauri") != 0 &&
            strcmp(name, "kauri.lock") != 0) {
            fail_msg("%s is left", name);
        }
    }
    (void)closedir(entries);
    if (access(scene->path, F_OK) != 0) {
        return false;
    }
    assert_ok(forge_check(scene->path, &error), &error);
    return true;
}

// A program that writes a file named by the user; here, a copy of the table.
static enum kauri_status write_file(const struct fault_scene *scene, enum kauri_output_mode mode,
                                    struct kauri_error *error)
{
    struct kauri_output *output = NULL;
    enum kauri_status status = kauri_output_open(scene->path, mode, &output, error);
    if (status != KAURI_OK) {
        return status;
    }
    status = kauri_output_write(output, scene->whole, scene->whole_bytes, error);
    if (status != KAURI_OK) {
        kauri_output_abandon(output);
        return status;
    }
    return kauri_output_commit(output, error);
}

static enum kauri_status write_new_file(const struct fault_scene *scene, struct kauri_error *error)
{
    return write_file(scene, KAURI_OUTPUT_NEW, error);
}

static enum kauri_status replace_file(const struct fault_scene *scene, struct kauri_error *error)
{
    return write_file(scene, KAURI_OUTPUT_REPLACE, error);
}

typedef enum kauri_status scenario(const struct fault_scene *scene, struct kauri_error *error);

// Fails call 1, 2, 3, ... of one kind until the scenario makes fewer. Returns how many it made.
static unsigned fail_each(const struct fault_scene *scene, scenario *run, enum fault fault,
                          enum kauri_status expected, bool keep)
{
    struct kauri_error error;
    unsigned which = 1;
    for (; which < CALLS_MAX; which++) {
        if (!keep) {
            (void)unlink(scene->path);
        }
        fault_arm(fault, which);
        error = (struct kauri_error){KAURI_OK, ""};
        const enum kauri_status status = run(scene, &error);
        const bool fired = fault_disarm();
        if (status != (fired ? expected : KAURI_OK)) {
            fail_msg("%s number %u: %s (%s)", fault_name(fault), which, kauri_status_name(status),
                     error.message);
        }
        assert_int_equal(error.status, status);
        assert_true(status == KAURI_OK || error.message[0] != '\0');
        const bool there = table_is_whole_or_absent(scene);
        assert_true(there || (status != KAURI_OK && !keep));
        if (!fired) {
            break;
        }
    }
    assert_true(which < CALLS_MAX);
    return which - 1;
}

TEST_WITH(every_failure_while_writing, set_up, tear_down)
{
    struct fault_scene *scene = *state;
    static const enum fault fatal[] = {FAULT_MEMORY, FAULT_WRITE,  FAULT_EMPTY_WRITE,
                                       FAULT_SYNC,   FAULT_RENAME, FAULT_OPEN};
    static const enum fault harmless[] = {FAULT_SHORT_WRITE, FAULT_INTERRUPTED_WRITE};
    for (scene->threads = 1; scene->threads <= 3; scene->threads += 2) {
        for (size_t i = 0; i < sizeof fatal / sizeof fatal[0]; i++) {
            assert_true(fail_each(scene, write_table, fatal[i], KAURI_RESOURCE, false) > 0);
            // Again, over an existing table: either it or the new one must exist afterwards.
            assert_true(fail_each(scene, write_table, fatal[i], KAURI_RESOURCE, true) > 0);
        }
        for (size_t i = 0; i < sizeof harmless / sizeof harmless[0]; i++) {
            assert_true(fail_each(scene, write_table, harmless[i], KAURI_OK, false) > 8);
        }
    }
}

TEST_WITH(every_failure_while_writing_a_named_file, set_up, tear_down)
{
    struct fault_scene *scene = *state;
    struct kauri_error error;
    static const enum fault fatal[] = {FAULT_MEMORY, FAULT_WRITE, FAULT_EMPTY_WRITE,
                                       FAULT_SYNC,   FAULT_OPEN,  FAULT_CREATE};
    static const enum fault harmless[] = {FAULT_SHORT_WRITE, FAULT_INTERRUPTED_WRITE, FAULT_LINK};
    assert_int_equal(write_table(scene, &error), KAURI_OK);
    scene->whole = temporary_read(scene->path, &scene->whole_bytes);
    for (size_t i = 0; i < sizeof fatal / sizeof fatal[0]; i++) {
        assert_true(fail_each(scene, write_new_file, fatal[i], KAURI_RESOURCE, false) > 0);
        assert_true(fail_each(scene, replace_file, fatal[i], KAURI_RESOURCE, true) > 0);
    }
    assert_true(fail_each(scene, replace_file, FAULT_RENAME, KAURI_RESOURCE, true) > 0);
    for (size_t i = 0; i < sizeof harmless / sizeof harmless[0]; i++) {
        assert_true(fail_each(scene, write_new_file, harmless[i], KAURI_OK, false) > 0);
    }
    // A file that appears in the meantime is not replaced on a file system without hard links
    // either.
    struct kauri_output *output = NULL;
    assert_int_equal(unlink(scene->path), 0);
    assert_int_equal(kauri_output_open(scene->path, KAURI_OUTPUT_NEW, &output, &error), KAURI_OK);
    temporary_write(scene->path, scene->whole, scene->whole_bytes);
    fault_arm(FAULT_LINK, 1);
    assert_int_equal(kauri_output_commit(output, &error), KAURI_USAGE);
    assert_true(fault_disarm());
    assert_int_equal(forge_check(scene->path, &error), KAURI_OK);
    free(scene->whole);
    scene->whole = NULL;
}

TEST_WITH(a_denied_lock_is_told_as_that, set_up, tear_down)
{
    const struct fault_scene *scene = *state;
    struct kauri_error error;
    fault_arm(FAULT_CREATE, 1);
    assert_int_equal(lock_folder(scene, &error), KAURI_RESOURCE);
    assert_true(fault_disarm());
    assert_non_null(strstr(error.message, "kauri.lock: Permission denied"));
    // The lock file of another user can be read only, which is enough.
    assert_int_equal(lock_folder(scene, &error), KAURI_OK);
    fault_arm(FAULT_CREATE, 1);
    assert_int_equal(lock_folder(scene, &error), KAURI_OK);
    assert_true(fault_disarm());
}

TEST_WITH(a_failing_close_is_noticed, set_up, tear_down)
{
    const struct fault_scene *scene = *state;
    struct kauri_error error;
    fault_arm(FAULT_CLOSE, 1);
    const enum kauri_status status = write_table(scene, &error);
    assert_true(fault_disarm());
    assert_int_equal(status, KAURI_RESOURCE);
    assert_false(table_is_whole_or_absent(scene));
}

TEST_WITH(the_message_tells_why, set_up, tear_down)
{
    const struct fault_scene *scene = *state;
    struct kauri_error error;
    fault_arm(FAULT_WRITE, 3);
    assert_int_equal(write_table(scene, &error), KAURI_RESOURCE);
    assert_true(fault_disarm());
    assert_non_null(strstr(error.message, "No space left on device"));
    assert_non_null(strstr(error.message, scene->path));
}

TEST_WITH(every_failure_while_reading, set_up, tear_down)
{
    struct fault_scene *scene = *state;
    struct kauri_error error;
    static const enum fault fatal[] = {FAULT_MEMORY, FAULT_READ, FAULT_OPEN, FAULT_FOLDER,
                                       FAULT_STAT};
    static const enum fault harmless[] = {FAULT_SHORT_READ, FAULT_INTERRUPTED_READ, FAULT_CLOSE};
    assert_int_equal(write_table(scene, &error), KAURI_OK);
    for (scene->threads = 1; scene->threads <= 3; scene->threads += 2) {
        for (size_t i = 0; i < sizeof fatal / sizeof fatal[0]; i++) {
            assert_true(fail_each(scene, use_tables, fatal[i], KAURI_RESOURCE, true) > 0);
        }
        for (size_t i = 0; i < sizeof harmless / sizeof harmless[0]; i++) {
            assert_true(fail_each(scene, use_tables, harmless[i], KAURI_OK, true) > 0);
        }
        assert_true(fail_each(scene, use_tables, FAULT_END_OF_FILE, KAURI_CORRUPT, true) > 0);
    }
}

TEST_WITH(every_failure_while_locking, set_up, tear_down)
{
    struct fault_scene *scene = *state;
    struct kauri_error error;
    static const enum fault fatal[] = {FAULT_MEMORY, FAULT_OPEN, FAULT_LOCK};
    assert_int_equal(write_table(scene, &error), KAURI_OK);
    for (size_t i = 0; i < sizeof fatal / sizeof fatal[0]; i++) {
        assert_true(fail_each(scene, lock_folder, fatal[i], KAURI_RESOURCE, true) > 0);
    }
}

// A disk that fills up, simulated by the kernel: no file may grow beyond the limit.
TEST_WITH(a_full_disk, set_up, tear_down)
{
    struct fault_scene *scene = *state;
    struct kauri_error error;
    struct rlimit before;
    assert_int_equal(write_table(scene, &error), KAURI_OK);
    size_t whole = 0;
    free(temporary_read(scene->path, &whole));
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    (void)signal(SIGXFSZ, SIG_IGN);
    for (size_t limit = 0; limit <= whole; limit += limit + 37 > whole ? whole - limit + 1 : 37) {
        const struct rlimit now = {.rlim_cur = limit, .rlim_max = before.rlim_max};
        (void)unlink(scene->path);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &now), 0);
        const enum kauri_status status = write_table(scene, &error);
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
        assert_int_equal(status, limit < whole ? KAURI_RESOURCE : KAURI_OK);
        assert_int_equal(table_is_whole_or_absent(scene), limit >= whole);
    }
    (void)signal(SIGXFSZ, SIG_DFL);
}
