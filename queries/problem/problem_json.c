#include "queries/problem/problem_json.h"

#include "games/engine/opponents.h"
#include "queries/answers/value_words.h"

// The object OtherMove:
//     move: move
//     captured: pair
//     r: int
//     answers: move[] - replies that refute a wrong move, or South's moves that hold after a reply;
//         empty if the game is over or the answer is a pass
static void add_others(struct kauri_json *json, const struct kauri_problem_ply *ply)
{
    const unsigned side = ply->probe.position.side;
    kauri_json_begin_array(json, "others");
    for (unsigned m = 1; m < ply->probe.move_count; m++) {
        const struct kauri_probe_move *move = &ply->probe.moves[m];
        kauri_json_begin_object(json, NULL);
        kauri_json_add_move(json, side, move->hole, &move->captured);
        kauri_json_add_int(json, "r", move->value.r);
        kauri_json_begin_array(json, "answers");
        for (int hole = 0; hole < KAURI_HOLES_MAX; hole++) {
            if ((ply->answers[m] >> hole & 1) != 0) {
                kauri_json_add_hole(json, NULL, 1 - side, hole);
            }
        }
        kauri_json_end(json);
        kauri_json_end(json);
    }
    kauri_json_end(json);
}

// The object Problem:
//     position: position - South is to move
//     rules: "standard" | "tie_breaker" - the rules of the result
//     result: "win" | "draw" - what South gets
//     themes: text[] - `zugzwang`, `gift`, `trap`, `waiting`, `cowries`, `draw`
//         (`docs/guide/PROBLEMS.md`)
//     grade: int 1..5 - 1 is easy
//     points: int - on which the grade depends
//     choices: int - moves of South in the line
//     wrong: int - South's other moves, all wrong
//     tempting: int - those that capture, or that a single reply refutes
//     duals: int - replies of North, as good as the best, after which several moves hold
//     proof: int - positions that a proof of the result takes without tables; 20000: none was found
//         in so many
//     failing_strengths: int[] - strengths of the engine, from 3, that make a mistake in the line
//     line: ProblemPly[] - the plies, to South's last choice
//
// The object ProblemPly:
//     move: move
//     captured: pair
//     r: int - of the position before it
//     other_r: int - only after a move to a mutual zugzwang: `r` for South if South were to move
//         there
//     others: OtherMove[] - the other legal moves, best first
static void add_problem(struct kauri_json *json, const char *name,
                        const struct kauri_problem *problem)
{
    kauri_json_begin_object(json, name);
    kauri_json_add_position(json, "position", &problem->position);
    kauri_json_add_text(json, "rules",
                        problem->rules == KAURI_STANDARD ? "standard" : "tie_breaker");
    kauri_json_add_text(json, "result", kauri_result_name(problem->result));
    kauri_json_begin_array(json, "themes");
    for (unsigned theme = 0; theme < KAURI_THEMES; theme++) {
        if ((problem->themes >> theme & 1) != 0) {
            kauri_json_add_text(json, NULL,
                                kauri_problem_theme_name((enum kauri_problem_theme)theme));
        }
    }
    kauri_json_end(json);
    kauri_json_add_uint(json, "grade", problem->grade);
    kauri_json_add_uint(json, "points", problem->points);
    kauri_json_add_uint(json, "choices", problem->choices);
    kauri_json_add_uint(json, "wrong", problem->wrong);
    kauri_json_add_uint(json, "tempting", problem->tempting);
    kauri_json_add_uint(json, "duals", problem->duals);
    kauri_json_add_uint(json, "proof", problem->proof);
    kauri_json_begin_array(json, "failing_strengths");
    for (unsigned strength = KAURI_PROBLEM_STRENGTH; strength <= KAURI_STRENGTH_MOST; strength++) {
        if ((problem->failing >> strength & 1) != 0) {
            kauri_json_add_uint(json, NULL, strength);
        }
    }
    kauri_json_end(json);
    kauri_json_begin_array(json, "line");
    for (unsigned i = 0; i < problem->ply_count; i++) {
        const struct kauri_problem_ply *ply = &problem->plies[i];
        const struct kauri_probe_move *move = &ply->probe.moves[0];
        kauri_json_begin_object(json, NULL);
        kauri_json_add_move(json, ply->probe.position.side, move->hole, &move->captured);
        kauri_json_add_int(json, "r", ply->probe.value.r);
        if (ply->zugzwang) {
            kauri_json_add_int(json, "other_r", ply->other_r);
        }
        add_others(json, ply);
        kauri_json_end(json);
    }
    kauri_json_end(json);
    kauri_json_end(json);
}

