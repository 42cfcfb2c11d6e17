// The keeper of a state: it saves at intervals and at the end, locks the file against other runs,
// and never leaves one that is half written.
#include "tests/test.h"

#include "indexer/layer.h"
#include "queries/prover/prover_keeper.h"
#include "tests/db/forge.h"
#include "tests/queries/prover_states.h"
#include "tests/solver/oracle.h"

#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static struct kauri_prover_keeper *keep(struct kauri_prover *prover, const char *path,
                                        double interval, const struct kauri_progress *progress)
{
    struct kauri_prover_keeper *keeper = NULL;
    struct kauri_error error = {KAURI_OK, ""};
    if (kauri_prover_keeper_new(prover, path, interval, progress, &keeper, &error) != KAURI_OK) {
        fail_msg("%s", error.message);
    }
    return keeper;
}

// Saves while several threads search; every bound of every such file is true.
TEST(bounds_saved_while_threads_search_are_true)
{
    char folder[TEMPORARY_BYTES];
    char path[PATH_BYTES];
    make_path(folder, path);
    const struct kauri_shape shape = {3, 2};
    struct oracle *oracle = oracle_new(shape.holes, shape.cowries, 4);
    struct kauri_prover *prover = prover_of(shape, 4, 64 * 200, 3, 1);
    struct kauri_layer layer;
    uint64_t bounds = 0;
    assert_int_equal(kauri_layer_init(&layer, shape, 4, NULL), KAURI_OK);
    for (uint64_t index = 0; index < layer.positions; index += 97) {
        struct kauri_prover_keeper *keeper = keep(prover, path, 0, NULL);
        const struct kauri_position position = kauri_layer_position(&layer, index);
        const int r = oracle_get(oracle, &position).r;
        for (int x = -12; x <= 12; x += 4) {
            const struct kauri_prover_report report =
                ask(prover, &position, x, 50000, kauri_prover_keeper_progress(keeper));
            assert_true(report.answer == KAURI_PROVER_OPEN ||
                        (report.answer == KAURI_PROVER_YES) == (r >= x));
        }
        assert_int_equal(kauri_prover_keeper_save(keeper, NULL), KAURI_OK);
        kauri_prover_keeper_free(keeper);
    }
    struct kauri_prover *loaded = prover_of(shape, 4, 1 << 20, 2, 2);
    load(loaded, path);
    for (unsigned seeds = 0; seeds <= 4; seeds++) {
        assert_int_equal(kauri_layer_init(&layer, shape, seeds, NULL), KAURI_OK);
        for (uint64_t index = 0; index < layer.positions; index++) {
            struct kauri_prover_known known;
            const struct kauri_position position = kauri_layer_position(&layer, index);
            kauri_prover_known(loaded, &position, &known);
            const int most = 3 * (int)seeds + 1;
            if (known.visited) {
                bounds += known.r.low > -most || known.r.high < most ? 1 : 0;
                assert_in_range(oracle_get(oracle, &position).r + 100, known.r.low + 100,
                                known.r.high + 100);
            }
        }
    }
    assert_true(bounds > 100);
    kauri_prover_free(loaded);
    kauri_prover_free(prover);
    oracle_free(oracle);
    temporary_remove(folder);
}

// Counts saves, as files of another inode; stops the search after some.
struct watch {
    const char *path;
    ino_t inode;
    unsigned files;
    unsigned stop_after;
    unsigned saves; // reports of that stage
};

static void watch_report(void *context, const struct kauri_progress_report *report)
{
    struct watch *watch = context;
    struct stat facts;
    watch->saves += strcmp(report->stage, "save") == 0;
    if (stat(watch->path, &facts) == 0 && facts.st_ino != watch->inode) {
        watch->inode = facts.st_ino;
        watch->files++;
    }
}

static bool watch_cancelled(void *context)
{
    const struct watch *watch = context;
    return watch->files >= watch->stop_after;
}

