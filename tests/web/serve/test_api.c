// The quick answers of the API: the same objects as those of the commands, statuses, caching.
#include "queries/answers/probe_view.h"
#include "tests/web/serve/asking.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { HOLES = 3, COWRIES = 3, SEEDS = 3 };

#define INSIDE  "0,1,0+1/0+1,1+1,0"
#define OUTSIDE "2,1,1+1/0+1,1+1,0"

ASKING_GROUP(asking, HOLES, COWRIES, SEEDS)

// What is no JSON array of texts is refused with the place; positions are not.
TEST(test_bodies_with_many_positions)
{
    static const char *const bad[] = {
        "",          "{}",       "[",         "[\"x\"",        "[\"x\",]",
        "[\"x\"] y", "[1]",      "[,]",       "[\"x\"\"y\"]",  "[\"\\u00\"]",
        "[\"\\q\"]", "[\"\n\"]", "[\"x]",     "[\"x\\",        "[[\"x\"]]",
        "null",      "\"x\"",    "[\"x\\u00", "[\"\\u00g0\"]",
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        asking_expect_post(asking.api, "probe", bad[i], 400, "it should be a JSON array");
    }
    asking_expect_post(asking.api, "probe", "[\"x\", 1]", 400, "byte 7 of the body is wrong");
    asking_expect_post(asking.api, "probe", " [ ] ", 200, "[]\n");
    asking_expect_post(asking.api, "probe", "[\"" INSIDE " S\",\"\"]", 200,
                       "[{\"position\":\"" INSIDE " S 0:0\",");
    // Escaped characters, and those that no position has.
    asking_expect_post(asking.api, "probe", "\t[\r\n\"\\u0030,1,0+1\\/0+1,1+1,0 \\u0053\"\n]", 200,
                       "[{\"position\":\"" INSIDE " S 0:0\",");
    asking_expect_post(asking.api, "probe", "[\"\\u0000\\uD83D\\n\\t\\b\\f\\r\\\\\\\"\"]", 200,
                       "\"status\":3}]\n");
    char *body = calloc(1, 60000);
    assert_non_null(body);
    (void)strcat(body, "[\"");
    memset(body + 2, '0', 50000);
    (void)strcat(body, "\"]");
    asking_expect_post(asking.api, "probe", body, 200, "\"status\":3}]\n");
    free(body);
}

// However an address writes it, the position is the same.
TEST(test_positions_in_addresses)
{
    static const char *const paths[] = {
        "probe?position=" INSIDE " S 2:1",
        "probe?position=" INSIDE "+S+2:1",
        "probe?position=0,1,0 1/0 1,1 1,0 S 2:1",
        "probe?position=0,1,0 1/0 1,1 1,0_S_2:1",
        "probe?position=0, 1,_0 1/+0+1,1 1,0__S__2:1",
        "probe/" INSIDE " S 2:1",
        "probe/" INSIDE "/S/2:1",
        "probe/" INSIDE "_S_2:1",
        "probe/0,_1,0+1/0+1,1+1,0/_S/_2:1",
    };
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        asking_expect(asking.api, paths[i], 200, "{\"position\":\"" INSIDE " S 2:1\",\"seeds\":2,");
    }
    asking_expect(asking.api, "probe/" INSIDE "/N", 200, "{\"position\":\"" INSIDE " N 0:0\"");
}

TEST(test_bad_requests)
{
    char path[2048] = "probe?position=";
    asking_expect(asking.api, "probe", 400,
                  "{\"error\":\"the parameter position is missing\",\"status\":2}");
    asking_expect(asking.api, "probe?position=", 400, "\"status\":3}");
    asking_expect(asking.api, "probe?position=" INSIDE " S&position=" INSIDE " S", 400,
                  "given twice");
    asking_expect(asking.api, "probe/" INSIDE "/S?position=" INSIDE " S", 400, "given twice");
    asking_expect(asking.api, "probe?positon=" INSIDE " S", 400,
                  "there is no parameter 'positon' here");
    asking_expect(asking.api, "probe?=" INSIDE " S", 400, "there is no parameter ''");
    asking_expect(asking.api, "layers?position=" INSIDE " S", 400, "only: none");
    asking_expect(asking.api, "probe?position=" INSIDE " X", 400, "\"status\":3}");
    asking_expect(asking.api, "probe?position=\xff\xfe\x01", 400, "\"status\":3}");
    asking_expect(asking.api, "probe?position=1,0/0+1,0 S", 400,
                  "holes in a row, the tables are for 3"); // a position of another board
    memset(path + strlen(path), '1', sizeof path - strlen(path) - 1);
    asking_expect(asking.api, path, 400, "more than");
    asking_expect(asking.api, "search?position=" OUTSIDE " S&seconds=1e9", 400, "seconds takes");
    asking_expect(asking.api, "search?position=" OUTSIDE " S&rules=mine", 400, "rules takes");
    asking_expect(asking.api, "search?position=" OUTSIDE " S&events=2", 400, "events takes");
}

