#include "studies/article/claims.h"

#include "common/size.h"
#include "rules/notation.h"
#include "studies/article/claim_case.h"
#include "tablebase/lookup.h"

#include <stdlib.h>

const char *kauri_verdict_name(enum kauri_verdict verdict)
{
    switch (verdict) {
    case KAURI_VERDICT_UNDECIDED:
        return "undecided";
    case KAURI_VERDICT_CONFIRMED:
        return "confirmed";
    case KAURI_VERDICT_REFUTED:
        return "refuted";
    }
    return "unknown";
}

void kauri_claim_add_move(struct kauri_string *line, const struct kauri_position *before, int hole,
                          bool after_pass)
{
    const char *between = line->length == 0 ? "" : after_pass ? "-" : " ";
    kauri_string_add(line, "%s%c", between, kauri_move_letter((enum kauri_side)before->side, hole));
}

void kauri_claim_add_bounds(struct kauri_string *text, struct kauri_bounds bounds)
{
    if (kauri_bounds_exact(bounds)) {
        kauri_string_add(text, "%d", bounds.low);
    } else {
        kauri_string_add(text, "%d to %d", bounds.low, bounds.high);
    }
}

void kauri_claim_add_results(struct kauri_string *text, const struct kauri_evaluation *evaluation,
                             bool tiebreaker)
{
    static const char *const verbs[] = {"loses", "draws", "wins"};
    const struct kauri_position *position = &evaluation->position;
    const int low = tiebreaker ? kauri_tiebreak_result(position, evaluation->r.low)
                               : kauri_standard_result(position, evaluation->r.low);
    const int high = tiebreaker ? kauri_tiebreak_result(position, evaluation->r.high)
                                : kauri_standard_result(position, evaluation->r.high);
    kauri_string_add(text, "%s %s", kauri_side_name(position->side), verbs[low + 1]);
    for (int result = low + 1; result <= high; result++) {
        kauri_string_add(text, " or %s", verbs[result + 1]);
    }
}

unsigned kauri_claim_layers(const struct kauri_claim_case *set)
{
    return set->request->tables == NULL ? 0 : kauri_tables_layer_count(set->request->tables);
}

void kauri_claim_add_used(struct kauri_string *used, const struct kauri_claim_case *set,
                          uint64_t nodes, bool searched)
{
    char count[KAURI_SIZE_TEXT_BYTES];
    const unsigned layers = kauri_claim_layers(set);
    if (layers == 0) {
        kauri_string_add(used, "rules");
    } else if (layers == 1) {
        kauri_string_add(used, "tables without seeds");
    } else {
        kauri_string_add(used, "tables of 0 to %u seeds", layers - 1);
    }
    if (searched) {
        kauri_string_add(used, ", search (%s positions)", kauri_format_count(nodes, count));
    }
}

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

static enum kauri_status check_texts(const struct kauri_claim *claim, struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    KAURI_TRY(kauri_string_check(&claim->reading, error));
    KAURI_TRY(kauri_string_check(&claim->line, error));
    KAURI_TRY(kauri_string_check(&claim->notes, error));
    KAURI_TRY(kauri_string_check(&claim->table, error));
    KAURI_TRY(kauri_string_check(&claim->used, error));
cleanup:
    return status;
}

enum kauri_status kauri_claims_check(const struct kauri_claims_request *request,
                                     struct kauri_claims *claims, struct kauri_error *error)
{
    static const struct {
        const char *id;
        kauri_claim_function *check;
    } checks[KAURI_CLAIM_COUNT] = {
        {"1", kauri_claim_standard}, {"2", kauri_claim_tiebreaker},
        {"3", kauri_claim_legal},    {"4", kauri_claim_strongest},
        {"5", kauri_claim_waiting},  {"6", kauri_claim_waiting_loss},
        {"7", kauri_claim_no_draws}, {"8", kauri_claim_marks},
    };
    enum kauri_status status = KAURI_OK;
    struct kauri_claim_case set;
    struct kauri_value stored;
    *claims = (struct kauri_claims){0};
    KAURI_TRY(kauri_claim_case_init(&set, request, kauri_article_text(), error));
    if (request->tables != NULL) { // these need layer 0 at least
        KAURI_TRY(kauri_lookup_fits(request->tables, &set.end, error));
        KAURI_TRY(kauri_lookup(request->tables, &set.end, &stored, error));
    }
    for (size_t i = 0; i < KAURI_CLAIM_COUNT; i++) {
        struct kauri_claim *claim = &claims->claim[i];
        claim->id = checks[i].id;
        KAURI_TRY(checks[i].check(&set, claim, error));
        KAURI_TRY(check_texts(claim, error));
    }
cleanup:
    kauri_claim_case_clear(&set);
    return status;
}

void kauri_claims_clear(struct kauri_claims *claims)
{
    for (size_t i = 0; i < KAURI_CLAIM_COUNT; i++) {
        struct kauri_claim *claim = &claims->claim[i];
        kauri_string_clear(&claim->reading);
        kauri_string_clear(&claim->line);
        kauri_string_clear(&claim->notes);
        kauri_string_clear(&claim->table);
        kauri_string_clear(&claim->used);
    }
    *claims = (struct kauri_claims){0};
}
