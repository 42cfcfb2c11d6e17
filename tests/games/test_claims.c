// The claims that the rules and the table without seeds decide, and how changes of the text, of a
// claim and of a table change the verdicts.
#include "tests/test.h"

#include "common/string_buffer.h"
#include "games/claims/article_options.h"
#include "games/claims/claims.h"
#include "tests/indexer/layers.h"
#include "tests/queries/solved_tables.h"
#include "tests/stop_at_once.h"

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
    const char *at = strstr(kauri_article_text, old);
    assert_non_null(at);
    const size_t capacity = strlen(kauri_article_text) + strlen(with) + 1;
    char *copy = malloc(capacity);
    assert_non_null(copy);
    (void)snprintf(copy, capacity, "%.*s%s%s", (int)(at - kauri_article_text), kauri_article_text,
                   with, at + strlen(old));
    return copy;
}

static struct kauri_finding check_claim(const struct kauri_claim *claim, const char *text,
                                        struct kauri_tablebase *tables, struct kauri_effort *effort)
{
    struct kauri_inquiry inquiry = {.text = text, .tables = tables, .effort = effort};
    struct kauri_finding finding;
    struct kauri_error error;
    assert_ok(kauri_claims_check(&inquiry, claim, 1, &finding, &error), &error);
    assert_ptr_equal(finding.claim, claim);
    return finding;
}

// Checks a claim by its number, without time for searches.
static struct kauri_finding check(unsigned number, const char *text, struct kauri_tablebase *tables)
{
    struct kauri_effort effort = {.memory = 16 << 20, .seconds = number == 7 ? 1000 : 0};
    return check_claim(&kauri_claims[number - 1], text, tables, &effort);
}

// Expects a fact with this value, which is given in words.
static void expect_fact(const struct kauri_fact *fact, const char *value)
{
    static const char *const answers[] = {"no", "yes", "undecided"};
    char words[64];
    switch (fact->kind) {
    case KAURI_FACT_NUMBER:
        (void)snprintf(words, sizeof words, "%llu", (unsigned long long)fact->number);
        assert_string_equal(words, value);
        break;
    case KAURI_FACT_BOUNDS:
        (void)snprintf(words, sizeof words, "%d to %d", fact->bounds.low, fact->bounds.high);
        assert_string_equal(words, value);
        break;
    case KAURI_FACT_ANSWER:
        assert_string_equal(answers[fact->answer], value);
        break;
    case KAURI_FACT_WORDS:
        assert_string_equal(fact->words, value);
        break;
    }
}

static void expect_cell(const struct kauri_facts *facts, size_t row, const char *name,
                        const char *value)
{
    assert_true(row < facts->rows);
    const size_t columns = facts->count / facts->rows;
    for (size_t c = 0; c < columns; c++) {
        const struct kauri_fact *fact = &facts->facts[row * columns + c];
        if (strcmp(fact->name, name) == 0) {
            expect_fact(fact, value);
            return;
        }
    }
    fail_msg("no fact %s", name);
}

static void expect(const struct kauri_finding *finding, const char *name, const char *value)
{
    expect_cell(&finding->evidence, 0, name, value);
}

static void expect_verdict(unsigned number, struct kauri_tablebase *tables,
                           enum kauri_claim_verdict verdict)
{
    struct kauri_finding finding = check(number, kauri_article_text, tables);
    assert_int_equal(finding.verdict, verdict);
    kauri_findings_clear(&finding, 1);
}

// Expects the verdict on a claim with other moves, and one of its facts.
static void expect_of_moves(unsigned number, const char *moves, struct kauri_tablebase *tables,
                            enum kauri_claim_verdict verdict, const char *name, const char *value)
{
    struct kauri_claim claim = kauri_claims[number - 1];
    struct kauri_effort effort = {.memory = 16 << 20};
    claim.moves = moves;
    struct kauri_finding finding = check_claim(&claim, kauri_article_text, tables, &effort);
    assert_int_equal(finding.verdict, verdict);
    expect(&finding, name, value);
    kauri_findings_clear(&finding, 1);
}

