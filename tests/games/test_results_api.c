// SPDX-License-Identifier: MIT AND CC-BY-SA-2.5
// Results of the public interface are set only on success, and errors are written only on failure.
#include "tests/test.h"

#include "tests/library/open_tables_api.h"
#include "tests/library/parsed.h"
#include "tests/sanitized.h"

#include <kauri/analysis.h>

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MARK = 0xa5, NEVER = 1 << 30 };

static void mark(void *bytes, size_t size)
{
    memset(bytes, MARK, size);
}

// Fails the test unless all bytes are those that `mark` wrote.
static void check_unchanged(const void *bytes, size_t size)
{
    const uint8_t *byte = bytes;
    for (size_t i = 0; i < size; i++) {
        assert_int_equal(byte[i], MARK);
    }
}

// As tests/library/test_positions_api.c has it of the other structs.
TEST(the_layout_of_structs_is_as_promised)
{
    static const struct {
        size_t now, promised;
    } layout[] = {
        {sizeof(struct kauri_replayed_ply), 76},
        {sizeof(struct kauri_record_reader), 16},
        {sizeof(struct kauri_engine_line), 92},
        {sizeof(struct kauri_engine_report), 624},
        {offsetof(struct kauri_replayed_ply, marks), 71},
        {offsetof(struct kauri_record_reader, line), 8},
        {offsetof(struct kauri_engine_options, memory_bytes), 16},
        {offsetof(struct kauri_engine_line, holes), 28},
        {offsetof(struct kauri_engine_report, place), 616},
        {offsetof(struct kauri_engine_request, seed), 88},
    };
    if (sizeof(void *) != 8) {
        skip();
    }
    for (size_t i = 0; i < sizeof layout / sizeof *layout; i++) {
        assert_int_equal(layout[i].now, layout[i].promised);
    }
}

TEST(results_without_tables_are_set_only_on_success)
{
    const struct kauri_position good = parsed("1,0+1/2,1+1 S 3:4");
    struct kauri_position bad = good;
    struct kauri_position position;
    struct kauri_moves moves;
    struct kauri_capture captured;
    int hole;
    uint64_t number;
    bad.holes = 7;
    mark(&position, sizeof position);
    mark(&moves, sizeof moves);
    mark(&captured, sizeof captured);
    mark(&hole, sizeof hole);
    mark(&number, sizeof number);
    assert_int_equal(kauri_position_start(7, &position, NULL), KAURI_USAGE);
    assert_int_equal(kauri_position_at(7, 0, 0, 0, &position, NULL), KAURI_USAGE);
    assert_int_equal(kauri_position_at(2, 2, 4, UINT64_MAX, &position, NULL), KAURI_USAGE);
    assert_int_equal(kauri_position_moves(&bad, &moves, NULL), KAURI_BAD_INPUT);
    assert_int_equal(kauri_position_play(&bad, 1, &captured, NULL), KAURI_BAD_INPUT);
    assert_int_equal(kauri_move_parse(&bad, "b", &hole, NULL), KAURI_BAD_INPUT);
    assert_int_equal(kauri_move_parse(&good, "A", &hole, NULL), KAURI_BAD_INPUT);
    assert_int_equal(kauri_move_parse(&good, "c", &hole, NULL), KAURI_BAD_INPUT);
    assert_int_equal(kauri_layer_positions(7, 0, 0, &number, NULL), KAURI_USAGE);
    assert_int_equal(kauri_position_index(&bad, &number, NULL), KAURI_BAD_INPUT);
    position = good;
    assert_int_equal(kauri_position_play(&position, 0, &captured, NULL), KAURI_BAD_INPUT);
    assert_true(kauri_position_equal(&position, &good));
    check_unchanged(&moves, sizeof moves);
    check_unchanged(&captured, sizeof captured);
    check_unchanged(&hole, sizeof hole);
    check_unchanged(&number, sizeof number);
    mark(&position, sizeof position);
    assert_int_equal(kauri_position_start(0, &position, NULL), KAURI_USAGE);
    assert_int_equal(kauri_position_at(2, 2, 61, 0, &position, NULL), KAURI_USAGE);
    check_unchanged(&position, sizeof position);
}

// ------------------------------------------------------------------------------------ with tables

// A source in front of the files, of which every read after the first `reads_left` fails.
struct failing {
    const char *folder;
    int reads_left;
};

