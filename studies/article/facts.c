#include "studies/article/facts.h"

#include "common/size.h"

#include <stdlib.h>

static struct kauri_fact *add(struct kauri_facts *facts, const char *name,
                              enum kauri_fact_kind kind)
{
    struct kauri_fact *fact = &facts->lost;
    struct kauri_fact *grown = realloc(facts->fact, (facts->count + 1) * sizeof *grown);
    kauri_string_clear(&facts->lost.words);
    if (grown == NULL) {
        facts->failed = true;
    } else {
        facts->fact = grown;
        fact = &grown[facts->count++];
    }
    *fact = (struct kauri_fact){.name = name, .kind = kind};
    return fact;
}

void kauri_facts_add_number(struct kauri_facts *facts, const char *name, uint64_t number)
{
    add(facts, name, KAURI_FACT_NUMBER)->low = (int64_t)number;
}

void kauri_facts_add_bounds(struct kauri_facts *facts, const char *name, struct kauri_bounds bounds)
{
    struct kauri_fact *fact = add(facts, name, KAURI_FACT_BOUNDS);
    fact->low = bounds.low;
    fact->high = bounds.high;
}

void kauri_facts_add_answer(struct kauri_facts *facts, const char *name, enum kauri_answer answer)
{
    add(facts, name, KAURI_FACT_ANSWER)->low = answer;
}

void kauri_facts_add_position(struct kauri_facts *facts, const char *name,
                              const struct kauri_position *position)
{
    char text[KAURI_POSITION_TEXT_BYTES];
    kauri_string_add_text(kauri_facts_add_words(facts, name),
                          kauri_position_format(position, text));
}

struct kauri_string *kauri_facts_add_words(struct kauri_facts *facts, const char *name)
{
    return &add(facts, name, KAURI_FACT_WORDS)->words;
}

void kauri_fact_write(const struct kauri_fact *fact, struct kauri_string *text)
{
    static const char *const answers[] = {"no", "yes", "undecided"};
    char count[KAURI_SIZE_TEXT_BYTES];
    switch (fact->kind) {
    case KAURI_FACT_NUMBER:
        kauri_string_add_text(text, kauri_format_count((uint64_t)fact->low, count));
        break;
    case KAURI_FACT_BOUNDS:
        kauri_string_add_number(text, fact->low);
        if (fact->high != fact->low) {
            kauri_string_add_text(text, " to ");
            kauri_string_add_number(text, fact->high);
        }
        break;
    case KAURI_FACT_ANSWER:
        kauri_string_add_text(text, answers[fact->low]);
        break;
    case KAURI_FACT_WORDS:
        kauri_string_add_text(text, kauri_string_text(&fact->words));
        break;
    }
}

enum kauri_status kauri_facts_check(const struct kauri_facts *facts, struct kauri_error *error)
{
    bool failed = facts->failed;
    for (size_t i = 0; i < facts->count; i++) {
        failed = failed || facts->fact[i].words.failed;
    }
    return failed ? kauri_fail(error, KAURI_RESOURCE, "out of memory for the findings") : KAURI_OK;
}

void kauri_facts_clear(struct kauri_facts *facts)
{
    for (size_t i = 0; i < facts->count; i++) {
        kauri_string_clear(&facts->fact[i].words);
    }
    kauri_string_clear(&facts->lost.words);
    free(facts->fact);
    *facts = (struct kauri_facts){.count = 0};
}
