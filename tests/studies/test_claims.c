// The article's data, the claims that the rules and the table without seeds decide, and how changes
// of the text change the verdicts.
#include "tests/cmocka_all.h"

#include "rules/notation.h"
#include "studies/article/claim_case.h"
#include "studies/article/claim_continuation.h"
#include "studies/article/claim_draws.h"
#include "studies/article/claim_marks.h"
#include "studies/article/claim_table.h"
#include "studies/article/claim_text.h"
#include "studies/article/claim_value.h"
#include "studies/article/claim_waiting.h"
#include "studies/article/claims.h"
#include "tests/queries/solved_tables.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct solved board; // 2 x 6, layer 0

static int make_board(void **state)
{
    (void)state;
    solved_make(&board, 6, 12, 0);
    return 0;
}

static int remove_board(void **state)
{
    (void)state;
    solved_remove(&board);
    return 0;
}

// The article's text with the first `old` exchanged; the caller frees it.
static char *changed(const char *old, const char *with)
{
    const char *text = kauri_article_text();
    const char *at = strstr(text, old);
    assert_non_null(at);
    const size_t room = strlen(text) + strlen(with) + 1;
    char *copy = malloc(room);
    assert_non_null(copy);
    (void)snprintf(copy, room, "%.*s%s%s", (int)(at - text), text, with, at + strlen(old));
    return copy;
}

static const struct {
    enum kauri_claim_id id;
    kauri_claim_function *check;
} checks[] = {
    {KAURI_CLAIM_STANDARD, kauri_claim_standard},
    {KAURI_CLAIM_TIEBREAKER, kauri_claim_tiebreaker},
    {KAURI_CLAIM_LEGAL, kauri_claim_legal},
    {KAURI_CLAIM_STRONGEST, kauri_claim_strongest},
    {KAURI_CLAIM_WAITING, kauri_claim_waiting},
    {KAURI_CLAIM_WAITING_LOSS, kauri_claim_waiting_loss},
    {KAURI_CLAIM_NO_DRAWS, kauri_claim_no_draws},
    {KAURI_CLAIM_MARKS, kauri_claim_marks},
};

// Checks one claim on a text; the caller clears it. There is time for reading tables, not for
// searching.
static struct kauri_claim check(enum kauri_claim_id id, const char *text,
                                struct kauri_tablebase *tables)
{
    struct kauri_effort effort = {.memory = 16 << 20,
                                  .seconds = id == KAURI_CLAIM_NO_DRAWS ? 1000 : 0};
    const struct kauri_claims_request request = {.tables = tables, .effort = &effort, .threads = 2};
    struct kauri_claim_case set;
    struct kauri_claim claim = {.id = id};
    struct kauri_error error = {KAURI_OK, ""};
    assert_int_equal(checks[id].id, id);
    if (kauri_claim_case_init(&set, &request, text, &error) != KAURI_OK ||
        checks[id].check(&set, &claim, &error) != KAURI_OK) {
        fail_msg("%s", error.message);
    }
    kauri_claim_case_clear(&set);
    return claim;
}

// Expects words in a note of the claim.
static void expect_note(const struct kauri_claim *claim, const char *words)
{
    struct kauri_claim_text text;
    bool found = false;
    assert_int_equal(kauri_claim_text_make(claim, &text, NULL), KAURI_OK);
    for (size_t i = 0; i < text.note_count; i++) {
        found = found || strstr(kauri_string_text(&text.note[i]), words) != NULL;
    }
    if (!found) {
        fail_msg("claim %s has no note with \"%s\"", kauri_claim_number(claim->id), words);
    }
    kauri_claim_text_clear(&text);
}

static void expect_reading(const struct kauri_claim *claim, const char *words)
{
    struct kauri_claim_text text;
    assert_int_equal(kauri_claim_text_make(claim, &text, NULL), KAURI_OK);
    assert_non_null(strstr(kauri_string_text(&text.reading), words));
    kauri_claim_text_clear(&text);
}

static void expect(enum kauri_claim_id id, const char *article, struct kauri_tablebase *tables,
                   enum kauri_verdict verdict, const char *words)
{
    struct kauri_claim claim = check(id, article, tables);
    assert_int_equal(claim.verdict, verdict);
    expect_note(&claim, words);
    kauri_claim_clear(&claim);
}

