#include "queries/problem/problem.h"

#include "games/engine/engine.h"
#include "games/engine/opponents.h"
#include "games/engine/transposition_table.h"
#include "queries/packed/packed_board.h"
#include "queries/prover/prover.h"
#include "rules/value.h"

#include <math.h>
#include <string.h>

#define HASH_FACTOR UINT64_C(0x9e3779b97f4a7c15)

enum { ENGINE_MEMORY = 1 << 20, PROVER_MEMORY = 4 << 20 };

const char *kauri_problem_theme_name(enum kauri_problem_theme theme)
{
    static const char *const names[KAURI_THEMES] = {"zugzwang", "gift",    "trap",
                                                    "waiting",  "cowries", "draw"};
    return names[theme];
}

const char *kauri_problem_blemish_name(enum kauri_problem_blemish blemish)
{
    static const char *const names[KAURI_BLEMISHES] = {"lost",   "several", "few", "capture",
                                                       "forced", "dual",    "long"};
    return names[blemish];
}

// Returns whether South gets the result of the problem, when r is the value for the player to move.
static bool holds(const struct kauri_problem *problem, const struct kauri_position *position, int r)
{
    const int result = (int)kauri_result_under(problem->rules, position, r);
    return (position->side == KAURI_SOUTH ? result : -result) >= (int)problem->result;
}

// The moves after which South holds, or does not, as places in probe->moves.
static unsigned moves_that(const struct kauri_problem *problem,
                           const struct kauri_probe_result *probe, bool hold)
{
    unsigned set = 0;
    for (unsigned m = 0; m < probe->move_count; m++) {
        if (holds(problem, &probe->position, probe->moves[m].value.r) == hold) {
            set |= 1U << m;
        }
    }
    return set;
}

static bool is_over(const struct kauri_problem *problem, const struct kauri_probe_result *probe)
{
    return probe->move_count == 0 || (probe->seeds == 0 && (problem->rules == KAURI_STANDARD ||
                                                            kauri_lead(&probe->position) != 0));
}

static void exchange_sides(struct kauri_position *position)
{
    const struct kauri_position given = *position;
    const unsigned holes = given.holes;
    for (unsigned i = 0; i < 2 * holes; i++) {
        position->seeds[i] = given.seeds[(i + holes) % (2 * holes)];
        position->cowries[i] = given.cowries[(i + holes) % (2 * holes)];
    }
    position->score[0] = given.score[1];
    position->score[1] = given.score[0];
    position->side = 1 - given.side;
}

bool kauri_problem_promises(const struct kauri_probe_result *probe)
{
    return probe->move_count >= KAURI_PROBLEM_MOVES && probe->moves[0].captured.own == 0 &&
           probe->moves[1].value.r < probe->moves[0].value.r;
}

// ------------------------------------------------------------------------------------ the line

// Sets result and score of a problem whose rules are set. Returns false if that is impossible.
static bool stipulate(struct kauri_problem *problem, const struct kauri_problem_wish *wish, int r)
{
    struct kauri_position *position = &problem->position;
    const int standard = problem->rules == KAURI_STANDARD;
    if (wish->score_given) {
        memcpy(position->score, wish->score, sizeof wish->score);
    }
    if (position->score[0] + position->score[1] > 0 || wish->score_given) {
        problem->result = kauri_result_under(problem->rules, position, r);
        return problem->result != KAURI_LOSS &&
               (!wish->result_given || problem->result == wish->result);
    }
    problem->result = wish->result_given                   ? wish->result
                      : standard && kauri_value_net(r) < 0 ? KAURI_DRAW
                                                           : KAURI_WIN;
    // Try scores from the worst one on, so that the first one that gives the result is the
    // narrowest.
    const struct kauri_position start = kauri_start(position->holes);
    const int captured = (int)kauri_seeds(&start) - (int)kauri_seeds(position);
    for (int own = 0; own <= captured; own++) {
        position->score[KAURI_SOUTH] = (uint8_t)own;
        position->score[KAURI_NORTH] = (uint8_t)(captured - own);
        if (kauri_result_under(problem->rules, position, r) == problem->result) {
            return true;
        }
    }
    return false;
}

