// Proofs through the public interface, linked to the shared library: those that it writes are
// accepted, and altered ones are not.
#include "tests/test.h"

#include "tests/library/open_tables_api.h"
#include "tests/temporary.h"

#include <kauri/analysis.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH_BYTES = TEMPORARY_BYTES + 64 };

static struct kauri_search *search_for(struct kauri_tablebase *tables,
                                       const struct kauri_proofs *proofs)
{
    const struct kauri_search_options options = {
        .struct_bytes = sizeof options, .tables = tables, .threads = 1, .proofs = proofs};
    struct kauri_search *search = NULL;
    assert_int_equal(kauri_search_new(&options, &search, NULL), KAURI_OK);
    return search;
}

static struct kauri_search_result asked(struct kauri_search *search,
                                        const struct kauri_position *position, enum kauri_goal goal,
                                        int x)
{
    const struct kauri_search_request request = {
        .struct_bytes = sizeof request, .goal = goal, .x = x, .value_only = true};
    struct kauri_search_result result;
    assert_int_equal(kauri_search_run(search, position, &request, &result, NULL), KAURI_OK);
    kauri_line_clear(&result.line);
    return result;
}

// A position above the tables whose value takes a while.
static struct kauri_position above(unsigned seeds, uint64_t part)
{
    return at(seeds, positions_of(seeds) / 40 * part);
}

// The only proof that is accepted.
static struct kauri_checked_proof checked(const char *path, struct kauri_tablebase *tables)
{
    struct kauri_proofs proofs;
    struct kauri_error error;
    assert_ok(kauri_proofs_check(path, tables, NULL, &proofs, &error), &error);
    assert_int_equal(proofs.count, 1);
    assert_string_equal(proofs.proof[0].path, path);
    struct kauri_checked_proof proof = proofs.proof[0];
    assert_int_equal(proofs.tables, proof.tables);
    kauri_proofs_clear(&proofs);
    assert_null(proofs.proof);
    proof.path = NULL;
    return proof;
}

TEST_IN_FOLDER(what_is_written_is_accepted, folder)
{
    char path[PATH_BYTES];
    (void)snprintf(path, sizeof path, "%s/a.proof", folder);
    struct kauri_tablebase *tables = open_with(NULL);
    const struct kauri_proof_write_options replace = {.struct_bytes = sizeof replace,
                                                      .replace = true};
    unsigned with_tables = 0;
    for (unsigned round = 0; round < 24; round++) {
        struct kauri_tablebase *used = round % 2 == 0 ? tables : NULL;
        struct kauri_search *search = search_for(used, NULL);
        const struct kauri_position position = above(LAYERS + round % 4, round);
        struct kauri_written_proof written;
        const struct kauri_search_result value = asked(search, &position, KAURI_GOAL_VALUE, 0);
        assert_int_equal(kauri_search_write_proof(search, path, &replace, &written, NULL),
                         KAURI_OK);
        const struct kauri_checked_proof proof = checked(path, used);
        assert_true(kauri_position_equal(&proof.position, &position));
        assert_int_equal(proof.r.low, value.r.low);
        assert_int_equal(proof.r.high, value.r.high);
        assert_int_equal(proof.steps, written.steps);
        assert_int_equal(proof.digest, written.digest);
        assert_int_equal(proof.citations, 0);
        assert_true(used != NULL || proof.tables == 0);
        with_tables += proof.tables > 0 ? 1 : 0;
        const struct kauri_search_result answer =
            asked(search, &position, KAURI_GOAL_AT_LEAST, value.r.low);
        assert_int_equal(kauri_search_write_proof(search, path, &replace, NULL, NULL), KAURI_OK);
        const struct kauri_checked_proof half = checked(path, used);
        assert_true(half.r.low >= value.r.low && half.r.high >= answer.r.high);
        kauri_search_free(search);
    }
    assert_true(with_tables > 0);
    kauri_tablebase_close(tables);
}

static bool always(void *context)
{
    (*(unsigned *)context)++;
    return true;
}