// The evidence is there as numbers, whatever the sentences say.
static void test_values(void **state)
{
    (void)state;
    struct kauri_claim claim = check(KAURI_CLAIM_LEGAL, kauri_article_text(), NULL);
    assert_int_equal(claim.legal.numbers, 32);
    assert_int_equal(claim.legal.legal, 32);
    assert_true(claim.legal.stuck);
    assert_int_equal(claim.line.count, 32);
    assert_int_equal(claim.line.hole[31], 4);
    kauri_claim_clear(&claim);
    claim = check(KAURI_CLAIM_STRONGEST, kauri_article_text(), board.tables);
    assert_int_equal(claim.r.low, -1);
    assert_int_equal(claim.strongest.plies_left, 40);
    assert_int_equal(claim.strongest.keeping_result, 32);
    assert_int_equal(claim.strongest.keeping_distance, 28);
    assert_true(claim.strongest.short_found);
    assert_int_equal(claim.strongest.first_short, 10);
    assert_int_equal(claim.strongest.ply[10].plies_left_with_move, 28);
    assert_int_equal(claim.basis.layers, 1);
    kauri_claim_clear(&claim);
    claim = check(KAURI_CLAIM_WAITING_LOSS, kauri_article_text(), board.tables);
    assert_int_equal(claim.waiting_loss.count, 1);
    assert_int_equal(claim.waiting_loss.losses, 0);
    assert_int_equal(claim.waiting_loss.ending[0].letter, 4);
    assert_int_equal(claim.waiting_loss.ending[0].dtc, 42);
    assert_int_equal(claim.waiting_loss.ending[0].result, KAURI_WIN);
    kauri_claim_clear(&claim);
    claim = check(KAURI_CLAIM_STANDARD, kauri_article_text(), board.tables);
    assert_int_equal(claim.r.low, -37);
    assert_int_equal(claim.r.high, 37);
    assert_int_equal(claim.value.low, KAURI_DRAW);
    assert_int_equal(claim.value.high, KAURI_WIN);
    assert_int_equal(claim.value.claimed, KAURI_DRAW);
    kauri_claim_clear(&claim);
    claim = check(KAURI_CLAIM_MARKS, kauri_article_text(), board.tables);
    assert_int_equal(claim.marks.count, 7);
    assert_int_equal(claim.marks.mark[0].game, 1);
    assert_int_equal(claim.marks.mark[6].number, 40);
    assert_int_equal(claim.marks.mark[6].r_before.low, 13);
    assert_int_equal(claim.marks.mark[6].standard.keeps, KAURI_ANSWER_YES);
    assert_int_equal(claim.marks.right, 1);
    assert_int_equal(claim.marks.undecided, 6);
    kauri_claim_clear(&claim);
    kauri_claim_clear(&claim); // once more does no harm
    kauri_claim_clear(NULL);
    kauri_claims_clear(NULL);
    kauri_claim_text_clear(NULL);
}

static void test_numbers(void **state)
{
    (void)state;
    expect(KAURI_CLAIM_LEGAL, kauri_article_text(), NULL, KAURI_VERDICT_CONFIRMED,
           "32 of 32 numbers are legal moves");
    expect(KAURI_CLAIM_STRONGEST, kauri_article_text(), board.tables, KAURI_VERDICT_REFUTED,
           "South is left without a move after 40 plies");
    expect(KAURI_CLAIM_STRONGEST, kauri_article_text(), NULL, KAURI_VERDICT_UNDECIDED, "needs");
    // One ply less, and South can still move; another hole, and the rest is not legal.
    char *shorter = changed(",2,6,5. ", ",2,6. ");
    expect(KAURI_CLAIM_LEGAL, shorter, NULL, KAURI_VERDICT_REFUTED, "31 of 31");
    free(shorter);
    char *other = changed("is: 5,5,", "is: 6,5,");
    expect(KAURI_CLAIM_LEGAL, other, NULL, KAURI_VERDICT_REFUTED, "0 of 32");
    expect(KAURI_CLAIM_STRONGEST, other, board.tables, KAURI_VERDICT_REFUTED, "0 of 32");
    free(other);
}

