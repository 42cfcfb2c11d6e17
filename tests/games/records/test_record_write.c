// SPDX-License-Identifier: MIT AND CC-BY-SA-2.5
// Game records: building and writing them.
#include "tests/games/records/records.h"
#include "tests/rules/positions.h"

#include "games/records/record_write.h"

#include <stdlib.h>
#include <string.h>

static void assert_same_record(const struct kauri_record *a, const struct kauri_record *b)
{
    assert_int_equal(a->number, b->number);
    assert_string_equal(a->player[0][0] != '\0' ? a->player[0] : "South", b->player[0]);
    assert_string_equal(a->player[1][0] != '\0' ? a->player[1] : "North", b->player[1]);
    assert_string_equal(a->date, b->date);
    assert_int_equal(a->start_given, b->start_given);
    assert_true(kauri_position_equal(&a->start, &b->start));
    assert_int_equal(a->result.given, b->result.given);
    assert_int_equal(a->result.scored, b->result.scored);
    assert_int_equal(a->result.sided, b->result.sided);
    assert_memory_equal(a->result.score, b->result.score, 2);
    assert_string_equal(a->result.text, b->result.text);
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        const struct kauri_ply *p = &a->plies[i];
        const struct kauri_ply *q = &b->plies[i];
        assert_int_equal(p->side, q->side);
        assert_int_equal(p->hole, q->hole);
        assert_int_equal(p->number, q->number);
        assert_int_equal(p->joined, q->joined);
        assert_int_equal(p->captures_written, q->captures_written);
        assert_int_equal(p->captures.own, q->captures.own);
        assert_int_equal(p->captures.opponent, q->captures.opponent);
        assert_string_equal(p->marks, q->marks);
        assert_int_equal(p->note, q->note);
    }
}

static void check_round_trip(const struct kauri_record *record)
{
    char *text = NULL;
    assert_int_equal(kauri_record_format(record, &text, NULL), KAURI_OK);
    struct records again = records_of(text);
    assert_int_equal(again.count, 1);
    assert_same_record(record, &again.records[0]);
    free(text);
    records_clear(&again);
}

TEST(published_games_are_written_and_read_back)
{
    struct records records = published_games();
    for (size_t i = 0; i < records.count; i++) {
        check_round_trip(&records.records[i]);
    }
    char *text = NULL;
    assert_int_equal(kauri_record_format(&records.records[0], &text, NULL), KAURI_OK);
    assert_string_equal(
        text, "(1) Arty Sandler (Israel) - Ralf Gering (Germany) - April 21, 2008\n\n"
              "1. f D; 2. e F; 3. b (+1) D; 4. d E; 5. c C (+1); 6. a (+6) B (-1); 7. a B; 8. b D! "
              "(+25); 9. d\nF (+5) - Gering won by 31 : 8 points.\n");
    free(text);
    records_clear(&records);
}

TEST(random_records_are_written_and_read_back)
{
    uint64_t random = 40;
    for (unsigned game = 0; game < 300; game++) {
        struct kauri_record record;
        kauri_record_init(&record);
        record.number = random_below(&random, 100);
        (void)strcpy(record.player[0], "O'Neil \"J\" (IE)");
        (void)strcpy(record.player[1], "J\xc3\xb6rg-Uwe");
        if (random_below(&random, 2) == 0) {
            (void)strcpy(record.date, "2011-01-03 - evening");
        }
        if (random_below(&random, 2) == 0) {
            record.start_given = true;
            record.start = random_position(&random);
        }
        if (random_below(&random, 2) == 0) {
            kauri_record_set_result(&record, "J\xc3\xb6rg won by 33 : 4 points.");
        }
        for (unsigned n = 1 + random_below(&random, 200); n > 0; n--) {
            struct kauri_ply ply = {.side = (uint8_t)random_below(&random, 2),
                                    .hole = (int8_t)random_below(&random, KAURI_HOLES_MAX)};
            const bool follows =
                record.count > 0 && record.plies[record.count - 1].side == ply.side;
            ply.joined = follows && random_below(&random, 2) == 0;
            ply.captures_written = random_below(&random, 3) == 0;
            if (ply.captures_written) {
                ply.captures.own = (uint8_t)random_below(&random, 61);
                ply.captures.opponent = (uint8_t)random_below(&random, 7);
            }
            for (unsigned mark = random_below(&random, 4); mark > 0; mark--) {
                ply.marks[mark - 1] = "!?"[random_below(&random, 2)];
            }
            if (random_below(&random, 9) == 0) {
                ply.note = (char)('A' + random_below(&random, 26));
            }
            assert_int_equal(kauri_record_append(&record, &ply, NULL), KAURI_OK);
        }
        check_round_trip(&record);
        kauri_record_clear(&record);
    }
}

