#include "tests/test.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { TESTS_MOST = 256 };

static struct CMUnitTest tests[TESTS_MOST];
static size_t count;
static CMFixtureFunction group_set_up, group_tear_down;

void tests_add(const struct CMUnitTest *test)
{
    if (count == TESTS_MOST) {
        abort();
    }
    tests[count++] = *test;
}

void tests_group(CMFixtureFunction set_up, CMFixtureFunction tear_down)
{
    group_set_up = set_up;
    group_tear_down = tear_down;
}

static void skip_test(void **state)
{
    (void)state;
    skip();
}

// Whether the word is one of those in the text, which blanks separate.
static bool has_word(const char *text, const char *word)
{
    for (size_t length; *text != '\0'; text += length + (text[length] != '\0')) {
        length = strcspn(text, " ");
        if (length == strlen(word) && memcmp(text, word, length) == 0) {
            return true;
        }
    }
    return false;
}

int tests_run(void)
{
    if (count == 0) {
        abort();
    }
    const char *unwanted = getenv("KAURI_TEST_SKIP");
    for (size_t i = 0; unwanted != NULL && i < count; i++) {
        if (has_word(unwanted, tests[i].name)) {
            tests[i].test_func = skip_test;
        }
    }
    return _cmocka_run_group_tests("tests", tests, count, group_set_up, group_tear_down);
}
