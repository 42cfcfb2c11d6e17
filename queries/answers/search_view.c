#include "queries/answers/search_view.h"

#include "common/size.h"
#include "db/book/book.h"
#include "kauri/kauri.h"
#include "queries/answers/fitted_text.h"
#include "queries/answers/text_table.h"
#include "queries/answers/value_words.h"
#include "rules/notation.h"

#include <inttypes.h>

// ------------------------------------------------------------------------------------------ text

// Adds the question of the search and its answer.
static void add_question(struct kauri_string *out, const struct kauri_search_answer *search)
{
    const struct kauri_search_question *question = &search->question;
    kauri_string_add(out, "Question:           is r at least ");
    kauri_string_add_signed(out, question->x);
    if ((question->x + 1) % 3 == 0) {
        kauri_string_add(out, " (net ");
        kauri_string_add_signed(out, (question->x + 1) / 3);
        kauri_string_add(out, ")");
    }
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

// Adds the moves about which a question is open, with the efforts for it.
static void add_efforts(struct kauri_string *out, const struct kauri_search_answer *search,
                        int columns)
{
    struct kauri_string rows = {.bytes = NULL};
    kauri_string_add(out,
                     "\nMoves, with the efforts to prove and to refute that they are worth x or "
                     "more:\n");
    kauri_string_add(&rows, "move\tcaptured\tr\tx\tprove\trefute\n");
    for (unsigned i = 0; i < search->move_count; i++) {
        const struct kauri_valued_move *move = &search->moves[i];
        kauri_string_add(&rows, "%c\t%s\t",
                         kauri_move_letter((enum kauri_side)search->position.side, move->hole),
                         KAURI_CAPTURE_TEXT(move->captured));
        kauri_words_bounds(&rows, move->r);
        kauri_string_add(&rows, "\t");
        if (move->efforts.known) {
            kauri_string_add_signed(&rows, move->efforts.x);
            kauri_string_add(&rows, "\t%u\t%u\n", move->efforts.yes, move->efforts.no);
        } else {
            kauri_string_add(&rows, "-\t-\t-\n");
        }
    }
    kauri_string_add_table(out, &rows, 2, columns);
}

static void add_moves(struct kauri_string *out, const struct kauri_search_answer *search,
                      int columns)
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
        kauri_words_bounds(&rows, move->r);
        kauri_string_add(&rows, "\t");
        kauri_words_result(&rows, position, KAURI_STANDARD, move->r, false);
        kauri_string_add(&rows, "\t");
        kauri_words_result(&rows, position, KAURI_TIEBREAKER, move->r, false);
        kauri_string_add(&rows, "\n");
    }
    kauri_answer_table(out, &rows, KAURI_FIELDS(fields), 0, columns);
}

// Adds the moves whose result under the rules is this one, or is open if `proven` is false.
static void add_group(struct kauri_string *out, const struct kauri_search_answer *search,
                      bool proven, enum kauri_result result, bool *any)
{
    const char *verb = result == KAURI_WIN ? "win" : result == KAURI_DRAW ? "draw" : "lose";
    const enum kauri_ruleset rules =
        search->goal == KAURI_GOAL_TIEBREAKER ? KAURI_TIEBREAKER : KAURI_STANDARD;
    unsigned count = 0;
    for (unsigned i = 0; i < search->move_count; i++) {
        const struct kauri_valued_move *move = &search->moves[i];
        const enum kauri_result worst = kauri_result_under(rules, &search->position, move->r.low);
        const enum kauri_result best = kauri_result_under(rules, &search->position, move->r.high);
        if (proven ? worst == result && best == result : worst != best) {
            kauri_string_add_text(out, count > 0 ? ", " : *any ? "; " : "\n");
            kauri_text_move(out, search->position.side, move->hole, move->captured);
            count++;
        }
    }
    if (count > 0 && proven) {
        kauri_string_add(out, " %s%s (proven)", verb, count == 1 ? "s" : "");
    } else if (count > 0) {
        kauri_string_add(out, ": open");
    }
    *any = *any || count > 0;
}

