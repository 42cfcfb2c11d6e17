#include "games/cli/annotate_review.h"

#include "cli/draw.h"
#include "cli/terminal_text.h"
#include "common/svg.h"
#include "games/analysis/mistakes.h"
#include "rules/notation.h"

#include <stdlib.h>
#include <string.h>

// The sentences, which are the same as those of the explorer (web/explorer/study/coach.js). Each %
// is a gap; the comments say what fills the gaps.
enum sentence {
    PROVEN, // number; the same in the next three
    PROVEN_MANY,
    LIKELY,
    LIKELY_MANY,
    RESULT,   // move, result after it and before it
    WIN_LOST, // move; the same in the next two
    DRAW_LOST,
    MISTAKE,
    MISTAKE_BETWEEN, // two moves, side
    GIVES,           // seeds
    GIVES_LEAST,
    BETTER,   // move
    PROBABLY, // move, seeds, better move
    SEED,
    SEEDS, // number
    WIN,
    DRAW,
    LOSS,
    SIDE_WINS, // side
    SIDE_DOES_NOT_WIN,
    OPEN,
    START,
    AFTER,    // move
    LATEST,   // move
    BEFORE,   // move
    EARLIER,  // result
    EXPECTED, // side and seeds
    TURNS,
    EXPECTED_TURNS,
    COWRIES,
    STANDARD_RULES, // in the order of the rules
    TIEBREAKER_RULES,
    SENTENCES,
};

static const char *const sentences[SENTENCES][KAURI_LANGUAGES] = {
    [PROVEN] = {"% proven mistake, ", "% bewiesener Fehler, "},
    [PROVEN_MANY] = {"% proven mistakes, ", "% bewiesene Fehler, "},
    [LIKELY] = {"% likely one.", "% wahrscheinlicher."},
    [LIKELY_MANY] = {"% likely ones.", "% wahrscheinliche."},
    [RESULT] = {"%: % instead of %.", "%: % statt %."},
    [WIN_LOST] = {"%: the win is lost.", "%: der Gewinn ist vertan."},
    [DRAW_LOST] = {"%: the draw is lost.", "%: das Unentschieden ist vertan."},
    [MISTAKE] = {"%: a mistake.", "%: ein Fehler."},
    [MISTAKE_BETWEEN] = {"% to %: a mistake by %.",
                         "% bis %: Einer dieser Züge von % ist ein Fehler."},
    [GIVES] = {" It gives away %.", " Er verschenkt %."},
    [GIVES_LEAST] = {" It gives away at least %.", " Er verschenkt mindestens %."},
    [BETTER] = {" Better: %.", " Besser: %."},
    [PROBABLY] = {"%: probably gives away %; % looks better.",
                  "%: verschenkt wohl %; % sieht besser aus."},
    [SEED] = {"a seed", "einen Samen"},
    [SEEDS] = {"% seeds", "% Samen"},
    [WIN] = {"win", "Gewinn"},
    [DRAW] = {"draw", "Unentschieden"},
    [LOSS] = {"loss", "Verlust"},
    [SIDE_WINS] = {"% wins", "% gewinnt"},
    [SIDE_DOES_NOT_WIN] = {"% does not win", "% gewinnt nicht"},
    [OPEN] = {"not decided", "nicht entschieden"},
    [START] = {"At the start: ", "Am Anfang: "},
    [AFTER] = {"After %: ", "Nach %: "},
    [LATEST] = {"After % at the latest: ", "Spätestens nach %: "},
    [BEFORE] = {"Before %:", "Vor %:"},
    [EARLIER] = {" (before: %)", " (vorher: %)"},
    [EXPECTED] = {"% is expected to win by about %", "% gewinnt voraussichtlich um etwa %"},
    [TURNS] = {"What is proven, and from where on:", "Was bewiesen ist, und von wo an:"},
    [EXPECTED_TURNS] = {"What is expected, but not proven:",
                        "Was zu erwarten, aber nicht bewiesen ist:"},
    [COWRIES] = {"In the diagrams, @ marks cowries.", "In den Diagrammen steht @ für Kauris."},
    [STANDARD_RULES] = {"Standard rules: ", "Standardregeln: "},
    [TIEBREAKER_RULES] = {"Tie-breaker rules: ", "Tiebreak-Regeln: "},
};

