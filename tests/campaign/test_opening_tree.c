// The tree of first moves: every answer that it states is compared with the oracle.
#include "tests/test.h"

#include "queries/campaign/campaign_choice.h"
#include "queries/campaign/campaign_file.h"
#include "queries/campaign/opening_proofs.h"
#include "queries/campaign/opening_tree.h"
#include "queries/known/known.h"
#include "rules/value.h"
#include "tests/rules/positions.h"
#include "tests/solver/oracle.h"

#include <string.h>

enum { HOLES = 2, COWRIES = 4, SEEDS = 7, CAMPAIGNS = 3000 };

// Of all trees, so that none of these is missing.
struct opening_tally {
    unsigned holds, fails, open, without_efforts, same, wins, numbers;
};

static void good(enum kauri_status status, const struct kauri_error *error)
{
    if (status != KAURI_OK) {
        fail_msg("%s", error->message);
    }
}

// A position of the small board, with at least a seed, and captures on either side.
static struct kauri_position small_position(uint64_t *random)
{
    struct kauri_position position = {.holes = HOLES, .side = (uint8_t)random_below(random, 2)};
    for (unsigned i = 0; i < COWRIES; i++) {
        position.cowries[random_below(random, 2 * HOLES)]++;
    }
    for (unsigned i = random_below(random, SEEDS) + 1; i > 0; i--) {
        position.seeds[random_below(random, 2 * HOLES)]++;
    }
    position.score[0] = (uint8_t)random_below(random, 4);
    position.score[1] = (uint8_t)random_below(random, 4);
    return position;
}

// Splits questions, and has bounds proven that hold.
static void grow(struct kauri_campaign_frontier *frontier, const struct oracle *oracle,
                 uint64_t *random)
{
    struct kauri_error error;
    for (unsigned step = random_below(random, 25); step > 0; step--) {
        const uint32_t number = random_below(random, frontier->question_count);
        const struct kauri_position position =
            kauri_campaign_position(frontier, frontier->questions[number].place);
        const int r = oracle_get(oracle, &position).r;
        struct kauri_bounds bounds = kauri_bounds_trivial(kauri_seeds(&position));
        const bool yes = r >= frontier->questions[number].x;
        if (random_below(random, 3) > 0) {
            if (frontier->questions[number].state == KAURI_CAMPAIGN_LEAF) {
                good(kauri_campaign_divide(frontier, number, &error), &error);
            }
            continue;
        }
        *(yes ? &bounds.low : &bounds.high) = r;
        good(kauri_campaign_record(frontier, &position, bounds, random_next(random), &error),
             &error);
        frontier->questions[number].positions = random_below(random, 1000);
    }
}

// Whether the claim of the tree is true, by the value of a position in it.
static bool is_true(const struct kauri_opening_tree *tree, const struct kauri_position *position,
                    int r)
{
    const bool own = position->side == tree->side;
    const int at_top = 3 * kauri_lead(&tree->nodes->position) + tree->x;
    const int value = 3 * kauri_lead(position) + r;
    return tree->wins
               ? kauri_result_under(KAURI_STANDARD, position, r) == (own ? KAURI_WIN : KAURI_LOSS)
               : (own ? value : -value) >= at_top;
}

