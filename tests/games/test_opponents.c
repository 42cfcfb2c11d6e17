// Matches of the weaker opponents against one another and against models of beginners, from the
// initial position: a short form of scripts/strength/ladder.
#include "tests/sanitized.h"
#include "tests/test.h"

#include "games/engine/opponents.h"
#include "rules/board.h"

enum {
    GAMES = SANITIZED ? 4 : 200, // of a match
    MANY = SANITIZED ? 4 : 1000, // against Egg, who is quick, where the aim is narrow
    PLIES = 200,                 // after which a game is given up, and the captures count
    COWRIE = 3, // seeds that a cowrie in the own row is worth to whoever keeps cowries
};

// Players are numbers: the strength of an opponent, or one of these models of beginners.
enum {
    RANDOM = -1, // any move
    KEEPER = -2, // takes most and keeps cowries
    GREEDY = -3, // takes most
};

static unsigned own_cowries(const struct kauri_position *position, unsigned side)
{
    unsigned count = 0;
    for (unsigned hole = 0; hole < position->holes; hole++) {
        count += position->cowries[side * position->holes + hole];
    }
    return count;
}

// A number below `count` that looks like chance.
static unsigned draw(uint64_t *state, unsigned count)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)((*state >> 33) % count);
}

static int beginner_move(int player, const struct kauri_position *position, uint64_t *state)
{
    const struct kauri_moves moves = kauri_legal_moves(position);
    int best = 0;
    int chosen = KAURI_MOVE_PASS;
    unsigned equal = 0;
    for (unsigned i = 0; i < moves.count; i++) {
        struct kauri_position after = *position;
        const struct kauri_capture captured = kauri_play(&after, moves.hole[i]);
        const int kept = COWRIE * (int)own_cowries(&after, position->side);
        const int value =
            player == RANDOM ? 0 : captured.own - captured.opponent + (player == KEEPER ? kept : 0);
        if (i == 0 || value > best) {
            best = value;
            equal = 0;
        }
        if (value == best && draw(state, ++equal) == 0) {
            chosen = moves.hole[i];
        }
    }
    return chosen;
}

static int move_of(int player, const struct kauri_position *position, uint64_t *state,
                   uint64_t seed)
{
    if (player < 0) {
        return beginner_move(player, position, state);
    }
    const struct kauri_opponent opponent = {.strength = (unsigned)player, .seed = seed};
    const struct kauri_engine_limits limits = {.nodes = 1};
    struct kauri_engine_report report;
    assert_int_equal(kauri_opponent_think(&opponent, NULL, position, &limits, &report, NULL, NULL),
                     KAURI_OK);
    return report.lines[0].hole;
}

// Half points of the first player in one game.
static unsigned play_game(const int players[2], unsigned first_side, uint64_t seed)
{
    struct kauri_position position = kauri_start(KAURI_HOLES_MAX);
    uint64_t state = seed;
    for (unsigned ply = 0; ply < PLIES && kauri_seeds(&position) > 0; ply++) {
        const int player = players[position.side != first_side];
        const unsigned cowries = own_cowries(&position, position.side);
        (void)kauri_play(&position,
                         cowries == 0 ? KAURI_MOVE_PASS : move_of(player, &position, &state, seed));
    }
    const int lead = position.score[first_side] - position.score[1 - first_side];
    return lead > 0 ? 2 : lead == 0 ? 1 : 0;
}

// The score of the first player in percent. Sides alternate; the seeds are those of the games'
// numbers, so a match always ends in the same way.
static unsigned score(int first, int second, unsigned games)
{
    const int players[2] = {first, second};
    unsigned points = 0;
    for (unsigned game = 0; game < games; game++) {
        points += play_game(players, game % 2, game / 2 + 1);
    }
    return points * 50 / games;
}

// Four games, of which sanitizers look at the memory, say nothing of a score.
static void expect_score(int first, int second, unsigned games, unsigned least, unsigned maximum)
{
    const unsigned percent = score(first, second, games);
    if (!SANITIZED) {
        assert_in_range(percent, least, maximum);
    }
}

TEST(chance_equals_the_first_opponent)
{
    expect_score(RANDOM, 1, GAMES, 40, 60);
    expect_score(RANDOM, 2, GAMES, 10, 40);
}

// The commonest beginner takes what there is to take; the aim is 35 to 65 % over many games.
TEST(who_takes_most_has_a_chance_against_the_first_opponent)
{
    expect_score(GREEDY, 1, MANY, 37, 65);
}

TEST(who_takes_most_and_keeps_cowries_equals_the_third_opponent)
{
    expect_score(KEEPER, 1, GAMES, 80, 100);
    expect_score(KEEPER, 2, GAMES, 60, 90);
    expect_score(KEEPER, 3, GAMES, 40, 60);
}

// A step of 150 Elo is a score of 70 %.
TEST(each_opponent_is_a_step_stronger_than_the_one_below)
{
    for (int strength = 2; strength <= 8; strength++) {
        expect_score(strength, strength - 1, GAMES, 60, 85);
    }
}

TEST_GROUP(NULL, NULL)