static enum kauri_status list(void *context, const char *folder,
                              void (*found)(void *finder, const char *name), void *finder,
                              struct kauri_error *error)
{
    (void)context;
    (void)folder;
    (void)error;
    for (unsigned seeds = 0; seeds < LAYERS; seeds++) {
        char name[64];
        (void)snprintf(name, sizeof name, "kauri-%dx%d-%02u.kauri", HOLES, COWRIES, seeds);
        found(finder, name);
    }
    return KAURI_OK;
}

static enum kauri_status open_file(void *context, const char *folder, const char *name, void **file,
                                   uint64_t *size, struct kauri_error *error)
{
    const struct failing *failing = context;
    char path[5000];
    (void)folder;
    (void)error;
    (void)snprintf(path, sizeof path, "%s/%s", failing->folder, name);
    FILE *opened = fopen(path, "rb");
    if (opened == NULL) {
        return KAURI_MISSING;
    }
    (void)fseek(opened, 0, SEEK_END);
    *size = (uint64_t)ftell(opened);
    *file = opened;
    return KAURI_OK;
}

static enum kauri_status read_file(void *context, void *file, uint64_t offset, void *bytes,
                                   size_t size, enum kauri_read_purpose purpose,
                                   struct kauri_error *error)
{
    struct failing *failing = context;
    (void)purpose;
    (void)error;
    if (failing->reads_left == 0) {
        return KAURI_RESOURCE;
    }
    failing->reads_left--;
    return pread(fileno(file), bytes, size, (off_t)offset) == (ssize_t)size ? KAURI_OK
                                                                            : KAURI_CORRUPT;
}

static void close_file(void *context, void *file)
{
    (void)context;
    (void)fclose(file);
}

static struct kauri_tablebase *open_failing(struct failing *failing)
{
    failing->folder = getenv("KAURI_TEST_TABLES");
    assert_non_null(failing->folder);
    const struct kauri_source source = {.struct_bytes = sizeof source,
                                        .context = failing,
                                        .list = list,
                                        .open = open_file,
                                        .read_at = read_file,
                                        .close = close_file};
    const struct kauri_tablebase_options options = {
        .struct_bytes = sizeof options, .threads = 1, .source = &source};
    struct kauri_tablebase *tables = NULL;
    assert_int_equal(kauri_tablebase_open(&failing->folder, 1, &options, &tables, NULL), KAURI_OK);
    return tables;
}

// A question about a position: calls a function with a result of `size` bytes.
struct table_question {
    size_t size;
    enum kauri_status (*ask)(struct kauri_tablebase *tables, const struct kauri_position *position,
                             void *result, struct kauri_error *error);
};

static enum kauri_status ask_value(struct kauri_tablebase *tables,
                                   const struct kauri_position *position, void *result,
                                   struct kauri_error *error)
{
    return kauri_probe_value(tables, position, result, error);
}

static enum kauri_status ask_r(struct kauri_tablebase *tables,
                               const struct kauri_position *position, void *result,
                               struct kauri_error *error)
{
    return kauri_probe_r(tables, position, result, error);
}

static enum kauri_status ask_cached(struct kauri_tablebase *tables,
                                    const struct kauri_position *position, void *result,
                                    struct kauri_error *error)
{
    const enum kauri_status status = kauri_probe_value_cached(tables, position, result, NULL);
    if (status == KAURI_NOT_CACHED) {
        struct kauri_value value;
        check_unchanged(result, sizeof value);
        const enum kauri_status read = kauri_probe_value(tables, position, &value, error);
        return read != KAURI_OK ? read : kauri_probe_value_cached(tables, position, result, error);
    }
    return kauri_probe_value_cached(tables, position, result, error);
}

static enum kauri_status ask_root(struct kauri_tablebase *tables,
                                  const struct kauri_position *position, void *result,
                                  struct kauri_error *error)
{
    return kauri_probe_root(tables, position, result, error);
}

// A batch of one position, whose status is that of the question.
static enum kauri_status ask_many(struct kauri_tablebase *tables,
                                  const struct kauri_position *position, void *result,
                                  struct kauri_error *error)
{
    enum kauri_status status = KAURI_INTERNAL;
    assert_int_equal(kauri_probe_many(tables, position, 1, result, &status, 1, error), KAURI_OK);
    return status;
}

