// Requests and answers over real sockets: the forms of HTTP, answers that take their time, streams,
// and the end of the server in the middle of all that.
#include "tests/sanitized.h"
#include "tests/test.h"
#include "tests/web/http_client.h"
#include "tests/web/http_errands.h"
#include "web/http/http_connection.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static struct errands errands;
static struct client client;

static int set_up(void **state)
{
    (void)state;
    struct kauri_http_limits limits = kauri_http_limits_default();
    limits.heartbeat_time = 150;
    errands_begin(&errands, &limits);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    errands_end(&errands);
    return 0;
}

static void expect(const char *text)
{
    if (!client_receive(&client, text)) {
        fail_msg("the connection ended without \"%s\": %s", text, client.bytes);
    }
}

TEST_WITH(test_requests_on_one_connection, set_up, tear_down)
{
    client_connect(&client, errands.url);
    client_send(&client, "GET /echo?a=b%20c HTTP/1.1\r\nHost: x\r\n\r\n");
    expect("[GET /echo a=b c](0:)");
    client_send(&client, "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab");
    client_send(&client, "cde");
    expect("[POST /echo](5:abcde)");
    client_send(&client, "BREW /echo HTTP/1.1\r\nHost: x\r\n\r\n");
    expect("[BREW /echo](0:)");
    // A body in chunks is the last one.
    assert_null(strstr(client.bytes, "Connection: close"));
    client_send(&client, "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
                         "3\r\nfgh\r\n2\r\nij\r\n0\r\n\r\n"
                         "GET /echo?n=2 HTTP/1.1\r\nHost: x\r\n\r\n");
    client_receive_all(&client);
    client_close(&client);
    assert_non_null(strstr(client.bytes, "[POST /echo](5:fghij)"));
    assert_non_null(strstr(client.bytes, "Connection: close"));
    assert_null(strstr(client.bytes, "n=2"));
}

