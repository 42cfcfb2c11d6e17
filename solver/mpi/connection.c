#include "solver/mpi/connection.h"

#include "common/progress.h"

#include <sched.h>
#include <stdlib.h>
#include <time.h>

// Ends the run on all ranks.
static _Noreturn void give_up(const struct kauri_connection *connection,
                              const struct kauri_error *error)
{
    connection->failed(error);
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

void kauri_connection_wait(const struct kauri_connection *connection, const char *call,
                           MPI_Request *requests, uint64_t count, MPI_Status *statuses)
{
    int done = 0;
    const double began = kauri_clock_seconds();
    for (;;) {
        kauri_connection_check(connection, call,
                               MPI_Testall((int)count, requests, &done, statuses));
        if (done != 0) {
            return;
        }
        const double eighth = (kauri_clock_seconds() - began) / 8;
        if (eighth < SLEEP_LEAST) {
            (void)sched_yield();
        } else {
            const double seconds = eighth < SLEEP_MOST ? eighth : SLEEP_MOST;
            const struct timespec time = {.tv_nsec = (long)(seconds * 1e9)};
            (void)nanosleep(&time, NULL);
        }
    }
}
