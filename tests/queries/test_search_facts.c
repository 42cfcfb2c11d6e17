// Searches for the answer to one question, and with bounds that are given as proven, against the
// oracle; their proofs against the checker.
#include "tests/test.h"

#include "queries/prover/leaf.h"
#include "queries/search/search.h"
#include "tests/indexer/layers.h"
#include "tests/queries/search_checks.h"
#include "tests/queries/solved_tables.h"
#include "tests/rules/positions.h"
#include "tests/sanitized.h"
#include "verify/proof_check.h"

#include <stdio.h>

enum { FACTS = 60, PATH_BYTES = TEMPORARY_BYTES + 16 };

// holes, cowries, seeds
static const unsigned boards[][3] = {{2, 2, 4}, {2, 4, 3}, {3, 2, 3}};

struct fact_bench {
    struct kauri_shape shape;
    unsigned seeds;
    struct oracle *oracle;
    struct kauri_search_fact facts[FACTS];
    char folder[TEMPORARY_BYTES];
    char path[PATH_BYTES];
    uint64_t random;
    unsigned open, yes, no;
    uint64_t citations;
};

// `board`: holes, cowries, seeds.
static void set_board(struct fact_bench *bench, const unsigned board[3])
{
    bench->shape = (struct kauri_shape){(uint8_t)board[0], (uint8_t)board[1]};
    bench->seeds = board[2];
    bench->oracle = oracle_new(board[0], board[1], board[2]);
}

static struct kauri_position any_position(struct fact_bench *bench)
{
    const unsigned seeds = (unsigned)(random_next(&bench->random) % (bench->seeds + 1));
    const struct kauri_layer layer = layer_of(bench->shape, seeds);
    return kauri_layer_position(&layer, random_next(&bench->random) % layer.positions);
}

// True bounds of random positions.
static void make_facts(struct fact_bench *bench)
{
    for (unsigned i = 0; i < FACTS; i++) {
        struct kauri_search_fact *fact = &bench->facts[i];
        fact->position = any_position(bench);
        const int r = oracle_get(bench->oracle, &fact->position).r;
        const unsigned kind = (unsigned)(random_next(&bench->random) % 3);
        fact->r = kauri_bounds_trivial(kauri_seeds(&fact->position));
        fact->r.low = kind == 0 ? fact->r.low : r;
        fact->r.high = kind == 1 ? fact->r.high : r;
        fact->digest = i;
    }
}

// Has the proof of the search checked: it states these bounds, and cites facts.
static void check_proof(struct fact_bench *bench, const struct kauri_search_answer *found,
                        struct kauri_bounds r)
{
    struct kauri_proof_entry result;
    struct kauri_error error = {.message = ""};
    assert_ok(
        kauri_search_answer_prove(found, NULL, bench->path, KAURI_OUTPUT_REPLACE, NULL, &error),
        &error);
    assert_ok(kauri_proof_check(bench->path, NULL, NULL, &result, NULL, &error), &error);
    assert_true(kauri_position_equal(&result.position, &found->position));
    assert_int_equal(result.low, r.low);
    assert_int_equal(result.high, r.high);
    for (size_t i = 0; i < result.citations.count; i++) {
        const struct kauri_cited_statement *cited = &result.citations.statement[i];
        assert_true(cited->digest < FACTS);
        const struct kauri_position position =
            kauri_step_key_position(cited->key, bench->shape.holes);
        const int value = oracle_get(bench->oracle, &position).r;
        const bool own = kauri_step_key_kind(cited->key) == KAURI_STEP_OWN;
        assert_true((own ? value : -value) >= cited->value);
    }
    bench->citations += result.citations.count;
    kauri_citations_clear(&result.citations);
}

// Asks whether r >= x, and proves the answer.
static void check_question(struct fact_bench *bench, const struct kauri_position *position, int x,
                           uint64_t nodes, bool with_facts)
{
    const struct kauri_search_limits limits = {
        .memory = 4 << 20,
        .seconds = 1000,
        .nodes = nodes,
        .ask = true,
        .x = x,
        .facts = bench->facts,
        .fact_count = with_facts ? FACTS : 0,
    };
    const int r = oracle_get(bench->oracle, position).r;
    const int maximum = 3 * (int)kauri_seeds(position) + 1;
    struct kauri_search_answer *found = search(NULL, position, KAURI_GOAL_VALUE, &limits);
    const struct kauri_search_question *question = &found->question;
    assert_true(question->asked && question->x == x);
    assert_true(found->r.low <= r && r <= found->r.high);
    assert_int_equal(found->line.count, 0);
    if (question->answer == KAURI_PROVER_OPEN) {
        bench->open++;
        assert_int_equal(found->status, KAURI_SEARCH_BOUNDS);
        assert_int_equal(found->stop, KAURI_SEARCH_STOP_NODES);
        assert_true(nodes > 0 && question->yes > 0 && question->no > 0);
        assert_int_equal(
            kauri_search_answer_prove(found, NULL, bench->path, KAURI_OUTPUT_REPLACE, NULL, NULL),
            KAURI_USAGE);
    } else {
        const bool yes = question->answer == KAURI_PROVER_YES;
        assert_int_equal(found->status, KAURI_SEARCH_EXACT);
        assert_int_equal(yes, r >= x);
        assert_int_equal(question->yes + question->no, 0);
        *(yes ? &bench->yes : &bench->no) += 1;
        // The bound is the nearest value that r can have.
        int low = x < -maximum ? -maximum : x;
        int high = x - 1 > maximum ? maximum : x - 1;
        while (yes && !kauri_question_possible(low, kauri_seeds(position))) {
            low++;
        }
        while (!yes && !kauri_question_possible(high, kauri_seeds(position))) {
            high--;
        }
        check_proof(bench, found,
                    (struct kauri_bounds){yes ? low : -maximum, yes ? maximum : high});
    }
    kauri_search_answer_free(found);
}

