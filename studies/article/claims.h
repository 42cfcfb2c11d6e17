// Checks the claims of the article on Kauri (docs/CLAIMS.md).
//
// A claim is data (claims.c): a sentence of the article, the place in its games that it is about,
// and a check. Every verdict is computed from the article's text, the rules, the tables and
// searches; the check reports the evidence as facts, from which text and JSON are made.
#ifndef KAURI_STUDIES_ARTICLE_CLAIMS_H
#define KAURI_STUDIES_ARTICLE_CLAIMS_H

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

enum kauri_verdict { KAURI_VERDICT_UNDECIDED, KAURI_VERDICT_CONFIRMED, KAURI_VERDICT_REFUTED };

// "undecided", "confirmed", "refuted"; static storage.
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
    struct kauri_replay *replays; // one per record; a missing move is restored
    unsigned layers;              // that the tables hold; 0 without tables
    struct kauri_position before; // the move at the claim's place, or the end of the game
    struct kauri_position after;
    struct kauri_evaluation value; // of the position that was evaluated last
};

struct kauri_finding;

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
    // Fills in a finding that has only its claim.
    enum kauri_status (*check)(struct kauri_inquiry *inquiry, struct kauri_finding *finding,
                               struct kauri_error *error);
};

// In the article's order, numbered from 1 for people.
extern const struct kauri_claim kauri_claims[KAURI_CLAIMS];

// A bool is an answer, too.
enum kauri_answer { KAURI_ANSWER_NO = 0, KAURI_ANSWER_YES = 1, KAURI_ANSWER_UNDECIDED };

enum kauri_fact_kind {
    KAURI_FACT_NUMBER, // low
    KAURI_FACT_BOUNDS, // low to high
    KAURI_FACT_ANSWER, // low: enum kauri_answer
    KAURI_FACT_WORDS,  // words
};

struct kauri_fact {
    const char *name; // in JSON, in static storage; people see blanks instead of underscores
    enum kauri_fact_kind kind;
    int64_t low, high;
    char *words;
};

struct kauri_facts {
    size_t count;
    struct kauri_fact *fact;
    bool failed; // memory ran out
};

// The verdict on a claim and its evidence.
struct kauri_finding {
    const struct kauri_claim *claim;
    enum kauri_verdict verdict;
    struct kauri_facts facts;
    struct kauri_facts table; // the cells of the details, row by row; all rows have the same names
    size_t rows;
};

// Appends the value for people: "1,352,078", "-4 to 154", "undecided".
void kauri_fact_write(const struct kauri_fact *fact, struct kauri_string *text);

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
