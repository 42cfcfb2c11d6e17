// Positions and moves as text.
#include "tests/rules/positions.h"

#include "rules/notation.h"

#include <stdio.h>
#include <string.h>

TEST(parse_of_format_is_the_same_position)
{
    uint64_t random = 77;
    for (unsigned i = 0; i < 20000; i++) {
        const struct kauri_position position = random_position(&random);
        char text[KAURI_POSITION_TEXT_BYTES];
        const struct kauri_position again = position_of(kauri_position_format(&position, text));
        assert_true(kauri_position_equal(&position, &again));
    }
}

TEST(longest_text_fits)
{
    struct kauri_position position = {.holes = 6, .side = KAURI_NORTH, .score = {255, 255}};
    memset(position.seeds, 255, sizeof position.seeds);
    memset(position.cowries, 255, sizeof position.cowries);
    char text[KAURI_POSITION_TEXT_BYTES];
    assert_true(strlen(kauri_position_format(&position, text)) < KAURI_POSITION_TEXT_BYTES);
    assert_string_equal(text + strlen(text) - 10, " N 255:255");
}

TEST(score_and_zero_cowries_are_optional)
{
    const struct kauri_position position = position_of("  1,2+0/03,0+4\tN \r\n");
    assert_position(&position, "1,2/3,0+4 N 0:0");
    const struct kauri_position score = position_of("1/2+12 S 27:30 ");
    assert_position(&score, "1/2+12 S 27:30");
}

