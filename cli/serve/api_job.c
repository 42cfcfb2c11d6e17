#include "cli/serve/api_job.h"

#include "cli/serve/api_json.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum {
    CLIENT_BYTES = 64,
    PENDING_MOST = 1 << 16, // bytes of events that wait for a slow client
    RETRY_SECONDS = 5,
    NICENESS = 10, // of the threads of jobs
};

#define SECONDS_BETWEEN 0.25 // events of progress

enum state { WAITING, RUNNING, DONE };

struct kauri_api_job {
    struct kauri_api_queue *queue;
    const struct kauri_api_work *work;
    void *question;
    struct kauri_progress progress;
    char client[CLIENT_BYTES];
    double seconds; // that it may run
    bool stream;
    atomic_bool cancelled;
    double deadline; // set before it runs, and read by its own thread
    double told;     // when the last event was due; of its own thread
    // Of the caller's thread.
    bool taken;
    unsigned cache_seconds;
    char etag[KAURI_API_ETAG_BYTES];
    // The rest is guarded by the mutex of the queue.
    enum state state;
    bool orphan; // its client has left while it was running
    bool news;
    void (*wake)(void *context); // NULL: nobody waits
    void *wake_context;
    struct kauri_string pending; // events
    struct kauri_string out;     // the answer
    enum kauri_status status;
    struct kauri_error error;
    struct kauri_api_job *next; // of those that wait or run, by their time
    uint64_t turn;              // jobs of one client have different ones
};

struct lane {
    struct kauri_api_queue *queue;
    enum kauri_api_lane lane;
};

struct kauri_api_queue {
    struct kauri_api *api;
    const struct kauri_tablebase *tables; // NULL: none
    unsigned places;
    unsigned client_places;
    pthread_mutex_t mutex;
    pthread_cond_t work; // a job has come, or the queue stops
    atomic_bool stopping;
    struct kauri_api_job *first;     // that waits or runs
    uint64_t turns[KAURI_API_LANES]; // of the jobs that have begun, the greatest
    struct lane lanes[KAURI_API_LANES];
    unsigned thread_count;
    pthread_t *threads;
};

// ----------------------------------------------------------------------------------------- a job

static void release(const struct kauri_api_work *work, void *question)
{
    if (work->release != NULL) {
        work->release(question);
    } else {
        free(question);
    }
}

static void destroy(struct kauri_api_job *job)
{
    release(job->work, job->question);
    kauri_string_clear(&job->pending);
    kauri_string_clear(&job->out);
    free(job);
}

static bool is_cancelled(void *context)
{
    const struct kauri_api_job *job = context;
    return atomic_load(&job->cancelled) || atomic_load(&job->queue->stopping) ||
           kauri_clock_seconds() > job->deadline;
}

// Guarded by the mutex.
static void add_news(struct kauri_api_job *job)
{
    void (*const wake)(void *context) = job->wake;
    job->news = wake == NULL;
    job->wake = NULL;
    if (wake != NULL) {
        wake(job->wake_context);
    }
}

// Guarded by the mutex.
static void add_event(struct kauri_api_job *job, const char *event,
                      const struct kauri_string *object)
{
    kauri_string_add_text(&job->pending, "event: ");
    kauri_string_add_text(&job->pending, event);
    kauri_string_add_text(&job->pending, "\ndata: ");
    kauri_string_add_bytes(&job->pending, kauri_string_text(object), object->length);
    kauri_string_add_text(&job->pending, "\n"); // after that of the object
}

const struct kauri_progress *kauri_api_job_progress(const struct kauri_api_job *job)
{
    return &job->progress;
}

bool kauri_api_job_is_stream(const struct kauri_api_job *job)
{
    return job->stream;
}

bool kauri_api_job_due(struct kauri_api_job *job)
{
    const double now = kauri_clock_seconds();
    const bool due = now - job->told >= SECONDS_BETWEEN;
    job->told = due ? now : job->told;
    return due;
}

void kauri_api_job_tell(struct kauri_api_job *job, const char *event,
                        const struct kauri_string *object)
{
    (void)pthread_mutex_lock(&job->queue->mutex);
    if (job->stream && !job->orphan && !object->failed && job->pending.length < PENDING_MOST) {
        add_event(job, event, object);
        add_news(job);
    }
    (void)pthread_mutex_unlock(&job->queue->mutex);
}

