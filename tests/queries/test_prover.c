// The prover against the oracle: the packed board, the numbers of positions, the table, and the
// answers to every question about every position of small boards.
#include "tests/test.h"

#include "common/loop.h"
#include "queries/prover/board_number.h"
#include "queries/prover/leaf.h"
#include "queries/prover/proof_table.h"
#include "queries/prover/prover.h"
#include "queries/prover/prover_state.h"
#include "rules/notation.h"
#include "tests/indexer/layers.h"
#include "tests/rules/positions.h"
#include "tests/solver/oracle.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

// ---------------------------------------------------------------------------------- the board

static void check_moves(const struct kauri_sowing *sowing, const struct kauri_position *position)
{
    const struct kauri_packed board = kauri_pack(position);
    const struct kauri_moves legal = kauri_legal_moves(position);
    uint64_t moves = kauri_packed_moves(&board);
    assert_int_equal(kauri_packed_seeds(&board), kauri_seeds(position));
    assert_int_equal(kauri_packed_count(moves), legal.count);
    for (; moves != 0; moves &= moves - 1) {
        const unsigned hole = kauri_packed_first(moves);
        struct kauri_position after = *position;
        struct kauri_packed_move move;
        const struct kauri_capture captured = kauri_play(&after, (int)hole);
        const struct kauri_packed expected = kauri_pack(&after);
        assert_true(position->cowries[kauri_own_hole(position, hole)] > 0);
        kauri_packed_play(sowing, &board, hole, &move);
        assert_true(kauri_packed_equal(&move.board, &expected));
        assert_int_equal(move.gained, captured.own);
        assert_int_equal(move.lost, captured.opponent);
    }
    if (legal.count == 0 && kauri_seeds(position) > 0) {
        struct kauri_position after = *position;
        (void)kauri_play(&after, KAURI_MOVE_PASS);
        const struct kauri_packed expected = kauri_pack(&after);
        const struct kauri_packed passed = kauri_packed_pass(&board);
        assert_true(kauri_packed_equal(&passed, &expected));
    }
}

TEST(packed_moves_are_those_of_the_rules)
{
    for (unsigned holes = 1; holes <= 3; holes++) {
        struct kauri_sowing sowing;
        kauri_sowing_init(&sowing, holes);
        for (unsigned seeds = 0; seeds <= 5; seeds++) {
            const struct kauri_layer layer = board_layer(holes, 3, seeds);
            for (uint64_t index = 0; index < layer.positions; index++) {
                const struct kauri_position position = kauri_layer_position(&layer, index);
                check_moves(&sowing, &position);
                const struct kauri_packed board = kauri_pack(&position);
                const struct kauri_position again = kauri_unpack(&board, holes);
                assert_true(kauri_position_equal(&again, &position));
            }
        }
    }
}

TEST(packed_moves_of_random_positions_are_those_of_the_rules)
{
    struct kauri_sowing sowing;
    uint64_t random = 1;
    kauri_sowing_init(&sowing, 6);
    for (unsigned seeds = 0; seeds <= 60; seeds++) {
        const struct kauri_layer layer = board_layer(6, 12, seeds);
        for (unsigned i = 0; i < 2000; i++) {
            const uint64_t index = random_next(&random);
            struct kauri_position position = kauri_layer_position(&layer, index % layer.positions);
            for (unsigned ply = 0; ply < 8 && kauri_legal_moves(&position).count > 0; ply++) {
                check_moves(&sowing, &position);
                const struct kauri_moves legal = kauri_legal_moves(&position);
                kauri_play(&position, legal.hole[random_below(&random, legal.count)]);
            }
        }
    }
}

// ---------------------------------------------------------------------------------- the numbers

