// The evidence on a claim: facts, each a name with a value, in one row or as a table.
#ifndef KAURI_GAMES_CLAIMS_CLAIM_FACTS_H
#define KAURI_GAMES_CLAIMS_CLAIM_FACTS_H

#include "queries/lookup/bounds.h"
#include "rules/board.h"
#include "rules/value.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// An answer to a claim or to another question; a bool converts to it.
enum kauri_claim_verdict {
    KAURI_CLAIM_REFUTED,
    KAURI_CLAIM_CONFIRMED,
    KAURI_CLAIM_UNDECIDED,
    KAURI_CLAIM_IN_PART, // right in one respect and wrong in another, as the scope says
};

// "refuted", "confirmed", "undecided", "in part"; static storage.
const char *kauri_verdict_name(enum kauri_claim_verdict verdict);

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
    size_t count, capacity;
    size_t rows; // number of rows, which all have the same facts
    bool failed; // memory ran out
};

// Add a fact; `name` has static storage, other text is copied. If memory runs out, facts->failed is
// set.
void kauri_facts_add_number(struct kauri_facts *facts, const char *name, uint64_t number);
void kauri_facts_add_bounds(struct kauri_facts *facts, const char *name,
                            struct kauri_bounds bounds);
void kauri_facts_add_answer(struct kauri_facts *facts, const char *name,
                            enum kauri_claim_verdict answer);
void kauri_facts_add_words(struct kauri_facts *facts, const char *name, const char *words);
void kauri_facts_add_position(struct kauri_facts *facts, const char *name,
                              const struct kauri_position *position);

// Adds a distance, which the tables may not have.
void kauri_facts_add_plies(struct kauri_facts *facts, const char *name, uint32_t dtc);

// Adds the results of a position that the bounds of its r allow: "South draws or wins".
void kauri_facts_add_results(struct kauri_facts *facts, const char *name,
                             const struct kauri_position *position, enum kauri_ruleset rules,
                             struct kauri_bounds r);

// Adds the means by which a verdict was reached: tables of 0 to `layers` - 1 seeds, and searches
// that expanded `nodes` positions.
void kauri_facts_add_basis(struct kauri_facts *facts, unsigned layers, uint64_t nodes);

// Adds a line of `count` moves by both players in turn, at most KAURI_EVALUATION_LINE_MAX: "f A-B",
// with a hyphen for a pass.
void kauri_facts_add_line(struct kauri_facts *facts, const char *name,
                          struct kauri_position position, unsigned count, const int16_t *holes);

// Frees the facts, and leaves the struct as it is.
void kauri_facts_clear(struct kauri_facts *facts);

#endif
