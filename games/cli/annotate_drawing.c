#include "games/cli/annotate_drawing.h"

#include "cli/output_file.h"
#include "common/svg.h"
#include "games/cli/annotate_review.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Measures in units of the drawing. The page is 1000 units or 180 mm wide, so that a font of 14
// units is 2.5 mm high.
enum {
    PAGE = 1000,
    LEFT = 108, // edges of the plot
    RIGHT = 985,
    TOP = 66, // top of the plot, below the title of the game
    HEIGHT = 300,
    STRIP = 18,      // height of the results under one ruleset
    BOARDS = 520,    // distance of the boards from the top of the game
    BOARD_ROW = 280, // height of the boards with captions
    BOARDS_PER_ROW = 2,
};

#define BOARD_SCALE "0.9" // scale of the boards drawn by kauri_position_svg
#define EXPECTED    "stroke=\"#1f5fa8\" stroke-width=\"1.6\"" // colour of estimates
#define EXACT       "stroke=\"black\" stroke-width=\"2\""
#define DASHED      "stroke=\"black\" stroke-width=\"1\" stroke-dasharray=\"2 3\""
#define BAND        "fill=\"#eee\" stroke=\"#ccc\" stroke-width=\"0.7\""
#define THIN        "stroke=\"black\" stroke-width=\"0.8\""

// A game in the drawing.
struct frame {
    struct kauri_string *svg;
    const struct kauri_annotated_view *view;
    double top; // top of the game on the page
    int range;  // the plot shows margins from -range to range
};

static const char *word(const struct frame *frame, unsigned number)
{
    return kauri_drawing_word(frame->view->language, (enum kauri_drawing_word)number);
}

static double x_at(const struct frame *frame, size_t plies)
{
    const size_t count = frame->view->game->count;
    return LEFT + 8 + (double)plies * (RIGHT - LEFT - 16) / (double)(count > 0 ? count : 1);
}

// Margins beyond the plot are shown at its edge.
static double y_at(const struct frame *frame, double margin)
{
    const double range = frame->range;
    const double shown = margin < -range ? -range : margin > range ? range : margin;
    return frame->top + TOP + HEIGHT / 2.0 - shown * HEIGHT / (2.0 * range);
}

// ---------------------------------------------------------------------------------------- curves

// A margin at a position, for South. Returns false if there is none.
typedef bool curve(const struct kauri_annotated_view *view, size_t i, double *margin);

static bool exact_at(const struct kauri_annotated_view *view, size_t i, double *margin)
{
    const struct kauri_bounds r = kauri_south_margin(kauri_annotated_position(view->game, i));
    *margin = r.low;
    return kauri_bounds_exact(r);
}

// The exact margin or, if it is not known, the estimate.
static bool expected_at(const struct kauri_annotated_view *view, size_t i, double *margin)
{
    const struct kauri_position *position = &kauri_annotated_position(view->game, i)->position;
    const struct kauri_ply_estimate *estimate = &view->estimates->plies[i];
    if (!exact_at(view, i, margin)) {
        *margin = (double)kauri_expected_margin(position, estimate->value) / KAURI_ESTIMATE_SEED;
        return estimate->known;
    }
    return true;
}

static bool captured_at(const struct kauri_annotated_view *view, size_t i, double *margin)
{
    const uint8_t *score = kauri_annotated_position(view->game, i)->position.score;
    *margin = score[KAURI_SOUTH] - score[KAURI_NORTH];
    return true;
}

static void add_curve(const struct frame *frame, curve *at, const char *style)
{
    double margin = 0;
    bool drawn = false;
    kauri_string_add(frame->svg, "<path d=\"");
    for (size_t i = 0; i <= frame->view->game->count; i++) {
        const bool there = at(frame->view, i, &margin);
        if (there) {
            kauri_string_add(frame->svg, "%c%.1f %.1f ", drawn ? 'L' : 'M', x_at(frame, i),
                             y_at(frame, margin));
        }
        drawn = there;
    }
    kauri_string_add(frame->svg, "\" fill=\"none\" %s/>\n", style);
}

