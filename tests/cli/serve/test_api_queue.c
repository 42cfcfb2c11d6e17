// The queue of jobs by itself: order, deadline, slow clients, errors, and what is released.
#include "tests/cli/serve/asking.h"
#include "tests/cmocka_all.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { JOBS = 5, EVENTS = 400 };

// What a job of these tests does.
struct errand {
    unsigned number;
    unsigned *order; // where it notes its number
    unsigned *count; // of numbers there
    atomic_uint *released;
};

static atomic_uint lingering; // jobs that have begun to linger

static const struct kauri_api_options options = {
    .job_threads = 1, .queue_places = JOBS, .client_places = JOBS, .search_threads = 1};

static struct kauri_api_queue *make(void)
{
    struct kauri_api_queue *queue = NULL;
    struct kauri_error error;
    assert_int_equal(kauri_api_queue_new(NULL, &options, &queue, &error), KAURI_OK);
    return queue;
}

static struct errand *errand(unsigned number, unsigned *order, unsigned *count,
                             atomic_uint *released)
{
    struct errand *made = malloc(sizeof *made);
    assert_non_null(made);
    *made = (struct errand){number, order, count, released};
    return made;
}

static void release(void *question)
{
    struct errand *done = question;
    (void)atomic_fetch_add(done->released, 1);
    free(done);
}

static enum kauri_status add_of(const char *client, struct kauri_api_queue *queue,
                                const struct kauri_api_work *work, struct errand *question,
                                bool events, double seconds, struct kauri_api_answer *answer)
{
    struct kauri_error error;
    const struct kauri_api_request request = {.method = "GET", .path = "", .client = client};
    const struct kauri_api_query query = {.request = &request, .rest = "", .events = events};
    memset(answer, 0, sizeof *answer);
    return kauri_api_queue_add(queue, &query, work, question, seconds, answer, &error);
}

static enum kauri_status add(struct kauri_api_queue *queue, const struct kauri_api_work *work,
                             struct errand *question, bool events, double seconds,
                             struct kauri_api_answer *answer)
{
    return add_of("tester", queue, work, question, events, seconds, answer);
}

// ---------------------------------------------------------------------------------------- works

static enum kauri_status note(struct kauri_api *api, struct kauri_api_job *job, void *question,
                              struct kauri_string *out, struct kauri_error *error)
{
    const struct errand *now = question;
    (void)api;
    (void)job;
    (void)error;
    now->order[(*now->count)++] = now->number; // one thread
    kauri_string_add(out, "{}\n");
    return KAURI_OK;
}

// Ends only when it is asked to.
static enum kauri_status linger(struct kauri_api *api, struct kauri_api_job *job, void *question,
                                struct kauri_string *out, struct kauri_error *error)
{
    (void)api;
    (void)question;
    (void)out;
    (void)atomic_fetch_add(&lingering, 1);
    while (!kauri_progress_cancelled(kauri_api_job_progress(job))) {
    }
    return kauri_fail(error, KAURI_INTERRUPTED, "interrupted");
}

static enum kauri_status chatter(struct kauri_api *api, struct kauri_api_job *job, void *question,
                                 struct kauri_string *out, struct kauri_error *error)
{
    struct kauri_string object = {.bytes = NULL};
    (void)api;
    (void)question;
    (void)error;
    for (unsigned i = 0; i < 1000; i++) {
        kauri_string_add(&object, "x");
    }
    for (unsigned i = 0; i < EVENTS; i++) {
        kauri_api_job_tell(job, "news", &object);
    }
    kauri_string_clear(&object);
    kauri_string_add(out, "{}\n");
    return KAURI_OK;
}

static enum kauri_status stumble(struct kauri_api *api, struct kauri_api_job *job, void *question,
                                 struct kauri_string *out, struct kauri_error *error)
{
    (void)api;
    (void)job;
    (void)question;
    kauri_string_add(out, "a part that nobody gets");
    return kauri_fail(error, KAURI_CORRUPT, "a table is damaged");
}

static const struct kauri_api_work notes = {.run = note, .release = release};
static const struct kauri_api_work lingers = {.run = linger, .release = release};
static const struct kauri_api_work chatters = {.run = chatter, .release = release};
static const struct kauri_api_work fails = {.run = stumble, .release = release};
static const struct kauri_api_work scans = {
    .lane = KAURI_API_LANE_SCAN, .run = note, .release = release};

// ---------------------------------------------------------------------------------------- tests

static void test_first_come_first_served(void **state)
{
    (void)state;
    struct kauri_api_queue *queue = make();
    struct kauri_api_answer answers[JOBS];
    struct kauri_api_answer answer;
    unsigned order[JOBS];
    unsigned count = 0;
    atomic_uint released = 0;
    assert_int_equal(add(queue, &lingers, errand(0, NULL, NULL, &released), false, 3600, &answer),
                     KAURI_OK);
    for (unsigned i = 0; i < JOBS - 1; i++) {
        assert_int_equal(
            add(queue, &notes, errand(i, order, &count, &released), false, 1, &answers[i]),
            KAURI_OK);
        assert_non_null(answers[i].job);
    }
    kauri_api_job_free(answers[1].job); // leaves before its turn
    kauri_api_job_free(answer.job);
    for (unsigned i = 0; i < JOBS - 1; i++) {
        if (i != 1) {
            asking_finish(answers[i].job, &answer);
            assert_int_equal(answer.http_status, 200);
            kauri_api_answer_clear(&answer);
        }
    }
    kauri_api_queue_free(queue);
    assert_int_equal(count, JOBS - 2);
    assert_int_equal(order[0], 0);
    assert_int_equal(order[1], 2);
    assert_int_equal(order[2], 3);
    assert_int_equal(atomic_load(&released), JOBS);
}

