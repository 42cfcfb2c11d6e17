#include "web/http/http_refuse.h"

#include <sys/socket.h>
#include <time.h>

static void add_date(struct kauri_string *text)
{
    char date[64];
    struct tm utc;
    const time_t now = time(NULL);
    if (gmtime_r(&now, &utc) != NULL &&
        strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S GMT", &utc) > 0) {
        kauri_string_add(text, "Date: %s\r\n", date);
    }
}

static void write_answer(struct kauri_http_connection *connection, unsigned status,
                         const char *message)
{
    const struct kauri_http_handler *handler = &connection->server->handler;
    struct kauri_http_answer *answer = &connection->answer;
    struct kauri_string text = {.bytes = NULL};
    kauri_http_answer_begin(answer);
    handler->refuse(handler->context, status, message, answer);
    kauri_string_add(&text, "HTTP/1.1 %u %s\r\n", status, MHD_get_reason_phrase_for(status));
    add_date(&text);
    for (size_t i = 0; i < answer->header_count; i++) {
        kauri_string_add(&text, "%s: %s\r\n", answer->headers[i].name, answer->headers[i].value);
    }
    kauri_string_add(&text, "Connection: close\r\nContent-Length: %zu\r\n\r\n",
                     answer->body.length);
    kauri_string_add_bytes(&text, kauri_string_text(&answer->body), answer->body.length);
    // If the send buffer is full, the client is not reading its answers.
    if (!text.failed && !answer->body.failed && !answer->failed) {
        (void)send(connection->socket, text.bytes, text.length, MSG_NOSIGNAL | MSG_DONTWAIT);
    }
    kauri_string_clear(&text);
    kauri_string_clear(&answer->body);
    connection->refused = true;
}

enum MHD_Result kauri_http_refuse(struct kauri_http_connection *connection, unsigned status,
                                  const char *message)
{
    write_answer(connection, status, message);
    (void)shutdown(connection->socket, SHUT_RDWR);
    return MHD_NO;
}

enum MHD_Result kauri_http_refuse_body(struct kauri_http_connection *connection, unsigned status,
                                       const char *message)
{
    write_answer(connection, status, message);
    (void)shutdown(connection->socket, SHUT_WR);
    return MHD_YES;
}
