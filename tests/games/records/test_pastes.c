// SPDX-License-Identifier: MIT AND CC-BY-SA-2.5
// Game records as people paste them: whatever the marks, the numbers and the typography, the game
// is the same, or the text is refused with the place of its fault (docs/guide/RECORDS.md).
#include "tests/games/records/records.h"
#include "tests/rules/positions.h"

#include "games/records/record_write.h"
#include "games/records/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define START "0+1,0,0,0+1,0+3,1+3/0,0+1,0,1,0+3,0 S 28:30"

// The moves of a replayed game, "eEeF-": passes are dashes.
static const char *moves_of(const struct kauri_replay *replay, char moves[256])
{
    size_t n = 0;
    for (; n < replay->count && n < 255; n++) {
        moves[n] =
            kauri_move_letter((enum kauri_side)replay->plies[n].before.side, replay->plies[n].hole);
    }
    moves[n] = '\0';
    return moves;
}

// Fails unless the text has exactly one game with these moves, which can be played to its end.
static void check_moves(const char *text, const char *expected)
{
    struct records records = records_of(text);
    struct kauri_replay replay;
    struct kauri_error error = {KAURI_OK, ""};
    char moves[256] = "";
    if (records.count != 1) {
        fail_msg("%zu games in: %s", records.count, text);
    }
    if (kauri_replay_record(&records.records[0], &replay, &error) != KAURI_OK) {
        fail_msg("%s\nin: %s", error.message, text);
    }
    if (strcmp(moves_of(&replay, moves), expected) != 0) {
        fail_msg("%s instead of %s in: %s", moves, expected, text);
    }
    kauri_replay_clear(&replay);
    records_clear(&records);
}

TEST(numbers_have_many_forms)
{
    static const char *const texts[] = {
        "1. e E; 2. e F; 3. b C (+2)",
        "1) e E 2) e F 3) b C",
        "1: e E\n2: e F\n3: b C",
        "1 e E 2 e F 3 b C",
        "1.e E 2.e F 3.b C",
        "1. e 1... E 2. e 2... F 3. b 3... C",
        "1. e\n1... E\n2. e\n2... F\n3. b\n3... C",
        "1. e 1. ... E 2. e 2. ... F 3. b 3. ... C",
        ("1. e 1\xe2\x80\xa6 E 2. e 2\xe2\x80\xa6"
         "F 3. b 3 \xe2\x80\xa6 C"),
        "1. e\n   E\n2. e\n   F\n3. b\n   C",
        "1. e E\n1. e F\n1. b C", // Markdown
        "1. e, E; 2. e, F; 3. b, C",
        "1.e-E 2.e-F 3.b-C(+2)",
        "1. e E.\n2. e F.\n3. b C (+2).",
        "1. S: e, N: E\n2. S: e, N: F\n3. S: b, N: C",
        "1. e / E 2. e / F 3. b / C",
        "1. e - E; 2. e \xe2\x80\x93 F; 3. b \xe2\x80\x94 C",
        "1. e ... E; 2. e .. F; 3. b \xe2\x80\xa6 C",
        "1. e E (0:0)\n2. e F (0:0)\n3. b C (0:2)",
        "e E e F b C",
        "(1) Anna - Berta\n\ne E\ne F\nb C",
        "e E\ne F\nb C +2",
        "1\xc2\xba e E; 2\xc2\xba e F; 3\xc2\xba b C",
        "Move 1: e, E\nMove 2: e, F\nMove 3: b, C",
        "Zug 1: e E\nZug 2: e F\nZug 3: b C",
        "1. South e North E; 2. South: e, North: F; 3. South b C",
        "1. eE 2. eF 3. bC",
        "- 1. e E\n- 2. e F\n- 3. b C\n",
        "(1) A - B\n1. e E; 2. e F\n\n3. b C",
        "[21:03] Anna: 1. e E 2. e F\n[21:05] Berta: 3. b C",
        "1. e E\nA good beginning.\n2. e F\n\nNow North captures.\n\n3. b C (+2)",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        check_moves(texts[i], "eEeFbC");
    }
}

