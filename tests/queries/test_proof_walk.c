// Proofs out of the prover's memory: those of every value of small boards are accepted by the
// checker, which shares nothing with the prover.
#include "tests/test.h"

#include "queries/prover/proof_write.h"
#include "queries/prover/prover.h"
#include "tests/indexer/layers.h"
#include "tests/queries/solved_tables.h"
#include "tests/rules/positions.h"
#include "tests/sanitized.h"
#include "tests/solver/oracle.h"
#include "verify/proof_check.h"

#include <stdio.h>
#include <unistd.h>

enum { PATH_BYTES = TEMPORARY_BYTES + 16 };

// A board, and how the prover works on it.
struct walk_board {
    unsigned holes, cowries, seeds;
    int top;         // tables up to this layer; -1: none
    uint64_t memory; // memory of the prover
    unsigned threads;
    unsigned stride; // every so many positions
};

struct walk_tally {
    uint64_t proofs, steps, circles, repairs;
};

static void ask(struct kauri_prover *prover, const struct kauri_position *position, int x, int r)
{
    const struct kauri_prover_limits limits = {.seconds = 1000, .nodes = 1000000};
    struct kauri_prover_report report;
    struct kauri_error error;
    assert_int_equal(kauri_prover_ask(prover, position, x, &limits, &report, &error), KAURI_OK);
    assert_int_equal(report.answer, r >= x ? KAURI_PROVER_YES : KAURI_PROVER_NO);
}

// Proves LOW <= r <= HIGH, and has the proof checked.
static void prove(struct kauri_prover *prover, struct kauri_tablebase *tables, const char *path,
                  const struct kauri_position *position, struct kauri_bounds r,
                  struct walk_tally *tally)
{
    const struct kauri_walk_limits limits = {.seconds = 1000};
    struct kauri_error error = {.message = ""};
    struct kauri_proof_entry result;
    struct kauri_written_proof written;
    assert_ok(kauri_prover_write_proof(prover, position, r, &limits, path, KAURI_OUTPUT_REPLACE,
                                       &written, &error),
              &error);
    assert_ok(kauri_proof_check(path, tables, NULL, &result, NULL, &error), &error);
    assert_true(kauri_position_equal(&result.position, position));
    assert_int_equal(result.low, r.low);
    assert_int_equal(result.high, r.high);
    assert_int_equal(result.steps, written.steps);
    tally->proofs++;
    tally->steps += written.steps;
    tally->repairs += written.repairs;
}

static void check_board(const struct walk_board *board, struct walk_tally *tally)
{
    struct oracle *oracle = oracle_new(board->holes, board->cowries, board->seeds);
    struct solved solved = {.tables = NULL};
    struct kauri_prover *prover = NULL;
    struct kauri_error error;
    char folder[TEMPORARY_BYTES];
    char path[PATH_BYTES];
    temporary_make(folder);
    (void)snprintf(path, sizeof path, "%s/proof", folder);
    if (board->top >= 0) {
        solved_make(&solved, board->holes, board->cowries, (unsigned)board->top);
    }
    const struct kauri_prover_options options = {
        .shape = {(uint8_t)board->holes, (uint8_t)board->cowries},
        .seeds = board->seeds,
        .memory = board->memory,
        .threads = board->threads,
        .seed = board->stride,
        .tables = solved.tables,
    };
    assert_int_equal(kauri_prover_new(&options, &prover, &error), KAURI_OK);
    for (unsigned seeds = 0; seeds <= board->seeds; seeds++) {
        const struct kauri_layer layer = layer_of(options.shape, seeds);
        for (uint64_t index = 0; index < layer.positions; index += fewer(4, 1) * board->stride) {
            const struct kauri_position position = kauri_layer_position(&layer, index);
            const int r = oracle_get(oracle, &position).r;
            ask(prover, &position, r, r);
            ask(prover, &position, r + 1, r);
            prove(prover, solved.tables, path, &position, (struct kauri_bounds){r, r}, tally);
        }
    }
    kauri_prover_free(prover);
    oracle_free(oracle);
    temporary_remove(folder);
    if (solved.tables != NULL) {
        solved_remove(&solved);
    }
}

// Returns the number of repairs.
static uint64_t check_boards(const struct walk_board *boards, size_t count)
{
    struct walk_tally tally = {.proofs = 0};
    for (size_t i = 0; i < count; i++) {
        check_board(&boards[i], &tally);
    }
    print_message("%lu proofs of %lu steps accepted\n", (unsigned long)tally.proofs,
                  (unsigned long)tally.steps);
    assert_true(tally.proofs > 0);
    return tally.repairs;
}

