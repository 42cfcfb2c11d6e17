// The public drawing of a position.
//
// Rows stand as South sees them. The holes form a track on which counters are sown anticlockwise;
// the arrow of the last move runs along it, outside the board, so that it crosses no number.
#include "kauri/kauri.h"

#include "common/character.h"
#include "common/checked.h"
#include "common/status.h"
#include "common/string_buffer.h"
#include "common/svg.h"
#include "rules/board.h"
#include "rules/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double cell_w = 64; // width of a hole
static const double cell_h = 56;
// Width left and right of the rows, for the arrow and the captured seeds.
static const double side_w = 72;
static const double lane = 13; // distance from the rows to the middle of the arrow
static const double bend = 13; // radius of the bends of the arrow
static const double letter_h = 22;
static const double label_h = 16;
static const double margin = 6;
static const double caption_h = 26;
static const double legend_h = 20;
static const double counters_w = 138;       // width of the legend of seeds and cowries
static const double seal_w = 32;            // added by the seal without its words
static const double seal_letter_w = 6.8;    // estimated for a sans-serif font of size 11.5
static const double caption_letter_w = 7.3; // estimated for a sans-serif font of size 13
static const double label_size = 12;        // size of labels, unless a label is wider than its hole
static const double label_letter_w = 0.65;  // estimated for bold type, as a part of the size

// State shared by the parts of the drawing.
struct svg_board {
    struct kauri_string *svg;
    const struct kauri_position *position;
    const struct kauri_drawing *drawing;
    unsigned holes;
    double left; // edges of the rows: left, right, top, bottom
    double right;
    double top;
    double bottom;
    double width;
    double legend_w;
    double label_size;
};

static unsigned side_of(const struct svg_board *board, unsigned place)
{
    return place < board->holes ? KAURI_SOUTH : KAURI_NORTH;
}

// The left edge of a hole.
static double hole_x(const struct svg_board *board, unsigned place)
{
    const unsigned column =
        side_of(board, place) == KAURI_SOUTH ? place : 2 * board->holes - 1 - place;
    return board->left + cell_w * column;
}

static double hole_y(const struct svg_board *board, unsigned place)
{
    return side_of(board, place) == KAURI_SOUTH ? board->top + cell_h : board->top;
}

static bool is_movable(const struct svg_board *board, unsigned place)
{
    return side_of(board, place) == board->position->side && board->position->cowries[place] > 0;
}

// A seed is a small disc, a cowrie a shell with a toothed slit: they differ in shape, not in colour
// alone.
static void add_seed(struct kauri_string *svg, double x, double y)
{
    kauri_svg_circle(svg, x, y, 4.5, "fill=\"black\"");
}

static void add_cowrie(struct kauri_string *svg, double x, double y)
{
    char text[4][KAURI_SVG_NUMBER_BYTES];
    kauri_string_add(svg,
                     "<ellipse cx=\"%s\" cy=\"%s\" rx=\"9\" ry=\"6.2\" fill=\"white\" "
                     "stroke=\"black\" stroke-width=\"1.5\"/>\n",
                     kauri_svg_number(x, text[0]), kauri_svg_number(y, text[1]));
    kauri_string_add(svg,
                     "<path d=\"M%s %s h11 m-9 -2 v4 m3.5 -4 v4 m3.5 -4 v4\" fill=\"none\" "
                     "stroke=\"black\" stroke-width=\"1.1\"/>\n",
                     kauri_svg_number(x - 5.5, text[2]), kauri_svg_number(y, text[3]));
}

static void add_number(struct kauri_string *svg, double x, double y, unsigned number)
{
    char text[8];
    (void)snprintf(text, sizeof text, "%u", number);
    kauri_svg_text(svg, x, y + 6, 17, "start", "", text);
}