TEST(passes_are_written_and_read_back)
{
    struct records records = records_of("1. d -- 2. a - 3. f passe - South won by 3 : 1.");
    check_round_trip(&records.records[0]);
    char *text = NULL;
    assert_int_equal(kauri_record_format(&records.records[0], &text, NULL), KAURI_OK);
    assert_string_equal(text,
                        "(0) South - North\n\n1. d pass; 2. a pass; 3. f pass - South won by 3 : "
                        "1.\n");
    free(text);
    records_clear(&records);
}

TEST(moves_are_numbered_when_appended)
{
    struct kauri_record record;
    kauri_record_init(&record);
    static const struct {
        char letter;
        bool joined;
        uint32_t number;
    } moves[] = {{'d', false, 1}, {'B', false, 1}, {'B', true, 1}, {'c', false, 2},
                 {'a', true, 2},  {'A', false, 2}, {'f', false, 3}};
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        struct kauri_ply ply = {.joined = moves[i].joined};
        enum kauri_side side;
        int hole;
        assert_true(kauri_letter_move(moves[i].letter, &side, &hole));
        ply.side = (uint8_t)side;
        ply.hole = (int8_t)hole;
        assert_int_equal(kauri_record_append(&record, &ply, NULL), KAURI_OK);
        assert_int_equal(record.plies[i].number, moves[i].number);
    }
    char *text = NULL;
    assert_int_equal(kauri_record_format(&record, &text, NULL), KAURI_OK);
    assert_string_equal(text, "(0) South - North\n\n1. d B-B; 2. c-a A; 3. f\n");
    free(text);
    kauri_record_clear(&record);
    kauri_record_clear(NULL);
}

TEST(long_records_have_a_limit)
{
    struct kauri_record record;
    struct kauri_error error;
    kauri_record_init(&record);
    const struct kauri_ply ply = {.side = KAURI_SOUTH};
    for (unsigned i = 0; i < KAURI_RECORD_PLIES_MAX; i++) {
        assert_int_equal(kauri_record_append(&record, &ply, &error), KAURI_OK);
    }
    assert_int_equal(kauri_record_append(&record, &ply, &error), KAURI_BAD_INPUT);
    assert_string_equal(error.message, "a record has at most 20000 moves");
    kauri_record_clear(&record);
}

// A text that would say something else is not written.
TEST(records_that_would_not_read_back_are_refused)
{
    static const struct {
        const char *south, *date, *sentence, *message;
    } cases[] = {
        {"", "", "E", "the moves or the result"},
        {"", "", "a-b", "the moves or the result"},
        {"", "", "", "the moves or the result"},
        {"", "", "South resigned. 2. b C", "the moves or the result"},
        {"", "", "North\nwon.", NULL}, // becomes "North?won."
        {"Anne - Marie", "", NULL, "a name or the date"},
        {"Anne\n\n1. a b", "", NULL, "a name or the date"},
        {"Anne <b> & &lt; Co.", "1 < 2", NULL, NULL},
        {"Anne-Marie", "2011-01-03 - evening", "South won by 3 : 1.", NULL},
        {"Anne", "today ", NULL, "a name or the date"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct kauri_record record;
        struct kauri_error error = {KAURI_OK, ""};
        const struct kauri_ply ply = {.side = KAURI_SOUTH};
        char *text = NULL;
        kauri_record_init(&record);
        assert_int_equal(kauri_record_append(&record, &ply, &error), KAURI_OK);
        (void)strcpy(record.player[0], cases[i].south);
        (void)strcpy(record.date, cases[i].date);
        if (cases[i].sentence != NULL) {
            kauri_record_set_result(&record, cases[i].sentence);
        }
        if (cases[i].message == NULL) {
            check_round_trip(&record);
        } else {
            assert_int_equal(kauri_record_format(&record, &text, &error), KAURI_BAD_INPUT);
            assert_null(text);
            assert_non_null(strstr(error.message, cases[i].message));
        }
        kauri_record_clear(&record);
    }
    struct kauri_record empty;
    char *text = NULL;
    kauri_record_init(&empty);
    assert_int_equal(kauri_record_format(&empty, &text, NULL), KAURI_BAD_INPUT);
    assert_null(text);
}
