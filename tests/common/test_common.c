// common/: statuses, numbers and sizes, clocks, texts.
#include "tests/test.h"

#include "common/checked.h"
#include "common/digest.h"
#include "common/memory.h"
#include "common/progress.h"
#include "common/size.h"
#include "common/status.h"
#include "common/string_buffer.h"
#include "common/wide.h"
#include "tests/rules/positions.h"
#include "tests/sanitized.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

TEST(fail_formats)
{
    struct kauri_error error;
    assert_int_equal(kauri_fail(&error, KAURI_MISSING, "layer %d", 5), KAURI_MISSING);
    assert_int_equal(error.status, KAURI_MISSING);
    assert_string_equal(error.message, "layer 5");
    errno = ENOSPC;
    (void)kauri_fail_errno(&error, KAURI_RESOURCE, "cannot write x");
    assert_string_equal(error.message, "cannot write x: No space left on device");
    assert_int_equal(kauri_fail(NULL, KAURI_CORRUPT, "unheard"), KAURI_CORRUPT);
    // A message is one line, and no path can send commands to a terminal.
    (void)kauri_fail(&error, KAURI_MISSING, "no %s", "a\nb\t\x1b[2J\x7f\xc3\xa4");
    assert_string_equal(error.message, "no a<U+000A>b<U+0009><U+001B>[2J<U+007F>\xc3\xa4");
}

static bool ends_with(const char *text, const char *end)
{
    return strlen(text) >= strlen(end) && strcmp(text + strlen(text) - strlen(end), end) == 0;
}

// A long path must not push the reason out of the message.
TEST(long_messages_keep_both_ends)
{
    struct kauri_error error;
    char path[4000];
    memset(path, 'x', sizeof path - 1);
    path[sizeof path - 1] = '\0';
    errno = ENOSPC;
    (void)kauri_fail_errno(&error, KAURI_RESOURCE, "cannot write %s", path);
    assert_int_equal(strlen(error.message), KAURI_ERROR_MESSAGE_BYTES - 1);
    assert_int_equal(strncmp(error.message, "cannot write x", 14), 0);
    assert_non_null(strstr(error.message, "x...x"));
    assert_true(ends_with(error.message, "x: No space left on device"));
    (void)kauri_fail(&error, KAURI_CORRUPT, "%s is truncated; remove it", path);
    assert_true(ends_with(error.message, "x is truncated; remove it"));
    kauri_error_append(&error, " (or not)");
    assert_true(ends_with(error.message, "remove it (or not)"));
    // Its own message may be an argument, and characters stay whole.
    (void)kauri_fail(&error, KAURI_CORRUPT, "in %s: %s", path, error.message);
    assert_true(ends_with(error.message, "remove it (or not)"));
    for (size_t shift = 0; shift < 3; shift++) {
        for (size_t i = 0; i + 2 < sizeof path; i += 2) {
            memcpy(path + i, "\xc3\xa4", 2);
        }
        (void)kauri_fail(&error, KAURI_MISSING, "%.*s%s", (int)shift, "abc", path);
        const char *gap = strstr(error.message, "...");
        assert_non_null(gap);
        assert_int_equal((unsigned char)gap[-1], 0xa4);
        assert_int_equal((unsigned char)gap[3], 0xc3);
    }
    memset(path, 'x', sizeof path - 1);
    errno = ENOSPC;
    (void)kauri_fail_errno(&error, KAURI_RESOURCE, "%s, %s, %s, %s, %s: %s", path, path, path, path,
                           path, "no room");
    assert_true(ends_with(error.message, "x: no room: No space left on device"));
    (void)kauri_fail(&error, KAURI_MISSING, "%s, %s, %s, %s, %s, which have layer 3", path, path,
                     path, path, path);
    assert_true(ends_with(error.message, "x, which have layer 3"));
    path[KAURI_ERROR_MESSAGE_BYTES - 1] = '\0';
    (void)kauri_fail(&error, KAURI_MISSING, "%s", path);
    assert_string_equal(error.message, path);
}

TEST(numbers_are_read_whole)
{
    uint64_t n = 0;
    assert_true(kauri_parse_number("60", 0, 60, &n));
    assert_int_equal(n, 60);
    static const char *const bad[] = {"",   "61",  "-1",  "+1", " 1",
                                      "1 ", "0x1", "1.0", "a",  "18446744073709551616"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(kauri_parse_number(bad[i], 0, 60, &n));
    }
}

