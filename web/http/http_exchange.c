#include "web/http/http_exchange.h"

#include "common/size.h"
#include "web/http/http_connection.h"
#include "web/http/http_framing.h"
#include "web/http/http_refuse.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

enum {
    STREAM_BYTES = 4096, // sent at a time
    BODY_BYTES = 4096,   // the first room for a body
};

enum MHD_Result kauri_http_on_accept(void *server, const struct sockaddr *address,
                                     socklen_t address_bytes)
{
    (void)address_bytes;
    return kauri_http_may_connect(server, address) ? MHD_YES : MHD_NO;
}

void kauri_http_on_connection(void *server, struct MHD_Connection *handle, void **connection,
                              enum MHD_ConnectionNotificationCode code)
{
    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
        kauri_http_connection_close(*connection);
        *connection = NULL;
        return;
    }
    *connection = NULL;
    // From libmicrohttpd 1.0 on, the next call may overwrite what this one returned.
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(handle, MHD_CONNECTION_INFO_CONNECTION_FD);
    if (info == NULL) {
        return;
    }
    const int socket = info->connect_fd;
    info = MHD_get_connection_info(handle, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    if (info != NULL) {
        *connection = kauri_http_connection_open(server, handle, socket, info->client_addr);
    }
}

// Called when the request line is complete. Faults are reported at once, because libmicrohttpd may
// have no memory left for an answer after storing the parameters. The method is not known yet, so
// HEAD gets a body too; the connection is closed anyway.
void *kauri_http_on_target(void *server, const char *target, struct MHD_Connection *handle)
{
    (void)server;
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(handle, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    struct kauri_http_connection *connection = info == NULL ? NULL : info->socket_context;
    if (connection == NULL) {
        return NULL;
    }
    kauri_http_connection_reset(connection);
    kauri_http_set_phase(connection, KAURI_HTTP_HEADERS);
    connection->sent_target = target;
    connection->sent_target_bytes = strlen(target);
    struct kauri_error error;
    if (kauri_http_target_parse(target, &connection->target, &error) != KAURI_OK) {
        (void)kauri_http_refuse(connection,
                                connection->sent_target_bytes > KAURI_HTTP_TARGET_MAX
                                    ? MHD_HTTP_URI_TOO_LONG
                                    : MHD_HTTP_BAD_REQUEST,
                                error.message);
    }
    return connection;
}

// ------------------------------------------------------------------------------------- answers

// Sends what the job has to say; waits where that is nothing.
static ssize_t read_stream(void *context, uint64_t at, char *bytes, size_t room)
{
    struct kauri_http_connection *connection = context;
    const struct kauri_http_handler *handler = &connection->server->handler;
    struct kauri_string *text = &connection->text;
    (void)at;
    while (connection->text_sent == text->length) {
        if (kauri_http_connection_over(connection) || text->failed) {
            return MHD_CONTENT_READER_END_WITH_ERROR;
        }
        if (connection->text_ended) {
            return MHD_CONTENT_READER_END_OF_STREAM;
        }
        kauri_string_cut(text, 0);
        connection->text_sent = 0;
        connection->text_ended = !handler->read(handler->context, connection->job, text);
        (void)pthread_mutex_lock(&connection->mutex);
        const bool heartbeat = connection->heartbeat;
        connection->heartbeat = false;
        if (heartbeat || text->length > 0) {
            connection->spoke = kauri_http_now();
        }
        (void)pthread_mutex_unlock(&connection->mutex);
        if (text->length == 0 && heartbeat && connection->answer.heartbeat != NULL) {
            kauri_string_add_text(text, connection->answer.heartbeat);
        }
        if (text->length == 0 && !connection->text_ended) {
            handler->watch(handler->context, connection->job, kauri_http_connection_wake,
                           connection);
            if (kauri_http_connection_wait(connection)) {
                return 0;
            }
        }
    }
    const size_t left = text->length - connection->text_sent;
    const size_t size = left < room ? left : room;
    memcpy(bytes, text->bytes + connection->text_sent, size);
    connection->text_sent += size;
    return (ssize_t)size;
}

static struct MHD_Response *make_response(struct kauri_http_connection *connection)
{
    struct kauri_http_answer *answer = &connection->answer;
    if (answer->stream) {
        connection->text = answer->body;
        memset(&answer->body, 0, sizeof answer->body);
        connection->spoke = kauri_http_now();
        return MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, STREAM_BYTES, read_stream,
                                                 connection, NULL);
    }
    if (answer->fixed != NULL) {
        // The library does not write into memory that it neither copies nor frees.
        union {
            const void *fixed;
            void *bytes;
        } memory = {.fixed = answer->fixed};
        return MHD_create_response_from_buffer(answer->fixed_size, memory.bytes,
                                               MHD_RESPMEM_PERSISTENT);
    }
    struct MHD_Response *response = MHD_create_response_from_buffer(
        answer->body.length, answer->body.bytes, MHD_RESPMEM_MUST_FREE);
    if (response != NULL) {
        memset(&answer->body, 0, sizeof answer->body);
    }
    return response;
}