TEST(tables_and_markup_fall_away)
{
    static const char *const texts[] = {
        "**1.** e E; **2.** e F; **3.** b C",
        "1\\. e E\n2\\. e F\n3\\. b C",
        "'''1.''' e E; '''2.''' ''e'' F; 3. b C",
        "`1. e E; 2. e F; 3. b C`",
        "> 1. e E\n> 2. e F\n> > 3. b C",
        "* 1. e E\n* 2. e F\n* 3. b C",
        "\xe2\x80\xa2 1. e E\n\xe2\x80\xa2 2. e F\n\xe2\x80\xa2 3. b C",
        "| 1 | e | E |\n| 2 | e | F |\n| 3 | b | C |",
        "| # | South | North |\n|---|:-:|:-:|\n| 1 | e | E |\n| 2 | e | F |\n| 3 | b | C (+2) |",
        "{| class=\"wikitable\"\n|-\n| 1 || e || E\n|-\n| 2 || e || F\n|-\n| 3 || b || C\n|}",
        "+---+---+---+\n| 1 | e | E |\n+---+---+---+\n| 2 | e | F |\n+---+---+---+\n| 3 | b | C |",
        "1\te\tE\n2\te\tF\n3\tb\tC\n",
        "1,e,E\n2,e,F\n3,b,C\n",
        "1;e;E\r\n2;e;F\r\n3;b;C\r\n",
        "\"1\",\"e\",\"E\"\n\"2\",\"e\",\"F\"\n\"3\",\"b\",\"C\"\n",
        "<s>1. f D</s> ~~2. a~~ 1. e E; 2. e F; <del>3. f</del> 3. b C",
        "\"1.\",\"e\",\"E\"\n\"2.\",\"e\",\"F\"\n\"3.\",\"b\",\"C\"\n",
        "<p>1. e E; 2. e F;<br />\n3. b C</p>",
        "1.&nbsp;e&nbsp;E; 2.&#160;e F; 3.&#xA0;b C",
        "<ol><li>1. e E</li><li>2. e F</li><li>3. b C</li></ol>",
        "<table><tr><td>1.</td><td>e</td><td>E</td></tr>\n<tr><td>2.</td><td>e</td><td>F</td></tr>"
        "<tr><td>3.</td><td>b</td><td>C</td></tr></table>",
        "<html><head><title>1. a B</title></head><body><!-- 1. f D --><b>1.</b> e E; <i>2.</i> e "
        "F; "
        "3. b<sup></sup> C</body></html>",
        "[b]1.[/b] e E; 2. e F; 3. b C",
        "[list]\n[*]1. e E\n[*]2. e F\n[*]3. b C\n[/list]",
        "[spoiler]1. e E; 2. e F; 3. b C[/spoiler]",
        "[table][tr][td]1.[/td][td]e[/td][td]E[/td][/tr]\n[tr][td]2.[/td][td]e[/td][td]F[/td][/"
        "tr]\n"
        "[tr][td]3.[/td][td]b[/td][td]C[/td][/tr][/table]",
        "1. e E[^1] 2. e F[2] 3. b C",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        check_moves(texts[i], "eEeFbC");
    }
}

TEST(comments_and_marks_are_skipped)
{
    static const char *const texts[] = {
        "1. e {king} E; 2. e {[%clk 0:01]} F; 3. b {a\nlong one} C",
        "1. e (the best) E; 2. e (2. f F 3. a) F; 3. b C",
        "1. e E ; a comment, as in PGN\n2. e F\n3. b C",
        "1. e! E?! 2. e!! F?? 3. b\xc2\xb1 C $1",
        "1. e E += 2. e F =/+ 3. b C -+",
        "1. e (A) E; 2. e F (b); 3. b C [1]",
        "1. e E (!) 2. e F (=) 3. b C",
        "1. e E\n(1... D\n2. a B)\n2. e F; 3. b C",
        "1. e E\n\n(1... D\n2. a B)\n\n2. e F; 3. b C",
        "1. e E (better than\nin game 2) 2. e F; 3. b C",
        "1. e E - the usual\n2. e F - 3 games\n3. b C",
        "1. e E; 2. e F; 3. b C ( + 2 )",
        "1. e E; 2. e F; 3. b C [+2]",
        "1. e E; 2. e F; 3. b C x2",
        "1. e E; 2. e F; 3. b C +2",
        "1. e E; 2. e F; 3. b Cx2",
        "1. e E; 2. e F; 3. b C (2)",
        ("1. e E; 2. e F; 3. b C \xef\xbc\x88\xef\xbc\x8b"
         "2\xef\xbc\x89"),
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        check_moves(texts[i], "eEeFbC");
    }
    struct records records = records_of(texts[11]);
    assert_int_equal(records.records[0].plies[5].captures.own, 2);
    records_clear(&records);
}

