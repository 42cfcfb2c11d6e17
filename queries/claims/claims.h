// Checks the claims of the article on Kauri (docs/results/CLAIMS.md).
//
// A claim is data (claims.c): a sentence of the article, the place in its games that it is about,
// and a check. Every verdict is computed from the article's text, the rules, the tables and
// searches; the check reports the evidence as facts, each a name with a value.
#ifndef KAURI_QUERIES_CLAIMS_CLAIMS_H
#define KAURI_QUERIES_CLAIMS_CLAIMS_H

#include "common/status.h"
#include "db/tables/tablebase.h"
#include "queries/analysis/evaluate.h"
#include "queries/lookup/bounds.h"
#include "rules/board.h"
#include "rules/value.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { KAURI_CLAIMS = 8 };

// The article's text about its example games, from queries/claims/article/four-games.txt.
extern const char kauri_article_text[];

// An answer to a claim or to another question; a bool converts to it.
enum kauri_claim_verdict { KAURI_CLAIM_REFUTED, KAURI_CLAIM_CONFIRMED, KAURI_CLAIM_UNDECIDED };

// "refuted", "confirmed", "undecided"; static storage.
const char *kauri_verdict_name(enum kauri_claim_verdict verdict);

// The text, tables and limits with which claims are checked.
struct kauri_inquiry {
    const char *text;               // kauri_article_text, or an altered one
    struct kauri_tablebase *tables; // tables of the article's board, with layer 0 at least; NULL:
                                    // claims that need tables stay undecided
    struct kauri_effort *effort;    // limits of the searches, never NULL
};

// A claim while it is checked (claims.c).
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

enum kauri_fact_kind {
    KAURI_FACT_NUMBER,
    KAURI_FACT_BOUNDS,
    KAURI_FACT_ANSWER,
    KAURI_FACT_WORDS, // positions and lines of moves are words, too
};

// A named value. It is in the member of its kind.
struct kauri_fact {
    const char *name; // name as in JSON, such as "plies_left"; static storage
    enum kauri_fact_kind kind;
    uint64_t number;
    struct kauri_bounds bounds;
    int answer;  // enum kauri_claim_verdict
    char *words; // owned
};

struct kauri_facts {
    struct kauri_fact *facts;
    size_t count, room;
    size_t rows; // number of rows, which all have the same facts
    bool failed; // memory ran out
};

// The verdict on a claim and its evidence.
struct kauri_finding {
    const struct kauri_claim *claim;
    enum kauri_claim_verdict verdict;
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
