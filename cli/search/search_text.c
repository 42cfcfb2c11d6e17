#include "cli/search/search_view.h"

#include "cli/fitted_text.h"
#include "cli/lookup/answer_text.h"
#include "cli/text_table.h"
#include "cli/value_words.h"
#include "common/size.h"
#include "kauri/kauri.h"
#include "rules/notation.h"

#include <limits.h>

// Adds "+4", or "-10 to +4".
static void add_range(struct kauri_string *out, struct kauri_bounds r)
{
    kauri_string_add_signed(out, r.low);
    if (r.low != r.high) {
        kauri_string_add(out, " to ");
        kauri_string_add_signed(out, r.high);
    }
}

void kauri_text_results(struct kauri_string *out, const struct kauri_position *position, int low,
                        int high)
{
    const struct kauri_bounds r = {low, high};
    kauri_string_add(out, "Standard rules:     ");
    kauri_words_result(out, position, KAURI_STANDARD, r, true);
    kauri_string_add(out, "\nTie-breaker rules:  ");
    kauri_words_result(out, position, KAURI_TIEBREAKER, r, true);
    kauri_string_add(out, "\n");
}

// Adds the question of the search and its answer.
static void add_question(struct kauri_string *out, const struct kauri_search *search)
{
    const struct kauri_search_question *question = &search->question;
    kauri_string_add(out, "Question:           is r at least ");
    kauri_string_add_signed(out, question->x);
    kauri_string_add(out, " for %s? %s", kauri_side_name(search->position.side),
                     question->answer == KAURI_PROVER_YES  ? "Yes"
                     : question->answer == KAURI_PROVER_NO ? "No"
                                                           : "Open");
    if (question->yes > 0) {
        kauri_string_add(out, "; effort to prove it %u, to refute it %u", question->yes,
                         question->no);
    }
    kauri_string_add(out, "\n");
}

// Adds the moves with the efforts for the questions about them that are open.
static void add_efforts(struct kauri_string *out, const struct kauri_search *search, int columns)
{
    struct kauri_string rows = {.bytes = NULL};
    kauri_string_add(out,
                     "\nMoves, with the efforts to prove and to refute that they are worth x or "
                     "more:\n");
    kauri_string_add(&rows, "move\tcaptured\tr\tx\tprove\trefute\n");
    for (unsigned i = 0; i < search->move_count; i++) {
        const struct kauri_valued_move *move = &search->moves[i];
        char captured[KAURI_CAPTURE_TEXT_BYTES];
        kauri_string_add(&rows, "%c\t%s\t",
                         kauri_move_letter((enum kauri_side)search->position.side, move->hole),
                         kauri_capture_format(move->captured, captured));
        add_range(&rows, move->r);
        kauri_string_add(&rows, "\t");
        if (move->efforts.known) {
            kauri_string_add_signed(&rows, move->efforts.x);
            kauri_string_add(&rows, "\t%u\t%u\n", move->efforts.yes, move->efforts.no);
        } else {
            kauri_string_add(&rows, "-\t-\t-\n");
        }
    }
    kauri_string_add_table(out, kauri_string_text(&rows), 2, columns > 0 ? columns : INT_MAX);
    out->failed = out->failed || rows.failed;
    kauri_string_clear(&rows);
}

static void add_moves(struct kauri_string *out, const struct kauri_search *search, int columns)
{
    static const struct kauri_field fields[] = {
        {NULL, "  move", -6, KAURI_WORDS},
        {NULL, "own", 3, KAURI_WORDS, .optional = 1},
        {NULL, "opp", 3, KAURI_WORDS, .optional = 1},
        {NULL, "r", 14, KAURI_WORDS},
        {NULL, "standard", -12, KAURI_WORDS},
        {NULL, "tie-breaker", -11, KAURI_WORDS},
    };
    const struct kauri_position *position = &search->position;
    struct kauri_string rows = {.bytes = NULL};
    kauri_string_add(out, "\nMoves, best first (* proven best), seen from %s:\n",
                     kauri_side_name(position->side));
    kauri_answer_heads(&rows, KAURI_FIELDS(fields));
    for (unsigned i = 0; i < search->move_count; i++) {
        const struct kauri_valued_move *move = &search->moves[i];
        kauri_string_add(&rows, "%c %c\t%u\t%u\t", move->best ? '*' : ' ',
                         kauri_move_letter((enum kauri_side)position->side, move->hole),
                         move->captured.own, move->captured.opponent);
        add_range(&rows, move->r);
        kauri_string_add(&rows, "\t");
        kauri_words_result(&rows, position, KAURI_STANDARD, move->r, false);
        kauri_string_add(&rows, "\t");
        kauri_words_result(&rows, position, KAURI_TIEBREAKER, move->r, false);
        kauri_string_add(&rows, "\n");
    }
    kauri_answer_table(out, &rows, KAURI_FIELDS(fields), 0, columns);
}