static void add_hole(const struct svg_board *board, unsigned place)
{
    const struct kauri_drawing *drawing = board->drawing;
    const struct kauri_position *position = board->position;
    struct kauri_string *svg = board->svg;
    const bool south = side_of(board, place) == KAURI_SOUTH;
    const double x = hole_x(board, place);
    const double y = hole_y(board, place);
    kauri_svg_rect(svg, x + 2, y + 2, cell_w - 4, cell_h - 4,
                   "rx=\"11\" fill=\"none\" stroke=\"black\" stroke-width=\"1\"");
    if (position->seeds[place] > 0) {
        add_seed(svg, x + 21, y + 18);
        add_number(svg, x + 33, y + 18, position->seeds[place]);
    }
    if (position->cowries[place] > 0) {
        add_cowrie(svg, x + 21, y + 39);
        add_number(svg, x + 33, y + 39, position->cowries[place]);
    }
    const char letter[2] = {
        kauri_move_letter((enum kauri_side)side_of(board, place), (int)(place % board->holes)),
        '\0'};
    kauri_svg_text(svg, x + cell_w / 2, south ? board->bottom + lane + 16 : board->top - lane - 7,
                   13, "middle",
                   is_movable(board, place) ? "font-weight=\"bold\"" : "fill=\"#555\"", letter);
    if (drawing->labels[place] != NULL) {
        kauri_svg_text(svg, x + cell_w / 2,
                       south ? board->bottom + lane + 16 + label_h
                             : board->top - lane - 7 - label_h,
                       board->label_size, "middle",
                       (drawing->marked >> place & 1) != 0 ? "font-weight=\"bold\"" : "",
                       drawing->labels[place]);
    }
}

// Draws the captured seeds of a player at that player's right.
static void add_captured(const struct svg_board *board, unsigned side)
{
    char text[8];
    const double x = side == KAURI_SOUTH ? board->width - margin - 24 : margin + 24;
    const double y = side == KAURI_SOUTH ? board->top + cell_h : board->top;
    (void)snprintf(text, sizeof text, "%u", board->position->score[side]);
    kauri_svg_text(board->svg, x, y + 31, 19, "middle", "font-weight=\"bold\"", text);
    kauri_svg_text(board->svg, x, y + 44, 9.5, "middle", "fill=\"#555\"",
                   kauri_drawing_word(board->drawing->language, KAURI_WORD_CAPTURED));
}

// Adds a point of the arrow: `x` to the right, `y` from the edge of the row to the outside.
static void add_point(const struct svg_board *board, const char *command, bool south, double x,
                      double y)
{
    char text[2][KAURI_SVG_NUMBER_BYTES];
    kauri_string_add(board->svg, "%s%s %s", command, kauri_svg_number(x, text[0]),
                     kauri_svg_number(south ? board->bottom + y : board->top - y, text[1]));
}

// Leads around the board from the last hole of a row to the first one of the other.
static void add_corner(const struct svg_board *board, bool south)
{
    const double edge = south ? board->right : board->left;
    const double turn = south ? bend : -bend;
    const double outside = south ? edge + lane : edge - lane;
    add_point(board, "L", south, outside - turn, lane);
    add_point(board, "Q", south, outside, lane);
    add_point(board, " ", south, outside, lane - bend);
    add_point(board, "L", !south, outside, lane - bend);
    add_point(board, "Q", !south, outside, lane);
    add_point(board, " ", !south, outside - turn, lane);
}

