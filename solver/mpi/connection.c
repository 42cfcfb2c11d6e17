#include "solver/mpi/connection.h"

#include "common/progress.h"

#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { ABORT_SECONDS = 5 };

// Ends the run on all ranks.
static _Noreturn void give_up(const struct kauri_connection *connection,
                              const struct kauri_error *error)
{
    // Launchers lose messages that have not reached them when they hear of the abort.
    const struct timespec pause = {.tv_nsec = 200000000};
    connection->failed(error);
    (void)nanosleep(&pause, NULL);
    // MPICH's MPI_Abort waits for an answer of the launcher, which may not come if a host is off.
    (void)signal(SIGALRM, SIG_DFL);
    (void)alarm(ABORT_SECONDS);
    (void)MPI_Abort(MPI_COMM_WORLD, KAURI_RESOURCE);
    abort();
}

_Noreturn void kauri_connection_out_of_memory(const struct kauri_connection *connection)
{
    struct kauri_error error;
    (void)kauri_fail(&error, KAURI_RESOURCE, "rank %u: out of memory for messages",
                     connection->rank);
    give_up(connection, &error);
}

void kauri_connection_check(const struct kauri_connection *connection, const char *call, int code)
{
    char text[MPI_MAX_ERROR_STRING + 1] = "unknown error";
    int length = 0;
    struct kauri_error error;
    if (code == MPI_SUCCESS) {
        return;
    }
    (void)MPI_Error_string(code, text, &length);
    (void)kauri_fail(&error, KAURI_RESOURCE,
                     "rank %u lost the connection to the other ranks: %s: %s", connection->rank,
                     call, text);
    give_up(connection, &error);
}

// MPI's own waiting keeps a processor busy. Where ranks share processors, that takes them from the
// rank that is waited for, and layers take many times as long. So this gives the processor away
// after each look, and then sleeps between looks, for an eighth of the time waited so far.
// In seconds.
#define SLEEP_LEAST 20e-6
#define SLEEP_MOST  200e-6

// A look that takes longer than this, in seconds, is one during which the process was stopped.
#define LOOK_MOST 1.0

static _Noreturn void lose_patience(const struct kauri_connection *connection)
{
    struct kauri_error error;
    (void)kauri_fail(&error, KAURI_RESOURCE,
                     "rank %u has waited for the other ranks for %.0f seconds: one of them, or its "
                     "network, may be down",
                     connection->rank, connection->patience);
    give_up(connection, &error);
}

void kauri_connection_wait(const struct kauri_connection *connection, const char *call,
                           MPI_Request *requests, uint64_t count, MPI_Status *statuses)
{
    int done = 0;
    double last = kauri_clock_seconds();
    double waited = 0;
    for (;;) {
        kauri_connection_check(connection, call,
                               MPI_Testall((int)count, requests, &done, statuses));
        if (done != 0) {
            return;
        }
        const double now = kauri_clock_seconds();
        waited += now - last < LOOK_MOST ? now - last : LOOK_MOST;
        last = now;
        if (connection->patience > 0 && waited > connection->patience) {
            lose_patience(connection);
        }
        const double eighth = waited / 8;
        if (eighth < SLEEP_LEAST) {
            (void)sched_yield();
        } else {
            const double seconds = eighth < SLEEP_MOST ? eighth : SLEEP_MOST;
            const struct timespec time = {.tv_nsec = (long)(seconds * 1e9)};
            (void)nanosleep(&time, NULL);
        }
    }
}
