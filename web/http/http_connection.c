#include "web/http/http_connection.h"

#include "common/progress.h"
#include "web/http/microhttpd_loaded.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

uint64_t kauri_http_now(void)
{
    return (uint64_t)(kauri_clock_seconds() * 1000);
}

void kauri_http_set_phase(struct kauri_http_connection *connection, enum kauri_http_phase phase)
{
    atomic_store_explicit(&connection->since, kauri_http_now(), memory_order_relaxed);
    atomic_store_explicit(&connection->phase, phase, memory_order_release);
}

// Shuts down a connection to make room for another. Called with the server's mutex held, so that no
// socket is closed meanwhile.
static void make_room(struct kauri_http_server *server)
{
    const unsigned limit = server->limits.connections;
    struct kauri_http_connection *oldest = NULL;
    if (server->count <= limit - limit / 8) {
        return;
    }
    for (struct kauri_http_connection *at = server->first; at != NULL; at = at->next) {
        if (!at->gave_way && atomic_load(&at->phase) != KAURI_HTTP_WORK &&
            (oldest == NULL || atomic_load(&at->since) <= atomic_load(&oldest->since))) {
            oldest = at;
        }
    }
    if (oldest != NULL) {
        oldest->gave_way = true;
        (void)shutdown(oldest->socket, SHUT_RDWR);
    }
}

struct kauri_http_connection *kauri_http_connection_open(struct kauri_http_server *server,
                                                         struct MHD_Connection *handle, int socket)
{
    struct kauri_http_connection *connection = calloc(1, sizeof *connection);
    if (connection == NULL) {
        return NULL;
    }
    connection->server = server;
    connection->handle = handle;
    connection->socket = socket;
    kauri_http_set_phase(connection, KAURI_HTTP_READING);
    (void)pthread_mutex_lock(&server->mutex);
    connection->next = server->first;
    connection->link = &server->first;
    if (connection->next != NULL) {
        connection->next->link = &connection->next;
    }
    make_room(server);
    server->first = connection;
    server->count++;
    (void)pthread_mutex_unlock(&server->mutex);
    return connection;
}

void kauri_http_connection_close(struct kauri_http_connection *connection)
{
    struct kauri_http_server *server = connection->server;
    (void)pthread_mutex_lock(&server->mutex);
    *connection->link = connection->next;
    if (connection->next != NULL) {
        connection->next->link = connection->link;
    }
    server->count--;
    (void)pthread_mutex_unlock(&server->mutex);
    kauri_http_connection_reset(connection);
    free(connection);
}

void kauri_http_connection_reset(struct kauri_http_connection *connection)
{
    // A body that was sent belongs to libmicrohttpd already.
    kauri_string_clear(&connection->answer.body);
    free(connection->body);
    connection->body = NULL;
    connection->body_size = 0;
    connection->headers_read = false;
    connection->refused = false;
    connection->gone = false;
    connection->streaming = false;
}

unsigned kauri_http_connections(struct kauri_http_server *server)
{
    (void)pthread_mutex_lock(&server->mutex);
    const unsigned count = server->count;
    (void)pthread_mutex_unlock(&server->mutex);
    return count;
}

bool kauri_http_is_busy(struct kauri_http_server *server)
{
    bool busy = false;
    (void)pthread_mutex_lock(&server->mutex);
    for (struct kauri_http_connection *at = server->first; at != NULL; at = at->next) {
        const enum kauri_http_phase phase = atomic_load(&at->phase);
        busy = busy || phase == KAURI_HTTP_WORK || phase == KAURI_HTTP_ANSWER;
    }
    (void)pthread_mutex_unlock(&server->mutex);
    return busy;
}

// --------------------------------------------------------------------------- refusals and streams

enum { LOOK_TIME = 100 }; // milliseconds between two checks whether the client is still there

// Adds the status line, and the headers except those that say how the body ends.
static void add_head(struct kauri_string *text, const struct kauri_microhttpd *mhd,
                     const struct kauri_http_answer *answer)
{
    char date[64];
    struct tm utc;
    const time_t now = time(NULL);
    kauri_string_add(text, "HTTP/1.1 %u %s\r\n", answer->status,
                     mhd->get_reason_phrase_for(answer->status));
    if (gmtime_r(&now, &utc) != NULL &&
        strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", &utc) > 0) {
        kauri_string_add(text, "Date: %s\r\n", date);
    }
    for (size_t i = 0; i < answer->header_count; i++) {
        kauri_string_add(text, "%s: %s\r\n", answer->headers[i].name, answer->headers[i].value);
    }
    kauri_string_add_text(text, "Connection: close\r\n");
}

