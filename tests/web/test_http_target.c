// Decoding of request targets, valid and invalid.
#include "tests/test.h"
#include "web/http/http_target.h"

#include <stdio.h>
#include <string.h>

static struct kauri_http_target target;

static const char *path_of(const char *text)
{
    struct kauri_error error;
    if (kauri_http_target_parse(text, &target, &error) != KAURI_OK) {
        fail_msg("%s: %s", text, error.message);
    }
    return target.path;
}

static const char *refusal(const char *text)
{
    static struct kauri_error error;
    error.message[0] = '\0';
    assert_int_equal(kauri_http_target_parse(text, &target, &error), KAURI_BAD_INPUT);
    assert_null(strchr(error.message, '\n'));
    return error.message;
}

static void check_parameter(size_t index, const char *name, const char *value)
{
    assert_true(index < target.parameter_count);
    assert_string_equal(target.parameters[index].name, name);
    assert_string_equal(target.parameters[index].value, value);
}

TEST(test_paths)
{
    assert_string_equal(path_of("/"), "/");
    assert_string_equal(path_of("/api/v1/probe"), "/api/v1/probe");
    assert_string_equal(path_of("/a%2fb%2B%20c+d"), "/a/b+ c+d");
    assert_string_equal(path_of("/%C3%A4%F0%9F%90%9A"), "/\xc3\xa4\xf0\x9f\x90\x9a");
    assert_string_equal(path_of("/../../etc/passwd"), "/../../etc/passwd");
    assert_string_equal(path_of("//host/x"), "//host/x");
    // Decoded once only.
    assert_string_equal(path_of("/%252e"), "/%2e");
    assert_int_equal(target.parameter_count, 0);
}

TEST(test_absolute_form)
{
    assert_string_equal(path_of("http://127.0.0.1:8642/a?b=c"), "/a");
    assert_string_equal(target.host, "127.0.0.1:8642");
    check_parameter(0, "b", "c");
    assert_string_equal(path_of("HTTP://host"), "/");
    assert_string_equal(path_of("http://host?b=c"), "/");
    check_parameter(0, "b", "c");
    assert_string_equal(target.host, "host");
    assert_string_equal(path_of("http://[::1]/http://evil"), "/http://evil");
    assert_string_equal(target.host, "[::1]");
    (void)path_of("/http://evil");
    assert_null(target.host);
    (void)refusal("http://");
    (void)refusal("http:///a");
    (void)refusal("http://localhost@evil/");
    (void)refusal("http://localhost:80%40evil/");
    (void)refusal("https://host/");
    (void)refusal("host:80");
    (void)refusal("*");
    (void)refusal("");
}

TEST(test_hosts)
{
    static const char *const good[][2] = {{"localhost", "localhost"},
                                          {"localhost:8642", "localhost"},
                                          {"localhost:", "localhost"},
                                          {"127.0.0.1:80", "127.0.0.1"},
                                          {"[::1]", "::1"},
                                          {"[::1]:8642", "::1"},
                                          {"a-b_c.Example.", "a-b_c.Example."},
                                          {"[::ffff:127.0.0.1]", "::ffff:127.0.0.1"}};
    static const char *const bad[] = {"",
                                      ":80",
                                      "localhost:80@evil",
                                      "localhost@evil",
                                      "[::1]evil.com",
                                      "[::1",
                                      "::1",
                                      "[127.0.0.1]",
                                      "[evil.com]",
                                      "localhost:8a",
                                      "localhost/",
                                      "localhost ",
                                      "localhost:80, evil",
                                      "[]",
                                      "a%2eb"};
    char name[KAURI_HTTP_HOST_BYTES];
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_true(kauri_http_host_name(good[i][0], name));
        assert_string_equal(name, good[i][1]);
    }
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        if (kauri_http_host_name(bad[i], name)) {
            fail_msg("%s is taken for a host", bad[i]);
        }
    }
    char text[KAURI_HTTP_HOST_BYTES + 1];
    memset(text, 'a', sizeof text);
    text[KAURI_HTTP_HOST_BYTES] = '\0';
    assert_false(kauri_http_host_name(text, name));
    text[KAURI_HTTP_HOST_BYTES - 1] = '\0';
    assert_true(kauri_http_host_name(text, name));
    assert_string_equal(name, text);
}

