// SPDX-License-Identifier: MIT AND CC-BY-SA-2.5
// Lines of play: reading, playing, and what is written about their results.
#include "common/string_buffer.h"
#include "tests/sanitized.h"
#include "tests/test.h"
#include "tests/waurie/waurie_oracle.h"
#include "waurie/waurie_replay.h"

#include <stdlib.h>
#include <string.h>

// The printed solution of the last problem of the article.
static const char solution[] =
    "5! a/3/1! b/4/2 c/5/6!/6-1/3/2/4/3/5/4/6 South wins. (15 moves)\n"
    "\n"
    "But not:\n"
    "\n"
    "(a) 6?-1/3/2/4/3/5/4/6 North is faster.\n"
    "(b) 6?/1!/1/2/2/3/3/4/4/6-5/5/6 North wins.\n"
    "\n"
    "  1. The first three moves of South can be: (5, 1, 2), or (1, 5, 2).\n";

static const char *const problem = "1,0,0,0,1,1/0,0,1,0,0,0 S";

static struct waurie_record_reader begin(const char *text, const char *position)
{
    struct waurie_position start;
    assert_int_equal(waurie_position_parse(position, &start, NULL), KAURI_OK);
    return waurie_record_begin(text, &start);
}

// Writes what a line says: "a: 5!a/3-1", and with `words` " | " and the words after it.
static void describe(const struct waurie_written_line *line, bool words, struct kauri_string *out)
{
    if (line->letter != 0) {
        kauri_string_add(out, "%c: ", line->letter);
    }
    for (size_t i = 0; i < line->count; i++) {
        const struct waurie_written_sowing *sowing = &line->sowings[i];
        kauri_string_add(out, "%u%s", sowing->pit, sowing->marks);
        if (sowing->letter != 0) {
            kauri_string_add(out, "%c", sowing->letter);
        }
        kauri_string_add_text(out, i + 1 == line->count ? "" : sowing->joined ? "-" : "/");
    }
    if (words && line->result.given) {
        kauri_string_add(out, " | %s", line->result.text);
    }
}

// Reads a text, and compares its lines, each with a newline, and errors in brackets.
static void assert_reads_as(const char *text, bool words, const char *expected)
{
    struct kauri_string out = {.bytes = NULL};
    struct waurie_record_reader reader = begin(text, problem);
    for (bool found = true; found;) {
        struct waurie_written_line line;
        struct kauri_error error;
        const enum kauri_status status = waurie_record_next(&reader, &line, &found, &error);
        describe(&line, words, &out);
        if (status != KAURI_OK) {
            assert_int_equal(status, KAURI_BAD_INPUT);
            kauri_string_add(&out, "[%s]", error.message);
        }
        kauri_string_add_text(&out, found ? "\n" : "");
        waurie_written_line_clear(&line);
    }
    waurie_record_end(&reader);
    if (strcmp(kauri_string_text(&out), expected) != 0) {
        fail_msg("%s\nis read as\n%s\nnot as\n%s", text, kauri_string_text(&out), expected);
    }
    kauri_string_clear(&out);
}

static void assert_reads(const char *text, const char *expected)
{
    assert_reads_as(text, true, expected);
}

static const char read_solution[] =
    "5!a/3/1!b/4/2c/5/6!/6-1/3/2/4/3/5/4/6 | South wins. (15 moves)\n"
    "a: 6?-1/3/2/4/3/5/4/6 | North is faster.\n"
    "b: 6?/1!/1/2/2/3/3/4/4/6-5/5/6 | North wins.\n";

TEST(the_solution_of_the_article_is_read)
{
    assert_reads(solution, read_solution);
}

// Replaces every occurrence of `from`, and returns a text for the caller to free.
static char *replace(const char *text, const char *from, const char *to)
{
    struct kauri_string out = {.bytes = NULL};
    for (const char *at = strstr(text, from); at != NULL; at = strstr(text, from)) {
        kauri_string_add_bytes(&out, text, (size_t)(at - text));
        kauri_string_add_text(&out, to);
        text = at + strlen(from);
    }
    kauri_string_add_text(&out, text);
    assert_false(out.failed);
    return out.bytes;
}