TEST_IN_FOLDER(a_proof_is_written_only_of_what_is_proven, folder)
{
    char path[PATH_BYTES];
    (void)snprintf(path, sizeof path, "%s/a.proof", folder);
    struct kauri_search *search = search_for(NULL, NULL);
    struct kauri_error error;
    const struct kauri_position position = above(7, 11);
    assert_int_equal(kauri_search_write_proof(search, path, NULL, NULL, &error), KAURI_USAGE);
    assert_non_null(strstr(error.message, "nothing was searched"));
    // A search that was refused leaves nothing to prove.
    (void)asked(search, &position, KAURI_GOAL_VALUE, 0);
    unsigned calls = 0;
    const struct kauri_proof_write_options bad[] = {
        {.struct_bytes = 0},
        {.struct_bytes = SIZE_MAX},
        {.struct_bytes = sizeof bad[0], .seconds = NAN},
        {.struct_bytes = sizeof bad[0], .seconds = -1},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(kauri_search_write_proof(search, path, &bad[i], NULL, NULL), KAURI_USAGE);
    }
    const struct kauri_proof_write_options stopped = {
        .struct_bytes = sizeof stopped, .stop = always, .context = &calls};
    const enum kauri_status status = kauri_search_write_proof(search, path, &stopped, NULL, NULL);
    assert_true(status == KAURI_INTERRUPTED || (status == KAURI_OK && calls == 0));
    (void)unlink(path);
    assert_int_equal(kauri_search_write_proof(search, path, NULL, NULL, NULL), KAURI_OK);
    assert_int_equal(kauri_search_write_proof(search, path, NULL, NULL, NULL), KAURI_USAGE);
    assert_int_equal(kauri_search_write_proof(search, folder, NULL, NULL, NULL), KAURI_RESOURCE);
    // A search that takes a book for proven does not prove all that it says.
    struct kauri_position start;
    struct kauri_search_result result;
    struct kauri_book *book = NULL;
    struct kauri_search *with_book = NULL;
    assert_int_equal(kauri_position_start(6, &start, NULL), KAURI_OK);
    assert_int_equal(kauri_book_open(KAURI_TEST_BOOK, &book, &error), KAURI_OK);
    const struct kauri_search_options believing = {.struct_bytes = sizeof believing, .book = book};
    assert_int_equal(kauri_search_new(&believing, &with_book, NULL), KAURI_OK);
    const struct kauri_search_request brief = {
        .struct_bytes = sizeof brief, .nodes = 100, .value_only = true};
    assert_int_equal(kauri_search_run(with_book, &start, &brief, &result, NULL), KAURI_OK);
    assert_true(result.decided && result.r.high == -3);
    assert_int_equal(kauri_search_write_proof(with_book, path, NULL, NULL, &error), KAURI_USAGE);
    assert_non_null(strstr(error.message, "book"));
    kauri_search_result_clear(&result);
    kauri_search_free(with_book);
    kauri_book_close(book);
    const struct kauri_search_request open = {
        .struct_bytes = sizeof open, .goal = KAURI_GOAL_AT_LEAST, .x = 1, .nodes = 100};
    const struct kauri_search_options own = {.struct_bytes = sizeof own};
    struct kauri_search *alone = NULL;
    assert_int_equal(kauri_search_new(&own, &alone, NULL), KAURI_OK);
    assert_int_equal(kauri_search_run(alone, &start, &open, &result, NULL), KAURI_OK);
    assert_false(result.decided);
    kauri_search_result_clear(&result);
    assert_int_equal(kauri_search_write_proof(alone, path, NULL, NULL, &error), KAURI_USAGE);
    assert_non_null(strstr(error.message, "open question"));
    kauri_search_free(alone);
    kauri_search_free(search);
}

// Writes a proof about the position under the name by which it is cited.
static void write_named(const char *folder, struct kauri_search *search, char path[PATH_BYTES])
{
    char first[PATH_BYTES];
    struct kauri_written_proof written;
    (void)snprintf(first, sizeof first, "%s/first", folder);
    assert_int_equal(kauri_search_write_proof(search, first, NULL, &written, NULL), KAURI_OK);
    (void)snprintf(path, PATH_BYTES, "%s/%016llx.proof", folder,
                   (unsigned long long)written.digest);
    assert_int_equal(rename(first, path), 0);
}

// A proof about the full board, which rests on the rules alone.
TEST(a_proof_of_another_machine_is_accepted)
{
    struct kauri_proofs proofs;
    assert_int_equal(kauri_proofs_check(KAURI_TEST_PROOF, NULL, NULL, &proofs, NULL), KAURI_OK);
    assert_int_equal(proofs.count, 1);
    assert_int_equal(proofs.proof[0].r.low, 3);
    assert_int_equal(proofs.proof[0].steps, 32836);
    kauri_proofs_clear(&proofs);
}

