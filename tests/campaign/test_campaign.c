// Campaigns of a searcher. Every proof is checked, and every bound compared with
// the oracle.
#include "tests/test.h"

#include "queries/campaign/campaign_choice.h"
#include "queries/campaign/campaign_file.h"
#include "queries/campaign/searcher.h"
#include "rules/notation.h"
#include "tests/sanitized.h"
#include "tests/solver/oracle.h"
#include "tests/temporary.h"
#include "verify/proof_folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_BYTES = TEMPORARY_BYTES + 64 };

// A campaign on a small board.
struct campaign {
    char folder[TEMPORARY_BYTES];
    const struct oracle *oracle;
    struct kauri_campaign_frontier *frontier;
    char proof[PATH_BYTES]; // file of a new proof
    struct kauri_searcher *searcher;
    struct kauri_searcher_tally tally;
    uint64_t proofs, citations;
};

static void good(enum kauri_status status, const struct kauri_error *error)
{
    if (status != KAURI_OK) {
        fail_msg("%s", error->message);
    }
}

static enum kauri_status found(void *context, const struct kauri_position *position,
                               struct kauri_bounds r, uint64_t digest, struct kauri_error *error)
{
    struct campaign *campaign = context;
    char to[PATH_BYTES];
    char name[KAURI_PROOF_NAME_BYTES];
    struct kauri_proof_entry result;
    (void)snprintf(to, sizeof to, "%s/%s", campaign->folder, kauri_proof_name(digest, name));
    const enum kauri_status status =
        kauri_proof_check(campaign->proof, NULL, NULL, &result, NULL, error);
    good(status, error);
    for (size_t i = 0; i < result.citations.count; i++) {
        const struct kauri_cited_statement *cited = &result.citations.statement[i];
        const struct kauri_position of = kauri_step_key_position(cited->key, position->holes);
        assert_non_null(kauri_campaign_bound(campaign->frontier, &of, cited->digest));
    }
    campaign->citations += result.citations.count;
    kauri_citations_clear(&result.citations);
    const struct kauri_packed stated = kauri_pack(&result.position);
    const struct kauri_packed wanted = kauri_pack(position);
    assert_true(kauri_packed_equal(&stated, &wanted));
    assert_int_equal(result.low, r.low);
    assert_int_equal(result.high, r.high);
    const int value = oracle_get(campaign->oracle, position).r;
    assert_in_range(value + 200, r.low + 200, r.high + 200);
    assert_int_equal(rename(campaign->proof, to), 0);
    campaign->proofs++;
    return KAURI_OK;
}

struct campaign_settings {
    uint64_t budget, fact_work;
    unsigned fact_most;
    uint64_t steps, nodes;
    const struct kauri_progress *progress;
};

static void begin(struct campaign *campaign, const struct oracle *oracle,
                  const struct kauri_position *position, int x,
                  const struct campaign_settings *settings)
{
    struct kauri_error error;
    memset(campaign, 0, sizeof *campaign);
    campaign->oracle = oracle;
    temporary_make(campaign->folder);
    good(kauri_campaign_new(&campaign->frontier, &error), &error);
    good(kauri_campaign_add_root(campaign->frontier, position, x, &error), &error);
    good(kauri_campaign_settle(campaign->frontier, &error), &error);
    (void)snprintf(campaign->proof, sizeof campaign->proof, "%s/unchecked", campaign->folder);
    const struct kauri_searcher_options searcher = {
        .frontier = campaign->frontier,
        .memory = kauri_searcher_least(campaign->frontier, 1) + (UINT64_C(1) << 12),
        .threads = 1,
        .budget = settings->budget,
        .nodes = settings->nodes,
        .proof = campaign->proof,
        .fact_work = settings->fact_work,
        .fact_most = settings->fact_most,
        .steps = settings->steps,
        .found = found,
        .context = campaign,
        .progress = settings->progress};
    good(kauri_searcher_new(&searcher, &campaign->searcher, &error), &error);
}

static void end(struct campaign *campaign)
{
    kauri_searcher_free(campaign->searcher);
    kauri_campaign_free(campaign->frontier);
    temporary_remove(campaign->folder);
}

// The text of a frontier, which the caller frees.
static char *text_of(const struct kauri_campaign_frontier *frontier)
{
    struct kauri_string text = {.bytes = NULL};
    kauri_campaign_write(frontier, &text);
    assert_false(text.failed);
    return text.bytes;
}

// Reads what was printed, and prints it again.
static void check_round_trip(const struct kauri_campaign_frontier *frontier)
{
    struct kauri_campaign_frontier *again = NULL;
    struct kauri_error error;
    char *text = text_of(frontier);
    good(kauri_campaign_new(&again, &error), &error);
    good(kauri_campaign_parse(text, "frontier", again, &error), &error);
    char *written = text_of(again);
    assert_string_equal(written, text);
    kauri_campaign_free(again);
    free(written);
    free(text);
}

