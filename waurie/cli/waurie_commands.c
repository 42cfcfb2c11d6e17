#include "waurie/cli/waurie_commands.h"

#include "cli/terminal_text.h"
#include "common/memory.h"
#include "waurie/layer_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void waurie_tables_choice_complete(struct waurie_tables_choice *choice,
                                   const struct kauri_command_run *run)
{
    choice->folder = run->folder;
    choice->json = run->json;
    choice->threads = kauri_run_threads(run);
    if (choice->memory == 0) {
        choice->memory = kauri_memory_available() / 4 * 3;
    }
}

void waurie_tables_advise(const char *folder, const struct waurie_rules *rules, unsigned pits,
                          unsigned seeds, struct kauri_error *error)
{
    char word[KAURI_SHELL_WORD_BYTES];
    char command[KAURI_SHELL_WORD_BYTES + 160];
    char size[24] = "";
    if (pits != WAURIE_PITS_MAX) {
        (void)snprintf(size, sizeof size, " --pits %u", pits);
    }
    (void)snprintf(
        command, sizeof command, "; make it with: waurie solve --tables %s --seeds %u%s%s%s%s",
        kauri_shell_word(folder, word), seeds, size, rules->at_turn ? " --win at-turn" : "",
        rules->skip ? " --lap skip" : "", rules->both ? " --stores both" : "");
    kauri_error_append(error, command);
}

enum kauri_status waurie_tables_missing(const struct waurie_tables_choice *choice, unsigned layers,
                                        struct kauri_error *error)
{
    const uint64_t seeds = choice->seeds == UINT64_MAX ? layers : choice->seeds;
    char *path = waurie_table_path(choice->folder, &choice->rules, (unsigned)choice->pits, layers);
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

// The object WaurieRules:
//     pits: int - in a row
//     win: "at-once" | "at-turn" - the rules of the tables, as are the next two
//     lap: "into" | "skip" - see `win`
//     stores: "own" | "both" - see `win`
void waurie_json_begin(struct kauri_json *json, const struct waurie_tables_choice *choice)
{
    kauri_json_begin_object(json, NULL);
    kauri_json_add_uint(json, "pits", choice->pits);
    kauri_json_add_text(json, "win", waurie_win_word(&choice->rules));
    kauri_json_add_text(json, "lap", waurie_lap_word(&choice->rules));
    kauri_json_add_text(json, "stores", waurie_stores_word(&choice->rules));
}

// The object WaurieSolved:
//     ...: WaurieRules
//     layers: WaurieSolvedLayer[] - the layers that this run solved
//
// The object WauriePlan:
//     ...: WaurieRules
//     layers: WauriePlannedLayer[]
void waurie_add_layers(const struct waurie_tables_choice *choice, const struct kauri_field *fields,
                       size_t field_count, const void *records, size_t record_bytes, size_t count,
                       struct kauri_string *out)
{
    struct kauri_json json = {.out = out};
    if (!choice->json) {
        kauri_answer_records(out, fields, field_count, records, record_bytes, count,
                             kauri_text_columns());
        return;
    }
    waurie_json_begin(&json, choice);
    kauri_answer_array(&json, "layers", fields, field_count, records, record_bytes, count);
    kauri_json_end(&json);
}
