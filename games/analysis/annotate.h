// A played game with the bounds of every position and move, as far as they can be decided.
#ifndef KAURI_GAMES_ANALYSIS_ANNOTATE_H
#define KAURI_GAMES_ANALYSIS_ANNOTATE_H

#include "common/status.h"
#include "db/tables/tablebase.h"
#include "games/analysis/evaluate.h"
#include "games/records/replay.h"
#include "rules/value.h"

#include <stdbool.h>
#include <stddef.h>

// A ply under one ruleset.
struct kauri_ply_rating {
    struct kauri_rating rating;
    // The sign that the move deserves: "!" for the only move that keeps the result; "??" when the
    // result is lost; "?" when value is lost, but not the result (standard rules: seeds;
    // tie-breaker rules: r); "" for none of these, or when it is not known. A move without a choice
    // gets "". Static storage.
    const char *sign;
    bool decided; // the sign is known, "" included
};

// One ply of the game. Values are for the player who moves.
struct kauri_annotation {
    struct kauri_evaluation before;
    bool tried;    // false: above the tables, and the effort was used up before
    unsigned move; // place of the move that was played among before.moves
    struct kauri_ply_rating rated[KAURI_RULESETS]; // by enum kauri_ruleset
    int loss_low, loss_high; // net seeds that the move gives away, at least and at most
    int alternative; // place of the best other move among before.moves; -1 when there is none
};

// Lowest and highest result that is possible for South.
struct kauri_result_range {
    enum kauri_result low, high;
};

enum kauri_turning {
    KAURI_TURNING_FIRST,   // the result is decided for the first time
    KAURI_TURNING_LOST,    // the move just before certainly gives the earlier result away
    KAURI_TURNING_CHANGED, // the last known result is excluded; some earlier move lost it
    KAURI_TURNING_DECIDED, // the result that an earlier turning point left open is decided
};

// A position where a result is decided, or where the last known result is excluded.
struct kauri_turning_point {
    size_t position; // number of plies played before it
    enum kauri_ruleset rules;
    enum kauri_turning kind;
    struct kauri_result_range from; // result known before; undefined for KAURI_TURNING_FIRST
    struct kauri_result_range to;
    // KAURI_TURNING_LOST, KAURI_TURNING_CHANGED: the first and the last of the plies one of which
    // gives the result away. They and those between them that matter have the same player.
    size_t first_ply, last_ply;
};

// Returns whether a result was given away before the turning point, which then has `from` and
// plies.
static inline bool kauri_turning_loses(const struct kauri_turning_point *point)
{
    return point->kind == KAURI_TURNING_LOST || point->kind == KAURI_TURNING_CHANGED;
}

struct kauri_annotated_game {
    size_t count; // number of plies, as in the replay
    struct kauri_annotation *plies;
    struct kauri_evaluation end; // evaluation of the position after the last ply
    bool end_tried;
    size_t turning_point_count;
    struct kauri_turning_point *turning_points; // in the order of the game, standard rules first
};

// Annotates a replay from its end to its beginning, so that the bounds of late positions help
// with earlier ones. Then the bounds that a search found for a move that was played are carried to
// the position after it. Each position gets an equal share of the time that is left.
// KAURI_BAD_INPUT for a game on another board than that of the tables (which may be NULL), and
// errors as from kauri_evaluate. Once effort->interrupted is set, the rest is annotated without
// searching. The caller releases *game with kauri_annotated_game_clear in every case.
enum kauri_status kauri_annotate(struct kauri_tablebase *tables, const struct kauri_replay *replay,
                                 struct kauri_effort *effort, struct kauri_annotated_game *game,
                                 struct kauri_error *error);

// Returns whether the move certainly gives away the result that its player had under a ruleset.
bool kauri_annotation_loses(const struct kauri_annotation *annotation, enum kauri_ruleset rules);

// A game in a few numbers.
struct kauri_game_summary {
    size_t positions;            // one more than the plies
    size_t exact;                // positions whose value is known
    size_t decided;              // positions whose standard result is known
    size_t tried;                // positions in the tables, or with time for a search
    size_t lost[KAURI_RULESETS]; // losing moves (kauri_annotation_loses), by enum kauri_ruleset
    // Net seeds that the moves of a side give away together, by enum kauri_side. The sum of the
    // greatest losses may exceed the seeds of a game, because each is a separate bound.
    int given_low[2], given_high[2];
};
struct kauri_game_summary kauri_annotated_summary(const struct kauri_annotated_game *game);

// Accepts a zeroed game.
void kauri_annotated_game_clear(struct kauri_annotated_game *game);

// The evaluation of the position after `plies` plies, 0..count.
const struct kauri_evaluation *kauri_annotated_position(const struct kauri_annotated_game *game,
                                                        size_t plies);

// The results for South that the evaluation allows under a ruleset.
struct kauri_result_range kauri_south_results(const struct kauri_evaluation *evaluation,
                                              enum kauri_ruleset rules);

// Bounds of three times South's final captures minus North's with best play from here, plus 1 if
// South wins the cowrie phase and minus 1 if North does. kauri_value_net and kauri_value_tiebreak
// take such a number apart.
struct kauri_bounds kauri_south_value(const struct kauri_evaluation *evaluation);

// Bounds of South's final captures minus North's with best play from here.
struct kauri_bounds kauri_south_margin(const struct kauri_evaluation *evaluation);

#endif
