#include "queries/problem/only_move.h"

#include "queries/search/search.h"

// Share of the time that the search of the position itself may take.
#define ROOT_SHARE 0.4

enum { ROUNDS = 3 }; // most searches of a move that stays open, after the first one

// The searches for one answer.
struct inquiry {
    struct kauri_tablebase *tables;
    const struct kauri_only_move_limits *limits;
    struct kauri_only_move *answer;
    struct kauri_search_memory *memory;
    double deadline;
};

unsigned kauri_only_move_count(const struct kauri_only_move *answer, enum kauri_holding holding)
{
    unsigned count = 0;
    for (unsigned m = 0; m < answer->move_count; m++) {
        count += answer->holding[m] == holding;
    }
    return count;
}

static enum kauri_result result_of(const struct kauri_only_move *answer, int32_t r)
{
    return kauri_result_under(answer->rules, &answer->position, r);
}

// Concludes from the bounds of the moves what the position is worth, and which moves get that.
static void conclude(struct kauri_only_move *answer)
{
    for (unsigned m = 0; m < answer->move_count; m++) {
        const struct kauri_bounds r = answer->moves[m].r;
        answer->r.low = m == 0 || r.low > answer->r.low ? r.low : answer->r.low;
        answer->r.high = m == 0 || r.high > answer->r.high ? r.high : answer->r.high;
    }
    if (!answer->decided && answer->move_count > 0 &&
        result_of(answer, answer->r.low) == result_of(answer, answer->r.high)) {
        answer->decided = true;
        answer->result = result_of(answer, answer->r.low);
    }
    for (unsigned m = 0; m < answer->move_count && answer->decided; m++) {
        const struct kauri_bounds r = answer->moves[m].r;
        answer->holding[m] = result_of(answer, r.low) >= answer->result   ? KAURI_HOLDING_YES
                             : result_of(answer, r.high) < answer->result ? KAURI_HOLDING_NO
                                                                          : KAURI_HOLDING_OPEN;
    }
}

// ---------------------------------------------------------------------------------- the tables

// Takes the values of the moves from the tables.
static enum kauri_status ask_tables(struct kauri_tablebase *tables, struct kauri_only_move *answer,
                                    struct kauri_error *error)
{
    struct kauri_probe_result probe;
    KAURI_PASS(kauri_probe_root(tables, &answer->position, &probe, error));
    KAURI_PASS(
        kauri_problem_examine(tables, &answer->position, answer->rules, &answer->problem, error));
    answer->covered = true;
    answer->move_count = probe.move_count;
    for (unsigned m = 0; m < probe.move_count; m++) {
        const struct kauri_probe_move *move = &probe.moves[m];
        answer->moves[m] = (struct kauri_valued_move){.hole = move->hole,
                                                      .captured = move->captured,
                                                      .r = {move->value.r, move->value.r},
                                                      .source = KAURI_SOURCE_TABLES,
                                                      .successor = move->successor};
    }
    answer->r = (struct kauri_bounds){probe.value.r, probe.value.r};
    answer->decided = true;
    answer->result = result_of(answer, probe.value.r);
    return answer->problem.choices > 0 ? kauri_problem_rate(&answer->problem, error) : KAURI_OK;
}

// ---------------------------------------------------------------------------------- searches

// Searches a position for `seconds`. The caller frees *found.
static enum kauri_status search(struct inquiry *inquiry, const struct kauri_position *position,
                                double seconds, struct kauri_search_answer **found,
                                struct kauri_error *error)
{
    const struct kauri_search_limits limits = {
        .shared = inquiry->memory,
        .value_only = true,
        .seconds = seconds,
        .nodes = inquiry->limits->nodes,
        .progress = inquiry->limits->progress,
    };
    return kauri_search_answer_find(inquiry->tables, position,
                                    (enum kauri_goal)inquiry->answer->rules, &limits, found, error);
}

static void take_root(struct kauri_only_move *answer, const struct kauri_search_answer *found)
{
    for (unsigned m = 0; m < answer->move_count; m++) {
        for (unsigned i = 0; i < found->move_count; i++) {
            if (found->moves[i].hole == answer->moves[m].hole) {
                answer->moves[m].r = kauri_bounds_both(answer->moves[m].r, found->moves[i].r);
            }
        }
    }
    answer->r = found->r;
    if (result_of(answer, found->r.low) == result_of(answer, found->r.high)) {
        answer->decided = true;
        answer->result = result_of(answer, found->r.low);
    }
}

