#include "games/analysis/evaluate.h"

#include "db/tables/tablebase.h"
#include "queries/known/known.h"
#include "queries/search/search.h"

#include <assert.h>

// Takes what tables and book have for a position and for its moves.
static enum kauri_status start(struct kauri_tablebase *tables, const struct kauri_book *book,
                               const struct kauri_position *position,
                               struct kauri_evaluation *evaluation, struct kauri_error *error)
{
    const struct kauri_known known = {.tables = tables, .book = book};
    const struct kauri_bounds trivial = kauri_bounds_trivial(kauri_seeds(position));
    struct kauri_bounds by_book = trivial;
    struct kauri_known_node node;
    struct kauri_value value;
    *evaluation = (struct kauri_evaluation){.position = *position, .seeds = kauri_seeds(position)};
    if (tables != NULL) {
        KAURI_PASS(kauri_tablebase_fits(tables, position, error));
    }
    KAURI_PASS(kauri_known_open(&known, position, &node, error));
    evaluation->r = node.r;
    kauri_known_narrow_by_book(book, position, &by_book);
    if (by_book.low > trivial.low || by_book.high < trivial.high) {
        evaluation->source = KAURI_SOURCE_BOOK;
    }
    if (kauri_known_is_stored(&known, position)) {
        KAURI_PASS(kauri_probe_value(tables, position, &value, error));
        evaluation->r = (struct kauri_bounds){value.r, value.r};
        evaluation->source = KAURI_SOURCE_TABLES;
        evaluation->dtc = value.dtc;
        evaluation->dtc_known = kauri_value_has_distance(value);
    }
    evaluation->move_count = node.move_count;
    for (unsigned m = 0; m < node.move_count; m++) {
        evaluation->moves[m] = node.moves[m];
        if (node.moves[m].source == KAURI_SOURCE_TABLES) {
            KAURI_PASS(kauri_probe_value(tables, &node.moves[m].successor, &value, error));
            kauri_move_set_value(&evaluation->moves[m], value);
        }
    }
    return KAURI_OK;
}

// Makes the bounds of the position and of its moves agree.
static void reconcile(struct kauri_evaluation *evaluation)
{
    int32_t low = INT32_MIN;
    int32_t high = INT32_MIN;
    enum kauri_bounds_source source = KAURI_SOURCE_RULES;
    for (unsigned m = 0; m < evaluation->move_count; m++) {
        struct kauri_valued_move *move = &evaluation->moves[m];
        // No move is worth more than the position.
        move->r.high = move->r.high < evaluation->r.high ? move->r.high : evaluation->r.high;
        // Source of the move with the highest lower bound.
        source = move->r.low > low ? move->source : source;
        low = move->r.low > low ? move->r.low : low;
        high = move->r.high > high ? move->r.high : high;
    }
    if (evaluation->move_count == 0) {
        return;
    }
    const struct kauri_bounds before = evaluation->r;
    evaluation->r = kauri_bounds_both(evaluation->r, (struct kauri_bounds){low, high});
    if (!kauri_bounds_exact(before) && kauri_bounds_exact(evaluation->r) &&
        evaluation->source == KAURI_SOURCE_RULES) {
        evaluation->source = source;
    }
    if (evaluation->move_count == 1) { // the only move has the value of the position
        evaluation->moves[0].r = kauri_bounds_both(evaluation->moves[0].r, evaluation->r);
    }
}

// The searches of one evaluation.
struct attempt {
    struct kauri_tablebase *tables;
    struct kauri_effort *effort;
    const struct kauri_position *root;
    double seconds; // time left for this position and its moves
    // Memory shared by all searches of the position; NULL before the first.
    struct kauri_search_memory *memory;
    struct kauri_error *error;
};

