// queries/analysis: finding positions and the figures of a layer, against the values of an oracle
// and moves made one by one.
#include "tests/test.h"

#include "queries/analysis/find.h"
#include "queries/analysis/layer_figures.h"
#include "rules/value.h"
#include "tests/db/tables/oracle_tables.h"
#include "tests/indexer/layers.h"
#include "tests/rules/positions.h"
#include "tests/sanitized.h"
#include "tests/solver/oracle.h"
#include "tests/stop_at_once.h"
#include "tests/temporary.h"

#include <stdlib.h>
#include <string.h>

struct find_board {
    unsigned holes, cowries, seeds;
    bool stored_only;
};

// Boards of one hole and without cowries, with play that never ends, and one with so many blocks
// that they are read in several rounds.
static const struct find_board boards[] = {
    {1, 2, 3, true},  {2, 3, 3, true}, {2, 3, 3, false}, {3, 4, 2, true},
    {2, 0, 2, false}, {3, 1, 3, true}, {6, 1, 5, true},
};
enum { BOARDS = sizeof boards / sizeof *boards };

struct solved_board {
    struct find_board board;
    char folder[TEMPORARY_BYTES];
    struct oracle *oracle;
    struct kauri_tablebase *tables;
};

static void solve(struct solved_board *solved, struct find_board board)
{
    const struct kauri_shape shape = {(uint8_t)board.holes, (uint8_t)board.cowries};
    solved->board = board;
    temporary_make(solved->folder);
    solved->oracle = oracle_new(board.holes, board.cowries, board.seeds);
    for (unsigned seeds = 0; seeds <= board.seeds; seeds++) {
        oracle_table(solved->folder, solved->oracle, shape, seeds, board.stored_only);
    }
    assert_int_equal(kauri_tablebase_open_folder(solved->folder, 1 << 16, &solved->tables, NULL),
                     KAURI_OK);
}

static void clear(struct solved_board *solved)
{
    kauri_tablebase_close(solved->tables);
    oracle_free(solved->oracle);
    temporary_remove(solved->folder);
}

// The sign of what South wins from a position with value r for its player to move.
static int south_result(enum kauri_ruleset rules, const struct kauri_position *position, int r)
{
    const int lead = position->score[KAURI_SOUTH] - position->score[KAURI_NORTH];
    const int for_south = position->side == KAURI_SOUTH ? r : -r;
    const int sum =
        rules == KAURI_STANDARD ? lead + kauri_value_net(for_south) : 3 * lead + for_south;
    return (sum > 0) - (sum < 0);
}

// The number of moves of South that keep the result.
static unsigned keeping_result(const struct oracle *oracle, enum kauri_ruleset rules,
                               const struct kauri_position *position)
{
    const struct kauri_moves moves = kauri_legal_moves(position);
    const int result = south_result(rules, position, oracle_get(oracle, position).r);
    unsigned keeping = 0;
    for (unsigned i = 0; i < moves.count; i++) {
        struct kauri_position after = *position;
        (void)kauri_play(&after, moves.hole[i]);
        keeping += south_result(rules, &after, oracle_get(oracle, &after).r) == result;
    }
    return keeping;
}

// Whether the line that is asked for begins with the position, which has South to move.
static bool has_line(const struct oracle *oracle, struct kauri_position position,
                     const struct kauri_find_conditions *conditions)
{
    if (conditions->by_result && conditions->line > 0 &&
        south_result(conditions->rules, &position, oracle_get(oracle, &position).r) < 0) {
        return false;
    }
    for (unsigned moves = 0; moves < conditions->line; moves++) {
        struct kauri_position only;
        if (kauri_legal_moves(&position).count == 0) {
            position.side = (uint8_t)(1 - position.side); // a pass
            if (kauri_seeds(&position) == 0 || kauri_legal_moves(&position).count == 0) {
                return false;
            }
        }
        if (oracle_keeping(oracle, &position, &only) != 1 ||
            (conditions->by_result && position.side == KAURI_SOUTH &&
             keeping_result(oracle, conditions->rules, &position) != 1)) {
            return false;
        }
        position = only;
    }
    return true;
}

static int row_sum(const uint8_t *counts, unsigned holes)
{
    int sum = 0;
    for (unsigned i = 0; i < holes; i++) {
        sum += counts[i];
    }
    return sum;
}