// The text is the published one, to the letter, and every quote is in it but for the one from the
// rules of the game.
TEST(quotes_are_in_the_text)
{
    static char text[8192];
    FILE *file = fopen(KAURI_TEST_GAMES, "rb");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    assert_int_equal(fclose(file), 0);
    assert_string_equal(kauri_article_text, text);
    for (unsigned i = 0; i < KAURI_CLAIMS; i++) {
        const char *quote = kauri_claims[i].quote;
        assert_int_equal(quote != NULL && strstr(text, quote) != NULL, i < 6 || i == 9);
    }
}

// The moves are those of the text.
TEST(moves_are_in_the_text)
{
    for (unsigned i = 0; i < KAURI_CLAIMS; i++) {
        const char *moves = kauri_claims[i].moves;
        struct kauri_string joined = {.bytes = NULL};
        assert_int_equal(moves != NULL, i >= 2 && i < 6);
        for (; moves != NULL && *moves != '\0'; moves++) {
            kauri_string_add(&joined, "%c%s", *moves, moves[1] == '\0' ? "" : i < 4 ? "," : "-");
        }
        kauri_string_add_text(&joined, moves == NULL ? "" : i < 4 ? ". " : "! ");
        assert_non_null(strstr(kauri_article_text, kauri_string_text(&joined)));
        kauri_string_clear(&joined);
    }
}

// A record that no missing move repairs.
TEST(games_must_be_legal)
{
    char *text = changed("24. f", "24. a");
    struct kauri_effort effort = {.memory = 16 << 20};
    struct kauri_inquiry inquiry = {.text = text, .effort = &effort};
    struct kauri_finding finding;
    struct kauri_error error;
    assert_int_equal(kauri_claims_check(&inquiry, &kauri_claims[2], 1, &finding, &error),
                     KAURI_BAD_INPUT);
    assert_true(error.message[0] != '\0');
    kauri_findings_clear(&finding, 1);
    free(text);
}

// A place that the games do not have.
TEST(places_must_exist)
{
    static const struct kauri_claim_place places[] = {
        {.game = 5}, {.game = 4, .move = 41}, {.game = 2, .move = 17, .side = KAURI_NORTH}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        struct kauri_claim claim = kauri_claims[2];
        struct kauri_effort effort = {.memory = 16 << 20};
        struct kauri_inquiry inquiry = {.text = kauri_article_text, .effort = &effort};
        struct kauri_finding finding;
        claim.place = places[i];
        assert_int_equal(kauri_claims_check(&inquiry, &claim, 1, &finding, NULL), KAURI_BAD_INPUT);
        kauri_findings_clear(&finding, 1);
    }
}

TEST(numbers_are_played)
{
    struct kauri_finding finding = check(3, kauri_article_text, NULL);
    assert_int_equal(finding.verdict, KAURI_CLAIM_CONFIRMED);
    expect(&finding, "numbers", "32");
    expect(&finding, "legal", "32");
    expect(&finding, "stuck", "yes");
    expect(&finding, "line", "e E d D c B b C a E e D d E e A c E d D e E b C c D d E e B f E");
    kauri_findings_clear(&finding, 1);
    kauri_findings_clear(&finding, 1); // once more does no harm
    finding = check(3, kauri_article_text, NULL);
    assert_string_equal(finding.scope, "1 of 16 readings");
    assert_int_equal(finding.table.rows, 16);
    expect_cell(&finding.table, 0, "start", "before 35. f");
    expect_cell(&finding.table, 12, "legal", "32");
    for (unsigned row = 0; row < 16; row++) {
        expect_cell(&finding.table, row, "numbering",
                    (const char *const[]){"the mover's left", "South's left", "North's left",
                                          "the mover's right"}[row % 4]);
    }
    kauri_findings_clear(&finding, 1);
    // One ply less, and South can still move; another hole, and the rest is not legal.
    expect_of_moves(3, "5544322315544551354455233445526", NULL, KAURI_CLAIM_REFUTED, "legal", "31");
    expect_of_moves(3, "5544322315544551354455233445526", NULL, KAURI_CLAIM_REFUTED, "stuck", "no");
    expect_of_moves(3, "65443223155445513544552334455265", NULL, KAURI_CLAIM_REFUTED, "legal", "0");
    expect_of_moves(4, "65443223155445513544552334455265", board.tables, KAURI_CLAIM_REFUTED,
                    "keeping_distance", "0");
}