// Whether the move certainly keeps the result that the search was for.
static bool keeps_result(const struct kauri_search *search, const struct kauri_valued_move *move)
{
    enum kauri_result result = KAURI_DRAW;
    const struct kauri_bounds worst = {move->r.low, search->r.high};
    return search->goal != KAURI_GOAL_VALUE &&
           kauri_bounds_decide(&search->position, worst, search->goal, &result);
}

// Adds the moves that are proven best, or else those that keep the result, or else those that may
// be best.
static void add_best(struct kauri_string *out, const struct kauri_search *search)
{
    int least = INT_MIN; // a move that cannot reach it is not best
    bool proven = search->move_count == 1;
    bool kept = false;
    const char *separator = "";
    for (unsigned i = 0; i < search->move_count; i++) {
        least = search->moves[i].r.low > least ? search->moves[i].r.low : least;
        proven = proven || search->moves[i].best;
        kept = kept || keeps_result(search, &search->moves[i]);
    }
    kauri_string_add(out, proven ? "\nBest: "
                          : kept ? "\nCertain to keep the result: "
                                 : "\nBest is one of: ");
    for (unsigned i = 0; i < search->move_count; i++) {
        const struct kauri_valued_move *move = &search->moves[i];
        char captured[KAURI_CAPTURE_TEXT_BYTES];
        if (proven ? move->best || search->move_count == 1
            : kept ? keeps_result(search, move)
                   : move->r.high >= least) {
            (void)kauri_capture_format(move->captured, captured);
            kauri_string_add(out, "%s%c%s%s%s", separator,
                             kauri_move_letter((enum kauri_side)search->position.side, move->hole),
                             captured[0] == '\0' ? "" : " ", captured,
                             move->hole == KAURI_MOVE_PASS ? " (pass)" : "");
            separator = " or ";
        }
    }
    kauri_string_add(out, search->move_count == 1 ? ", the only move\n" : "\n");
}

static void add_line(struct kauri_string *out, const struct kauri_search *search)
{
    const struct kauri_best_line *line = &search->line;
    const bool exact = search->r.low == search->r.high;
    const bool whole = line->end != KAURI_LINE_OPEN;
    if (line->count == 0) {
        return;
    }
    kauri_string_add(
        out, "\n%s%s, %zu pl%s (a dash is a pass):\n",
        exact                                   ? "Best play of both sides"
        : search->goal == KAURI_GOAL_TIEBREAKER ? "Play that keeps the tie-breaker result"
                                                : "Play that keeps the standard result",
        whole ? "" : ", as far as it is known", line->count, line->count == 1 ? "y" : "ies");
    kauri_text_plies(out, line);
}

// The tables hold the position.
static void add_covered(struct kauri_string *out, const struct kauri_search *search, int columns)
{
    kauri_text_probe(out, &search->probe, columns);
    if (search->question.asked) {
        kauri_string_add(out, "\n");
        add_question(out, search);
    }
    kauri_string_add(out, "\nThe tables hold this position: nothing was searched.\n");
    add_line(out, search);
}

static const char *state_text(const struct kauri_search *search)
{
    switch (search->stop) {
    case KAURI_SEARCH_STOP_TIME:
        return "proven bounds; the time ran out (--time)";
    case KAURI_SEARCH_STOP_MEMORY:
        return "proven bounds; there is too little memory for searching";
    case KAURI_SEARCH_STOP_NODES:
        return "proven bounds; the limit of --nodes was reached";
    case KAURI_SEARCH_STOP_REQUEST:
        return "proven bounds; the search was interrupted";
    case KAURI_SEARCH_STOP_LENGTH:
        return "proven bounds; what is open depends on lines too long to search";
    case KAURI_SEARCH_STOP_NONE:
        break;
    }
    return search->r.low == search->r.high ? "exact by search"
           : search->question.asked        ? "which answers the question"
                                           : "which decides the result";
}