TEST(numbers_are_a_bijection)
{
    static const struct kauri_shape shapes[] = {{1, 2}, {2, 3}, {3, 2}, {2, 0}};
    enum { SEEDS = 5 };
    for (unsigned s = 0; s < sizeof shapes / sizeof shapes[0]; s++) {
        struct kauri_numbering numbering;
        kauri_numbering_init(&numbering, shapes[s]);
        const uint64_t total = numbering.layers[SEEDS + 1].low;
        uint64_t positions = 0;
        uint8_t *seen = calloc(total, 1);
        assert_non_null(seen);
        for (unsigned seeds = 0; seeds <= SEEDS; seeds++) {
            const struct kauri_layer layer = board_layer(shapes[s].holes, shapes[s].cowries, seeds);
            positions += layer.positions;
            for (uint64_t index = 0; index < layer.positions; index++) {
                const struct kauri_position position = kauri_layer_position(&layer, index);
                const struct kauri_packed board = kauri_pack(&position);
                const struct kauri_board_number number = kauri_board_number(&numbering, &board);
                assert_int_equal(number.high, 0);
                assert_in_range(number.low, 0, total - 1);
                assert_int_equal(seen[number.low]++, 0);
                const struct kauri_packed again = kauri_board_of_number(&numbering, number);
                assert_true(kauri_packed_equal(&again, &board));
            }
        }
        assert_int_equal(positions, total);
        free(seen);
    }
}

// The number of a position of the full board by the dense index of its layer: the order is another,
// but layers begin at the same numbers and have as many.
TEST(numbers_of_the_full_board_stay_in_their_layer)
{
    struct kauri_numbering numbering;
    uint64_t random = 7;
    kauri_numbering_init(&numbering, (struct kauri_shape){6, 12});
    for (unsigned seeds = 0; seeds <= 60; seeds++) {
        const struct kauri_layer layer = board_layer(6, 12, seeds);
        const struct kauri_wide begin = numbering.layers[seeds];
        const struct kauri_wide end = numbering.layers[seeds + 1];
        const struct kauri_wide count = kauri_wide_difference(end, begin);
        assert_true(count.low == layer.positions && count.high == 0);
        for (unsigned i = 0; i < 1000; i++) {
            const uint64_t index = random_next(&random);
            const struct kauri_position position =
                kauri_layer_position(&layer, index % layer.positions);
            const struct kauri_packed board = kauri_pack(&position);
            const struct kauri_board_number number = kauri_board_number(&numbering, &board);
            const struct kauri_wide wide = {number.low, number.high};
            assert_true(!kauri_wide_below(wide, begin) && kauri_wide_below(wide, end));
            const struct kauri_packed again = kauri_board_of_number(&numbering, number);
            assert_true(kauri_packed_equal(&again, &board));
        }
    }
    assert_true(numbering.layers[61].high == 1); // one bit beyond 64
}

// ------------------------------------------------------------------------------------ the table

TEST(a_table_returns_what_was_stored_and_nothing_else)
{
    struct kauri_numbering numbering;
    struct kauri_proof_table table;
    struct kauri_error error;
    const struct kauri_layer layer = board_layer(3, 2, 4);
    kauri_numbering_init(&numbering, layer.shape);
    // Fewer entries than positions: some are replaced, and none is taken for another.
    assert_int_equal(kauri_proof_table_new(&numbering, 4, 64 * 20, false, 3, &table, &error),
                     KAURI_OK);
    unsigned found = 0;
    for (unsigned round = 0; round < 2; round++) {
        for (uint64_t index = 0; index < layer.positions; index++) {
            const struct kauri_position position = kauri_layer_position(&layer, index);
            const struct kauri_packed board = kauri_pack(&position);
            const struct kauri_table_place place =
                kauri_proof_table_place(&table, kauri_board_number(&numbering, &board));
            struct kauri_table_entry entry = {.low = (int16_t)(-13 + (int)index % 10),
                                              .high = (int16_t)(13 - (int)index % 7),
                                              .x = (int16_t)((int)index % 5),
                                              .phi = 1 + (uint32_t)index,
                                              .delta = 5 + (uint32_t)index,
                                              .work = index % 8};
            const struct kauri_table_entry expected = entry;
            if (round == 0) {
                kauri_proof_table_store(&table, place, &entry);
            }
            if (!kauri_proof_table_load(&table, place, &entry)) {
                assert_int_equal(round, 1);
                continue;
            }
            found += round;
            assert_int_equal(entry.low, expected.low);
            assert_int_equal(entry.high, expected.high);
            assert_int_equal(entry.x, expected.x);
            assert_int_equal(entry.phi, expected.phi);
            assert_int_equal(entry.delta, expected.delta);
            assert_int_equal(entry.work, expected.work);
        }
    }
    assert_in_range(found, 60, 80);
    assert_true(kauri_proof_table_fill(&table) > 0.7);
    kauri_proof_table_free(&table);
}

