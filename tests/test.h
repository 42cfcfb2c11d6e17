// Tests with cmocka that register themselves:
//
//     TEST(numbers_add_up)
//     {
//         assert_int_equal(1 + 1, 2);
//     }
//
// They run in the order of the file. tests/test_main.c has the main function, unless a program has
// its own, which calls tests_run. Implemented in test_run.c and test_main.c.
#ifndef KAURI_TESTS_TEST_H
#define KAURI_TESTS_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

// Before main: adds a test, with functions that prepare it and clean up (NULL: none), or such
// functions for all tests together.
void tests_add(const struct CMUnitTest *test);
void tests_group(CMFixtureFunction set_up, CMFixtureFunction tear_down);

// Runs all tests; the number of those that failed.
int tests_run(void);

#define TEST(name) TEST_WITH(name, NULL, NULL)

// A test that needs what set_up leaves in *state.
#define TEST_WITH(name, set_up, tear_down)                                                         \
    static void name(void **state);                                                                \
    __attribute__((constructor)) static void name##_is_a_test(void)                                \
    {                                                                                              \
        const struct CMUnitTest test = {#name, name, set_up, tear_down, NULL};                     \
        tests_add(&test);                                                                          \
    }                                                                                              \
    static void name(void **state __attribute__((unused)))

// Fails the running test with the message of *error unless the call returns KAURI_OK.
#define assert_ok(call, error)                                                                     \
    do {                                                                                           \
        if ((call) != KAURI_OK) {                                                                  \
            fail_msg("%s", (error)->message);                                                      \
        }                                                                                          \
    } while (0)

#define TEST_GROUP(set_up, tear_down)                                                              \
    __attribute__((constructor)) static void set_up##_is_for_all(void)                             \
    {                                                                                              \
        tests_group(set_up, tear_down);                                                            \
    }

#endif
