#include "games/cli/annotate_text.h"

#include "cli/terminal_text.h"
#include "common/svg.h"
#include "games/cli/annotate_review.h"
#include "queries/answers/text_table.h"
#include "rules/notation.h"

// Adds South's expected final margin in whole seeds, "~+4"; nothing where the margin is proven or
// there is no estimate.
static void add_expected_value(struct kauri_string *text, const struct kauri_annotated_view *view,
                               size_t position)
{
    const struct kauri_ply_estimate *ply = &view->estimates->plies[position];
    if (ply->known && !ply->proven) {
        const struct kauri_evaluation *at = kauri_annotated_position(view->game, position);
        const int seeds = kauri_expected_seeds(kauri_expected_margin(&at->position, ply->value));
        kauri_string_add_text(text, "~");
        kauri_string_add_signed(text, seeds);
    }
}

// Adds the seeds that a move is expected to give away, "~12 ??": "?" for a likely mistake, "??" for
// one that changes the expected winner. Nothing where the loss is proven.
static void add_expected_loss(struct kauri_string *text, const struct kauri_annotated_view *view,
                              size_t ply)
{
    static const char *const signs[] = {
        [KAURI_MISTAKE_NONE] = "", [KAURI_MISTAKE_VALUE] = " ?", [KAURI_MISTAKE_RESULT] = " ??"};
    const struct kauri_ply_estimate *estimate = &view->estimates->plies[ply];
    if (estimate->move_known && estimate->move_open) {
        kauri_string_add(text, "~%d%s", kauri_expected_seeds(estimate->loss),
                         signs[estimate->mistake]);
    }
}

// The move that is expected to be better by a seed or more; KAURI_MOVE_PASS for none.
static int better_hole(const struct kauri_annotated_view *view, size_t ply)
{
    const struct kauri_ply_estimate *estimate = &view->estimates->plies[ply];
    const struct kauri_annotation *annotation = &view->game->plies[ply];
    const bool better = estimate->move_known && estimate->move_open &&
                        estimate->best != annotation->move &&
                        kauri_expected_seeds(estimate->loss) > 0;
    return better ? annotation->before.moves[estimate->best].hole : KAURI_MOVE_PASS;
}

// Adds the letter of a move that is expected to be better by a seed or more, if there is one.
static void add_better(struct kauri_string *text, const struct kauri_annotated_view *view,
                       size_t ply)
{
    const int hole = better_hole(view, ply);
    if (hole != KAURI_MOVE_PASS) {
        kauri_string_add(
            text, "%c",
            kauri_move_letter((enum kauri_side)view->replay->plies[ply].before.side, hole));
    }
}

// ---------------------------------------------------------------------------------- the table

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

// Adds a number such as "+8S": South ends 8 ahead and wins the cowrie phase. "N": North wins it;
// "=": it never ends.
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

// Adds "draw", or "South -> draw" where the move changes what is known.
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
    case KAURI_SOURCE_BOOK:
        return "book";
    case KAURI_SOURCE_RULES:
        break;
    }
    return annotation->tried ? "rules" : "not tried";
}

static void add_loss(struct kauri_string *text, const struct kauri_annotation *annotation)
{
    if (annotation->loss_low == annotation->loss_high) {
        kauri_string_add(text, "%d", annotation->loss_low);
    } else {
        kauri_string_add(text, "%d to %d", annotation->loss_low, annotation->loss_high);
    }
}

// Adds the best move besides the one that was played.
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

static void add_row(struct kauri_string *text, const struct kauri_annotated_view *view,
                    size_t index)
{
    const struct kauri_replay *replay = view->replay;
    const struct kauri_annotation *annotation = &view->game->plies[index];
    const struct kauri_replayed_ply *played = &replay->plies[index];
    const struct kauri_evaluation *before = &annotation->before;
    kauri_annotated_ply(text, replay, index);
    kauri_string_add(text, "%s%s\t%u:%u\t%u\t", played->marks, played->inserted ? " (missing)" : "",
                     before->position.score[0], before->position.score[1], before->seeds);
    add_bounds(text, kauri_south_value(before));
    kauri_string_add(text, "\t");
    add_value_of(text, before, annotation->move);
    kauri_string_add(text, "\t");
    add_loss(text, annotation);
    kauri_string_add(text, "\t");
    add_other(text, annotation);
    for (unsigned rules = 0; rules < KAURI_RULESETS; rules++) {
        const struct kauri_ply_rating *rated = &annotation->rated[rules];
        kauri_string_add(text, "\t");
        add_results(text, annotation, rules);
        kauri_string_add(text, "\t");
        kauri_string_add_text(text, rated->decided ? rated->sign : "open");
    }
    if (view->estimates->estimated > 0) {
        kauri_string_add(text, "\t");
        add_expected_value(text, view, index);
        kauri_string_add(text, "\t");
        add_expected_loss(text, view, index);
        kauri_string_add(text, "\t");
        add_better(text, view, index);
    }
    kauri_string_add(text, "\t%s\n", source_text(annotation));
}

// Fills `columns` with the columns of the table, and returns their number. Columns of estimates are
// left out if there are no estimates.
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

// ---------------------------------------------------------------------------------- the output

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

static void add_words(struct kauri_string *out, const char *words, int indent)
{
    kauri_string_add_words(out, words, indent, 0, kauri_text_columns());
}

void kauri_annotated_text(struct kauri_string *out, const struct kauri_annotated_view *view)
{
    struct kauri_string text = {.bytes = NULL};
    kauri_game_title(&text, view->record, view->language);
    add_words(out, kauri_string_text(&text), 4);
    kauri_string_clear(&text);
    kauri_string_add_text(out, "\n");
    kauri_annotated_review(out, view);
}

void kauri_annotated_table(struct kauri_string *out, const struct kauri_annotated_view *view)
{
    struct kauri_string text = {.bytes = NULL};
    struct kauri_string rows = {.bytes = NULL};
    struct kauri_field columns[FIELDS];
    const size_t count = choose_columns(view, columns);
    add_counts(&text, view);
    kauri_string_add_text(out, "\n");
    add_words(out, kauri_string_text(&text), 0);
    kauri_string_clear(&text);
    kauri_string_add_text(out, "\n");
    add_rows(&rows, view, columns, count);
    kauri_answer_table(out, &rows, columns, count, 2, kauri_terminal_columns(stdout));
}

void kauri_annotated_markdown(struct kauri_string *out, const struct kauri_annotated_view *view)
{
    struct kauri_string rows = {.bytes = NULL};
    struct kauri_field columns[FIELDS];
    kauri_string_add_text(out, "\n## ");
    kauri_game_title(out, view->record, KAURI_ENGLISH);
    kauri_string_add_text(out, "\n\n");
    kauri_annotated_review_markdown(out, view);
    kauri_string_add_text(out, "\n");
    add_counts(out, view);
    kauri_string_add_text(out, "\n\n");
    add_rows(&rows, view, columns, choose_columns(view, columns));
    kauri_string_add_markdown(out, &rows);
}
