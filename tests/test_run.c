#include "tests/test.h"

#include <stdlib.h>

enum { TESTS_MAX = 256 };

static struct CMUnitTest tests[TESTS_MAX];
static size_t count;
static CMFixtureFunction group_set_up, group_tear_down;

void tests_add(const struct CMUnitTest *test)
{
    if (count == TESTS_MAX) {
        abort();
    }
    tests[count++] = *test;
}

void tests_group(CMFixtureFunction set_up, CMFixtureFunction tear_down)
{
    group_set_up = set_up;
    group_tear_down = tear_down;
}

int tests_run(void)
{
    if (count == 0) {
        abort();
    }
    return _cmocka_run_group_tests("tests", tests, count, group_set_up, group_tear_down);
}
