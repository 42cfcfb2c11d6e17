// db/lock.h: one writer per folder, and no file outside of it.
#include "tests/test.h"

#include "db/lock.h"
#include "tests/temporary.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

TEST(one_run_at_a_time)
{
    char folder[TEMPORARY_BYTES];
    struct kauri_folder_lock *first = NULL;
    struct kauri_folder_lock *second = NULL;
    struct kauri_error error;
    temporary_make(folder);
    assert_int_equal(kauri_folder_lock(folder, &first, &error), KAURI_OK);
    assert_int_equal(kauri_folder_lock(folder, &second, &error), KAURI_LOCKED);
    assert_null(second);
    kauri_folder_unlock(first);
    assert_int_equal(kauri_folder_lock(folder, &second, &error), KAURI_OK);
    kauri_folder_unlock(second);
    kauri_folder_unlock(NULL);
    temporary_remove(folder);
    assert_int_equal(kauri_folder_lock(folder, &first, &error), KAURI_RESOURCE);
}

TEST_IN_FOLDER(a_run_that_dies_leaves_no_lock_behind, folder)
{
    struct kauri_folder_lock *lock = NULL;
    struct kauri_error error;
    const pid_t child = fork();
    if (child == 0) {
        _exit(kauri_folder_lock(folder, &lock, &error) == KAURI_OK ? 42 : 1);
    }
    int outcome = 0;
    assert_int_equal(waitpid(child, &outcome, 0), child);
    assert_true(WIFEXITED(outcome) && WEXITSTATUS(outcome) == 42);
    assert_int_equal(kauri_folder_lock(folder, &lock, &error), KAURI_OK);
    kauri_folder_unlock(lock);
}

// Opening a dangling link would create its target.
TEST_IN_FOLDER(a_lock_that_is_no_file_is_refused, folder)
{
    char path[TEMPORARY_BYTES + 16];
    char outside[TEMPORARY_BYTES + 16];
    struct kauri_folder_lock *lock = NULL;
    struct kauri_error error;
    (void)snprintf(path, sizeof path, "%s/kauri.lock", folder);
    (void)snprintf(outside, sizeof outside, "%s/outside", folder);
    assert_int_equal(symlink(outside, path), 0);
    assert_int_equal(kauri_folder_lock(folder, &lock, &error), KAURI_RESOURCE);
    assert_non_null(strstr(error.message, "kauri.lock: it is a symbolic link"));
    assert_int_equal(access(outside, F_OK), -1);
    assert_int_equal(unlink(path), 0);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(kauri_folder_lock(folder, &lock, &error), KAURI_RESOURCE);
    assert_null(lock);
}