static bool costs_no_more(enum kauri_ruleset rules, const struct kauri_probe_result *probe,
                          unsigned move)
{
    const int32_t r = probe->moves[move].value.r;
    return rules == KAURI_STANDARD ? kauri_value_net(r) == kauri_value_net(probe->value.r)
                                   : r == probe->value.r;
}

bool kauri_problem_resists(const struct kauri_problem *problem, const struct kauri_problem_ply *ply,
                           unsigned reply)
{
    return costs_no_more(problem->rules, &ply->probe, reply);
}

// Moves the reply of North that resists best to the front: of those that cost the fewest seeds, and
// under the tie-breaker rules are best in the cowrie phase, the one that delays longest. Where r is
// above 0 for North, with net 0 too, that is the first one: others might go round in circles.
static void put_reply_first(const struct kauri_problem *problem, struct kauri_probe_result *probe)
{
    unsigned reply = 0;
    for (unsigned m = 1; m < probe->move_count && probe->value.r < 0; m++) {
        if (costs_no_more(problem->rules, probe, m) &&
            probe->moves[m].value.dtc > probe->moves[reply].value.dtc) {
            reply = m;
        }
    }
    const struct kauri_probe_move chosen = probe->moves[reply];
    memmove(&probe->moves[1], &probe->moves[0], reply * sizeof chosen);
    probe->moves[0] = chosen;
}

// Returns whether the position belongs to the cowrie phase after a line that began with seeds.
static bool is_phase(const struct kauri_problem *problem, const struct kauri_probe_result *probe)
{
    return probe->seeds == 0 && kauri_seeds(&problem->position) > 0;
}

static void blemish(struct kauri_problem *problem, enum kauri_problem_blemish kind, bool found)
{
    problem->blemishes |= found ? 1U << kind : 0;
}

// Plays to the end and cuts the line after the last choice. Notes as blemishes if several moves of
// South hold before the end, which ends the line, or a side is forced before the last choice. If
// `strict`, the first blemish ends it.
static enum kauri_status play(struct kauri_tablebase *tables, struct kauri_problem *problem,
                              bool strict, struct kauri_error *error)
{
    struct kauri_position position = problem->position;
    uint64_t moves = 0;
    bool forced = false;
    for (unsigned i = 0; i < KAURI_PROBLEM_PLIES_MAX; i++) {
        struct kauri_problem_ply *ply = &problem->plies[i];
        *ply = (struct kauri_problem_ply){.zugzwang = false};
        KAURI_PASS(kauri_probe_root(tables, &position, &ply->probe, error));
        if (ply->probe.value.dtc == KAURI_DTC_UNKNOWN) { // the opponent resists by distances
            return kauri_tablebase_need_distances(tables, ply->probe.seeds, error);
        }
        const bool south = position.side == KAURI_SOUTH;
        const bool single =
            !south || kauri_problem_is_single(moves_that(problem, &ply->probe, true));
        const bool choice = south && ply->probe.move_count > 1;
        if (is_over(problem, &ply->probe) || (!single && is_phase(problem, &ply->probe))) {
            return KAURI_OK;
        }
        blemish(problem, i > 0 ? KAURI_BLEMISH_DUAL : KAURI_BLEMISH_SEVERAL, !single);
        blemish(problem, KAURI_BLEMISH_FORCED, choice && forced);
        if (!single || (strict && problem->blemishes != 0)) {
            return KAURI_OK;
        }
        if (!south) {
            put_reply_first(problem, &ply->probe);
        }
        const struct kauri_probe_move *move = &ply->probe.moves[0];
        moves = moves * HASH_FACTOR + (uint64_t)(move->hole + 2);
        forced = forced || ply->probe.move_count == 1;
        if (choice) {
            const struct kauri_packed board = kauri_pack(&position);
            problem->choices++;
            problem->wrong += ply->probe.move_count - 1;
            problem->last = kauri_position_key(&board);
            problem->moves = moves;
            problem->ply_count = i + 1;
        }
        position = move->successor;
    }
    blemish(problem, KAURI_BLEMISH_LONG, true);
    return KAURI_OK;
}