TEST(test_parameters)
{
    assert_string_equal(path_of("/p?a=1&b=&c&&d=x=y&a=2&"), "/p");
    assert_int_equal(target.parameter_count, 5);
    check_parameter(0, "a", "1");
    check_parameter(1, "b", "");
    check_parameter(2, "c", "");
    check_parameter(3, "d", "x=y");
    check_parameter(4, "a", "2");
    (void)path_of("/p?position=0%2B1,2/3+S+28%3A30&a%3Db=%26");
    check_parameter(0, "position", "0+1,2/3 S 28:30");
    check_parameter(1, "a=b", "&");
    (void)path_of("/p??x=?");
    check_parameter(0, "?x", "?");
    (void)path_of("/p?=x");
    check_parameter(0, "", "x");
}

TEST(test_bad_escapes)
{
    static const char *const bad[] = {"/%",    "/%4",    "/%zz",  "/%4z",   "/?a=%",
                                      "/?%=b", "/?a=%f", "/%%41", "/%u0041"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_non_null(strstr(refusal(bad[i]), "hexadecimal"));
    }
    assert_non_null(strstr(refusal("/a%00b"), "%00"));
    assert_non_null(strstr(refusal("/?a=b%00"), "%00"));
}

TEST(test_bad_texts)
{
    static const char *const bad[] = {"/%0a", "/%0d%0aX:y", "/%7f", "/?%1b=a"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_non_null(strstr(refusal(bad[i]), "control character"));
    }
    static const char *const raw[] = {"/a b", "/\t", "/\x7f", "/\xc3\xa4", "/a#b", "/\r"};
    for (size_t i = 0; i < sizeof raw / sizeof raw[0]; i++) {
        assert_non_null(strstr(refusal(raw[i]), "percent-encoded"));
    }
}

TEST(test_lengths)
{
    char text[KAURI_HTTP_TARGET_MAX + 2];
    memset(text, 'a', sizeof text);
    text[0] = '/';
    text[KAURI_HTTP_TARGET_MAX] = '\0';
    assert_int_equal(strlen(path_of(text)), KAURI_HTTP_TARGET_MAX);
    text[KAURI_HTTP_TARGET_MAX] = 'a';
    text[KAURI_HTTP_TARGET_MAX + 1] = '\0';
    assert_non_null(strstr(refusal(text), "longer"));
    // The longest target that gains a '/'.
    memset(text, 'a', sizeof text);
    memcpy(text, "http://h?", 9);
    text[KAURI_HTTP_TARGET_MAX] = '\0';
    assert_string_equal(path_of(text), "/");
    assert_int_equal(strlen(target.parameters[0].name), KAURI_HTTP_TARGET_MAX - 9);

    int at = snprintf(text, sizeof text, "/?");
    for (int i = 0; i < KAURI_HTTP_PARAMETERS_MAX; i++) {
        at += snprintf(text + at, sizeof text - (size_t)at, "p%d=%d&", i, i);
    }
    (void)path_of(text);
    assert_int_equal(target.parameter_count, KAURI_HTTP_PARAMETERS_MAX);
    check_parameter(31, "p31", "31");
    (void)snprintf(text + at, sizeof text - (size_t)at, "x");
    assert_non_null(strstr(refusal(text), "parameters"));
    // Empty ones are not there, but they count.
    memset(text, '&', sizeof text);
    memcpy(text, "/?", 2);
    text[KAURI_HTTP_PARAMETERS_MAX + 2] = '\0';
    (void)path_of(text);
    assert_int_equal(target.parameter_count, 0);
    text[KAURI_HTTP_PARAMETERS_MAX + 2] = 'a';
    text[KAURI_HTTP_PARAMETERS_MAX + 3] = '\0';
    assert_non_null(strstr(refusal(text), "parameters"));
}
