// Proofs that cite others: what they take from them is what the others state, and no change of one
// proves anything false.
#include "tests/test.h"

#include "queries/prover/proof_write.h"
#include "tests/rules/positions.h"
#include "tests/verify/proof_bench.h"

#include <stdio.h>
#include <string.h>

enum { FACTS_MAX = 400 };

// holes, cowries, seeds
static const unsigned boards[][3] = {{1, 2, 6}, {2, 2, 4}, {2, 4, 3}, {3, 2, 3}};

// Statements that a prover is told to be proven elsewhere.
struct facts {
    unsigned count;
    struct kauri_position position[FACTS_MAX];
    struct kauri_bounds r[FACTS_MAX];
};

// A digest that names the fact.
static uint64_t name_of(unsigned fact)
{
    return UINT64_C(0xfac7000000000000) + fact;
}

// Tells the prover true bounds of random positions, some exact, some not.
static void tell_facts(struct proof_bench *bench, struct facts *facts, unsigned count,
                       uint64_t *random)
{
    facts->count = count;
    for (unsigned i = 0; i < count; i++) {
        const unsigned seeds = (unsigned)(random_next(random) % (bench->seeds + 1));
        const struct kauri_position position =
            proof_bench_position(bench, seeds, random_next(random));
        const int r = oracle_get(bench->oracle, &position).r;
        const int maximum = 3 * (int)seeds + 1;
        const int below = (int)(random_next(random) % 4); // includes values that r cannot have
        const int above = (int)(random_next(random) % 4);
        facts->position[i] = position;
        facts->r[i] = (struct kauri_bounds){r - below < -maximum ? -maximum : r - below,
                                            r + above > maximum ? maximum : r + above};
        assert_int_equal(kauri_prover_cite(bench->prover, &position, facts->r[i], name_of(i), NULL),
                         KAURI_OK);
    }
}

// Asks for the value of a position, and writes the proof of it.
static struct kauri_written_proof prove(struct proof_bench *bench,
                                        const struct kauri_position *position)
{
    const struct kauri_prover_limits limits = {.seconds = 1000};
    const struct kauri_walk_limits walk = {.seconds = 1000};
    const int r = oracle_get(bench->oracle, position).r;
    struct kauri_prover_report report;
    struct kauri_error error = {.message = ""};
    struct kauri_written_proof written;
    for (int x = r; x <= r + 1; x++) {
        assert_int_equal(kauri_prover_ask(bench->prover, position, x, &limits, &report, &error),
                         KAURI_OK);
        assert_int_equal(report.answer, x == r ? KAURI_PROVER_YES : KAURI_PROVER_NO);
    }
    if (kauri_prover_write_proof(bench->prover, position, (struct kauri_bounds){r, r}, &walk,
                                 bench->path, KAURI_OUTPUT_REPLACE, &written, &error) != KAURI_OK) {
        fail_msg("%s", error.message);
    }
    return written;
}

// Checks that a cited statement is what the fact of its digest states.
static void check_statement(const struct facts *facts, const struct kauri_cited_statement *cited,
                            unsigned holes)
{
    const unsigned fact = (unsigned)(cited->digest - name_of(0));
    assert_true(fact < facts->count);
    const struct kauri_step_key key =
        kauri_step_key_of(&facts->position[fact], kauri_step_key_kind(cited->key));
    const bool own = kauri_step_key_kind(key) == KAURI_STEP_OWN;
    assert_memory_equal(&key, &cited->key, sizeof key);
    assert_int_equal(cited->value, own ? facts->r[fact].low : -facts->r[fact].high);
    const struct kauri_position position = kauri_step_key_position(cited->key, holes);
    assert_int_equal(position.holes, holes);
}

static void check_accepted(struct proof_bench *bench, const struct facts *facts,
                           const struct kauri_position *position,
                           const struct kauri_written_proof *written)
{
    struct kauri_proof_entry result;
    struct kauri_error error = {.message = ""};
    assert_ok(kauri_proof_check(bench->path, bench->tables, NULL, &result, NULL, &error), &error);
    assert_true(kauri_position_equal(&result.position, position));
    assert_int_equal(result.low, oracle_get(bench->oracle, position).r);
    assert_int_equal(result.high, result.low);
    assert_int_equal(result.steps, written->steps);
    assert_int_equal(result.digest, written->digest);
    assert_int_equal(result.citations.count, written->citations);
    for (size_t i = 0; i < result.citations.count; i++) {
        check_statement(facts, &result.citations.statement[i], bench->shape.holes);
    }
    kauri_citations_clear(&result.citations);
}