void kauri_json_problem(struct kauri_string *out, const struct kauri_problem *problem)
{
    struct kauri_json json = {.out = out};
    add_problem(&json, NULL, problem);
}

// The object OnlyMoveCandidate:
//     move: move
//     captured: pair
//     bounds: pair - of `r`, seen from the player to move
//     holds: bool | null - whether it gets the result; null: not known
//     refutation: move | null - a reply that a search found, after which the move does not hold
static void add_candidate(struct kauri_json *json, const struct kauri_only_move *answer, unsigned m)
{
    const struct kauri_valued_move *move = &answer->moves[m];
    const enum kauri_holding holding = answer->holding[m];
    const unsigned side = answer->position.side;
    const bool refuted = holding == KAURI_HOLDING_NO && answer->refutation[m] != KAURI_MOVE_PASS;
    kauri_json_begin_object(json, NULL);
    kauri_json_add_move(json, side, move->hole, &move->captured);
    kauri_json_add_pair(json, "bounds", move->r.low, move->r.high);
    if (holding == KAURI_HOLDING_OPEN) {
        kauri_json_add_null(json, "holds");
    } else {
        kauri_json_add_bool(json, "holds", holding == KAURI_HOLDING_YES);
    }
    if (refuted && !answer->covered) {
        kauri_json_add_hole(json, "refutation", 1 - side, answer->refutation[m]);
    } else {
        kauri_json_add_null(json, "refutation");
    }
    kauri_json_end(json);
}

// Adds whether exactly one move holds, or null.
static void add_unique(struct kauri_json *json, const struct kauri_only_move *answer)
{
    const unsigned sure = kauri_only_move_count(answer, KAURI_HOLDING_YES);
    const unsigned open = kauri_only_move_count(answer, KAURI_HOLDING_OPEN);
    if (sure < 2 && open > 0) {
        kauri_json_add_null(json, "unique");
    } else {
        kauri_json_add_bool(json, "unique", sure == 1);
    }
}

// The object OnlyMove:
//     position: position
//     rules: "standard" | "tie_breaker" - the rules of the result
//     result: result | null - for the player to move, at the score of the position; null: not known
//     unique: bool | null - exactly one move gets it; null: not known
//     source: "tables" | "search" - what decides
//     moves: OnlyMoveCandidate[] - the legal moves
//     blemishes: text[] - what keeps the position from being a problem, if the tables decide:
//         `lost`, `several`, `few`, `capture`, `forced`, `dual`, `long`
//         (`docs/guide/PROBLEMS.md`)
//     problem: Problem | null - the problem that the position is, but for its blemishes, with South
//         to move; null without tables, and where a single move leaves no choice or several hold
void kauri_json_only_move(struct kauri_string *out, const struct kauri_only_move *answer)
{
    const struct kauri_problem *problem = &answer->problem;
    struct kauri_json json = {.out = out};
    kauri_json_begin_object(&json, NULL);
    kauri_json_add_position(&json, "position", &answer->position);
    kauri_json_add_text(&json, "rules",
                        answer->rules == KAURI_STANDARD ? "standard" : "tie_breaker");
    kauri_json_add_result(&json, "result", answer->decided, answer->result);
    add_unique(&json, answer);
    kauri_json_add_text(&json, "source", answer->covered ? "tables" : "search");
    kauri_json_begin_array(&json, "moves");
    for (unsigned m = 0; m < answer->move_count; m++) {
        add_candidate(&json, answer, m);
    }
    kauri_json_end(&json);
    kauri_json_begin_array(&json, "blemishes");
    for (unsigned i = 0; i < KAURI_BLEMISHES; i++) {
        if ((problem->blemishes >> i & 1) != 0) {
            kauri_json_add_text(&json, NULL,
                                kauri_problem_blemish_name((enum kauri_problem_blemish)i));
        }
    }
    kauri_json_end(&json);
    if (problem->choices > 0) {
        add_problem(&json, "problem", problem);
    } else {
        kauri_json_add_null(&json, "problem");
    }
    kauri_json_end(&json);
}