TEST(a_table_keeps_the_narrower_bounds)
{
    struct kauri_numbering numbering;
    struct kauri_proof_table table;
    struct kauri_error error;
    kauri_numbering_init(&numbering, (struct kauri_shape){3, 2});
    assert_int_equal(kauri_proof_table_new(&numbering, 4, 4096, false, 3, &table, &error),
                     KAURI_OK);
    const struct kauri_table_place place =
        kauri_proof_table_place(&table, (struct kauri_board_number){77, 0});
    struct kauri_table_entry entry = {.low = -13, .high = 5, .phi = 1, .delta = 1};
    kauri_proof_table_store(&table, place, &entry);
    entry.low = -1;
    entry.high = 13;
    entry.work = 1000;
    kauri_proof_table_store(&table, place, &entry);
    assert_true(kauri_proof_table_load(&table, place, &entry));
    assert_int_equal(entry.low, -1);
    assert_int_equal(entry.high, 5);
    assert_in_range(entry.work, 900, 1000); // three digits after the leading one
    kauri_proof_table_free(&table);
}

static struct kauri_table_entry stored(uint32_t phi, uint32_t delta)
{
    struct kauri_numbering numbering;
    struct kauri_proof_table table;
    struct kauri_table_entry entry = {
        .low = -255, .high = 255, .x = -255, .phi = phi, .delta = delta, .work = UINT64_MAX};
    kauri_numbering_init(&numbering, (struct kauri_shape){3, 2});
    assert_int_equal(kauri_proof_table_new(&numbering, 4, 4096, false, 3, &table, NULL), KAURI_OK);
    const struct kauri_table_place place =
        kauri_proof_table_place(&table, (struct kauri_board_number){77, 0});
    kauri_proof_table_store(&table, place, &entry);
    assert_true(kauri_proof_table_load(&table, place, &entry));
    assert_int_equal(entry.low, -255);
    assert_int_equal(entry.high, 255);
    assert_int_equal(entry.x, -255);
    kauri_proof_table_free(&table);
    return entry;
}

TEST(great_proof_numbers_are_rounded_up)
{
    const uint32_t maximum = KAURI_TABLE_NUMBER_MAX;
    uint32_t before = 0;
    for (unsigned bit = 0; bit < 30; bit++) {
        for (uint32_t digits = 8; digits < 16; digits++) {
            for (int more = -1; more <= 1; more++) {
                const int64_t tried = (((int64_t)digits << bit) >> 3) + more;
                const uint32_t number = tried < 1 ? 1 : tried > maximum ? maximum : (uint32_t)tried;
                const uint32_t kept = stored(number, maximum).phi;
                assert_int_equal(stored(1, number).delta, kept);
                assert_in_range(kept - number, 0, number >> 19);
                assert_true(number > KAURI_TABLE_NUMBER_EXACT || kept == number);
                assert_int_equal(stored(kept, 1).phi, kept);
                assert_true(number < before || kept >= stored(before, 1).phi);
                before = number;
            }
        }
    }
    assert_int_equal(stored(maximum, maximum).phi, maximum);
}

// Each thread stores an entry of its own in each bucket, all at about the same time.
struct storing {
    struct kauri_proof_table *table;
    _Atomic unsigned arrived;
};

enum { STORING_BUCKETS = 1 << 16, STORING_STEP = 16 };

static void store_own_entries(void *context, unsigned worker, uint64_t index)
{
    struct storing *storing = context;
    const struct kauri_table_entry entry = {
        .low = -1, .high = 1, .phi = 1 + (uint32_t)index, .delta = 1, .work = 1};
    (void)worker;
    for (unsigned bucket = 0; bucket < STORING_BUCKETS; bucket++) {
        const unsigned waves = bucket / STORING_STEP;
        if (bucket % STORING_STEP == 0) {
            atomic_fetch_add(&storing->arrived, 1);
            while (atomic_load(&storing->arrived) < (waves + 1) * KAURI_TABLE_WAYS) {
                sched_yield();
            }
        }
        const struct kauri_table_place place = {.bucket = bucket, .key = 1 + index};
        kauri_proof_table_store(storing->table, place, &entry);
    }
}