static enum kauri_status ask_roots(struct kauri_tablebase *tables,
                                   const struct kauri_position *position, void *result,
                                   struct kauri_error *error)
{
    enum kauri_status status = KAURI_INTERNAL;
    assert_int_equal(kauri_probe_roots(tables, position, 1, result, &status, 1, error), KAURI_OK);
    return status;
}

static struct kauri_engine *engine_with(struct kauri_tablebase *tables)
{
    const struct kauri_engine_options options = {
        .struct_bytes = sizeof options, .tables = tables, .memory_bytes = 1 << 20};
    struct kauri_engine *engine = NULL;
    assert_int_equal(kauri_engine_new(&options, &engine, NULL), KAURI_OK);
    return engine;
}

static enum kauri_status ask_engine(struct kauri_tablebase *tables,
                                    const struct kauri_position *position, void *result,
                                    struct kauri_error *error)
{
    const struct kauri_engine_request request = {
        .struct_bytes = sizeof request, .nodes = 100, .lines = 2};
    struct kauri_engine *engine = engine_with(tables);
    const enum kauri_status status =
        kauri_engine_analyse(engine, position, &request, result, error);
    kauri_engine_free(engine);
    return status;
}

static enum kauri_status ask_move(struct kauri_tablebase *tables,
                                  const struct kauri_position *position, void *result,
                                  struct kauri_error *error)
{
    const struct kauri_engine_request request = {.struct_bytes = sizeof request, .nodes = 100};
    struct kauri_engine *engine = engine_with(tables);
    const enum kauri_status status = kauri_engine_choose(engine, position, &request, result, error);
    kauri_engine_free(engine);
    return status;
}

static const struct table_question questions[] = {
    {sizeof(struct kauri_value), ask_value},
    {sizeof(int32_t), ask_r},
    {sizeof(struct kauri_value), ask_cached},
    {sizeof(struct kauri_probe_result), ask_root},
    {sizeof(struct kauri_value), ask_many},
    {sizeof(struct kauri_probe_result), ask_roots},
    {sizeof(struct kauri_engine_report), ask_engine},
    {sizeof(int), ask_move},
};

TEST(results_from_tables_are_set_only_on_success)
{
    for (size_t q = 0; q < sizeof questions / sizeof *questions; q++) {
        const struct table_question *question = &questions[q];
        for (uint64_t index = 0; index < fewer(8, 40); index++) {
            const struct kauri_position position = at(LAYERS - 1, index * 7);
            bool done = false;
            unsigned failures = 0;
            for (int reads = 0; !done; reads++) {
                struct failing failing = {.reads_left = NEVER};
                struct kauri_tablebase *tables = open_failing(&failing);
                union {
                    struct kauri_engine_report report; // the largest
                    struct kauri_probe_result root;
                } result;
                struct kauri_error error;
                mark(&result, sizeof result);
                mark(&error, sizeof error);
                failing.reads_left = reads;
                const enum kauri_status status = question->ask(tables, &position, &result, &error);
                done = status == KAURI_OK;
                if (done) {
                    check_unchanged(&error, sizeof error);
                } else {
                    assert_int_equal(status, KAURI_RESOURCE);
                    check_unchanged(&result, sizeof result);
                    failures++;
                }
                kauri_tablebase_close(tables);
            }
            assert_true(failures > 0);
        }
    }
}

TEST(positions_without_a_table_leave_results_as_they_were)
{
    struct kauri_tablebase *tables = open_with(NULL);
    struct kauri_position invalid = at(2, 3);
    invalid.side = 2;
    const struct kauri_position bad[] = {
        parsed("1,0,0/1,0,0+4 S"), // a position of another board
        invalid,
    };
    for (size_t q = 0; q < sizeof questions / sizeof *questions; q++) {
        for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
            struct kauri_engine_report result; // the largest
            mark(&result, sizeof result);
            const enum kauri_status status = questions[q].ask(tables, &bad[i], &result, NULL);
            if (status != KAURI_OK) { // an engine may do without tables
                assert_int_equal(status, KAURI_BAD_INPUT);
                check_unchanged(&result, sizeof result);
            }
        }
    }
    kauri_tablebase_close(tables);
}