TEST(every_value_of_small_boards_is_proven)
{
    static const struct walk_board boards[] = {
        {1, 2, 7, -1, 1 << 20, 1, 1}, {1, 3, 6, -1, 1 << 20, 1, 1}, {1, 1, 6, -1, 1 << 20, 1, 1},
        {2, 0, 3, -1, 1 << 20, 1, 1}, {2, 1, 4, -1, 1 << 20, 1, 1}, {2, 2, 4, -1, 1 << 20, 1, 1},
        {2, 3, 3, -1, 1 << 20, 1, 1}, {2, 4, 3, -1, 1 << 20, 1, 1}, {3, 2, 3, -1, 1 << 20, 1, 1},
        {3, 4, 2, -1, 1 << 20, 1, 3},
    };
    check_boards(boards, sizeof boards / sizeof boards[0]);
}

TEST(proofs_may_rest_on_tables)
{
    static const struct walk_board boards[] = {
        {1, 2, 7, 3, 1 << 20, 1, 1},
        {2, 2, 4, 1, 1 << 20, 1, 3},
        {3, 2, 3, 1, 1 << 20, 1, 5},
    };
    check_boards(boards, sizeof boards / sizeof boards[0]);
}

// The memory holds far fewer positions than a proof has, so most of it is searched again.
TEST(what_was_overwritten_is_searched_again)
{
    static const struct walk_board boards[] = {
        {1, 2, 7, -1, 64, 1, 1},
        {1, 3, 6, -1, 128, 1, 1},
        {2, 2, 3, -1, 512, 1, 1},
        {2, 2, 4, -1, 8192, 1, 7},
    };
    assert_true(check_boards(boards, sizeof boards / sizeof boards[0]) > 100);
}

TEST(threads_leave_memory_that_can_be_walked)
{
    static const struct walk_board boards[] = {
        {1, 2, 7, -1, 1 << 16, 3, 3},
        {2, 2, 4, -1, 1 << 16, 3, 7},
    };
    check_boards(boards, sizeof boards / sizeof boards[0]);
}

static void count_report(void *context, const struct kauri_progress_report *report)
{
    unsigned *reports = context;
    assert_string_equal(report->stage, "proof");
    *reports += 1;
}

static bool is_cancelled(void *context)
{
    const unsigned *reports = context;
    return *reports > 0;
}

static const char nowhere[] = "walks_end_at_their_limits.proof";

static enum kauri_status write_nowhere(struct kauri_prover *prover,
                                       const struct kauri_position *position, int low, int high,
                                       const struct kauri_walk_limits *limits)
{
    return kauri_prover_write_proof(prover, position, (struct kauri_bounds){low, high}, limits,
                                    nowhere, KAURI_OUTPUT_NEW, NULL, NULL);
}

// Limits end a walk without a proof, and a bound that is false is found out.
TEST(walks_end_at_their_limits)
{
    struct kauri_prover *prover = NULL;
    struct kauri_error error;
    const struct kauri_prover_options options = {
        .shape = {2, 2}, .seeds = 4, .memory = 1 << 20, .threads = 1};
    const struct kauri_position position = position_of("1+1,1/1,0+1 S");
    struct oracle *oracle = oracle_new(2, 2, 3);
    const int r = oracle_get(oracle, &position).r;
    const struct kauri_walk_limits limits[] = {
        {.seconds = 0}, {.seconds = 1000, .steps = 2}, {.seconds = 1000, .nodes = 1}};
    assert_int_equal(kauri_prover_new(&options, &prover, &error), KAURI_OK);
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        assert_int_equal(write_nowhere(prover, &position, r, r, &limits[i]), KAURI_RESOURCE);
    }
    unsigned reports = 0;
    const struct kauri_progress progress = {
        .report = count_report, .cancelled = is_cancelled, .context = &reports};
    const struct kauri_walk_limits cancelled = {.seconds = 1000, .progress = &progress};
    assert_int_equal(write_nowhere(prover, &position, r, r, &cancelled), KAURI_INTERRUPTED);
    assert_int_equal(reports, 1);
    const struct kauri_walk_limits enough = {.seconds = 1000};
    assert_int_equal(write_nowhere(prover, &position, r + 1, r + 1, &enough), KAURI_INTERNAL);
    assert_int_not_equal(access(nowhere, F_OK), 0);
    assert_int_equal(write_nowhere(prover, &position, -100, 100, &enough), KAURI_OK);
    (void)unlink(nowhere);
    kauri_prover_free(prover);
    oracle_free(oracle);
}
