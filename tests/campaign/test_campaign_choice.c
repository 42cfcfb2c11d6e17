// The choice of jobs: on frontiers whose questions are answered or split at random, as the oracle
// allows, without provers.
#include "tests/test.h"

#include "queries/campaign/campaign_choice.h"
#include "queries/prover/leaf.h"
#include "tests/rules/positions.h"
#include "tests/solver/oracle.h"

#include <stdlib.h>
#include <string.h>

enum { JOBS_MAX = 100000 };

struct choice_game {
    struct oracle *oracle;
    struct kauri_campaign_frontier *frontier;
    struct kauri_campaign_path path;
    uint64_t random;
    uint64_t digest; // digest of the next proof, which does not exist
    uint64_t circles, closed;
};

static void good(enum kauri_status status, const struct kauri_error *error)
{
    if (status != KAURI_OK) {
        fail_msg("%s", error->message);
    }
}

// The efforts of a question without memory: along the paths, as far as there are no circles, which
// clears *is_tree.
static struct kauri_efforts plain_efforts(const struct kauri_campaign_frontier *frontier,
                                          uint32_t number, uint32_t *path, unsigned length,
                                          bool *is_tree)
{
    const struct kauri_campaign_question *question = &frontier->questions[number];
    struct kauri_effort_sum sum = {.least = KAURI_REFUTED};
    struct kauri_efforts efforts = question->leaf;
    for (unsigned i = 0; i < length; i++) {
        if (path[i] == number) {
            *is_tree = false;
            return kauri_efforts_answered(question->x <= 0);
        }
    }
    if (question->state == KAURI_CAMPAIGN_ANSWERED) {
        return kauri_efforts_answered(question->yes);
    }
    if (question->state == KAURI_CAMPAIGN_SPLIT) {
        path[length] = number;
        for (unsigned i = 0; i < question->child_count && *is_tree; i++) {
            kauri_effort_sum_add(
                &sum, plain_efforts(frontier, question->child[i], path, length + 1, is_tree));
        }
        efforts = kauri_effort_sum_end(&sum, KAURI_EFFORT_MAX);
        if (!kauri_efforts_open(efforts)) {
            efforts = kauri_efforts_nearly(efforts.phi == 0);
        }
    }
    return efforts;
}

static void check_efforts(struct choice_game *game)
{
    uint32_t path[1000];
    struct kauri_error error;
    bool is_tree = game->frontier->question_count < 60;
    good(kauri_campaign_evaluate(game->frontier, &error), &error);
    for (uint32_t i = 0; i < game->frontier->root_count && is_tree; i++) {
        const uint32_t root = game->frontier->roots[i].question;
        const struct kauri_efforts plain = plain_efforts(game->frontier, root, path, 0, &is_tree);
        if (is_tree) {
            assert_int_equal(game->frontier->questions[root].efforts.phi, plain.phi);
            assert_int_equal(game->frontier->questions[root].efforts.delta, plain.delta);
        }
    }
    for (uint32_t i = 0; i < game->frontier->question_count; i++) {
        game->circles += game->frontier->questions[i].rests_on != KAURI_CAMPAIGN_NONE;
        game->closed += game->frontier->questions[i].closing;
    }
}

static struct kauri_efforts random_efforts(uint64_t *random)
{
    return (struct kauri_efforts){1 + random_below(random, 90), 1 + random_below(random, 90)};
}

// Splits a question, when moves that are refuted may be left out.
static void split(struct choice_game *game, uint32_t question)
{
    struct kauri_error error;
    struct kauri_question_move moves[KAURI_HOLES_MAX];
    const unsigned count = kauri_campaign_moves(game->frontier, question, moves);
    bool any = false;
    for (unsigned i = 0; i < count; i++) {
        const struct kauri_efforts efforts = random_efforts(&game->random);
        const struct kauri_question_move *move = &moves[i];
        const bool refuted = !move->trivial && oracle_get(game->oracle, &move->after).r >= move->x;
        if (!move->trivial && !(refuted && random_below(&game->random, 3) == 0)) {
            any = true;
            if (kauri_campaign_find(game->frontier, &move->after, move->x) == KAURI_CAMPAIGN_NONE) {
                good(kauri_campaign_add(game->frontier, &move->after, move->x, efforts, NULL,
                                        &error),
                     &error);
            }
        }
    }
    if (any) {
        kauri_campaign_link(game->frontier, question);
    }
}

// Ends the job: with the answer, or by splitting the question.
static void end_job(struct choice_game *game, uint32_t number)
{
    struct kauri_error error;
    const struct kauri_campaign_question question = game->frontier->questions[number];
    const struct kauri_position position = kauri_campaign_position(game->frontier, question.place);
    const bool is_split = question.state == KAURI_CAMPAIGN_SPLIT;
    const unsigned what = random_below(&game->random, 10);
    if (what < 3 || (is_split && what < 9)) {
        const bool yes = oracle_get(game->oracle, &position).r >= question.x;
        good(kauri_campaign_record(
                 game->frontier, &position,
                 kauri_question_answer(&game->frontier->values, &position, question.x, yes),
                 game->digest++, &error),
             &error);
    } else if (!is_split) {
        game->frontier->questions[number].leaf = random_efforts(&game->random);
        split(game, number);
    }
}

static unsigned answered(const struct kauri_campaign_frontier *frontier)
{
    unsigned count = 0;
    for (uint32_t i = 0; i < frontier->root_count; i++) {
        count += frontier->questions[frontier->roots[i].question].state == KAURI_CAMPAIGN_ANSWERED;
    }
    return count;
}

// Jobs come and end until all roots are answered.
static void play(struct choice_game *game)
{
    for (unsigned jobs = 0; answered(game->frontier) < game->frontier->root_count; jobs++) {
        assert_true(jobs < JOBS_MAX);
        check_efforts(game);
        const uint32_t question = kauri_campaign_choose(game->frontier, &game->path);
        assert_int_not_equal(question, KAURI_CAMPAIGN_NONE);
        end_job(game, question);
    }
}

TEST(jobs_lead_to_answers)
{
    struct choice_game game = {.oracle = oracle_new(2, 3, 5), .random = 1};
    const struct kauri_shape shape = {2, 3};
    struct kauri_layer layer;
    struct kauri_error error;
    good(kauri_layer_init(&layer, shape, 5, &error), &error);
    for (unsigned round = 0; round < 1000; round++) {
        const unsigned roots = 1 + random_below(&game.random, 3);
        good(kauri_campaign_new(&game.frontier, &error), &error);
        for (unsigned i = 0; i < roots; i++) {
            const struct kauri_position position =
                kauri_layer_position(&layer, random_next(&game.random) % layer.positions);
            (void)kauri_campaign_add_root(game.frontier, &position,
                                          (int)random_below(&game.random, 9) - 4, &error);
        }
        if (game.frontier->root_count > 0) {
            good(kauri_campaign_settle(game.frontier, &error), &error);
            game.path.count = 0;
            play(&game);
            for (uint32_t i = 0; i < game.frontier->root_count; i++) {
                const struct kauri_campaign_root *root = &game.frontier->roots[i];
                assert_int_equal(game.frontier->questions[root->question].yes,
                                 oracle_get(game.oracle, &root->position).r >= root->x);
            }
        }
        kauri_campaign_free(game.frontier);
    }
    print_message("%lu times efforts rested on a circle, %lu times a proof was all that was left\n",
                  (unsigned long)game.circles, (unsigned long)game.closed);
    assert_true(game.circles > 20 && game.closed > 1000);
    oracle_free(game.oracle);
}
