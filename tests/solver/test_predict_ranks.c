// The plan for several ranks, against moves that are played and figures worked out by hand.
#include "tests/cmocka_all.h"

#include "indexer/stored_blocks.h"
#include "rules/board.h"
#include "solver/predict.h"
#include "solver/predict_ranks.h"
#include "solver/rank_graph.h"
#include "solver/share.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void assert_near(double found, double expected, double most)
{
    if (!(fabs(found - expected) <= most)) {
        fail_msg("%.9g in place of %.9g", found, expected);
    }
}

static struct kauri_layer layer_of(struct kauri_shape shape, unsigned seeds)
{
    struct kauri_layer layer;
    assert_int_equal(kauri_layer_init(&layer, shape, seeds, NULL), KAURI_OK);
    return layer;
}

// Plays every move of every position, and counts for each block the other ranks that lead to it.
static uint64_t play_all(const struct kauri_layer *layer, uint32_t ranks, const uint32_t *owners)
{
    uint64_t partners = 0;
    bool *hears = calloc(layer->block_count * ranks, sizeof *hears);
    assert_non_null(hears);
    for (uint64_t index = 0; index < layer->positions; index++) {
        struct kauri_view view;
        kauri_unindex(layer, index, &view);
        const struct kauri_position position = kauri_view_position(&view, layer->shape.holes);
        const uint32_t owner = owners[index / layer->cowrie_count];
        const struct kauri_moves moves = kauri_legal_moves(&position);
        for (unsigned i = 0; i < moves.count; i++) {
            struct kauri_position next = position;
            const struct kauri_capture capture = kauri_play(&next, moves.hole[i]);
            if (capture.own + capture.opponent == 0) {
                const struct kauri_view seen = kauri_view_of(&next);
                const uint64_t block = kauri_index(layer, &seen) / layer->cowrie_count;
                hears[block * ranks + owner] = true;
            }
        }
    }
    for (uint64_t i = 0; i < layer->block_count * ranks; i++) {
        partners += hears[i] && owners[i / ranks] != i % ranks;
    }
    free(hears);
    return partners;
}

static void the_graph_is_that_of_the_moves(void **state)
{
    (void)state;
    static const struct kauri_shape shapes[] = {{1, 2}, {2, 3}, {3, 3}, {2, 5}};
    static const uint32_t ranks[] = {1, 2, 3, 7};
    for (unsigned s = 0; s < sizeof shapes / sizeof shapes[0]; s++) {
        for (unsigned seeds = 0; seeds <= 5; seeds++) {
            const struct kauri_layer layer = layer_of(shapes[s], seeds);
            for (unsigned i = 0; i < sizeof ranks / sizeof ranks[0]; i++) {
                uint32_t *owners = NULL;
                uint64_t partners = 0;
                assert_int_equal(kauri_rank_owners(&layer, ranks[i], &owners, NULL), KAURI_OK);
                assert_int_equal(kauri_rank_partners(&layer, ranks[i], &partners, NULL), KAURI_OK);
                assert_int_equal(partners, play_all(&layer, ranks[i], owners));
                free(owners);
            }
        }
    }
}

// One seed on 2 x 2 holes, by hand. The blocks are a, b (the mover's holes), A, B; the pairs are
// aA and bB. Of these, A and B are derived, and the ranks take turns with the stored blocks in the
// order of their numbers: b is 0010... The seed of a goes to b, which the next player sees as B;
// the seed of b goes to A, which is seen as a. A seed of the opponent's stays where it is, and
// changes sides: A becomes a, B becomes b. So a leads to B, b to a, and every block to the other of
// its pair: the list of B is needed by the owner of a, the list of a by that of b, and those of b
// and A by none but their own.
static void one_seed_by_hand(void **state)
{
    (void)state;
    const struct kauri_layer layer = layer_of((struct kauri_shape){2, 2}, 1);
    uint32_t *owners = NULL;
    uint64_t number = 0;
    assert_int_equal(layer.block_count, 4);
    assert_int_equal(kauri_rank_owners(&layer, 2, &owners, NULL), KAURI_OK);
    for (uint64_t block = 0; block < 4; block++) {
        assert_int_equal(owners[block], owners[kauri_block_exchanged(&layer, block)]);
    }
    const uint8_t a[4] = {1, 0, 0, 0};
    const uint8_t b[4] = {0, 1, 0, 0};
    assert_int_not_equal(owners[kauri_row_rank(a, 4, 1)], owners[kauri_row_rank(b, 4, 1)]);
    free(owners);
    assert_int_equal(kauri_rank_most(&layer, 2, &number, NULL), KAURI_OK);
    assert_int_equal(number, 2);
    assert_int_equal(kauri_rank_partners(&layer, 2, &number, NULL), KAURI_OK);
    assert_int_equal(number, 2);
    assert_int_equal(kauri_rank_partners(&layer, 1, &number, NULL), KAURI_OK);
    assert_int_equal(number, 0);
    // Ranks without blocks change nothing.
    assert_int_equal(kauri_rank_partners(&layer, 1000, &number, NULL), KAURI_OK);
    assert_int_equal(number, 2);
}