void kauri_api_job_stamp(struct kauri_api_job *job, unsigned cache_seconds, const char *etag)
{
    job->cache_seconds = cache_seconds;
    (void)snprintf(job->etag, sizeof job->etag, "%s", etag);
}

// Says why a job that was asked to stop has no answer.
static void explain(const struct kauri_api_job *job, struct kauri_error *error)
{
    if (error->status != KAURI_INTERRUPTED) {
        return;
    }
    if (atomic_load(&job->queue->stopping)) {
        (void)kauri_fail(error, KAURI_INTERRUPTED, "the server is stopping");
    } else if (!atomic_load(&job->cancelled)) {
        (void)kauri_fail(error, KAURI_INTERRUPTED, "the answer would take more than %.0f seconds",
                         job->seconds);
    }
}

// Guarded by the mutex. Ends a job, which is no longer in the list.
static void finish(struct kauri_api_job *job, enum kauri_status status,
                   const struct kauri_error *error)
{
    struct kauri_api_answer fault = {.job = NULL};
    job->state = DONE;
    job->status = status;
    if (status != KAURI_OK) {
        job->error = *error;
        explain(job, &job->error);
    }
    if (job->stream && status == KAURI_OK) {
        add_event(job, "result", &job->out);
    } else if (job->stream) {
        kauri_api_answer_error(job->queue->tables, &fault, &job->error);
        add_event(job, "error", &fault.body);
    }
    kauri_api_answer_clear(&fault);
    add_news(job);
}

// --------------------------------------------------------------------------------------- threads

// Guarded by the mutex.
static void unlink_job(struct kauri_api_queue *queue, const struct kauri_api_job *job)
{
    struct kauri_api_job **at = &queue->first;
    while (*at != NULL && *at != job) {
        at = &(*at)->next;
    }
    if (*at != NULL) {
        *at = job->next;
    }
}

// Guarded by the mutex. The turn of a new job: that of its lane, but after its client's other jobs.
static uint64_t turn_of(const struct kauri_api_queue *queue, const struct kauri_api_job *job)
{
    uint64_t turn = queue->turns[job->work->lane];
    for (const struct kauri_api_job *other = queue->first; other != NULL; other = other->next) {
        if (other->work->lane == job->work->lane && other->turn >= turn &&
            strcmp(other->client, job->client) == 0) {
            turn = other->turn + 1;
        }
    }
    return turn;
}

// Guarded by the mutex. The first one of those whose turn is next.
static struct kauri_api_job *next_job(const struct kauri_api_queue *queue, enum kauri_api_lane lane)
{
    struct kauri_api_job *next = NULL;
    for (struct kauri_api_job *job = queue->first; job != NULL; job = job->next) {
        if (job->state == WAITING && job->work->lane == lane &&
            (next == NULL || job->turn < next->turn)) {
            next = job;
        }
    }
    return next;
}

// Called with the mutex locked, which is unlocked meanwhile.
static void run_job(struct kauri_api_queue *queue, struct kauri_api_job *job)
{
    struct kauri_error error = {.status = KAURI_OK};
    uint64_t *turn = &queue->turns[job->work->lane];
    *turn = job->turn > *turn ? job->turn : *turn;
    job->state = RUNNING;
    job->deadline = kauri_clock_seconds() + job->seconds;
    (void)pthread_mutex_unlock(&queue->mutex);
    enum kauri_status status = job->work->run(queue->api, job, job->question, &job->out, &error);
    if (status == KAURI_OK) {
        status = kauri_string_check(&job->out, &error);
    }
    (void)pthread_mutex_lock(&queue->mutex);
    unlink_job(queue, job);
    if (job->orphan) {
        destroy(job);
    } else {
        finish(job, status, &error);
    }
}

static void *serve(void *context)
{
    const struct lane *lane = context;
    struct kauri_api_queue *queue = lane->queue;
    // Quick answers come first. On Linux this is the priority of the calling thread, and threads
    // that a job starts inherit it; elsewhere it would be that of the process.
#ifdef __linux__
    (void)setpriority(PRIO_PROCESS, 0, NICENESS);
#endif
    (void)pthread_mutex_lock(&queue->mutex);
    while (!atomic_load(&queue->stopping)) {
        struct kauri_api_job *job = next_job(queue, lane->lane);
        if (job != NULL) {
            run_job(queue, job);
        } else {
            (void)pthread_cond_wait(&queue->work, &queue->mutex);
        }
    }
    (void)pthread_mutex_unlock(&queue->mutex);
    return NULL;
}