TEST_IN_FOLDER(proofs_cite_others, folder)
{
    char cited[PATH_BYTES];
    char citing[PATH_BYTES];
    struct kauri_search *search = search_for(NULL, NULL);
    const struct kauri_position position = above(7, 11);
    struct kauri_proofs proofs;
    struct kauri_error error;
    struct kauri_search_result result = asked(search, &position, KAURI_GOAL_VALUE, 0);
    assert_true(result.moves[0].best);
    const struct kauri_position after = result.moves[0].successor;
    (void)asked(search, &after, KAURI_GOAL_VALUE, 0);
    write_named(folder, search, cited);
    kauri_search_free(search);

    assert_int_equal(kauri_proofs_check(folder, NULL, NULL, &proofs, NULL), KAURI_OK);
    assert_int_equal(proofs.count, 1);
    search = search_for(NULL, &proofs);
    kauri_proofs_clear(&proofs);
    (void)asked(search, &position, KAURI_GOAL_VALUE, 0);
    write_named(folder, search, citing);
    kauri_search_free(search);

    for (unsigned whole = 0; whole < 2; whole++) {
        assert_int_equal(kauri_proofs_check(whole ? folder : citing, NULL, NULL, &proofs, NULL),
                         KAURI_OK);
        assert_int_equal(proofs.count, 2);
        const unsigned first = strcmp(proofs.proof[0].path, citing) == 0 ? 0 : 1;
        assert_true(whole || first == 0);
        assert_true(proofs.proof[first].citations > 0);
        assert_true(kauri_position_equal(&proofs.proof[first].position, &position));
        assert_int_equal(proofs.proof[1 - first].citations, 0);
        kauri_proofs_clear(&proofs);
    }
    assert_int_equal(unlink(cited), 0);
    assert_int_equal(kauri_proofs_check(citing, NULL, NULL, &proofs, &error), KAURI_MISSING);
    assert_null(proofs.proof);
}

TEST_IN_FOLDER(checks_are_refused_or_stopped, folder)
{
    char path[PATH_BYTES];
    unsigned calls = 0;
    struct kauri_proofs proofs;
    const struct kauri_proofs_check_options bad[] = {
        {.struct_bytes = 0},
        {.struct_bytes = SIZE_MAX},
        {.struct_bytes = sizeof bad[0], .threads = 4097},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        memset(&proofs, 1, sizeof proofs);
        assert_int_equal(kauri_proofs_check(folder, NULL, &bad[i], &proofs, NULL), KAURI_USAGE);
        assert_null(proofs.proof);
    }
    assert_int_equal(kauri_proofs_check(folder, NULL, NULL, &proofs, NULL), KAURI_OK);
    assert_int_equal(proofs.count, 0);
    kauri_proofs_clear(&proofs);
    kauri_proofs_clear(NULL);
    (void)snprintf(path, sizeof path, "%s/absent.proof", folder);
    assert_int_equal(kauri_proofs_check(path, NULL, NULL, &proofs, NULL), KAURI_MISSING);
    const struct kauri_proofs_check_options stopped = {
        .struct_bytes = sizeof stopped, .threads = 1, .stop = always, .context = &calls};
    struct kauri_search *search = search_for(NULL, NULL);
    const struct kauri_position position = above(6, 7);
    (void)asked(search, &position, KAURI_GOAL_VALUE, 0);
    for (unsigned i = 0; i < 5; i++) {
        (void)snprintf(path, sizeof path, "%s/%u.proof", folder, i);
        assert_int_equal(kauri_search_write_proof(search, path, NULL, NULL, NULL), KAURI_OK);
    }
    kauri_search_free(search);
    const enum kauri_status status = kauri_proofs_check(folder, NULL, &stopped, &proofs, NULL);
    assert_int_equal(status, KAURI_INTERRUPTED);
    assert_true(calls > 0);
}

// What the prover is sure of after the move `hole` of a step, whose rank is less if nothing was
// captured and the step's value is positive.
static int32_t sure_after(const struct kauri_proof_reading *proof,
                          const struct kauri_proof_statement *step, int hole)
{
    struct kauri_position after = step->position;
    struct kauri_capture captured;
    struct kauri_proof_statement next;
    assert_int_equal(kauri_position_play(&after, hole, &captured, NULL), KAURI_OK);
    const int net = (int)captured.own - captured.opponent;
    const int sign = step->prover_moves ? 1 : -1;
    if (kauri_proof_find(proof, &after, !step->prover_moves, &next, NULL) != KAURI_OK) {
        return sign * 3 * net - (int32_t)(3 * kauri_seeds(&after) + 1); // the least by the rules
    }
    assert_int_equal(next.prover_moves, !step->prover_moves);
    assert_true(captured.own + captured.opponent > 0 || step->value <= 0 || next.cited ||
                next.rank < step->rank);
    return sign * 3 * net + next.value;
}

