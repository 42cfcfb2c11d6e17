// kauri annotate: values every position and move of game records.
#include "cli/commands.h"
#include "cli/fitted_text.h"
#include "cli/games/annotate_view.h"
#include "cli/memory_share.h"
#include "cli/output_file.h"
#include "cli/print_text.h"
#include "cli/tables/open_tables.h"
#include "cli/text_table.h"
#include "cli/threads.h"
#include "common/size.h"
#include "common/string_buffer.h"
#include "common/svg.h"
#include "queries/analysis/annotate.h"
#include "records/record.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --------------------------------------------------- the values from move to move, as an SVG
// drawing

// The drawings so far, one below the other. The caller sets the language and zeroes the rest.
struct plot {
    enum kauri_language language;
    struct kauri_string drawings;
    double height; // of them altogether, in units of the drawing
};

// In units of the drawing. The page is 1000 units or 180 mm wide, so that a font of 14 units is
// 2.5 mm high.
enum {
    PAGE = 1000,
    LEFT = 108, // edges of the plot
    RIGHT = 985,
    TOP = 66, // from the top of the game, below its title
    HEIGHT = 300,
    STRIP = 18,      // height of the results under one ruleset
    BOARDS = 520,    // from the top of the game: where the boards begin
    BOARD_ROW = 280, // their height, with captions
    BOARDS_PER_ROW = 2,
};

#define BOARD_SCALE "0.9"                                     // of kauri_position_svg
#define EXPECTED    "stroke=\"#1f5fa8\" stroke-width=\"1.6\"" // the colour of what is estimated
#define EXACT       "stroke=\"black\" stroke-width=\"2\""
#define DASHED      "stroke=\"black\" stroke-width=\"1\" stroke-dasharray=\"2 3\""
#define BAND        "fill=\"#eee\" stroke=\"#ccc\" stroke-width=\"0.7\""
#define THIN        "stroke=\"black\" stroke-width=\"0.8\""

// A game in the drawing.
struct plot_frame {
    struct kauri_string *svg;
    const struct kauri_annotated_view *view;
    enum kauri_language language;
    double top; // of the game on the page
    int range;  // the plot shows margins from -range to range
};

static const char *word(const struct plot_frame *frame, unsigned number)
{
    return kauri_drawing_word(frame->language, (enum kauri_drawing_word)number);
}

static double x_at(const struct plot_frame *frame, size_t plies)
{
    const size_t count = frame->view->game->count;
    return LEFT + 8 + (double)plies * (RIGHT - LEFT - 16) / (double)(count > 0 ? count : 1);
}

// Margins beyond the plot are shown at its edge.
static double y_at(const struct plot_frame *frame, double margin)
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

// Exact, or else estimated.
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

static void add_curve(const struct plot_frame *frame, curve *at, const char *style)
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
static void add_band(const struct plot_frame *frame)
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
static void add_dots(const struct plot_frame *frame)
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

// Chosen so that all captures, estimates and exact margins lie inside.
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

static void add_axes(const struct plot_frame *frame)
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

// By enum kauri_result, from a loss to a win; not decided.
static const char *const fills[] = {"fill=\"black\" " THIN, "fill=\"#aaa\" " THIN,
                                    "fill=\"white\" " THIN, "fill=\"#eee\""};

// Adds the results at each position, for South.
static void add_strip(const struct plot_frame *frame, unsigned rules, double y)
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
static void add_numbers(const struct plot_frame *frame, double y)
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