TEST(typography_and_markup_of_the_solution_do_not_count)
{
    static const char *const changes[][2] = {
        {"-", "\xe2\x80\x91"},   // U+2011
        {"-", "\xe2\x80\x93"},   // U+2013
        {"-", "\xe2\x88\x92"},   // U+2212
        {"-", "\xc2\xad"},       // U+00AD
        {"-", " - "},            //
        {"/", "\xe2\x81\x84"},   // U+2044
        {"/", "\xe2\x88\x95"},   // U+2215
        {"/", "\xef\xbc\x8f"},   // U+FF0F
        {"/", " / "},            //
        {"/", "/\n"},            // a line that was wrapped
        {"/4", "\n/4"},          //
        {" b", "\n b"},          //
        {"!", "\xef\xbc\x81"},   // U+FF01
        {"!", " !"},             //
        {"! ", "!\xe2\x80\xaf"}, // U+202F
        {" a", "\xc2\xa0"
               "a"}, // U+00A0
        {" c", "c"}, //
        {"5", "\xe2\x80\x8b"
              "5"},                 // U+200B
        {"6", "\xef\xbc\x96"},      // U+FF16
        {"(a)", "a)"},              //
        {"(b)", "(b):"},            //
        {"(b)", "B."},              //
        {"(a)", "* (a)"},           // items of lists
        {"(b)", "- (b)"},           //
        {"5! a", "1. 5! a"},        //
        {"5! a", "Solution: 5! a"}, //
        {"5! a", "'''5!''' a"},     // bold in a wiki
        {"1! b", "**1!** b"},       //
        {"1! b", "1! (or 5) b"},    // comments
        {"4/2 c", "4/2 {only} c"},  //
        {"\n", "\r\n"},             //
        {"\n", "<br />\n"},         //
        {"\n(", "\n> ("},           // mail
        {"! ", "!&nbsp;"},          //
        {"6-1", "6&#8209;1"},       //
        {" South", " - South"},     //
        {"6 North wins", "6 \xe2\x80\x93 North wins"},
    };
    for (size_t i = 0; i < sizeof changes / sizeof changes[0]; i++) {
        char *text = replace(solution, changes[i][0], changes[i][1]);
        assert_reads_as(text, false,
                        "5!a/3/1!b/4/2c/5/6!/6-1/3/2/4/3/5/4/6\n"
                        "a: 6?-1/3/2/4/3/5/4/6\n"
                        "b: 6?/1!/1/2/2/3/3/4/4/6-5/5/6\n");
        free(text);
    }
}

TEST(marks_are_read)
{
    assert_reads("5!?/3?\?/1\xe2\x81\x89/4\xe2\x80\xbc/2 ?/5!!!!", "5!?/3?\?/1!?/4!!/2?/5!!\n");
}

// What separates lines of play, and what is not one.
TEST(lines_and_words_are_told_apart)
{
    assert_reads("5/3\n1/4", "5/3\n1/4\n");
    assert_reads("1. 5/3\n2. 1/4", "5/3\n1/4\n");
    assert_reads("5", "5\n");
    assert_reads("5 c\n(c) 1", "5c\nc: 1\n");
    assert_reads("(1) 5/3\n(c) 6 is bad\nB. 4 seeds, 1.5 each", "5/3\n");
    assert_reads("Good: 5!\nMain line:5/3\nOdds: 5-3\nThus: 5-3-1", "5!\n5/3\n5-3-1\n");
    assert_reads("5 a win", "");
    assert_reads("5 South wins", "5 | South wins\n");
    assert_reads("5/3 a win", "5/3 | a win\n");
    assert_reads("5/3...", "5/3\n");
    assert_reads("5/3/...", "5/3 | ...\n");
    assert_reads("5/3. South wins", "5/3 | South wins\n");
    assert_reads("6 pits, 48 seeds\n4th of July\n2004, or 1,352,078 seeds\n(3) A - B\n", "");
    assert_reads("", "");
    assert_reads("Position after 35 moves:\n5/3", "5/3\n");
}

