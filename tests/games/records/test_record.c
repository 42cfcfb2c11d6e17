// Game records: reading and refusing them.
#include "tests/games/records/records.h"
#include "tests/rules/positions.h"

#include "games/records/record_write.h"

#include <stdlib.h>
#include <string.h>

TEST(published_games_are_read_as_they_stand)
{
    struct records records = published_games();
    const struct kauri_record *games = records.records;
    assert_string_equal(games[0].player[0], "Arty Sandler (Israel)");
    assert_string_equal(games[0].player[1], "Ralf Gering (Germany)");
    assert_string_equal(games[2].player[1], "Gregory K. van Patten (USA)");
    assert_string_equal(games[3].player[0], "\"Vitaly\" (Russia)");
    assert_string_equal(games[3].date, "January 3, 2011");
    static const size_t plies[] = {18, 33, 15, 81};
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(games[i].number, i + 1);
        assert_int_equal(games[i].count, plies[i]);
    }
    // The result sentence gives the winner's captures first.
    assert_string_equal(games[0].result.text, "Gering won by 31 : 8 points.");
    assert_true(games[0].result.sided);
    assert_int_equal(games[0].result.score[KAURI_SOUTH], 8);
    assert_int_equal(games[0].result.score[KAURI_NORTH], 31);
    assert_int_equal(games[1].result.score[KAURI_SOUTH], 33);
    assert_int_equal(games[2].result.score[KAURI_NORTH], 4);
    assert_false(games[3].result.given);
    records_clear(&records);
}

// The ply of `number` by `side` with index `nth` among those of that number and side.
static const struct kauri_ply *find(const struct kauri_record *record, uint32_t number,
                                    enum kauri_side side, unsigned nth)
{
    for (size_t i = 0; i < record->count; i++) {
        if (record->plies[i].number == number && record->plies[i].side == side && nth-- == 0) {
            return &record->plies[i];
        }
    }
    fail_msg("no such ply");
    return NULL;
}

TEST(remarks_are_kept)
{
    struct records records = published_games();
    const struct kauri_record *games = records.records;
    const struct kauri_ply *ply = find(&games[0], 8, KAURI_NORTH, 0); // D! (+25)
    assert_int_equal(ply->hole, 3);
    assert_string_equal(ply->marks, "!");
    assert_true(ply->captures_written);
    assert_int_equal(ply->captures.own, 25);
    assert_int_equal(ply->captures.opponent, 0);
    ply = find(&games[1], 8, KAURI_NORTH, 0); // C (+1;-1)
    assert_int_equal(ply->captures.own, 1);
    assert_int_equal(ply->captures.opponent, 1);
    ply = find(&games[3], 20, KAURI_NORTH, 0); // D (-1+3)
    assert_int_equal(ply->captures.own, 3);
    assert_int_equal(ply->captures.opponent, 1);
    ply = find(&games[3], 35, KAURI_NORTH, 0); // F! (A)
    assert_string_equal(ply->marks, "!");
    assert_int_equal(ply->note, 'A');
    assert_false(ply->captures_written);
    ply = find(&games[3], 25, KAURI_NORTH, 0); // E?
    assert_string_equal(ply->marks, "?");
    ply = find(&games[3], 18, KAURI_NORTH, 2); // B-B-A (+7)
    assert_int_equal(ply->hole, 0);
    assert_true(ply->joined);
    assert_int_equal(ply->captures.own, 7);
    assert_true(find(&games[3], 18, KAURI_NORTH, 1)->joined);
    assert_false(find(&games[3], 18, KAURI_NORTH, 0)->joined);
    records_clear(&records);
}

