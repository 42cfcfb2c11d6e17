// Drawings of positions through the public interface.
#include "tests/library/parsed.h"
#include "tests/test.h"

#include <kauri/kauri.h>

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static char *drawn(const struct kauri_position *position, const struct kauri_drawing *drawing)
{
    char *svg = NULL;
    struct kauri_error error;
    assert_ok(kauri_position_svg(position, drawing, &svg, &error), &error);
    assert_non_null(svg);
    assert_int_equal(strncmp(svg, "<?xml ", 6), 0);
    assert_string_equal(svg + strlen(svg) - strlen("</svg>\n"), "</svg>\n");
    return svg;
}

static unsigned count(const char *svg, const char *part)
{
    unsigned found = 0;
    for (const char *at = strstr(svg, part); at != NULL; at = strstr(at + 1, part)) {
        found++;
    }
    return found;
}

TEST(a_drawing_shows_every_counter_and_the_captures)
{
    struct kauri_position small = parsed("1,0/0,0 S");
    // The legend shows one counter of each kind.
    char *svg = drawn(&small, NULL);
    assert_int_equal(count(svg, "<circle"), 2);
    assert_int_equal(count(svg, "<ellipse"), 1);
    assert_int_equal(count(svg, ">South must pass<"), 1);
    kauri_svg_free(svg);
    small = parsed("0,0/0,0+1 S");
    svg = drawn(&small, NULL);
    assert_int_equal(count(svg, ">South cannot move<"), 1);
    kauri_svg_free(svg);

    struct kauri_error error;
    small.cowries[0] = 12;
    assert_int_equal(kauri_position_svg(&small, NULL, &svg, &error), KAURI_BAD_INPUT);
    assert_null(svg);
    const struct kauri_position sound = parsed("7,0,0+3/0+7,22,11+2 N 15:5");
    svg = drawn(&sound, NULL);
    static const char *const words[] = {">7</text>",  ">3</text>",        ">22</text>",
                                        ">11</text>", ">2</text>",        ">15</text>",
                                        ">5</text>",  ">North to move</", "<title>7,0,0+3/"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        assert_true(count(svg, words[i]) >= 1);
    }
    assert_int_equal(count(svg, ">7</text>"), 2); // seven seeds, seven cowries
    assert_int_equal(count(svg, "<circle"), 3 + 1);
    assert_int_equal(count(svg, "<ellipse"), 3 + 1);
    // Letters of the holes that can be moved are bold, as are both captures.
    assert_int_equal(count(svg, "font-weight=\"bold\">A<"), 1);
    assert_int_equal(count(svg, "font-weight=\"bold\">C<"), 1);
    assert_int_equal(count(svg, "font-weight=\"bold\""), 4);
    kauri_svg_free(svg);
    kauri_svg_free(NULL);
}

TEST(labels_are_escaped_and_marked)
{
    const struct kauri_position position = parsed("1+1,1+1/1+1,1+1 S");
    struct kauri_drawing drawing = {.struct_bytes = sizeof drawing};
    drawing.labels[0] = "<&>\"";
    drawing.labels[3] = "S\xc3\xbc"
                        "d";
    drawing.marked = 1;
    drawing.caption = "";
    char *svg = drawn(&position, &drawing);
    assert_int_equal(count(svg, "font-weight=\"bold\">&lt;&amp;&gt;&quot;</text>"), 1);
    assert_int_equal(count(svg, " >S\xc3\xbc"
                                "d</text>"),
                     1);
    assert_int_equal(count(svg, "to move"), 0);
    kauri_svg_free(svg);
}

// The size of the text that ends with `end`.
static double size_before(const char *svg, const char *end)
{
    static const char name[] = "font-size=\"";
    const char *size = NULL;
    for (const char *at = strstr(svg, name); at != NULL && at < strstr(svg, end);
         at = strstr(at + 1, name)) {
        size = at + strlen(name);
    }
    assert_non_null(size);
    return strtod(size, NULL);
}

