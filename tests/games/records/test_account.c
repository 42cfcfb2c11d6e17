// SPDX-License-Identifier: MIT AND CC-BY-SA-2.5
// The account of a text: every byte is one piece, what is skipped is named, and no text takes long.
#include "tests/games/records/records.h"
#include "tests/rules/positions.h"
#include "tests/sanitized.h"

#include "games/records/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define START "0+1,0,0,0+1,0+3,1+3/0,0+1,0,1,0+3,0 S 28:30"
#define GAME                                                                                       \
    "(3) Gering - Patten\n\n1. e E; 2. e F; 3. b C (+2); 4. e D; 5. c A (+2); 6. e B; 7. d-a-f "   \
    "(+34)"

// Fails unless the pieces of all records cover the text, each byte once and in order.
static void check_cover(const char *text)
{
    struct records records = records_of(text);
    const char *at = text;
    for (size_t r = 0; r < records.count; r++) {
        const struct kauri_pieces *pieces = &records.records[r].pieces;
        for (size_t i = 0; i < pieces->count; i++) {
            const struct kauri_piece *piece = &pieces->pieces[i];
            assert_true(piece->text == at && piece->length > 0);
            assert_int_equal(piece->why != NULL, piece->kind == KAURI_PIECE_SKIPPED);
            at += piece->length;
        }
    }
    if (records.count > 0 && *at != '\0') {
        fail_msg("not accounted for: %s", at);
    }
    records_clear(&records);
}

// The pieces of a text as words, "number move result": blanks and separators are left out.
static const char *kinds_of(const char *text, char words[400])
{
    struct records records = records_of(text);
    words[0] = '\0';
    for (size_t r = 0; r < records.count; r++) {
        const struct kauri_pieces *pieces = &records.records[r].pieces;
        for (size_t i = 0; i < pieces->count; i++) {
            const enum kauri_piece_kind kind = pieces->pieces[i].kind;
            if (kind != KAURI_PIECE_BLANK && kind != KAURI_PIECE_SEPARATOR) {
                (void)strcat(words, words[0] != '\0' ? " " : "");
                (void)strcat(words, kauri_piece_name(kind));
            }
        }
    }
    records_clear(&records);
    return words;
}

