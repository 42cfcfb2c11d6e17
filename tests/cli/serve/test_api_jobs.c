// The queue of the API: order, bounds, cancellation, events, the end.
#include "cli/search/search_view.h"
#include "tests/cli/serve/asking.h"
#include "tests/cmocka_all.h"
#include "tests/queries/solved_tables.h"

#include <stdio.h>
#include <string.h>

enum { THREADS = 2, PLACES = 3, CLIENT_PLACES = 4 };

// No search ends here in less than an hour.
#define ENDLESS "search?position=5+1,5+1,5+1,5+1,5,5+1/5+1,5+1,5+1,5+1,5+1,5+1 S&seconds=3600"
#define SHORT   "search?position=0,0+1/1,0+1 S"

static struct kauri_api *make(void)
{
    const struct kauri_api_options options = {.job_threads = THREADS,
                                              .queue_places = PLACES,
                                              .client_places = CLIENT_PLACES,
                                              .job_memory = 64 << 20,
                                              .job_seconds = 3600};
    return asking_api_with(&options);
}

static struct kauri_api_job *begin(struct kauri_api *api, const char *client, const char *path)
{
    struct kauri_api_answer answer;
    asking_begin(api, client, "GET", path, NULL, &answer);
    assert_non_null(answer.job);
    return answer.job;
}

// Jobs that keep all threads busy.
static void occupy(struct kauri_api *api, struct kauri_api_job *jobs[THREADS])
{
    for (unsigned i = 0; i < THREADS; i++) {
        jobs[i] = begin(api, "busy", ENDLESS "&events=1");
        struct kauri_string text = {.bytes = NULL};
        while (strstr(kauri_string_text(&text), "event: bounds") == NULL) { // it runs
            asking_wait(jobs[i]);
            struct kauri_api_answer answer = {.job = NULL};
            assert_null(strstr(kauri_string_text(&text), "event: result"));
            assert_true(kauri_api_job_take(jobs[i], &answer));
            assert_true(answer.stream);
            assert_string_equal(answer.type, "text/event-stream");
            assert_int_equal(answer.cache_seconds, 0);
            kauri_string_add_text(&text, kauri_string_text(&answer.body));
            kauri_api_answer_clear(&answer);
        }
        assert_non_null(strstr(kauri_string_text(&text), "event: queued\ndata: {\"place\":0}\n\n"));
        kauri_string_clear(&text);
    }
}

static void release(struct kauri_api_job *jobs[THREADS])
{
    for (unsigned i = 0; i < THREADS; i++) {
        kauri_api_job_free(jobs[i]);
    }
}

static void test_search_is_the_object_of_the_command(void **state)
{
    (void)state;
    struct kauri_api *api = make();
    struct kauri_api_answer answer;
    asking_get(api, SHORT, &answer);
    assert_int_equal(answer.http_status, 200);
    assert_int_equal(answer.cache_seconds, 0);
    assert_string_equal(answer.etag, "");
    assert_non_null(strstr(kauri_string_text(&answer.body), "\"status\":\"exact\""));
    assert_non_null(strstr(kauri_string_text(&answer.body), "\"line\":[{"));
    kauri_api_answer_clear(&answer);
    asking_get(api, SHORT "&rules=standard&events=1", &answer);
    assert_int_equal(answer.http_status, 200);
    assert_non_null(strstr(kauri_string_text(&answer.body), "event: result\ndata: {\"position\":"));
    const size_t length = answer.body.length;
    assert_string_equal(kauri_string_text(&answer.body) + length - 3, "}\n\n");
    kauri_api_answer_clear(&answer);
    kauri_api_free(api);
}

// A search that its limit ends gives bounds.
static void test_time_is_bounded(void **state)
{
    (void)state;
    struct kauri_api *api = make();
    asking_expect(api,
                  "search?position=5+1,5+1,5+1,5+1,5,5+1/5+1,5+1,5+1,5+1,5+1,5+1 S&seconds=0.05",
                  200, "\"status\":\"bounds\",\"stop\":\"time\"");
    asking_expect(api,
                  "search?position="
                  "5+1,5+1/5+1,5+1 S&seconds=3601",
                  400, "at");
    kauri_api_free(api);
}

