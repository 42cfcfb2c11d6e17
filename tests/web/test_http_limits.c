// Clients that are slow, silent, too many or too long, and others who must not notice.
#include "tests/test.h"
#include "tests/web/http_client.h"
#include "tests/web/http_errands.h"
#include "web/http/http_connection.h"

#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

static struct errands errands;
static struct client client;

static int set_up(void **state)
{
    (void)state;
    struct kauri_http_limits limits = kauri_http_limits_default();
    limits.connections = 64;
    limits.silence_time = 3;
    limits.answer_time = 3;
    limits.heartbeat_time = 100;
    limits.body_bytes = 20000;
    errands_begin(&errands, &limits);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    errands_end(&errands);
    return 0;
}

static void pause_for(long milliseconds)
{
    const struct timespec time = {.tv_sec = milliseconds / 1000,
                                  .tv_nsec = milliseconds % 1000 * 1000000L};
    (void)nanosleep(&time, NULL);
}

static void check_server_answers(void)
{
    client_ask(&client, errands.url, "GET /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    assert_non_null(strstr(client.bytes, "[GET /echo](0:)"));
}

static const char *const halves[] = {
    "", "GET", "GET /echo HTTP/1.1\r\nHost:",
    "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc"};

TEST_WITH(test_silence, set_up, tear_down)
{
    for (size_t half = 0; half < sizeof halves / sizeof halves[0]; half++) {
        client_ask(&client, errands.url, halves[half]);
    }
    // After a request.
    client_ask(&client, errands.url, "GET /echo HTTP/1.1\r\nHost: x\r\n\r\n");
    assert_non_null(strstr(client.bytes, "[GET /echo]"));
}

static void wait_for_connections(unsigned count)
{
    for (int i = 0; i < 1200 && kauri_http_connections(errands.server) != count; i++) {
        pause_for(50);
    }
    assert_int_equal(kauri_http_connections(errands.server), count);
}

// Who asks and does not read is sent away; what waits for him is one answer.
TEST_WITH(test_client_does_not_read, set_up, tear_down)
{
    const int small = 1024;
    client_connect(&client, errands.url);
    assert_int_equal(setsockopt(client.socket, SOL_SOCKET, SO_RCVBUF, &small, sizeof small), 0);
    for (int i = 0; i < 50; i++) {
        client_send(&client, "GET /long HTTP/1.1\r\nHost: x\r\n\r\n");
    }
    wait_for_connections(0);
    client_close(&client);
    check_server_answers();
}

// A client who does not read a stream does not keep the handler for ever.
TEST_WITH(test_client_does_not_read_a_stream, set_up, tear_down)
{
    client_connect(&client, errands.url);
    client_send(&client, "GET /flood HTTP/1.1\r\nHost: x\r\n\r\n");
    errands_wait_ended(&errands, 1);
    wait_for_connections(0);
    client_close(&client);
}

TEST_WITH(test_work_may_take_longer_than_a_request, set_up, tear_down)
{
    client_connect(&client, errands.url);
    client_send(&client, "GET /later HTTP/1.1\r\nHost: x\r\n\r\n");
    errands_wait_begun(&errands, 1);
    pause_for(4000);
    errands_say(&errands, "at last", true);
    assert_true(client_receive(&client, "at last"));
    client_close(&client);
}

TEST_WITH(test_long_targets_and_headers, set_up, tear_down)
{
    static char text[40000];
    int at = snprintf(text, sizeof text, "GET /%05000d HTTP/1.1\r\nHost: x\r\n\r\n", 0);
    assert_true(at > 5000);
    client_ask(&client, errands.url, text);
    assert_memory_equal(client.bytes, "HTTP/1.1 414 ", 13);
    // One header that is too long, and too many of them.
    (void)snprintf(text, sizeof text, "GET /echo HTTP/1.1\r\nHost: x\r\nX: %030000d\r\n\r\n", 0);
    client_ask(&client, errands.url, text);
    assert_memory_equal(client.bytes, "HTTP/1.1 431 ", 13);
    at = snprintf(text, sizeof text, "GET /echo HTTP/1.1\r\nHost: x\r\n");
    while ((size_t)at + 20 < sizeof text) {
        at += snprintf(text + at, sizeof text - (size_t)at, "X-%d: y\r\n", at);
    }
    (void)snprintf(text + at, sizeof text - (size_t)at, "\r\n");
    client_ask(&client, errands.url, text);
    assert_memory_equal(client.bytes, "HTTP/1.1 431 ", 13);
    check_server_answers();
}

TEST_WITH(test_long_bodies, set_up, tear_down)
{
    static char text[20100];
    // The longest that is allowed.
    int at = snprintf(text, sizeof text,
                      "POST /echo HTTP/1.0\r\nHost: x\r\nContent-Length: 20000\r\n\r\n");
    memset(text + at, 'b', 20000);
    client_connect(&client, errands.url);
    text[at + 20000] = '\0';
    client_send(&client, text);
    client_receive_all(&client);
    client_close(&client);
    assert_non_null(strstr(client.bytes, "[POST /echo](20000:bbb"));
    // One byte more: refused before it is read.
    client_ask(&client, errands.url,
               "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 20001\r\n\r\n");
    assert_memory_equal(client.bytes, "HTTP/1.1 413 ", 13);
    // In chunks the length is known in the end only.
    client_connect(&client, errands.url);
    client_send(&client, "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n");
    for (int i = 0; i < 3; i++) {
        at = snprintf(text, sizeof text, "2710\r\n%010000d\r\n", 0);
        assert_true(at > 10000);
        client_send(&client, text);
    }
    client_send(&client, "0\r\n\r\n");
    client_receive_all(&client);
    client_close(&client);
    assert_memory_equal(client.bytes, "HTTP/1.1 413 ", 13);
    // A body that is sent all the same does not cost the client its answer.
    client_connect(&client, errands.url);
    client_send(&client, "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 8000000\r\n\r\n");
    memset(text, 'b', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    for (size_t sent = 0; sent < 8000000; sent += sizeof text - 1) {
        client_send(&client, text);
    }
    client_receive_all(&client);
    client_close(&client);
    assert_memory_equal(client.bytes, "HTTP/1.1 413 ", 13);
    check_server_answers();
}

// Whoever leaves in the middle of a request is noticed without a limit of time, unlike one that
// stays.
TEST(test_half_requests)
{
    struct client staying[4];
    struct kauri_http_limits limits = kauri_http_limits_default();
    limits.silence_time = 3600;
    errands_begin(&errands, &limits);
    for (int i = 0; i < 4; i++) {
        client_connect(&staying[i], errands.url);
        client_send(&staying[i], halves[i]);
    }
    for (int i = 0; i < 80; i++) {
        client_connect(&client, errands.url);
        client_send(&client, halves[i % 4]);
        client_close(&client);
    }
    check_server_answers(); // none of the 80 waits to be accepted any more
    wait_for_connections(4);
    client_send(&staying[3], "defghij");
    assert_true(client_receive(&staying[3], "200 OK"));
    for (int i = 0; i < 4; i++) {
        client_close(&staying[i]);
    }
    errands_end(&errands);
}

// A new client is answered while others keep all connections with nothing or half a request, long
// before their time is over. Clients for whom the handler is at work
// keep their connections.
TEST(test_stalled_clients_give_way)
{
    enum { CLIENTS = 70 };
    static struct client stalled[CLIENTS];
    struct client waiting;
    for (size_t half = 0; half < sizeof halves / sizeof halves[0]; half++) {
        struct kauri_http_limits limits = kauri_http_limits_default();
        limits.silence_time = 3600;
        limits.connections = 64;
        errands_begin(&errands, &limits);
        client_connect(&waiting, errands.url);
        client_send(&waiting, "GET /later HTTP/1.1\r\nHost: x\r\n\r\n");
        errands_wait_begun(&errands, 1);
        for (int i = 0; i < CLIENTS; i++) {
            client_connect(&stalled[i], errands.url);
            client_send(&stalled[i], halves[half]);
        }
        for (int i = 0; i < 3; i++) {
            check_server_answers();
        }
        errands_say(&errands, "at last", true);
        assert_true(client_receive(&waiting, "at last"));
        client_close(&waiting);
        for (int i = 0; i < CLIENTS; i++) {
            client_close(&stalled[i]);
        }
        errands_end(&errands);
    }
}
