// Game records: hyphens that join moves, dashes before a result sentence, and the sentence itself.
#include "tests/games/records/records.h"

#include <string.h>

// What precedes each move of a record: '-' if it is joined, 'p' if it is a pass, '.' otherwise.
static const char *shape_of(const struct kauri_record *record, char shape[64])
{
    size_t n = 0;
    for (; n < record->count; n++) {
        const struct kauri_ply *ply = &record->plies[n];
        shape[n] = ply->hole == KAURI_MOVE_PASS ? 'p' : ply->joined ? '-' : '.';
    }
    shape[n] = '\0';
    return shape;
}

// A dash never ends the record while a number or a move follows: then it is a pass, which the rules
// check, or joins two moves.
TEST(a_dash_stands_for_a_pass)
{
    static const struct {
        const char *text, *shape;
    } cases[] = {
        {"1. d -- 2. a -- 3. f", ".p.p."},
        {"1. d --\n2. a --\n3. f\n", ".p.p."},
        {"1. d - 2. a \xe2\x80\x94 3. f (+34)", ".p.p."},
        {"1. d\n--\n2. a\n-\n3. f", ".p.p."},
        {"1. d --", ".p"},
        {"1. d pass; 2. a Pass 3. f", ".p.p."},
        {
            "1. d (pass) 2. a",
            "..",
        },
        {"1. d setzt aus 2. a passe 3. f passa", ".p.p.p"},
        {"1. d - pass - a - f", ".p.-"},
        {"1. c D; 2. f E -\n3. b D; 4. c E", "....p...."},
        {"1. c D; 2. f E; 3. b -\nD; 4. c E\n5. b C", ".........."}, // nobody can have passed
        {"1. f D; 2. -E", "..p."},
        {"1. f D; 2. - E (+1); 3. b", "..p.."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char shape[64];
        struct records records = records_of(cases[i].text);
        assert_int_equal(records.count, 1);
        assert_string_equal(records.records[0].fault, "");
        if (strcmp(shape_of(&records.records[0], shape), cases[i].shape) != 0) {
            fail_msg("%s: %s", cases[i].text, shape);
        }
        assert_false(records.records[0].result.given);
        records_clear(&records);
    }
}

TEST(results_are_understood)
{
    static const struct {
        const char *sentence;
        bool scored, sided;
        unsigned south, north;
    } cases[] = {
        {"Low won by 31 : 8 points.", true, true, 31, 8},
        {"High won by 31:8.", true, true, 8, 31},
        {"South won by 20 : 10 points.", true, true, 20, 10},
        {"North won by 20 : 10 points.", true, true, 10, 20},
        {"Nobody won by 20 : 10 points.", true, false, 20, 10}, // unknown words
        {"Game won by 20 : 10 points.", true, false, 20, 10},   // a name of both
        {"Draw by 30 : 30 points.", true, true, 30, 30},
        {"20 : 10", true, false, 20, 10},
        {"High resigned.", false, false, 0, 0},
        {"High won on move 12 by 300 : 7.", false, false, 0, 0},
        {"High won at 12 with 4 : 61, 4 :, then 5 : 6.", true, false, 5, 6},
        {"High won 5 : 6", true, true, 5, 6}, // the winner has more
        {"South beat North 31-8", true, true, 31, 8},
        {"Sieg f\xc3\xbcr High, 20 zu 10", true, true, 10, 20},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct kauri_record record;
        kauri_record_init(&record);
        (void)strcpy(record.player[0], "Low Game");
        (void)strcpy(record.player[1], "High Game (1)");
        kauri_record_set_result(&record, cases[i].sentence);
        assert_true(record.result.given);
        assert_int_equal(record.result.scored, cases[i].scored);
        if (cases[i].scored) {
            assert_int_equal(record.result.sided, cases[i].sided);
            assert_int_equal(record.result.score[0], cases[i].south);
            assert_int_equal(record.result.score[1], cases[i].north);
        }
    }
}

// Blanks around the hyphen of joined moves, and dashes that begin a result sentence.
TEST(hyphens_may_have_blanks)
{
    static const struct {
        const char *text;
        size_t plies;
        const char *result;
    } cases[] = {
        {"1. d-a-f (+34)", 3, ""},
        {"1. d - a -f(+34)", 3, ""},
        {"1. d -a- f; 2. c", 4, ""},
        {"1. d - a", 2, ""},
        {"1. d - a draw", 1, "a draw"},
        {"1. d - a", 2, ""},
        {"1. d -\n a-f", 3, ""},
        {"1. d - f won by 3 : 1.", 1, "f won by 3 : 1."},
        {"1. d - a very long game.", 1, "a very long game."},
        {"1. d D; 2. e - North wins. After 2. b - C North has all.", 3,
         "North wins. After 2. b - C North has all."},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct records records = records_of(cases[i].text);
        assert_int_equal(records.count, 1);
        assert_int_equal(records.records[0].count, cases[i].plies);
        assert_string_equal(records.records[0].result.text, cases[i].result);
        assert_string_equal(records.records[0].fault, "");
        records_clear(&records);
    }
}

// Web pages write no-break spaces, and editors a byte order mark.
TEST(odd_blanks_are_blanks)
{
    static const char with_tildes[] = "(1)~\"A~Z\"~-~North\n"
                                      "Position~0+1,3/0+1,0 S 1:0~\n~\n"
                                      "1.~a~(~+3) A;~2. b~-~North won by~4~:~0.~\n";
    char text[256] = "\xef\xbb\xbf";
    for (const char *c = with_tildes; *c != '\0'; c++) {
        const char plain[] = {*c, '\0'};
        (void)strcat(text, *c == '~' ? "\xc2\xa0" : plain);
    }
    struct records records = records_of(text);
    assert_int_equal(records.count, 1);
    const struct kauri_record *record = &records.records[0];
    assert_string_equal(record->fault, "");
    assert_string_equal(record->player[0], "\"A Z\"");
    assert_string_equal(record->player[1], "North");
    assert_true(record->start_given);
    assert_int_equal(record->count, 3);
    assert_int_equal(record->plies[0].captures.own, 3);
    assert_string_equal(record->result.text, "North won by 4 : 0.");
    assert_true(record->result.scored);
    records_clear(&records);
}