// Adds the band between the proven bounds.
static void add_band(const struct frame *frame)
{
    const size_t count = frame->view->game->count + 1;
    kauri_string_add(frame->svg, "<path d=\"");
    for (size_t i = 0; i < 2 * count; i++) { // along the upper edge, and back along the lower one
        const size_t at = i < count ? i : 2 * count - 1 - i;
        const struct kauri_bounds margin =
            kauri_south_margin(kauri_annotated_position(frame->view->game, at));
        kauri_string_add(frame->svg, "%c%.1f %.1f ", i == 0 ? 'M' : 'L', x_at(frame, at),
                         y_at(frame, i < count ? margin.high : margin.low));
    }
    kauri_string_add(frame->svg, "z\" " BAND "/>\n");
}

// Adds a dot for each exact margin, and a circle for each estimate, with the sign of likely
// mistakes.
static void add_dots(const struct frame *frame)
{
    double margin = 0;
    for (size_t i = 0; i <= frame->view->game->count; i++) {
        const enum kauri_likely_mistake mistake = frame->view->estimates->plies[i].mistake;
        const bool exact = exact_at(frame->view, i, &margin);
        const double x = x_at(frame, i);
        if (!expected_at(frame->view, i, &margin)) {
            continue;
        }
        const double y = y_at(frame, margin);
        kauri_svg_circle(frame->svg, x, y, 3.2,
                         exact ? "fill=\"black\"" : "fill=\"white\" " EXPECTED);
        if (mistake != KAURI_MISTAKE_NONE) {
            kauri_svg_text(frame->svg, x, y < frame->top + TOP + 24 ? y + 19 : y - 8, 15, "middle",
                           "font-weight=\"bold\" fill=\"#1f5fa8\"",
                           mistake == KAURI_MISTAKE_RESULT ? "??" : "?");
        }
    }
}

// Chooses the range of the plot so that all captures, estimates and exact margins lie inside.
static int find_range(const struct kauri_annotated_view *view)
{
    int range = 5;
    for (size_t i = 0; i <= view->game->count; i++) {
        double margin = 0;
        double captured = 0;
        (void)captured_at(view, i, &captured);
        const int size = abs((int)captured);
        const int expected = expected_at(view, i, &margin) ? abs((int)margin) + 1 : 0;
        range = size > range ? size : range;
        range = expected > range ? expected : range;
    }
    return (range + 9) / 5 * 5;
}

static void add_axes(const struct frame *frame)
{
    const int step = frame->range > 60 ? 20 : frame->range > 15 ? 10 : 5;
    char text[16];
    for (int margin = -frame->range / step * step; margin <= frame->range; margin += step) {
        const double y = y_at(frame, margin);
        kauri_svg_line(frame->svg, LEFT, y, RIGHT, y, margin == 0 ? THIN : "stroke=\"#ccc\"");
        (void)snprintf(text, sizeof text, margin == 0 ? "%d" : "%+d", margin);
        kauri_svg_text(frame->svg, LEFT - 8, y + 5, 14, "end", "", text);
    }
    kauri_svg_rect(frame->svg, LEFT, frame->top + TOP, RIGHT - LEFT, HEIGHT, "fill=\"none\" " THIN);
    for (unsigned side = 0; side < 2; side++) {
        const double y = frame->top + TOP + (side == KAURI_SOUTH ? 14 : HEIGHT - 22);
        kauri_svg_text(frame->svg, 8, y, 14, "start", "", word(frame, KAURI_WORD_SOUTH + side));
        kauri_svg_text(frame->svg, 8, y + 16, 14, "start", "", word(frame, KAURI_WORD_AHEAD));
    }
}

// -------------------------------------------------------------------------------- below the plot

// Fills by enum kauri_result, from a loss to a win, and for results that are not decided.
static const char *const fills[] = {"fill=\"black\" " THIN, "fill=\"#aaa\" " THIN,
                                    "fill=\"white\" " THIN, "fill=\"#eee\""};

// Adds the results at each position, for South.
static void add_strip(const struct frame *frame, unsigned rules, double y)
{
    const double width = x_at(frame, 1) - x_at(frame, 0);
    kauri_svg_text(frame->svg, LEFT - 8, y + 12, 14, "end", "",
                   word(frame, KAURI_WORD_STANDARD + rules));
    for (size_t i = 0; i <= frame->view->game->count; i++) {
        const struct kauri_result_range range =
            kauri_south_results(kauri_annotated_position(frame->view->game, i), rules);
        const double from = x_at(frame, i) - width / 2;
        const double left = from < LEFT ? LEFT : from;
        const double right = from + width > RIGHT ? RIGHT : from + width;
        kauri_svg_rect(frame->svg, left, y, right - left, STRIP - 6,
                       fills[range.low == range.high ? (int)range.low + 1 : 3]);
    }
}

