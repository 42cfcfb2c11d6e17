// Proofs: those of every search are accepted, and no change of one proves anything false.
#include "tests/test.h"

#include "common/digest.h"
#include "indexer/layer.h"
#include "queries/search/search.h"
#include "tests/rules/positions.h"
#include "tests/verify/proof_bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 1 << 20 };

// Searches, writes the proof and has it checked. Leaves its text, and returns its number of steps.
static uint64_t prove(struct proof_bench *bench, const struct kauri_position *position,
                      uint64_t nodes)
{
    const struct kauri_search_limits limits = {.memory = 4 << 20, .seconds = 100, .nodes = nodes};
    struct kauri_search_answer *found = NULL;
    struct kauri_error error = {.message = ""};
    struct kauri_written_proof written;
    assert_int_equal(kauri_search_answer_find(bench->tables, position, KAURI_GOAL_VALUE, &limits,
                                              &found, &error),
                     KAURI_OK);
    if (kauri_search_answer_prove(found, NULL, bench->path, KAURI_OUTPUT_REPLACE, &written,
                                  &error) != KAURI_OK) {
        fail_msg("%s", error.message);
    }
    proof_bench_accept(bench, position, found->r, written.steps);
    kauri_search_answer_free(found);
    proof_bench_print(bench, bench->path, bench->path, position, written.steps);
    return written.steps;
}

// holes, cowries, seeds
static const unsigned boards[][3] = {{1, 2, 6}, {1, 3, 5}, {2, 0, 2}, {2, 2, 4}, {3, 2, 2}};

TEST(every_search_is_proven)
{
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        for (int top = -1; top <= 1; top += 2) {
            struct proof_bench bench;
            proof_bench_make(&bench, boards[i], top);
            for (unsigned seeds = 0; seeds <= boards[i][2]; seeds++) {
                struct kauri_layer layer;
                assert_int_equal(kauri_layer_init(&layer, bench.shape, seeds, NULL), KAURI_OK);
                for (uint64_t index = 0; index < layer.positions;
                     index += 1 + layer.positions / 25) {
                    const struct kauri_position position =
                        proof_bench_position(&bench, seeds, index);
                    (void)prove(&bench, &position, 0);
                    (void)prove(&bench, &position, 1 + index % 5);
                }
            }
            proof_bench_remove(&bench);
        }
    }
}

// Sampled positions of the real board, one and two seeds above the table of layer 0.
TEST(full_board_is_proven)
{
    static const unsigned board[3] = {1, 0, 0}; // the oracle is not asked
    struct proof_bench bench;
    struct solved full;
    uint64_t random = 5;
    proof_bench_make(&bench, board, -1);
    solved_make(&full, 6, 12, 0);
    bench.tables = full.tables;
    for (unsigned i = 0; i < 12; i++) {
        struct kauri_layer layer;
        struct kauri_view view;
        assert_int_equal(kauri_layer_init(&layer, full.shape, 1 + i % 2, NULL), KAURI_OK);
        kauri_unindex(&layer, random_next(&random) % layer.positions, &view);
        const struct kauri_position position = kauri_view_position(&view, 6);
        (void)prove(&bench, &position, 5000);
    }
    bench.tables = NULL;
    solved_remove(&full);
    proof_bench_remove(&bench);
}

// Corrects the digest, as an attacker would who knows the format.
static void try_text(struct proof_bench *bench, const char *text, size_t bytes)
{
    proof_bench_write_sealed(bench->path, text, bytes);
    proof_bench_judge(bench);
}

// Replaces text[from, to) by `other`.
static void try_change(struct proof_bench *bench, const char *text, size_t bytes, size_t from,
                       size_t to, const char *other)
{
    static char changed[TEXT_BYTES + 32];
    const size_t length = strlen(other);
    if (length == to - from && memcmp(text + from, other, length) == 0) {
        return;
    }
    memcpy(changed, text, from);
    memcpy(changed + from, other, length);
    memcpy(changed + from + length, text + to, bytes - to);
    try_text(bench, changed, bytes - (to - from) + length);
}

