// Positions that texts draw.
#include "tests/test.h"

#include "games/records/drawing.h"

#include <string.h>

// Fails unless the text draws the position.
static void check_drawn(const char *text, const char *expected)
{
    struct kauri_position position;
    struct kauri_error error = {KAURI_OK, ""};
    char read[KAURI_POSITION_TEXT_BYTES];
    if (kauri_drawing_read(text, &position, &error) != KAURI_OK) {
        fail_msg("%s\nin:\n%s", error.message, text);
    }
    if (strcmp(kauri_position_format(&position, read), expected) != 0) {
        fail_msg("%s, not %s\nin:\n%s", read, expected, text);
    }
}

#define BORDER "      +-----+-----+-----+\n"

TEST(boards_are_read_as_they_are_drawn)
{
    check_drawn("         C     B     A     North, to move\n" BORDER "      |  5  |     |     |\n"
                "  18  |  7@ |  1@ |     |\n" BORDER "      |  7  |     |     |\n"
                "      |     |     |     |  30\n" BORDER "         a     b     c     South\n",
                "7,0,0/0,0+1,5+7 N 30:18");
    check_drawn("\xe2\x94\x8c\xe2\x94\x80\xe2\x94\xac\xe2\x94\x80\xe2\x94\x90\n"
                "\xe2\x94\x82"
                "1\xe2\x94\x82"
                "2\xe2\x94\x82\n"
                "\xe2\x94\x9c\xe2\x94\x80\xe2\x94\xbc\xe2\x94\x80\xe2\x94\xa4\n"
                "\xe2\x94\x82"
                "3\xe2\x94\x82"
                "@\xe2\x94\x82\n"
                "\xe2\x94\x94\xe2\x94\x80\xe2\x94\xb4\xe2\x94\x80\xe2\x94\x98\nSouth moves",
                "3,0+1/2,1 S 0:0");
    check_drawn("| 1 | 2 |\n|---|---|\n| 3 | 2+1 |\n\nNorth to move.", "3,2+1/2,1 N 0:0");
    check_drawn(
        "{| class=\"wikitable\"\n|+ caption\n! North !! B !! A\n|-\n! 18\n| 1 || 2@\n|-\n! 4\n"
        "| 3 2@ ||\n|-\n! South !! a !! b\n|}\nNord ist am Zug.",
        "3+2,0/0+2,1 N 4:18");
}

// A board that North has drawn: his row is below, and his letters say so.
TEST(letters_say_whose_a_row_is)
{
    check_drawn("      b     a\n"
                "   +-----+-----+\n"
                "   |  1  |  2  |\n"
                "   +-----+-----+\n"
                "   |  3  |  4@ |\n"
                "   +-----+-----+\n"
                "      A     B\nNorth to move",
                "2,1/3,0+4 N 0:0");
}

TEST(what_a_drawing_lacks_is_named)
{
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"", "the text draws no board"},
        {"| 1 | 2 |\nSouth to move", "the text draws no board"},
        {"| 1 | 2 |\n|---|---|\n| 3 | 4 | 5 |\nSouth to move", "the text draws no board"},
        {"| 1 | 2 |\n|---|---|\n| 3 | 4 |", "does not say who is to move"},
        {"| 1 | 2 |\n|---|---|\n| 3 | 4 |\nSouth to move, then North to move", "who is to move"},
        {"| 61 | 2 |\n|---|---|\n| 3 | 4 |\nSouth to move", "the drawing has 70 seeds"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct kauri_position position;
        struct kauri_error error = {KAURI_OK, ""};
        assert_int_equal(kauri_drawing_read(cases[i].text, &position, &error),
                         i < 3 ? KAURI_MISSING : KAURI_BAD_INPUT);
        if (strstr(error.message, cases[i].message) == NULL) {
            fail_msg("%s, not %s", error.message, cases[i].message);
        }
    }
}