TEST(headings_and_prose_are_no_moves)
{
    static const char *const texts[] = {
        "Position after 35 moves:\n1. e E; 2. e F; 3. b C",
        ("(3) A - B\nGame 3, played in Hain\n\n1. e E; 2. e F; 3. b C\nAccording to North, E was "
         "bad."),
        "1. e E; 2. e F; 3. b C\nEndgame Position at Move 35 (South to move!)\n",
        "1. e E; 2. e F; 3. b C\nA: According to the new rules E-D-E-A draws.",
        "1. e E; 2. e F; 3. b C\n(A) A note, in which E-D loses.",
        "1. e E; 2. e F; 3. b C\nF E D C B A\na b c d e f\n",
        "1. Take a hole.\n2. Sow it.\n\n1. e E; 2. e F; 3. b C\n\n35. was the best move",
        "a) Take a hole\nb) Sow it\n\n1. e E; 2. e F; 3. b C",
        "Date: 5. 4. 2011\n\n1. e E; 2. e F; 3. b C",
        "1. e E; 2. e F; 3. b C\n---\nAnna",
        "1. e E; 2. e F; 3. b C\n-- \nAnna",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        check_moves(texts[i], "eEeFbC");
    }
}

// Lines that begin with the letter of a hole, behind an empty line or other words.
TEST(signatures_are_no_moves)
{
    static const char *const lines[] = {
        "C/O Mancala Club",
        "E-mail: a@b.c",
        "D-10115 Berlin",
        "A. Miller",
        "A? B? C?",
        "B! would have been better",
        "F (+2) was also good.",
        "P.S. Next game on Monday.",
        "p. 17",
        "E, instead, was better.",
    };
    static const char *const gaps[] = {"\n\n", "\n\nCheers,\n"};
    for (size_t i = 0; i < 2 * (sizeof lines / sizeof lines[0]); i++) {
        char text[120];
        (void)snprintf(text, sizeof text, "1. e E; 2. e F; 3. b C (+2); 4. e%s%s\n", gaps[i % 2],
                       lines[i / 2]);
        check_moves(text, "eEeFbCe");
    }
}

TEST(passes_may_be_written)
{
    static const char *const texts[] = {
        "7. d-a-f (+34)",
        "7. d \xe2\x80\x91 a \xe2\x80\x91 f",
        "7. d -- 8. a -- 9. f (+34)",
        "7. d --\n8. a --\n9. f (+34)",
        "7. d - 8. a - 9. f 1-0",
        "7. d -- 8. a -- 9. f 34:4",
        "7. d-a-\nf 34:4",
        "7. d pass 8. a passe; 9. f",
        "7. d, North passes, a, North passes, f",
        "7. d (North passes) a (North passes) f",
        "7. d a f",
        "7. d ... 8. a ... 9. f",
        "7. d -, 8. a -, 9. f (+34)",
        "7. d -> a -> f (+34)",
        "7. d \xe2\x80\x93 (North cannot move) 8. a \xe2\x80\x93 (again) 9. f",
        "7. d -\na -\nf (+34)",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        char text[200];
        (void)snprintf(text, sizeof text, "1. e E 2. e F 3. b C 4. e D 5. c A 6. e B %s", texts[i]);
        check_moves(text, "eEeFbCeDcAeBd-a-f");
    }
}

