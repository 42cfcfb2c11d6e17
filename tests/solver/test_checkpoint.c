// Runs that are stopped or killed at any round go on to the same tables.
#include "tests/cmocka_all.h"

#include "db/tables.h"
#include "tests/solver/tables_help.h"
#include "tests/temporary.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// Stops the run, or ends the process on the spot, when it was asked so many times.
struct stop {
    unsigned after;
    bool kill;
    unsigned asked;
};

static bool stop_now(void *context)
{
    struct stop *stop = context;
    if (++stop->asked < stop->after) {
        return false;
    }
    if (stop->kill) {
        _exit(0);
    }
    return true;
}

// With a checkpoint after every round.
static enum kauri_status solve(const char *folder, struct kauri_shape shape, unsigned seeds,
                               struct stop *stop, unsigned variant,
                               struct kauri_solve_result *result, struct kauri_error *error)
{
    const struct kauri_progress progress = {.cancelled = stop_now, .context = stop};
    const struct kauri_solve_options options = {
        .threads = stop->kill ? 1 : 1 + variant % 3,
        .level = 1,
        .progress = &progress,
        .checkpoint_seconds = 1e-9,
        .kernel = (enum kauri_kernel_choice)(variant % 4),
    };
    return kauri_solve_layer(folder, shape, seeds, &options, result, error);
}

// In a process of its own, which a stop with `kill` ends without any cleaning up.
static void solve_and_die(const char *folder, struct kauri_shape shape, unsigned seeds,
                          unsigned after)
{
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct stop stop = {.after = after, .kill = true};
        struct kauri_solve_result result;
        (void)solve(folder, shape, seeds, &stop, 0, &result, NULL);
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static unsigned files_in(const char *folder)
{
    unsigned count = 0;
    DIR *open = opendir(folder);
    assert_non_null(open);
    for (struct dirent *entry = readdir(open); entry != NULL; entry = readdir(open)) {
        count += entry->d_name[0] != '.';
    }
    (void)closedir(open);
    return count;
}

static void every_stop_is_gone_on_from(void **state)
{
    (void)state;
    static const struct {
        struct kauri_shape shape;
        unsigned seeds;
    } boards[] = {{{3, 6}, 2}, {{2, 5}, 3}, {{6, 4}, 1}, {{2, 4}, 0}};
    unsigned resumed = 0;
    for (unsigned b = 0; b < sizeof boards / sizeof boards[0]; b++) {
        const struct kauri_shape shape = boards[b].shape;
        const unsigned seeds = boards[b].seeds;
        char folder[TEMPORARY_BYTES];
        temporary_make(folder);
        solve_layers(folder, shape, 0, seeds, 1);
        const uint64_t expected = digest_of(folder, shape, seeds);
        char *table = kauri_table_path(folder, shape.holes, shape.cowries, seeds);
        for (unsigned after = 1;; after += 1 + after / 8) {
            struct kauri_solve_result result;
            struct stop stop = {.after = after, .kill = after % 2 == 0};
            assert_int_equal(unlink(table), 0);
            if (stop.kill) {
                solve_and_die(folder, shape, seeds, after);
            } else {
                const enum kauri_status status =
                    solve(folder, shape, seeds, &stop, after, &result, NULL);
                if (status == KAURI_OK) {
                    kauri_solve_result_clear(&result);
                    break; // it was not asked so often
                }
                assert_int_equal(status, KAURI_INTERRUPTED);
            }
            if (access(table, F_OK) == 0) {
                continue; // killed when all was done
            }
            // Stopped again, soon, then not any more.
            stop = (struct stop){.after = 3};
            enum kauri_status status = solve(folder, shape, seeds, &stop, after + 1, &result, NULL);
            if (status != KAURI_OK) {
                assert_int_equal(status, KAURI_INTERRUPTED);
                stop = (struct stop){.after = 1000000};
                status = solve(folder, shape, seeds, &stop, after + 2, &result, NULL);
            }
            assert_int_equal(status, KAURI_OK);
            resumed += result.resumed;
            kauri_solve_result_clear(&result);
            if (digest_of(folder, shape, seeds) != expected) {
                fail_msg("2x%u, %u cowries, layer %u differs when stopped at %u", shape.holes,
                         shape.cowries, seeds, after);
            }
            assert_int_equal(files_in(folder), seeds + 1);
        }
        free(table);
        temporary_remove(folder);
    }
    assert_true(resumed > 50);
}

static const struct kauri_shape small = {3, 5};

// A folder with layers 0 and 1 and layer 2 stopped with a checkpoint.
static void make_stopped(char folder[TEMPORARY_BYTES])
{
    struct stop stop = {.after = 12};
    struct kauri_solve_result result;
    temporary_make(folder);
    solve_layers(folder, small, 0, 1, 1);
    assert_int_equal(solve(folder, small, 2, &stop, 0, &result, NULL), KAURI_INTERRUPTED);
    assert_true(files_in(folder) >= 4);
}

static enum kauri_status go_on(const char *folder, unsigned seeds, struct kauri_error *error)
{
    struct stop stop = {.after = 1000000};
    struct kauri_solve_result result;
    const enum kauri_status status = solve(folder, small, seeds, &stop, 0, &result, error);
    if (status == KAURI_OK) {
        kauri_solve_result_clear(&result);
    }
    return status;
}

static char *beside(const char *folder, unsigned seeds, const char *name)
{
    char *table = kauri_table_path(folder, small.holes, small.cowries, seeds);
    char *path = malloc(strlen(table) + strlen(name) + 2);
    assert_non_null(path);
    (void)sprintf(path, "%s.%s", table, name);
    free(table);
    return path;
}

static void flip_byte(const char *path, long at)
{
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    assert_int_equal(fseek(file, at, SEEK_SET), 0);
    const int byte = fgetc(file);
    assert_int_equal(fseek(file, at, SEEK_SET), 0);
    (void)fputc(byte ^ 0x10, file);
    (void)fclose(file);
}

static void flip_all(const char *path)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    (void)fseek(file, 0, SEEK_END);
    const long size = ftell(file);
    (void)fclose(file);
    for (long at = 0; at < size; at++) {
        flip_byte(path, at);
    }
}

