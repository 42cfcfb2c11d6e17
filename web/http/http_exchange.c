#include "web/http/http_exchange.h"

#include "common/size.h"
#include "web/http/http_connection.h"
#include "web/http/http_stream.h"
#include "web/http/http_target.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>

// ---------------------------------------------------------------------------------- connections

static void close_connection(struct kauri_http_connection *connection)
{
    // If the system did not give a thread, libmicrohttpd closes the connection at once. After the
    // end of a thread the socket is shut down, and this reaches nobody.
    if (!connection->served) {
        kauri_http_write_refusal(connection, MHD_HTTP_SERVICE_UNAVAILABLE,
                                 "the system has no thread for this request; try again later");
    }
    kauri_http_connection_close(connection);
}

void kauri_http_on_connection(void *server, struct MHD_Connection *handle, void **connection,
                              enum MHD_ConnectionNotificationCode code)
{
    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
        if (*connection != NULL) {
            close_connection(*connection);
        }
        *connection = NULL;
        return;
    }
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(handle, MHD_CONNECTION_INFO_CONNECTION_FD);
    *connection =
        info == NULL ? NULL : kauri_http_connection_open(server, handle, info->connect_fd);
}

// -------------------------------------------------------------------------------------- framing

enum { HEADERS_MOST = 128 }; // with cookies

// The texts of the request line, in the memory of libmicrohttpd.
struct request_line {
    const char *method, *target, *version;
    size_t target_bytes; // as sent: libmicrohttpd decodes the target in place
};

struct headers {
    const char *next; // where the next header begins if nothing has been left out
    bool in_place;    // nothing has
    unsigned count;   // with cookies
    unsigned hosts, lengths, codings;
    const char *coding;
    const char *fault; // of a single header, or NULL
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
// is for. 0, or the status of the answer that refuses the request; *message then says why, in
// static storage. `most` is how many bytes request line and headers may have. Another server in
// front of this one could read an unclear request differently, and take its end for a request of
// somebody else (RFC 9112, sections 2.2, 3.2, 5.1, 5.2, 6.1 and 6.3).
static unsigned check_framing(struct MHD_Connection *connection, const struct request_line *line,
                              size_t most, const char **message)
{
    const union MHD_ConnectionInfo *size =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
    struct headers headers = {
        .next = line->version + strlen(line->version) + strlen("\r\n"),
        .in_place = line->target == line->method + strlen(line->method) + 1 &&
                    line->version == line->target + line->target_bytes + 1,
    };
    (void)MHD_get_connection_values(connection, MHD_HEADER_KIND | MHD_COOKIE_KIND, read_header,
                                    &headers);
    if (size == NULL || size->header_size > most) {
        *message = "request line and headers are too long";
        return MHD_HTTP_REQUEST_HEADER_FIELDS_TOO_LARGE;
    }
    if (headers.count > HEADERS_MOST) {
        *message = "the request has too many headers or cookies";
        return MHD_HTTP_REQUEST_HEADER_FIELDS_TOO_LARGE;
    }
    // libmicrohttpd before 1.0 ends a line at a NUL (and the headers, if a line begins with one),
    // joins folded lines, and accepts bare line feeds and any number of blanks, without telling us.
    // But it parses in place: if every text lies right after the one before, as in a plain request,
    // and the end of the headers follows the last, nothing was skipped.
    const bool plain =
        headers.in_place && headers.next + strlen("\r\n") == line->method + size->header_size;
    if (MHD_get_version()[0] == '0' && !plain) {
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

// The same for a request whose body is too long and may still be on its way: the body is read and
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
    connection->served = true;
    kauri_http_set_phase(connection, KAURI_HTTP_HEADERS);
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

static struct MHD_Response *make_response(struct kauri_http_answer *answer)
{
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
        return refuse(connection, MHD_HTTP_INTERNAL_SERVER_ERROR, "out of memory for the answer");
    }
    struct MHD_Response *response = make_response(answer);
    if (response == NULL) {
        return MHD_NO;
    }
    enum MHD_Result done = MHD_YES;
    for (size_t i = 0; i < answer->header_count && done == MHD_YES; i++) {
        done = MHD_add_response_header(response, answer->headers[i].name, answer->headers[i].value);
    }
    // What follows a body in chunks is not taken for a request: chunks can be written in ways that
    // another server may read differently.
    const bool last =
        answer->last || connection->chunked || atomic_load(&connection->server->leaving);
    if (last && done == MHD_YES) {
        done = MHD_add_response_header(response, MHD_HTTP_HEADER_CONNECTION, "close");
    }
    if (done == MHD_YES) {
        kauri_http_set_phase(connection, KAURI_HTTP_ANSWER);
        done = MHD_queue_response(connection->handle, answer->status, response);
    }
    MHD_destroy_response(response);
    return done;
}

static const char *header(struct kauri_http_connection *connection, const char *name)
{
    return MHD_lookup_connection_value(connection->handle, MHD_HEADER_KIND, name);
}

// Refuses what can be refused before the body is read; MHD_YES without an answer otherwise.
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
    const unsigned unclear =
        check_framing(connection->handle, &line, limits->header_bytes, &message);
    connection->headers_read = true;
    connection->in_chunks = strcmp(version, MHD_HTTP_VERSION_1_1) == 0;
    connection->chunked = header(connection, MHD_HTTP_HEADER_TRANSFER_ENCODING) != NULL;
    kauri_http_set_phase(connection, KAURI_HTTP_BODY);
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
    const size_t most = connection->server->limits.body_bytes;
    if (size > most - connection->body_size) {
        return refuse_body(connection);
    }
    if (connection->body == NULL) {
        connection->body = malloc(most);
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
    kauri_http_answer_begin(&connection->answer);
    kauri_http_set_phase(connection, KAURI_HTTP_WORK);
    handler->answer(handler->context, &request, &connection->answer);
    if (connection->streaming) {
        kauri_http_stream_end(connection);
        return MHD_NO;
    }
    return send_answer(connection);
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
