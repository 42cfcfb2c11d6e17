// Checks the claims of the article on Kauri (docs/results/CLAIMS.md).
//
// A claim is data (claims.c): a sentence of the article, the place in its games that it is about,
// and a check. Every verdict is computed from the article's text, the rules, the tables and
// searches; the check reports the evidence as facts, each a name with a value.
#ifndef KAURI_GAMES_CLAIMS_CLAIMS_H
#define KAURI_GAMES_CLAIMS_CLAIMS_H

#include "common/status.h"
#include "db/tables/tablebase.h"
#include "games/analysis/evaluate.h"
#include "games/claims/claim_facts.h"
#include "rules/board.h"
#include "rules/value.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { KAURI_CLAIMS = 10, KAURI_CLAIM_SCOPE_BYTES = 96 };

// The article's text about its example games, from games/claims/article/four-games.txt.
extern const char kauri_article_text[];

// The text, tables and limits with which claims are checked.
struct kauri_inquiry {
    const char *text;               // kauri_article_text, or an altered one
    struct kauri_tablebase *tables; // tables of the article's board, with layer 0 at least; NULL:
                                    // claims that need tables stay undecided
    struct kauri_effort *effort;    // limits of the searches, never NULL
};

// A claim while it is checked (games/claims/claim_check.h).
struct kauri_check;

struct kauri_claim {
    const char *sentence; // the claim in a few words
    const char *quote;    // the article's words; NULL for signs such as "!"
    const char *reading;  // how the article's words are understood
    struct kauri_claim_place {
        unsigned game, move;  // numbers of the game and the move; 0: no place
        enum kauri_side side; // player of the move
    } place;                  // the claim is about the position before or after it
    // Moves of the article: the mover's holes '1' to '6', or letters ('W': no hole).
    const char *moves;
    enum kauri_ruleset rules;
    enum kauri_result result; // result that the claim gives to the player to move at that place
    // Sets the verdict of the finding and adds its facts.
    enum kauri_status (*check)(struct kauri_check *check, struct kauri_error *error);
};

// The claims in the article's order, numbered from 1 for people.
extern const struct kauri_claim kauri_claims[KAURI_CLAIMS];

// The verdict on a claim and its evidence.
struct kauri_finding {
    const struct kauri_claim *claim;
    enum kauri_claim_verdict verdict;
    char scope[KAURI_CLAIM_SCOPE_BYTES]; // how far the verdict reaches; "": no limit, or undecided
    struct kauri_facts evidence;
    struct kauri_facts table; // the details, row by row
};

// Checks claims. KAURI_BAD_INPUT if a game of the text is illegal or lacks the place of a claim,
// and for tables of another board; KAURI_MISSING without layer 0, KAURI_CORRUPT for damaged tables,
// KAURI_RESOURCE. Claims that are not decided when effort->seconds are used up, or when the
// effort's progress is cancelled (effort->interrupted is then set), stay undecided; that is no
// error. The caller frees the findings with kauri_findings_clear in every case.
enum kauri_status kauri_claims_check(const struct kauri_inquiry *inquiry,
                                     const struct kauri_claim *claims, size_t count,
                                     struct kauri_finding *findings, struct kauri_error *error);

// Frees what the findings own and leaves them zeroed.
void kauri_findings_clear(struct kauri_finding *findings, size_t count);

#endif