static enum kauri_status search(struct attempt *attempt, const struct kauri_position *position,
                                enum kauri_goal goal, double seconds,
                                struct kauri_search_answer **found)
{
    struct kauri_search_limits limits = {
        .shared = attempt->memory,
        .value_only = !kauri_position_equal(position, attempt->root),
        .seconds = seconds < attempt->seconds ? seconds : attempt->seconds,
        .nodes = attempt->effort->nodes,
        .book = attempt->effort->book,
        .progress = attempt->effort->progress,
    };
    const double begun = kauri_clock_seconds();
    *found = NULL;
    if (attempt->memory == NULL) {
        KAURI_PASS(kauri_search_memory_new(attempt->tables, attempt->root, attempt->effort->memory,
                                           attempt->effort->threads, &attempt->memory,
                                           attempt->error));
        limits.shared = attempt->memory;
    }
    const enum kauri_status status =
        kauri_search_answer_find(attempt->tables, position, goal, &limits, found, attempt->error);
    const double used = kauri_clock_seconds() - begun;
    attempt->seconds -= used;
    attempt->effort->seconds -= used;
    if (status == KAURI_OK && (*found)->stop == KAURI_SEARCH_STOP_REQUEST) {
        attempt->effort->interrupted = true;
        attempt->seconds = 0;
    }
    if (attempt->effort->seconds < 0 || attempt->effort->interrupted) {
        attempt->effort->seconds = 0;
    }
    return status;
}

// Returns whether the results that this goal decides are asked for; the value always is.
static bool is_wanted(const struct attempt *attempt, enum kauri_goal goal)
{
    const enum kauri_goal asked = attempt->effort->goal;
    return asked == KAURI_GOAL_VALUE || goal == KAURI_GOAL_VALUE || goal == asked;
}

static bool root_known(const struct kauri_evaluation *evaluation, enum kauri_goal goal)
{
    enum kauri_result result;
    return kauri_bounds_exact(evaluation->r) ||
           kauri_bounds_decide(&evaluation->position, evaluation->r, goal, &result);
}

static void note_line(struct kauri_evaluation *evaluation, const struct kauri_best_line *line)
{
    if (line->count == 0) {
        return; // keep the line of a search with a wider goal
    }
    evaluation->line_count = 0;
    evaluation->line_last = evaluation->position;
    while (evaluation->line_count < line->count &&
           evaluation->line_count < KAURI_EVALUATION_LINE_MAX) {
        const int hole = line->steps[evaluation->line_count].hole;
        (void)kauri_play(&evaluation->line_last, hole);
        evaluation->line[evaluation->line_count++] = (int16_t)hole;
    }
    evaluation->line_table_from = (unsigned)line->table_from;
    evaluation->line_end = evaluation->line_count == line->count ? line->end : KAURI_LINE_OPEN;
}

static enum kauri_status search_root(struct attempt *attempt, struct kauri_evaluation *evaluation,
                                     enum kauri_goal goal, double seconds)
{
    struct kauri_search_answer *found;
    if (!is_wanted(attempt, goal) || root_known(evaluation, goal) || attempt->seconds <= 0) {
        return KAURI_OK;
    }
    KAURI_PASS(search(attempt, &evaluation->position, goal, seconds, &found));
    evaluation->searched = true;
    evaluation->source = KAURI_SOURCE_SEARCH;
    evaluation->r = kauri_bounds_both(evaluation->r, found->r);
    for (unsigned i = 0; i < found->move_count; i++) {
        const struct kauri_valued_move *from = &found->moves[i];
        struct kauri_valued_move *move =
            &evaluation->moves[kauri_evaluation_place(evaluation, from->hole)];
        if (move->source != KAURI_SOURCE_TABLES) {
            move->r = kauri_bounds_both(move->r, from->r);
            move->source = KAURI_SOURCE_SEARCH;
        }
    }
    evaluation->nodes += found->nodes;
    note_line(evaluation, &found->line);
    kauri_search_answer_free(found);
    reconcile(evaluation);
    return KAURI_OK;
}

