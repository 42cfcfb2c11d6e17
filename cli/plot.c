#include "cli/plot.h"

#include "cli/diagram.h"
#include "cli/svg.h"

#include <stdio.h>
#include <stdlib.h>

enum { PER_ROW = 3 };

static const double page = 1000; // units, 180 mm: a font of 14 is 2.5 mm high
static const double plot_left = 108;
static const double plot_right = 985;
static const double plot_top = 66;
static const double plot_height = 300;
static const double strip_height = 15;
static const double boards_top = 508; // below the title of the game
static const double board_height = 152;
static const double badge_width = 21.5; // with what keeps it from the next

// Where a game is drawn.
struct frame {
    struct kauri_string *svg;
    const struct kauri_annotated_view *view;
    double top;
    int range; // of the margin: -range..range
};

static double x_at(const struct frame *frame, double position)
{
    const size_t count = frame->view->game->count;
    return plot_left + 8 +
           position * (plot_right - plot_left - 16) / (double)(count > 0 ? count : 1);
}

static double y_at(const struct frame *frame, int margin)
{
    const double middle = frame->top + plot_top + plot_height / 2;
    return middle - margin * plot_height / (2.0 * frame->range);
}

static int banked(const struct kauri_evaluation *value)
{
    return value->position.score[KAURI_SOUTH] - value->position.score[KAURI_NORTH];
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

// All exact margins, bounds that decide a winner and all captures are inside; other bounds may
// reach beyond.
static int find_range(const struct kauri_annotated_game *game)
{
    int range = 5;
    for (size_t i = 0; i <= game->count; i++) {
        const struct kauri_evaluation *value = kauri_annotated_position(game, i);
        const struct kauri_bounds margin = kauri_south_margin(value);
        range = larger(range, abs(banked(value)));
        if (kauri_bounds_exact(margin) || margin.low > 0 || margin.high < 0) {
            range = larger(range, larger(abs(margin.low), abs(margin.high)));
        }
    }
    return (range + 9) / 5 * 5;
}

static void add_axes(const struct frame *frame)
{
    const int step = frame->range > 60 ? 20 : frame->range > 15 ? 10 : 5;
    char text[16];
    for (int margin = -frame->range / step * step; margin <= frame->range; margin += step) {
        const double y = y_at(frame, margin);
        kauri_svg_line(frame->svg, plot_left, y, plot_right, y,
                       margin == 0 ? "stroke=\"black\" stroke-width=\"1\""
                                   : "stroke=\"#ccc\" stroke-width=\"0.7\"");
        (void)snprintf(text, sizeof text, margin == 0 ? "%d" : "%+d", margin);
        kauri_svg_text(frame->svg, plot_left - 8, y + 5, 14, "end", "", text);
    }
    kauri_svg_rect(frame->svg, plot_left, frame->top + plot_top, plot_right - plot_left,
                   plot_height, "fill=\"none\" stroke=\"black\" stroke-width=\"1\"");
    kauri_svg_text(frame->svg, 8, frame->top + plot_top + 14, 14, "start", "", "South");
    kauri_svg_text(frame->svg, 8, frame->top + plot_top + 30, 14, "start", "", "ahead");
    kauri_svg_text(frame->svg, 8, frame->top + plot_top + plot_height - 22, 14, "start", "",
                   "North");
    kauri_svg_text(frame->svg, 8, frame->top + plot_top + plot_height - 6, 14, "start", "",
                   "ahead");
}

// Numbers of moves, where South's begin.
static void add_numbers(const struct frame *frame)
{
    const struct kauri_replay *replay = frame->view->replay;
    const double y = frame->top + plot_top + plot_height + 3 * strip_height + 20;
    const unsigned step = replay->count > 50 ? 5 : replay->count > 20 ? 2 : 1;
    uint32_t last = 0;
    char text[16];
    for (size_t i = 0; i < replay->count; i++) {
        const uint32_t number = replay->plies[i].ply.number;
        if (number == last) {
            continue;
        }
        last = number;
        if (number % step == 0 || number == 1) {
            (void)snprintf(text, sizeof text, "%u", number);
            kauri_svg_text(frame->svg, x_at(frame, (double)i), y, 14, "middle", "", text);
        }
    }
    kauri_svg_text(frame->svg, plot_left - 8, y, 14, "end", "", "before move");
}

// Bounds that are not exact: a bar, cut where it leaves the plot.
static void add_bar(const struct frame *frame, size_t i, struct kauri_bounds margin)
{
    const double x = x_at(frame, (double)i);
    const bool cut_low = margin.low < -frame->range;
    const bool cut_high = margin.high > frame->range;
    const double bottom = y_at(frame, cut_low ? -frame->range : margin.low);
    const double top = y_at(frame, cut_high ? frame->range : margin.high);
    kauri_svg_line(frame->svg, x, top, x, bottom, "stroke=\"#bbb\" stroke-width=\"3\"");
    if (!cut_low) {
        kauri_svg_line(frame->svg, x - 4, bottom, x + 4, bottom,
                       "stroke=\"#555\" stroke-width=\"2\"");
    }
    if (!cut_high) {
        kauri_svg_line(frame->svg, x - 4, top, x + 4, top, "stroke=\"#555\" stroke-width=\"2\"");
    }
}

static void add_banked(const struct frame *frame)
{
    const struct kauri_annotated_game *game = frame->view->game;
    kauri_string_add(frame->svg, "<path d=\"");
    for (size_t i = 0; i <= game->count; i++) {
        const double y = y_at(frame, banked(kauri_annotated_position(game, i)));
        if (i == 0) {
            kauri_string_add(frame->svg, "M%.1f %.1f", x_at(frame, 0), y);
        } else {
            kauri_string_add(frame->svg, " H%.1f V%.1f", x_at(frame, (double)i), y);
        }
    }
    kauri_string_add(frame->svg, "\" fill=\"none\" stroke=\"black\" stroke-width=\"1\" "
                                 "stroke-dasharray=\"2 3\"/>\n");
}

static void add_values(const struct frame *frame)
{
    const struct kauri_annotated_game *game = frame->view->game;
    for (size_t i = 0; i <= game->count; i++) {
        const struct kauri_evaluation *value = kauri_annotated_position(game, i);
        const struct kauri_bounds margin = kauri_south_margin(value);
        if (!kauri_bounds_exact(margin)) {
            add_bar(frame, i, margin);
        }
    }
    add_banked(frame);
    for (size_t i = 0; i <= game->count; i++) {
        const struct kauri_evaluation *value = kauri_annotated_position(game, i);
        if (!kauri_bounds_exact(kauri_south_margin(value))) {
            continue;
        }
        const double x = x_at(frame, (double)i);
        const double y = y_at(frame, kauri_south_margin(value).low);
        const struct kauri_evaluation *next =
            i < game->count ? kauri_annotated_position(game, i + 1) : NULL;
        if (next != NULL && kauri_bounds_exact(kauri_south_margin(next))) {
            kauri_svg_line(frame->svg, x, y, x_at(frame, (double)i + 1),
                           y_at(frame, kauri_south_margin(next).low),
                           "stroke=\"black\" stroke-width=\"2\"");
        }
        kauri_svg_circle(frame->svg, x, y, 3.2, "fill=\"black\"");
    }
}

static void add_strip(const struct frame *frame, unsigned rules, double y)
{
    static const char *const fills[] = {"fill=\"black\" stroke=\"black\" stroke-width=\"0.6\"",
                                        "fill=\"#aaa\" stroke=\"black\" stroke-width=\"0.6\"",
                                        "fill=\"white\" stroke=\"black\" stroke-width=\"0.6\""};
    const struct kauri_annotated_game *game = frame->view->game;
    kauri_svg_text(frame->svg, plot_left - 8, y + strip_height - 3, 14, "end", "",
                   rules == KAURI_RULES_TIEBREAKER ? "tie-breaker" : "standard");
    const double half = (x_at(frame, 1) - x_at(frame, 0)) / 2;
    for (size_t i = 0; i <= game->count; i++) {
        const struct kauri_result_range range =
            kauri_south_results(kauri_annotated_position(game, i), rules);
        const double x = x_at(frame, (double)i);
        const double from = x - half < plot_left ? plot_left : x - half;
        const double to = x + half > plot_right ? plot_right : x + half;
        if (range.low == range.high) {
            kauri_svg_rect(frame->svg, from, y, to - from, strip_height - 3,
                           fills[(int)range.low + 1]);
        } else {
            kauri_svg_line(frame->svg, from, y + strip_height / 2 - 1.5, to,
                           y + strip_height / 2 - 1.5,
                           "stroke=\"black\" stroke-width=\"1\" stroke-dasharray=\"1 4\"");
        }
    }
}

static void add_legend(const struct frame *frame)
{
    const double y = frame->top + boards_top - 48;
    struct kauri_string *svg = frame->svg;
    kauri_svg_line(svg, 100, y - 5, 124, y - 5, "stroke=\"black\" stroke-width=\"2\"");
    kauri_svg_circle(svg, 112, y - 5, 3.2, "fill=\"black\"");
    kauri_svg_text(svg, 130, y, 14, "start", "", "final margin, exact");
    kauri_svg_line(svg, 285, y - 12, 285, y + 2, "stroke=\"#bbb\" stroke-width=\"3\"");
    kauri_svg_line(svg, 281, y + 2, 289, y + 2, "stroke=\"#555\" stroke-width=\"2\"");
    kauri_svg_line(svg, 281, y - 12, 289, y - 12, "stroke=\"#555\" stroke-width=\"2\"");
    kauri_svg_text(svg, 297, y, 14, "start", "", "proven bounds");
    kauri_svg_line(svg, 412, y - 5, 440, y - 5,
                   "stroke=\"black\" stroke-width=\"1\" stroke-dasharray=\"2 3\"");
    kauri_svg_text(svg, 446, y, 14, "start", "", "captured so far");
    static const char *const names[] = {"South wins", "draw", "North wins", "not decided"};
    static const char *const fills[] = {"white", "#aaa", "black"};
    double x = 570;
    for (int i = 0; i < 4; i++) {
        char style[64];
        (void)snprintf(style, sizeof style, "fill=\"%s\" stroke=\"black\" stroke-width=\"0.6\"",
                       i < 3 ? fills[i] : "none");
        if (i < 3) {
            kauri_svg_rect(svg, x, y - 12, 18, 12, style);
        } else {
            kauri_svg_line(svg, x, y - 6, x + 18, y - 6,
                           "stroke=\"black\" stroke-width=\"1\" stroke-dasharray=\"1 4\"");
        }
        kauri_svg_text(svg, x + 23, y, 14, "start", "", names[i]);
        x += i == 1 ? 68 : 110;
    }
}

// Turning points with the same position belong to one board.
static size_t next_group(const struct kauri_annotated_game *game, size_t first)
{
    size_t i = first;
    while (i < game->turning_point_count &&
           game->turning_points[i].position == game->turning_points[first].position) {
        i++;
    }
    return i;
}

static size_t group_count(const struct kauri_annotated_game *game)
{
    size_t groups = 0;
    for (size_t i = 0; i < game->turning_point_count; i = next_group(game, i)) {
        groups++;
    }
    return groups;
}

static void add_badge(const struct frame *frame, double x, double y, size_t number)
{
    char text[24];
    (void)snprintf(text, sizeof text, "%zu", number);
    kauri_svg_circle(frame->svg, x, y, 10, "fill=\"white\" stroke=\"black\" stroke-width=\"1.2\"");
    kauri_svg_text(frame->svg, x, y + 5, 14, "middle", "font-weight=\"bold\"", text);
}

// The board, and what is decided by the move that is played (or at the start).
static void add_board(const struct frame *frame, size_t number, size_t first, size_t end)
{
    const struct kauri_annotated_game *game = frame->view->game;
    const struct kauri_turning_point *points = &game->turning_points[first];
    const size_t position = points[0].position;
    bool change = false; // by the move before, so that the position before that is of interest
    for (size_t i = first; i < end; i++) {
        change = change || !game->turning_points[i].gap;
    }
    const size_t shown = change && position > 0 ? position - 1 : position;
    const size_t column = (number - 1) % PER_ROW;
    const size_t row = (number - 1) / PER_ROW;
    const double x = 14 + (double)column * 328;
    const double y = frame->top + boards_top + (double)row * board_height;
    struct kauri_string text = {.bytes = NULL};
    add_badge(frame, x + 10, y - 6, number);
    if (shown < game->count) {
        kauri_string_add(&text, "before ");
        kauri_annotated_ply(&text, &frame->view->replay->plies[shown].ply);
        kauri_string_add(&text, "%s", frame->view->replay->plies[shown].ply.marks);
    } else {
        kauri_string_add(&text, "at the end");
    }
    kauri_svg_text(frame->svg, x + 26, y - 1, 15, "start", "font-weight=\"bold\"",
                   kauri_string_text(&text));
    const struct kauri_evaluation *value = kauri_annotated_position(game, shown);
    kauri_diagram_add(frame->svg, x, y + 4, &value->position);
    for (size_t i = first; i < end; i++) {
        kauri_string_clear(&text);
        kauri_annotated_turn(&text, &game->turning_points[i]);
        kauri_svg_text(frame->svg, x, y + 4 + KAURI_DIAGRAM_HEIGHT + 14 + 16 * (double)(i - first),
                       13.5, "start", "", kauri_string_text(&text));
    }
    kauri_string_clear(&text);
}

// The turning points in the plot. Badges of points that are close stand beside each other, joined
// to their lines.
static void add_marks(const struct frame *frame)
{
    const struct kauri_annotated_game *game = frame->view->game;
    const size_t count = group_count(game);
    const double y = frame->top + plot_top;
    double reached = 0;
    size_t number = 0;
    for (size_t i = 0; i < game->turning_point_count; i = next_group(game, i)) {
        const double mark = x_at(frame, (double)game->turning_points[i].position);
        const double left = (double)(count - ++number); // badges further right
        const double most = page - 12 - left * badge_width;
        reached = mark > reached + badge_width ? mark : reached + badge_width;
        const double x = reached < most ? reached : most;
        kauri_svg_line(frame->svg, mark, y, mark, y + plot_height,
                       "stroke=\"black\" stroke-width=\"0.8\" stroke-dasharray=\"6 3\"");
        kauri_svg_line(frame->svg, mark, y, x, y - 5, "stroke=\"black\" stroke-width=\"0.8\"");
        add_badge(frame, x, y - 13, number);
    }
}

static double game_height(const struct kauri_annotated_view *view)
{
    const size_t rows = (group_count(view->game) + PER_ROW - 1) / PER_ROW;
    return boards_top - 20 + (double)rows * board_height;
}

static void add_game(struct kauri_string *svg, const struct kauri_annotated_view *view, double top)
{
    const struct frame frame = {
        .svg = svg, .view = view, .top = top, .range = find_range(view->game)};
    struct kauri_string title = {.bytes = NULL};
    kauri_annotated_title(&title, view->record);
    kauri_svg_text(svg, 8, top + 28, 20, "start", "font-weight=\"bold\"",
                   kauri_string_text(&title));
    kauri_string_clear(&title);
    add_axes(&frame);
    add_values(&frame);
    const double strips = top + plot_top + plot_height + 8;
    add_strip(&frame, KAURI_RULES_STANDARD, strips);
    add_strip(&frame, KAURI_RULES_TIEBREAKER, strips + strip_height + 3);
    add_numbers(&frame);
    add_legend(&frame);
    add_marks(&frame);
    size_t number = 0;
    for (size_t i = 0; i < view->game->turning_point_count;) {
        const size_t end = next_group(view->game, i);
        add_board(&frame, ++number, i, end);
        i = end;
    }
}

void kauri_plot(struct kauri_string *svg, const struct kauri_annotated_view *views, size_t count)
{
    double height = 10;
    for (size_t i = 0; i < count; i++) {
        height += game_height(&views[i]);
    }
    kauri_svg_begin(svg, page, height, 180);
    double top = 0;
    for (size_t i = 0; i < count; i++) {
        add_game(svg, &views[i], top);
        top += game_height(&views[i]);
    }
    kauri_svg_end(svg);
}
