#include "cli/games/diagram.h"

#include "common/svg.h"
#include "rules/notation.h"

#include <stdio.h>

static const double left = 34;   // room for North's captures
static const double cell_w = 40; // holes
static const double cell_h = 34;
static const double letter_h = 12;

static void add_cowries(struct kauri_string *svg, double x, double y, unsigned cowries)
{
    char text[8];
    (void)snprintf(text, sizeof text, "%u", cowries);
    kauri_svg_circle(svg, x, y, 8.5, "fill=\"black\"");
    kauri_svg_text(svg, x, y + 4.5, 13, "middle", "fill=\"white\" font-weight=\"bold\"", text);
}

// The sign of the player to move.
static void add_triangle(struct kauri_string *svg, double x, double y)
{
    kauri_string_add(svg, "<path d=\"M%.1f %.1f l9 4.5 l-9 4.5 z\" fill=\"black\"/>\n", x, y);
}

// The letters of the holes stand outside the rows.
static void add_hole(struct kauri_string *svg, double x, double y,
                     const struct kauri_position *position, unsigned place, bool above)
{
    char text[8];
    const unsigned holes = position->holes;
    const unsigned side = place < holes ? KAURI_SOUTH : KAURI_NORTH;
    const unsigned seeds = position->seeds[place];
    const unsigned cowries = position->cowries[place];
    kauri_svg_rect(svg, x, y, cell_w, cell_h, "fill=\"none\" stroke=\"black\" stroke-width=\"1\"");
    if (seeds > 0) {
        (void)snprintf(text, sizeof text, "%u", seeds);
        kauri_svg_text(svg, cowries > 0 ? x + 10.5 : x + cell_w / 2, y + 22, seeds > 9 ? 13.5 : 15,
                       "middle", "", text);
    }
    if (cowries > 0) {
        add_cowries(svg, seeds > 0 ? x + 29.5 : x + cell_w / 2, y + cell_h / 2, cowries);
    }
    (void)snprintf(text, sizeof text, "%c",
                   kauri_move_letter((enum kauri_side)side, (int)(place % holes)));
    kauri_svg_text(svg, x + cell_w / 2, above ? y - 3 : y + cell_h + 11, 11, "middle",
                   "fill=\"#444\"", text);
}

static void add_score(struct kauri_string *svg, double x, double y, unsigned score, bool to_move)
{
    char text[8];
    (void)snprintf(text, sizeof text, "%u", score);
    kauri_svg_text(svg, x, y + 22, 16, "middle", "font-weight=\"bold\"", text);
    if (to_move) {
        add_triangle(svg, x - 4.5, y + 26);
    }
}

void kauri_diagram_add(struct kauri_string *svg, double x, double y,
                       const struct kauri_position *position)
{
    const unsigned holes = position->holes;
    const double north_y = y + letter_h;
    const double south_y = north_y + cell_h;
    const double board = cell_w * holes;
    for (unsigned column = 0; column < holes; column++) {
        const double hole_x = x + left + cell_w * column;
        add_hole(svg, hole_x, north_y, position, 2 * holes - 1 - column, true);
        add_hole(svg, hole_x, south_y, position, column, false);
    }
    add_score(svg, x + left / 2, north_y, position->score[KAURI_NORTH],
              position->side == KAURI_NORTH);
    add_score(svg, x + left + board + left / 2, south_y, position->score[KAURI_SOUTH],
              position->side == KAURI_SOUTH);
}

void kauri_diagram_add_legend(struct kauri_string *svg, enum kauri_language language, double x,
                              double y)
{
    kauri_svg_text(svg, x, y, 14, "start", "", kauri_drawing_word(language, KAURI_WORD_FIVE_SEEDS));
    add_cowries(svg, x + 80, y - 5, 2);
    kauri_svg_text(svg, x + 93, y, 14, "start", "",
                   kauri_drawing_word(language, KAURI_WORD_COWRIES));
    add_triangle(svg, x + 167, y - 9.5);
    kauri_svg_text(svg, x + 181, y, 14, "start", "",
                   kauri_drawing_word(language, KAURI_WORD_TO_MOVE));
}