// Adds a sentence, with the words in its gaps.
static void add(struct kauri_string *text, const struct kauri_annotated_view *view,
                unsigned sentence, const char *const words[])
{
    size_t gaps = 0;
    for (const char *at = sentences[sentence][view->language]; *at != '\0'; at++) {
        if (*at == '%') {
            kauri_string_add_text(text, words[gaps++]);
        } else {
            kauri_string_add_bytes(text, at, 1);
        }
    }
}

#define ADD(text, view, sentence, ...) add(text, view, sentence, (const char *const[]){__VA_ARGS__})

static const char *side_name(const struct kauri_annotated_view *view, enum kauri_side side)
{
    return kauri_drawing_word(view->language,
                              (enum kauri_drawing_word)(KAURI_WORD_SOUTH + (int)side));
}

// Words that fill gaps. The caller clears them.
static struct kauri_string number_words(size_t number)
{
    struct kauri_string text = {.bytes = NULL};
    kauri_string_add(&text, "%zu", number);
    return text;
}

static struct kauri_string seeds_words(const struct kauri_annotated_view *view, int seeds)
{
    struct kauri_string number = number_words((size_t)seeds);
    struct kauri_string text = {.bytes = NULL};
    ADD(&text, view, seeds == 1 ? SEED : SEEDS, kauri_string_text(&number));
    kauri_string_clear(&number);
    return text;
}

static struct kauri_string ply_words(const struct kauri_annotated_view *view, size_t ply)
{
    struct kauri_string text = {.bytes = NULL};
    kauri_annotated_ply(&text, view->replay, ply);
    return text;
}

// Adds words as a paragraph, which begins after `used` columns.
static void add_words(struct kauri_string *out, const char *words, int indent, int used)
{
    kauri_string_add_words(out, words, indent, used, kauri_text_columns());
}

// Adds the text as a paragraph after `before`, and clears it.
static void add_line(struct kauri_string *out, const char *before, struct kauri_string *text)
{
    kauri_string_add_text(out, before);
    add_words(out, kauri_string_text(text), 4, (int)strlen(before));
    kauri_string_clear(text);
}

// The same after `before` and a sign.
static void add_signed_line(struct kauri_string *out, const char *before, const char *sign,
                            struct kauri_string *text)
{
    struct kauri_string head = {.bytes = NULL};
    kauri_string_add(&head, "%s%-3s", before, sign);
    add_line(out, kauri_string_text(&head), text);
    kauri_string_clear(&head);
}

// -------------------------------------------------------------------------------- mistakes

static void add_mistake(struct kauri_string *text, const struct kauri_annotated_view *view,
                        size_t ply, const struct kauri_mistake *mistake)
{
    const enum kauri_side side = (enum kauri_side)view->replay->plies[ply].before.side;
    const char better[] = {kauri_move_letter(side, mistake->better), '\0'};
    struct kauri_string move = ply_words(view, ply);
    struct kauri_string seeds = seeds_words(view, mistake->loss_low);
    const char *const results[] = {sentences[LOSS][view->language], sentences[DRAW][view->language],
                                   sentences[WIN][view->language]};
    const char *name = kauri_string_text(&move);
    const char *given = kauri_string_text(&seeds);
    if (!mistake->proven) {
        ADD(text, view, PROBABLY, name, given, better);
    } else if (strcmp(mistake->sign, "??") != 0 || !mistake->before_known) {
        ADD(text, view, MISTAKE, name);
    } else if (mistake->after_known) {
        ADD(text, view, RESULT, name, results[mistake->after + 1], results[mistake->before + 1]);
    } else {
        ADD(text, view, mistake->before == KAURI_WIN ? WIN_LOST : DRAW_LOST, name);
    }
    if (mistake->proven && mistake->loss_low > 0) {
        ADD(text, view, mistake->loss_low == mistake->loss_high ? GIVES : GIVES_LEAST, given);
    }
    if (mistake->proven && mistake->better != KAURI_MOVE_PASS) {
        ADD(text, view, BETTER, better);
    }
    kauri_string_clear(&seeds);
    kauri_string_clear(&move);
}

// Adds what a turning point proves of several plies, or of the one that is left.
static void add_mistake_between(struct kauri_string *text, const struct kauri_annotated_view *view,
                                const struct kauri_turning_point *point)
{
    const enum kauri_side side = (enum kauri_side)view->replay->plies[point->last_ply].before.side;
    struct kauri_string first = ply_words(view, point->first_ply);
    struct kauri_string last = ply_words(view, point->last_ply);
    ADD(text, view, point->first_ply == point->last_ply ? MISTAKE : MISTAKE_BETWEEN,
        kauri_string_text(&first), kauri_string_text(&last), side_name(view, side));
    kauri_string_clear(&last);
    kauri_string_clear(&first);
}

