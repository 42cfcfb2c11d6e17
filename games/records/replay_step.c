#include "games/records/replay_step.h"

#include "rules/value.h"

enum kauri_replay_fault kauri_check_step(const struct kauri_position *position,
                                         const struct kauri_ply *ply, bool *passes)
{
    struct kauri_position now = *position;
    *passes = false;
    if (ply->hole == KAURI_MOVE_PASS) {
        return now.side != ply->side    ? KAURI_FAULT_TURN
               : kauri_must_pass(&now)  ? KAURI_FAULT_NONE
               : kauri_seeds(&now) == 0 ? KAURI_FAULT_OVER
                                        : KAURI_FAULT_PASS;
    }
    if (now.side != ply->side) {
        if (!kauri_must_pass(&now)) {
            if (kauri_legal_moves(&now).count == 0) {
                return KAURI_FAULT_OVER;
            }
            return ply->joined ? KAURI_FAULT_HYPHEN : KAURI_FAULT_TURN;
        }
        *passes = true;
        (void)kauri_play(&now, KAURI_MOVE_PASS);
    } else if (ply->joined) {
        return KAURI_FAULT_JOIN;
    }
    if (ply->hole < 0 || ply->hole >= now.holes) {
        return KAURI_FAULT_HOLE;
    }
    // The game is over by R8; with equal captures, it may continue by R9.
    if (kauri_seeds(&now) == 0 && (kauri_legal_moves(&now).count == 0 || kauri_lead(&now) != 0)) {
        return KAURI_FAULT_OVER;
    }
    return now.cowries[kauri_own_hole(&now, (unsigned)ply->hole)] > 0 ? KAURI_FAULT_NONE
                                                                      : KAURI_FAULT_COWRIE;
}

enum kauri_replay_fault kauri_step(struct kauri_position *position, const struct kauri_ply *ply,
                                   struct kauri_capture *captured)
{
    bool passes;
    const enum kauri_replay_fault fault = kauri_check_step(position, ply, &passes);
    if (fault == KAURI_FAULT_NONE) {
        if (passes) {
            (void)kauri_play(position, KAURI_MOVE_PASS);
        }
        *captured = kauri_play(position, ply->hole);
    }
    return fault;
}

bool kauri_records_captures(const struct kauri_record *record)
{
    for (size_t i = 0; i < record->count; i++) {
        if (record->plies[i].captures_written) {
            return true;
        }
    }
    return false;
}

bool kauri_step_agrees(const struct kauri_ply *ply, bool recorded, struct kauri_capture captures)
{
    if (!ply->captures_written) {
        return !recorded || (captures.own == 0 && captures.opponent == 0);
    }
    return ply->captures.own == captures.own && ply->captures.opponent == captures.opponent;
}

// The outcome at a position if it is certain: one player has more than half of the seeds, or no
// seed is left. After equal captures the cowries decide, under rules on which the record is silent;
// then both outcomes are given.
static enum kauri_written_outcome outcome_at(const struct kauri_position *position,
                                             enum kauri_written_outcome *tiebreak)
{
    const int lead = (int)position->score[KAURI_SOUTH] - (int)position->score[KAURI_NORTH];
    const int seeds = (int)kauri_seeds(position);
    *tiebreak = KAURI_OUTCOME_UNKNOWN;
    if (lead > seeds || -lead > seeds) {
        return lead > 0 ? KAURI_OUTCOME_SOUTH : KAURI_OUTCOME_NORTH;
    }
    if (seeds > 0) {
        return KAURI_OUTCOME_UNKNOWN;
    }
    if (kauri_legal_moves(position).count == 0) {
        *tiebreak = position->side == KAURI_SOUTH ? KAURI_OUTCOME_NORTH : KAURI_OUTCOME_SOUTH;
    }
    return KAURI_OUTCOME_DRAWN;
}

enum kauri_result_check kauri_replay_check_result(const struct kauri_written_result *result,
                                                  const struct kauri_position *end)
{
    const uint8_t *score = end->score;
    const bool straight = result->score[0] == score[0] && result->score[1] == score[1];
    const bool crossed = result->score[0] == score[1] && result->score[1] == score[0];
    if (!result->given || result->outcome == KAURI_OUTCOME_NONE) {
        return KAURI_RESULT_NOT_WRITTEN;
    }
    if (result->scored && !straight && (result->sided || !crossed)) {
        return KAURI_RESULT_DIFFERS;
    }
    enum kauri_written_outcome tiebreak;
    const enum kauri_written_outcome outcome = outcome_at(end, &tiebreak);
    const enum kauri_written_outcome said = result->outcome;
    if (said == KAURI_OUTCOME_UNKNOWN || outcome == KAURI_OUTCOME_UNKNOWN || said == outcome ||
        said == tiebreak) {
        const bool agrees =
            result->understood &&
            (result->scored || (said != KAURI_OUTCOME_UNKNOWN && outcome != KAURI_OUTCOME_UNKNOWN));
        return agrees ? KAURI_RESULT_AGREES : KAURI_RESULT_UNCHECKED;
    }
    // South may have won the tie-breaker after the last move of the record.
    const bool open = outcome == KAURI_OUTCOME_DRAWN && tiebreak == KAURI_OUTCOME_UNKNOWN;
    return !open            ? KAURI_RESULT_DIFFERS
           : result->scored ? KAURI_RESULT_AGREES
                            : KAURI_RESULT_UNCHECKED;
}
