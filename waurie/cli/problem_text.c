#include "waurie/cli/problem_view.h"

#include "cli/fitted_text.h"
#include "cli/text_table.h"
#include "waurie/waurie_notation.h"

#include <stdio.h>

static void add_position(struct kauri_string *out, const struct waurie_board *board)
{
    const struct waurie_position position = {.board = *board};
    char text[WAURIE_POSITION_TEXT_BYTES];
    kauri_string_add_text(out, waurie_position_format(&position, text));
}

static void add_table(struct kauri_string *out, struct kauri_string *rows, int columns)
{
    out->failed = out->failed || rows->failed;
    kauri_string_add_table(out, kauri_string_text(rows), 2, columns);
    kauri_string_clear(rows);
}

// Adds a line that is broken where it is too wide.
static void add_line(struct kauri_string *out, const char *text, int columns)
{
    kauri_string_add_words(out, text, 0, 0, columns);
}

static void add_rules(struct kauri_string *out, const struct waurie_rules *rules)
{
    kauri_string_add(out, "Rules: --win %s --lap %s\n", waurie_win_word(rules),
                     waurie_lap_word(rules));
}

// Draws the board as South sees it, North's pits from the right.
static void draw(struct kauri_string *out, const struct waurie_board *board)
{
    static const char rule[] = "    +----+----+----+----+----+----+\n";
    kauri_string_add_text(out, "       6    5    4    3    2    1   North\n");
    for (unsigned row = 0; row < 2; row++) {
        kauri_string_add_text(out, rule);
        kauri_string_add_text(out, "    |");
        for (unsigned i = 0; i < board->pits; i++) {
            const unsigned seeds = row == 0 ? board->other[board->pits - 1U - i] : board->own[i];
            if (seeds == 0) {
                kauri_string_add_text(out, "    |");
            } else {
                kauri_string_add(out, " %2u |", seeds);
            }
        }
        kauri_string_add_text(out, "\n");
    }
    kauri_string_add_text(out, rule);
    kauri_string_add_text(out, "       1    2    3    4    5    6   South, to move\n");
}

static void add_assumptions(const struct waurie_problem_view *view, int columns,
                            struct kauri_string *out)
{
    char bound[160];
    add_line(out, "Assumed:", columns);
    add_line(out,
             "- The players number their pits from their own left. A hyphen joins the sowings of "
             "one turn: a bonus move is made exactly where one is printed.",
             columns);
    add_line(out,
             view->letters == WAURIE_LETTER_AFTER
                 ? "- A variation replaces the turn before its letter."
                 : "- A variation replaces the turn after its letter.",
             columns);
    add_line(out,
             "- Each line ends when the last sowing has emptied the row of its winner, South's in "
             "the main line and North's in (a) and (b).",
             columns);
    add_line(
        out,
        "- The sign ! means that no other move wins, except that the orders of remark 1 also win. "
        "Remark 1 lists every order that wins.",
        columns);
    (void)snprintf(bound, sizeof bound,
                   "- No more than %u seeds are in the pits. Seeds in the stores do not count.",
                   view->seeds);
    add_line(out, bound, columns);
}

static void add_failed(struct kauri_string *out, const struct waurie_problem_view *view,
                       const struct waurie_statements *statements)
{
    bool begun = false;
    for (unsigned i = 0; i < statements->count; i++) {
        const struct waurie_statement *item = &statements->items[i];
        if (item->kind == WAURIE_STATED && !item->holds && !view->common[i]) {
            kauri_string_add(out, "%s%s", begun ? ", " : "", item->source);
            begun = true;
        }
    }
    kauri_string_add_text(out, begun ? "" : "none");
}

// Says why a position conflicts with a statement.
static void explain(const struct waurie_checked *checked, unsigned i, int columns,
                    struct kauri_string *out)
{
    const struct waurie_statement *item = &checked->statements.items[i];
    struct kauri_string line = {.bytes = NULL};
    kauri_string_add_text(&line, "- ");
    add_position(&line, &checked->board);
    kauri_string_add(&line, ", %s (%s): %s.", item->source, item->text, item->reason);
    add_line(out, kauri_string_text(&line), columns);
    kauri_string_clear(&line);
}

