// What the prover rests on: answers that rest on positions of the path or on lines that were given
// up, far from the last capture too, against the oracle.
#include "tests/test.h"

#include "queries/prover/explore.h"
#include "queries/prover/prover.h"
#include "queries/prover/prover_state.h"
#include "tests/indexer/layers.h"
#include "tests/sanitized.h"
#include "tests/solver/oracle.h"

enum { MEMORY = 64 * 64 };

struct path_board {
    unsigned holes, cowries, seeds;
};

// Play that never ends is possible on all of them; on some, captures lead there.
static const struct path_board boards[] = {{1, 2, 4}, {1, 3, 3}, {1, 1, 4},
                                           {2, 0, 2}, {2, 1, 2}, {2, 4, 2}};

static struct kauri_prover *prover_of(const struct path_board *board, unsigned threads)
{
    const struct kauri_prover_options options = {
        .shape = {(uint8_t)board->holes, (uint8_t)board->cowries},
        .seeds = board->seeds,
        .memory = MEMORY,
        .threads = threads,
    };
    struct kauri_prover *prover = NULL;
    assert_int_equal(kauri_prover_new(&options, &prover, NULL), KAURI_OK);
    return prover;
}

// Calls `check` for every question about every position that the rules alone do not answer.
typedef void question_check(struct kauri_prover *prover, const struct kauri_position *position,
                            int x, int r, void *context);

static void for_each_question(const struct path_board *board, struct kauri_prover *prover,
                              question_check *check, void *context)
{
    struct oracle *oracle = oracle_new(board->holes, board->cowries, board->seeds);
    for (unsigned seeds = 0; seeds <= board->seeds; seeds++) {
        const struct kauri_layer layer = layer_of(prover->shape, seeds);
        for (uint64_t index = 0; index < layer.positions; index++) {
            const struct kauri_position position = kauri_layer_position(&layer, index);
            const struct kauri_packed packed = kauri_pack(&position);
            const int maximum = 3 * (int)seeds + 1;
            for (int x = -maximum + 1; x <= maximum; x++) {
                struct kauri_efforts efforts;
                if (!kauri_question_trivial(&packed, seeds, x, &efforts)) {
                    check(prover, &position, x, oracle_get(oracle, &position).r, context);
                }
            }
        }
    }
    oracle_free(oracle);
}

// ------------------------------------------------------------------------------------- the path

// Asks with `before` plies without captures on the path. Their positions have more cowries than the
// board, so play never comes back to them.
static void ask_below(struct kauri_prover *prover, const struct kauri_position *position, int x,
                      int r, void *context)
{
    const unsigned before = *(const unsigned *)context;
    const struct kauri_prover_limits limits = {.seconds = 1000};
    struct kauri_prover_worker *worker = prover->workers;
    struct kauri_branch root = {.board = kauri_pack(position),
                                .seeds = (uint8_t)kauri_seeds(position)};
    kauri_proof_table_clear(&prover->table);
    prover->limits = &limits;
    prover->started = kauri_clock_seconds();
    atomic_store(&prover->stop, false);
    for (unsigned ply = 0; ply < before; ply++) {
        worker->frames[ply].board = kauri_pack(position);
        worker->frames[ply].board.cowries[ply % 2] += 1;
    }
    for (unsigned i = 0; i < KAURI_PROVER_FILTER; i++) {
        worker->filter[i] = 1; // every position may be on the path
    }
    root.place = kauri_prover_place(prover, &root.board);
    root.x = (int16_t)kauri_question_round(&prover->values, x, root.seeds);
    struct kauri_frame *frame = &worker->frames[before];
    kauri_frame_enter(frame, &root, 0);
    kauri_prover_explore(worker, before, KAURI_REFUTED, KAURI_REFUTED);
    prover->started = 0;
    assert_int_equal(worker->status, KAURI_OK);
    assert_false(kauri_efforts_open(frame->efforts));
    assert_true(kauri_path_set_is_empty(&frame->rests_on));
    assert_int_equal(frame->efforts.phi == 0, r >= x);
}

TEST(answers_do_not_depend_on_the_plies_before)
{
    static const unsigned lengths[] = {0,   1,   62,  63,  64,  100, 126,
                                       127, 128, 160, 190, 191, 192, 210};
    for (unsigned i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        struct kauri_prover *prover = prover_of(&boards[i], 1);
        for (unsigned k = 0; k < sizeof lengths / sizeof lengths[0]; k++) {
            unsigned before = lengths[k];
            for_each_question(&boards[i], prover, ask_below, &before);
        }
        kauri_prover_free(prover);
    }
}

// ----------------------------------------------------------------------- lines that are given up

struct given_up {
    uint64_t answered, open;
};

static void ask_with_short_lines(struct kauri_prover *prover, const struct kauri_position *position,
                                 int x, int r, void *context)
{
    struct given_up *count = context;
    const struct kauri_prover_limits limits = {.seconds = 1000};
    struct kauri_prover_report report;
    struct kauri_prover_known known;
    assert_int_equal(kauri_prover_ask(prover, position, x, &limits, &report, NULL), KAURI_OK);
    kauri_prover_known(prover, position, &known);
    assert_in_range(r + 100, known.r.low + 100, known.r.high + 100);
    if (report.answer == KAURI_PROVER_OPEN) {
        count->open++;
    } else {
        count->answered++;
        assert_int_equal(report.answer, r >= x ? KAURI_PROVER_YES : KAURI_PROVER_NO);
    }
}

// What a line was given up for is never taken for proven, even where a capture lies between.
static void give_lines_up(const struct path_board *board, unsigned threads, struct given_up *count)
{
    for (unsigned quiet = 1; quiet <= 8; quiet += fewer(3, 1)) {
        struct kauri_prover *prover = prover_of(board, threads);
        prover->quiet = quiet;
        for_each_question(board, prover, ask_with_short_lines, count);
        kauri_prover_free(prover);
    }
}

TEST(lines_given_up_leave_questions_open)
{
    for (unsigned i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        struct given_up count = {0};
        give_lines_up(&boards[i], 1, &count);
        assert_true(count.answered > 0);
        assert_true(count.open > 0);
    }
}

// Nor does a thread whose answer is marked answer for the others.
TEST(lines_given_up_by_one_thread_answer_for_none)
{
    for (unsigned i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        struct given_up count = {0};
        give_lines_up(&boards[i], 3, &count);
        assert_true(count.answered > 0);
        assert_true(count.open > 0);
    }
}
