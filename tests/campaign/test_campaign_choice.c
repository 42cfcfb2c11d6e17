// The choice of jobs: on frontiers whose questions are answered or split at random, as the oracle
// allows, without provers.
#include "tests/test.h"

#include "queries/campaign/coordinator.h"
#include "queries/prover/leaf.h"
#include "tests/rules/positions.h"
#include "tests/solver/oracle.h"

#include <stdlib.h>
#include <string.h>

enum { WORKERS_MAX = 5, JOBS_MAX = 100000 };

struct choice_game {
    struct oracle *oracle;
    struct kauri_campaign_frontier *frontier;
    struct kauri_coordinator *coordinator;
    uint64_t random;
    uint64_t digest; // digest of the next proof, which does not exist
    uint64_t circles, closed;
};

static enum kauri_status accept(void *context, const struct kauri_campaign_line *line,
                                struct kauri_error *error)
{
    (void)context;
    (void)line;
    (void)error;
    return KAURI_OK;
}

static void good(enum kauri_status status, const struct kauri_error *error)
{
    if (status != KAURI_OK) {
        fail_msg("%s", error->message);
    }
}

static void send(struct choice_game *game, uint32_t worker, const struct kauri_campaign_line *line)
{
    struct kauri_error error;
    good(kauri_coordinator_take(game->coordinator, worker, line, &error), &error);
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
        efforts = kauri_effort_sum_end(&sum, KAURI_EFFORT_MOST);
        if (!kauri_efforts_open(efforts)) {
            efforts = kauri_efforts_nearly(efforts.phi == 0);
        }
    }
    if (question->at_work) { // twice, up to the most
        efforts.phi = efforts.phi > KAURI_EFFORT_MOST / 2 ? KAURI_EFFORT_MOST : 2 * efforts.phi;
        efforts.delta =
            efforts.delta > KAURI_EFFORT_MOST / 2 ? KAURI_EFFORT_MOST : 2 * efforts.delta;
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

// Ends the job of a worker: with the answer, with less than that, or after its budget, when moves
// that are refuted may be left out.
static void end_job(struct choice_game *game, uint32_t worker)
{
    const uint32_t number = game->coordinator->workers[worker].question;
    const struct kauri_campaign_question question = game->frontier->questions[number];
    const bool split = question.state == KAURI_CAMPAIGN_SPLIT;
    struct kauri_campaign_line line = {
        .position = kauri_campaign_position(game->frontier, question.place),
        .x = question.x,
        .positions = game->coordinator->workers[worker].budget,
        .efforts = {1 + random_below(&game->random, 90), 1 + random_below(&game->random, 90)}};
    struct kauri_question_move moves[KAURI_HOLES_MAX];
    const unsigned count =
        kauri_question_moves(&game->frontier->values, &line.position, line.x, moves);
    const unsigned what = random_below(&game->random, 10);
    if (what < 3 || (split && what < 9)) {
        const bool yes = oracle_get(game->oracle, &line.position).r >= line.x;
        line.word = yes ? KAURI_CAMPAIGN_LINE_YES : KAURI_CAMPAIGN_LINE_NO;
        line.r = kauri_question_answer(&game->frontier->values, &line.position, line.x, yes);
        line.digest = game->digest++;
        send(game, worker, &line);
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        const struct kauri_campaign_line child = {
            .word = KAURI_CAMPAIGN_LINE_OPEN,
            .position = moves[i].after,
            .x = moves[i].x,
            .efforts = {1 + random_below(&game->random, 90), 1 + random_below(&game->random, 90)}};
        const bool refuted =
            !moves[i].trivial && oracle_get(game->oracle, &moves[i].after).r >= moves[i].x;
        if (!moves[i].trivial && !(refuted && random_below(&game->random, 3) == 0)) {
            send(game, worker, &child);
        }
    }
    line.word = what < 9 ? KAURI_CAMPAIGN_LINE_USED : KAURI_CAMPAIGN_LINE_STOPPED;
    send(game, worker, &line);
}

static unsigned answered(const struct kauri_campaign_frontier *frontier)
{
    unsigned count = 0;
    for (uint32_t i = 0; i < frontier->root_count; i++) {
        count += frontier->questions[frontier->roots[i].question].state == KAURI_CAMPAIGN_ANSWERED;
    }
    return count;
}

// Workers get jobs and end them in any order, until all roots are answered.
static void play(struct choice_game *game, unsigned workers)
{
    struct kauri_error error;
    for (unsigned jobs = 0; answered(game->frontier) < game->frontier->root_count; jobs++) {
        uint32_t worker = 0;
        assert_true(jobs < JOBS_MAX);
        for (struct kauri_string lines = {.bytes = NULL}; worker != KAURI_CAMPAIGN_NONE;
             kauri_string_clear(&lines)) {
            uint32_t before[WORKERS_MAX];
            for (unsigned i = 0; i < workers; i++) {
                before[i] = game->coordinator->workers[i].question;
            }
            good(kauri_coordinator_next(game->coordinator, &worker, &lines, &error), &error);
            for (unsigned i = 0; worker != KAURI_CAMPAIGN_NONE && i < workers; i++) {
                assert_int_not_equal(before[i], game->coordinator->workers[worker].question);
            }
        }
        check_efforts(game);
        assert_true(kauri_coordinator_busy(game->coordinator) > 0);
        // As many as there are jobs: nothing idle is left out.
        if (kauri_coordinator_busy(game->coordinator) < workers) {
            struct kauri_campaign_path path = {.count = 0};
            assert_int_equal(kauri_campaign_choose(game->frontier, &path), KAURI_CAMPAIGN_NONE);
        }
        worker = random_below(&game->random, workers);
        while (game->coordinator->workers[worker].question == KAURI_CAMPAIGN_NONE) {
            worker = (worker + 1) % workers;
        }
        end_job(game, worker);
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
        const unsigned workers = 1 + random_below(&game.random, WORKERS_MAX);
        const unsigned roots = 1 + random_below(&game.random, 3);
        good(kauri_campaign_new(&game.frontier, &error), &error);
        for (unsigned i = 0; i < roots; i++) {
            const struct kauri_position position =
                kauri_layer_position(&layer, random_next(&game.random) % layer.positions);
            (void)kauri_campaign_add_root(game.frontier, &position,
                                          (int)random_below(&game.random, 9) - 4, &error);
        }
        if (game.frontier->root_count > 0) {
            const struct kauri_coordinator_options options = {
                .workers = workers, .budget = 1000, .accept = accept};
            good(kauri_campaign_settle(game.frontier, &error), &error);
            good(kauri_coordinator_new(&options, game.frontier, &game.coordinator, &error), &error);
            play(&game, workers);
            for (uint32_t i = 0; i < game.frontier->root_count; i++) {
                const struct kauri_campaign_root *root = &game.frontier->roots[i];
                assert_int_equal(game.frontier->questions[root->question].yes,
                                 oracle_get(game.oracle, &root->position).r >= root->x);
            }
            kauri_coordinator_free(game.coordinator);
        }
        kauri_campaign_free(game.frontier);
    }
    print_message("%lu times efforts rested on a circle, %lu times a proof was all that was left\n",
                  (unsigned long)game.circles, (unsigned long)game.closed);
    assert_true(game.circles > 50 && game.closed > 1000);
    oracle_free(game.oracle);
}

// At the beginning there is one question; it is divided until there is one for each.
TEST(all_workers_begin_at_once)
{
    const struct kauri_position start = kauri_start(6);
    for (unsigned workers = 1; workers <= 64; workers *= 4) {
        struct kauri_campaign_frontier *frontier = NULL;
        struct kauri_coordinator *coordinator = NULL;
        struct kauri_error error;
        const struct kauri_coordinator_options options = {.workers = workers, .budget = 1000};
        good(kauri_campaign_new(&frontier, &error), &error);
        good(kauri_campaign_add_root(frontier, &start, 2, &error), &error);
        good(kauri_campaign_settle(frontier, &error), &error);
        good(kauri_coordinator_new(&options, frontier, &coordinator, &error), &error);
        for (uint32_t worker = 0; worker != KAURI_CAMPAIGN_NONE;) {
            struct kauri_string lines = {.bytes = NULL};
            good(kauri_coordinator_next(coordinator, &worker, &lines, &error), &error);
            kauri_string_clear(&lines);
        }
        assert_int_equal(kauri_coordinator_busy(coordinator), workers);
        assert_true(frontier->question_count >= workers && frontier->question_count <= 6 * workers);
        kauri_coordinator_free(coordinator);
        kauri_campaign_free(frontier);
    }
}

// Jobs take no more positions than are allowed for all of them.
TEST(a_limit_of_positions_holds_for_all_jobs)
{
    struct choice_game game = {.oracle = NULL, .random = 3};
    struct kauri_error error;
    struct kauri_string lines = {.bytes = NULL};
    const struct kauri_position start = kauri_start(6);
    const struct kauri_coordinator_options options = {
        .workers = 2, .budget = 1000, .nodes = 2500, .accept = accept};
    good(kauri_campaign_new(&game.frontier, &error), &error);
    good(kauri_campaign_add_root(game.frontier, &start, 2, &error), &error);
    good(kauri_campaign_settle(game.frontier, &error), &error);
    good(kauri_coordinator_new(&options, game.frontier, &game.coordinator, &error), &error);
    uint64_t given = 0;
    uint32_t worker = 0;
    for (;;) {
        kauri_string_clear(&lines);
        good(kauri_coordinator_next(game.coordinator, &worker, &lines, &error), &error);
        if (worker == KAURI_CAMPAIGN_NONE && kauri_coordinator_busy(game.coordinator) == 0) {
            break;
        }
        if (worker == KAURI_CAMPAIGN_NONE) {
            worker = game.coordinator->workers[0].question == KAURI_CAMPAIGN_NONE;
            const struct kauri_campaign_question *question =
                &game.frontier->questions[game.coordinator->workers[worker].question];
            const struct kauri_campaign_line line = {
                .word = KAURI_CAMPAIGN_LINE_USED,
                .position = kauri_campaign_position(game.frontier, question->place),
                .x = question->x,
                .efforts = {5, 5},
                .positions = game.coordinator->workers[worker].budget};
            given += line.positions;
            send(&game, worker, &line);
        }
    }
    assert_int_equal(given, 2500);
    kauri_string_clear(&lines);
    kauri_coordinator_free(game.coordinator);
    kauri_campaign_free(game.frontier);
}

static enum kauri_status be_interrupted(void *context, const struct kauri_campaign_line *line,
                                        struct kauri_error *error)
{
    (void)context;
    (void)line;
    return kauri_fail(error, KAURI_INTERRUPTED, "stopped");
}

// An answer whose proof was not checked to its end: the job has ended, and the question is open.
TEST(an_interrupted_check_ends_the_job)
{
    const struct kauri_position start = kauri_start(6);
    struct kauri_campaign_frontier *frontier = NULL;
    struct kauri_coordinator *coordinator = NULL;
    struct kauri_string lines = {.bytes = NULL};
    struct kauri_error error;
    uint32_t worker = 0;
    const struct kauri_coordinator_options options = {
        .workers = 1, .budget = 1000, .accept = be_interrupted};
    const struct kauri_campaign_line answer = {.word = KAURI_CAMPAIGN_LINE_YES,
                                               .position = start,
                                               .x = 3,
                                               .r = {3, 181},
                                               .digest = 1,
                                               .positions = 17};
    good(kauri_campaign_new(&frontier, &error), &error);
    good(kauri_campaign_add_root(frontier, &start, 3, &error), &error);
    good(kauri_campaign_settle(frontier, &error), &error);
    good(kauri_coordinator_new(&options, frontier, &coordinator, &error), &error);
    good(kauri_coordinator_next(coordinator, &worker, &lines, &error), &error);
    assert_int_equal(worker, 0);
    assert_int_equal(kauri_coordinator_busy(coordinator), 1);
    assert_int_equal(kauri_coordinator_take(coordinator, 0, &answer, &error), KAURI_INTERRUPTED);
    assert_int_equal(kauri_coordinator_busy(coordinator), 0);
    assert_int_equal(frontier->bound_count, 0);
    assert_int_equal(frontier->questions[frontier->roots[0].question].state, KAURI_CAMPAIGN_LEAF);
    assert_int_equal(coordinator->positions, 17);
    kauri_string_clear(&lines);
    kauri_coordinator_free(coordinator);
    kauri_campaign_free(frontier);
}
