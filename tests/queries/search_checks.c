#include "tests/queries/search_checks.h"

#include "tests/test.h"

struct kauri_search_answer *search(struct kauri_tablebase *tables,
                                   const struct kauri_position *position, enum kauri_goal goal,
                                   const struct kauri_search_limits *limits)
{
    struct kauri_search_answer *found = NULL;
    struct kauri_error error;
    assert_ok(kauri_search_answer_find(tables, position, goal, limits, &found, &error), &error);
    return found;
}

// With an exact value the line is the whole game: every move keeps r, the end is one by the rules,
// and play that never ends has its value.
static void check_whole(const struct oracle *oracle, const struct kauri_search_answer *found)
{
    const struct kauri_best_line *line = &found->line;
    const int r = oracle_get(oracle, &line->last).r;
    for (size_t i = 0; i < line->count; i++) {
        const struct kauri_line_step *step = &line->steps[i];
        const struct kauri_position *after =
            i + 1 < line->count ? &line->steps[i + 1].position : &line->last;
        const int gain = 3 * (step->captured.own - step->captured.opponent);
        assert_int_equal(oracle_get(oracle, &step->position).r, gain - oracle_get(oracle, after).r);
        // A player who is ahead leaves the layer or ends the game: no position occurs again.
        if (oracle_get(oracle, after).r != 0) {
            for (size_t k = 0; k <= i; k++) {
                assert_false(kauri_position_equal(after, &line->steps[k].position));
            }
        }
    }
    switch (line->end) {
    case KAURI_LINE_SEEDS:
        assert_int_equal(kauri_seeds(&line->last), 0);
        assert_int_not_equal(kauri_lead(&line->last), 0);
        break;
    case KAURI_LINE_STUCK:
        assert_int_equal(kauri_seeds(&line->last) + kauri_legal_moves(&line->last).count, 0);
        assert_int_equal(kauri_lead(&line->last), 0);
        break;
    case KAURI_LINE_UNLIMITED:
        assert_int_equal(r, 0);
        assert_true(kauri_position_equal(&line->last, &line->steps[line->repeats_from].position));
        break;
    case KAURI_LINE_OPEN:
    case KAURI_LINE_CIRCLE:
        fail_msg("the line is not whole");
    }
}

// The moves of the search keep the proven result, then those of the tables the value.
static void check_line(const struct oracle *oracle, const struct kauri_search_answer *found,
                       bool limited)
{
    const struct kauri_best_line *line = &found->line;
    struct kauri_position at = found->position;
    assert_true(line->table_from <= line->count);
    assert_true(found->status == KAURI_SEARCH_EXACT || line->count == 0);
    for (size_t i = 0; i < line->count; i++) {
        const struct kauri_line_step *step = &line->steps[i];
        assert_true(kauri_position_equal(&at, &step->position));
        const bool stored =
            found->tables != NULL && kauri_tablebase_has(found->tables, kauri_seeds(&at));
        assert_int_equal(stored, i >= line->table_from);
        const struct kauri_capture captured = kauri_play(&at, step->hole);
        assert_memory_equal(&captured, &step->captured, sizeof captured);
    }
    assert_true(kauri_position_equal(&at, &line->last));
    if (found->r.low == found->r.high && line->count > 0 &&
        !(limited && line->end == KAURI_LINE_OPEN)) {
        check_whole(oracle, found);
    } else if (line->count > 0 && line->end != KAURI_LINE_OPEN) {
        // The final captures of both players, and the cowrie phase.
        const bool turned = at.side != found->position.side;
        const int lead = kauri_lead(&at) - (turned ? -1 : 1) * kauri_lead(&found->position);
        const int t = kauri_seeds(&at) == 0 ? oracle_get(oracle, &at).r : 0;
        const int got = (turned ? -1 : 1) * (3 * lead + t);
        assert_in_range(got + 1000, found->r.low + 1000, found->r.high + 1000);
    }
}

void check_moves(const struct oracle *oracle, const struct kauri_search_answer *found, bool limited)
{
    const int r = oracle_get(oracle, &found->position).r;
    bool has_best = false;
    for (unsigned i = 0; i < found->move_count; i++) {
        const struct kauri_valued_move *move = &found->moves[i];
        struct kauri_position after = found->position;
        const struct kauri_capture captured = kauri_play(&after, move->hole);
        assert_memory_equal(&captured, &move->captured, sizeof captured);
        assert_true(kauri_position_equal(&after, &move->successor));
        const int value = 3 * (captured.own - captured.opponent) - oracle_get(oracle, &after).r;
        assert_in_range(value + 1000, move->r.low + 1000, move->r.high + 1000);
        if (move->best && found->goal == KAURI_GOAL_VALUE) {
            assert_int_equal(value, r);
        }
        has_best = has_best || move->best;
    }
    if (found->status == KAURI_SEARCH_EXACT && found->goal == KAURI_GOAL_VALUE && !limited) {
        const bool over = kauri_seeds(&found->position) == 0 && kauri_lead(&found->position) != 0;
        assert_true(has_best || found->move_count == 0);
        assert_true(found->line.count > 0 || found->move_count == 0 || over);
        assert_true(found->line.end != KAURI_LINE_OPEN);
    }
    check_line(oracle, found, limited);
}