// Moves that stand where one could overlook them.
TEST(no_move_is_lost)
{
    static const struct {
        const char *text, *moves;
    } cases[] = {
        {"1,e,E\n2,e,F\n3,b\n", "eEeFb"},
        {"| 1 | e | E |\n| 2 | e | |", "eEe"},
        {"1 e E\n2 e", "eEe"},
        {"1.\ne E 2.\ne F", "eEeF"},
        {"1. e\n... E\n2. e\n...F", "eEeF"},
        {"1. e\n\n1... E\n\n2. e", "eEe"},
        {"Anna: 1. e\nBob: E\nAnna: 2. e", "eEe"},
        {"1. e E; 2. e\nHm.\nF; 3. b C", "eEeFbC"},
        {"1. e E\n// 2. e F", "eEeF"},
        {"1. e E\n#2. e F\n+ 3. b C", "eEeFbC"},
        {"e E e F b C (+2) e D c A +2 e B d-a-f (+34)", "eEeFbCeDcAeBd-a-f"},
        {"e E e F b C e D c A e B d pass a pass f", "eEeFbCeDcAeBd-a-f"},
        {"1. e E; 2. e F; 3. b C\n21:05", "eEeFbC"},
        {"1. e E\n9:04\n2. e F\n9:15\n3. b C", "eEeFbC"},
        {"1. e E 0:0\n2. e F 0:0\n3. b C 0:2", "eEeFbC"},
        {"1. e E; 2. e F\n\na", "eEeF"},
        {"1. f F; 2. e (0:0)", "fFe"},
        {"1. e E 2. e\nF (0:0)", "eEeF"},
        {"(1) A - B\n\ne E\n\ne F\n\nb C", "eEeFbC"},
        {"e E e F\n\nb C (+2) e D", "eEeFbCeD"},
        {"1. e E 2. e F\n\nb C (+2) e D", "eEeFbCeD"},
        {"1. e E; 2. e F;\n\nb C (+2); 4. e D", "eEeFbCeD"},
        {"e E\ne F\nThen:\nb C (+2)\ne D", "eEeFbCeD"},
        {"1.) e E 2.) e F", "eEeF"},
        {"Position: " START "\n1 a\n", "a"},
        {"Position: " START "\nS: a\nN: B", "aB"},
        {"1. e E; 2. e F; a draw", "eEeF"},
        {"Carl - Dora 1. f F 2. d C", "fFdC"},
        {"(1) Carl - Dora 1. f F\n2. d C", "fFdC"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        check_moves(cases[i].text, cases[i].moves);
    }
    static const char *const faults[] = {
        "1. e E - good! 2. e F",
        "1. e E \xe2\x80\x93 nice move \xe2\x80\x93 2. e F",
        "1. e - solid - E 2. e F",
        "1. e also E; 2. e F\n\n1. e E",
        "1. e E; 2. e F - South wins. 1. e E",
        "1. e E 2. ? ? 3. f F",
        "1. e E 2. {lost} 3. f F",
        "1. e E 2.\n\n- 17 -\n\nf F",
        "1. e E\n(+2 was possible with d) 2. e F",
        "1. e E 2. e -\n(+2 was possible with d) 3. b C",
        "| 1. | e | E |\n| 2. | | |\n| 3. | f | F |",
    };
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        struct records records = records_of(faults[i]);
        if (records.count == 0 || records.records[0].fault[0] == '\0') {
            fail_msg("no fault in: %s", faults[i]);
        }
        records_clear(&records);
    }
}

TEST(start_positions_are_found)
{
    static const char *const texts[] = {
        "Position " START "\n1. a B; 2. d C",
        "Position: " START "\n1. a B; 2. d C",
        "position = " START "\n\n1. a B; 2. d C",
        "Stellung: " START "\n1. a B; 2. d C",
        START "\n1. a B; 2. d C",
        "\"" START "\"\n1. a B; 2. d C",
        "`" START "`\n\n1. a B; 2. d C",
        "**Position:** `" START "`\n\n1. a B; 2. d C",
        "Start: \xe2\x80\x9e" START "\xe2\x80\x9c.\n1. a B; 2. d C",
        "[FEN \"" START "\"]\n[Result \"*\"]\n\n1. a B; 2. d C",
        "(1) A - B\nPosition: " START "\nSouth to move\n1. a B; 2. d C",
        "Position " START " (South to move!)\n35. a B; 36. d C",
        "<p>Position: <code>" START "</code></p><p>1. a B; 2. d C</p>",
        "After 34... B the position is " START ".\n\n35. a B; 36. d C",
        "FEN: " START "\nmoves: a B d C",
        "Position " START "\na B d C",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct records records = records_of(texts[i]);
        if (records.count != 1 || !records.records[0].start_given) {
            fail_msg("no start in: %s", texts[i]);
        }
        assert_position(&records.records[0].start, START);
        records_clear(&records);
        check_moves(texts[i], "aBdC");
    }
    check_moves("Position 0,1+1/0,1+1 N\n1... B 2. b", "Bb");
}

