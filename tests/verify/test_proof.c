// Proofs: those of every search are accepted, and no change of one proves anything false.
#include "tests/test.h"

#include "queries/prover/proof_write.h"
#include "queries/search/search.h"
#include "tests/indexer/layers.h"
#include "tests/rules/positions.h"
#include "tests/sanitized.h"
#include "tests/verify/proof_bench.h"

#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { FILE_BYTES = 1 << 16 };

// holes, cowries, seeds
static const unsigned boards[][3] = {{1, 2, 6}, {1, 3, 5}, {2, 0, 2}, {2, 2, 4},
                                     {2, 4, 3}, {3, 2, 3}, {3, 4, 2}};

// A bench with a prover.
static void make(struct proof_bench *bench, const unsigned board[3], int top)
{
    proof_bench_make(bench, board, top);
    proof_bench_new_prover(bench, 0);
}

// Writes the proof of the value of a position, `slack` less sharp on each side. Returns its number
// of steps.
static uint64_t prove(struct proof_bench *bench, const struct kauri_position *position, int slack)
{
    const struct kauri_prover_limits limits = {.seconds = 1000};
    const struct kauri_walk_limits walk = {.seconds = 1000};
    const int r = oracle_get(bench->oracle, position).r;
    const int maximum = 3 * (int)kauri_seeds(position) + 1;
    const struct kauri_bounds bounds = {r - slack < -maximum ? -maximum : r - slack,
                                        r + slack > maximum ? maximum : r + slack};
    struct kauri_prover_report report;
    struct kauri_error error = {.message = ""};
    struct kauri_written_proof written;
    for (int x = r; x <= r + 1; x++) {
        assert_ok(kauri_prover_ask(bench->prover, position, x, &limits, &report, &error), &error);
        assert_int_equal(report.answer, x == r ? KAURI_PROVER_YES : KAURI_PROVER_NO);
    }
    assert_ok(kauri_prover_write_proof(bench->prover, position, bounds, &walk, bench->path,
                                       KAURI_OUTPUT_REPLACE, &written, &error),
              &error);
    proof_bench_accept(bench, position, bounds, written.steps);
    return written.steps;
}

static struct kauri_position position_at(const struct proof_bench *bench, unsigned seeds,
                                         uint64_t index)
{
    struct kauri_position position = proof_bench_position(bench, seeds, index);
    position.score[0] = (uint8_t)(index % 5);
    return position;
}

// Cuts off the end, and adds to it.
static void change_length(struct proof_bench *bench, const uint8_t *file, size_t size)
{
    static uint8_t changed[FILE_BYTES + PROOF_DIGEST_BYTES];
    memcpy(changed, file, size);
    memset(changed + size, 0, PROOF_DIGEST_BYTES);
    for (size_t length = 0; length < size + PROOF_DIGEST_BYTES; length++) {
        struct kauri_proof_entry result;
        if (length != size) {
            proof_bench_write(bench->path, changed, length);
            assert_int_equal(
                kauri_proof_check(bench->path, bench->tables, NULL, &result, NULL, NULL),
                KAURI_BAD_INPUT);
        }
    }
}

TEST(no_change_proves_anything_false)
{
    static uint8_t file[FILE_BYTES];
    uint64_t random = 3;
    unsigned refused = 0;
    unsigned accepted = 0;
    unsigned beyond = 0;
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        for (int top = -1; top <= 0; top++) {
            struct proof_bench bench;
            unsigned done = 0;
            make(&bench, boards[i], top);
            for (unsigned tries = 0; tries < 200 && done < fewer(1, 3); tries++) {
                const unsigned seeds = 1 + (unsigned)(random_next(&random) % boards[i][2]);
                const struct kauri_position position =
                    position_at(&bench, seeds, random_next(&random));
                const uint64_t steps = prove(&bench, &position, (int)(tries % 3));
                if (steps < 5 || steps > 60) {
                    continue;
                }
                const size_t size = proof_bench_read(bench.path, file, sizeof file);
                proof_bench_change_all(&bench, file, size, false);
                assert_int_equal(bench.accepted, 0);
                bench.refused = 0;
                proof_bench_change_all(&bench, file, size, true);
                change_length(&bench, file, size);
                refused += bench.refused;
                accepted += bench.accepted;
                bench.accepted = 0;
                done++;
            }
            beyond += bench.beyond;
            proof_bench_remove(&bench);
        }
    }
    assert_true(beyond < accepted / 4);
    print_message("%u changes refused, %u accepted and true\n", refused, accepted);
    assert_true(refused > fewer(3000, 10000) && accepted > fewer(30, 100));
}