TEST(a_state_is_saved_at_intervals_and_at_the_end)
{
    char folder[TEMPORARY_BYTES];
    char path[PATH_BYTES];
    make_path(folder, path);
    struct watch watch = {.path = path, .stop_after = 2};
    const struct kauri_progress progress = {
        .report = watch_report, .cancelled = watch_cancelled, .context = &watch};
    const struct kauri_position position = position_of(start_text);
    for (unsigned threads = 1; threads <= 3; threads += 2) {
        (void)unlink(path);
        watch.files = 0;
        struct kauri_prover *prover = prover_of(full_board, START_SEEDS, 32 << 20, threads, 1);
        struct kauri_prover_keeper *keeper = keep(prover, path, 0.01, &progress);
        assert_false(kauri_prover_keeper_facts(keeper).resumed);
        assert_true(ask(prover, &position, 2, 0, kauri_prover_keeper_progress(keeper)).stopped);
        const unsigned saves = kauri_prover_keeper_facts(keeper).saves;
        assert_true(saves >= 1 && watch.saves > 0);
        assert_int_equal(kauri_prover_keeper_save(keeper, NULL), KAURI_OK);
        assert_int_equal(kauri_prover_keeper_facts(keeper).saves, saves + 1);
        assert_int_equal(kauri_prover_keeper_save(keeper, NULL), KAURI_OK); // nothing new
        assert_int_equal(kauri_prover_keeper_facts(keeper).saves, saves + 1);
        kauri_prover_keeper_free(keeper);
        struct kauri_prover *other = prover_of(full_board, START_SEEDS, 32 << 20, 1, 1);
        keeper = keep(other, path, 1000, NULL);
        assert_true(kauri_prover_keeper_facts(keeper).resumed);
        if (threads == 1) {
            assert_int_equal(compare(prover, other).found, compare(prover, prover).entries);
        }
        kauri_prover_keeper_free(keeper);
        kauri_prover_free(other);
        kauri_prover_free(prover);
    }
    temporary_remove(folder);
}

TEST(a_second_run_is_refused)
{
    char folder[TEMPORARY_BYTES];
    char path[PATH_BYTES];
    char left[PATH_BYTES + 32];
    struct kauri_prover_keeper *second = NULL;
    struct kauri_error error;
    make_path(folder, path);
    (void)snprintf(left, sizeof left, "%s.tmp-0123456789abcdef", path);
    const struct kauri_position position = position_of("1+1,2,1/0,2,1+1 S 0:0");
    struct kauri_prover *prover = prover_of(small_board, 7, 1 << 20, 1, 1);
    struct kauri_prover_keeper *first = keep(prover, path, 1000, NULL);
    for (unsigned run = 0; run < 2; run++) { // without a file, and with one
        (void)ask(prover, &position, 1 + (int)run, 100, kauri_prover_keeper_progress(first));
        assert_int_equal(kauri_prover_keeper_save(first, NULL), KAURI_OK);
        assert_int_equal(kauri_prover_keeper_new(prover, path, 1000, NULL, &second, &error),
                         KAURI_LOCKED);
        assert_null(second);
        assert_non_null(strstr(error.message, "is in use by another run"));
        kauri_prover_keeper_free(first);
        forge_save(left, (const uint8_t *)"x", 1); // of a run that was killed
        first = keep(prover, path, 1000, NULL);
        assert_int_not_equal(access(left, F_OK), 0);
    }
    kauri_prover_keeper_free(first);
    kauri_prover_free(prover);
    temporary_remove(folder);
}

// From the beginning on, before anything is saved; and the file does not stay if nothing is.
TEST(a_state_is_locked_before_it_is_saved)
{
    char folder[TEMPORARY_BYTES];
    char path[PATH_BYTES];
    struct kauri_prover_keeper *second = NULL;
    make_path(folder, path);
    struct kauri_prover *prover = prover_of(small_board, 7, 1 << 20, 1, 1);
    struct kauri_prover_keeper *first = keep(prover, path, 1000, NULL);
    assert_int_equal(kauri_prover_keeper_new(prover, path, 1000, NULL, &second, NULL),
                     KAURI_LOCKED);
    assert_int_equal(access(path, F_OK), 0);
    kauri_prover_keeper_free(first);
    assert_int_not_equal(access(path, F_OK), 0);
    forge_save(path, (const uint8_t *)"", 0); // of a run that was killed at once
    first = keep(prover, path, 1000, NULL);
    assert_false(kauri_prover_keeper_facts(first).resumed);
    kauri_prover_keeper_free(first);
    assert_int_equal(access(path, F_OK), 0); // somebody else made it
    kauri_prover_free(prover);
    temporary_remove(folder);
}

