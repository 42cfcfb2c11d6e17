#include "cli/games/plot_turns.h"

#include "cli/games/diagram.h"
#include "common/svg.h"

#include <stdio.h>
#include <string.h>

double kauri_plot_x(const struct kauri_plot_frame *frame, double plies)
{
    const size_t count = frame->view->game->count;
    return KAURI_PLOT_LEFT + 8 +
           plies * (KAURI_PLOT_RIGHT - KAURI_PLOT_LEFT - 16) / (double)(count > 0 ? count : 1);
}

enum { PER_ROW = 3 };

static const double board_height = 152;
static const double board_step = 328; // from the left edge of a board to that of the next
static const double caption_size = 13.5;
static const double badge_width = 21.5; // including the gap to the next

// The end of the turning points that share the position of `first`, and so its board.
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

static void add_badge(const struct kauri_plot_frame *frame, double x, double y, size_t number)
{
    char text[24];
    (void)snprintf(text, sizeof text, "%zu", number);
    kauri_svg_circle(frame->svg, x, y, 10, "fill=\"white\" stroke=\"black\" stroke-width=\"1.2\"");
    kauri_svg_text(frame->svg, x, y + 5, 14, "middle", "font-weight=\"bold\"", text);
}

// The board shows the position before a move that loses; for any other turn, the position where it
// was found.
static const struct kauri_turning_point *find_loss(const struct kauri_turning_point *points,
                                                   size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (points[i].kind == KAURI_TURNING_LOST) {
            return &points[i];
        }
    }
    return NULL;
}

// The number of characters in UTF-8: of bytes that do not continue one.
static size_t count_characters(const char *text)
{
    size_t count = 0;
    for (; *text != '\0'; text++) {
        count += ((unsigned char)*text & 0xc0) != 0x80;
    }
    return count;
}

static void add_board(const struct kauri_plot_frame *frame, size_t number, size_t first, size_t end)
{
    const struct kauri_annotated_game *game = frame->view->game;
    const struct kauri_turning_point *points = &game->turning_points[first];
    const struct kauri_turning_point *loss = find_loss(points, end - first);
    const size_t shown = loss != NULL ? points->position - 1 : points->position;
    const size_t column = (number - 1) % PER_ROW;
    const size_t row = (number - 1) / PER_ROW;
    const double x = 14 + (double)column * board_step;
    const double y = frame->top + KAURI_PLOT_BOARDS + (double)row * board_height;
    struct kauri_string text = {.bytes = NULL};
    add_badge(frame, x + 10, y - 6, number);
    kauri_annotated_turn_place(&text, frame->view->replay, loss != NULL ? loss : points,
                               frame->language);
    kauri_svg_text(frame->svg, x + 26, y - 1, 15, "start", "font-weight=\"bold\"",
                   kauri_string_text(&text));
    kauri_diagram_add(frame->svg, x, y + 4, &kauri_annotated_position(game, shown)->position);
    for (size_t i = first; i < end; i++) {
        kauri_string_clear(&text);
        kauri_annotated_turn(&text, &game->turning_points[i], frame->language);
        const char *caption = kauri_string_text(&text);
        kauri_svg_text(
            frame->svg, x, y + 4 + KAURI_DIAGRAM_HEIGHT + 14 + 16 * (double)(i - first),
            kauri_svg_fit(caption_size, 0.52, count_characters(caption), board_step - 14), "start",
            "", caption);
    }
    kauri_string_clear(&text);
}

// Adds the turning points to the plot. Badges of neighbouring points stand side by side, joined to
// their lines.
static void add_marks(const struct kauri_plot_frame *frame)
{
    const struct kauri_annotated_game *game = frame->view->game;
    const size_t count = group_count(game);
    const double y = frame->top + KAURI_PLOT_TOP;
    double reached = 0;
    size_t number = 0;
    for (size_t i = 0; i < game->turning_point_count; i = next_group(game, i)) {
        const double mark = kauri_plot_x(frame, (double)game->turning_points[i].position);
        const double left = (double)(count - ++number); // badges further right
        const double most = KAURI_PLOT_PAGE - 12 - left * badge_width;
        reached = mark > reached + badge_width ? mark : reached + badge_width;
        const double x = reached < most ? reached : most;
        kauri_svg_line(frame->svg, mark, y, mark, y + KAURI_PLOT_HEIGHT,
                       "stroke=\"black\" stroke-width=\"0.8\" stroke-dasharray=\"6 3\"");
        kauri_svg_line(frame->svg, mark, y, x, y - 5, "stroke=\"black\" stroke-width=\"0.8\"");
        add_badge(frame, x, y - 13, number);
    }
}

void kauri_plot_turns(const struct kauri_plot_frame *frame)
{
    const struct kauri_annotated_game *game = frame->view->game;
    size_t number = 0;
    add_marks(frame);
    for (size_t i = 0; i < game->turning_point_count;) {
        const size_t end = next_group(game, i);
        add_board(frame, ++number, i, end);
        i = end;
    }
}

double kauri_plot_turns_height(const struct kauri_annotated_game *game)
{
    return board_height * (double)((group_count(game) + PER_ROW - 1) / PER_ROW);
}