// Whom the article takes for the winner follows from its own numbers.
static void test_winner(void **state)
{
    (void)state;
    struct kauri_claim claim = check(KAURI_CLAIM_TIEBREAKER, kauri_article_text(), NULL);
    expect_reading(&claim, "taken to be North");
    assert_true(claim.value.winner_known);
    assert_int_equal(claim.value.winner, KAURI_NORTH);
    kauri_claim_clear(&claim);
    char *shorter = changed(",2,6,5. ", ",2,6. ");
    claim = check(KAURI_CLAIM_TIEBREAKER, shorter, NULL);
    expect_reading(&claim, "names no winner");
    assert_false(claim.value.winner_known);
    assert_int_equal(claim.verdict, KAURI_VERDICT_UNDECIDED);
    kauri_claim_clear(&claim);
    free(shorter);
}

// A line made of the tables' best moves is confirmed by the same function.
static void test_best_numbers(void **state)
{
    (void)state;
    char line[256] = "is: ";
    struct kauri_position at = solved_parse("0+1,0+1,0+1,0+1,0+1,0/0+4,0+1,0,0+1,0+1,0 S 30:30");
    struct kauri_probe_result probe = solved_probe(&board, &at);
    for (unsigned ply = 0; probe.move_count > 0; ply++) {
        const size_t used = strlen(line);
        (void)snprintf(line + used, sizeof line - used, "%s%d", ply == 0 ? "" : ",",
                       probe.moves[0].hole + 1);
        at = probe.moves[0].successor;
        probe = solved_probe(&board, &at);
    }
    (void)strcat(line, ". ");
    char *best =
        changed("is: 5,5,4,4,3,2,2,3,1,5,5,4,4,5,5,1,3,5,4,4,5,5,2,3,3,4,4,5,5,2,6,5. ", line);
    expect(KAURI_CLAIM_LEGAL, best, NULL, KAURI_VERDICT_CONFIRMED, "40 of 40");
    expect(KAURI_CLAIM_STRONGEST, best, board.tables, KAURI_VERDICT_CONFIRMED, "40 of 40");
    free(best);
}

static void test_waiting(void **state)
{
    (void)state;
    expect(KAURI_CLAIM_WAITING, kauri_article_text(), NULL, KAURI_VERDICT_CONFIRMED,
           "with W = E, in place of the noted move, the line reaches 30:30");
    expect(KAURI_CLAIM_WAITING_LOSS, kauri_article_text(), board.tables, KAURI_VERDICT_REFUTED,
           "North, who plays the line, wins there");
    expect(KAURI_CLAIM_WAITING_LOSS, kauri_article_text(), NULL, KAURI_VERDICT_UNDECIDED, "needs");
    // With the waiting move elsewhere there is no such reading.
    char *other = changed("E-D-E-A-B-C-W-D-E-F!", "W-E-D-E-A-B-C-D-E-F!");
    expect(KAURI_CLAIM_WAITING, other, NULL, KAURI_VERDICT_REFUTED, "0 of 16");
    expect(KAURI_CLAIM_WAITING_LOSS, other, board.tables, KAURI_VERDICT_UNDECIDED, "no reading");
    free(other);
}

// Positions of unlimited play are found by reading; boards without them are confirmed.
static void test_draws(void **state)
{
    (void)state;
    struct solved small;
    solved_make(&small, 2, 4, 2);
    expect(KAURI_CLAIM_NO_DRAWS, kauri_article_text(), small.tables, KAURI_VERDICT_REFUTED, "");
    solved_remove(&small);
    solved_make(&small, 3, 4, 3);
    expect(KAURI_CLAIM_NO_DRAWS, kauri_article_text(), small.tables, KAURI_VERDICT_CONFIRMED,
           "0 positions");
    solved_remove(&small);
    expect(KAURI_CLAIM_NO_DRAWS, kauri_article_text(), NULL, KAURI_VERDICT_UNDECIDED, "needs");
}

// Layers that the time does not suffice for are named, and nothing is said about them.
static void test_draws_without_time(void **state)
{
    (void)state;
    struct solved small;
    struct kauri_effort effort = {.memory = 16 << 20};
    struct kauri_claim_case set;
    struct kauri_claim claim = {.id = KAURI_CLAIM_NO_DRAWS};
    solved_make(&small, 2, 4, 2); // with positions without a winner
    const struct kauri_claims_request request = {
        .tables = small.tables, .effort = &effort, .threads = 2};
    assert_int_equal(kauri_claim_case_init(&set, &request, kauri_article_text(), NULL), KAURI_OK);
    assert_int_equal(kauri_claim_no_draws(&set, &claim, NULL), KAURI_OK);
    assert_int_equal(claim.verdict, KAURI_VERDICT_UNDECIDED);
    assert_true(claim.draws.out_of_time);
    assert_false(claim.draws.interrupted);
    assert_false(effort.interrupted);
    assert_int_equal(claim.draws.count, 0);
    assert_int_equal(claim.draws.layers, 3);
    assert_int_equal(claim.basis.layers, 0);
    expect_note(&claim, "not checked, because the time was used up: layers 0 to 2");
    // Layers 0 and 1 were read.
    claim.draws.count = 2;
    expect_note(&claim, "not checked, because the time was used up: layer 2");
    kauri_claim_clear(&claim);
    kauri_claim_case_clear(&set);
    solved_remove(&small);
}