// The file was removed or renamed, and another run has one of that name now.
TEST(a_state_of_another_run_is_not_replaced)
{
    char folder[TEMPORARY_BYTES];
    char path[PATH_BYTES];
    struct kauri_error error;
    make_path(folder, path);
    const struct kauri_position position = position_of("1+1,2,1/0,2,1+1 S 0:0");
    struct kauri_prover *prover = prover_of(small_board, 7, 1 << 20, 1, 1);
    struct kauri_prover *other = prover_of(small_board, 7, 1 << 20, 1, 1);
    struct kauri_prover_keeper *first = keep(prover, path, 1000, NULL);
    assert_int_equal(unlink(path), 0);
    struct kauri_prover_keeper *second = keep(other, path, 1000, NULL);
    assert_int_equal(kauri_prover_keeper_save(second, NULL), KAURI_OK);
    (void)ask(prover, &position, 1, 100, NULL);
    assert_int_equal(kauri_prover_keeper_save(first, &error), KAURI_LOCKED);
    assert_non_null(kauri_prover_keeper_facts(first).trouble);
    kauri_prover_keeper_free(second);
    assert_int_equal(kauri_prover_keeper_save(first, &error), KAURI_OK);
    kauri_prover_keeper_free(first);
    kauri_prover_free(other);
    kauri_prover_free(prover);
    temporary_remove(folder);
}

// Ends the process with 1 if it ever gets the lock of the file that has the name, and with 0 when
// the file is gone.
static void try_to_lock(const char *path)
{
    for (;;) {
        struct stat opened;
        struct stat named;
        const int descriptor = open(path, O_RDONLY | O_CLOEXEC);
        if (descriptor < 0) {
            _exit(0);
        }
        if (flock(descriptor, LOCK_EX | LOCK_NB) == 0 && fstat(descriptor, &opened) == 0 &&
            stat(path, &named) == 0 && opened.st_ino == named.st_ino) {
            _exit(1);
        }
        (void)close(descriptor);
    }
}

// The new file is locked before it has the name.
TEST(a_state_stays_locked_when_it_is_replaced)
{
    char folder[TEMPORARY_BYTES];
    char path[PATH_BYTES];
    int result = -1;
    make_path(folder, path);
    struct kauri_prover *prover = prover_of_start(1000);
    struct kauri_prover_keeper *keeper = keep(prover, path, 0, NULL);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        try_to_lock(path);
    }
    for (unsigned run = 0; run < 200; run++) {
        kauri_prover_keeper_tick(keeper, INFINITY);
        assert_null(kauri_prover_keeper_facts(keeper).trouble);
    }
    assert_int_equal(kauri_prover_keeper_facts(keeper).saves, 200);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(waitpid(child, &result, 0), child);
    assert_true(WIFEXITED(result) && WEXITSTATUS(result) == 0);
    kauri_prover_keeper_free(keeper);
    kauri_prover_free(prover);
    temporary_remove(folder);
}

// A save that a limit of time does not wait for leaves the file as it is.
TEST(a_save_is_given_up_when_the_time_is_over)
{
    char folder[TEMPORARY_BYTES];
    char path[PATH_BYTES];
    make_path(folder, path);
    struct kauri_prover *prover = prover_of_start(1000);
    struct kauri_prover_keeper *keeper = keep(prover, path, 0, NULL);
    kauri_prover_keeper_tick(keeper, 0);
    assert_int_equal(kauri_prover_keeper_facts(keeper).saves, 0);
    assert_null(kauri_prover_keeper_facts(keeper).trouble);
    kauri_prover_keeper_tick(keeper, INFINITY);
    assert_int_equal(kauri_prover_keeper_facts(keeper).saves, 1);
    kauri_prover_keeper_free(keeper);
    kauri_prover_free(prover);
    temporary_remove(folder);
}