TEST(signed_numbers_have_a_sign_or_none)
{
    static const char *const good[] = {"60", "+60", "-60", "-0", "7"};
    static const int32_t expected[] = {60, 60, -60, 0, 7};
    static const char *const bad[] = {"", "-", "+", "61", "-61", "--1", "+-1", " 1", "1 ", "1.0"};
    int32_t n = 1;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(kauri_parse_signed(bad[i], 60, &n));
        assert_int_equal(n, 1);
    }
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        assert_true(kauri_parse_signed(good[i], 60, &n));
        assert_int_equal(n, expected[i]);
    }
}

TEST(digests_have_sixteen_digits_in_lower_case)
{
    static const char *const bad[] = {"",
                                      "0123456789abcde",
                                      "0123456789abcdef0",
                                      "0123456789ABCDEF",
                                      " 123456789abcdef",
                                      "0123456789abcdef.proof.",
                                      "0123456789abcdefproof"};
    uint64_t digest = 0;
    assert_true(kauri_digest_parse("0123456789abcdef", "", &digest));
    assert_int_equal(digest, UINT64_C(0x0123456789abcdef));
    assert_true(kauri_digest_parse("ffffffffffffffff.proof", ".proof", &digest));
    assert_int_equal(digest, UINT64_MAX);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(kauri_digest_parse(bad[i], i < 5 ? "" : ".proof", &digest));
    }
}

TEST(seconds_have_fractions)
{
    double seconds = 0;
    assert_true(kauri_parse_seconds("0.25", 10, &seconds));
    assert_true(seconds > 0.2499 && seconds < 0.2501);
    assert_true(kauri_parse_seconds("10", 10, &seconds));
    assert_true(seconds > 9.999 && seconds < 10.001);
    assert_true(kauri_parse_seconds("0.001", 10, &seconds));
    static const char *const bad[] = {
        "",   "0",  "0.0", "10.001", "11",     "-1",  " 1",
        "1 ", ".5", "1.",  "1e1",    "0.1234", "nan", "18446744073709551616"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(kauri_parse_seconds(bad[i], 10, &seconds));
    }
}

TEST(sizes_have_units)
{
    uint64_t bytes = 0;
    char text[KAURI_SIZE_TEXT_BYTES];
    assert_true(kauri_parse_size("3G", &bytes));
    assert_int_equal(bytes, 3ULL << 30);
    assert_true(kauri_parse_size("512", &bytes));
    assert_int_equal(bytes, 512);
    static const char *const bad[] = {"", "G", "0", "1Q", "1GB", "abc", "99999999999T", "-1M"};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        assert_false(kauri_parse_size(bad[i], &bytes));
    }
    assert_string_equal(kauri_format_size(3ULL << 30, text), "3.00 GiB");
    assert_string_equal(kauri_format_size(7, text), "7 bytes");
    assert_string_equal(kauri_format_count(1352078, text), "1,352,078");
    assert_string_equal(kauri_format_count(7, text), "7");
    assert_string_equal(kauri_format_count(UINT64_MAX, text), "18,446,744,073,709,551,615");
}

TEST(checked_arithmetic_sees_overflow)
{
    uint64_t n = 0;
    assert_true(kauri_checked_add(UINT64_MAX - 1, 1, &n));
    assert_false(kauri_checked_add(UINT64_MAX, 1, &n));
    assert_true(kauri_checked_multiply(1ULL << 32, 1ULL << 31, &n));
    assert_false(kauri_checked_multiply(1ULL << 32, 1ULL << 32, &n));
    size_t size = 0;
    assert_true(kauri_checked_size(PTRDIFF_MAX, &size));
    assert_int_equal(size, PTRDIFF_MAX);
    assert_false(kauri_checked_size((uint64_t)PTRDIFF_MAX + 1, &size));
    assert_false(kauri_checked_size((uint64_t)SIZE_MAX + (SIZE_MAX < UINT64_MAX), &size));
}

// A thread that computes uses processor time, whatever else the machine does.
TEST(processor_time_grows)
{
    const double wall = kauri_clock_seconds();
    const double used = kauri_clock_processor();
    while (kauri_clock_processor() - used < 1e-3) {
        assert_true(kauri_clock_seconds() - wall < 60);
    }
}

TEST(words_are_quoted_for_a_shell)
{
    char word[KAURI_SHELL_WORD_BYTES];
    char many[600];
    assert_string_equal(kauri_shell_word("/a/b-c_1.d", word), "/a/b-c_1.d");
    assert_string_equal(kauri_shell_word("a b", word), "'a b'");
    assert_string_equal(kauri_shell_word("", word), "''");
    assert_string_equal(kauri_shell_word("it's;$x", word), "'it'\\''s;$x'");
    memset(many, '\'', sizeof many - 1);
    many[sizeof many - 1] = '\0';
    assert_true(strlen(kauri_shell_word(many, word)) < KAURI_SHELL_WORD_BYTES);
    assert_int_equal(word[strlen(word) - 1], '\'');
    memset(many, 'a', sizeof many - 1);
    assert_int_equal(strlen(kauri_shell_word(many, word)), KAURI_SHELL_WORD_BYTES - 1);
}

