#include "cli/games/plot.h"

#include "cli/games/diagram.h"
#include "cli/games/plot_turns.h"
#include "cli/output_file.h"
#include "common/svg.h"

#include <stdio.h>
#include <stdlib.h>

static const double strip_height = 15;

#define EXPECTED "#1f5fa8" // the colour of what is estimated

static double y_at(const struct kauri_plot_frame *frame, double margin)
{
    const double middle = frame->top + KAURI_PLOT_TOP + KAURI_PLOT_HEIGHT / 2.0;
    return middle - margin * KAURI_PLOT_HEIGHT / (2.0 * frame->range);
}

static int banked(const struct kauri_evaluation *value)
{
    return value->position.score[KAURI_SOUTH] - value->position.score[KAURI_NORTH];
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

// Whether the margin at the position is estimated, and not proven.
static bool is_expected(const struct kauri_annotated_view *view, size_t i)
{
    const struct kauri_ply_estimate *estimate = &view->estimates->plies[i];
    return estimate->known && !estimate->proven;
}

// The margin at a position for the curve: exact or estimated. False if it is neither.
static bool curve_at(const struct kauri_annotated_view *view, size_t i, double *margin)
{
    const struct kauri_evaluation *value = kauri_annotated_position(view->game, i);
    const struct kauri_bounds proven = kauri_south_margin(value);
    const struct kauri_ply_estimate *estimate = &view->estimates->plies[i];
    if (kauri_bounds_exact(proven)) {
        *margin = proven.low;
        return true;
    }
    *margin =
        (double)kauri_expected_margin(&value->position, estimate->value) / KAURI_ESTIMATE_SEED;
    return estimate->known;
}

// Chosen so that all captures, estimates, exact margins, and bounds that decide a winner lie
// inside. Other bounds may reach beyond the plot.
static int find_range(const struct kauri_annotated_view *view)
{
    const struct kauri_annotated_game *game = view->game;
    int range = 5;
    for (size_t i = 0; i <= game->count; i++) {
        const struct kauri_evaluation *value = kauri_annotated_position(game, i);
        const struct kauri_bounds margin = kauri_south_margin(value);
        double expected = 0;
        range = larger(range, abs(banked(value)));
        if (is_expected(view, i) && curve_at(view, i, &expected)) {
            range = larger(range, abs((int)expected) + 1);
        }
        if (kauri_bounds_exact(margin) || margin.low > 0 || margin.high < 0) {
            range = larger(range, larger(abs(margin.low), abs(margin.high)));
        }
    }
    return (range + 9) / 5 * 5;
}

static void add_axes(const struct kauri_plot_frame *frame)
{
    const int step = frame->range > 60 ? 20 : frame->range > 15 ? 10 : 5;
    char text[16];
    for (int margin = -frame->range / step * step; margin <= frame->range; margin += step) {
        const double y = y_at(frame, margin);
        kauri_svg_line(frame->svg, KAURI_PLOT_LEFT, y, KAURI_PLOT_RIGHT, y,
                       margin == 0 ? "stroke=\"black\" stroke-width=\"1\""
                                   : "stroke=\"#ccc\" stroke-width=\"0.7\"");
        (void)snprintf(text, sizeof text, margin == 0 ? "%d" : "%+d", margin);
        kauri_svg_text(frame->svg, KAURI_PLOT_LEFT - 8, y + 5, 14, "end", "", text);
    }
    kauri_svg_rect(frame->svg, KAURI_PLOT_LEFT, frame->top + KAURI_PLOT_TOP,
                   KAURI_PLOT_RIGHT - KAURI_PLOT_LEFT, KAURI_PLOT_HEIGHT,
                   "fill=\"none\" stroke=\"black\" stroke-width=\"1\"");
    kauri_svg_text(frame->svg, 8, frame->top + KAURI_PLOT_TOP + 14, 14, "start", "",
                   kauri_drawing_word(frame->language, KAURI_WORD_SOUTH));
    kauri_svg_text(frame->svg, 8, frame->top + KAURI_PLOT_TOP + 30, 14, "start", "",
                   kauri_drawing_word(frame->language, KAURI_WORD_AHEAD));
    kauri_svg_text(frame->svg, 8, frame->top + KAURI_PLOT_TOP + KAURI_PLOT_HEIGHT - 22, 14, "start",
                   "", kauri_drawing_word(frame->language, KAURI_WORD_NORTH));
    kauri_svg_text(frame->svg, 8, frame->top + KAURI_PLOT_TOP + KAURI_PLOT_HEIGHT - 6, 14, "start",
                   "", kauri_drawing_word(frame->language, KAURI_WORD_AHEAD));
}

// Adds the numbers of moves below the plot.
static void add_numbers(const struct kauri_plot_frame *frame)
{
    const struct kauri_replay *replay = frame->view->replay;
    const double y = frame->top + KAURI_PLOT_TOP + KAURI_PLOT_HEIGHT + 3 * strip_height + 20;
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
            kauri_svg_text(frame->svg, kauri_plot_x(frame, (double)i), y, 14, "middle", "", text);
        }
    }
    kauri_svg_text(frame->svg, KAURI_PLOT_LEFT - 8, y, 14, "end", "",
                   kauri_drawing_word(frame->language, KAURI_WORD_BEFORE_MOVE));
}