// An arrow from the hole that was emptied to the one that received the last counter, whose edge its
// head crosses. A sowing of more than one lap is drawn as a whole lap, from which the head branches
// off: a second lap would fill the gaps between the dashes.
static void add_arrow(const struct svg_board *board)
{
    const struct kauri_position *before = board->drawing->before;
    if (before == NULL || board->drawing->move == KAURI_MOVE_PASS) {
        return;
    }
    const unsigned places = 2 * board->holes;
    const unsigned from = kauri_own_hole(before, (unsigned)board->drawing->move);
    const unsigned sown = before->seeds[from] + before->cowries[from];
    const bool laps = sown > places;
    const unsigned to = kauri_sowing_end(board->holes, from, sown);
    const bool begins_south = side_of(board, from) == KAURI_SOUTH;
    const bool ends_south = side_of(board, to) == KAURI_SOUTH;
    // Direction of sowing: 1 to the right, -1 to the left.
    const double begin_way = begins_south ? 1 : -1;
    const double end_way = ends_south ? 1 : -1;
    const double shift = 11; // keeps both ends apart when they are at the same hole
    const double begin = hole_x(board, from) + cell_w / 2 + begin_way * shift;
    const double end = hole_x(board, to) + cell_w / 2 - end_way * shift;
    kauri_svg_circle(board->svg, begin, begins_south ? board->bottom - 4 : board->top + 4, 3.6,
                     "fill=\"black\"");
    kauri_string_add(board->svg, "<path d=\"");
    add_point(board, "M", begins_south, begin, -4);
    add_point(board, "L", begins_south, begin, lane - bend);
    add_point(board, "Q", begins_south, begin, lane);
    add_point(board, " ", begins_south, begin + begin_way * bend, lane);
    for (unsigned i = 1, row = from / board->holes; i <= (laps ? places : sown); i++) {
        const unsigned next = kauri_sowing_end(board->holes, from, i) / board->holes;
        if (next != row) {
            add_corner(board, next == 1);
        }
        row = next;
    }
    if (laps) {
        add_point(board, "L", begins_south, begin + begin_way * bend, lane);
    }
    add_point(board, laps ? "M" : "L", ends_south, end - end_way * bend, lane);
    add_point(board, "Q", ends_south, end, lane);
    add_point(board, " ", ends_south, end, lane - bend);
    kauri_string_add(
        board->svg,
        "\" fill=\"none\" stroke=\"black\" stroke-width=\"2.4\" stroke-dasharray=\"8 4\"/>\n"
        "<path d=\"");
    add_point(board, "M", ends_south, end, -8);
    add_point(board, "L", ends_south, end - 6.5, 6);
    add_point(board, "L", ends_south, end + 6.5, 6);
    kauri_string_add(board->svg, "z\" fill=\"black\"/>\n");
}

// The caption that is used if the caller gives none.
static const char *default_caption(const struct kauri_position *position,
                                   enum kauri_language language)
{
    const enum kauri_drawing_word south = kauri_legal_moves(position).count > 0
                                              ? KAURI_WORD_SOUTH_MOVES
                                          : kauri_seeds(position) > 0 ? KAURI_WORD_SOUTH_PASSES
                                                                      : KAURI_WORD_SOUTH_STUCK;
    return kauri_drawing_word(language, south + position->side);
}

// The seal of the explorer (sealEdge in web/explorer/board/marks.js), a star of eight points with a
// tick, beside which the legend says what is proven.
static void add_seal(struct kauri_string *svg, double x, double y)
{
    char text[2][KAURI_SVG_NUMBER_BYTES];
    kauri_string_add(
        svg,
        "<g transform=\"translate(%s %s)\"><path d=\"M0 7.5L2.3 5.5 5.3 5.3 5.5 2.3 7.5 0 "
        "5.5 -2.3 5.3 -5.3 2.3 -5.5 0 -7.5 -2.3 -5.5 -5.3 -5.3 -5.5 -2.3 -7.5 0 "
        "-5.5 2.3 -5.3 5.3 -2.3 5.5z\"/><path d=\"M-3.2 .4l2.4 2.4 4 -5.5\" fill=\"none\" "
        "stroke=\"white\" stroke-width=\"1.8\"/></g>\n",
        kauri_svg_number(x, text[0]), kauri_svg_number(y, text[1]));
}

