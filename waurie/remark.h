// What the words after a line of play say of its result, in English or German: "South wins. (15
// moves)".
#ifndef KAURI_WAURIE_REMARK_H
#define KAURI_WAURIE_REMARK_H

#include <stdbool.h>

enum waurie_claimed_winner { WAURIE_CLAIMS_NOBODY, WAURIE_CLAIMS_SOUTH, WAURIE_CLAIMS_NORTH };

struct waurie_claim {
    enum waurie_claimed_winner winner;
    unsigned turns; // "15 moves"; 0: none are named
};

// Reads a remark in UTF-8. One that names both players or none, both winning and losing, or "not"
// claims no winner. Thread-safe.
struct waurie_claim waurie_remark_claim(const char *remark);

#endif