// Adds the end of a bar: a stroke, or an arrowhead if the bounds reach beyond the plot. `down` is 1
// at the lower end and -1 at the upper.
static void add_bar_end(struct kauri_string *svg, double x, double y, bool cut, int down)
{
    if (cut) {
        kauri_string_add(svg, "<path d=\"M%.1f %.1f l-4.5 %d h9 z\" fill=\"#555\"/>\n", x, y,
                         -8 * down);
    } else {
        kauri_svg_line(svg, x - 4, y, x + 4, y, "stroke=\"#555\" stroke-width=\"2\"");
    }
}

// Adds a bar for bounds that are not exact.
static void add_bar(const struct kauri_plot_frame *frame, size_t i, struct kauri_bounds margin)
{
    const double x = kauri_plot_x(frame, (double)i);
    const bool cut_low = margin.low < -frame->range;
    const bool cut_high = margin.high > frame->range;
    const double bottom = y_at(frame, cut_low ? -frame->range : margin.low);
    const double top = y_at(frame, cut_high ? frame->range : margin.high);
    kauri_svg_line(frame->svg, x, top, x, bottom, "stroke=\"#bbb\" stroke-width=\"3\"");
    add_bar_end(frame->svg, x, bottom, cut_low, 1);
    add_bar_end(frame->svg, x, top, cut_high, -1);
}

static int cut(const struct kauri_plot_frame *frame, int margin)
{
    return margin < -frame->range ? -frame->range : margin > frame->range ? frame->range : margin;
}

// Adds the band between the proven bounds, as far as it lies in the plot.
static void add_band(const struct kauri_plot_frame *frame)
{
    const struct kauri_annotated_game *game = frame->view->game;
    kauri_string_add(frame->svg, "<path d=\"");
    for (size_t i = 0; i <= game->count; i++) {
        const struct kauri_bounds margin = kauri_south_margin(kauri_annotated_position(game, i));
        kauri_string_add(frame->svg, "%s%.1f %.1f", i == 0 ? "M" : " L",
                         kauri_plot_x(frame, (double)i), y_at(frame, cut(frame, margin.high)));
    }
    for (size_t i = game->count + 1; i-- > 0;) {
        const struct kauri_bounds margin = kauri_south_margin(kauri_annotated_position(game, i));
        kauri_string_add(frame->svg, " L%.1f %.1f", kauri_plot_x(frame, (double)i),
                         y_at(frame, cut(frame, margin.low)));
    }
    kauri_string_add(frame->svg, " z\" fill=\"#f0f0f0\" stroke=\"none\"/>\n");
}

// Adds the curve of the estimates: open circles, joined to each other and to exact margins. Likely
// mistakes get their sign.
static void add_expected(const struct kauri_plot_frame *frame)
{
    const struct kauri_annotated_view *view = frame->view;
    double margin = 0;
    double next = 0;
    for (size_t i = 0; i < view->game->count; i++) {
        if ((is_expected(view, i) || is_expected(view, i + 1)) && curve_at(view, i, &margin) &&
            curve_at(view, i + 1, &next)) {
            kauri_svg_line(frame->svg, kauri_plot_x(frame, (double)i), y_at(frame, margin),
                           kauri_plot_x(frame, (double)i + 1), y_at(frame, next),
                           "stroke=\"" EXPECTED "\" stroke-width=\"1.6\"");
        }
    }
    for (size_t i = 0; i <= view->game->count; i++) {
        const enum kauri_likely_mistake mistake = view->estimates->plies[i].mistake;
        const double x = kauri_plot_x(frame, (double)i);
        if (is_expected(view, i) && curve_at(view, i, &margin)) {
            kauri_svg_circle(frame->svg, x, y_at(frame, margin), 3.2,
                             "fill=\"white\" stroke=\"" EXPECTED "\" stroke-width=\"1.6\"");
        }
        if (mistake != KAURI_MISTAKE_NONE && curve_at(view, i, &margin)) {
            const double y = y_at(frame, margin);
            const double edge = frame->top + KAURI_PLOT_TOP + 16;
            kauri_svg_text(frame->svg, x, y - 8 < edge ? y + 19 : y - 8, 15, "middle",
                           "font-weight=\"bold\" fill=\"" EXPECTED "\"",
                           mistake == KAURI_MISTAKE_RESULT ? "??" : "?");
        }
    }
}

