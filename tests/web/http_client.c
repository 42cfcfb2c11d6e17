#include "tests/web/http_client.h"

#include "tests/test.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { HANGS = 60000 }; // milliseconds

void client_connect(struct client *client, const char *url)
{
    unsigned port = 0;
    assert_int_equal(sscanf(url, "http://127.0.0.1:%u/", &port), 1);
    struct sockaddr_in address;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons((uint16_t)port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    client->length = 0;
    client->bytes[0] = '\0';
    client->socket = socket(AF_INET, SOCK_STREAM, 0);
    assert_true(client->socket >= 0);
    assert_int_equal(connect(client->socket, (struct sockaddr *)&address, sizeof address), 0);
}

void client_close(struct client *client)
{
    assert_int_equal(close(client->socket), 0);
}

void client_send(struct client *client, const char *text)
{
    const size_t length = strlen(text);
    size_t sent = 0;
    while (sent < length) {
        const ssize_t done = send(client->socket, text + sent, length - sent, MSG_NOSIGNAL);
        if (done <= 0) {
            return;
        }
        sent += (size_t)done;
    }
}

// Whether there was something.
static bool receive_some(struct client *client)
{
    struct pollfd event = {.fd = client->socket, .events = POLLIN};
    const int ready = poll(&event, 1, HANGS);
    if (ready != 1) {
        fail_msg("nothing happened for a minute after: %s", client->bytes);
    }
    assert_true(client->length + 1 < sizeof client->bytes);
    const ssize_t got = recv(client->socket, client->bytes + client->length,
                             sizeof client->bytes - client->length - 1, 0);
    if (got <= 0) {
        return false;
    }
    client->length += (size_t)got;
    client->bytes[client->length] = '\0';
    return true;
}

bool client_receive(struct client *client, const char *text)
{
    while (strstr(client->bytes, text) == NULL) {
        if (!receive_some(client)) {
            return false;
        }
    }
    return true;
}

void client_receive_all(struct client *client)
{
    while (receive_some(client)) {
    }
}

void client_ask(struct client *client, const char *url, const char *text)
{
    client_connect(client, url);
    client_send(client, text);
    client_receive_all(client);
    client_close(client);
}

unsigned client_count(const struct client *client, const char *text)
{
    unsigned count = 0;
    for (const char *at = client->bytes; (at = strstr(at, text)) != NULL; at += strlen(text)) {
        count++;
    }
    return count;
}
