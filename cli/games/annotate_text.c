#include "cli/games/annotate_view.h"

#include "cli/fitted_text.h"
#include "cli/print_text.h"
#include "cli/terminal_columns.h"
#include "cli/text_table.h"
#include "rules/notation.h"

#include <stdio.h>
#include <string.h>

static const struct kauri_field fields[] = {
    {NULL, "move", 0, KAURI_WORDS},
    {NULL, "score", 0, KAURI_WORDS, .optional = 3},
    {NULL, "seeds", 0, KAURI_WORDS, .optional = 3},
    {NULL, "final", 0, KAURI_WORDS},
    {NULL, "played", 0, KAURI_WORDS, .optional = 2},
    {NULL, "gives away", 0, KAURI_WORDS},
    {NULL, "best other", 0, KAURI_WORDS, .optional = 1},
    {NULL, "standard", 0, KAURI_WORDS, .optional = 2},
    {NULL, "sign", 0, KAURI_WORDS},
    {NULL, "tie-breaker", 0, KAURI_WORDS, .optional = 4},
    {NULL, "tie-breaker sign", 0, KAURI_WORDS, .optional = 4},
    {NULL, "expected", 0, KAURI_WORDS},
    {NULL, "likely loss", 0, KAURI_WORDS},
    {NULL, "better", 0, KAURI_WORDS},
    {NULL, "by", 0, KAURI_WORDS, .optional = 4},
};
enum { EXPECTED = 11, EXPECTED_COUNT = 3, FIELDS = sizeof fields / sizeof *fields };

// "+8S": South ends 8 ahead and wins the cowrie phase, "N": North does, "=": it never ends.
static void add_number(struct kauri_string *text, int value)
{
    const int margin = kauri_value_net(value);
    const int cowries = kauri_value_tiebreak(value);
    kauri_string_add_signed(text, margin);
    kauri_string_add_text(text, cowries > 0 ? "S" : cowries < 0 ? "N" : "=");
}

static void add_bounds(struct kauri_string *text, struct kauri_bounds bounds)
{
    add_number(text, bounds.low);
    if (!kauri_bounds_exact(bounds)) {
        kauri_string_add(text, " to ");
        add_number(text, bounds.high);
    }
}

// The position when this move is played; its captures count as made.
static struct kauri_evaluation with_move(const struct kauri_evaluation *before, unsigned move)
{
    struct kauri_evaluation with = *before;
    with.r = before->moves[move].r;
    return with;
}

static void add_value_of(struct kauri_string *text, const struct kauri_evaluation *before,
                         unsigned move)
{
    const struct kauri_evaluation with = with_move(before, move);
    add_bounds(text, kauri_south_value(&with));
}

static const char *short_text(struct kauri_result_range range)
{
    if (range.low == range.high) {
        return range.low == KAURI_DRAW ? "draw" : range.low == KAURI_WIN ? "South" : "North";
    }
    if (range.low == KAURI_DRAW) {
        return "not North";
    }
    return range.high == KAURI_DRAW ? "not South" : "open";
}

// "draw", or "South -> draw" where the move changes what is known.
static void add_results(struct kauri_string *text, const struct kauri_annotation *annotation,
                        unsigned rules)
{
    const struct kauri_evaluation with = with_move(&annotation->before, annotation->move);
    const struct kauri_result_range before = kauri_south_results(&annotation->before, rules);
    const struct kauri_result_range after = kauri_south_results(&with, rules);
    kauri_string_add(text, "%s", short_text(before));
    if (after.low != before.low || after.high != before.high) {
        kauri_string_add(text, " -> %s", short_text(after));
    }
}

static const char *source_text(const struct kauri_annotation *annotation)
{
    switch (annotation->before.source) {
    case KAURI_SOURCE_TABLES:
        return "tables";
    case KAURI_SOURCE_SEARCH:
        return "search";
    case KAURI_SOURCE_RULES:
        break;
    }
    return annotation->tried ? "rules" : "not tried";
}

static void add_sign(struct kauri_string *text, const struct kauri_ply_rating *rated)
{
    kauri_string_add(text, "%s", rated->decided ? rated->sign : "open");
}

static void add_loss(struct kauri_string *text, const struct kauri_annotation *annotation)
{
    if (annotation->loss_low == annotation->loss_high) {
        kauri_string_add(text, "%d", annotation->loss_low);
    } else {
        kauri_string_add(text, "%d to %d", annotation->loss_low, annotation->loss_high);
    }
}

