#include "tests/web/http_errands.h"

#include "tests/test.h"
#include "web/http/http_connection.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

static char long_text[LONG_BYTES];

static struct timespec in_milliseconds(long milliseconds)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_REALTIME, &time);
    time.tv_sec += milliseconds / 1000;
    time.tv_nsec += milliseconds % 1000 * 1000000L;
    if (time.tv_nsec >= 1000000000L) {
        time.tv_nsec -= 1000000000L;
        time.tv_sec++;
    }
    return time;
}

// The caller holds the mutex.
static void send_text(struct errands *errands, struct kauri_http_connection *connection)
{
    struct kauri_string text = errands->text;
    errands->text = (struct kauri_string){.bytes = NULL};
    (void)pthread_mutex_unlock(&errands->mutex);
    kauri_http_stream_send(connection, kauri_string_text(&text), text.length);
    kauri_string_clear(&text);
    (void)pthread_mutex_lock(&errands->mutex);
}

static void run_errand(struct errands *errands, struct kauri_http_connection *connection,
                       bool stream, struct kauri_string *out)
{
    (void)pthread_mutex_lock(&errands->mutex);
    errands->begun++;
    errands->ends = false;
    kauri_string_clear(&errands->text);
    (void)pthread_cond_broadcast(&errands->change);
    while (!errands->ends) {
        const struct timespec soon = in_milliseconds(10);
        if (stream && errands->text.length > 0) {
            send_text(errands, connection);
        }
        (void)pthread_cond_timedwait(&errands->change, &errands->mutex, &soon);
        (void)pthread_mutex_unlock(&errands->mutex);
        const bool over = kauri_http_is_over(connection);
        (void)pthread_mutex_lock(&errands->mutex);
        errands->ends = errands->ends || over;
    }
    if (stream) {
        send_text(errands, connection);
    } else {
        kauri_string_add_text(out, kauri_string_text(&errands->text));
    }
    errands->ended++;
    (void)pthread_cond_broadcast(&errands->change);
    (void)pthread_mutex_unlock(&errands->mutex);
}

static void flood(struct errands *errands, struct kauri_http_connection *connection)
{
    (void)pthread_mutex_lock(&errands->mutex);
    errands->begun++;
    (void)pthread_cond_broadcast(&errands->change);
    (void)pthread_mutex_unlock(&errands->mutex);
    while (!kauri_http_is_over(connection)) {
        kauri_http_stream_send(connection, long_text, sizeof long_text);
    }
    (void)pthread_mutex_lock(&errands->mutex);
    errands->ended++;
    (void)pthread_cond_broadcast(&errands->change);
    (void)pthread_mutex_unlock(&errands->mutex);
}

static void echo(const struct kauri_http_request *request, struct kauri_string *body)
{
    kauri_string_add(body, "[%s %s", request->method, request->target->path);
    for (size_t i = 0; i < request->target->parameter_count; i++) {
        kauri_string_add(body, " %s=%s", request->target->parameters[i].name,
                         request->target->parameters[i].value);
    }
    kauri_string_add(body, "](%zu:", request->body_size);
    if (request->body_size > 0) {
        kauri_string_add_bytes(body, request->body,
                               request->body_size < 100 ? request->body_size : 100);
    }
    kauri_string_add(body, ")");
}

static void answer(void *context, const struct kauri_http_request *request,
                   struct kauri_http_answer *answer)
{
    struct errands *errands = context;
    const char *path = request->target->path;
    const bool floods = strcmp(path, "/flood") == 0;
    const bool streams = strcmp(path, "/stream") == 0;
    answer->status = 200;
    kauri_http_answer_header(answer, "Content-Type", "text/plain");
    if (floods || streams) {
        kauri_http_stream_begin(request->connection, answer, "<beat>");
    }
    if (floods) {
        flood(errands, request->connection);
    } else if (streams || strcmp(path, "/later") == 0) {
        run_errand(errands, request->connection, streams, &answer->body);
    } else if (strcmp(path, "/echo") == 0) {
        echo(request, &answer->body);
    } else if (strcmp(path, "/long") == 0) {
        answer->fixed = long_text;
        answer->fixed_size = sizeof long_text;
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

void errands_begin(struct errands *errands, const struct kauri_http_limits *limits)
{
    const struct kauri_http_handler handler = {
        .context = errands, .answer = answer, .refuse = refuse};
    memset(long_text, 'x', sizeof long_text);
    memset(errands, 0, sizeof *errands);
    assert_int_equal(pthread_mutex_init(&errands->mutex, NULL), 0);
    assert_int_equal(pthread_cond_init(&errands->change, NULL), 0);
    assert_int_equal(kauri_http_listen("127.0.0.1:0", &errands->listener, errands->url, NULL),
                     KAURI_OK);
    assert_int_equal(kauri_http_start(errands->listener, limits, &handler, &errands->server, NULL),
                     KAURI_OK);
}

void errands_end(struct errands *errands)
{
    kauri_http_stop(errands->server, 0);
    assert_int_equal(close(errands->listener), 0);
    assert_int_equal(errands->begun, errands->ended);
    kauri_string_clear(&errands->text);
    (void)pthread_cond_destroy(&errands->change);
    (void)pthread_mutex_destroy(&errands->mutex);
}

void errands_say(struct errands *errands, const char *text, bool end)
{
    (void)pthread_mutex_lock(&errands->mutex);
    kauri_string_add_text(&errands->text, text);
    errands->ends = end;
    (void)pthread_cond_broadcast(&errands->change);
    (void)pthread_mutex_unlock(&errands->mutex);
}

static void wait_for(struct errands *errands, const unsigned *counter, unsigned count)
{
    const struct timespec end = in_milliseconds(60000);
    int code = 0;
    (void)pthread_mutex_lock(&errands->mutex);
    while (*counter < count && code == 0) {
        code = pthread_cond_timedwait(&errands->change, &errands->mutex, &end);
    }
    (void)pthread_mutex_unlock(&errands->mutex);
    // Not with the mutex held: the threads of the server need it to end.
    assert_int_equal(code, 0);
}

void errands_wait_begun(struct errands *errands, unsigned count)
{
    wait_for(errands, &errands->begun, count);
}

void errands_wait_ended(struct errands *errands, unsigned count)
{
    wait_for(errands, &errands->ended, count);
}