TEST(what_is_meant_as_a_position_is_never_skipped)
{
    static const char *const bad[] = {
        "Position 0+1;0;0;0+1;0+3;1+3/0;0+1;0;1;0+3;0 S 28:30\n1. a B",
        "Position: 0+1,0,0,0+1,0+3,1+3|0,0+1,0,1,0+3,0 S\n1. a B",
        "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w\"]\n\n1. a B",
        "0+1,0,0,0+1,0+3,1+3/0,0+1,0,1,0+3,0 28:30\n1. a B",
        "Position 0+1,0,0,0+1,0+3,1+3/0,0+1,0,1,0+3,0 S (28:30)\n1. a B",
        "0+1,0,0,0+1,0+3,1+3/0,0+1,0,1,0+3,0 S, score 28:30\n1. a B",
        "1,2/3 S\n1. a B",
        "5x1,0/1,0 S\n1. a B",
        "0+1 0 0 0+1 0+3 1+3 / 0 0+1 0 1 0+3 0 S 28:30\n1. a B",
        "Position: 0+1|0|0|0+1|0+3|1+3 0|0+1|0|1|0+3|0 S\n1. a B",
        "South: 0+1,0,0,0+1,0+3,1+3\nNorth: 0,0+1,0,1,0+3,0\n1. a B",
        "5\xc3\x97"
        "1,0/1,0 S\n1. a B",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        struct records records = records_of(bad[i]);
        if (records.count != 1 || !records.records[0].start_bad) {
            fail_msg("skipped in: %s", bad[i]);
        }
        records_clear(&records);
    }
    static const char *const none[] = {"Page 1/2 S. 3\n1. e E",
                                       "Anna 3/5 S Bob\n1. e E",
                                       "1,2,3,4/5 is a fraction.\n1. e E",
                                       "Position 3 of the article\n1. e E",
                                       "Start: 5+1 in each hole\n1. e E",
                                       "Start 1/2/2011\n1. e E"};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++) {
        check_moves(none[i], "eE");
    }
    struct records records = records_of(START "\n\nSouth to move\n\n1. a B");
    assert_int_equal(records.count, 1);
    assert_position(&records.records[0].start, START);
    assert_string_equal(records.records[0].remark[0],
                        "the game starts from the position in line 1");
    records_clear(&records);
}

// A position that no moves follow is a record without plies; no position is skipped.
TEST(positions_without_moves_are_records)
{
    struct records records = records_of("Position " START "\n\nSome prose.\n\n1,0+1/0,0+1 N 0:1\n"
                                        "1,0+1/0,0+1 S 0:1\n\n1. b B\n\n" START "\n");
    assert_int_equal(records.count, 4);
    static const size_t plies[] = {0, 0, 2, 0};
    for (size_t i = 0; i < records.count; i++) {
        assert_true(records.records[i].start_given);
        assert_int_equal(records.records[i].count, plies[i]);
        assert_string_equal(records.records[i].fault, "");
    }
    assert_int_equal(records.records[1].line, 5);
    records_clear(&records);
}

