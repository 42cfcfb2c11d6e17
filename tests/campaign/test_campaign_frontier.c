// The frontier of a campaign as text and as a graph.
#include "tests/test.h"

#include "queries/campaign/campaign_file.h"
#include "queries/campaign/campaign_line.h"
#include "tests/rules/positions.h"

#include <stdlib.h>
#include <string.h>

#define HEAD "kauri-campaign 1\nrules kauri-r1-r10;unlimited=0\nboard 2 4\n"
#define ROOT "2+1,2+1/2+1,2+1"
#define ASK  "ask " ROOT " N 3:4 3\n"

static struct kauri_campaign_frontier *empty(void)
{
    struct kauri_campaign_frontier *frontier = NULL;
    struct kauri_error error;
    assert_int_equal(kauri_campaign_new(&frontier, &error), KAURI_OK);
    return frontier;
}

static struct kauri_campaign_frontier *parsed(const char *text)
{
    struct kauri_campaign_frontier *frontier = empty();
    struct kauri_error error;
    if (kauri_campaign_parse(text, "frontier", frontier, &error) != KAURI_OK) {
        fail_msg("%s", error.message);
    }
    return frontier;
}

// Reads the text and expects it to be written as `written`.
static void assert_written(const char *text, const char *written)
{
    struct kauri_campaign_frontier *frontier = parsed(text);
    struct kauri_string out = {.bytes = NULL};
    kauri_campaign_write(frontier, &out);
    assert_string_equal(kauri_string_text(&out), written);
    kauri_string_clear(&out);
    kauri_campaign_free(frontier);
}

TEST(every_line_comes_out_as_it_went_in)
{
    static const char text[] = HEAD ASK "ask 2+1,2+1/2+1,1+1 S 0:0 -2\n"
                                        "split " ROOT " 3 77\n"
                                        "open 2+1,2+1/2+1,1+1 -2 29 1073741823 0\n"
                                        "open 3+1,3+1/2+2,0 -1 1 5 123456789012345\n"
                                        "yes 3+1,2+2/0,3+1 -1 -1 25 ed31a891f241a5e9 1\n"
                                        "no 3+1,2+2/0,3+1 3 -25 1 00000000000000ff 0\n"
                                        "fact 0+1,0+1/0+1,1+1 -4 1 0123456789abcdef\n"
                                        "fact 0+1,0+1/0+1,1+1 -1 4 fedcba9876543210\n";
    assert_written(text, text);
}

TEST(a_root_without_its_question_gets_it)
{
    assert_written(HEAD ASK, HEAD ASK "open " ROOT " 3 441 15 0\n");
}

// A bound that answers a question is told by the question's line, wherever it stood.
TEST(facts_answer_open_questions)
{
    assert_written(HEAD ASK "open " ROOT " 3 29 22 5\nfact " ROOT " -25 1 0123456789abcdef\n",
                   HEAD ASK "no " ROOT " 3 -25 1 0123456789abcdef 5\n");
    assert_written(HEAD ASK "fact " ROOT " 3 4 0123456789abcdef\nsplit " ROOT " 3 5\n",
                   HEAD ASK "yes " ROOT " 3 3 4 0123456789abcdef 5\n");
}

