// Solving through the public interface, linked to the shared library: the tables are those of the
// program, and a run that was stopped is continued.
#include "tests/test.h"

#include "tests/library/open_tables_api.h"
#include "tests/temporary.h"

#include <kauri/solving.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

enum { PATH_BYTES = TEMPORARY_BYTES + 64 };

static void expect_tables_of_the_program(const char *folder)
{
    for (unsigned seeds = 0; seeds < LAYERS; seeds++) {
        char ours[PATH_BYTES];
        char theirs[PATH_BYTES];
        size_t size = 0;
        size_t expected = 0;
        (void)snprintf(ours, sizeof ours, "%s/kauri-2x4-%02u.kauri", folder, seeds);
        (void)snprintf(theirs, sizeof theirs, "%s/kauri-2x4-%02u.kauri",
                       getenv("KAURI_TEST_TABLES"), seeds);
        uint8_t *made = temporary_read(ours, &size);
        uint8_t *right = temporary_read(theirs, &expected);
        assert_int_equal(size, expected);
        assert_memory_equal(made, right, size);
        free(made);
        free(right);
    }
}

// A run, as its caller sees it.
struct solving {
    unsigned layer; // the last one that was reported
    double share;   // of it
    unsigned reports;
    unsigned stops_in; // layer in which to stop; LAYERS: never
};

static void note(void *context, unsigned seeds, double share)
{
    struct solving *seen = context;
    assert_true(seen->reports == 0 || seeds >= seen->layer);
    assert_true(share >= (seeds > seen->layer ? 0 : seen->share) && share <= 1);
    seen->layer = seeds;
    seen->share = share;
    seen->reports++;
    if (seeds >= seen->stops_in) {
        (void)nanosleep(&(struct timespec){.tv_nsec = 150000000}, NULL); // `stop` is asked next
    }
}

static bool stops(void *context)
{
    const struct solving *seen = context;
    return seen->reports > 0 && seen->layer >= seen->stops_in;
}

TEST_IN_FOLDER(tables_are_those_of_the_program, folder)
{
    struct solving seen = {.stops_in = LAYERS};
    const struct kauri_solve_tables_options options = {
        .struct_bytes = sizeof options,
        .threads = 3,
        .memory_bytes = 64U << 20,
        .progress = note,
        .stop = stops,
        .context = &seen,
    };
    struct kauri_error error;
    char path[PATH_BYTES];
    // The folder is made.
    (void)snprintf(path, sizeof path, "%s/new", folder);
    assert_ok(kauri_solve_tables(path, HOLES, COWRIES, LAYERS - 1, &options, &error), &error);
    expect_tables_of_the_program(path);
    assert_int_equal(seen.layer, LAYERS - 1);
    // With all tables there, nothing is done.
    seen.reports = 0;
    assert_ok(kauri_solve_tables(path, HOLES, COWRIES, 2, &options, &error), &error);
    assert_int_equal(seen.reports, 0);
    // Another board, and a folder that cannot be made.
    assert_int_equal(kauri_solve_tables(path, HOLES, 3, 2, NULL, &error), KAURI_CORRUPT);
    (void)snprintf(path, sizeof path, "%s/no/folder", folder);
    assert_int_equal(kauri_solve_tables(path, HOLES, COWRIES, 0, NULL, &error), KAURI_RESOURCE);
    (void)snprintf(path, sizeof path, "rm -r '%s/new'", folder);
    assert_int_equal(system(path), 0);
}

TEST_IN_FOLDER(a_run_that_was_stopped_is_continued, folder)
{
    struct solving seen = {.stops_in = 2};
    struct kauri_solve_tables_options options = {
        .struct_bytes = sizeof options, .progress = note, .stop = stops, .context = &seen};
    struct kauri_error error;
    const char *folders[] = {folder};
    struct kauri_tablebase *tables = NULL;
    assert_int_equal(kauri_solve_tables(folder, HOLES, COWRIES, LAYERS - 1, &options, &error),
                     KAURI_INTERRUPTED);
    assert_ok(kauri_tablebase_open(folders, 1, NULL, &tables, &error), &error);
    assert_true(kauri_tablebase_has(tables, 1));
    assert_false(kauri_tablebase_has(tables, LAYERS - 1));
    kauri_tablebase_close(tables);
    seen = (struct solving){.stops_in = LAYERS};
    assert_ok(kauri_solve_tables(folder, HOLES, COWRIES, LAYERS - 1, &options, &error), &error);
    expect_tables_of_the_program(folder);
}

TEST_IN_FOLDER(two_runs_in_a_folder_are_refused, folder)
{
    struct kauri_error error;
    char path[PATH_BYTES];
    assert_ok(kauri_solve_tables(folder, HOLES, COWRIES, 1, NULL, &error), &error);
    (void)snprintf(path, sizeof path, "%s/kauri.lock", folder);
    const int lock = open(path, O_RDWR);
    assert_int_equal(flock(lock, LOCK_EX | LOCK_NB), 0);
    assert_int_equal(kauri_solve_tables(folder, HOLES, COWRIES, 2, NULL, &error), KAURI_LOCKED);
    // Nothing is to be done here.
    assert_ok(kauri_solve_tables(folder, HOLES, COWRIES, 1, NULL, &error), &error);
    (void)close(lock);
}

TEST_IN_FOLDER(what_cannot_be_solved_is_refused_before_anything_is, folder)
{
    struct kauri_solve_tables_options options = {.struct_bytes = sizeof options};
    const unsigned boards[][3] = {{0, 0, 1}, {7, 12, 1}, {2, 13, 1}, {2, 4, 61}, {258, 4, 1}};
    struct kauri_error error;
    for (unsigned i = 0; i < sizeof boards / sizeof *boards; i++) {
        assert_int_equal(
            kauri_solve_tables(folder, boards[i][0], boards[i][1], boards[i][2], NULL, &error),
            KAURI_USAGE);
    }
    options.level = 20;
    assert_int_equal(kauri_solve_tables(folder, 2, 4, 1, &options, &error), KAURI_USAGE);
    options.level = 0;
    options.threads = 5000;
    assert_int_equal(kauri_solve_tables(folder, 2, 4, 1, &options, &error), KAURI_USAGE);
    options.threads = 0;
    options.checkpoint_seconds = -1;
    assert_int_equal(kauri_solve_tables(folder, 2, 4, 1, &options, &error), KAURI_USAGE);
    options.checkpoint_seconds = 0;
    options.memory_bytes = 1 << 20;
    assert_int_equal(kauri_solve_tables(folder, 6, 12, 7, &options, &error), KAURI_RESOURCE);
    assert_non_null(strstr(error.message, "of memory"));
    assert_int_equal(temporary_files(folder), 1); // the lock
    options.struct_bytes = 4;
    assert_int_equal(kauri_solve_tables(folder, 2, 4, 1, &options, &error), KAURI_USAGE);
}
