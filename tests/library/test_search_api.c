// Searches through the public interface, linked to the shared library. What they prove is compared
// with the tables.
#include "tests/test.h"

#include "tests/library/open_tables_api.h"
#include "tests/library/parsed.h"

#include <kauri/analysis.h>

#include <math.h>
#include <string.h>

enum { SAMPLE = 40 };

// Too hard for a fraction of a second.
static const char hard[] = "0+1,3,0,2+1,1+2,2+2/0+1,3+1,0,1,2+3,0+1 S 22:24";
// Takes some 40,000 positions: r = -4.
static const char middling[] = "1+6,0,0,0,0,0/0,0,0,0,0,0+6 S 0:59";

static struct kauri_search *search_with(struct kauri_search_options options)
{
    struct kauri_search *search = NULL;
    struct kauri_error error;
    options.struct_bytes = sizeof options;
    assert_ok(kauri_search_new(&options, &search, &error), &error);
    return search;
}

// Asks and fails the test if there is no answer. The caller clears the line.
static struct kauri_search_result asked(struct kauri_search *search,
                                        const struct kauri_position *position,
                                        struct kauri_search_request request)
{
    struct kauri_search_result result;
    struct kauri_error error;
    request.struct_bytes = sizeof request;
    assert_ok(kauri_search_run(search, position, &request, &result, &error), &error);
    assert_true(kauri_position_equal(&result.position, position));
    assert_true(result.r.low <= result.r.high);
    return result;
}

// Position i of SAMPLE, spread over the layer, with a score near a tie.
static struct kauri_position sampled(unsigned seeds, uint64_t i)
{
    struct kauri_position position = at(seeds, positions_of(seeds) / SAMPLE * i);
    position.score[0] = (uint8_t)(20 + i % 3);
    position.score[1] = 21;
    return position;
}

// Plays the line and returns what its first player captures by it, net, as far as it goes.
static int played(const struct kauri_best_line *line, const struct kauri_position *from)
{
    struct kauri_position now = *from;
    for (size_t i = 0; i < line->count; i++) {
        assert_true(kauri_position_equal(&line->steps[i].position, &now));
        assert_int_equal(kauri_position_play(&now, line->steps[i].hole, NULL, NULL), KAURI_OK);
    }
    assert_true(kauri_position_equal(&line->last, &now));
    const int gain[2] = {now.score[0] - from->score[0], now.score[1] - from->score[1]};
    return gain[from->side] - gain[1 - from->side];
}

static void check_results(const struct kauri_search_result *result)
{
    for (int rules = KAURI_STANDARD; rules <= KAURI_TIEBREAKER; rules++) {
        const enum kauri_result is =
            kauri_result_under((enum kauri_ruleset)rules, &result->position, result->r.low);
        assert_int_equal(result->worst[rules], is);
        assert_true(result->best[rules] >= is);
        if (result->r.low == result->r.high) {
            assert_int_equal(result->best[rules], is);
        }
    }
}

TEST(a_search_without_tables_finds_what_the_tables_have)
{
    struct kauri_tablebase *tables = open_with(NULL);
    struct kauri_search *search = search_with((struct kauri_search_options){.threads = 2});
    for (unsigned seeds = 0; seeds < LAYERS; seeds++) {
        for (uint64_t i = 0; i < SAMPLE; i++) {
            const struct kauri_position position = sampled(seeds, i);
            struct kauri_probe_result probe;
            assert_int_equal(kauri_probe_root(tables, &position, &probe, NULL), KAURI_OK);
            struct kauri_search_result result =
                asked(search, &position, (struct kauri_search_request){.goal = KAURI_GOAL_VALUE});
            assert_true(result.decided);
            assert_int_equal(result.stop, KAURI_SEARCH_STOP_NONE);
            assert_int_equal(result.r.low, probe.value.r);
            assert_int_equal(result.r.high, probe.value.r);
            assert_int_equal(result.worst[KAURI_TIEBREAKER], probe.tiebreaker);
            check_results(&result);
            assert_int_equal(result.move_count, probe.move_count);
            for (unsigned m = 0; m < result.move_count; m++) {
                unsigned same = 0;
                while (probe.moves[same].hole != result.moves[m].hole) {
                    same++;
                }
                assert_in_range(probe.moves[same].value.r + 1000, result.moves[m].r.low + 1000,
                                result.moves[m].r.high + 1000);
                assert_true(!result.moves[m].best || probe.moves[same].value.r == probe.value.r);
            }
            assert_true(result.move_count == 0 || result.moves[0].best);
            const int net = played(&result.line, &position);
            if (result.line.end == KAURI_LINE_SEEDS || result.line.end == KAURI_LINE_STUCK) {
                assert_int_equal(net, kauri_value_net(probe.value.r));
            }
            kauri_line_clear(&result.line);
        }
    }
    kauri_search_free(search);
    kauri_tablebase_close(tables);
}