// Explains the two kinds of counters, and says what is proven.
static void add_legend(const struct svg_board *board, double y)
{
    const enum kauri_language language = board->drawing->language;
    const char *seal = board->drawing->seal;
    const double x = (board->width - board->legend_w + counters_w) / 2;
    add_seed(board->svg, x - 64, y - 4);
    kauri_svg_text(board->svg, x - 55, y, 11.5, "start", "fill=\"#333\"",
                   kauri_drawing_word(language, KAURI_WORD_SEEDS));
    add_cowrie(board->svg, x + 8, y - 4);
    kauri_svg_text(board->svg, x + 22, y, 11.5, "start", "fill=\"#333\"",
                   kauri_drawing_word(language, KAURI_WORD_COWRIES));
    if (seal != NULL) {
        add_seal(board->svg, x + 88, y - 4);
        kauri_svg_text(board->svg, x + 100, y, 11.5, "start", "fill=\"#333\"", seal);
    }
}

static bool has_labels(const struct kauri_drawing *drawing, unsigned from, unsigned holes)
{
    for (unsigned i = from; i < from + holes; i++) {
        if (drawing->labels[i] != NULL) {
            return true;
        }
    }
    return false;
}

// The number of characters of a text, or SIZE_MAX if it is not UTF-8, contains control characters
// (which XML does not allow), or is longer than `bytes_max`.
static size_t count_characters(const char *text, size_t bytes_max)
{
    size_t characters = 0;
    if (strlen(text) > bytes_max) {
        return SIZE_MAX;
    }
    for (const char *at = text; *at != '\0'; characters++) {
        const struct kauri_character character = kauri_character_at(at);
        const uint32_t code = character.code;
        const bool control = code < 0x20 || (code >= 0x7f && code < 0xa0);
        // XML has neither U+FFFE nor U+FFFF.
        if (!character.is_utf8 || control || code == 0xfffe || code == 0xffff) {
            return SIZE_MAX;
        }
        at += character.bytes;
    }
    return characters;
}

// Chooses the size of the labels, the same for all, so that the longest one is not wider than its
// hole.
static double fit_labels(const struct kauri_drawing *drawing, unsigned places)
{
    size_t longest = 1;
    for (unsigned i = 0; i < places; i++) {
        const size_t characters =
            drawing->labels[i] != NULL
                ? count_characters(drawing->labels[i], KAURI_DRAWING_LABEL_MAX)
                : 0;
        longest = characters > longest ? characters : longest;
    }
    return kauri_svg_fit(label_size, label_letter_w, longest, cell_w - 2);
}

static double legend_width(const struct kauri_drawing *drawing)
{
    if (drawing->seal == NULL) {
        return counters_w;
    }
    const size_t characters = count_characters(drawing->seal, KAURI_DRAWING_LABEL_MAX);
    return counters_w + seal_w + seal_letter_w * (double)characters;
}

static enum kauri_status check_text(const char *text, size_t bytes_max, const char *name,
                                    struct kauri_error *error)
{
    return text == NULL || count_characters(text, bytes_max) != SIZE_MAX
               ? KAURI_OK
               : kauri_fail(error, KAURI_USAGE,
                            "the %s of a drawing is UTF-8 without control characters, at most %zu "
                            "bytes",
                            name, bytes_max);
}

// Checks that `before` and `move` lead to the position.
static enum kauri_status check_move(const struct kauri_position *position,
                                    const struct kauri_drawing *drawing, struct kauri_error *error)
{
    struct kauri_position after = *drawing->before;
    const enum kauri_status status = kauri_position_play(&after, drawing->move, NULL, error);
    if (status != KAURI_OK || kauri_position_equal(&after, position)) {
        return status;
    }
    return kauri_fail(error, KAURI_BAD_INPUT, "the last move does not lead to the position drawn");
}