TEST(a_refused_request_leaves_results_as_they_were)
{
    struct kauri_engine *engine = engine_with(NULL);
    const struct kauri_position position = at(3, 5);
    const struct kauri_engine_request bad[] = {
        {.struct_bytes = 0},
        {.struct_bytes = sizeof *bad},
        {.struct_bytes = sizeof *bad, .nodes = 10, .lines = KAURI_HOLES_MAX + 1},
        {.struct_bytes = sizeof *bad, .nodes = 10, .history_count = 1},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct kauri_engine_report report;
        int hole;
        mark(&report, sizeof report);
        mark(&hole, sizeof hole);
        assert_int_equal(kauri_engine_analyse(engine, &position, &bad[i], &report, NULL),
                         KAURI_USAGE);
        assert_int_equal(kauri_engine_choose(engine, &position, &bad[i], &hole, NULL), KAURI_USAGE);
        check_unchanged(&report, sizeof report);
        check_unchanged(&hole, sizeof hole);
    }
    kauri_engine_free(engine);
    struct kauri_search *search = NULL;
    struct kauri_written_proof written;
    mark(&written, sizeof written);
    assert_int_equal(kauri_search_new(NULL, &search, NULL), KAURI_OK);
    assert_int_equal(kauri_search_write_proof(search, "never", NULL, &written, NULL), KAURI_USAGE);
    check_unchanged(&written, sizeof written);
    kauri_search_free(search);
}

// Also where the call had to look for another way, as with a move that is missing in a record.
TEST(errors_are_written_only_on_failure)
{
    static const char record[] = "1. e E; 2. e F; 3. b C (+2); 4. e D; 5. c (+2); 6. e B;";
    struct kauri_error error;
    struct kauri_position position;
    struct kauri_replayed_game *game = NULL;
    struct kauri_record_reader reader = kauri_record_reader_begin(record);
    struct kauri_search *search = NULL;
    const struct kauri_search_request request = {.struct_bytes = sizeof request, .nodes = 100};
    struct kauri_search_result result;
    mark(&error, sizeof error);
    assert_int_equal(kauri_replay_next(&reader, &game, &error), KAURI_OK);
    assert_true(kauri_replayed_count(game) > 11);
    kauri_replayed_free(game);
    assert_int_equal(kauri_position_parse("1,0+1/2,1+1 S 3:4", &position, &error), KAURI_OK);
    assert_int_equal(kauri_position_play(&position, 1, NULL, &error), KAURI_OK);
    assert_int_equal(kauri_search_new(NULL, &search, &error), KAURI_OK);
    assert_int_equal(kauri_search_run(search, &position, &request, &result, &error), KAURI_OK);
    kauri_search_result_clear(&result);
    kauri_search_free(search);
    check_unchanged(&error, sizeof error);
}

// Whatever the struct held before, a failed search leaves nothing to be released.
TEST(a_search_that_fails_leaves_an_empty_result)
{
    struct kauri_search *search = NULL;
    struct kauri_position position = at(3, 5);
    const struct kauri_search_request request = {.struct_bytes = sizeof request};
    const struct kauri_search_result empty = {.decided = false};
    struct kauri_search_result result;
    assert_int_equal(kauri_search_new(NULL, &search, NULL), KAURI_OK);
    mark(&result, sizeof result);
    position.holes = 0;
    assert_int_equal(kauri_search_run(search, &position, &request, &result, NULL), KAURI_BAD_INPUT);
    assert_memory_equal(&result, &empty, sizeof result);
    kauri_search_result_clear(&result);
    kauri_search_free(search);
}

// With the sanitizers, a line that is not released fails this test.
TEST(a_result_is_used_for_one_search_after_another)
{
    struct kauri_search *search = NULL;
    const struct kauri_search_request request = {.struct_bytes = sizeof request,
                                                 .goal = KAURI_GOAL_VALUE};
    const struct kauri_search_result empty = {.decided = false};
    struct kauri_search_result result = empty;
    assert_int_equal(kauri_search_new(NULL, &search, NULL), KAURI_OK);
    for (uint64_t i = 0; i < 3; i++) {
        const struct kauri_position position = at(3, 5 + i);
        kauri_search_result_clear(&result);
        assert_memory_equal(&result, &empty, sizeof result);
        assert_int_equal(kauri_search_run(search, &position, &request, &result, NULL), KAURI_OK);
        assert_true(result.decided && result.line.count > 0);
    }
    kauri_search_result_clear(&result);
    kauri_search_result_clear(&result);
    kauri_search_result_clear(NULL);
    assert_null(result.line.steps);
    kauri_search_free(search);
}
