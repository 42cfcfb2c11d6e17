#include "web/serve/solution_place.h"

#include "games/engine/winning_strategy.h"
#include "kauri/kauri.h"
#include "queries/known/known.h"
#include "rules/value.h"

#define SEARCH_SECONDS 20.0 // more than a search of so few positions takes

// A place that is being looked up.
struct place_search {
    const struct kauri_solution_question *question;
    struct kauri_solution_place *place;
    struct kauri_known known;
    struct kauri_strategy *strategy;
};

// The winner's move from the tables, if they say that it gets the value.
static enum kauri_status probe(const struct place_search *search,
                               const struct kauri_position *position, int value,
                               struct kauri_solution_move *best, struct kauri_error *error)
{
    struct kauri_probe_result result;
    KAURI_PASS(kauri_probe_root(search->known.tables, position, &result, error));
    if (result.move_count == 0 || result.value.r < value) {
        return KAURI_OK;
    }
    const struct kauri_probe_move *move = &result.moves[0];
    *best = (struct kauri_solution_move){
        .known = true,
        .move = {.hole = move->hole,
                 .captured = move->captured,
                 .source = KAURI_SOURCE_TABLES,
                 .successor = move->successor},
        .value = move->value.r,
        .plies = kauri_value_has_distance(move->value) ? move->value.dtc : 0,
    };
    return KAURI_OK;
}

// Finds a move that gets the value for the player to move.
static enum kauri_status find_move(const struct place_search *search,
                                   const struct kauri_position *position, int value,
                                   struct kauri_solution_move *best, struct kauri_error *error)
{
    struct kauri_strategy_move chosen;
    struct kauri_valued_move moves[KAURI_HOLES_MAX];
    const struct kauri_solution_question *question = search->question;
    const struct kauri_strategy_question asked = {
        .position = position,
        .value = value,
        .seconds = question->search ? SEARCH_SECONDS : 0,
        .nodes = KAURI_SOLUTION_NODES,
        .progress = question->progress,
    };
    *best = (struct kauri_solution_move){.known = false};
    if (value > kauri_bounds_trivial(kauri_seeds(position)).high) {
        return KAURI_OK;
    }
    if (kauri_known_is_stored(&search->known, position)) {
        return probe(search, position, value, best, error);
    }
    KAURI_PASS(kauri_strategy_choose(search->strategy, &asked, &chosen, error));
    search->place->nodes += chosen.nodes;
    const unsigned count = kauri_moves_list(position, moves);
    for (unsigned i = 0; i < count; i++) {
        if (chosen.proven && moves[i].hole == chosen.hole) {
            moves[i].source = chosen.source;
            *best = (struct kauri_solution_move){
                .known = true, .move = moves[i], .value = chosen.value, .plies = chosen.plies};
        }
    }
    return KAURI_OK;
}

// Fills in a move of the loser. `value` is what the winner needs at the position before it.
static enum kauri_status find_answer(const struct place_search *search, int value,
                                     struct kauri_solution_turn *turn, struct kauri_error *error)
{
    const struct kauri_position *after = &turn->move.successor;
    const struct kauri_capture captured = turn->move.captured;
    const int needed = value + 3 * ((int)captured.own - (int)captured.opponent);
    struct kauri_valued_move moves[KAURI_HOLES_MAX];
    const unsigned replies = kauri_moves_list(after, moves); // a pass counts
    turn->settled = replies == 0 ? needed <= -1              // R9
                                 : needed <= kauri_bounds_trivial(kauri_seeds(after)).low;
    turn->replies = turn->settled ? 0 : replies;
    turn->answer = (struct kauri_solution_move){.known = false};
    return turn->settled ? KAURI_OK : find_move(search, after, needed, &turn->answer, error);
}

// Looks for an answer to each move of the player to move. *lost says whether all were found; the
// first one that is not ends it unless `known` says that the position is lost.
static enum kauri_status find_answers(const struct place_search *search, bool known, bool *lost,
                                      struct kauri_error *error)
{
    const struct kauri_solution_question *question = search->question;
    struct kauri_solution_place *place = search->place;
    struct kauri_valued_move moves[KAURI_HOLES_MAX];
    const unsigned count = kauri_moves_list(question->position, moves);
    const int value = 1 - kauri_value_least(question->position, question->rules, KAURI_DRAW);
    *lost = count > 0;
    for (unsigned i = 0; i < count && (*lost || known); i++) {
        struct kauri_solution_turn *turn = &place->turns[i];
        turn->move = moves[i];
        KAURI_PASS(find_answer(search, value, turn, error));
        *lost = *lost && (turn->settled || turn->answer.known);
        place->turn_count = i + 1;
    }
    return KAURI_OK;
}

