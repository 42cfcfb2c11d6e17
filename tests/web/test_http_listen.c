// Addresses to listen at.
#include "tests/test.h"
#include "web/http/http_server.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

TEST(test_any_free_port)
{
    char url[KAURI_HTTP_URL_BYTES];
    int listener = -1;
    unsigned port = 0;
    assert_int_equal(kauri_http_listen("127.0.0.1:0", &listener, url, NULL), KAURI_OK);
    assert_int_equal(sscanf(url, "http://127.0.0.1:%u/", &port), 1);
    assert_in_range(port, 1, 65535);
    assert_true(kauri_http_is_local(listener));
    assert_int_equal(close(listener), 0);
    // Everything, as an address that a browser can open.
    assert_int_equal(kauri_http_listen("0.0.0.0:0", &listener, url, NULL), KAURI_OK);
    assert_memory_equal(url, "http://127.0.0.1:", 17);
    assert_false(kauri_http_is_local(listener));
    assert_int_equal(close(listener), 0);
    assert_int_equal(kauri_http_listen("localhost:0", &listener, url, NULL), KAURI_OK);
    assert_memory_equal(url, "http://127.0.0.1:", 17);
    assert_int_equal(close(listener), 0);
}

TEST(test_ipv6)
{
    char url[KAURI_HTTP_URL_BYTES];
    struct kauri_error error;
    int listener = -1;
    if (kauri_http_listen("[::1]:0", &listener, url, &error) != KAURI_OK) {
        print_message("no IPv6 here: %s\n", error.message);
        skip();
    }
    assert_memory_equal(url, "http://[::1]:", 13);
    assert_true(kauri_http_is_local(listener));
    assert_int_equal(close(listener), 0);
    assert_int_equal(kauri_http_listen("[::]:0", &listener, url, NULL), KAURI_OK);
    assert_memory_equal(url, "http://[::1]:", 13);
    assert_false(kauri_http_is_local(listener));
    assert_int_equal(close(listener), 0);
}

TEST(test_port_in_use)
{
    char url[KAURI_HTTP_URL_BYTES];
    char address[KAURI_HTTP_URL_BYTES];
    struct kauri_error error;
    int first = -1;
    int second = 0;
    unsigned port = 0;
    assert_int_equal(kauri_http_listen("127.0.0.1:0", &first, url, NULL), KAURI_OK);
    assert_int_equal(sscanf(url, "http://127.0.0.1:%u/", &port), 1);
    (void)snprintf(address, sizeof address, "127.0.0.1:%u", port);
    assert_int_equal(kauri_http_listen(address, &second, url, &error), KAURI_LOCKED);
    assert_non_null(strstr(error.message, address));
    assert_int_equal(second, -1);
    assert_int_equal(close(first), 0);
    assert_int_equal(kauri_http_listen(address, &second, url, &error), KAURI_OK);
    assert_int_equal(close(second), 0);
}

TEST(test_other_machines_address)
{
    char url[KAURI_HTTP_URL_BYTES];
    int listener = 0;
    // From the block for documentation.
    assert_int_equal(kauri_http_listen("192.0.2.1:0", &listener, url, NULL), KAURI_RESOURCE);
    assert_int_equal(listener, -1);
}

TEST(test_bad_addresses)
{
    static const char *const bad[] = {
        "",
        ":",
        "8642",
        ":8642",
        "127.0.0.1",
        "127.0.0.1:",
        "1.2.3:80",
        "[::1]",
        "[::1]80",
        "::1:80",
        "[::1:80",
        "[]:80",
        "x:80",
        "127.0.0.1:x",
        "127.0.0.1:-1",
        "127.0.0.1:65536",
        "[127.0.0.1]:80",
        "[localhost]:80",
        "127.0.0.1:80 ",
        "[::1]]:80",
        "[0000:0000:0000:0000:0000:0000:0000:0000:0000:0000:0000]:80"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char url[KAURI_HTTP_URL_BYTES];
        struct kauri_error error;
        int listener = 0;
        if (kauri_http_listen(bad[i], &listener, url, &error) != KAURI_USAGE) {
            fail_msg("%s is taken", bad[i]);
        }
        assert_int_equal(listener, -1);
    }
}
