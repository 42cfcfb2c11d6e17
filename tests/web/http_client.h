// A client for tests, which sends and receives bytes as they are told.
#ifndef KAURI_TESTS_WEB_HTTP_CLIENT_H
#define KAURI_TESTS_WEB_HTTP_CLIENT_H

#include <stdbool.h>
#include <stddef.h>

enum { CLIENT_BYTES = 65536 };

// What has been received, with a NUL at the end.
struct client {
    int socket;
    size_t length;
    char bytes[CLIENT_BYTES];
};

// Connects to the port of "http://127.0.0.1:PORT/".
void client_connect(struct client *client, const char *url);
void client_close(struct client *client);

// Sends a text, as far as the server still takes it.
void client_send(struct client *client, const char *text);

// Receives until `text` has come; false if the connection ends first. Fails the test after a
// minute.
bool client_receive(struct client *client, const char *text);

// Receives until the server closes the connection.
void client_receive_all(struct client *client);

// All that comes on a connection of its own, on which this text is sent.
void client_ask(struct client *client, const char *url, const char *text);

// How often `text` has come.
unsigned client_count(const struct client *client, const char *text);

#endif