// The owners are those of the solver.
static void the_solver_deals_alike(void **state)
{
    (void)state;
    static const struct kauri_shape shapes[] = {{2, 4}, {3, 4}, {6, 12}};
    for (unsigned s = 0; s < sizeof shapes / sizeof shapes[0]; s++) {
        const struct kauri_layer layer = layer_of(shapes[s], 3);
        for (uint32_t ranks = 1; ranks <= 7; ranks += 2) {
            uint32_t *owners = NULL;
            uint64_t most = 0;
            uint64_t greatest = 0;
            assert_int_equal(kauri_rank_owners(&layer, ranks, &owners, NULL), KAURI_OK);
            for (uint32_t rank = 0; rank < ranks; rank++) {
                const struct kauri_team team = {.rank = rank, .ranks = ranks};
                struct kauri_share share;
                uint64_t owned = 0;
                assert_int_equal(kauri_share_init(&share, &layer, &team, NULL), KAURI_OK);
                for (uint64_t block = 0; block < layer.block_count; block++) {
                    owned += owners[block] == rank;
                    assert_int_equal(kauri_share_own_slot(&share, block) != UINT64_MAX,
                                     owners[block] == rank);
                }
                assert_int_equal(owned, share.own_count);
                greatest = owned > greatest ? owned : greatest;
                kauri_share_clear(&share);
            }
            assert_int_equal(kauri_rank_most(&layer, ranks, &most, NULL), KAURI_OK);
            assert_int_equal(most, greatest);
            free(owners);
        }
    }
}

// Ideal time of the rounds divided by the slowest rank's, when recorded lists of layers 4 and 5 of
// the full board were dealt to R ranks of T threads.
static void efficiency_is_as_measured(void **state)
{
    (void)state;
    static const struct {
        unsigned blocks;
        double busiest;
        uint32_t ranks, cores;
        double measured;
    } cases[] = {
        {1365, 5.93, 4, 1, 0.97},   {1365, 5.93, 16, 1, 0.89}, {1365, 5.93, 64, 1, 0.71},
        {1365, 5.93, 16, 8, 0.86},  {1365, 5.93, 64, 8, 0.45}, {1365, 5.93, 16, 64, 0.23},
        {4368, 6.39, 4, 1, 0.99},   {4368, 6.39, 16, 1, 0.94}, {4368, 6.39, 64, 1, 0.84},
        {4368, 6.39, 16, 8, 0.94},  {4368, 6.39, 64, 8, 0.78}, {4368, 6.39, 16, 16, 0.92},
        {4368, 6.39, 16, 64, 0.63},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const double predicted =
            kauri_ranks_efficiency((double)cases[i].blocks / cases[i].ranks, cases[i].ranks,
                                   cases[i].cores, cases[i].busiest);
        assert_near(predicted, cases[i].measured, 0.08);
    }
}

static struct kauri_ranks_prediction predict(unsigned seeds, uint32_t ranks, uint32_t cores)
{
    const struct kauri_ranks_options options = {
        .ranks = ranks, .cores = cores, .network = 1000000000, .files = 500000000};
    struct kauri_ranks_prediction prediction;
    assert_int_equal(
        kauri_predict_ranks((struct kauri_shape){6, 12}, seeds, &options, &prediction, NULL),
        KAURI_OK);
    return prediction;
}