static void check_node(const struct kauri_campaign_frontier *frontier, const struct oracle *oracle,
                       const struct kauri_opening_tree *tree, uint32_t number,
                       struct opening_tally *tally)
{
    const struct kauri_opening_node *node = &tree->nodes[number];
    const int r = oracle_get(oracle, &node->position).r;
    const bool truth = is_true(tree, &node->position, r);
    const enum kauri_campaign_state state = frontier->questions[node->question].state;
    assert_int_equal(node->proven, state == KAURI_CAMPAIGN_ANSWERED);
    assert_true(node->r.low <= r && r <= node->r.high);
    if (node->proven) {
        assert_int_equal(node->holds, truth);
        assert_non_null(kauri_campaign_bound(frontier, &node->position, node->digest));
        *(truth ? &tally->holds : &tally->fails) += 1;
    } else {
        const bool is_known = node->efforts.phi != 0 || node->efforts.delta != 0;
        const struct kauri_efforts efforts = frontier->questions[node->question].efforts;
        const bool own = node->position.side == tree->side;
        assert_true(!is_known || node->efforts.phi == (own ? efforts.phi : efforts.delta));
        assert_true(!is_known || node->efforts.delta == (own ? efforts.delta : efforts.phi));
        tally->open++;
        tally->without_efforts += !is_known;
    }
    if (node->same != KAURI_CAMPAIGN_NONE) {
        const struct kauri_opening_node *same = &tree->nodes[node->same];
        assert_true(same->ply <= node->ply && same->same == KAURI_CAMPAIGN_NONE);
        assert_true(kauri_position_equal(&same->position, &node->position));
        assert_int_equal(node->count, 0);
        assert_int_equal(node->positions, 0);
        tally->same++;
    }
    if (state == KAURI_CAMPAIGN_SPLIT && node->same == KAURI_CAMPAIGN_NONE) {
        struct kauri_question_move moves[KAURI_HOLES_MAX];
        uint32_t questions = 0; // all are there, since no search left any out
        for (unsigned i = kauri_campaign_moves(frontier, node->question, moves); i > 0; i--) {
            questions += !moves[i - 1].trivial;
        }
        assert_int_equal(node->count, questions);
    }
    for (uint32_t i = node->first; i < node->first + node->count; i++) {
        const struct kauri_opening_node *next = &tree->nodes[i];
        struct kauri_position after = node->position;
        enum kauri_side side = KAURI_SOUTH;
        int hole = KAURI_MOVE_PASS;
        assert_true(next->move[0] == '-' || kauri_letter_move(next->move[0], &side, &hole));
        assert_true(next->move[0] == '-' || (unsigned)side == node->position.side);
        const struct kauri_capture captured = kauri_play(&after, hole);
        assert_memory_equal(&captured, &next->captured, sizeof captured);
        assert_true(kauri_position_equal(&after, &next->position));
        assert_int_equal(next->parent, number);
        assert_int_equal(next->ply, node->ply + 1);
    }
}

// Each question of the tree was counted once.
static void check_positions(const struct kauri_campaign_frontier *frontier,
                            const struct kauri_opening_tree *tree)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < tree->count; i++) {
        const bool counts = tree->nodes[i].same == KAURI_CAMPAIGN_NONE;
        sum += counts ? frontier->questions[tree->nodes[i].question].positions : 0;
    }
    assert_int_equal(tree->nodes->positions, sum);
}

TEST(answers_are_those_of_the_oracle)
{
    struct oracle *oracle = oracle_new(HOLES, COWRIES, SEEDS);
    struct opening_tally tally = {0};
    uint64_t random = 26;
    for (unsigned i = 0; i < CAMPAIGNS; i++) {
        const struct kauri_position position = small_position(&random);
        const int maximum = 3 * (int)kauri_seeds(&position) + 1;
        const int x = (int)random_below(&random, 2 * (unsigned)maximum) - maximum + 1;
        struct kauri_campaign_frontier *frontier = NULL;
        struct kauri_opening_tree tree;
        struct kauri_error error;
        good(kauri_campaign_new(&frontier, &error), &error);
        if (kauri_campaign_add_root(frontier, &position, x, &error) != KAURI_OK) {
            assert_int_equal(error.status, KAURI_USAGE); // the rules answer it
            kauri_campaign_free(frontier);
            continue;
        }
        good(kauri_campaign_settle(frontier, &error), &error);
        grow(frontier, oracle, &random);
        good(kauri_opening_tree_prepare(frontier, &error), &error);
        assert_int_equal(frontier->root_count, 1);
        assert_true(kauri_opening_tree_is_top(frontier->roots));
        good(kauri_opening_tree_make(frontier, frontier->roots, &tree, &error), &error);
        tally.wins += tree.wins;
        tally.numbers += !tree.wins;
        for (uint32_t n = 0; n < tree.count; n++) {
            check_node(frontier, oracle, &tree, n, &tally);
        }
        check_positions(frontier, &tree);
        kauri_opening_tree_free(&tree);
        kauri_campaign_free(frontier);
    }
    oracle_free(oracle);
    if (tally.holds < 500 || tally.fails < 500 || tally.open < 500 || tally.without_efforts < 20 ||
        tally.same < 20 || tally.wins < 100 || tally.numbers < 100) {
        fail_msg("%u hold, %u fail, %u open, %u without efforts, %u same, %u wins, %u numbers",
                 tally.holds, tally.fails, tally.open, tally.without_efforts, tally.same,
                 tally.wins, tally.numbers);
    }
}

// --------------------------------------------------------------------------- the start of the game

#define HEAD    "kauri-campaign 1\nrules kauri-r1-r10;unlimited=0\nboard 6 12\n"
#define AFTER_C "5+1,5+1,0,6+1,6+1,6+1/6+1,6+1,5+2,5+1,5+1,5+1 N 0:0"
#define AFTER_E "5+1,5+1,5+1,5+1,0,6+1/6+1,6+1,6+1,6+1,5+2,5+1 N 0:0"