// Adds the moves that are proven best, or else what is proven of the result of each.
static void add_best(struct kauri_string *out, const struct kauri_search_answer *search)
{
    const char *separator = "";
    bool proven = search->move_count == 1;
    bool any = false;
    for (unsigned i = 0; i < search->move_count; i++) {
        proven = proven || search->moves[i].best;
    }
    if (!proven) {
        for (int result = KAURI_WIN; result >= KAURI_LOSS; result--) {
            add_group(out, search, true, (enum kauri_result)result, &any);
        }
        add_group(out, search, false, KAURI_LOSS, &any);
        kauri_string_add(out, "\n");
        return;
    }
    kauri_string_add(out, "\nBest: ");
    for (unsigned i = 0; i < search->move_count; i++) {
        const struct kauri_valued_move *move = &search->moves[i];
        if (move->best || search->move_count == 1) {
            kauri_string_add_text(out, separator);
            kauri_text_move(out, search->position.side, move->hole, move->captured);
            separator = " or ";
        }
    }
    kauri_string_add(out, search->move_count == 1 ? ", the only move\n" : "\n");
}

static void add_line(struct kauri_string *out, const struct kauri_search_answer *search)
{
    const struct kauri_best_line *line = &search->line;
    const bool exact = search->r.low == search->r.high;
    const bool whole = line->end != KAURI_LINE_OPEN && line->end != KAURI_LINE_CIRCLE;
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

// Adds the answer where the tables hold the position.
static void add_covered(struct kauri_string *out, const struct kauri_search_answer *search,
                        int columns)
{
    kauri_text_probe(out, &search->probe, KAURI_ANSWER_MOVES, NULL, columns);
    if (search->question.asked) {
        kauri_string_add(out, "\n");
        add_question(out, search);
    }
    kauri_string_add(out, "\nThe tables hold this position: nothing was searched.\n");
    add_line(out, search);
}

static const char *state_text(const struct kauri_search_answer *search)
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

static void add_search(struct kauri_string *out, const struct kauri_search_answer *search,
                       unsigned parts, int columns)
{
    const struct kauri_position *position = &search->position;
    const unsigned seeds = kauri_seeds(position);
    unsigned layers = 0; // number of tables in use
    for (unsigned n = 0; search->tables != NULL && n <= seeds; n++) {
        layers += kauri_tablebase_has(search->tables, n);
    }
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
                     KAURI_COUNT_TEXT(search->nodes), kauri_plural(search->nodes), search->seconds);
    if (layers == 0) {
        kauri_string_add(out, "without tables");
    } else {
        kauri_string_add(out, "above %u table%s", layers, kauri_plural(layers));
    }
    if (search->book != NULL) {
        kauri_string_add(out, "%s book %016" PRIx64,
                         search->source == KAURI_SOURCE_BOOK ? "; answered by the" : ", with the",
                         kauri_book_info(search->book)->digest);
    }
    kauri_string_add(out, "\n");
    if (seeds == 0 && (kauri_lead(position) != 0 || search->move_count == 0)) {
        kauri_string_add(out, "The game is over.\n");
        return;
    }
    if (search->question.asked && search->question.answer == KAURI_PROVER_OPEN) {
        add_efforts(out, search, columns);
    } else if ((parts & KAURI_ANSWER_MOVES) != 0) {
        add_moves(out, search, columns);
    }
    if ((parts & KAURI_ANSWER_BEST) != 0) {
        add_best(out, search);
    }
    if ((parts & KAURI_ANSWER_LINE) != 0) {
        add_line(out, search);
    }
    if (parts == KAURI_ANSWER_LINE && search->line.count == 0) {
        kauri_string_add(out, "\nNo line of best play is proven.\n");
    }
}

