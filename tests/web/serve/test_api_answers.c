// The answers of the API that take longer: the engine's, those about game records, and positions
// that are found.
#include "tests/web/serve/asking.h"

#include <string.h>

enum { HOLES = 3, COWRIES = 3, SEEDS = 3 };

#define INSIDE  "0,1,0+1/0+1,1+1,0"
#define OUTSIDE "2,1,1+1/0+1,1+1,0"
#define GAME    "(7) Ann - Bert - 2020\nPosition " OUTSIDE " S\n1. c A\n\n"

ASKING_GROUP(asking, HOLES, COWRIES, SEEDS)

TEST(test_analyse)
{
    asking_expect(asking.api, "analyse?position=" OUTSIDE " S&seconds=0.05&lines=6", 200,
                  "\"estimate\":");
    // Bounds from the tables.
    asking_expect(asking.api, "analyse/" INSIDE "/S", 200, "\"bounds\":[-7,-7]");
    asking_expect(asking.api, "analyse?position=" OUTSIDE " S&lines=7", 400, "lines takes");
    asking_expect(asking.api, "analyse?position=1,0/0+1,0 S", 200,
                  "\"estimate\":"); // an estimate without tables
    asking_expect(asking.api, "analyse?position=" OUTSIDE " S&seconds=0.05&events=1", 200,
                  "event: result\ndata: {\"position\":\"" OUTSIDE);
}

TEST(test_reply)
{
    // The only move, and what the tables say of it.
    asking_expect(asking.api, "reply?position=" INSIDE " S", 200,
                  "\"move\":\"c\",\"captured\":[0,0],\"after\":\"0,1,0/0+2,1+1,0 N 0:0\","
                  "\"repeats\":false,\"strength\":11,\"opponent\":\"Kauri\",\"rules\":\"standard\","
                  "\"proof\":\"value\","
                  "\"bounds\":[-7,-7]");
    asking_expect(asking.api, "reply?position=" INSIDE " S&strength=1&rules=tiebreak", 200,
                  "\"strength\":1,\"opponent\":\"Egg\",\"rules\":\"tie_breaker\",\"proof\":null,"
                  "\"bounds\":null");
    // A player without a cowrie passes.
    asking_expect(asking.api, "reply?position=1,0,0/0+1,0,0+2 S", 200, "\"move\":\"-\"");
    // Moves that were played before.
    asking_expect(asking.api, "reply?position=" INSIDE " S&moves=c", 200,
                  "\"position\":\"0,1,0/0+2,1+1,0 N 0:0\"");
    asking_expect(asking.api, "reply?position=" INSIDE " S&moves=b", 400, "\"status\":3}");
    asking_expect(asking.api, "reply?position=" INSIDE " S&moves=c_", 400, "\"status\":3}");
    asking_expect(asking.api, "reply?position=0,0,0+1/0+1,0,0+1 S 1:0", 400, "the game is over");
    asking_expect(asking.api, "reply?position=" INSIDE " S&strength=12", 400, "strength takes");
    asking_expect(asking.api, "reply?position=" INSIDE " S&strength=0", 400, "strength takes");
    asking_expect(asking.api, "reply?position=" INSIDE " S&seconds=0", 400, "seconds takes");
}

// Whether a move is the only one: from the tables with the problem, and above them from searches.
TEST(test_problem)
{
    asking_expect(
        asking.api, "problem?position=" INSIDE " S", 200,
        "\"result\":\"loss\",\"unique\":true,\"source\":\"tables\",\"moves\":[{\"move\":\"c\","
        "\"captured\":[0,0],\"bounds\":[-7,-7],\"holds\":true,\"refutation\":null}],"
        "\"blemishes\":[\"lost\",\"few\"],\"problem\":null}");
    asking_expect(asking.api, "problem/2+1,0+2,0/0,0,1/N/9:9", 200,
                  "\"blemishes\":[\"few\",\"forced\",\"dual\"],\"problem\":{\"position\":"
                  "\"0,0,1/2+1,0+2,0 S 9:9\",");
    asking_expect(asking.api, "problem?position=0+1,0+1,0+1/0,0,2 S 9:9&rules=tiebreak", 200,
                  "\"problem\":{\"position\":\"0+1,0+1,0+1/0,0,2 S 9:9\",");
    asking_expect(asking.api, "problem?position=" OUTSIDE " S&seconds=0.2", 200,
                  "\"source\":\"search\",");
    asking_expect(asking.api, "problem?position=" OUTSIDE " S&seconds=0.5&events=1", 200,
                  "event: result\ndata: {\"position\":\"" OUTSIDE);
    asking_expect(asking.api, "problem?position=" INSIDE " S&lines=2", 400, "no parameter 'lines'");
}