// Searches, writes the proof and has it checked.
static void search_and_prove(struct proof_bench *bench, const struct kauri_position *position,
                             uint64_t nodes)
{
    const struct kauri_search_limits limits = {.memory = 4 << 20, .seconds = 100, .nodes = nodes};
    struct kauri_search_answer *found = NULL;
    struct kauri_error error = {.message = ""};
    struct kauri_written_proof written;
    assert_int_equal(kauri_search_answer_find(bench->tables, position, KAURI_GOAL_VALUE, &limits,
                                              &found, &error),
                     KAURI_OK);
    assert_ok(
        kauri_search_answer_prove(found, NULL, bench->path, KAURI_OUTPUT_REPLACE, &written, &error),
        &error);
    proof_bench_accept(bench, position, found->r, written.steps);
    kauri_search_answer_free(found);
}

TEST(every_search_is_proven)
{
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        for (int top = -1; top <= 1; top += 2) {
            struct proof_bench bench;
            proof_bench_make(&bench, boards[i], top);
            for (unsigned seeds = 0; seeds <= boards[i][2]; seeds++) {
                const struct kauri_layer layer = layer_of(bench.shape, seeds);
                for (uint64_t index = 0; index < layer.positions;
                     index += 1 + layer.positions / fewer(8, 25)) {
                    const struct kauri_position position =
                        proof_bench_position(&bench, seeds, index);
                    search_and_prove(&bench, &position, 0);
                    search_and_prove(&bench, &position, 1 + index % 5);
                }
            }
            proof_bench_remove(&bench);
        }
    }
}

// Changes each number and each move of every step. What is accepted then must be true.
TEST(no_changed_step_proves_anything_false)
{
    static const int changes[] = {-7, -3, -2, -1, 1, 2, 3, 5, 100};
    uint64_t random = 11;
    unsigned accepted = 0;
    unsigned refused = 0;
    for (unsigned k = 0; k < 60; k++) {
        struct proof_bench bench;
        struct kauri_proof proof;
        make(&bench, boards[k % 7], (int)(k % 2) - 1);
        const struct kauri_position position =
            position_at(&bench, 1 + k % bench.seeds, random_next(&random));
        (void)prove(&bench, &position, 0);
        assert_int_equal(kauri_proof_read(bench.path, &proof, NULL, NULL), KAURI_OK);
        for (size_t i = 0; i < proof.steps.count && i < 60; i++) {
            struct kauri_proof_step *step = &proof.steps.step[i];
            const struct kauri_proof_step right = *step;
            for (unsigned change = 0; change < 3 * 9; change++) {
                const int by = changes[change / 3];
                *step = right;
                step->value = (int16_t)(step->value + (change % 3 == 0 ? by : 0));
                step->rank += change % 3 == 1 ? (uint32_t)by : 0;
                step->hole = (int8_t)(step->hole + (change % 3 == 2 ? by % 7 : 0));
                if (kauri_proof_check_steps("proof", &proof, bench.tables, NULL, NULL) ==
                    KAURI_OK) {
                    proof_bench_check_steps(&bench, &proof);
                    accepted++;
                } else {
                    refused++;
                }
            }
            *step = right;
        }
        kauri_proof_clear(&proof);
        proof_bench_remove(&bench);
    }
    print_message("%u changes refused, %u accepted and true\n", refused, accepted);
    assert_true(refused > 1000 && accepted > 100);
}

