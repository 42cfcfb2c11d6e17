#include "games/claims/article_results.h"

#include "games/claims/claim_check.h"

#include <stdio.h>

// Whether a player has captured more than half of the seeds, after which no play changes the
// winner.
static bool has_majority(const struct kauri_position *position)
{
    const unsigned south = position->score[0], north = position->score[1];
    const unsigned all = kauri_seeds(position) + south + north;
    return 2 * south > all || 2 * north > all;
}

// The object ClaimResult:
//     game: int - number of the game
//     captured: text - by South and North, with the moves as they were played: `8:31`
//     printed: "agrees" | "differs" | "not checked" - the printed result; of a game without one,
//         the draw of claim 1
//     decided: bool - no play from there changes the winner, or no seeds are left
enum kauri_status kauri_check_printed_results(struct kauri_check *check, struct kauri_error *error)
{
    (void)error;
    unsigned right = 0, decided = 0, differing = 0;
    for (unsigned game = 0; game < KAURI_CLAIM_GAMES; game++) {
        const struct kauri_position *end = &check->games[game].end;
        const bool over = kauri_seeds(end) == 0;
        const bool final = over || has_majority(end);
        enum kauri_result_check result = check->games[game].result;
        if (result == KAURI_RESULT_NOT_WRITTEN) {
            result =
                over && end->score[0] == end->score[1] ? KAURI_RESULT_AGREES : KAURI_RESULT_DIFFERS;
        }
        char captured[32];
        (void)snprintf(captured, sizeof captured, "%u:%u", (unsigned)end->score[0],
                       (unsigned)end->score[1]);
        kauri_facts_add_number(check->table, "game", game + 1);
        kauri_facts_add_words(check->table, "captured", captured);
        kauri_facts_add_words(check->table, "printed",
                              result == KAURI_RESULT_AGREES    ? "agrees"
                              : result == KAURI_RESULT_DIFFERS ? "differs"
                                                               : "not checked");
        kauri_facts_add_answer(check->table, "decided", final);
        check->table->rows++;
        right += result == KAURI_RESULT_AGREES;
        differing += result == KAURI_RESULT_DIFFERS;
        decided += final;
    }
    kauri_facts_add_number(check->evidence, "right", right);
    kauri_facts_add_number(check->evidence, "wrong", differing);
    check->verdict = right == KAURI_CLAIM_GAMES ? KAURI_CLAIM_CONFIRMED
                     : differing == 0           ? KAURI_CLAIM_UNDECIDED
                     : right > 0                ? KAURI_CLAIM_IN_PART
                                                : KAURI_CLAIM_REFUTED;
    kauri_check_set_scope(check, "%u by the moves; %u can change no more", right, decided);
    return KAURI_OK;
}