static void add_banked(const struct kauri_plot_frame *frame)
{
    const struct kauri_annotated_game *game = frame->view->game;
    kauri_string_add(frame->svg, "<path d=\"");
    for (size_t i = 0; i <= game->count; i++) {
        const double y = y_at(frame, banked(kauri_annotated_position(game, i)));
        if (i == 0) {
            kauri_string_add(frame->svg, "M%.1f %.1f", kauri_plot_x(frame, 0), y);
        } else {
            kauri_string_add(frame->svg, " H%.1f V%.1f", kauri_plot_x(frame, (double)i), y);
        }
    }
    kauri_string_add(frame->svg, "\" fill=\"none\" stroke=\"black\" stroke-width=\"1\" "
                                 "stroke-dasharray=\"2 3\"/>\n");
}

static void add_values(const struct kauri_plot_frame *frame)
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
    add_expected(frame);
    for (size_t i = 0; i <= game->count; i++) {
        const struct kauri_evaluation *value = kauri_annotated_position(game, i);
        if (!kauri_bounds_exact(kauri_south_margin(value))) {
            continue;
        }
        const double x = kauri_plot_x(frame, (double)i);
        const double y = y_at(frame, kauri_south_margin(value).low);
        const struct kauri_evaluation *next =
            i < game->count ? kauri_annotated_position(game, i + 1) : NULL;
        if (next != NULL && kauri_bounds_exact(kauri_south_margin(next))) {
            kauri_svg_line(frame->svg, x, y, kauri_plot_x(frame, (double)i + 1),
                           y_at(frame, kauri_south_margin(next).low),
                           "stroke=\"black\" stroke-width=\"2\"");
        }
        kauri_svg_circle(frame->svg, x, y, 3.2, "fill=\"black\"");
    }
}

