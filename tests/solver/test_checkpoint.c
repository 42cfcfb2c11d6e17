// Runs that are stopped or killed at any round go on to the same tables.
#include "tests/temporary.h"
#include "tests/test.h"

#include "db/table_names.h"
#include "tests/sanitized.h"
#include "tests/solver/stopped.h"
#include "tests/solver/tables_help.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
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
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    (void)fclose(file);
    free(path);
}

TEST(rounds_are_not_done_again_for_a_stop_in_writing)
{
    char folder[TEMPORARY_BYTES];
    struct kauri_solve_result whole;
    struct kauri_solve_result result;
    struct kauri_error error;
    struct stop never = {.after = 1000000};
    temporary_make(folder);
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
    assert_true(result.resumed && result.touched_words == 0);
    assert_int_equal(result.rounds, whole.rounds);
    assert_int_equal(result.max_dtc, whole.max_dtc);
    assert_int_equal(result.capture_moves, whole.capture_moves);
    assert_int_equal(digest_of(folder, small, 2), expected);
    assert_int_equal(temporary_files(folder), 3);
    kauri_solve_result_clear(&result);
    kauri_solve_result_clear(&whole);
    free(table);
    temporary_remove(folder);
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

TEST(leavings_of_killed_runs_are_removed)
{
    static const char *const names[] = {"checkpoint",    "checkpoint.tmp", "tmp",
                                        "work-planes",   "work-now",       "work-next",
                                        "work-captures", "work-history"};
    enum { NAMES = sizeof names / sizeof names[0] };
    char folder[TEMPORARY_BYTES];
    make_stopped(folder);
    char *path = beside(folder, small, 2, "checkpoint");
    assert_int_equal(unlink(path), 0);
    free(path);
    // What is half written goes at once, not when it is written again.
    struct stop first = {.after = 1};
    struct kauri_solve_result result;
    touch(folder, 2, "tmp");
    touch(folder, 2, "checkpoint.tmp");
    assert_int_equal(solve_until(folder, small, 2, &first, 0, &result, NULL), KAURI_INTERRUPTED);
    assert_int_equal(temporary_files(folder), 2);
    assert_int_equal(go_on(folder, 2, NULL), KAURI_OK);
    assert_int_equal(temporary_files(folder), 3);
    for (unsigned i = 0; i < NAMES; i++) {
        touch(folder, 1, names[i]);
    }
    assert_int_equal(go_on(folder, 3, NULL), KAURI_OK);
    assert_int_equal(temporary_files(folder), 4);
    for (unsigned i = 0; i < NAMES; i++) {
        touch(folder, 3, names[i]);
    }
    kauri_solve_clean(folder, small, 3);
    assert_int_equal(temporary_files(folder), 4);
    temporary_remove(folder);
    // And beside a checkpoint that is gone on from.
    make_stopped(folder);
    touch(folder, 2, "tmp");
    touch(folder, 2, "checkpoint.tmp");
    first = (struct stop){.after = 1};
    assert_int_equal(solve_until(folder, small, 2, &first, 0, &result, NULL), KAURI_INTERRUPTED);
    assert_false(is_there(folder, small, 2, "tmp") || is_there(folder, small, 2, "checkpoint.tmp"));
    assert_int_equal(go_on(folder, 2, NULL), KAURI_OK);
    temporary_remove(folder);
}

static void nap(double seconds)
{
    const struct timespec time = {.tv_sec = (time_t)seconds,
                                  .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)};
    (void)nanosleep(&time, NULL);
}