// Returns whether the bounds leave open what result the move has, or whether it keeps the
// position's value.
static bool is_open(const struct attempt *attempt, const struct kauri_evaluation *evaluation,
                    const struct kauri_valued_move *move)
{
    const struct kauri_position *position = &evaluation->position;
    const struct kauri_bounds root = evaluation->r;
    enum kauri_result result;
    const bool may_keep = move->r.high >= root.low && move->r.low < root.high;
    const bool standard = !is_wanted(attempt, KAURI_GOAL_STANDARD) ||
                          kauri_bounds_decide(position, move->r, KAURI_GOAL_STANDARD, &result);
    const bool tiebreaker = !is_wanted(attempt, KAURI_GOAL_TIEBREAKER) ||
                            kauri_bounds_decide(position, move->r, KAURI_GOAL_TIEBREAKER, &result);
    return !kauri_bounds_exact(move->r) &&
           (!standard || !tiebreaker || (kauri_bounds_exact(root) && may_keep));
}

static enum kauri_status search_move(struct attempt *attempt, struct kauri_evaluation *evaluation,
                                     unsigned place, double seconds)
{
    struct kauri_valued_move *move = &evaluation->moves[place];
    struct kauri_search_answer *found;
    static const enum kauri_goal goals[] = {KAURI_GOAL_VALUE, KAURI_GOAL_STANDARD,
                                            KAURI_GOAL_TIEBREAKER};
    const double share = seconds / (attempt->effort->goal == KAURI_GOAL_VALUE ? 3 : 2);
    for (unsigned g = 0; g < sizeof goals / sizeof goals[0]; g++) {
        enum kauri_result result;
        if (!is_wanted(attempt, goals[g]) || !is_open(attempt, evaluation, move) ||
            attempt->seconds <= 0 ||
            kauri_bounds_decide(&move->successor, kauri_bounds_across(move->r, move->captured),
                                goals[g], &result)) {
            continue;
        }
        KAURI_PASS(search(attempt, &move->successor, goals[g], share, &found));
        move->r = kauri_bounds_both(move->r, kauri_bounds_across(found->r, move->captured));
        move->source = KAURI_SOURCE_SEARCH;
        evaluation->searched = true;
        evaluation->nodes += found->nodes;
        kauri_search_answer_free(found);
        reconcile(evaluation);
    }
    return KAURI_OK;
}

static enum kauri_status deepen(struct attempt *attempt, struct kauri_evaluation *evaluation)
{
    const double all = attempt->seconds;
    KAURI_PASS(search_root(attempt, evaluation, KAURI_GOAL_VALUE, all / 3));
    const double each = attempt->effort->goal == KAURI_GOAL_VALUE ? all / 6 : all / 3;
    KAURI_PASS(search_root(attempt, evaluation, KAURI_GOAL_STANDARD, each));
    KAURI_PASS(search_root(attempt, evaluation, KAURI_GOAL_TIEBREAKER, each));
    for (unsigned m = 0; m < evaluation->move_count; m++) {
        const double share = attempt->seconds / (evaluation->move_count - m);
        KAURI_PASS(search_move(attempt, evaluation, m, share));
    }
    return KAURI_OK;
}

enum kauri_status kauri_evaluate(struct kauri_tablebase *tables,
                                 const struct kauri_position *position, struct kauri_effort *effort,
                                 struct kauri_evaluation *evaluation, struct kauri_error *error)
{
    KAURI_PASS(start(tables, effort != NULL ? effort->book : NULL, position, evaluation, error));
    reconcile(evaluation);
    if (effort != NULL && effort->seconds > 0) { // only open questions are asked
        struct attempt attempt = {
            .tables = tables, .effort = effort, .root = position, .error = error};
        attempt.seconds =
            effort->seconds < effort->seconds_each ? effort->seconds : effort->seconds_each;
        const enum kauri_status status = deepen(&attempt, evaluation);
        kauri_search_memory_free(attempt.memory);
        KAURI_PASS(status);
    }
    kauri_moves_sort(evaluation->moves, evaluation->move_count);
    return KAURI_OK;
}

