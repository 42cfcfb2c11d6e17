// How long play through the steps of a proof lasts: proofs made by hand, and proofs of searches
// compared with a count that knows neither a search through the graph nor the order of its steps.
#include "tests/test.h"

#include "queries/prover/proof_write.h"
#include "tests/rules/positions.h"
#include "tests/verify/proof_bench.h"
#include "verify/proof_plies.h"

#include <stdio.h>
#include <stdlib.h>

// -------------------------------------------------------------------------------------- by hand

// Reads a proof on a board of one hole. `moves` has its moves, all of which are to hole a.
static void read_made(const struct proof_bench *bench, const char *head, unsigned moves,
                      struct kauri_proof *proof)
{
    char text[1024];
    struct kauri_error error = {.message = ""};
    int bytes = snprintf(text, sizeof text,
                         "kauri-proof 3\nrules kauri-r1-r10;unlimited=0\nboard 1 %smoves %u\n",
                         head, moves);
    for (unsigned i = 0; i < (3 * moves + 7) / 8; i++) {
        text[bytes++] = '\0';
    }
    (void)proof_bench_seal(bench->path, text, (size_t)bytes);
    assert_ok(kauri_proof_read(bench->path, proof, NULL, &error), &error);
    assert_ok(kauri_proof_check_steps(bench->path, proof, NULL, NULL, &error), &error);
}

enum { MADE_STEPS = 4 };

// Proofs with what they cite taking 7 plies, and the plies of their steps.
static const struct {
    const char *head;
    unsigned moves, steps;
    uint32_t capture[MADE_STEPS], end[MADE_STEPS];
} made[] = {
    // The prover captures the last seed. No result is worse than that of a lost cowrie phase.
    {"1\nroot 0+1/1 S 0:0\nbounds 2 4\n", 1, 1, {1}, {1}},
    // If a draw of the cowrie phase is needed, the cowrie goes round without end.
    {"1\nroot 0+1/1 S 0:0\nbounds 3 4\n",
     2,
     3,
     {1, KAURI_PLIES_ENDLESS, KAURI_PLIES_ENDLESS},
     {KAURI_PLIES_ENDLESS, KAURI_PLIES_ENDLESS, KAURI_PLIES_ENDLESS}},
    // After the capture, which ends the first count, another proof gives the draw.
    {"1\nroot 0+1/1 S 0:0\nbounds 3 4\ncite opp 0+1/0 0 0123456789abcdef\n", 1, 1, {1}, {8}},
    // A quiet move to what another proof states: both counts go on there.
    {"1\nroot 0+1/0 S 0:0\nbounds 0 1\ncite opp 0+1/0 0 0123456789abcdef\n", 1, 1, {8}, {8}},
    // Another proof states the bound itself, so there is no step.
    {"1\nroot 0+1/0 S 0:0\nbounds 0 1\ncite own 0+1/0 0 0123456789abcdef\n", 0, 0, {0}, {0}},
    // The opponent has no move, and no seed is left.
    {"0\nroot 0/0 S 0:0\nbounds -1 -1\n", 0, 1, {0}, {0}},
};

TEST(proofs_made_by_hand)
{
    static const unsigned board[] = {1, 1, 1};
    static const uint32_t cited[] = {7};
    struct proof_bench bench;
    proof_bench_make(&bench, board, -1);
    for (size_t i = 0; i < sizeof made / sizeof made[0]; i++) {
        uint32_t plies[MADE_STEPS];
        struct kauri_proof proof;
        read_made(&bench, made[i].head, made[i].moves, &proof);
        assert_int_equal(proof.steps.count, made[i].steps);
        for (unsigned k = 0; k < 2; k++) {
            const uint32_t *wanted = k == 0 ? made[i].capture : made[i].end;
            assert_int_equal(kauri_proof_plies(
                                 &proof, k == 0 ? KAURI_PLIES_UNTIL_CAPTURE : KAURI_PLIES_UNTIL_END,
                                 cited, plies, NULL, NULL),
                             KAURI_OK);
            for (unsigned step = 0; step < made[i].steps; step++) {
                if (plies[step] != wanted[step]) {
                    fail_msg("proof %zu, step %u: %u plies", i, step, plies[step]);
                }
            }
        }
        kauri_proof_clear(&proof);
    }
    proof_bench_remove(&bench);
}