// A step that rests on itself proves nothing above 0, but holds at 0 (R10).
TEST(circles_of_steps)
{
    struct kauri_proof proof = {.holes = 1, .root = position_of("1/1 S")};
    struct kauri_error error;
    for (unsigned kind = 0; kind < 2; kind++) {
        const struct kauri_proof_step step = {
            .key = kauri_step_key_of(&proof.root, (enum kauri_step_kind)kind),
            .hole = KAURI_MOVE_PASS,
        };
        assert_int_equal(kauri_steps_add(&proof.steps, &step, NULL), KAURI_OK);
    }
    assert_int_equal(kauri_proof_check_steps("proof", &proof, NULL, NULL, &error), KAURI_OK);
    proof.steps.step[0].value = 1;
    proof.steps.step[0].rank = 2;
    proof.steps.step[1].value = 1;
    proof.steps.step[1].rank = 1;
    assert_int_equal(kauri_proof_check_steps("proof", &proof, NULL, NULL, &error), KAURI_WRONG);
    assert_non_null(strstr(error.message, "step 2: "));
    assert_non_null(strstr(error.message, "the rank does not fall"));
    kauri_proof_clear(&proof);
}

// Files that are no proofs are refused before they take memory: sparse files of 1 GiB.
TEST(large_files_are_refused_early)
{
    static const char *const beginnings[] = {"", "kauri-proof 2\n"};
    for (size_t i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++) {
        struct proof_bench bench;
        struct kauri_proof_entry result;
        struct rusage before;
        struct rusage after;
        make(&bench, boards[0], -1);
        proof_bench_write(bench.path, beginnings[i], strlen(beginnings[i]));
        assert_int_equal(truncate(bench.path, 1 << 30), 0);
        assert_int_equal(getrusage(RUSAGE_SELF, &before), 0);
        assert_int_equal(kauri_proof_check(bench.path, NULL, NULL, &result, NULL, NULL),
                         KAURI_BAD_INPUT);
        assert_int_equal(getrusage(RUSAGE_SELF, &after), 0);
        assert_true(after.ru_maxrss - before.ru_maxrss < 64 << 10); // KiB
        proof_bench_remove(&bench);
    }
}

// Every key is its position, and finds its step among those that came before and after.
TEST(steps_are_found_by_their_keys)
{
    struct kauri_proof_steps steps = {.count = 0};
    struct proof_bench bench;
    make(&bench, boards[5], -1);
    for (uint32_t i = 0; i < 5000; i++) {
        const struct kauri_position position = proof_bench_position(&bench, 2 + i % 2, i / 2);
        const struct kauri_step_key key = kauri_step_key_of(&position, KAURI_STEP_OPPONENT);
        const struct kauri_position back = kauri_step_key_position(key, bench.shape.holes);
        const struct kauri_proof_step *found = kauri_steps_find(&steps, key);
        assert_true(kauri_position_equal(&position, &back));
        assert_int_equal(kauri_step_key_kind(key), KAURI_STEP_OPPONENT);
        if (found == NULL) { // the index may be beyond the layer
            const struct kauri_proof_step step = {.key = key, .rank = i};
            assert_int_equal(kauri_steps_add(&steps, &step, NULL), KAURI_OK);
            found = kauri_steps_find(&steps, key);
            assert_int_equal(found->rank, i);
        }
        assert_true(kauri_step_key_equal(found->key, key));
        assert_null(kauri_steps_find(&steps, kauri_step_key_of(&position, KAURI_STEP_OWN)));
    }
    assert_true(steps.count > 1000);
    kauri_steps_clear(&steps);
    proof_bench_remove(&bench);
}

// Keys that were made up to have the same hash are refused before finding them takes long.
TEST(equal_hashes_are_refused)
{
    struct kauri_proof_steps steps = {.count = 0};
    struct kauri_error error;
    enum kauri_status status = KAURI_OK;
    for (uint64_t i = 0; status == KAURI_OK && i < 100000; i++) {
        const uint64_t mixed = i * UINT64_C(0x9E3779B97F4A7C15); // the hash of proof_steps.c
        const struct kauri_proof_step step = {.key.bits = {i, mixed ^ mixed >> 32}};
        status = kauri_steps_add(&steps, &step, &error);
        assert_true(status != KAURI_OK || kauri_steps_find(&steps, step.key) != NULL);
    }
    assert_int_equal(status, KAURI_RESOURCE);
    assert_non_null(strstr(error.message, "the same hash"));
    assert_int_equal(steps.count, 4096);
    kauri_steps_clear(&steps);
}

