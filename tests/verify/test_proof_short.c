// Proofs in the short form: no change of one proves anything false, and it is the same proof as its
// text.
#include "tests/test.h"

#include "common/digest.h"
#include "queries/prover/proof_write.h"
#include "tests/rules/positions.h"
#include "tests/verify/proof_bench.h"

#include <string.h>

enum {
    FILE_BYTES = 1 << 16,
    DIGEST_BYTES = 8,
};

// holes, cowries, seeds
static const unsigned boards[][3] = {{1, 2, 6}, {1, 3, 5}, {2, 0, 2}, {2, 2, 4},
                                     {2, 4, 3}, {3, 2, 3}, {3, 4, 2}};

// A bench with a prover.
static void make(struct proof_bench *bench, const unsigned board[3], int top)
{
    proof_bench_make(bench, board, top);
    bench->is_short = true;
    const struct kauri_prover_options options = {
        .shape = bench->shape,
        .seeds = bench->seeds,
        .memory = 1 << 20,
        .threads = 1,
        .tables = bench->tables,
    };
    assert_int_equal(kauri_prover_new(&options, &bench->prover, NULL), KAURI_OK);
}

// Writes the proof of the value of a position, `slack` less sharp on each side. Returns its number
// of steps.
static uint64_t prove(struct proof_bench *bench, const struct kauri_position *position, int slack)
{
    const struct kauri_prover_limits limits = {.seconds = 1000};
    const struct kauri_walk_limits walk = {.seconds = 1000};
    const int r = oracle_get(bench->oracle, position).r;
    const int most = 3 * (int)kauri_seeds(position) + 1;
    const struct kauri_bounds bounds = {r - slack < -most ? -most : r - slack,
                                        r + slack > most ? most : r + slack};
    struct kauri_prover_report report;
    struct kauri_error error = {.message = ""};
    struct kauri_written_proof written;
    for (int x = r; x <= r + 1; x++) {
        if (kauri_prover_ask(bench->prover, position, x, &limits, &report, &error) != KAURI_OK) {
            fail_msg("%s", error.message);
        }
        assert_int_equal(report.answer, x == r ? KAURI_PROVER_YES : KAURI_PROVER_NO);
    }
    if (kauri_prover_write_proof(bench->prover, position, bounds, &walk, bench->path,
                                 KAURI_OUTPUT_REPLACE, &written, &error) != KAURI_OK) {
        fail_msg("%s", error.message);
    }
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

// Checks a changed file, as it is or with the right digest.
static void try_file(struct proof_bench *bench, uint8_t *bytes, size_t size, bool sealed)
{
    if (sealed) {
        const uint64_t digest = kauri_digest(bytes, size - DIGEST_BYTES);
        for (unsigned i = 0; i < DIGEST_BYTES; i++) {
            bytes[size - DIGEST_BYTES + i] = (uint8_t)(digest >> 8 * i);
        }
    }
    const unsigned accepted = bench->accepted;
    proof_bench_write(bench->path, bytes, size);
    proof_bench_judge(bench);
    assert_true(sealed || bench->accepted == accepted);
}

// Changes every bit of the file, and every byte to some others.
static void change_everything(struct proof_bench *bench, const uint8_t *file, size_t size,
                              bool sealed)
{
    static const int steps[] = {-3, 3, 5, 100};
    static uint8_t changed[FILE_BYTES];
    for (size_t i = 0; i < size - (sealed ? DIGEST_BYTES : 0); i++) {
        for (unsigned k = 0; k < 8 + sizeof steps / sizeof steps[0]; k++) {
            memcpy(changed, file, size);
            changed[i] = (uint8_t)(k < 8 ? changed[i] ^ 1 << k : changed[i] + steps[k - 8]);
            try_file(bench, changed, size, sealed);
        }
    }
}

// Cuts off the end, and adds to it.
static void change_length(struct proof_bench *bench, const uint8_t *file, size_t size)
{
    static uint8_t changed[FILE_BYTES + DIGEST_BYTES];
    memcpy(changed, file, size);
    memset(changed + size, 0, DIGEST_BYTES);
    for (size_t length = 0; length < size + DIGEST_BYTES; length++) {
        struct kauri_proof_result result;
        if (length != size) {
            proof_bench_write(bench->path, changed, length);
            assert_int_equal(kauri_proof_check(bench->path, bench->tables, NULL, &result, NULL),
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
            for (unsigned tries = 0; tries < 200 && done < 3; tries++) {
                const unsigned seeds = 1 + (unsigned)(random_next(&random) % boards[i][2]);
                const struct kauri_position position =
                    position_at(&bench, seeds, random_next(&random));
                const uint64_t steps = prove(&bench, &position, (int)(tries % 3));
                if (steps < 5 || steps > 60) {
                    continue;
                }
                const size_t size = proof_bench_read(bench.path, file, sizeof file);
                change_everything(&bench, file, size, false);
                assert_int_equal(bench.accepted, 0);
                bench.refused = 0;
                change_everything(&bench, file, size, true);
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
    assert_true(refused > 10000 && accepted > 100);
}

// Positions above tables of the lower layers: values of both signs, and 0.
TEST(random_positions_above_tables_are_proven)
{
    uint64_t random = 17;
    unsigned signs[3] = {0, 0, 0};
    uint64_t steps = 0;
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        for (unsigned top = 0; top < boards[i][2] && top < 3; top++) {
            struct proof_bench bench;
            make(&bench, boards[i], (int)top);
            for (unsigned k = 0; k < 120; k++) {
                const unsigned above = boards[i][2] - top;
                const unsigned seeds = top + 1 + (unsigned)(random_next(&random) % above);
                const struct kauri_position position =
                    position_at(&bench, seeds, random_next(&random));
                const int r = oracle_get(bench.oracle, &position).r;
                steps += prove(&bench, &position, (int)(k % 2));
                signs[r > 0 ? 2 : r == 0 ? 1 : 0]++;
            }
            proof_bench_remove(&bench);
        }
    }
    print_message("%u losses, %u draws, %u wins in %lu steps\n", signs[0], signs[1], signs[2],
                  (unsigned long)steps);
    assert_true(signs[0] > 100 && signs[1] > 50 && signs[2] > 100);
}

// Text made from the short form says the same, and text made from that text is equal.
TEST(the_text_form_says_the_same)
{
    static uint8_t first[FILE_BYTES];
    static uint8_t second[FILE_BYTES];
    struct proof_bench bench;
    uint64_t random = 5;
    make(&bench, boards[3], 1);
    for (unsigned k = 0; k < 200; k++) {
        const struct kauri_position position = position_at(&bench, 2 + k % 3, random_next(&random));
        const uint64_t steps = prove(&bench, &position, 0);
        proof_bench_print(&bench, bench.path, bench.text_path, &position, steps);
        const size_t size = proof_bench_read(bench.text_path, first, sizeof first);
        proof_bench_print(&bench, bench.text_path, bench.text_path, &position, steps);
        assert_int_equal(proof_bench_read(bench.text_path, second, sizeof second), size);
        assert_memory_equal(first, second, size);
    }
    proof_bench_remove(&bench);
}

// A proof names the tables up to the highest that a step needs, and none if the rules suffice.
TEST(the_tables_are_named)
{
    struct kauri_proof_result result;
    struct proof_bench bench;
    make(&bench, boards[3], 1);
    const struct kauri_position position = solved_parse("1+1,1/1,0+1 S");
    assert_true(prove(&bench, &position, 0) > 0);
    assert_int_equal(kauri_proof_check(bench.path, bench.tables, NULL, &result, NULL), KAURI_OK);
    assert_true(result.tables > 0);
    for (unsigned n = 0; n < result.tables; n++) {
        const struct kauri_tablebase_layer *layer = NULL;
        assert_int_equal(kauri_tablebase_layer(bench.tables, n, &layer, NULL), KAURI_OK);
        assert_int_equal(result.digest[n], kauri_reader_certificate(layer->reader)->digest);
    }
    assert_int_equal(kauri_proof_check(bench.path, NULL, NULL, &result, NULL), KAURI_MISSING);
    assert_true(prove(&bench, &position, 1000) == 0); // the trivial bounds
    assert_int_equal(kauri_proof_check(bench.path, NULL, NULL, &result, NULL), KAURI_OK);
    assert_int_equal(result.tables, 0);
    proof_bench_remove(&bench);
}

// A file with `moves`, packed by hand, and the right digest.
static enum kauri_status check_moves(struct proof_bench *bench, const char *head,
                                     const uint8_t *moves, size_t bytes,
                                     struct kauri_proof_result *result, struct kauri_error *error)
{
    uint8_t file[512];
    const size_t length = strlen(head);
    memcpy(file, head, length);
    memcpy(file + length, moves, bytes);
    const uint64_t digest = kauri_digest(file, length + bytes);
    for (unsigned i = 0; i < DIGEST_BYTES; i++) {
        file[length + bytes + i] = (uint8_t)(digest >> 8 * i);
    }
    proof_bench_write(bench->path, file, length + bytes + DIGEST_BYTES);
    return kauri_proof_check(bench->path, bench->tables, NULL, result, error);
}

// Both players pass for ever: that is worth 0 and no more (R10).
TEST(circles)
{
    static const uint8_t passes[] = {6 | 6 << 3};
    struct proof_bench bench;
    struct kauri_proof_result result;
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
