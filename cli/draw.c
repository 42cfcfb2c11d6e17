#include "cli/draw.h"

#include "cli/terminal_text.h"
#include "common/svg.h"
#include "rules/notation.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum {
    CELL = 7,        // columns inside a hole,
    NARROW_CELL = 5, // where a board of these would be wider than the terminal
    MARGIN = 6,      // columns left of the board: North's store
};

enum paint { PLAIN, SEEDS, COWRIES, MOVE };

static const char *const colours[] = {"", "\033[33m", "\033[1;36m", "\033[1m"};

struct pen {
    FILE *out;
    const struct kauri_position *position;
    struct kauri_draw_style style;
    int cell; // columns inside a hole
};

struct kauri_draw_style kauri_draw_style_for(FILE *out)
{
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    const char *no_color = getenv("NO_COLOR");
    struct kauri_draw_style style = {.colour = isatty(fileno(out)) == 1 &&
                                               (no_color == NULL || no_color[0] == '\0')};
    // The first variable that is set decides, as in setlocale.
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        const char *value = getenv(variables[i]);
        if (value != NULL && value[0] != '\0') {
            const char *dot = strchr(value, '.');
            style.unicode = dot != NULL && (strncasecmp(dot, ".UTF-8", 6) == 0 ||
                                            strncasecmp(dot, ".UTF8", 5) == 0);
            break;
        }
    }
    return style;
}

// Prints a word in the middle of `width` columns.
static void put(const struct pen *pen, enum paint paint, int width, const char *word)
{
    const int length = (int)strlen(word);
    const int left = length < width ? (width - length) / 2 : 0;
    const int right = length < width ? width - length - left : 0;
    const bool colour = pen->style.colour && paint != PLAIN && length > 0;
    (void)fprintf(pen->out, "%*s%s%s%s%*s", left, "", colour ? colours[paint] : "", word,
                  colour ? "\033[0m" : "", right, "");
}

// Prints the number of counters in a hole, aligned with the numbers above and below.
static void put_counters(const struct pen *pen, enum paint paint, unsigned number)
{
    char word[16] = "";
    if (number > 0) {
        (void)snprintf(word, sizeof word, "%u%s", number, paint == COWRIES ? "@" : " ");
    }
    (void)fprintf(pen->out, "%*s", pen->cell - 2 - (int)strlen(word), "");
    put(pen, paint, 0, word);
    (void)fprintf(pen->out, "%*s", 2, "");
}

// The index into `seeds` and `cowries` of the hole in this column of the drawing.
static unsigned hole_at(const struct pen *pen, enum kauri_side side, unsigned column)
{
    const unsigned holes = pen->position->holes;
    return side == KAURI_SOUTH ? column : 2 * holes - 1 - column;
}

static bool is_movable(const struct pen *pen, enum kauri_side side, unsigned place)
{
    return pen->position->side == side && pen->position->cowries[place] > 0;
}

// Prints a line of the frame: 0 above the rows, 1 between them, 2 below.
static void draw_line(const struct pen *pen, unsigned which)
{
    static const char *const boxes[3][3] = {{"\u250c", "\u252c", "\u2510"},
                                            {"\u251c", "\u253c", "\u2524"},
                                            {"\u2514", "\u2534", "\u2518"}};
    const unsigned holes = pen->position->holes;
    (void)fprintf(pen->out, "%*s", MARGIN, "");
    for (unsigned column = 0; column <= holes; column++) {
        const unsigned kind = column == 0 ? 0 : column == holes ? 2 : 1;
        (void)fputs(pen->style.unicode ? boxes[which][kind] : "+", pen->out);
        for (int i = 0; i < pen->cell && column < holes; i++) {
            (void)fputs(pen->style.unicode ? "\u2500" : "-", pen->out);
        }
    }
    (void)fputc('\n', pen->out);
}

static void draw_letters(const struct pen *pen, enum kauri_side side)
{
    const unsigned holes = pen->position->holes;
    (void)fprintf(pen->out, "%*s", MARGIN, "");
    for (unsigned column = 0; column < holes; column++) {
        const unsigned place = hole_at(pen, side, column);
        const char letter[] = {kauri_move_letter(side, (int)(place % holes)), '\0'};
        (void)fputc(' ', pen->out);
        put(pen, is_movable(pen, side, place) ? MOVE : PLAIN, pen->cell, letter);
    }
    const enum kauri_language language = pen->style.language;
    (void)fprintf(
        pen->out, "  %s%s\n",
        kauri_drawing_word(language, (enum kauri_drawing_word)(KAURI_WORD_SOUTH + (int)side)),
        pen->position->side != side ? ""
        : language == KAURI_GERMAN  ? ", am Zug"
                                    : ", to move");
}

