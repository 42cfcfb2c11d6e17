// Questions through the public interface, linked to the shared library: the answers are those of
// the API, without the limits of a server.
#include "tests/test.h"

#include <kauri/answers.h>

#include <stdlib.h>
#include <string.h>

static struct kauri_answers *answers_of(struct kauri_tablebase *tables, unsigned threads)
{
    const struct kauri_answers_options options = {
        .struct_bytes = sizeof options, .tables = tables, .threads = threads};
    struct kauri_answers *answers = NULL;
    struct kauri_error error;
    assert_ok(kauri_answers_new(&options, &answers, &error), &error);
    return answers;
}

static struct kauri_tablebase *open_tables(void)
{
    const char *folder = getenv("KAURI_TEST_TABLES");
    struct kauri_tablebase *tables = NULL;
    struct kauri_error error;
    assert_non_null(folder);
    assert_ok(kauri_tablebase_open(&folder, 1, NULL, &tables, &error), &error);
    return tables;
}

// Asks, with a body that may be NULL; the caller frees the answer.
static char *ask(struct kauri_answers *answers, const char *text, const char *body)
{
    const struct kauri_question question = {.struct_bytes = sizeof question,
                                            .text = text,
                                            .body = body,
                                            .body_bytes = body != NULL ? strlen(body) : 0};
    struct kauri_error error;
    char *answer = NULL;
    size_t bytes = 0;
    assert_ok(kauri_answers_ask(answers, &question, &answer, &bytes, &error), &error);
    assert_true(memchr(answer, '\0', bytes) == NULL || strncmp(text, "search-proof", 12) == 0);
    assert_int_equal(answer[bytes], 0);
    return answer;
}

static void expect(struct kauri_answers *answers, const char *text, const char *body,
                   const char *part)
{
    char *answer = ask(answers, text, body);
    if (strstr(answer, part) == NULL) {
        fail_msg("%s: %s", text, answer);
    }
    kauri_answer_free(answer);
}

static void expect_fault(struct kauri_answers *answers, const char *text, const char *body,
                         enum kauri_status status, const char *part)
{
    const struct kauri_question question = {.struct_bytes = sizeof question,
                                            .text = text,
                                            .body = body,
                                            .body_bytes = body != NULL ? strlen(body) : 0};
    struct kauri_error error;
    char unchanged[] = "unchanged";
    char *answer = unchanged;
    assert_int_equal(kauri_answers_ask(answers, &question, &answer, NULL, &error), status);
    assert_null(answer);
    if (strstr(error.message, part) == NULL) {
        fail_msg("%s: %s", text, error.message);
    }
}

TEST(questions_have_the_answers_of_the_api)
{
    struct kauri_tablebase *tables = open_tables();
    struct kauri_answers *answers = answers_of(tables, 0);
    expect(answers, "probe?position=0+2,1/1,0+2_S", NULL, "\"r\":");
    expect(answers, "probe", "[\"1/1 S\"]", "\"status\":3");
    expect(answers, "moves?position=0+2,1/1,0+2_S", NULL, "\"moves\":[{\"move\":\"a\"");
    expect(answers, "search?position=1,1/1,1_S&seconds=100000.5", NULL, "\"source\":");
    expect(answers, "annotate?nodes=1000", "Position 2+2,0/0,1+2 S\n\n1. a", "\"plies\":[");
    expect(answers, "replay", "1. a A", "\"plies\":[");
    expect(answers, "rules", NULL, "\"rules\":");
    expect(answers, "search-proof?position=5,5/5,5_S&ask=-60", NULL, "kauri-proof");
    kauri_answers_free(answers);
    kauri_tablebase_close(tables);
}

// The number of positions that meet the conditions, and whether all that are listed have the part.
static long found(struct kauri_answers *answers, const char *text, const char *part)
{
    char *answer = ask(answers, text, NULL);
    const char *at = strstr(answer, "\"found\":");
    assert_non_null(at);
    assert_non_null(strstr(answer, "\"kind\":null"));
    const long count = strtol(at + 8, NULL, 10);
    for (const char *one = strstr(at, "\"position\":"); one != NULL;) {
        const char *next = strstr(one + 1, "\"position\":");
        const char *has = strstr(one, part);
        assert_true(has != NULL && (next == NULL || has < next));
        one = next;
    }
    kauri_answer_free(answer);
    return count;
}

