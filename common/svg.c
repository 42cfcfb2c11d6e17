#include "common/svg.h"

#include <stdio.h>
#include <stdlib.h>

// Rounds to the nearest whole number, and to the even one of two that are equally near, as printf
// does.
static long nearest(double value)
{
    if (value < 0) {
        return -nearest(-value);
    }
    const long below = (long)value;
    const double rest = value - (double)below;
    return rest > 0.5 || (rest == 0.5 && below % 2 == 1) ? below + 1 : below;
}

const char *kauri_svg_number(double value, char text[KAURI_SVG_NUMBER_BYTES])
{
    const long tenths = nearest(value * 10);
    (void)snprintf(text, KAURI_SVG_NUMBER_BYTES, "%s%ld.%ld", tenths < 0 ? "-" : "",
                   labs(tenths) / 10, labs(tenths) % 10);
    return text;
}

// Adds ` name="value"`.
static void add_attribute(struct kauri_string *svg, const char *name, double value)
{
    char text[KAURI_SVG_NUMBER_BYTES];
    kauri_string_add(svg, " %s=\"%s\"", name, kauri_svg_number(value, text));
}

void kauri_svg_begin(struct kauri_string *svg, double width, double height, double millimetres)
{
    char wide[KAURI_SVG_NUMBER_BYTES];
    char high[KAURI_SVG_NUMBER_BYTES];
    kauri_string_add(svg,
                     "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%smm\" height=\"%smm\" "
                     "viewBox=\"0 0 %ld %ld\" font-family=\"sans-serif\">\n",
                     kauri_svg_number(millimetres, wide),
                     kauri_svg_number(millimetres * height / width, high), nearest(width),
                     nearest(height));
    kauri_svg_rect(svg, 0, 0, width, height, "fill=\"white\"");
}

void kauri_svg_end(struct kauri_string *svg)
{
    kauri_string_add(svg, "</svg>\n");
}

void kauri_svg_line(struct kauri_string *svg, double x1, double y1, double x2, double y2,
                    const char *style)
{
    kauri_string_add(svg, "<line");
    add_attribute(svg, "x1", x1);
    add_attribute(svg, "y1", y1);
    add_attribute(svg, "x2", x2);
    add_attribute(svg, "y2", y2);
    kauri_string_add(svg, " %s/>\n", style);
}

void kauri_svg_rect(struct kauri_string *svg, double x, double y, double width, double height,
                    const char *style)
{
    kauri_string_add(svg, "<rect");
    add_attribute(svg, "x", x);
    add_attribute(svg, "y", y);
    add_attribute(svg, "width", width);
    add_attribute(svg, "height", height);
    kauri_string_add(svg, " %s/>\n", style);
}

void kauri_svg_circle(struct kauri_string *svg, double x, double y, double radius,
                      const char *style)
{
    kauri_string_add(svg, "<circle");
    add_attribute(svg, "cx", x);
    add_attribute(svg, "cy", y);
    add_attribute(svg, "r", radius);
    kauri_string_add(svg, " %s/>\n", style);
}

static void add_escaped(struct kauri_string *svg, const char *text)
{
    for (; *text != '\0'; text++) {
        switch (*text) {
        case '&':
            kauri_string_add(svg, "&amp;");
            break;
        case '<':
            kauri_string_add(svg, "&lt;");
            break;
        case '>':
            kauri_string_add(svg, "&gt;");
            break;
        case '"':
            kauri_string_add(svg, "&quot;");
            break;
        default:
            kauri_string_add(svg, "%c", *text);
        }
    }
}

void kauri_svg_text(struct kauri_string *svg, double x, double y, double size, const char *anchor,
                    const char *style, const char *text)
{
    kauri_string_add(svg, "<text");
    add_attribute(svg, "x", x);
    add_attribute(svg, "y", y);
    add_attribute(svg, "font-size", size);
    kauri_string_add(svg, " text-anchor=\"%s\" %s>", anchor, style);
    add_escaped(svg, text);
    kauri_string_add(svg, "</text>\n");
}

double kauri_svg_fit(double size, double letter, size_t characters, double width)
{
    const double needed = letter * (double)characters;
    return size * needed <= width ? size : width / needed;
}

static const char *const words[KAURI_DRAWING_WORDS][KAURI_LANGUAGES] = {
    [KAURI_WORD_SOUTH] = {"South", "Süd"},
    [KAURI_WORD_NORTH] = {"North", "Nord"},
    [KAURI_WORD_SOUTH_MOVES] = {"South to move", "Süd ist am Zug"},
    [KAURI_WORD_NORTH_MOVES] = {"North to move", "Nord ist am Zug"},
    [KAURI_WORD_SOUTH_PASSES] = {"South must pass", "Süd muss aussetzen"},
    [KAURI_WORD_NORTH_PASSES] = {"North must pass", "Nord muss aussetzen"},
    [KAURI_WORD_SOUTH_STUCK] = {"South cannot move", "Süd kann nicht ziehen"},
    [KAURI_WORD_NORTH_STUCK] = {"North cannot move", "Nord kann nicht ziehen"},
    [KAURI_WORD_SOUTH_SCORES] = {"South to move; final scores below the holes",
                                 "Süd ist am Zug; Endstände unter den Mulden"},
    [KAURI_WORD_NORTH_SCORES] = {"North to move; final scores above the holes",
                                 "Nord ist am Zug; Endstände über den Mulden"},
    [KAURI_WORD_CAPTURED] = {"captured", "gefangen"},
    [KAURI_WORD_SEEDS] = {"seeds", "Samen"},
    [KAURI_WORD_COWRIES] = {"cowries", "Kauris"},
    [KAURI_WORD_NET] = {"net", "netto"},
    [KAURI_WORD_PHASE_LOST] = {"lost", "verl."},
    [KAURI_WORD_PHASE_DRAWN] = {"drawn", "remis"},
    [KAURI_WORD_PHASE_WON] = {"won", "gew."},
    [KAURI_WORD_PROVEN] = {"proven", "bewiesen"},
    [KAURI_WORD_AHEAD] = {"ahead", "führt"},
    [KAURI_WORD_BEFORE_MOVE] = {"before move", "vor Zug"},
    [KAURI_WORD_STANDARD] = {"standard", "Standard"},
    [KAURI_WORD_TIEBREAKER] = {"tie-breaker", "Tiebreak"},
    [KAURI_WORD_FINAL_MARGIN] = {"final margin, exact", "Endabstand, genau"},
    [KAURI_WORD_BOUNDS] = {"proven bounds", "Schranken"},
    [KAURI_WORD_CAPTURED_SO_FAR] = {"captured so far", "bisher gefangen"},
    [KAURI_WORD_ESTIMATED] = {"estimated; ? likely mistake", "geschätzt; ? wohl ein Fehler"},
    [KAURI_WORD_SOUTH_WINS] = {"South wins", "Süd siegt"},
    [KAURI_WORD_DRAW] = {"draw", "remis"},
    [KAURI_WORD_NORTH_WINS] = {"North wins", "Nord siegt"},
    [KAURI_WORD_NOT_DECIDED] = {"not decided", "offen"},
};

const char *kauri_drawing_word(enum kauri_language language, enum kauri_drawing_word word)
{
    return words[word][language];
}
