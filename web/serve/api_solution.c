#include "web/serve/api_endpoints.h"

#include "queries/answers/value_words.h"
#include "web/serve/solution_place.h"

#define SOLUTION_SECONDS 20.0

// The object SolutionMove:
//     move: move
//     captured: pair
//     position: position - after the move
//     value: int - the winner gets at least this `r` with the move
//     source: "search" | "book" | "tables" - what proves that
//     plies: int | null - the next capture comes within so many plies, with this one; null after a
//         search
static void add_move(struct kauri_json *json, const char *name, unsigned side,
                     const struct kauri_solution_move *best)
{
    if (!best->known) {
        kauri_json_add_null(json, name);
        return;
    }
    kauri_json_begin_object(json, name);
    kauri_json_add_move(json, side, best->move.hole, &best->move.captured);
    kauri_json_add_position(json, "position", &best->move.successor);
    kauri_json_add_int(json, "value", best->value);
    kauri_json_add_text(json, "source", kauri_source_name(best->move.source));
    kauri_json_add_known_int(json, "plies", best->plies > 0, best->plies);
    kauri_json_end(json);
}

// The object SolutionTurn:
//     move: move
//     captured: pair
//     position: position - after the move
//     settled: bool - the winner has won whatever he plays then, or the game is over
//     replies: int - how many legal moves the winner has there; 0 if it is settled
//     answer: SolutionMove | null - his move there; null if it is settled, or was not found
static void add_turn(struct kauri_json *json, unsigned side, const struct kauri_solution_turn *turn)
{
    kauri_json_begin_object(json, NULL);
    kauri_json_add_move(json, side, turn->move.hole, &turn->move.captured);
    kauri_json_add_position(json, "position", &turn->move.successor);
    kauri_json_add_bool(json, "settled", turn->settled);
    kauri_json_add_uint(json, "replies", turn->replies);
    add_move(json, "answer", 1 - side, &turn->answer);
    kauri_json_end(json);
}

// The object Solution:
//     position: position - as asked
//     rules: "standard" | "tie_breaker" - as asked
//     result: result | null - null: short searches do not find it
//     winner: "S" | "N" | null - the player who wins, if there is one
//     source: "rules" | "search" | "book" | "tables" | null - the weakest source of that
//     book: digest | null - the solution book that was asked, if any
//     best: SolutionMove | null - the winner's move, if the winner is to move and it was found
//     moves: SolutionTurn[] - all moves of the loser, if the loser is to move
//     needed: int - how many of these moves need an answer, one each
//     replies: int - how many legal moves the winner has after them, of which those suffice
//     nodes: int - positions that short searches expanded; 0: it was looked up
static void add_solution(struct kauri_string *out, const struct kauri_solution_question *question,
                         const struct kauri_solution_place *place)
{
    struct kauri_json json = {.out = out};
    const unsigned side = question->position->side;
    const bool has_winner = place->decided && place->result != KAURI_DRAW;
    const unsigned winner = place->result == KAURI_WIN ? side : 1 - side;
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_position(&json, "position", question->position);
    kauri_json_add_text(&json, "rules",
                        question->rules == KAURI_TIEBREAKER ? "tie_breaker" : "standard");
    kauri_json_add_result(&json, "result", place->decided, place->result);
    kauri_json_add_text(&json, "winner", !has_winner ? NULL : winner == KAURI_SOUTH ? "S" : "N");
    kauri_json_add_text(&json, "source", place->decided ? kauri_source_name(place->source) : NULL);
    kauri_json_add_digest(&json, "book",
                          question->book != NULL ? &kauri_book_info(question->book)->digest : NULL);
    add_move(&json, "best", side, &place->best);
    kauri_json_begin_array(&json, "moves");
    for (unsigned i = 0; i < place->turn_count; i++) {
        add_turn(&json, side, &place->turns[i]);
    }
    kauri_json_end(&json);
    kauri_json_add_uint(&json, "needed", place->needed);
    kauri_json_add_uint(&json, "replies", place->replies);
    kauri_json_add_uint(&json, "nodes", place->nodes);
    kauri_json_end(&json);
}

// Only a place that book, tables and rules do not settle takes a turn among the searches.
enum kauri_status kauri_api_solution(struct kauri_api_call *call, struct kauri_string *out,
                                     struct kauri_error *error)
{
    struct kauri_position position;
    struct kauri_solution_place place;
    struct kauri_solution_question question = {.position = &position, .book = call->api->book};
    KAURI_PASS(kauri_api_position(call, &position, error));
    KAURI_PASS(kauri_api_rules_asked(call, &question.rules, error));
    question.tables = kauri_api_tables_for(call, &position);
    KAURI_PASS(kauri_solution_place_find(&question, &place, error));
    if (!place.complete) {
        KAURI_PASS(kauri_api_begin(call, SOLUTION_SECONDS, error));
        question.search = true;
        question.progress = &call->progress;
        KAURI_PASS(kauri_solution_place_find(&question, &place, error));
    }
    add_solution(out, &question, &place);
    return KAURI_OK;
}
