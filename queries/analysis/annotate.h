// A played game with the value of every position and move, as far as it can be decided.
#ifndef KAURI_QUERIES_ANALYSIS_ANNOTATE_H
#define KAURI_QUERIES_ANALYSIS_ANNOTATE_H

#include "common/status.h"
#include "queries/analysis/evaluate.h"
#include "records/replay.h"
#include "tablebase/tables.h"

#include <stdbool.h>
#include <stddef.h>

enum { KAURI_RULES_STANDARD = 0, KAURI_RULES_TIEBREAKER = 1, KAURI_RULES_COUNT = 2 };

// What a ply was worth under one rule set.
struct kauri_opinion {
    struct kauri_judgement judgement;
    // The sign that the move deserves; "" for none, or when it is not known: "!" the only move that
    // keeps the result, "??" the result is lost, "?" value is lost (standard rules: seeds;
    // tie-breaker rules: r) but not the result. A move without a choice has none. Static storage.
    const char *sign;
    bool decided; // the sign is known, "" included
};

// One ply of the game. Values are for the player who moves.
struct kauri_annotation {
    struct kauri_evaluation before;
    bool tried;    // false: above the tables, and the effort was used up before
    unsigned move; // place of the move that was played among before.moves
    struct kauri_opinion opinion[KAURI_RULES_COUNT];
    int loss_low, loss_high; // net seeds that the move gives away, at least and at most
    int alternative; // place of the best other move among before.moves; -1 when there is none
};

// Lowest and highest result for South that is possible.
struct kauri_result_range {
    enum kauri_result low, high;
};

enum kauri_turn {
    KAURI_TURN_FIRST,   // the result is decided for the first time
    KAURI_TURN_LOST,    // the move directly before loses what there was for certain
    KAURI_TURN_CHANGED, // what was known last is excluded; which move since then did it is not
                        // known
    KAURI_TURN_DECIDED, // what was left open by an earlier turn is decided
};

// Where a result is decided, or what was known of it is excluded.
struct kauri_turning_point {
    size_t position; // number of plies played before
    unsigned rules;  // KAURI_RULES_...
    enum kauri_turn turn;
    struct kauri_result_range from; // what was known before; means nothing at the first
    struct kauri_result_range to;
};

struct kauri_annotated_game {
    size_t count; // plies, those of the replay
    struct kauri_annotation *plies;
    struct kauri_evaluation end; // of the position after the last
    bool end_tried;
    size_t turning_point_count;
    struct kauri_turning_point *turning_points; // in the order of the game, standard rules first
};

// Annotates a replay from its end to its beginning, so that what is known late helps early; then
// what a search told about the move that was played is carried to the position after it. Each
// position gets an equal share of the time that is left. KAURI_BAD_INPUT for a game on another
// board than that of the tables (which may be NULL), and as kauri_evaluate. Once
// effort->interrupted is set, the rest is annotated without searching. The caller frees *game with
// kauri_annotated_game_clear in every case.
enum kauri_status kauri_annotate(struct kauri_tables *tables, const struct kauri_replay *replay,
                                 struct kauri_effort *effort, struct kauri_annotated_game *game,
                                 struct kauri_error *error);

// Accepts a zeroed one.
void kauri_annotated_game_clear(struct kauri_annotated_game *game);

// The value of the position after `plies` plies, 0..count.
const struct kauri_evaluation *kauri_annotated_position(const struct kauri_annotated_game *game,
                                                        size_t plies);

// The results for South that the evaluation allows, under one rule set.
struct kauri_result_range kauri_south_results(const struct kauri_evaluation *evaluation,
                                              unsigned rules);

// Three times the final captures of South minus North's with best play from here, plus 1 where
// South wins the cowrie phase and minus 1 where North does: least and greatest. kauri_value_net and
// kauri_value_tiebreak take it apart.
struct kauri_bounds kauri_south_value(const struct kauri_evaluation *evaluation);

// Lowest and highest final captures of South minus North's with best play from here.
struct kauri_bounds kauri_south_margin(const struct kauri_evaluation *evaluation);

#endif