static enum MHD_Result send_answer(struct kauri_http_connection *connection)
{
    struct kauri_http_answer *answer = &connection->answer;
    if (answer->failed || answer->body.failed) {
        kauri_string_clear(&answer->body);
        return kauri_http_refuse(connection, MHD_HTTP_INTERNAL_SERVER_ERROR,
                                 "out of memory for the answer");
    }
    struct MHD_Response *response = make_response(connection);
    if (response == NULL) {
        return MHD_NO;
    }
    enum MHD_Result done = MHD_YES;
    for (size_t i = 0; i < answer->header_count && done == MHD_YES; i++) {
        done = MHD_add_response_header(response, answer->headers[i].name, answer->headers[i].value);
    }
    // What follows a body in chunks is not taken for a request: chunks can be written in ways that
    // another server may read differently.
    const bool last = connection->chunked || atomic_load(&connection->server->leaving);
    if (last && done == MHD_YES) {
        done = MHD_add_response_header(response, MHD_HTTP_HEADER_CONNECTION, "close");
    }
    if (done == MHD_YES) {
        kauri_http_set_phase(connection, answer->stream ? KAURI_HTTP_STREAM : KAURI_HTTP_ANSWER);
        done = MHD_queue_response(connection->handle, answer->status, response);
    }
    MHD_destroy_response(response);
    return done;
}

// Sends the answer of the job, or waits for it.
static enum MHD_Result wait_for_job(struct kauri_http_connection *connection)
{
    const struct kauri_http_handler *handler = &connection->server->handler;
    for (;;) {
        if (kauri_http_connection_over(connection)) {
            return MHD_NO;
        }
        kauri_http_answer_begin(&connection->answer);
        if (handler->finish(handler->context, connection->job, &connection->answer)) {
            break;
        }
        handler->watch(handler->context, connection->job, kauri_http_connection_wake, connection);
        if (kauri_http_connection_wait(connection)) {
            return MHD_YES;
        }
    }
    if (!connection->answer.stream) {
        handler->drop(handler->context, connection->job);
        connection->job = NULL;
    }
    return send_answer(connection);
}

// ------------------------------------------------------------------------------------ requests

static const char *header(struct kauri_http_connection *connection, const char *name)
{
    return MHD_lookup_connection_value(connection->handle, MHD_HEADER_KIND, name);
}

static enum MHD_Result refuse_body(struct kauri_http_connection *connection)
{
    return kauri_http_refuse_body(connection, MHD_HTTP_CONTENT_TOO_LARGE,
                                  "the body of the request is too long");
}

// Refuses what can be refused before the body is read; MHD_YES without an answer otherwise.
static enum MHD_Result begin(struct kauri_http_connection *connection, const char *method,
                             const char *version)
{
    uint64_t length;
    const struct kauri_http_limits *limits = &connection->server->limits;
    const char *message = NULL;
    const char *text = header(connection, MHD_HTTP_HEADER_CONTENT_LENGTH);
    const struct kauri_http_request_line line = {
        .method = method,
        .target = connection->sent_target,
        .target_bytes = connection->sent_target_bytes,
        .version = version,
    };
    const unsigned unclear =
        kauri_http_check_framing(connection->handle, &line, limits->header_bytes, &message);
    connection->stage = KAURI_HTTP_STAGE_READ;
    connection->chunked = header(connection, MHD_HTTP_HEADER_TRANSFER_ENCODING) != NULL;
    kauri_http_set_phase(connection, KAURI_HTTP_BODY);
    if (unclear != 0) {
        return kauri_http_refuse(connection, unclear, message);
    }
    if (text != NULL && !kauri_parse_number(text, 0, limits->body_bytes, &length)) {
        return refuse_body(connection);
    }
    return MHD_YES;
}

// Makes room for a body of so many bytes, if all bodies together leave it.
static bool grow_body(struct kauri_http_connection *connection, size_t needed)
{
    struct kauri_http_server *server = connection->server;
    size_t room = connection->body_room == 0 ? BODY_BYTES : connection->body_room;
    while (room < needed) {
        room *= 2;
    }
    const size_t more = room - connection->body_room;
    if (atomic_fetch_add(&server->bodies, more) + more <= server->limits.all_bodies_bytes) {
        char *body = realloc(connection->body, room);
        if (body != NULL) {
            connection->body = body;
            connection->body_room = room;
            return true;
        }
    }
    (void)atomic_fetch_sub(&server->bodies, more);
    return false;
}