// ------------------------------------------------------------------------------------ the tree

// Finds the moves after a move of the line's position, as holes: the moves that hold if South is to
// move, otherwise the moves that do not hold.
static enum kauri_status find_answers(struct kauri_tablebase *tables,
                                      const struct kauri_problem *problem,
                                      const struct kauri_position *position, uint8_t *answers,
                                      struct kauri_error *error)
{
    struct kauri_probe_result probe;
    KAURI_PASS(kauri_probe_root(tables, position, &probe, error));
    const unsigned set = moves_that(problem, &probe, position->side == KAURI_SOUTH);
    *answers = 0;
    for (unsigned m = 0; m < probe.move_count && !is_over(problem, &probe); m++) {
        if (probe.moves[m].hole != KAURI_MOVE_PASS && (set >> m & 1) != 0) {
            *answers |= (uint8_t)(1U << probe.moves[m].hole);
        }
    }
    return KAURI_OK;
}

// Finds out whether the position after a move of South is a mutual zugzwang.
static enum kauri_status find_zugzwang(struct kauri_tablebase *tables,
                                       const struct kauri_problem *problem,
                                       struct kauri_problem_ply *ply, struct kauri_error *error)
{
    struct kauri_position position = ply->probe.moves[0].successor;
    const bool moves = kauri_legal_moves(&position).count > 0;
    position.side = KAURI_SOUTH;
    if (moves && kauri_legal_moves(&position).count > 0) {
        KAURI_PASS(kauri_probe_r(tables, &position, &ply->other_r, error));
        ply->zugzwang = !holds(problem, &position, ply->other_r);
    }
    return KAURI_OK;
}

static enum kauri_status branch(struct kauri_tablebase *tables, struct kauri_problem *problem,
                                struct kauri_error *error)
{
    for (unsigned i = 0; i < problem->ply_count; i++) {
        struct kauri_problem_ply *ply = &problem->plies[i];
        const bool south = ply->probe.position.side == KAURI_SOUTH;
        for (unsigned m = 1; m < ply->probe.move_count; m++) {
            const struct kauri_probe_move *move = &ply->probe.moves[m];
            uint8_t *answers = &ply->answers[m];
            KAURI_PASS(find_answers(tables, problem, &move->successor, answers, error));
            problem->tempting +=
                south && (move->captured.own > 0 || kauri_problem_is_single(*answers));
            problem->duals += !south && kauri_problem_resists(problem, ply, m) && *answers != 0 &&
                              !kauri_problem_is_single(*answers);
        }
        if (south) {
            KAURI_PASS(find_zugzwang(tables, problem, ply, error));
        }
    }
    return KAURI_OK;
}

// --------------------------------------------------------------------------------- the problem

// Returns whether the opponent captures seeds during the move, or can do so by the reply.
static bool lets_capture(const struct kauri_probe_move *move)
{
    const struct kauri_moves replies = kauri_legal_moves(&move->successor);
    bool captures = move->captured.opponent > 0;
    for (unsigned m = 0; m < replies.count; m++) {
        struct kauri_position after = move->successor;
        captures |= kauri_play(&after, replies.hole[m]).own > 0;
    }
    return captures;
}