// The best move besides the one that was played.
static void add_other(struct kauri_string *text, const struct kauri_annotation *annotation)
{
    const struct kauri_evaluation *before = &annotation->before;
    if (annotation->alternative >= 0) {
        const struct kauri_valued_move *other = &before->moves[annotation->alternative];
        kauri_string_add(text, "%c ",
                         kauri_move_letter((enum kauri_side)before->position.side, other->hole));
        add_value_of(text, before, (unsigned)annotation->alternative);
    } else {
        kauri_string_add(text, "none");
    }
}

// The cells of a row that are not proven.
static void add_expected(struct kauri_string *text, const struct kauri_annotated_view *view,
                         size_t index)
{
    kauri_expected_value(text, view, index);
    kauri_string_add(text, "\t");
    kauri_expected_loss(text, view, index);
    kauri_string_add(text, "\t");
    kauri_expected_better(text, view, index);
}

static void add_row(struct kauri_string *text, const struct kauri_annotated_view *view,
                    size_t index)
{
    const struct kauri_replay *replay = view->replay;
    const struct kauri_annotation *annotation = &view->game->plies[index];
    const struct kauri_replay_ply *played = &replay->plies[index];
    const struct kauri_evaluation *before = &annotation->before;
    kauri_annotated_ply(text, replay, index);
    kauri_string_add(text, "%s%s\t%u:%u\t%u\t", played->ply.marks,
                     played->inserted ? " (missing)" : "", before->position.score[0],
                     before->position.score[1], before->seeds);
    add_bounds(text, kauri_south_value(before));
    kauri_string_add(text, "\t");
    add_value_of(text, before, annotation->move);
    kauri_string_add(text, "\t");
    add_loss(text, annotation);
    kauri_string_add(text, "\t");
    add_other(text, annotation);
    for (unsigned rules = 0; rules < KAURI_RULESETS; rules++) {
        kauri_string_add(text, "\t");
        add_results(text, annotation, rules);
        kauri_string_add(text, "\t");
        add_sign(text, &annotation->rated[rules]);
    }
    if (view->estimates->estimated > 0) {
        kauri_string_add(text, "\t");
        add_expected(text, view, index);
    }
    kauri_string_add(text, "\t%s\n", source_text(annotation));
}

// Fills `columns` with the columns of the table, and returns their number: without those of the
// estimates if there are none.
static size_t choose_columns(const struct kauri_annotated_view *view,
                             struct kauri_field columns[FIELDS])
{
    size_t count = 0;
    for (size_t i = 0; i < FIELDS; i++) {
        if (view->estimates->estimated > 0 || i < EXPECTED || i >= EXPECTED + EXPECTED_COUNT) {
            columns[count++] = fields[i];
        }
    }
    return count;
}

static void add_rows(struct kauri_string *rows, const struct kauri_annotated_view *view,
                     const struct kauri_field *columns, size_t count)
{
    kauri_answer_heads(rows, columns, count);
    for (size_t i = 0; i < view->game->count; i++) {
        add_row(rows, view, i);
    }
}

static void add_turning_point(struct kauri_string *text, const struct kauri_annotated_view *view,
                              const struct kauri_turning_point *point)
{
    kauri_annotated_turn_place(text, view->replay, point, KAURI_ENGLISH);
    kauri_string_add(text, ": ");
    kauri_annotated_turn(text, point, KAURI_ENGLISH);
}

static void add_counts(struct kauri_string *text, const struct kauri_annotated_view *view)
{
    const struct kauri_game_summary summary = kauri_annotated_summary(view->game);
    kauri_string_add(text,
                     "Of %zu positions, %zu have an exact value, the standard result of %zu is "
                     "decided, and %zu were not tried.",
                     summary.positions, summary.exact, summary.decided,
                     summary.positions - summary.tried);
    if (view->estimates->estimated > 0) {
        kauri_string_add(text, " The engine estimated %zu.", view->estimates->estimated);
    }
}

// Adds "23... e" for each move that is proven to lose the result; returns their number.
static size_t add_lost(struct kauri_string *text, const struct kauri_annotated_view *view,
                       unsigned rules)
{
    size_t count = 0;
    for (size_t i = 0; i < view->game->count; i++) {
        if (kauri_annotation_loses(&view->game->plies[i], (enum kauri_ruleset)rules)) {
            kauri_string_add(text, "%s", count > 0 ? ", " : "");
            kauri_annotated_ply(text, view->replay, i);
            count++;
        }
    }
    return count;
}