// All there is to know about a position.
static struct kauri_found describe(const struct oracle *oracle,
                                   const struct kauri_position *position, uint64_t index)
{
    const struct oracle_value value = oracle_get(oracle, position);
    struct kauri_position turned = *position;
    struct kauri_position only;
    turned.side = KAURI_NORTH;
    return (struct kauri_found){
        .index = index,
        .r = value.r,
        .dtc = (uint32_t)value.dtc,
        .opposite_r = oracle_get(oracle, &turned).r,
        .moves = kauri_legal_moves(position).count,
        .keeping = (uint8_t)oracle_keeping(oracle, position, &only),
    };
}

// Each of the two would rather have the other one move; and each has a move.
static bool is_zugzwang(const struct kauri_position *position, const struct kauri_found *facts)
{
    struct kauri_position turned = *position;
    turned.side = KAURI_NORTH;
    const bool mover_would_not = facts->r < -facts->opposite_r;
    const bool opponent_would_not = facts->opposite_r < -facts->r;
    assert_int_equal(mover_would_not, opponent_would_not);
    const bool both_move = facts->moves > 0 && kauri_legal_moves(&turned).count > 0;
    // With seeds, a player without a move passes, and nothing changes.
    assert_true(kauri_seeds(position) == 0 || both_move || !mover_would_not);
    return mover_would_not && both_move;
}

static struct kauri_position scored(const struct kauri_find_conditions *conditions,
                                    const struct kauri_position *position)
{
    struct kauri_position copy = *position;
    memcpy(copy.score, conditions->score, sizeof copy.score);
    return copy;
}

// The conditions on the result. Mutual zugzwang: South gets less with the move than without it.
static bool meets_by_result(const struct solved_board *solved,
                            const struct kauri_find_conditions *conditions,
                            const struct kauri_position *given, const struct kauri_found *facts)
{
    const struct kauri_position position = scored(conditions, given);
    struct kauri_position turned = position;
    turned.side = KAURI_NORTH;
    const int result = south_result(conditions->rules, &position, facts->r);
    return (!conditions->result_given || result == (int)conditions->result) &&
           (!conditions->zugzwang || !conditions->by_result ||
            result < south_result(conditions->rules, &turned, facts->opposite_r)) &&
           (kauri_span_is_all(conditions->holding) ||
            kauri_span_has(conditions->holding,
                           (int32_t)keeping_result(solved->oracle, conditions->rules, &position)));
}

static bool meets(const struct solved_board *solved, const struct kauri_find_conditions *conditions,
                  const struct kauri_position *position, const struct kauri_found *facts)
{
    const unsigned holes = solved->board.holes;
    return kauri_span_has(conditions->r, facts->r) &&
           kauri_span_has(conditions->net, kauri_value_net(facts->r)) &&
           (kauri_span_is_all(conditions->dtc) ||
            (facts->r != 0 && kauri_span_has(conditions->dtc, (int32_t)facts->dtc))) &&
           kauri_span_has(conditions->mover_seeds, row_sum(position->seeds, holes)) &&
           kauri_span_has(conditions->opponent_seeds, row_sum(position->seeds + holes, holes)) &&
           kauri_span_has(conditions->mover_cowries, row_sum(position->cowries, holes)) &&
           kauri_span_has(conditions->opponent_cowries,
                          row_sum(position->cowries + holes, holes)) &&
           kauri_span_has(conditions->moves, facts->moves) &&
           kauri_span_has(conditions->keeping, facts->keeping) &&
           (!conditions->zugzwang || is_zugzwang(position, facts)) &&
           meets_by_result(solved, conditions, position, facts) &&
           has_line(solved->oracle, scored(conditions, position), conditions);
}

// What was found, in order.
struct collected {
    struct kauri_found *found;
    size_t count;
    size_t capacity;
};

static enum kauri_status collect(void *context, const struct kauri_found *found, size_t count,
                                 struct kauri_error *error)
{
    (void)error;
    struct collected *collected = context;
    assert_true(count >= 1 && count <= KAURI_FOUND_MAX);
    assert_true(collected->count + count <= collected->capacity);
    memcpy(collected->found + collected->count, found, count * sizeof *found);
    collected->count += count;
    return KAURI_OK;
}