static void add_strip(const struct kauri_plot_frame *frame, unsigned rules, double y)
{
    static const char *const fills[] = {"fill=\"black\" stroke=\"black\" stroke-width=\"0.6\"",
                                        "fill=\"#aaa\" stroke=\"black\" stroke-width=\"0.6\"",
                                        "fill=\"white\" stroke=\"black\" stroke-width=\"0.6\""};
    const struct kauri_annotated_game *game = frame->view->game;
    kauri_svg_text(frame->svg, KAURI_PLOT_LEFT - 8, y + strip_height - 3, 14, "end", "",
                   kauri_drawing_word(frame->language, KAURI_WORD_STANDARD + rules));
    const double half = (kauri_plot_x(frame, 1) - kauri_plot_x(frame, 0)) / 2;
    for (size_t i = 0; i <= game->count; i++) {
        const struct kauri_result_range range =
            kauri_south_results(kauri_annotated_position(game, i), rules);
        const double x = kauri_plot_x(frame, (double)i);
        const double from = x - half < KAURI_PLOT_LEFT ? KAURI_PLOT_LEFT : x - half;
        const double to = x + half > KAURI_PLOT_RIGHT ? KAURI_PLOT_RIGHT : x + half;
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

// Adds two lines of legend, for the plot and for the strips below it.
static void add_legend(const struct kauri_plot_frame *frame)
{
    const double y = frame->top + KAURI_PLOT_BOARDS - 68;
    struct kauri_string *svg = frame->svg;
    kauri_svg_line(svg, 108, y - 5, 132, y - 5, "stroke=\"black\" stroke-width=\"2\"");
    kauri_svg_circle(svg, 120, y - 5, 3.2, "fill=\"black\"");
    kauri_svg_text(svg, 138, y, 14, "start", "",
                   kauri_drawing_word(frame->language, KAURI_WORD_FINAL_MARGIN));
    kauri_svg_line(svg, 301, y - 12, 301, y + 2, "stroke=\"#bbb\" stroke-width=\"3\"");
    add_bar_end(svg, 301, y + 2, false, 1);
    add_bar_end(svg, 301, y - 12, false, -1);
    kauri_svg_text(svg, 313, y, 14, "start", "",
                   kauri_drawing_word(frame->language, KAURI_WORD_BOUNDS));
    kauri_svg_line(svg, 443, y - 12, 443, y + 2, "stroke=\"#bbb\" stroke-width=\"3\"");
    add_bar_end(svg, 443, y - 13, true, -1);
    kauri_svg_text(svg, 455, y, 14, "start", "",
                   kauri_drawing_word(frame->language, KAURI_WORD_BEYOND));
    kauri_svg_line(svg, 590, y - 5, 618, y - 5,
                   "stroke=\"black\" stroke-width=\"1\" stroke-dasharray=\"2 3\"");
    kauri_svg_text(svg, 624, y, 14, "start", "",
                   kauri_drawing_word(frame->language, KAURI_WORD_CAPTURED_SO_FAR));
    if (frame->view->estimates->estimated > 0) {
        kauri_svg_line(svg, 745, y - 5, 773, y - 5, "stroke=\"" EXPECTED "\" stroke-width=\"1.6\"");
        kauri_svg_circle(svg, 759, y - 5, 3.2,
                         "fill=\"white\" stroke=\"" EXPECTED "\" stroke-width=\"1.6\"");
        kauri_svg_text(svg, 779, y, 14, "start", "",
                       kauri_drawing_word(frame->language, KAURI_WORD_ESTIMATED));
    }
    static const char *const fills[] = {"white", "#aaa", "black"};
    const double strips = y + 21;
    double x = 108;
    for (int i = 0; i < 4; i++) {
        char style[64];
        (void)snprintf(style, sizeof style, "fill=\"%s\" stroke=\"black\" stroke-width=\"0.6\"",
                       i < 3 ? fills[i] : "none");
        if (i < 3) {
            kauri_svg_rect(svg, x, strips - 12, 18, 12, style);
        } else {
            kauri_svg_line(svg, x, strips - 6, x + 18, strips - 6,
                           "stroke=\"black\" stroke-width=\"1\" stroke-dasharray=\"1 4\"");
        }
        kauri_svg_text(svg, x + 24, strips, 14, "start", "",
                       kauri_drawing_word(frame->language, KAURI_WORD_SOUTH_WINS + (unsigned)i));
        x += i == 1 ? 74 : 120;
    }
    if (frame->view->game->turning_point_count > 0) {
        kauri_diagram_add_legend(svg, frame->language, 590, strips);
    }
}

void kauri_plot_add(struct kauri_plot *plot, const struct kauri_annotated_view *view)
{
    struct kauri_string *svg = &plot->drawings;
    const double top = plot->height;
    const struct kauri_plot_frame frame = {.svg = svg,
                                           .view = view,
                                           .language = plot->language,
                                           .top = top,
                                           .range = find_range(view)};
    struct kauri_string title = {.bytes = NULL};
    kauri_annotated_title(&title, view->record, plot->language);
    kauri_svg_text(svg, 8, top + 28, 20, "start", "font-weight=\"bold\"",
                   kauri_string_text(&title));
    kauri_string_clear(&title);
    add_band(&frame);
    add_axes(&frame);
    add_values(&frame);
    const double strips = top + KAURI_PLOT_TOP + KAURI_PLOT_HEIGHT + 8;
    add_strip(&frame, KAURI_STANDARD, strips);
    add_strip(&frame, KAURI_TIEBREAKER, strips + strip_height + 3);
    add_numbers(&frame);
    add_legend(&frame);
    kauri_plot_turns(&frame);
    plot->height += KAURI_PLOT_BOARDS - 20 + kauri_plot_turns_height(view->game);
}

enum kauri_status kauri_plot_write(const struct kauri_plot *plot, const char *path, bool force,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_string page = {.bytes = NULL};
    KAURI_TRY(kauri_string_check(&plot->drawings, error));
    kauri_svg_begin(&page, KAURI_PLOT_PAGE, plot->height + 10, 180);
    kauri_string_add_text(&page, kauri_string_text(&plot->drawings));
    kauri_svg_end(&page);
    KAURI_TRY(kauri_string_check(&page, error));
    status = kauri_output_file_write(path, force, kauri_string_text(&page), page.length, error);
cleanup:
    kauri_string_clear(&page);
    return status;
}

void kauri_plot_clear(struct kauri_plot *plot)
{
    kauri_string_clear(&plot->drawings);
}