// Lets the searcher do the next job; returns whether there was one.
static bool do_job(struct campaign *campaign)
{
    struct kauri_error error;
    bool any = false;
    good(kauri_searcher_do_job(campaign->searcher, &campaign->tally, &any, &error), &error);
    return any;
}

// The proofs are those of all bounds, and what they cite is proven.
static void check_folder(const struct campaign *campaign)
{
    struct kauri_proof_folder folder = {.count = 0};
    const struct kauri_proof_check_options options = {.threads = 1};
    struct kauri_error error;
    good(kauri_proof_folder_check(campaign->folder, NULL, &options, &folder, &error), &error);
    assert_int_equal(folder.count, campaign->proofs);
    assert_int_equal(folder.citations, campaign->citations);
    assert_int_equal(folder.count, campaign->frontier->bound_count);
    kauri_proof_folder_clear(&folder);
}

// Runs the campaign until its root is answered; returns the answer.
static bool run(struct campaign *campaign)
{
    const uint32_t root = campaign->frontier->roots[0].question;
    for (unsigned jobs = 0; do_job(campaign); jobs++) {
        if (jobs % 8 == 0) {
            check_round_trip(campaign->frontier);
        }
        assert_true(jobs < 20000);
    }
    check_round_trip(campaign->frontier);
    check_folder(campaign);
    assert_int_equal(campaign->frontier->questions[root].state, KAURI_CAMPAIGN_ANSWERED);
    return campaign->frontier->questions[root].yes;
}

struct campaign_tally {
    uint64_t campaigns, jobs, proofs;
    int64_t facts; // bounds beyond one for each answer; one bound may answer two questions
};

static void check_position(const struct oracle *oracle, const struct kauri_position *position,
                           const struct campaign_settings *settings, struct campaign_tally *tally)
{
    const int r = oracle_get(oracle, position).r;
    const int maximum = 3 * (int)kauri_seeds(position) + 1;
    const int xs[] = {r, r + 1, r - 3, r + 4, 0};
    for (unsigned i = 0; i < sizeof xs / sizeof xs[0]; i++) {
        struct campaign *campaign = malloc(sizeof *campaign);
        struct kauri_question_values values;
        kauri_question_values_init(&values);
        const int x = kauri_question_round(&values, xs[i], kauri_seeds(position));
        assert_non_null(campaign);
        if (x > -maximum && x <= maximum && !kauri_question_is_trivial(position, x)) {
            begin(campaign, oracle, position, xs[i], settings);
            assert_int_equal(run(campaign), r >= xs[i]);
            tally->campaigns++;
            tally->jobs += campaign->tally.jobs;
            tally->proofs += campaign->proofs;
            tally->facts += (int64_t)campaign->frontier->bound_count;
            for (uint32_t q = 0; q < campaign->frontier->question_count; q++) {
                tally->facts -= campaign->frontier->questions[q].state == KAURI_CAMPAIGN_ANSWERED;
            }
            end(campaign);
        }
        free(campaign);
    }
}

static void check_board(unsigned holes, unsigned cowries, unsigned seeds, uint64_t stride,
                        const struct campaign_settings *given)
{
    struct oracle *oracle = oracle_new(holes, cowries, seeds);
    struct campaign_tally tally = {.jobs = 0};
    struct kauri_error error;
    struct kauri_layer layer;
    const struct kauri_shape shape = {(uint8_t)holes, (uint8_t)cowries};
    good(kauri_layer_init(&layer, shape, seeds, &error), &error);
    stride *= KAURI_TEST_SANITIZED ? 5 : 1;
    for (uint64_t index = 0; index < layer.positions; index += stride) {
        const struct kauri_position position = kauri_layer_position(&layer, index);
        check_position(oracle, &position, given, &tally);
    }
    print_message("2 x %u: %lu campaigns, %lu jobs, %lu proofs, %ld facts\n", holes,
                  (unsigned long)tally.campaigns, (unsigned long)tally.jobs,
                  (unsigned long)tally.proofs, (long)tally.facts);
    if (!KAURI_TEST_SANITIZED) { // a fifth of the positions may not come to facts
        assert_true(tally.jobs > 2 * tally.campaigns);
        assert_true((tally.facts > 0) == (given->fact_most > 0));
    }
    oracle_free(oracle);
}

TEST(small_boards_are_answered_by_small_jobs)
{
    check_board(2, 2, 4, 41, &(struct campaign_settings){.budget = 3, .fact_work = 1 << 20});
    check_board(2, 3, 4, 97,
                &(struct campaign_settings){.budget = 8, .fact_work = 3, .fact_most = 4});
    check_board(3, 2, 3, 101,
                &(struct campaign_settings){.budget = 10, .fact_work = 20, .fact_most = 2});
    check_board(3, 3, 4, 4001,
                &(struct campaign_settings){.budget = 50, .fact_work = 10, .fact_most = 8});
}