// Returns how many are found.
static uint64_t expect(const struct solved_board *solved, const struct kauri_layer *layer,
                       const struct kauri_found *facts,
                       const struct kauri_find_conditions *conditions, unsigned threads)
{
    struct collected collected = {
        .found = calloc((size_t)layer->positions, sizeof(struct kauri_found)),
        .capacity = (size_t)layer->positions,
    };
    const struct kauri_find_options options = {
        .threads = threads, .with_dtc = true, .found = collect, .context = &collected};
    const struct kauri_find_options counting = {.threads = threads};
    struct kauri_error error = {.message = ""};
    uint64_t count = 0;
    uint64_t counted = 0;
    assert_non_null(collected.found);
    assert_ok(kauri_find(solved->tables, layer->seeds, conditions, &options, &count, &error),
              &error);
    assert_int_equal(
        kauri_find(solved->tables, layer->seeds, conditions, &counting, &counted, NULL), KAURI_OK);
    size_t next = 0;
    for (uint64_t index = 0; index < layer->positions; index++) {
        const struct kauri_position position = kauri_layer_position(layer, index);
        if (!meets(solved, conditions, &position, &facts[index])) {
            continue;
        }
        assert_true(next < collected.count);
        const struct kauri_found *found = &collected.found[next++];
        assert_int_equal(found->index, index);
        assert_int_equal(found->r, facts[index].r);
        assert_int_equal(found->dtc, facts[index].dtc);
        assert_int_equal(found->moves, facts[index].moves);
        if (conditions->zugzwang) {
            assert_int_equal(found->opposite_r, facts[index].opposite_r);
        }
        if (kauri_find_counts_keeping(conditions)) {
            assert_int_equal(found->keeping, facts[index].keeping);
        }
        if (!kauri_span_is_all(conditions->holding)) {
            const struct kauri_position at_score = scored(conditions, &position);
            assert_int_equal(found->holding,
                             keeping_result(solved->oracle, conditions->rules, &at_score));
        }
    }
    assert_int_equal(next, collected.count);
    assert_int_equal(count, next);
    assert_int_equal(counted, next);
    free(collected.found);
    return count;
}

static struct kauri_span random_span(uint64_t *random, int32_t low, int32_t high)
{
    const int32_t size = high - low + 1;
    const int32_t a = low + (int32_t)(random_next(random) % (uint64_t)size);
    const int32_t b = low + (int32_t)(random_next(random) % (uint64_t)size);
    return (struct kauri_span){a < b ? a : b, random_next(random) % 3 == 0 ? INT32_MAX
                                              : a < b                      ? b
                                                                           : a};
}

// A few conditions at a time.
static struct kauri_find_conditions random_conditions(uint64_t *random, struct find_board board,
                                                      int32_t seeds)
{
    struct kauri_find_conditions conditions = kauri_find_conditions_none();
    const int32_t cowries = (int32_t)board.cowries;
    const int32_t holes = (int32_t)board.holes;
    struct {
        struct kauri_span *span;
        int32_t low, high;
    } spans[] = {
        {&conditions.r, -3 * seeds - 1, 3 * seeds + 1},
        {&conditions.net, -seeds, seeds},
        {&conditions.dtc, 0, 15},
        {&conditions.mover_seeds, 0, seeds},
        {&conditions.opponent_seeds, 0, seeds},
        {&conditions.mover_cowries, 0, cowries},
        {&conditions.opponent_cowries, 0, cowries},
        {&conditions.moves, 0, holes},
        {&conditions.keeping, 0, holes},
    };
    for (size_t i = 0; i < sizeof spans / sizeof *spans; i++) {
        if (random_next(random) % 4 == 0) {
            *spans[i].span = random_span(random, spans[i].low, spans[i].high);
        }
    }
    conditions.zugzwang = random_next(random) % 4 == 0;
    conditions.line = random_next(random) % 3 == 0 ? (unsigned)(random_next(random) % 6) : 0;
    conditions.by_result = random_next(random) % 2 == 0;
    conditions.rules = (enum kauri_ruleset)(random_next(random) % 2);
    if (conditions.by_result) {
        conditions.score[KAURI_SOUTH] = (uint8_t)(random_next(random) % 3);
        conditions.score[KAURI_NORTH] = (uint8_t)(random_next(random) % 3);
        conditions.result_given = random_next(random) % 3 == 0;
        conditions.result = (enum kauri_result)((int)(random_next(random) % 3) - 1);
        if (random_next(random) % 2 == 0) {
            conditions.holding = random_span(random, 0, holes);
        }
    }
    return conditions;
}