enum kauri_status kauri_api_queue_new(struct kauri_api *api,
                                      const struct kauri_api_options *options,
                                      struct kauri_api_queue **queue, struct kauri_error *error)
{
    const unsigned threads = options->job_threads + 1; // one for scans
    struct kauri_api_queue *made = calloc(1, sizeof *made);
    *queue = NULL;
    if (made == NULL || (made->threads = calloc(threads, sizeof *made->threads)) == NULL) {
        free(made);
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for the queue of jobs");
    }
    made->api = api;
    made->tables = options->tables;
    made->places = options->queue_places;
    made->client_places = options->client_places;
    (void)pthread_mutex_init(&made->mutex, NULL);
    (void)pthread_cond_init(&made->work, NULL);
    atomic_init(&made->stopping, false);
    for (unsigned i = 0; i < KAURI_API_LANES; i++) {
        made->lanes[i] = (struct lane){.queue = made, .lane = (enum kauri_api_lane)i};
    }
    for (unsigned i = 0; i < threads; i++) {
        struct lane *lane =
            &made->lanes[i < options->job_threads ? KAURI_API_LANE_SEARCH : KAURI_API_LANE_SCAN];
        if (pthread_create(&made->threads[i], NULL, serve, lane) != 0) {
            kauri_api_queue_free(made);
            return kauri_fail(error, KAURI_RESOURCE, "cannot start %u threads for jobs", threads);
        }
        made->thread_count++;
    }
    *queue = made;
    return KAURI_OK;
}

void kauri_api_queue_stop(struct kauri_api_queue *queue)
{
    const struct kauri_error error = {.status = KAURI_INTERRUPTED};
    (void)pthread_mutex_lock(&queue->mutex);
    atomic_store(&queue->stopping, true);
    (void)pthread_cond_broadcast(&queue->work);
    for (struct kauri_api_job *job = queue->first; job != NULL;) {
        struct kauri_api_job *next = job->next;
        if (job->state == WAITING) {
            unlink_job(queue, job);
            finish(job, KAURI_INTERRUPTED, &error);
        }
        job = next;
    }
    (void)pthread_mutex_unlock(&queue->mutex);
}

void kauri_api_queue_free(struct kauri_api_queue *queue)
{
    if (queue == NULL) {
        return;
    }
    kauri_api_queue_stop(queue);
    for (unsigned i = 0; i < queue->thread_count; i++) {
        (void)pthread_join(queue->threads[i], NULL);
    }
    (void)pthread_cond_destroy(&queue->work);
    (void)pthread_mutex_destroy(&queue->mutex);
    free(queue->threads);
    free(queue);
}

// ------------------------------------------------------------------------------------ new jobs

// Guarded by the mutex. A message that refuses the job, or NULL; *place receives how many wait
// before it.
static const char *refusal(const struct kauri_api_queue *queue, const struct kauri_api_job *job,
                           unsigned *place)
{
    unsigned waiting = 0;
    unsigned own = 0;
    *place = 0;
    for (const struct kauri_api_job *other = queue->first; other != NULL; other = other->next) {
        waiting += other->state == WAITING ? 1 : 0;
        *place += other->state == WAITING && other->work->lane == job->work->lane ? 1 : 0;
        own += strcmp(other->client, job->client) == 0 ? 1 : 0;
    }
    if (own >= queue->client_places) {
        return "too many answers for this client are under way; wait for one of them";
    }
    return waiting >= queue->places ? "too many answers are under way; try again later" : NULL;
}

// Guarded by the mutex.
static void append(struct kauri_api_queue *queue, struct kauri_api_job *job, unsigned place)
{
    struct kauri_api_job **end = &queue->first;
    job->turn = turn_of(queue, job);
    while (*end != NULL) {
        end = &(*end)->next;
    }
    *end = job;
    if (job->stream) {
        struct kauri_string object = {.bytes = NULL};
        kauri_json_api_queued(&object, place);
        add_event(job, "queued", &object);
        kauri_string_clear(&object);
    }
    (void)pthread_cond_broadcast(&queue->work);
}

