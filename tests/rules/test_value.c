// The value r and what it says about results and scores.
#include "tests/rules/positions.h"

#include "rules/value.h"

TEST(results_follow_lead_net_and_tiebreak)
{
    for (int south = 0; south <= 9; south++) {
        for (int north = 0; north <= 9; north++) {
            for (int net = -10; net <= 10; net++) {
                for (int t = -1; t <= 1; t++) {
                    struct kauri_position position = position_of("5+1/5+1 N");
                    position.score[0] = (uint8_t)south;
                    position.score[1] = (uint8_t)north;
                    const int end = north - south + net;
                    assert_int_equal(kauri_lead(&position), north - south);
                    assert_int_equal(kauri_standard_result(&position, 3 * net + t),
                                     kauri_result_of(end));
                    assert_int_equal(kauri_tiebreak_result(&position, 3 * net + t),
                                     kauri_result_of(end != 0 ? end : t));
                }
            }
        }
    }
    assert_string_equal(kauri_result_name(KAURI_WIN), "win");
    assert_string_equal(kauri_result_name(KAURI_DRAW), "draw");
    assert_string_equal(kauri_result_name(KAURI_LOSS), "loss");
}

static void check_score(const char *text, int r, bool all, unsigned south, unsigned north)
{
    const struct kauri_position position = position_of(text);
    uint8_t score[2];
    assert_int_equal(kauri_final_score(&position, r, score), all);
    assert_int_equal(score[0], south);
    assert_int_equal(score[1], north);
}

TEST(final_score_shares_out_all_seeds)
{
    check_score("0+1,0+1,0+1,0+1,0+1,0/0+4,0+1,0,0+1,0+1,0 S 30:30", -1, true, 30, 30);
    check_score("0,0,2,0,2,0/0+4,0+1,0,0+1,0+1,0+5 N 30:26", 13, true, 30, 30);
    check_score("0,0,2,0,2,0/0+4,0+1,0,0+1,0+1,0+5 N 30:26", -5, true, 33, 27);
    check_score("1/2+1 S 1:0", -4, true, 2, 2);
    check_score("1/0+1 S 4:2", 3, true, 5, 2); // endless cowrie phase
    // Seeds that nobody captures, or may not (R10).
    check_score("1/1+1 S 4:2", 0, false, 5, 3);
    check_score("1/0+1 S 4:2", 0, false, 4, 2);
    check_score("1/2+1 N 4:2", 6, false, 4, 4);
    check_score("1/2+1 N 4:2", -6, false, 6, 2);
    // A value that no position has leaves the scores in range.
    check_score("1/0 S 0:0", 3000, true, 1, 0);
}