void kauri_text_search(struct kauri_string *out, const struct kauri_search_answer *search,
                       unsigned parts, int columns)
{
    const size_t begin = out->length;
    add_search(out, search, parts, columns);
    kauri_string_fit(out, begin, columns);
}

// ------------------------------------------------------------------------------------------ JSON

// Adds the value and "bounds". The search does not measure distances: they are known only if the
// tables hold the value, and `stored` is not NULL then.
//
// The object ProvenValue:
//     position: position
//     seeds: int
//     net, r: int | null
//     tiebreak: result | null
//     dtc: int >= 0 | null
//     bounds: pair
//     standard: Outcome
//     tie_breaker: Outcome
static void add_value(struct kauri_json *json, struct kauri_bounds r,
                      const struct kauri_value *stored)
{
    kauri_json_add_value(json, kauri_bounds_exact(r) ? &r.low : NULL,
                         stored != NULL ? &stored->dtc : NULL);
    kauri_json_add_pair(json, "bounds", r.low, r.high);
}

// The object Efforts:
//     yes, no: int - efforts to prove and to refute it (`docs/reference/SEARCH.md`)
//
// The object MoveEfforts:
//     x: int
//     ...: Efforts
void kauri_json_add_efforts(struct kauri_json *json, bool known, const int *x, uint32_t yes,
                            uint32_t no)
{
    if (!known) {
        kauri_json_add_null(json, "efforts");
        return;
    }
    kauri_json_begin_object(json, "efforts");
    if (x != NULL) {
        kauri_json_add_int(json, "x", *x);
    }
    kauri_json_add_uint(json, "yes", yes);
    kauri_json_add_uint(json, "no", no);
    kauri_json_end(json);
}

// Adds the moves, or only those that are proven best.
//
// The object SearchMove:
//     move: move
//     captured: pair
//     net, r: int | null
//     tiebreak: result | null
//     dtc: int >= 0 | null
//     bounds: pair
//     best: bool - the move is proven to be as good as any other
//     position: position
//     efforts: MoveEfforts | null - only when `status` is `bounds`: the last open question about
//         the move
static void add_json_moves(struct kauri_json *json, const struct kauri_search_answer *search,
                           bool best_only)
{
    kauri_json_begin_array(json, "moves");
    for (unsigned i = 0; i < search->move_count; i++) {
        const struct kauri_valued_move *move = &search->moves[i];
        if (best_only && !move->best) {
            continue;
        }
        kauri_json_begin_object(json, NULL);
        kauri_json_add_move(json, search->position.side, move->hole, &move->captured);
        add_value(json, move->r, search->covered ? &search->probe.moves[i].value : NULL);
        kauri_json_add_bool(json, "best", move->best);
        kauri_json_add_position(json, "position", &move->successor);
        if (search->status == KAURI_SEARCH_BOUNDS) {
            kauri_json_add_efforts(json, move->efforts.known, &move->efforts.x, move->efforts.yes,
                                   move->efforts.no);
        }
        kauri_json_end(json);
    }
    kauri_json_end(json);
}

// The object WrittenProof:
//     file: text - if it was not written, the other members are null, and the exit status gives the
//         reason, unless the question of `--ask` is open
//     steps: int | null
//     repairs: int | null - positions searched again for it
//     citations: int | null
//     digest: digest | null
static void add_proof(struct kauri_json *json, const struct kauri_proof_facts *proof)
{
    const bool known = proof->is_written;
    const struct kauri_written_proof *written = &proof->written;
    kauri_json_begin_object(json, "proof");
    kauri_json_add_text(json, "file", proof->file);
    kauri_json_add_known_int(json, "steps", known, (int64_t)written->steps);
    kauri_json_add_known_int(json, "repairs", known, (int64_t)written->repairs);
    kauri_json_add_known_int(json, "citations", known, (int64_t)written->citations);
    kauri_json_add_digest(json, "digest", known ? &written->digest : NULL);
    kauri_json_end(json);
}

