// What the tests of teams share: layers that several ranks solve together, and ranks that are told
// to stop.
#ifndef KAURI_TESTS_CLUSTER_TEAM_HELP_H
#define KAURI_TESTS_CLUSTER_TEAM_HELP_H

#include "tests/cluster/thread_team.h"

#include <stdbool.h>
#include <stdint.h>

// A board whose layer 3 has enough rounds to be stopped in.
extern const struct kauri_shape middle;

// Solves a layer as solve_by_team does; fails the running test unless every rank does it.
void team_must_solve(struct thread_team *team, unsigned ranks, const char *folder,
                     struct kauri_shape shape, unsigned seeds,
                     const struct kauri_solve_options *options);

// Fails the running test unless all ranks have this status and the same message.
void all_have(const struct thread_team *team, enum kauri_status status);

// Fails the running test unless the tables of a layer in two folders have the same bytes.
void same_tables(const char *folder, const char *other, struct kauri_shape shape, unsigned seeds);

void there_is_no_table(const char *folder, struct kauri_shape shape, unsigned seeds);
void remove_table(const char *folder, struct kauri_shape shape, unsigned seeds);

// Stops a rank when it has been asked so many times. With a team, stops it once the team has
// swapped messages so many times, and takes 0.6 s for every answer.
struct stopper {
    unsigned asked;
    unsigned after;
    const struct thread_team *team;
    unsigned exchanges;
    unsigned seen; // exchanges when it was asked last
};

// `cancelled` of a progress whose context is a stopper.
bool stop_now(void *context);

struct stopped_rank {
    unsigned rank;
    struct stopper stopper;
    struct kauri_progress progress;
};

// For solve_by_team: gives the progress of the struct stopped_rank *context to its rank.
void stop_one(void *context, unsigned rank, struct kauri_solve_options *options);

#endif
