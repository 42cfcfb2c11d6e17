// The engine through the public interface, linked to the shared library.
#include "tests/test.h"

#include "tests/library/open_tables_api.h"

#include <kauri/analysis.h>

#include <math.h>

static struct kauri_position start(void)
{
    struct kauri_position position;
    assert_int_equal(kauri_position_start(6, &position, NULL), KAURI_OK);
    return position;
}

static struct kauri_engine *engine_with(struct kauri_tablebase *tables, uint64_t memory)
{
    const struct kauri_engine_options options = {
        .struct_bytes = sizeof options, .tables = tables, .memory_bytes = memory};
    struct kauri_engine *engine = NULL;
    struct kauri_error error;
    assert_ok(kauri_engine_new(&options, &engine, &error), &error);
    return engine;
}

static struct kauri_engine_report analysed(struct kauri_engine *engine,
                                           const struct kauri_position *position,
                                           struct kauri_engine_request request)
{
    struct kauri_engine_report report;
    struct kauri_error error;
    request.struct_bytes = sizeof request;
    assert_ok(kauri_engine_analyse(engine, position, &request, &report, &error), &error);
    assert_true(kauri_position_equal(&report.position, position));
    for (unsigned i = 0; i < report.line_count; i++) {
        const struct kauri_engine_line *line = &report.lines[i];
        struct kauri_position now = *position;
        assert_true(line->count >= 1 && line->count <= KAURI_ENGINE_LINE_MAX);
        assert_int_equal(line->hole, line->holes[0]);
        for (unsigned k = 0; k < line->count; k++) {
            assert_int_equal(kauri_position_play(&now, line->holes[k], NULL, NULL), KAURI_OK);
        }
        assert_true(line->estimate >= line->r.low * KAURI_ESTIMATE_UNIT);
        assert_true(line->estimate <= line->r.high * KAURI_ESTIMATE_UNIT);
    }
    return report;
}

TEST(lines_are_legal_and_always_the_same)
{
    const struct kauri_position position = start();
    struct kauri_engine_report first = {.line_count = 0};
    for (unsigned round = 0; round < 2; round++) {
        struct kauri_engine *engine = engine_with(NULL, 0);
        const struct kauri_engine_report report =
            analysed(engine, &position, (struct kauri_engine_request){.nodes = 100000, .lines = 3});
        assert_int_equal(report.line_count, 3);
        assert_true(report.depth >= 4);
        assert_true(report.lines[0].estimate >= report.lines[1].estimate);
        assert_true(report.lines[1].estimate >= report.lines[2].estimate);
        if (round > 0) {
            assert_memory_equal(report.lines, first.lines, 3 * sizeof *first.lines);
            assert_int_equal(report.nodes, first.nodes);
        }
        first = report;
        kauri_engine_free(engine);
    }
}

struct engine_follower {
    unsigned calls, stops, depth;
};

static void follow(void *context, const struct kauri_engine_report *so_far)
{
    struct engine_follower *follower = context;
    assert_true(so_far->line_count > 0 && so_far->place < so_far->line_count);
    assert_true(so_far->lines[so_far->place].depth >= follower->depth);
    follower->depth = so_far->lines[so_far->place].depth;
    follower->calls++;
}

static bool is_enough(void *context)
{
    struct engine_follower *follower = context;
    follower->stops++;
    return follower->calls >= 5;
}

TEST(a_caller_follows_and_stops_the_engine)
{
    const struct kauri_position position = start();
    struct kauri_engine *engine = engine_with(NULL, 0);
    struct engine_follower follower = {.calls = 0};
    const struct kauri_engine_report report = analysed(
        engine, &position,
        (struct kauri_engine_request){.progress = follow, .stop = is_enough, .context = &follower});
    assert_true(report.stopped);
    assert_true(follower.calls >= 5 && follower.stops > 0);
    const struct kauri_engine_report timed =
        analysed(engine, &position, (struct kauri_engine_request){.seconds = 0.05});
    assert_false(timed.stopped);
    assert_true(timed.seconds >= 0.05);
    kauri_engine_free(engine);
}

TEST(requests_out_of_range_are_refused)
{
    struct kauri_tablebase *tables = open_with(NULL);
    struct kauri_engine *engine = engine_with(tables, 0);
    struct kauri_position small = at(3, 5);
    struct kauri_position broken = small;
    const struct kauri_position other = start();
    struct kauri_engine_report report;
    struct kauri_error error;
    broken.side = 2;
    const size_t bytes = sizeof(struct kauri_engine_request);
    const struct kauri_engine_request bad[] = {
        {.struct_bytes = 0, .depth = 1},
        {.struct_bytes = SIZE_MAX, .depth = 1},
        {.struct_bytes = bytes},
        {.struct_bytes = bytes, .seconds = -1},
        {.struct_bytes = bytes, .seconds = NAN},
        {.struct_bytes = bytes, .depth = KAURI_ENGINE_DEPTH_MAX + 1},
        {.struct_bytes = bytes, .depth = 1, .lines = KAURI_HOLES_MAX + 1},
        {.struct_bytes = bytes, .depth = 1, .rules = (enum kauri_ruleset)2},
        {.struct_bytes = bytes, .depth = 1, .strength = KAURI_STRENGTH_MOST + 1},
        {.struct_bytes = bytes, .depth = 1, .history_count = 1},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        int hole = 0;
        assert_int_equal(kauri_engine_analyse(engine, &small, &bad[i], &report, &error),
                         KAURI_USAGE);
        assert_int_equal(error.status, KAURI_USAGE);
        assert_int_equal(kauri_engine_choose(engine, &small, &bad[i], &hole, NULL), KAURI_USAGE);
    }
    const struct kauri_engine_request plain = {.struct_bytes = bytes, .depth = 1};
    assert_int_equal(kauri_engine_analyse(engine, &broken, &plain, &report, NULL), KAURI_BAD_INPUT);
    assert_int_equal(kauri_engine_analyse(engine, &other, &plain, &report, NULL), KAURI_BAD_INPUT);
    const struct kauri_position *const histories[] = {&broken, &other};
    for (unsigned i = 0; i < 2; i++) {
        const struct kauri_engine_request request = {
            .struct_bytes = bytes, .depth = 1, .history = histories[i], .history_count = 1};
        assert_int_equal(kauri_engine_analyse(engine, &small, &request, &report, NULL),
                         KAURI_BAD_INPUT);
    }
    kauri_engine_free(engine);
    const struct kauri_engine_options options[] = {
        {.struct_bytes = 0},
        {.struct_bytes = SIZE_MAX},
        {.struct_bytes = sizeof options[0], .memory_bytes = 1000},
    };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        assert_int_equal(kauri_engine_new(&options[i], &engine, NULL), KAURI_USAGE);
        assert_null(engine);
    }
    assert_int_equal(kauri_engine_new(NULL, &engine, NULL), KAURI_OK);
    kauri_engine_free(engine);
    kauri_engine_free(NULL);
    kauri_tablebase_close(tables);
}
