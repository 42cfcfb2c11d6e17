#include "web/http/http_server.h"

#include "common/memory.h"
#include "common/size.h"
#include "web/http/http_connection.h"
#include "web/http/http_target.h"
#include "web/http/microhttpd_loaded.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

// ---------------------------------------------------------------------------------- connections

static void close_connection(struct kauri_http_connection *connection)
{
    // If the system did not give a thread, libmicrohttpd closes the connection at once. If the
    // thread has ended, the socket is shut down, and the answer is not sent.
    if (!connection->served) {
        kauri_http_write_refusal(connection, MHD_HTTP_SERVICE_UNAVAILABLE,
                                 "the system has no thread for this request; try again later");
    }
    kauri_http_connection_close(connection);
}

static void on_connection(void *context, struct MHD_Connection *handle, void **connection,
                          enum MHD_ConnectionNotificationCode code)
{
    struct kauri_http_server *server = context;
    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
        if (*connection != NULL) {
            close_connection(*connection);
        }
        *connection = NULL;
        return;
    }
    const union MHD_ConnectionInfo *info =
        server->mhd->get_connection_info(handle, MHD_CONNECTION_INFO_CONNECTION_FD);
    *connection =
        info == NULL ? NULL : kauri_http_connection_open(server, handle, info->connect_fd);
}

// -------------------------------------------------------------------------------------- framing

enum { HEADERS_MAX = 128 }; // limit, cookies included

// The texts of the request line, in the memory of libmicrohttpd.
struct request_line {
    const char *method, *target, *version;
    size_t target_bytes; // length as sent: libmicrohttpd decodes the target in place
};

struct headers {
    const char *next; // where the next header begins if nothing has been left out
    bool in_place;    // nothing has been left out
    unsigned count;   // number of headers, cookies included
    unsigned hosts, lengths, codings;
    const char *coding;
    const char *fault; // what is wrong with a single header, or NULL
};