// Takes what a search of the position after move `m` has found.
static void take_move(struct kauri_only_move *answer, unsigned m,
                      const struct kauri_search_answer *found)
{
    struct kauri_valued_move *move = &answer->moves[m];
    move->r = kauri_bounds_both(move->r, kauri_bounds_across(found->r, move->captured));
    for (unsigned i = found->move_count; i > 0; i--) {
        if (found->moves[i - 1].r.low == found->r.low) {
            answer->refutation[m] = found->moves[i - 1].hole;
        }
    }
}

// Searches the positions after the moves, or after those alone about which nothing is decided.
static enum kauri_status ask_moves(struct inquiry *inquiry, bool all, struct kauri_error *error)
{
    struct kauri_only_move *answer = inquiry->answer;
    unsigned waiting = all ? answer->move_count : kauri_only_move_count(answer, KAURI_HOLDING_OPEN);
    for (unsigned m = 0; m < answer->move_count; m++) {
        const double left = inquiry->deadline - kauri_clock_seconds();
        struct kauri_search_answer *found = NULL;
        if (!all && answer->holding[m] != KAURI_HOLDING_OPEN) {
            continue;
        }
        KAURI_PASS(search(inquiry, &answer->moves[m].successor, left > 0 ? left / waiting : 0,
                          &found, error));
        take_move(answer, m, found);
        conclude(answer);
        kauri_search_answer_free(found);
        waiting -= waiting > 1;
        if (inquiry->limits->follow != NULL) {
            inquiry->limits->follow(inquiry->limits->follower, answer);
        }
    }
    return KAURI_OK;
}

static enum kauri_status ask_searches(struct inquiry *inquiry, struct kauri_error *error)
{
    struct kauri_only_move *answer = inquiry->answer;
    struct kauri_search_answer *found = NULL;
    KAURI_PASS(
        search(inquiry, &answer->position, inquiry->limits->seconds * ROOT_SHARE, &found, error));
    take_root(answer, found);
    conclude(answer);
    kauri_search_answer_free(found);
    if (answer->decided && answer->result == KAURI_LOSS) { // every move gets it
        return KAURI_OK;
    }
    KAURI_PASS(ask_moves(inquiry, true, error));
    // Moves that were decided sooner than they might have been leave time for the others.
    for (unsigned round = 0; round < ROUNDS && kauri_clock_seconds() < inquiry->deadline &&
                             kauri_only_move_count(answer, KAURI_HOLDING_OPEN) > 0;
         round++) {
        KAURI_PASS(ask_moves(inquiry, false, error));
    }
    return KAURI_OK;
}

enum kauri_status kauri_only_move_find(struct kauri_tablebase *tables,
                                       const struct kauri_position *position,
                                       enum kauri_ruleset rules,
                                       const struct kauri_only_move_limits *limits,
                                       struct kauri_only_move *answer, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct inquiry inquiry = {.tables = tables,
                              .limits = limits,
                              .answer = answer,
                              .deadline = kauri_clock_seconds() + limits->seconds};
    *answer = (struct kauri_only_move){.position = *position, .rules = rules};
    if (tables != NULL && kauri_tablebase_has(tables, kauri_seeds(position))) {
        status = ask_tables(tables, answer, error);
        if (status != KAURI_MISSING) { // a layer, or its distances
            conclude(answer);
            return status;
        }
    }
    *answer = (struct kauri_only_move){.position = *position, .rules = rules};
    answer->move_count = kauri_moves_list(position, answer->moves);
    for (unsigned m = 0; m < answer->move_count; m++) {
        struct kauri_valued_move *move = &answer->moves[m];
        move->r = kauri_bounds_across(kauri_bounds_trivial(kauri_seeds(&move->successor)),
                                      move->captured);
        answer->refutation[m] = KAURI_MOVE_PASS;
    }
    KAURI_TRY(kauri_search_memory_new(tables, position, limits->memory, 1, &inquiry.memory, error));
    KAURI_TRY(ask_searches(&inquiry, error));
cleanup:
    kauri_search_memory_free(inquiry.memory);
    return status;
}