// The object Question:
//     x: int
//     answer: "yes" | "no" | "open"
//     efforts: Efforts | null
static void add_json_question(struct kauri_json *json, const struct kauri_search_question *question)
{
    static const char *const answers[] = {
        [KAURI_PROVER_OPEN] = "open", [KAURI_PROVER_YES] = "yes", [KAURI_PROVER_NO] = "no"};
    kauri_json_begin_object(json, "question");
    kauri_json_add_int(json, "x", question->x);
    kauri_json_add_text(json, "answer", answers[question->answer]);
    kauri_json_add_efforts(json, question->yes > 0, NULL, question->yes, question->no);
    kauri_json_end(json);
}

// The object Moves:
//     ...: ProvenValue
//     moves: SearchMove[] - every legal move. Unless the tables hold the position, by descending
//         lower, then upper bound
//     status: "exact" | "bounds" - `exact`: `r` is known, or with `--rules` the result
//     stop: "time" | "memory" | "nodes" | "signal" | "length" | null - what ended a search with
//         bounds: `memory`: less than it needs; `length`: what is open depends on lines that are
//         too long to follow
//     nodes: int - positions expanded until the goal was reached; 0 when the tables hold the
//         position
//     seconds: number
//     memory_in_use: number - share of the prover's table in use, estimated, 0 to 1
//     source: "rules" | "search" | "book" | "tables" - where the bounds come from
//     book: digest | null - the solution book that the answer may rest on, if any
//
// The object Search:
//     ...: Moves
//     ...: LineMembers
//     plies_searched: int - plies of `line` that the search found; the tables gave the rest
//     question: Question - only with `--ask`, which gives no line
//     seed: int - only if it is not 0: the value of `--seed`
//     proof: WrittenProof - only with `--proof`
void kauri_json_search(struct kauri_string *out, const struct kauri_search_answer *search,
                       unsigned parts, const struct kauri_proof_facts *proof)
{
    static const char *const stops[] = {
        [KAURI_SEARCH_STOP_NONE] = NULL,        [KAURI_SEARCH_STOP_TIME] = "time",
        [KAURI_SEARCH_STOP_MEMORY] = "memory",  [KAURI_SEARCH_STOP_NODES] = "nodes",
        [KAURI_SEARCH_STOP_REQUEST] = "signal", [KAURI_SEARCH_STOP_LENGTH] = "length",
    };
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_position(&json, "position", &search->position);
    kauri_json_add_uint(&json, "seeds", kauri_seeds(&search->position));
    add_value(&json, search->r, search->covered ? &search->probe.value : NULL);
    kauri_json_add_outcomes(&json, &search->position, search->r);
    if (search->question.asked) {
        add_json_question(&json, &search->question);
    }
    if ((parts & (KAURI_ANSWER_MOVES | KAURI_ANSWER_BEST)) != 0) {
        add_json_moves(&json, search, (parts & KAURI_ANSWER_MOVES) == 0);
    }
    if ((parts & KAURI_ANSWER_LINE) != 0) {
        kauri_json_add_line(&json, &search->line);
        kauri_json_add_uint(&json, "plies_searched", search->line.table_from);
    }
    kauri_json_add_text(&json, "status", search->status == KAURI_SEARCH_EXACT ? "exact" : "bounds");
    kauri_json_add_text(&json, "stop", stops[search->stop]);
    kauri_json_add_uint(&json, "nodes", search->nodes);
    kauri_json_add_seconds(&json, "seconds", search->seconds);
    kauri_json_add_real(&json, "memory_in_use", search->fill);
    kauri_json_add_text(&json, "source", kauri_source_name(search->source));
    kauri_json_add_digest(&json, "book",
                          search->book != NULL ? &kauri_book_info(search->book)->digest : NULL);
    if (search->seed != 0) {
        kauri_json_add_uint(&json, "seed", search->seed);
    }
    if (proof != NULL) {
        add_proof(&json, proof);
    }
    kauri_json_end(&json);
}