TEST(one_question_is_answered_and_proven)
{
    struct fact_bench bench = {.random = 3};
    temporary_make(bench.folder);
    (void)snprintf(bench.path, PATH_BYTES, "%s/proof", bench.folder);
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        set_board(&bench, boards[i]);
        for (unsigned k = 0; k < fewer(10, 60); k++) {
            make_facts(&bench);
            const struct kauri_position position = any_position(&bench);
            const int maximum = 3 * (int)kauri_seeds(&position) + 1;
            for (int x = -maximum - 1; x <= maximum + 2; x++) {
                check_question(&bench, &position, x, 0, k % 2 == 0);
                check_question(&bench, &position, x, 3, k % 2 == 0);
            }
        }
        oracle_free(bench.oracle);
    }
    temporary_remove(bench.folder);
    print_message("%u yes, %u no, %u open, %lu citations\n", bench.yes, bench.no, bench.open,
                  (unsigned long)bench.citations);
    assert_true(bench.yes > 100 && bench.no > 100 && bench.open > 10 && bench.citations > 50);
}

// The value itself.
TEST(facts_never_make_a_bound_wrong)
{
    struct fact_bench bench = {.random = 5};
    uint64_t nodes[2] = {0, 0}; // positions expanded without facts and with them
    temporary_make(bench.folder);
    (void)snprintf(bench.path, PATH_BYTES, "%s/proof", bench.folder);
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        set_board(&bench, boards[i]);
        for (unsigned k = 0; k < fewer(20, 200); k++) {
            make_facts(&bench);
            const struct kauri_position position = any_position(&bench);
            const int r = oracle_get(bench.oracle, &position).r;
            for (unsigned with = 0; with < 2; with++) {
                const struct kauri_search_limits limits = {
                    .memory = 4 << 20,
                    .seconds = 1000,
                    .facts = bench.facts,
                    .fact_count = with == 1 ? FACTS : 0,
                };
                struct kauri_search_answer *found =
                    search(NULL, &position, KAURI_GOAL_VALUE, &limits);
                assert_int_equal(found->r.low, r);
                assert_int_equal(found->r.high, r);
                nodes[with] += found->nodes;
                check_moves(bench.oracle, found, false);
                check_proof(&bench, found, found->r);
                kauri_search_answer_free(found);
            }
        }
        oracle_free(bench.oracle);
    }
    temporary_remove(bench.folder);
    print_message("%lu positions without facts, %lu with them\n", (unsigned long)nodes[0],
                  (unsigned long)nodes[1]);
    assert_true(nodes[1] < nodes[0]);
}

// Facts about other boards, and about positions with more seeds, make no difference.
TEST(foreign_facts_are_ignored)
{
    struct fact_bench bench = {.shape = {2, 2}, .seeds = 4, .random = 9};
    bench.oracle = oracle_new(2, 2, 4);
    for (unsigned k = 0; k < 50; k++) {
        const struct kauri_position position = any_position(&bench);
        uint64_t nodes[2];
        make_facts(&bench);
        for (unsigned i = 0; i < FACTS; i++) { // false ones, to be seen if they are taken
            struct kauri_search_fact *fact = &bench.facts[i];
            fact->position.holes = i % 3 == 0 ? 1 : 2;
            fact->position.cowries[0] = (uint8_t)(fact->position.cowries[0] + (i % 3 == 1));
            fact->position.seeds[0] = (uint8_t)(fact->position.seeds[0] + (i % 3 == 2 ? 5 : 0));
            fact->r.low = 3 * (int)kauri_seeds(&fact->position) + 1;
            fact->r.high = fact->r.low;
        }
        for (unsigned with = 0; with < 2; with++) {
            const struct kauri_search_limits limits = {
                .memory = 4 << 20,
                .seconds = 1000,
                .facts = bench.facts,
                .fact_count = with == 1 ? FACTS : 0,
            };
            struct kauri_search_answer *found = search(NULL, &position, KAURI_GOAL_VALUE, &limits);
            assert_int_equal(found->r.low, oracle_get(bench.oracle, &position).r);
            assert_int_equal(found->r.high, found->r.low);
            nodes[with] = found->nodes;
            kauri_search_answer_free(found);
        }
        assert_int_equal(nodes[0], nodes[1]);
    }
    oracle_free(bench.oracle);
}

// A state must name the tables that its bounds may rest on, those of facts among them.
TEST(tables_of_facts_are_noted)
{
    const struct kauri_position position = position_of("1+1,1/1,0+1 S");
    struct kauri_search_fact fact = {.position = position_of("1+1,0/0,0+1 S"), .r = {-4, 4}};
    for (fact.tables = 0; fact.tables < 3; fact.tables++) {
        const struct kauri_search_limits limits = {
            .memory = 4 << 20, .seconds = 1000, .facts = &fact, .fact_count = 1};
        struct kauri_search_answer *found = search(NULL, &position, KAURI_GOAL_VALUE, &limits);
        assert_int_equal(kauri_prover_history(found->asked.prover).layers, (1U << fact.tables) - 1);
        kauri_search_answer_free(found);
    }
}