static struct kauri_found *describe_all(const struct solved_board *solved,
                                        const struct kauri_layer *layer)
{
    struct kauri_found *facts = calloc((size_t)layer->positions, sizeof *facts);
    assert_non_null(facts);
    for (uint64_t index = 0; index < layer->positions; index++) {
        const struct kauri_position position = kauri_layer_position(layer, index);
        facts[index] = describe(solved->oracle, &position, index);
    }
    return facts;
}

static void check_figures(const struct solved_board *solved, const struct kauri_layer *layer,
                          const struct kauri_found *facts, unsigned threads)
{
    struct kauri_layer_figures figures;
    uint64_t won[512] = {0};
    uint64_t lost[512] = {0};
    uint64_t unlimited = 0;
    uint64_t zugzwangs = 0;
    unsigned max_dtc = 0;
    uint64_t longest = 0;
    int32_t longest_r = 0;
    for (uint64_t index = 0; index < layer->positions; index++) {
        const struct kauri_found *fact = &facts[index];
        const struct kauri_position position = kauri_layer_position(layer, index);
        assert_true(fact->dtc < 512);
        won[fact->dtc] += fact->r > 0;
        lost[fact->dtc] += fact->r < 0;
        unlimited += fact->r % 3 == 0;
        zugzwangs += is_zugzwang(&position, fact);
        if (fact->r != 0 && (longest_r == 0 || fact->dtc > max_dtc)) {
            max_dtc = fact->dtc;
            longest = index;
            longest_r = fact->r;
        }
    }
    assert_int_equal(
        kauri_layer_figures_read(solved->tables, layer->seeds, threads, 0, NULL, &figures, NULL),
        KAURI_OK);
    assert_int_equal(figures.positions, layer->positions);
    assert_int_equal(figures.max_dtc, max_dtc);
    assert_int_equal(figures.longest, longest);
    assert_int_equal(figures.longest_r, longest_r);
    assert_int_equal(figures.unlimited, unlimited);
    assert_int_equal(figures.zugzwangs, zugzwangs);
    for (unsigned dtc = 0; dtc <= max_dtc; dtc++) {
        assert_int_equal(figures.won[dtc], won[dtc]);
        assert_int_equal(figures.lost[dtc], lost[dtc]);
    }
    kauri_layer_figures_clear(&figures);
}

TEST(found_positions_are_those_of_the_oracle)
{
    uint64_t random = 11;
    uint64_t zugzwangs = 0;
    uint64_t solutions[2] = {0, 0};
    for (size_t b = 0; b < BOARDS; b += fewer(2, 1)) {
        struct solved_board solved;
        solve(&solved, boards[b]);
        for (unsigned seeds = 0; seeds <= boards[b].seeds; seeds++) {
            const struct kauri_shape shape = {(uint8_t)boards[b].holes, (uint8_t)boards[b].cowries};
            const struct kauri_layer layer = layer_of(shape, seeds);
            struct kauri_found *facts = describe_all(&solved, &layer);
            struct kauri_find_conditions conditions = kauri_find_conditions_none();
            expect(&solved, &layer, facts, &conditions, 1);
            conditions.zugzwang = true;
            zugzwangs += expect(&solved, &layer, facts, &conditions, 3);
            conditions.zugzwang = false;
            conditions.by_result = true;
            for (conditions.line = 1; conditions.line <= 3; conditions.line++) {
                conditions.rules = (enum kauri_ruleset)(conditions.line % 2);
                solutions[conditions.rules] += expect(&solved, &layer, facts, &conditions, 1);
            }
            conditions.by_result = false;
            const unsigned rounds = layer.positions >= 5000 ? fewer(1, 2) : fewer(4, 25);
            const unsigned step = layer.positions >= 5000 ? fewer(20, 9) : fewer(6, 3);
            for (conditions.line = 1; conditions.line <= 20; conditions.line += step) {
                expect(&solved, &layer, facts, &conditions, 1 + conditions.line % 4);
            }
            for (unsigned round = 0; round < rounds; round++) {
                conditions = random_conditions(&random, boards[b], (int32_t)seeds);
                expect(&solved, &layer, facts, &conditions, 1 + round % 4);
            }
            check_figures(&solved, &layer, facts, 1);
            check_figures(&solved, &layer, facts, 4);
            free(facts);
        }
        clear(&solved);
    }
    assert_true(zugzwangs > 0 && solutions[0] > 0 && solutions[1] > 0);
}