// Changes every number to its neighbours, to other numbers and to its negative, and every move to
// every other move.
static void change_everything(struct proof_bench *bench, const char *text, size_t bytes)
{
    static const int steps[] = {-7, -3, -2, -1, 1, 2, 3, 5, 100};
    const size_t end_line = (size_t)(strstr(text, "\nend ") - text); // is made again
    for (size_t i = 0; i < end_line; i++) {
        const bool digit = text[i] >= '0' && text[i] <= '9';
        const bool sign = text[i] == '-' && text[i + 1] >= '0' && text[i + 1] <= '9';
        if (text[i] == ' ' && text[i + 2] == '\n') {
            static const char *const moves[] = {"a", "b", "c", "d", "f", "-", "A", "0", "7"};
            for (size_t k = 0; k < sizeof moves / sizeof moves[0]; k++) {
                try_change(bench, text, bytes, i + 1, i + 2, moves[k]);
            }
        }
        if ((!digit && !sign) || (i > 0 && text[i - 1] >= '0' && text[i - 1] <= '9')) {
            continue;
        }
        char *end = NULL;
        char other[32];
        const size_t from = i > 0 && text[i - 1] == '-' ? i - 1 : i;
        const long number = strtol(text + from, &end, 10);
        const size_t to = (size_t)(end - text);
        for (size_t k = 0; k < sizeof steps / sizeof steps[0]; k++) {
            (void)snprintf(other, sizeof other, "%ld", number + steps[k]);
            try_change(bench, text, bytes, from, to, other);
        }
        (void)snprintf(other, sizeof other, "%ld", -number);
        try_change(bench, text, bytes, from, to, other);
        try_change(bench, text, bytes, from, to, "0");
        try_change(bench, text, bytes, from, to, "");
        try_change(bench, text, bytes, from, to, "99999999999999999999");
    }
}

// Omits every line, doubles it, and swaps it with the next.
static void change_lines(struct proof_bench *bench, const char *text, size_t bytes)
{
    static char changed[2 * TEXT_BYTES];
    for (size_t from = 0; from < bytes;) {
        const size_t to = (size_t)(strchr(text + from, '\n') - text) + 1;
        try_change(bench, text, bytes, from, to, "");
        memcpy(changed, text, to);
        memcpy(changed + to, text + from, bytes - from);
        try_text(bench, changed, bytes + to - from);
        if (to < bytes) {
            const size_t next = (size_t)(strchr(text + to, '\n') - text) + 1;
            memcpy(changed, text, bytes);
            memcpy(changed + from, text + to, next - to);
            memcpy(changed + from + (next - to), text + from, to - from);
            try_text(bench, changed, bytes);
        }
        from = to;
    }
}

TEST(no_change_proves_anything_false)
{
    static char text[TEXT_BYTES];
    uint64_t random = 11;
    unsigned accepted = 0;
    unsigned refused = 0;
    for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
        for (int top = -1; top <= 0; top++) {
            struct proof_bench bench;
            unsigned done = 0;
            proof_bench_make(&bench, boards[i], top);
            for (unsigned tries = 0; tries < 200 && done < 3; tries++) {
                const unsigned seeds = 1 + (unsigned)(random_next(&random) % boards[i][2]);
                const struct kauri_position position =
                    proof_bench_position(&bench, seeds, random_next(&random));
                const uint64_t steps = prove(&bench, &position, 0);
                if (steps < 4 || steps > 25) {
                    continue;
                }
                const size_t bytes = proof_bench_read(bench.path, text, sizeof text);
                change_everything(&bench, text, bytes);
                change_lines(&bench, text, bytes);
                done++;
            }
            accepted += bench.accepted;
            refused += bench.refused;
            proof_bench_remove(&bench);
        }
    }
    print_message("%u changes refused, %u accepted and true\n", refused, accepted);
    assert_true(refused > 10000 && accepted > 100);
    assert_true(refused > 4 * accepted);
}

