// The theorem of docs/guide/RULES.md, "Half of a layer follows from the other half": every quiet
// move and every pass from a derived block leads to a stored block.
#include "tests/test.h"

#include "indexer/stored_blocks.h"
#include "rules/board.h"
#include "tests/indexer/layers.h"
#include "tests/rules/positions.h"

#include <string.h>

// What was seen, so that no test passes because it looked at nothing.
struct move_tally {
    uint64_t derived; // positions of derived blocks
    uint64_t passes;
    uint64_t quiet;    // quiet moves from derived blocks
    uint64_t laps;     // quiet moves that sow their own hole again
    uint64_t captures; // the other moves: the theorem says nothing about them
};

static void fail_at(const struct kauri_position *position, int hole)
{
    char text[KAURI_POSITION_TEXT_BYTES];
    fail_msg("move %d of %s leads from a derived block to a derived block", hole,
             kauri_position_format(position, text));
}

// Plays one move, or the pass, of a position whose block is derived.
static void try_move(const struct kauri_position *position, int hole, struct move_tally *tally)
{
    struct kauri_position after = *position;
    const struct kauri_capture capture = kauri_play(&after, hole);
    if (capture.own + capture.opponent > 0) {
        tally->captures++;
        return;
    }
    assert_int_equal(kauri_seeds(&after), kauri_seeds(position));
    const struct kauri_view view = kauri_view_of(&after);
    if (!kauri_seeds_stored(view.seeds, after.holes)) {
        fail_at(position, hole);
    }
    tally->passes += hole == KAURI_MOVE_PASS;
    tally->quiet += hole != KAURI_MOVE_PASS;
    tally->laps += hole != KAURI_MOVE_PASS &&
                   position->seeds[kauri_own_hole(position, (unsigned)hole)] >= 2 * position->holes;
}

// Plays every move of a position if its block is derived.
static void try_position(const struct kauri_position *position, struct move_tally *tally)
{
    const struct kauri_view view = kauri_view_of(position);
    if (kauri_seeds_stored(view.seeds, position->holes)) {
        return;
    }
    const struct kauri_moves moves = kauri_legal_moves(position);
    tally->derived++;
    for (unsigned m = 0; m < moves.count; m++) {
        try_move(position, moves.hole[m], tally);
    }
    if (moves.count == 0) {
        try_move(position, KAURI_MOVE_PASS, tally);
    }
}

// Every move of one block, for every number of cowries: where a move drops its counters depends on
// the seeds and cowries of its hole, and what it captures on which of the opponent's holes hold
// cowries. Neither depends on the number of cowries there, nor on the mover's other holes.
static void try_block(const uint8_t *seeds, unsigned holes, struct move_tally *tally)
{
    struct kauri_position position = {.holes = (uint8_t)holes, .side = KAURI_SOUTH};
    memcpy(position.seeds, seeds, 2 * (size_t)holes);
    tally->derived++;
    try_move(&position, KAURI_MOVE_PASS, tally);
    for (unsigned occupied = 0; occupied < 1U << holes; occupied++) {
        unsigned theirs = 0;
        for (unsigned i = 0; i < holes; i++) {
            position.cowries[holes + i] = occupied >> i & 1U;
            theirs += occupied >> i & 1U;
        }
        for (unsigned hole = 0; hole < holes; hole++) {
            for (unsigned k = 1; k + theirs <= KAURI_COWRIES_MAX; k++) {
                position.cowries[hole] = (uint8_t)k;
                try_move(&position, (int)hole, tally);
            }
            position.cowries[hole] = 0;
        }
    }
}

static struct move_tally try_layer(unsigned holes, unsigned seeds)
{
    struct move_tally tally = {0};
    const struct kauri_shape shape = {(uint8_t)holes, KAURI_COWRIES_MAX};
    const struct kauri_layer layer = layer_of(shape, seeds);
    for (uint64_t block = 0; block < layer.block_count; block++) {
        uint8_t row[KAURI_BOARD_HOLES_MAX];
        kauri_row_unrank(block, 2 * holes, seeds, row);
        if (!kauri_seeds_stored(row, holes)) {
            try_block(row, holes, &tally);
        }
    }
    assert_int_equal(tally.derived, layer.block_count - kauri_stored_block_count(&layer));
    return tally;
}

TEST(derived_blocks_lead_to_stored_ones)
{
    static const unsigned maximum[] = {0, 60, 24, 12, 8, 6, 5}; // seeds, by holes
    for (unsigned holes = 1; holes <= KAURI_HOLES_MAX; holes++) {
        uint64_t laps = 0;
        for (unsigned seeds = 0; seeds <= maximum[holes]; seeds++) {
            const struct move_tally tally = try_layer(holes, seeds);
            assert_int_equal(tally.derived > 0, seeds > 0); // the block of layer 0 is stored
            assert_int_equal(tally.passes, tally.derived);
            assert_int_equal(tally.quiet > 0, seeds > 0);
            laps += tally.laps;
        }
        // A derived block has at most half of the seeds in the mover's row, and a lap takes twice
        // as many seeds as there are holes in a row.
        assert_int_equal(laps > 0, maximum[holes] >= 4 * holes);
    }
    assert_true(try_layer(2, 60).laps > 0);
}

// A derived position with many seeds: most of the mover's in one hole, so that laps are frequent,
// and at least one cowrie there.
static struct kauri_position heavy_position(uint64_t *random)
{
    struct kauri_position position = {.holes = (uint8_t)(1 + random_below(random, KAURI_HOLES_MAX)),
                                      .side = (uint8_t)random_below(random, 2)};
    const unsigned own = kauri_own_hole(&position, 0);
    const unsigned other = position.holes - own;
    const unsigned full = own + random_below(random, position.holes);
    const unsigned mine = random_below(random, KAURI_SEEDS_MAX / 2 + 1);
    const unsigned theirs = mine + random_below(random, KAURI_SEEDS_MAX - 2 * mine + 1);
    for (unsigned i = 0; i < mine; i++) {
        const bool stray = random_below(random, 8) == 0;
        position.seeds[stray ? own + random_below(random, position.holes) : full]++;
    }
    for (unsigned i = 0; i < theirs; i++) {
        position.seeds[other + random_below(random, position.holes)]++;
    }
    position.cowries[full]++;
    for (unsigned i = random_below(random, KAURI_COWRIES_MAX); i > 0; i--) {
        position.cowries[random_below(random, 2U * position.holes)]++;
    }
    return position;
}

TEST(positions_of_large_layers_do)
{
    uint64_t random = 6;
    struct move_tally tally = {0};
    for (unsigned n = 0; n < 500000; n++) {
        const struct kauri_position any = random_position(&random);
        const struct kauri_position heavy = heavy_position(&random);
        try_position(&any, &tally);
        try_position(&heavy, &tally);
    }
    assert_true(tally.derived > 600000 && tally.quiet > 500000);
    assert_true(tally.passes > 10000 && tally.captures > 100000);
    assert_true(tally.laps > 50000);
}