TEST(numbers_are_compared_with_the_table)
{
    struct kauri_finding finding = check(4, kauri_article_text, board.tables);
    assert_int_equal(finding.verdict, KAURI_CLAIM_IN_PART);
    assert_string_equal(finding.scope, "all 32 keep the result, 28 the distance");
    expect(&finding, "r", "-1 to -1");
    expect(&finding, "plies_left", "40");
    expect(&finding, "keeping_result", "32");
    expect(&finding, "keeping_distance", "28");
    expect(&finding, "seeds_in_tables", "0 to 0");
    assert_int_equal(finding.table.rows, 32);
    expect_cell(&finding.table, 10, "move", "e");
    expect_cell(&finding.table, 10, "plies_left_with_move", "28");
    expect_cell(&finding.table, 10, "keeps_distance", "no");
    expect_cell(&finding.table, 10, "best", "f");
    kauri_findings_clear(&finding, 1);
    expect_verdict(4, NULL, KAURI_CLAIM_UNDECIDED);
}

// Without distances, it is known that the numbers keep the result, but not whether they are best.
TEST(numbers_are_open_without_distances)
{
    struct solved alone;
    solved_make_r_alone(&alone, &board);
    struct kauri_finding finding = check(4, kauri_article_text, alone.tables);
    assert_int_equal(finding.verdict, KAURI_CLAIM_UNDECIDED);
    expect(&finding, "keeping_result", "32");
    expect(&finding, "keeping_distance", "0");
    kauri_findings_clear(&finding, 1);
    solved_remove(&alone);
}

// A line made of the tables' best moves is confirmed by the same function.
TEST(best_numbers_are_confirmed)
{
    char moves[64] = "";
    struct kauri_position at = position_of("0+1,0+1,0+1,0+1,0+1,0/0+4,0+1,0,0+1,0+1,0 S 30:30");
    struct kauri_probe_result probe = solved_probe(&board, &at);
    for (unsigned ply = 0; probe.move_count > 0; ply++) {
        assert_true(ply + 1 < sizeof moves);
        moves[ply] = (char)('1' + probe.moves[0].hole);
        at = probe.moves[0].successor;
        probe = solved_probe(&board, &at);
    }
    expect_of_moves(3, moves, NULL, KAURI_CLAIM_CONFIRMED, "legal", "40");
    expect_of_moves(4, moves, board.tables, KAURI_CLAIM_CONFIRMED, "keeping_distance", "40");
}

// It is South whom the numbers leave without a move, and not North.
TEST(the_other_player_is_left)
{
    char moves[64] = "";
    struct kauri_position at = position_of("0+1,0+1,0+1,0+1,0+1,0/0+4,0+1,0,0+1,0+1,0 S 30:30");
    struct kauri_probe_result probe = solved_probe(&board, &at);
    for (unsigned ply = 0; probe.move_count > 0; ply++) { // South plays well and North badly
        const unsigned move = at.side == KAURI_SOUTH ? 0 : probe.move_count - 1;
        assert_true(ply + 1 < sizeof moves);
        moves[ply] = (char)('1' + probe.moves[move].hole);
        at = probe.moves[move].successor;
        probe = solved_probe(&board, &at);
    }
    assert_int_equal(at.side, KAURI_NORTH);
    expect_of_moves(3, moves, NULL, KAURI_CLAIM_REFUTED, "stuck", "yes");
}