// Reading takes its time from that of the searches.
static void test_draws_use_time(void **state)
{
    (void)state;
    struct kauri_effort effort = {.memory = 16 << 20, .seconds = 1000};
    const struct kauri_claims_request request = {
        .tables = board.tables, .effort = &effort, .threads = 1};
    struct kauri_claim_case set;
    struct kauri_claim claim = {.id = KAURI_CLAIM_NO_DRAWS};
    assert_int_equal(kauri_claim_case_init(&set, &request, kauri_article_text(), NULL), KAURI_OK);
    assert_int_equal(kauri_claim_no_draws(&set, &claim, NULL), KAURI_OK);
    assert_int_equal(claim.verdict, KAURI_VERDICT_CONFIRMED);
    assert_int_equal(claim.draws.count, 1);
    assert_true(effort.seconds < 1000);
    assert_true(effort.seconds > 0);
    kauri_claim_clear(&claim);
    kauri_claim_case_clear(&set);
}

// Without search the rest is undecided and says so.
static void test_undecided(void **state)
{
    (void)state;
    expect(KAURI_CLAIM_STANDARD, kauri_article_text(), board.tables, KAURI_VERDICT_UNDECIDED,
           "between -37 and 37");
    expect(KAURI_CLAIM_TIEBREAKER, kauri_article_text(), board.tables, KAURI_VERDICT_UNDECIDED,
           "South loses, draws or wins");
    expect(KAURI_CLAIM_MARKS, kauri_article_text(), board.tables, KAURI_VERDICT_UNDECIDED,
           "7 marks");
}

// With a little search, the position at move 35 is decided.
static void test_searched(void **state)
{
    (void)state;
    struct kauri_effort effort = {
        .memory = 64 << 20, .seconds = 1000, .seconds_each = 1000, .nodes = 20000};
    const struct kauri_claims_request request = {
        .tables = board.tables, .effort = &effort, .threads = 1};
    struct kauri_claim_case set;
    struct kauri_claim claim = {.id = KAURI_CLAIM_STANDARD};
    assert_int_equal(kauri_claim_case_init(&set, &request, kauri_article_text(), NULL), KAURI_OK);
    assert_int_equal(kauri_claim_standard(&set, &claim, NULL), KAURI_OK);
    assert_int_equal(claim.verdict, KAURI_VERDICT_CONFIRMED);
    assert_true(claim.line.count > 0);
    kauri_claim_clear(&claim);
    kauri_claim_case_clear(&set);
}

static bool always(void *context)
{
    (void)context;
    return true;
}

// What a signal cuts short is undecided, and the rest is done.
static void test_interrupted(void **state)
{
    (void)state;
    const struct kauri_progress progress = {.cancelled = always};
    struct kauri_effort effort = {
        .memory = 16 << 20, .seconds = 1000, .seconds_each = 1000, .progress = &progress};
    const struct kauri_claims_request request = {
        .tables = board.tables, .effort = &effort, .threads = 2};
    struct kauri_claims claims;
    assert_int_equal(kauri_claims_check(&request, &claims, NULL), KAURI_OK);
    assert_true(effort.interrupted);
    static const enum kauri_verdict verdicts[KAURI_CLAIM_COUNT] = {
        KAURI_VERDICT_UNDECIDED, KAURI_VERDICT_UNDECIDED, KAURI_VERDICT_CONFIRMED,
        KAURI_VERDICT_REFUTED,   KAURI_VERDICT_CONFIRMED, KAURI_VERDICT_REFUTED,
        KAURI_VERDICT_UNDECIDED, KAURI_VERDICT_UNDECIDED,
    };
    for (unsigned i = 0; i < KAURI_CLAIM_COUNT; i++) {
        assert_int_equal(claims.claim[i].id, i);
        assert_int_equal(claims.claim[i].verdict, verdicts[i]);
    }
    assert_true(claims.claim[KAURI_CLAIM_NO_DRAWS].draws.interrupted);
    kauri_claims_clear(&claims);
}