static enum kauri_status check_drawing(const struct kauri_position *position,
                                       const struct kauri_drawing *drawing,
                                       struct kauri_error *error)
{
    enum kauri_status status = kauri_position_check(position, error);
    for (unsigned i = 0; i < KAURI_BOARD_HOLES_MAX && status == KAURI_OK; i++) {
        status = check_text(drawing->labels[i], KAURI_DRAWING_LABEL_MAX, "label", error);
    }
    if (status == KAURI_OK) {
        status = check_text(drawing->caption, KAURI_DRAWING_CAPTION_MAX, "caption", error);
    }
    if (status == KAURI_OK) {
        status = check_text(drawing->seal, KAURI_DRAWING_LABEL_MAX, "seal", error);
    }
    if (status == KAURI_OK && (unsigned)drawing->language >= KAURI_LANGUAGES) {
        status = kauri_fail(error, KAURI_USAGE, "a drawing has no language number %d",
                            (int)drawing->language);
    }
    if (status == KAURI_OK && drawing->before != NULL) {
        status = check_move(position, drawing, error);
    }
    return status;
}

static void draw(const struct kauri_position *position, const struct kauri_drawing *drawing,
                 struct kauri_string *svg)
{
    const unsigned holes = position->holes;
    const char *caption =
        drawing->caption != NULL ? drawing->caption : default_caption(position, drawing->language);
    const double caption_w =
        2 * margin +
        caption_letter_w * (double)count_characters(caption, KAURI_DRAWING_CAPTION_MAX);
    const double legend_w = legend_width(drawing);
    const double words_w = caption_w > legend_w ? caption_w : legend_w;
    const double board_w = 2 * side_w + cell_w * holes;
    const double above =
        margin + lane + letter_h + (has_labels(drawing, holes, holes) ? label_h : 0);
    const double below = lane + letter_h + (has_labels(drawing, 0, holes) ? label_h : 0) +
                         (caption[0] != '\0' ? caption_h : 4) + legend_h;
    const double width = board_w > words_w ? board_w : words_w;
    const struct svg_board board = {
        .svg = svg,
        .position = position,
        .drawing = drawing,
        .holes = holes,
        .left = (width - cell_w * holes) / 2,
        .right = (width + cell_w * holes) / 2,
        .top = above,
        .bottom = above + 2 * cell_h,
        .width = width,
        .legend_w = legend_w,
        .label_size = fit_labels(drawing, 2 * holes),
    };
    const double height = board.bottom + below;
    kauri_svg_begin(svg, width, height, width / 4);
    kauri_string_add(svg, "<title>%s</title>\n", KAURI_POSITION_TEXT(position));
    kauri_svg_rect(svg, board.left, board.top, cell_w * holes, 2 * cell_h,
                   "rx=\"13\" fill=\"none\" stroke=\"black\" stroke-width=\"1.6\"");
    for (unsigned place = 0; place < 2 * holes; place++) {
        add_hole(&board, place);
    }
    add_captured(&board, KAURI_SOUTH);
    add_captured(&board, KAURI_NORTH);
    add_arrow(&board);
    kauri_svg_text(svg, width / 2, height - legend_h - 8, 13, "middle", "", caption);
    add_legend(&board, height - 8);
    kauri_svg_end(svg);
}

enum kauri_status kauri_position_svg(const struct kauri_position *position,
                                     const struct kauri_drawing *drawing, char **svg,
                                     struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_drawing options = {.struct_bytes = sizeof options};
    struct kauri_string text = {.bytes = NULL};
    *svg = NULL;
    if (drawing != NULL) {
        KAURI_TRY(kauri_struct_take(drawing, KAURI_STRUCT_END(struct kauri_drawing, caption),
                                    &options, sizeof options, "kauri_drawing", error));
    }
    KAURI_TRY(check_drawing(position, &options, error));
    draw(position, &options, &text);
    KAURI_TRY(kauri_string_check(&text, error));
    *svg = text.bytes;
    text = (struct kauri_string){.bytes = NULL};
cleanup:
    kauri_string_clear(&text);
    return status;
}

void kauri_svg_free(char *svg)
{
    free(svg);
}