TEST(every_prefix_is_unreadable)
{
    static char text[TEXT_BYTES];
    struct proof_bench bench;
    proof_bench_make(&bench, boards[3], 0);
    const struct kauri_position position = solved_parse("1+1,1/1,0+1 S");
    assert_true(prove(&bench, &position, 0) > 3);
    const size_t bytes = proof_bench_read(bench.path, text, sizeof text);
    for (size_t length = 0; length < bytes; length++) {
        struct kauri_proof_result result;
        proof_bench_write(bench.path, text, length);
        assert_int_equal(kauri_proof_check(bench.path, bench.tables, NULL, &result, NULL),
                         KAURI_BAD_INPUT);
    }
    proof_bench_remove(&bench);
}

// Flips every bit of a proof and leaves its digest unchanged.
TEST(every_changed_bit_is_refused)
{
    static char text[TEXT_BYTES];
    struct proof_bench bench;
    proof_bench_make(&bench, boards[3], 0);
    const struct kauri_position position = solved_parse("1+1,1/1,0+1 S");
    assert_true(prove(&bench, &position, 0) > 3);
    const size_t bytes = proof_bench_read(bench.path, text, sizeof text);
    for (size_t bit = 0; bit < 8 * bytes; bit++) {
        struct kauri_proof_result result;
        struct kauri_error error;
        text[bit / 8] = (char)(text[bit / 8] ^ 1 << bit % 8);
        proof_bench_write(bench.path, text, bytes);
        const enum kauri_status status =
            kauri_proof_check(bench.path, bench.tables, NULL, &result, &error);
        assert_true(status == KAURI_WRONG || status == KAURI_BAD_INPUT || status == KAURI_MISSING);
        assert_non_null(strstr(error.message, bench.path));
        text[bit / 8] = (char)(text[bit / 8] ^ 1 << bit % 8);
    }
    proof_bench_remove(&bench);
}

TEST(faults_have_their_status)
{
    static char text[TEXT_BYTES];
    struct proof_bench bench;
    struct kauri_proof_result result;
    struct kauri_error error;
    proof_bench_make(&bench, boards[3], 1);
    const struct kauri_position position = solved_parse("1+1,1/1,0+1 S");
    assert_true(prove(&bench, &position, 0) > 0);
    assert_int_equal(kauri_proof_check(bench.path, NULL, NULL, &result, &error), KAURI_MISSING);
    assert_non_null(strstr(error.message, "table of layer 0"));
    assert_int_equal(result.missing_layer, 0);
    assert_int_equal(kauri_proof_check("/nowhere/proof", NULL, NULL, &result, &error),
                     KAURI_MISSING);
    assert_int_equal(result.missing_layer, -1);

    const size_t bytes = proof_bench_read(bench.path, text, sizeof text);
    char *digest = strstr(text, "table 1 ") + 8;
    *digest = *digest == '0' ? '1' : '0';
    proof_bench_write_sealed(bench.path, text, bytes);
    assert_int_equal(kauri_proof_check(bench.path, bench.tables, NULL, &result, &error),
                     KAURI_WRONG);
    assert_non_null(strstr(error.message, "another table of layer 1"));
    proof_bench_remove(&bench);
}

// A step that depends on itself proves nothing above 0, but holds at 0 (R10).
TEST(circles)
{
    static const char *const format = "kauri-proof 2\nrules kauri-r1-r10;unlimited=0\nboard 1 0\n"
                                      "root 1/1 S 0:0\nbounds %d %d\nclaims 2\n"
                                      "own 1/1 %d %d -\nopp 1/1 %d %d\nend 0\n";
    char text[400];
    struct proof_bench bench;
    struct kauri_proof_result result;
    struct kauri_error error;
    proof_bench_make(&bench, boards[2], -1);
    (void)snprintf(text, sizeof text, format, 0, 0, 0, 0, 0, 0);
    proof_bench_write_sealed(bench.path, text, strlen(text));
    assert_int_equal(kauri_proof_check(bench.path, NULL, NULL, &result, &error), KAURI_OK);
    (void)snprintf(text, sizeof text, format, 1, 7, 1, 2, 1, 1);
    proof_bench_write_sealed(bench.path, text, strlen(text));
    assert_int_equal(kauri_proof_check(bench.path, NULL, NULL, &result, &error), KAURI_WRONG);
    assert_non_null(strstr(error.message, "line 8: "));
    assert_non_null(strstr(error.message, "the rank does not fall"));
    proof_bench_remove(&bench);
}