static void add_legend(const struct plot_frame *frame, double y)
{
    const struct {
        unsigned word;
        double x, y;
        const char *box, *line, *dot; // NULL: none
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

static void add_badge(const struct plot_frame *frame, double x, double y, size_t number)
{
    char text[24];
    (void)snprintf(text, sizeof text, "%zu", number);
    kauri_svg_circle(frame->svg, x, y, 10, "fill=\"white\" " THIN);
    kauri_svg_text(frame->svg, x, y + 5, 14, "middle", "font-weight=\"bold\"", text);
}

// Adds a board, without the head of its file.
static void add_board(const struct plot_frame *frame, double x, double y,
                      const struct kauri_position *position)
{
    const struct kauri_drawing drawing = {.struct_bytes = sizeof drawing,
                                          .language = frame->language};
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
static size_t add_turns(const struct plot_frame *frame, size_t number,
                        const struct kauri_turning_point *points, size_t most)
{
    const double mark = x_at(frame, points->position);
    const double plot = frame->top + TOP;
    const double x = 14 + (double)((number - 1) % BOARDS_PER_ROW) * PAGE / BOARDS_PER_ROW;
    const double y = frame->top + BOARDS + (double)((number - 1) / BOARDS_PER_ROW) * BOARD_ROW;
    const struct kauri_turning_point *shown = points;
    struct kauri_string text = {.bytes = NULL};
    size_t count = 0;
    for (; count < most && points[count].position == points->position; count++) {
        shown = points[count].kind == KAURI_TURNING_LOST ? &points[count] : shown;
        kauri_string_cut(&text, 0);
        kauri_annotated_turn(&text, &points[count], frame->language);
        kauri_svg_text(frame->svg, x + 26, y + 222 + 16 * (double)count, 13.5, "start", "",
                       kauri_string_text(&text));
    }
    const size_t position = points->position - (shown->kind == KAURI_TURNING_LOST ? 1 : 0);
    kauri_svg_line(frame->svg, mark, plot - 5, mark, plot + HEIGHT,
                   THIN " stroke-dasharray=\"6 3\"");
    add_badge(frame, mark, plot - (number % 2 == 0 ? 13 : 25), number); // neighbours side by side
    add_badge(frame, x + 10, y - 6, number);
    kauri_string_cut(&text, 0);
    kauri_annotated_turn_place(&text, frame->view->replay, shown, frame->language);
    kauri_svg_text(frame->svg, x + 26, y - 1, 15, "start", "font-weight=\"bold\"",
                   kauri_string_text(&text));
    add_board(frame, x, y, &kauri_annotated_position(frame->view->game, position)->position);
    kauri_string_clear(&text);
    return count;
}

// ------------------------------------------------------------------------------------ the drawing

// Draws a game below the others: the final margin with best play at each position, the captures so
// far, both results, and a board for each turning point.
static void add_to_plot(struct plot *plot, const struct kauri_annotated_view *view)
{
    const struct kauri_annotated_game *game = view->game;
    const struct plot_frame frame = {.svg = &plot->drawings,
                                     .view = view,
                                     .language = plot->language,
                                     .top = plot->height,
                                     .range = find_range(view)};
    const double below = frame.top + TOP + HEIGHT + 8;
    struct kauri_string title = {.bytes = NULL};
    kauri_annotated_title(&title, view->record, plot->language);
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
    plot->height +=
        BOARDS - 20 + BOARD_ROW * (double)((boards + BOARDS_PER_ROW - 1) / BOARDS_PER_ROW);
}

// Writes a page with all drawings, as wide as A4 less its margins, into a file
// (kauri_output_file_write). KAURI_USAGE, KAURI_RESOURCE.
static enum kauri_status write_plot(const struct plot *plot, const char *path, bool force,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_string page = {.bytes = NULL};
    KAURI_TRY(kauri_string_check(&plot->drawings, error));
    kauri_svg_begin(&page, PAGE, plot->height + 10, 180);
    kauri_string_add_text(&page, kauri_string_text(&plot->drawings));
    kauri_svg_end(&page);
    KAURI_TRY(kauri_string_check(&page, error));
    status = kauri_output_file_write(path, force, kauri_string_text(&page), page.length, error);
cleanup:
    kauri_string_clear(&page);
    return status;
}

// ------------------------------------------------------------------------------------ the command

enum {
    SECONDS = 60,
    SECONDS_MAX = 86400,
    ESTIMATE_NODES = 200000,
    ESTIMATE_SHARE = 4, // of --time goes to estimates in addition, by default
};

struct settings {
    const char *svg;
    enum kauri_language language; // of the review and the drawing
    enum kauri_ruleset rules;     // of the review
    double estimate_seconds;      // 0: a share of the seconds
    uint64_t memory;
    uint64_t seconds;
    uint64_t nodes;
    uint64_t estimate_nodes;
    uint64_t game; // number in the header; UINT64_MAX: all
    bool markdown;
    bool table;
};

// The state of one run. The text is read twice: first the games that can be played are counted and
// the others reported, then each game is annotated, printed and freed.
struct work {
    struct kauri_command_run *run;
    const struct settings *settings;
    const char *path; // of the text, "-" for standard input
    const char *name; // the same, for messages
    const char *text;
    size_t playable;         // games that can be played
    size_t printed;          // of these
    bool estimated;          // some position of a game
    bool interrupted;        // by a signal: the rest is annotated without searching
    double seconds;          // left for all searches
    double estimate_seconds; // left for all estimates
    struct plot plot;
};

// The next game that is asked for, replayed; *found is false at the end of the text. Both are the
// caller's, to be cleared also on failure: KAURI_BAD_INPUT when the game cannot be played.
static enum kauri_status next_game(const struct work *work, struct kauri_record_reader *reader,
                                   bool *found, struct kauri_record *record,
                                   struct kauri_replay *replay, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    *replay = (struct kauri_replay){0};
    for (;;) {
        KAURI_TRY(kauri_record_next(reader, record, found, error));
        const uint64_t wanted = work->settings->game;
        if (!*found || wanted == UINT64_MAX || record->number == wanted) {
            break;
        }
        kauri_record_clear(record);
    }
    if (*found) {
        status = kauri_replay_record(record, replay, error);
    }
cleanup:
    return status;
}

// Counts the games and reports those that cannot be played.
static enum kauri_status survey(struct work *work, struct kauri_error *error)
{
    struct kauri_record_reader reader = kauri_record_reader_begin(work->text);
    bool any = false;
    for (bool found = true; found;) {
        struct kauri_record record;
        struct kauri_replay replay;
        struct kauri_error reason;
        const enum kauri_status status =
            next_game(work, &reader, &found, &record, &replay, &reason);
        kauri_replay_clear(&replay);
        kauri_record_clear(&record);
        any = any || found;
        work->playable += found && status == KAURI_OK ? 1 : 0;
        if (status == KAURI_OK) {
            continue;
        }
        (void)kauri_fail(error, status, "%s: %s", work->name, reason.message);
        if (status != KAURI_BAD_INPUT) {
            return status;
        }
        kauri_run_report(work->run, error);
    }
    if (!any && work->settings->game != UINT64_MAX) {
        return kauri_fail(error, KAURI_BAD_INPUT, "%s has no game (%llu)", work->name,
                          (unsigned long long)work->settings->game);
    }
    return any ? KAURI_OK
               : kauri_fail(error, KAURI_BAD_INPUT, "%s: no game record found", work->name);
}

static enum kauri_status print_game(struct work *work, const struct kauri_annotated_view *view,
                                    struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    if (work->run->json) {
        struct kauri_string out = {.bytes = NULL};
        kauri_json_annotated(&out, view);
        status = kauri_print_text(&out, error);
    } else if (work->settings->markdown) {
        kauri_annotated_print_markdown(view);
    } else {
        printf("%s", work->printed > 0 ? "\n" : "");
        kauri_annotated_print(view);
        if (work->settings->table) {
            kauri_annotated_print_table(view);
        }
    }
    work->printed++;
    (void)fflush(stdout); // the next game may take long; main says if output failed
    return status;
}

static enum kauri_status estimate_game(struct work *work, const struct kauri_annotated_game *game,
                                       uint64_t memory, struct kauri_game_estimates *estimates,
                                       struct kauri_error *error)
{
    const double share = work->estimate_seconds / (double)(work->playable - work->printed);
    struct kauri_estimates_limits limits = {
        .memory = memory < KAURI_ESTIMATES_LEAST_MEMORY ? KAURI_ESTIMATES_LEAST_MEMORY : memory,
        .nodes = work->settings->estimate_nodes,
        .seconds = work->interrupted ? 0 : share,
        .progress = &work->run->view.progress,
    };
    const enum kauri_status status =
        kauri_estimate_game(work->run->tables, game, &limits, estimates, error);
    work->interrupted = work->interrupted || limits.interrupted;
    work->estimate_seconds -= share - limits.seconds;
    return status;
}

// Each game gets an equal share of the time that is left.
static enum kauri_status annotate_game(struct work *work, const struct kauri_record *record,
                                       const struct kauri_replay *replay, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_annotated_game game = {.count = 0};
    struct kauri_game_estimates estimates = {.count = 0};
    const uint64_t memory = work->settings->memory;
    const double share = work->seconds / (double)(work->playable - work->printed);
    struct kauri_effort effort = {
        .memory = memory - (work->run->tables != NULL ? kauri_memory_for_tables(memory) : 0),
        .seconds = share,
        .threads = kauri_threads_for_search(work->settings->nodes),
        .nodes = work->settings->nodes,
        .progress = &work->run->view.progress,
    };
    if (work->settings->seconds > 0) {
        KAURI_TRY(
            kauri_memory_try_search(memory, work->run->tables != NULL, &record->start, error));
    }
    status = kauri_annotate(work->run->tables, replay, &effort, &game, error);
    if (status != KAURI_OK) {
        kauri_open_tables_advise(work->run->folder, work->run->tables, &record->start, error);
        goto cleanup;
    }
    work->interrupted = work->interrupted || effort.interrupted;
    KAURI_TRY(estimate_game(work, &game, effort.memory, &estimates, error));
    work->seconds = work->interrupted ? 0 : work->seconds - (share - effort.seconds);
    const struct kauri_annotated_view view = {
        record, replay, &game, &estimates, work->settings->language, work->settings->rules};
    work->estimated = work->estimated || estimates.estimated > 0;
    KAURI_TRY(print_game(work, &view, error));
    if (work->settings->svg != NULL) {
        add_to_plot(&work->plot, &view);
    }
cleanup:
    kauri_game_estimates_clear(&estimates);
    kauri_annotated_game_clear(&game);
    return status;
}

static enum kauri_status annotate_games(struct work *work, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_record_reader reader = kauri_record_reader_begin(work->text);
    for (bool found = true; found && status == KAURI_OK;) {
        struct kauri_record record;
        struct kauri_replay replay;
        status = next_game(work, &reader, &found, &record, &replay, error);
        if (status == KAURI_BAD_INPUT) {
            status = KAURI_OK; // it has been named
        } else if (status == KAURI_OK && found) {
            status = annotate_game(work, &record, &replay, error);
        }
        kauri_replay_clear(&replay);
        kauri_record_clear(&record);
    }
    return status;
}

static void print_legend(bool expected)
{
    printf("\n");
    kauri_print_words(
        "final: South's captures minus North's at the end with best play, within the proven "
        "bounds, followed by S if South wins the cowrie phase, N if North does, and = if it never "
        "ends. played, best other: the same after these moves. gives away: seeds that the move "
        "loses for its player. standard, tie-breaker: the winner with best play, before -> after "
        "the move. sign: ! the only move that keeps the result, ? loses seeds (tie-breaker: or the "
        "cowrie phase), ?? loses the result; open: undecided.",
        0, 0);
    if (expected) {
        printf("\n");
        kauri_print_words("~ marks estimates of the engine, which are not proven and may be wrong. "
                          "expected: South's final captures minus North's. likely loss: the seeds "
                          "that the move gives away, ? if they are many, ?? if the expected winner "
                          "changes, too. better: a move that is expected to keep them.",
                          0, 0);
    }
}

static enum kauri_status work_on(struct work *work, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct settings *settings = work->settings;
    KAURI_TRY(survey(work, error));
    if (settings->svg != NULL) { // not only after all the searching
        KAURI_TRY(kauri_output_file_check(settings->svg, work->run->force, work->path, error));
        work->plot.language = settings->language;
    }
    KAURI_TRY(kauri_run_open_tables(work->run, kauri_memory_for_tables(settings->memory), error));
    if (settings->seconds > 0) {
        KAURI_TRY(kauri_threads_start(kauri_threads_for_search(settings->nodes), error));
    }
    KAURI_TRY(annotate_games(work, error));
    if (settings->table && work->printed > 0) {
        print_legend(work->estimated);
    }
    if (settings->svg != NULL && work->printed > 0) {
        KAURI_TRY(write_plot(&work->plot, settings->svg, work->run->force, error));
    }
    if (work->interrupted) {
        status = kauri_fail(error, KAURI_INTERRUPTED,
                            "interrupted: the results so far are kept, the rest is not searched");
    }
cleanup:
    return status;
}

static enum kauri_status run(struct kauri_command_run *run, struct kauri_error *error)
{
    const struct settings *settings = run->settings;
    const char *path = run->arguments[0];
    char *text = NULL;
    enum kauri_status status = kauri_text_file_read(path, &text, error);
    if (status == KAURI_OK) {
        struct work work = {
            .run = run,
            .settings = settings,
            .path = path,
            .name = strcmp(path, "-") == 0 ? "standard input" : path,
            .text = text,
            .seconds = (double)settings->seconds,
            .estimate_seconds = settings->estimate_seconds > 0
                                    ? settings->estimate_seconds
                                    : (double)settings->seconds / ESTIMATE_SHARE,
        };
        status = work_on(&work, error);
        kauri_string_clear(&work.plot.drawings);
    }
    free(text);
    return status;
}

const struct kauri_command kauri_command_annotate = {
    .name = "annotate",
    .group = "Play, and look at games",
    .summary = "find the mistakes and turning points of a game",
    .text =
        "Reviews the games in a text (\"-\": standard input) as the explorer does: the mistakes, "
        "?? if they lose the result, ? if they lose seeds, ?! if they are only likely; and the "
        "turning points with diagrams. What is proven comes from tables, and from search above "
        "them; where the proofs leave something open, the engine estimates, which may be wrong. "
        "With --nodes and enough time, the output is the same each time. After Ctrl-C, the rest is "
        "neither searched nor estimated." KAURI_OPEN_TABLES_TEXT,
    .arguments = "FILE",
    .arguments_min = 1,
    .arguments_max = 1,
    .options =
        (const struct kauri_option[]){
            KAURI_TABLES_OPTION,
            KAURI_NO_TABLES_OPTION,
            KAURI_JSON_OPTION,
            KAURI_OPTION("svg", "FILE", "draw the games into a file",
                         KAURI_STORED(struct settings, svg)),
            KAURI_OPTION("lang", "LANG", "language of review and drawing: en or de (default en)",
                         KAURI_STORED(struct settings, language), .choices = "en de"),
            KAURI_OPTION("rules", "RULES", "review under standard (default) or tie-breaker rules",
                         KAURI_STORED(struct settings, rules), .choices = "standard tie-breaker",
                         .excludes = "json markdown"),
            KAURI_OPTION("table", NULL, "also print a table of all moves, in English",
                         KAURI_STORED(struct settings, table), .excludes = "json markdown"),
            KAURI_FORCE_OPTION("--svg"),
            KAURI_OPTION("markdown", NULL, "print sections of docs/GAMES.md",
                         KAURI_STORED(struct settings, markdown), .excludes = "json"),
            KAURI_OPTION("game", "N", "only the game with the header (N)",
                         KAURI_STORED(struct settings, game), .low = 1,
                         .high = KAURI_RECORD_NUMBER_MAX),
            KAURI_SEARCH_MEMORY_OPTION(struct settings, memory),
            KAURI_OPTION("time", "SECONDS", "seconds for all searches together (default 60)",
                         KAURI_STORED(struct settings, seconds), .high = SECONDS_MAX),
            KAURI_SEARCH_NODES_OPTION(struct settings, nodes),
            KAURI_OPTION("estimate-nodes", "N",
                         "positions for each estimate (default 200000; 0: none)",
                         KAURI_STORED(struct settings, estimate_nodes), .high = UINT64_MAX / 2),
            KAURI_OPTION("estimate-time", "SECONDS",
                         "seconds for all estimates (default: --time / 4)",
                         KAURI_STORED(struct settings, estimate_seconds), .high = SECONDS_MAX),
            KAURI_OPTIONS_END,
        },
    .examples = {{"find the mistakes of a game, searching for five seconds",
                  "kauri annotate --tables tables --game 4 --time 5 games.txt"},
                 {"the same in German, with every move and its value",
                  "kauri annotate --tables tables --game 4 --time 5 --lang de \\\n"
                  "--table games.txt"},
                 {"also draw it", "kauri annotate --tables tables --game 4 --time 5 \\\n"
                                  "--svg game-4.svg games.txt"}},
    .related = "replay play search",
    .documents = "GAMES.md RULES.md",
    .flags = KAURI_RUN_TABLES_IF_ANY | KAURI_RUN_SIGNALS,
    KAURI_SETTINGS(struct settings, .memory = 512U << 20, .seconds = SECONDS, .game = UINT64_MAX,
                   .estimate_nodes = ESTIMATE_NODES),
    .run = run,
};