TEST(threads_lose_no_entry_that_has_room)
{
    struct kauri_numbering numbering;
    struct kauri_proof_table table;
    kauri_numbering_init(&numbering, (struct kauri_shape){6, 12});
    assert_int_equal(kauri_proof_table_new(&numbering, 20,
                                           (uint64_t)STORING_BUCKETS * KAURI_TABLE_BUCKET_BYTES,
                                           false, 1, &table, NULL),
                     KAURI_OK);
    struct storing storing = {.table = &table};
    kauri_loop_for(KAURI_TABLE_WAYS, KAURI_TABLE_WAYS, 1, store_own_entries, &storing);
    for (unsigned bucket = 0; bucket < STORING_BUCKETS; bucket++) {
        for (unsigned i = 0; i < KAURI_TABLE_WAYS; i++) {
            struct kauri_table_entry entry;
            const struct kauri_table_place place = {.bucket = bucket, .key = 1 + i};
            assert_true(kauri_proof_table_load(&table, place, &entry));
            assert_int_equal(entry.low, -1);
            assert_int_equal(entry.high, 1);
        }
    }
    kauri_proof_table_free(&table);
}

TEST(too_little_memory_is_refused)
{
    struct kauri_numbering numbering;
    struct kauri_proof_table table;
    struct kauri_error error;
    kauri_numbering_init(&numbering, (struct kauri_shape){6, 12});
    const uint64_t least = kauri_proof_table_least(&numbering, 60);
    assert_int_equal(least, 32 << 20);
    assert_int_equal(kauri_proof_table_new(&numbering, 60, least - 1, false, 0, &table, &error),
                     KAURI_RESOURCE);
    assert_string_equal(error.message, "the search needs at least 33554432 bytes");
    kauri_proof_table_free(&table);
}

// ----------------------------------------------------------------------------------- the answers

// Every value that occurs is one that questions are rounded to.
static void check_possible(const struct kauri_question_values *values, unsigned seeds, int r)
{
    assert_int_equal(kauri_question_round(values, r, seeds), r);
}

struct prover_board {
    unsigned holes, cowries, seeds;
    bool zeros; // has positions decided by unlimited play
};

static void check_board(const struct prover_board *board, unsigned threads, uint64_t memory)
{
    struct oracle *oracle = oracle_new(board->holes, board->cowries, board->seeds);
    struct kauri_question_values values;
    struct kauri_error error;
    struct kauri_prover *prover = NULL;
    const struct kauri_prover_options options = {
        .shape = {(uint8_t)board->holes, (uint8_t)board->cowries},
        .seeds = board->seeds,
        .memory = memory,
        .threads = threads,
        .seed = threads,
    };
    const struct kauri_prover_limits limits = {.seconds = 1000, .nodes = 200000};
    uint64_t asked = 0;
    uint64_t open = 0;
    bool zeros = false;
    kauri_question_values_init(&values);
    assert_int_equal(kauri_prover_new(&options, &prover, &error), KAURI_OK);
    for (unsigned seeds = 0; seeds <= board->seeds; seeds++) {
        const struct kauri_layer layer = board_layer(board->holes, board->cowries, seeds);
        for (uint64_t index = 0; index < layer.positions; index++) {
            const struct kauri_position position = kauri_layer_position(&layer, index);
            const int r = oracle_get(oracle, &position).r;
            const int maximum = 3 * (int)seeds + 1;
            check_possible(&values, seeds, r);
            zeros |= r == 0;
            for (int x = -maximum; x <= maximum + 1; x++) {
                struct kauri_prover_report report;
                assert_int_equal(kauri_prover_ask(prover, &position, x, &limits, &report, &error),
                                 KAURI_OK);
                asked++;
                if (report.answer == KAURI_PROVER_OPEN) {
                    open++;
                    continue;
                }
                assert_int_equal(report.answer, r >= x ? KAURI_PROVER_YES : KAURI_PROVER_NO);
            }
        }
    }
    assert_int_equal(zeros, board->zeros);
    assert_int_equal(open, 0);
    assert_true(asked > 0);
    kauri_prover_free(prover);
    oracle_free(oracle);
}