TEST(bad_positions_say_what_is_wrong)
{
    static const struct {
        const char *text;
        const char *message;
    } cases[] = {
        {"", "position \"\": expected SOUTH/NORTH SIDE SCORE, such as '1,0+2/0,3 S 4:2'"},
        {"x", "position \"x\": expected SOUTH/NORTH SIDE SCORE, such as '1,0+2/0,3 S 4:2'"},
        {"/", "position \"/\": South's hole a: a number of seeds is missing"},
        {"1,,2/1,1,1 S", "position \"1,,2/1,1,1 S\": South's hole b: a number of seeds is missing"},
        {"-1/1 S", "position \"-1/1 S\": South's hole a: a negative number of seeds"},
        {"1/2,-3 S", "position \"1/2,-3 S\": North's hole B: a negative number of seeds"},
        {"1/2+-3 S", "position \"1/2+-3 S\": North's hole A: a negative number of cowries"},
        {"1/2+ S", "position \"1/2+ S\": North's hole A: a number of cowries is missing"},
        {"61/0 S", "position \"61/0 S\": South's hole a: more than 60 seeds"},
        {"99999999999999999999/0 S",
         "position \"99999999999999999999/0 S\": South's hole a: more than 60 seeds"},
        {"0+13/0 S", "position \"0+13/0 S\": South's hole a: more than 12 cowries"},
        {"0+7/0+6 S", "position \"0+7/0+6 S\": more than 12 cowries on the board"},
        {"40/21 S", "position \"40/21 S\": more than 60 seeds on the board and in the stores"},
        {"1/1 S 30:29",
         "position \"1/1 S 30:29\": more than 60 seeds on the board and in the stores"},
        {"1,1,1/1,1 S", "position \"1,1,1/1,1 S\": South's row has 3 holes, North's 2"},
        {"1,1/1,1,1 S", "position \"1,1/1,1,1 S\": South's row has 2 holes, North's 3"},
        {"0,0,0,0,0,0,0/0,0,0,0,0,0,0 S",
         "position \"0,0,0,0,0,0,0/0,0,0,0,0,0,0 S\": South's row has more than 6 holes"},
        {"1 1/1 1 S", "position \"1 1/1 1 S\": South's row must end with '/', its holes are "
                      "separated by ','"},
        {"1", "position \"1\": expected SOUTH/NORTH SIDE SCORE, such as '1,0+2/0,3 S 4:2'"},
        {"1,0 S 3:2",
         "position \"1,0 S 3:2\": expected SOUTH/NORTH SIDE SCORE, such as '1,0+2/0,3 S 4:2'"},
        {"1/1;S", "position \"1/1;S\": North's row must end with a space, its holes are separated "
                  "by ','"},
        {"1/1", "position \"1/1\": the side to move must be S or N"},
        {"1/1 x", "position \"1/1 x\": the side to move must be S or N"},
        {"1/1 South", "position \"1/1 South\": the side to move must be S or N"},
        {"1/1 S 3", "position \"1/1 S 3\": the score must be South:North, as 30:18"},
        {"1/1 S 3:", "position \"1/1 S 3:\": the score: a number of seeds is missing"},
        {"1/1 S 61:0", "position \"1/1 S 61:0\": the score: more than 60 seeds"},
        {"1/1 S x", "position \"1/1 S x\": the score: a number of seeds is missing"},
        {"1/1 S 3:4 5", "position \"1/1 S 3:4 5\": something follows the end"},
        {"1/1 S 3:4x", "position \"1/1 S 3:4x\": something follows the end"},
        {"1/1 S 3:4\xe2\x82\xac \xfc",
         "position \"1/1 S 3:4\xe2\x82\xac <0xFC>\": something follows the end"},
        {"1\x1b[31m/", "position \"1<U+001B>[31m/\": South's row must end with '/', its holes are "
                       "separated by ','"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct kauri_position position = kauri_start(3);
        const struct kauri_position before = position;
        struct kauri_error error = {KAURI_OK, ""};
        assert_int_equal(kauri_position_parse(cases[i].text, &position, &error), KAURI_BAD_INPUT);
        assert_int_equal(error.status, KAURI_BAD_INPUT);
        assert_string_equal(error.message, cases[i].message);
        assert_memory_equal(&position, &before, sizeof position);
    }
}

// People copy positions from pages, chats and documents.
TEST(positions_are_read_in_any_typography)
{
    static const char *const texts[] = {
        "1,0+2/0,3 S 4:2",
        "  1, 0 + 2 / 0 , 3\ts 4 : 2\r\n",
        "\"1,0+2/0,3 S 4:2\"",
        "\xe2\x80\x9c"
        "1,0+2/0,3 S 4:2\xe2\x80\x9d",
        "\xef\xbb\xbf`1,0+2/0,3 S 4:2`",
        "1,0+2/0,3\xc2\xa0S\xe2\x80\xaf"
        "4:2",
        "\xe2\x80\x8e"
        "1,0+2/0\xe2\x80\x8b,3\xe3\x80\x80S 4:2",
        "1,0\xef\xbc\x8b"
        "2\xe2\x88\x95"
        "0,3 S 4\xe2\x88\xb6"
        "2",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct kauri_position position;
        struct kauri_error error = {KAURI_OK, ""};
        assert_ok(kauri_position_parse(texts[i], &position, &error), &error);
        assert_position(&position, "1,0+2/0,3 S 4:2");
    }
    struct kauri_position position;
    assert_int_equal(kauri_position_parse("\xe2\x80\x9e"
                                          "1/1 S\xe2\x80\x9d",
                                          &position, NULL),
                     KAURI_OK);
}

// The text of a hole, as the notation has it.
static size_t print_hole(char *to, size_t capacity, const struct kauri_position *position,
                         unsigned i)
{
    return (size_t)snprintf(to, capacity, position->cowries[i] > 0 ? "%u+%u" : "%u",
                            position->seeds[i], position->cowries[i]);
}

TEST(positions_are_written_as_printf_would)
{
    uint64_t random = 11;
    for (unsigned i = 0; i < 20000; i++) {
        const struct kauri_position position = random_position(&random);
        char text[KAURI_POSITION_TEXT_BYTES];
        char expected[2 * KAURI_POSITION_TEXT_BYTES];
        size_t n = 0;
        for (unsigned h = 0; h < 2U * position.holes; h++) {
            if (h > 0) {
                expected[n++] = h == position.holes ? '/' : ',';
            }
            n += print_hole(expected + n, sizeof expected - n, &position, h);
        }
        (void)snprintf(expected + n, sizeof expected - n, " %c %u:%u", "SN"[position.side],
                       position.score[0], position.score[1]);
        assert_ptr_equal(kauri_position_format(&position, text), text);
        assert_string_equal(text, expected);
    }
}

TEST(long_text_is_cut_in_messages)
{
    char text[5000];
    memset(text, ',', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    struct kauri_position position;
    struct kauri_error error;
    assert_int_equal(kauri_position_parse(text, &position, &error), KAURI_BAD_INPUT);
    assert_non_null(strstr(error.message, ",...\": expected SOUTH/NORTH SIDE SCORE"));
    assert_int_equal(kauri_position_parse(text, &position, NULL), KAURI_BAD_INPUT);
}

TEST(letters_name_holes)
{
    for (int hole = 0; hole < KAURI_HOLES_MAX; hole++) {
        for (int s = 0; s < 2; s++) {
            enum kauri_side side;
            int number;
            const char letter = kauri_move_letter((enum kauri_side)s, hole);
            assert_int_equal(letter, (s == KAURI_SOUTH ? "abcdef" : "ABCDEF")[hole]);
            assert_true(kauri_letter_move(letter, &side, &number));
            assert_int_equal(side, s);
            assert_int_equal(number, hole);
        }
    }
    assert_int_equal(kauri_move_letter(KAURI_SOUTH, KAURI_MOVE_PASS), '-');
    assert_int_equal(kauri_move_letter(KAURI_NORTH, 6), '-');
    for (const char *bad = "gG@`-1 W"; *bad != '\0'; bad++) {
        enum kauri_side side;
        int hole;
        assert_false(kauri_letter_move(*bad, &side, &hole));
    }
}

TEST(captures_are_written_as_in_records)
{
    char text[KAURI_CAPTURE_TEXT_BYTES];
    assert_string_equal(kauri_capture_format((struct kauri_capture){0, 0}, text), "");
    assert_string_equal(kauri_capture_format((struct kauri_capture){2, 0}, text), "(+2)");
    assert_string_equal(kauri_capture_format((struct kauri_capture){0, 1}, text), "(-1)");
    assert_string_equal(kauri_capture_format((struct kauri_capture){2, 1}, text), "(+2;-1)");
    assert_string_equal(kauri_capture_format((struct kauri_capture){255, 255}, text),
                        "(+255;-255)");
    assert_string_equal(kauri_side_name(KAURI_SOUTH), "South");
    assert_string_equal(kauri_side_name(KAURI_NORTH), "North");
}

// Positions as they are copied from texts and links; what is behind the side is its score or an
// error.
TEST(positions_are_read_as_they_are_copied)
{
    static const char *const good[] = {
        "Position: 7,0+2/1,3 S 4:2",
        "Stellung = 7,0+2/1,3 S 4:2",
        "FEN 7,0+2/1,3 S 4:2",
        "(7,0+2/1,3 S 4:2)",
        "7,0+2/1,3 S 4:2.",
        "\"7,0+2/1,3 S 4:2\".",
        "7,0+2/1,3_S_4:2",
        "https://kauri.example/#p=7,0+2/1,3_S_4:2&r=tiebreak",
        "https://kauri.example/?p=7,0+2/1,3+S+4:2",
        "#p=7%2C0%2B2%2F1%2C3%20S%204%3A2",
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        struct kauri_position position;
        struct kauri_error error = {KAURI_OK, ""};
        char text[KAURI_POSITION_TEXT_BYTES];
        if (kauri_position_parse(good[i], &position, &error) != KAURI_OK) {
            fail_msg("%s: %s", good[i], error.message);
        }
        assert_string_equal(kauri_position_format(&position, text), "7,0+2/1,3 S 4:2");
    }
    static const char *const bad[] = {
        "7,0+2/1,3 S 4-2",
        "7,0+2/1,3 S. 4:2",
        "7,0+2/1,3 S x",
        "The position 7,0+2/1,3 S",
        "7,0+2/1,3+2 4:2",
        "#q=7,0+2/1,3_S",
        "p=",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct kauri_position position;
        if (kauri_position_parse(bad[i], &position, NULL) == KAURI_OK) {
            fail_msg("read: %s", bad[i]);
        }
    }
}
