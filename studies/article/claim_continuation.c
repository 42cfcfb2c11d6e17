#include "studies/article/claim_continuation.h"

#include "kauri/kauri.h"
#include "tablebase/tablebase.h"

// The numbers, played as holes of the player to move, as far as they are legal.
struct walk {
    unsigned played;
    struct kauri_position last;
};

// `line` may be NULL.
static struct walk play_numbers(const struct kauri_claim_case *set, struct kauri_claim_moves *line)
{
    struct walk walk = {.last = set->end};
    for (; walk.played < set->numbers.count; walk.played++) {
        const unsigned hole = set->numbers.number[walk.played] - 1U;
        if (hole >= walk.last.holes || walk.last.cowries[kauri_own_hole(&walk.last, hole)] == 0) {
            break;
        }
        if (line != NULL) {
            line->hole[line->count++] = (int16_t)hole;
        }
        (void)kauri_play(&walk.last, (int)hole);
    }
    return walk;
}

bool kauri_claim_continuation_winner(const struct kauri_claim_case *set, enum kauri_side *winner)
{
    const struct walk walk = play_numbers(set, NULL);
    *winner = walk.last.side == KAURI_SOUTH ? KAURI_NORTH : KAURI_SOUTH;
    return walk.played == set->numbers.count && kauri_legal_moves(&walk.last).count == 0;
}

enum kauri_status kauri_claim_legal(struct kauri_claim_case *set, struct kauri_claim *claim,
                                    struct kauri_error *error)
{
    (void)error;
    claim->position_given = true;
    claim->position = set->end;
    claim->basis.rules = true;
    const struct walk walk = play_numbers(set, &claim->line);
    claim->legal = (struct kauri_claim_legal){
        .numbers = (unsigned)set->numbers.count,
        .legal = walk.played,
        .last = walk.last,
        .stuck = kauri_legal_moves(&walk.last).count == 0,
    };
    claim->verdict =
        walk.played == set->numbers.count && claim->legal.stuck && walk.last.side == KAURI_SOUTH
            ? KAURI_VERDICT_CONFIRMED
            : KAURI_VERDICT_REFUTED;
    return KAURI_OK;
}

// Adds one ply of the article, compared with the tables' moves. False when it is not legal.
static bool add_ply(struct kauri_claim_strongest *evidence, const struct kauri_probe_result *probe,
                    unsigned number)
{
    const struct kauri_probe_move *move = NULL;
    struct kauri_claim_ply *ply = &evidence->ply[evidence->count];
    *ply = (struct kauri_claim_ply){.position = probe->position,
                                    .number = (uint8_t)number,
                                    .hole = (uint8_t)(number - 1U),
                                    .plies_left = probe->value.dtc};
    for (unsigned i = 0; i < probe->move_count; i++) {
        if (probe->moves[i].hole == ply->hole) {
            move = &probe->moves[i];
        }
        if (probe->moves[i].best) {
            ply->best[ply->best_count++] = (uint8_t)probe->moves[i].hole;
        }
    }
    if (move == NULL) {
        return false;
    }
    ply->plies_left_with_move = move->value.dtc;
    ply->keeps_result = move->value.r == probe->value.r;
    ply->keeps_distance = move->best; // the winner's soonest, the loser's latest
    evidence->keeping_result += ply->keeps_result ? 1 : 0;
    evidence->keeping_distance += ply->keeps_distance ? 1 : 0;
    if (!ply->keeps_distance && !evidence->short_found) {
        evidence->short_found = true;
        evidence->first_short = evidence->count;
    }
    evidence->count++;
    return true;
}

enum kauri_status kauri_claim_strongest(struct kauri_claim_case *set, struct kauri_claim *claim,
                                        struct kauri_error *error)
{
    enum kauri_status status = KAURI_OK;
    struct kauri_position at = set->end;
    struct kauri_claim_strongest *evidence = &claim->strongest;
    claim->position_given = true;
    claim->position = set->end;
    evidence->numbers = (unsigned)set->numbers.count;
    (void)play_numbers(set, &claim->line);
    if (kauri_claim_case_layers(set) == 0) {
        evidence->tables_missing = true;
        claim->basis.rules = true;
        return KAURI_OK;
    }
    claim->basis.layers = 1;
    for (unsigned i = 0; i < evidence->numbers; i++) {
        struct kauri_probe_result probe;
        KAURI_TRY(kauri_probe_root(set->request->tables, &at, &probe, error));
        if (i == 0) {
            claim->r_given = true;
            claim->r = (struct kauri_bounds){probe.value.r, probe.value.r};
            evidence->plies_left = probe.value.dtc;
        }
        if (!add_ply(evidence, &probe, set->numbers.number[i])) {
            break;
        }
        (void)kauri_play(&at, evidence->ply[i].hole);
    }
    claim->verdict = evidence->keeping_distance == evidence->numbers ? KAURI_VERDICT_CONFIRMED
                                                                     : KAURI_VERDICT_REFUTED;
cleanup:
    return status;
}
