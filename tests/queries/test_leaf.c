// First efforts and estimates: the builds of the look ahead agree to the bit with each other and
// with a plain reading of the rules and of the network, and so does the engine's estimate.
#include "tests/test.h"

#include "queries/estimate/net.h"
#include "queries/prover/leaf.h"
#include "tests/rules/positions.h"

#include <stdlib.h>
#include <string.h>

static struct kauri_sowing sowing;

static unsigned at_most(unsigned number, unsigned maximum)
{
    return number < maximum ? number : maximum;
}

// The sum of rows, one number at a time, with negative numbers replaced where units are not linear.
static void hidden_by_hand(const struct kauri_net_row *cells, const struct kauri_net_row *more,
                           const struct kauri_position *position, int sums[KAURI_NET_UNITS])
{
    const unsigned holes = position->holes;
    const unsigned first = position->side == KAURI_SOUTH ? 0 : holes;
    for (unsigned j = 0; j < KAURI_NET_UNITS; j++) {
        sums[j] = more->unit[j];
        for (unsigned place = 0; place < KAURI_BOARD_HOLES_MAX; place++) {
            const unsigned lacking = KAURI_HOLES_MAX - holes, column = place % KAURI_HOLES_MAX;
            unsigned contents = 0;
            if (column >= lacking) {
                const unsigned hole =
                    (first + place / KAURI_HOLES_MAX * holes + column - lacking) % (2 * holes);
                contents =
                    7 * at_most(position->seeds[hole], 24) + at_most(position->cowries[hole], 6);
            }
            sums[j] += cells[place * KAURI_NET_CELLS + contents].unit[j];
        }
        sums[j] = sums[j] < 0 && j < 28 ? 0 : sums[j];
    }
}

// A dot product with the sums, divided and rounded down.
static int64_t weighted_by_hand(const int sums[KAURI_NET_UNITS],
                                const struct kauri_net_row *weights)
{
    int64_t sum = 0;
    for (unsigned j = 0; j < KAURI_NET_UNITS; j++) {
        sum += (int64_t)sums[j] * weights->unit[j];
    }
    return sum;
}

static int64_t divided_down(int64_t number, int64_t divisor)
{
    return (number - ((number % divisor + divisor) % divisor)) / divisor;
}

static struct kauri_efforts by_hand(const struct kauri_net *net,
                                    const struct kauri_position *position, int x)
{
    static const unsigned wider[] = {16, 16, 45, 83, 128, 179, 235};
    const unsigned seeds = kauri_seeds(position);
    uint32_t power[2];
    int sums[KAURI_NET_UNITS];
    struct kauri_net_row more;
    for (unsigned j = 0; j < KAURI_NET_UNITS; j++) {
        more.unit[j] = (int16_t)(net->row[KAURI_NET_NEED + (x + 186) / 3].unit[j] +
                                 net->row[KAURI_NET_ALL_SEEDS + seeds].unit[j]);
    }
    hidden_by_hand(net->row, &more, position, sums);
    for (unsigned k = 0; k < 2; k++) {
        int64_t logarithm =
            divided_down(weighted_by_hand(sums, &net->row[KAURI_NET_EFFORT + k]), 4096) +
            net->row[KAURI_NET_CONSTANT].unit[k];
        logarithm = logarithm < 0 ? 0 : logarithm > 14 * 64 ? 14 * 64 : logarithm;
        power[k] = (uint32_t)(((64 + logarithm % 64) << (logarithm / 64)) / 64);
    }
    const unsigned moves = kauri_legal_moves(position).count;
    return (struct kauri_efforts){power[0], power[1] * wider[moves] / 16};
}

static struct kauri_efforts look_by_hand(const struct kauri_net *net,
                                         const struct kauri_position *position, int x,
                                         unsigned plies)
{
    const struct kauri_moves moves = kauri_legal_moves(position);
    const int maximum = 3 * (int)kauri_seeds(position) + 1;
    if (moves.count == 0 && kauri_seeds(position) == 0) {
        return kauri_efforts_answered(x <= -1);
    }
    if (x <= -maximum || x > maximum) {
        return kauri_efforts_answered(x <= -maximum);
    }
    if (plies == 0 || moves.count == 0) {
        return by_hand(net, position, x);
    }
    struct kauri_effort_sum sum = {.least = KAURI_REFUTED};
    for (unsigned i = 0; i < moves.count && sum.least != 0; i++) {
        struct kauri_position after = *position;
        const struct kauri_capture captured = kauri_play(&after, moves.hole[i]);
        const int gain = (int)captured.own - (int)captured.opponent;
        kauri_effort_sum_add(&sum, look_by_hand(net, &after, 3 * gain - x + 1, plies - 1));
    }
    return kauri_effort_sum_end(&sum, KAURI_REFUTED - 1);
}

static struct kauri_position scattered_position(unsigned holes, uint64_t *random)
{
    struct kauri_position position = kauri_start(holes);
    memset(position.seeds, 0, sizeof position.seeds);
    memset(position.cowries, 0, sizeof position.cowries);
    position.side = random_next(random) % 2 != 0 ? KAURI_SOUTH : KAURI_NORTH;
    const unsigned seeds = (unsigned)(random_next(random) % 61);
    const unsigned spread = 1 + (unsigned)(random_next(random) % (2 * holes));
    for (unsigned i = 0; i < seeds; i++) {
        position.seeds[random_next(random) % spread]++;
    }
    for (unsigned i = 0; i < 12; i++) {
        position.cowries[random_next(random) % (2 * holes)]++;
    }
    return position;
}

