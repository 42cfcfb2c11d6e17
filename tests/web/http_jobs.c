#include "tests/web/http_jobs.h"

#include "tests/cmocka_all.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static char long_text[LONG_BYTES];

static void answer(void *context, const struct kauri_http_request *request,
                   struct kauri_http_answer *answer)
{
    struct jobs *jobs = context;
    const char *path = request->target->path;
    answer->status = 200;
    kauri_http_answer_header(answer, "Content-Type", "text/plain");
    if (strcmp(path, "/echo") == 0) {
        kauri_string_add(&answer->body, "[%s %s", request->method, path);
        for (size_t i = 0; i < request->target->parameter_count; i++) {
            kauri_string_add(&answer->body, " %s=%s", request->target->parameters[i].name,
                             request->target->parameters[i].value);
        }
        kauri_string_add(&answer->body, "](%zu:", request->body_size);
        if (request->body_size > 0) {
            kauri_string_add_bytes(&answer->body, request->body,
                                   request->body_size < 100 ? request->body_size : 100);
        }
        kauri_string_add(&answer->body, ")%s", request->client);
    } else if (strcmp(path, "/long") == 0) {
        memset(long_text, 'x', sizeof long_text);
        answer->fixed = long_text;
        answer->fixed_size = sizeof long_text;
    } else if (strcmp(path, "/later") == 0 || strcmp(path, "/stream") == 0) {
        (void)pthread_mutex_lock(&jobs->mutex);
        jobs->begun++;
        jobs->reads = 0;
        jobs->there = true;
        jobs->ended = false;
        kauri_string_clear(&jobs->text);
        (void)pthread_cond_broadcast(&jobs->change);
        (void)pthread_mutex_unlock(&jobs->mutex);
        answer->job = jobs;
        answer->stream = strcmp(path, "/stream") == 0;
        answer->heartbeat = "<beat>";
    } else {
        answer->status = 404;
    }
}

static void refuse(void *context, unsigned status, const char *message,
                   struct kauri_http_answer *answer)
{
    (void)context;
    answer->status = status;
    kauri_string_add_text(&answer->body, message);
}

static void watch(void *context, void *job, void (*wake)(void *waker), void *waker)
{
    struct jobs *jobs = context;
    assert_ptr_equal(job, jobs);
    (void)pthread_mutex_lock(&jobs->mutex);
    jobs->wake = wake;
    jobs->waker = waker;
    if (jobs->ended || jobs->text.length > 0) {
        jobs->wake = NULL;
        wake(waker);
    }
    (void)pthread_mutex_unlock(&jobs->mutex);
}

static bool finish(void *context, void *job, struct kauri_http_answer *answer)
{
    struct jobs *jobs = context;
    assert_ptr_equal(job, jobs);
    (void)pthread_mutex_lock(&jobs->mutex);
    jobs->reads++;
    const bool ended = jobs->ended;
    if (ended) {
        answer->status = 200;
        kauri_string_add_text(&answer->body, kauri_string_text(&jobs->text));
    }
    (void)pthread_cond_broadcast(&jobs->change);
    (void)pthread_mutex_unlock(&jobs->mutex);
    return ended;
}

static bool read_text(void *context, void *job, struct kauri_string *text)
{
    struct jobs *jobs = context;
    assert_ptr_equal(job, jobs);
    (void)pthread_mutex_lock(&jobs->mutex);
    jobs->reads++;
    const bool more = !jobs->ended;
    kauri_string_add_text(text, kauri_string_text(&jobs->text));
    kauri_string_clear(&jobs->text);
    (void)pthread_cond_broadcast(&jobs->change);
    (void)pthread_mutex_unlock(&jobs->mutex);
    return more;
}

static void drop(void *context, void *job)
{
    struct jobs *jobs = context;
    assert_ptr_equal(job, jobs);
    (void)pthread_mutex_lock(&jobs->mutex);
    jobs->there = false;
    jobs->wake = NULL;
    jobs->dropped++;
    (void)pthread_cond_broadcast(&jobs->change);
    (void)pthread_mutex_unlock(&jobs->mutex);
}

void jobs_begin(struct jobs *jobs, const struct kauri_http_limits *limits)
{
    const struct kauri_http_handler handler = {
        .context = jobs,
        .answer = answer,
        .refuse = refuse,
        .watch = watch,
        .finish = finish,
        .read = read_text,
        .drop = drop,
    };
    memset(jobs, 0, sizeof *jobs);
    assert_int_equal(pthread_mutex_init(&jobs->mutex, NULL), 0);
    assert_int_equal(pthread_cond_init(&jobs->change, NULL), 0);
    assert_int_equal(kauri_http_listen("127.0.0.1:0", &jobs->listener, jobs->url, NULL), KAURI_OK);
    assert_int_equal(kauri_http_start(jobs->listener, 2, limits, &handler, &jobs->server, NULL),
                     KAURI_OK);
}

void jobs_end(struct jobs *jobs)
{
    kauri_http_stop(jobs->server, 0);
    assert_int_equal(close(jobs->listener), 0);
    assert_int_equal(jobs->begun, jobs->dropped);
    kauri_string_clear(&jobs->text);
    (void)pthread_cond_destroy(&jobs->change);
    (void)pthread_mutex_destroy(&jobs->mutex);
}

void jobs_say(struct jobs *jobs, const char *text, bool end)
{
    (void)pthread_mutex_lock(&jobs->mutex);
    kauri_string_add_text(&jobs->text, text);
    jobs->ended = end;
    if (jobs->there && jobs->wake != NULL) {
        void (*wake)(void *) = jobs->wake;
        jobs->wake = NULL;
        wake(jobs->waker);
    }
    (void)pthread_mutex_unlock(&jobs->mutex);
}

static void wait_for(struct jobs *jobs, const unsigned *counter, unsigned count)
{
    struct timespec end;
    (void)clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += 60;
    (void)pthread_mutex_lock(&jobs->mutex);
    while (*counter < count) {
        assert_int_equal(pthread_cond_timedwait(&jobs->change, &jobs->mutex, &end), 0);
    }
    (void)pthread_mutex_unlock(&jobs->mutex);
}

void jobs_wait_begun(struct jobs *jobs, unsigned count)
{
    wait_for(jobs, &jobs->begun, count);
}

void jobs_wait_dropped(struct jobs *jobs, unsigned count)
{
    wait_for(jobs, &jobs->dropped, count);
}

void jobs_wait_reads(struct jobs *jobs, unsigned count)
{
    wait_for(jobs, &jobs->reads, count);
}