// docs/reference/PROOF.md, section 2, with nothing but public functions.
TEST(the_steps_of_a_proof_hold)
{
    struct kauri_proof_reading *proof = NULL;
    struct kauri_checked_proof root;
    struct kauri_proof_statement step;
    struct kauri_error error;
    assert_ok(kauri_proof_read_steps(KAURI_TEST_PROOF, &proof, &root, &error), &error);
    assert_string_equal(root.path, KAURI_TEST_PROOF);
    assert_int_equal(root.steps, 32836);
    assert_int_equal(kauri_proof_find(proof, &root.position, true, &step, NULL), KAURI_OK);
    assert_int_equal(step.value, root.r.low); // a lower bound
    assert_int_equal(kauri_proof_find(proof, &root.position, false, &step, &error), KAURI_MISSING);
    unsigned own = 0;
    for (uint64_t i = 0; i < root.steps; i++) {
        struct kauri_moves moves;
        assert_int_equal(kauri_proof_step_at(proof, i, &step, NULL), KAURI_OK);
        own += step.prover_moves ? 1 : 0;
        if (step.prover_moves) {
            assert_true(sure_after(proof, &step, step.hole) >= step.value);
            continue;
        }
        assert_int_equal(kauri_position_moves(&step.position, &moves, NULL), KAURI_OK);
        for (unsigned k = 0; k < moves.count; k++) {
            assert_true(sure_after(proof, &step, moves.hole[k]) >= step.value);
        }
    }
    assert_in_range(own, 1, root.steps - 1);
    assert_int_equal(kauri_proof_step_at(proof, root.steps, &step, &error), KAURI_USAGE);
    const struct kauri_position small = at(1, 0);
    assert_int_equal(kauri_proof_find(proof, &small, true, &step, &error), KAURI_BAD_INPUT);
    kauri_proof_reading_free(proof);
    kauri_proof_reading_free(NULL);
    assert_int_equal(kauri_proof_read_steps("/nowhere", &proof, NULL, &error), KAURI_MISSING);
    assert_null(proof);
    assert_int_equal(kauri_proof_read_steps(KAURI_TEST_BOOK, &proof, NULL, &error),
                     KAURI_BAD_INPUT);
}

// The work of checking a layer, as its caller sees it.
struct layer_progress {
    uint64_t done, total;
    bool stops;
};

static void note(void *context, uint64_t done, uint64_t total)
{
    struct layer_progress *checking = context;
    checking->done = done;
    checking->total = total;
}

static bool stops(void *context)
{
    return ((const struct layer_progress *)context)->stops;
}

TEST(layers_are_checked_or_not_to_the_end)
{
    struct kauri_tablebase *tables = open_with(NULL);
    struct layer_progress seen = {.done = 0};
    struct kauri_layer_check_options options = {
        .struct_bytes = sizeof options, .progress = note, .stop = stops, .context = &seen};
    struct kauri_error error;
    uint64_t positions = 0;
    for (unsigned seeds = 0; seeds < LAYERS; seeds++) {
        assert_ok(kauri_layer_check(tables, seeds, &options, &positions, &error), &error);
        assert_int_equal(positions, positions_of(seeds));
        assert_int_equal(seen.done, positions);
        assert_int_equal(seen.total, positions);
    }
    options.sample = 7;
    options.threads = 2;
    assert_ok(kauri_layer_check(tables, 3, &options, &positions, &error), &error);
    assert_int_equal(positions, 7);
    options.sample = 0;
    seen.stops = true;
    assert_int_equal(kauri_layer_check(tables, 3, &options, NULL, &error), KAURI_INTERRUPTED);
    options.threads = 5000;
    assert_int_equal(kauri_layer_check(tables, 3, &options, NULL, &error), KAURI_USAGE);
    assert_int_equal(kauri_layer_check(tables, LAYERS, NULL, NULL, &error), KAURI_NOT_COVERED);
    kauri_tablebase_close(tables);
}

TEST(a_wrong_value_is_found)
{
    const char *folder = getenv("KAURI_TEST_FORGED");
    struct kauri_tablebase *tables = NULL;
    struct kauri_error error;
    if (folder == NULL) {
        skip();
    }
    assert_ok(kauri_tablebase_open(&folder, 1, NULL, &tables, &error), &error);
    assert_ok(kauri_layer_check(tables, 1, NULL, NULL, &error), &error);
    assert_int_equal(kauri_layer_check(tables, 2, NULL, NULL, &error), KAURI_WRONG);
    kauri_tablebase_close(tables);
}