// Layer 4 on 4 ranks, in numbers that follow from one another.
static void the_arithmetic_is_right(void **state)
{
    (void)state;
    const struct kauri_ranks_model model = kauri_ranks_model_of(4);
    const struct kauri_ranks_prediction four = predict(4, 4, 8);
    const struct kauri_ranks_prediction one = predict(4, 1, 8);
    const double cowries = 1352078;
    const double own = (double)four.own_blocks;
    assert_int_equal(four.blocks, 1365);
    assert_in_range(four.own_blocks, 342, 360);
    assert_int_equal(four.rounds, 563);
    assert_int_equal(four.captures_sent, (uint64_t)(1365 * cowries * model.capture_bytes * 3 / 4));
    assert_int_equal(four.sent, four.captures_sent +
                                    (uint64_t)((double)four.partners * cowries * model.edge_bytes));
    const double work = own * cowries * model.core_ns * 1e-9 * 1.3 / 8;
    const double packing = (double)four.sent / 4 * 12e-9 * 1.3 / 8;
    const double decoding = 455 * cowries / 4 * 4e-9 * 1.3 / 8; // all blocks of layers 0 to 3
    const double rounds = (work * 0.64 + packing) / four.efficiency;
    assert_near(four.computing, rounds + work * 0.36 + decoding, 1e-6);
    assert_near(four.network,
                (double)four.sent / 4 * (own + 12) / own / 1e9 + 563 * 2e-6 * (2 * 2 + 3), 1e-6);
    assert_near(four.files, (double)(four.bytes_read + four.bytes_written) / 5e8, 1e-6);
    assert_near(four.total, four.computing + four.network + four.files, 1e-9);
    assert_near(four.useful_cores, 1365 / model.busiest_block, 1e-6);
    // One rank sends nothing. Lower tables are read once, by however many ranks.
    assert_int_equal(one.sent, 0);
    assert_true(one.network == 0);
    assert_int_equal(one.own_blocks, 1365);
    uint64_t tables = 0;
    for (unsigned n = 0; n < 4; n++) {
        const struct kauri_solve_options alone = {.threads = 8, .level = 1, .memory = 1ULL << 50};
        struct kauri_prediction layer;
        assert_int_equal(kauri_predict_layer((struct kauri_shape){6, 12}, n, &alone, &layer, NULL),
                         KAURI_OK);
        tables += layer.table_bytes;
    }
    assert_int_equal(one.bytes_read, tables);
    assert_int_equal(four.bytes_read, tables);
    // The memory of one rank is that of the program alone, and that of four is a share of it.
    const struct kauri_solve_options alone = {
        .threads = 8, .level = 1, .memory = UINT64_MAX / 2, .checkpoint_seconds = 300};
    struct kauri_prediction whole;
    assert_int_equal(kauri_predict_layer((struct kauri_shape){6, 12}, 4, &alone, &whole, NULL),
                     KAURI_OK);
    assert_int_equal(one.memory, whole.memory);
    assert_in_range(four.memory, whole.memory / 4, whole.memory / 2);
    assert_in_range(four.work_bytes, whole.work_bytes / 4, whole.work_bytes / 4 * 11 / 10);
}

static void limits_are_named(void **state)
{
    (void)state;
    struct kauri_ranks_options options = {
        .ranks = 4, .cores = 8, .network = UINT64_C(1) << 40, .files = UINT64_C(1) << 50};
    struct kauri_ranks_prediction prediction;
    const struct kauri_shape board = {6, 12};
    assert_int_equal(kauri_predict_ranks(board, 3, &options, &prediction, NULL), KAURI_OK);
    assert_int_equal(prediction.limit, KAURI_RANKS_COMPUTING);
    options.cores = 1024;
    assert_int_equal(kauri_predict_ranks(board, 3, &options, &prediction, NULL), KAURI_OK);
    assert_int_equal(prediction.limit, KAURI_RANKS_BUSIEST_BLOCK);
    options.network = 1 << 20;
    assert_int_equal(kauri_predict_ranks(board, 3, &options, &prediction, NULL), KAURI_OK);
    assert_int_equal(prediction.limit, KAURI_RANKS_NETWORK);
    options.files = 1 << 20;
    assert_int_equal(kauri_predict_ranks(board, 3, &options, &prediction, NULL), KAURI_OK);
    assert_int_equal(prediction.limit, KAURI_RANKS_FILES);
    // Layers with too many blocks are refused.
    assert_int_equal(kauri_predict_ranks(board, 13, &options, &prediction, NULL), KAURI_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_graph_is_that_of_the_moves),
        cmocka_unit_test(one_seed_by_hand),
        cmocka_unit_test(the_solver_deals_alike),
        cmocka_unit_test(efficiency_is_as_measured),
        cmocka_unit_test(the_arithmetic_is_right),
        cmocka_unit_test(limits_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