static bool is_token(const char *text)
{
    static const char signs[] = "!#$%&'*+-.^_`|~";
    static const char letters[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const char *at = text;
    while (*at != '\0' && (strchr(letters, *at) != NULL || strchr(signs, *at) != NULL)) {
        at++;
    }
    return at > text && *at == '\0';
}

static bool has_control_character(const char *text)
{
    for (const char *at = text; *at != '\0'; at++) {
        if (((unsigned char)*at < 0x20 && *at != '\t') || *at == 0x7f) {
            return true;
        }
    }
    return false;
}

static enum MHD_Result read_header(void *context, enum MHD_ValueKind kind, const char *name,
                                   const char *value)
{
    struct headers *headers = context;
    headers->count++;
    if (kind != MHD_HEADER_KIND) {
        return MHD_YES;
    }
    headers->in_place = headers->in_place && name == headers->next;
    headers->next = value + strlen(value) + strlen("\r\n");
    if (!is_token(name)) {
        headers->fault = "the name of a header has a character that may not be there";
    } else if (has_control_character(value)) {
        headers->fault = "a header has a control character";
    }
    if (strcasecmp(name, MHD_HTTP_HEADER_HOST) == 0) {
        char host[KAURI_HTTP_HOST_BYTES];
        headers->hosts++;
        if (value[0] != '\0' && !kauri_http_host_name(value, host)) {
            headers->fault = "the header Host is not a name or an address, with or without a port";
        }
    } else if (strcasecmp(name, MHD_HTTP_HEADER_CONTENT_LENGTH) == 0) {
        headers->lengths++;
    } else if (strcasecmp(name, MHD_HTTP_HEADER_TRANSFER_ENCODING) == 0) {
        headers->codings++;
        headers->coding = value;
    }
    return MHD_YES;
}

// Checks that the headers of a request are within bounds, and say clearly where it ends and whom it
// is for. Returns 0, or the status of the answer that refuses the request; *message then says why,
// in static storage. `maximum` is how many bytes request line and headers may have. Another server
// in front of this one could read an unclear request differently, and take its end for a request of
// somebody else (RFC 9112, sections 2.2, 3.2, 5.1, 5.2, 6.1 and 6.3).
static unsigned check_framing(struct kauri_http_connection *connection,
                              const struct request_line *line, size_t maximum, const char **message)
{
    const struct kauri_microhttpd *mhd = connection->server->mhd;
    const union MHD_ConnectionInfo *size =
        mhd->get_connection_info(connection->handle, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    struct headers headers = {
        .next = line->version + strlen(line->version) + strlen("\r\n"),
        .in_place = line->target == line->method + strlen(line->method) + 1 &&
                    line->version == line->target + line->target_bytes + 1,
    };
    (void)mhd->get_connection_values(connection->handle, MHD_HEADER_KIND | MHD_COOKIE_KIND,
                                     read_header, &headers);
    if (size == NULL || size->header_size > maximum) {
        *message = "request line and headers are too long";
        return MHD_HTTP_REQUEST_HEADER_FIELDS_TOO_LARGE;
    }
    if (headers.count > HEADERS_MAX) {
        *message = "the request has too many headers or cookies";
        return MHD_HTTP_REQUEST_HEADER_FIELDS_TOO_LARGE;
    }
    // libmicrohttpd before 1.0 ends a line at a NUL (and the headers, if a line begins with one),
    // joins folded lines, and accepts bare line feeds and any number of blanks, without telling us.
    // But it parses in place: if every text lies right after the one before, as in a plain request,
    // and the end of the headers follows the last, nothing was skipped.
    const bool plain =
        headers.in_place && headers.next + strlen("\r\n") == line->method + size->header_size;
    if (mhd->get_version()[0] == '0' && !plain) {
        headers.fault = "the request line or a header has a NUL, a folded line, a line feed "
                        "without a carriage return, or too many blanks";
    }
    if (headers.hosts > 1) {
        headers.fault = "the request has more than one header Host";
    }
    if (headers.lengths + headers.codings > 1) {
        headers.fault = "the request states the length of its body more than once";
    }
    if (headers.fault != NULL) {
        *message = headers.fault;
        return MHD_HTTP_BAD_REQUEST;
    }
    if (headers.codings > 0 && strcasecmp(headers.coding, "chunked") != 0) {
        *message = "the only transfer coding of a body is chunked";
        return MHD_HTTP_NOT_IMPLEMENTED;
    }
    return 0;
}

// ------------------------------------------------------------------------------------- requests

// Answers a request that is refused, and closes the connection. libmicrohttpd cannot answer before
// it has read headers and body, nor when its memory is full; it would close the connection without
// an answer. Only before any part of another answer has been sent. Returns MHD_NO, which makes
// libmicrohttpd close the connection.
static enum MHD_Result refuse(struct kauri_http_connection *connection, unsigned status,
                              const char *message)
{
    kauri_http_write_refusal(connection, status, message);
    (void)shutdown(connection->socket, SHUT_RDWR);
    return MHD_NO;
}

// As refuse(), for a request whose body is too long and may still be arriving: the body is read and
// dropped, because closing a connection with unread input resets it, and the client may lose the
// answer. Returns MHD_YES.
static enum MHD_Result refuse_body(struct kauri_http_connection *connection)
{
    char message[64];
    (void)snprintf(message, sizeof message, "the body has more than %zu bytes",
                   connection->server->limits.body_bytes);
    kauri_http_write_refusal(connection, MHD_HTTP_CONTENT_TOO_LARGE, message);
    (void)shutdown(connection->socket, SHUT_WR);
    return MHD_YES;
}

// Reads the request line when it is complete. Faults are reported at once, because libmicrohttpd
// may have no memory left for an answer after storing the parameters. The method is not known yet,
// so HEAD gets a body too; the connection is closed anyway.
static void *on_target(void *context, const char *target, struct MHD_Connection *handle)
{
    struct kauri_http_server *server = context;
    const union MHD_ConnectionInfo *info =
        server->mhd->get_connection_info(handle, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    struct kauri_http_connection *connection = info == NULL ? NULL : info->socket_context;
    if (connection == NULL) {
        return NULL;
    }
    kauri_http_connection_reset(connection);
    connection->served = true;
    kauri_http_set_phase(connection, KAURI_HTTP_READING);
    connection->sent_target = target;
    connection->sent_target_bytes = strlen(target);
    struct kauri_error error;
    if (kauri_http_target_parse(target, &connection->target, &error) != KAURI_OK) {
        (void)refuse(connection,
                     connection->sent_target_bytes > KAURI_HTTP_TARGET_MAX ? MHD_HTTP_URI_TOO_LONG
                                                                           : MHD_HTTP_BAD_REQUEST,
                     error.message);
    }
    return connection;
}

static struct MHD_Response *make_response(const struct kauri_microhttpd *mhd,
                                          struct kauri_http_answer *answer)
{
    if (answer->fixed != NULL) {
        // The library does not write into memory that it neither copies nor frees.
        union {
            const void *fixed;
            void *bytes;
        } memory = {.fixed = answer->fixed};
        return mhd->create_response_from_buffer(answer->fixed_size, memory.bytes,
                                                MHD_RESPMEM_PERSISTENT);
    }
    if (answer->file_size > 0) {
        struct MHD_Response *whole =
            mhd->create_response_from_fd64(answer->file_size, answer->file);
        if (whole == NULL) {
            (void)close(answer->file);
        }
        return whole;
    }
    struct MHD_Response *response = mhd->create_response_from_buffer(
        answer->body.length, answer->body.bytes, MHD_RESPMEM_MUST_FREE);
    if (response != NULL) {
        memset(&answer->body, 0, sizeof answer->body);
    }
    return response;
}

// Makes libmicrohttpd close the connection after so many seconds in which nothing is read or
// written; 0: never. The time begins now.
static void limit_silence(struct kauri_http_connection *connection, unsigned seconds)
{
    const struct kauri_microhttpd *mhd = connection->server->mhd;
    (void)mhd->set_connection_option(connection->handle, MHD_CONNECTION_OPTION_TIMEOUT, 0U);
    (void)mhd->set_connection_option(connection->handle, MHD_CONNECTION_OPTION_TIMEOUT, seconds);
}

static enum MHD_Result send_answer(struct kauri_http_connection *connection)
{
    const struct kauri_microhttpd *mhd = connection->server->mhd;
    struct kauri_http_answer *answer = &connection->answer;
    if (answer->failed || answer->body.failed) {
        kauri_string_clear(&answer->body);
        if (answer->file_size > 0) {
            (void)close(answer->file);
        }
        return refuse(connection, MHD_HTTP_INTERNAL_SERVER_ERROR, "out of memory for the answer");
    }
    struct MHD_Response *response = make_response(mhd, answer);
    if (response == NULL) {
        return MHD_NO;
    }
    enum MHD_Result done = MHD_YES;
    for (size_t i = 0; i < answer->header_count && done == MHD_YES; i++) {
        done =
            mhd->add_response_header(response, answer->headers[i].name, answer->headers[i].value);
    }
    // After a body in chunks, nothing is taken for a request: chunks can be written in ways that
    // another server may read differently.
    const bool last =
        answer->last || connection->chunked || atomic_load(&connection->server->leaving);
    if (last && done == MHD_YES) {
        done = mhd->add_response_header(response, MHD_HTTP_HEADER_CONNECTION, "close");
    }
    if (done == MHD_YES) {
        kauri_http_set_phase(connection, KAURI_HTTP_ANSWER);
        limit_silence(connection, connection->server->limits.answer_time);
        done = mhd->queue_response(connection->handle, answer->status, response);
    }
    mhd->destroy_response(response);
    return done;
}

static const char *header(struct kauri_http_connection *connection, const char *name)
{
    return connection->server->mhd->lookup_connection_value(connection->handle, MHD_HEADER_KIND,
                                                            name);
}

// Refuses what can be refused before the body is read; returns MHD_YES, without an answer, if
// nothing is refused.
static enum MHD_Result begin(struct kauri_http_connection *connection, const char *method,
                             const char *version)
{
    uint64_t length;
    const struct kauri_http_limits *limits = &connection->server->limits;
    const char *message = NULL;
    const char *text = header(connection, MHD_HTTP_HEADER_CONTENT_LENGTH);
    const struct request_line line = {
        .method = method,
        .target = connection->sent_target,
        .target_bytes = connection->sent_target_bytes,
        .version = version,
    };
    const unsigned unclear = check_framing(connection, &line, limits->header_bytes, &message);
    connection->headers_read = true;
    connection->in_chunks = strcmp(version, MHD_HTTP_VERSION_1_1) == 0;
    connection->chunked = header(connection, MHD_HTTP_HEADER_TRANSFER_ENCODING) != NULL;
    if (unclear != 0) {
        return refuse(connection, unclear, message);
    }
    if (text != NULL && !kauri_parse_number(text, 0, limits->body_bytes, &length)) {
        return refuse_body(connection);
    }
    return MHD_YES;
}

static enum MHD_Result take_body(struct kauri_http_connection *connection, const char *bytes,
                                 size_t size)
{
    const size_t maximum = connection->server->limits.body_bytes;
    if (size > maximum - connection->body_size) {
        return refuse_body(connection);
    }
    if (connection->body == NULL) {
        connection->body = malloc(maximum);
    }
    if (connection->body == NULL) {
        return refuse(connection, MHD_HTTP_SERVICE_UNAVAILABLE, "out of memory for the body");
    }
    memcpy(connection->body + connection->body_size, bytes, size);
    connection->body_size += size;
    return MHD_YES;
}

static enum MHD_Result answer(struct kauri_http_connection *connection, const char *method)
{
    const struct kauri_http_handler *handler = &connection->server->handler;
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
        .connection = connection,
    };
    connection->answer = (struct kauri_http_answer){.status = 0};
    kauri_http_set_phase(connection, KAURI_HTTP_WORK);
    limit_silence(connection, 0); // libmicrohttpd would count the time of the handler
    handler->answer(handler->context, &request, &connection->answer);
    if (connection->streaming) {
        kauri_http_stream_end(connection);
        return MHD_NO;
    }
    return send_answer(connection);
}

static enum MHD_Result on_request(void *server, struct MHD_Connection *handle, const char *url,
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
    if (connection->refused) { // this is the rest of a body
        *upload_size = 0;
        return MHD_YES;
    }
    if (!connection->headers_read) {
        return begin(connection, method, version);
    }
    if (*upload_size > 0) {
        const size_t size = *upload_size;
        *upload_size = 0;
        return take_body(connection, upload, size);
    }
    return answer(connection, method);
}

static void on_completed(void *server, struct MHD_Connection *handle, void **request,
                         enum MHD_RequestTerminationCode code)
{
    struct kauri_http_connection *connection = *request;
    (void)server;
    (void)handle;
    (void)code;
    if (connection != NULL) {
        kauri_http_connection_reset(connection);
        kauri_http_set_phase(connection, KAURI_HTTP_READING);
        limit_silence(connection, connection->server->limits.silence_time);
    }
}

enum {
    BACKLOG = 512, // clients that wait to be accepted
    // A connection's memory, as a multiple of its header_bytes: libmicrohttpd reads into half of
    // it, and keeps a copy of cookies, entries for headers and the start of the answer in the other
    // half.
    MEMORY_FACTOR = 4,
};

// ------------------------------------------------------------------------------------- the address

union address {
    struct sockaddr any;
    struct sockaddr_in ipv4;
    struct sockaddr_in6 ipv6;
};

static enum kauri_status parse(const char *text, union address *address, socklen_t *bytes,
                               struct kauri_error *error)
{
    char host[INET6_ADDRSTRLEN + 1];
    uint64_t port;
    const char *colon = strrchr(text, ':');
    const bool brackets = text[0] == '[';
    const char *begin = text + (brackets ? 1 : 0);
    const char *end = colon;
    if (colon != NULL && brackets) {
        end = colon > begin && colon[-1] == ']' ? colon - 1 : NULL;
    }
    if (end == NULL || (size_t)(end - begin) >= sizeof host ||
        !kauri_parse_number(colon + 1, 0, UINT16_MAX, &port)) {
        return kauri_fail(error, KAURI_USAGE,
                          "'%.80s' is not an address and a port, such as 127.0.0.1:8642 or "
                          "[::1]:8642",
                          text);
    }
    memcpy(host, begin, (size_t)(end - begin));
    host[end - begin] = '\0';
    memset(address, 0, sizeof *address);
    if (brackets && inet_pton(AF_INET6, host, &address->ipv6.sin6_addr) == 1) {
        address->ipv6.sin6_family = AF_INET6;
        address->ipv6.sin6_port = htons((uint16_t)port);
        *bytes = sizeof address->ipv6;
        return KAURI_OK;
    }
    const char *name = strcmp(host, "localhost") == 0 ? "127.0.0.1" : host;
    if (!brackets && inet_pton(AF_INET, name, &address->ipv4.sin_addr) == 1) {
        address->ipv4.sin_family = AF_INET;
        address->ipv4.sin_port = htons((uint16_t)port);
        *bytes = sizeof address->ipv4;
        return KAURI_OK;
    }
    return kauri_fail(error, KAURI_USAGE,
                      "'%.80s' is not an IPv4 address, an IPv6 address in brackets, or localhost",
                      text);
}

// A browser cannot open the address that stands for all addresses of this machine.
static void write_url(const union address *address, char url[KAURI_HTTP_URL_BYTES])
{
    char host[INET6_ADDRSTRLEN] = "";
    if (address->any.sa_family == AF_INET6) {
        const struct in6_addr *any = &address->ipv6.sin6_addr;
        (void)inet_ntop(AF_INET6, IN6_IS_ADDR_UNSPECIFIED(any) ? &in6addr_loopback : any, host,
                        sizeof host);
        (void)snprintf(url, KAURI_HTTP_URL_BYTES, "http://[%s]:%u/", host,
                       ntohs(address->ipv6.sin6_port));
    } else {
        struct in_addr shown = address->ipv4.sin_addr;
        if (shown.s_addr == htonl(INADDR_ANY)) {
            shown.s_addr = htonl(INADDR_LOOPBACK);
        }
        (void)inet_ntop(AF_INET, &shown, host, sizeof host);
        (void)snprintf(url, KAURI_HTTP_URL_BYTES, "http://%s:%u/", host,
                       ntohs(address->ipv4.sin_port));
    }
}

static bool set(int listener, int level, int option, int value)
{
    return setsockopt(listener, level, option, &value, sizeof value) == 0;
}

enum kauri_status kauri_http_listen(const char *address, int *listener,
                                    char url[KAURI_HTTP_URL_BYTES], struct kauri_error *error)
{
    union address place;
    socklen_t bytes = 0;
    enum kauri_status status = KAURI_OK;
    *listener = -1;
    KAURI_TRY(parse(address, &place, &bytes, error));
    *listener = socket(place.any.sa_family, SOCK_STREAM, 0);
    // The port of a server that has just ended may be taken again. An IPv6 server that listens at
    // all addresses takes IPv4 as well.
    const bool made =
        *listener >= 0 && fcntl(*listener, F_SETFD, FD_CLOEXEC) == 0 &&
        fcntl(*listener, F_SETFL, O_NONBLOCK) == 0 && set(*listener, SOL_SOCKET, SO_REUSEADDR, 1) &&
        (place.any.sa_family != AF_INET6 || set(*listener, IPPROTO_IPV6, IPV6_V6ONLY, 0));
    if (!made || bind(*listener, &place.any, bytes) != 0 || listen(*listener, BACKLOG) != 0 ||
        getsockname(*listener, &place.any, &bytes) != 0) {
        status = errno == EADDRINUSE ? KAURI_LOCKED : KAURI_RESOURCE;
        (void)kauri_fail_errno(error, status, "cannot listen on %s", address);
        goto cleanup;
    }
    write_url(&place, url);
cleanup:
    if (status != KAURI_OK && *listener >= 0) {
        (void)close(*listener);
        *listener = -1;
    }
    return status;
}

bool kauri_http_is_local(int listener)
{
    union address place;
    socklen_t bytes = sizeof place;
    memset(&place, 0, sizeof place);
    if (getsockname(listener, &place.any, &bytes) != 0) {
        return false;
    }
    return place.any.sa_family == AF_INET
               ? ntohl(place.ipv4.sin_addr.s_addr) >> 24 == IN_LOOPBACKNET
               : IN6_IS_ADDR_LOOPBACK(&place.ipv6.sin6_addr);
}

// -------------------------------------------------------------------------------------- the server

struct kauri_http_limits kauri_http_limits_default(void)
{
    return (struct kauri_http_limits){
        .connections = 512,
        .header_bytes = 16384,
        .body_bytes = 1 << 16,
        .silence_time = 20,
        .answer_time = 60,
        .heartbeat_time = 5000,
    };
}

static enum kauri_status start_daemon(struct kauri_http_server *server, int listener,
                                      struct kauri_error *error)
{
    const struct kauri_http_limits *limits = &server->limits;
    // The daemon closes its own listener in the end; the caller closes the one that it gave.
    const int own = fcntl(listener, F_DUPFD_CLOEXEC, 0);
    if (own < 0) {
        return kauri_fail_errno(error, KAURI_RESOURCE, "cannot listen");
    }
    // With select(), and MHD_USE_ITC, by which the thread that accepts connections hears at once of
    // those that have ended, clients wait when there are too many; with poll(), libmicrohttpd would
    // close their connections.
    server->daemon = server->mhd->start_daemon(
        MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION | MHD_USE_ITC, 0, NULL,
        NULL, on_request, server, MHD_OPTION_LISTEN_SOCKET, own, MHD_OPTION_CONNECTION_LIMIT,
        limits->connections, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
        limits->header_bytes * MEMORY_FACTOR, MHD_OPTION_CONNECTION_TIMEOUT, limits->silence_time,
        MHD_OPTION_NOTIFY_CONNECTION, on_connection, server, MHD_OPTION_URI_LOG_CALLBACK, on_target,
        server, MHD_OPTION_NOTIFY_COMPLETED, on_completed, server, MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_END);
    if (server->daemon == NULL) {
        (void)kauri_fail_errno(error, KAURI_RESOURCE, "cannot start the server");
        (void)close(own); // unless the daemon got far enough to close it
        return KAURI_RESOURCE;
    }
    return KAURI_OK;
}

enum kauri_status kauri_http_start(int listener, const struct kauri_http_limits *limits,
                                   const struct kauri_http_handler *handler,
                                   struct kauri_http_server **server, struct kauri_error *error)
{
    *server = NULL;
    struct kauri_http_server *made = NULL;
    KAURI_PASS(KAURI_NEW(made, 1, error, "the server"));
    made->handler = *handler;
    made->limits = *limits;
    if (pthread_mutex_init(&made->mutex, NULL) != 0) {
        free(made);
        return kauri_fail(error, KAURI_RESOURCE, "cannot make a mutex for the server");
    }
    enum kauri_status status = kauri_microhttpd_load(&made->mhd, error);
    if (status == KAURI_OK) {
        status = start_daemon(made, listener, error);
    }
    if (status != KAURI_OK) {
        kauri_microhttpd_unload(made->mhd);
        (void)pthread_mutex_destroy(&made->mutex);
        free(made);
        return status;
    }
    *server = made;
    return KAURI_OK;
}

void kauri_http_stop(struct kauri_http_server *server, unsigned milliseconds)
{
    if (server == NULL) {
        return;
    }
    atomic_store(&server->leaving, true);
    const uint64_t began = kauri_http_now();
    while (kauri_http_is_busy(server) && kauri_http_now() - began < milliseconds) {
        const struct timespec pause = {.tv_nsec = 10 * 1000000L};
        (void)nanosleep(&pause, NULL);
    }
    server->mhd->stop_daemon(server->daemon);
    kauri_microhttpd_unload(server->mhd);
    (void)pthread_mutex_destroy(&server->mutex);
    free(server);
}
