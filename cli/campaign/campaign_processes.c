#include "cli/campaign/campaign_processes.h"

#include "cli/progress_view.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#if defined __linux__
#include <sys/prctl.h>
#endif

enum { READ_BYTES = 1 << 16 };

// Makes this process end with `parent`, which started it, also if that is killed.
static void end_with(pid_t parent)
{
#if defined __linux__
    (void)prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent) { // it ended before that
        _exit(1);
    }
}

// Sends all bytes. Returns false if nobody is there to read them.
static bool send_all(int socket, const char *bytes, size_t size)
{
    while (size > 0) {
        const ssize_t sent = send(socket, bytes, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) {
            continue;
        }
        if (sent <= 0) {
            return false;
        }
        bytes += sent;
        size -= (size_t)sent;
    }
    return true;
}

// Appends what can be read. Returns false at the end, or if nobody is there to send more.
static bool receive_some(int socket, struct kauri_string *unread)
{
    char bytes[READ_BYTES];
    ssize_t got = recv(socket, bytes, sizeof bytes, 0);
    while (got < 0 && errno == EINTR) {
        got = recv(socket, bytes, sizeof bytes, 0);
    }
    if (got > 0) {
        kauri_string_add_bytes(unread, bytes, (size_t)got);
    }
    return got > 0 && !unread->failed;
}

// --------------------------------------------------------------------------------------- a worker

struct process_link {
    int socket;
    struct kauri_progress_view view;
};

static bool receive_lines(void *context, struct kauri_string *unread)
{
    const struct process_link *link = context;
    return kauri_progress_view_wait(link->socket) && receive_some(link->socket, unread);
}

static bool send_lines(void *context, const char *text, size_t size)
{
    const struct process_link *link = context;
    return send_all(link->socket, text, size);
}

// A signal, or the end of what is sent to the worker, stops its job.
static bool is_stopped(void *context)
{
    const struct process_link *link = context;
    char byte;
    return kauri_progress_cancelled(&link->view.progress) ||
           recv(link->socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

static _Noreturn void be_worker(const struct kauri_campaign_processes *processes, unsigned number,
                                int socket)
{
    struct kauri_searcher_options options = processes->searcher;
    struct process_link link = {.socket = socket};
    const struct kauri_crew_link given = {
        .context = &link, .receive = receive_lines, .send = send_lines, .is_stopped = is_stopped};
    options.number += number;
    options.seed += number;
    kauri_progress_view_begin(&link.view, true); // signals only
    kauri_crew_work(&given, &options);
    _exit(0);
}

// ------------------------------------------------------------------------------------- all of them

static enum kauri_status start(void *context, unsigned number, struct kauri_error *error)
{
    struct kauri_campaign_processes *processes = context;
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) {
        return kauri_fail_errno(error, KAURI_RESOURCE, "cannot start a worker");
    }
    (void)fflush(stdout); // otherwise buffered output would be printed twice
    (void)fflush(stderr);
    const pid_t parent = getpid();
    const pid_t process = fork();
    if (process < 0) {
        (void)close(ends[0]);
        (void)close(ends[1]);
        return kauri_fail_errno(error, KAURI_RESOURCE, "cannot start a worker");
    }
    if (process == 0) {
        end_with(parent);
        (void)close(ends[0]);
        // A worker that holds the socket of another one, or the lock, would outlive its starter.
        for (unsigned i = 0; i < processes->count; i++) {
            if (processes->worker[i].process != 0) {
                (void)close(processes->worker[i].socket);
            }
        }
        kauri_campaign_folder_close(processes->campaign);
        be_worker(processes, number, ends[1]);
    }
    (void)close(ends[1]);
    processes->worker[number] =
        (struct kauri_campaign_process){.process = process, .socket = ends[0]};
    return KAURI_OK;
}

static void send_to(void *context, unsigned number, const char *lines)
{
    const struct kauri_campaign_processes *processes = context;
    if (processes->worker[number].process != 0) {
        (void)send_all(processes->worker[number].socket, lines, strlen(lines));
    }
}

// Waits for the end of a worker, and says how it ended.
static const char *bury(struct kauri_campaign_process *worker)
{
    int status = 0;
    (void)close(worker->socket);
    while (waitpid(worker->process, &status, 0) < 0 && errno == EINTR) {
    }
    kauri_string_clear(&worker->unread);
    *worker = (struct kauri_campaign_process){.process = 0};
    if (!WIFSIGNALED(status)) {
        return "ended early";
    }
    return WTERMSIG(status) == SIGKILL ? "was killed, perhaps because memory ran out"
                                       : "was ended by a signal";
}

static enum kauri_crew_event next(void *context, double seconds, unsigned *number,
                                  const char **text)
{
    struct kauri_campaign_processes *processes = context;
    struct pollfd ready[KAURI_CAMPAIGN_WORKERS_MAX];
    for (unsigned i = 0; i < processes->count; i++) {
        struct kauri_campaign_process *worker = &processes->worker[i];
        *text = kauri_crew_line(&worker->unread, &worker->read);
        if (*text != NULL) {
            *number = i;
            return KAURI_CREW_LINE;
        }
        ready[i] =
            (struct pollfd){.fd = worker->process != 0 ? worker->socket : -1, .events = POLLIN};
    }
    if (poll(ready, processes->count, (int)(1000 * seconds)) <= 0) {
        return KAURI_CREW_NOTHING;
    }
    for (unsigned i = 0; i < processes->count; i++) {
        struct kauri_campaign_process *worker = &processes->worker[i];
        if (ready[i].revents != 0 && !receive_some(worker->socket, &worker->unread)) {
            *number = i;
            *text = bury(worker);
            return KAURI_CREW_LOST;
        }
    }
    return next(context, 0, number, text);
}

static void dismiss(void *context)
{
    const struct kauri_campaign_processes *processes = context;
    for (unsigned i = 0; i < processes->count; i++) {
        if (processes->worker[i].process != 0) {
            (void)shutdown(processes->worker[i].socket, SHUT_WR);
        }
    }
}

void kauri_campaign_processes_end(struct kauri_campaign_processes *processes)
{
    for (unsigned i = 0; i < processes->count; i++) {
        if (processes->worker[i].process != 0) {
            (void)kill(processes->worker[i].process, SIGKILL);
            (void)bury(&processes->worker[i]);
        }
    }
}

enum kauri_status kauri_campaign_processes_start(struct kauri_campaign_processes *processes,
                                                 const struct kauri_searcher_options *searcher,
                                                 struct kauri_campaign_folder *campaign,
                                                 unsigned count, struct kauri_crew *crew,
                                                 struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *processes = (struct kauri_campaign_processes){
        .searcher = *searcher, .campaign = campaign, .count = count};
    for (unsigned i = 0; i < count; i++) {
        KAURI_TRY(start(processes, i, error));
    }
    *crew = (struct kauri_crew){
        .context = processes, .send = send_to, .next = next, .restart = start, .dismiss = dismiss};
cleanup:
    if (status != KAURI_OK) {
        kauri_campaign_processes_end(processes);
    }
    return status;
}