// Each reading of the note on its own, counted by hand from the position of the note.
TEST(readings_of_the_note)
{
    struct kauri_finding finding = check(5, kauri_article_text, NULL);
    assert_int_equal(finding.verdict, KAURI_CLAIM_CONFIRMED);
    assert_string_equal(finding.scope, "1 of 16 readings: W is E");
    expect(&finding, "position", "7,0,0,0,0,0/0+1,0,0+2,0+1,0+1,5+7 N 30:18");
    expect(&finding, "line", "E-D-E-A-B-C-E-D-E-F");
    expect(&finding, "forced", "1");
    assert_int_equal(finding.table.rows, 16);
    for (unsigned hole = 0; hole < 3; hole++) { // A, B, C are empty when W comes
        expect_cell(&finding.table, hole, "ways_broken", "1");
        expect_cell(&finding.table, hole, "outcome", "no cowrie at move 7 (W)");
    }
    expect_cell(&finding.table, 3, "outcome",
                "no cowrie at move 8 (D)"); // D leaves none for the next D
    expect_cell(&finding.table, 4, "outcome", "ends");
    expect_cell(&finding.table, 4, "forced", "yes");
    expect_cell(&finding.table, 4, "most_replies", "0");
    expect_cell(&finding.table, 5, "forced", "no"); // F captures and gives South cowries
    expect_cell(&finding.table, 5, "choices", "18");
    expect_cell(&finding.table, 5, "ways_even", "0");
    expect_cell(&finding.table, 6, "outcome", "may not pass at move 7 (W)"); // North can move
    expect_cell(&finding.table, 7, "letter", "nothing");
    expect_cell(&finding.table, 7, "outcome", "ends");
    expect_cell(&finding.table, 7, "ways_even", "0");
    expect_cell(&finding.table, 8, "noted_move", "after it");
    expect_cell(&finding.table, 12, "ways", "20");
    expect_cell(&finding.table, 12, "ways_even", "9");
    kauri_findings_clear(&finding, 1);
    // With the waiting move elsewhere no reading is forced.
    expect_of_moves(5, "WEDEABCDEF", NULL, KAURI_CLAIM_REFUTED, "forced", "0");
    expect_of_moves(6, "WEDEABCDEF", board.tables, KAURI_CLAIM_UNDECIDED, "endings", "0");
}

// A line near the end of game 4 reaches 30:30 whatever South replies, but South has a choice.
TEST(a_choice_is_not_forced)
{
    struct kauri_claim claim = kauri_claims[4];
    struct kauri_effort effort = {.memory = 16 << 20};
    claim.place.move = 38;
    claim.moves = "CEF";
    struct kauri_finding finding = check_claim(&claim, kauri_article_text, NULL, &effort);
    expect_cell(&finding.table, 0, "choices", "1");
    expect_cell(&finding.table, 0, "ways", "2");
    expect_cell(&finding.table, 0, "ways_even", "2");
    expect_cell(&finding.table, 0, "forced", "no");
    kauri_findings_clear(&finding, 1);
}

TEST(end_of_the_note)
{
    struct kauri_finding finding = check(6, kauri_article_text, board.tables);
    assert_int_equal(finding.verdict, KAURI_CLAIM_REFUTED);
    expect(&finding, "endings", "1");
    expect(&finding, "endings_lost", "0");
    assert_string_equal(finding.scope, "1 of 16 readings: W is E");
    expect_cell(&finding.table, 0, "line", "E-D-E-A-B-C-E-D-E-F");
    expect_cell(&finding.table, 0, "r", "-1 to -1");
    expect_cell(&finding.table, 0, "plies_left", "42");
    expect_cell(&finding.table, 0, "result", "South loses");
    kauri_findings_clear(&finding, 1);
    expect_verdict(6, NULL, KAURI_CLAIM_UNDECIDED);
}