// Adds the numbers of moves.
static void add_numbers(const struct frame *frame, double y)
{
    const struct kauri_replay *replay = frame->view->replay;
    const unsigned step = replay->count > 50 ? 5 : replay->count > 20 ? 2 : 1;
    char text[16];
    for (size_t i = 0; i < replay->count; i++) {
        const uint32_t number = replay->plies[i].number;
        const bool first = i == 0 || replay->plies[i - 1].number != number;
        if (first && (number % step == 0 || number == 1)) {
            (void)snprintf(text, sizeof text, "%u", number);
            kauri_svg_text(frame->svg, x_at(frame, i), y, 14, "middle", "", text);
        }
    }
    kauri_svg_text(frame->svg, LEFT - 8, y, 14, "end", "", word(frame, KAURI_WORD_BEFORE_MOVE));
}

static void add_legend(const struct frame *frame, double y)
{
    const struct {
        unsigned word;
        double x, y;
        const char *box, *line, *dot; // styles; NULL: none
    } entries[] = {
        {KAURI_WORD_FINAL_MARGIN, 108, 0, NULL, EXACT, "fill=\"black\""},
        {KAURI_WORD_BOUNDS, 308, 0, BAND, NULL, NULL},
        {KAURI_WORD_CAPTURED_SO_FAR, 468, 0, NULL, DASHED, NULL},
        {KAURI_WORD_ESTIMATED, 648, 0, NULL, EXPECTED, "fill=\"white\" " EXPECTED},
        {KAURI_WORD_SOUTH_WINS, 108, 21, fills[2], NULL, NULL},
        {KAURI_WORD_DRAW, 308, 21, fills[1], NULL, NULL},
        {KAURI_WORD_NORTH_WINS, 468, 21, fills[0], NULL, NULL},
        {KAURI_WORD_NOT_DECIDED, 648, 21, fills[3], NULL, NULL},
    };
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++) {
        const double x = entries[i].x;
        const double base = y + entries[i].y;
        if (entries[i].box != NULL) {
            kauri_svg_rect(frame->svg, x, base - 12, 24, 12, entries[i].box);
        }
        if (entries[i].line != NULL) {
            kauri_svg_line(frame->svg, x, base - 5, x + 24, base - 5, entries[i].line);
        }
        if (entries[i].dot != NULL) {
            kauri_svg_circle(frame->svg, x + 12, base - 5, 3.2, entries[i].dot);
        }
        kauri_svg_text(frame->svg, x + 30, base, 14, "start", "", word(frame, entries[i].word));
    }
}

// --------------------------------------------------------------------------------- turning points

static void add_badge(const struct frame *frame, double x, double y, size_t number)
{
    char text[24];
    (void)snprintf(text, sizeof text, "%zu", number);
    kauri_svg_circle(frame->svg, x, y, 10, "fill=\"white\" " THIN);
    kauri_svg_text(frame->svg, x, y + 5, 14, "middle", "font-weight=\"bold\"", text);
}

// Adds a board, without the head of its file.
static void add_board(const struct frame *frame, double x, double y,
                      const struct kauri_position *position)
{
    const struct kauri_drawing drawing = {.struct_bytes = sizeof drawing,
                                          .language = frame->view->language};
    char *board = NULL;
    struct kauri_error error;
    if (kauri_position_svg(position, &drawing, &board, &error) != KAURI_OK) {
        frame->svg->failed = true;
        return;
    }
    const char *from = strstr(board, "<title>");
    kauri_string_add(frame->svg, "<g transform=\"translate(%.1f %.1f) scale(" BOARD_SCALE ")\">\n",
                     x, y);
    kauri_string_add_bytes(frame->svg, from, (size_t)(strstr(from, "</svg>") - from));
    kauri_string_add(frame->svg, "</g>\n");
    kauri_svg_free(board);
}