// Returns whether the book has a position after a move, so that the player to move is likely the
// one who has lost.
static bool is_answered(const struct place_search *search)
{
    struct kauri_valued_move moves[KAURI_HOLES_MAX];
    const unsigned count = kauri_moves_list(search->question->position, moves);
    bool found = false;
    for (unsigned i = 0; i < count && search->known.book != NULL; i++) {
        found = found || kauri_book_find(search->known.book, &moves[i].successor) != NULL;
    }
    return found;
}

// Looks for the winner where nothing says who it is.
static enum kauri_status find_winner(const struct place_search *search, struct kauri_error *error)
{
    const struct kauri_solution_question *question = search->question;
    struct kauri_solution_place *place = search->place;
    const bool likely_lost = is_answered(search);
    bool lost = false;
    if (likely_lost) {
        KAURI_PASS(find_answers(search, false, &lost, error));
    }
    if (!lost) {
        KAURI_PASS(find_move(search, question->position,
                             kauri_value_least(question->position, question->rules, KAURI_WIN),
                             &place->best, error));
    }
    if (!likely_lost && !place->best.known) {
        KAURI_PASS(find_answers(search, false, &lost, error));
    }
    place->decided = lost || place->best.known;
    place->result = lost ? KAURI_LOSS : KAURI_WIN;
    place->turn_count = lost ? place->turn_count : 0;
    return KAURI_OK;
}

// Fills in what follows from the moves of a place.
static void sum_up(struct kauri_solution_place *place)
{
    if (!place->decided) {
        *place = (struct kauri_solution_place){.nodes = place->nodes};
        return;
    }
    place->complete =
        place->result != KAURI_WIN || place->best.known || place->source == KAURI_SOURCE_RULES;
    place->source = place->best.known ? place->best.move.source : place->source;
    for (unsigned i = 0; i < place->turn_count; i++) {
        const struct kauri_solution_turn *turn = &place->turns[i];
        place->needed += turn->settled ? 0 : 1;
        place->replies += turn->replies;
        place->complete = place->complete && (turn->settled || turn->answer.known);
    }
    if (place->turn_count > 0 && place->needed == 0 && place->complete) {
        place->source = KAURI_SOURCE_RULES;
    }
    // The rules suffice where nothing needs an answer; otherwise the least sure answer counts.
    bool first = true;
    for (unsigned i = 0; i < place->turn_count && place->complete; i++) {
        const struct kauri_solution_turn *turn = &place->turns[i];
        if (!turn->settled && (first || turn->answer.move.source < place->source)) {
            place->source = turn->answer.move.source;
            first = false;
        }
    }
}

static enum kauri_status find_place(const struct place_search *search, struct kauri_error *error)
{
    const struct kauri_solution_question *question = search->question;
    const struct kauri_position *position = question->position;
    struct kauri_solution_place *place = search->place;
    struct kauri_known_node node;
    enum kauri_result trivial = KAURI_DRAW;
    bool lost = false;
    KAURI_PASS(kauri_known_open(&search->known, position, &node, error));
    place->source = search->known.book != NULL ? KAURI_SOURCE_BOOK : KAURI_SOURCE_RULES;
    if (kauri_known_is_stored(&search->known, position)) {
        KAURI_PASS(kauri_probe_r(search->known.tables, position, &node.r.low, error));
        node.r.high = node.r.low;
        place->source = KAURI_SOURCE_TABLES;
    }
    place->decided =
        kauri_bounds_decide(position, node.r, (enum kauri_goal)question->rules, &place->result);
    if (kauri_bounds_decide(position, kauri_bounds_trivial(kauri_seeds(position)),
                            (enum kauri_goal)question->rules, &trivial) ||
        node.move_count == 0) {
        place->source = KAURI_SOURCE_RULES;
    }
    if (!place->decided) {
        KAURI_PASS(find_winner(search, error));
    } else if (place->result == KAURI_WIN && place->source != KAURI_SOURCE_RULES) {
        KAURI_PASS(find_move(search, position,
                             kauri_value_least(position, question->rules, KAURI_WIN), &place->best,
                             error));
    } else if (place->result == KAURI_LOSS && place->source != KAURI_SOURCE_RULES) {
        KAURI_PASS(find_answers(search, true, &lost, error));
    }
    sum_up(place);
    return KAURI_OK;
}

enum kauri_status kauri_solution_place_find(const struct kauri_solution_question *question,
                                            struct kauri_solution_place *place,
                                            struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const bool fits = question->book != NULL &&
                      question->position->holes == kauri_book_info(question->book)->holes &&
                      kauri_cowries(question->position) == kauri_book_info(question->book)->cowries;
    struct place_search search = {
        .question = question,
        .place = place,
        .known = {.tables = question->tables, .book = fits ? question->book : NULL},
    };
    *place = (struct kauri_solution_place){.decided = false};
    KAURI_TRY(kauri_strategy_new(search.known.tables, search.known.book, &search.strategy, error));
    KAURI_TRY(find_place(&search, error));
cleanup:
    kauri_strategy_free(search.strategy);
    return status;
}