unsigned kauri_evaluation_place(const struct kauri_evaluation *evaluation, int hole)
{
    unsigned place = 0;
    while (place < evaluation->move_count && evaluation->moves[place].hole != hole) {
        place++;
    }
    assert(place < evaluation->move_count);
    return place;
}

void kauri_evaluation_update_move(struct kauri_evaluation *evaluation, unsigned move,
                                  struct kauri_bounds bounds, enum kauri_bounds_source source)
{
    struct kauri_valued_move *known = &evaluation->moves[move];
    if (bounds.low <= known->r.low && bounds.high >= known->r.high) {
        return;
    }
    known->r = kauri_bounds_both(known->r, bounds);
    known->source = source;
    reconcile(evaluation);
    kauri_moves_sort(evaluation->moves, evaluation->move_count);
}

void kauri_evaluation_update(struct kauri_evaluation *evaluation, struct kauri_bounds bounds,
                             enum kauri_bounds_source source)
{
    if (bounds.low <= evaluation->r.low && bounds.high >= evaluation->r.high) {
        return;
    }
    evaluation->r = kauri_bounds_both(evaluation->r, bounds);
    evaluation->source = source;
    reconcile(evaluation);
    kauri_moves_sort(evaluation->moves, evaluation->move_count);
}

struct kauri_bounds kauri_evaluation_loss(const struct kauri_evaluation *evaluation, unsigned move)
{
    const struct kauri_bounds best = evaluation->r;
    const struct kauri_bounds own = evaluation->moves[move].r;
    const int low = kauri_value_net(best.low) - kauri_value_net(own.high);
    const int high = kauri_value_net(best.high) - kauri_value_net(own.low);
    return (struct kauri_bounds){
        .low = low > 0 ? low : 0,
        .high =
            evaluation->move_count == 1 ? 0 : high, // a move without a choice gives nothing away
    };
}

struct kauri_rating kauri_evaluation_rate(const struct kauri_evaluation *evaluation, unsigned move,
                                          enum kauri_ruleset rules)
{
    const struct kauri_position *position = &evaluation->position;
    const struct kauri_bounds own = evaluation->moves[move].r;
    const enum kauri_result low = kauri_result_under(rules, position, evaluation->r.low);
    const enum kauri_result high = kauri_result_under(rules, position, evaluation->r.high);
    struct kauri_rating rating = {.result_known = low == high, .result = low};
    if (evaluation->move_count == 1) { // the only legal move keeps whatever there is
        rating.worth = KAURI_WORTH_KEEPS;
        return rating;
    }
    if (kauri_result_under(rules, position, own.high) < low) {
        rating.worth = KAURI_WORTH_LOSES;
        return rating;
    }
    if (kauri_result_under(rules, position, own.low) < high) {
        return rating; // stays KAURI_WORTH_UNKNOWN
    }
    // The move reaches the best result that is possible at all, which is that of the position.
    unsigned others_keep = 0;
    unsigned others_lose = 0;
    for (unsigned m = 0; m < evaluation->move_count; m++) {
        const struct kauri_bounds other = evaluation->moves[m].r;
        if (m != move) {
            others_keep += kauri_result_under(rules, position, other.low) >= high ? 1 : 0;
            others_lose += kauri_result_under(rules, position, other.high) < high ? 1 : 0;
        }
    }
    rating.result_known = true;
    rating.result = high;
    rating.worth = KAURI_WORTH_KEEPS;
    rating.only_known = others_keep > 0;
    if (evaluation->move_count > 1 && others_lose == evaluation->move_count - 1) {
        rating.worth = KAURI_WORTH_ONLY;
        rating.only_known = true;
    }
    return rating;
}