// The same seed gives the same move.
TEST(test_replies_by_chance)
{
    char first = 0;
    for (unsigned i = 0; i < 3; i++) {
        struct api_answered answer;
        asking_get(asking.api, "reply?position=2+1,2,1+1/1+1,2,1 S&strength=1&seed=5", &answer);
        const char *move = strstr(asked_text(&answer), "\"move\":\"");
        assert_non_null(move);
        first = i == 0 ? move[8] : first;
        assert_int_equal(move[8], first);
        asked_clear(&answer);
    }
}

TEST(test_drawn_positions)
{
    struct api_answered answer;
    asking_post(asking.api, "replay", "| 1 | 2 |\n|---|---|\n| 3 | 2+1 |\n\nNorth to move.",
                &answer);
    assert_int_equal(answer.answer.status, 200);
    assert_string_equal(asked_text(&answer), "{\"games\":[],\"drawn\":\"3,2+1/2,1 N 0:0\"}\n");
    asked_clear(&answer);
}

TEST(test_bad_records)
{
    static char moves[3 * 1100 + 64] = "1. ";
    for (unsigned i = 0; i < 1100; i++) {
        (void)strcat(moves, i % 2 == 0 ? "c " : "A ");
    }
    static const char *const paths[] = {"replay", "annotate"};
    for (size_t i = 0; i < 2; i++) {
        asking_expect_post(asking.api, paths[i], "", 400, "the body is empty");
        asking_expect_post(asking.api, paths[i], "nothing of this kind\n", 400,
                           "no game record found");
        asking_expect_post(asking.api, paths[i], moves, 400, "more than 1000 moves");
    }
    asking_expect_post(asking.api, "replay", GAME GAME, 200, "},{\"game\":7,"); // two games
    asking_expect_post(asking.api, "replay", "Position " OUTSIDE " S\n1. c c c\n", 200,
                       "\"fault\":\"");
    asking_expect_post(asking.api, "annotate", "Position " OUTSIDE " S\n1. c c c\n", 400,
                       "\"status\":3}");
    asking_expect_post(asking.api, "annotate?game=8", GAME, 400, "there is no game (8)");
    asking_expect_post(asking.api, "annotate?game=0", GAME, 400, "game takes");
    // Another board than that of the tables.
    asking_expect_post(asking.api, "annotate", "Position 1,0/0+1,0+1 N\n1. A\n", 200,
                       "\"plies\":[{");
    struct api_answered answer;
    const struct kauri_api_caller caller = {.context = NULL};
    const struct kauri_http_target target = {.path = KAURI_API_ROOT "replay"};
    const struct kauri_http_request request = {
        .method = "POST", .target = &target, .body = "1. c\0A\n", .body_size = 7};
    memset(&answer, 0, sizeof answer);
    assert_true(kauri_api_answer(asking.api, &request, &caller, &answer.answer));
    assert_int_equal(answer.answer.status, 400);
    asked_clear(&answer);
    asking_expect(asking.api, "replay", 405, "/api/v1/replay takes POST, not GET");
}

TEST(test_bad_finds)
{
    asking_expect(asking.api, "find", 400, "kind takes longest, zugzwangs or only");
    asking_expect(asking.api, "find?kind=shortest&seeds=2", 400, "not 'shortest'");
    asking_expect(asking.api, "find?kind=only", 400, "the parameter seeds is missing");
    asking_expect(asking.api, "find?kind=only&seeds=61", 400, "seeds takes");
    asking_expect(asking.api, "find?kind=only&seeds=2&limit=101", 400, "limit takes");
    asking_expect(asking.api, "find?kind=only&seeds=7", 404, "\"status\":4}");
    struct kauri_api *bare = asking_api(NULL);
    asking_expect(bare, "find?kind=only&seeds=2", 404, "\"status\":4}");
    asking_free(bare);
}