static const struct prover_board boards[] = {
    {1, 2, 7, true},  {1, 3, 6, true},  {1, 1, 6, true},  {2, 0, 3, true},
    {2, 1, 4, false}, {2, 2, 4, false}, {2, 3, 3, false}, {3, 2, 3, false},
    {3, 4, 2, false}, {2, 4, 3, true}, // captures, and then play that never ends
};

TEST(every_question_of_small_boards_is_answered)
{
    for (unsigned i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        check_board(&boards[i], 1, 1 << 20);
    }
}

TEST(threads_answer_the_same)
{
    check_board(&boards[0], 3, 1 << 20);
    check_board(&boards[5], 3, 1 << 20);
}

// The positions of a layer about which a prover knows something, and a sum over what it knows.
struct known_entries {
    uint64_t count, sum;
};

static struct known_entries known_entries(const struct kauri_prover *prover)
{
    const struct kauri_layer layer = board_layer(2, 2, 4);
    struct known_entries entries = {.count = 0};
    for (uint64_t index = 0; index < layer.positions; index++) {
        const struct kauri_position position = kauri_layer_position(&layer, index);
        struct kauri_prover_known known;
        kauri_prover_known(prover, &position, &known);
        entries.count += known.visited;
        entries.sum = entries.sum * 31 + (uint64_t)(int64_t)known.r.low * 7 +
                      (uint64_t)(int64_t)known.r.high * 5 + known.phi * 3 + known.delta;
    }
    return entries;
}

// A table that grows forgets nothing, in whatever steps.
TEST(growing_forgets_nothing)
{
    const struct kauri_layer layer = board_layer(2, 2, 4);
    const struct kauri_prover_limits limits = {.seconds = 1000, .nodes = 1000};
    const struct kauri_prover_options options = {
        .shape = layer.shape, .seeds = 4, .memory = 48 << 20, .threads = 1};
    for (unsigned at_once = 0; at_once < 2; at_once++) {
        struct kauri_prover *prover = NULL;
        struct kauri_prover_report report;
        assert_int_equal(kauri_prover_new(&options, &prover, NULL), KAURI_OK);
        struct kauri_proof_table *table = &prover->table;
        for (uint64_t index = 0; index < layer.positions; index += 7) {
            const struct kauri_position position = kauri_layer_position(&layer, index);
            assert_int_equal(kauri_prover_ask(prover, &position, 1, &limits, &report, NULL),
                             KAURI_OK);
        }
        const struct known_entries before = known_entries(prover);
        assert_true(before.count > layer.positions / 7);
        uint64_t buckets = table->buckets;
        assert_true(buckets * KAURI_TABLE_BUCKET_BYTES < options.memory / 8);
        while (table->doublings > 0) {
            kauri_proof_table_make_room(table, buckets * KAURI_TABLE_WAYS);
            assert_int_equal(table->buckets, buckets); // which is enough
            kauri_proof_table_make_room(table,
                                        at_once != 0 ? UINT64_MAX : buckets * KAURI_TABLE_WAYS * 2);
            assert_true(table->buckets >= 2 * buckets);
            buckets = table->buckets;
            const struct known_entries after = known_entries(prover);
            assert_int_equal(after.count, before.count);
            assert_int_equal(after.sum, before.sum);
        }
        assert_int_equal(buckets, options.memory / KAURI_TABLE_BUCKET_BYTES);
        kauri_prover_free(prover);
    }
}

// A question "is r >= x?".
struct asked {
    struct kauri_position position;
    int x;
};

// The question after the player's move number `move`.
static struct asked after(const struct asked *question, unsigned move)
{
    struct kauri_question_values values;
    struct asked next = *question;
    const struct kauri_moves legal = kauri_legal_moves(&question->position);
    kauri_question_values_init(&values);
    const struct kauri_capture captured = kauri_play(&next.position, legal.hole[move]);
    const int x = 3 * ((int)captured.own - (int)captured.opponent) - question->x + 1;
    next.x = kauri_question_round(&values, x, kauri_seeds(&next.position));
    return next;
}