// Prints one line of a row: its seeds or its cowries.
static void draw_counters(const struct pen *pen, enum kauri_side side, enum paint paint)
{
    const struct kauri_position *position = pen->position;
    // Each player's captures stand at the player's right, beside the line nearest the middle.
    const bool left = side == KAURI_NORTH && paint == COWRIES;
    const bool right = side == KAURI_SOUTH && paint == SEEDS;
    char score[8] = "";
    (void)snprintf(score, sizeof score, "%u", position->score[side]);
    put(pen, PLAIN, MARGIN, left ? score : "");
    for (unsigned column = 0; column < position->holes; column++) {
        const unsigned place = hole_at(pen, side, column);
        (void)fputs(pen->style.unicode ? "\u2502" : "|", pen->out);
        put_counters(pen, paint,
                     paint == SEEDS ? position->seeds[place] : position->cowries[place]);
    }
    (void)fprintf(pen->out, "%s%s%s\n", pen->style.unicode ? "\u2502" : "|", right ? "  " : "",
                  right ? score : "");
}

// Adds a word in its colour.
static void add_painted(struct kauri_string *out, const struct pen *pen, enum paint paint,
                        const char *word)
{
    kauri_string_add(out, "%s%s%s", pen->style.colour ? colours[paint] : "", word,
                     pen->style.colour ? "\033[0m" : "");
}

static void draw_legend(const struct pen *pen)
{
    const struct kauri_moves moves = kauri_legal_moves(pen->position);
    struct kauri_string out = {.bytes = NULL};
    kauri_string_add(&out, "\n");
    add_painted(&out, pen, SEEDS, "5");
    kauri_string_add(&out, " is five seeds, ");
    add_painted(&out, pen, COWRIES, "2@");
    kauri_string_add(&out, " two cowries; beside a row stand the captures of its owner.\n");
    kauri_string_add(&out, "%s %s", kauri_side_name(pen->position->side),
                     moves.count > 0                  ? "can play"
                     : kauri_seeds(pen->position) > 0 ? "must pass"
                                                      : "cannot move");
    for (unsigned m = 0; m < moves.count; m++) {
        const char letter[] = {
            kauri_move_letter((enum kauri_side)pen->position->side, moves.hole[m]), '\0'};
        kauri_string_add(&out, " ");
        add_painted(&out, pen, MOVE, letter);
    }
    kauri_string_add(&out, ".\n");
    kauri_write_fitted(pen->out, kauri_string_text(&out), kauri_terminal_columns(pen->out));
    kauri_string_clear(&out);
}

static struct pen pen_for(FILE *out, const struct kauri_position *position,
                          struct kauri_draw_style style)
{
    static const char longest[] = "  South, to move";
    const int columns = kauri_terminal_columns(out);
    const int width = MARGIN + (1 + CELL) * (int)position->holes + (int)sizeof longest;
    return (struct pen){out, position, style, columns > 0 && width > columns ? NARROW_CELL : CELL};
}

void kauri_draw_board(FILE *out, const struct kauri_position *position,
                      struct kauri_draw_style style)
{
    const struct pen pen = pen_for(out, position, style);
    draw_letters(&pen, KAURI_NORTH);
    draw_line(&pen, 0);
    draw_counters(&pen, KAURI_NORTH, SEEDS);
    draw_counters(&pen, KAURI_NORTH, COWRIES);
    draw_line(&pen, 1);
    draw_counters(&pen, KAURI_SOUTH, SEEDS);
    draw_counters(&pen, KAURI_SOUTH, COWRIES);
    draw_line(&pen, 2);
    draw_letters(&pen, KAURI_SOUTH);
}

void kauri_draw(FILE *out, const struct kauri_position *position, struct kauri_draw_style style)
{
    const struct pen pen = pen_for(out, position, style);
    kauri_draw_board(out, position, style);
    draw_legend(&pen);
}