// Adds the conflicts that do (`common`) or do not concern every position.
static void add_conflicts(const struct waurie_problem_view *view, bool common, const char *heading,
                          int columns, struct kauri_string *out)
{
    bool begun = false;
    for (size_t k = 0; k < view->count; k++) {
        const struct waurie_checked *checked = &view->positions[k];
        for (unsigned i = 0; i < checked->statements.count; i++) {
            const struct waurie_statement *item = &checked->statements.items[i];
            if (item->kind != WAURIE_STATED || item->holds || view->common[i] != common) {
                continue;
            }
            if (!begun) {
                add_line(out, heading, columns);
                begun = true;
            }
            explain(checked, i, columns, out);
        }
    }
}

void waurie_text_problem(const struct waurie_problem_view *view, int columns,
                         struct kauri_string *out)
{
    add_line(
        out,
        "The diagram of the last endgame problem of the article on Waurie, \"South to move and "
        "win! (Ralf Gering, 2008)\", is lost. The printed solution:",
        columns);
    static const char *const ends[WAURIE_PRINTED_LINES] = {"South wins. (15 moves)",
                                                           "North is faster.", "North wins."};
    for (unsigned i = 0; i < WAURIE_PRINTED_LINES; i++) {
        const size_t from = out->length;
        kauri_string_add(out, "  %-9s  %s %s\n", view->lines[i].name, view->lines[i].text, ends[i]);
        kauri_string_fit(out, from, columns);
    }
    kauri_string_add_text(out, "\n");
    add_rules(out, view->rules);
    add_assumptions(view, columns, out);
    kauri_string_add_text(out, "\n");
    const size_t from = out->length;
    kauri_string_add(out, "Derived: %zu position%s fit%s the three lines (%llu boards tried).\n",
                     view->count, view->count == 1 ? "" : "s", view->count == 1 ? "s" : "",
                     (unsigned long long)view->tried);
    kauri_string_fit(out, from, columns);
    if (view->count == 0) {
        add_line(out, "Under these rules and assumptions the lines contradict one another.",
                 columns);
        return;
    }
    struct kauri_string rows = {.bytes = NULL};
    size_t found = 0;
    kauri_string_add_text(&rows, "position\twinner\tturns\tconflicts with\n");
    for (size_t i = 0; i < view->count; i++) {
        const struct waurie_checked *checked = &view->positions[i];
        add_position(&rows, &checked->board);
        kauri_string_add(&rows, "\t%s\t%u\t", waurie_side_name(!checked->value.win),
                         checked->value.turns);
        add_failed(&rows, view, &checked->statements);
        kauri_string_add_text(&rows, "\n");
        found += checked->reconstructed ? 1 : 0;
    }
    add_table(out, &rows, columns);
    add_conflicts(view, false, "The conflicts:", columns, out);
    add_conflicts(
        view, true,
        "These hold in none of the positions that fit the lines, and so say nothing about the "
        "diagram:",
        columns, out);
    kauri_string_add(out, "\nPositions without other conflicts: %zu.\n", found);
    for (size_t i = 0; i < view->count; i++) {
        if (view->positions[i].reconstructed) {
            kauri_string_add_text(out, "\n  ");
            add_position(out, &view->positions[i].board);
            kauri_string_add_text(out, "\n\n");
            draw(out, &view->positions[i].board);
        }
    }
}

void waurie_text_claims(const struct waurie_rules *rules, const struct waurie_checked *checked,
                        int columns, struct kauri_string *out)
{
    static const char *const verdicts[][2] = {
        [WAURIE_STATED] = {"wrong", "right"},
        [WAURIE_STRICTER] = {"(no)", "(yes)"},
        [WAURIE_FACT] = {"(no)", "(yes)"},
    };
    kauri_string_add_text(out, "Position: ");
    add_position(out, &checked->board);
    kauri_string_add_text(out, "\n");
    add_rules(out, rules);
    for (unsigned i = 0; i < checked->statements.count; i++) {
        const struct waurie_statement *item = &checked->statements.items[i];
        struct kauri_string words = {.bytes = NULL};
        enum { INDENT = 7 };
        kauri_string_add(out, "%-*s", INDENT, verdicts[item->kind][item->holds ? 1 : 0]);
        kauri_string_add(&words, "%s: %s.", item->source, item->text);
        kauri_string_add_words(out, kauri_string_text(&words), INDENT, INDENT, columns);
        kauri_string_cut(&words, 0);
        kauri_string_add(&words, "%s", item->reason);
        kauri_string_add(out, "%*s", INDENT, "");
        kauri_string_add_words(out, kauri_string_text(&words), INDENT, INDENT, columns);
        kauri_string_clear(&words);
    }
    add_line(out,
             "Verdicts in brackets do not count: the article does not say this, or contradicts it "
             "elsewhere.",
             columns);
}