// Solves the layer, with a checkpoint after every round, in a process that is killed after `delay`
// seconds, counted from when it has a checkpoint if that is wished. Returns whether it was killed
// before it was done.
static bool solve_and_be_killed(const char *folder, struct kauri_shape shape, unsigned seeds,
                                double delay, bool from_checkpoint)
{
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct stop never = {.after = 1000000000, .threads = 1};
        struct kauri_solve_result result;
        _exit((int)solve_until(folder, shape, seeds, &never, 0, &result, NULL));
    }
    int status = 0;
    pid_t ended = 0;
    while (from_checkpoint && !is_there(folder, shape, seeds, "checkpoint") && ended == 0) {
        ended = waitpid(child, &status, WNOHANG);
        nap(0.0002);
    }
    if (ended == 0) {
        nap(delay);
        assert_int_equal(kill(child, SIGKILL), 0);
        assert_int_equal(waitpid(child, &status, 0), child);
    }
    assert_true(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
    return WIFSIGNALED(status);
}

TEST(killed_runs_are_gone_on_with)
{
    const unsigned kills = fewer(8, 40);
    const struct kauri_shape shape = {3, 6};
    const unsigned seeds = 3;
    uint64_t random = UINT64_C(0x9e3779b97f4a7c15);
    unsigned killed = 0;
    unsigned resumed = 0;
    unsigned solved = 0;
    char folder[TEMPORARY_BYTES];
    temporary_make(folder);
    solve_layers(folder, shape, 0, seeds, 1);
    const uint64_t expected = digest_of(folder, shape, seeds);
    char *table = kauri_table_path(folder, shape.holes, shape.cowries, seeds);
    assert_int_equal(unlink(table), 0);
    // How long it takes here and now, checkpoints included: delays are parts of that.
    const double began = kauri_clock_seconds();
    struct stop never = {.after = 1000000000, .threads = 1};
    struct kauri_solve_result result;
    assert_int_equal(solve_until(folder, shape, seeds, &never, 0, &result, NULL), KAURI_OK);
    kauri_solve_result_clear(&result);
    const double whole = kauri_clock_seconds() - began;
    for (unsigned i = 0; i < kills; i++) {
        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        const double part = (double)(random >> 40) / (1 << 24);
        if (access(table, F_OK) == 0) {
            assert_int_equal(digest_of(folder, shape, seeds), expected);
            assert_int_equal(unlink(table), 0);
            solved++;
        }
        // Some soon again, so that rounds are gone on with more than once.
        const double delay = whole * part / (i % 4 < 2 ? 1 : 8);
        const bool before = is_there(folder, shape, seeds, "checkpoint");
        killed += solve_and_be_killed(folder, shape, seeds, delay, i % 2 == 1);
        resumed += before;
    }
    if (access(table, F_OK) != 0) {
        never = (struct stop){.after = 1000000000, .threads = 1};
        assert_int_equal(solve_until(folder, shape, seeds, &never, 0, &result, NULL), KAURI_OK);
        kauri_solve_result_clear(&result);
    }
    print_message("%u kills, %u runs that went on, %u tables before the last\n", killed, resumed,
                  solved);
    assert_int_equal(digest_of(folder, shape, seeds), expected);
    kauri_solve_clean(folder, shape, seeds); // a kill after the table was there
    assert_int_equal(temporary_files(folder), seeds + 1);
    assert_true(killed > 0 && resumed > 0);
    free(table);
    temporary_remove(folder);
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

TEST(another_limit_and_other_threads_may_go_on)
{
    // Large enough that not all open moves stay in memory with the least of it.
    const struct kauri_shape shape = {6, 10};
    const unsigned seeds = 2;
    char folder[TEMPORARY_BYTES];
    temporary_make(folder);
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
    temporary_remove(folder);
}

TEST(work_files_may_be_in_another_folder)
{
    char folder[TEMPORARY_BYTES];
    char work[TEMPORARY_BYTES];
    struct kauri_solve_result result;
    temporary_make(folder);
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
    temporary_remove(folder);
}

int main(void)
{
    // Checkpoints are synced after every round here: a file system in memory makes that cheap.
    if (access("/dev/shm", W_OK) == 0) {
        (void)setenv("TMPDIR", "/dev/shm", 0);
    }
    return tests_run();
}