static void compare(enum kauri_leaf_build build)
{
    const bool covered[KAURI_SEEDS_MAX + 1] = {false};
    const struct kauri_net *net = kauri_net_fitted();
    kauri_leaf_look *look = kauri_leaf_get(build);
    if (look == NULL) {
        skip();
    }
    uint64_t random = 11;
    unsigned open = 0;
    for (unsigned i = 0; i < 30000; i++) {
        const unsigned holes = 1 + i % 6;
        const struct kauri_position position = scattered_position(holes, &random);
        const struct kauri_packed board = kauri_pack(&position);
        const unsigned seeds = kauri_seeds(&position), plies = i / 6 % 3;
        const int x = (int)(random_next(&random) % (6 * seeds + 6)) - 3 * (int)seeds - 2;
        kauri_sowing_init(&sowing, holes);
        const struct kauri_leaf_context leaf = {&sowing, net, covered};
        const struct kauri_efforts efforts = look(&leaf, &board, seeds, x, plies);
        const struct kauri_efforts expected = look_by_hand(net, &position, x, plies);
        assert_int_equal(efforts.phi, expected.phi);
        assert_int_equal(efforts.delta, expected.delta);
        open += kauri_efforts_open(efforts);
    }
    assert_in_range(open, 20000, 30000);
}

TEST(the_portable_build_is_right)
{
    compare(KAURI_LEAF_PORTABLE);
}

TEST(the_build_for_avx2_is_right)
{
    compare(KAURI_LEAF_AVX2);
}

TEST(positions_of_tables_are_not_estimated)
{
    bool covered[KAURI_SEEDS_MAX + 1] = {false};
    covered[5] = true;
    const struct kauri_leaf_context leaf = {&sowing, kauri_net_fitted(), covered};
    kauri_sowing_init(&sowing, 6);
    struct kauri_position position = kauri_start(6);
    memset(position.seeds, 0, sizeof position.seeds);
    position.seeds[0] = 5;
    const struct kauri_packed board = kauri_pack(&position);
    const struct kauri_efforts efforts = kauri_leaf_get(KAURI_LEAF_FASTEST)(&leaf, &board, 5, 1, 2);
    assert_int_equal(efforts.phi, kauri_efforts_of_table().phi);
    assert_int_equal(efforts.delta, kauri_efforts_of_table().delta);
}

TEST(estimates_are_those_of_the_network)
{
    const struct kauri_estimate_net *net = kauri_estimate_fitted();
    uint64_t random = 5;
    for (unsigned i = 0; i < 30000; i++) {
        const struct kauri_position position = scattered_position(1 + i % 6, &random);
        const struct kauri_packed board = kauri_pack(&position);
        const unsigned seeds = kauri_seeds(&position);
        const int64_t maximum = 16 * (3 * (int64_t)seeds + 1);
        int64_t total = 0;
        for (unsigned part = 0; part < KAURI_ESTIMATE_PARTS; part++) {
            const struct kauri_net_row *row = net->part[part].row;
            int sums[KAURI_NET_UNITS];
            hidden_by_hand(row, &row[KAURI_ESTIMATE_ALL_SEEDS + seeds], &position, sums);
            total += weighted_by_hand(sums, &row[KAURI_ESTIMATE_WEIGHTS]);
        }
        const int64_t share =
            divided_down(total, 16) + net->part[0].row[KAURI_ESTIMATE_CONSTANT].unit[0];
        const int64_t units = share * 48 * (seeds + 8) / 16384;
        assert_int_equal(kauri_estimate(net, &board, position.holes, seeds),
                         units > maximum    ? maximum
                         : units < -maximum ? -maximum
                                            : units);
    }
}

// No sum of rows and no weighted sum exceeds its bits, whatever the position.
// Returns the greatest weighted sum.
static double no_sum_overflows_in(const struct kauri_net_row *row,
                                  const struct kauri_net_inputs *inputs,
                                  const struct kauri_net_row *weights)
{
    double sum = 0;
    for (unsigned j = 0; j < KAURI_NET_UNITS; j++) {
        const struct kauri_net_row *next = row;
        int sums[2] = {0, 0}; // the greatest, and the least
        for (unsigned i = 0; i < inputs->count; i++) {
            const unsigned rows = kauri_net_rows_of(inputs, i);
            int maximum = 0, least = 0; // partial sums count, too, in any order
            for (unsigned r = 0; r < rows; r++, next++) {
                maximum = next->unit[j] > maximum ? next->unit[j] : maximum;
                least = next->unit[j] < least ? next->unit[j] : least;
            }
            sums[0] += maximum;
            sums[1] += least;
        }
        assert_true(sums[0] <= INT16_MAX && sums[1] >= INT16_MIN);
        sum += (sums[0] > -sums[1] ? sums[0] : -sums[1]) * (double)abs(weights->unit[j]);
    }
    assert_true(sum <= INT32_MAX);
    return sum;
}

TEST(no_sum_overflows)
{
    const struct kauri_net *net = kauri_net_fitted();
    const struct kauri_estimate_net *estimate = kauri_estimate_fitted();
    double all = 0;
    no_sum_overflows_in(net->row, &kauri_net_inputs, &net->row[KAURI_NET_EFFORT]);
    no_sum_overflows_in(net->row, &kauri_net_inputs, &net->row[KAURI_NET_EFFORT + 1]);
    for (unsigned part = 0; part < KAURI_ESTIMATE_PARTS; part++) {
        const struct kauri_net_row *row = estimate->part[part].row;
        all += no_sum_overflows_in(row, &kauri_estimate_inputs, &row[KAURI_ESTIMATE_WEIGHTS]);
    }
    assert_true(all <= INT32_MAX);
}
