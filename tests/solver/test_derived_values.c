// The corollary of docs/guide/RULES.md, "Half of a layer follows from the other half": r and dtc of
// derived positions follow from one ply. Every derived position of small boards, against the
// oracle.
#include "tests/test.h"

#include "indexer/stored_blocks.h"
#include "tests/solver/oracle.h"

#include <limits.h>

struct derived_tally {
    uint64_t derived;
    uint64_t unlimited;  // r = 0
    uint64_t by_capture; // dtc = 1
    int max_dtc;
};

// r by look-ups that never ask the oracle about a derived position.
static int derive_r(const struct oracle *oracle, const struct kauri_position *position);

// 3 * gain - r(successor) of one move, and whether it captures.
static int move_value(const struct oracle *oracle, const struct kauri_position *position, int hole,
                      struct kauri_position *after, bool *captures)
{
    *after = *position;
    const struct kauri_capture capture = kauri_play(after, hole);
    *captures = capture.own + capture.opponent > 0;
    const struct kauri_view view = kauri_view_of(after);
    if (kauri_seeds_stored(view.seeds, after->holes)) {
        return 3 * (capture.own - capture.opponent) - oracle_get(oracle, after).r;
    }
    assert_true(*captures); // no recursion inside the layer
    return 3 * (capture.own - capture.opponent) - derive_r(oracle, after);
}

// The legal moves, or the pass. Derived positions have seeds, so there is always one.
static unsigned moves_of(const struct kauri_position *position, int holes[KAURI_HOLES_MAX])
{
    const struct kauri_moves moves = kauri_legal_moves(position);
    for (unsigned m = 0; m < moves.count; m++) {
        holes[m] = moves.hole[m];
    }
    if (moves.count == 0) {
        holes[0] = KAURI_MOVE_PASS;
        return 1;
    }
    return moves.count;
}

static int derive_r(const struct oracle *oracle, const struct kauri_position *position)
{
    int holes[KAURI_HOLES_MAX];
    int best = INT_MIN;
    for (unsigned m = moves_of(position, holes); m-- > 0;) {
        struct kauri_position after;
        bool captures;
        const int value = move_value(oracle, position, holes[m], &after, &captures);
        best = value > best ? value : best;
    }
    return best;
}

static int derive_dtc(const struct oracle *oracle, const struct kauri_position *position, int r)
{
    int holes[KAURI_HOLES_MAX];
    int best = 0; // over the quiet moves that keep r
    if (r == 0) {
        return 0;
    }
    for (unsigned m = moves_of(position, holes); m-- > 0;) {
        struct kauri_position after;
        bool captures;
        if (move_value(oracle, position, holes[m], &after, &captures) != r) {
            continue;
        }
        if (captures && r > 0) {
            return 1;
        }
        if (!captures) {
            const int dtc = oracle_get(oracle, &after).dtc; // dtc of a stored position
            assert_true(dtc >= 1);
            best = best == 0 || (r > 0 ? dtc < best : dtc > best) ? dtc : best;
        }
    }
    return 1 + best;
}

static struct derived_tally compare(unsigned holes, unsigned cowries, unsigned seeds)
{
    struct derived_tally tally = {0};
    struct oracle *oracle = oracle_new(holes, cowries, seeds);
    for (unsigned n = 0; n <= seeds; n++) {
        const struct kauri_shape shape = {(uint8_t)holes, (uint8_t)cowries};
        struct kauri_layer layer;
        assert_int_equal(kauri_layer_init(&layer, shape, n, NULL), KAURI_OK);
        for (uint64_t index = 0; index < layer.positions; index++) {
            struct kauri_view view;
            kauri_unindex(&layer, index, &view);
            if (kauri_seeds_stored(view.seeds, holes)) {
                continue;
            }
            const struct kauri_position position = kauri_view_position(&view, holes);
            const struct oracle_value expected = oracle_get(oracle, &position);
            const int r = derive_r(oracle, &position);
            const int dtc = derive_dtc(oracle, &position, r);
            if (r != expected.r || dtc != expected.dtc) {
                fail_msg("2x%u, %u cowries, layer %u, position %u: r %d, dtc %d, not %d, %d", holes,
                         cowries, n, (unsigned)index, r, dtc, expected.r, expected.dtc);
            }
            tally.derived++;
            tally.unlimited += r == 0;
            tally.by_capture += dtc == 1;
            tally.max_dtc = dtc > tally.max_dtc ? dtc : tally.max_dtc;
        }
    }
    oracle_free(oracle);
    return tally;
}

TEST(one_hole)
{
    uint64_t unlimited = 0;
    for (unsigned cowries = 0; cowries <= 12; cowries++) {
        const struct derived_tally tally = compare(1, cowries, 16); // laps from 2 seeds on
        assert_true(tally.derived > 0);
        unlimited += tally.unlimited;
    }
    assert_true(unlimited > 0);
}

TEST(two_holes)
{
    assert_true(compare(2, 0, 6).derived > 0);
    const struct derived_tally tally = compare(2, 3, 10); // laps from 4 seeds on
    assert_true(tally.by_capture > 0 && tally.max_dtc > 2);
    assert_true(compare(2, 12, 4).derived > 0);
}

TEST(three_holes)
{
    const struct derived_tally tally = compare(3, 3, 4);
    assert_true(tally.by_capture > 0 && tally.max_dtc > 2);
    assert_true(compare(3, 8, 4).max_dtc > 2);
}

TEST(four_to_six_holes)
{
    assert_true(compare(4, 4, 4).max_dtc > 2);
    assert_true(compare(5, 3, 4).max_dtc > 2);
    assert_true(compare(6, 3, 3).max_dtc > 2);
}