static void test_full_queue(void **state)
{
    (void)state;
    struct kauri_api *api = make();
    struct kauri_api_job *busy[THREADS];
    struct kauri_api_job *waiting[PLACES];
    struct kauri_api_answer answer;
    occupy(api, busy);
    for (unsigned i = 0; i < PLACES; i++) {
        waiting[i] = begin(api, i < 2 ? "busy" : "other", SHORT);
        assert_false(kauri_api_job_take(waiting[i], &answer));
    }
    asking_begin(api, "third", "GET", SHORT, NULL, &answer);
    assert_null(answer.job);
    assert_int_equal(answer.http_status, 429);
    assert_true(answer.retry_seconds > 0);
    assert_non_null(strstr(kauri_string_text(&answer.body), "try again later"));
    kauri_api_answer_clear(&answer);
    kauri_api_job_free(waiting[2]);                         // gives its place to another one
    asking_begin(api, "busy", "GET", SHORT, NULL, &answer); // which is none of this client
    assert_int_equal(answer.http_status, 429);
    assert_non_null(strstr(kauri_string_text(&answer.body), "too many answers for this client"));
    kauri_api_answer_clear(&answer);
    waiting[2] = begin(api, "third", SHORT);
    release(busy); // cancelled: the others get their turn
    for (unsigned i = 0; i < PLACES; i++) {
        asking_finish(waiting[i], &answer);
        assert_int_equal(answer.http_status, 200);
        kauri_api_answer_clear(&answer);
    }
    kauri_api_free(api);
}

// Those who wait are told that the server stops, and those who come later, too.
static void test_stop(void **state)
{
    (void)state;
    struct kauri_api *api = make();
    struct kauri_api_job *busy[THREADS];
    struct kauri_api_answer answer;
    occupy(api, busy);
    struct kauri_api_job *waiting = begin(api, "other", SHORT);
    kauri_api_stop(api);
    asking_finish(waiting, &answer);
    assert_int_equal(answer.http_status, 503);
    assert_non_null(strstr(kauri_string_text(&answer.body), "the server is stopping"));
    kauri_api_answer_clear(&answer);
    for (unsigned i = 0; i < THREADS; i++) {
        struct kauri_string text = {.bytes = NULL};
        while (kauri_api_job_read(busy[i], &text)) {
            asking_wait(busy[i]);
        }
        // Like a command after a signal, the search answers with the bounds proven so far.
        assert_non_null(strstr(kauri_string_text(&text), "event: result"));
        kauri_string_clear(&text);
    }
    release(busy);
    asking_begin(api, "late", "GET", SHORT, NULL, &answer);
    assert_int_equal(answer.http_status, 503);
    kauri_api_answer_clear(&answer);
    kauri_api_free(api);
}

// ----------------------------------------------------------------------------------- threads

enum { CLIENTS = 4, REQUESTS = 200 };

static struct kauri_api *shared;
static struct solved solved;

static void *be_client(void *context)
{
    const unsigned number = *(const unsigned *)context;
    char client[16];
    (void)snprintf(client, sizeof client, "%u", number);
    for (unsigned i = 0; i < REQUESTS; i++) {
        struct kauri_api_answer answer;
        const char *path = i % 4 == 0   ? SHORT
                           : i % 4 == 1 ? SHORT "&events=1"
                           : i % 4 == 2 ? "probe?position=1,0+1/1,0+1 S"
                                        : "layers";
        asking_begin(shared, client, "GET", path, NULL, &answer);
        if (answer.job != NULL && i % 8 < 4) {
            kauri_api_job_free(answer.job); // leaves
        } else if (answer.job != NULL) {
            asking_finish(answer.job, &answer);
        }
        assert_true(answer.http_status == 0 || answer.http_status == 200 ||
                    answer.http_status == 429);
        kauri_api_answer_clear(&answer);
    }
    return NULL;
}

static void test_many_clients(void **state)
{
    (void)state;
    pthread_t threads[CLIENTS];
    unsigned numbers[CLIENTS];
    solved_make(&solved, 2, 2, 2);
    const struct kauri_api_options options = {
        .tables = solved.tables, .job_threads = THREADS, .queue_places = PLACES};
    shared = asking_api_with(&options);
    for (unsigned i = 0; i < CLIENTS; i++) {
        numbers[i] = i;
        assert_int_equal(pthread_create(&threads[i], NULL, be_client, &numbers[i]), 0);
    }
    for (unsigned i = 0; i < CLIENTS; i++) {
        (void)pthread_join(threads[i], NULL);
    }
    kauri_api_free(shared);
    solved_remove(&solved);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_search_is_the_object_of_the_command),
        cmocka_unit_test(test_time_is_bounded),
        cmocka_unit_test(test_full_queue),
        cmocka_unit_test(test_stop),
        cmocka_unit_test(test_many_clients),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
