// Clients that are slow, silent, too many or too long, and others who must not notice.
#include "tests/cmocka_all.h"
#include "tests/web/http_client.h"
#include "tests/web/http_jobs.h"
#include "web/http/http_connection.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

static struct jobs jobs;
static struct client client;

static int set_up(void **state)
{
    (void)state;
    struct kauri_http_limits limits = kauri_http_limits_default();
    limits.connections = 64;
    limits.idle_time = 3000;
    limits.header_time = 2000;
    limits.body_time = 2500;
    limits.answer_time = 3000;
    limits.stream_time = 2000;
    limits.heartbeat_time = 100;
    limits.body_bytes = 20000;
    jobs_begin(&jobs, &limits);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    jobs_end(&jobs);
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
    client_connect(&client, jobs.url);
    client_send(&client, "GET /echo HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    client_receive_all(&client);
    client_close(&client);
    assert_non_null(strstr(client.bytes, "[GET /echo](0:)"));
}

// Sends a byte every 50 ms until the server closes the connection, which it does although the
// client is never silent for long.
static void check_trickle_ends(const char *beginning, const char *byte)
{
    client_connect(&client, jobs.url);
    client_send(&client, beginning);
    bool open = true;
    for (int i = 0; i < 600 && open; i++) {
        char rest[16];
        client_send(&client, byte);
        pause_for(50);
        open = recv(client.socket, rest, sizeof rest, MSG_DONTWAIT) != 0;
        open = open && send(client.socket, byte, 1, MSG_NOSIGNAL) == 1;
    }
    assert_false(open);
    client_close(&client);
    check_server_answers();
}

static void test_slow_request_line(void **state)
{
    (void)state;
    check_trickle_ends("GET /e", "e");
}

static void test_slow_headers(void **state)
{
    (void)state;
    check_trickle_ends("GET /echo HTTP/1.1\r\nHost: x\r\nX: ", "y");
}

static void test_slow_body(void **state)
{
    (void)state;
    check_trickle_ends("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 15000\r\n\r\n", "z");
}

static void test_silence(void **state)
{
    (void)state;
    client_connect(&client, jobs.url);
    client_receive_all(&client);
    client_close(&client);
    // After a request.
    client_connect(&client, jobs.url);
    client_send(&client, "GET /echo HTTP/1.1\r\nHost: x\r\n\r\n");
    client_receive_all(&client);
    client_close(&client);
    assert_non_null(strstr(client.bytes, "[GET /echo]"));
}

static void wait_for_connections(unsigned count)
{
    for (int i = 0; i < 1200 && kauri_http_connections(jobs.server) != count; i++) {
        pause_for(50);
    }
    assert_int_equal(kauri_http_connections(jobs.server), count);
}

// Who asks and does not read is sent away; what waits for him is one answer.
static void test_client_does_not_read(void **state)
{
    (void)state;
    const int small = 1024;
    client_connect(&client, jobs.url);
    assert_int_equal(setsockopt(client.socket, SOL_SOCKET, SO_RCVBUF, &small, sizeof small), 0);
    for (int i = 0; i < 50; i++) {
        client_send(&client, "GET /long HTTP/1.1\r\nHost: x\r\n\r\n");
    }
    wait_for_connections(0);
    client_close(&client);
    check_server_answers();
}

static void test_stream_has_an_end(void **state)
{
    (void)state;
    client_connect(&client, jobs.url);
    client_send(&client, "GET /stream HTTP/1.1\r\nHost: x\r\n\r\n");
    client_receive_all(&client);
    client_close(&client);
    assert_true(client_count(&client, "<beat>") >= 2);
    jobs_wait_dropped(&jobs, 1);
}

static void test_job_may_take_longer_than_a_request(void **state)
{
    (void)state;
    client_connect(&client, jobs.url);
    client_send(&client, "GET /later HTTP/1.1\r\nHost: x\r\n\r\n");
    jobs_wait_begun(&jobs, 1);
    pause_for(4000);
    jobs_say(&jobs, "at last", true);
    assert_true(client_receive(&client, "at last"));
    client_close(&client);
}

static void test_long_targets_and_headers(void **state)
{
    (void)state;
    static char text[40000];
    int at = snprintf(text, sizeof text, "GET /%05000d HTTP/1.1\r\nHost: x\r\n\r\n", 0);
    assert_true(at > 5000);
    client_connect(&client, jobs.url);
    client_send(&client, text);
    client_receive_all(&client);
    client_close(&client);
    assert_memory_equal(client.bytes, "HTTP/1.1 414 ", 13);
    // One header that is too long, and too many of them.
    (void)snprintf(text, sizeof text, "GET /echo HTTP/1.1\r\nHost: x\r\nX: %030000d\r\n\r\n", 0);
    client_connect(&client, jobs.url);
    client_send(&client, text);
    client_receive_all(&client);
    client_close(&client);
    assert_memory_equal(client.bytes, "HTTP/1.1 431 ", 13);
    at = snprintf(text, sizeof text, "GET /echo HTTP/1.1\r\nHost: x\r\n");
    while ((size_t)at + 20 < sizeof text) {
        at += snprintf(text + at, sizeof text - (size_t)at, "X-%d: y\r\n", at);
    }
    (void)snprintf(text + at, sizeof text - (size_t)at, "\r\n");
    client_connect(&client, jobs.url);
    client_send(&client, text);
    client_receive_all(&client);
    client_close(&client);
    assert_memory_equal(client.bytes, "HTTP/1.1 431 ", 13);
    check_server_answers();
}

static void test_long_bodies(void **state)
{
    (void)state;
    static char text[20100];
    // The longest that is allowed.
    int at = snprintf(text, sizeof text,
                      "POST /echo HTTP/1.0\r\nHost: x\r\nContent-Length: 20000\r\n\r\n");
    memset(text + at, 'b', 20000);
    client_connect(&client, jobs.url);
    text[at + 20000] = '\0';
    client_send(&client, text);
    client_receive_all(&client);
    client_close(&client);
    assert_non_null(strstr(client.bytes, "[POST /echo](20000:bbb"));
    // One byte more: refused before it is read.
    client_connect(&client, jobs.url);
    client_send(&client, "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 20001\r\n\r\n");
    client_receive_all(&client);
    client_close(&client);
    assert_memory_equal(client.bytes, "HTTP/1.1 413 ", 13);
    // In chunks the length is known in the end only.
    client_connect(&client, jobs.url);
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
    client_connect(&client, jobs.url);
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

static int set_up_patient(void **state)
{
    (void)state;
    struct kauri_http_limits limits = kauri_http_limits_default();
    limits.all_bodies_bytes = 60000;
    jobs_begin(&jobs, &limits);
    return 0;
}

// Three bodies of 16384 bytes have room, the fourth has none until they have gone.
static void test_many_bodies(void **state)
{
    (void)state;
    enum { CLIENTS = 3, ROOM = 16384 };
    static struct client others[CLIENTS];
    static char text[17000];
    const int at = snprintf(text, sizeof text,
                            "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 16001\r\n\r\n");
    memset(text + at, 'b', 16000);
    for (int i = 0; i < CLIENTS; i++) {
        client_connect(&others[i], jobs.url);
        client_send(&others[i], text);
        for (int turn = 0; turn < 6000 && jobs.server->bodies < ROOM * (size_t)(i + 1); turn++) {
            pause_for(10);
        }
        assert_int_equal(jobs.server->bodies, ROOM * (i + 1));
    }
    client_connect(&client, jobs.url);
    client_send(&client, text);
    client_send(&client, "b");
    client_receive_all(&client);
    client_close(&client);
    assert_memory_equal(client.bytes, "HTTP/1.1 503 ", 13);
    for (int i = 0; i < CLIENTS; i++) {
        client_send(&others[i], "b");
        assert_true(client_receive(&others[i], "[POST /echo](16001:"));
        client_close(&others[i]);
    }
    for (int turn = 0; turn < 6000 && jobs.server->bodies > 0; turn++) {
        pause_for(10);
    }
    assert_int_equal(jobs.server->bodies, 0);
}

// As if so many connections were open from an address.
static bool may_connect(struct kauri_http_server *server, const char *text)
{
    union {
        struct sockaddr any;
        struct sockaddr_in ipv4;
        struct sockaddr_in6 ipv6;
    } address;
    memset(&address, 0, sizeof address);
    if (inet_pton(AF_INET, text, &address.ipv4.sin_addr) == 1) {
        address.ipv4.sin_family = AF_INET;
    } else {
        assert_int_equal(inet_pton(AF_INET6, text, &address.ipv6.sin6_addr), 1);
        address.ipv6.sin6_family = AF_INET6;
    }
    if (!kauri_http_may_connect(server, &address.any)) {
        return false;
    }
    assert_non_null(kauri_http_connection_open(server, NULL, -1, &address.any));
    return true;
}

static void test_connections_of_an_address(void **state)
{
    (void)state;
    struct kauri_http_server server;
    memset(&server, 0, sizeof server);
    server.limits.connections = 100;
    server.limits.connections_per_address = 2;
    assert_int_equal(pthread_mutex_init(&server.mutex, NULL), 0);
    assert_int_equal(pthread_cond_init(&server.change, NULL), 0);
    assert_true(may_connect(&server, "192.0.2.1"));
    assert_true(may_connect(&server, "192.0.2.1"));
    assert_false(may_connect(&server, "192.0.2.1"));
    assert_false(may_connect(&server, "::ffff:192.0.2.1"));
    assert_true(may_connect(&server, "192.0.2.2"));
    // A network of IPv6 counts as one.
    assert_true(may_connect(&server, "2001:db8::1"));
    assert_true(may_connect(&server, "2001:db8::2:0:0:1"));
    assert_false(may_connect(&server, "2001:db8::3"));
    assert_true(may_connect(&server, "2001:db8:0:1::1"));
    // This machine may be a proxy for many.
    for (int i = 0; i < 5; i++) {
        assert_true(may_connect(&server, "127.0.0.1"));
        assert_true(may_connect(&server, "::1"));
        assert_true(may_connect(&server, "::ffff:127.0.0.9"));
    }
    assert_string_equal(server.first->client, "127.0.0.9");
    assert_string_equal(server.first->next->client, "::1");
    while (server.first != NULL) {
        kauri_http_connection_close(server.first);
    }
    assert_int_equal(server.count, 0);
    (void)pthread_cond_destroy(&server.change);
    (void)pthread_mutex_destroy(&server.mutex);
}

static const char *const halves[] = {
    "", "GET", "GET /echo HTTP/1.1\r\nHost:",
    "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc"};

// Whoever leaves in the middle of a request is noticed without a limit of time, unlike one that
// stays.
static void test_half_requests(void **state)
{
    (void)state;
    struct client staying[4];
    struct kauri_http_limits limits = kauri_http_limits_default();
    limits.idle_time = limits.header_time = limits.body_time = 3600000;
    jobs_begin(&jobs, &limits);
    for (int i = 0; i < 4; i++) {
        client_connect(&staying[i], jobs.url);
        client_send(&staying[i], halves[i]);
    }
    for (int i = 0; i < 80; i++) {
        client_connect(&client, jobs.url);
        client_send(&client, halves[i % 4]);
        client_close(&client);
    }
    wait_for_connections(4);
    client_send(&staying[3], "defghij");
    assert_true(client_receive(&staying[3], "200 OK"));
    for (int i = 0; i < 4; i++) {
        client_close(&staying[i]);
    }
    jobs_end(&jobs);
}

// A new client is answered while others keep all connections with nothing or half a request, long
// before their time is over. Clients that wait for a job keep their connections.
static void test_stalled_clients_give_way(void **state)
{
    (void)state;
    enum { CLIENTS = 70 };
    static struct client stalled[CLIENTS];
    struct client waiting;
    for (size_t half = 0; half < sizeof halves / sizeof halves[0]; half++) {
        struct kauri_http_limits limits = kauri_http_limits_default();
        limits.idle_time = limits.header_time = limits.body_time = 3600000;
        limits.connections = 64;
        jobs_begin(&jobs, &limits);
        client_connect(&waiting, jobs.url);
        client_send(&waiting, "GET /later HTTP/1.1\r\nHost: x\r\n\r\n");
        jobs_wait_begun(&jobs, 1);
        for (int i = 0; i < CLIENTS; i++) {
            client_connect(&stalled[i], jobs.url);
            client_send(&stalled[i], halves[half]);
        }
        for (int i = 0; i < 3; i++) {
            check_server_answers();
        }
        jobs_say(&jobs, "at last", true);
        assert_true(client_receive(&waiting, "at last"));
        client_close(&waiting);
        for (int i = 0; i < CLIENTS; i++) {
            client_close(&stalled[i]);
        }
        jobs_end(&jobs);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_slow_request_line, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_slow_headers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_slow_body, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_silence, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_client_does_not_read, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_stream_has_an_end, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_job_may_take_longer_than_a_request, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_long_targets_and_headers, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_long_bodies, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_many_bodies, set_up_patient, tear_down),
        cmocka_unit_test(test_stalled_clients_give_way),
        cmocka_unit_test(test_connections_of_an_address),
        cmocka_unit_test(test_half_requests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