TEST(other_spellings_are_read)
{
    struct records records =
        records_of("\xef\xbb\xbf"
                   "1.f D;2.e!? (-1, +2) F\r\n(+1)(-2); \n\n 3. d \xe2\x80\x93 South won by "
                   "31:8\r\npoints\r\n"
                   "\n(7) A\xe2\x80\x94"
                   "B \xe2\x80\x93 C\nPosition 1,0+2/1,0 N 3:4\n\n1. B(\xe2\x88\x92"
                   "1)\xe2\x80\x93"
                   "A-B(+1)");
    assert_int_equal(records.count, 2);
    const struct kauri_record *first = &records.records[0];
    assert_int_equal(first->number, 0);
    assert_int_equal(first->count, 5);
    assert_string_equal(first->plies[2].marks, "!?");
    assert_int_equal(first->plies[2].captures.own, 2);
    assert_int_equal(first->plies[2].captures.opponent, 1);
    assert_int_equal(first->plies[3].captures.own, 1);
    assert_int_equal(first->plies[3].captures.opponent, 2);
    assert_int_equal(first->plies[4].line, 4);
    assert_string_equal(first->result.text, "South won by 31:8 points");
    assert_int_equal(first->result.score[KAURI_SOUTH], 31);
    const struct kauri_record *second = &records.records[1];
    assert_int_equal(second->number, 7);
    assert_string_equal(second->player[0], "A\xe2\x80\x94"
                                           "B");
    assert_string_equal(second->player[1], "C");
    assert_string_equal(second->date, "");
    assert_true(second->start_given);
    assert_position(&second->start, "1,0+2/1,0 N 3:4");
    assert_int_equal(second->count, 3);
    assert_int_equal(second->plies[0].captures.opponent, 1);
    assert_true(second->plies[1].joined);
    records_clear(&records);
}

TEST(a_start_needs_no_header)
{
    struct records records =
        records_of("Position in the middle game\n  Position 1,0+1/0,0+1 N 0:1\n\n1. B");
    assert_int_equal(records.count, 1);
    assert_true(records.records[0].start_given);
    assert_int_equal(records.records[0].start.holes, 2);
    assert_int_equal(records.records[0].line, 2);
    records_clear(&records);
    records = records_of("Position 1,0+1/0 N\n\n1. B");
    assert_true(records.records[0].start_bad);
    assert_non_null(strstr(records.records[0].fault, "line 1: "));
    records_clear(&records);
}

// After names or a start position, errors in the first words of a game are reported too.
TEST(a_fault_in_the_first_words_is_told)
{
    struct records records = records_of("(1) A - B\n1. fx D;\n3. b D; 4. c E\n\n(2) C - "
                                        "D\n\n1.\n\nPosition 1,0+1/0,0+1 N\r\n1. B 2. b");
    assert_int_equal(records.count, 3);
    assert_int_equal(records.records[0].count, 0);
    assert_non_null(
        strstr(records.records[0].fault, "line 2, column 4, move 1: \"fx\" is neither"));
    assert_string_equal(records.records[1].fault,
                        "line 7, column 1, move 1: \"1.\" is not followed by a move");
    assert_int_equal(records.records[2].count, 2);
    assert_string_equal(records.records[2].fault, "");
    records_clear(&records);
    // A move is kept if its remark cannot be read.
    records = records_of("1. f!!!! D");
    assert_int_equal(records.records[0].count, 1);
    records_clear(&records);
}