TEST(test_unknown_paths_and_methods)
{
    static const char *const paths[] = {
        "",        "/",        "prob",         "probes",     "probe/",
        "layers/", "layers/3", "../api/probe", "rules.json", "PROBE",
    };
    struct api_answered answer;
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        asking_expect(asking.api, paths[i], 404, "\"status\":2}");
    }
    struct guest guest = {.asked = 0};
    asking_as(&guest, asking.api, "POST", "moves?position=" INSIDE " S", "", &answer);
    assert_int_equal(answer.answer.status, 405);
    assert_string_equal(asked_header(&answer, "Allow"), "GET, HEAD");
    asked_clear(&answer);
    asking_as(&guest, asking.api, "POST", "probe/" INSIDE "/S", "[]", &answer);
    assert_int_equal(answer.answer.status, 405);
    assert_string_equal(asked_header(&answer, "Allow"), "GET, HEAD");
    asked_clear(&answer);
    asking_as(&guest, asking.api, "PUT", "probe", "[]", &answer);
    assert_int_equal(answer.answer.status, 405);
    assert_string_equal(asked_header(&answer, "Allow"), "GET, HEAD, POST");
    assert_non_null(strstr(asked_text(&answer), "probe takes GET and POST, not PUT"));
    asked_clear(&answer);
    asking_as(&guest, asking.api, "HEAD", "probe?position=" INSIDE " S", NULL, &answer);
    assert_int_equal(answer.answer.status, 200);
    asked_clear(&answer);
}

TEST(test_not_covered)
{
    asking_expect(asking.api, "probe?position=" OUTSIDE " S", 404,
                  "\"layer 5 is not in the tables\",\"status\":4}");
    asking_expect(asking.api, "line?position=" OUTSIDE " S", 404, "\"status\":4}");
    struct kauri_api *bare = asking_api(NULL);
    asking_expect(bare, "probe?position=" INSIDE " S", 404, "\"status\":4}");
    asking_expect(bare, "moves?position=" INSIDE " S", 200, "\"status\":\"bounds\"");
    asking_expect(bare, "layers", 200, "{\"layers\":[],\"damaged\":[],\"proofs\":false}");
    asking_free(bare);
}

// For boards that the tables are not for, the API answers as without tables.
TEST(test_other_boards)
{
    static const char *const board = "position=0+1,1,0,0/0,0+1,0,0+1 S&rules=standard&seconds=5";
    static const char *const names[] = {"search", "analyse", "reply"};
    char path[128];
    asking_expect(asking.api, "moves?position=0+1,1,0,0/0,0+1,0,0+1 S", 200,
                  "\"position\":\"0+1,1,0,0/");
    asking_expect(asking.api, "line?position=0+1,1,0,0/0,0+1,0,0+1 S", 400, "holes in a row");
    asking_expect(asking.api, "moves?position=0+1,1,0/0,0+1,0+2 S", 200, "\"position\":\"0+1,1,0/");
    asking_expect(asking.api, "line?position=0+1,1,0/0,0+1,0+2 S", 400, "cowries");
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        (void)snprintf(path, sizeof path, "%s?%s", names[i], board);
        asking_expect(asking.api, path, 200, "\"position\":\"0+1,1,0,0/");
    }
}

// Tables of r alone answer what needs no distance, with null for the distances. One that is asked
// for is missing on the server.
TEST(test_tables_of_r_alone)
{
    struct solved alone;
    solved_make_r_alone(&alone, &asking.solved);
    struct kauri_api *api = asking_api(alone.tables);
    const struct kauri_position position = position_of(INSIDE " S");
    char value[64];
    (void)snprintf(value, sizeof value, "\"r\":%d,\"dtc\":null,",
                   solved_probe(&asking.solved, &position).value.r);
    asking_expect(api, "probe/" INSIDE "/S", 200, value);
    asking_expect(api, "moves/" INSIDE "/S", 200, value);
    asking_expect(api, "search/" INSIDE "/S", 200, value);
    asking_expect(api, "line/" INSIDE "/S", 200, value);
    asking_expect(api, "layers", 200, "\"distances\":false");
    asking_expect(api, "find?seeds=2&kind=zugzwangs", 200, "\"dtc\":null");
    asking_expect(api, "find?seeds=2&kind=longest", 503,
                  "{\"error\":\"kauri-3x3-02.kauri holds r alone,");
    asking_free(api);
    solved_remove(&alone);
}

// A folder may have the name of a word of the messages, or of none.
TEST(test_folders_are_left_out_of_messages)
{
    static const char *const folders[] = {"tables", ".", "in", "./tables"};
    struct solved own;
    char before[512];
    solved_make(&own, HOLES, COWRIES, SEEDS);
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(own.folder), 0);
    assert_int_equal(symlink(".", "tables"), 0);
    assert_int_equal(symlink(".", "in"), 0);
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        struct kauri_tablebase *tables = NULL;
        assert_int_equal(kauri_tablebase_open_folder(folders[i], 1 << 20, &tables, NULL), KAURI_OK);
        struct kauri_api *made = asking_api(tables);
        asking_expect(made, "probe?position=" OUTSIDE " S", 404,
                      "{\"error\":\"layer 5 is not in the tables\",");
        asking_expect(made, "probe?position=0,1/0+1,2 S", 400,
                      "\"the position has 2 holes in a row, the tables are for 3\"");
        asking_expect(made, "search?position=" OUTSIDE " S&seconds=x", 400,
                      "\"seconds takes a number from 0.001 to 60, not 'x'\"");
        asking_free(made);
        kauri_tablebase_close(tables);
    }
    assert_int_equal(unlink("tables"), 0);
    assert_int_equal(unlink("in"), 0);
    assert_int_equal(chdir(before), 0);
    solved_remove(&own);
}
