#include "waurie/cli/tables_options.h"

#include "common/memory.h"
#include "common/parallel.h"
#include "common/shell_word.h"

#include <stdio.h>

struct waurie_tables_choice waurie_tables_choice_begin(void)
{
    return (struct waurie_tables_choice){.pits = WAURIE_PITS_MAX, .seeds = UINT64_MAX};
}

enum kauri_status waurie_tables_choice_finish(struct waurie_tables_choice *choice,
                                              struct kauri_error *error)
{
    if (choice->threads == 0) {
        choice->threads = kauri_parallel_processors();
    }
    if (choice->memory == 0) {
        choice->memory = kauri_memory_available() / 4 * 3;
    }
    return waurie_rules_parse(choice->words, &choice->rules, error);
}

enum kauri_status waurie_tables_missing(const struct waurie_tables_choice *choice, unsigned layers,
                                        struct kauri_error *error)
{
    char word[KAURI_SHELL_WORD_BYTES];
    char pits[24] = "";
    const uint64_t seeds = choice->seeds == UINT64_MAX ? 0 : choice->seeds;
    if (choice->pits != WAURIE_PITS_MAX) {
        (void)snprintf(pits, sizeof pits, " --pits %u", (unsigned)choice->pits);
    }
    return kauri_fail(error, KAURI_MISSING,
                      "%s has no layer %u of these rules; make it with: waurie solve --tables %s "
                      "--seeds %u%s%s%s",
                      choice->folder, layers, kauri_shell_word(choice->folder, word),
                      (unsigned)seeds, pits, choice->rules.at_turn ? " --win at-turn" : "",
                      choice->rules.skip ? " --lap skip" : "");
}
