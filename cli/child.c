#include "cli/child.h"

#include "cli/threads.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined __linux__
#include <sys/prctl.h>
#endif

// Precedes the result in the pipe.
struct answer {
    enum kauri_status status;
    struct kauri_error error;
};

static bool write_all(int end, const void *bytes, size_t size)
{
    const char *at = bytes;
    while (size > 0) {
        const ssize_t written = write(end, at, size);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            return false;
        }
        at += written;
        size -= (size_t)written;
    }
    return true;
}

static bool read_all(int end, void *bytes, size_t size, pid_t child,
                     const struct kauri_progress *progress)
{
    char *at = bytes;
    while (size > 0) {
        const ssize_t got = read(end, at, size);
        if (got < 0 && errno == EINTR) {
            // A signal that only this process received is meant for the child as well.
            if (kauri_progress_cancelled(progress)) {
                (void)kill(child, SIGTERM);
            }
            continue;
        }
        if (got <= 0) {
            return false;
        }
        at += got;
        size -= (size_t)got;
    }
    return true;
}

void kauri_child_end_with(pid_t parent)
{
#if defined __linux__
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent) { // it ended before that
        _exit(1);
    }
}

static _Noreturn void be_child(int end, unsigned threads, kauri_child_work *work, void *context,
                               void *result, size_t bytes)
{
    struct answer answer;
    memset(&answer, 0, sizeof answer);
    answer.status = kauri_threads_start(threads, &answer.error);
    if (answer.status == KAURI_OK) {
        answer.status = work(context, result, &answer.error);
    }
    (void)fflush(stderr);
    const bool told = write_all(end, &answer, sizeof answer) && write_all(end, result, bytes);
    _exit(told ? 0 : 1);
}

enum kauri_status kauri_child_run(unsigned threads, kauri_child_work *work, void *context,
                                  void *result, size_t bytes, const struct kauri_progress *progress,
                                  struct kauri_error *error)
{
    int ends[2];
    if (pipe(ends) != 0) {
        return kauri_fail_errno(error, KAURI_RESOURCE, "cannot make a pipe");
    }
    // Otherwise buffered output would be printed twice.
    (void)fflush(stdout);
    (void)fflush(stderr);
    const pid_t parent = getpid();
    const pid_t child = fork();
    if (child < 0) {
        (void)close(ends[0]);
        (void)close(ends[1]);
        return kauri_fail_errno(error, KAURI_RESOURCE, "cannot start a process for measuring");
    }
    if (child == 0) {
        kauri_child_end_with(parent);
        (void)close(ends[0]);
        be_child(ends[1], threads, work, context, result, bytes);
    }
    (void)close(ends[1]);
    struct answer answer;
    const bool told = read_all(ends[0], &answer, sizeof answer, child, progress) &&
                      read_all(ends[0], result, bytes, child, progress);
    (void)close(ends[0]);
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    if (told) {
        if (answer.status != KAURI_OK && error != NULL) {
            *error = answer.error;
        }
        return answer.status;
    }
    if (WIFSIGNALED(status)) {
        return kauri_fail(error, KAURI_RESOURCE,
                          "the process that was measured was killed by signal %d%s",
                          WTERMSIG(status),
                          WTERMSIG(status) == SIGKILL ? ", perhaps because memory ran out" : "");
    }
    return kauri_fail(error, KAURI_RESOURCE, "the process that was measured ended early");
}