// A move number that does not increase begins another game.
TEST(games_without_headers_are_told_apart)
{
    static const struct {
        const char *text;
        size_t games;
    } cases[] = {
        {"1. c D; 2. f E\n\n3. b D", 1},
        {"1. c D; 2. f E\n\n2. b D", 2},
        {"1. c D; 2. f E\n\n1. b D", 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct records records = records_of(cases[i].text);
        assert_int_equal(records.count, cases[i].games);
        records_clear(&records);
    }
}

TEST(names_need_no_number)
{
    static const struct {
        const char *text, *south, *north, *date;
    } cases[] = {
        {"Anna - Berta\n\n1. c D", "Anna", "Berta", ""},
        {"  Anna (Bonn) \xe2\x80\x93 Berta - 3.4.2020\n1. c D", "Anna (Bonn)", "Berta", "3.4.2020"},
        {"Anna-Lena - Berta\n1. c D", "Anna-Lena", "Berta", ""},
        {"A game - Anna began.\n1. c D", "", "", ""},
        {"Anna - Berta\nprose\n1. c D", "", "", ""},
        {"Anna\n1. c D", "", "", ""},
        {"- Berta\n1. c D", "", "", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct records records = records_of(cases[i].text);
        assert_int_equal(records.count, 1);
        assert_string_equal(records.records[0].player[0], cases[i].south);
        assert_string_equal(records.records[0].player[1], cases[i].north);
        assert_string_equal(records.records[0].date, cases[i].date);
        records_clear(&records);
    }
    // A title with a dash does not make a game of a numbered list.
    struct records records = records_of("Kauri - the rules\n\n1. Take a hole.\n\n1. c D");
    assert_int_equal(records.count, 1);
    assert_string_equal(records.records[0].fault, "");
    records_clear(&records);
}

TEST(text_around_games_is_skipped)
{
    struct records records = records_of("Kauri (1) - a game - of 2 rows\n"
                                        "1. take a hole\n2. sow it\n\n"
                                        "(1) The header - of nothing\n\nprose\n\n"
                                        "1. f D\n"
                                        "(2) X - Y - today\n1. e E\n\n"
                                        "35. was the best move\n\n"
                                        "  (A) a note - not a game\n");
    assert_int_equal(records.count, 2);
    assert_string_equal(records.records[0].player[0], "The header"); // a numbered head is kept
    assert_int_equal(records.records[0].line, 5);
    assert_int_equal(records.records[0].count, 2);
    assert_string_equal(records.records[1].player[1], "Y");
    assert_int_equal(records.records[1].line, 10);
    records_clear(&records);
}

#define NO_MOVE     "is neither a move (a..f South, A..F North) nor a move number"
#define NO_CAPTURES "is neither captures such as (+2;-1) nor a note such as (A)"

TEST(bad_records_say_where)
{
    static const struct {
        const char *text;
        const char *message;
    } cases[] = {
        {"1. f D;\n2. g E", "line 2, column 4, move 2: \"g\" " NO_MOVE},
        {"1. f D; 2. ee", "line 1, column 12, move 2: \"ee\" " NO_MOVE},
        {"1. f D; 0. e", "line 1, column 9, move 1: \"0.\" " NO_MOVE},
        {"1. f D; 999999999999. e", "line 1, column 9, move 1: \"999999999999.\" " NO_MOVE},
        {"1. f D \xe2\x80\xaf\xc3\xbc\xe2\x80\x91g",
         "line 1, column 9, move 1: \"\xc3\xbc<U+2011>g\" " NO_MOVE},
        {"1. e E then D", "line 1, column 8, move 1: \"then\" " NO_MOVE},
        {"1. f (+)", "line 1, column 6, move 1: \"(+)\" " NO_CAPTURES},
        {"1. f (+61)", "line 1, column 6, move 1: \"(+61)\" " NO_CAPTURES},
        {"1. f (+60+1)", "line 1, column 6, move 1: \"(+60+1)\" " NO_CAPTURES},
        {"1. f (+1", "line 1, column 6, move 1: \"(+1\" " NO_CAPTURES},
        {"1. f (very good", "line 1, column 6, move 1: \"(very\" has no closing bracket"},
        {"1. f!!!! D", "line 1, column 8, move 1: \"!\" is a fourth mark"},
        {"1. f D; 2. 3. e", "line 1, column 9, move 2: \"2.\" is not followed by a move"},
        {"1. f D; 2.\n\n- 17 -\n\ne", "line 1, column 9, move 2: \"2.\" is not followed by a move"},
        {"5. c A", "line 1: the record begins with move 5; put the moves before it, or a line "
                   "\"Position ...\" with the position before it"},
        {"(1) A - B\nPosition 1/1 X\n1. a",
         "line 2: position \"1/1 X\": the side to move must be S or N"},
        {"7,0,0,0,0,0+1/0,0,0+2,0+1,0+1,5+7 30:18\n1. a",
         "line 1: position \"7,0,0,0,0,0+1/0,0,0+2,0+1,0+1,5+7 30:18\": the side to move must be S "
         "or N"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct records records = records_of(cases[i].text);
        assert_int_equal(records.count, 1);
        assert_string_equal(records.records[0].fault, cases[i].message);
        assert_int_equal(records.records[0].start_bad, strstr(cases[i].message, "osition") != NULL);
        assert_true(!records.records[0].start_bad || records.records[0].count == 0);
        records_clear(&records);
    }
    static const char *const none[] = {"", "(1) A - B\n\nnothing\n"};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        assert_int_equal(records_of(none[i]).count, 0);
    }
}

// A game that cannot be read ends at its bad word; paragraphs that go on with it are left out with
// it, and the next game is read.
TEST(a_bad_record_leaves_the_others)
{
    struct records records =
        records_of("1. a A; 2. zz\n3. b B\n\n4. c C\n\n1. f D\n\n(7) x - y - z\nPosition bad\n\n"
                   "1. a A\n\n2. c\n\n(8) a - b - c\n\n1. f D; 2. e - won by 3 : 1; 3. c D");
    static const struct {
        unsigned number, plies;
        bool bad, start_bad;
    } expected[] = {
        {0, 2, true, false}, {0, 2, false, false}, {7, 0, true, true}, {8, 3, true, false}};
    assert_int_equal(records.count, 4);
    for (size_t i = 0; i < records.count; i++) {
        const struct kauri_record *record = &records.records[i];
        assert_int_equal(record->number, expected[i].number);
        assert_int_equal(record->count, expected[i].plies);
        assert_int_equal(record->fault[0] != '\0', expected[i].bad);
        assert_int_equal(record->start_bad, expected[i].start_bad);
    }
    assert_string_equal(records.records[3].fault,
                        "line 17, column 30, move 2: \"3.\" follows what was taken for the result");
    records_clear(&records);
}

TEST(names_are_cut_between_characters)
{
    char name[8];
    kauri_record_copy(name, sizeof name, "abcdef\xc3\xb6g", 9);
    assert_string_equal(name, "abcdef");
    kauri_record_copy(name, sizeof name, "abcde\xc3\xb6g", 8);
    assert_string_equal(name, "abcde\xc3\xb6");
    // No control characters, for terminals and JSON; bytes that are not UTF-8 are Windows-1252.
    char clean[64];
    static const char dirty[] =
        "a\x1b[1m\tb\x7f \xfc \x96( \xe2\x80\x8b \xc2\x9b \xe2\x82\xac \xf0\x9f\x90\x9a \xc3";
    kauri_record_copy(clean, sizeof clean, dirty, sizeof dirty - 1);
    assert_string_equal(clean, "a?[1m b? \xc3\xbc \xe2\x80\x93(  ? \xe2\x82\xac "
                               "\xf0\x9f\x90\x9a \xc3\x83");
}

// Any text is read or refused without a fault: bytes of the published games are changed, removed
// and doubled.
TEST(altered_records_are_read_or_refused)
{
    struct records records = published_games();
    static const char alphabet[] = "abfABF019.;()+-!?: \n\n\t\"X\x80";
    uint64_t random = 8;
    unsigned accepted = 0;
    unsigned faults = 0;
    for (unsigned i = 0; i < 4000; i++) {
        char *text = NULL;
        const struct kauri_record *record = &records.records[random_below(&random, 4)];
        assert_int_equal(kauri_record_format(record, &text, NULL), KAURI_OK);
        for (unsigned n = random_below(&random, 4); n > 0; n--) {
            text[random_below(&random, (unsigned)strlen(text))] =
                alphabet[random_below(&random, sizeof alphabet - 1)];
        }
        if (random_below(&random, 4) == 0) {
            text[random_below(&random, (unsigned)strlen(text))] = '\0';
        }
        struct records again = records_of(text);
        accepted += again.count > 0;
        for (size_t g = 0; g < again.count; g++) {
            assert_true(again.records[g].count > 0 || again.records[g].fault[0] != '\0' ||
                        again.records[g].start_given);
            assert_null(strchr(again.records[g].fault, '\n'));
            faults += again.records[g].fault[0] != '\0';
        }
        records_clear(&again);
        free(text);
    }
    assert_true(accepted > 3000 && faults > 500 && faults < 3000);
    records_clear(&records);
}
