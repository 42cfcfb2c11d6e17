// Checks the claims of the article on Kauri (docs/CLAIMS.md).
//
// A claim is data (claims.c): a sentence of the article, the place in its games that it is about,
// and a check. Every verdict is computed from the article's text, the rules, the tables and
// searches; the check reports the evidence as facts, from which text and JSON are made.
#ifndef KAURI_STUDIES_ARTICLE_CLAIMS_H
#define KAURI_STUDIES_ARTICLE_CLAIMS_H

#include "common/json.h"
#include "common/status.h"
#include "common/string_buffer.h"
#include "queries/analysis/evaluate.h"
#include "records/record.h"
#include "records/replay.h"

#include <stddef.h>
#include <stdint.h>

enum { KAURI_CLAIMS = 8 };

// The article's text on its example games, tests/data/four-games.txt.
extern const char kauri_article_text[];

// An answer to a claim or to another question; a bool is one, too.
enum kauri_verdict { KAURI_VERDICT_REFUTED, KAURI_VERDICT_CONFIRMED, KAURI_VERDICT_UNDECIDED };

// "refuted", "confirmed", "undecided"; static storage.
const char *kauri_verdict_name(enum kauri_verdict verdict);

// What claims are checked with, and the games that they are about.
struct kauri_inquiry {
    const char *text;               // kauri_article_text, or an altered one
    struct kauri_tablebase *tables; // of the article's board, with layer 0 at least; NULL: claims
                                    // that need tables stay undecided
    struct kauri_effort *effort;    // for searches and for reading layers, never NULL
    unsigned threads;               // for reading layers, at least 1
    // Filled in by kauri_claims_check; zeroed at first.
    struct kauri_records records;
    struct kauri_replay *replays;  // one per record; a missing move is restored
    unsigned layers;               // that the tables hold; 0 without tables
    struct kauri_evaluation value; // of the position that was evaluated last
    const struct kauri_claim *claim;
    const struct kauri_replay_ply *ply; // the move at the claim's place
    enum kauri_verdict verdict;         // on the claim, at first undecided
    struct kauri_facts *facts, *table;  // of its finding
};

// A move of an example game.
struct kauri_claim_place {
    unsigned game, move;  // their numbers; 0: no place
    enum kauri_side side; // the player of the move
};

struct kauri_claim {
    const char *sentence;           // the claim in a few words
    const char *quote;              // the article's words; NULL for signs such as "!"
    const char *reading;            // how they are understood
    struct kauri_claim_place place; // the claim is about the position before or after it
    const char *moves;              // that the article gives: the mover's holes '1' to '6', or
                                    // letters, of which 'W' names no hole
    enum kauri_ruleset rules;
    enum kauri_result result; // that the claim gives to the player to move at that place
    // Sets the verdict and adds facts.
    enum kauri_status (*check)(struct kauri_inquiry *inquiry, struct kauri_error *error);
};

// In the article's order, numbered from 1 for people.
extern const struct kauri_claim kauri_claims[KAURI_CLAIMS];

// Facts, as text and as JSON. Their names are those of the JSON.
struct kauri_facts {
    bool in_rows;              // a table, whose rows all have the same facts
    size_t rows;               // of that
    struct kauri_string heads; // the names of its facts, with a tab between two
    struct kauri_string text;  // a line for each fact, or for each row with a tab between two facts
    struct kauri_string json;  // an object, or an array of them
    struct kauri_json writer;  // of that, while the claim is checked
};

// The verdict on a claim and its evidence.
struct kauri_finding {
    const struct kauri_claim *claim;
    enum kauri_verdict verdict;
    struct kauri_facts facts;
    struct kauri_facts table; // the details
};

// Checks claims. KAURI_BAD_INPUT if a game of the text is illegal or lacks the place of a claim,
// and for tables of another board; KAURI_MISSING without layer 0, KAURI_CORRUPT for damaged tables,
// KAURI_RESOURCE. Claims that are not decided when effort->seconds are used up, or when the
// effort's progress is cancelled (effort->interrupted is then set), stay undecided; that is no
// error. The caller frees the findings with kauri_findings_clear in every case.
enum kauri_status kauri_claims_check(struct kauri_inquiry *inquiry,
                                     const struct kauri_claim *claims, size_t count,
                                     struct kauri_finding *findings, struct kauri_error *error);

// Frees what the findings own and leaves them zeroed.
void kauri_findings_clear(struct kauri_finding *findings, size_t count);

#endif