// A table in which the note's last position is won says the opposite.
TEST(verdicts_follow_the_table)
{
    const struct kauri_position last =
        position_of("0+1,0+1,0+1,0+1,0+1,0+1/0+1,0+1,0+1,0+1,0+1,0+1 S 30:30");
    const struct kauri_view view = kauri_view_of(&last);
    const struct kauri_layer layer = layer_of(board.shape, 0);
    solved_forge(board.folder, board.shape, 0, kauri_index(&layer, &view), 0, 2);
    solved_reopen(&board);
    struct kauri_finding finding = check(6, kauri_article_text, board.tables);
    assert_int_equal(finding.verdict, KAURI_CLAIM_CONFIRMED);
    expect_cell(&finding.table, 0, "result", "South wins");
    kauri_findings_clear(&finding, 1);
    solved_forge(board.folder, board.shape, 0, kauri_index(&layer, &view), 0, -2);
    solved_reopen(&board);
    expect_verdict(6, board.tables, KAURI_CLAIM_REFUTED);
}

static uint64_t looked_up[3][2]; // by seeds: positions with r = 0, and with other multiples of 3

static void look_up(struct solved *solved, const struct kauri_position *position)
{
    const int r = solved_probe(solved, position).value.r;
    if (r % 3 == 0) {
        looked_up[kauri_seeds(position)][r != 0]++;
    }
}

// Positions of unlimited play are counted; boards without them are confirmed.
TEST(draws_are_counted)
{
    struct solved small;
    solved_make(&small, 2, 4, 2);
    struct kauri_finding finding = check(7, kauri_article_text, small.tables);
    assert_int_equal(finding.verdict, KAURI_CLAIM_REFUTED);
    solved_for_all(&small, look_up);
    for (unsigned seeds = 0; seeds <= 2; seeds++) {
        char zero[24], others[24];
        (void)snprintf(zero, sizeof zero, "%u", (unsigned)looked_up[seeds][0]);
        (void)snprintf(others, sizeof others, "%u", (unsigned)looked_up[seeds][1]);
        expect_cell(&finding.table, seeds, "r_zero", zero);
        expect_cell(&finding.table, seeds, "other_multiples_of_3", others);
    }
    assert_true(looked_up[1][0] + looked_up[2][0] > 0 && looked_up[1][1] + looked_up[2][1] > 0);
    kauri_findings_clear(&finding, 1);
    solved_remove(&small);
    solved_make(&small, 3, 4, 3);
    finding = check(7, kauri_article_text, small.tables);
    assert_int_equal(finding.verdict, KAURI_CLAIM_CONFIRMED);
    expect(&finding, "layers", "4");
    expect(&finding, "draws", "0");
    kauri_findings_clear(&finding, 1);
    solved_remove(&small);
    finding = check(7, kauri_article_text, board.tables);
    expect_cell(&finding.table, 0, "positions", "1352078");
    kauri_findings_clear(&finding, 1);
    expect_verdict(7, NULL, KAURI_CLAIM_UNDECIDED);
}

// Both marks are about the result: what one confirms the other refutes.
TEST(marks_are_judged)
{
    struct kauri_finding finding = check(8, kauri_article_text, board.tables);
    assert_int_equal(finding.verdict, KAURI_CLAIM_UNDECIDED);
    expect(&finding, "right", "1");
    expect(&finding, "wrong", "0");
    expect(&finding, "undecided", "6");
    assert_int_equal(finding.table.rows, 7);
    expect_cell(&finding.table, 0, "game", "1");
    expect_cell(&finding.table, 0, "gives_away", "0 to 52");
    expect_cell(&finding.table, 0, "keeps_standard", "undecided");
    expect_cell(&finding.table, 6, "move", "40... F");
    expect_cell(&finding.table, 6, "r_before", "13 to 13");
    expect_cell(&finding.table, 6, "keeps_standard", "yes");
    expect_cell(&finding.table, 6, "only_standard", "undecided");
    kauri_findings_clear(&finding, 1);
    char *bad = changed("40. f F!", "40. f F?");
    finding = check(8, bad, board.tables);
    assert_int_equal(finding.verdict, KAURI_CLAIM_REFUTED);
    expect(&finding, "right", "0");
    expect(&finding, "wrong", "1");
    kauri_findings_clear(&finding, 1);
    free(bad);
}