// A text without what is needed is refused.
static void test_bad_text(void **state)
{
    (void)state;
    const struct kauri_claims_request request = {.threads = 1};
    struct kauri_claim_case set;
    static const char *const pairs[][2] = {
        {"(4) ", "(5) "},
        {" (A)", ""},
        {"continuation is", "line is"},
        {"playing E-", "playing X-"},
        {"24. f", "24. a"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        char *text = changed(pairs[i][0], pairs[i][1]);
        struct kauri_error error;
        assert_int_equal(kauri_claim_case_init(&set, &request, text, &error), KAURI_BAD_INPUT);
        assert_true(error.message[0] != '\0');
        kauri_claim_case_clear(&set);
        free(text);
    }
}

static void check_cell(const struct kauri_cell *cell)
{
    struct kauri_string text = {.bytes = NULL};
    kauri_cell_add(&text, cell);
    assert_true(text.length > 0);
    assert_null(strpbrk(kauri_string_text(&text), "\t\n"));
    if (cell->kind == KAURI_CELL_BOUNDS) {
        assert_true(cell->bounds.low <= cell->bounds.high);
    }
    kauri_string_clear(&text);
}

// Every cell of every table has words, and what it counts as a number.
static void test_cells(void **state)
{
    (void)state;
    static const struct {
        enum kauri_claim_id id;
        size_t rows, columns;
    } tables[] = {
        {KAURI_CLAIM_LEGAL, 0, 0},    {KAURI_CLAIM_STRONGEST, 32, 9}, {KAURI_CLAIM_WAITING, 16, 6},
        {KAURI_CLAIM_NO_DRAWS, 1, 5}, {KAURI_CLAIM_MARKS, 7, 15},
    };
    for (size_t t = 0; t < sizeof tables / sizeof tables[0]; t++) {
        struct kauri_claim claim = check(tables[t].id, kauri_article_text(), board.tables);
        const struct kauri_claim_column *columns;
        assert_int_equal(kauri_claim_columns(&claim, &columns), tables[t].columns);
        assert_int_equal(kauri_claim_rows(&claim), tables[t].rows);
        for (size_t row = 0; row < tables[t].rows; row++) {
            for (size_t c = 0; c < tables[t].columns; c++) {
                struct kauri_cell cell;
                assert_int_equal(kauri_claim_cell(&claim, row, c, &cell, NULL), KAURI_OK);
                check_cell(&cell);
            }
        }
        kauri_claim_clear(&claim);
    }
    struct kauri_claim claim = check(KAURI_CLAIM_NO_DRAWS, kauri_article_text(), board.tables);
    struct kauri_cell cell;
    assert_int_equal(kauri_claim_cell(&claim, 0, 1, &cell, NULL), KAURI_OK);
    assert_int_equal(cell.kind, KAURI_CELL_NUMBER);
    assert_int_equal(cell.number, 1352078);
    kauri_claim_clear(&claim);
}

// Both marks are about the result: what one confirms the other refutes.
static void test_marks(void **state)
{
    (void)state;
    expect(KAURI_CLAIM_MARKS, kauri_article_text(), board.tables, KAURI_VERDICT_UNDECIDED,
           "7 marks: 1 right, 0 wrong, 6 undecided");
    char *bad = changed("40. f F!", "40. f F?");
    expect(KAURI_CLAIM_MARKS, bad, board.tables, KAURI_VERDICT_REFUTED,
           "7 marks: 0 right, 1 wrong, 6 undecided");
    free(bad);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_best_numbers),
        cmocka_unit_test(test_winner),
        cmocka_unit_test(test_waiting),
        cmocka_unit_test(test_draws),
        cmocka_unit_test(test_undecided),
        cmocka_unit_test(test_searched),
        cmocka_unit_test(test_interrupted),
        cmocka_unit_test(test_draws_without_time),
        cmocka_unit_test(test_draws_use_time),
        cmocka_unit_test(test_bad_text),
        cmocka_unit_test(test_cells),
        cmocka_unit_test(test_marks),
        cmocka_unit_test(test_values),
    };
    return cmocka_run_group_tests(tests, make_board, remove_board);
}