// `find` by conditions, against values that are read in another way.
TEST(positions_are_found_by_conditions)
{
    enum { SEEDS = 3, TOP = 10 };
    struct kauri_tablebase *tables = open_tables();
    const unsigned holes = kauri_tablebase_holes(tables);
    uint64_t positions = 0;
    assert_int_equal(
        kauri_layer_positions(holes, kauri_tablebase_cowries(tables), SEEDS, &positions, NULL),
        KAURI_OK);
    int16_t *r = calloc(positions, sizeof *r);
    uint16_t *dtc = calloc(positions, sizeof *dtc);
    assert_non_null(r);
    assert_non_null(dtc);
    assert_int_equal(kauri_layer_read(tables, SEEDS, 0, positions, r, dtc, 1, NULL), KAURI_OK);
    long greatest = 0;
    long far = 0;
    for (uint64_t i = 0; i < positions; i++) {
        greatest += r[i] == TOP ? 1 : 0;
        far += r[i] != 0 && dtc[i] >= 4 && dtc[i] <= 6 ? 1 : 0;
    }
    assert_true(greatest > 0 && far > 0);
    for (unsigned threads = 1; threads <= 3; threads += 2) {
        struct kauri_answers *answers = answers_of(tables, threads);
        assert_int_equal(found(answers, "find?seeds=3&r=10", "\"r\":10,"), greatest);
        assert_int_equal(found(answers, "find?seeds=3&r=10..&limit=1000000", "\"r\":10,"),
                         greatest);
        assert_int_equal(found(answers, "find?seeds=3&dtc=4..6&limit=3", "\"dtc\":6,"), far);
        assert_int_equal(found(answers, "find?seeds=3&dtc=4..6&shortest=1", "\"dtc\":4,"), far);
        assert_true(found(answers,
                          "find?seeds=3&rules=standard&score=28:29&result=win&holding=1&moves=2",
                          "\"holding\":1") > 0);
        assert_true(found(answers, "find?seeds=3&zugzwang=1", "\"other_r\":") > 0);
        kauri_answers_free(answers);
    }
    free(r);
    free(dtc);
    kauri_tablebase_close(tables);
}

TEST(what_cannot_be_answered_is_refused)
{
    struct kauri_tablebase *tables = open_tables();
    struct kauri_answers *answers = answers_of(tables, 1);
    char long_text[5000];
    memset(long_text, 'a', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = '\0';
    expect_fault(answers, "nothing", NULL, KAURI_USAGE, "there is no question 'nothing'");
    expect_fault(answers, "replay", NULL, KAURI_USAGE, "needs a body");
    expect_fault(answers, "rules", "x", KAURI_USAGE, "takes no body");
    expect_fault(answers, long_text, NULL, KAURI_USAGE, "too long");
    expect_fault(answers, "probe?position=1/1_S", NULL, KAURI_BAD_INPUT, "");
    expect_fault(answers, "probe?position=30,0/0,30+4_S", NULL, KAURI_NOT_COVERED, "60");
    expect_fault(answers, "probe?position=x&x=1", NULL, KAURI_USAGE, "there is no parameter 'x'");
    expect_fault(answers, "find?seeds=3&r=5..2", NULL, KAURI_USAGE, "r 5..2 has no number");
    expect_fault(answers, "find?seeds=3&kind=few", NULL, KAURI_USAGE, "kind takes");
    expect_fault(answers, "find?seeds=3&result=win", NULL, KAURI_USAGE, "need rules");
    expect_fault(answers, "find?seeds=3&rules=chess", NULL, KAURI_USAGE, "rules takes");
    expect_fault(answers, "find?seeds=3&zugzwang=2", NULL, KAURI_USAGE, "zugzwang takes");
    expect_fault(answers, "find?seeds=9&r=1", NULL, KAURI_NOT_COVERED, "layer 9");
    expect_fault(answers, "annotate", "x", KAURI_BAD_INPUT, "");
    kauri_answers_free(answers);
    answers = answers_of(NULL, 1);
    expect_fault(answers, "find?seeds=3&r=5", NULL, KAURI_NOT_COVERED, "there are no tables here");
    kauri_answers_free(answers);
    kauri_answers_free(NULL);
    kauri_answer_free(NULL);
    const struct kauri_answers_options many = {.struct_bytes = sizeof many, .threads = 5000};
    assert_int_equal(kauri_answers_new(&many, &answers, NULL), KAURI_USAGE);
    assert_null(answers);
    kauri_tablebase_close(tables);
}

// The events of a question, and when to stop.
struct listener {
    unsigned events, asked;
    char last[32];
};

static void follow(void *context, const char *event, const char *json)
{
    struct listener *listener = context;
    listener->events++;
    assert_int_equal(json[0], '{');
    assert_true(strlen(event) < sizeof listener->last);
    strcpy(listener->last, event);
}

static bool stop_after_an_event(void *context)
{
    struct listener *listener = context;
    listener->asked++;
    return listener->events > 0;
}

static bool stop_at_once(void *context)
{
    ((struct listener *)context)->asked++;
    return true;
}

TEST(answers_are_followed_and_stopped)
{
    struct kauri_answers *answers = answers_of(NULL, 1);
    struct listener listener = {.events = 0};
    struct kauri_question question = {.struct_bytes = sizeof question,
                                      .text = "search?position=5,5,5/5,5,5+3_S&seconds=1000",
                                      .stop = stop_after_an_event,
                                      .progress = follow,
                                      .context = &listener};
    struct kauri_error error;
    char *answer = NULL;
    assert_ok(kauri_answers_ask(answers, &question, &answer, NULL, &error), &error);
    assert_int_equal(listener.events, 1);
    assert_string_equal(listener.last, "bounds");
    assert_non_null(strstr(answer, "\"nodes\":"));
    kauri_answer_free(answer);
    kauri_answers_free(answers);

    struct kauri_tablebase *tables = open_tables();
    answers = answers_of(tables, 1);
    listener.asked = 0;
    question.text = "find?seeds=4&r=1";
    question.stop = stop_at_once;
    assert_int_equal(kauri_answers_ask(answers, &question, &answer, NULL, &error),
                     KAURI_INTERRUPTED);
    assert_string_equal(error.message, "stopped on request");
    assert_true(listener.asked > 0);
    kauri_answers_free(answers);
    kauri_tablebase_close(tables);
}
