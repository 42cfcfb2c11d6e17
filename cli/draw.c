#include "cli/draw.h"

#include "cli/terminal_text.h"
#include "common/svg.h"
#include "rules/notation.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum {
    CELL = 7, // columns inside a hole
    // Columns inside a hole if the board would otherwise be wider than the terminal.
    NARROW_CELL = 5,
    MARGIN = 6, // columns left of the board, for North's store
};

enum paint { PLAIN, SEEDS, COWRIES, MOVE };

static const char *const colours[] = {"", "\033[33m", "\033[1;36m", "\033[1m"};

struct pen {
    struct kauri_string *out;
    const struct kauri_position *position;
    enum kauri_language language;
    bool colour;
    bool unicode;
    int cell; // columns inside a hole
};

static bool wants_colour(void)
{
    const char *no_color = getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) == 1 && (no_color == NULL || no_color[0] == '\0');
}

// Returns whether the locale has UTF-8. The first variable that is set decides, as in setlocale.
static bool has_unicode(void)
{
    static const char *const variables[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (size_t i = 0; i < sizeof variables / sizeof variables[0]; i++) {
        const char *value = getenv(variables[i]);
        if (value != NULL && value[0] != '\0') {
            const char *dot = strchr(value, '.');
            return dot != NULL &&
                   (strncasecmp(dot, ".UTF-8", 6) == 0 || strncasecmp(dot, ".UTF8", 5) == 0);
        }
    }
    return false;
}

// Adds a word in the middle of `width` columns.
static void put(const struct pen *pen, enum paint paint, int width, const char *word)
{
    const int length = (int)strlen(word);
    const int left = length < width ? (width - length) / 2 : 0;
    const int right = length < width ? width - length - left : 0;
    const bool colour = pen->colour && paint != PLAIN && length > 0;
    kauri_string_add(pen->out, "%*s%s%s%s%*s", left, "", colour ? colours[paint] : "", word,
                     colour ? "\033[0m" : "", right, "");
}

// Adds the number of counters in a hole, aligned with the numbers above and below.
static void put_counters(const struct pen *pen, enum paint paint, unsigned number)
{
    char word[16] = "";
    if (number > 0) {
        (void)snprintf(word, sizeof word, "%u%s", number, paint == COWRIES ? "@" : " ");
    }
    kauri_string_add(pen->out, "%*s", pen->cell - 2 - (int)strlen(word), "");
    put(pen, paint, 0, word);
    kauri_string_add(pen->out, "%*s", 2, "");
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

// Adds a line of the frame: 0 above the rows, 1 between them, 2 below.
static void draw_line(const struct pen *pen, unsigned which)
{
    static const char *const boxes[3][3] = {{"\u250c", "\u252c", "\u2510"},
                                            {"\u251c", "\u253c", "\u2524"},
                                            {"\u2514", "\u2534", "\u2518"}};
    const unsigned holes = pen->position->holes;
    kauri_string_add(pen->out, "%*s", MARGIN, "");
    for (unsigned column = 0; column <= holes; column++) {
        const unsigned kind = column == 0 ? 0 : column == holes ? 2 : 1;
        kauri_string_add_text(pen->out, pen->unicode ? boxes[which][kind] : "+");
        for (int i = 0; i < pen->cell && column < holes; i++) {
            kauri_string_add_text(pen->out, pen->unicode ? "\u2500" : "-");
        }
    }
    kauri_string_add_text(pen->out, "\n");
}

static void draw_letters(const struct pen *pen, enum kauri_side side)
{
    const unsigned holes = pen->position->holes;
    kauri_string_add(pen->out, "%*s", MARGIN, "");
    for (unsigned column = 0; column < holes; column++) {
        const unsigned place = hole_at(pen, side, column);
        const char letter[] = {kauri_move_letter(side, (int)(place % holes)), '\0'};
        kauri_string_add_text(pen->out, " ");
        put(pen, is_movable(pen, side, place) ? MOVE : PLAIN, pen->cell, letter);
    }
    const enum kauri_language language = pen->language;
    kauri_string_add(
        pen->out, "  %s%s\n",
        kauri_drawing_word(language, (enum kauri_drawing_word)(KAURI_WORD_SOUTH + (int)side)),
        pen->position->side != side ? ""
        : language == KAURI_GERMAN  ? ", am Zug"
                                    : ", to move");
}

// Adds one line of a row: its seeds or its cowries.
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
        kauri_string_add_text(pen->out, pen->unicode ? "\u2502" : "|");
        put_counters(pen, paint,
                     paint == SEEDS ? position->seeds[place] : position->cowries[place]);
    }
    kauri_string_add(pen->out, "%s%s%s\n", pen->unicode ? "\u2502" : "|", right ? "  " : "",
                     right ? score : "");
}

// Adds a word in its colour.
static void add_painted(struct kauri_string *out, const struct pen *pen, enum paint paint,
                        const char *word)
{
    kauri_string_add(out, "%s%s%s", pen->colour ? colours[paint] : "", word,
                     pen->colour ? "\033[0m" : "");
}

static void draw_legend(const struct pen *pen)
{
    const struct kauri_moves moves = kauri_legal_moves(pen->position);
    struct kauri_string *out = pen->out;
    const size_t begin = out->length;
    kauri_string_add(out, "\n");
    add_painted(out, pen, SEEDS, "5");
    kauri_string_add(out, " is five seeds, ");
    add_painted(out, pen, COWRIES, "2@");
    kauri_string_add(out, " two cowries; beside a row stand the captures of its owner.\n");
    kauri_string_add(out, "%s %s", kauri_side_name(pen->position->side),
                     moves.count > 0                  ? "can play"
                     : kauri_seeds(pen->position) > 0 ? "must pass"
                                                      : "cannot move");
    for (unsigned m = 0; m < moves.count; m++) {
        const char letter[] = {
            kauri_move_letter((enum kauri_side)pen->position->side, moves.hole[m]), '\0'};
        kauri_string_add(out, " ");
        add_painted(out, pen, MOVE, letter);
    }
    kauri_string_add(out, ".\n");
    kauri_string_fit(out, begin, kauri_terminal_columns(stdout));
}

static struct pen pen_for(struct kauri_string *out, const struct kauri_position *position,
                          enum kauri_language language)
{
    static const char longest[] = "  South, to move";
    const int columns = kauri_terminal_columns(stdout);
    const int width = MARGIN + (1 + CELL) * (int)position->holes + (int)sizeof longest;
    return (struct pen){
        .out = out,
        .position = position,
        .language = language,
        .colour = wants_colour(),
        .unicode = has_unicode(),
        .cell = columns > 0 && width > columns ? NARROW_CELL : CELL,
    };
}

void kauri_draw_board(struct kauri_string *out, const struct kauri_position *position,
                      enum kauri_language language)
{
    const struct pen pen = pen_for(out, position, language);
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

void kauri_draw(struct kauri_string *out, const struct kauri_position *position)
{
    const struct pen pen = pen_for(out, position, KAURI_ENGLISH);
    kauri_draw_board(out, position, KAURI_ENGLISH);
    draw_legend(&pen);
}