// A proof names the tables up to the highest that a step needs, and none if the rules suffice.
TEST(the_tables_are_named)
{
    struct kauri_proof_entry result;
    struct kauri_proof proof;
    struct proof_bench bench;
    make(&bench, boards[3], 1);
    const struct kauri_position position = position_of("1+1,1/1,0+1 S");
    assert_true(prove(&bench, &position, 0) > 0);
    assert_int_equal(kauri_proof_read(bench.path, &proof, NULL, NULL), KAURI_OK);
    assert_true(proof.tables > 0);
    for (unsigned n = 0; n < proof.tables; n++) {
        const struct kauri_tablebase_layer *layer = NULL;
        assert_int_equal(kauri_tablebase_layer(bench.tables, n, &layer, NULL), KAURI_OK);
        assert_int_equal(proof.digest[n], kauri_reader_certificate(layer->reader)->digest);
    }
    kauri_proof_clear(&proof);
    assert_int_equal(kauri_proof_check(bench.path, NULL, NULL, &result, NULL, NULL), KAURI_MISSING);
    assert_true(prove(&bench, &position, 1000) == 0); // the trivial bounds
    assert_int_equal(kauri_proof_check(bench.path, NULL, NULL, &result, NULL, NULL), KAURI_OK);
    assert_int_equal(result.tables, 0);
    proof_bench_remove(&bench);
}

// A file with `moves`, packed by hand, and the right digest.
static enum kauri_status check_moves(struct proof_bench *bench, const char *head,
                                     const uint8_t *moves, size_t bytes,
                                     struct kauri_proof_entry *result, struct kauri_error *error)
{
    uint8_t file[512];
    const size_t length = strlen(head);
    memcpy(file, head, length);
    memcpy(file + length, moves, bytes);
    (void)proof_bench_seal(bench->path, file, length + bytes);
    return kauri_proof_check(bench->path, bench->tables, NULL, result, NULL, error);
}

// Both players pass for ever: that is worth 0 and no more (R10).
TEST(circles_of_moves)
{
    static const uint8_t passes[] = {6 | 6 << 3};
    struct proof_bench bench;
    struct kauri_proof_entry result;
    struct kauri_error error;
    make(&bench, boards[2], -1);
#define HEAD(bounds, moves)                                                                        \
    "kauri-proof 3\nrules kauri-r1-r10;unlimited=0\nboard 1 0\nroot 1/1 S 0:0\nbounds " bounds     \
    "\nmoves " moves "\n"
    assert_int_equal(check_moves(&bench, HEAD("0 0", "1"), passes, 0, &result, &error),
                     KAURI_BAD_INPUT);
    assert_non_null(strstr(error.message, "the proof ends too early"));
    assert_int_equal(check_moves(&bench, HEAD("0 0", "2"), passes, 1, &result, &error),
                     KAURI_WRONG);
    assert_non_null(strstr(error.message, "more moves than it needs"));
    assert_int_equal(check_moves(&bench, HEAD("0 0", "1"), passes, 1, &result, &error),
                     KAURI_WRONG);
    assert_non_null(strstr(error.message, "more moves than it needs")); // not 0 after the moves
    const uint8_t pass = 6;
    assert_int_equal(check_moves(&bench, HEAD("0 0", "1"), &pass, 1, &result, &error), KAURI_OK);
    assert_int_equal(result.steps, 2);
    assert_int_equal(check_moves(&bench, HEAD("0 0", "0"), &pass, 0, &result, &error), KAURI_WRONG);
    assert_non_null(strstr(error.message, "the proof has no such move"));
    assert_int_equal(check_moves(&bench, HEAD("1 7", "1"), &pass, 1, &result, &error), KAURI_WRONG);
    assert_non_null(strstr(error.message, "play repeats a position"));
    assert_int_equal(check_moves(&bench, HEAD("8 9", "1"), &pass, 1, &result, &error), KAURI_WRONG);
    assert_non_null(strstr(error.message, "has the value that is needed"));
    const uint8_t hole = 0;
    assert_int_equal(check_moves(&bench, HEAD("0 0", "1"), &hole, 1, &result, &error), KAURI_WRONG);
    assert_non_null(strstr(error.message, "the move is not legal"));
    assert_int_equal(check_moves(&bench, HEAD("0 0", "4000000000"), &pass, 1, &result, &error),
                     KAURI_BAD_INPUT);
    assert_non_null(strstr(error.message, "not the number of moves in this file"));
#undef HEAD
    proof_bench_remove(&bench);
}