TEST(what_is_wrong_is_said_with_its_line)
{
    static const struct {
        const char *text, *message;
        enum kauri_status status;
    } wrong[] = {
        {"", "line 1: not the frontier of a campaign", KAURI_BAD_INPUT},
        {"kauri-proof 3\n", "line 1: not the frontier of a campaign", KAURI_BAD_INPUT},
        {"kauri-campaign 1", "line 1: not the frontier of a campaign", KAURI_BAD_INPUT},
        {"kauri-campaign 2\n", "line 1: a version", KAURI_BAD_INPUT},
        {"kauri-campaign 1\nrules others\n", "line 2: should be \"rules", KAURI_WRONG},
        {"kauri-campaign 1\n", "line 2: should be \"rules", KAURI_BAD_INPUT},
        {"kauri-campaign 1\nrules kauri-r1-r10;unlimited=0\nboard 7 4\n", "line 3: no board",
         KAURI_BAD_INPUT},
        {"kauri-campaign 1\nrules kauri-r1-r10;unlimited=0\nboard 2 4 \n",
         "line 3: should be \"board 2 4\"", KAURI_BAD_INPUT},
        {HEAD, "line 3: nothing is asked", KAURI_BAD_INPUT},
        {HEAD "ask " ROOT " N 3:4 3", "line 4: the line has no end", KAURI_BAD_INPUT},
        {HEAD "\n", "line 4: unknown word \"\"", KAURI_BAD_INPUT},
        {HEAD "Ask\n", "line 4: unknown word \"Ask\"", KAURI_BAD_INPUT},
        {HEAD "search " ROOT " 3 1 1 7\n", "line 4: unknown word", KAURI_BAD_INPUT},
        {HEAD "ask " ROOT " N 3:4\n", "line 4: x: missing, or wrong", KAURI_BAD_INPUT},
        {HEAD "ask " ROOT " 3\n", "line 4: the position", KAURI_BAD_INPUT},
        {HEAD "ask " ROOT " X 3:4 3\n", "line 4: the position", KAURI_BAD_INPUT},
        {HEAD "ask " ROOT " N 3:4 03\n", "line 4: should be \"ask", KAURI_BAD_INPUT},
        {HEAD "ask " ROOT " N 3:4 25\n", "line 4: the rules alone answer whether r >= 25",
         KAURI_OK},
        {HEAD "ask " ROOT " N 3:4 26\n", "line 4: the rules alone answer whether r >= 26",
         KAURI_BAD_INPUT},
        {HEAD "ask 2+1,2/2+1,2+1 N 3:4 3\n", "line 4: a position of another board", KAURI_WRONG},
        {HEAD ASK "ask " ROOT " S 0:0 2\n", "line 5: the campaign asks that already",
         KAURI_BAD_INPUT},
        {HEAD ASK "open 2+1,2+1/2+1 3 1 1 0\n", "line 5: the rows", KAURI_BAD_INPUT},
        {HEAD ASK "open 2+1,2/2+1,2+1 3 1 1 0\n", "line 5: a position of another board",
         KAURI_WRONG},
        {HEAD ASK "open " ROOT " 2 1 1 0\n", "line 5: no question with this x", KAURI_BAD_INPUT},
        {HEAD ASK "open " ROOT " 3 0 1 0\n", "line 5: the efforts", KAURI_BAD_INPUT},
        {HEAD ASK "open " ROOT " 3 1 1073741824 0\n", "line 5: the efforts", KAURI_BAD_INPUT},
        {HEAD ASK "open " ROOT " 3 1 1 -1\n", "line 5: the number of positions", KAURI_BAD_INPUT},
        {HEAD ASK "open " ROOT " 3 1 1 0 0\n", "line 5: more than the fields", KAURI_BAD_INPUT},
        {HEAD ASK "open  " ROOT " 3 1 1 0\n", "line 5: the rows", KAURI_BAD_INPUT},
        {HEAD ASK "open " ROOT " 3 1 1 0 \n", "line 5: should be", KAURI_BAD_INPUT},
        {HEAD ASK "open " ROOT " 3 1 1 0\nsplit " ROOT " 3 0\n",
         "line 6: a question that another line has", KAURI_BAD_INPUT},
        {HEAD ASK "yes " ROOT " 3 1 25 0123456789abcdef 0\n",
         "line 5: the bounds do not say \"yes\"", KAURI_BAD_INPUT},
        {HEAD ASK "no " ROOT " 3 -25 3 0123456789abcdef 0\n",
         "line 5: the bounds do not say \"no\"", KAURI_BAD_INPUT},
        {HEAD ASK "fact " ROOT " -25 25 0123456789abcdef\n", "line 5: the bounds", KAURI_BAD_INPUT},
        {HEAD ASK "fact " ROOT " 3 1 0123456789abcdef\n", "line 5: the bounds", KAURI_BAD_INPUT},
        {HEAD ASK "fact " ROOT " -26 1 0123456789abcdef\n", "line 5: the bounds", KAURI_BAD_INPUT},
        {HEAD ASK "fact " ROOT " -25 1 0123456789abcde\n", "line 5: the digest", KAURI_BAD_INPUT},
        {HEAD ASK "fact " ROOT " -25 1 0123456789ABCDEF\n", "line 5: the digest", KAURI_BAD_INPUT},
        {HEAD ASK "fact " ROOT " -25 1 0123456789abcdef\nfact " ROOT " 3 25 0023456789abcdef\n",
         "line 6: proof 0023456789abcdef says that r is from 3 to 25", KAURI_WRONG},
        {HEAD ASK "fact " ROOT " -25 1 0123456789abcdef\nfact " ROOT " -25 0 0123456789abcdef\n",
         "line 6: proof 0123456789abcdef is said to prove two things", KAURI_WRONG},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct kauri_campaign_frontier *frontier = empty();
        struct kauri_error error = {.message = ""};
        const enum kauri_status status = kauri_campaign_parse(wrong[i].text, "F", frontier, &error);
        if (status != wrong[i].status ||
            (status != KAURI_OK && strncmp(error.message + strlen("F, "), wrong[i].message,
                                           strlen(wrong[i].message)) != 0)) {
            fail_msg("%s: status %d, %s", wrong[i].text, (int)status, error.message);
        }
        kauri_campaign_free(frontier);
    }
}

