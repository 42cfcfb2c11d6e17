// sched_getaffinity is not POSIX.
#define _GNU_SOURCE
#include "common/parallel.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

struct team_loop {
    kauri_parallel_body *body;
    void *context;
    uint64_t count;
    uint64_t grain;
    _Atomic uint64_t next;
};

struct kauri_team {
    unsigned threads; // the caller among them
    unsigned started; // threads of its own
    pthread_t *members;
    pthread_mutex_t mutex; // for everything below
    pthread_cond_t begin;  // places are free, or the team is to end
    pthread_cond_t end;    // nobody is working
    unsigned places;       // members that may still join the loop
    unsigned joined;       // members that have joined it; the last one's worker number
    unsigned working;      // of them, those that have not finished
    bool ending;
    struct team_loop loop;
};

unsigned kauri_parallel_processors(void)
{
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0 && CPU_COUNT(&allowed) > 0) {
        return (unsigned)CPU_COUNT(&allowed);
    }
    // More processors than a cpu_set_t has room for.
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors < 1 ? 1U : (unsigned)processors;
}

static void work(struct team_loop *loop, unsigned worker)
{
    for (;;) {
        const uint64_t first = atomic_fetch_add(&loop->next, loop->grain);
        if (first >= loop->count) {
            return;
        }
        const uint64_t rest = loop->count - first;
        const uint64_t last = first + (rest < loop->grain ? rest : loop->grain);
        for (uint64_t index = first; index < last; index++) {
            loop->body(loop->context, worker, index);
        }
    }
}

static void *member_main(void *argument)
{
    struct kauri_team *team = argument;
    (void)pthread_mutex_lock(&team->mutex);
    for (;;) {
        while (team->places == 0 && !team->ending) {
            (void)pthread_cond_wait(&team->begin, &team->mutex);
        }
        if (team->ending) {
            break;
        }
        team->places--;
        team->working++;
        const unsigned worker = ++team->joined;
        (void)pthread_mutex_unlock(&team->mutex);
        work(&team->loop, worker);
        (void)pthread_mutex_lock(&team->mutex);
        if (--team->working == 0) {
            (void)pthread_cond_signal(&team->end);
        }
    }
    (void)pthread_mutex_unlock(&team->mutex);
    return NULL;
}

enum kauri_status kauri_team_new(unsigned threads, struct kauri_team **team,
                                 struct kauri_error *error)
{
    *team = NULL;
    struct kauri_team *made = calloc(1, sizeof *made);
    pthread_t *members = calloc(threads, sizeof *members);
    if (made == NULL || members == NULL) {
        free(made);
        free(members);
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for threads");
    }
    made->threads = threads;
    made->members = members;
    (void)pthread_mutex_init(&made->mutex, NULL);
    (void)pthread_cond_init(&made->begin, NULL);
    (void)pthread_cond_init(&made->end, NULL);
    while (made->started + 1 < threads &&
           pthread_create(&members[made->started], NULL, member_main, made) == 0) {
        made->started++;
    }
    *team = made;
    return KAURI_OK;
}

void kauri_team_free(struct kauri_team *team)
{
    if (team == NULL) {
        return;
    }
    (void)pthread_mutex_lock(&team->mutex);
    team->ending = true;
    (void)pthread_cond_broadcast(&team->begin);
    (void)pthread_mutex_unlock(&team->mutex);
    for (unsigned i = 0; i < team->started; i++) {
        (void)pthread_join(team->members[i], NULL);
    }
    (void)pthread_cond_destroy(&team->begin);
    (void)pthread_cond_destroy(&team->end);
    (void)pthread_mutex_destroy(&team->mutex);
    free(team->members);
    free(team);
}

enum kauri_status kauri_parallel_try(unsigned threads, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_team *team = NULL;
    KAURI_TRY(kauri_team_new(threads, &team, error));
    if (team->started + 1 < threads) {
        status = kauri_fail(error, KAURI_RESOURCE, "the system does not give %u threads", threads);
    }
cleanup:
    kauri_team_free(team);
    return status;
}

static void run_alone(uint64_t count, kauri_parallel_body *body, void *context)
{
    for (uint64_t index = 0; index < count; index++) {
        body(context, 0, index);
    }
}

// Number of members that have something to do in addition to the caller.
static unsigned helpers_of(unsigned members, uint64_t count, uint64_t grain)
{
    const uint64_t others = count == 0 ? 0 : (count - 1) / grain;
    return others < members ? (unsigned)others : members;
}

void kauri_team_for(struct kauri_team *team, uint64_t count, uint64_t grain,
                    kauri_parallel_body *body, void *context)
{
    const unsigned helpers = helpers_of(team->started, count, grain);
    if (helpers == 0) {
        run_alone(count, body, context);
        return;
    }
    (void)pthread_mutex_lock(&team->mutex);
    team->loop.body = body;
    team->loop.context = context;
    team->loop.count = count;
    team->loop.grain = grain;
    atomic_store(&team->loop.next, 0);
    team->joined = 0;
    team->places = helpers;
    for (unsigned i = 0; i < helpers; i++) {
        (void)pthread_cond_signal(&team->begin);
    }
    (void)pthread_mutex_unlock(&team->mutex);
    work(&team->loop, 0);
    // Members that have not woken up by now are not waited for.
    (void)pthread_mutex_lock(&team->mutex);
    team->places = 0;
    while (team->working > 0) {
        (void)pthread_cond_wait(&team->end, &team->mutex);
    }
    (void)pthread_mutex_unlock(&team->mutex);
}

void kauri_parallel_for(unsigned threads, uint64_t count, uint64_t grain, kauri_parallel_body *body,
                        void *context)
{
    struct kauri_team *team = NULL;
    const unsigned helpers = helpers_of(threads - 1, count, grain);
    if (helpers == 0 || kauri_team_new(helpers + 1, &team, NULL) != KAURI_OK) {
        run_alone(count, body, context);
        return;
    }
    kauri_team_for(team, count, grain, body, context);
    kauri_team_free(team);
}
