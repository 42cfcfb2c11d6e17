// Checks the claims of the article on Kauri (docs/CLAIMS.md).
//
// A claim is data (claims.c): a sentence of the article, the place in its games that it is about,
// and a check. Every verdict is computed from the article's text, the rules, the tables and
// searches; the check reports the evidence as facts.
#ifndef KAURI_STUDIES_ARTICLE_CLAIMS_H
#define KAURI_STUDIES_ARTICLE_CLAIMS_H

#include "common/status.h"
#include "queries/analysis/evaluate.h"
#include "studies/article/facts.h"

enum { KAURI_CLAIMS = 8 };

// The article's text on its example games, tests/data/four-games.txt.
extern const char kauri_article_text[];

enum kauri_verdict { KAURI_VERDICT_UNDECIDED, KAURI_VERDICT_CONFIRMED, KAURI_VERDICT_REFUTED };

// "undecided", "confirmed", "refuted"; static storage.
const char *kauri_verdict_name(enum kauri_verdict verdict);

// The text, tables and limits with which claims are checked.
struct kauri_claims_request {
    const char *text;               // kauri_article_text, or an altered one
    struct kauri_tablebase *tables; // of the article's board, with layer 0 at least; NULL: claims
                                    // that need tables stay undecided
    struct kauri_effort *effort;    // for searches and for reading layers, never NULL
    unsigned threads;               // for reading layers, at least 1
};

struct kauri_inquiry;
struct kauri_finding;
typedef enum kauri_status kauri_claim_check(struct kauri_inquiry *inquiry,
                                            struct kauri_finding *finding,
                                            struct kauri_error *error);

// A move of an example game.
struct kauri_claim_place {
    unsigned game;        // its number; 0: no game
    unsigned move;        // its number; 0: the end of the game
    enum kauri_side side; // the player of the move
};

struct kauri_claim {
    const char *sentence;           // the claim in a few words
    const char *quote;              // the article's words; NULL for signs such as "!"
    const char *reading;            // how they are understood
    struct kauri_claim_place place; // that the claim is about
    const char *moves;              // that the article gives: the mover's holes '1' to '6', or
                                    // letters, of which 'W' names no hole
    enum kauri_ruleset rules;
    enum kauri_result result; // that the claim gives to the player to move at that place
    kauri_claim_check *check; // studies/article/checks.h
};

// In the article's order, numbered from 1 for people.
extern const struct kauri_claim kauri_claims[KAURI_CLAIMS];

// The verdict on a claim and its evidence.
struct kauri_finding {
    const struct kauri_claim *claim;
    enum kauri_verdict verdict;
    struct kauri_facts facts;
    struct kauri_facts table; // the cells of the details, row by row; all rows have the same names
    size_t rows;
};

// Checks claims. KAURI_BAD_INPUT if a game of the text is illegal or lacks the place of a claim,
// and for tables of another board; KAURI_MISSING without layer 0, KAURI_CORRUPT for damaged tables,
// KAURI_RESOURCE. Claims that are not decided when effort->seconds are used up, or when the
// effort's progress is cancelled (effort->interrupted is then set), stay undecided; that is no
// error. The caller frees the findings with kauri_findings_clear in every case.
enum kauri_status kauri_claims_check(const struct kauri_claims_request *request,
                                     const struct kauri_claim *claims, size_t count,
                                     struct kauri_finding *findings, struct kauri_error *error);

// Frees what the findings own and leaves them zeroed.
void kauri_findings_clear(struct kauri_finding *findings, size_t count);

#endif