TEST(odd_numbers_are_told)
{
    static const struct {
        const char *text, *remark;
    } cases[] = {
        {"1. e E; 2. e F; 30. b C (+2)", "line 1: the move numbers go from 2 to 30"},
        {"1. e E; 3. e F\n2. b C", "line 1: the move numbers go from 1 to 3"},
        {"1. e E\n1. e F", "several moves have the number 1"},
        {"e E e F b C", "the moves have no numbers"},
        {"Anna: 1. e E\nBob: nice\nAnna: 2. e F", ""},
        {"We looked at " START " (South to move).\nThen:\n1. e E",
         "the position in line 1 is not used"},
        {"[Result \"0-1\"]\n\n1. e E 1-0", "the head has another result than the text"},
        {"Anna - Bert 0-1\n\n1. e E 1-0", "the head has another result than the text"},
        {"1. e E; 2. e F; 2. b C", "line 1: the move number 2 comes again"},
        {"South: 0+1,0,0,0+1,0+3,1+3\nSouth to move\n\n1. e E",
         "the position in line 1 is not used"},
        {"| 3@ | 1 |\n| 1 | 2@ |\nSouth to move\n\n1. e E", "the position in line 2 is not used"},
        {"1. e E; 2. e\n\nCheers,\nF\n", "line 4: a single letter is read as a move"},
        {"(1) J\xfcrg - B\n1. e E",
         "from line 1 on, bytes that are not UTF-8 were read as Windows-1252"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct records records = records_of(cases[i].text);
        assert_int_equal(records.count, 1);
        assert_string_equal(records.records[0].remark[0], cases[i].remark);
        records_clear(&records);
    }
    struct records records = records_of("1. e E\n1. e F\n1. b C");
    assert_int_equal(records.records[0].plies[5].number, 3);
    records_clear(&records);
}

// A record that begins in the middle is never played from the start position.
TEST(a_record_without_its_beginning_is_refused)
{
    static const struct {
        const char *text;
        size_t games;
    } cases[] = {
        {"20. e E; 21. e F", 1},
        {"(4) A - B\n\n35. f F; 36. f E", 1},
        {"1. e E; 2. e F - South resigned.\n\n3. b C", 2},
        {"1. e E; 2. e F\n\n9. b C", 1}, // goes on, with a remark
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct records records = records_of(cases[i].text);
        assert_int_equal(records.count, cases[i].games);
        const struct kauri_record *last = &records.records[records.count - 1];
        if (i < 3) {
            assert_true(last->start_bad);
            assert_non_null(strstr(last->fault, "the record begins with move"));
        } else {
            assert_int_equal(last->remark_count, 1);
        }
        records_clear(&records);
    }
}

// Every dash and blank of a record may be another one, and signs without a width may stand
// anywhere.
TEST(typography_does_not_matter)
{
    static const char *const dashes[] = {"-",
                                         "\xe2\x80\x90",
                                         "\xe2\x80\x91",
                                         "\xe2\x80\x92",
                                         "\xe2\x80\x93",
                                         "\xe2\x80\x94",
                                         "\xe2\x80\x95",
                                         "\xe2\x88\x92",
                                         "\xc2\xad",
                                         "\xef\xbc\x8d",
                                         "&ndash;"};
    static const char *const blanks[] = {" ",
                                         "\t",
                                         "\xc2\xa0",
                                         "\xe2\x80\xaf",
                                         "\xe2\x80\x89",
                                         "\xe3\x80\x80",
                                         "&nbsp;",
                                         " \xe2\x80\x8b",
                                         "\xe2\x80\x8e ",
                                         "  "};
    static const char *const ends[] = {"\n", "\r\n", "\r", "\xe2\x80\xa8", "<br>\n", " \n"};
    struct records records = published_games();
    uint64_t random = 37;
    for (unsigned round = 0; round < 400; round++) {
        const struct kauri_record *record = &records.records[round % 4];
        struct kauri_replay expected;
        char moves[256];
        char *text = NULL;
        assert_int_equal(kauri_record_format(record, &text, NULL), KAURI_OK);
        char *mutated = calloc(8, strlen(text) + 1);
        assert_non_null(mutated);
        const char *end = ends[random_below(&random, 6)];
        const bool html = end[0] == '<';
        for (const char *c = text; *c != '\0'; c++) {
            const char same[] = {*c, '\0'};
            const char *to = *c == '-'    ? dashes[random_below(&random, html ? 11 : 10)]
                             : *c == ' '  ? blanks[random_below(&random, 10)]
                             : *c == '\n' ? end
                                          : same;
            (void)strcat(mutated, to);
        }
        assert_int_equal(kauri_replay_record(record, &expected, NULL), KAURI_OK);
        check_moves(mutated, moves_of(&expected, moves));
        kauri_replay_clear(&expected);
        free(mutated);
        free(text);
    }
    records_clear(&records);
}

// A start position belongs to one game.
TEST(positions_do_not_reach_the_next_game)
{
    static const char *const texts[] = {
        "[FEN \"" START "\"]\n\n*\n\n[White \"E\"]\n[Black \"F\"]\n\n1. e E 2. e F *",
        "Puzzle: " START "\n\nGame of the week:\n[White \"Anna\"]\n\n1. e E 2. e F",
        "Final position: " START "\n\nGame 2\n1. e E 2. e F",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct records records = records_of(texts[i]);
        if (records.count != 2 || records.records[0].count != 0 || records.records[1].start_given) {
            fail_msg("%zu records in: %s", records.count, texts[i]);
        }
        assert_int_equal(records.records[1].count, 4);
        records_clear(&records);
    }
    struct records records = records_of("e E\ne F\n\n1. b C (+2)\n2. e D");
    assert_int_equal(records.count, 2);
    records_clear(&records);
}

// Two games that nothing separates, and tags as in PGN.
TEST(games_follow_one_another)
{
    struct records records =
        records_of("1. e E; 2. e F\n1. f D; 2. e F; 3. b\n[White \"Anna\"]\n[Black \"Berta\"]\n"
                   "[Date \"2011.01.03\"]\n[Result \"1-0\"]\n\n1. f D 1-0\n(9) C vs. D\n1. f");
    static const size_t plies[] = {4, 5, 2, 1};
    assert_int_equal(records.count, 4);
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(records.records[i].count, plies[i]);
        assert_string_equal(records.records[i].fault, "");
    }
    assert_string_equal(records.records[2].player[KAURI_NORTH], "Berta");
    assert_string_equal(records.records[2].date, "2011.01.03");
    assert_int_equal(records.records[2].result.outcome, KAURI_OUTCOME_SOUTH);
    assert_string_equal(records.records[3].player[KAURI_NORTH], "D");
    records_clear(&records);
}