TEST(what_is_proven_elsewhere_is_cited)
{
    static struct facts facts;
    uint64_t random = 11;
    uint64_t citations = 0;
    uint64_t steps = 0;
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        for (int top = -1; top <= 0; top++) {
            struct proof_bench bench;
            proof_bench_make(&bench, boards[i], top);
            for (unsigned k = 0; k < 300; k++) {
                if (k % 50 == 0) {
                    proof_bench_new_prover(&bench, k);
                    tell_facts(&bench, &facts, k % 100 == 0 ? 20 : FACTS_MAX, &random);
                }
                const unsigned seeds = (unsigned)(random_next(&random) % (bench.seeds + 1));
                const struct kauri_position position =
                    proof_bench_position(&bench, seeds, random_next(&random));
                const struct kauri_written_proof written = prove(&bench, &position);
                check_accepted(&bench, &facts, &position, &written);
                citations += written.citations;
                steps += written.steps;
            }
            proof_bench_remove(&bench);
        }
    }
    print_message("%lu steps, %lu citations\n", (unsigned long)steps, (unsigned long)citations);
    assert_true(citations > 1000 && steps > 10000);
}

// Of several proofs about a position, each bound is taken from the one where it is tightest.
TEST(the_tightest_bound_is_cited)
{
    struct proof_bench bench;
    struct kauri_proof_entry result;
    const struct kauri_proof_citations *citations = &result.citations;
    proof_bench_make(&bench, boards[1], -1);
    proof_bench_new_prover(&bench, 0);
    const struct kauri_position position = position_of("1+1,1/1,0+1 S");
    const int r = oracle_get(bench.oracle, &position).r;
    const struct kauri_bounds facts[] = {
        {r - 3, r + 3}, {r, r + 4}, {r - 1, r}, {r, r}, {r - 3, r + 3},
    };
    for (unsigned i = 0; i < sizeof facts / sizeof facts[0]; i++) {
        assert_int_equal(kauri_prover_cite(bench.prover, &position, facts[i], name_of(i), NULL),
                         KAURI_OK);
    }
    assert_int_equal(prove(&bench, &position).steps, 0);
    assert_int_equal(kauri_proof_check(bench.path, NULL, NULL, &result, NULL, NULL), KAURI_OK);
    assert_int_equal(citations->count, 2);
    assert_int_equal(citations->statement[0].value, r);
    assert_int_equal(citations->statement[0].digest, name_of(1));
    assert_int_equal(citations->statement[1].value, -r);
    assert_int_equal(citations->statement[1].digest, name_of(2));
    kauri_citations_clear(&result.citations);
    proof_bench_remove(&bench);
}

// The lines of a proof of the board with two holes and two cowries that come before the steps, and
// what is wrong with them; NULL: nothing.
static const struct {
    enum kauri_status status;
    const char *fault;
    const char *lines;
} heads[] = {
    {KAURI_OK, NULL, "cite own 1+1,0/0+1,0 4 0123456789abcdef\n"},
    {KAURI_OK, NULL,
     "cite own 0,0/0+2,0 1 00000000000000ff\ncite own 0,0+1/0+1,0 1 00000000000000ff\n"
     "cite own 0,0+2/0,0 1 00000000000000ff\ncite own 0,1+2/0,0 -4 0123456789abcdef\n"
     "cite own 1,0+2/0,0 -4 0123456789abcdef\ncite opp 0,1+2/0,0 4 0123456789abcdef\n"},
    {KAURI_WRONG, "line 7: a second citation about this position",
     "cite own 1+1,0/0+1,0 1 0123456789abcdef\ncite own 1+1,0/0+1,0 2 0123456789abcdef\n"},
    {KAURI_WRONG, "line 7: a second citation about this position, or one out of order",
     "cite opp 1+1,0/0+1,0 1 0123456789abcdef\ncite own 1+1,0/0+1,0 2 0123456789abcdef\n"},
    {KAURI_WRONG, "out of order",
     "cite own 1,0+2/0,0 1 0123456789abcdef\ncite own 0,1+2/0,0 2 0123456789abcdef\n"},
    {KAURI_WRONG, "out of order",
     "cite own 1+1,0/0+1,0 1 0123456789abcdef\ncite own 1,0+1/0+1,0 2 0123456789abcdef\n"},
    {KAURI_WRONG, "line 6: a position of another board", "cite own 1+1/0+1 1 0123456789abcdef\n"},
    {KAURI_WRONG, "line 6: a position of another board",
     "cite own 1+1,0/0+2,0 1 0123456789abcdef\n"},
    {KAURI_WRONG, "line 6: more seeds than at the root",
     "cite own 3+1,0/0+1,0 1 0123456789abcdef\n"},
    {KAURI_BAD_INPUT, "line 6: a citation is 'cite own' or 'cite opp'",
     "cite either 1+1,0/0+1,0 1 0123456789abcdef\n"},
    {KAURI_BAD_INPUT, "line 6: not a value of a position with so many seeds",
     "cite own 1+1,0/0+1,0 5 0123456789abcdef\n"},
    {KAURI_BAD_INPUT, "line 6: not a value", "cite own 1+1,0/0+1,0 -5 0123456789abcdef\n"},
    {KAURI_BAD_INPUT, "line 6: not a value", "cite own 1+1,0/0+1,0 04 0123456789abcdef\n"},
    {KAURI_BAD_INPUT, "line 6: expected the digest", "cite own 1+1,0/0+1,0 4 0123456789abcde\n"},
    {KAURI_BAD_INPUT, "line 6: expected the digest", "cite own 1+1,0/0+1,0 4 0123456789ABCDEF\n"},
    {KAURI_BAD_INPUT, "line 6: expected a line", "cite own 1+1,0/0+1,0 4\n"},
    {KAURI_BAD_INPUT, "line 6", "cite own 1+1,0/0+1,0 S 4 0123456789abcdef\n"},
    {KAURI_BAD_INPUT, "line 6", "cite own none 4 0123456789abcdef\n"},
    {KAURI_BAD_INPUT, "line 7: expected a line",
     "cite own 1+1,0/0+1,0 4 0123456789abcdef\ntable 0 0123456789abcdef\n"},
};

