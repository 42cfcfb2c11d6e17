#include "cli/serve/browser.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

// Becomes the first program that is there; returns if there is none. It says nothing on the
// terminal and outlives the server.
static void become_browser(const char *url)
{
    static const char *const programs[] = {"xdg-open", "sensible-browser"};
    sigset_t none;
    (void)sigemptyset(&none);
    (void)sigprocmask(SIG_SETMASK, &none, NULL);
    (void)signal(SIGPIPE, SIG_DFL);
    const int nothing = open("/dev/null", O_RDWR);
    for (int descriptor = STDIN_FILENO; nothing >= 0 && descriptor <= STDERR_FILENO; descriptor++) {
        (void)dup2(nothing, descriptor);
    }
    (void)setsid();
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
        (void)execlp(programs[i], programs[i], url, (char *)NULL);
    }
}

enum kauri_status kauri_open_browser(const char *url, struct kauri_error *error)
{
    int ends[2];
    if (pipe(ends) != 0) {
        return kauri_fail_errno(error, KAURI_RESOURCE, "cannot make a pipe");
    }
    const pid_t child = fork();
    if (child == 0) {
        // The grandchild is nobody's zombie. A byte comes through the pipe if it finds no program;
        // the pipe ends without one when it becomes the browser.
        const pid_t grandchild = fork();
        if (grandchild > 0) {
            _exit(0);
        }
        if (grandchild == 0 && fcntl(ends[1], F_SETFD, FD_CLOEXEC) == 0) {
            (void)close(ends[0]);
            become_browser(url);
        }
        const ssize_t told = write(ends[1], "", 1);
        _exit(told == 1 ? 0 : 1);
    }
    (void)close(ends[1]);
    char byte;
    ssize_t got = 0;
    if (child > 0) {
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
        }
        do {
            got = read(ends[0], &byte, 1);
        } while (got < 0 && errno == EINTR);
    }
    (void)close(ends[0]);
    if (child < 0) {
        return kauri_fail_errno(error, KAURI_RESOURCE, "cannot start a process for the browser");
    }
    return got == 0
               ? KAURI_OK
               : kauri_fail(error, KAURI_MISSING, "neither xdg-open nor sensible-browser is there");
}