TEST(sums_of_plies)
{
    assert_int_equal(kauri_plies_add(2, 3), 5);
    assert_true(kauri_plies_add(KAURI_PLIES_ENDLESS, 3) == KAURI_PLIES_ENDLESS);
    assert_true(kauri_plies_add(KAURI_PLIES_UNKNOWN, KAURI_PLIES_ENDLESS) == KAURI_PLIES_ENDLESS);
    assert_true(kauri_plies_add(3, KAURI_PLIES_UNKNOWN) == KAURI_PLIES_UNKNOWN);
    assert_true(kauri_plies_add(UINT32_MAX - 5, 1) == UINT32_MAX - 4);
    // A sum that is too great for its type is unknown, and never a mark of the search.
    assert_true(kauri_plies_add(UINT32_MAX - 5, 2) == KAURI_PLIES_UNKNOWN);
    assert_true(kauri_plies_add(UINT32_MAX - 4, UINT32_MAX - 4) == KAURI_PLIES_UNKNOWN);
}

// -------------------------------------------------------------------- the count, another way

// Plies after a move of a step when each step has the plies `before`.
static uint64_t after_move(const struct kauri_proof *proof, const struct kauri_proof_step *step,
                           int hole, enum kauri_plies_until until, const uint32_t *cited,
                           const uint64_t *before)
{
    struct kauri_position position = kauri_step_key_position(step->key, proof->holes);
    const bool own = kauri_step_key_kind(step->key) == KAURI_STEP_OWN;
    const struct kauri_capture captured = kauri_play(&position, hole);
    const int net = 3 * ((int)captured.own - (int)captured.opponent);
    const int needed = own ? step->value - net : step->value + net;
    const struct kauri_step_key key =
        kauri_step_key_of(&position, own ? KAURI_STEP_OPPONENT : KAURI_STEP_OWN);
    const bool captures = captured.own > 0 || captured.opponent > 0;
    if ((captures && until == KAURI_PLIES_UNTIL_CAPTURE) ||
        needed + 3 * (int)kauri_seeds(&position) + 1 <= 0 ||
        kauri_seeds(&position) < proof->tables) {
        return 0;
    }
    for (size_t i = 0; i < proof->citations.count; i++) {
        const struct kauri_cited_statement *statement = &proof->citations.statement[i];
        if (kauri_step_key_equal(statement->key, key) && statement->value >= needed) {
            return cited[i];
        }
    }
    const struct kauri_proof_step *next = kauri_steps_find(&proof->steps, key);
    assert_non_null(next);
    assert_true(next->value >= needed);
    return before[next - proof->steps.step];
}

static uint64_t of_step(const struct kauri_proof *proof, const struct kauri_proof_step *step,
                        enum kauri_plies_until until, const uint32_t *cited, const uint64_t *before)
{
    const struct kauri_position position = kauri_step_key_position(step->key, proof->holes);
    const struct kauri_moves moves = kauri_legal_moves(&position);
    uint64_t maximum = 0;
    if (kauri_step_key_kind(step->key) == KAURI_STEP_OWN) {
        return 1 + after_move(proof, step, step->hole, until, cited, before);
    }
    if (moves.count == 0 && kauri_seeds(&position) > 0) {
        return 1 + after_move(proof, step, KAURI_MOVE_PASS, until, cited, before);
    }
    for (unsigned i = 0; i < moves.count; i++) {
        const uint64_t plies = 1 + after_move(proof, step, moves.hole[i], until, cited, before);
        maximum = plies > maximum ? plies : maximum;
    }
    return maximum;
}

// Compares with the plies by rounds: in each, a step takes those of the round before after its
// moves. A step without a circle has its number after as many rounds as there are steps; in a
// circle, the number grows in every so many rounds, until it is more than any without one.
static uint64_t compare(const struct kauri_proof *proof, enum kauri_plies_until until,
                        const uint32_t *cited, uint64_t most_cited)
{
    const size_t count = proof->steps.count;
    const uint64_t bound = count + most_cited;
    uint64_t *round = calloc(2 * count + 2, sizeof *round);
    uint32_t *plies = malloc((count + 1) * sizeof *plies);
    uint64_t endless = 0;
    bool changed = true;
    assert_non_null(round);
    assert_non_null(plies);
    uint64_t *before = round;
    uint64_t *now = round + count + 1;
    for (size_t i = 0; changed; i++) {
        changed = false;
        assert_true(i <= 3 * bound + 3);
        for (size_t step = 0; step < count; step++) {
            const uint64_t value = of_step(proof, &proof->steps.step[step], until, cited, before);
            now[step] = value > bound ? bound + 1 : value;
            changed = changed || now[step] != before[step];
        }
        uint64_t *last = before;
        before = now;
        now = last;
    }
    assert_int_equal(kauri_proof_plies(proof, until, cited, plies, NULL, NULL), KAURI_OK);
    for (size_t step = 0; step < count; step++) {
        const bool is_endless = before[step] > bound;
        assert_true(plies[step] == (is_endless ? KAURI_PLIES_ENDLESS : (uint32_t)before[step]));
        endless += is_endless;
    }
    free(round);
    free(plies);
    return endless;
}

