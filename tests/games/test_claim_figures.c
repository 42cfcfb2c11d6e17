// The figures that the article gives on games in general, counted in its own games and in the
// engine's.
#include "tests/test.h"

#include "games/claims/claims.h"
#include "games/claims/sample_games.h"
#include "rules/notation.h"
#include "tests/queries/solved_tables.h"

#include <stdlib.h>
#include <string.h>

// Checks a claim without time for games of the engine.
static struct kauri_finding check(unsigned number, struct kauri_effort *effort)
{
    *effort = (struct kauri_effort){.memory = 16 << 20};
    const struct kauri_inquiry inquiry = {.text = kauri_article_text, .effort = effort};
    struct kauri_finding finding;
    struct kauri_error error;
    if (kauri_claims_check(&inquiry, &kauri_claims[number - 1], 1, &finding, &error) != KAURI_OK) {
        fail_msg("%s", error.message);
    }
    return finding;
}

static void expect(unsigned number, enum kauri_claim_verdict verdict, const char *scope)
{
    struct kauri_effort effort;
    struct kauri_finding finding = check(number, &effort);
    assert_int_equal(finding.verdict, verdict);
    assert_string_equal(finding.scope, scope);
    kauri_findings_clear(&finding, 1);
}

static double ratio(const struct kauri_facts *facts, size_t row, const char *name)
{
    const size_t columns = facts->count / facts->rows;
    for (size_t c = 0; c < columns; c++) {
        const struct kauri_fact *fact = &facts->facts[row * columns + c];
        if (strcmp(fact->name, name) == 0) {
            return fact->kind == KAURI_FACT_RATIO ? fact->ratio : (double)fact->number;
        }
    }
    fail_msg("no fact %s", name);
    return 0;
}

static uint64_t options(const char *text, uint64_t most)
{
    const struct kauri_position position = solved_parse(text);
    return kauri_turn_options(&position, most);
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

// Game 3 ends with three moves in one turn, d-a-f, and is decided by them: 15 moves, 13 turns.
TEST(turns_of_the_articles_games)
{
    struct kauri_effort effort;
    struct kauri_finding finding = check(12, &effort);
    assert_int_equal(finding.verdict, KAURI_CLAIM_UNDECIDED);
    assert_int_equal(finding.table.rows, 4);
    assert_int_equal((int)ratio(&finding.table, 0, "least"), 15);
    assert_int_equal((int)ratio(&finding.table, 1, "least"), 13);
    assert_int_equal((int)ratio(&finding.table, 1, "games"), 3);  // game 4 ends 30:30
    assert_int_equal((int)ratio(&finding.table, 3, "least"), 80); // 82 moves with B-B-A
    assert_false(ratio(&finding.table, 3, "low") <= 80);          // one game has no interval
    kauri_findings_clear(&finding, 1);
}

// The engine's games are the same each time, and their figures are those of docs/results/CLAIMS.md.
TEST(figures_of_the_engines_games)
{
    static const struct {
        enum kauri_claim_verdict verdict;
        const char *scope;
    } expected[] = {
        {KAURI_CLAIM_CONSISTENT, "recorded games 3.85, engine's 3.57"},
        {KAURI_CLAIM_CONSISTENT, "recorded games 45%, engine's 56%"},
        {KAURI_CLAIM_CONFIRMED, "8982 in recorded game 4"},
        {KAURI_CLAIM_UNDECIDED, "recorded games 21, engine's 72"},
        {KAURI_CLAIM_UNDECIDED, "3.6^40; recorded games 10^12, engine's 10^41"},
    };
    enum { COUNT = sizeof expected / sizeof expected[0] };
    struct kauri_effort effort = {.memory = 16 << 20, .seconds = 1};
    const struct kauri_inquiry inquiry = {.text = kauri_article_text, .effort = &effort};
    struct kauri_finding findings[COUNT];
    assert_int_equal(kauri_claims_check(&inquiry, &kauri_claims[8], COUNT, findings, NULL),
                     KAURI_OK);
    for (size_t i = 0; i < COUNT; i++) {
        assert_int_equal(findings[i].verdict, expected[i].verdict);
        assert_string_equal(findings[i].scope, expected[i].scope);
    }
    kauri_findings_clear(findings, COUNT);
}

// Averages need the engine's games, for which there is no time; existence and results do not.
TEST(without_time_the_averages_are_undecided)
{
    static const unsigned averages[] = {9, 10, 12, 13};
    for (size_t i = 0; i < sizeof averages / sizeof averages[0]; i++) {
        expect(averages[i], KAURI_CLAIM_UNDECIDED, "");
    }
    expect(11, KAURI_CLAIM_CONFIRMED, "8982 in recorded game 4");
    expect(14, KAURI_CLAIM_CONFIRMED, "4 by the moves; 4 can change no more");
}

static enum kauri_claim_verdict results_of(const char *old, const char *with)
{
    char *text = strdup(kauri_article_text);
    assert_non_null(text);
    char *at = strstr(text, old);
    assert_non_null(at);
    assert_int_equal(strlen(old), strlen(with));
    memcpy(at, with, strlen(with));
    struct kauri_effort effort = {.memory = 16 << 20};
    const struct kauri_inquiry inquiry = {.text = text, .effort = &effort};
    struct kauri_finding finding;
    assert_int_equal(kauri_claims_check(&inquiry, &kauri_claims[13], 1, &finding, NULL), KAURI_OK);
    const enum kauri_claim_verdict verdict = finding.verdict;
    kauri_findings_clear(&finding, 1);
    free(text);
    return verdict;
}

// A wrong figure in one result makes the claim right in part.
TEST(printed_results_are_compared)
{
    assert_int_equal(results_of("won by 34", "won by 34"), KAURI_CLAIM_CONFIRMED);
    assert_int_equal(results_of("won by 34", "won by 35"), KAURI_CLAIM_IN_PART);
    assert_int_equal(results_of("Sandler won by 33", "Gering  won by 33"), KAURI_CLAIM_IN_PART);
}

// Another power than the article's own figures give refutes the complexity.
TEST(the_power_is_computed)
{
    struct kauri_claim claim = kauri_claims[12];
    struct kauri_effort effort = {.memory = 16 << 20};
    const struct kauri_inquiry inquiry = {.text = kauri_article_text, .effort = &effort};
    struct kauri_finding finding;
    claim.quote = "approximately 1.9 x 10^22";
    assert_int_equal(kauri_claims_check(&inquiry, &claim, 1, &finding, NULL), KAURI_OK);
    assert_int_equal(finding.verdict, KAURI_CLAIM_REFUTED);
    assert_string_equal(finding.evidence.facts[0].words, "1.8 x 10^22");
    kauri_findings_clear(&finding, 1);
}

TEST_GROUP(NULL, NULL)
