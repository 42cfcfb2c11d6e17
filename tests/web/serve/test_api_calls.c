// Answers of the API that take long: events, callers who have no room or leave, bounds of time, and
// several threads at once.
#include "tests/web/serve/asking.h"
#include "web/serve/api_call.h"

#include <pthread.h>
#include <string.h>

enum { HOLES = 2, COWRIES = 2, SEEDS = 2 };

// No search ends here in less than an hour.
#define ENDLESS "search?position=5+1,5+1,5+1,5+1,5,5+1/5+1,5+1,5+1,5+1,5+1,5+1 S"
#define SHORT   "search?position=0,0+1/1,0+1 S"

ASKING_GROUP(asking, HOLES, COWRIES, SEEDS)

static void clear(struct guest *guest, struct api_answered *answer)
{
    kauri_string_clear(&guest->events);
    asked_clear(answer);
}

// A search that its limit ends gives bounds.
TEST(test_time_is_bounded)
{
    asking_expect(asking.api, ENDLESS "&seconds=0.05", 200,
                  "\"status\":\"bounds\",\"stop\":\"time\"");
    asking_expect(asking.api, ENDLESS "&seconds=61", 400,
                  "seconds takes a number from 0.001 to 60");
    asking_expect(asking.api, ENDLESS "&seconds=3&events=1", 200,
                  "event: bounds\ndata: {\"position\":");
}

// The caller is asked for room once the request is found to be good, and for long answers only.
TEST(test_no_room)
{
    static const struct {
        const char *path, *body;
        unsigned http_status, admitted;
    } cases[] = {
        {SHORT, NULL, 429, 1},
        {SHORT "&events=1", NULL, 429, 1},
        {"analyse?position=0,0+1/1,0+1 S", NULL, 429, 1},
        {"reply?position=0,0+1/1,0+1 S", NULL, 429, 1},
        {"annotate", "Position 0,0+1/1,0+1 S\n1. b\n", 429, 1},
        {"find?kind=only&seeds=1", NULL, 429, 1},
        {SHORT "&seconds=x", NULL, 400, 0},
        {"find?kind=only&seeds=9", NULL, 404, 0},
        {"probe?position=0,0+1/1,0+1 S", NULL, 200, 0},
        {"moves?position=0,0+1/1,0+1 S", NULL, 200, 0},
        {"replay", "Position 0,0+1/1,0+1 S\n1. b\n", 200, 0},
        {"layers", NULL, 200, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct api_answered answer;
        struct guest full = {.refuses = true};
        asking_as(&full, asking.api, cases[i].body != NULL ? "POST" : "GET", cases[i].path,
                  cases[i].body, &answer);
        if (answer.answer.status != cases[i].http_status || full.admitted != cases[i].admitted) {
            fail_msg("%s: %u %s", cases[i].path, answer.answer.status, asked_text(&answer));
        }
        assert_int_equal(full.event_count, 0);
        if (answer.answer.status == 429) {
            assert_non_null(asked_header(&answer, "Retry-After"));
            assert_string_equal(asked_text(&answer),
                                "{\"error\":\"too many answers are under way; try again later\","
                                "\"status\":6}\n");
        }
        clear(&full, &answer);
    }
    // One who leaves while it waits, or while the server ends.
    struct api_answered answer;
    struct guest leaving = {.refuses = true, .stops_after = 1, .event_count = 1};
    asking_as(&leaving, asking.api, "GET", SHORT, NULL, &answer);
    assert_int_equal(answer.answer.status, 503);
    assert_non_null(strstr(asked_text(&answer), "the server is stopping"));
    clear(&leaving, &answer);
}

// Like a command after a signal, a search that is stopped answers with the bounds proven so far.
TEST(test_stop)
{
    struct api_answered answer;
    struct guest leaving = {.stops_after = 2};
    asking_as(&leaving, asking.api, "GET", ENDLESS "&events=1&seconds=60", NULL, &answer);
    assert_true(answer.streamed);
    assert_int_equal(leaving.admitted_streams, 1);
    assert_non_null(strstr(kauri_string_text(&leaving.events), "event: bounds\n"));
    assert_non_null(strstr(kauri_string_text(&leaving.events), "event: result\n"));
    clear(&leaving, &answer);
    // Others have no answer then.
    struct guest gone = {.stops_after = 1, .event_count = 1};
    asking_as(&gone, asking.api, "GET", "find?kind=zugzwangs&seeds=2", NULL, &answer);
    assert_int_equal(answer.answer.status, 503);
    assert_non_null(asked_header(&answer, "Retry-After"));
    assert_non_null(
        strstr(asked_text(&answer), "{\"error\":\"the server is stopping\",\"status\":8}"));
    clear(&gone, &answer);
    struct guest gone_stream = {.stops_after = 1, .event_count = 1};
    asking_as(&gone_stream, asking.api, "GET", "find?kind=zugzwangs&seeds=2&events=1", NULL,
              &answer);
    assert_true(answer.streamed);
    assert_string_equal(kauri_string_text(&gone_stream.events),
                        "event: error\ndata: {\"error\":\"the server is stopping\",\"status\":8}"
                        "\n\n");
    clear(&gone_stream, &answer);
}

TEST(test_deadline)
{
    struct kauri_error error;
    const struct kauri_api_caller caller = {.context = NULL};
    struct kauri_api api = {.threads = 1};
    struct kauri_api_call call = {.api = &api, .caller = &caller};
    assert_int_equal(kauri_api_begin(&call, 0.01, &error), KAURI_OK);
    assert_true(call.begun);
    while (!kauri_progress_cancelled(&call.progress)) {
    }
    kauri_api_explain(&call, &error);
    assert_int_equal(error.status, KAURI_INTERRUPTED);
    assert_string_equal(error.message, "the answer would take more than 0 seconds");
    assert_false(kauri_api_due(&call)); // nobody wants events
    api.serves_one = true;
    assert_int_equal(kauri_api_begin(&call, 0, &error), KAURI_OK);
    assert_false(kauri_progress_cancelled(&call.progress)); // no limit but the client's
}

// ----------------------------------------------------------------------------------- threads

enum { CLIENTS = 4, REQUESTS = 60 };

static void *be_client(void *context)
{
    const unsigned number = *(const unsigned *)context;
    static const char *const paths[] = {
        SHORT,    SHORT "&events=1",           "probe?position=1,0+1/1,0+1 S",
        "layers", "find?kind=longest&seeds=2", "find?kind=zugzwangs&seeds=1&events=1"};
    for (unsigned i = 0; i < REQUESTS; i++) {
        const char *path = paths[(i + number) % (sizeof paths / sizeof paths[0])];
        asking_expect(asking.api, path, 200, "{");
    }
    return NULL;
}

TEST(test_many_threads)
{
    pthread_t threads[CLIENTS];
    unsigned numbers[CLIENTS];
    for (unsigned i = 0; i < CLIENTS; i++) {
        numbers[i] = i;
        assert_int_equal(pthread_create(&threads[i], NULL, be_client, &numbers[i]), 0);
    }
    for (unsigned i = 0; i < CLIENTS; i++) {
        (void)pthread_join(threads[i], NULL);
    }
}
