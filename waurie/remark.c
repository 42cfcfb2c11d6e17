#include "waurie/remark.h"

#include "games/records/sentence.h"

// The winner that an outcome names.
static enum waurie_claimed_winner winner_of(enum kauri_written_outcome outcome)
{
    return outcome == KAURI_OUTCOME_SOUTH   ? WAURIE_CLAIMS_SOUTH
           : outcome == KAURI_OUTCOME_NORTH ? WAURIE_CLAIMS_NORTH
                                            : WAURIE_CLAIMS_NOBODY;
}

struct waurie_claim waurie_remark_claim(const char *remark)
{
    const struct kauri_player_words nobody = {.count = {0}};
    struct kauri_written_result result;
    kauri_sentence_of(remark, &nobody, false, &result);
    if (result.tells && !result.understood) {
        return (struct waurie_claim){.winner = WAURIE_CLAIMS_NOBODY};
    }
    return (struct waurie_claim){.winner = winner_of(result.outcome), .turns = result.turns};
}

bool waurie_is_result_token(struct kauri_plain text)
{
    enum { TOKEN_SIGNS_MAX = 16 };
    char words[TOKEN_SIGNS_MAX];
    struct kauri_plain end = text;
    for (unsigned i = 0; i + 1 < TOKEN_SIGNS_MAX && end.sign != '\n' && end.sign != 0; i++) {
        kauri_plain_next(&end);
    }
    kauri_plain_copy(text, &end, words, sizeof words);
    return kauri_begins_with_outcome(words);
}