// Every byte of a text is one piece, and what is skipped is named.
TEST(every_byte_of_a_text_is_accounted_for)
{
    static const char text[] = "Words.\n> **5!** a/3 (or 2)/1 - South surely wins\n\nBut not:\n"
                               "(a) 6?-1/3 1-0\n\nMore words.\n";
    struct waurie_record_reader reader = begin(text, problem);
    struct kauri_string out = {.bytes = NULL};
    const char *at = text;
    for (bool found = true; found;) {
        struct waurie_written_line line;
        assert_int_equal(waurie_record_next(&reader, &line, &found, NULL), KAURI_OK);
        for (size_t i = 0; i < line.pieces.count; i++) {
            assert_true(line.pieces.pieces[i].text == at && line.pieces.pieces[i].length > 0);
            at += line.pieces.pieces[i].length;
        }
        kauri_pieces_add_text(&line.pieces, &out);
        waurie_written_line_clear(&line);
    }
    assert_true(*at == '\0');
    assert_string_equal(kauri_string_text(&out),
                        "Skipped: line 1 \"Words.\"\n"
                        "Not checked: line 2 \"South surely wins\"\n"
                        "Skipped: line 4 \"But not:\"; line 7 \"More words.\"\n");
    kauri_string_clear(&out);
    waurie_record_end(&reader);
}

#define SEPARATORS "turns are separated by slashes, sowings of one turn by hyphens"