// Stores efforts for a question, of work 0.
static void guess(struct kauri_prover *prover, const struct asked *question, uint32_t phi,
                  uint32_t delta)
{
    const struct kauri_packed board = kauri_pack(&question->position);
    const int maximum = 3 * (int)kauri_seeds(&question->position) + 1;
    const struct kauri_table_entry entry = {.low = (int16_t)-maximum,
                                            .high = (int16_t)maximum,
                                            .x = (int16_t)question->x,
                                            .phi = phi,
                                            .delta = delta};
    kauri_proof_table_store(&prover->table, kauri_prover_place(prover, &board), &entry);
}

// A search leaves the best move when another one is better by half, however great the efforts.
TEST(a_search_leaves_a_move_of_any_effort)
{
    const struct kauri_prover_options options = {
        .shape = {3, 6}, .seeds = 12, .memory = 1 << 20, .threads = 1};
    const struct kauri_prover_limits limits = {.seconds = 1000, .nodes = 3};
    struct asked root = {.x = 3};
    assert_int_equal(kauri_position_parse("2+1,2+1,2+1/2+1,2+1,2+1 S", &root.position, NULL),
                     KAURI_OK);
    const struct asked moves[] = {after(&root, 0), after(&root, 1), after(&root, 2)};
    for (uint32_t million = 1000000; million <= 100000000; million *= 10) {
        struct kauri_prover *prover = NULL;
        struct kauri_prover_report report;
        struct kauri_prover_known known;
        assert_int_equal(kauri_prover_new(&options, &prover, NULL), KAURI_OK);
        guess(prover, &moves[0], 1, million + million / 2);
        guess(prover, &moves[1], 1, million + million / 2 + 1);
        guess(prover, &moves[2], 1, 9 * million);
        for (unsigned i = 0; i < kauri_legal_moves(&moves[0].position).count; i++) {
            const struct asked reply = after(&moves[0], i);
            guess(prover, &reply, 2 * million, 1);
        }
        assert_int_equal(kauri_prover_ask(prover, &root.position, root.x, &limits, &report, NULL),
                         KAURI_OK);
        assert_int_equal(report.answer, KAURI_PROVER_OPEN);
        kauri_prover_known(prover, &moves[0].position, &known);
        assert_int_equal(known.work, 1);
        assert_true(known.delta > 2 * million);
        kauri_prover_known(prover, &moves[1].position, &known);
        assert_int_equal(known.work, 1);
        kauri_prover_free(prover);
    }
}

// A prover with so little memory that its entries are replaced all the time says what it found out
// about the root, though the table may have lost it.
TEST(an_answer_does_not_need_its_entry)
{
    const struct kauri_prover_options options = {
        .shape = {2, 2}, .seeds = 4, .memory = 64, .threads = 3};
    const struct kauri_layer layer = board_layer(2, 2, 4);
    const struct kauri_prover_limits limits = {.seconds = 1000};
    struct oracle *oracle = oracle_new(2, 2, 4);
    struct kauri_prover *prover = NULL;
    struct kauri_prover_report report;
    unsigned yes = 0;
    unsigned no = 0;
    assert_int_equal(kauri_prover_new(&options, &prover, NULL), KAURI_OK);
    for (uint64_t index = 0; index < layer.positions; index += 37) {
        const struct kauri_position position = kauri_layer_position(&layer, index);
        assert_int_equal(kauri_prover_ask(prover, &position, 1, &limits, &report, NULL), KAURI_OK);
        const bool expected = oracle_get(oracle, &position).r >= 1;
        assert_int_equal(report.answer, expected ? KAURI_PROVER_YES : KAURI_PROVER_NO);
        yes += expected ? 1 : 0;
        no += expected ? 0 : 1;
    }
    assert_true(yes > 0 && no > 0);
    kauri_prover_free(prover);
    oracle_free(oracle);
}

// The table has far fewer entries than there are positions.
TEST(little_memory_is_enough_for_true_answers)
{
    check_board(&boards[0], 1, 64);
    check_board(&boards[5], 1, 64 * 8);
}