TEST(what_is_proven_has_a_seal)
{
    const struct kauri_position position = parsed("1+1,1+1/1+1,1+1 S");
    struct kauri_drawing drawing = {.struct_bytes = sizeof drawing, .seal = "proven < all"};
    char *svg = drawn(&position, &drawing);
    assert_int_equal(count(svg, ">proven &lt; all</text>"), 1);
    assert_int_equal(count(svg, "stroke=\"white\""), 1); // the tick
    kauri_svg_free(svg);
    drawing.seal = NULL;
    svg = drawn(&position, &drawing);
    assert_int_equal(count(svg, "stroke=\"white\""), 0);
    kauri_svg_free(svg);
    drawing.seal = "\n";
    struct kauri_error error;
    assert_int_equal(kauri_position_svg(&position, &drawing, &svg, &error), KAURI_USAGE);
}

// The number after the last `name` before `end`.
static double number_before(const char *svg, const char *name, const char *end)
{
    const char *number = NULL;
    for (const char *at = strstr(svg, name); at != NULL && at < strstr(svg, end);
         at = strstr(at + 1, name)) {
        number = at + strlen(name);
    }
    assert_non_null(number);
    return strtod(number, NULL);
}

TEST(a_small_board_has_room_for_the_words_of_a_seal)
{
    static const char *const seals[] = {"bewiesen", "proven by proofs/start-e.proof"};
    const struct kauri_position position = parsed("1+1/1+1 S");
    for (unsigned i = 0; i < 2; i++) {
        struct kauri_drawing drawing = {
            .struct_bytes = sizeof drawing, .caption = "", .seal = seals[i]};
        char *svg = drawn(&position, &drawing);
        const double right = number_before(svg, " x=\"", seals[i]) + 6.8 * (double)strlen(seals[i]);
        assert_true(right <= number_before(svg, "viewBox=\"0 0 ", "<rect"));
        assert_true(number_before(svg, "<circle cx=\"", ">seeds<") >= 4.5);
        kauri_svg_free(svg);
    }
}

// Labels of neighbours do not run into one another; all have the same size.
TEST(long_labels_are_smaller)
{
    const struct kauri_position position = parsed("1+1,1+1/1+1,1+1 S");
    struct kauri_drawing drawing = {.struct_bytes = sizeof drawing, .labels = {"7:3", "4:6"}};
    char *short_labels = drawn(&position, &drawing);
    drawing.labels[1] = "30:30 \xe2\x80\xa0 lost";
    char *long_label = drawn(&position, &drawing);
    const double usual = size_before(short_labels, ">7:3<");
    const double small = size_before(long_label, ">7:3<");
    assert_true(usual == 12.0);
    assert_true(small == size_before(long_label, " lost<"));
    // Twelve characters in a hole that is 64 units wide.
    assert_true(small > 6.0 && 12 * 0.6 * small < 64.0);
    kauri_svg_free(short_labels);
    kauri_svg_free(long_label);
}

TEST(the_last_move_is_drawn_if_it_leads_to_the_position)
{
    struct kauri_error error;
    // Sowings of every length, from one counter to more than two laps.
    for (unsigned counters = 1; counters <= 60; counters++) {
        for (unsigned from = 0; from < 3; from++) {
            struct kauri_position before;
            assert_int_equal(kauri_position_start(3, &before, &error), KAURI_OK);
            memset(before.seeds, 0, sizeof before.seeds);
            before.seeds[from] = (uint8_t)(counters - 1);
            struct kauri_position after = before;
            assert_int_equal(kauri_position_play(&after, (int)from, NULL, &error), KAURI_OK);
            const struct kauri_drawing drawing = {
                .struct_bytes = sizeof drawing, .before = &before, .move = (int)from};
            char *with = drawn(&after, &drawing);
            char *without = drawn(&after, NULL);
            assert_int_equal(count(with, "<circle"), count(without, "<circle") + 1);
            assert_int_equal(count(with, "<path"), count(without, "<path") + 2);
            // Two bends for each change of rows, in one lap at most, and one at each end.
            const unsigned steps = counters > 6 ? 6 : counters;
            assert_int_equal(count(with, "Q"), 2 * ((from + steps) / 3) + 2);
            assert_int_equal(count(with, "stroke-dasharray"), 1);
            kauri_svg_free(with);
            kauri_svg_free(without);
            char *svg = NULL;
            assert_int_equal(kauri_position_svg(&before, &drawing, &svg, &error), KAURI_BAD_INPUT);
            assert_null(svg);
        }
    }
    const struct kauri_position before = parsed("1,1/1,1+1 S");
    struct kauri_position after = before;
    after.side = KAURI_NORTH;
    struct kauri_drawing drawing = {
        .struct_bytes = sizeof drawing, .before = &before, .move = KAURI_MOVE_PASS};
    char *svg = drawn(&after, &drawing);
    assert_int_equal(count(svg, "stroke-dasharray"), 0);
    kauri_svg_free(svg);
    drawing.move = 0; // holds no cowrie
    assert_int_equal(kauri_position_svg(&after, &drawing, &svg, &error), KAURI_BAD_INPUT);
}