// Adds the seeds that the moves of a side give away together.
static void add_given_away(struct kauri_string *text, const struct kauri_game_summary *summary,
                           unsigned side)
{
    const int low = summary->given_low[side];
    // The greatest losses of moves about which little is known add up to nonsense.
    kauri_string_add(text, "%s %s%d", kauri_side_name(side),
                     low < summary->given_high[side] ? "at least " : "", low);
}

// Prints the text as a paragraph after `before`, and clears it.
static void print_words(const char *before, struct kauri_string *text)
{
    printf("%s", before);
    kauri_print_words(kauri_string_text(text), before[0] == '\0' ? 0 : 4, (int)strlen(before));
    kauri_string_clear(text);
}

// The game in a few lines, for those who do not read the table.
static void print_summary(const struct kauri_annotated_view *view)
{
    const struct kauri_game_summary summary = kauri_annotated_summary(view->game);
    struct kauri_string text = {.bytes = NULL};
    printf("\n");
    for (unsigned rules = 0; rules < KAURI_RULESETS; rules++) {
        kauri_string_add(&text, "Moves proven to lose the %s result: ",
                         rules == KAURI_STANDARD ? "standard" : "tie-breaker");
        kauri_string_add(&text, "%s", add_lost(&text, view, rules) == 0 ? "none" : "");
        print_words("  ", &text);
    }
    kauri_string_add(&text, "Seeds given away: ");
    add_given_away(&text, &summary, KAURI_SOUTH);
    kauri_string_add(&text, ", ");
    add_given_away(&text, &summary, KAURI_NORTH);
    print_words("  ", &text);
}

// Prints what is expected, though not proven, each line after `before`.
static void print_expected(const struct kauri_annotated_view *view, const char *before)
{
    const struct kauri_game_estimates *estimates = view->estimates;
    struct kauri_string text = {.bytes = NULL};
    if (estimates->estimated == 0) {
        return;
    }
    printf("\nEstimated, not proven:\n%s", before[0] == '-' ? "\n" : "");
    for (size_t i = 0; i < estimates->turn_count; i++) {
        kauri_expected_turn_line(&text, view, &estimates->turns[i]);
        print_words(before, &text);
    }
    for (unsigned side = 0; side < 2; side++) {
        kauri_string_add(&text, "likely mistakes of %s: ", kauri_side_name(side));
        kauri_expected_mistakes(&text, view, (enum kauri_side)side);
        print_words(before, &text);
    }
}

// Prints each turning point after `before`, what is expected, and the counts.
static void print_points(const struct kauri_annotated_view *view, const char *before)
{
    struct kauri_string text = {.bytes = NULL};
    for (size_t i = 0; i < view->game->turning_point_count; i++) {
        add_turning_point(&text, view, &view->game->turning_points[i]);
        print_words(before, &text);
    }
    print_expected(view, before);
    add_counts(&text, view);
    printf("\n");
    print_words("", &text);
    printf("\n");
}

void kauri_annotated_print(const struct kauri_annotated_view *view)
{
    struct kauri_string text = {.bytes = NULL};
    struct kauri_string rows = {.bytes = NULL};
    struct kauri_field columns[FIELDS];
    const size_t count = choose_columns(view, columns);
    kauri_annotated_title(&text, view->record, KAURI_ENGLISH);
    kauri_print_words(kauri_string_text(&text), 4, 0);
    kauri_string_clear(&text);
    printf("\n");
    print_points(view, "  ");
    add_rows(&rows, view, columns, count);
    kauri_answer_table(&text, &rows, columns, count, 2, kauri_terminal_columns(stdout));
    (void)kauri_print_text(&text, NULL);
    print_summary(view);
}

void kauri_annotated_print_markdown(const struct kauri_annotated_view *view)
{
    struct kauri_string text = {.bytes = NULL};
    kauri_annotated_title(&text, view->record, KAURI_ENGLISH);
    printf("\n## %s\n\n", kauri_string_text(&text));
    kauri_string_clear(&text);
    for (size_t i = 0; i < view->game->turning_point_count; i++) {
        kauri_string_clear(&text);
        add_turning_point(&text, view, &view->game->turning_points[i]);
        printf("- %s\n", kauri_string_text(&text));
    }
    kauri_string_clear(&text);
    print_expected(view, "- ");
    add_counts(&text, view);
    printf("\n%s\n\n", kauri_string_text(&text));
    kauri_string_clear(&text);
    struct kauri_field columns[FIELDS];
    add_rows(&text, view, columns, choose_columns(view, columns));
    kauri_print_table_markdown(kauri_string_text(&text));
    kauri_string_clear(&text);
}