TEST(results_stand_in_many_places)
{
    static const struct {
        const char *after; // the sixth move of game 3, then South's last three
        enum kauri_result_check check;
    } cases[] = {
        {" 1-0", KAURI_RESULT_AGREES},
        {" 0-1", KAURI_RESULT_DIFFERS},
        {" \xc2\xbd-\xc2\xbd", KAURI_RESULT_DIFFERS},
        {" 1/2-1/2", KAURI_RESULT_DIFFERS},
        {" *", KAURI_RESULT_NOT_WRITTEN},
        {" 34:4", KAURI_RESULT_AGREES},
        {" 34-4", KAURI_RESULT_AGREES},
        {" (34:4)", KAURI_RESULT_AGREES},
        {" (0-1)", KAURI_RESULT_DIFFERS},
        {"\n34 : 4\n", KAURI_RESULT_AGREES},
        {" - draw", KAURI_RESULT_DIFFERS},
        {" - Unentschieden", KAURI_RESULT_DIFFERS},
        {" - A win for Gering, 34 : 4.", KAURI_RESULT_AGREES},
        {" - a draw", KAURI_RESULT_DIFFERS},
        {" - Patten won.", KAURI_RESULT_DIFFERS},
        {" - Patten lost.", KAURI_RESULT_AGREES},
        {" - Gering beat Patten", KAURI_RESULT_AGREES},
        {" - Patten resigned.", KAURI_RESULT_UNCHECKED},
        {" - Patten clearly won 34:4", KAURI_RESULT_UNCHECKED},
        {" - North to win", KAURI_RESULT_UNCHECKED},
        {" - won against South", KAURI_RESULT_UNCHECKED},
        {" - North is defeated.", KAURI_RESULT_UNCHECKED},
        {" - South against North: North wins", KAURI_RESULT_UNCHECKED},
        {" - North wins?", KAURI_RESULT_UNCHECKED},
        {" - South did not win 34:4", KAURI_RESULT_UNCHECKED},
        {" - 34:4 for North", KAURI_RESULT_DIFFERS},
        {" - Gering - Patten 34:4", KAURI_RESULT_AGREES},
        {" - Patten - Gering 34:4", KAURI_RESULT_DIFFERS},
        {" - South:North 4:34", KAURI_RESULT_DIFFERS},
        {" - 1-0 North wins", KAURI_RESULT_UNCHECKED},
        {" 34:4 (0-1)", KAURI_RESULT_DIFFERS},
        {" - South wins. No, North wins.", KAURI_RESULT_UNCHECKED},
        {" 1:0", KAURI_RESULT_AGREES},
        {"\nGering 1:0 Patten", KAURI_RESULT_AGREES},
        {"\nPatten 1:0 Gering", KAURI_RESULT_DIFFERS},
        {"\nBlack won.", KAURI_RESULT_DIFFERS},
        {"\nN wins 34:4", KAURI_RESULT_DIFFERS},
        {"\nResult: 0-1", KAURI_RESULT_DIFFERS},
        {" - Patten defeated by Gering 34:4", KAURI_RESULT_UNCHECKED},
        {" - Patten lost 4:34", KAURI_RESULT_AGREES},
        {" - Patten verliert 34:4", KAURI_RESULT_AGREES},
        {" - Gering won by 34 :\n4 points.", KAURI_RESULT_AGREES},
        {" - Mr. Patten won.", KAURI_RESULT_UNCHECKED},
        {" - Gering venceu por 34 a 4", KAURI_RESULT_AGREES},
        {" - A very good game.", KAURI_RESULT_UNCHECKED},
        {"\nGering won by 34 : 4 points.", KAURI_RESULT_AGREES},
        {"\n\nGering won by 34 : 4 points.", KAURI_RESULT_AGREES},
        {"\nResult: 34:4", KAURI_RESULT_AGREES},
        {"\nErgebnis: 4:30", KAURI_RESULT_DIFFERS},
        {" Gering wins", KAURI_RESULT_AGREES},
        {"\nSouth won by 34 : 4", KAURI_RESULT_AGREES},
        {"\nSouth thought that North had won.", KAURI_RESULT_NOT_WRITTEN},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[300];
        struct kauri_replay replay;
        (void)snprintf(
            text, sizeof text,
            "(3) Gering - Patten\n\n1. e E; 2. e F; 3. b C (+2); 4. e D; 5. c A (+2); 6. e "
            "B; 7. d-a-f (+34)%s",
            cases[i].after);
        struct records records = records_of(text);
        assert_int_equal(records.count, 1);
        if (kauri_replay_record(&records.records[0], &replay, NULL) != KAURI_OK ||
            replay.count != 17) {
            fail_msg("broken by: %s", cases[i].after);
        }
        if (replay.result != cases[i].check) {
            fail_msg("%d, not %d: %s", replay.result, cases[i].check, cases[i].after);
        }
        kauri_replay_clear(&replay);
        records_clear(&records);
    }
}

