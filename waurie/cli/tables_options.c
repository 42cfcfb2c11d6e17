#include "waurie/cli/tables_options.h"

#include "common/loop.h"
#include "common/memory.h"
#include "common/shell_word.h"
#include "waurie/table_kind.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct waurie_tables_choice waurie_tables_choice_begin(void)
{
    return (struct waurie_tables_choice){.pits = WAURIE_PITS_MAX, .seeds = UINT64_MAX};
}

// Fills in what was not given.
static enum kauri_status finish(struct waurie_tables_choice *choice, struct kauri_error *error)
{
    if (choice->threads == 0) {
        choice->threads = kauri_loop_threads();
    }
    if (choice->memory == 0) {
        choice->memory = kauri_memory_available() / 4 * 3;
    }
    return waurie_rules_parse(choice->words, &choice->rules, error);
}

int waurie_tables_command(const struct kauri_usage *usage, int argc, char **argv,
                          struct waurie_tables_choice *choice, waurie_tables_body *body,
                          void *context)
{
    struct kauri_error error;
    struct kauri_arguments arguments;
    if (kauri_options_parse(usage, argc, argv, &arguments, &error) != KAURI_OK) {
        return kauri_report_error(&error);
    }
    if (!arguments.help &&
        (finish(choice, &error) != KAURI_OK || body(context, &error) != KAURI_OK)) {
        return kauri_report_error(&error);
    }
    return KAURI_OK;
}

void waurie_tables_advise(const char *folder, const struct waurie_rules *rules, unsigned pits,
                          unsigned seeds, struct kauri_error *error)
{
    char word[KAURI_SHELL_WORD_BYTES];
    char command[KAURI_SHELL_WORD_BYTES + 128];
    char size[24] = "";
    if (pits != WAURIE_PITS_MAX) {
        (void)snprintf(size, sizeof size, " --pits %u", pits);
    }
    (void)snprintf(command, sizeof command,
                   "; make it with: waurie solve --tables %s --seeds %u%s%s%s",
                   kauri_shell_word(folder, word), seeds, size,
                   rules->at_turn ? " --win at-turn" : "", rules->skip ? " --lap skip" : "");
    kauri_error_append(error, command);
}

enum kauri_status waurie_tables_missing(const struct waurie_tables_choice *choice, unsigned layers,
                                        struct kauri_error *error)
{
    const uint64_t seeds = choice->seeds == UINT64_MAX ? layers : choice->seeds;
    char *path = waurie_table_path(WAURIE_BITS, choice->folder, &choice->rules,
                                   (unsigned)choice->pits, layers);
    const bool there = path != NULL && access(path, F_OK) == 0;
    free(path);
    if (there) {
        return kauri_fail(error, KAURI_RESOURCE,
                          "%s: layer %u does not fit into the memory (--memory SIZE)",
                          choice->folder, layers);
    }
    (void)kauri_fail(error, KAURI_MISSING, "%s has no layer %u of these rules", choice->folder,
                     layers);
    waurie_tables_advise(choice->folder, &choice->rules, (unsigned)choice->pits, (unsigned)seeds,
                         error);
    return KAURI_MISSING;
}
