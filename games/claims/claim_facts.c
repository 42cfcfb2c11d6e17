#include "games/claims/claim_facts.h"

#include "common/memory.h"
#include "games/analysis/evaluate.h"
#include "rules/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *kauri_verdict_name(enum kauri_claim_verdict verdict)
{
    static const char *const names[] = {"refuted", "confirmed", "undecided", "in part"};
    return names[verdict];
}

static void add(struct kauri_facts *facts, struct kauri_fact fact)
{
    if (!KAURI_FITS(facts->facts, facts->count + 1, facts->capacity)) {
        facts->failed = true;
        free(fact.words);
        return;
    }
    facts->facts[facts->count++] = fact;
}

void kauri_facts_add_number(struct kauri_facts *facts, const char *name, uint64_t number)
{
    add(facts, (struct kauri_fact){name, KAURI_FACT_NUMBER, .number = number});
}

void kauri_facts_add_plies(struct kauri_facts *facts, const char *name, uint32_t dtc)
{
    kauri_facts_add_number(facts, name, dtc == KAURI_DTC_UNKNOWN ? UINT64_MAX : dtc);
}

void kauri_facts_add_bounds(struct kauri_facts *facts, const char *name, struct kauri_bounds bounds)
{
    add(facts, (struct kauri_fact){name, KAURI_FACT_BOUNDS, .bounds = bounds});
}

void kauri_facts_add_answer(struct kauri_facts *facts, const char *name,
                            enum kauri_claim_verdict answer)
{
    add(facts, (struct kauri_fact){name, KAURI_FACT_ANSWER, .answer = (int)answer});
}

void kauri_facts_add_words(struct kauri_facts *facts, const char *name, const char *words)
{
    char *copy = strdup(words);
    facts->failed = facts->failed || copy == NULL;
    add(facts, (struct kauri_fact){name, KAURI_FACT_WORDS, .words = copy});
}

void kauri_facts_add_position(struct kauri_facts *facts, const char *name,
                              const struct kauri_position *position)
{
    char text[KAURI_POSITION_TEXT_BYTES];
    kauri_facts_add_words(facts, name, kauri_position_format(position, text));
}

void kauri_facts_add_results(struct kauri_facts *facts, const char *name,
                             const struct kauri_position *position, enum kauri_ruleset rules,
                             struct kauri_bounds r)
{
    static const char *const verbs[3][3] = {
        {"loses", "loses or draws", "loses, draws or wins"},
        {"", "draws", "draws or wins"},
        {"", "", "wins"},
    };
    const int low = kauri_result_under(rules, position, r.low);
    const int high = kauri_result_under(rules, position, r.high);
    char words[32];
    (void)snprintf(words, sizeof words, "%s %s", kauri_side_name(position->side),
                   verbs[low + 1][high + 1]);
    kauri_facts_add_words(facts, name, words);
}

void kauri_facts_add_basis(struct kauri_facts *facts, unsigned layers, uint64_t nodes)
{
    if (layers > 0) {
        kauri_facts_add_bounds(facts, "seeds_in_tables", (struct kauri_bounds){0, (int)layers - 1});
    }
    if (nodes > 0) {
        kauri_facts_add_number(facts, "searched_positions", nodes);
    }
}

void kauri_facts_add_line(struct kauri_facts *facts, const char *name,
                          struct kauri_position position, unsigned count, const int16_t *holes)
{
    char text[2 * KAURI_EVALUATION_LINE_MAX + 1];
    char *end = text;
    for (unsigned i = 0; i < count; i++) {
        const char letter = kauri_move_letter((enum kauri_side)position.side, holes[i]);
        if (end > text && end[-1] != '-' && letter != '-') {
            *end++ = ' ';
        }
        *end++ = letter;
        (void)kauri_play(&position, holes[i]);
    }
    *end = '\0';
    kauri_facts_add_words(facts, name, text);
}

void kauri_facts_clear(struct kauri_facts *facts)
{
    for (size_t i = 0; i < facts->count; i++) {
        free(facts->facts[i].words);
    }
    free(facts->facts);
}
