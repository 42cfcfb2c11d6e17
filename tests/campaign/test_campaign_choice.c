// The choice of jobs: on frontiers whose questions are answered or split at random, as the oracle
// allows, without provers.
#include "tests/test.h"

#include "queries/campaign/coordinator.h"
#include "queries/prover/leaf.h"
#include "tests/rules/positions.h"
#include "tests/solver/oracle.h"

#include <stdlib.h>
#include <string.h>

enum { JOBS_MAX = 100000 };

struct choice_game {
    struct oracle *oracle;
    struct kauri_campaign_frontier *frontier;
    struct kauri_coordinator coordinator;
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

// Ends the job: with the answer, with less than that, or after its budget, when moves that are
// refuted may be left out.
static void end_job(struct choice_game *game, const struct kauri_campaign_job *job)
{
    struct kauri_error error;
    const struct kauri_campaign_question question =
        game->frontier->questions[game->coordinator.question];
    const bool split = question.state == KAURI_CAMPAIGN_SPLIT;
    struct kauri_campaign_end end = {
        .positions = job->positions,
        .efforts = {1 + random_below(&game->random, 90), 1 + random_below(&game->random, 90)}};
    struct kauri_question_move moves[KAURI_HOLES_MAX];
    const unsigned count =
        kauri_question_moves(&game->frontier->values, &job->position, job->x, moves);
    const unsigned what = random_below(&game->random, 10);
    if (what < 3 || (split && what < 9)) {
        const bool yes = oracle_get(game->oracle, &job->position).r >= job->x;
        good(kauri_campaign_record(
                 game->frontier, &job->position,
                 kauri_question_answer(&game->frontier->values, &job->position, job->x, yes),
                 game->digest++, &error),
             &error);
        end.proven = true;
    }
    for (unsigned i = 0; i < count && !end.proven; i++) {
        const struct kauri_campaign_line child = {
            .word = KAURI_CAMPAIGN_LINE_OPEN,
            .position = moves[i].after,
            .x = moves[i].x,
            .efforts = {1 + random_below(&game->random, 90), 1 + random_below(&game->random, 90)}};
        const bool refuted =
            !moves[i].trivial && oracle_get(game->oracle, &moves[i].after).r >= moves[i].x;
        if (!moves[i].trivial && !(refuted && random_below(&game->random, 3) == 0)) {
            end.left[end.left_count++] = child;
        }
    }
    end.used = what < 9;
    good(kauri_coordinator_end(&game->coordinator, &end, &error), &error);
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
    struct kauri_error error;
    for (unsigned jobs = 0; answered(game->frontier) < game->frontier->root_count; jobs++) {
        struct kauri_campaign_job job;
        bool any = false;
        assert_true(jobs < JOBS_MAX);
        check_efforts(game);
        good(kauri_coordinator_next(&game->coordinator, &job, &any, &error), &error);
        assert_true(any);
        end_job(game, &job);
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
            game.coordinator =
                (struct kauri_coordinator){.frontier = game.frontier, .budget = 1000};
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

// A coordinator of one question about the start.
static void begin_start(struct choice_game *game, uint64_t nodes)
{
    struct kauri_error error;
    const struct kauri_position start = kauri_start(6);
    good(kauri_campaign_new(&game->frontier, &error), &error);
    good(kauri_campaign_add_root(game->frontier, &start, 3, &error), &error);
    good(kauri_campaign_settle(game->frontier, &error), &error);
    game->coordinator =
        (struct kauri_coordinator){.frontier = game->frontier, .budget = 1000, .nodes = nodes};
}

// Jobs take no more positions than are allowed for all of them.
TEST(a_limit_of_positions_holds_for_all_jobs)
{
    struct choice_game game = {.oracle = NULL};
    struct kauri_error error;
    struct kauri_campaign_job job;
    uint64_t given = 0;
    begin_start(&game, 2500);
    for (bool any = true; any;) {
        good(kauri_coordinator_next(&game.coordinator, &job, &any, &error), &error);
        if (any) {
            const struct kauri_campaign_end end = {
                .positions = job.positions, .used = true, .efforts = {5, 5}};
            given += job.positions;
            good(kauri_coordinator_end(&game.coordinator, &end, &error), &error);
        }
    }
    assert_int_equal(given, 2500);
    // A job that went beyond them leaves nothing for another one.
    game.coordinator.positions++;
    bool any = true;
    good(kauri_coordinator_next(&game.coordinator, &job, &any, &error), &error);
    assert_false(any);
    kauri_campaign_free(game.frontier);
}

// An answer whose proof was not checked to its end is not recorded: the job has ended, and the
// question is open.
TEST(an_answer_that_was_not_recorded_leaves_the_question_open)
{
    struct choice_game game = {.oracle = NULL};
    struct kauri_error error;
    struct kauri_campaign_job job;
    bool any = false;
    const struct kauri_campaign_end end = {.positions = 17, .proven = true};
    begin_start(&game, 0);
    good(kauri_coordinator_next(&game.coordinator, &job, &any, &error), &error);
    assert_true(any);
    const struct kauri_campaign_question *question =
        &game.frontier->questions[game.coordinator.question];
    const struct kauri_efforts before = question->leaf;
    good(kauri_coordinator_end(&game.coordinator, &end, &error), &error);
    assert_int_equal(question->state, KAURI_CAMPAIGN_LEAF);
    assert_int_equal(question->leaf.phi, before.phi);
    assert_int_equal(game.coordinator.positions, 17);
    kauri_campaign_free(game.frontier);
}