void kauri_http_write_refusal(struct kauri_http_connection *connection, unsigned status,
                              const char *message)
{
    const struct kauri_http_handler *handler = &connection->server->handler;
    struct kauri_http_answer *answer = &connection->answer;
    struct kauri_string text = {.bytes = NULL};
    *answer = (struct kauri_http_answer){.status = 0};
    handler->refuse(handler->context, status, message, answer);
    add_head(&text, connection->server->mhd, answer);
    kauri_string_add(&text, "Content-Length: %zu\r\n\r\n", answer->body.length);
    kauri_string_add_bytes(&text, kauri_string_text(&answer->body), answer->body.length);
    // If the send buffer is full, the client is not reading its answers.
    if (!text.failed && !answer->body.failed && !answer->failed) {
        (void)send(connection->socket, text.bytes, text.length, MSG_NOSIGNAL | MSG_DONTWAIT);
    }
    kauri_string_clear(&text);
    kauri_string_clear(&answer->body);
    connection->refused = true;
}

// Waits until the client has taken all of it, for at most answer_time.
static void send_all(struct kauri_http_connection *connection, const char *bytes, size_t size)
{
    const uint64_t began = kauri_http_now();
    const uint64_t maximum = 1000 * (uint64_t)connection->server->limits.answer_time;
    kauri_http_set_phase(connection, KAURI_HTTP_ANSWER);
    while (size > 0 && !connection->gone) {
        const ssize_t sent = send(connection->socket, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent >= 0) {
            bytes += sent;
            size -= (size_t)sent;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            struct pollfd writable = {.fd = connection->socket, .events = POLLOUT};
            const uint64_t spent = kauri_http_now() - began;
            connection->gone = spent >= maximum || poll(&writable, 1, (int)(maximum - spent)) == 0;
        } else if (errno != EINTR) {
            connection->gone = true;
        }
    }
    connection->spoke = kauri_http_now();
    kauri_http_set_phase(connection, KAURI_HTTP_WORK);
}

void kauri_http_stream_begin(struct kauri_http_connection *connection,
                             const struct kauri_http_answer *head, const char *heartbeat)
{
    struct kauri_string text = {.bytes = NULL};
    add_head(&text, connection->server->mhd, head);
    kauri_string_add_text(&text,
                          connection->in_chunks ? "Transfer-Encoding: chunked\r\n\r\n" : "\r\n");
    connection->streaming = true;
    connection->heartbeat = heartbeat;
    if (text.failed || head->failed) {
        connection->gone = true;
    } else {
        send_all(connection, text.bytes, text.length);
    }
    kauri_string_clear(&text);
}

void kauri_http_stream_send(struct kauri_http_connection *connection, const char *bytes,
                            size_t size)
{
    struct kauri_string text = {.bytes = NULL};
    if (!connection->in_chunks) {
        send_all(connection, bytes, size);
    } else if (size > 0) { // an empty chunk is the last one
        kauri_string_add(&text, "%zx\r\n", size);
        kauri_string_add_bytes(&text, bytes, size);
        kauri_string_add_text(&text, "\r\n");
        if (text.failed) {
            connection->gone = true;
        } else {
            send_all(connection, text.bytes, text.length);
        }
    }
    kauri_string_clear(&text);
}

void kauri_http_stream_end(struct kauri_http_connection *connection)
{
    if (connection->in_chunks) {
        static const char last[] = "0\r\n\r\n";
        send_all(connection, last, sizeof last - 1);
    }
    (void)shutdown(connection->socket, SHUT_RDWR);
}

// Returns whether the client has closed its end, also if it has sent something in advance.
static bool has_left(int socket)
{
    struct pollfd look = {.fd = socket, .events = POLLRDHUP};
    return poll(&look, 1, 0) == 1 && (look.revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0;
}

bool kauri_http_is_over(struct kauri_http_connection *connection)
{
    const uint64_t now = kauri_http_now();
    if (!connection->gone && now - connection->looked >= LOOK_TIME) {
        connection->looked = now;
        connection->gone = has_left(connection->socket);
        if (connection->streaming &&
            now - connection->spoke >= connection->server->limits.heartbeat_time) {
            kauri_http_stream_send(connection, connection->heartbeat,
                                   strlen(connection->heartbeat));
        }
    }
    return connection->gone || atomic_load(&connection->server->leaving);
}
