#include "studies/article/claim_case.h"

#include <stdlib.h>

static const struct kauri_record *game(const struct kauri_claim_case *set, uint32_t number,
                                       const struct kauri_replay **replay)
{
    for (size_t i = 0; i < set->records.count; i++) {
        if (set->records.records[i].number == number) {
            *replay = &set->replays[i];
            return &set->records.records[i];
        }
    }
    return NULL;
}

// The first ply with the note, or of that side and number when no note is asked for.
static const struct kauri_replay_ply *find_ply(const struct kauri_replay *replay,
                                               enum kauri_side side, uint32_t number, char note)
{
    for (size_t i = 0; i < replay->count; i++) {
        const struct kauri_ply *ply = &replay->plies[i].ply;
        const bool fits =
            note != '\0' ? ply->note == note : ply->side == side && ply->number == number;
        if (fits) {
            return &replay->plies[i];
        }
    }
    return NULL;
}

enum kauri_status kauri_claim_case_init(struct kauri_claim_case *set,
                                        const struct kauri_claims_request *request,
                                        const char *text, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    const struct kauri_replay *replay = NULL;
    *set = (struct kauri_claim_case){.request = request};
    KAURI_TRY(kauri_records_parse(text, &set->records, error));
    KAURI_TRY(kauri_article_read_numbers(text, &set->numbers, error));
    KAURI_TRY(kauri_article_read_line(text, &set->line, error));
    set->replays = calloc(set->records.count, sizeof *set->replays);
    if (set->replays == NULL) {
        return kauri_fail(error, KAURI_RESOURCE, "no memory for the games of the article");
    }
    for (size_t i = 0; i < set->records.count; i++) {
        KAURI_TRY(kauri_replay_record(&set->records.records[i], &set->replays[i], error));
    }
    if (game(set, KAURI_ARTICLE_GAME, &replay) == NULL) {
        return kauri_fail(error, KAURI_BAD_INPUT, "the text has no game %d", KAURI_ARTICLE_GAME);
    }
    const struct kauri_replay_ply *move = find_ply(replay, KAURI_SOUTH, KAURI_ARTICLE_MOVE, '\0');
    const struct kauri_replay_ply *note = find_ply(replay, KAURI_SOUTH, 0, KAURI_ARTICLE_NOTE);
    if (move == NULL || note == NULL) {
        return kauri_fail(error, KAURI_BAD_INPUT, "game %d has no move %d or no note (%c)",
                          KAURI_ARTICLE_GAME, KAURI_ARTICLE_MOVE, KAURI_ARTICLE_NOTE);
    }
    set->move = move->before;
    set->note = note->before;
    set->noted = note->after;
    set->end = replay->end;
    for (size_t i = 0; i < replay->count; i++) {
        set->inserted += replay->plies[i].inserted ? 1 : 0;
    }
cleanup:
    return status;
}

void kauri_claim_case_clear(struct kauri_claim_case *set)
{
    if (set->replays != NULL) {
        for (size_t i = 0; i < set->records.count; i++) {
            kauri_replay_clear(&set->replays[i]);
        }
    }
    free(set->replays);
    kauri_records_clear(&set->records);
    *set = (struct kauri_claim_case){.request = NULL};
}

unsigned kauri_claim_case_layers(const struct kauri_claim_case *set)
{
    return set->request->tables == NULL ? 0 : kauri_tablebase_layer_count(set->request->tables);
}
