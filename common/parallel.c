// sched_getaffinity is not POSIX.
#define _GNU_SOURCE
#include "common/parallel.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

struct pool_loop {
    kauri_parallel_body *body;
    void *context;
    uint64_t count;
    uint64_t grain;
    _Atomic uint64_t next;
};

struct kauri_pool {
    unsigned threads; // including the caller
    unsigned started; // threads of its own
    pthread_t *members;
    pthread_mutex_t mutex; // for everything below
    pthread_cond_t begin;  // places are free, or the pool is ending
    pthread_cond_t end;    // no member is working
    // These three are also read without the mutex, by threads that are about to sleep.
    atomic_uint places;  // members that may still join the loop
    atomic_uint working; // members that have joined and not finished
    atomic_bool ending;
    unsigned joined; // members that have joined it; also the last one's worker number
    struct pool_loop loop;
};

unsigned kauri_parallel_processors(void)
{
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0 && CPU_COUNT(&allowed) > 0) {
        return (unsigned)CPU_COUNT(&allowed);
    }
    // Reached if the machine has more processors than a cpu_set_t has room for.
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors < 1 ? 1U : (unsigned)processors;
}

static void work(struct pool_loop *loop, unsigned worker)
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

// Yields the processor for a moment, some tens of microseconds, before a thread goes to sleep:
// where loops follow one another closely, waking up would take as long as the work. A machine with
// other work to do is not kept from it.
enum { YIELDS = 100 };

static void await_loop(struct kauri_pool *pool)
{
    for (unsigned i = 0;
         i < YIELDS && atomic_load(&pool->places) == 0 && !atomic_load(&pool->ending); i++) {
        (void)sched_yield();
    }
}

static void await_members(struct kauri_pool *pool)
{
    for (unsigned i = 0; i < YIELDS && atomic_load(&pool->working) > 0; i++) {
        (void)sched_yield();
    }
}

static void *member_main(void *argument)
{
    struct kauri_pool *pool = argument;
    (void)pthread_mutex_lock(&pool->mutex);
    for (;;) {
        while (pool->places == 0 && !pool->ending) {
            (void)pthread_cond_wait(&pool->begin, &pool->mutex);
        }
        if (pool->ending) {
            break;
        }
        pool->places--;
        pool->working++;
        const unsigned worker = ++pool->joined;
        (void)pthread_mutex_unlock(&pool->mutex);
        work(&pool->loop, worker);
        (void)pthread_mutex_lock(&pool->mutex);
        if (--pool->working == 0) {
            (void)pthread_cond_signal(&pool->end);
        }
        (void)pthread_mutex_unlock(&pool->mutex);
        await_loop(pool);
        (void)pthread_mutex_lock(&pool->mutex);
    }
    (void)pthread_mutex_unlock(&pool->mutex);
    return NULL;
}

enum kauri_status kauri_pool_new(unsigned threads, struct kauri_pool **pool,
                                 struct kauri_error *error)
{
    *pool = NULL;
    struct kauri_pool *made = calloc(1, sizeof *made);
    pthread_t *members = calloc(threads, sizeof *members);
    if (made == NULL || members == NULL || pthread_mutex_init(&made->mutex, NULL) != 0) {
        free(made);
        free(members);
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for threads");
    }
    made->threads = threads;
    made->members = members;
    (void)pthread_cond_init(&made->begin, NULL);
    (void)pthread_cond_init(&made->end, NULL);
    while (made->started + 1 < threads &&
           pthread_create(&members[made->started], NULL, member_main, made) == 0) {
        made->started++;
    }
    *pool = made;
    return KAURI_OK;
}

void kauri_pool_free(struct kauri_pool *pool)
{
    if (pool == NULL) {
        return;
    }
    (void)pthread_mutex_lock(&pool->mutex);
    pool->ending = true;
    (void)pthread_cond_broadcast(&pool->begin);
    (void)pthread_mutex_unlock(&pool->mutex);
    for (unsigned i = 0; i < pool->started; i++) {
        (void)pthread_join(pool->members[i], NULL);
    }
    (void)pthread_cond_destroy(&pool->begin);
    (void)pthread_cond_destroy(&pool->end);
    (void)pthread_mutex_destroy(&pool->mutex);
    free(pool->members);
    free(pool);
}

enum kauri_status kauri_parallel_try(unsigned threads, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_pool *pool = NULL;
    KAURI_TRY(kauri_pool_new(threads, &pool, error));
    if (pool->started + 1 < threads) {
        status = kauri_fail(error, KAURI_RESOURCE, "the system does not give %u threads", threads);
    }
cleanup:
    kauri_pool_free(pool);
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

void kauri_pool_for(struct kauri_pool *pool, uint64_t count, uint64_t grain,
                    kauri_parallel_body *body, void *context)
{
    const unsigned helpers = helpers_of(pool->started, count, grain);
    if (helpers == 0) {
        run_alone(count, body, context);
        return;
    }
    (void)pthread_mutex_lock(&pool->mutex);
    pool->loop.body = body;
    pool->loop.context = context;
    pool->loop.count = count;
    pool->loop.grain = grain;
    atomic_store(&pool->loop.next, 0);
    pool->joined = 0;
    pool->places = helpers;
    for (unsigned i = 0; i < helpers; i++) {
        (void)pthread_cond_signal(&pool->begin);
    }
    (void)pthread_mutex_unlock(&pool->mutex);
    work(&pool->loop, 0);
    // Members that have not woken up by now are not waited for.
    (void)pthread_mutex_lock(&pool->mutex);
    pool->places = 0;
    (void)pthread_mutex_unlock(&pool->mutex);
    await_members(pool);
    (void)pthread_mutex_lock(&pool->mutex);
    while (pool->working > 0) {
        (void)pthread_cond_wait(&pool->end, &pool->mutex);
    }
    (void)pthread_mutex_unlock(&pool->mutex);
}

void kauri_parallel_for(unsigned threads, uint64_t count, uint64_t grain, kauri_parallel_body *body,
                        void *context)
{
    struct kauri_pool *pool = NULL;
    const unsigned helpers = helpers_of(threads - 1, count, grain);
    if (helpers == 0 || kauri_pool_new(helpers + 1, &pool, NULL) != KAURI_OK) {
        run_alone(count, body, context);
        return;
    }
    kauri_pool_for(pool, count, grain, body, context);
    kauri_pool_free(pool);
}