// Adds "layer 3", or "layers 0 to 3 and 5".
static void add_layers(struct kauri_string *out, uint64_t layers)
{
    unsigned ranges = 0;
    for (unsigned n = 0; n <= KAURI_SEEDS_MAX; n++) {
        ranges += (layers >> n & 1) != 0 && (layers >> n & 2) == 0;
    }
    kauri_string_add(out, (layers & (layers - 1)) == 0 ? "layer " : "layers ");
    for (unsigned n = 0; n <= KAURI_SEEDS_MAX; n++) {
        const unsigned first = n;
        if ((layers >> n & 1) == 0) {
            continue;
        }
        while ((layers >> n & 2) != 0) {
            n++;
        }
        kauri_string_add(out, "%u", first);
        if (n > first) {
            kauri_string_add(out, " to %u", n);
        }
        ranges--;
        kauri_string_add(out, ranges == 0 ? "" : ranges == 1 ? " and " : ", ");
    }
}

// Adds the tables of earlier runs that bounds of a state may rest on and this run does not have.
static void add_earlier_tables(struct kauri_string *out, const struct kauri_search *search)
{
    uint64_t layers = 0;
    if (search->asked.keeper != NULL) {
        layers = kauri_prover_keeper_facts(search->asked.keeper).loaded.history.layers;
    }
    for (unsigned n = 0; search->tables != NULL && n <= KAURI_SEEDS_MAX; n++) {
        layers &= ~((uint64_t)kauri_tablebase_has(search->tables, n) << n);
    }
    if (layers != 0) {
        kauri_string_add(out, "; bounds may rest on ");
        add_layers(out, layers);
        kauri_string_add(out, " of earlier runs");
    }
}

static void add_search(struct kauri_string *out, const struct kauri_search *search, unsigned layers,
                       unsigned parts, int columns)
{
    const struct kauri_position *position = &search->position;
    const unsigned seeds = kauri_seeds(position);
    char count[KAURI_SIZE_TEXT_BYTES];
    if (search->covered) {
        add_covered(out, search, columns);
        return;
    }
    kauri_text_position(out, position);
    kauri_text_results(out, position, search->r.low, search->r.high);
    if (search->question.asked) {
        add_question(out, search);
    }
    kauri_string_add(out, "Value for %s:    ", kauri_side_name(position->side));
    kauri_words_value(out, search->r);
    kauri_string_add(out, ", %s\n", state_text(search));
    kauri_string_add(out, "Searched:           %s position%s in %.2f s, ",
                     kauri_format_count(search->nodes, count), search->nodes == 1 ? "" : "s",
                     search->seconds);
    if (layers == 0) {
        kauri_string_add(out, "without tables");
    } else {
        kauri_string_add(out, "above %u table%s", layers, layers == 1 ? "" : "s");
    }
    add_earlier_tables(out, search);
    kauri_string_add(out, "\n");
    if (seeds == 0 && (kauri_lead(position) != 0 || search->move_count == 0)) {
        kauri_string_add(out, "The game is over.\n");
        return;
    }
    if (search->question.asked && search->question.answer == KAURI_PROVER_OPEN) {
        add_efforts(out, search, columns);
    } else if ((parts & KAURI_SEARCH_MOVES) != 0) {
        add_moves(out, search, columns);
    }
    if ((parts & KAURI_SEARCH_BEST) != 0) {
        add_best(out, search);
    }
    if ((parts & KAURI_SEARCH_LINE) != 0) {
        add_line(out, search);
    }
    if (parts == KAURI_SEARCH_LINE && search->line.count == 0) {
        kauri_string_add(out, "\nNo line of best play is proven.\n");
    }
}

void kauri_text_search(struct kauri_string *out, const struct kauri_search *search, unsigned layers,
                       unsigned parts, int columns)
{
    const size_t begin = out->length;
    add_search(out, search, layers, parts, columns);
    kauri_string_fit(out, begin, columns);
}