// South has one move, and nearly all of what the first job costs goes into the question after it.
TEST(a_forced_line_is_split_to_its_end)
{
    const struct campaign_settings settings = {.budget = 60, .fact_work = 1 << 20};
    struct kauri_position position;
    struct campaign campaign;
    struct kauri_question_move moves[KAURI_HOLES_MAX];
    struct kauri_error error;
    good(kauri_position_parse("0+3,4,4/4,4,0+3 S", &position, &error), &error);
    begin(&campaign, NULL, &position, 3, &settings);
    const struct kauri_campaign_frontier *frontier = campaign.frontier;
    assert_true(do_job(&campaign));
    assert_int_equal(kauri_campaign_moves(frontier, frontier->roots[0].question, moves), 1);
    const uint32_t number = kauri_campaign_find(frontier, &moves[0].after, moves[0].x);
    assert_int_not_equal(number, KAURI_CAMPAIGN_NONE);
    assert_int_equal(frontier->questions[number].state, KAURI_CAMPAIGN_SPLIT);
    assert_true(frontier->questions[number].child_count > 0);
    assert_int_equal(frontier->questions[number].positions, 0);
    check_round_trip(frontier);
    // The next job is about a question below it.
    struct kauri_campaign_path path = {.count = 0};
    good(kauri_campaign_evaluate(campaign.frontier, &error), &error);
    const uint32_t next = kauri_campaign_choose(frontier, &path);
    assert_int_equal(frontier->questions[next].state, KAURI_CAMPAIGN_LEAF);
    assert_true(path.count > 2);
    end(&campaign);
}

// Jobs take little more than the positions that are allowed for all of them.
TEST(a_limit_of_positions_holds_for_all_jobs)
{
    const struct campaign_settings settings = {.budget = 1000, .fact_work = 1 << 20, .nodes = 2500};
    const struct kauri_position start = kauri_start(6);
    struct campaign campaign;
    begin(&campaign, NULL, &start, 3, &settings);
    while (do_job(&campaign)) {
    }
    assert_in_range(campaign.tally.positions, 2500, 2600);
    assert_true(campaign.tally.jobs > 2);
    assert_false(do_job(&campaign));
    end(&campaign);
}

// Answers without a proof are split until the proofs of their moves are small enough.
TEST(large_proofs_are_divided)
{
    check_board(3, 2, 4, 101,
                &(struct campaign_settings){.budget = 1000, .fact_work = 2, .steps = 16});
    check_board(
        3, 2, 4, 101,
        &(struct campaign_settings){.budget = 1000, .fact_work = 2, .fact_most = 8, .steps = 32});
    // Moves that cost less than a fact get proofs of their own, too.
    check_board(3, 2, 4, 101,
                &(struct campaign_settings){.budget = 1000, .fact_work = 1 << 20, .steps = 16});
}

static bool counts_down(void *context)
{
    unsigned *calls = context;
    *calls -= *calls > 0;
    return *calls == 0;
}

// A job is stopped, whenever it asks. A question whose proof was stopped is split, and the campaign
// goes on to the same answer.
TEST(a_stop_ends_a_proof)
{
    struct kauri_position position;
    struct kauri_error error;
    good(kauri_position_parse("1+1,2,1/1,1+1,2 S", &position, &error), &error);
    struct oracle *oracle = oracle_new(3, 2, 8);
    const int r = oracle_get(oracle, &position).r;
    unsigned ends[3] = {0, 0, 0}; // by enum kauri_campaign_state
    bool answered = false;
    for (unsigned stop = 1; !answered; stop++) {
        unsigned calls = stop;
        const struct kauri_progress progress = {.cancelled = counts_down, .context = &calls};
        const struct campaign_settings settings = {
            .budget = 100000, .fact_work = 1 << 20, .progress = &progress};
        struct campaign *campaign = malloc(sizeof *campaign);
        assert_non_null(campaign);
        begin(campaign, oracle, &position, r, &settings);
        assert_true(do_job(campaign));
        const struct kauri_campaign_frontier *frontier = campaign->frontier;
        const enum kauri_campaign_state after =
            frontier->questions[frontier->roots[0].question].state;
        ends[after]++;
        answered = after == KAURI_CAMPAIGN_ANSWERED;
        calls = 1U << 30;
        assert_true(answered || run(campaign));
        end(campaign);
        free(campaign);
    }
    oracle_free(oracle);
    assert_true(ends[KAURI_CAMPAIGN_SPLIT] > 0);
}