static uint64_t compare_both(const struct kauri_proof *proof, uint64_t most_cited, uint64_t *random)
{
    uint32_t *cited = malloc((proof->citations.count + 1) * sizeof *cited);
    assert_non_null(cited);
    for (size_t i = 0; i < proof->citations.count; i++) {
        cited[i] = (uint32_t)random_below(random, (unsigned)most_cited + 1);
    }
    const uint64_t quiet = compare(proof, KAURI_PLIES_UNTIL_CAPTURE, cited, most_cited);
    const uint64_t endless = compare(proof, KAURI_PLIES_UNTIL_END, cited, most_cited);
    assert_true(quiet <= endless);
    free(cited);
    return endless;
}

// Tells the prover the r of random positions, as if other proofs stated them.
static void tell_facts(struct proof_bench *bench, unsigned count, uint64_t *random)
{
    for (unsigned i = 0; i < count; i++) {
        const struct kauri_position position = proof_bench_position(
            bench, random_below(random, bench->seeds + 1), random_next(random));
        const int r = oracle_get(bench->oracle, &position).r;
        assert_int_equal(
            kauri_prover_cite(bench->prover, &position, (struct kauri_bounds){r, r}, i, NULL),
            KAURI_OK);
    }
}

// Proves the r of a position.
static void prove(struct proof_bench *bench, const struct kauri_position *position,
                  struct kauri_proof *proof)
{
    const struct kauri_prover_limits limits = {.seconds = 1000};
    const struct kauri_walk_limits walk = {.seconds = 1000};
    const int r = oracle_get(bench->oracle, position).r;
    struct kauri_prover_report report;
    struct kauri_written_proof written;
    for (int x = r; x <= r + 1; x++) {
        assert_int_equal(kauri_prover_ask(bench->prover, position, x, &limits, &report, NULL),
                         KAURI_OK);
    }
    assert_int_equal(kauri_prover_write_proof(bench->prover, position, (struct kauri_bounds){r, r},
                                              &walk, bench->path, KAURI_OUTPUT_REPLACE, &written,
                                              NULL),
                     KAURI_OK);
    assert_int_equal(kauri_proof_read(bench->path, proof, NULL, NULL), KAURI_OK);
}

TEST(proofs_of_searches)
{
    static const unsigned boards[][3] = {{1, 2, 6}, {2, 2, 4}, {2, 4, 3}, {3, 2, 3}};
    uint64_t random = 5;
    uint64_t steps = 0;
    uint64_t endless = 0;
    uint64_t citations = 0;
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        for (int top = -1; top <= 0; top++) {
            struct proof_bench bench;
            proof_bench_make(&bench, boards[i], top);
            for (unsigned k = 0; k < 60; k++) {
                struct kauri_proof proof;
                const struct kauri_position position =
                    proof_bench_position(&bench, bench.seeds, random_next(&random));
                proof_bench_new_prover(&bench, k);
                tell_facts(&bench, k % 2 == 0 ? 20 : 0, &random);
                prove(&bench, &position, &proof);
                endless += compare_both(&proof, 100, &random);
                steps += proof.steps.count;
                citations += proof.citations.count;
                kauri_proof_clear(&proof);
            }
            proof_bench_remove(&bench);
        }
    }
    print_message("%lu steps, %lu of them endless, %lu citations\n", (unsigned long)steps,
                  (unsigned long)endless, (unsigned long)citations);
    assert_true(endless > 100 && steps > 3 * endless && citations > 30);
}

TEST(a_proof_after_the_first_move_has_no_circle)
{
    struct kauri_proof proof;
    uint64_t random = 1;
    assert_int_equal(kauri_proof_read(KAURI_TEST_PROOF, &proof, NULL, NULL), KAURI_OK);
    assert_true(proof.steps.count > 10000);
    assert_int_equal(compare_both(&proof, 0, &random), 0);
    kauri_proof_clear(&proof);
}