TEST(each_goal_is_answered)
{
    struct kauri_search *search = search_with((struct kauri_search_options){.threads = 1});
    for (uint64_t i = 0; i < SAMPLE / 4; i++) {
        const struct kauri_position position = sampled(4, 4 * i);
        struct kauri_search *other = search_with((struct kauri_search_options){.threads = 1});
        struct kauri_search_result value =
            asked(search, &position, (struct kauri_search_request){.goal = KAURI_GOAL_VALUE});
        for (int goal = KAURI_GOAL_STANDARD; goal <= KAURI_GOAL_TIEBREAKER; goal++) {
            struct kauri_search_result result = asked(
                other, &position, (struct kauri_search_request){.goal = (enum kauri_goal)goal});
            assert_true(result.decided);
            assert_int_equal(result.worst[goal], value.worst[goal]);
            assert_int_equal(result.best[goal], value.worst[goal]);
            kauri_line_clear(&result.line);
        }
        for (int x = value.r.low - 1; x <= value.r.low + 1; x++) {
            struct kauri_search_result result =
                asked(other, &position,
                      (struct kauri_search_request){.goal = KAURI_GOAL_AT_LEAST, .x = x});
            assert_true(result.decided);
            assert_true(x <= value.r.low ? result.r.low >= x : result.r.high < x);
            assert_int_equal(result.line.count, 0);
            kauri_line_clear(&result.line);
        }
        struct kauri_search_result brief =
            asked(other, &position,
                  (struct kauri_search_request){.goal = KAURI_GOAL_VALUE, .value_only = true});
        assert_int_equal(brief.r.low, value.r.low);
        assert_int_equal(brief.line.count, 0);
        kauri_line_clear(&brief.line);
        kauri_line_clear(&value.line);
        kauri_search_free(other);
    }
    kauri_search_free(search);
}

TEST(limits_end_a_search_with_bounds_and_the_next_one_goes_on)
{
    struct kauri_search *search = search_with((struct kauri_search_options){.threads = 1});
    const struct kauri_position position = parsed(middling);
    struct kauri_search_result part = asked(
        search, &position, (struct kauri_search_request){.goal = KAURI_GOAL_VALUE, .nodes = 500});
    assert_false(part.decided);
    assert_int_equal(part.stop, KAURI_SEARCH_STOP_NODES);
    assert_true(part.nodes > 0 && part.nodes <= 500);
    assert_int_equal(part.line.count, 0);
    check_results(&part);
    struct kauri_search_result rest =
        asked(search, &position, (struct kauri_search_request){.goal = KAURI_GOAL_VALUE});
    assert_true(rest.decided && rest.nodes > 0);
    assert_true(part.r.low <= rest.r.low && rest.r.low <= part.r.high);
    struct kauri_search_result again =
        asked(search, &position, (struct kauri_search_request){.goal = KAURI_GOAL_VALUE});
    assert_true(again.decided && again.nodes < rest.nodes / 10);
    assert_int_equal(again.r.low, rest.r.low);
    kauri_line_clear(&part.line);
    kauri_line_clear(&rest.line);
    kauri_line_clear(&again.line);
    const struct kauri_position other = parsed(hard);
    struct kauri_search_result timed = asked(
        search, &other, (struct kauri_search_request){.goal = KAURI_GOAL_VALUE, .seconds = 0.05});
    assert_int_equal(timed.stop, KAURI_SEARCH_STOP_TIME);
    kauri_line_clear(&timed.line);
    kauri_search_free(search);
}

struct search_follower {
    unsigned calls;
    unsigned stop_after; // 0: never
    struct kauri_bounds r;
    uint64_t nodes;
};

static void follow(void *context, const struct kauri_search_result *so_far)
{
    struct search_follower *follower = context;
    assert_false(so_far->decided);
    assert_int_equal(so_far->line.count, 0);
    assert_true(so_far->nodes >= follower->nodes);
    if (follower->calls > 0) { // bounds are only narrowed
        assert_true(so_far->r.low >= follower->r.low && so_far->r.high <= follower->r.high);
    }
    follower->nodes = so_far->nodes;
    follower->r = so_far->r;
    follower->calls++;
}

static bool is_enough(void *context)
{
    const struct search_follower *follower = context;
    return follower->stop_after > 0 && follower->calls >= follower->stop_after;
}

TEST(a_caller_follows_and_stops_a_search)
{
    struct kauri_search *search = search_with((struct kauri_search_options){.threads = 2});
    const struct kauri_position position = parsed(hard);
    struct search_follower follower = {.stop_after = 3};
    struct kauri_search_request request = {.goal = KAURI_GOAL_VALUE,
                                           .seconds = 1000,
                                           .progress = follow,
                                           .stop = is_enough,
                                           .context = &follower};
    struct kauri_search_result result = asked(search, &position, request);
    assert_int_equal(result.stop, KAURI_SEARCH_STOP_REQUEST);
    assert_true(follower.calls >= 3); // one may have begun before the request to stop
    assert_true(result.seconds > 0 && result.memory_used <= 1);
    assert_true(result.r.low >= follower.r.low && result.r.high <= follower.r.high);
    kauri_line_clear(&result.line);
    // The memory is still of use, for other positions of the board, too.
    const struct kauri_position easier = parsed(middling);
    struct kauri_search_result other =
        asked(search, &easier, (struct kauri_search_request){.goal = KAURI_GOAL_VALUE});
    assert_int_equal(other.r.low, -4);
    assert_int_equal(other.r.high, -4);
    kauri_line_clear(&other.line);
    kauri_search_free(search);
}

