// Headers of answers, entity tags, and what a client accepts.
#include "tests/test.h"
#include "web/http/http_answer.h"

#include <string.h>

TEST(test_headers)
{
    struct kauri_http_answer answer = {.status = 0};
    kauri_http_answer_header(&answer, "Content-Type", "text/plain");
    kauri_http_answer_header(&answer, "Cache-Control", "max-age=%d", 60);
    assert_int_equal(answer.header_count, 2);
    assert_string_equal(answer.headers[0].value, "text/plain");
    assert_string_equal(answer.headers[1].name, "Cache-Control");
    assert_string_equal(answer.headers[1].value, "max-age=60");
    assert_false(answer.failed);
}

TEST(test_too_many_headers)
{
    struct kauri_http_answer answer = {.status = 0};
    for (int i = 0; i < KAURI_HTTP_HEADERS_MAX; i++) {
        kauri_http_answer_header(&answer, "X", "%d", i);
    }
    assert_false(answer.failed);
    kauri_http_answer_header(&answer, "X", "one more");
    assert_true(answer.failed);

    char text[KAURI_HTTP_HEADER_TEXT_BYTES];
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    answer = (struct kauri_http_answer){.status = 0};
    kauri_http_answer_header(&answer, "X", "%s", text);
    assert_false(answer.failed);
    kauri_http_answer_header(&answer, "X", "b");
    assert_true(answer.failed);
}

TEST(test_etags)
{
    assert_false(kauri_http_etag_matches(NULL, "\"a\""));
    assert_false(kauri_http_etag_matches("", "\"a\""));
    assert_true(kauri_http_etag_matches("\"a\"", "\"a\""));
    assert_true(kauri_http_etag_matches("W/\"a\"", "\"a\""));
    assert_true(kauri_http_etag_matches("\"a\"", "W/\"a\""));
    assert_true(kauri_http_etag_matches("\"x\", \"a,b\" ,W/\"a\"", "\"a\""));
    assert_true(kauri_http_etag_matches(" * ", "\"a\""));
    assert_false(kauri_http_etag_matches("\"a", "\"a\""));
    assert_false(kauri_http_etag_matches("\"ab\"", "\"a\""));
    assert_false(kauri_http_etag_matches("\"a,b\"", "\"b\""));
    assert_false(kauri_http_etag_matches("a", "\"a\""));
    assert_false(kauri_http_etag_matches("\"x\"\"y", "\"y\""));
}

TEST(test_accept)
{
    assert_false(kauri_http_accepts(NULL, "gzip"));
    assert_true(kauri_http_accepts("gzip", "gzip"));
    assert_true(kauri_http_accepts("deflate, GZIP;q=0.5, br", "gzip"));
    assert_true(kauri_http_accepts("text/html,text/event-stream", "text/event-stream"));
    assert_false(kauri_http_accepts("gzip;q=0", "gzip"));
    assert_false(kauri_http_accepts("gzip; q=0.000 , br", "gzip"));
    assert_true(kauri_http_accepts("br;q=0, gzip;q=0.001", "gzip"));
    assert_false(kauri_http_accepts("x-gzip, gzipped", "gzip"));
    assert_false(kauri_http_accepts(",,;,", "gzip"));
    assert_false(kauri_http_accepts("*/*", "text/event-stream"));
}