TEST(a_place_that_cannot_be_written_is_refused_at_once)
{
    char folder[TEMPORARY_BYTES];
    char path[PATH_BYTES];
    char deeper[PATH_BYTES + 16];
    struct kauri_prover_keeper *keeper = NULL;
    struct kauri_error error;
    make_path(folder, path);
    (void)snprintf(deeper, sizeof deeper, "%s/state", path);
    struct kauri_prover *prover = prover_of(small_board, 7, 1 << 20, 1, 1);
    assert_int_equal(kauri_prover_keeper_new(prover, folder, 1, NULL, &keeper, &error),
                     KAURI_RESOURCE);
    assert_non_null(strstr(error.message, "it is a folder"));
    assert_int_equal(kauri_prover_keeper_new(prover, deeper, 1, NULL, &keeper, &error),
                     KAURI_RESOURCE);
    assert_int_equal(kauri_prover_keeper_new(prover, "/dev/null", 1, NULL, &keeper, &error),
                     KAURI_CORRUPT);
    assert_non_null(strstr(error.message, "not a regular file"));
    assert_null(keeper);
    kauri_prover_free(prover);
    temporary_remove(folder);
}

// A full disk does not end the search, nor harm the file that is there.
TEST(a_save_that_fails_leaves_the_file_and_the_search)
{
    char folder[TEMPORARY_BYTES];
    char path[PATH_BYTES];
    size_t size = 0;
    size_t after = 0;
    struct rlimit limit;
    struct rlimit little;
    struct kauri_error error;
    make_path(folder, path);
    const struct kauri_position position = position_of(start_text);
    struct kauri_prover *prover = prover_of_start(1000);
    save(prover, path);
    uint8_t *bytes = forge_load(path, &size);
    struct kauri_prover_keeper *keeper = keep(prover, path, 0, NULL);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    little = limit;
    little.rlim_cur = size / 2;
    (void)signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &little), 0);
    (void)ask(prover, &position, 2, 400000, kauri_prover_keeper_progress(keeper));
    const struct kauri_prover_keeper_facts facts = kauri_prover_keeper_facts(keeper);
    const enum kauri_status status = kauri_prover_keeper_save(keeper, &error);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
    assert_int_equal(facts.saves, 0);
    assert_non_null(facts.trouble);
    assert_int_equal(status, KAURI_RESOURCE);
    assert_non_null(strstr(error.message, "cannot write"));
    uint8_t *found = forge_load(path, &after);
    assert_int_equal(after, size);
    assert_memory_equal(found, bytes, size);
    assert_int_equal(kauri_prover_keeper_save(keeper, &error), KAURI_OK); // there is room again
    assert_null(kauri_prover_keeper_facts(keeper).trouble);
    free(found);
    free(bytes);
    kauri_prover_keeper_free(keeper);
    kauri_prover_free(prover);
    temporary_remove(folder);
}

// Whenever the process is killed, there is a whole file, and the next run removes the rest.
TEST(a_killed_run_leaves_a_good_file)
{
    char folder[TEMPORARY_BYTES];
    char path[PATH_BYTES];
    make_path(folder, path);
    struct kauri_prover *prover = prover_of_start(5000);
    save(prover, path);
    for (unsigned run = 0; run < 20; run++) {
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            while (kauri_prover_save(prover, path, NULL, NULL, NULL) == KAURI_OK) {
            }
            _exit(1);
        }
        const struct timespec pause = {.tv_nsec = 3000000L + 1700000L * run};
        (void)nanosleep(&pause, NULL);
        assert_int_equal(kill(child, SIGKILL), 0);
        assert_int_equal(waitpid(child, NULL, 0), child);
        struct kauri_prover *other = prover_of(full_board, START_SEEDS, 32 << 20, 1, 1);
        struct kauri_prover_keeper *keeper = keep(other, path, 1000, NULL);
        assert_int_equal(compare(prover, other).found, compare(prover, prover).entries);
        kauri_prover_keeper_free(keeper);
        kauri_prover_free(other);
    }
    kauri_prover_free(prover);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0); // nothing else is there
}
