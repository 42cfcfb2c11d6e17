// The article's text, the data in it, the line of note (A), and where the claims are made.
#include "tests/cmocka_all.h"

#include "rules/notation.h"
#include "studies/article/claim.h"

#include <stdio.h>
#include <string.h>

// The text is the published one, to the letter.
static void test_text(void **state)
{
    (void)state;
    static char text[8192];
    FILE *file = fopen(KAURI_TEST_DATA "/four-games.txt", "rb");
    assert_non_null(file);
    const size_t size = fread(text, 1, sizeof text - 1, file);
    assert_int_equal(fclose(file), 0);
    text[size] = '\0';
    assert_string_equal(kauri_article_text(), text);
}

static void test_data(void **state)
{
    (void)state;
    struct kauri_article_numbers numbers;
    struct kauri_article_line line;
    assert_int_equal(kauri_article_read_numbers(kauri_article_text(), &numbers, NULL), KAURI_OK);
    assert_int_equal(numbers.count, 32);
    assert_int_equal(numbers.number[0], 5);
    assert_int_equal(numbers.number[30], 6);
    assert_int_equal(kauri_article_read_line(kauri_article_text(), &line, NULL), KAURI_OK);
    assert_string_equal(line.letter, "EDEABCWDEF");

    static const char *const bad_numbers[] = {
        "",
        "strongest continuation is: ",
        "strongest continuation is: .",
        "strongest continuation is: 5,5",
        "strongest continuation is: 5,,5.",
        "strongest continuation is: 7.",
        "strongest continuation is: 0.",
        "strongest continuation is: 12.",
        "strongest continuation is: 5;5.",
        "continuation: 5,5.",
    };
    for (size_t i = 0; i < sizeof bad_numbers / sizeof bad_numbers[0]; i++) {
        assert_int_equal(kauri_article_read_numbers(bad_numbers[i], &numbers, NULL),
                         KAURI_BAD_INPUT);
    }
    static const char *const bad_lines[] = {
        "",
        "achieved by playing ",
        "achieved by playing !",
        "achieved by playing E-D",
        "achieved by playing E-G!",
        "achieved by playing e-d!",
        "achieved by playing E--D!",
    };
    for (size_t i = 0; i < sizeof bad_lines / sizeof bad_lines[0]; i++) {
        assert_int_equal(kauri_article_read_line(bad_lines[i], &line, NULL), KAURI_BAD_INPUT);
    }
    // One more than there is room for.
    char many[256] = "strongest continuation is: ";
    for (int i = 0; i < KAURI_ARTICLE_NUMBERS_MAX; i++) {
        (void)strcat(many, "1,");
    }
    (void)strcat(many, "1.");
    assert_int_equal(kauri_article_read_numbers(many, &numbers, NULL), KAURI_BAD_INPUT);
}

// Each reading on its own, counted by hand from the position of the note.
static void test_readings(void **state)
{
    (void)state;
    struct kauri_position start;
    struct kauri_article_line line;
    struct kauri_waiting waiting;
    int16_t holes[64];
    assert_int_equal(
        kauri_position_parse("7,0,0,0,0,0/0+1,0,0+2,0+1,0+1,5+7 N 30:18", &start, NULL), KAURI_OK);
    assert_int_equal(kauri_article_read_line(kauri_article_text(), &line, NULL), KAURI_OK);
    for (int letter = 0; letter < 3; letter++) { // A, B, C are empty when W comes
        kauri_waiting_play(&start, KAURI_NORTH, &line, letter, &waiting);
        assert_int_equal(waiting.breaks, 1);
        assert_int_equal(waiting.endings, 0);
        assert_int_equal(waiting.broken_at, 6);
    }
    kauri_waiting_play(&start, KAURI_NORTH, &line, 3,
                       &waiting); // D leaves nothing for the D after it
    assert_int_equal(waiting.broken_at, 7);
    kauri_waiting_play(&start, KAURI_NORTH, &line, KAURI_WAITING_PASS, &waiting); // North can move
    assert_int_equal(waiting.broken_at, 6);
    kauri_waiting_play(&start, KAURI_NORTH, &line, 4, &waiting);
    assert_true(kauri_waiting_forced(&waiting));
    assert_int_equal(waiting.replies, 0);
    // Ten moves with South's nine passes between them, and as many as there is room for.
    assert_int_equal(kauri_waiting_moves(&start, KAURI_NORTH, &line, 4, 64, holes), 19);
    assert_int_equal(holes[0], 4);
    assert_int_equal(holes[1], KAURI_MOVE_PASS);
    assert_int_equal(holes[18], 5);
    assert_int_equal(kauri_waiting_moves(&start, KAURI_NORTH, &line, 4, 3, holes), 3);
    kauri_waiting_play(&start, KAURI_NORTH, &line, 5,
                       &waiting); // F captures and gives South cowries
    assert_true(waiting.choices > 0);
    assert_int_equal(waiting.even, 0);
    kauri_waiting_play(&start, KAURI_NORTH, &line, KAURI_WAITING_NOTHING, &waiting);
    assert_int_equal(waiting.endings, 1);
    assert_int_equal(waiting.even, 0);
    assert_false(kauri_waiting_forced(&waiting));
}

// Every quote is in the article's text, on the line that is given, but for the rules of the game
// and the marks.
static void test_sources(void **state)
{
    (void)state;
    for (unsigned id = 0; id < KAURI_CLAIM_COUNT; id++) {
        const struct kauri_claim_source source = kauri_claim_source((enum kauri_claim_id)id);
        const bool elsewhere = id == KAURI_CLAIM_NO_DRAWS || id == KAURI_CLAIM_MARKS;
        assert_string_equal(source.author, "Ralf Gering");
        assert_int_equal(source.line == 0, elsewhere);
        assert_int_equal(source.game, elsewhere ? 0 : 4);
        const char *line = kauri_article_text();
        for (unsigned i = 1; i < source.line; i++) {
            line = strchr(line, '\n') + 1;
        }
        if (source.line > 0) {
            const char *at = strstr(line, source.quote);
            assert_true(at != NULL && at < strchr(line, '\n'));
        }
    }
    assert_int_equal(kauri_claim_source(KAURI_CLAIM_WAITING).side, KAURI_NORTH);
    assert_int_equal(kauri_claim_source(KAURI_CLAIM_WAITING).note, 'A');
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_data),
        cmocka_unit_test(test_readings),
        cmocka_unit_test(test_sources),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
