// The article's data and the claims that the rules and the table without seeds decide, and that a
// changed text changes the verdict.
#include "tests/cmocka_all.h"

#include "rules/notation.h"
#include "studies/article/claim_case.h"
#include "studies/article/claim_waiting.h"
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

// The text is the published one, to the letter.
static void test_text(void **state)
{
    (void)state;
    static char text[8192];
    FILE *file = fopen(KAURI_TEST_DATA "/four-games.txt", "rb");
    assert_non_null(file);
    const size_t size = fread(text, 1, sizeof text - 1, file);
    assert_int_equal(fclose(file), 0);
    text[size] = '\0';
    assert_string_equal(kauri_article_text(), text);
}

static void test_data(void **state)
{
    (void)state;
    struct kauri_article_numbers numbers;
    struct kauri_article_line line;
    assert_int_equal(kauri_article_read_numbers(kauri_article_text(), &numbers, NULL), KAURI_OK);
    assert_int_equal(numbers.count, 32);
    assert_int_equal(numbers.number[0], 5);
    assert_int_equal(numbers.number[30], 6);
    assert_int_equal(kauri_article_read_line(kauri_article_text(), &line, NULL), KAURI_OK);
    assert_string_equal(line.letter, "EDEABCWDEF");

    static const char *const bad_numbers[] = {
        "",
        "strongest continuation is: ",
        "strongest continuation is: .",
        "strongest continuation is: 5,5",
        "strongest continuation is: 5,,5.",
        "strongest continuation is: 7.",
        "strongest continuation is: 0.",
        "strongest continuation is: 12.",
        "strongest continuation is: 5;5.",
        "continuation: 5,5.",
    };
    for (size_t i = 0; i < sizeof bad_numbers / sizeof bad_numbers[0]; i++) {
        assert_int_equal(kauri_article_read_numbers(bad_numbers[i], &numbers, NULL),
                         KAURI_BAD_INPUT);
    }
    static const char *const bad_lines[] = {
        "",
        "achieved by playing ",
        "achieved by playing !",
        "achieved by playing E-D",
        "achieved by playing E-G!",
        "achieved by playing e-d!",
        "achieved by playing E--D!",
    };
    for (size_t i = 0; i < sizeof bad_lines / sizeof bad_lines[0]; i++) {
        assert_int_equal(kauri_article_read_line(bad_lines[i], &line, NULL), KAURI_BAD_INPUT);
    }
    // One more than there is room for.
    char many[256] = "strongest continuation is: ";
    for (int i = 0; i < KAURI_ARTICLE_NUMBERS_MAX; i++) {
        (void)strcat(many, "1,");
    }
    (void)strcat(many, "1.");
    assert_int_equal(kauri_article_read_numbers(many, &numbers, NULL), KAURI_BAD_INPUT);
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

// Checks one claim on a text; the caller clears it.
static struct kauri_claim check(kauri_claim_function *function, const char *text,
                                struct kauri_tables *tables)
{
    struct kauri_effort effort = {.memory = 16 << 20};
    const struct kauri_claims_request request = {.tables = tables, .effort = &effort, .threads = 2};
    struct kauri_claim_case set;
    struct kauri_claim claim = {.id = "0"};
    struct kauri_error error = {KAURI_OK, ""};
    if (kauri_claim_case_init(&set, &request, text, &error) != KAURI_OK ||
        function(&set, &claim, &error) != KAURI_OK) {
        fail_msg("%s", error.message);
    }
    kauri_claim_case_clear(&set);
    return claim;
}

static void clear(struct kauri_claim *claim)
{
    kauri_string_clear(&claim->reading);
    kauri_string_clear(&claim->line);
    kauri_string_clear(&claim->notes);
    kauri_string_clear(&claim->table);
    kauri_string_clear(&claim->used);
}

static void expect(kauri_claim_function *function, const char *text, struct kauri_tables *tables,
                   enum kauri_verdict verdict, const char *words)
{
    struct kauri_claim claim = check(function, text, tables);
    assert_int_equal(claim.verdict, verdict);
    if (strstr(kauri_string_text(&claim.notes), words) == NULL) {
        fail_msg("\"%s\" does not say \"%s\"", kauri_string_text(&claim.notes), words);
    }
    clear(&claim);
}

static void test_numbers(void **state)
{
    (void)state;
    expect(kauri_claim_legal, kauri_article_text(), NULL, KAURI_VERDICT_CONFIRMED,
           "32 of 32 numbers are legal");
    expect(kauri_claim_strongest, kauri_article_text(), board.tables, KAURI_VERDICT_REFUTED,
           "South cannot move after 40 plies");
    expect(kauri_claim_strongest, kauri_article_text(), NULL, KAURI_VERDICT_UNDECIDED, "needs");
    // One ply less, and South can still move; another hole, and the rest is not legal.
    char *shorter = changed(",2,6,5. ", ",2,6. ");
    expect(kauri_claim_legal, shorter, NULL, KAURI_VERDICT_REFUTED, "31 of 31");
    free(shorter);
    char *other = changed("is: 5,5,", "is: 6,5,");
    expect(kauri_claim_legal, other, NULL, KAURI_VERDICT_REFUTED, "0 of 32");
    expect(kauri_claim_strongest, other, board.tables, KAURI_VERDICT_REFUTED, "0 of 32");
    free(other);
}

// Whom the article takes for the winner follows from its own numbers.
static void test_winner(void **state)
{
    (void)state;
    struct kauri_claim claim = check(kauri_claim_tiebreaker, kauri_article_text(), NULL);
    assert_non_null(strstr(kauri_string_text(&claim.reading), "taken to be North"));
    clear(&claim);
    char *shorter = changed(",2,6,5. ", ",2,6. ");
    claim = check(kauri_claim_tiebreaker, shorter, NULL);
    assert_non_null(strstr(kauri_string_text(&claim.reading), "names no winner"));
    assert_int_equal(claim.verdict, KAURI_VERDICT_UNDECIDED);
    clear(&claim);
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
    expect(kauri_claim_legal, best, NULL, KAURI_VERDICT_CONFIRMED, "40 of 40");
    expect(kauri_claim_strongest, best, board.tables, KAURI_VERDICT_CONFIRMED, "40 of 40");
    free(best);
}

static void test_waiting(void **state)
{
    (void)state;
    expect(kauri_claim_waiting, kauri_article_text(), NULL, KAURI_VERDICT_CONFIRMED,
           "W = E reaches 30:30");
    expect(kauri_claim_waiting_loss, kauri_article_text(), board.tables, KAURI_VERDICT_REFUTED,
           "a win for North");
    expect(kauri_claim_waiting_loss, kauri_article_text(), NULL, KAURI_VERDICT_UNDECIDED, "needs");
    // With the waiting move elsewhere there is no such reading.
    char *other = changed("E-D-E-A-B-C-W-D-E-F!", "W-E-D-E-A-B-C-D-E-F!");
    expect(kauri_claim_waiting, other, NULL, KAURI_VERDICT_REFUTED, "0 of 16");
    expect(kauri_claim_waiting_loss, other, board.tables, KAURI_VERDICT_UNDECIDED, "no reading");
    free(other);
}

// Each reading on its own, counted by hand from the position of the note.
static void test_readings(void **state)
{
    (void)state;
    const struct kauri_position start = solved_parse("7,0,0,0,0,0/0+1,0,0+2,0+1,0+1,5+7 N 30:18");
    struct kauri_article_line line;
    struct kauri_waiting waiting;
    assert_int_equal(kauri_article_read_line(kauri_article_text(), &line, NULL), KAURI_OK);
    for (int letter = 0; letter < 3; letter++) { // A, B, C are empty when W comes
        kauri_waiting_play(&start, KAURI_NORTH, &line, letter, &waiting);
        assert_int_equal(waiting.breaks, 1);
        assert_int_equal(waiting.endings, 0);
        assert_int_equal(waiting.broken_at, 6);
    }
    kauri_waiting_play(&start, KAURI_NORTH, &line, 3,
                       &waiting); // D leaves nothing for the D after it
    assert_int_equal(waiting.broken_at, 7);
    kauri_waiting_play(&start, KAURI_NORTH, &line, KAURI_WAITING_PASS, &waiting); // North can move
    assert_int_equal(waiting.broken_at, 6);
    kauri_waiting_play(&start, KAURI_NORTH, &line, 4, &waiting);
    assert_true(kauri_waiting_forced(&waiting));
    assert_int_equal(waiting.replies, 0);
    kauri_waiting_play(&start, KAURI_NORTH, &line, 5,
                       &waiting); // F captures and gives South cowries
    assert_true(waiting.choices > 0);
    assert_int_equal(waiting.even, 0);
    kauri_waiting_play(&start, KAURI_NORTH, &line, KAURI_WAITING_NOTHING, &waiting);
    assert_int_equal(waiting.endings, 1);
    assert_int_equal(waiting.even, 0);
    assert_false(kauri_waiting_forced(&waiting));
}

// Positions of unlimited play are found by reading; boards without them are confirmed.
static void test_draws(void **state)
{
    (void)state;
    struct solved small;
    solved_make(&small, 2, 4, 2);
    expect(kauri_claim_no_draws, kauri_article_text(), small.tables, KAURI_VERDICT_REFUTED, "");
    solved_remove(&small);
    solved_make(&small, 3, 4, 3);
    expect(kauri_claim_no_draws, kauri_article_text(), small.tables, KAURI_VERDICT_CONFIRMED,
           "0 positions");
    solved_remove(&small);
    expect(kauri_claim_no_draws, kauri_article_text(), NULL, KAURI_VERDICT_UNDECIDED, "needs");
}

// Without search the rest is undecided and says so.
static void test_undecided(void **state)
{
    (void)state;
    expect(kauri_claim_standard, kauri_article_text(), board.tables, KAURI_VERDICT_UNDECIDED,
           "between -37 and 37");
    expect(kauri_claim_tiebreaker, kauri_article_text(), board.tables, KAURI_VERDICT_UNDECIDED,
           "South loses or draws or wins");
    expect(kauri_claim_marks, kauri_article_text(), board.tables, KAURI_VERDICT_UNDECIDED,
           "of 7 marks");
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
    struct kauri_claim claim = {.id = "0"};
    assert_int_equal(kauri_claim_case_init(&set, &request, kauri_article_text(), NULL), KAURI_OK);
    assert_int_equal(kauri_claim_standard(&set, &claim, NULL), KAURI_OK);
    assert_int_equal(claim.verdict, KAURI_VERDICT_CONFIRMED);
    assert_true(claim.line.length > 0);
    clear(&claim);
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
        assert_int_equal(claims.claim[i].verdict, verdicts[i]);
    }
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

static bool cell_fits(enum kauri_cell type, const char *cell, size_t bytes)
{
    int low;
    int high;
    int end = 0;
    char text[256];
    (void)snprintf(text, sizeof text, "%.*s", (int)bytes, cell);
    switch (type) {
    case KAURI_CELL_NUMBER:
        return bytes > 0 && strspn(text, "0123456789,") == bytes;
    case KAURI_CELL_YES_NO:
        return strcmp(text, "yes") == 0 || strcmp(text, "no") == 0 ||
               strcmp(text, "undecided") == 0;
    case KAURI_CELL_BOUNDS:
        if (sscanf(text, "%d to %d%n", &low, &high, &end) == 2 && end == (int)bytes) {
            return low < high;
        }
        return sscanf(text, "%d%n", &low, &end) == 1 && end == (int)bytes;
    case KAURI_CELL_WORDS:
    case KAURI_CELL_TEXT:
        break;
    }
    return bytes > 0;
}

// Every row has a cell a column, written as the column says.
static void test_cells(void **state)
{
    (void)state;
    kauri_claim_function *const functions[] = {kauri_claim_strongest, kauri_claim_waiting,
                                               kauri_claim_no_draws, kauri_claim_marks};
    for (size_t f = 0; f < sizeof functions / sizeof functions[0]; f++) {
        struct kauri_claim claim = check(functions[f], kauri_article_text(), board.tables);
        const char *at = kauri_string_text(&claim.table);
        assert_true(claim.table.length > 0 && claim.column_count > 0);
        while (*at != '\0') {
            for (size_t c = 0; c < claim.column_count; c++) {
                const size_t bytes = strcspn(at, "\t\n");
                assert_true(cell_fits(claim.columns[c].cell, at, bytes));
                assert_int_equal(at[bytes], c + 1 < claim.column_count ? '\t' : '\n');
                at += bytes + 1;
            }
        }
        clear(&claim);
    }
}

// Both marks are about the result: what one confirms the other refutes.
static void test_marks(void **state)
{
    (void)state;
    expect(kauri_claim_marks, kauri_article_text(), board.tables, KAURI_VERDICT_UNDECIDED,
           "of 7 marks 1 are right, 0 wrong, 6 undecided");
    char *bad = changed("40. f F!", "40. f F?");
    expect(kauri_claim_marks, bad, board.tables, KAURI_VERDICT_REFUTED,
           "of 7 marks 0 are right, 1 wrong, 6 undecided");
    free(bad);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),     cmocka_unit_test(test_data),
        cmocka_unit_test(test_numbers),  cmocka_unit_test(test_best_numbers),
        cmocka_unit_test(test_waiting),  cmocka_unit_test(test_readings),
        cmocka_unit_test(test_draws),    cmocka_unit_test(test_undecided),
        cmocka_unit_test(test_searched), cmocka_unit_test(test_interrupted),
        cmocka_unit_test(test_winner),   cmocka_unit_test(test_bad_text),
        cmocka_unit_test(test_cells),    cmocka_unit_test(test_marks),
    };
    return cmocka_run_group_tests(tests, make_board, remove_board);
}