TEST(what_cannot_be_read_is_named_with_its_place)
{
    static const struct {
        const char *text;
        const char *expected;
    } cases[] = {
        {"5 3 1", "5[line 1, column 3: \"3\": " SEPARATORS "]\n"},
        {"5,3,1", "5[line 1, column 2: \",3,1\": " SEPARATORS "]\n"},
        {"5, 3", "5[line 1, column 2: \",\": " SEPARATORS "]\n"},
        {"5/3: 1/4", "5/3[line 1, column 4: \":\": " SEPARATORS "]\n"},
        {"5/3;1", "5/3[line 1, column 4: \";1\": " SEPARATORS "]\n"},
        {"\n5/3+4", "5/3[line 2, column 4: \"+4\": " SEPARATORS "]\n"},
        {"5/3/x4", "5/3[line 1, column 5: \"x4\": expected the number of a pit, as in 5!/3/6-1]\n"},
        {"5/3\xe2\x80\x91\xc2\xb2",
         "5/3[line 1, column 5: \"\xc2\xb2\": expected the number of a pit, as in 5!/3/6-1]\n"},
        {"55/3", "[line 1, column 1: \"55/3\": expected the number of a pit, as in 5!/3/6-1]\n"},
        {"5/0", "5[line 1, column 3: \"0\": expected the number of a pit, as in 5!/3/6-1]\n"},
        {"5//3", "5[line 1, column 2: \"//3\": one slash or hyphen stands between two sowings]\n"},
        {"5/3/", "5/3[line 1, column 4: \"/\": a sowing is missing after it]\n"},
        {"5/3\xff", "5/3[line 1, column 4: \"<0xFF>\": " SEPARATORS "]\n"},
        {"He plays 5/3/1.",
         "[line 1, column 10: \"5/3/1.\": moves after words: put them on a line of their own]\n"},
        {"After 5/3/1: 4/2",
         "[line 1, column 7: \"5/3/1:\": moves after words: put them on a line of their own]\n"},
        {"5/3 and 1/4/2",
         "5/3[line 1, column 9: \"1/4/2\": moves after words: put them on a line of their own]\n"},
        {"5/x\n3/1\n(a) 5/3\n\n4/2",
         "5[line 1, column 3: \"x\": expected the number of a pit, as in 5!/3/6-1]\na: 5/3\n4/2\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_reads(cases[i].text, cases[i].expected);
    }
}

TEST(positions_in_the_text_are_where_lines_begin)
{
    struct waurie_written_line line;
    struct kauri_error error;
    char text[WAURIE_POSITION_TEXT_BYTES];
    bool found = false;
    struct waurie_record_reader reader = begin("Position: 1,0/0,\xc2\xa0"
                                               "1 s\n1/2\n3/1 N\n1/1\nposition 1,0/\n1",
                                               problem);
    assert_int_equal(waurie_record_next(&reader, &line, &found, &error), KAURI_OK);
    assert_string_equal(waurie_position_format(&reader.start, text), "1,0/0,1 S");
    waurie_written_line_clear(&line);
    assert_int_equal(waurie_record_next(&reader, &line, &found, &error), KAURI_OK);
    assert_string_equal(waurie_position_format(&reader.start, text), "3/1 N");
    assert_false(reader.start_bad);
    waurie_written_line_clear(&line);
    assert_int_equal(waurie_record_next(&reader, &line, &found, &error), KAURI_BAD_INPUT);
    assert_true(found && reader.start_bad && line.count == 0);
    assert_non_null(strstr(error.message, "line 5, column 10: position \"1,0/\""));
    waurie_written_line_clear(&line);
    assert_int_equal(waurie_record_next(&reader, &line, &found, &error), KAURI_OK);
    assert_true(found && reader.start_bad && line.count == 1);
    waurie_written_line_clear(&line);
    waurie_record_end(&reader);
}

TEST(a_line_with_a_position_is_never_passed_over)
{
    static const struct {
        const char *text;
        const char *position; // NULL: it cannot be read
    } cases[] = {
        {"Stellung: 1,0/0,1 N", "1,0/0,1 N"},
        {"It began with \"1, 0 / 0, 1 N\"", "1,0/0,1 N"},
        {"> **Position** = 1,0\xe2\x81\x84"
         "0,1 n",
         "1,0/0,1 N"},
        {"Position 3/1 N", "3/1 N"},
        {"3/1 N", "3/1 N"},
        {"Position after 35 moves:", "1,0,0,0,1,1/0,0,1,0,0,0 S"},
        {"The first moves can be (5, 1, 2), (1, 5, 2) or 1/2", "1,0,0,0,1,1/0,0,1,0,0,0 S"},
        {"Stellung: 1,0/0,1", NULL},
        {"Stellung (1,0/0,1 N)", NULL},
        {"1,0/0 N", NULL},
        {"position: 1,0/0", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct kauri_string text = {.bytes = NULL};
        struct waurie_written_line line;
        struct kauri_error error;
        char position[WAURIE_POSITION_TEXT_BYTES];
        bool found = false;
        kauri_string_add(&text, "%s\n1/2", cases[i].text);
        struct waurie_record_reader reader = begin(kauri_string_text(&text), problem);
        const enum kauri_status status = waurie_record_next(&reader, &line, &found, &error);
        assert_true(found);
        if (cases[i].position == NULL) {
            assert_int_equal(status, KAURI_BAD_INPUT);
            assert_true(reader.start_bad && line.count == 0);
        } else {
            assert_int_equal(status, KAURI_OK);
            assert_int_equal(line.count, 2);
            assert_string_equal(waurie_position_format(&reader.start, position), cases[i].position);
        }
        waurie_written_line_clear(&line);
        waurie_record_end(&reader);
        kauri_string_clear(&text);
    }
}

// Reads and plays a text: the last line of the replay, or NULL, and the status of the last line.
static enum kauri_status play_text(const char *text, const char *position,
                                   struct waurie_replay *replay, struct kauri_error *error)
{
    const struct waurie_rules rules = {.at_turn = false};
    struct waurie_record_reader reader = begin(text, position);
    enum kauri_status status = KAURI_OK;
    for (bool found = true; found;) {
        struct waurie_written_line line;
        const enum kauri_status read = waurie_record_next(&reader, &line, &found, error);
        assert_int_equal(read, KAURI_OK);
        if (found) {
            status = waurie_replay_add(replay, &rules, &reader.start, &line, error);
        }
        waurie_written_line_clear(&line);
    }
    waurie_record_end(&reader);
    return status;
}

TEST(variations_leave_the_line_that_has_their_letter)
{
    struct waurie_replay replay = {.lines = NULL};
    struct kauri_error error;
    assert_int_equal(play_text(solution, problem, &replay, &error), KAURI_OK);
    assert_int_equal(replay.count, 3);
    assert_true(replay.lines[0].over && !replay.lines[0].north_won);
    assert_int_equal(replay.lines[0].played[15].turn, 15);
    assert_true(replay.lines[1].over && replay.lines[1].north_won);
    assert_int_equal(replay.lines[1].first_turn, 1);
    assert_int_equal(replay.lines[2].first_turn, 3);
    waurie_replay_clear(&replay);
    // A variation of a variation, and the turn that begins with the first of two sowings.
    assert_int_equal(
        play_text("5/3/1/4/2/5/6/6-1 x/3\n(x) 6-1 y/3\n(y) 6-1/3", problem, &replay, &error),
        KAURI_OK);
    assert_int_equal(replay.lines[2].first_turn, 8);
    assert_true(replay.lines[2].played[0].before.north);
    waurie_replay_clear(&replay);
}

TEST(moves_that_cannot_be_played_are_named)
{
    static const struct {
        const char *text;
        const char *message;
        size_t count;
    } cases[] = {
        {"2", "line 1, column 1: pit 2 of South is empty", 0},
        {"5/2", "line 1, column 3: pit 2 of North is empty", 1},
        {"5/7", "line 1, column 3: pit 7 is not on the board", 1},
        {"6/1", "line 1, column 1: pit 6 earns a bonus move: a hyphen must follow it, not a slash",
         1},
        {"5-3", "line 1, column 1: pit 5 earns no bonus move: a slash must follow it, not a hyphen",
         1},
        {"5/3/1/4/2/5/6/6-1/3/2/4/3/5/4/6/1",
         "line 1, column 33: pit 1 comes too late: South has won", 16},
        {"5/3\n(a) 1", "line 2, column 1: no turn that was played before (a) has this letter", 0},
        {"5 a/2\n\n5/3\n(a) 1", "line 4, column 1: no turn that was played before (a)", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct waurie_replay replay = {.lines = NULL};
        struct kauri_error error;
        assert_int_equal(play_text(cases[i].text, problem, &replay, &error), KAURI_BAD_INPUT);
        assert_non_null(strstr(error.message, cases[i].message));
        assert_int_equal(replay.lines[replay.count - 1].count, cases[i].count);
        waurie_replay_clear(&replay);
    }
}

static void assert_claims(const char *remark, enum kauri_written_outcome winner, unsigned turns)
{
    const struct kauri_player_words nobody = {.count = {0}};
    struct kauri_written_result result;
    kauri_sentence_of(remark, &nobody, false, &result);
    const bool clear = result.understood || !result.tells;
    const bool won =
        clear && (result.outcome == KAURI_OUTCOME_SOUTH || result.outcome == KAURI_OUTCOME_NORTH);
    const enum kauri_written_outcome claimed = won ? result.outcome : KAURI_OUTCOME_UNKNOWN;
    if (claimed != winner || (clear ? result.turns : 0) != turns) {
        fail_msg("\"%s\" claims winner %d, %u turns; not %d, %u", remark, (int)claimed,
                 result.turns, (int)winner, turns);
    }
}

TEST(remarks_claim_results)
{
    static const struct {
        const char *remark;
        enum kauri_written_outcome winner;
        unsigned turns;
    } cases[] = {
        {"South wins. (15 moves)", KAURI_OUTCOME_SOUTH, 15},
        {"NORTH HAS WON", KAURI_OUTCOME_NORTH, 0},
        {"and North loses in 7 turns", KAURI_OUTCOME_SOUTH, 7},
        {"S\xc3\xbc"
         "d gewinnt in 3 Z\xc3\xbcgen",
         KAURI_OUTCOME_SOUTH, 3},
        {"Nord hat verloren", KAURI_OUTCOME_SOUTH, 0},
        {"Sieg f\xc3\xbcr Nord", KAURI_OUTCOME_NORTH, 0},
        {"Gana Sur.", KAURI_OUTCOME_SOUTH, 0},
        {"Norte perdeu", KAURI_OUTCOME_SOUTH, 0},
        {"a 15-move win for South", KAURI_OUTCOME_SOUTH, 15},
        {". South wins!", KAURI_OUTCOME_SOUTH, 0},
        {"South beats North.", KAURI_OUTCOME_SOUTH, 0},
        {"North loses against South", KAURI_OUTCOME_SOUTH, 0},
        {"South wins. The rest is easy.", KAURI_OUTCOME_SOUTH, 0},
        {"15 moves", KAURI_OUTCOME_UNKNOWN, 15},
        {"a win in 15 moves", KAURI_OUTCOME_UNKNOWN, 15},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_claims(cases[i].remark, cases[i].winner, cases[i].turns);
    }
}

TEST(tokens_of_results_claim_a_winner)
{
    static const struct {
        const char *remark;
        enum kauri_written_outcome winner;
    } cases[] = {
        {"1-0", KAURI_OUTCOME_SOUTH},
        {"0-1", KAURI_OUTCOME_NORTH},
        {"1:0", KAURI_OUTCOME_SOUTH},
        {"(0 \xe2\x80\x93 1)", KAURI_OUTCOME_NORTH}, // U+2013
        {"South wins. 1-0", KAURI_OUTCOME_SOUTH},
        {"South - North 0-1", KAURI_OUTCOME_NORTH},
        {"1-0 for South", KAURI_OUTCOME_SOUTH},
        {"1-0 for North", KAURI_OUTCOME_UNKNOWN},
        {"North - South 1-0", KAURI_OUTCOME_UNKNOWN},
        {"South wins 0-1", KAURI_OUTCOME_UNKNOWN},
        {"1-0. A fine game.", KAURI_OUTCOME_SOUTH},
        {"1-0. North wins.", KAURI_OUTCOME_UNKNOWN},
        {"1-0 or 0-1", KAURI_OUTCOME_UNKNOWN},
        {"1-0, 0-1", KAURI_OUTCOME_UNKNOWN},
        {"not 1-0", KAURI_OUTCOME_UNKNOWN},
        {"1-0?", KAURI_OUTCOME_UNKNOWN},
        {"1-0 draw", KAURI_OUTCOME_UNKNOWN},
        {"11-0", KAURI_OUTCOME_UNKNOWN},
        {"1-05", KAURI_OUTCOME_UNKNOWN},
        {"1-0-1", KAURI_OUTCOME_UNKNOWN},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_claims(cases[i].remark, cases[i].winner, 0);
    }
    assert_claims("0-1 (15 moves)", KAURI_OUTCOME_NORTH, 15);
}

TEST(remarks_that_are_not_understood_claim_nothing)
{
    static const char *const remarks[] = {
        "",
        "North is faster.",
        "South can't win.",
        "South can\xe2\x80\x99t win.",
        "South won't win",
        "South never wins",
        "South almost wins",
        "South should have won",
        "South to win",
        "South to play and win in 15 moves",
        ("S\xc3\xbc"
         "d gewinnt niemals"),
        "Nobody can win for South",
        "South wins in fifteen moves",
        "South didn't lose.",
        "North fails to win.",
        "North would win after 5",
        "South wins in 15",
        "South does not win",
        "South had a win",
        "South wins?",
        "South wins... not",
        "South \xe2\x80\xa6 never wins",
        "\xc2\xac South wins",
        "~South wins",
        // Both players, or both verdicts.
        "South wins, or North",
        "South wins and North wins",
        "South wins what North lost",
        "South lost a win",
        "South wins. No, North won.",
        "wins against South",
        "North is defeated",
        "North is defeated by South",
        "South against North: North wins",
        // Nobody wins a draw, and who resigns may have a won position.
        "South resigns",
        "Remis",
        // Numbers of moves.
        "99999999999999999999 moves",
        "0 moves",
        "~15 moves",
        "15+ moves",
        "1.5 moves",
        "1,500 moves",
        "14-15 moves",
        "15. Zug",
        "15 moves, 16 moves",
        "South wins in 15 moves. (14 moves)",
    };
    for (size_t i = 0; i < sizeof remarks / sizeof remarks[0]; i++) {
        assert_claims(remarks[i], KAURI_OUTCOME_UNKNOWN, 0);
    }
}

TEST(numbers_of_moves_in_later_sentences_count_if_these_say_nothing_else)
{
    assert_claims("South wins. North threatens to win in 3 moves.", KAURI_OUTCOME_UNKNOWN, 0);
    assert_claims("South wins. The threat takes 3 moves.", KAURI_OUTCOME_SOUTH, 0);
    assert_claims("South wins. North in 3 moves.", KAURI_OUTCOME_SOUTH, 0);
    assert_claims("South wins. (102.5 moves)", KAURI_OUTCOME_SOUTH, 0);
    assert_claims("South wins. 3 moves before the end it was open. (15 moves)", KAURI_OUTCOME_SOUTH,
                  15);
}

TEST(a_token_of_a_result_may_end_a_line)
{
    assert_reads("5/6 1-0", "5/6 | 1-0\n");
    assert_reads("5/6 0-1", "5/6 | 0-1\n");
    assert_reads("5/6 - 1 \xe2\x80\x93 0", "5/6 | 1 \xe2\x80\x93 0\n");
    assert_reads("5/6, 1-0 (2 moves)", "5/6 | , 1-0 (2 moves)\n");
    assert_reads("5/6! (0-1)", "5/6! | (0-1)\n");
    assert_reads("5/6\n1-0\n", "5/6\n");
    assert_reads("5/6\n\n0 - 1\n\n(a) 2/3", "5/6\na: 2/3\n");
    assert_reads("5/6 1-2", "5/6[line 1, column 5: \"1-2\": turns are separated by slashes, "
                            "sowings of one turn by hyphens]\n");
    assert_reads("5/6 1-0/3", "5/6[line 1, column 5: \"1-0/3\": turns are separated by slashes, "
                              "sowings of one turn by hyphens]\n");
}

static unsigned below(uint64_t *random, unsigned bound)
{
    *random = *random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)((*random >> 33) % bound);
}

// Every game that is written in the notation is read as the same game; the oracle plays it.
TEST(games_are_read_as_they_are_written)
{
    uint64_t random = 37;
    for (unsigned g = 0; g < fewer(100, 2000); g++) {
        struct oracle_game game = {.pits = 6, .ring = {0}};
        struct waurie_position start = {.board.pits = 6};
        struct kauri_string text = {.bytes = NULL};
        struct waurie_replay replay = {.lines = NULL};
        struct kauri_error error;
        char position[WAURIE_POSITION_TEXT_BYTES];
        size_t sowings = 0;
        for (unsigned i = 0; i < 2 + below(&random, 47); i++) {
            const unsigned pit = i < 2 ? 6 * i : below(&random, 12);
            game.ring[pit < 6 ? pit : pit + 1]++;
            (pit < 6 ? start.board.own : start.board.other)[pit % 6]++;
        }
        oracle_look(&game);
        while (game.winner < 0) {
            const int side = game.side;
            const int pit = 1 + (int)below(&random, 6);
            if (oracle_play(&game, pit)) {
                static const char *const marks[] = {"", "", "", "!", "?", " b"};
                kauri_string_add(&text, "%d%s%s", pit, marks[below(&random, 6)],
                                 game.winner >= 0    ? ""
                                 : game.side == side ? "-"
                                                     : "/");
                sowings++;
            }
        }
        const enum kauri_status status = play_text(
            kauri_string_text(&text), waurie_position_format(&start, position), &replay, &error);
        if (status != KAURI_OK) {
            fail_msg("%s %s: %s", position, kauri_string_text(&text), error.message);
        }
        assert_int_equal(replay.count, 1);
        assert_int_equal(replay.lines[0].count, sowings);
        assert_true(replay.lines[0].over);
        assert_int_equal(replay.lines[0].north_won, game.winner == 1);
        waurie_replay_clear(&replay);
        kauri_string_clear(&text);
    }
}

// Random alterations of a text are read to its end, and what is found can be played or is refused.
TEST(altered_texts_are_read_to_their_end)
{
    static const char *const tokens[] = {
        "/",      "-",  "!", "?", "(a)",         "a",          " ",          "\n",           "\n\n",
        "6",      "12", "S", ",", "1,0/0,1 S\n", "Position: ", ":",          "\xe2\x80\x91", "\xff",
        "&nbsp;", "{",  "}", "[", "<br>",        ">",          "South wins",
    };
    uint64_t random = 38;
    for (unsigned n = 0; n < fewer(2000, 20000); n++) {
        struct kauri_string text = {.bytes = NULL};
        struct waurie_replay replay = {.lines = NULL};
        const struct waurie_rules rules = {.at_turn = false};
        unsigned lines = 0;
        for (size_t i = 0; i < sizeof solution - 1; i++) {
            const unsigned what = below(&random, 60);
            if (what == 0) {
                kauri_string_add_text(
                    &text, tokens[below(&random, (unsigned)(sizeof tokens / sizeof tokens[0]))]);
            }
            if (what != 1) {
                kauri_string_add_bytes(&text, &solution[i], 1);
            }
        }
        struct waurie_record_reader reader = begin(kauri_string_text(&text), problem);
        for (bool found = true; found;) {
            struct waurie_written_line line;
            struct kauri_error error;
            (void)waurie_record_next(&reader, &line, &found, &error);
            if (found) {
                (void)waurie_replay_add(&replay, &rules, &reader.start, &line, &error);
            }
            waurie_written_line_clear(&line);
            assert_true(lines++ < 1000);
        }
        waurie_record_end(&reader);
        waurie_replay_clear(&replay);
        kauri_string_clear(&text);
    }
}