// A client with many jobs does not keep others waiting until all are done.
static void test_clients_take_turns(void **state)
{
    (void)state;
    static const char *const clients[JOBS] = {"a", "a", "a", "b", "b"};
    static const unsigned wanted[JOBS] = {3, 0, 4, 1, 2}; // after one of a
    struct kauri_api_queue *queue = make();
    struct kauri_api_answer answers[JOBS];
    struct kauri_api_answer answer;
    unsigned order[JOBS];
    unsigned count = 0;
    atomic_uint released = 0;
    atomic_store(&lingering, 0);
    assert_int_equal(
        add_of("a", queue, &lingers, errand(0, NULL, NULL, &released), false, 3600, &answer),
        KAURI_OK);
    while (atomic_load(&lingering) == 0) {
    }
    for (unsigned i = 0; i < JOBS; i++) {
        assert_int_equal(add_of(clients[i], queue, &notes, errand(i, order, &count, &released),
                                false, 1, &answers[i]),
                         KAURI_OK);
        assert_non_null(answers[i].job);
    }
    kauri_api_job_free(answer.job);
    for (unsigned i = 0; i < JOBS; i++) {
        asking_finish(answers[i].job, &answer);
        kauri_api_answer_clear(&answer);
    }
    kauri_api_queue_free(queue);
    assert_memory_equal(order, wanted, sizeof wanted);
}

// Readers of whole tables do not wait for searches, and the other way round.
static void test_lanes(void **state)
{
    (void)state;
    struct kauri_api_queue *queue = make();
    struct kauri_api_answer busy;
    struct kauri_api_answer answer;
    unsigned order[1];
    unsigned count = 0;
    atomic_uint released = 0;
    assert_int_equal(add(queue, &lingers, errand(0, NULL, NULL, &released), false, 3600, &busy),
                     KAURI_OK);
    assert_int_equal(add(queue, &scans, errand(7, order, &count, &released), false, 1, &answer),
                     KAURI_OK);
    asking_finish(answer.job, &answer);
    assert_int_equal(answer.http_status, 200);
    assert_int_equal(order[0], 7);
    kauri_api_answer_clear(&answer);
    kauri_api_job_free(busy.job);
    kauri_api_queue_free(queue);
}

static void test_deadline(void **state)
{
    (void)state;
    struct kauri_api_queue *queue = make();
    struct kauri_api_answer answer;
    atomic_uint released = 0;
    assert_int_equal(add(queue, &lingers, errand(0, NULL, NULL, &released), false, 0.01, &answer),
                     KAURI_OK);
    asking_finish(answer.job, &answer);
    assert_int_equal(answer.http_status, 503);
    assert_true(answer.retry_seconds > 0);
    assert_non_null(strstr(kauri_string_text(&answer.body), "would take more than"));
    kauri_api_answer_clear(&answer);
    kauri_api_queue_free(queue);
    assert_int_equal(atomic_load(&released), 1);
}

// A client that does not read gets the result, and only some of the events.
static void test_slow_client(void **state)
{
    (void)state;
    struct kauri_api_queue *queue = make();
    struct kauri_api_answer answer;
    struct kauri_api_answer other;
    unsigned order[1];
    unsigned count = 0;
    atomic_uint released = 0;
    assert_int_equal(add(queue, &chatters, errand(0, NULL, NULL, &released), true, 3600, &answer),
                     KAURI_OK);
    assert_int_equal(add(queue, &notes, errand(1, order, &count, &released), false, 1, &other),
                     KAURI_OK);
    asking_finish(other.job, &other); // by now the first one has finished
    kauri_api_answer_clear(&other);
    asking_finish(answer.job, &answer);
    assert_true(answer.body.length < EVENTS * 1000 / 2);
    assert_non_null(strstr(kauri_string_text(&answer.body), "event: news"));
    static const char last[] = "event: result\ndata: {}\n\n";
    assert_string_equal(kauri_string_text(&answer.body) + answer.body.length - strlen(last), last);
    kauri_api_answer_clear(&answer);
    kauri_api_queue_free(queue);
}

static void test_errors(void **state)
{
    (void)state;
    struct kauri_api_queue *queue = make();
    struct kauri_api_answer answer;
    atomic_uint released = 0;
    for (unsigned events = 0; events < 2; events++) {
        assert_int_equal(
            add(queue, &fails, errand(0, NULL, NULL, &released), events == 1, 1, &answer),
            KAURI_OK);
        kauri_api_job_stamp(answer.job, 100, "\"tag\"");
        asking_finish(answer.job, &answer);
        assert_int_equal(answer.http_status, events == 1 ? 200 : 503);
        assert_int_equal(answer.cache_seconds, 0);
        assert_string_equal(answer.etag, "");
        assert_non_null(strstr(kauri_string_text(&answer.body),
                               "{\"error\":\"a table is damaged\",\"status\":5}"));
        assert_null(strstr(kauri_string_text(&answer.body), "a part"));
        kauri_api_answer_clear(&answer);
    }
    kauri_api_queue_stop(queue);
    assert_int_equal(add(queue, &fails, errand(0, NULL, NULL, &released), false, 1, &answer),
                     KAURI_INTERRUPTED);
    assert_null(answer.job);
    kauri_api_queue_free(queue);
    kauri_api_queue_free(NULL);
    assert_int_equal(atomic_load(&released), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_come_first_served),
        cmocka_unit_test(test_clients_take_turns),
        cmocka_unit_test(test_lanes),
        cmocka_unit_test(test_deadline),
        cmocka_unit_test(test_slow_client),
        cmocka_unit_test(test_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