// Lines are cut, and bytes of them changed: what is read is written again.
TEST(altered_lines_are_refused_or_read)
{
    static const char *const lines[] = {
        "ask " ROOT " N 3:4 3", "open " ROOT " -1 29 22 7", "split " ROOT " 3 77",
        "no " ROOT " 3 -25 1 0123456789abcdef 1", "fact " ROOT " -4 1 0123456789abcdef"};
    uint64_t random = 1;
    unsigned read = 0;
    for (unsigned round = 0; round < 40000; round++) {
        struct kauri_campaign_line line;
        struct kauri_string again = {.bytes = NULL};
        struct kauri_error error;
        char text[100];
        (void)strcpy(text, lines[round % (sizeof lines / sizeof lines[0])]);
        const size_t length = strlen(text);
        if (round % 3 == 0) {
            text[random_below(&random, (unsigned)length + 1)] = '\0';
        } else {
            text[random_below(&random, (unsigned)length)] =
                "0123456789 +-,/:SNaf"[random_below(&random, 20)];
        }
        if (kauri_campaign_line_read(text, &line, &error) == KAURI_OK) {
            kauri_campaign_line_write(&line, &again);
            kauri_string_cut(&again, again.length - 1);
            assert_string_equal(kauri_string_text(&again), text);
            read++;
        } else {
            assert_int_equal(error.status, KAURI_BAD_INPUT);
        }
        kauri_string_clear(&again);
    }
    assert_true(read > 1000);
}

TEST(questions_are_shared)
{
    struct kauri_campaign_frontier *frontier = parsed(HEAD ASK "ask 3+1,3+1/2+2,0 S 0:0 -1\n");
    struct kauri_error error;
    // A move of the first root leads to the second one.
    assert_int_equal(frontier->question_count, 2);
    assert_int_equal(kauri_campaign_divide(frontier, frontier->roots[0].question, &error),
                     KAURI_OK);
    assert_int_equal(frontier->question_count, 3);
    const struct kauri_campaign_question *root = &frontier->questions[frontier->roots[0].question];
    assert_int_equal(root->child_count, 2);
    assert_true(root->child[0] == frontier->roots[1].question ||
                root->child[1] == frontier->roots[1].question);
    kauri_campaign_free(frontier);
}

// Writes a frontier with these bounds of a position, and reads it.
static void check_bounds(const struct kauri_position *position, struct kauri_bounds r)
{
    enum { DIGEST = 12345 };
    const int maximum = 3 * (int)kauri_seeds(position) + 1;
    struct kauri_campaign_frontier *frontier = NULL;
    struct kauri_campaign_frontier *again = NULL;
    struct kauri_string text = {.bytes = NULL};
    struct kauri_error error = {.message = ""};
    assert_int_equal(kauri_campaign_new(&frontier, NULL), KAURI_OK);
    assert_int_equal(kauri_campaign_new(&again, NULL), KAURI_OK);
    assert_int_equal(kauri_campaign_add_root(frontier, position, 1, NULL), KAURI_OK);
    if (r.low > -maximum || r.high < maximum) {
        assert_int_equal(kauri_campaign_record(frontier, position, r, DIGEST, &error), KAURI_OK);
        assert_int_equal(kauri_campaign_settle(frontier, &error), KAURI_OK);
        kauri_campaign_write(frontier, &text);
        if (kauri_campaign_parse(kauri_string_text(&text), "frontier", again, &error) != KAURI_OK) {
            fail_msg("%s: %s", error.message, kauri_string_text(&text));
        }
        const struct kauri_bounds *found = kauri_campaign_bound(again, position, DIGEST);
        assert_non_null(found);
        assert_true(found->low == r.low && found->high == r.high);
    }
    kauri_string_clear(&text);
    kauri_campaign_free(frontier);
    kauri_campaign_free(again);
}

// The bounds that an accepted proof states are at most those by the number of seeds
// (tests/verify/test_proof_folder.c).
TEST(bounds_that_proofs_state_can_be_read_from_a_frontier)
{
    static const char *const texts[] = {"1+1,0+1/1,0+1 S 1:0", "2+1,0+1/1+1,1+1 N",
                                        "1,0+1,2/0,1+1,1 S 0:2"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct kauri_position position;
        assert_int_equal(kauri_position_parse(texts[i], &position, NULL), KAURI_OK);
        const int maximum = 3 * (int)kauri_seeds(&position) + 1;
        for (int low = -maximum; low <= maximum; low++) {
            for (int high = low; high <= maximum; high++) {
                check_bounds(&position, (struct kauri_bounds){low, high});
            }
        }
    }
}