// Appending without a format gives what printf gives, whatever the room that is left.
TEST(strings_are_appended_as_printf_would)
{
    static const int64_t numbers[] = {0, 7, -7, 10, -10, 4095, INT64_MAX, INT64_MIN};
    static const char *const texts[] = {"", "a", "four", "eight by", "more than that"};
    struct kauri_string string = {.bytes = NULL};
    struct kauri_string expected = {.bytes = NULL};
    for (unsigned i = 0; i < 1000; i++) {
        const int64_t number = numbers[i % 8] / (1 + i / 8);
        const char *text = texts[i % 5];
        kauri_string_add_number(&string, number);
        kauri_string_add_text(&string, text);
        kauri_string_add_left(&string, text, i % 11);
        kauri_string_add_right(&string, text, i % 13);
        kauri_string_add_bytes(&string, text, strlen(text) / 2);
        kauri_string_add(&expected, "%lld%s%-*s%*s%.*s", (long long)number, text, (int)(i % 11),
                         text, (int)(i % 13), text, (int)(strlen(text) / 2), text);
        assert_int_equal(string.length, expected.length);
    }
    assert_string_equal(kauri_string_text(&string), kauri_string_text(&expected));
    assert_int_equal(kauri_string_check(&string, NULL), KAURI_OK);
    kauri_string_clear(&string);
    kauri_string_clear(&expected);
    kauri_string_add_bytes(&string, "", 0);
    assert_string_equal(kauri_string_text(&string), "");
    kauri_string_clear(&string);
}

enum { PAGE = 1 << 12 };

#if !defined _WIN32 // Windows cannot say which pages are in memory

// The address of the page, because the memory itself may have been freed.
static bool is_mapped(uintptr_t page)
{
    unsigned char present = 0;
    // NOLINTNEXTLINE(performance-no-int-to-ptr): mincore reads nothing there
    return mincore((void *)page, 1, &present) == 0;
}

static uintptr_t page_of(const void *memory)
{
    return ((uintptr_t)memory + PAGE) / PAGE * PAGE;
}

// malloc would keep the second and the third piece, once the first one has been freed.
static void expect_foreign(const char *text, const char *shown)
{
    struct kauri_string out = {.bytes = NULL};
    kauri_string_add_foreign(&out, text);
    assert_string_equal(kauri_string_text(&out), shown);
    kauri_string_clear(&out);
}

// A name is one field on one line, and does nothing to a terminal. What can be seen stays.
TEST(foreign_text_is_one_visible_field)
{
    expect_foreign("", "");
    expect_foreign("a b/c.proof", "a b/c.proof");
    expect_foreign("\xc3\xbc\xe2\x86\x92\xf0\x9d\x84\x9e.proof",
                   "\xc3\xbc\xe2\x86\x92\xf0\x9d\x84\x9e.proof");
    expect_foreign("a\tb\nc\rd\x1b[2Je\x7f", "a<U+0009>b<U+000A>c<U+000D>d<U+001B>[2Je<U+007F>");
    expect_foreign("a\xef\xb8\x80"
                   "b\xef\xb8\x8f"
                   "c\xef\xb8\x90",
                   "a<U+FE00>b<U+FE0F>c\xef\xb8\x90");
    expect_foreign(" a  b ", "<U+0020>a <U+0020>b<U+0020>");
    expect_foreign("   ", "<U+0020><U+0020><U+0020>");
    // A no-break space, a control character of ISO 8859-1, a change of direction, blanks that are
    // wide, and nothing.
    expect_foreign("\xc2\xa0|\xc2\x9b|\xe2\x80\xae|\xe3\x80\x80|\xef\xbb\xbf",
                   "<U+00A0>|<U+009B>|<U+202E>|<U+3000>|<U+FEFF>");
    expect_foreign("\xf3\xa0\x80\xa0\xf4\x8f\xbf\xbf", "<U+E0020><U+10FFFF>");
    // Not UTF-8: a lone byte, one that is cut off, two that are too long, a surrogate, and a number
    // that is too great.
    expect_foreign("\xff|\xc3", "<0xFF>|<0xC3>");
    expect_foreign("\xe2\x86", "<0xE2><0x86>");
    expect_foreign("\xc0\xaf|\xe0\x80\xaf", "<0xC0><0xAF>|<0xE0><0x80><0xAF>");
    expect_foreign("\xed\xa0\x80|\xf4\x90\x80\x80", "<0xED><0xA0><0x80>|<0xF4><0x90><0x80><0x80>");
}