// Adds a mark in the plot and a board for the turning points at one position, of which `points` is
// the first. The board shows the position before a move that loses; for other turns, the position
// where they were found. Returns the number of these points.
static size_t add_turns(const struct frame *frame, size_t number,
                        const struct kauri_turning_point *points, size_t maximum)
{
    const double mark = x_at(frame, points->position);
    const double plot = frame->top + TOP;
    const double x = 14 + (double)((number - 1) % BOARDS_PER_ROW) * PAGE / BOARDS_PER_ROW;
    const double y = frame->top + BOARDS + (double)((number - 1) / BOARDS_PER_ROW) * BOARD_ROW;
    const struct kauri_turning_point *shown = points;
    struct kauri_string text = {.bytes = NULL};
    size_t count = 0;
    for (; count < maximum && points[count].position == points->position; count++) {
        shown = points[count].kind == KAURI_TURNING_LOST ? &points[count] : shown;
        kauri_string_cut(&text, 0);
        kauri_annotated_turn(&text, frame->view, &points[count]);
        kauri_svg_text(frame->svg, x + 26, y + 222 + 16 * (double)count, 13.5, "start", "",
                       kauri_string_text(&text));
    }
    const size_t position = points->position - (shown->kind == KAURI_TURNING_LOST ? 1 : 0);
    kauri_svg_line(frame->svg, mark, plot - 5, mark, plot + HEIGHT,
                   THIN " stroke-dasharray=\"6 3\"");
    // Badges of neighbours alternate in height.
    add_badge(frame, mark, plot - (number % 2 == 0 ? 13 : 25), number);
    add_badge(frame, x + 10, y - 6, number);
    kauri_string_cut(&text, 0);
    kauri_annotated_turn_place(&text, frame->view, shown);
    kauri_svg_text(frame->svg, x + 26, y - 1, 15, "start", "font-weight=\"bold\"",
                   kauri_string_text(&text));
    add_board(frame, x, y, &kauri_annotated_position(frame->view->game, position)->position);
    kauri_string_clear(&text);
    return count;
}

// ------------------------------------------------------------------------------------ the drawing

void kauri_annotated_draw(struct kauri_annotated_drawing *drawing,
                          const struct kauri_annotated_view *view)
{
    const struct kauri_annotated_game *game = view->game;
    const struct frame frame = {
        .svg = &drawing->games, .view = view, .top = drawing->height, .range = find_range(view)};
    const double below = frame.top + TOP + HEIGHT + 8;
    struct kauri_string title = {.bytes = NULL};
    kauri_game_title(&title, view->record, view->language);
    kauri_svg_text(frame.svg, 8, frame.top + 28, 20, "start", "font-weight=\"bold\"",
                   kauri_string_text(&title));
    kauri_string_clear(&title);
    add_band(&frame);
    add_axes(&frame);
    add_curve(&frame, captured_at, DASHED);
    add_curve(&frame, expected_at, EXPECTED);
    add_curve(&frame, exact_at, EXACT);
    add_dots(&frame);
    add_strip(&frame, KAURI_STANDARD, below);
    add_strip(&frame, KAURI_TIEBREAKER, below + STRIP);
    add_numbers(&frame, below + 2 * STRIP + 14);
    add_legend(&frame, below + 2 * STRIP + 40);
    size_t boards = 0;
    for (size_t i = 0; i < game->turning_point_count;) {
        i += add_turns(&frame, ++boards, &game->turning_points[i], game->turning_point_count - i);
    }
    drawing->height +=
        BOARDS - 20 + BOARD_ROW * (double)((boards + BOARDS_PER_ROW - 1) / BOARDS_PER_ROW);
}

enum kauri_status kauri_annotated_drawing_write(const struct kauri_annotated_drawing *drawing,
                                                const char *path, bool force,
                                                struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_string page = {.bytes = NULL};
    KAURI_TRY(kauri_string_check(&drawing->games, error));
    kauri_svg_begin(&page, PAGE, drawing->height + 10, 180);
    kauri_string_add_text(&page, kauri_string_text(&drawing->games));
    kauri_svg_end(&page);
    KAURI_TRY(kauri_string_check(&page, error));
    status = kauri_output_file_write(path, force, kauri_string_text(&page), page.length, error);
cleanup:
    kauri_string_clear(&page);
    return status;
}
