// Runs that are stopped or killed at any round go on to the same tables.
#include "tests/temporary.h"
#include "tests/test.h"

#include "db/table_names.h"
#include "tests/sanitized.h"
#include "tests/solver/stopped.h"
#include "tests/solver/tables_help.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// In a process of its own, which a stop with `kill` ends without any cleaning up.
static void solve_and_die(const char *folder, struct kauri_shape shape, unsigned seeds,
                          unsigned after)
{
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct stop stop = {.after = after, .kill = true};
        struct kauri_solve_result result;
        (void)solve_until(folder, shape, seeds, &stop, 0, &result, NULL);
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

TEST(every_stop_is_gone_on_from)
{
    static const struct {
        struct kauri_shape shape;
        unsigned seeds;
    } boards[] = {{{3, 6}, 2}, {{2, 5}, 3}, {{6, 4}, 1}, {{2, 4}, 0}, {{3, 3}, 4}};
    unsigned resumed = 0;
    for (unsigned b = 0; b < sizeof boards / sizeof boards[0]; b++) {
        const struct kauri_shape shape = boards[b].shape;
        const unsigned seeds = boards[b].seeds;
        char folder[TEMPORARY_BYTES];
        temporary_make(folder);
        solve_layers(folder, shape, 0, seeds, 1);
        const uint64_t expected = digest_of(folder, shape, seeds);
        char *table = kauri_table_path(folder, shape.holes, shape.cowries, seeds);
        for (unsigned after = 1;; after += 1 + after / fewer(2, 8)) {
            struct kauri_solve_result result;
            struct stop stop = {.after = after, .kill = after % 2 == 0};
            assert_int_equal(unlink(table), 0);
            if (stop.kill) {
                solve_and_die(folder, shape, seeds, after);
            } else {
                const enum kauri_status status =
                    solve_until(folder, shape, seeds, &stop, after, &result, NULL);
                if (status == KAURI_OK) {
                    kauri_solve_result_clear(&result);
                    break; // progress was not asked so often
                }
                assert_int_equal(status, KAURI_INTERRUPTED);
            }
            if (access(table, F_OK) == 0) {
                continue; // killed when all was done
            }
            // Stopped again, soon, then not any more.
            stop = (struct stop){.after = 3};
            enum kauri_status status =
                solve_until(folder, shape, seeds, &stop, after + 1, &result, NULL);
            if (status != KAURI_OK) {
                assert_int_equal(status, KAURI_INTERRUPTED);
                stop = (struct stop){.after = 1000000};
                status = solve_until(folder, shape, seeds, &stop, after + 2, &result, NULL);
            }
            assert_int_equal(status, KAURI_OK);
            resumed += result.resumed;
            kauri_solve_result_clear(&result);
            if (digest_of(folder, shape, seeds) != expected) {
                fail_msg("2x%u, %u cowries, layer %u differs when stopped at %u", shape.holes,
                         shape.cowries, seeds, after);
            }
            assert_int_equal(temporary_files(folder), seeds + 1);
        }
        free(table);
        temporary_remove(folder);
    }
    assert_true(resumed > fewer(10, 50));
}

static bool is_there(const char *folder, struct kauri_shape shape, unsigned seeds, const char *name)
{
    char *path = beside(folder, shape, seeds, name);
    const bool there = access(path, F_OK) == 0;
    free(path);
    return there;
}

static void touch(const char *folder, unsigned seeds, const char *name)
{
    char *path = beside(folder, small, seeds, name);
    temporary_write(path, "", 0);
    free(path);
}

TEST_IN_FOLDER(rounds_are_not_done_again_for_a_stop_in_writing, folder)
{
    struct kauri_solve_result whole;
    struct kauri_solve_result result;
    struct kauri_error error;
    struct stop never = {.after = 1000000};
    solve_layers(folder, small, 0, 1, 1);
    assert_int_equal(solve_until(folder, small, 2, &never, 0, &whole, NULL), KAURI_OK);
    const uint64_t expected = digest_of(folder, small, 2);
    char *table = kauri_table_path(folder, small.holes, small.cowries, 2);
    assert_int_equal(unlink(table), 0);
    for (unsigned i = 0; i < 3; i++) {
        struct stop stop = {.stage = "write"};
        assert_int_equal(solve_until(folder, small, 2, &stop, i, &result, &error),
                         KAURI_INTERRUPTED);
        assert_non_null(strstr(error.message, "last checkpoint"));
        assert_true(i == 0 ? stop.earlier > 0 : stop.earlier == 0);
        assert_true(is_there(folder, small, 2, "checkpoint"));
        assert_false(is_there(folder, small, 2, "work-captures"));
    }
    never = (struct stop){.after = 1000000};
    assert_int_equal(solve_until(folder, small, 2, &never, 2, &result, NULL), KAURI_OK);
    assert_int_equal(never.earlier, 0);
    assert_true(result.resumed);
    assert_int_equal(result.rounds, whole.rounds);
    assert_int_equal(result.max_dtc, whole.max_dtc);
    assert_int_equal(result.capture_moves, whole.capture_moves);
    assert_int_equal(digest_of(folder, small, 2), expected);
    assert_int_equal(temporary_files(folder), 3);
    kauri_solve_result_clear(&result);
    kauri_solve_result_clear(&whole);
    free(table);
}

TEST(only_long_layers_pay_for_a_checkpoint_of_the_end)
{
    // The second is slow before its rounds, which are fast: its only checkpoint is that of the end.
    static const struct {
        double every, pause;
        bool made;
    } cases[] = {{1000, 0, false}, {0.2, 0.3, true}};
    for (unsigned i = 0; i < 2; i++) {
        char folder[TEMPORARY_BYTES];
        struct kauri_solve_result result;
        struct stop stop = {.stage = "write", .every = cases[i].every, .pause = cases[i].pause};
        temporary_make(folder);
        solve_layers(folder, small, 0, 1, 1);
        assert_int_equal(solve_until(folder, small, 2, &stop, 0, &result, NULL), KAURI_INTERRUPTED);
        assert_int_equal(is_there(folder, small, 2, "checkpoint"), cases[i].made);
        assert_int_equal(temporary_files(folder), cases[i].made ? 3 : 2);
        assert_int_equal(go_on(folder, 2, NULL), KAURI_OK);
        temporary_remove(folder);
    }
}

// The least memory, to the byte, with which the run begins its work.
static uint64_t least_memory(const char *folder, struct kauri_shape shape, unsigned seeds,
                             unsigned threads)
{
    uint64_t low = 1 << 20;
    uint64_t high = 1 << 30;
    while (low + 1 < high) {
        const uint64_t middle = low + (high - low) / 2;
        struct stop stop = {.after = 1, .threads = threads, .memory = middle};
        struct kauri_solve_result result;
        const enum kauri_status status = solve_until(folder, shape, seeds, &stop, 0, &result, NULL);
        assert_true(status == KAURI_INTERRUPTED || status == KAURI_RESOURCE);
        *(status == KAURI_INTERRUPTED ? &high : &low) = middle;
    }
    return high;
}

TEST_IN_FOLDER(another_limit_and_other_threads_may_go_on, folder)
{
    // Large enough that not all open moves stay in memory with the least of it.
    const struct kauri_shape shape = {6, 10};
    const unsigned seeds = 2;
    solve_layers(folder, shape, 0, seeds, 2);
    const uint64_t expected = digest_of(folder, shape, seeds);
    char *table = kauri_table_path(folder, shape.holes, shape.cowries, seeds);
    char *checkpoint = beside(folder, shape, seeds, "checkpoint");
    assert_int_equal(unlink(table), 0);
    struct kauri_solve_result result;
    const uint64_t least = least_memory(folder, shape, seeds, 2);
    // In a file to in memory and back, and from two threads to one and three.
    char *planes = beside(folder, shape, seeds, "work-planes");
    const struct stop stops[] = {
        {.path = checkpoint, .threads = 2, .memory = least, .every = 0.1, .file = planes},
        {.after = 5, .threads = 1, .memory = 1 << 30},
        {.after = 5, .threads = 3, .memory = least_memory(folder, shape, seeds, 3)},
        {.after = 1000000, .threads = 2, .memory = least, .every = 1000},
    };
    for (unsigned i = 0; i < 4; i++) {
        struct stop stop = stops[i];
        const enum kauri_status status = solve_until(folder, shape, seeds, &stop, i, &result, NULL);
        assert_int_equal(status, i < 3 ? KAURI_INTERRUPTED : KAURI_OK);
        assert_int_equal(access(checkpoint, F_OK), i < 3 ? 0 : -1);
        assert_true(i != 0 || stop.seen);
    }
    assert_true(result.resumed);
    assert_int_equal(digest_of(folder, shape, seeds), expected);
    assert_int_equal(temporary_files(folder), seeds + 1);
    kauri_solve_result_clear(&result);
    free(planes);
    free(checkpoint);
    free(table);
}

TEST_IN_FOLDER(work_files_may_be_in_another_folder, folder)
{
    char work[TEMPORARY_BYTES];
    struct kauri_solve_result result;
    temporary_make(work);
    solve_layers(folder, small, 0, 2, 1);
    const uint64_t expected = digest_of(folder, small, 2);
    char *table = kauri_table_path(folder, small.holes, small.cowries, 2);
    for (unsigned i = 0; i < 2; i++) {
        const char *const stages[] = {"value 7", "write"};
        struct stop stop = {.stage = stages[i], .round = i == 0 ? 5 : 0, .work = work};
        assert_int_equal(unlink(table), 0);
        assert_int_equal(solve_until(folder, small, 2, &stop, i, &result, NULL), KAURI_INTERRUPTED);
        assert_int_equal(temporary_files(folder), 2);
        assert_true(is_there(work, small, 2, "checkpoint"));
        // What an earlier run without a checkpoint left beside the table is removed.
        touch(folder, 2, "work-history");
        stop = (struct stop){.after = 1000000, .work = work};
        assert_int_equal(solve_until(folder, small, 2, &stop, i, &result, NULL), KAURI_OK);
        assert_true(result.resumed);
        kauri_solve_result_clear(&result);
        assert_int_equal(digest_of(folder, small, 2), expected);
        assert_int_equal(temporary_files(folder), 3);
        assert_int_equal(temporary_files(work), 0);
    }
    struct kauri_error error;
    struct stop stop = {.after = 1000000, .work = "/nowhere/at/all"};
    assert_int_equal(solve_until(folder, small, 2, &stop, 0, &result, &error), KAURI_RESOURCE);
    assert_non_null(strstr(error.message, "/nowhere/at/all"));
    free(table);
    temporary_remove(work);
}

int main(void)
{
    // Checkpoints are synced after every round here: a file system in memory makes that cheap.
    if (access("/dev/shm", W_OK) == 0) {
        (void)setenv("TMPDIR", "/dev/shm", 0);
    }
    return tests_run();
}