static enum MHD_Result take_body(struct kauri_http_connection *connection, const char *bytes,
                                 size_t size)
{
    if (size > connection->server->limits.body_bytes - connection->body_size) {
        return refuse_body(connection);
    }
    const size_t needed = connection->body_size + size;
    if (needed > connection->body_room && !grow_body(connection, needed)) {
        return kauri_http_refuse_body(
            connection, MHD_HTTP_SERVICE_UNAVAILABLE,
            "too many bodies of requests are on their way; try again later");
    }
    memcpy(connection->body + connection->body_size, bytes, size);
    connection->body_size = needed;
    return MHD_YES;
}

// The address that asks. A proxy on this machine says for whom, at the end of its list.
static const char *client_of(struct kauri_http_connection *connection,
                             char forwarded[KAURI_HTTP_CLIENT_BYTES])
{
    const char *list = connection->local ? header(connection, "X-Forwarded-For") : NULL;
    if (list == NULL) {
        return connection->client;
    }
    const char *comma = strrchr(list, ',');
    const char *last = comma == NULL ? list : comma + 1;
    last += strspn(last, " \t");
    const size_t bytes = strcspn(last, " \t");
    struct in6_addr address;
    if (bytes == 0 || bytes >= KAURI_HTTP_CLIENT_BYTES) {
        return connection->client;
    }
    memcpy(forwarded, last, bytes);
    forwarded[bytes] = '\0';
    const bool is_address = inet_pton(AF_INET, forwarded, &address) == 1 ||
                            inet_pton(AF_INET6, forwarded, &address) == 1;
    return is_address ? forwarded : connection->client;
}

static enum MHD_Result answer(struct kauri_http_connection *connection, const char *method)
{
    const struct kauri_http_handler *handler = &connection->server->handler;
    char forwarded[KAURI_HTTP_CLIENT_BYTES];
    const struct kauri_http_request request = {
        .method = method,
        .target = &connection->target,
        .body = connection->body,
        .body_size = connection->body_size,
        .accept = header(connection, MHD_HTTP_HEADER_ACCEPT),
        .accept_encoding = header(connection, MHD_HTTP_HEADER_ACCEPT_ENCODING),
        .if_none_match = header(connection, MHD_HTTP_HEADER_IF_NONE_MATCH),
        .host = connection->target.host != NULL ? connection->target.host
                                                : header(connection, MHD_HTTP_HEADER_HOST),
        .origin = header(connection, MHD_HTTP_HEADER_ORIGIN),
        .fetch_site = header(connection, "Sec-Fetch-Site"),
        .fetch_mode = header(connection, "Sec-Fetch-Mode"),
        .fetch_dest = header(connection, "Sec-Fetch-Dest"),
        .client = client_of(connection, forwarded),
    };
    kauri_http_answer_begin(&connection->answer);
    kauri_http_set_phase(connection, KAURI_HTTP_JOB);
    handler->answer(handler->context, &request, &connection->answer);
    connection->job = connection->answer.job;
    if (connection->job == NULL || connection->answer.stream) {
        return send_answer(connection);
    }
    connection->stage = KAURI_HTTP_STAGE_WAIT;
    return wait_for_job(connection);
}

enum MHD_Result kauri_http_on_request(void *server, struct MHD_Connection *handle, const char *url,
                                      const char *method, const char *version, const char *upload,
                                      size_t *upload_size, void **request)
{
    struct kauri_http_connection *connection = *request;
    (void)server;
    (void)handle;
    (void)url;
    if (connection == NULL || (connection->refused && *upload_size == 0)) {
        return MHD_NO;
    }
    if (connection->refused) { // the rest of a body
        *upload_size = 0;
        return MHD_YES;
    }
    if (connection->stage == KAURI_HTTP_STAGE_BEGIN) {
        return begin(connection, method, version);
    }
    if (*upload_size > 0) {
        const size_t size = *upload_size;
        *upload_size = 0;
        return take_body(connection, upload, size);
    }
    if (connection->stage == KAURI_HTTP_STAGE_WAIT) {
        return wait_for_job(connection);
    }
    return answer(connection, method);
}

void kauri_http_on_completed(void *server, struct MHD_Connection *handle, void **request,
                             enum MHD_RequestTerminationCode code)
{
    struct kauri_http_connection *connection = *request;
    (void)server;
    (void)handle;
    (void)code;
    if (connection != NULL) {
        kauri_http_connection_reset(connection);
        kauri_http_set_phase(connection, KAURI_HTTP_IDLE);
    }
}