static uint64_t options(const char *text, uint64_t maximum)
{
    const struct kauri_position position = position_of(text);
    return kauri_turn_options(&position, maximum);
}

// Sequences of moves, counted by hand.
TEST(sequences_of_a_turn_are_counted)
{
    // North has cowries, so each of South's moves ends the turn.
    assert_int_equal(options("5+1,5+1,5+1,5+1,5+1,5+1/5+1,5+1,5+1,5+1,5+1,5+1 S", 1000), 6);
    // The cowrie enters North's row: f, and e f.
    assert_int_equal(options("0,0,0,0,0,0+1/1,0,0,0,0,0 S", 1000), 1);
    assert_int_equal(options("0,0,0,0,0+1,0/0,1,0,0,0,0 S", 1000), 1);
    // f, and e f, which captures the last seed.
    assert_int_equal(options("0,0,0,0,0+1,0+1/0,1,0,0,0,0 S", 1000), 2);
    // f, d f, and d e f.
    assert_int_equal(options("0,0,0,0+1,0,0+1/0,1,0,0,0,0 S", 1000), 3);
    assert_int_equal(options("0,0,0,0+1,0,0+1/0,1,0,0,0,0 S", 2), 2);
    // Without seeds the game is over after one move.
    assert_int_equal(options("0,0,0,0+1,0,0/0,0,0,0,0,0 S", 1000), 1);
}

// One place with many options confirms the claim, and one with few does not refute it.
TEST(options_are_compared)
{
    struct kauri_claim claim = kauri_claims[8];
    struct kauri_effort effort = {.memory = 16 << 20};
    struct kauri_finding finding = check_claim(&claim, kauri_article_text, NULL, &effort);
    assert_int_equal(finding.verdict, KAURI_CLAIM_CONFIRMED);
    assert_string_equal(finding.scope, "8982 before 40... F of game 4");
    expect(&finding, "options", "8982");
    kauri_findings_clear(&finding, 1);
    claim.place = (struct kauri_claim_place){.game = 1, .move = 1, .side = KAURI_SOUTH};
    finding = check_claim(&claim, kauri_article_text, NULL, &effort);
    assert_int_equal(finding.verdict, KAURI_CLAIM_UNDECIDED);
    assert_string_equal(finding.scope, "");
    expect(&finding, "options", "6");
    kauri_findings_clear(&finding, 1);
}

static void expect_results(const char *old, const char *with, enum kauri_claim_verdict verdict,
                           const char *scope)
{
    char *text = changed(old, with);
    struct kauri_finding finding = check(10, text, NULL);
    assert_int_equal(finding.verdict, verdict);
    assert_string_equal(finding.scope, scope);
    kauri_findings_clear(&finding, 1);
    free(text);
}

// A wrong figure or winner in one result makes the claim right in part.
TEST(printed_results_are_compared)
{
    expect_results("", "", KAURI_CLAIM_CONFIRMED, "4 by the moves; 4 can change no more");
    expect_results("won by 34", "won by 35", KAURI_CLAIM_IN_PART,
                   "3 by the moves; 4 can change no more");
    expect_results("Sandler won by 33", "Gering won by 33", KAURI_CLAIM_IN_PART,
                   "3 by the moves; 4 can change no more");
}