// Behind the names of a head, what may be a date, a round or a match is part of them.
TEST(results_stand_behind_names)
{
    static const struct {
        const char *head, *north, *date, *result;
    } cases[] = {
        {"Gering - Patten 1-0", "Patten", "", "1-0"},
        {"Gering - Patten, 34-4", "Patten", "", "34-4"},
        {"Gering - Patten: 34-26", "Patten", "", "34-26"},
        {"Gering - Patten \xc2\xbd-\xc2\xbd", "Patten", "", "\xc2\xbd-\xc2\xbd"},
        {"Gering - Patten 1/2-1/2", "Patten", "", "1/2-1/2"},
        {"(3) Gering - Patten - 2006 1-0", "Patten", "2006", "1-0"},
        {"Gering - Patten - 2006-11-28", "Patten", "2006-11-28", ""},
        {"Gering - Patten 11-28", "Patten 11-28", "", ""},
        {"Gering - Patten 31-12", "Patten 31-12", "", ""},
        {"Gering - Patten 05-34", "Patten 05-34", "", ""},
        {"Gering - Patten 2-1", "Patten 2-1", "", ""},
        {"Gering - Patten 12/11-13/11", "Patten 12/11-13/11", "", ""},
        {"Gering - Patten 45-46", "Patten 45-46", "", ""},
        {"Patten (North) - Gering (South) 0-1", "Patten (North)", "", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[300];
        (void)snprintf(text, sizeof text, "%s\n\n1. e E; 2. e F\n\n%s\n\n1. b B\n", cases[i].head,
                       cases[i].head);
        struct records records = records_of(text);
        assert_int_equal(records.count, 2); // the second head is no result of the first game
        for (size_t n = 0; n < 2; n++) {
            const struct kauri_record *record = &records.records[n];
            assert_string_equal(record->player[KAURI_NORTH], cases[i].north);
            assert_string_equal(record->date, cases[i].date);
            assert_string_equal(record->result.text, cases[i].result);
            assert_int_equal(record->remark_count, 0);
        }
        records_clear(&records);
    }
    struct records none = records_of("-1/2\n");
    assert_int_equal(none.count, 0);
    records_clear(&none);
}

// A position between moves belongs to its game.
TEST(diagrams_do_not_part_games)
{
    static const struct {
        const char *diagram;
        bool other;
    } cases[] = {
        {"7+1,7+1,7+1,7+1,1,7+3/6+2,6+1,6+1,6+1,0,0 S", false},
        {"7+1,7+1,7+1,7+1,1,7+3/6+2,6+1,6+1,6+1,0,0 S 0:0", false},
        {"7+1,7+1,7+1,7+1,1,7+3/6+2,6+1,6+1,6+1,0,0 N", true},
        {START, true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[256];
        struct kauri_replay replay;
        (void)snprintf(text, sizeof text, "(1) A - B\n1. e E; 2. e F\n\n%s\n\n3. b C (+2) 0-1",
                       cases[i].diagram);
        check_moves(text, "eEeFbC");
        struct records records = records_of(text);
        assert_int_equal(kauri_replay_record(&records.records[0], &replay, NULL), KAURI_OK);
        kauri_replay_complete(&replay, &records.records[0]);
        assert_int_equal(records.records[0].remark_count, cases[i].other ? 1 : 0);
        assert_string_equal(records.records[0].remark[0],
                            cases[i].other ? "the diagram in line 4 shows another position" : "");
        assert_string_equal(records.records[0].result.text, "0-1");
        kauri_replay_clear(&replay);
        records_clear(&records);
    }
}