// Every word of the drawing follows the language.
TEST(a_drawing_speaks_german)
{
    static const struct {
        const char *position, *caption;
    } cases[] = {
        {"1+1,0/0,0+1 S", ">S\xc3\xbc"
                          "d ist am Zug<"},
        {"1,0/0,0+1 S", ">S\xc3\xbc"
                        "d muss aussetzen<"},
        {"0,0/0,0+1 S", ">S\xc3\xbc"
                        "d kann nicht ziehen<"},
        {"1+1,0/0,0+1 N", ">Nord ist am Zug<"},
        {"1+1,0/0,0 N", ">Nord muss aussetzen<"},
        {"0+1,0/0,0 N", ">Nord kann nicht ziehen<"},
    };
    struct kauri_drawing drawing = {.struct_bytes = sizeof drawing, .language = KAURI_GERMAN};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct kauri_position position = parsed(cases[i].position);
        char *svg = drawn(&position, &drawing);
        assert_int_equal(count(svg, cases[i].caption), 1);
        assert_int_equal(count(svg, ">gefangen<"), 2);
        assert_int_equal(count(svg, ">Samen<"), 1);
        assert_int_equal(count(svg, ">Kauris<"), 1);
        kauri_svg_free(svg);
    }
    struct kauri_error error;
    char *svg = NULL;
    const struct kauri_position position = parsed("1+1,0/0,0+1 S");
    drawing.language = (enum kauri_language)2;
    assert_int_equal(kauri_position_svg(&position, &drawing, &svg, &error), KAURI_USAGE);
    assert_null(svg);
}

TEST(texts_that_xml_does_not_allow_are_refused)
{
    static const char *const texts[] = {
        "a\nb",
        "\x7f",
        "\x80",
        "\xc3",
        "\xc0\x80",
        "\xed\xa0\x80",
        "\xef\xbf\xbf",
        "\xe0\x80\x80",
        "\xf4\x90\x80\x80",
        "\xf0\x9f\x99",
        "a label of more than thirty-two bytes",
    };
    const struct kauri_position position = parsed("1+1,1+1/1+1,1+1 S");
    struct kauri_error error;
    char *svg = NULL;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct kauri_drawing drawing = {.struct_bytes = sizeof drawing};
        drawing.labels[2] = texts[i];
        assert_int_equal(kauri_position_svg(&position, &drawing, &svg, &error), KAURI_USAGE);
        assert_null(svg);
    }
    struct kauri_drawing drawing = {.struct_bytes = sizeof drawing, .caption = "\xf0\x9f\x99\x82"};
    svg = drawn(&position, &drawing);
    kauri_svg_free(svg);
    char caption[KAURI_DRAWING_CAPTION_MAX + 2];
    memset(caption, 'w', sizeof caption);
    caption[sizeof caption - 1] = '\0';
    drawing.caption = caption;
    assert_int_equal(kauri_position_svg(&position, &drawing, &svg, &error), KAURI_USAGE);
    caption[sizeof caption - 2] = '\0';
    svg = drawn(&position, &drawing);
    kauri_svg_free(svg);
}

TEST(a_drawing_of_another_version_is_taken_if_it_can_be)
{
    const struct kauri_position position = parsed("1+1,1+1/1+1,1+1 S");
    struct {
        struct kauri_drawing drawing;
        uint64_t later;
    } longer = {.drawing = {.struct_bytes = sizeof longer}};
    struct kauri_error error;
    char *svg = drawn(&position, &longer.drawing);
    kauri_svg_free(svg);
    longer.later = 1;
    assert_int_equal(kauri_position_svg(&position, &longer.drawing, &svg, &error), KAURI_USAGE);
    longer.later = 0;
    longer.drawing.struct_bytes = 0;
    assert_int_equal(kauri_position_svg(&position, &longer.drawing, &svg, &error), KAURI_USAGE);
}