TEST_WITH(test_pipelining, set_up, tear_down)
{
    client_ask(&client, errands.url,
               "GET /echo?n=1 HTTP/1.1\r\nHost: x\r\n\r\n"
               "POST /echo?n=2 HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nab"
               "GET /echo?n=3 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    const char *first = strstr(client.bytes, "n=1");
    const char *second = strstr(client.bytes, "n=2](2:ab)");
    const char *third = strstr(client.bytes, "n=3");
    assert_non_null(first);
    assert_true(second > first);
    assert_true(third > second);
}

// A request that follows one whose answer takes its time waits for it.
TEST_WITH(test_pipelining_behind_work, set_up, tear_down)
{
    client_connect(&client, errands.url);
    client_send(&client, "GET /later HTTP/1.1\r\nHost: x\r\n\r\n"
                         "GET /echo?n=2 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    errands_wait_begun(&errands, 1);
    errands_say(&errands, "first", true);
    client_receive_all(&client);
    client_close(&client);
    assert_non_null(strstr(client.bytes, "first"));
    assert_true(strstr(client.bytes, "n=2") > strstr(client.bytes, "first"));
}

TEST_WITH(test_http_1_0, set_up, tear_down)
{
    client_ask(&client, errands.url, "GET /echo HTTP/1.0\r\n\r\n");
    assert_non_null(strstr(client.bytes, "[GET /echo]"));
    // A stream ends with the connection, without chunks.
    client_connect(&client, errands.url);
    client_send(&client, "GET /stream HTTP/1.0\r\n\r\n");
    errands_wait_begun(&errands, 1);
    errands_say(&errands, "all of it", true);
    client_receive_all(&client);
    client_close(&client);
    assert_non_null(strstr(client.bytes, "\r\n\r\nall of it"));
    assert_string_equal(strstr(client.bytes, "all of it"), "all of it");
}

TEST_WITH(test_head, set_up, tear_down)
{
    client_ask(&client, errands.url, "HEAD /long HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    assert_non_null(strstr(client.bytes, "Content-Length: 400000"));
    assert_string_equal(strstr(client.bytes, "\r\n\r\n"), "\r\n\r\n");
}

TEST_WITH(test_bad_requests, set_up, tear_down)
{
    static const struct {
        const char *request, *status;
    } cases[] = {
        {"GET /%zz HTTP/1.1\r\nHost: x\r\n\r\n", "HTTP/1.1 400 "},
        {"GET /%00 HTTP/1.1\r\nHost: x\r\n\r\n", "HTTP/1.1 400 "},
        {"GET echo HTTP/1.1\r\nHost: x\r\n\r\n", "HTTP/1.1 400 "},
        {"GET /echo HTTP/1.1\r\n\r\n", "HTTP/1.1 400 "}, // no Host
        {"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", "HTTP/1.1 4"},
        {"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 65537\r\n\r\n", "HTTP/1.1 413 "},
        {"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n",
         "HTTP/1.1 413 "},
        {"POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", ""},
        // What proxies may understand in another way.
        {"GET /echo HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", "HTTP/1.1 400 "},
        {"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd",
         "HTTP/1.1 400 "},
        {"POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n"
         "0\r\n\r\n",
         "HTTP/1.1 400 "},
        {"\x16\x03\x01\x02\x01\x01\xfc\x03\x03", ""}, // TLS
        {"\r\n\r\n\r\n\r\n\r\n\r\n", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        client_connect(&client, errands.url);
        client_send(&client, cases[i].request);
        if (cases[i].status[0] != '\0') {
            client_receive_all(&client);
            if (strncmp(client.bytes, cases[i].status, strlen(cases[i].status)) != 0) {
                fail_msg("%s: %s", cases[i].request, client.bytes);
            }
        }
        client_close(&client);
    }
    // From version 1.0 on, libmicrohttpd refuses this itself, with another status.
    client_ask(&client, errands.url,
               "POST /echo HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\nabc");
    assert_true(strncmp(client.bytes, "HTTP/1.1 501 ", 13) == 0 ||
                strncmp(client.bytes, "HTTP/1.1 400 ", 13) == 0);
    // It still answers.
    client_connect(&client, errands.url);
    client_send(&client, "GET /echo HTTP/1.1\r\nHost: x\r\n\r\n");
    expect("[GET /echo]");
    client_close(&client);
}

TEST_WITH(test_answer_comes_later, set_up, tear_down)
{
    client_connect(&client, errands.url);
    for (unsigned round = 1; round <= 20; round++) {
        client.length = 0;
        client.bytes[0] = '\0';
        client_send(&client, "GET /later HTTP/1.1\r\nHost: x\r\n\r\n");
        errands_wait_begun(&errands, round);
        if (round % 2 == 0) {
            errands_say(&errands, "not yet ", false);
        }
        errands_say(&errands, "at last", true);
        expect("at last");
        assert_non_null(strstr(client.bytes, "HTTP/1.1 200 "));
        errands_wait_ended(&errands, round);
    }
    client_close(&client);
}

TEST_WITH(test_stream, set_up, tear_down)
{
    client_connect(&client, errands.url);
    client_send(&client, "GET /stream HTTP/1.1\r\nHost: x\r\n\r\n");
    errands_wait_begun(&errands, 1);
    expect("Transfer-Encoding: chunked");
    errands_say(&errands, "one;", false);
    expect("one;");
    expect("<beat>");
    errands_say(&errands, "two;", false);
    errands_say(&errands, "three;", true);
    client_receive_all(&client);
    client_close(&client);
    assert_non_null(strstr(client.bytes, "Content-Type: text/plain\r\n"));
    assert_non_null(strstr(client.bytes, "Connection: close\r\n"));
    assert_non_null(strstr(client.bytes, "\r\n4\r\none;\r\n"));
    assert_true(strstr(client.bytes, "two;") < strstr(client.bytes, "three;"));
    assert_string_equal(client.bytes + client.length - 7, "\r\n0\r\n\r\n");
    errands_wait_ended(&errands, 1);
}

// More than fits into one buffer of the server or the client.
TEST_WITH(test_long_answers, set_up, tear_down)
{
    static char text[50001];
    memset(text, 'y', sizeof text - 1);
    client_connect(&client, errands.url);
    client_send(&client, "GET /stream HTTP/1.0\r\n\r\n");
    errands_wait_begun(&errands, 1);
    errands_say(&errands, text, true);
    client_receive_all(&client);
    assert_non_null(strstr(client.bytes, text));
    client_close(&client);
    client_connect(&client, errands.url);
    client_send(&client, "GET /long HTTP/1.0\r\n\r\n");
    size_t received = 0;
    while (client_receive(&client, "x")) {
        received += client.length;
        client.length = 0;
        client.bytes[0] = '\0';
    }
    assert_in_range(received, LONG_BYTES, LONG_BYTES + 1000);
    client_close(&client);
}

TEST_WITH(test_client_leaves, set_up, tear_down)
{
    client_connect(&client, errands.url);
    client_send(&client, "GET /later HTTP/1.1\r\nHost: x\r\n\r\n");
    errands_wait_begun(&errands, 1);
    client_close(&client);
    errands_wait_ended(&errands, 1);
    client_connect(&client, errands.url);
    client_send(&client, "GET /stream HTTP/1.1\r\nHost: x\r\n\r\n");
    expect("200 OK");
    client_close(&client);
    errands_wait_ended(&errands, 2);
    // It may have sent the beginning of another request before that.
    client_connect(&client, errands.url);
    client_send(&client, "GET /later HTTP/1.1\r\nHost: x\r\n\r\n");
    errands_wait_begun(&errands, 3);
    client_send(&client, "GET /echo");
    client_close(&client);
    errands_wait_ended(&errands, 3);
}

TEST_WITH(test_end_of_the_server, set_up, tear_down)
{
    struct client others[3];
    // One that waits for an answer, an idle one, half a request, and one that reads no stream.
    client_connect(&others[0], errands.url);
    client_connect(&others[1], errands.url);
    client_send(&others[1], "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc");
    client_connect(&others[2], errands.url);
    client_send(&others[2], "GET /flood HTTP/1.1\r\nHost: x\r\n\r\n");
    assert_true(client_receive(&others[2], "200 OK"));
    client_connect(&client, errands.url);
    client_send(&client, "GET /later HTTP/1.1\r\nHost: x\r\n\r\n");
    errands_wait_begun(&errands, 2);
    assert_int_equal(kauri_http_connections(errands.server), 4);
    kauri_http_stop(errands.server, 0);
    errands.server = NULL;
    assert_int_equal(errands.ended, 2);
    client_receive_all(&client);
    client_close(&client);
    for (int i = 0; i < 2; i++) {
        client_receive_all(&others[i]);
    }
    for (int i = 0; i < 3; i++) {
        client_close(&others[i]);
    }
}

static void *stop_patiently(void *unused)
{
    kauri_http_stop(errands.server, 3600000);
    return unused;
}

// Work is told to stop and answers with what it has; its connection closes after that. New clients
// are turned away, and half a request is not waited for.
TEST_WITH(test_patient_end, set_up, tear_down)
{
    pthread_t stopping;
    struct client half;
    client_connect(&half, errands.url);
    client_send(&half, "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc");
    client_connect(&client, errands.url);
    client_send(&client, "GET /later HTTP/1.1\r\nHost: x\r\n\r\n");
    errands_wait_begun(&errands, 1);
    errands_say(&errands, "so far", false);
    assert_int_equal(pthread_create(&stopping, NULL, stop_patiently, NULL), 0);
    client_receive_all(&client);
    client_close(&client);
    assert_non_null(strstr(client.bytes, "so far"));
    assert_non_null(strstr(client.bytes, "Connection: close"));
    client_receive_all(&half);
    client_close(&half);
    assert_int_equal(half.length, 0);
    assert_int_equal(pthread_join(stopping, NULL), 0);
    errands.server = NULL;
    client_connect(&client, errands.url); // the listener is still open, but nobody accepts
    client_close(&client);
}

// Threads look for further connections while the server stops.
TEST(test_many_ends)
{
    const struct kauri_http_limits limits = kauri_http_limits_default();
    for (unsigned i = 0; i < fewer(50, 500); i++) {
        errands_begin(&errands, &limits);
        struct client clients[2];
        for (int at = 0; at < 2; at++) {
            client_connect(&clients[at], errands.url);
            client_send(&clients[at], "GET /echo HTTP/1.1\r\nHost: x\r\n\r\n");
        }
        errands_end(&errands);
        for (int at = 0; at < 2; at++) {
            client_receive_all(&clients[at]);
            client_close(&clients[at]);
        }
    }
}