// Adds the number of mistakes under the rules, and each mistake after `before`. `only_proven`
// leaves out the others.
static void add_mistakes(struct kauri_string *out, const struct kauri_annotated_view *view,
                         enum kauri_ruleset rules, const char *before, bool only_proven)
{
    const struct kauri_mistake_count count =
        kauri_count_mistakes(view->game, view->estimates, rules);
    struct kauri_string proven = number_words(count.proven);
    struct kauri_string likely = number_words(count.likely);
    struct kauri_string text = {.bytes = NULL};
    ADD(&text, view, (enum sentence)(STANDARD_RULES + (int)rules), NULL);
    ADD(&text, view, count.proven == 1 ? PROVEN : PROVEN_MANY, kauri_string_text(&proven));
    ADD(&text, view, count.likely == 1 ? LIKELY : LIKELY_MANY, kauri_string_text(&likely));
    add_words(out, kauri_string_text(&text), 0, 0);
    kauri_string_add_text(out, count.proven + (only_proven ? 0 : count.likely) > 0 ? "\n" : "");
    for (size_t i = 0; i < view->game->count; i++) {
        struct kauri_mistake mistake;
        if (kauri_annotated_mistake(view->game, view->estimates, i, rules, &mistake) &&
            (mistake.proven || !only_proven)) {
            kauri_string_clear(&text);
            add_mistake(&text, view, i, &mistake);
            add_signed_line(out, before, mistake.sign, &text);
        }
        for (size_t k = 0; k < view->game->turning_point_count; k++) {
            const struct kauri_turning_point *point = &view->game->turning_points[k];
            if (kauri_is_mistake_between(point, rules) && point->last_ply == i) {
                kauri_string_clear(&text);
                add_mistake_between(&text, view, point);
                add_signed_line(out, before, "??", &text);
            }
        }
    }
    kauri_string_clear(&text);
    kauri_string_clear(&likely);
    kauri_string_clear(&proven);
}

// -------------------------------------------------------------------------- turning points

static void add_results(struct kauri_string *text, const struct kauri_annotated_view *view,
                        struct kauri_result_range range)
{
    if (range.low == KAURI_DRAW && range.high == KAURI_DRAW) {
        ADD(text, view, DRAW, NULL);
    } else if (range.low == range.high) {
        ADD(text, view, SIDE_WINS,
            side_name(view, range.low == KAURI_WIN ? KAURI_SOUTH : KAURI_NORTH));
    } else if (range.low == KAURI_LOSS && range.high == KAURI_WIN) {
        ADD(text, view, OPEN, NULL);
    } else {
        ADD(text, view, SIDE_DOES_NOT_WIN,
            side_name(view, range.low == KAURI_DRAW ? KAURI_NORTH : KAURI_SOUTH));
    }
}

// Adds the place of a turn: the position after so many plies.
static void add_place(struct kauri_string *text, const struct kauri_annotated_view *view,
                      size_t position, enum sentence sentence)
{
    if (position == 0) {
        ADD(text, view, START, NULL);
    } else {
        struct kauri_string move = ply_words(view, position - 1);
        ADD(text, view, sentence, kauri_string_text(&move));
        kauri_string_clear(&move);
    }
}

// Adds what is proven from a turning point on.
static void add_turn(struct kauri_string *text, const struct kauri_annotated_view *view,
                     const struct kauri_turning_point *point)
{
    add_results(text, view, point->to);
    if (kauri_turning_loses(point)) {
        struct kauri_string from = {.bytes = NULL};
        add_results(&from, view, point->from);
        ADD(text, view, EARLIER, kauri_string_text(&from));
        kauri_string_clear(&from);
    }
    kauri_string_add_text(text, ".");
}

static enum sentence place_of(const struct kauri_turning_point *point)
{
    return point->kind == KAURI_TURNING_CHANGED ? LATEST : AFTER;
}

void kauri_annotated_turn_place(struct kauri_string *text, const struct kauri_annotated_view *view,
                                const struct kauri_turning_point *point)
{
    if (point->kind == KAURI_TURNING_LOST) {
        kauri_annotated_ply(text, view->replay, point->position - 1);
    } else {
        add_place(text, view, point->position, place_of(point));
    }
}

