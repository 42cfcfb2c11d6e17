// The limit on memory: the same tables with little of it, and the promise kept.
#include "tests/test.h"

#include "common/loop.h"
#include "common/memory.h"
#include "db/tables/pack.h"
#include "solver/lower.h"
#include "tests/indexer/layers.h"
#include "tests/sanitized.h"
#include "tests/solver/tables_help.h"
#include "tests/temporary.h"
#include "verify/verify.h"

#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

// The first two tests come first: they measure processes that begin as copies of this one.

typedef enum kauri_status work_function(const char *folder, uint64_t memory);

static enum kauri_status solve_layer_1(const char *folder, uint64_t memory)
{
    const struct kauri_shape board = {6, 12};
    const struct kauri_solve_options options = {.threads = 2, .level = 1, .memory = memory};
    struct kauri_solve_result result;
    return kauri_solve_layer(folder, board, 1, &options, &result, NULL);
}

static enum kauri_status verify_layer_2(const char *folder, uint64_t memory)
{
    const struct kauri_verify_options options = {.threads = 2, .memory = memory};
    struct kauri_verify_result result;
    struct kauri_tablebase *tables = NULL;
    enum kauri_status status = kauri_tablebase_open_folder(folder, 1 << 20, &tables, NULL);
    if (status == KAURI_OK) {
        status = kauri_verify_layer(tables, 2, &options, &result, NULL);
    }
    kauri_tablebase_close(tables);
    return status;
}

// Does the work in a process of its own; the bytes it had resident at most, 0 when it failed.
static uint64_t peak_with(work_function *work, const char *folder, uint64_t memory)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const uint64_t peak = work(folder, memory) == KAURI_OK ? kauri_memory_peak() : 0;
        _exit(write(ends[1], &peak, sizeof peak) == sizeof peak ? 0 : 1);
    }
    uint64_t peak = 0;
    assert_int_equal(read(ends[0], &peak, sizeof peak), sizeof peak);
    assert_int_equal(waitpid(child, NULL, 0), child);
    (void)close(ends[0]);
    (void)close(ends[1]);
    return peak;
}

TEST_IN_FOLDER(the_promise_is_kept, folder)
{
    SKIP_IF_SANITIZED();
    const struct kauri_shape board = {6, 12};
    solve_layers(folder, board, 0, 0, 1);
    unsigned solved = 0;
    for (uint64_t mebibytes = 32; mebibytes <= 52; mebibytes += 10) {
        const uint64_t peak = peak_with(solve_layer_1, folder, mebibytes << 20);
        solved += peak > 0;
        if (peak > (mebibytes << 20) / 10 * 11) {
            fail_msg("%u MiB promised, %u used", (unsigned)mebibytes, (unsigned)(peak >> 20));
        }
    }
    assert_true(solved >= 2);
}

// Some 27 MiB are needed at least, and 90 for all that there is.
TEST_IN_FOLDER(the_verifier_keeps_it_too, folder)
{
    SKIP_IF_SANITIZED();
    const struct kauri_shape board = {6, 10};
    const uint64_t limit = 48 << 20;
    // On one thread: others do not live on in copies of a process.
    solve_layers(folder, board, 0, 2, 1);
    assert_in_range(peak_with(verify_layer_2, folder, limit), limit / 2, limit / 10 * 11);
    assert_true(peak_with(verify_layer_2, folder, 0) > 0);
    assert_int_equal(peak_with(verify_layer_2, folder, limit / 2), 0);
}

// The least whole number of MiB with which the layer is solved at all.
static uint64_t least_memory(const char *folder, struct kauri_shape shape, unsigned seeds,
                             unsigned threads)
{
    for (uint64_t mebibytes = 1; mebibytes < 1000; mebibytes++) {
        struct kauri_error error;
        struct kauri_solve_result result;
        const struct kauri_solve_options options = {
            .threads = threads,
            .level = 1,
            .memory = mebibytes << 20,
        };
        const enum kauri_status status =
            kauri_solve_layer(folder, shape, seeds, &options, &result, &error);
        if (status == KAURI_OK) {
            kauri_solve_result_clear(&result);
            return mebibytes;
        }
        assert_int_equal(status, KAURI_RESOURCE);
        assert_non_null(strstr(error.message, "needs at least"));
    }
    fail_msg("there is no limit that is enough");
    return 0;
}

TEST(tables_do_not_depend_on_memory)
{
    static const struct {
        struct kauri_shape shape;
        unsigned seeds;
    } boards[] = {{{6, 7}, 1}, {{4, 8}, 3}, {{2, 9}, 4}, {{1, 3}, 12}};
    for (unsigned b = 0; b < sizeof boards / sizeof boards[0]; b++) {
        const struct kauri_shape shape = boards[b].shape;
        uint64_t expected[16];
        char folder[TEMPORARY_BYTES];
        temporary_make(folder);
        solve_layers(folder, shape, 0, boards[b].seeds, 2);
        for (unsigned n = 0; n <= boards[b].seeds; n++) {
            expected[n] = digest_of(folder, shape, n);
        }
        for (unsigned threads = 1; threads <= 3; threads += 2) {
            for (unsigned n = 0; n <= boards[b].seeds; n++) {
                // Solves with it, too.
                (void)least_memory(folder, shape, n, threads);
                assert_int_equal(digest_of(folder, shape, n), expected[n]);
            }
        }
        temporary_remove(folder);
    }
}

// A lower table with fitting checksums and a value that its layer cannot have: the solver indexes
// with values, and must not with this one.
TEST_IN_FOLDER(impossible_lower_values_are_refused, folder)
{
    static const int32_t changes[] = {6, 100, 251};
    const struct kauri_shape shape = {2, 4};
    const struct kauri_solve_options options = {.threads = 1, .level = 1};
    solve_layers(folder, shape, 0, 1, 1);
    for (unsigned i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        struct kauri_solve_result result;
        struct kauri_error error;
        struct layer_values values = read_layer(folder, shape, 1);
        const int32_t right = values.r[33];
        values.r[33] = changes[i];
        write_layer(folder, &values);
        assert_int_equal(kauri_solve_layer(folder, shape, 2, &options, &result, &error),
                         KAURI_CORRUPT);
        assert_non_null(strstr(error.message, "a value that its layer cannot have"));
        values.r[33] = right;
        write_layer(folder, &values);
        free_layer(&values);
    }
}