static struct kauri_campaign_frontier *parsed(const char *text)
{
    struct kauri_campaign_frontier *frontier = NULL;
    struct kauri_error error;
    good(kauri_campaign_new(&frontier, &error), &error);
    good(kauri_campaign_parse(text, "frontier", frontier, &error), &error);
    return frontier;
}

// What is known of the first moves, with c asked about and without any campaign.
TEST(a_first_move_has_the_start_above_it)
{
    struct kauri_error error;
    for (unsigned asked = 0; asked < 2; asked++) {
        struct kauri_campaign_frontier *frontier = NULL;
        struct kauri_opening_tree tree;
        if (asked == 1) {
            frontier = parsed(HEAD "ask " AFTER_C " 3\nask " AFTER_E " 3\n");
        } else {
            good(kauri_campaign_new(&frontier, &error), &error);
        }
        good(kauri_opening_tree_prepare(frontier, &error), &error);
        assert_int_equal(frontier->root_count, 2 * asked + 1);
        for (unsigned i = 0; i < 2 * asked; i++) {
            assert_false(kauri_opening_tree_is_top(&frontier->roots[i]));
        }
        const struct kauri_campaign_root *root = &frontier->roots[2 * asked];
        assert_true(kauri_opening_tree_is_top(root));
        assert_position(&root->position, "5+1,5+1,5+1,5+1,5+1,5+1/5+1,5+1,5+1,5+1,5+1,5+1 S 0:0");
        good(kauri_opening_tree_make(frontier, root, &tree, &error), &error);
        assert_true(tree.wins && tree.side == KAURI_NORTH);
        assert_int_equal(tree.nodes->count, 6);
        for (unsigned i = 0; i < 6; i++) {
            const struct kauri_opening_node *node = &tree.nodes[tree.nodes->first + i];
            assert_int_equal(node->move[0], 'a' + (int)i);
            assert_true(node->proven && node->holds);
            assert_int_equal(node->count, 1);
        }
        const struct kauri_opening_node *reply = &tree.nodes[tree.count - 1]; // the reply to f
        assert_true(strcmp(reply->move, "B") == 0 && reply->proven && reply->holds);
        kauri_opening_tree_free(&tree);
        kauri_campaign_free(frontier);
    }
}

// A question about the number that no result depends on is told as one, also above a first move.
TEST(a_number_is_no_result)
{
    struct kauri_campaign_frontier *frontier = parsed(HEAD "ask " AFTER_C " 9\n");
    struct kauri_opening_tree tree;
    struct kauri_error error;
    good(kauri_opening_tree_prepare(frontier, &error), &error);
    good(kauri_opening_tree_make(frontier, &frontier->roots[1], &tree, &error), &error);
    assert_false(tree.wins);
    assert_int_equal(tree.side, KAURI_SOUTH);
    assert_int_equal(tree.x, -7); // -8 is no value that 60 seeds can have
    kauri_opening_tree_free(&tree);
    kauri_campaign_free(frontier);
}

TEST(what_contradicts_the_proofs_is_refused)
{
    struct kauri_campaign_frontier *frontier =
        parsed(HEAD "ask " AFTER_E " 3\nno 6+1,6+1,6+1,6+1,5+2,5+1/5+1,5+1,5+1,5+1,0,6+1 3 -181 0 "
                    "0123456789abcdef 7\n");
    struct kauri_error error;
    assert_int_equal(kauri_opening_tree_prepare(frontier, &error), KAURI_WRONG);
    assert_non_null(strstr(error.message, "says that r is from 3 to 181, and others"));
    kauri_campaign_free(frontier);
}

// The book of the start has what the listed files state, and margins of the start, 1. a, 1. e and
// 1. f besides (docs/guide/START.md).
TEST(the_list_of_proofs_agrees_with_the_book)
{
    struct kauri_book *book = NULL;
    struct kauri_error error;
    good(kauri_book_open(KAURI_TEST_BOOK, &book, &error), &error);
    assert_int_equal(kauri_book_info(book)->digest, UINT64_C(0x4b7129f5c0701e13));
    for (unsigned i = 0; i < kauri_opening_count(); i++) {
        const struct kauri_opening opening = kauri_opening(i);
        const struct kauri_known known = {.book = book};
        struct kauri_known_node node;
        good(kauri_known_open(&known, &opening.position, &node, &error), &error);
        // After a move of the book, the position before it says what is known.
        if (opening.r.low > 0 || i == 0) {
            assert_true(node.r.low >= opening.r.low && node.r.high <= opening.r.high);
        }
        assert_true(node.r.low <= opening.r.high && node.r.high >= opening.r.low);
        assert_true(i != 0 || (node.r.low == -65 && node.r.high == -3));
    }
    kauri_book_close(book);
}