static enum kauri_status find_themes(struct kauri_tablebase *tables, struct kauri_problem *problem,
                                     struct kauri_error *error)
{
    const struct kauri_probe_result *root = &problem->plies[0].probe;
    const struct kauri_probe_move *key = &root->moves[0];
    struct kauri_position turned = problem->position;
    const bool passes = key->hole == KAURI_MOVE_PASS; // only in a position that is examined
    const int cowries = passes ? 0 : turned.cowries[key->hole];
    const bool gives = lets_capture(key);
    bool themes[KAURI_THEMES] = {false};
    int32_t r = 0;
    for (unsigned i = 0; i < problem->ply_count; i++) {
        themes[KAURI_THEME_ZUGZWANG] |= problem->plies[i].zugzwang;
    }
    for (unsigned m = 1; m < root->move_count; m++) {
        themes[KAURI_THEME_TRAP] |= root->moves[m].captured.own > 0;
        themes[KAURI_THEME_GIFT] |= gives && !lets_capture(&root->moves[m]);
    }
    turned.side = KAURI_NORTH;
    if (!passes && turned.seeds[key->hole] == 0 && key->hole + cowries < turned.holes) {
        KAURI_PASS(kauri_probe_r(tables, &turned, &r, error));
        themes[KAURI_THEME_WAITING] = holds(problem, &turned, r);
    }
    themes[KAURI_THEME_COWRIES] = problem->rules == KAURI_TIEBREAKER &&
                                  kauri_standard_result(&root->position, root->value.r) == 0;
    themes[KAURI_THEME_DRAW] = problem->result == KAURI_DRAW;
    for (unsigned theme = 0; theme < KAURI_THEMES; theme++) {
        problem->themes |= themes[theme] ? 1U << theme : 0;
    }
    return KAURI_OK;
}

// Adds the tree and the themes to a line.
static enum kauri_status finish(struct kauri_tablebase *tables, struct kauri_problem *problem,
                                struct kauri_error *error)
{
    if (problem->choices > 0) {
        KAURI_PASS(branch(tables, problem, error));
        KAURI_PASS(find_themes(tables, problem, error));
    }
    return KAURI_OK;
}

enum kauri_status kauri_problem_compose(struct kauri_tablebase *tables,
                                        const struct kauri_position *position,
                                        const struct kauri_problem_wish *wish,
                                        struct kauri_problem *problem, struct kauri_error *error)
{
    struct kauri_probe_result probe;
    struct kauri_problem tried;
    struct kauri_position board = *position;
    if (board.side == KAURI_NORTH) {
        exchange_sides(&board);
    }
    *problem = (struct kauri_problem){.position = board};
    KAURI_PASS(kauri_probe_root(tables, &board, &probe, error));
    for (unsigned rules = 0; rules < KAURI_RULESETS && kauri_problem_promises(&probe); rules++) {
        tried = (struct kauri_problem){.position = board, .rules = (enum kauri_ruleset)rules};
        if ((!wish->rules_given || wish->rules == tried.rules) &&
            stipulate(&tried, wish, probe.value.r)) {
            KAURI_PASS(play(tables, &tried, true, error));
            if (tried.blemishes == 0 && tried.choices > problem->choices) {
                *problem = tried;
            }
        }
    }
    return finish(tables, problem, error);
}

enum kauri_status kauri_problem_examine(struct kauri_tablebase *tables,
                                        const struct kauri_position *position,
                                        enum kauri_ruleset rules, struct kauri_problem *problem,
                                        struct kauri_error *error)
{
    struct kauri_probe_result probe;
    *problem = (struct kauri_problem){.position = *position, .rules = rules};
    if (position->side == KAURI_NORTH) {
        exchange_sides(&problem->position);
    }
    KAURI_PASS(kauri_probe_root(tables, &problem->position, &probe, error));
    problem->result = kauri_result_under(rules, &problem->position, probe.value.r);
    problem->plies[0].probe = probe;
    blemish(problem, KAURI_BLEMISH_LOST, problem->result == KAURI_LOSS);
    blemish(problem, KAURI_BLEMISH_FEW, probe.move_count < KAURI_PROBLEM_MOVES);
    if (problem->result == KAURI_LOSS || is_over(problem, &probe)) {
        blemish(problem, KAURI_BLEMISH_SEVERAL, probe.move_count > 1);
        return KAURI_OK;
    }
    KAURI_PASS(play(tables, problem, false, error));
    blemish(problem, KAURI_BLEMISH_CAPTURE,
            (problem->blemishes >> KAURI_BLEMISH_SEVERAL & 1) == 0 &&
                probe.moves[0].captured.own > 0);
    return finish(tables, problem, error);
}