TEST(citations_are_read_strictly)
{
    static const unsigned board[] = {2, 2, 2};
    struct proof_bench bench;
    proof_bench_make(&bench, board, -1);
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++) {
        struct kauri_proof_entry result;
        struct kauri_error error = {.message = ""};
        char text[1024];
        (void)snprintf(text, sizeof text, "board 2 2\nroot 1+1,1/0+1,0 S 0:0\nbounds -7 7\n%s",
                       heads[i].lines);
        (void)proof_bench_seal_head(bench.path, text);
        const enum kauri_status status =
            kauri_proof_check(bench.path, NULL, NULL, &result, NULL, &error);
        if (status != heads[i].status ||
            (heads[i].fault != NULL && strstr(error.message, heads[i].fault) == NULL)) {
            fail_msg("%s: status %d, %s", heads[i].lines, status, error.message);
        }
        kauri_citations_clear(&result.citations);
    }
    proof_bench_remove(&bench);
}

// A citation serves for quiet moves with values above 0, and for no more than it says.
TEST(citations_count_like_tables)
{
    static const unsigned board[] = {1, 0, 2};
    static const struct {
        enum kauri_status status;
        const char *head;
        size_t moves; // passes of the player to move at the root
    } proofs[] = {
        // Both players can only pass. What the citation says is false, and so what follows.
        {KAURI_OK, "bounds 3 7\ncite opp 1/1 3 0123456789abcdef\nmoves 1\n", 1},
        {KAURI_WRONG, "bounds 3 7\ncite opp 1/1 2 0123456789abcdef\nmoves 1\n", 1},
        {KAURI_WRONG, "bounds 3 7\ncite own 1/1 2 0123456789abcdef\nmoves 1\n", 1},
        {KAURI_OK, "bounds 3 7\ncite own 1/1 3 0123456789abcdef\nmoves 0\n", 0},
        {KAURI_OK, "bounds -7 -3\ncite opp 1/1 3 0123456789abcdef\nmoves 0\n", 0},
        {KAURI_OK, "bounds -7 -3\ncite own 1/1 3 0123456789abcdef\nmoves 0\n", 0},
        {KAURI_WRONG, "bounds -7 -3\ncite own 1/1 2 0123456789abcdef\nmoves 0\n", 0},
    };
    struct proof_bench bench;
    proof_bench_make(&bench, board, -1);
    for (size_t i = 0; i < sizeof proofs / sizeof proofs[0]; i++) {
        struct kauri_proof_entry result;
        char text[1024];
        const int bytes = snprintf(text, sizeof text,
                                   "kauri-proof 3\nrules kauri-r1-r10;unlimited=0\nboard 1 0\n"
                                   "root 1/1 S 0:0\n%s%s",
                                   proofs[i].head, proofs[i].moves > 0 ? "\6" : "");
        (void)proof_bench_seal(bench.path, text, (size_t)bytes);
        assert_int_equal(kauri_proof_check(bench.path, NULL, NULL, &result, NULL, NULL),
                         proofs[i].status);
        kauri_citations_clear(&result.citations);
    }
    proof_bench_remove(&bench);
}