enum kauri_status kauri_api_queue_add(struct kauri_api_queue *queue,
                                      const struct kauri_api_query *query,
                                      const struct kauri_api_work *work, void *question,
                                      double seconds, struct kauri_api_answer *answer,
                                      struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    unsigned place = 0;
    const char *refused = NULL;
    const char *client = query->request->client;
    struct kauri_api_job *job = calloc(1, sizeof *job);
    if (job == NULL) {
        release(work, question);
        return kauri_fail(error, KAURI_RESOURCE, "out of memory for a job");
    }
    job->queue = queue;
    job->work = work;
    job->question = question;
    job->progress = (struct kauri_progress){.cancelled = is_cancelled, .context = job};
    job->seconds = seconds;
    job->stream = query->events;
    atomic_init(&job->cancelled, false);
    (void)snprintf(job->client, sizeof job->client, "%s", client != NULL ? client : "");
    (void)pthread_mutex_lock(&queue->mutex);
    if (atomic_load(&queue->stopping)) {
        status = kauri_fail(error, KAURI_INTERRUPTED, "the server is stopping");
    } else if ((refused = refusal(queue, job, &place)) == NULL) {
        append(queue, job, place);
    }
    (void)pthread_mutex_unlock(&queue->mutex);
    if (status == KAURI_OK && refused == NULL) {
        answer->job = job;
        return KAURI_OK;
    }
    if (refused != NULL) {
        kauri_api_answer_fault(answer, 429, KAURI_RESOURCE, refused);
        answer->retry_seconds = RETRY_SECONDS;
    }
    destroy(job);
    return status;
}

// ------------------------------------------------------------------------------- for the caller

void kauri_api_job_watch(struct kauri_api_job *job, void (*wake)(void *context), void *context)
{
    (void)pthread_mutex_lock(&job->queue->mutex);
    const bool first = job->stream && !job->taken; // its answer is there already
    job->wake = wake;
    job->wake_context = context;
    if (job->news || first || job->state == DONE || job->pending.length > 0) {
        add_news(job);
    }
    (void)pthread_mutex_unlock(&job->queue->mutex);
}

bool kauri_api_job_take(struct kauri_api_job *job, struct kauri_api_answer *answer)
{
    if (job->stream) {
        answer->http_status = 200;
        answer->type = "text/event-stream";
        answer->stream = true;
        job->taken = true;
        (void)kauri_api_job_read(job, &answer->body);
        return true;
    }
    (void)pthread_mutex_lock(&job->queue->mutex);
    const bool done = job->state == DONE;
    job->news = false;
    (void)pthread_mutex_unlock(&job->queue->mutex);
    if (done && job->status == KAURI_OK) {
        answer->body = job->out;
        job->out = (struct kauri_string){.bytes = NULL};
        kauri_api_answer_object(answer, job->cache_seconds);
        memcpy(answer->etag, job->etag, sizeof answer->etag);
        answer->by_accept = true; // whatever has a job may be a stream
    } else if (done) {
        kauri_api_answer_error(job->queue->tables, answer, &job->error);
    }
    return done;
}

bool kauri_api_job_read(struct kauri_api_job *job, struct kauri_string *text)
{
    (void)pthread_mutex_lock(&job->queue->mutex);
    if (text->bytes == NULL) { // the usual case needs no copy
        *text = job->pending;
        job->pending = (struct kauri_string){.bytes = NULL};
    } else {
        kauri_string_add_bytes(text, kauri_string_text(&job->pending), job->pending.length);
        kauri_string_cut(&job->pending, 0);
    }
    job->news = false;
    const bool more = job->state != DONE;
    (void)pthread_mutex_unlock(&job->queue->mutex);
    return more;
}

void kauri_api_job_free(struct kauri_api_job *job)
{
    if (job == NULL) {
        return;
    }
    struct kauri_api_queue *queue = job->queue;
    (void)pthread_mutex_lock(&queue->mutex);
    job->wake = NULL;
    const bool running = job->state == RUNNING;
    if (running) {
        job->orphan = true;
        atomic_store(&job->cancelled, true);
    } else {
        unlink_job(queue, job);
    }
    (void)pthread_mutex_unlock(&queue->mutex);
    if (!running) {
        destroy(job);
    }
}