// ---------------------------------------------------------------------------------- difficulty

// Sets the strengths that fail.
static enum kauri_status try_strengths(struct kauri_problem *problem, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_engine *engine = NULL;
    const struct kauri_engine_parts parts = {
        .shape = kauri_shape_of(&problem->position),
        .memory = ENGINE_MEMORY,
        .plain = true, // the problems that were published keep their grades
    };
    const struct kauri_engine_limits limits = {.nodes = KAURI_PROBLEM_NODES,
                                               .rules = problem->rules};
    struct kauri_engine_report report;
    KAURI_TRY(kauri_engine_make(&parts, &engine, error));
    for (unsigned strength = KAURI_PROBLEM_STRENGTH; strength <= KAURI_STRENGTH_MOST; strength++) {
        bool right = true;
        const struct kauri_opponent opponent = {.strength = strength, .seed = 1};
        for (unsigned i = 0; i < problem->ply_count && right; i += 2) {
            const struct kauri_probe_result *probe = &problem->plies[i].probe;
            kauri_engine_clear(engine);
            KAURI_TRY(kauri_opponent_think(&opponent, engine, &probe->position, &limits, &report,
                                           NULL, error));
            right = report.lines[0].hole == probe->moves[0].hole;
        }
        problem->failing |= right ? 0 : 1U << strength;
    }
cleanup:
    kauri_engine_free(engine);
    return status;
}

// Sets the positions that a proof takes.
static enum kauri_status try_proof(struct kauri_problem *problem, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_prover *prover = NULL;
    const struct kauri_prover_options options = {
        .shape = kauri_shape_of(&problem->position),
        .seeds = kauri_seeds(&problem->position),
        .memory = PROVER_MEMORY,
        .threads = 1,
    };
    const struct kauri_prover_limits limits = {.seconds = INFINITY, .nodes = KAURI_PROBLEM_NODES};
    struct kauri_prover_report report;
    int least = kauri_bounds_trivial(options.seeds).low; // value with which South gets the result
    while (!holds(problem, &problem->position, least)) {
        least++;
    }
    KAURI_TRY(kauri_prover_new(&options, &prover, error));
    KAURI_TRY(kauri_prover_ask(prover, &problem->position, least, &limits, &report, error));
    const bool proven = report.answer == KAURI_PROVER_YES && report.nodes < KAURI_PROBLEM_NODES;
    problem->proof = proven ? (unsigned)report.nodes : KAURI_PROBLEM_NODES;
cleanup:
    kauri_prover_free(prover);
    return status;
}

// The least points of each grade.
static const unsigned grades[KAURI_PROBLEM_GRADES] = {0, 14, 18, 22, 26};

enum kauri_status kauri_problem_rate(struct kauri_problem *problem, struct kauri_error *error)
{
    KAURI_PASS(try_strengths(problem, error));
    KAURI_PASS(try_proof(problem, error));
    problem->points = problem->choices + (unsigned)__builtin_popcount(problem->failing);
    // One point for each doubling of 1 until the positions of the proof are reached.
    for (unsigned reached = 1; reached < problem->proof; reached *= 2) {
        problem->points++;
    }
    for (unsigned i = 0; i < KAURI_PROBLEM_GRADES; i++) {
        problem->grade += problem->points >= grades[i];
    }
    return KAURI_OK;
}