TEST(requests_out_of_range_are_refused)
{
    struct kauri_tablebase *tables = open_with(NULL);
    struct kauri_search *search = search_with((struct kauri_search_options){.tables = tables});
    const struct kauri_position position = sampled(5, 3);
    const struct kauri_search_request bad[] = {
        {.struct_bytes = 0},
        {.struct_bytes = 8},
        {.struct_bytes = SIZE_MAX},
        {.struct_bytes = sizeof bad[0], .goal = (enum kauri_goal)4},
        {.struct_bytes = sizeof bad[0], .goal = (enum kauri_goal) - 1},
        {.struct_bytes = sizeof bad[0], .x = 182},
        {.struct_bytes = sizeof bad[0], .x = -182},
        {.struct_bytes = sizeof bad[0], .seconds = -1},
        {.struct_bytes = sizeof bad[0], .seconds = NAN},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct kauri_search_result result;
        struct kauri_error error;
        memset(&result, 1, sizeof result);
        assert_int_equal(kauri_search_run(search, &position, &bad[i], &result, &error),
                         KAURI_USAGE);
        assert_int_equal(error.status, KAURI_USAGE);
        assert_null(result.line.steps);
    }
    struct kauri_position invalid[] = {position, parsed(hard)};
    invalid[0].holes = 7;
    const struct kauri_search_request request = {.struct_bytes = sizeof request};
    for (size_t i = 0; i < 2; i++) {
        struct kauri_search_result result;
        assert_int_equal(kauri_search_run(search, &invalid[i], &request, &result, NULL),
                         KAURI_BAD_INPUT);
    }
    struct kauri_search *other = search;
    const struct kauri_search_options options[] = {
        {.struct_bytes = 0},
        {.struct_bytes = SIZE_MAX},
        {.struct_bytes = sizeof options[0], .threads = 4097},
    };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        assert_int_equal(kauri_search_new(&options[i], &other, NULL), KAURI_USAGE);
        assert_null(other);
    }
    struct kauri_checked_proof proof = {.position = position, .r = {-16, 16}};
    const struct kauri_proofs proofs = {.count = 1, .proof = &proof};
    const struct kauri_search_options citing = {.struct_bytes = sizeof citing, .proofs = &proofs};
    assert_int_equal(kauri_search_new(&citing, &other, NULL), KAURI_OK);
    kauri_search_free(other);
    proof.r.high = 17;
    assert_int_equal(kauri_search_new(&citing, &other, NULL), KAURI_BAD_INPUT);
    proof = (struct kauri_checked_proof){.position = invalid[0]};
    assert_int_equal(kauri_search_new(&citing, &other, NULL), KAURI_BAD_INPUT);
    assert_null(other);
    assert_int_equal(kauri_search_new(NULL, &other, NULL), KAURI_OK);
    kauri_search_free(other);
    kauri_search_free(NULL);
    kauri_search_free(search);
    kauri_tablebase_close(tables);
}

// Proofs that nobody checked: what contradicts itself is no result.
TEST(contradictory_proofs_give_no_result)
{
    static const char *const goals[] = {"7,0,0,0,0,0+1/0,0,0+2,0+1,0+1,5+7 S 30:18",
                                        "0+3,0+1,0+3,0+2,0+2,0+1/8,1,1,1,1,0 N 30:18"};
    const struct kauri_position position = parsed(goals[0]);
    for (unsigned kind = 0; kind < 2; kind++) { // about the position, and about one after a move
        struct kauri_checked_proof pair[] = {
            {.path = "a", .position = parsed(goals[kind]), .r = {5, 5}, .digest = 1},
            {.path = "b", .position = parsed(goals[kind]), .r = {-5, -5}, .digest = 2},
        };
        const struct kauri_proofs proofs = {.count = 2, .proof = pair};
        struct kauri_search *search = search_with((struct kauri_search_options){.proofs = &proofs});
        const struct kauri_search_request request = {
            .struct_bytes = sizeof request, .goal = KAURI_GOAL_VALUE, .nodes = 1000};
        struct kauri_search_result result;
        struct kauri_error error;
        const enum kauri_status status =
            kauri_search_run(search, &position, &request, &result, &error);
        if (kind == 0 || status != KAURI_OK) {
            assert_int_equal(status, KAURI_WRONG);
            assert_non_null(strstr(error.message, "contradict one another"));
            assert_int_equal(result.move_count, 0);
        } else {
            assert_true(result.r.low <= result.r.high);
        }
        kauri_line_clear(&result.line);
        kauri_search_free(search);
    }
}
