// A team whose ranks are threads of this process, which exchange their messages over memory. It
// aborts if the ranks call its functions in another way than solver/cluster/network.h says.
#ifndef KAURI_TESTS_CLUSTER_THREAD_TEAM_H
#define KAURI_TESTS_CLUSTER_THREAD_TEAM_H

#include "solver/cluster/network.h"
#include "solver/solve.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

enum { TEAM_RANKS_MAX = 8 };

struct thread_team;

// Changes bytes that `from` sends to `to`, if any (size > 0), before they arrive. The number of the
// exchange counts from 0.
typedef void alter_message(void *context, unsigned exchange, unsigned from, unsigned to,
                           uint8_t *bytes, uint64_t size);

enum team_call { TEAM_FINISH, TEAM_SUM, TEAM_GREATEST };

// One rank of it.
struct team_member {
    struct kauri_network network;
    struct thread_team *all;
    bool begun; // an exchange
    enum team_call call;
    // What this rank sends now, and what it received last.
    const struct kauri_message *messages;
    unsigned count;
    uint64_t *numbers;
    unsigned number_count;
    uint8_t *inbox;
    // What the thread runs.
    const char *folder;
    struct kauri_shape shape;
    unsigned seeds;
    struct kauri_solve_options options;
    struct kauri_solve_result result;
    enum kauri_status status;
    struct kauri_error error;
};

struct thread_team {
    pthread_barrier_t barrier;
    unsigned ranks;
    unsigned exchanges; // exchanges so far
    struct team_member members[TEAM_RANKS_MAX];
    alter_message *alter; // may be NULL
    void *alter_context;
    const char *elsewhere; // folder of the ranks above 0; NULL: the same one
};

// Solves a layer by `ranks` ranks, each of them with these options (except for `team`). The results
// and errors of the ranks are in team->members; the caller ends with free_team. `prepare`, which
// may be NULL, changes the options of a rank.
typedef void prepare_member(void *context, unsigned rank, struct kauri_solve_options *options);
void solve_by_team(struct thread_team *team, unsigned ranks, const char *folder,
                   struct kauri_shape shape, unsigned seeds,
                   const struct kauri_solve_options *options, prepare_member *prepare,
                   void *prepare_context);
void free_team(struct thread_team *team);

#endif