void kauri_annotated_turn(struct kauri_string *text, const struct kauri_annotated_view *view,
                          const struct kauri_turning_point *point)
{
    ADD(text, view, (enum sentence)(STANDARD_RULES + (int)point->rules), NULL);
    add_turn(text, view, point);
}

static void add_expected_turn(struct kauri_string *text, const struct kauri_annotated_view *view,
                              const struct kauri_expected_turn *turn)
{
    struct kauri_string seeds = seeds_words(view, abs(kauri_expected_seeds(turn->margin)));
    add_place(text, view, turn->position, AFTER);
    ADD(text, view, EXPECTED, side_name(view, turn->to == KAURI_WIN ? KAURI_SOUTH : KAURI_NORTH),
        kauri_string_text(&seeds));
    kauri_string_add_text(text, ".");
    kauri_string_clear(&seeds);
}

// Adds a turn after `before`; if that is NULL, with the board there, or before the move that is a
// mistake. Clears the text.
static void add_turn_line(struct kauri_string *out, const struct kauri_annotated_view *view,
                          struct kauri_string *text, size_t position, bool mistake,
                          const char *before)
{
    if (before != NULL) {
        add_line(out, before, text);
        return;
    }
    kauri_string_add_text(out, "\n");
    add_line(out, "  ", text);
    if (mistake) {
        add_place(text, view, position--, BEFORE);
        kauri_string_add_text(out, "\n");
        add_line(out, "  ", text);
    }
    kauri_string_add_text(out, "\n");
    kauri_draw_board(out, &kauri_annotated_position(view->game, position)->position,
                     view->language);
}

static void add_heading(struct kauri_string *out, const struct kauri_annotated_view *view,
                        enum sentence sentence, const char *before)
{
    kauri_string_add_text(out, "\n");
    add_words(out, sentences[sentence][view->language], 0, 0);
    kauri_string_add_text(out, before != NULL ? "\n" : "");
}

// Adds the turning points under the rules, each after `before` or, if that is NULL, with a board.
// Returns whether there are any.
static bool add_turns(struct kauri_string *out, const struct kauri_annotated_view *view,
                      enum kauri_ruleset rules, const char *before)
{
    const struct kauri_annotated_game *game = view->game;
    struct kauri_string text = {.bytes = NULL};
    bool any = false;
    for (size_t i = 0; i < game->turning_point_count; i++) {
        const struct kauri_turning_point *point = &game->turning_points[i];
        if (point->rules != rules) {
            continue;
        }
        if (!any) {
            add_heading(out, view, TURNS, before);
        }
        any = true;
        add_place(&text, view, point->position, place_of(point));
        add_turn(&text, view, point);
        add_turn_line(out, view, &text, point->position, point->kind == KAURI_TURNING_LOST, before);
    }
    return any;
}

static bool add_expected_turns(struct kauri_string *out, const struct kauri_annotated_view *view,
                               const char *before)
{
    struct kauri_string text = {.bytes = NULL};
    if (view->estimates->turn_count > 0) {
        add_heading(out, view, EXPECTED_TURNS, before);
    }
    for (size_t i = 0; i < view->estimates->turn_count; i++) {
        const struct kauri_expected_turn *turn = &view->estimates->turns[i];
        add_expected_turn(&text, view, turn);
        add_turn_line(out, view, &text, turn->position, turn->lost, before);
    }
    return view->estimates->turn_count > 0;
}

// ------------------------------------------------------------------------------ the output

void kauri_annotated_review(struct kauri_string *out, const struct kauri_annotated_view *view)
{
    add_mistakes(out, view, view->rules, "  ", false);
    const bool proven = add_turns(out, view, view->rules, NULL);
    if (add_expected_turns(out, view, NULL) || proven) {
        kauri_string_add_text(out, "\n");
        add_words(out, sentences[COWRIES][view->language], 0, 0);
    }
}

void kauri_annotated_review_markdown(struct kauri_string *out,
                                     const struct kauri_annotated_view *view)
{
    for (unsigned rules = 0; rules < KAURI_RULESETS; rules++) {
        add_mistakes(out, view, (enum kauri_ruleset)rules, "- ", rules > 0);
        (void)add_turns(out, view, (enum kauri_ruleset)rules, "- ");
        kauri_string_add_text(out, rules == KAURI_STANDARD ? "\n" : "");
    }
    (void)add_expected_turns(out, view, "- ");
}
