// Findings as named values, from which both text and JSON are made.
#ifndef KAURI_STUDIES_ARTICLE_FACTS_H
#define KAURI_STUDIES_ARTICLE_FACTS_H

#include "common/status.h"
#include "common/string_buffer.h"
#include "queries/lookup/bounds.h"

#include <stddef.h>
#include <stdint.h>

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
    struct kauri_string words;
};

// Owned by the caller; zeroed at first. Running out of memory is remembered in `failed`.
struct kauri_facts {
    size_t count;
    struct kauri_fact *fact;
    bool failed;
    struct kauri_fact lost; // takes the place of a fact that there is no memory for
};

// Add a fact. The caller appends the words to the string that kauri_facts_add_words returns, before
// the next fact is added.
void kauri_facts_add_number(struct kauri_facts *facts, const char *name, uint64_t number);
void kauri_facts_add_bounds(struct kauri_facts *facts, const char *name,
                            struct kauri_bounds bounds);
void kauri_facts_add_answer(struct kauri_facts *facts, const char *name, enum kauri_answer answer);
void kauri_facts_add_position(struct kauri_facts *facts, const char *name,
                              const struct kauri_position *position);
struct kauri_string *kauri_facts_add_words(struct kauri_facts *facts, const char *name);

// Appends the value for people: "1,352,078", "-4 to 154", "undecided".
void kauri_fact_write(const struct kauri_fact *fact, struct kauri_string *text);

// KAURI_RESOURCE if memory ran out while the facts were added.
enum kauri_status kauri_facts_check(const struct kauri_facts *facts, struct kauri_error *error);

// Frees the facts and leaves the list empty.
void kauri_facts_clear(struct kauri_facts *facts);

#endif