TEST(each_piece_is_named)
{
    static const struct {
        const char *text, *kinds;
    } cases[] = {
        {"1. e E", "number move move"},
        {"1. e! (+2) (A) {x} E", "number move mark captures note comment move"},
        {"1. e E \"a\" 2. e", "number move move skipped number move"},
        {"1. e <s>2. f</s> E", "number move skipped move"},
        {"<b>1.</b> e E", "markup number markup move move"},
        {"(1) A - B - today\n1. e E", "name date number move move"},
        {"[White \"A\"]\n[Site \"x\"]\n[Date \"y\"]\n1. e E", "name tag date number move move"},
        {"1. e E 0:0 2. e F", "number move move score number move move"},
        {"1. e E 0:0", "number move move result"},
        {"Position " START "\n1. a B", "position number move move"},
        {"7. d -- 8. a", "number move pass number move"},
        {"1. e E\nSouth surely wins.\nA good game.", "number move move not checked skipped"},
        {"Prose.\n1. e E", "skipped number move move"},
        {"Anna: 1. e\nBob: E", "comment number move comment move"},
        {"1. e E 2. x F", "number move move number skipped"},
        {"1. e (North passes) f", "number move comment move"},
        {"(4) C - D\n\n(5) A - B\n1. e E", "skipped name number move move"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char words[400];
        if (strcmp(kinds_of(cases[i].text, words), cases[i].kinds) != 0) {
            fail_msg("%s\nis %s\nnot %s", cases[i].text, words, cases[i].kinds);
        }
        check_cover(cases[i].text);
    }
}

// Random words of records, head to head.
TEST(random_texts_are_covered)
{
    static const char *const words[] = {
        "1. ",
        "e ",
        "E",
        "2...",
        "-",
        "(+2)",
        "(A)",
        "{x}",
        "{",
        "}",
        "[",
        "]",
        "(",
        ")",
        "\n",
        "\n\n",
        "\r\n",
        " ",
        "South won. ",
        "North ",
        "34:4",
        "1-0",
        "*",
        "<s>",
        "</s>",
        "<br>",
        "| ",
        "**",
        "\"",
        ";",
        "x2",
        "pass ",
        "(1) A - B\n",
        "[White \"A\"]",
        "[FEN \"" START "\"]",
        START "\n",
        "Position ",
        "words ",
        "&amp;",
        "\xc3\xbc",
        "\xe2\x80\x93",
        "\xe2\x80\x8b",
        "\xff",
        "!",
        "?",
        "Anna: ",
        "- ",
        "#",
        "+/-",
        "0:2 ",
        "{\"move\":\"e\"}",
        "...",
    };
    uint64_t random = 5;
    for (unsigned n = 0; n < fewer(2000, 20000); n++) {
        char text[1200] = "";
        for (unsigned i = random_below(&random, 24); i > 0; i--) {
            (void)strcat(text, words[random_below(&random, sizeof words / sizeof words[0])]);
        }
        check_cover(text);
    }
}

static enum kauri_result_check check_of(const char *text)
{
    struct records records = records_of(text);
    struct kauri_replay replay;
    assert_int_equal(records.count, 1);
    assert_int_equal(kauri_replay_record(&records.records[0], &replay, NULL), KAURI_OK);
    const enum kauri_result_check check = replay.result;
    kauri_replay_clear(&replay);
    records_clear(&records);
    return check;
}

// South won 34:4.
TEST(no_false_result_passes)
{
    static const char *const wrong[] = {
        "\nNorth has won.",           "\nNord hat gewonnen.",     "\n\nIn the end it was a draw.",
        "\nSo Patten won!",           "\nGering 30, Patten 8",    "\nPatten 1-0 Gering",
        "\nGering 0-1 Patten",        "\nPatten 34, Gering 4",    " - Gering hat verloren.",
        "\n\nSome words.\n\nA draw.", "\nPatten besiegte Gering", "\nThis game was won by North.",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        char text[300];
        (void)snprintf(text, sizeof text, GAME "%s", wrong[i]);
        if (check_of(text) == KAURI_RESULT_AGREES || check_of(text) == KAURI_RESULT_NOT_WRITTEN) {
            fail_msg("passes: %s", wrong[i]);
        }
    }
    static const char *const right[] = {
        "\nSouth has won.",
        "\nGering hat gewonnen.",
        "\nGering 34, Patten 4",
        "\nPatten 0-1 Gering",
        "\n\nAnd so it ended.\n\nGering won.",
    };
    for (size_t i = 0; i < sizeof right / sizeof right[0]; i++) {
        char text[300];
        (void)snprintf(text, sizeof text, GAME "%s", right[i]);
        assert_int_equal(check_of(text), KAURI_RESULT_AGREES);
    }
    // The header says which side a player has.
    assert_int_equal(
        check_of("(3) Bob (North) - Anna (South)\n\n1. e E; 2. e F; 3. b C (+2) - Anna "
                 "won by 2 : 0"),
        KAURI_RESULT_DIFFERS);
}

static void check_first(const char *text, size_t games, const char *south, const char *start,
                        size_t plies)
{
    char position[KAURI_POSITION_TEXT_BYTES];
    struct records records = records_of(text);
    const struct kauri_record *last = &records.records[records.count - 1];
    if (records.count != games) {
        fail_msg("%zu records in: %s", records.count, text);
    }
    assert_string_equal(last->fault, "");
    assert_string_equal(last->player[0], south);
    assert_string_equal(kauri_position_format(&last->start, position), start);
    assert_int_equal(last->count, plies);
    records_clear(&records);
}

#define USUAL "5+1,5+1,5+1,5+1,5+1,5+1/5+1,5+1,5+1,5+1,5+1,5+1 S 0:0"

TEST(heads_belong_to_their_games)
{
    check_first("[White \"Anna\"]\n[FEN \"" START "\"]\n\n[White \"Cid\"]\n\n1. e E 2. e F *", 2,
                "Cid", USUAL, 4);
    check_first("[White \"Anna\"]\n[White \"Cid\"]\n1. e E", 1, "Cid", USUAL, 2);
    check_first("[FEN \"" START "\"] [SetUp \"1\"] 1. a B 2. d *", 1, "", START, 3);
    check_first("[FEN \"" START "\r\"]\n\n1. a B", 1, "", START, 2);
    check_first("[FEN \"" START "<br>\"]\n\n1. a B", 1, "", START, 2);
    check_first("South: Anna\nNorth: Bob\n\n1. e E", 1, "Anna", USUAL, 2);
    check_first("South: 34\nNorth: 4\n\n1. e E", 1, "", USUAL, 2);
    check_first("Anna - Bob\ne E e F\n\nBob - Anna\ne E e F b C", 2, "Bob", USUAL, 6);
    check_first("Anna \xe2\x80\x94 Today at 21:03\n1. e\nBob \xe2\x80\x94 Today at 21:04\n1... E",
                1, "", USUAL, 2);
    struct records records = records_of("[FEN \"" START "\n\n1. a B");
    assert_true(records.records[0].start_bad);
    assert_non_null(strstr(records.records[0].fault, "line 1: "));
    records_clear(&records);
    records = records_of("Start: 4 seeds and 1 cowrie in each hole\n1. e E");
    assert_true(records.records[0].start_bad);
    assert_non_null(strstr(records.records[0].fault, "line 1: a position in words is not read"));
    records_clear(&records);
}

// A position between moves belongs to the game, if it is the one there; otherwise moves without
// numbers below it begin another game.
TEST(diagrams_belong_to_their_games)
{
    check_first("Position " START "\na B\n\n0,0+1,0,0+1,0+3,1+3/0,0,0+1,1,0+3,0 S 28:30\n\nd C", 1,
                "", START, 4);
    check_first("e E e F\n\n" START "\n\na B\n", 2, "", START, 2);
}

TEST(a_chat_needs_no_numbers)
{
    check_first("Anna: e\nBob: E\nAnna: e\nBob: F\nAnna: b\nBob: C (+2)\n", 1, "", USUAL, 6);
    check_first("Position " START "\nAnna: a\nBob: B\nBob: -\n", 1, "", START, 3);
    check_first("Position " START "\nAnna: a\nBob: B\nAnna: d\nBob: passt (2... D 3. e)\nAnna: e\n",
                1, "", START, 5);
    // Without a number or a position, a game begins with South.
    struct records records = records_of("Anna: e\nBob: hm\nBob: F\nAnna: b\nBob: C\nAnna: e\n");
    assert_int_equal(records.count, 0);
    records_clear(&records);
}

TEST(moves_are_read_in_other_layouts)
{
    check_first("1 e\n2 E\n3 e\n4 F", 1, "", USUAL, 4);
    check_first("1,e\n2,E\n3,e\n4,F\n", 1, "", USUAL, 4);
    check_first("1. e +/- E 2. e F", 1, "", USUAL, 4);
    check_first("1. e E\n- 17 -\n2. e F", 1, "", USUAL, 4);
    check_first("1. e E 2. e F 3. b C (+2) 0:2 4. e D", 1, "", USUAL, 8);
    // A table with a score and more, whose rows tell the moves of a turn again.
    check_first(
        "1. e E 2. e F 3. b C 4. e D 5. c A 6. e B\n| 7. d | 0:4 | 56 | 9 |\n| 7... - | 0:4 "
        "| 56 | 9 |\n| 7. d-a | 0:4 | 56 | 9 |\n| 7... - | 0:4 | 56 | 9 |\n| 7. d-a-f | 0:4 | "
        "56 | 9 |\n",
        1, "", USUAL, 17);
    check_first("1. e E\nSouth wins.\n2. e F", 1, "", USUAL, 4);
    check_first("{\"position\":\"" START "\",\"line\":[{\"move\":\"a\",\"position\":\"x\"},"
                "{\"move\":\"B\"}]}\n",
                1, "", START, 2);
}

// A record that writes no captures makes no wrong statement about them.
TEST(wiki_tables_may_be_quoted)
{
    check_first("> {|\n> |-\n> | 1. || e || E\n> |-\n> | 2. || e || F\n> |}\n", 1, "", USUAL, 4);
}

TEST(captures_may_begin_a_line)
{
    static const char *const texts[] = {
        "1. e E 2. e F 3. b C\n+2 4. e\n",
        "1. e E 2. e F 3. b C\nx2\n",
        "e E e F b C\n+2 e D\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct records records = records_of(texts[i]);
        assert_int_equal(records.records[0].plies[5].captures.own, 2);
        records_clear(&records);
    }
}

TEST(captures_may_not_be_recorded)
{
    static const struct {
        const char *text;
        size_t differences;
    } cases[] = {
        {"eEeFbC", 0},
        {"1. e E; 2. e F; 3. b C; 4. e D", 0},
        {"1. e E; 2. e F; 3. b C; 4. e D (+1)", 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct records records = records_of(cases[i].text);
        struct kauri_replay replay;
        assert_int_equal(kauri_replay_record(&records.records[0], &replay, NULL), KAURI_OK);
        assert_int_equal(replay.differences, cases[i].differences);
        kauri_replay_clear(&replay);
        records_clear(&records);
    }
}

// 250 KB of each of these were a matter of minutes once, and take a twentieth of a second.
TEST(no_text_takes_long)
{
    const size_t bytes = fewer(50000, 250000);
    static const char *const parts[] = {
        "1. e E <s> ", "<del>", "<ref>", "<script>", "<head>",   "{",          "[",  "(",
        "](",          "\"",    "( - ",  "1. e E ",  "1. e E\n", "e",          "eE", "34:4 ",
        "; x ",        "~~",    "<a",    "&a",       "x\n",      "[FEN \"a\n",
    };
    char *text = malloc(bytes + 1);
    assert_non_null(text);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        const size_t length = strlen(parts[i]);
        for (size_t n = 0; n < bytes; n++) {
            text[n] = parts[i][n % length];
        }
        text[bytes] = '\0';
        const clock_t begin = clock();
        struct kauri_record_reader reader = kauri_record_reader_begin(text);
        for (bool found = true; found;) {
            struct kauri_record record;
            assert_int_equal(kauri_record_next(&reader, &record, &found, NULL), KAURI_OK);
            kauri_record_clear(&record);
        }
        const double seconds = (double)(clock() - begin) / CLOCKS_PER_SEC;
        if (seconds > 30) {
            fail_msg("%.1f s for %s", seconds, parts[i]);
        }
    }
    free(text);
}