static void damaged_checkpoints_are_refused(void **state)
{
    (void)state;
    char folder[TEMPORARY_BYTES];
    struct kauri_error error;
    make_stopped(folder);
    char *path = beside(folder, 2, "checkpoint");
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    (void)fseek(file, 0, SEEK_END);
    const long size = ftell(file);
    (void)fclose(file);
    for (long at = 0; at < size; at += size / 40 + 1) {
        flip_byte(path, at);
        assert_int_equal(go_on(folder, 2, &error), KAURI_CORRUPT);
        assert_non_null(strstr(error.message, "damaged"));
        flip_byte(path, at);
    }
    assert_int_equal(go_on(folder, 2, NULL), KAURI_OK);
    temporary_remove(folder);
    make_stopped(folder);
    free(path);
    path = beside(folder, 2, "checkpoint");
    for (long left = size - 1; left >= 0; left -= size / 20 + 1) {
        assert_int_equal(truncate(path, left), 0);
        assert_int_equal(go_on(folder, 2, &error), KAURI_CORRUPT);
    }
    free(path);
    temporary_remove(folder);
}

static void foreign_checkpoints_are_refused(void **state)
{
    (void)state;
    char folder[TEMPORARY_BYTES];
    struct kauri_error error;
    make_stopped(folder);
    char *two = beside(folder, 2, "checkpoint");
    char *three = beside(folder, 3, "checkpoint");
    // Of another layer.
    struct layer_values one = read_layer(folder, small, 1);
    solve_layers(folder, small, 1, 1, 1);
    assert_int_equal(rename(two, three), 0);
    solve_layers(folder, small, 2, 2, 1);
    assert_int_equal(go_on(folder, 3, &error), KAURI_CORRUPT);
    assert_non_null(strstr(error.message, "another layer"));
    assert_int_equal(unlink(three), 0);
    free(two);
    free(three);
    temporary_remove(folder);
    // Made from other lower layers.
    make_stopped(folder);
    one.r[5] = -one.r[5];
    write_layer(folder, &one);
    assert_int_equal(go_on(folder, 2, &error), KAURI_CORRUPT);
    assert_non_null(strstr(error.message, "other lower layers"));
    free_layer(&one);
    temporary_remove(folder);
}

static void missing_and_altered_work_files_are_noticed(void **state)
{
    (void)state;
    static const char *const names[] = {"work-history", "work-captures"};
    for (unsigned i = 0; i < 2; i++) {
        char folder[TEMPORARY_BYTES];
        struct kauri_error error;
        make_stopped(folder);
        char *path = beside(folder, 2, names[i]);
        if (access(path, F_OK) == 0) {
            flip_all(path);
            assert_int_equal(go_on(folder, 2, &error), KAURI_CORRUPT);
            assert_non_null(strstr(error.message, "was altered"));
            flip_all(path);
            assert_int_equal(unlink(path), 0);
            assert_int_equal(go_on(folder, 2, &error), KAURI_CORRUPT);
            assert_non_null(strstr(error.message, "lost its work files"));
        } else {
            assert_int_equal(i, 0); // captures are always in their file
        }
        free(path);
        temporary_remove(folder);
    }
}

static void leavings_of_killed_runs_are_removed(void **state)
{
    (void)state;
    char folder[TEMPORARY_BYTES];
    make_stopped(folder);
    char *path = beside(folder, 2, "checkpoint");
    assert_int_equal(unlink(path), 0);
    free(path);
    assert_int_equal(go_on(folder, 2, NULL), KAURI_OK);
    assert_int_equal(files_in(folder), 3);
    path = beside(folder, 1, "work-history");
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    (void)fclose(file);
    assert_int_equal(go_on(folder, 3, NULL), KAURI_OK);
    assert_int_equal(files_in(folder), 4);
    free(path);
    temporary_remove(folder);
}

int main(void)
{
    // Checkpoints are synced after every round here: a file system in memory makes that cheap.
    if (access("/dev/shm", W_OK) == 0) {
        (void)setenv("TMPDIR", "/dev/shm", 0);
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_stop_is_gone_on_from),
        cmocka_unit_test(damaged_checkpoints_are_refused),
        cmocka_unit_test(foreign_checkpoints_are_refused),
        cmocka_unit_test(missing_and_altered_work_files_are_noticed),
        cmocka_unit_test(leavings_of_killed_runs_are_removed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
