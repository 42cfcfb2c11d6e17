#include "cli/campaign/campaign_exchange.h"

#include "cli/campaign/campaign_proofs.h"
#include "cli/print_text.h"
#include "cli/report_error.h"
#include "common/string_buffer.h"
#include "queries/campaign/coordinator.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static void add_command(struct kauri_string *out, const struct kauri_campaign_folder *campaign,
                        uint32_t number, uint64_t budget)
{
    const struct kauri_campaign_question *question = &campaign->frontier->questions[number];
    const struct kauri_position position =
        kauri_campaign_position(campaign->frontier, question->place);
    char text[KAURI_POSITION_TEXT_BYTES];
    char folder[KAURI_SHELL_WORD_BYTES];
    kauri_string_add(out,
                     "kauri search --no-tables --ask %d --nodes %" PRIu64
                     " --time 100000000 --facts %s --proof job-%" PRIu32 ".proof '%s'\n",
                     question->x,
                     question->state == KAURI_CAMPAIGN_SPLIT && question->positions > budget
                         ? question->positions
                         : budget,
                     kauri_shell_word(campaign->path, folder), number + 1,
                     kauri_position_format(&position, text));
}

enum kauri_status kauri_campaign_export(const struct kauri_campaign_folder *campaign,
                                        unsigned count, uint64_t budget, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_campaign_frontier *frontier = campaign->frontier;
    struct kauri_string out = {.bytes = NULL};
    const uint32_t questions = frontier->question_count;
    for (unsigned i = 0; i < count; i++) {
        uint32_t question = KAURI_CAMPAIGN_NONE;
        struct kauri_campaign_path path = {.count = 0};
        KAURI_TRY(kauri_coordinator_choose(frontier, count - i, &path, &question, error));
        if (question == KAURI_CAMPAIGN_NONE) {
            break;
        }
        add_command(&out, campaign, question, budget);
    }
    if (frontier->question_count > questions) {
        KAURI_TRY(kauri_campaign_folder_save(campaign, error));
    }
    status = kauri_print_text(&out, error);
cleanup:
    kauri_string_clear(&out);
    return status;
}

// Proofs to be taken in.
struct import {
    char *const *paths;
    bool *ended; // was taken in, or refused
    unsigned count;
    unsigned taken, refused;
};

// Takes in those proofs that cite nothing that is missing. In the last round, the others are
// refused.
static enum kauri_status import_round(const struct kauri_campaign_folder *campaign,
                                      struct import *import, bool last, struct kauri_error *error)
{
    for (unsigned i = 0; i < import->count; i++) {
        bool news = false;
        if (import->ended[i]) {
            continue;
        }
        const enum kauri_status status =
            kauri_campaign_import(campaign, import->paths[i], &news, error);
        if (status == KAURI_RESOURCE) {
            return status;
        }
        if (status == KAURI_MISSING && !last) {
            continue;
        }
        import->ended[i] = true;
        import->taken += news;
        if (status != KAURI_OK) {
            import->refused++;
            (void)kauri_report_error(error);
        }
    }
    return KAURI_OK;
}

enum kauri_status kauri_campaign_import_all(const struct kauri_campaign_folder *campaign,
                                            char *const *paths, unsigned count, unsigned *taken,
                                            struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct import import = {.paths = paths, .ended = calloc(count, sizeof(bool)), .count = count};
    unsigned before = 0;
    if (import.ended == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "out of memory");
    }
    do { // a proof may cite one that comes later
        before = import.taken;
        KAURI_TRY(import_round(campaign, &import, false, error));
    } while (import.taken > before);
    status = import_round(campaign, &import, true, error);
cleanup:
    *taken = import.taken;
    free(import.ended);
    if (import.taken > 0) {
        struct kauri_error failed;
        if (kauri_campaign_folder_save(campaign, &failed) != KAURI_OK) {
            *error = failed;
            status = failed.status;
        }
    }
    if (status == KAURI_OK && import.refused > 0) {
        status = kauri_fail(error, KAURI_WRONG, "%u of %u proof%s refused%s", import.refused, count,
                            count == 1 ? "" : "s",
                            import.refused < count ? "; the others are taken in" : "");
    }
    return status;
}