// With a little search the position at move 35 is decided, and so are other claims about it.
TEST(results_are_compared)
{
    static const struct {
        enum kauri_ruleset rules;
        enum kauri_result result;
        unsigned move;
        enum kauri_claim_verdict unsearched, searched;
    } cases[] = {
        {KAURI_STANDARD, KAURI_DRAW, 35, KAURI_CLAIM_UNDECIDED, KAURI_CLAIM_CONFIRMED},
        {KAURI_STANDARD, KAURI_WIN, 35, KAURI_CLAIM_UNDECIDED, KAURI_CLAIM_REFUTED},
        {KAURI_STANDARD, KAURI_LOSS, 35, KAURI_CLAIM_REFUTED, KAURI_CLAIM_REFUTED},
        {KAURI_TIEBREAKER, KAURI_LOSS, 35, KAURI_CLAIM_UNDECIDED, KAURI_CLAIM_CONFIRMED},
        {KAURI_TIEBREAKER, KAURI_DRAW, 35, KAURI_CLAIM_UNDECIDED, KAURI_CLAIM_REFUTED},
        {KAURI_STANDARD, KAURI_DRAW, 9, KAURI_CLAIM_UNDECIDED, KAURI_CLAIM_UNDECIDED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct kauri_claim claim = kauri_claims[0];
        claim.rules = cases[i].rules;
        claim.result = cases[i].result;
        claim.place.move = cases[i].move;
        struct kauri_effort effort = {.memory = 64 << 20, .nodes = 20000};
        struct kauri_finding finding =
            check_claim(&claim, kauri_article_text, board.tables, &effort);
        assert_int_equal(finding.verdict, cases[i].unsearched);
        kauri_findings_clear(&finding, 1);
        effort.seconds = 1000;
        finding = check_claim(&claim, kauri_article_text, board.tables, &effort);
        assert_int_equal(finding.verdict, cases[i].searched);
        if (cases[i].move == 35) {
            expect(&finding, "r", "-37 to -37");
            expect(&finding, "cowrie_phase", "lost");
            expect(&finding, "results",
                   cases[i].rules == KAURI_STANDARD ? "South draws" : "South loses");
        }
        kauri_findings_clear(&finding, 1);
    }
}

// After a signal, what needs more time is undecided, and the rest is done.
TEST(an_interruption_leaves_the_rest)
{
    const struct kauri_progress progress = {.cancelled = stop_at_once};
    struct kauri_effort effort = {.memory = 16 << 20, .seconds = 1000, .progress = &progress};
    struct kauri_inquiry inquiry = {
        .text = kauri_article_text, .tables = board.tables, .effort = &effort};
    struct kauri_finding findings[KAURI_CLAIMS];
    assert_int_equal(kauri_claims_check(&inquiry, kauri_claims, KAURI_CLAIMS, findings, NULL),
                     KAURI_OK);
    assert_true(effort.interrupted);
    static const enum kauri_claim_verdict verdicts[KAURI_CLAIMS] = {
        KAURI_CLAIM_UNDECIDED, KAURI_CLAIM_UNDECIDED, KAURI_CLAIM_CONFIRMED, KAURI_CLAIM_IN_PART,
        KAURI_CLAIM_CONFIRMED, KAURI_CLAIM_REFUTED,   KAURI_CLAIM_CONFIRMED, KAURI_CLAIM_UNDECIDED,
        KAURI_CLAIM_CONFIRMED, KAURI_CLAIM_CONFIRMED,
    };
    for (unsigned i = 0; i < KAURI_CLAIMS; i++) {
        assert_int_equal(findings[i].verdict, verdicts[i]);
    }
    expect(&findings[0], "r", "-37 to 37");
    expect(&findings[0], "results", "South draws or wins");
    expect(&findings[1], "results", "South loses, draws or wins");
    kauri_findings_clear(findings, KAURI_CLAIMS);
}

TEST_GROUP(make_board, remove_board)