static enum kauri_status refuse(void *context, const struct kauri_found *found, size_t count,
                                struct kauri_error *error)
{
    (void)context;
    (void)found;
    (void)count;
    return kauri_fail(error, KAURI_RESOURCE, "no more");
}

TEST(work_ends_early_when_it_is_told_to)
{
    struct solved_board solved;
    struct kauri_error error;
    struct kauri_layer_figures figures;
    const struct kauri_find_conditions conditions = kauri_find_conditions_none();
    const struct kauri_progress progress = {.cancelled = stop_at_once};
    const struct kauri_find_options stopped = {.threads = 2, .progress = &progress};
    const struct kauri_find_options refused = {.threads = 2, .found = refuse};
    uint64_t count = 7;
    solve(&solved, boards[1]);
    assert_int_equal(kauri_find(solved.tables, 2, &conditions, &stopped, &count, &error),
                     KAURI_INTERRUPTED);
    assert_int_equal(count, 0);
    assert_int_equal(kauri_find(solved.tables, 2, &conditions, &refused, &count, &error),
                     KAURI_RESOURCE);
    assert_string_equal(error.message, "no more");
    assert_int_equal(kauri_find(solved.tables, 9, &conditions, &refused, &count, &error),
                     KAURI_NOT_COVERED);
    assert_int_equal(kauri_layer_figures_read(solved.tables, 2, 2, 0, &progress, &figures, &error),
                     KAURI_INTERRUPTED);
    assert_null(figures.won);
    clear(&solved);
}

// Draws last; among equals, the lesser index first.
static int shortest_first(const void *a, const void *b)
{
    const struct kauri_found *x = a;
    const struct kauri_found *y = b;
    const int64_t dtc_x = x->r == 0 ? INT64_MAX : (int64_t)x->dtc;
    const int64_t dtc_y = y->r == 0 ? INT64_MAX : (int64_t)y->dtc;
    return dtc_x != dtc_y ? (dtc_x > dtc_y) - (dtc_x < dtc_y)
                          : (x->index > y->index) - (x->index < y->index);
}

static int longest_first(const void *a, const void *b)
{
    const struct kauri_found *x = a;
    const struct kauri_found *y = b;
    const bool by_index = x->dtc == y->dtc || x->r == 0 || y->r == 0;
    return by_index ? shortest_first(a, b) : shortest_first(b, a);
}

TEST(the_best_are_kept_in_order)
{
    enum { COUNT = 500 };
    uint64_t random = 5;
    for (size_t limit = 1; limit < 2 * COUNT; limit += 1 + limit / 2) {
        for (unsigned shortest = 0; shortest < 2; shortest++) {
            struct kauri_found all[COUNT];
            struct kauri_found_best best;
            for (unsigned i = 0; i < COUNT; i++) {
                const int32_t r = (int32_t)(random_next(&random) % 5) - 2;
                all[i] = (struct kauri_found){
                    .index = i, .r = r, .dtc = r == 0 ? 0 : (uint32_t)(random_next(&random) % 40)};
            }
            assert_int_equal(kauri_found_best_init(&best, shortest != 0, limit, NULL), KAURI_OK);
            kauri_found_best_add(&best, all, 100);
            kauri_found_best_add(&best, all + 100, COUNT - 100);
            kauri_found_best_sort(&best);
            qsort(all, COUNT, sizeof *all, shortest != 0 ? shortest_first : longest_first);
            assert_int_equal(best.count, limit < COUNT ? limit : COUNT);
            for (size_t i = 0; i < best.count; i++) {
                assert_int_equal(best.items[i].index, all[i].index);
            }
            kauri_found_best_clear(&best);
        }
    }
}