TEST(freed_large_blocks_give_their_memory_back)
{
    enum { MIB = 1 << 20 };
    static const size_t sizes[] = {20 * MIB, 10 * MIB, 256 << 10};
    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        uint8_t *block = kauri_large_new(sizes[i]);
        uint8_t *zeros = kauri_large_zeros(sizes[i]);
        assert_non_null(block);
        assert_non_null(zeros);
        memset(block, 1, sizes[i]);
        const uintptr_t pages[] = {page_of(block), page_of(zeros)};
        for (size_t at = 0; at < sizes[i]; at += PAGE) {
            assert_int_equal(zeros[at], 0);
        }
        assert_true(is_mapped(pages[0]) && is_mapped(pages[1]));
        kauri_large_free(block, sizes[i]);
        kauri_large_free(zeros, sizes[i]);
        assert_false(is_mapped(pages[0]) || is_mapped(pages[1]));
    }
}

#endif

TEST(small_blocks_are_not_mapped)
{
    uint8_t *zeros = kauri_large_zeros(1000);
    assert_non_null(zeros);
    assert_int_equal(zeros[999], 0);
    kauri_large_free(zeros, 1000);
    kauri_large_free(NULL, 1000);
    kauri_large_free(NULL, 1 << 30);
}

// ----------------------------------------------------------------------------------- wide numbers

static void assert_product(uint64_t a, uint64_t b, uint64_t high, uint64_t low)
{
    const struct kauri_wide product = kauri_wide_product(a, b);
    const struct kauri_wide again = kauri_wide_long_product(a, b);
    assert_true(product.high == high && product.low == low);
    assert_true(again.high == high && again.low == low);
}

TEST(products_have_128_bits)
{
    assert_product(0, UINT64_MAX, 0, 0);
    assert_product(1, UINT64_MAX, 0, UINT64_MAX);
    assert_product(UINT64_MAX, UINT64_MAX, UINT64_MAX - 1, 1);
    assert_product(UINT32_MAX, UINT64_C(0x100000001), 0, UINT64_MAX);
    assert_product(UINT64_C(0x123456789abcdef0), UINT64_C(0xfedcba9876543210),
                   UINT64_C(0x121fa00ad77d7422), UINT64_C(0x236d88fe5618cf00));
    uint64_t random = 3;
    for (unsigned i = 0; i < 10000; i++) {
        // (x + 1)(y + 1) = xy + x + y + 1, of numbers of all lengths.
        const uint64_t x = random_next(&random) >> random_next(&random) % 64;
        const uint64_t y = random_next(&random) >> random_next(&random) % 64;
        struct kauri_wide sum = kauri_wide_long_product(x, y);
        sum = kauri_wide_sum(sum,
                             kauri_wide_sum((struct kauri_wide){x, 0}, (struct kauri_wide){y, 0}));
        sum = kauri_wide_sum(sum, (struct kauri_wide){1, 0});
        if (x < UINT64_MAX && y < UINT64_MAX) {
            assert_product(x + 1, y + 1, sum.high, sum.low);
        }
    }
}

TEST(wide_sums_differences_and_comparisons_carry)
{
    const struct kauri_wide two_to_64 = {0, 1};
    const struct kauri_wide before = {UINT64_MAX, 0};
    const struct kauri_wide one = {1, 0};
    const struct kauri_wide sum = kauri_wide_sum(before, one);
    const struct kauri_wide difference = kauri_wide_difference(two_to_64, one);
    assert_true(sum.low == 0 && sum.high == 1);
    assert_true(difference.low == UINT64_MAX && difference.high == 0);
    assert_true(kauri_wide_below(before, two_to_64) && !kauri_wide_below(two_to_64, before));
    assert_true(kauri_wide_below(one, before) && !kauri_wide_below(before, one));
    assert_false(kauri_wide_below(one, one));
}

TEST(sizes_beyond_the_address_space_are_refused)
{
    assert_int_equal(kauri_size_to_ask(0), 0);
    assert_int_equal(kauri_size_to_ask(SIZE_MAX), SIZE_MAX);
    assert_int_equal(kauri_size_to_ask(1000), 1000);
    for (unsigned bits = 32; bits < 64; bits++) {
        // A multiple of 2^32 would become a small number on 32 bits.
        const size_t bytes = kauri_size_to_ask((UINT64_C(1) << bits) + 1);
        assert_true(bytes == (UINT64_C(1) << bits) + 1 || bytes == SIZE_MAX);
    }
    if (!SANITIZED) { // AddressSanitizer ends the program instead
        const volatile uint64_t too_many = UINT64_C(1) << 63; // volatile: GCC would warn
        assert_null(malloc(kauri_size_to_ask(too_many)));
    }
}
