// Reads the result from the words after a line of play: "South wins. (15 moves)", "0-1".
#ifndef KAURI_WAURIE_REMARK_H
#define KAURI_WAURIE_REMARK_H

#include "games/records/plain_text.h"

enum waurie_claimed_winner { WAURIE_CLAIMS_NOBODY, WAURIE_CLAIMS_SOUTH, WAURIE_CLAIMS_NORTH };

struct waurie_claim {
    enum waurie_claimed_winner winner;
    unsigned turns; // number of moves, as in "15 moves"; 0: none is given
};

// Reads a remark in UTF-8. It claims nothing if a word of its first sentence is not known
// (games/records/sentence.h), if it does not name one winner, or if it contradicts itself.
// Thread-safe.
struct waurie_claim waurie_remark_claim(const char *remark);

// Returns true if the token "1-0" or "0-1" of a result begins at this sign.
bool waurie_is_result_token(struct kauri_plain text);

#endif
